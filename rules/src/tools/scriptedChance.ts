import type { Chance } from '../contract/chance.ts';
import { deepEqual } from '../json/equal.ts';

/**
 * One random result as data: a coin (`'heads'`, `'tails'`, a boolean), a die's number, a whole order, a picked item.
 */
export type Script = readonly unknown[];

export interface ScriptedChance extends Chance {
  /** The results that the game has not asked for yet. */
  rest(): Script;
}

/** Gives exactly these results in this order. It throws if the game asks for a result of another kind. */
export function scriptedChance(script: Script): ScriptedChance {
  let used = 0;
  const take = <T>(asked: string, accept: (result: unknown) => T | undefined): T => {
    if (used >= script.length) throw new Error(`the script is used up (${used} results), but ${asked} is needed`);
    const result = script[used++];
    const accepted = accept(result);
    if (accepted === undefined) throw new Error(`result ${used} is ${JSON.stringify(result)}, but ${asked} is needed`);
    return accepted;
  };
  return {
    die: (sides) => take(`a number from 1 to ${sides}`, (result) => dieFrom(result, sides)),
    coin: () => take('heads or tails', coinFrom),
    shuffle: (items) => take(`an order of ${JSON.stringify(items)}`, (result) => orderFrom(result, items)),
    pick: (items) => take(`one of ${JSON.stringify(items)}`, (result) => items.find((item) => deepEqual(item, result))),
    rest: () => script.slice(used),
  };
}

function dieFrom(result: unknown, sides: number): number | undefined {
  return typeof result === 'number' && Number.isInteger(result) && result >= 1 && result <= sides ? result : undefined;
}

function coinFrom(result: unknown): boolean | undefined {
  if (typeof result === 'boolean') return result;
  return result === 'heads' || result === 'tails' ? result === 'heads' : undefined;
}

/** The game's own items in the order of the script, so that no object of the script enters a state. */
function orderFrom<T>(result: unknown, items: readonly T[]): readonly T[] | undefined {
  if (!Array.isArray(result) || result.length !== items.length) return undefined;
  const left = [...items];
  const order = result.flatMap((wanted) => {
    const index = left.findIndex((item) => deepEqual(item, wanted));
    return index < 0 ? [] : left.splice(index, 1);
  });
  return order.length === items.length ? order : undefined;
}

export interface RecordingChance extends Chance {
  /** Every result so far, as `scriptedChance` takes it. */
  results(): Script;
}

export function recordingChance(inner: Chance): RecordingChance {
  const results: unknown[] = [];
  const note = <T>(result: T): T => {
    results.push(result);
    return result;
  };
  return {
    die: (sides) => note(inner.die(sides)),
    coin: () => {
      const heads = inner.coin();
      results.push(heads ? 'heads' : 'tails');
      return heads;
    },
    shuffle: (items) => note(inner.shuffle(items)),
    pick: (items) => note(inner.pick(items)),
    results: () => [...results],
  };
}
