/** What each move is worth, question by question. To decline is worth nothing. */
import { cardOf } from '../cards/cards.ts';
import { wrap } from '../model/calendar.ts';
import type { Card, CardId, Effect, Moment } from '../model/card.ts';
import type { Aim, Move } from '../model/move.ts';
import { homeDeck } from '../play/hand.ts';
import { defence, fight, mirrored, playing, positionOf, raised, withCard, worthOf } from './battle.ts';
import { effectsWorth, rivalAt } from './effects.ts';
import type { Judge, Rival } from './worth.ts';

/** A bot that has made up its mind to discard a card does so. */
const NEVER = 1000;

export function scoreOf(judge: Judge, move: Move): number {
  switch (move.kind) {
    case 'go':
      return judge.landing(move.day);
    case 'step':
      return judge.landing(wrap(judge.sight.own.day + move.n));
    case 'extra':
      return judge.landing(wrap(judge.sight.view.day + move.n));
    case 'attack':
    case 'fight':
      return against(judge, move.target);
    case 'play':
      return play(judge, move.card, move.aim);
    case 'pick':
      return pick(judge, move.card);
    case 'choose':
      return choose(judge, move.aim);
    case 'decline':
      return judge.sight.view.phase === 'discarding' ? -NEVER : judge.editionMove(move);
    case 'pass':
      return judge.sight.view.phase === 'battle' ? worthOf(judge, positionOf(judge)) : 0;
    default:
      return judge.editionMove(move);
  }
}

function against(judge: Judge, compass: string): number {
  const rival = judge.sight.rivals.find(({ tribe }) => tribe.compass === compass);
  return rival === undefined ? 0 : fight(judge, rival, { roll: 0, stake: 0 });
}

function play(judge: Judge, id: CardId, aim: Aim): number {
  const { phase } = judge.sight.view;
  if (phase === 'reacting') return reaction(judge, id);
  if (phase === 'battle') return playing(judge, positionOf(judge), id);
  const card = cardOf(id);
  const lasts = card.timing === 'trap' || card.timing === 'linger';
  const value = lasts ? judge.laying(card) : effectsWorth(judge, card.effects, aim);
  const price = judge.costOf(card) * judge.skull + judge.weights.patience * judge.worth(id);
  return value - price + judge.covering();
}

/** What picking a card is worth. The phase and the other legal moves show why: deal, replace, burn or give up. */
function pick(judge: Judge, id: CardId): number {
  const { phase, battle } = judge.sight.view;
  if (phase === 'dealing') return judge.worth(id);
  if (phase !== 'picking') return judge.editionMove({ kind: 'pick', card: id });
  if (battle.on) return burning(judge, id);
  return judge.drawn(homeDeck(id)) - judge.worth(id);
}

/** What burning this card is worth, followed by as many more as pay. */
function burning(judge: Judge, id: CardId): number {
  const position = positionOf(judge);
  const now = worthOf(judge, position);
  const left = Math.min(judge.sight.view.amount, judge.sight.view.hand.length);
  const gains = Array.from({ length: left }, (_, index) => {
    const more = worthOf(judge, raised(position, index + 1)) - now;
    return more - (index + 1) * judge.worth(id);
  });
  return Math.max(...gains);
}

/** What an answer to a card's question is worth; mostly the card asks for a target. */
function choose(judge: Judge, { target, steps }: Aim): number {
  const { rivals, own } = judge.sight;
  if (steps !== undefined) return judge.landing(wrap(own.day + steps));
  const rival = rivals.find(({ tribe }) => tribe.compass === target);
  return rival === undefined ? 0 : -judge.threat(rival);
}

// Whether preventing the coming event is worth a card.

/** What the answer saves, less its cost. To let the event happen is worth nothing. */
function reaction(judge: Judge, id: CardId): number {
  const card = cardOf(id);
  const price = judge.costOf(card) * judge.skull + judge.weights.patience * judge.worth(id);
  const rider = card.effects.filter(({ kind }) => kind === 'pay');
  const aim = { ...attackerOf(judge) };
  return saved(judge, judge.sight.view.moment as Moment, card) - price + effectsWorth(judge, rider, aim);
}

function saved(judge: Judge, moment: Moment, card: Card): number {
  const { view } = judge.sight;
  switch (moment) {
    case 'attack':
      return -attacked(judge);
    case 'payment':
      return -worthOf(judge, positionOf(judge));
    case 'card':
      return view.battle.on && cardOf(view.card).timing === 'battle' ? undone(judge, card) : harm(judge, view.card);
    case 'tribute':
      return judge.skull + leastEnvy(judge);
    case 'draw':
      return DRAWN * leastEnvy(judge);
  }
}

const DRAWN = 0.7;
const leastEnvy = (judge: Judge): number => Math.min(...judge.sight.rivals.map((rival) => judge.envy(rival)));

/** The attacker is the active tribe. In our own turn it is the owner of a trap, for which the first rival stands in. */
function attacker(judge: Judge): Rival | undefined {
  return rivalAt(judge, judge.sight.view.turn) ?? judge.sight.rivals[0];
}

function attackerOf(judge: Judge): { readonly target?: Rival['tribe']['compass'] } {
  const foe = attacker(judge);
  return foe === undefined ? {} : { target: foe.tribe.compass };
}

function attacked(judge: Judge): number {
  const foe = attacker(judge);
  return foe === undefined ? 0 : defence(judge, foe, judge.sight.view.turn === judge.sight.me ? TRAP : 0);
}

/** What a trap adds to its owner's roll. */
const TRAP = 2;

/** The worth of the battle without the card that the other side plays, less its worth with that card. */
function undone(judge: Judge, answer: Card): number {
  const position = positionOf(judge);
  const extra = answer.effects.reduce((sum, effect) => sum + (effect.kind === 'roll' ? Number(effect.n) : 0), 0);
  const played = mirrored(withCard(judge, mirrored(position), judge.sight.view.card));
  return worthOf(judge, raised(position, extra)) - worthOf(judge, played);
}

/** What a rival's card costs us: its harm to us and its use to the rival. */
function harm(judge: Judge, id: CardId): number {
  const card = cardOf(id);
  const direct = card.effects.reduce((sum, effect) => sum + harmOf(judge, effect), 0);
  return direct + judge.worth(id) * leastEnvy(judge);
}

function harmOf(judge: Judge, effect: Effect): number {
  const { own, rivals } = judge.sight;
  const part = 'target' in effect && effect.target === 'each-other' ? 1 : 1 / rivals.length;
  switch (effect.kind) {
    case 'pay':
      return effect.from === 'self' ? 0 : Math.min(effect.n, own.skulls) * judge.skull;
    case 'attack':
      return -part * attacked(judge);
    case 'offer':
    case 'discard':
    case 'give-card':
      return part * judge.weights.strangeCard;
    default:
      return 0;
  }
}
