/**
 * A match as spectators were shown it, some time later: the same tables, steps and events in the same order. It begins
 * with what the record says of the time before, and goes on with what the match shows from then on.
 */
import { begin, type Position } from '@flower-war/protocol';
import type { Match, Watcher } from '../../match/match.ts';
import { type Flush, type PublicTable, ViewerProgress } from '../../match/shown/viewerProgress.ts';
import { type EngineOf, openMatch } from '../../matches/openMatch.ts';
import type { ShownEntry } from '../../matches/shownEntry.ts';
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

/** A record says when something was to be shown. Writing it takes a while, and that it must not be told too early. */
const WRITTEN_WITHIN_MS = 1000;
/** A clock may be set while we wait. */
const LOOK_EVERY_MS = 500;
const NO_SEATS: Flush['seats'] = new Map();

export class Retold {
  readonly position: Pick<Position, 'created' | 'host'>;
  /** What is shown now. */
  table: PublicTable;
  publicStep = 0;
  private readonly tools: RetoldTools;
  private readonly delayMs: number;
  private readonly watching = new Set<Watcher>();
  private readonly stopListening: () => void;
  private coming: Moment[] = [];
  /** What comes meanwhile waits: it is shown after what was before. */
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

  /** Shows what is to be shown by now. */
  static async open(match: Match, tools: RetoldTools): Promise<Retold> {
    const retold = new Retold(match, tools);
    try {
      await retold.recall(match.length);
    } catch (error) {
      retold.stop();
      throw error;
    }
    retold.tell();
    return retold;
  }

  watch(watcher: Watcher): () => void {
    this.watching.add(watcher);
    return () => this.watching.delete(watcher);
  }

  stop(): void {
    this.stopListening();
    clearTimeout(this.timer);
  }

  /** The first so many entries; those after them came, or will come, from the match itself. */
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
      if (dueAt <= now) recalled.length = 0; // what is past is shown at once: the last of it is enough
      recalled.push({ dueAt, table, publicStep, events: told.flush.publicEvents });
    };
    await openMatch(stored, this.tools.engineOf, { tell });
    const since = this.coming.map((moment) => ({ ...moment, dueAt: Math.max(moment.dueAt, this.dueAt(0, recalled)) }));
    this.coming = [...recalled, ...since];
    this.isRecalling = false;
  }

  /** When something is shown that happened then. Nothing is shown before what came before it. */
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

  /** One after the other, each as it was shown. */
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

/** When spectators were to be shown an entry: a move whose outcome the table shows late, so much later. */
function shownFrom({ entry, before, flush }: ShownEntry, reactDelayMs: number): number {
  const isTurn = entry.kind === 'move' || entry.kind === 'clock';
  if (!isTurn || !flush.public) return entry.at;
  return Math.max(entry.at, (before.window?.movedAt ?? entry.at) + reactDelayMs);
}
