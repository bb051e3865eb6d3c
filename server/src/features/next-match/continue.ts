/** Starts a new match from any position of an ended one. */
import { type historyBodies, type MatchSummary, tableSettings } from '@flower-war/protocol';
import type { z } from 'zod';
import { mustHost } from '../../base/hostedGames.ts';
import { Refused } from '../../base/refused.ts';
import type { Replays } from '../replay/replays.ts';
import { type Creating, checkBots, mustBeOpen, seatBots } from '../table/create.ts';
import { hostOneMore } from '../table/quotas.ts';
import { type Summarizing, summarize, takesPart } from '../table/summary.ts';

interface Continuing extends Creating, Summarizing {
  readonly replays: Replays;
}

type Wanted = z.infer<typeof historyBodies.continue>;

interface Caller {
  readonly match: string;
  readonly player: string;
}

/** The new match has the same rules, options and number of seats, is open to any players, and is never rated. */
export async function continueMatch(
  services: Continuing,
  { match, player }: Caller,
  { seq, table, bots = [] }: Wanted,
): Promise<string> {
  mustBeOpen(services);
  const parent = await summarize(services, match, player);
  mayGoOn(parent, player);
  const { game, preset, options, rulesVersion } = parent;
  const hosted = mustHost(services.games, game);
  const seats = parent.seats.length;
  checkBots(hosted, seats, bots);
  const from = { rulesVersion, position: { match, seq, state: await stateAt(services, match, seq) } };
  const settings = tableSettings.parse({ ...parent.table, ...table, rated: false });
  const made = { game, preset, options, seats, table: settings, host: player, from };
  const id = await hostOneMore(services, player, () => services.matches.create(made));
  await seatBots(services, id, bots);
  return id;
}

/** Strangers may not continue a private match: its positions would show them what happened there. */
function mayGoOn(parent: MatchSummary, player: string): void {
  if (parent.table.visibility === 'private' && !takesPart(parent, player)) throw new Refused('forbidden');
  if (parent.status !== 'ended') throw new Refused('not-over');
}

async function stateAt({ replays }: Continuing, match: string, seq: number): Promise<Record<string, unknown>> {
  const folded = await replays.open(match);
  const position = await folded?.at(seq);
  if (position?.status !== 'running') throw new Refused('no-such-position');
  return position.state as Record<string, unknown>;
}
