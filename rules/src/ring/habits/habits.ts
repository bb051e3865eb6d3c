/** The habits of an edition on the ring. */
import { type AskedSeat, firstAnswer, type HabitsCapability, listOf } from '../../contract/habits.ts';
import type { Edition } from '../model/edition.ts';
import type { Event } from '../model/event.ts';
import type { Move } from '../model/move.ts';
import type { State } from '../view/hidden.ts';
import { type Notes, noted, notesOf } from './notes.ts';
import { HABITS } from './rules.ts';

export type RingHabits = HabitsCapability<State, Move, Event, Notes>;

export function habitsIn(edition: Edition): RingHabits {
  return { list: listOf(HABITS), notes: notesOf, noted, answer: (asked, kept) => answer(edition, asked, kept) };
}

function answer(edition: Edition, asked: AskedSeat<State, Notes>, kept: readonly string[]): Move | undefined {
  const { phase } = asked.state;
  const isAsked = phase.kind !== 'over' && phase.seat === asked.seat;
  return isAsked ? firstAnswer(HABITS, { ...asked, edition }, kept) : undefined;
}
