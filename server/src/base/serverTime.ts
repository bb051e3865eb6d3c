/**
 * The time of a server. It never goes back, even if a clock is set back. It also detects gaps, in which no player could act: the
 * machine slept, the process was stopped, or the clock was set forward. A process that is alone follows the clock of its machine.
 * Processes that share a store follow the clock of the store, so that a machine whose clock is wrong disagrees with no other.
 */

/** A longer pause between beats counts as an outage, a shorter one as a busy machine. */
export const OUTAGE_AFTER_MS = 3000;

/** The clocks that a process reads by itself, in milliseconds. */
export interface Sources {
  /** Since 1970. It may be set by hand. Absent if the process follows the clock of a store. */
  readonly wall?: () => number;
  /** Since an arbitrary moment, at an even pace. */
  readonly elapsed: () => number;
}

/** From `at - lost` to `at` no player could act. */
export interface Gap {
  readonly at: number;
  readonly lost: number;
}

export type OnGap = (listener: (gap: Gap) => void) => () => void;

/** The clock of the store showed `at` at some moment since `askedAt`, by the time of this process. */
export interface StoreTime {
  readonly at: number;
  readonly askedAt: number;
}

export interface Time {
  readonly now: () => number;
  /** Keeps to the clock of the store, if the process follows one. */
  readonly follow: (shown: StoreTime) => void;
  /** Something else kept players from acting: the store was away. */
  readonly lose: (since: number) => void;
  /** Listeners are called while the time is read, before the reader uses it. */
  readonly onGap: OnGap;
}

export class ServerTime implements Time {
  private readonly sources: Sources;
  private readonly listeners = new Set<(gap: Gap) => void>();
  private latest: number;
  /** What the clock of the store shows at most. Until that is known, there is no such bound. */
  private most = Number.POSITIVE_INFINITY;
  private readAt: number;
  /** The end of the last gap that was told. */
  private toldUntil = 0;

  /** Begins no earlier than `since`: the last moment noted in the data, or the time of the store. */
  constructor(sources: Sources, since = 0) {
    this.sources = sources;
    this.latest = Math.max(sources.wall?.() ?? 0, since);
    this.readAt = sources.elapsed();
  }

  /** A server reads the time at least once a second. A longer pause means that it stood still. */
  readonly now = (): number => {
    const { wall, elapsed } = this.sources;
    const readAt = elapsed();
    const passed = Math.max(0, readAt - this.readAt);
    this.readAt = readAt;
    if (wall === undefined) this.goOn(passed);
    else this.moveTo(caughtUp(wall(), this.latest + passed));
    return Math.floor(this.latest);
  };

  /**
   * What the store tells are two bounds, because its answer was under way for a while. Between them the time keeps its even pace.
   */
  readonly follow = ({ at, askedAt }: StoreTime): void => {
    if (this.sources.wall !== undefined) return;
    const answeredAt = this.now();
    this.most = at + (answeredAt - askedAt);
    this.moveTo(Math.max(at, this.latest));
  };

  readonly onGap: OnGap = (listener) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Tells of the time from then until now as lost, unless it was told already. */
  readonly lose = (since: number): void => {
    this.now();
    const from = Math.max(since, this.toldUntil);
    if (this.latest - from > OUTAGE_AFTER_MS) this.tell(Math.floor(from));
  };

  /**
   * How long the process really stood still only the store knows: on some machines the even clock stands meanwhile, or jumps. A
   * time that is ahead of the store's goes at half its pace until they meet, so that no wait takes more than twice as long.
   */
  private goOn(passed: number): void {
    const known = passed > OUTAGE_AFTER_MS ? 0 : passed;
    this.latest += this.latest > this.most ? known / 2 : known;
    this.most += known;
  }

  private moveTo(at: number): void {
    const before = this.latest;
    this.latest = at;
    if (at - before > OUTAGE_AFTER_MS) this.tell(Math.floor(before));
  }

  private tell(before: number): void {
    const at = Math.floor(this.latest);
    this.toldUntil = at;
    for (const listener of [...this.listeners]) listener({ at, lost: at - before });
  }
}

/** A clock that was set a little forward or back changes nothing. */
function caughtUp(wall: number, even: number): number {
  return wall - even > OUTAGE_AFTER_MS ? wall : even;
}

/** What is dated goes by the time of the server, also how long things are kept. */
const MUCH_BEHIND_MS = 5 * 60_000;

const dated = (at: number): string => new Date(at).toISOString();

/** What it returns looks at the clock of the machine, and tells once that it has fallen behind: before the start, or set back since. */
export function clockWatch(
  { now, wall }: { readonly now: () => number; readonly wall: () => number },
  log: { readonly warn: (fields: object, text: string) => void },
): () => void {
  let isBehind = false;
  return () => {
    const wasBehind = isBehind;
    isBehind = now() - wall() > MUCH_BEHIND_MS;
    if (isBehind && !wasBehind)
      log.warn(
        { clock: dated(wall()), data: dated(now()) },
        'the clock of this machine is behind the data, so the server goes on from the time of the data. Set the clock; if it was ahead before, stop the server for as long, or go back to a backup of then',
      );
  };
}

/** A time from outside, as in tests. It reports no gaps. */
export function givenTime(now: () => number): Time {
  return { now, follow: () => {}, lose: () => {}, onGap: () => () => {} };
}
