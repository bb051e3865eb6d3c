/** What a move sets going: tasks for later, a question for a seat, and events that tell of it. */

import type { Work } from '../model/edition.ts';
import type { Event } from '../model/event.ts';
import type { Phase, Task } from '../model/state.ts';

/** Does these things, the first one first, before anything that was planned already. */
export function plan({ state }: Work, ...tasks: readonly Task[]): void {
  state.agenda = [...state.agenda, ...tasks.toReversed()];
}

/** The match waits for this answer now. */
export function ask(work: Work, phase: Phase): void {
  work.state.phase = phase;
  work.isAsking = true;
}

export function tell({ events }: Work, event: Event): void {
  events.push(event);
}
