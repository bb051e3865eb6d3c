/** The players of one match at the plain door. All are here, so it is known when all streams have shown a move. */
import type { MatchSummary } from '@flower-war/protocol';
import { anyOf, type Driving } from '../base/driving.ts';
import type { Person } from './person.ts';
import { type Company, Seat, type Sent } from './seat.ts';

/** An accepted move that not all streams have shown. */
interface Flying {
  readonly at: number;
  readonly by: Seat;
  /** The step of its seat that shows it. */
  readonly step: number;
  /** The shared change that shows it; undefined until the stream of its seat has it. */
  shared?: number;
}

export const GAME = 'flower-war';

export class Table implements Company {
  private readonly people: readonly Person[];
  private readonly seats: readonly Seat[];
  private readonly driving: Driving;
  private flying: readonly Flying[] = [];
  private hasBegun = false;
  private onEnded: () => void = () => {};

  constructor(people: readonly Person[], driving: Driving) {
    this.people = people;
    this.driving = driving;
    this.seats = people.map((person) => new Seat(person, this, driving));
  }

  /** Resolves when every player sees the match. */
  async open(): Promise<void> {
    const [host] = this.people;
    if (host === undefined) throw new Error('a table without players');
    const match = await host.post<MatchSummary>('/api/matches', { game: GAME, seats: this.people.length });
    await Promise.all(this.seats.map((seat) => seat.sit(match)));
  }

  /** Resolves when the match has ended. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      this.onEnded = resolve;
      this.changed();
    });
  }

  close(): void {
    const { tally } = this.driving;
    for (const { sent } of this.seats) if (sent !== undefined && !sent.isHeld) tally.fail('a move was never answered');
    if (this.flying.length > 0) tally.fail('a move was never shown to all');
    for (const seat of this.seats) seat.close();
  }

  readonly thinkMs = (): number => anyOf(this.driving.plan.thinkMs);
  readonly isOpen = (): boolean => this.hasBegun && this.driving.isOpen();
  readonly choices = (legal: readonly string[]): readonly string[] => legal;

  changed(): void {
    if (!this.hasBegun) this.beginTogether();
    if (this.flying.length > 0) this.flying = this.flying.filter((move) => !this.isSeen(move));
    if (this.isOver) this.onEnded();
  }

  /** A player is asked although the table stands where it stood: the others wait in a hidden window. */
  asked(by: Seat): void {
    for (const { sent } of this.seats.filter((seat) => seat !== by))
      if (sent !== undefined && sent.before === by.shared) sent.isHeld = true;
  }

  accepted(by: Seat, sent: Sent, step: number): void {
    const { tally, now } = this.driving;
    if (sent.isHeld) return tally.count('held');
    tally.took('answer', now() - sent.at);
    this.flying = [...this.flying, { at: sent.at, by, step }];
  }

  refused(code: string): void {
    this.driving.tally.fail(`a legal move is refused: ${code}`);
  }

  /** Nothing changes between the start and the first move. So all have seen the same when all have seen the start. */
  private beginTogether(): void {
    if (this.seats.some(({ seen }) => seen.status !== 'running')) return;
    this.hasBegun = true;
    for (const seat of this.seats) seat.begin();
  }

  /** The answer to the last move may come after the end, on another connection. */
  private get isOver(): boolean {
    return (
      this.flying.length === 0 && this.seats.every(({ seen, sent }) => seen.status === 'ended' && sent === undefined)
    );
  }

  private isSeen(move: Flying): boolean {
    if (move.shared === undefined && move.by.seen.step >= move.step) move.shared = move.by.shared;
    const { shared } = move;
    if (shared === undefined || this.seats.some((seat) => seat.shared < shared)) return false;
    this.driving.tally.count('moves');
    this.driving.tally.took('move', this.driving.now() - move.at);
    return true;
  }
}
