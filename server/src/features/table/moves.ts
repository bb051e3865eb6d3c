/** What a player's legal moves do, for screens that do not know the rules. */
import type { LegalMoves } from '@flower-war/protocol';
import type { Match } from '../../match/match.ts';
import { explainedMoves } from '../../match/shown/explainedMoves.ts';
import { type FindingSeats, type OpenTables, seatOf, withMatch } from './seating.ts';

export async function movesOf(services: FindingSeats & OpenTables, id: string, player: string): Promise<LegalMoves> {
  const seat = await seatOf(services, id, player);
  return withMatch(services, id, async (match) => movesIn(match, seat));
}

function movesIn(match: Match, seat: number): LegalMoves {
  const own = match.privateOf(seat);
  const { step, decision } = own;
  const shown = { options: match.position.created.options, spectator: match.table.view, own };
  const moves = explainedMoves(match.engine, shown);
  return { match: match.id, step, ...(decision !== undefined && { decision }), moves };
}
