/** A bot for Flower War. It weighs what skulls, cards, time and the two gods are worth to it now. */
import type { Bot, Question } from '../../contract/bot.ts';
import type { Judge } from '../../ring/bot/judge.ts';
import { scoreOf } from '../../ring/bot/moves.ts';
import { best } from '../../ring/bot/sight.ts';
import type { Move } from '../../ring/model/move.ts';
import { baseStake } from '../../ring/play/battle.ts';
import type { FlowerSettings } from '../model/options.ts';
import type { FlowerView } from '../view.ts';
import { average, costOf, covering, laying, worth } from './cards.ts';
import { editionMove } from './editionMoves.ts';
import { ahead, envy, losing, winning } from './fights.ts';
import { emptying, landing } from './landing.ts';
import { isDry, type Situation, situationOf, standing } from './situation.ts';
import { GENEROUS, type Taste, USUAL_STAKE, WEIGHTS } from './weights.ts';

export const greedy = botOf(GENEROUS);

export function botOf(taste: Taste): Bot<FlowerView, Move, FlowerSettings> {
  return (question, chance) => {
    const judge = judgeOf(situationOf(question, taste));
    return best(question.legal, (move) => scoreOf(judge, move), chance);
  };
}

/** What each legal move is worth to a bot of this taste, in skulls. */
export function scoresOf(question: Question<FlowerView, Move, FlowerSettings>, taste: Taste): readonly number[] {
  const judge = judgeOf(situationOf(question, taste));
  return question.legal.map((move) => scoreOf(judge, move));
}

function judgeOf(now: Situation): Judge {
  const { options, omens } = now;
  const judge: Judge = {
    sight: now,
    weights: WEIGHTS,
    isFlooded: isDry(now),
    skull: 1,
    usualStake: Math.max(0, USUAL_STAKE[options.battlePayment] + omens.stake),
    envy: (rival) => envy(now, rival),
    threat: ({ tribe }) => standing(tribe),
    costOf: (card) => costOf(now, card),
    worth: (id) => worth(now, id),
    drawn: (deck) => (deck === 'day' ? 0 : average(now, deck)),
    landing: (day) => landing(judge, now, day),
    emptying: (day) => emptying(now, day),
    week: () => 0,
    stake: (mine, theirs) => Math.max(0, baseStake(options.battlePayment, [mine, theirs]) + omens.stake),
    ahead: (rival, side) => ahead(now, rival, side),
    winning: (rival, stake) => winning(now, rival, stake),
    losing: (rival, stake) => losing(now, rival, stake),
    laying: (card) => laying(now, card.id),
    covering: () => covering(now),
    editionMove: (move) => editionMove(judge, now, move),
  };
  return judge;
}
