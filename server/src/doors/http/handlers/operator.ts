/** What the operator of the server can do over HTTP. Each change stands in the log. */
import type { Ban, HostedMatch } from '@flower-war/protocol';
import { Refused } from '../../../base/refused.ts';
import { settled, withMatch } from '../../../features/table/seating.ts';
import { find } from '../../../features/table/summary.ts';
import {
  banOf,
  bansNow,
  hostedMatch,
  hostedMatches,
  latestReports,
  overviewOf,
  playersOnline,
} from '../../operator/operatorQueries.ts';
import { operatorPage } from '../../operator/page.ts';
import { closeConnectionsOf } from '../../rooms/roomPlaces.ts';
import type { House } from '../../services.ts';
import type { Asked, SomeHandlers } from '../request/handler.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const BY_OPERATOR = 'operator';
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export function operatorHandlers(house: House) {
  return {
    operatorPage: async () => {
      const page = await operatorPage(house);
      return (response) => response.setHeader('Content-Security-Policy', PAGE_POLICY).type('html').send(page);
    },
    getOverview: () => overviewOf(house),
    listHostedMatches: ({ query }) => hostedMatches(house, query),
    listPlayersOnline: async () => ({ players: await playersOnline(house) }),
    listBans: () => ({ bans: bansNow(house) }),
    listReports: () => ({ reports: latestReports(house) }),
    endMatch: (asked) => end(house, asked),
    banPlayer: (asked) => ban(house, asked),
    unbanPlayer: ({ params }) => unban(house, params.player),
    drain: () => turn(house, 'drain'),
    stopDraining: () => turn(house, 'undrain'),
  } satisfies SomeHandlers;
}

async function turn(house: House, way: 'drain' | 'undrain') {
  house.readiness[way]();
  house.log.info({ readiness: house.readiness.state }, `operator: ${way}`);
  return overviewOf(house);
}

/** Aborts a match. Its record says why, and holds the dice like any other. */
async function end(house: House, { params, body }: Asked<'endMatch'>): Promise<HostedMatch> {
  const { match: id } = params;
  const { reason = BY_OPERATOR } = body;
  if ((await find(house, id)).summary.status === 'ended') throw new Refused('match-over');
  settled(await withMatch(house, id, (match) => match.abort(reason, house.now())));
  house.log.info({ match: id, reason }, 'operator: a match was ended');
  const summary = await hostedMatch(house, id);
  if (summary === undefined) throw new Refused('no-such-match');
  return summary;
}

/** From here on every request of the player is refused, and no socket of theirs stays open. */
async function ban(house: House, asked: Asked<'banPlayer'>): Promise<Ban> {
  const { bans, people, log } = house;
  const person = people.find(asked.params.player);
  if (person === undefined) throw new Refused('no-such-player');
  const { reason = '', days } = asked.body;
  const at = house.now();
  const row = { player: person.player, at, reason, until: days === undefined ? null : at + days * DAY_MS };
  bans.ban(row);
  await closeConnectionsOf(person.player);
  log.info({ player: person.player, days }, 'operator: a player was banned');
  return banOf(row, person.name);
}

function unban(house: House, player: string): { bans: Ban[] } {
  house.bans.lift(player);
  house.log.info({ player }, 'operator: a ban was lifted');
  return { bans: bansNow(house) };
}
