/**
 * What spectators of a match saw, with a delay: the same tables, steps and events in the same order. The past comes
 * from the record, everything after opening from the match itself.
 */
import { begin, type Position } from '@flower-war/protocol';
import type { Match, Watcher } from '../../match/match.ts';
import { type Flush, type PublicTable, ViewerProgress } from '../../match/record/viewerProgress.ts';
import { type EngineOf, openMatch, type ShownEntry } from '../../matches/openMatch.ts';
import type { Stored } from '../../store/journal/journal.ts';

export interface RetoldTools {
  readonly read: () => Promise<Stored | undefined>;
  readonly engineOf: EngineOf;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
}

interface Moment {
  readonly dueAt: number;
  readonly table: PublicTable;
  readonly publicStep: number;
  readonly events: readonly unknown[];
}

/** Added to the delay: an entry's time is before its write, so viewers saw it up to this much later. */
const WRITTEN_WITHIN_MS = 1000;
/** The longest timer, because the system clock may be set meanwhile. */
const LOOK_EVERY_MS = 500;
const NO_SEATS: Flush['seats'] = new Map();

export class DelayedView {
  readonly position: Pick<Position, 'created' | 'host'>;
  /** What is shown now. */
  table: PublicTable;
  publicStep = 0;
  private readonly match: Pick<Match, 'isLost'>;
  private readonly tools: RetoldTools;
  private readonly delayMs: number;
  private readonly watching = new Set<Watcher>();
  private readonly stopListening: () => void;
  private coming: Moment[] = [];
  /** While the past is read, new moments wait behind it. */
  private isRecalling = true;
  private timer: NodeJS.Timeout | undefined;

  private constructor(match: Match, tools: RetoldTools) {
    const { created } = match.position;
    this.position = {
      created,
      get host() {
        return match.position.host;
      },
    };
    this.table = ViewerProgress.first(match.engine, begin(created)).table;
    this.match = match;
    this.tools = tools;
    this.delayMs = created.table.watchDelaySeconds * 1000 + WRITTEN_WITHIN_MS;
    this.stopListening = match.watch({
      onFlush: ({ public: isPublic, publicEvents }) => {
        if (isPublic) this.add(match, publicEvents);
      },
      onLost: () => {
        for (const { onLost } of this.watching) onLost();
      },
    });
  }

  get isLost(): boolean {
    return this.match.isLost;
  }

  /** Opens the view and shows everything that is due by now. */
  static async open(match: Match, tools: RetoldTools): Promise<DelayedView> {
    const view = new DelayedView(match, tools);
    try {
      await view.recall(match.length);
    } catch (error) {
      view.stop();
      throw error;
    }
    view.tell();
    return view;
  }

  watch(watcher: Watcher): () => void {
    this.watching.add(watcher);
    return () => this.watching.delete(watcher);
  }

  stop(): void {
    this.stopListening();
    clearTimeout(this.timer);
  }

  /** Reads the first `entries` entries from the record. Later ones come from the match itself. */
  private async recall(entries: number): Promise<void> {
    const stored = await this.tools.read();
    if (stored === undefined) throw new Error('the record of an open match is gone');
    const recalled: Moment[] = [];
    const now = this.tools.now();
    let shownAt = 0;
    const { reactDelaySeconds } = this.position.created.table;
    const tell = (told: ShownEntry) => {
      shownAt = Math.max(shownAt, shownFrom(told, reactDelaySeconds * 1000));
      if (told.entry.seq >= entries || !told.flush.public) return;
      const { table, step: publicStep } = told.shown;
      const dueAt = this.dueAt(shownAt, recalled);
      if (dueAt <= now) recalled.length = 0; // of the moments due already only the last is shown
      recalled.push({ dueAt, table, publicStep, events: told.flush.publicEvents });
    };
    await openMatch(stored, this.tools.engineOf, { tell });
    const since = this.coming.map((moment) => ({ ...moment, dueAt: Math.max(moment.dueAt, this.dueAt(0, recalled)) }));
    this.coming = [...recalled, ...since];
    this.isRecalling = false;
  }

  /** When a moment of time `at` is due: never before an earlier moment. */
  private dueAt(at: number, before: readonly Moment[]): number {
    return Math.max(at + this.delayMs, before.at(-1)?.dueAt ?? 0);
  }

  private add({ table, publicStep }: Pick<Moment, 'table' | 'publicStep'>, events: readonly unknown[]): void {
    const dueAt = this.dueAt(this.tools.now(), this.coming);
    this.coming.push({ dueAt, table, publicStep, events });
    if (this.coming.length === 1) this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    const [next] = this.coming;
    if (next === undefined || this.isRecalling) return;
    const wait = Math.max(0, next.dueAt - this.tools.now());
    this.timer = setTimeout(() => this.tell(), Math.min(wait, LOOK_EVERY_MS));
  }

  /** Shows all due moments, one after the other. */
  private tell(): void {
    const now = this.tools.now();
    for (let [next] = this.coming; next !== undefined && next.dueAt <= now; [next] = this.coming) {
      this.coming.shift();
      this.show(next);
    }
    this.schedule();
  }

  private show({ table, publicStep, events }: Moment): void {
    this.table = table;
    this.publicStep = publicStep;
    try {
      for (const { onFlush } of this.watching) onFlush({ public: true, publicEvents: events, seats: NO_SEATS });
    } catch (error) {
      this.tools.report(error);
    }
  }
}

/** When spectators saw an entry. A move is shown after the reaction delay, whether or not there was a window. */
function shownFrom({ entry, before, flush }: ShownEntry, reactDelayMs: number): number {
  const isTurn = entry.kind === 'move' || entry.kind === 'clock';
  if (!isTurn || !flush.public) return entry.at;
  return Math.max(entry.at, (before.window?.movedAt ?? entry.at) + reactDelayMs);
}
