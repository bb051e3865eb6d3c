/** The players who fill a data folder, and the matches that they leave behind. */
import { createHash } from 'node:crypto';
import { FlowerWarClient } from '@flower-war/client';
import { type Chance, fastChance } from '@flower-war/rules';
import type { KeptMatch, KeptPerson, KeptSeat } from './kept.ts';
import type { AnyLive } from './playing.ts';

export const NAMES = ['Ana', 'Beto', 'Caro', 'Dani', 'Eve', 'Fito'] as const;
export type Name = (typeof NAMES)[number];

export interface Wanted {
  readonly about: string;
  readonly game: string;
  readonly preset?: string;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly seats?: number;
  readonly table?: Parameters<FlowerWarClient['create']>[0]['table'];
  /** People sit down in this order. Bots take the seats after them. */
  readonly people: readonly Name[];
  readonly bots?: number;
}

export interface Table {
  readonly wanted: Wanted;
  readonly match: string;
  readonly lives: readonly AnyLive[];
  readonly code?: string;
}

export class Hosting {
  readonly url: string;
  readonly chance: Chance;
  readonly people: KeptPerson[] = [];
  private readonly clients = new Map<string, FlowerWarClient>();
  private readonly tables: { readonly table: Table; readonly status: KeptMatch['status'] }[] = [];

  constructor(url: string, seed: number) {
    this.url = url;
    this.chance = fastChance(seed);
  }

  async signIn(): Promise<void> {
    for (const name of NAMES) {
      const client = new FlowerWarClient({ url: this.url });
      const { player } = await client.signIn();
      const { recoveryCode = '' } = await client.account.choose(name);
      this.clients.set(name, client);
      this.people.push({ name, player, recoveryCode });
    }
  }

  client(name: Name): FlowerWarClient {
    const client = this.clients.get(name);
    if (client === undefined) throw new Error(`${name} has not signed in`);
    return client;
  }

  /** The first person creates the match, and all of them sit down. */
  async table(wanted: Wanted): Promise<Table> {
    const { game, preset, options, seats, table, people, bots = 0 } = wanted;
    const [host = 'Ana'] = people;
    const summary = await this.client(host).create({
      game,
      ...(preset !== undefined && { preset }),
      ...(options !== undefined && { options }),
      ...(seats !== undefined && { seats }),
      ...(table !== undefined && { table }),
      bots: Array.from({ length: bots }, () => ({ bot: 'greedy' })),
    });
    return this.sitDown({ wanted, summary });
  }

  async sitDown({ wanted, summary }: { wanted: Wanted; summary: { match: string; game: string; code?: string } }) {
    const { match, code } = summary;
    const lives: AnyLive[] = [];
    for (const name of wanted.people)
      lives.push(await this.client(name).join(summary, { ...(code !== undefined && { code }) }));
    return { wanted, match, lives, ...(code !== undefined && { code }) };
  }

  /** Leaves the table as it is until the server ends. */
  leave(table: Table, status: KeptMatch['status']): void {
    for (const live of table.lives) live.close();
    this.tables.push({ table, status });
  }

  async kept(): Promise<KeptMatch[]> {
    const kept: KeptMatch[] = [];
    for (const { table, status } of this.tables) kept.push(await this.lookAt(table, status));
    return kept;
  }

  private async lookAt({ wanted, match, code }: Table, status: KeptMatch['status']): Promise<KeptMatch> {
    const { about, game, people, table } = wanted;
    const [host = 'Ana'] = people;
    const isOver = status === 'ended';
    const seen = isOver ? [] : await Promise.all(people.map((name) => this.seatOf(name, match, game)));
    const record = isOver ? await this.client(host).history.record(match) : undefined;
    return {
      about,
      match,
      game,
      status,
      seats: seen.map(({ seat }) => seat),
      said: seen[0]?.said ?? [],
      ...(code !== undefined && { code }),
      ...(record !== undefined && { sha256: createHash('sha256').update(record).digest('hex') }),
      ...(table?.watching === 'delayed' && { behind: table.watchDelaySeconds ?? 60 }),
    };
  }

  private async seatOf(name: Name, match: string, game: string): Promise<{ seat: KeptSeat; said: readonly string[] }> {
    const live = await this.client(name).join({ match, game });
    const { seat = -1, legal, lines } = live;
    live.close();
    const clock = live.table.clocks[seat];
    return {
      seat: { seat, person: name, legal: [...legal].sort(), ...(clock !== undefined && { left: clock.left }) },
      said: lines.map(({ text, phrase }) => text ?? phrase ?? ''),
    };
  }
}
