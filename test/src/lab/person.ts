/**
 * A person in one match: plays, talks, offers and answers at random, loses the connection, and notes all that the server told. And a
 * mover, who plays match after match with a bot and notes when moves were accepted.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FlowerWarClient, LiveMatch } from '@flower-war/client';
import type { Answer } from '@flower-war/protocol';
import { at, type Chance } from '@flower-war/rules';
import { insist as insistIn } from '../simulation/party.ts';
import { dropSocket, person } from '../support/api.ts';

/** What the server told one seat of one match: the accepted moves and lines, in order. */
export interface SeatStory {
  readonly match: string;
  readonly seat: number;
  readonly accepted: string[];
  readonly said: string[];
  readonly answers: MoveAnswer[];
  /** The number of accepted offers and answers to offers. */
  agreed: number;
  /** When nothing came from the server, and this person waited on purpose. A clock may run out meanwhile. */
  readonly quiet: Span[];
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface MoveAnswer {
  /** When it came, by the clock of the person. */
  readonly at: number;
  /** For how many milliseconds the person waited. */
  readonly took: number;
  /** Whether the person's own connection was lost meanwhile. */
  readonly wasDropped: boolean;
  readonly isAccepted: boolean;
}

export function nothingTold({ id, seat = -1 }: Pick<LiveMatch, 'id' | 'seat'>): SeatStory {
  return { match: id, seat, accepted: [], said: [], answers: [], agreed: 0, quiet: [] };
}

/** Tries a call over HTTP again, as a person would press the button again. The SDK does not repeat such calls. */
export const insist = <T>(call: () => Promise<T>): Promise<T> => insistIn({ pause }, call);

interface Habits {
  readonly chance: Chance;
  /** How long the person thinks about each move; not at all if absent. */
  readonly thinkingMs?: number;
  readonly problems: string[];
  /** Whether this person ends the pauses. */
  readonly leads: boolean;
}

const ONE_DROP_IN = 30;
const ONE_LINE_IN = 25;
const ONE_OFFER_IN = 60;

/** A person with the SDK. */
export class Person {
  readonly told: SeatStory;
  private readonly live: LiveMatch;
  private readonly habits: Habits;
  private saying: Promise<void> = Promise.resolve();

  constructor(live: LiveMatch, habits: Habits) {
    this.live = live;
    this.habits = habits;
    this.told = nothingTold(live);
  }

  /** Until the match is over. */
  async play(): Promise<void> {
    for (;;) {
      await this.live.until(() => this.doing() !== undefined);
      switch (this.doing()) {
        case 'over':
          return this.saying;
        case 'reply':
          await this.agree(this.live.reply(this.habits.chance.die(3) > 1));
          break;
        case 'resume':
          await this.agree(this.live.offer('resume'));
          break;
        case 'move':
          await this.think();
          if (this.doing() === 'move') await this.turn();
          break;
        case undefined: // another message has come in between
      }
    }
  }

  private doing(): 'over' | 'reply' | 'resume' | 'move' | undefined {
    const { isOver, legal, table } = this.live;
    const { offer, pausedUntil } = table;
    if (isOver) return 'over';
    if (offer.what !== '') return offer.accepted.includes(this.told.seat) ? undefined : 'reply';
    if (pausedUntil > 0) return this.habits.leads ? 'resume' : undefined;
    return legal.length > 0 ? 'move' : undefined;
  }

  private async think(): Promise<void> {
    const { thinkingMs } = this.habits;
    if (thinkingMs !== undefined) await pause(thinkingMs);
  }

  private async turn(): Promise<void> {
    const { chance } = this.habits;
    if (chance.die(ONE_LINE_IN) === 1) this.talk();
    if (chance.die(ONE_OFFER_IN) === 1)
      return this.agree(chance.coin() ? this.live.offer('pause', 5) : this.live.offer('takeback'));
    const move = chance.pick(this.live.legal);
    const began = Date.now();
    const played = this.live.play(move);
    const wasDropped = chance.die(ONE_DROP_IN) === 1;
    if (wasDropped) dropSocket(this.live); // while the answer is still on its way
    const answer = await played;
    const isAccepted = answer.kind === 'accepted';
    this.told.answers.push({ at: Date.now(), took: Date.now() - began, wasDropped, isAccepted });
    if (isAccepted) this.told.accepted.push(move);
    else this.mind(move, answer, ['stale-decision', 'paused']);
  }

  /** A line is on its way while the person plays on. */
  private talk(): void {
    const said = this.saying.then(() => this.say(`line ${this.told.said.length} of seat ${this.told.seat}`));
    said.catch(() => {}); // told when the match is over
    this.saying = said;
  }

  private async say(text: string): Promise<void> {
    const answer = await this.live.say(text);
    if (answer.kind === 'accepted') this.told.said.push(text);
    else this.mind(text, answer, []);
  }

  /** Makes or answers an offer. A refusal is fine: another person may have been faster. */
  private async agree(asking: Promise<Answer>): Promise<void> {
    const answer = await asking;
    if (answer.kind === 'accepted') this.told.agreed++;
    else this.mind('an agreement', answer, ['cannot-agree']);
  }

  private mind(what: string, answer: Answer, fine: readonly string[]): void {
    const isFine = this.live.isOver || (answer.kind === 'rejected' && fine.includes(answer.code));
    if (!isFine)
      this.habits.problems.push(`${this.live.id} seat ${this.told.seat}: ${what}: ${JSON.stringify(answer)}`);
  }
}

/** Long enough that few matches end while something is measured. */
const TURN_CAP = 1000;

/** The answer of a process that was just killed may still come. */
const ON_THE_WAY_MS = 20;

export class Mover {
  /** Each move that the server accepted, in milliseconds of this process. */
  readonly accepted: { readonly sentAt: number; readonly at: number }[] = [];
  private readonly client: FlowerWarClient;
  private readonly thinkingMs: number;
  private readonly bot: string;
  private isClosing = false;
  private live: LiveMatch | undefined;
  private running: Promise<void> = Promise.resolve();

  private constructor(client: FlowerWarClient, thinkingMs: number, bot: string) {
    this.client = client;
    this.thinkingMs = thinkingMs;
    this.bot = bot;
  }

  /** Resolves when the first move was accepted. */
  static async start(url: string, thinkingMs: number, bot = 'random'): Promise<Mover> {
    const mover = new Mover(await insist(() => person(url, 'Mover')), thinkingMs, bot);
    await mover.begin();
    return mover;
  }

  get match(): string {
    return this.live?.id ?? '';
  }

  /** Resolves when a move is accepted that was sent after that moment, or not answered then. Returns how long that took. */
  async backAfter(moment: number): Promise<number> {
    for (;;) {
      const found = this.accepted.find(({ at }) => at > moment + ON_THE_WAY_MS);
      if (found !== undefined) return found.at - moment;
      await pause(5);
    }
  }

  /** The longest time without an accepted move. */
  longestSince(moment: number): number {
    const moments = [moment, ...this.accepted.map(({ at }) => at).filter((at) => at > moment), performance.now()];
    return Math.max(...moments.slice(1).map((at, i) => at - (moments[i] ?? at)));
  }

  /** Rejects with what went wrong. */
  async stop(): Promise<void> {
    this.isClosing = true;
    this.live?.close();
    await this.running;
  }

  private async begin(): Promise<void> {
    await this.sitDown();
    this.running = this.run();
    while (this.accepted.length === 0) await Promise.race([pause(10), this.running]);
  }

  private async run(): Promise<void> {
    while (!this.isClosing) {
      await this.play().catch((error: unknown) => {
        if (!this.isClosing) throw error;
      });
      this.live?.close();
      if (!this.isClosing) await this.sitDown();
    }
    this.live?.close(); // it sat down while it was stopped
  }

  private async sitDown(): Promise<void> {
    const options = { startPlayer: 'host', turnCap: TURN_CAP } as const;
    const match = await insist(() =>
      this.client.create<string>({ game: 'tieqchieq', bots: [{ bot: this.bot }], options }),
    );
    this.live = await insist(() => this.client.join(match));
  }

  private async play(): Promise<void> {
    const { live } = this;
    while (live !== undefined && !this.isClosing) {
      await live.until(({ isOver, legal }) => isOver || legal.length > 0);
      if (live.isOver) return;
      const sentAt = performance.now();
      const { kind } = await live.play(at(live.legal, 0));
      if (kind === 'accepted') this.accepted.push({ sentAt, at: performance.now() });
      await pause(this.thinkingMs);
    }
  }
}
