/**
 * The account of one temple: how far its totals were counted, and what became of each bead. It moves from the temple's
 * own journal into a match and back, so that a bead counts once despite losses, repeats and restarts. Only this file
 * and `totals.ts` change it.
 */
import * as z from 'zod';
import { type BeadReason, lastBead, SLOTS, type Slot, slot, sums, type Tally, why } from '../temple/beads.ts';

const count = z.int().min(0);
const time = z.int().min(0);

/** How far one life of the device's totals was counted. */
const cursor = z.strictObject({ epoch: z.int().min(1), war: count, rain: count });
type Cursor = Readonly<z.infer<typeof cursor>>;

/** Waiting beads in a row that share a fate. `seat`: the seat that owns them, at a temple that belongs to the table. */
const run = z.strictObject({
  slot,
  n: z.int().min(1),
  why,
  /** The number that the device gave the last of these beads in its slot. */
  ordinal: count,
  seat: z.int().min(0).max(5).exactOptional(),
});
export type Run = Readonly<z.infer<typeof run>>;

const MOST_EPOCHS = 8;
/** Epochs that are remembered without a cursor. Their totals are old and add no beads. */
const MOST_RETIRED = 512;

/** Beyond this, alike runs are joined although others came between them. The account then forgets their order. */
const MOST_RUNS = 200;

export const account = z.strictObject({
  /** Rises with every change. */
  rev: count,
  /** The cursor that counted last stands last. */
  cursors: z.array(cursor).max(MOST_EPOCHS),
  retired: z.array(z.int().min(1)).max(MOST_RETIRED),
  /** When an epoch counted on after another had followed it. If that happens often, two devices share the id. */
  returns: z.array(time).max(3),
  sensed: sums,
  applied: sums,
  held: sums,
  refused: sums,
  /** The refused beads that are still in the temple. */
  toTake: sums,
  /** The held beads, in the order in which they came. */
  waiting: z.array(run).max(MOST_RUNS),
  last: lastBead.exactOptional(),
});
export type BeadAccount = Readonly<z.infer<typeof account>>;

const NONE: Tally = { war: 0, rain: 0 };

export const NEW_ACCOUNT: BeadAccount = {
  rev: 0,
  cursors: [],
  retired: [],
  returns: [],
  waiting: [],
  sensed: NONE,
  applied: NONE,
  held: NONE,
  refused: NONE,
  toTake: NONE,
};

/** Whether every bead has exactly one fate. Every change of an account asserts it. */
export function isBalanced({ sensed, applied, held, refused, toTake, waiting }: BeadAccount): boolean {
  return SLOTS.every((slot) => {
    const waits = waiting.reduce((sum, run) => sum + (run.slot === slot ? run.n : 0), 0);
    const isWhole = applied[slot] + held[slot] + refused[slot] === sensed[slot];
    const isPossible = Math.min(applied[slot], held[slot], toTake[slot], refused[slot] - toTake[slot]) >= 0;
    return isWhole && isPossible && waits === held[slot];
  });
}

/** A bead has no fate, or two. That is a bug, which is found before anything is written. */
export class Unbalanced extends Error {}

/** The next account, with a new number. */
function changed(was: BeadAccount, fields: Partial<BeadAccount>): BeadAccount {
  const next = { ...was, ...fields, rev: was.rev + 1 };
  if (!isBalanced(next)) throw new Unbalanced('beads were lost or doubled: the account of a temple does not balance');
  return next;
}

function plus(tally: Tally, slot: Slot, n: number): Tally {
  return { ...tally, [slot]: tally[slot] + n };
}

/** Adds beads that wait. */
export function hold(was: BeadAccount, runs: readonly Run[]): BeadAccount {
  const beads = runs.filter(({ n }) => n > 0);
  const last = beads.at(-1);
  if (last === undefined) return was;
  let { sensed, held } = was;
  for (const { slot, n } of beads) [sensed, held] = [plus(sensed, slot, n), plus(held, slot, n)];
  return changed(was, { sensed, held, waiting: joined([...was.waiting, ...beads]), last: heldLast(last) });
}

/** Which of the waiting beads a change means, and at most how many of them. */
export interface Picked {
  readonly isMeant: (run: Run) => boolean;
  readonly most?: number;
}

/** Gives waiting beads their final fate, the oldest first. */
export function settled(was: BeadAccount, { isMeant, most = MANY }: Picked, why: BeadReason): BeadAccount {
  const pieces = piecesOf(was.waiting, isMeant, most);
  const taken = pieces.flatMap(({ run, isTaken }) => (isTaken ? [run] : []));
  const last = taken.at(-1);
  if (last === undefined) return was;
  const verdict = why === 'ok' ? ('applied' as const) : ('refused' as const);
  const sums = taken.reduce((sums, { slot, n }) => plus(sums, slot, n), NONE);
  const add = (tally: Tally, sign: 1 | -1): Tally => ({
    war: tally.war + sign * sums.war,
    rain: tally.rain + sign * sums.rain,
  });
  return changed(was, {
    held: add(was.held, -1),
    [verdict]: add(was[verdict], 1),
    ...(verdict === 'refused' && why !== 'returned' && { toTake: add(was.toTake, 1) }),
    waiting: joined(pieces.flatMap(({ run, isTaken }) => (isTaken ? [] : [run]))),
    last: { slot: last.slot, ordinal: last.ordinal, verdict, why },
  });
}

/** Gives waiting beads another reason to wait, or an owner. */
export function marked(was: BeadAccount, { isMeant, most = MANY }: Picked, as: Pick<Run, 'why' | 'seat'>): BeadAccount {
  const pieces = piecesOf(was.waiting, isMeant, most);
  const last = pieces.findLast(({ isTaken }) => isTaken)?.run;
  if (last === undefined) return was;
  const waiting = joined(pieces.map(({ run, isTaken }) => (isTaken ? { ...run, ...as } : run)));
  return changed(was, { waiting, last: heldLast({ ...last, ...as }) });
}

/** Refused beads that are still in the temple count after all. They wait again, for this seat. */
export function heldAgain(was: BeadAccount, { slot, n, seat }: Pick<Run, 'slot' | 'n' | 'seat'>): BeadAccount {
  const { held, refused, toTake, waiting, cursors } = was;
  const ordinal = cursors.at(-1)?.[slot] ?? 0;
  const run: Run = { slot, n, why: 'wrong-phase', ordinal, ...(seat !== undefined && { seat }) };
  const tallies = {
    held: plus(held, slot, n),
    refused: plus(refused, slot, -n),
    toTake: plus(toTake, slot, -n),
  };
  return changed(was, { ...tallies, waiting: joined([...waiting, run]), last: heldLast(run) });
}

/** A player took refused beads out of the temple. */
export function takenOut(was: BeadAccount, slot: Slot, n: number): BeadAccount {
  const last = { slot, ordinal: was.cursors.at(-1)?.[slot] ?? 0, verdict: 'refused', why: 'returned' } as const;
  return n < 1 ? was : changed(was, { toTake: plus(was.toTake, slot, -n), last });
}

const MANY = Number.POSITIVE_INFINITY;

const heldLast = ({ slot, ordinal, why }: Run) => ({ slot, ordinal, verdict: 'held' as const, why });

interface Piece {
  readonly run: Run;
  readonly isTaken: boolean;
}

/** The runs in order, cut where the beads that are meant end. */
function piecesOf(waiting: readonly Run[], isMeant: (run: Run) => boolean, most: number): readonly Piece[] {
  let open = most;
  return waiting.flatMap((run): readonly Piece[] => {
    const n = isMeant(run) ? Math.min(open, run.n) : 0;
    open -= n;
    const rest = run.n - n;
    const ordinal = Math.max(0, run.ordinal - rest);
    const taken = n > 0 ? [{ run: { ...run, n, ordinal }, isTaken: true }] : [];
    return rest > 0 ? [...taken, { run: { ...run, n: rest }, isTaken: false }] : taken;
  });
}

/**
 * Joins neighbours with one fate into one run, also across two lives of the device. The ordinals are those of the
 * later.
 */
function joined(runs: readonly Run[]): Run[] {
  const list: Run[] = [];
  for (const run of runs) {
    const before = list.at(-1);
    if (before === undefined || !isAlike(before, run)) list.push(run);
    else list[list.length - 1] = { ...run, n: before.n + run.n };
  }
  return list.length > MOST_RUNS ? gathered(list) : list;
}

function gathered(runs: readonly Run[]): Run[] {
  const firsts = runs.filter((run, i) => runs.findIndex((other) => isAlike(other, run)) === i);
  return firsts.map((first) => {
    const alike = runs.filter((run) => isAlike(run, first));
    return { ...(alike.at(-1) ?? first), n: alike.reduce((sum, { n }) => sum + n, 0) };
  });
}

const isAlike = (a: Run, b: Run): boolean => a.slot === b.slot && a.why === b.why && a.seat === b.seat;

// Turns running totals into new beads. Lost, repeated, reordered and replayed reports add none.

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
