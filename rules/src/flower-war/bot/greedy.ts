/** A bot for Flower War. It weighs what skulls, cards, time and the two gods are worth to it now. */
import type { Bot } from '../../contract/bot.ts';
import type { Judge } from '../../ring/bot/judge.ts';
import { scoreOf } from '../../ring/bot/moves.ts';
import { best } from '../../ring/bot/sight.ts';
import type { Move } from '../../ring/model/move.ts';
import type { FlowerSettings } from '../model/options.ts';
import type { FlowerView } from '../view.ts';
import { average, costOf, covering, laying, worth } from './cards.ts';
import { editionMove } from './editionMoves.ts';
import { ahead, envy, losing, winning } from './fights.ts';
import { emptying, landing } from './landing.ts';
import { type Situation, situationOf, standing } from './situation.ts';
import { WEIGHTS } from './weights.ts';

export const greedy: Bot<FlowerView, Move, FlowerSettings> = (question, chance) => {
  const judge = judgeOf(situationOf(question));
  return best(question.legal, (move) => scoreOf(judge, move), chance);
};

function judgeOf(now: Situation): Judge {
  const { view, omens } = now;
  const judge: Judge = {
    sight: now,
    weights: WEIGHTS,
    isFlooded: view.ending === 'flood',
    skull: 1,
    usualStake: Math.max(0, 1 + omens.stake),
    envy: (rival) => envy(now, rival),
    threat: ({ tribe }) => standing(tribe),
    costOf: (card) => costOf(now, card),
    worth: (id) => worth(now, id),
    drawn: (deck) => (deck === 'day' ? 0 : average(now, deck)),
    landing: (day) => landing(judge, now, day),
    emptying: (day) => emptying(now, day),
    week: () => 0,
    stake: () => Math.max(0, 1 + omens.stake),
    ahead: (rival, side) => ahead(now, rival, side),
    winning: (rival, stake) => winning(now, rival, stake),
    losing: (rival, stake) => losing(now, rival, stake),
    laying: (card) => laying(now, card.id),
    covering: () => covering(now),
    editionMove: (move) => editionMove(judge, now, move),
  };
  return judge;
}
