/** What a strong player would look at: the move that the strongest bot would choose, from what the seat was shown and nothing else. */
import type { Hint } from '@flower-war/protocol';
import type { BotName, Seat } from '@flower-war/rules';
import { Refused } from '../../base/refused.ts';
import type { Match } from '../../match/match.ts';
import { seenBy } from '../../match/shown/hiddenWindow.ts';
import type { Matches } from '../../matches/matches.ts';
import type { BotQuestion } from '../../matches/thinking/thinker.ts';
import { type FindingSeats, type OpenTables, seatOf, withMatch } from './seating.ts';

interface Hinting extends FindingSeats, OpenTables {
  readonly matches: Matches;
}

const STRONGEST: BotName = 'strong';

/** Only where no other person plays: against people it would be help from outside. */
export async function hintFor(services: Hinting, id: string, player: string): Promise<Hint> {
  const seat = await seatOf(services, id, player);
  const { decision, legal, question } = await withMatch(services, id, async (match) => asked(match, seat as Seat));
  const index = await services.matches.advise(question);
  const move = index === undefined ? undefined : legal[index];
  if (move === undefined) throw new Refused('unavailable', 'hints');
  return { match: id, decision, move };
}

interface Asked {
  readonly decision: number;
  /** In notation. */
  readonly legal: readonly string[];
  readonly question: BotQuestion;
}

export function asked(match: Match, seat: Seat): Asked {
  const { status, occupants, created } = match.position;
  if (status === 'open') throw new Refused('not-started');
  if (status !== 'running') throw new Refused('match-over');
  if ([...occupants].some(([other, { kind }]) => other !== seat && kind !== 'bot'))
    throw new Refused('forbidden', 'hints', 'Hints are for matches in which all the other seats are bots.');
  const own = match.privateOf(seat);
  const { decision, legal } = own;
  if (decision === undefined) throw new Refused('stale-decision');
  const { view } = seenBy({ spectator: match.table.view, own });
  const { engine } = match;
  const moves = legal.map((move): unknown => engine.parse(move));
  const question = { view, seat, options: created.options, legal: moves, game: engine.id, bot: STRONGEST };
  return { decision, legal, question };
}
