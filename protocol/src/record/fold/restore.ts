/** A match goes on from a backup. Players saw what was drawn after the backup, so it must not come again. */

import { restoredSeed } from '../chance/keyedChance.ts';
import type { EntryOf } from '../entry/entries.ts';
import { accepted, chanceOf, type JudgedEntry } from '../position/judgement.ts';
import type { Folding, Position } from '../position/position.ts';

/** Renews all dice that follow, and the order of everything that no seat has seen. */
export function restore({ engine }: Folding, position: Position, { seq, entropy }: EntryOf<'restored'>): JudgedEntry {
  const restores = [...position.restores, entropy];
  if (position.status !== 'running' || position.seed === undefined) return accepted({ ...position, restores });
  const renewed = { ...position, restores, seed: restoredSeed(position.seed, entropy) };
  const { chance, drew } = chanceOf(renewed, seq);
  return { ...accepted({ ...renewed, state: engine.reshuffle(position.state, chance) }), drew: drew() };
}

/** The seed after all restores. Those before the start count too: players who had sat down then add nothing new. */
export function seedAfter(seed: Uint8Array, restores: readonly string[]): Uint8Array {
  return restores.reduce(restoredSeed, seed);
}
