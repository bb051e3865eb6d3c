/** [A6, A7] A tribe with three signs wins. If time runs out, no tribe wins, unless an option says otherwise. */
import type { Result } from '../contract/result.ts';
import type { Seat } from '../contract/seat.ts';
import type { Phase } from '../ring/model/state.ts';
import { isHere, tribeOf } from '../ring/model/tribes.ts';
import { standingsBy } from '../ring/standings.ts';
import type { MexicaTable } from './table.ts';
import { signsOf, weeksOf } from './weeks.ts';

export function result(table: MexicaTable, { reason, winner }: Extract<Phase, { kind: 'over' }>): Result {
  const standings = standingsBy(
    table.tribes.map((_, seat) => scoreOf(table, seat as Seat)),
    winner,
  );
  if (winner !== undefined)
    return { result: reason === 'retired' ? 'forfeit' : 'win', winners: [winner], standings, reason };
  if (table.options.noWinnerFallback === 'none') return { result: 'none', winners: [], standings, reason };
  const winners = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
  return { result: winners.length > 1 ? 'draw' : 'win', winners, standings, reason };
}

function scoreOf(table: MexicaTable, seat: Seat) {
  const breakdown = {
    signs: signsOf(table, seat),
    weeks: weeksOf(table, seat).length,
    tokens: tribeOf(table, seat).skulls,
  };
  const { signs, weeks, tokens } = breakdown;
  return { seat, isHere: isHere(table, seat), order: [signs, weeks, tokens], breakdown };
}
