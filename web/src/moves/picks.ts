/**
 * What a person may tap on the table. Each legal move says of itself which things it is about, so that the page needs no
 * rules to tell where a tap leads.
 */
import type { LegalMove } from '@flower-war/client';

/** A thing on the table. */
export type Pick = `day:${number}` | `card:${string}` | `seat:${number}` | `god:${string}`;

/** A legal move as a person reads it. */
export interface Choice {
  /** The move in notation, which is what the server takes. */
  readonly move: string;
  readonly sentence: string;
  /** What the card of the move does; empty if there is none. */
  readonly about: string;
  readonly picks: readonly Pick[];
}

/** The things that the move names, in the parts that games share. */
export function picksOf({ day, card, seat, god }: LegalMove): readonly Pick[] {
  const picks: Pick[] = [];
  if (typeof day === 'number') picks.push(`day:${day}`);
  if (typeof card === 'string') picks.push(`card:${card}`);
  if (typeof seat === 'number') picks.push(`seat:${seat}`);
  if (typeof god === 'string') picks.push(`god:${god}`);
  return picks;
}

/** All things that some move is about. */
export function thingsOf(choices: readonly Choice[]): ReadonlySet<Pick> {
  return new Set(choices.flatMap(({ picks }) => picks));
}

/** The moves that are about this thing; all of them without one. */
export function narrowed(choices: readonly Choice[], pick: Pick | undefined): readonly Choice[] {
  return pick === undefined ? choices : choices.filter(({ picks }) => picks.includes(pick));
}

/** The number of a day or a seat, or nothing if the thing is none. */
export function numberIn(pick: Pick | undefined, kind: 'day' | 'seat'): number | undefined {
  return pick?.startsWith(`${kind}:`) ? Number(pick.slice(kind.length + 1)) : undefined;
}

export function cardIn(pick: Pick | undefined): string | undefined {
  return pick?.startsWith('card:') ? pick.slice('card:'.length) : undefined;
}
