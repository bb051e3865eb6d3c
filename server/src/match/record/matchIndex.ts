/** The index of a match, which the journal keeps for lists and wake-ups. It is derived from the position. */
import { type MatchResult, type Position, type TableSettings, toMoveIn } from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';
import type { Index } from '../../store/journal/journal.ts';
import { fillAt, isStartDue } from './timeouts.ts';

/** What lists show of a match, without names, which live elsewhere. */
export interface IndexedMatch {
  readonly match: string;
  readonly game: string;
  readonly rulesVersion: number;
  readonly preset: string;
  readonly options: Readonly<Record<string, string | number | boolean>>;
  readonly seats: readonly ({ readonly player: string } | { readonly bot: string } | null)[];
  readonly table: TableSettings;
  readonly host: string;
  readonly rematchOf?: string;
  /** When bots take the free seats, if the match is still open. */
  readonly fillsAt?: number;
  readonly commitment: string;
  readonly createdAt: number;
  readonly result?: MatchResult;
  readonly from?: { readonly match: string; readonly seq: number };
}

export interface Wake {
  /** Now. */
  readonly at: number;
  /** When a match that waits for players is given up. */
  readonly openUntil: number;
  /** When a wish, a habit or the clock must answer. */
  readonly dueAt?: number | undefined;
  /** When a match that stands still is given up. */
  readonly idleUntil?: number | undefined;
}

export function indexOf(engine: AnyGame, position: Position, wake: Wake): Index {
  const { created, status } = position;
  const wakeAt = wakeOf(engine, position, wake);
  return {
    status: status === 'over' ? 'running' : status,
    visibility: created.table.visibility,
    game: created.game,
    createdAt: created.at,
    ...(wakeAt !== undefined && { wakeAt }),
    summary: summaryText(position),
  };
}

/**
 * When the match must be opened. A match that waits for players: to fill it with bots or give it up. A match whose bot
 * must move, or that lacks its start or its last entry: at once. Any other: when the clock, a wish or a habit must answer.
 */
function wakeOf(engine: AnyGame, position: Position, { at, openUntil, dueAt, idleUntil }: Wake) {
  const { status, occupants, pause } = position;
  if (status === 'over' || isStartDue(position)) return at;
  if (status === 'open') return fillAt(position) ?? openUntil;
  if (status === 'ended') return undefined;
  if (pause) return pause.until;
  return toMoveIn(engine, position).some((seat) => occupants.get(seat)?.bot !== undefined)
    ? at
    : (dueAt ?? wholeDay(idleUntil));
}

const DAY_MS = 86_400_000;

/** Rounds up to whole days, so that not every move changes the index. */
function wholeDay(time: number | undefined): number | undefined {
  return time && Math.ceil(time / DAY_MS) * DAY_MS;
}

/** Whether the journal need not be updated. */
export function isSameIndex(a: Index, b: Index): boolean {
  return a.status === b.status && a.wakeAt === b.wakeAt && a.summary === b.summary;
}

const TEXTS = new WeakMap<Position['occupants'], { readonly result: Position['result']; readonly text: string }>();

/** Cached, because the summary changes only with the occupants and the result, not with every move. */
function summaryText(position: Position): string {
  const known = TEXTS.get(position.occupants);
  if (known !== undefined && known.result === position.result) return known.text;
  const text = JSON.stringify(summaryOf(position));
  TEXTS.set(position.occupants, { result: position.result, text });
  return text;
}

function summaryOf(position: Position): IndexedMatch {
  const { created, occupants, host, result } = position;
  const fillsAt = fillAt({ ...position, status: 'open' });
  const seats = Array.from({ length: created.seats }, (_, seat) => {
    const occupant = occupants.get(seat);
    if (occupant === undefined) return null;
    return occupant.kind === 'bot' ? { bot: occupant.bot } : { player: occupant.player };
  });
  const { match, game, rulesVersion, preset, options, table, commitment, at, from, rematchOf } = created;
  return {
    match,
    game,
    rulesVersion,
    preset,
    options,
    seats,
    table,
    host,
    commitment,
    createdAt: at,
    ...(rematchOf !== undefined && { rematchOf }),
    ...(fillsAt !== undefined && { fillsAt }),
    ...(result !== undefined && { result }),
    ...(from !== undefined && { from: { match: from.match, seq: from.seq } }),
  };
}
