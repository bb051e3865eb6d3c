/**
 * The message `private` as it crosses the socket: a short list that holds only what changed since the last one of this
 * connection. A client that imports this file loads nothing else.
 */

import type { Asks } from './actionFields.ts';
import type { Private } from './actions.ts';

/**
 * A move in notation, or the index of a move in the last list of this connection. A later version may send a move with
 * its parts, as a list that begins with the notation.
 */
export type ListedMove = string | number | readonly [notation: string, ...parts: unknown[]];

/**
 * The elements at the end are absent when they say nothing. `null` means: as before. A later version may add elements.
 * The first message of a connection is a change from an empty list of moves and an empty view.
 */
export type PrivateMessage = readonly [
  /** The step of the public table that this belongs to. If it is ahead of the table, wait for the next patch. */
  table: number,
  /** The seat's own step. */
  step: number,
  /** The open decision; 0 when this seat has nothing to decide. The list of moves then counts for nothing. */
  decision?: number,
  legal?: readonly ListedMove[] | null,
  /** The fields of the seat's own view that are new or have changed. */
  view?: Readonly<Record<string, unknown>> | null,
  /** The fields in which the seat no longer sees more than a spectator. */
  gone?: readonly string[] | null,
  /** When the clock answers for this seat in a hidden window, in milliseconds since 1970; 0 without such a window. */
  until?: number,
  /** In which hidden windows this seat wants to be asked; absent: `all`. */
  asks?: Asks | null,
  /** The habits that answer for this seat; absent: none. */
  habits?: readonly string[] | null,
  /** 1: this seat may take its last move back alone. */
  undo?: 0 | 1,
];

/** What a connection was told last. The list of moves stays after the decision, because the next one often repeats it. */
export interface Told {
  readonly legal: readonly string[];
  readonly view: Readonly<Record<string, unknown>>;
}

export const NOTHING_TOLD: Told = { legal: [], view: {} };

/** What a connection knows after it was told `now`. */
export function toldAfter(was: Told, { decision, legal, view }: Private): Told {
  return { legal: decision === undefined ? was.legal : legal, view };
}

/** The message that brings a connection from what it was told last to `now`, with the list of moves that it then keeps. */
export function privateMessage(was: Told, now: Private, { legal: kept } = toldAfter(was, now)): PrivateMessage {
  const { changed, gone } = changedFields(was.view, now.view);
  const legal = isSame(kept, was.legal) ? null : listed(was.legal, kept);
  const { decision = 0, until = 0, asks = null, habits = null, undo } = now;
  const message = [now.table, now.step, decision, legal, changed, gone, until, asks, habits, undo ? 1 : 0];
  return trimmed(message) as unknown as PrivateMessage;
}

/** What a connection shows after a message, and what the next message is a change from. */
export function afterPrivate(was: Told, message: PrivateMessage, seat: number): { told: Told; shown: Private } {
  const [table, step, decision = 0, items, changed, gone, until = 0, asks, habits, undo] = message;
  const legal = items ? items.flatMap((item) => notationOf(item, was.legal)) : was.legal;
  const view = changed || gone ? viewAfter(was.view, { changed: changed ?? {}, gone: gone ?? [] }) : was.view;
  const open = decision === 0 ? { legal: NO_MOVES } : { decision, legal };
  const chosen = { ...(asks && { asks }), ...(habits && { habits }), ...(undo === 1 && { undo: true as const }) };
  return { told: { legal, view }, shown: { table, step, seat, ...open, view, ...(until > 0 && { until }), ...chosen } };
}

const NO_MOVES: readonly string[] = [];

function listed(was: readonly string[], now: readonly string[]): readonly ListedMove[] {
  const places = new Map(was.map((move, index) => [move, index]));
  return now.map((move) => places.get(move) ?? move);
}

function notationOf(item: ListedMove, was: readonly string[]): readonly string[] {
  if (typeof item === 'string') return [item];
  const notation = typeof item === 'number' ? was[item] : item[0];
  return notation === undefined ? [] : [notation];
}

interface Changed {
  readonly changed: Readonly<Record<string, unknown>>;
  readonly gone: readonly string[];
}

function changedFields(was: Told['view'], now: Told['view']) {
  if (was === now) return { changed: null, gone: null };
  const changed = Object.entries(now).filter(([field, value]) => !isSame(value, was[field]));
  const gone = Object.keys(was).filter((field) => !(field in now));
  return { changed: changed.length > 0 ? Object.fromEntries(changed) : null, gone: gone.length > 0 ? gone : null };
}

/**
 * Compares values, not references: whether the server has made an equal object anew may follow from what this seat must
 * not know.
 */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function viewAfter(was: Told['view'], { changed, gone }: Changed): Told['view'] {
  const whole = Object.entries({ ...was, ...changed }).filter(([field]) => !gone.includes(field));
  return Object.fromEntries(whole);
}

function trimmed(message: readonly unknown[]): readonly unknown[] {
  return message.slice(0, message.findLastIndex((element) => element !== null && element !== 0) + 1);
}
