/** What each move is worth, question by question. To decline is worth nothing. */

import { cardOf } from '../cards/cards.ts';
import { wrap } from '../model/calendar.ts';
import type { CardId } from '../model/card.ts';
import type { Aim, Move } from '../model/move.ts';
import { homeDeck } from '../play/hand.ts';
import { fight, playing, positionOf, raised, worthOf } from './battle.ts';
import { effectsWorth } from './effects.ts';
import type { Judge } from './judge.ts';
import { reaction } from './reaction.ts';

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
