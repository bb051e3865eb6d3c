/**
 * What a person may tap on the table. Each legal move says of itself which things it is about, so that the page needs no
 * rules to tell where a tap leads.
 */
import type { LegalMove } from '@flower-war/client';
import type { Stakes } from './stakes.ts';

/** A thing on the table. `far`: a place where no token of the viewer comes. `verb`: coins or dice, which only one kind of move is about. */
export type Pick = `${'day' | 'seat' | 'pile' | 'square' | 'far'}:${number}` | `${'card' | 'god' | 'verb'}:${string}`;

/** A legal move as a person reads it. */
export interface Choice extends Stakes {
  /** The move in notation, which is what the server takes. */
  readonly move: string;
  readonly sentence: string;
  /** What the card of the move does; empty if there is none. */
  readonly about: string;
  readonly picks: readonly Pick[];
  /** Beads in a temple can pay it. */
  readonly isPaidInBeads: boolean;
}

/** The parts of moves that name a thing, in all games: the part, the kind of its thing, and its type. */
const NAMING = [
  ['day', 'day', 'number'],
  ['card', 'card', 'string'],
  ['temple', 'card', 'string'],
  ['saucer', 'card', 'string'],
  ['seat', 'seat', 'number'],
  ['god', 'god', 'string'],
  ['pile', 'pile', 'number'],
  ['from', 'square', 'number'],
  ['to', 'square', 'number'],
] as const;

/** The things that the move names. A move that names none is about what it does: the coins, for one that tosses them. */
export function picksOf(move: LegalMove): readonly Pick[] {
  const picks = NAMING.flatMap(([part, kind, type]) =>
    typeof move[part] === type ? [`${kind}:${move[part]}` as Pick] : [],
  );
  return picks.length > 0 || move.verb === '' ? picks : [`verb:${move.verb}`];
}

/** All things that some move is about. */
export function thingsOf(choices: readonly Choice[]): ReadonlySet<Pick> {
  return new Set(choices.flatMap(({ picks }) => picks));
}

/** The moves that are about this thing; all of them without one. */
export function narrowed(choices: readonly Choice[], pick: Pick | undefined): readonly Choice[] {
  return pick === undefined ? choices : choices.filter(({ picks }) => picks.includes(pick));
}

/** The number of a thing of this kind, or nothing if the thing is of another kind. */
export function numberIn(pick: Pick | undefined, kind: 'day' | 'seat' | 'pile' | 'square' | 'far'): number | undefined {
  return pick?.startsWith(`${kind}:`) ? Number(pick.slice(kind.length + 1)) : undefined;
}

export function cardIn(pick: Pick | undefined): string | undefined {
  return pick?.startsWith('card:') ? pick.slice('card:'.length) : undefined;
}
