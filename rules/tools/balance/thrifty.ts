/**
 * A random bot, close to the bot behind the sanity numbers of the rules documents. Each time it could make an offering,
 * it stops half of the time. It never discards a card unused. All other moves are random.
 */
import type { Question } from '../../src/contract/bot.ts';
import type { Chance } from '../../src/contract/chance.ts';

interface Spoken {
  readonly kind: string;
}

export function thrifty<M extends Spoken>({ legal }: Pick<Question<unknown, M>, 'legal'>, chance: Chance): M {
  const stop = legal.find(({ kind }) => kind === 'done');
  const offerings = legal.filter(({ kind }) => OFFERINGS.includes(kind));
  if (offerings.length > 0) return stop !== undefined && chance.coin() ? stop : chance.pick(offerings);
  const kept = legal.filter(({ kind }) => kind !== 'discard');
  return chance.pick(kept.length > 0 ? kept : legal);
}

const OFFERINGS: readonly string[] = ['offer', 'tonantzin', 'give'];
