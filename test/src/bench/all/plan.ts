/** Which turns must be taken for some goals. */
import type { Goal, Group } from './goals.ts';
import { refsOf } from './judge.ts';
import { type Size, type Turn, UNIT_NAMES, UNITS } from './units.ts';

/** All turns for all goals; for one group only those that its goals are made of, and all of the unit of its name. */
export function turnsFor(goals: readonly Goal[], size: Size, only?: Group): readonly Turn[] {
  const needed = new Set(goals.flatMap(refsOf).map((ref) => ref.split('/').slice(0, 2).join('/')));
  const units = UNIT_NAMES.filter((unit) => size === 'whole' || !('isSlow' in UNITS[unit]));
  return units.flatMap((unit) => {
    const { turns, systems } = UNITS[unit];
    const isNeeded = (system: string) =>
      system === 'all' ? systems.some((one) => needed.has(`${unit}/${one}`)) : needed.has(`${unit}/${system}`);
    return turns
      .filter((system) => only === undefined || only === unit || isNeeded(system))
      .map((system) => ({ unit, system }));
  });
}
