/** What a move causes: tasks for later, a question for a seat, and events. */

import { at } from '../../json/at.ts';
import type { Work } from '../model/edition.ts';
import type { Event } from '../model/event.ts';
import type { Phase, Task } from '../model/state.ts';

/** Plans these tasks in their order, before all tasks that are already planned. */
export function plan({ state }: Work, ...tasks: readonly Task[]): void {
  for (let index = tasks.length - 1; index >= 0; index--) state.agenda.push(at(tasks, index));
}

/** Makes the match wait for the answer to this phase. */
export function ask(work: Work, phase: Phase): void {
  work.state.phase = phase;
  work.isAsking = true;
}

export function tell({ events }: Work, event: Event): void {
  events.push(event);
}
