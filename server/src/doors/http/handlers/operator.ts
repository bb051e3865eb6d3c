/** What the operator of the server can do over HTTP. Each change is logged. */
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
import { handOver } from '../../rooms/handOver.ts';
import { closeConnectionsOf } from '../../rooms/roomPlaces.ts';
import type { Services } from '../../services.ts';
import type { Asked, SomeHandlers } from '../request/handler.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const BY_OPERATOR = 'operator';
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export function operatorHandlers(services: Services) {
  return {
    operatorPage: async () => {
      const page = await operatorPage(services);
      return (response) => response.setHeader('Content-Security-Policy', PAGE_POLICY).type('html').send(page);
    },
    getOverview: () => overviewOf(services),
    listHostedMatches: ({ query }) => hostedMatches(services, query),
    listPlayersOnline: async () => ({ players: await playersOnline(services) }),
    listBans: async () => ({ bans: await bansNow(services) }),
    listReports: async () => ({ reports: await latestReports(services) }),
    endMatch: (asked) => end(services, asked),
    banPlayer: (asked) => ban(services, asked),
    unbanPlayer: ({ params }) => unban(services, params.player),
    drain: () => turn(services, 'drain'),
    stopDraining: () => turn(services, 'undrain'),
  } satisfies SomeHandlers;
}

async function turn(services: Services, way: 'drain' | 'undrain') {
  services.readiness[way]();
  if (services.readiness.phase === 'draining') await handOver(services);
  services.log.info({ readiness: services.readiness.state }, `operator: ${way}`);
  return overviewOf(services);
}

/** Aborts a match. Its record says why, and reveals the dice like any other record. */
async function end(services: Services, { params, body }: Asked<'endMatch'>): Promise<HostedMatch> {
  const { match: id } = params;
  const { reason = BY_OPERATOR } = body;
  if ((await find(services, id)).summary.status === 'ended') throw new Refused('match-over');
  settled(await withMatch(services, id, (match) => match.abort(reason, services.now())));
  services.log.info({ match: id, reason }, 'operator: a match was ended');
  const summary = await hostedMatch(services, id);
  if (summary === undefined) throw new Refused('no-such-match');
  return summary;
}

/** Bans a player: the server refuses all their requests and closes their sockets. */
async function ban(services: Services, asked: Asked<'banPlayer'>): Promise<Ban> {
  const { bans, people, log } = services;
  const person = await people.find(asked.params.player);
  if (person === undefined) throw new Refused('no-such-player');
  const { reason = '', days } = asked.body;
  const at = services.now();
  const row = { player: person.player, at, reason, until: days === undefined ? null : at + days * DAY_MS };
  await bans.ban(row);
  await closeConnectionsOf(person.player, 'banned');
  services.announcements.tell('ban', { player: person.player });
  log.info({ player: person.player, days }, 'operator: a player was banned');
  return banOf(row, person.name);
}

async function unban(services: Services, player: string): Promise<{ bans: Ban[] }> {
  await services.bans.lift(player);
  services.log.info({ player }, 'operator: a ban was lifted');
  return { bans: await bansNow(services) };
}
