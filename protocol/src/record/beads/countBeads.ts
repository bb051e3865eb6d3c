/** Turns running totals into new beads. Lost, repeated, reordered and replayed reports add none. */

import { SLOTS, type Slot, type Tally } from '../../temple/beads.ts';
import { type BeadAccount, type Cursor, changed, hold, MOST_EPOCHS, MOST_RETIRED, type Run } from './account.ts';

/** What a temple reported. */
export interface Totals extends Tally {
  readonly epoch: number;
}

/** The most beads at once, and a second since the last contact. More are held until a player confirms them. */
const MOST_AT_ONCE = 64;
const MOST_A_SECOND = 8;
/** How often an old epoch may return. A device never goes back to one, but a late report may look as if it did. */
const MOST_RETURNS = 2;
const RETURNS_WITHIN_MS = 60_000;

/** The beads that these totals add. Totals of a retired epoch, totals counted before and sums too large add none. */
export function newBeads({ cursors, retired, sensed: sum }: BeadAccount, totals: Totals): Tally {
  if (retired.includes(totals.epoch)) return { war: 0, rain: 0 };
  const known = cursors.find((cursor) => cursor.epoch === totals.epoch);
  const added = (slot: Slot) => {
    const n = Math.max(0, totals[slot] - (known?.[slot] ?? 0));
    return Number.isSafeInteger(sum[slot] + n) ? n : 0;
  };
  return { war: added('war'), rain: added('rain') };
}

/** Whether one report brings more beads than can be believed. */
function isTooMany({ war, rain }: Tally): boolean {
  return war > MOST_AT_ONCE || rain > MOST_AT_ONCE;
}

/** How many beads a temple may bring without doubt: as many a second as a hand can drop. */
export interface BeadPace {
  readonly at: number;
  readonly left: Tally;
}

/** The pace after a report, and whether the report kept to it. The first report may bring as many as at once. */
export function paceAfter(was: BeadPace | undefined, beads: Tally, at: number): { pace: BeadPace; isKept: boolean } {
  const since = was === undefined ? undefined : Math.max(0, at - was.at);
  const allowed = (slot: Slot): number => {
    if (was === undefined || since === undefined) return MOST_AT_ONCE;
    const more = (since * MOST_A_SECOND) / 1000;
    return since > 1000 ? more : Math.min(MOST_A_SECOND, was.left[slot] + more);
  };
  const isKept = SLOTS.every((slot) => beads[slot] <= allowed(slot));
  const left = (slot: Slot) => Math.max(0, Math.min(MOST_A_SECOND, allowed(slot) - beads[slot]));
  return { pace: { at, left: { war: left('war'), rain: left('rain') } }, isKept };
}

/** What is known about a bead when it comes. */
export interface Coming {
  readonly at: number;
  /** Why the bead waits and, at a temple of the table, which seat owns it; by its ordinal. */
  readonly as: (slot: Slot, ordinal: number) => Pick<Run, 'why' | 'seat'>;
}

/** Counts these totals: the cursor moves, and the new beads wait. */
export function sensed(was: BeadAccount, totals: Totals, { at, as }: Coming): BeadAccount {
  const beads = newBeads(was, totals);
  if (beads.war + beads.rain === 0) return was;
  const moved = advanced(was, totals, at);
  const isDoubtful = isTooMany(beads) || isQuarantined(moved, at);
  return hold(
    moved,
    SLOTS.flatMap((slot) => runsOf(slot, { n: beads[slot], through: totals[slot] }, isDoubtful ? DOUBTED : as)),
  );
}

const DOUBTED: Coming['as'] = () => ({ why: 'implausible' });

/** Whether two live devices seem to share the id. */
export function isQuarantined({ returns }: BeadAccount, at: number): boolean {
  return returns.filter((one) => at - one < RETURNS_WITHIN_MS).length > MOST_RETURNS;
}

/** Only the last few beads are told apart. All before them are one run, which is treated like its last bead. */
function runsOf(slot: Slot, { n, through }: { n: number; through: number }, as: Coming['as']): readonly Run[] {
  const singles = Math.min(n, TOLD_APART);
  const first = through - singles;
  const bulk = n > singles ? [{ slot, n: n - singles, ordinal: first, ...as(slot, first) }] : [];
  const rest = Array.from({ length: singles }, (_, i) => first + i + 1);
  return [...bulk, ...rest.map((ordinal) => ({ slot, n: 1, ordinal, ...as(slot, ordinal) }))];
}

const TOLD_APART = 8;

/** Takes these totals as the beginning. Beads counted before are not sacrifices. */
export function withBaseline(was: BeadAccount, totals: Totals): BeadAccount {
  return changed(was, advanced(was, totals, undefined));
}

/**
 * Moves the cursor of an epoch, which only rises. The oldest cursor is retired. An epoch with a baseline counts again.
 */
function advanced(was: BeadAccount, { epoch, war, rain }: Totals, at: number | undefined): BeadAccount {
  const known = was.cursors.find((cursor) => cursor.epoch === epoch);
  const next: Cursor = { epoch, war: Math.max(war, known?.war ?? 0), rain: Math.max(rain, known?.rain ?? 0) };
  const isReturn = at !== undefined && known !== undefined && was.cursors.at(-1)?.epoch !== epoch;
  const all = [...was.cursors.filter((cursor) => cursor.epoch !== epoch), next];
  const forgotten = all.slice(0, -MOST_EPOCHS).map((cursor) => cursor.epoch);
  return {
    ...was,
    cursors: all.slice(-MOST_EPOCHS),
    retired: [...was.retired.filter((one) => one !== epoch), ...forgotten].slice(-MOST_RETIRED),
    returns: isReturn ? [...was.returns, at].slice(-(MOST_RETURNS + 1)) : was.returns,
  };
}

/** The account with more changes, where a crash left two accounts of one temple. */
export function largerAccount(a: BeadAccount, b: BeadAccount): BeadAccount {
  return a.rev >= b.rev ? a : b;
}
