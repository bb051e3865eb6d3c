/** Counts what the driver sees, and tells it once a second, as a virtual user of k6 does. */
import { type BeadsTold, measuredFrom, measuredTo, type Plan, type Told } from '../../plan.ts';

/** What takes time. `late`: how late timers of the driver are. */
export type Timed = 'move' | 'answer' | 'bead' | 'late';
export type Counted = 'moves' | 'matches' | 'held' | 'retries' | 'repeated' | 'stale' | 'beads';

interface Counting {
  readonly counts: Record<string, number>;
  readonly times: Record<string, number[]>;
  readonly failures: Record<string, number>;
  readonly accepted: [match: string, id: number][];
  readonly beads: BeadsTold[];
}

const MOST_WORDS = 160;

export class Tally {
  private readonly plan: Plan;
  private readonly now: () => number;
  private counting = nothing();

  /** `now`: milliseconds since the driver began. */
  constructor(plan: Plan, now: () => number) {
    this.plan = plan;
    this.now = now;
  }

  count(what: Counted, by = 1): void {
    const { counts } = this.counting;
    counts[what] = (counts[what] ?? 0) + by;
  }

  /** Times outside of the measured time are dropped. */
  took(what: Timed, milliseconds: number): void {
    if (!this.isMeasured) return;
    const { times } = this.counting;
    const list = times[what] ?? [];
    list.push(Math.round(milliseconds * 100) / 100);
    times[what] = list;
  }

  fail(error: unknown): void {
    const { failures } = this.counting;
    const words = String(error instanceof Error ? error.message : error).slice(0, MOST_WORDS);
    failures[words] = (failures[words] ?? 0) + 1;
  }

  /** The server says that it has accepted the move with this id. */
  accepted(match: string, id: number): void {
    this.counting.accepted.push([match, id]);
  }

  /** What became of all beads of a temple. */
  beads(told: BeadsTold): void {
    this.counting.beads.push(told);
  }

  /** Everything since the last call. */
  tell(): Told {
    const told = this.counting;
    this.counting = nothing();
    return { ...told, at: Math.floor(Date.now() / 1000), isMeasured: this.isMeasured, shown: [], sent: [] };
  }

  private get isMeasured(): boolean {
    const at = this.now();
    return at >= measuredFrom(this.plan) && at <= measuredTo(this.plan);
  }
}

function nothing(): Counting {
  return { counts: {}, times: {}, failures: {}, accepted: [], beads: [] };
}
