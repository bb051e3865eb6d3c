/** One seat of a match by the plain door: reads its stream, and plays one of its legal moves by a request. */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Acted, MatchSummary, SeatedAnswer, StreamLine } from '@flower-war/protocol';
import { type Driving, oneOf } from '../base/driving.ts';
import { type Person, Refusal } from './person.ts';
import { NOTHING_SEEN, type Seen, seenAfter } from './seen.ts';
import { type Reader, readStream } from './stream.ts';

/** A move on its way to its answer. */
export interface Sent {
  readonly id: number;
  readonly at: number;
  /** How many shared changes the seat had seen when it sent the move. */
  readonly before: number;
  /** Whether it waits in a hidden window for another player, which is not the server's time. */
  isHeld: boolean;
}

/** What the table of a seat wants to know of it. */
export interface Company {
  readonly thinkMs: () => number;
  /** Whether moves are played now. */
  readonly isOpen: () => boolean;
  /** The legal moves of which the seat plays one. */
  readonly choices: (legal: readonly string[]) => readonly string[];
  changed(): void;
  asked(by: Seat): void;
  /** `step`: that of the seat, at which its stream shows the move. */
  accepted(by: Seat, sent: Sent, step: number): void;
  refused(code: string): void;
}

const RETRY_AFTER_MS = 250;

export class Seat implements Reader {
  seen: Seen = NOTHING_SEEN;
  sent: Sent | undefined;
  private readonly person: Person;
  private readonly company: Company;
  private readonly driving: Driving;
  private match = '';
  private decided: number | undefined;
  private sharedBefore = 0;
  private stop: () => void = () => {};
  private onWhole: () => void = () => {};

  constructor(person: Person, company: Company, driving: Driving) {
    this.person = person;
    this.company = company;
    this.driving = driving;
  }

  /** How many changes that all viewers see the seat has been shown since `begin`. */
  get shared(): number {
    return this.seen.shared - this.sharedBefore;
  }

  /** Resolves when the stream has shown the match. */
  async sit({ match, commitment }: Pick<MatchSummary, 'match' | 'commitment'>): Promise<void> {
    this.match = match;
    const contribution = randomBytes(16).toString('hex');
    await this.person.post<SeatedAnswer>(`/api/matches/${match}/seat`, { commitment, contribution });
    const whole = new Promise<void>((resolve) => {
      this.onWhole = resolve;
    });
    this.stop = readStream(this.person, match, this);
    await whole;
  }

  /** All seats of the table have been shown the same, so that what they see from now on can be compared. */
  begin(): void {
    this.sharedBefore = this.seen.shared;
    this.look();
  }

  close(): void {
    this.stop();
  }

  take(line: StreamLine): void {
    const { decision } = this.seen;
    this.seen = seenAfter(this.seen, line);
    if (line.kind === 'heartbeat') this.sayHere().catch((error: unknown) => this.driving.tally.fail(error));
    if (line.kind === 'closed') throw new Error(`the server ends a stream: ${line.code}`);
    if (this.seen.decision !== undefined && this.seen.decision !== decision) this.company.asked(this);
    this.onWhole();
    this.look();
  }

  lost(why: unknown): void {
    this.driving.tally.fail(why);
    this.onWhole();
  }

  private look(): void {
    this.company.changed();
    const { decision } = this.seen;
    if (decision === undefined || decision === this.decided || this.sent !== undefined || !this.company.isOpen())
      return;
    this.decided = decision;
    setTimeout(() => this.play(decision), this.company.thinkMs());
  }

  /** A seat whose choices are all up to another player, or to a temple, waits for its next question. */
  private play(decision: number): void {
    if (this.seen.decision !== decision || this.sent !== undefined || !this.company.isOpen()) return;
    const move = oneOf(this.company.choices(this.seen.legal));
    if (move === undefined) return;
    const id = randomBytes(4).readUInt32LE();
    const sent: Sent = { id, at: this.driving.now(), before: this.shared, isHeld: false };
    this.sent = sent;
    this.act(sent, { id, decision, move }).catch((error: unknown) => this.fail(error));
  }

  private async act(sent: Sent, body: object): Promise<void> {
    const answer = await this.person.post<Acted>(`/api/matches/${this.match}/act`, body);
    if (answer.kind === 'retry') {
      this.driving.tally.count('retries');
      await wait(RETRY_AFTER_MS);
      return this.act(sent, body);
    }
    if (answer.repeated) this.driving.tally.count('repeated');
    this.driving.tally.accepted(this.match, sent.id);
    this.sent = undefined;
    this.company.accepted(this, sent, answer.step);
    this.look();
  }

  private fail(error: unknown): void {
    this.sent = undefined;
    if (error instanceof Refusal) this.company.refused(error.code);
    else this.driving.tally.fail(error);
    this.look();
  }

  private async sayHere(): Promise<void> {
    const { streams } = await this.person.post<{ readonly streams: number }>(`/api/matches/${this.match}/here`);
    if (streams === 0) this.driving.tally.fail('the server has lost a stream');
  }
}
