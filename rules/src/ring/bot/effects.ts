/** What the effects of a card are worth to its player. */
import type { Seat } from '../../contract/game.ts';
import { forward, START_DAYS, wrap } from '../model/calendar.ts';
import type { Deck, Effect, Place, Who } from '../model/card.ts';
import type { Aim } from '../model/move.ts';
import { homeDeck } from '../play/hand.ts';
import { fight } from './battle.ts';
import type { Judge, Rival } from './worth.ts';

export const effectsWorth = (judge: Judge, effects: readonly Effect[], aim: Aim): number =>
  effects.reduce((sum, effect) => sum + effectWorth(judge, effect, aim), 0);

function effectWorth(judge: Judge, effect: Effect, aim: Aim): number {
  const { own } = judge.sight;
  const who = (which: Who) => touched(judge, which, aim);
  switch (effect.kind) {
    case 'gain':
      return gained(judge, effect, who(effect.who));
    case 'lose':
    case 'offer':
      return lost(judge, effect.n, who(effect.who));
    case 'pay':
      return who(effect.to).isOwn ? taken(judge, effect.n, who(effect.from)) : -taken(judge, effect.n, who(effect.to));
    case 'draw':
      return effect.n * judge.drawn(effect.deck);
    case 'take-week':
      return judge.week(effect.sign);
    case 'discard':
      return who(effect.who).isOwn ? -cheapest(judge) : sumOver(who(effect.who), (rival) => card(judge, rival));
    case 'give-card':
      return sumOver(
        who(effect.from),
        (rival) => card(judge, rival) + (rival.tribe.cards > 0 ? judge.weights.strangeCard : 0),
      );
    case 'cycle':
      return exchanged(judge, effect.max);
    case 'deal':
      return aim.god === undefined ? 0 : dealt(judge, aim.god, effect.mode);
    case 'move':
      return judge.landing(wrap(own.day + effect.n));
    case 'move-choice':
      return judge.landing(wrap(own.day + (aim.steps ?? 0)));
    case 'go-to':
      return goingTo(judge, effect.to === 'chosen' ? (aim.day ?? own.day) : effect.to);
    case 'extra-turn':
      return strolled(judge);
    case 'attack':
      return sumOver(targets(judge, effect, aim), (rival) => fight(judge, rival, effect));
    case 'if-won':
      return WON * effectsWorth(judge, effect.then, aim);
    case 'range':
    case 'pickup':
    case 'step':
    case 'offer-cost':
    case 'play-cost':
      return effect.n * judge.weights.changes[effect.kind];
    case 'space-add':
    case 'cancel':
    case 'discard-for-roll':
    case 'roll':
    case 'dice':
    case 'stake':
    case 'coin-duel':
    case 'victory':
      return 0;
  }
}

/** How often a battle is won; a draw is not a victory. */
const WON = 5 / 12;

interface Touched {
  readonly isOwn: boolean;
  readonly rivals: readonly Rival[];
}

const sumOver = ({ rivals }: Touched, value: (rival: Rival) => number): number =>
  rivals.reduce((sum, rival) => sum + value(rival), 0);

/** The tribes that a word stands for. Where the card lets its player choose later, the first rival stands in. */
function touched({ sight }: Judge, who: Who, { target }: Aim): Touched {
  const { rivals, own } = sight;
  const only = (rival: Rival | undefined): Touched => ({ isOwn: false, rivals: rival === undefined ? [] : [rival] });
  switch (who) {
    case 'self':
      return { isOwn: true, rivals: [] };
    case 'all':
      return { isOwn: true, rivals };
    case 'each-other':
      return { isOwn: false, rivals };
    case 'nearest':
      return only(rivals.toSorted((a, b) => forward(own.day, a.tribe.day) - forward(own.day, b.tribe.day))[0]);
    case 'chosen':
    case 'attacker':
    case 'triggerer':
      return only(rivals.find(({ tribe }) => tribe.compass === target) ?? rivals[0]);
    default:
      return only(rivals.find(({ tribe }) => `seat-${tribe.compass}` === who));
  }
}

function targets(judge: Judge, effect: Extract<Effect, { kind: 'attack' }>, aim: Aim): Touched {
  if (effect.target === 'chosen' && aim.target === undefined) return { isOwn: false, rivals: [] };
  const found = touched(judge, effect.target, aim);
  if (found.rivals.length > 0 || effect.otherwise === undefined) return found;
  return touched(judge, effect.otherwise, aim);
}

function gained(judge: Judge, { n, from }: Extract<Effect, { kind: 'gain' }>, who: Touched): number {
  const { view, own } = judge.sight;
  const pooled = Math.min(n, view.pool);
  if (from === 'pool')
    return (who.isOwn ? pooled * judge.skull : 0) - sumOver(who, (rival) => pooled * judge.envy(rival));
  if (judge.isFlooded) return 0;
  const day = dayOf(from, own.day);
  const there = view.days[day - 1] ?? 0;
  return Math.min(n, there) * judge.skull + (there > 0 && n >= there ? judge.emptying(day) : 0);
}

const lost = (judge: Judge, n: number, who: Touched): number =>
  sumOver(who, (rival) => Math.min(n, rival.tribe.skulls) * judge.envy(rival)) -
  (who.isOwn ? Math.min(n, judge.sight.own.skulls) * judge.skull : 0);

/** What taking skulls from rivals is worth. */
const taken = (judge: Judge, n: number, who: Touched): number =>
  sumOver(who, (rival) => Math.min(n, rival.tribe.skulls) * (judge.skull + judge.envy(rival)));

const card = (judge: Judge, rival: Rival): number =>
  rival.tribe.cards > 0 ? judge.weights.strangeCard * judge.envy(rival) : 0;

const cheapest = (judge: Judge): number => Math.min(0, ...judge.sight.view.hand.map((id) => judge.worth(id)));

/** What exchanging the worst cards for new ones of their decks is worth. */
function exchanged(judge: Judge, max: number): number {
  const gains = judge.sight.view.hand.map((id) => judge.drawn(homeDeck(id)) - judge.worth(id));
  const worth = gains.filter((gain) => gain > 0).toSorted((a, b) => b - a);
  return worth.slice(0, max).reduce((sum, gain) => sum + gain, 0);
}

/** What taking the best of several cards is worth, less what the others get. */
function dealt(judge: Judge, god: Deck, mode: 'keep-give' | 'one-each'): number {
  const envied = Math.min(...judge.sight.rivals.map((rival) => judge.envy(rival)));
  const others = mode === 'keep-give' ? 1 : judge.sight.rivals.length;
  return judge.drawn(god) * (BEST_OF - POOR * others * envied);
}

const BEST_OF = 1.5;
const POOR = 0.6;

function goingTo(judge: Judge, place: Place): number {
  const { own } = judge.sight;
  const day = dayOf(place, own.day);
  return day === own.day ? 0 : judge.landing(day);
}

function dayOf(place: Place, here: number): number {
  if (typeof place === 'number') return place;
  if (place === 'here') return here;
  return START_DAYS.threshold[place.slice('start-'.length) as keyof (typeof START_DAYS)['threshold']];
}

/** The average worth of landing after one roll of the die. */
function strolled(judge: Judge): number {
  const { day } = judge.sight.own;
  return PIPS.reduce((sum, pips) => sum + judge.landing(wrap(day + pips)), 0) / PIPS.length;
}

const PIPS = [1, 2, 3, 4, 5, 6];

export const rivalAt = ({ sight }: Judge, seat: Seat | number): Rival | undefined =>
  sight.rivals.find((rival) => rival.seat === seat);
