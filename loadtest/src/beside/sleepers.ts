/**
 * Matches by correspondence that sleep on the disk. The clock of one in a hundred runs out in the measured time. The server must
 * wake these by itself, judge them, and write one entry; it must leave all others alone.
 */
import { EntriesIn, type Sleeper, writeSleepers } from '@flower-war/server/testing';
import type { Beside, BesideWanted, Seen } from './beside.ts';
import { judged, type Stored } from './judgedSleepers.ts';

const ONE_IN = 100;
/** A server that has many matches to list needs so long to start, at most. */
const START_WITHIN_MS = 25_000;
const START_MS_A_MATCH = 0.2;
/** The last clock runs out so long before the end, because the server looks for due matches every five seconds. */
const LAST_SECONDS = 10;
const HOUR_MS = 3_600_000;
/** Clocks of three days. */
const LATEST_MS = 70 * HOUR_MS;
/** So exact is the time at which an entry was seen to be stored. */
const LOOK_EVERY_MS = 20;

const dueOf = (matches: number): number => Math.ceil(matches / ONE_IN);

export class Sleepers implements Beside {
  readonly measuredFrom: number;
  private readonly folder: string;
  private readonly sleepers: readonly Sleeper[];
  private readonly due: readonly Sleeper[];
  private readonly stored = new Map<string, number>();
  private entries: EntriesIn | undefined;
  private timer: NodeJS.Timeout | undefined;

  private constructor(folder: string, sleepers: readonly Sleeper[], measuredFrom: number) {
    this.folder = folder;
    this.sleepers = sleepers;
    this.measuredFrom = measuredFrom;
    this.due = sleepers.slice(sleepers.length - dueOf(sleepers.length)).toSorted((a, b) => a.dueAt - b.dueAt);
  }

  /** Writes the matches that are due last, so that their time is near. */
  static async prepare({ data: folder, matches, seconds, signal }: BesideWanted): Promise<Sleepers> {
    const firstDue = matches - dueOf(matches);
    const spanMs = Math.max(1, seconds - LAST_SECONDS) * 1000;
    let from = 0;
    const dueAt = (nth: number) => {
      if (nth < firstDue) return Date.now() + HOUR_MS + Math.floor(Math.random() * (LATEST_MS - HOUR_MS));
      from ||= Date.now() + START_WITHIN_MS + matches * START_MS_A_MATCH;
      return Math.floor(from + ((nth - firstDue) / (matches - firstDue)) * spanMs);
    };
    return new Sleepers(folder, await writeSleepers({ folder, matches, dueAt, signal }), from);
  }

  start(): void {
    const [first] = this.due;
    if (first !== undefined && first.dueAt < Date.now())
      throw new Error('the server started so late that matches were due before. Try again, with fewer --matches.');
    const entries = new EntriesIn(this.folder);
    this.entries = entries;
    this.timer = setInterval(() => this.look(entries), LOOK_EVERY_MS);
  }

  async see(): Promise<Seen> {
    const { entries } = this;
    if (entries === undefined) throw new Error('the sleeping matches were never watched');
    this.look(entries);
    const due = new Set(this.due.map(({ match }) => match));
    const seen = this.sleepers.map((sleeper): Stored => {
      const storedAt = this.stored.get(sleeper.match);
      const lines = due.has(sleeper.match) ? entries.linesOf(sleeper.match) : undefined;
      return {
        sleeper,
        isDue: lines !== undefined,
        entries: lines?.length ?? entries.countOf(sleeper.match),
        ...(lines !== undefined && { lines }),
        ...(storedAt !== undefined && { storedAt }),
      };
    });
    return judged(seen);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.entries?.close();
  }

  /** Only a few matches are due and not served yet at any time. */
  private look(entries: EntriesIn): void {
    const now = Date.now();
    for (const { match, dueAt, entries: before } of this.due) {
      if (dueAt > now) return;
      if (!this.stored.has(match) && entries.countOf(match) > before) this.stored.set(match, now);
    }
  }
}
