/** What temples tell a match, on its way into the record. */
import {
  type BeadAccount,
  MOST_COUNT,
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
import type { Body } from './entries/body.ts';

/** Running totals, as they came in. */
export interface BeadReport extends Pick<Odometer, 'epoch' | 'war' | 'rain' | 'recent'> {
  readonly at: number;
  /** Too many in too short a time to be believed. */
  readonly isDoubtful: boolean;
}

/** Whose temple is to count, and for which seat; for the table if for none. */
export interface Binding {
  readonly temple: string;
  readonly by: string;
  readonly seat?: number;
  readonly account: BeadAccount;
}

/** The number rises, so that it can be told from the account as it was before. */
export function bindingOf({ temple, by, seat, account }: Binding, { temples }: Position, at: number): Body {
  const was = temples.all.get(temple)?.account.rev ?? 0;
  const own = { ...account, rev: Math.max(account.rev, was) + 1 };
  return { kind: 'temple', at, temple, what: 'bound', by, ...(seat !== undefined && { seat }), account: own as never };
}

/** Of a device that takes a new life with every report only so many are kept; it tells them again. */
const MOST_LIVES = 8;

/** The newest totals of each life of each temple: what they say of the ones before is all that matters. */
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

  /** What could not be counted is told again by the temple. */
  clear(): void {
    this.waiting.clear();
  }

  /** The entry of the first one that may be counted and says anything new; one whose temple counts here no more is dropped. */
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

/** Totals never fall: of each slot the higher one is the later. */
function newer(was: BeadReport, now: BeadReport): BeadReport {
  const [war, rain] = [Math.max(was.war, now.war), Math.max(was.rain, now.rain)];
  return { ...now, war, rain, isDoubtful: was.isDoubtful || now.isDoubtful };
}

/** Of beads that had to wait, it is known at least that they were there when the report came; none told means none known. */
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
    ...{ kind: 'temple', at: now, temple, what: 'sensed', epoch, war, rain },
    ...(isDoubtful && { doubtful: true }),
    ...(ages && ages.length > 0 && { ages: ages as never }),
  };
}

/** A clock may be set back while a report waits; an entry that says so could never be read again. */
const clamped = (age: number): number => Math.max(0, Math.min(MOST_COUNT, age));

/** What is to be done by itself. Where outcomes are shown late a card is drawn by the person: a pause would tell of a window. */
export function templeDueIn(engine: AnyGame, position: Position, at: number): Body | undefined {
  const due = templeDue(engine, position);
  const isLate = position.created.table.reactDelaySeconds > 0;
  return due === undefined || (due.what === 'drawn' && isLate) ? undefined : { kind: 'temple', at, ...due };
}

/** The temple that takes what the seat would pay by this move, unless it offers by hand. */
export function templeFor(
  engine: AnyGame,
  position: Position,
  { seat, move }: { readonly seat: number; readonly move: string },
): string | undefined {
  if (position.temples.all.size === 0 || position.temples.byHand.includes(seat)) return undefined;
  const parsed: unknown = engine.parse(move);
  return parsed !== undefined && engine.temple?.pays(parsed) ? templeOfSeat(position, seat) : undefined;
}
