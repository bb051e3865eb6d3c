/** Reports of temples to a match, until they are in the record. */
import {
  type BeadAccount,
  MOST_COUNT,
  marked,
  newBeads,
  type Odometer,
  type Position,
  SLOTS,
  type Slot,
  type Tally,
  templeDue,
  templeOfSeat,
} from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';
import type { Body } from './record/entryKinds.ts';

/** A temple's running totals, as received. */
export interface BeadReport extends Pick<Odometer, 'epoch' | 'war' | 'rain' | 'recent'> {
  readonly at: number;
  /** Whether there are too many beads in too short a time to believe. */
  readonly isDoubtful: boolean;
}

/** Which temple is to count, its owner, and the seat. Without a seat it counts for the table. */
export interface Binding {
  readonly temple: string;
  readonly by: string;
  readonly seat?: number;
  readonly account: BeadAccount;
}

/** The entry that binds a temple. The account's `rev` rises, to tell it from the account before. Its beads have a match now. */
export function bindingOf({ temple, by, seat, account }: Binding, { temples }: Position, at: number): Body {
  const was = temples.all.get(temple)?.account.rev ?? 0;
  const waiting = marked(account, { isMeant: ({ why }) => why === 'no-match' }, { why: 'wrong-phase' });
  const own = { ...waiting, rev: Math.max(account.rev, was) + 1 };
  return { kind: 'temple', at, temple, what: 'bound', by, ...(seat !== undefined && { seat }), account: own as never };
}

/** The most epochs kept for one device. A device that begins new epochs too fast must report again. */
const MOST_LIVES = 8;

/** The newest totals of each epoch of each temple. Totals include all earlier reports. */
export class BeadReports {
  private readonly waiting = new Map<string, { readonly temple: string; readonly report: BeadReport }>();

  add(temple: string, report: BeadReport): void {
    const key = `${temple} ${report.epoch}`;
    const was = this.waiting.get(key)?.report;
    this.waiting.delete(key);
    this.waiting.set(key, { temple, report: was === undefined ? report : newer(was, report) });
    const lives = [...this.waiting].filter(([, one]) => one.temple === temple);
    for (const [oldest] of lives.slice(0, -MOST_LIVES)) this.waiting.delete(oldest);
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /** Drops all reports. The temples will report again. */
  clear(): void {
    this.waiting.clear();
  }

  /** The entry for the first report that may be counted now. Reports without new beads are dropped. */
  next(
    { temples, status }: Position,
    now: number,
    mayCount: (temple: string) => boolean = () => true,
  ): Body | undefined {
    for (const [key, { temple, report }] of this.waiting) {
      if (!mayCount(temple)) continue;
      const bound = temples.all.get(temple);
      const isHere = bound !== undefined && !bound.isOver && (status === 'open' || status === 'running');
      const beads = isHere ? newBeads(bound.account, report) : { war: 0, rain: 0 };
      if (beads.war + beads.rain > 0) return entryOf(temple, { ...report, recent: agesOf(report, beads, now) }, now);
      this.waiting.delete(key);
    }
    return undefined;
  }
}

/** Totals never fall, so the higher total of each slot is the later one. */
function newer(was: BeadReport, now: BeadReport): BeadReport {
  const [war, rain] = [Math.max(was.war, now.war), Math.max(was.rain, now.rain)];
  return { ...now, war, rain, isDoubtful: was.isDoubtful || now.isDoubtful };
}

/**
 * The ages of the new beads. If the report tells none, beads that had to wait are at least as old as the report. An
 * empty list means that the ages are unknown, so the greatest age counts.
 */
function agesOf({ recent, war, rain, at }: BeadReport, beads: Tally, now: number): BeadReport['recent'] {
  const isUnknown = recent !== undefined && recent.length === 0;
  if (!isUnknown && (recent !== undefined || now <= at)) return recent;
  const age = isUnknown ? MOST_COUNT : 0;
  const last = (slot: Slot, through: number) =>
    Array.from(
      { length: Math.min(beads[slot], MOST_AGES / SLOTS.length) },
      (_, i) => [slot, through - i, age] as const,
    );
  return [...last('war', war), ...last('rain', rain)].map((one) => [...one]);
}

const MOST_AGES = 8;

function entryOf(temple: string, { epoch, war, rain, recent, at, isDoubtful }: BeadReport, now: number): Body {
  const ages = recent?.map(([slot, ordinal, age]) => [slot, ordinal, clamped(age + now - at)] as const);
  return {
    kind: 'temple',
    at: now,
    temple,
    what: 'sensed',
    epoch,
    war,
    rain,
    ...(isDoubtful && { doubtful: true }),
    ...(ages && ages.length > 0 && { ages: ages as never }),
  };
}

/** Keeps an age in bounds: the clock may be set back, and an entry with a bad age could never be read again. */
const clamped = (age: number): number => Math.max(0, Math.min(MOST_COUNT, age));

/** The temple entry that is due by itself. Where outcomes are shown late the player draws: a delay shows a window. */
export function templeDueIn(engine: AnyGame, position: Position, at: number): Body | undefined {
  const due = templeDue(engine, position);
  const isLate = position.created.table.reactDelaySeconds > 0;
  return due === undefined || (due.what === 'drawn' && isLate) ? undefined : { kind: 'temple', at, ...due };
}

/** The temple that takes the payment of this move, unless the seat offers by hand. */
export function templeFor(
  engine: AnyGame,
  position: Position,
  { seat, move }: { readonly seat: number; readonly move: string },
): string | undefined {
  if (position.temples.all.size === 0 || position.temples.byHand.includes(seat)) return undefined;
  const parsed: unknown = engine.parse(move);
  return parsed !== undefined && engine.temple?.pays(parsed) ? templeOfSeat(position, seat) : undefined;
}
