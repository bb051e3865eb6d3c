import type { Chance } from './chance.ts';

/** Chooses one of its legal moves. It sees what its seat sees and nothing more. */
export type Bot<V, M> = (view: V, legal: readonly M[], chance: Chance) => M;

export function random<V, M>(_view: V, legal: readonly M[], chance: Chance): M {
  return chance.pick(legal);
}
