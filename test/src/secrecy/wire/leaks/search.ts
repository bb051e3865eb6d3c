/** Searches for a planted leak: plays pair after pair until the viewer can tell one apart. */

import { LeakFound, nothingSeen, playPair } from '../pair.ts';
import { type Plan, planOf } from '../plan.ts';
import type { Stage } from '../stage.ts';
import { twinsFrom } from '../twins.ts';
import type { Leak } from './leak.ts';

const MOST_SEEDS = 400;
const MOST_PAIRS = 12;

/** Returns what gave the leak away, or undefined if no pair did. The same pair without the leak must be silent. */
export async function searchFor(stage: Stage, leak: Leak, firstSeed: number): Promise<string | undefined> {
  let pairs = 0;
  for (let seed = firstSeed; seed < firstSeed + MOST_SEEDS && pairs < MOST_PAIRS; seed++) {
    const plan = planOf(twinsFrom(leak.edition, seed));
    if (leak.wants?.(plan) === false) continue;
    pairs++;
    const found = await leaksFrom(stage, plan, leak);
    if (found === undefined) continue;
    await playPair(stage, plan, nothingSeen());
    return found;
  }
  return undefined;
}

async function leaksFrom(stage: Stage, plan: Plan, { change, patch }: Leak): Promise<string | undefined> {
  stage.change = change ?? (() => ({}));
  try {
    await playPair(stage, plan, nothingSeen(), ([table]) => patch?.(table) ?? (() => {}));
  } catch (error) {
    if (error instanceof LeakFound) return error.message;
    throw error;
  } finally {
    stage.change = () => ({});
  }
  return undefined;
}
