/** A bot for Mexica. It goes for the three signs: by last tokens, by cards still in the decks, and by robbing. */
import type { Bot, Question } from '../../contract/bot.ts';
import type { Judge } from '../../ring/bot/judge.ts';
import { scoreOf } from '../../ring/bot/moves.ts';
import { best } from '../../ring/bot/sight.ts';
import type { Move } from '../../ring/model/move.ts';
import { baseStake } from '../../ring/play/battle.ts';
import type { MexicaSettings } from '../options.ts';
import type { MexicaView } from '../view.ts';
import { drawn, worth } from './cards.ts';
import { editionMove } from './editionMoves.ts';
import { ahead, losing, winning } from './fights.ts';
import { landing, weekCard } from './landing.ts';
import { type Situation, situationOf } from './situation.ts';
import { ENVY, HASTY, type Taste, THREAT, TOKEN, USUAL_STAKE, WEIGHTS } from './weights.ts';

export const greedy: Bot<MexicaView, Move, MexicaSettings> = (question, chance) => {
  const judge = judgeOf(situationOf(question, HASTY));
  return best(question.legal, (move) => scoreOf(judge, move), chance);
};

/** What each legal move is worth to a bot of this taste, in tokens. */
export function scoresOf(question: Question<MexicaView, Move, MexicaSettings>, taste: Taste): readonly number[] {
  const judge = judgeOf(situationOf(question, taste));
  return question.legal.map((move) => scoreOf(judge, move));
}

function judgeOf(now: Situation): Judge {
  const { view, options, own: tribe, counts } = now;
  const judge: Judge = {
    sight: now,
    weights: WEIGHTS,
    isFlooded: view.ending === 'flood',
    skull: tribe.skulls <= TOKEN.few ? TOKEN.first : tribe.skulls <= TOKEN.many ? TOKEN.next : TOKEN.spare,
    usualStake: USUAL_STAKE[options.battlePayment],
    envy: ({ seat }) => ENVY[counts[seat] ?? 0] ?? 0,
    threat: ({ seat, tribe: { skulls } }) => THREAT * (counts[seat] ?? 0) + skulls,
    costOf: () => 0,
    worth: (id) => worth(judge, now, id),
    drawn: (deck) => drawn(now, deck),
    landing: (day) => landing(judge, now, day),
    emptying: (day) => weekCard(now, day),
    week: (day) => weekCard(now, day),
    stake: (mine, theirs) => baseStake(options.battlePayment, [mine, theirs]),
    ahead: (rival, side) => ahead(now, rival, side),
    winning: (rival, stake) => winning(judge, now, rival, stake),
    losing: (rival, stake) => losing(judge, now, rival, stake),
    laying: () => 0,
    covering: () => 0,
    editionMove: (move) => editionMove(judge, now, move),
  };
  return judge;
}
