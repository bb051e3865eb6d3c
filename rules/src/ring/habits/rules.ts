/** Each habit of the games on the ring: when it answers, and with which move. */
import type { HabitRule } from '../../contract/habits.ts';
import type { Move } from '../model/move.ts';
import type { Phase } from '../model/state.ts';
import { isAhead, isNoAttack, isOfDraw } from './inWindows.ts';
import type { RingHabitName } from './names.ts';
import type { Question } from './question.ts';
import { draw, hasNoNewCard, hasPlayed, isQuiet, isSecondCard, oldestCard, rolls, sameGod, single } from './steps.ts';

export const HABITS: Readonly<Record<RingHabitName, HabitRule<Question, Move>>> = {
  /** Rolls where rolling is the only way to move. */
  roll: { pace: 'usual', answer: inPhase('moving', rolls, { kind: 'roll' }) },
  /** Plays the only legal move, where all viewers can see that there is only one. */
  single: { pace: 'usual', answer: single },
  /** Draws the card that a god returns for a sacrifice. */
  draw: { pace: 'usual', answer: draw },
  /** Plays no card in turns since which the seat got none, except in every third of them. */
  cards: { pace: 'usual', answer: inPhase('playing', isQuiet, { kind: 'done' }) },
  /** Plays no card in turns since which the seat got none. */
  'new-cards': { pace: 'swift', answer: inPhase('playing', hasNoNewCard, { kind: 'done' }) },
  /** Plays no second card in a turn, unless the seat still holds many. */
  'one-card': { pace: 'brisk', answer: inPhase('playing', isSecondCard, { kind: 'done' }) },
  /** Plays no second card in a turn. */
  'no-second-card': { pace: 'swift', answer: inPhase('playing', hasPlayed, { kind: 'done' }) },
  /** Attacks no tribe from afar. */
  'no-far-attacks': { pace: 'swift', answer: inPhase('ranged', () => true, { kind: 'pass' }) },
  /** Sacrifices to the god of the last sacrifice, until the other god comes ahead; every third turn it asks. */
  'same-god': { pace: 'brisk', answer: sameGod },
  /** Gives up the card that the seat has held longest, where it must give up one. */
  'oldest-card': { pace: 'brisk', answer: oldestCard },
  /** Goes no step beyond the roll. */
  'no-steps': { pace: 'brisk', answer: inPhase('adding-steps', () => true, { kind: 'extra', n: 0 }) },
  /** Lets other tribes draw their cards, unless they are near victory. */
  draws: { pace: 'usual', ...declining('reacting', isOfDraw) },
  /** Answers nothing but attacks. */
  replies: { pace: 'brisk', ...declining('reacting', isNoAttack) },
  /** Answers nothing, not even attacks. */
  'no-replies': { pace: 'swift', ...declining('reacting', () => true) },
  /** Plays no card in a battle that the seat wins as it stands, or that a coin decides. */
  ahead: { pace: 'usual', ...declining('battle', isAhead) },
  /** Plays one card in a battle at most. */
  'one-battle-card': { pace: 'swift', ...declining('battle', ({ notes, seat }) => notes.fought.includes(seat)) },
};

function declining(kind: Phase['kind'], holds: (asked: Question) => boolean): Omit<HabitRule<Question, Move>, 'pace'> {
  return { isForWindows: true, answer: inPhase(kind, holds, { kind: 'pass' }) };
}

function inPhase(kind: Phase['kind'], holds: (asked: Question) => boolean, move: Move) {
  return (asked: Question) => (asked.state.phase.kind === kind && holds(asked) ? move : undefined);
}
