/** The players at the table with the temple. They play one match after another, and offer by beads only. */
import { FlowerWarClient, type LiveMatch, RefusedError } from '@flower-war/client';
import type { Answer } from '@flower-war/protocol';
import { type Chance, fastChance } from '@flower-war/rules';

export type Live = LiveMatch<'flower-war'>;

/** How long a player waits before the temple in each step of offerings. */
const AT_THE_TEMPLE_MS = 150;
const SETTINGS = { absence: 'casual', reactSeconds: 0, rated: false } as const;
const PAYING = /^(offer|skull|tonantzin|give)/;

export interface Wishes {
  readonly url: string;
  readonly seed: number;
  /** Called with each new match, before the first move. */
  readonly onMatch: (match: string, owner: string) => Promise<void>;
}

export class People {
  /** The owner of the temple, at seat 0. */
  readonly owner: FlowerWarClient;
  readonly other: FlowerWarClient;
  readonly matches: string[] = [];
  readonly problems: string[] = [];
  moves = 0;
  /** Whether the current match is the last one. */
  isLast = false;
  private readonly chance: Chance;
  private readonly wishes: Wishes;
  private isConfirming = false;
  private third: FlowerWarClient | undefined;
  private readonly left = new Set<Live>();
  private lives: readonly Live[] = [];
  private done: Promise<void> = Promise.resolve();

  constructor(wishes: Wishes) {
    this.wishes = wishes;
    this.chance = fastChance(wishes.seed);
    this.owner = new FlowerWarClient({ url: wishes.url });
    this.other = new FlowerWarClient({ url: wishes.url });
  }

  get ownerId(): string {
    return this.owner.session?.player ?? '';
  }

  /** A summary of all seats, for the error when a cell is stuck. */
  get standing(): unknown {
    const of = (live: Live) => ({ legal: live.legal, phase: live.view.phase, isOver: live.isOver, at: live.decision });
    return { moves: this.moves, problems: this.problems, lives: this.lives.map(of) };
  }

  /** The current match, as the owner of the temple sees it. */
  get mine(): Live | undefined {
    return this.lives[0];
  }

  get others(): Live | undefined {
    return this.lives[1];
  }

  async signIn(): Promise<void> {
    await insist(() => this.owner.signIn('Itzel'));
    await insist(() => this.other.signIn('Ameyali'));
  }

  /** Resolves when the first match runs. The players go on until `end`. */
  async begin(): Promise<void> {
    await this.sitDown();
    this.done = this.season();
    this.done.catch((error: unknown) => this.problems.push(`people: ${String(error)}`));
  }

  /** Ends the match, and begins no other one. */
  async end(): Promise<void> {
    this.isLast = true;
    const live = this.others;
    if (live !== undefined && !live.isOver) await live.resign();
    await this.done;
    for (const one of this.lives) one.close();
  }

  /** The owner disconnects without a farewell. The match goes on. */
  walkAway(): string | undefined {
    const { mine } = this;
    if (mine === undefined) return undefined;
    this.left.add(mine);
    mine.close();
    return mine.id;
  }

  /** A third player takes the seat of the owner, if the table has waited long enough, and then resigns. */
  async takeSeat(match: string): Promise<boolean> {
    this.third ??= await this.newcomer();
    const live = await this.third.join({ match, game: 'flower-war' }, { seat: 0 }).catch(tooEarly);
    await live?.resign();
    live?.close();
    return live !== undefined;
  }

  private async newcomer(): Promise<FlowerWarClient> {
    const client = new FlowerWarClient({ url: this.wishes.url });
    await insist(() => client.signIn('Xoco'));
    return client;
  }

  private async sitDown(): Promise<void> {
    for (const live of this.lives) live.close();
    const match = await insist(() => this.owner.create({ game: 'flower-war', seats: 2, table: SETTINGS }));
    this.matches.push(match.match);
    const mine = await insist(() => this.owner.join(match, { seat: 0 }));
    const others = await insist(() => this.other.join(match, { seat: 1 }));
    this.lives = [mine, others];
    await insist(() => this.wishes.onMatch(match.match, this.ownerId));
  }

  private async season(): Promise<void> {
    for (;;) {
      await Promise.all(this.lives.map((live, seat) => this.play(live, seat)));
      if (this.isLast) return;
      await this.sitDown();
    }
  }

  private async play(live: Live, seat: number): Promise<void> {
    try {
      for (;;) {
        await live.until(({ isOver, legal }) => isOver || legal.length > 0);
        if (live.isOver) return;
        if (seat === 0) this.doubts(live);
        if (seat === 0 && live.view.phase === 'offering') await this.stand(live);
        await this.move(live, seat);
      }
    } catch (error) {
      if (!live.isOver && !this.left.has(live)) throw error;
    }
  }

  /** Waits as long as a player does. An offered bead brings a new decision, which ends the wait. */
  private async stand(live: Live): Promise<void> {
    const { decision } = live;
    const patience = new Promise((resolve) => setTimeout(resolve, AT_THE_TEMPLE_MS));
    await Promise.race([patience, live.until((one) => one.isOver || one.decision !== decision)]);
  }

  private async move(live: Live, seat: number): Promise<void> {
    const all = live.legal;
    if (all.length === 0) return;
    const free = seat === 0 ? all.filter((move) => !PAYING.test(move)) : all;
    if (free.length === 0) return this.byHand(live);
    const { decision } = live;
    const answer = live.play(this.chance.pick(free)).then((one) => this.mind(live, one));
    // The answer comes when all viewers may see the outcome. Until then the server may ask this seat something else.
    const isAskedAnew = live.until((one) => one.isOver || (one.legal.length > 0 && one.decision !== decision));
    await Promise.race([answer, isAskedAnew]);
  }

  /** Pays on the screen what beads cannot pay, then switches back to the temple. */
  private async byHand(live: Live): Promise<void> {
    const temple = live.table.temples.find(({ counts }) => counts)?.temple;
    const [move] = live.legal;
    if (temple !== undefined) await live.beads({ what: 'by-hand', temple, is: true });
    if (move !== undefined) this.mind(live, await live.play(move));
    if (temple !== undefined) await live.beads({ what: 'by-hand', temple, is: false });
  }

  /**
   * Confirms many beads at once. In a hidden window the answer comes only when it closes, so this does not wait for it.
   */
  private doubts(live: Live): void {
    const temple = live.table.temples.find(({ counts, doubted }) => counts && doubted > 0)?.temple;
    if (temple === undefined || this.isConfirming) return;
    this.isConfirming = true;
    const done = () => {
      this.isConfirming = false;
    };
    live.beads({ what: 'confirmed', temple }).then(done, done);
  }

  private mind(live: Live, answer: Answer): void {
    if (answer.kind === 'accepted') this.moves++;
    if (answer.kind !== 'rejected' || live.isOver) return;
    const isFine = ['stale-decision', 'use-your-temple', 'illegal-move', 'not-your-turn'].includes(answer.code);
    if (!isFine) this.problems.push(`${live.id} seat ${live.seat}: ${JSON.stringify(answer)}`);
  }
}

function tooEarly(error: unknown): undefined {
  const isEarly = error instanceof RefusedError && ['already-started', 'seat-kept', 'seat-taken'].includes(error.code);
  if (!isEarly) throw error;
}

/** Tries a call over HTTP again, as a player would press the button again. The SDK does not repeat such calls. */
export async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (error) {
      const isPassing = !(error instanceof RefusedError) || error.code === 'unavailable';
      if (!isPassing || tries > 60) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
