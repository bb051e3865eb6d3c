/**
 * A bot that loses like a person. It sees what lies in front of it, overlooks a share of the rest, and never does what is absurd: a move
 * that is far worse than another one.
 */
import type { Bot, Question } from '../contract/game.ts';
import { at } from '../json.ts';

export interface Eye<V, M, O> {
  /** What each legal move is worth at a glance, in points. */
  readonly guess: (question: Question<V, M, O>) => readonly number[];
  /** No player overlooks a move that is better than all others by this many points, or plays one that is so much worse than the best. */
  readonly obvious: number;
  /** Of a hundred other moves, how many the bot does not see. */
  readonly overlooks: number;
}

export function overlooking<V, M, O>(eye: Eye<V, M, O>): Bot<V, M, O> {
  return (question, chance) => {
    if (question.legal.length === 1) return at(question.legal, 0);
    const guesses = eye.guess(question);
    const least = Math.max(...guesses) - eye.obvious;
    const sensible = question.legal.flatMap((move, index) => {
      const guess = at(guesses, index);
      return guess >= least ? [{ move, guess }] : [];
    });
    const seen = sensible.filter(() => chance.die(100) > eye.overlooks);
    if (seen.length === 0) return chance.pick(sensible).move;
    const most = Math.max(...seen.map(({ guess }) => guess));
    return chance.pick(seen.filter(({ guess }) => guess === most)).move;
  };
}
