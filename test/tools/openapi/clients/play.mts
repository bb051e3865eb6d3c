/** A player whose client openapi-typescript generated: api.d.ts is its work. */
import { randomBytes } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';
import { playMoves } from './moves.mts';

const client = createClient<paths>({ baseUrl: process.env.SERVER_URL ?? '' });

/** The answer, or an error with the code of the refusal. */
function told<T>({ data, error }: { data?: T; error?: { code: string } }): T {
  if (data === undefined) throw new Error(`refused: ${error?.code}`);
  return data;
}

const { player, token } = told(await client.POST('/api/guests', { body: { name: 'TypeScript' } }));
client.use({ onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${token}`) });

const { match, commitment } = told(
  await client.POST('/api/matches', {
    body: {
      game: 'tieqchieq',
      options: { startPlayer: 'seat-0', turnCap: 100, mayPass: false },
      table: { clock: { kind: 'days', days: 3 } },
      bots: [{ bot: 'greedy', seat: 1 }],
    },
  }),
);
const params = { path: { match } };
const contribution = randomBytes(16).toString('hex');
const { seat } = told(
  await client.POST('/api/matches/{match}/seat', { params, body: { commitment, contribution, seat: 'red' } }),
);
const { status, seats } = told(await client.GET('/api/matches/{match}', { params }));
const { matches } = told(
  await client.GET('/api/matches', { params: { query: { game: 'tieqchieq', status: 'running', clock: 'days' } } }),
);
const viewer = `seat:${seat}`;
const { steps } = told(await client.GET('/api/matches/{match}/steps', { params: { ...params, query: { viewer } } }));
const refused = await client.POST('/api/matches/{match}/leave', { params });
const played = await playMoves(client, match);
console.log(
  JSON.stringify({
    player,
    match,
    seat,
    status,
    bot: seats[1]?.name,
    listed: matches.some((one) => one.match === match),
    legal: steps.at(-1)?.legal,
    refused: refused.error?.code,
    ...played,
  }),
);
// The stream goes on after the end of the match.
process.exit(0);
