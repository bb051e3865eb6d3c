/** Which players are connected in other processes. Each process repeats what it knows, so what is not repeated is forgotten. */
import type { Told } from '../../announcing/announcements.ts';

export const REPEAT_MS = 20_000;
const FORGET_MS = 3 * REPEAT_MS;
const MOST_TABLES = 100_000;

interface Heard {
  readonly seats: ReadonlySet<number>;
  readonly at: number;
}

export class PresenceElsewhere {
  /** By match, the one heard longest ago first. */
  private readonly tables = new Map<string, Heard>();

  /** Returns the matches at which others are present than before. */
  hear({ tables }: Told<'presence'>, now: number): readonly string[] {
    this.forget(now);
    return tables.flatMap(({ match, seats }) => (this.put(match, { seats: new Set(seats), at: now }) ? [match] : []));
  }

  seatsAt(match: string, now: number): ReadonlySet<number> {
    const heard = this.tables.get(match);
    return heard !== undefined && heard.at + FORGET_MS > now ? heard.seats : NO_SEATS;
  }

  private put(match: string, heard: Heard): boolean {
    const before = this.tables.get(match)?.seats ?? NO_SEATS;
    this.tables.delete(match);
    if (heard.seats.size > 0) this.tables.set(match, heard);
    return before.size !== heard.seats.size || [...heard.seats].some((seat) => !before.has(seat));
  }

  private forget(now: number): void {
    for (const [match, { at }] of this.tables) {
      if (at + FORGET_MS > now && this.tables.size <= MOST_TABLES) return;
      this.tables.delete(match);
    }
  }
}

const NO_SEATS: ReadonlySet<number> = new Set();
