/** Players who play one match after another and remember what the server told them. After a crash they just go on. */
import { FlowerWarClient, type LiveMatch, type TableSettings } from '@flower-war/client';
import { at, type Chance } from '@flower-war/rules';
import { dropSocket } from '../support/sockets/dropSocket.ts';
import { Seat, type Told } from './seat.ts';

/** Short enough for several matches between two kills. */
const TURN_CAP = 80;

export interface Wanted {
  readonly people: number;
  readonly bots: readonly string[];
  readonly chance: Chance;
  readonly settings?: Partial<TableSettings>;
  /** The URL at which the first player receives notices of matches. */
  readonly hook?: string;
  readonly thinkingMs?: number;
  readonly turnCap?: number;
  /** Called with each match of each player, before anything is played. */
  readonly onLive?: (live: LiveMatch) => void;
}

/** What the checks need of a table. */
export type Played = Pick<Table, 'told' | 'problems' | 'clients' | 'moves' | 'run' | 'close'>;

export class Table {
  readonly told: Told[] = [];
  readonly problems: string[] = [];
  readonly clients: readonly FlowerWarClient[];
  private isClosing = false;
  private readonly wanted: Wanted;

  constructor(url: string, wanted: Wanted) {
    this.clients = Array.from({ length: wanted.people }, () => new FlowerWarClient({ url }));
    this.wanted = wanted;
  }

  /** The number of accepted moves, which shows that a table goes on. */
  get moves(): number {
    return this.told.reduce((sum, { accepted }) => sum + accepted.length, 0);
  }

  /** Plays until it is asked to close, then to the end of the current match. Each match but the first is a rematch. */
  async run(): Promise<void> {
    await Promise.all(this.clients.map((client) => insist(() => client.signIn())));
    const { hook } = this.wanted;
    if (hook !== undefined) await insist(() => hookOnce(at(this.clients, 0), hook));
    let lives = await this.begin();
    for (;;) {
      const last = await this.play(lives);
      if (this.isClosing) return;
      lives = await Promise.all(this.clients.map((client) => insist(() => client.rematch(last))));
    }
  }

  close(): void {
    this.isClosing = true;
  }

  private async begin(): Promise<readonly LiveMatch[]> {
    const { bots, settings = {}, turnCap = TURN_CAP } = this.wanted;
    const wanted = { game: 'tieqchieq', options: { turnCap }, bots: bots.map((bot) => ({ bot })), table: settings };
    const match = await insist(() => at(this.clients, 0).create(wanted));
    return Promise.all(this.clients.map((client) => insist(() => client.join(match))));
  }

  private async play(lives: readonly LiveMatch[]): Promise<string> {
    const { chance, thinkingMs, onLive } = this.wanted;
    for (const live of lives) onLive?.(live);
    const drop = (live: LiveMatch) => dropSocket(live);
    const seats = lives.map(
      (live, index) =>
        new Seat(live, {
          chance,
          drop,
          leads: index === 0,
          problems: this.problems,
          ...(thinkingMs !== undefined && { thinkingMs }),
        }),
    );
    this.told.push(...seats.map(({ told }) => told));
    await Promise.all(seats.map((seat) => seat.play()));
    for (const live of lives) live.close();
    return at(lives, 0).id;
  }
}

/** The answer to an earlier try may be lost, and each webhook gets its own notices. */
export async function hookOnce({ account }: FlowerWarClient, url: string): Promise<void> {
  if ((await account.webhooks()).length === 0) await account.addWebhook(url, ['started', 'ended']);
}

/** Tries a call over HTTP again, as a player would press the button again. The SDK does not repeat such calls. */
export async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (error) {
      const { name, code } = error as { name: string; code?: string };
      const isPassing = name === 'UnreachableError' || code === 'unavailable';
      if (!isPassing || tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const MOST_TRIES = 30;

/** Asks again as long as the server asks for patience. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if ((error as { code?: string }).code !== 'too-many' || tries === MOST_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}
