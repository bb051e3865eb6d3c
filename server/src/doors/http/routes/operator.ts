/** What whoever runs the server can do over HTTP. Whatever changes something is in the log. */
import { type Ban, type HostedMatch, operatorBodies, operatorQuery } from '@flower-war/protocol';
import { type Request, Router } from 'express';
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
import type { OperatorDoor } from '../../operator/operatorToken.ts';
import { operatorPage } from '../../operator/page.ts';
import { closeConnectionsOf } from '../../rooms/roomPlaces.ts';
import type { House } from '../../services.ts';
import { answering, type Handler, parsed } from '../request/route.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const BY_OPERATOR = 'operator';

export function operatorRoutes(house: House, door: OperatorDoor): Router {
  const router = Router();
  const get = (path: string, handler: Handler) => router.get(path, door.forPrograms, answering(handler));
  const post = (path: string, handler: Handler) => router.post(path, door.forPrograms, answering(handler));

  router.get('/operator', door.forBrowsers, async (_request, response) => {
    response.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    response.type('html').send(await operatorPage(house));
  });
  get('/api/operator', () => overviewOf(house));
  get('/api/operator/matches', ({ query }) => hostedMatches(house, parsed(operatorQuery, query)));
  get('/api/operator/players', async () => ({ players: await playersOnline(house) }));
  get('/api/operator/bans', async () => ({ bans: bansNow(house) }));
  get('/api/operator/reports', async () => ({ reports: latestReports(house) }));
  post('/api/operator/matches/:match/end', (request) => end(house, request));
  post('/api/operator/players/:player/ban', (request) => ban(house, request));
  post('/api/operator/players/:player/unban', (request) => unban(house, request));
  post('/api/operator/drain', () => turn(house, 'drain'));
  post('/api/operator/undrain', () => turn(house, 'undrain'));
  return router;
}

async function turn(house: House, way: 'drain' | 'undrain') {
  house.readiness[way]();
  house.log.info({ readiness: house.readiness.state }, `operator: ${way}`);
  return overviewOf(house);
}

/** Aborts a match. Its record says why, and holds the dice like any other. */
async function end(house: House, { params, body }: Request): Promise<HostedMatch> {
  const id = idIn(params, 'match');
  const { reason = BY_OPERATOR } = parsed(operatorBodies.end, body);
  if ((await find(house, id)).summary.status === 'ended') throw new Refused('match-over');
  settled(await withMatch(house, id, (match) => match.abort(reason, house.now())));
  house.log.info({ match: id, reason }, 'operator: a match was ended');
  const summary = await hostedMatch(house, id);
  if (summary === undefined) throw new Refused('no-such-match');
  return summary;
}

/** From here on every request of the player is refused, and no socket of theirs stays open. */
async function ban(house: House, { params, body }: Request): Promise<Ban> {
  const { bans, people, log } = house;
  const person = people.find(idIn(params, 'player'));
  if (person === undefined) throw new Refused('no-such-player');
  const { reason = '', days } = parsed(operatorBodies.ban, body);
  const at = house.now();
  const row = { player: person.player, at, reason, until: days === undefined ? null : at + days * DAY_MS };
  bans.ban(row);
  await closeConnectionsOf(person.player);
  log.info({ player: person.player, days }, 'operator: a player was banned');
  return banOf(row, person.name);
}

async function unban(house: House, { params }: Request): Promise<{ bans: Ban[] }> {
  const player = idIn(params, 'player');
  house.bans.lift(player);
  house.log.info({ player }, 'operator: a ban was lifted');
  return { bans: bansNow(house) };
}

function idIn(params: Request['params'], name: 'match' | 'player'): string {
  return String(params[name]).slice(0, 64);
}
