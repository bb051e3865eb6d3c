/** A bot that plays Flower War by what skulls, cards, time and the two gods are worth to it now. */
import type { Bot } from '../bot.ts';
import type { Judge } from '../ring/greedyJudge.ts';
import { scoreOf } from '../ring/greedyMoves.ts';
import { best } from '../ring/greedySight.ts';
import type { Move } from '../ring/move.ts';
import { average, costOf, covering, laying, worth } from './greedyCards.ts';
import { ahead, envy, losing, winning } from './greedyFights.ts';
import { emptying, landing } from './greedyLanding.ts';
import { own } from './greedyOwn.ts';
import { type Situation, situationOf, standing } from './greedySituation.ts';
import { WEIGHTS } from './greedyWeights.ts';
import type { FlowerView } from './view.ts';

export const greedy: Bot<FlowerView, Move> = (view, legal, chance) => {
  const judge = judgeOf(situationOf(view));
  return best(legal, (move) => scoreOf(judge, move), chance);
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
    own: (move) => own(judge, now, move),
  };
  return judge;
}
