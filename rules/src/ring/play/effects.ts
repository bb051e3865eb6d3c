/** Carries out cards, one effect at a time. An effect with an open question asks it by a phase, and is tried again. */
import type { Seat } from '../../contract/game.ts';
import { forward, START_DAYS, wrap } from '../model/calendar.ts';
import type { Effect, God, Modifier, Place, Who } from '../model/card.ts';
import { ask, type At, change, isHere, others, plan, tell, tribeOf, type Work } from '../model/edition.ts';
import type { Choice, Playing, RingTable, Side, TurnModifier } from '../model/state.ts';
import { extraDie, modifyBattle } from './battle.ts';
import { deal, handOf, handOver } from './hand.ts';
import { aimsAtSeat, eligible, seatAt } from './playingCards.ts';
import { room, takeFrom, toLake, transfer } from './skulls.ts';
import { cancel } from './windows.ts';

/** Carries out the next effect of the card. The other effects wait in the agenda below the tasks that it causes. */
export function carryOn(work: Work, playing: Playing): void {
  const [effect, ...rest] = playing.effects;
  if (effect === undefined) return finish(work, playing);
  const question = questionOf(work.state, playing, effect);
  plan(work, question === undefined ? { ...playing, effects: rest } : playing);
  if (question === undefined) carryOut(work, playing, effect);
  else ask(work, { kind: 'choosing', seat: playing.self, choice: question });
}

function finish(work: Work, { self, card, isHeld }: Playing): void {
  if (isHeld) work.edition.lay(work, self, card);
}

/** The question that must be answered before this effect can be carried out. */
function questionOf(state: RingTable, { self, target, god, day, steps }: Playing, effect: Effect): Choice | undefined {
  if (target === undefined && aimsAtSeat(effect)) {
    const seats = eligible(state, self, effect);
    if (seats.length > 0) return { of: 'seat', seats };
  }
  if (god === undefined && asksForGod(state, effect)) return { of: 'god' };
  if (effect.kind === 'go-to' && effect.to === 'chosen' && day === undefined) return { of: 'day' };
  if (effect.kind === 'move-choice' && steps === undefined) return { of: 'steps', min: effect.min, max: effect.max };
  return undefined;
}

function asksForGod({ tally }: RingTable, effect: Effect): boolean {
  if (effect.kind === 'deal') return true;
  if (effect.kind !== 'offer' || effect.god === 'war' || effect.god === 'rain') return false;
  return effect.god === 'choice' || tally.war === tally.rain;
}

function carryOut(work: Work, playing: Playing, effect: Effect): void {
  const { self } = playing;
  const who = (which: Who) => seatsOf(work.state, playing, which);
  switch (effect.kind) {
    case 'gain':
      for (const seat of who(effect.who)) gain(work, seat, effect);
      return;
    case 'lose':
      for (const seat of who(effect.who)) lose(work, seat, effect);
      return;
    case 'pay':
      for (const from of who(effect.from))
        for (const to of who(effect.to))
          transfer(work, { n: effect.n, from: { seat: from }, to: { seat: to }, why: 'card' });
      return;
    case 'offer':
      return offer(work, who(effect.who), { n: effect.n, god: godOf(work.state, playing, effect.god), why: 'card' });
    case 'draw':
      return plan(
        work,
        ...Array.from({ length: effect.n }, () => ({ kind: 'draw', seat: self, deck: effect.deck }) as const),
      );
    case 'take-week':
      return work.edition.takeWeek(work, self, effect.sign) ? undefined : instead(work, effect.otherwise);
    case 'discard':
      return plan(work, ...who(effect.who).map((seat) => ({ kind: 'discard', seat, n: effect.n }) as const));
    case 'give-card':
      for (const from of who(effect.from)) for (const to of who(effect.to)) giveAtRandom(work, effect.n, { from, to });
      return;
    case 'cycle':
      return pickUpTo(work, self, { left: effect.max, why: { kind: 'cycle', picked: [] } });
    case 'discard-for-roll':
      return (
        sideOf(work.state, self) && pickUpTo(work, self, { left: effect.max, why: { kind: 'roll', per: effect.per } })
      );
    case 'deal':
      return deal(work, self, { mode: effect.mode, god: godOf(work.state, playing, 'choice') });
    case 'move':
      return goTo(work, self, wrap(tribeOf(work.state, self).day + effect.n));
    case 'move-choice':
      return goTo(work, self, wrap(tribeOf(work.state, self).day + (playing.steps ?? 0)));
    case 'go-to':
      return goTo(work, self, effect.to === 'chosen' ? (playing.day ?? 0) : placeOf(work.state, self, effect.to));
    case 'extra-turn':
      return earnExtraTurn(work, self);
    case 'attack':
      return attack(work, playing, effect);
    case 'space-add': {
      const { day } = tribeOf(work.state, self);
      transfer(work, { n: effect.n, from: 'pool', to: { day }, why: 'card' });
      return;
    }
    case 'cancel':
      tell(work, { kind: 'cancelled', what: effect.what, by: self });
      return cancel(work);
    case 'if-won':
      return playing.hasWon ? instead(work, effect.then) : undefined;
    case 'victory':
      return;
    default:
      return modify(work, self, effect);
  }
}

/** [2.3] The seats that a word stands for, seen from the effect's controller. */
function seatsOf(state: RingTable, { self, target, foe }: Playing, who: Who): readonly Seat[] {
  const one = (seat: Seat | undefined) => (seat !== undefined && isHere(state, seat) ? [seat] : []);
  switch (who) {
    case 'self':
      return [self];
    case 'all':
      return [self, ...others(state, self)];
    case 'each-other':
      return others(state, self);
    case 'chosen':
      return one(target);
    case 'attacker':
    case 'triggerer':
      return one(foe);
    case 'nearest':
      return one(nearest(state, self));
    default:
      return one(seatAt(state, who.slice('seat-'.length))).filter((seat) => seat !== self);
  }
}

/** The next tribe in the direction of travel. A tribe on the same day is nearest of all. */
function nearest(state: RingTable, self: Seat): Seat | undefined {
  const { day } = tribeOf(state, self);
  const far = (seat: Seat) => forward(day, tribeOf(state, seat).day);
  return others(state, self).toSorted((a, b) => far(a) - far(b))[0];
}

function godOf({ tally }: RingTable, { god }: Playing, wanted: Extract<Effect, { kind: 'offer' }>['god']): God {
  if (wanted === 'war' || wanted === 'rain') return wanted;
  if (wanted === 'choice' || tally.war === tally.rain) return god ?? 'war';
  const lesser = tally.war < tally.rain ? 'war' : 'rain';
  if (wanted === 'lesser') return lesser;
  return lesser === 'war' ? 'rain' : 'war';
}

function placeOf({ options }: RingTable, self: Seat, place: Place, state?: RingTable): number {
  if (typeof place === 'number') return place;
  if (place === 'here') return state === undefined ? 0 : tribeOf(state, self).day;
  const compass = place.slice('start-'.length) as keyof (typeof START_DAYS)['threshold'];
  return START_DAYS[options.startSpaces][compass];
}

function gain(work: Work, seat: Seat, { n, from }: Extract<Effect, { kind: 'gain' }>): void {
  if (from === 'pool') return void transfer(work, { n, from, to: { seat }, why: 'card' });
  if (work.edition.isFlooded(work.state)) return;
  takeFrom(work, { seat, n, day: placeOf(work.state, seat, from, work.state), why: 'card' });
}

/** The tribe loses skulls. Those that do not fit onto the day go to the supply. */
function lose(work: Work, seat: Seat, { n, to }: Extract<Effect, { kind: 'lose' }>): void {
  const { day } = tribeOf(work.state, seat);
  const fits = to === 'here' ? Math.min(n, room(work.state, day)) : 0;
  const laid = transfer(work, { n: fits, from: { seat }, to: { day }, why: 'card' });
  transfer(work, { n: n - laid, from: { seat }, to: to === 'here' ? 'pool' : to, why: 'card' });
}

function offer(
  work: Work,
  seats: readonly Seat[],
  offering: { readonly n: number; readonly god: God; readonly why: string },
): void {
  for (const seat of seats) {
    const n = toLake(work, { ...offering, seat });
    if (n > 0) tell(work, { kind: 'sacrificed', seat, god: offering.god, tally: work.state.tally[offering.god] });
  }
}

/** Puts these effects in the place of the effect that was just read. */
function instead(work: Work, effects: readonly Effect[]): void {
  const { agenda } = work.state;
  const playing = agenda.at(-1);
  if (playing?.kind !== 'card') throw new Error('no card is being carried out');
  work.state.agenda = agenda.with(-1, { ...playing, effects: [...effects, ...playing.effects] });
}

function giveAtRandom(work: Work, n: number, between: { readonly from: Seat; readonly to: Seat }): void {
  for (let given = 0; given < n && handOf(work.state, between.from).length > 0; given++)
    handOver(work, work.chance.pick(handOf(work.state, between.from)), between);
}

function pickUpTo(work: Work, seat: Seat, { left, why }: Pick<Picking, 'left' | 'why'>): void {
  if (handOf(work.state, seat).length > 0) ask(work, { kind: 'picking', seat, left, why });
}

type Picking = Extract<RingTable['phase'], { kind: 'picking' }>;

/** Sends a tribe to a day. A tribe that already stands there stays, and nothing happens. */
function goTo(work: Work, seat: Seat, day: number): void {
  if (tribeOf(work.state, seat).day !== day) plan(work, { kind: 'arrive', seat, day });
}

/** Earns an extra turn. An extra turn cannot earn another one. */
function earnExtraTurn({ state }: Work, seat: Seat): void {
  if (state.turn.seat === seat && !state.turn.isExtra) state.turn = { ...state.turn, hasExtra: true };
}

function attack(
  work: Work,
  playing: Playing,
  { target, otherwise, roll, stake, within }: Extract<Effect, { kind: 'attack' }>,
): void {
  const { self } = playing;
  const aimed = seatsOf(work.state, playing, target);
  const found = aimed.length > 0 || otherwise === undefined ? aimed : seatsOf(work.state, playing, otherwise);
  const foes =
    within === undefined
      ? found
      : found.filter((foe) =>
          eligible(work.state, self, { kind: 'attack', target, within, roll, stake }).includes(foe),
        );
  plan(work, ...foes.map((defender) => ({ kind: 'fight', attacker: self, defender, roll, stake }) as const));
}

export function sideOf({ battles: [battle] }: RingTable, seat: Seat): Side | undefined {
  if (battle?.attacker.seat === seat) return 'attacker';
  return battle?.defender.seat === seat ? 'defender' : undefined;
}

function modify(work: Work, self: Seat, modifier: Modifier): void {
  if (modifier.lasts === 'battle') return modifyNow(work, self, modifier);
  const { modifiers, nextModifiers } = tribeOf(work.state, self);
  if (modifier.lasts === 'turn') change(work, self, { modifiers: [...modifiers, modifier] });
  if (modifier.lasts === 'next-turn') change(work, self, { nextModifiers: [...nextModifiers, modifier] });
}

/** Changes the current battle. It does nothing outside a battle, or for a tribe that is not in it. */
function modifyNow(
  work: Work,
  self: Seat,
  modifier: Extract<Modifier, { lasts: 'battle' }> | Extract<Modifier, { kind: 'roll' }>,
): void {
  const side = sideOf(work.state, self);
  if (side === undefined) return;
  if (modifier.kind === 'dice') extraDie(work, side, modifier);
  else modifyBattle(work, { self, side, modifier });
}

// Changes of the rules that a tribe has for a turn, or as long as it holds a card.

/** [2.5] All modifiers of one kind, one by one, because steps ahead and back do not add up. */
export function each(where: At, seat: Seat, kind: TurnModifier['kind']): readonly number[] {
  const { modifiers } = tribeOf(where.state, seat);
  const held = where.edition.heldModifiers(where.state, seat);
  return [...numbersOf(modifiers, kind), ...numbersOf(held, kind)];
}

function numbersOf(modifiers: readonly Modifier[], kind: TurnModifier['kind']): readonly number[] {
  const numbers: number[] = [];
  for (const modifier of modifiers) if (modifier.kind === kind) numbers.push(modifier.n);
  return numbers;
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);

/** The sum of the effects of one kind. */
export const sumOf = (effects: readonly Effect[], kind: TurnModifier['kind']): number =>
  effects.reduce((all, effect) => (effect.kind === kind ? all + effect.n : all), 0);
