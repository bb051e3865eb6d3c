/** A bot that tries its moves out in positions that it imagines. There all tribes play on nearly as `greedy` plays. */
import type { Bot } from '../../contract/bot.ts';
import type { Seat } from '../../contract/seat.ts';
import { leadOf, playingOn, turnsBy } from '../../ring/bot/ringSearch.ts';
import type { Move } from '../../ring/model/move.ts';
import type { State } from '../../ring/view/hidden.ts';
import type { Plan } from '../../search/plan.ts';
import { searching } from '../../search/searching.ts';
import { mexica } from '../index.ts';
import type { MexicaSettings } from '../options.ts';
import type { MexicaTable } from '../table.ts';
import type { MexicaView } from '../view.ts';
import { greedy, scoresOf } from './greedy.ts';
import { worthsOf } from './prospects.ts';
import { sampledPosition } from './sampledPosition.ts';
import { PATIENT } from './weights.ts';

const PLAN: Plan<State, Move, MexicaView, MexicaSettings> = {
  game: mexica,
  guess: (question) => scoresOf(question, PATIENT),
  // How likely the next card of a deck is a sign is known; few trials would only blur it.
  sampled: (question, chance) => (question.view.phase === 'offering' ? undefined : sampledPosition(question, chance)),
  playsOn: playingOn({ game: mexica, bot: greedy, rests: ['battle', 'reacting', 'playing'] }),
  worth,
  clock: turnsBy,
  limits: { candidates: 4, margin: 2, horizon: 8, moves: 600, trust: 10 },
};

export const strong: Bot<MexicaView, Move, MexicaSettings> = searching(PLAN);

/** What the victory is worth in tokens; its opposite for the victory of another tribe. */
const VICTORY = 60;

/** How much nearer to victory the tribe is than the others. A match that no tribe wins is worth nothing. */
function worth(state: State, seat: Seat): number {
  const table = state as MexicaTable;
  const { phase } = table;
  if (phase.kind === 'over') return phase.winner === undefined ? 0 : phase.winner === seat ? VICTORY : -VICTORY;
  return VICTORY * leadOf(worthsOf(table), seat);
}
