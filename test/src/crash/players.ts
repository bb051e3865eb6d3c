/** People who play one match after another and remember what they were told. They never do anything about a crash. */
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import type { Chance } from '@flower-war/rules';
import { dropSocket } from '../support/dropSocket.ts';

const ONE_DROP_IN = 30;

/** What one seat of one match was told: the moves that were accepted, in order. */
export interface Told {
  readonly match: string;
  readonly seat: number;
  readonly accepted: string[];
}

export class Table {
  readonly told: Told[] = [];
  readonly problems: string[] = [];
  /** Counts accepted moves: to see that a table goes on. */
  moves = 0;
  private isClosing = false;
  private readonly chance: Chance;
  private readonly clients: readonly FlowerWarClient[];
  private readonly bots: readonly string[];

  constructor(url: string, wanted: { people: number; bots: readonly string[]; chance: Chance }) {
    this.clients = Array.from({ length: wanted.people }, () => new FlowerWarClient({ url }));
    this.bots = wanted.bots;
    this.chance = wanted.chance;
  }

  /** Plays until it is asked to close, then to the end of the match at hand. */
  async run(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.signIn()));
    while (!this.isClosing) await this.playMatch();
  }

  close(): void {
    this.isClosing = true;
  }

  private async playMatch(): Promise<void> {
    const match = await insist(() =>
      this.clients[0]?.create({ game: 'tieqchieq', bots: this.bots.map((bot) => ({ bot })) }),
    );
    if (match === undefined) return;
    const live = await Promise.all(this.clients.map((client) => insist(() => client.join(match))));
    await Promise.all(live.map((one) => one && this.playSeat(one)));
    for (const one of live) one?.close();
  }

  private async playSeat(live: LiveMatch<unknown>): Promise<void> {
    const told: Told = { match: live.id, seat: live.seat ?? -1, accepted: [] };
    this.told.push(told);
    for (;;) {
      await live.until((match) => match.isOver || match.legal.length > 0);
      if (live.isOver) return;
      const move = this.chance.pick(live.legal);
      const played = live.play(move);
      if (this.chance.die(ONE_DROP_IN) === 1) dropSocket(live); // with the answer still on its way
      const answer = await played;
      if (answer.kind === 'accepted') {
        told.accepted.push(move);
        this.moves++;
      } else if (!live.isOver) {
        this.problems.push(`${live.id} seat ${told.seat}: ${move} was answered ${JSON.stringify(answer)}`);
      }
    }
  }
}

/** Calls over HTTP are not repeated by the SDK: whoever makes a match tries again, as a person would press the button. */
async function insist<T>(call: () => Promise<T> | undefined): Promise<T | undefined> {
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (error) {
      const isPassing =
        (error as Error).name === 'UnreachableError' || (error as { code?: string }).code === 'unavailable';
      if (!isPassing || tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
