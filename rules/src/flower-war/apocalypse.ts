/** [C6, C8] The apocalypse: its trigger, its omens, its ending and the countdown. */
import type { Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import type { Day } from '../ring/model/calendar.ts';
import { ask, isHere, others, plan, present, tell, tribeOf } from '../ring/model/edition.ts';
import { greaterGod } from '../ring/play/offering.ts';
import { transfer } from '../ring/play/skulls.ts';
import { end } from '../ring/play/turn.ts';
import { DOG, omens } from './discs.ts';
import type { FlowerSettings } from './options.ts';
import { layHand } from './cardPiles.ts';
import type { Apocalypse, Ending, FlowerTable, FlowerWork } from './table.ts';

/** The number of discs off the board that triggers the apocalypse. */
const TRIGGER: Readonly<Record<FlowerSettings['mode'], number>> = { quick: 1, long: 2, epic: 3 };

/** A disc has left its day. It may change the rules, or trigger the apocalypse. */
export function discTaken(work: FlowerWork, seat: Seat, day: Day): void {
  const { options, apocalypse, discs } = work.state;
  if (apocalypse.kind === 'counting') {
    if (options.laterDiscs === 'active') wake(work, [day]);
    return;
  }
  const taken = discs.flatMap((holder, index) => (holder === 'day' ? [] : [index + 1]));
  const isTrigger = taken.length >= TRIGGER[options.mode];
  if (isTrigger) trigger(work, seat);
  if (options.discTiming === 'immediate') wake(work, [day]);
  else if (isTrigger) wake(work, taken);
}

function trigger(work: FlowerWork, counter: Seat): void {
  const ending: Ending = work.state.options.apocFlavor === 'off' ? 'none' : 'open';
  work.state.apocalypse = { kind: 'counting', counter, track: 0, ending };
  tell(work, { kind: 'apocalypse', counter });
  plan(work, { kind: 'own', name: 'fix-ending', seat: counter, day: 0 });
}

/** New omens come into force. The dog cancels before any of them acts; its taker chooses which one. */
function wake(work: FlowerWork, days: readonly Day[]): void {
  const all = [...work.state.omens, ...days].sort((a, b) => a - b);
  work.state.omens = all;
  tell(work, { kind: 'omens-woke', days: all });
  plan(work, ...days.map((day) => ({ kind: 'own', name: 'strike', seat: 0, day }) as const));
  if (days.includes(DOG)) plan(work, { kind: 'own', name: 'cancel', seat: dogsTaker(work.state), day: DOG });
}

/** The tribe that took the dog. If it has left, the tribe that counts down. */
function dogsTaker({ discs, apocalypse, turn }: FlowerTable): Seat {
  const holder = at(discs, DOG - 1);
  if (typeof holder === 'number') return holder;
  return apocalypse.kind === 'counting' ? apocalypse.counter : turn.seat;
}

/** Cancels other omens with the dog. If the dog is the only omen, it cancels flood and invasion. */
export function cancelWithDog(work: FlowerWork, seat: Seat): void {
  const { apocalypse, omens: days, options } = work.state;
  const others = days.filter((day) => day !== DOG);
  if (others.length > 1 && options.dog === 'one') return ask(work, { kind: 'cancelling', seat, discs: others });
  for (const day of others) cancelOmen(work, day);
  if (others.length === 0 && apocalypse.kind === 'counting') work.state.apocalypse = { ...apocalypse, ending: 'none' };
}

export function cancelOmen(work: FlowerWork, day: Day): void {
  work.state.omens = work.state.omens.filter((other) => other !== day);
  tell(work, { kind: 'omen-cancelled', seat: dogsTaker(work.state), day });
}

/** Omen 6 acts at once, unless it was cancelled: all tribes lose their hands, the tribe that counts down first. */
export function strike(work: FlowerWork, day: Day): void {
  const { state } = work;
  if (day !== HANDS_LOST || !state.omens.includes(day) || !omens(state).losesHands) return;
  const first = state.apocalypse.kind === 'counting' ? state.apocalypse.counter : state.turn.seat;
  for (const seat of [first, ...others(state, first)]) if (isHere(state, seat)) layHand(work, seat);
}

const HANDS_LOST = 6;

/** [C8] As soon as the tallies differ, they fix the ending: the neglected god strikes, or the favoured one. */
export function fixEnding(work: FlowerWork): void {
  const { apocalypse, options } = work.state;
  const greater = greaterGod(work.state);
  if (apocalypse.kind === 'quiet' || apocalypse.ending !== 'open' || greater === undefined) return;
  const neglected = greater === 'war' ? 'flood' : 'invasion';
  const favoured = neglected === 'flood' ? 'invasion' : 'flood';
  const ending = options.apocFlavor === 'most' ? favoured : neglected;
  work.state.apocalypse = { ...apocalypse, ending };
  tell(work, { kind: 'ending-fixed', ending });
  if (ending === 'flood' && options.floodOnset === 'twoEach') flood(work);
}

/** [floodOnset] Each tribe saves two skulls from its day. The other skulls of these days are lost. */
function flood(work: FlowerWork): void {
  const seats = present(work.state);
  const dayOf = (seat: Seat) => tribeOf(work.state, seat).day;
  for (const seat of seats) transfer(work, { n: 2, from: { day: dayOf(seat) }, to: { seat }, why: 'flood' });
  for (const seat of seats)
    transfer(work, { n: work.state.options.perSpace, from: { day: dayOf(seat) }, to: 'out', why: 'flood' });
}

/**
 * [C6] The countdown goes on in each later turn of the tribe that counts, unless the gods are level. Its last step ends
 * the match before that turn.
 */
export function tick(work: FlowerWork): void {
  const { apocalypse, turn, options } = work.state;
  if (apocalypse.kind === 'quiet' || apocalypse.counter !== turn.seat) return;
  if (greaterGod(work.state) === undefined) return tell(work, { kind: 'forestalled' });
  const track = apocalypse.track + 1;
  const left = options.countdown - track;
  work.state.apocalypse = { ...apocalypse, track };
  tell(work, { kind: 'countdown', left, isLast: left === 1 });
  if (left <= 0) end(work, { reason: 'countdown' });
}

/** The tribe that counts has left, so the next tribe counts on. */
export function passCounting(
  state: { apocalypse: Apocalypse; readonly tribes: FlowerTable['tribes'] },
  seat: Seat,
): void {
  const { apocalypse } = state;
  const next = others(state, seat)[0];
  if (apocalypse.kind === 'counting' && apocalypse.counter === seat && next !== undefined)
    state.apocalypse = { ...apocalypse, counter: next };
}

export const endingOf = ({ apocalypse }: Pick<FlowerTable, 'apocalypse'>): Ending =>
  apocalypse.kind === 'counting' ? apocalypse.ending : 'none';
