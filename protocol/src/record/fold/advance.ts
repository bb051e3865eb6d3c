/**
 * The fold: the position of a match after each entry of its record. The live match, recovery after a crash, replay and
 * verification all call `advance`, so there is only one way to change a match.
 */
import { canonical, stateChecksum } from '../entry/canonical.ts';
import { CHECK_EVERY, type Entry, type EntryOf } from '../entry/entries.ts';
import { accepted, type EntryOutcome, type JudgedEntry, refused } from '../position/judgement.ts';
import type { Folding, Position } from '../position/position.ts';
import { NO_TEMPLES } from '../position/temples.ts';
import { absence } from '../table/absence.ts';
import { agree } from '../table/agreements.ts';
import { clocksAtFirst } from '../table/clocks.ts';
import { keep } from '../table/habits.ts';
import { isTooOften } from '../table/requestLimit.ts';
import { templeEntry } from '../temples/templeEntries.ts';
import { kept } from './afterEveryEntry.ts';
import { clock, move } from './moves.ts';
import { restore } from './restore.ts';
import { sitDown, start } from './start.ts';

/** Whether an entry that leads to this position carries a checksum, and which. */
export function checkFor(seq: number, { state }: Position): string | undefined {
  return seq % CHECK_EVERY === 0 && state !== undefined ? stateChecksum(state) : undefined;
}

/** The position after a `created` entry. */
export function begin(created: EntryOf<'created'>): Position {
  const clocks = clocksAtFirst(created.table, created.seats);
  return {
    created,
    status: 'open',
    host: created.host,
    clocks,
    occupants: new Map(),
    wishes: new Map(),
    habits: new Map(),
    inARow: 0,
    gone: [],
    past: [],
    temples: NO_TEMPLES,
    requests: new Map(),
    draws: 0,
    restores: [],
  };
}

/** The one judge of entries: the position after this one, or why it cannot follow. Never changes what it is given. */
export function advance(folding: Folding, position: Position, entry: Entry): EntryOutcome {
  if (position.status === 'ended') return refused('already-ended');
  // Servers that wrote format 1 did not count requests that waited for a window to close.
  if (position.created.format > 1 && isTooOften(position.requests, entry)) return refused('too-often');
  const outcome = judge(folding, position, entry);
  if (!outcome.ok) return outcome;
  return { ...outcome, position: kept(folding.engine, position, { ...outcome, entry }) };
}

function judge(folding: Folding, position: Position, entry: Entry): JudgedEntry {
  switch (entry.kind) {
    case 'created':
      return refused('created-twice');
    case 'seated':
      return sitDown(position, entry);
    case 'started':
      return start(folding, position, entry);
    case 'move':
      return move(folding, position, entry);
    case 'clock':
      return clock(folding, position, entry);
    case 'asks':
      return ask(position, entry);
    case 'habits':
      return keep(folding.engine, position, entry);
    case 'absence':
      return absence(folding, position, entry);
    case 'agreement':
      return agree(folding.engine, position, entry);
    case 'temple':
      return templeEntry(folding, position, entry);
    case 'resumed':
      if (entry.lost === 0) return refused('nothing-lost');
      return position.status === 'running' ? accepted(position) : refused('not-running');
    case 'restored':
      return restore(folding, position, entry);
    case 'ended':
      return end(position, entry);
  }
}

function ask(position: Position, { seat, what }: EntryOf<'asks'>): EntryOutcome {
  if (position.status !== 'running') return refused('not-running');
  if (position.occupants.get(seat)?.kind !== 'player') return refused('no-player-there');
  const wishes = new Map(position.wishes);
  if (what === 'all') wishes.delete(seat);
  else wishes.set(seat, what);
  return accepted({ ...position, wishes });
}

/** A match ends with the result of the rules, or with an abort, which is possible at any time. */
function end(position: Position, entry: EntryOf<'ended'>): EntryOutcome {
  const { result } = entry;
  if (position.status === 'over') {
    if (canonical(position.result) !== canonical(result)) return refused('another-result');
  } else if (result.result !== 'aborted') {
    return refused('not-over');
  } else if (result.winners.length > 0 || result.standings.length > 0) {
    return refused('an-abort-has-no-winners');
  }
  return accepted({ ...position, status: 'ended', result });
}
