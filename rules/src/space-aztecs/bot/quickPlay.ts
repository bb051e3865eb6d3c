/** How seats play on while a move is tried out: they take any pile, and of it the card that looks best at a glance. */
import type { Chance } from '../../contract/chance.ts';
import type { Seat } from '../../contract/seat.ts';
import { at } from '../../json/at.ts';
import { cardOf } from '../cards/cards.ts';
import type { Move, State } from '../model/state.ts';
import { cityOf } from '../model/table.ts';
import { legalMoves } from '../play/moves.ts';
import { gainAtGlance, glanceAt } from './glance.ts';

export function playsOn(state: State, seat: Seat, chance: Chance): Move {
  const legal = legalMoves(state, seat);
  switch (state.phase.kind) {
    case 'choosing':
      return bestCard(state, seat, legal);
    case 'hiding':
      return at(legal, 0);
    case 'taking':
    case 'capturing':
    case 'over':
      return chance.pick(legal);
  }
}

function bestCard(state: State, seat: Seat, legal: readonly Move[]): Move {
  const glance = glanceAt(cityOf(state, seat));
  let best = at(legal, 0);
  let most = -Infinity;
  for (const move of legal) {
    const gain = move.kind === 'choose' ? gainAtGlance(glance, cardOf(move.card), state.cities) : 0;
    if (gain > most) [best, most] = [move, gain];
  }
  return best;
}
