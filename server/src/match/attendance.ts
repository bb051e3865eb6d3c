/** Which players are connected: a seat is present while it has a connection. Not part of the record. */
import { POLICIES, type Position, peopleAtTable } from '@flower-war/protocol';
import { least } from './due/timeouts.ts';
import type { Body } from './entries/entryKinds.ts';

export class Attendance {
  private readonly connections = new Map<number, number>();
  private readonly left = new Map<number, number>();
  /** How many missed turns of a seat were forgiven. A turn in time clears both. */
  private readonly forgiven = new Map<number, number>();
  private openedAt: number;

  /** Players who have not connected yet count as away since `openedAt`. */
  constructor(openedAt: number) {
    this.openedAt = openedAt;
  }

  arrive(seat: number): void {
    this.connections.set(seat, (this.connections.get(seat) ?? 0) + 1);
  }

  depart(seat: number, at: number): void {
    const others = (this.connections.get(seat) ?? 1) - 1;
    if (others > 0) this.connections.set(seat, others);
    else this.connections.delete(seat);
    if (others <= 0) this.left.set(seat, at);
  }

  /** Moves all absences on by the length of an outage, in which no player could come back. */
  giveBack(lost: number): void {
    this.openedAt += lost;
    for (const [seat, at] of this.left) this.left.set(seat, at + lost);
  }

  /** The player has shown to be there: turns missed until now do not count. */
  forgive(seat: number, missed: number): void {
    this.forgiven.set(seat, missed);
  }

  private missedBy(seat: number, { clocks }: Position): number {
    const missed = clocks[seat]?.missed ?? 0;
    if (missed < (this.forgiven.get(seat) ?? 0)) this.forgiven.delete(seat);
    return missed - (this.forgiven.get(seat) ?? 0);
  }

  isHere(seat: number): boolean {
    return this.connections.has(seat);
  }

  /** Which seat the table gives up on next, and when: a slow player's at once, an absent player's after a while. */
  patienceEndsAt(position: Position, awaited: readonly number[]): { seat: number; at: number } | undefined {
    const { misses } = POLICIES[position.created.table.absence];
    const people = position.status === 'running' ? peopleAtTable(position) : [];
    // Only a seat that is asked again. Otherwise this would show which player has not chosen yet in a secret choice.
    const slow = people.find((seat) => awaited.includes(seat) && this.missedBy(seat, position) >= misses);
    if (slow !== undefined) return { seat: slow, at: 0 };
    return this.awayTooLong(position, people, awaited);
  }

  /** Presence counts only at tables without a clock, and only while another player is there to wait. */
  private awayTooLong({ clocks, pause, created }: Position, people: readonly number[], awaited: readonly number[]) {
    if (clocks.length > 0 || pause || !people.some((seat) => this.isHere(seat))) return undefined;
    const { awayMs } = POLICIES[created.table.absence];
    const missing = people.filter((seat) => awaited.includes(seat) && !this.isHere(seat));
    const times = missing.map((seat) => ({ seat, at: (this.left.get(seat) ?? this.openedAt) + awayMs }));
    return times.find(({ at }) => at === least(times.map((one) => one.at)));
  }
}

/** The entry for a seat that the table gives up on: a bot stands in, or the seat retires. */
export function giveUpOn(position: Position, seat: number, { bot, at }: { bot: string | undefined; at: number }): Body {
  const { becomes } = POLICIES[position.created.table.absence];
  if (becomes === 'retired' || bot === undefined) return { kind: 'absence', at, seat, what: 'retired' };
  return { kind: 'absence', at, seat, what: 'bot', bot };
}
