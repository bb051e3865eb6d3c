/** The players of one match. All of them are here, so it is known when a move was shown to the last of them. */
import type { MatchSummary, Private } from '@flower-war/protocol';
import { measuredFrom, measuredTo, SEATS } from '../loads.ts';
import { type Company, Seat, type Sent } from './seat.ts';
import { arrivalOf, at, count, fail, LAST_ANSWERS_MS, now, Person, PLAN, playersHere, took } from './user.ts';

/** An accepted move that not all have seen. */
interface Flying extends Sent {
  readonly shownAt: number;
}

export const GAME = 'flower-war';

/** As long as a person thinks before a move. */
export function thinkMs(): number {
  const [least, most] = PLAN.thinkMs;
  return least + Math.random() * (most - least);
}

/** Whether moves are still played. */
export const isOpen = (): boolean => now() < measuredTo(PLAN);

export class Table implements Company {
  readonly seats: readonly Seat[];
  readonly thinkMs = thinkMs;
  readonly isOpen = isOpen;
  match: MatchSummary | undefined;
  /** Called with each move that shows all viewers a table with a new step. */
  onMove: (step: number, sentAt: number) => void = () => {};
  private flying: readonly Flying[] = [];
  private onEnded: () => void = () => {};

  constructor(people: readonly Person[]) {
    this.seats = people.map((person) => new Seat(person, this));
  }

  async create(): Promise<MatchSummary> {
    const [host] = this.seats;
    if (host === undefined) throw new Error('a table without players');
    this.match = await host.person.post<MatchSummary>('/api/matches', { game: GAME, seats: this.seats.length });
    return this.match;
  }

  /** Resolves when every player sees the table. */
  async open(): Promise<void> {
    await this.seatAll(await this.create());
  }

  async seatAll(match: MatchSummary): Promise<void> {
    await Promise.all(this.seats.map((seat) => seat.sit(match)));
  }

  /** Resolves when the match has ended, and its last mover knows. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      this.onEnded = resolve;
      this.changed();
    });
  }

  /** Cuts all connections at once, as when the network fails. Moves that not all have seen cannot be timed any more. */
  cut(): void {
    this.flying = [];
    for (const seat of this.seats) seat.cut();
  }

  close(): void {
    for (const seat of this.seats) {
      if (waits(seat)) fail('a move was never answered');
      seat.cut();
    }
    if (this.flying.length > 0) fail('a move was never shown to all');
  }

  changed(): void {
    const least = Math.min(...this.seats.map(({ step }) => step));
    if (this.flying.length > 0) this.flying = this.flying.filter((move) => !this.isSeen(move, least));
    if (this.seats.every((seat) => seat.status === 'ended' && !waits(seat))) this.onEnded();
  }

  /** A player is asked although the table stands where it stood: the others wait in a hidden window. */
  asked(by: Seat, own: Private): void {
    for (const { sent } of this.seats.filter((seat) => seat !== by))
      if (sent !== undefined && own.table === sent.before) sent.isHeld = true;
  }

  answered(sent: Sent, step: number): void {
    if (sent.isCut) return;
    if (sent.isHeld) return count('held');
    if (step > sent.before) this.onMove(step, sent.at);
    this.flying = [...this.flying, { ...sent, shownAt: step }];
    this.changed();
  }

  private isSeen({ at, shownAt }: Flying, least: number): boolean {
    if (least < shownAt) return false;
    count('moves');
    took('move', now() - at);
    return true;
  }
}

const waits = ({ sent }: Seat): boolean => sent !== undefined && !sent.isHeld;

/** Whole matches, one after the other, until the measured time ends. `onOpen` is called with each table that sits. */
export async function playMatches(onOpen: (table: Table) => void = () => {}): Promise<void> {
  const tables = Math.floor(playersHere() / SEATS);
  await Promise.all(
    Array.from({ length: tables }, async (_, nth) => {
      await at(arrivalOf(nth, tables));
      await playOneAfterTheOther(onOpen).catch(fail);
    }),
  );
}

async function playOneAfterTheOther(onOpen: (table: Table) => void): Promise<void> {
  const people = await Promise.all(Array.from({ length: SEATS }, () => Person.signUp()));
  const end = at(measuredTo(PLAN) + LAST_ANSWERS_MS).then(() => 'end');
  for (let matches = 0; isOpen(); matches++) {
    const table = new Table(people);
    await table.open();
    if (matches === 0 && now() > measuredFrom(PLAN)) fail('players had not arrived when the measured time began');
    onOpen(table);
    if ((await Promise.race([table.ended(), end])) !== 'end') count('matches');
    table.close();
  }
}
