/** A bot that tries its moves out in positions that it imagines. There all tribes play on nearly as `greedy` plays. */
import type { Bot } from '../../contract/bot.ts';
import type { Seat } from '../../contract/seat.ts';
import { leadOf, playingOn, turnsBy } from '../../ring/bot/ringSearch.ts';
import { cardOf } from '../../ring/cards/cards.ts';
import { dayNumber } from '../../ring/cards/dayCards.ts';
import type { CardId } from '../../ring/model/card.ts';
import type { Move } from '../../ring/model/move.ts';
import { tribeOf } from '../../ring/model/tribes.ts';
import type { State } from '../../ring/view/hidden.ts';
import type { Plan } from '../../search/plan.ts';
import { searching } from '../../search/searching.ts';
import { mexica } from '../index.ts';
import type { MexicaSettings } from '../options.ts';
import type { MexicaTable } from '../table.ts';
import type { MexicaView } from '../view.ts';
import { signsOf, weeksOf } from '../weeks.ts';
import { greedy, scoresOf } from './greedy.ts';
import { sampledPosition } from './sampledPosition.ts';
import { HELD, HELD_DAY, PATIENT, SIGN, TOKEN, WEEK } from './weights.ts';

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

/** What the tribe is ahead in signs, week cards, tokens and cards. A match that no tribe wins is worth nothing. */
function worth(state: State, seat: Seat): number {
  const table = state as MexicaTable;
  const { phase } = table;
  if (phase.kind === 'over') return phase.winner === undefined ? 0 : phase.winner === seat ? VICTORY : -VICTORY;
  const standings = table.tribes.map((_, other) => standing(table, other as Seat));
  return leadOf(standings, seat);
}

function standing(table: MexicaTable, seat: Seat): number {
  const { skulls, hand } = tribeOf(table, seat);
  const signs = SIGN.slice(0, signsOf(table, seat)).reduce((sum, value) => sum + value, 0);
  const weeks = weeksOf(table, seat).reduce((sum, day) => sum + (WEEK[day - 1] ?? 0), 0);
  return signs + weeks + purse(skulls) + hand.reduce((sum, card) => sum + heldWorth(card), 0);
}

/** The first tokens are worth most: a full purse only draws robbers. */
const purse = (tokens: number): number =>
  TOKEN.first * Math.min(tokens, TOKEN.few) +
  TOKEN.next * Math.max(0, Math.min(tokens, TOKEN.many) - TOKEN.few) +
  TOKEN.spare * Math.max(0, tokens - TOKEN.many);

function heldWorth(id: CardId): number {
  const { deck, effects } = cardOf(id);
  const held = deck === 'day' ? HELD_DAY[dayNumber(id)] : HELD[id];
  const steers = effects.some(({ kind }) => kind === 'move-choice');
  return (held ?? 0) + (steers ? PATIENT.steering : 0);
}
