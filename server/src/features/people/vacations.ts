/**
 * Vacations: how many days a player has left, and how matches learn of a change. The store says what holds. A match asks it in its own
 * turn and writes what its record does not know yet, in the process that owns the match, so each change is written once.
 */
import type { VacationBalance } from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import { StoreError } from '../../store/engine/engine.ts';
import type { Stores } from '../../store/operations.ts';
import { Elsewhere } from '../../store/ownership/processes.ts';
import type { VacationRow } from '../../store/people/away.ts';

const DAY_MS = 86_400_000;
/** Longer than any calendar year, whose vacations must all be counted. */
const KEPT_MS = 366 * DAY_MS;
/** This many matches are told before the next ones are looked for. */
const AT_ONCE = 50;

interface VacationTools {
  readonly store: Stores['vacations'];
  /** How many each player has in a calendar year. */
  readonly days: number;
  readonly now: () => number;
  readonly process: string;
  readonly isClosed: () => boolean;
  /** Lets a match look at the vacations of its players. Undefined if there is no such match. */
  readonly look: (match: string) => Promise<{ readonly kind: string } | undefined>;
  readonly tellOthers: () => void;
  readonly report: (problem: string, fields: Readonly<Record<string, unknown>>) => void;
}

export class Vacations {
  private readonly tools: VacationTools;
  private telling: Promise<void> | undefined;
  private isToldAgain = false;

  constructor(tools: VacationTools) {
    this.tools = tools;
  }

  async of(player: string): Promise<VacationBalance> {
    return this.balance(await this.tools.store.of(player));
  }

  /** Only in the turn of the player: of two that begin at once, both would have all days. */
  async begin(player: string, days: number): Promise<VacationBalance> {
    const { store, now } = this.tools;
    const [rows, began] = [await store.of(player), now()];
    if (this.tools.days === 0) throw new Refused('vacation-refused', 'off');
    if (lasting(rows, began) !== undefined) throw new Refused('vacation-refused', 'on-vacation');
    if (days > this.mostDays(rows, began)) throw new Refused('vacation-refused', 'too-long');
    if (!(await store.begin({ player, began, until: began + days * DAY_MS }))) throw new Refused('unauthorized');
    this.spread();
    return this.of(player);
  }

  /** Ends it before its time. Does nothing more if there is none. */
  async end(player: string): Promise<VacationBalance> {
    const { store, now } = this.tools;
    if (lasting(await store.of(player), now()) !== undefined) {
      await store.end(player, now());
      this.spread();
    }
    return this.of(player);
  }

  /** Those of these players who are on vacation, and until when. */
  async lasting(players: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.tools.store.lasting(players, this.tools.now());
    return new Map(rows.map(({ player, until }) => [player, until]));
  }

  /** For the export of a player's data. */
  kept(player: string): Promise<readonly VacationRow[]> {
    return this.tools.store.of(player);
  }

  async sweep(): Promise<void> {
    await this.tools.store.sweep(this.tools.now() - KEPT_MS);
  }

  /** Lets matches look that belong to this process or to none. Never rejects: what fails is done at a later turn. */
  tell(): Promise<void> {
    this.isToldAgain = this.telling !== undefined;
    this.telling ??= this.tellAll().finally(() => {
      this.telling = undefined;
    });
    return this.telling;
  }

  private spread(): void {
    this.tools.tellOthers();
    void this.tell();
  }

  private async tellAll(): Promise<void> {
    try {
      do {
        this.isToldAgain = false;
        while (!this.tools.isClosed() && (await this.tellSome()));
      } while (this.isToldAgain);
    } catch (error) {
      this.tools.report('vacations could not be told to matches', { error });
    }
  }

  /** Whether there may be more. A match that cannot look now is left to the next turn. */
  private async tellSome(): Promise<boolean> {
    const news = await this.tools.store.news(AT_ONCE, this.tools.process);
    let done = 0;
    for (const one of news) {
      if (!(await this.hasLooked(one.match))) continue;
      await this.tools.store.looked(one);
      done++;
    }
    return done > 0 && news.length === AT_ONCE;
  }

  private async hasLooked(match: string): Promise<boolean> {
    try {
      const looked = await this.tools.look(match);
      return looked?.kind !== 'retry';
    } catch (error) {
      // A match that cannot be opened would be told for ever. It looks itself when it opens again.
      return !(error instanceof StoreError || error instanceof Elsewhere);
    }
  }

  private balance(rows: readonly VacationRow[]): VacationBalance {
    const now = this.tools.now();
    const until = lasting(rows, now);
    return {
      daysAYear: this.tools.days,
      left: Math.max(0, this.tools.days * DAY_MS - usedIn(rows, yearOf(now))),
      mostDays: until === undefined ? this.mostDays(rows, now) : 0,
      ...(until !== undefined && { until }),
    };
  }

  private mostDays(rows: readonly VacationRow[], at: number): number {
    return Math.floor((latestEnd(rows, { at, most: this.tools.days * DAY_MS }) - at) / DAY_MS);
  }
}

function lasting(rows: readonly VacationRow[], at: number): number | undefined {
  return rows.find(({ until }) => until > at)?.until;
}

// The balance, by calendar years in UTC. The exact time counts, but each vacation counts for a day at least: without that, a player could
// begin and end at will, and each time all matches of the player would have to be told.

const yearOf = (at: number): number => new Date(at).getUTCFullYear();

/** How much of these vacations lies in a year, in milliseconds. */
export function usedIn(rows: readonly VacationRow[], year: number): number {
  const [from, to] = [Date.UTC(year), Date.UTC(year + 1)];
  const within = ({ began, until }: VacationRow) =>
    Math.max(0, Math.min(to, Math.max(until, began + DAY_MS)) - Math.max(from, began));
  return rows.reduce((sum, row) => sum + within(row), 0);
}

/** When a vacation must end at the latest that begins now: a part of it in the next year counts there. */
export function latestEnd(rows: readonly VacationRow[], { at, most }: { at: number; most: number }): number {
  const year = yearOf(at);
  const end = Date.UTC(year + 1);
  const left = Math.max(0, most - usedIn(rows, year));
  if (at + left < end) return at + left;
  return end + Math.max(0, most - usedIn(rows, year + 1));
}
