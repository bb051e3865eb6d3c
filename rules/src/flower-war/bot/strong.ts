/** A bot that tries its moves out in positions that it imagines. There all tribes play on as its own guess says. */
import type { Bot } from '../../contract/bot.ts';
import type { Seat } from '../../contract/seat.ts';
import { leadOf, playingOn, turnsBy } from '../../ring/bot/ringSearch.ts';
import { cardOf } from '../../ring/cards/cards.ts';
import type { CardId } from '../../ring/model/card.ts';
import type { Move } from '../../ring/model/move.ts';
import type { State } from '../../ring/view/hidden.ts';
import type { Plan } from '../../search/plan.ts';
import { searching } from '../../search/searching.ts';
import { flowerWar } from '../index.ts';
import type { FlowerSettings } from '../model/options.ts';
import type { FlowerTable } from '../model/table.ts';
import type { FlowerView } from '../view.ts';
import { botOf, scoresOf } from './greedy.ts';
import { sampledPosition } from './sampledPosition.ts';
import { HELD, LAND, PER_RIVAL, POLITICS, SPARING } from './weights.ts';

const PLAN: Plan<State, Move, FlowerView, FlowerSettings> = {
  game: flowerWar,
  guess: (question) => scoresOf(question, SPARING),
  sampled: sampledPosition,
  playsOn: playingOn({ game: flowerWar, bot: botOf(SPARING), rests: ['battle', 'reacting'] }),
  worth,
  clock: turnsBy,
  limits: { candidates: 4, margin: 1.5, horizon: 8, moves: 1000, trust: 60 },
};

export const strong: Bot<FlowerView, Move, FlowerSettings> = searching(PLAN);

/** What the victory is worth beyond the skulls. */
const VICTORY = 12;

/** The skulls that the tribe is ahead, with its cards and discs; and the victory, if the match is over. */
function worth(state: State, seat: Seat): number {
  const table = state as FlowerTable;
  const standings = table.tribes.map(({ skulls, hand }, other) => {
    const discs = table.discs.filter((holder) => holder === other).length;
    return (
      skulls + POLITICS.disc * discs + hand.reduce((sum, card) => sum + heldWorth(card, table.tribes.length - 1), 0)
    );
  });
  const winners = flowerWar.result(state)?.winners;
  if (winners === undefined) return leadOf(standings, seat);
  const share = winners.includes(seat) ? 1 / winners.length : 0;
  return VICTORY * (2 * share - 1);
}

function heldWorth(id: CardId, rivals: number): number {
  return cardOf(id).isLand === true ? LAND : (HELD[id] ?? 0) + (PER_RIVAL[id] ?? 0) * rivals;
}
