/** The players who fill a data folder, and the matches that they leave behind. */
import { createHash } from 'node:crypto';
import { FlowerWarClient, type LiveMatch, type TableSettings } from '@flower-war/client';
import { type Chance, fastChance } from '@flower-war/rules';
import type { KeptMatch, KeptPerson } from './kept.ts';

export const NAMES = ['Ana', 'Beto', 'Caro', 'Dani', 'Eve', 'Fito'] as const;
export type Name = (typeof NAMES)[number];

export interface MatchWanted {
  readonly about: string;
  readonly game: string;
  readonly preset?: string;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly seats?: number;
  readonly table?: Partial<TableSettings>;
  /** People sit down in this order. Bots take the seats after them. */
  readonly people: readonly Name[];
  readonly bots?: number;
}

export interface Table {
  readonly wanted: MatchWanted;
  readonly match: string;
  readonly lives: readonly LiveMatch[];
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

  playerOf(name: Name): string {
    return this.people.find((one) => one.name === name)?.player ?? '';
  }

  /** The first person creates the match, and all of them sit down. */
  async table(wanted: MatchWanted): Promise<Table> {
    const { about: _, people, bots = 0, ...match } = wanted;
    const asked = { ...match, bots: Array.from({ length: bots }, () => ({ bot: 'greedy' })) };
    return this.sitDown(wanted, await this.client(people[0] ?? 'Ana').create(asked));
  }

  async sitDown(wanted: MatchWanted, summary: { match: string; game: string; code?: string }): Promise<Table> {
    const code = summary.code === undefined ? {} : { code: summary.code };
    const lives: LiveMatch[] = [];
    for (const name of wanted.people) lives.push(await this.client(name).join(summary, code));
    return { wanted, match: summary.match, lives, ...code };
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
    const isOver = status === 'ended';
    const seen = isOver ? [] : await Promise.all(people.map((name) => this.seatOf(name, match, game)));
    const record = isOver ? await this.client(people[0] ?? 'Ana').history.record(match) : undefined;
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

  private async seatOf(name: Name, match: string, game: string) {
    const live = await this.client(name).join({ match, game });
    const { seat = -1, legal } = live;
    live.close();
    const left = live.table.clocks[seat]?.left;
    const kept = { seat, person: name, legal: [...legal].sort(), ...(left !== undefined && { left }) };
    return { seat: kept, said: linesOf(live) };
  }
}

export const linesOf = ({ lines }: LiveMatch): readonly string[] =>
  lines.map(({ text, phrase }) => text ?? phrase ?? '');

export interface Budget {
  /** How many moves of players are still to be accepted. */
  moves: number;
  readonly chance: Chance;
  /** Ends the play earlier. */
  readonly until?: (live: LiveMatch) => boolean;
  /** Replaces a move, for example an offering on the screen by a bead. */
  readonly instead?: (live: LiveMatch) => Promise<boolean>;
}

/** Plays at random. Resolves when the given number of moves were accepted, or when the match is over. */
export async function playSome(lives: readonly LiveMatch[], budget: Budget): Promise<void> {
  await Promise.race(lives.map((live) => playSeat(live, budget)));
}

async function playSeat(live: LiveMatch, budget: Budget): Promise<void> {
  while (budget.moves > 0) {
    const isDone = () => live.isOver || budget.until?.(live) === true;
    await live.until(({ legal }) => isDone() || legal.length > 0);
    if (isDone()) return;
    const move = budget.chance.pick(live.legal);
    if (await budget.instead?.(live)) continue;
    const answer = await live.play(move);
    if (answer.kind === 'accepted') budget.moves--;
    else if (answer.kind !== 'rejected' || answer.code !== 'stale-decision')
      throw new Error(`${live.id}: ${move} was answered by ${JSON.stringify(answer)}`);
  }
}
