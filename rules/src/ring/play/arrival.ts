/** A tribe arrives on a day: cards act on it, it picks up skulls, pays tribute, and fights. */
import type { Seat } from '../../contract/game.ts';
import type { Day } from '../model/calendar.ts';
import type { Work } from '../model/edition.ts';
import type { Event } from '../model/event.ts';
import type { Task } from '../model/state.ts';
import { change, isHere, tribeOf } from '../model/tribes.ts';
import { plan, tell } from './agenda.ts';
import { meet } from './battle.ts';
import { transfer } from './skulls.ts';

/** Guards against cards that move a tribe for ever. */
const MOST_ARRIVALS = 13;

type Way = Extract<Event, { kind: 'moved' }>['way'];

/** Moves a tribe to a day and plans its visit. After too many arrivals in a turn, it only moves the tribe. */
export function arrive(work: Work, { seat, day }: Extract<Task, { kind: 'arrive' }>, way: Way = 'card'): void {
  const { turn, options } = work.state;
  if (!isHere(work.state, seat)) return;
  const isArrival = turn.arrivals < MOST_ARRIVALS;
  put(work, seat, { day, way: isArrival ? way : 'put' });
  if (!isArrival) return;
  work.state.turn = { ...turn, arrivals: turn.arrivals + 1 };
  plan(work, ...PARTS[options.stepOrder].map((part) => ({ kind: 'visit', part, seat, day }) as const));
}

/** [stepOrder] The parts of a visit in their order. */
const PARTS = {
  printed: ['land', 'collect', 'tribute', 'battles'],
  battleFirst: ['land', 'battles', 'collect', 'tribute'],
} as const;

/** Moves a tribe to a day without an arrival. */
export function put(work: Work, seat: Seat, { day, way }: { readonly day: Day; readonly way: Way }): void {
  tell(work, { kind: 'moved', seat, from: tribeOf(work.state, seat).day, to: day, way });
  change(work, seat, { day });
}

/** Does one part of a visit. The remaining parts lapse if the tribe is no longer on the day. */
export function visit(work: Work, { part, seat, day }: Extract<Task, { kind: 'visit' }>): void {
  if (!isHere(work.state, seat) || tribeOf(work.state, seat).day !== day) return;
  switch (part) {
    case 'land':
      return work.edition.land(work, seat, day);
    case 'collect':
      return work.edition.collect(work, seat, day);
    case 'tribute':
      return plan(
        work,
        ...work.edition.tributeTo(work.state, seat, day).map((to) => ({ kind: 'tribute', from: seat, to }) as const),
      );
    case 'battles':
      return meet(work, seat, day);
  }
}

/** The visitor owes tribute and may answer with a card. A visitor without skulls owes nothing. */
export function oweTribute(work: Work, { from, to }: Owed): void {
  if (tribeOf(work.state, from).skulls === 0) return;
  plan(work, { kind: 'window', moment: 'tribute', asked: [from], by: to }, { kind: 'pay-tribute', from, to });
}

export function payTribute(work: Work, { from, to }: Owed): void {
  transfer(work, { n: 1, from: { seat: from }, to: { seat: to }, why: 'tribute' });
}

type Owed = Pick<Extract<Task, { kind: 'tribute' | 'pay-tribute' }>, 'from' | 'to'>;
