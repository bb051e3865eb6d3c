/** Whether preventing the coming event is worth a card. */

import { cardOf } from '../cards/cards.ts';
import type { Card, CardId, Effect, Moment } from '../model/card.ts';
import { defence, mirrored, positionOf, raised, withCard, worthOf } from './battle.ts';
import { effectsWorth, rivalAt } from './effects.ts';
import type { Judge } from './judge.ts';
import type { Rival } from './sight.ts';

/** What the answer saves, less its cost. To let the event happen is worth nothing. */
export function reaction(judge: Judge, id: CardId): number {
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
