/** The journal of one temple: its owner, its match, and the beads that it counted outside of matches. */
import {
  account,
  type BeadAccount,
  hashOf,
  marked,
  NEW_ACCOUNT,
  NO_HASH,
  type Run,
  sensed,
  settled,
  slot,
  type Totals,
  takenOut,
  wanted,
  withBaseline,
} from '@flower-war/protocol';
import { z } from 'zod';
import { Slices } from '../../base/turns.ts';

const count = z.int().min(0).max(0xffffffff);
const totals = { epoch: z.int().min(1).max(0xffffffff), war: count, rain: count };
const player = z.string().min(1).max(64);
const at = { seq: z.int().min(0), at: z.int().min(0) };

/** How a player proved to have the temple. */
const claimedBy = z.enum(['printed', 'shown', 'knock', 'given']);
export type ClaimedBy = z.infer<typeof claimedBy>;

export const templeLine = z.discriminatedUnion('kind', [
  /** `base`: the beads that it had counted before, which are no sacrifices; absent if its device was offline. */
  z.strictObject({
    ...at,
    kind: z.literal('claimed'),
    by: player,
    how: claimedBy,
    base: z.strictObject(totals).exactOptional(),
  }),
  z.strictObject({ ...at, kind: z.literal('based'), ...totals }),
  z.strictObject({ ...at, kind: z.literal('released'), by: player }),
  /** Beads outside of a match. They wait for the next match. */
  z.strictObject({ ...at, kind: z.literal('counted'), ...totals, doubtful: z.literal(true).exactOptional() }),
  z.strictObject({ ...at, kind: z.literal('returned'), slot, n: z.int().min(1) }),
  z.strictObject({ ...at, kind: z.literal('confirmed') }),
  /** From here on the record of the match counts alone. */
  z.strictObject({
    ...at,
    kind: z.literal('bound'),
    match: player,
    seat: z.int().min(0).max(5).exactOptional(),
  }),
  /** Takes over the account of the match. `isLost`: the record is gone, so that the next totals are the beginning. */
  z.strictObject({ ...at, kind: z.literal('unbound'), account, isLost: z.literal(true).exactOptional() }),
  z.strictObject({ ...at, kind: z.literal('wanted'), ...wanted.omit({ v: true, rev: true }).shape }),
]);
export type TempleLine = z.infer<typeof templeLine>;

export interface TempleState {
  readonly owner?: string;
  /** The number of the line by which the owner got it. */
  readonly ownedSince?: number;
  readonly account: BeadAccount;
  readonly bound?: { readonly match: string; readonly seat?: number };
  /** It was claimed before its device reported: the first totals are the beginning. */
  readonly isUnbased: boolean;
  /** The settings that its owner wants; `rev` counts the changes. */
  readonly wanted: { readonly rev: number } & Omit<Extract<TempleLine, { kind: 'wanted' }>, 'seq' | 'at' | 'kind'>;
  /** The match for which it counted last. */
  readonly lastMatch?: string;
  /** In that match it was the table's temple. */
  readonly wasOfTable?: boolean;
}

export const UNKNOWN: TempleState = { account: NEW_ACCOUNT, isUnbased: false, wanted: { rev: 0 } };

/** The state after a line. */
export function templeAfter(was: TempleState, line: TempleLine): TempleState {
  switch (line.kind) {
    case 'claimed':
      return claimed(was, line);
    case 'based':
      return { ...was, isUnbased: false, account: withBaseline(was.account, line) };
    case 'released':
      return released(was);
    case 'counted':
      return { ...was, account: counted(was.account, line) };
    case 'returned':
      return { ...was, account: returned(was.account, line) };
    case 'confirmed':
      return { ...was, account: marked(was.account, { isMeant: isDoubted }, { why: 'no-match' }) };
    case 'bound':
      return { ...was, bound: { match: line.match, ...(line.seat !== undefined && { seat: line.seat }) } };
    case 'unbound':
      return unbound(was, line);
    case 'wanted': {
      const { seq: _, at: __, kind: ___, ...fields } = line;
      return { ...was, wanted: { ...was.wanted, ...fields, rev: was.wanted.rev + 1 } };
    }
  }
}

/** A new owner begins at zero. Beads from before never count again. */
function claimed(
  { account, wanted }: TempleState,
  { seq, by, base }: Extract<TempleLine, { kind: 'claimed' }>,
): TempleState {
  const { cursors, retired, rev } = account;
  const fresh = { ...NEW_ACCOUNT, cursors, retired, rev: rev + 1 };
  return {
    owner: by,
    ownedSince: seq,
    wanted,
    isUnbased: base === undefined,
    account: base === undefined ? fresh : withBaseline(fresh, base),
  };
}

function released({ owner: _, ownedSince: __, bound: ___, account, wanted, ...rest }: TempleState): TempleState {
  const settledAccount = settled(account, { isMeant: () => true }, 'unpaired');
  return { ...rest, isUnbased: false, account: settledAccount, wanted: withoutWords(wanted) };
}

/** Keeps the settings of the wiring, and drops the names that the owner gave. */
function withoutWords(wanted: TempleState['wanted']): TempleState['wanted'] {
  const { name, names, ...rest } = wanted;
  return name === undefined && names === undefined ? wanted : { ...rest, rev: wanted.rev + 1 };
}

function counted(was: BeadAccount, { doubtful, at, ...totals }: Extract<TempleLine, { kind: 'counted' }>): BeadAccount {
  const why = doubtful ? 'implausible' : 'no-match';
  return sensed(was, totals as Totals, { at, as: () => ({ why }) });
}

function returned(was: BeadAccount, { slot, n }: Extract<TempleLine, { kind: 'returned' }>): BeadAccount {
  const refused = Math.min(n, was.toTake[slot]);
  const isMeant = (run: Run) => run.slot === slot;
  return settled(takenOut(was, slot, refused), { isMeant, most: n - refused }, 'returned');
}

const isDoubted = ({ why }: Run): boolean => why === 'implausible';

function unbound({ bound, ...was }: TempleState, line: Extract<TempleLine, { kind: 'unbound' }>): TempleState {
  const account = line.isLost ? lost(line) : line.account;
  // A match that takes a temple raises the number. A match that refused it does not count as the last match.
  const isCounted = account.rev > was.account.rev || was.isUnbased;
  return { ...was, account, isUnbased: line.isLost ?? was.isUnbased, ...(bound && isCounted && lastOf(bound)) };
}

function lastOf({ match, seat }: NonNullable<TempleState['bound']>): Pick<TempleState, 'lastMatch' | 'wasOfTable'> {
  return { lastMatch: match, wasOfTable: seat === undefined };
}

/** Beads that waited at the binding may have been offered since, so they are refused. No match gave numbers so high. */
function lost({ account, at }: Pick<Extract<TempleLine, { kind: 'unbound' }>, 'account' | 'at'>): BeadAccount {
  const refused = settled(account, { isMeant: () => true }, 'match-over');
  return { ...refused, rev: Math.max(refused.rev + 1, Math.floor(at / 1000)) };
}

/** Folds the lines of a temple, in slices. Throws at a damaged line, which is a bug or a broken disk. */
export async function readTemple(pages: AsyncIterable<readonly string[]>): Promise<{
  readonly state: TempleState;
  readonly hash: string;
  /** The number of the next line. */
  readonly seq: number;
}> {
  let [hash, state, seq] = [NO_HASH, UNKNOWN, 0];
  const slices = new Slices();
  for await (const page of pages)
    for (const line of page) {
      const next = hashOf(hash, line);
      if (next === undefined) throw new Error(`line ${seq} of a temple is damaged: its hash does not fit`);
      [hash, state, seq] = [next, templeAfter(state, entryOf(line)), seq + 1];
      if (slices.isOver) await slices.rest();
    }
  return { state, hash, seq };
}

/** Reads one line. */
export function entryOf(line: string): TempleLine {
  const { hash: _, ...body } = JSON.parse(line) as Record<string, unknown>;
  return templeLine.parse(body);
}

/** A line that has no number yet. */
export type NewLine = TempleLine extends infer L ? (L extends TempleLine ? Omit<L, 'seq'> : never) : never;
