/** One seat of a match and the player in it: reads the table and its private part, and plays one of its legal moves. */
import type { Answer, MatchSummary, Private, PrivateMessage, SeatedAnswer } from '@flower-war/protocol';
import { afterPrivate, MESSAGES, NOTHING_TOLD } from '@flower-war/protocol/names';
import { Connection, type Listener } from './connection.ts';
import { fail, moveAccepted, now, type Person } from './user.ts';

interface TableState {
  readonly step: number;
  readonly status: string;
}

/** A move on its way to its answer. */
export interface Sent {
  readonly payload: readonly [id: number, decision: number, move: string];
  readonly at: number;
  /** The step of the table when it was sent. */
  readonly before: number;
  /** Whether it waits in a hidden window for another player, which is not the server's time. */
  isHeld: boolean;
  /** Whether its connection was cut before the answer came. */
  isCut: boolean;
}

/** What the table of a seat wants to know of it. */
export interface Company {
  readonly thinkMs: () => number;
  /** Whether moves are still played. */
  readonly isOpen: () => boolean;
  changed(): void;
  asked(by: Seat, own: Private): void;
  answered(sent: Sent, step: number): void;
}

const RETRY_AFTER_MS = 250;

export class Seat implements Listener<TableState> {
  readonly person: Person;
  step = 0;
  status = 'open';
  /** The seat's own step of its last accepted move. */
  acceptedStep = 0;
  /** When the frame arrived with which the table was whole. */
  wholeAt = 0;
  sent: Sent | undefined;
  private readonly company: Company;
  private connection: Connection<TableState> | undefined;
  private own: Private | undefined;
  private told = NOTHING_TOLD;
  private place = 0;
  private match = '';
  private decided = 0;
  private request = 0;
  private isWhole = false;
  private onWhole: () => void = () => {};

  constructor(person: Person, company: Company) {
    this.person = person;
    this.company = company;
  }

  /** The seat's own step. */
  get ownStep(): number {
    return this.own === undefined ? 0 : this.step + this.own.step - this.own.table;
  }

  async sit(match: MatchSummary): Promise<void> {
    this.match = match.match;
    await this.enter(await this.person.sit(match));
  }

  /** Resolves when the whole table and the seat's own part were shown. A move without an answer is sent again. */
  async enter(seated: SeatedAnswer): Promise<void> {
    const { sent } = this;
    this.place = seated.seat;
    this.told = NOTHING_TOLD;
    this.own = undefined;
    this.decided = 0;
    this.isWhole = false;
    const whole = new Promise<void>((resolve) => {
      this.onWhole = resolve;
    });
    this.connection = new Connection<TableState>(seated.connection, this);
    await whole;
    if (sent !== undefined) this.send(sent);
  }

  /** Comes back to a seat that was cut off. What was accepted before must have been kept. */
  async comeBack(match: string): Promise<void> {
    await this.enter(await this.person.comeBack(match));
    if (this.ownStep < this.acceptedStep) fail('an accepted move was lost');
  }

  cut(): void {
    if (this.sent !== undefined) this.sent.isCut = true;
    this.own = undefined;
    this.connection?.cut();
  }

  shown({ step, status }: TableState): void {
    this.step = step;
    this.status = status;
    this.look();
  }

  message(name: string, payload: unknown): void {
    if (Number(name) !== MESSAGES.private) return;
    const { told, shown } = afterPrivate(this.told, payload as PrivateMessage, this.place);
    if (shown.decision !== undefined && shown.decision !== this.own?.decision) this.company.asked(this, shown);
    this.told = told;
    this.own = shown;
    this.look();
  }

  answer(request: number, payload: unknown): void {
    const { sent } = this;
    if (request !== this.request || sent === undefined) return;
    const answer = payload as Answer;
    switch (answer.kind) {
      case 'retry':
        setTimeout(() => this.send(sent), RETRY_AFTER_MS);
        return;
      case 'rejected':
        fail(`a legal move is refused: ${answer.code}`);
        break;
      case 'accepted':
        this.acceptedStep = answer.step;
        moveAccepted(this.match, sent.payload[0]);
        this.company.answered(sent, this.step);
    }
    this.sent = undefined;
    this.look();
  }

  lost(why: string): void {
    fail(why);
  }

  /** Once the table fits the private part, both are shown, and the player may think. */
  private look(): void {
    const { own, step } = this;
    if (own === undefined || own.table > step) return;
    if (!this.isWhole) {
      this.isWhole = true;
      this.wholeAt = this.connection?.readAt ?? 0;
      this.onWhole();
    }
    this.company.changed();
    if (own.decision !== undefined) this.think(own.decision);
  }

  private think(decision: number): void {
    if (this.decided === decision || this.sent !== undefined || !this.company.isOpen()) return;
    this.decided = decision;
    const milliseconds = this.company.thinkMs();
    if (milliseconds > 0) setTimeout(() => this.play(decision), milliseconds);
    else this.play(decision);
  }

  private play(decision: number): void {
    const { own } = this;
    if (own?.decision !== decision || this.sent !== undefined || !this.company.isOpen()) return;
    const move = own.legal[Math.floor(Math.random() * own.legal.length)];
    if (move === undefined) return fail('a decision without a legal move');
    const id = Math.floor(Math.random() * 2 ** 32);
    this.sent = { payload: [id, decision, move], at: now(), before: this.step, isHeld: false, isCut: false };
    this.send(this.sent);
  }

  private send({ payload }: Sent): void {
    this.request = this.connection?.request('act', payload) ?? 0;
  }
}
