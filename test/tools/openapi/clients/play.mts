/** A player whose client openapi-typescript generated: api.d.ts is its work. */
import { randomBytes, randomInt } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

type Line = components['schemas']['StreamLine'];

const MOVES = Number(process.env.MOVES);
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
const moves = await playMoves();
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
    moves,
  }),
);
// The stream goes on.
process.exit(0);

/** Reads the stream line by line, and sends each move by the operation `act`. Gives how many moves were accepted. */
async function playMoves(): Promise<number> {
  const { data } = await client.GET('/api/matches/{match}/stream', { params, parseAs: 'stream' });
  if (!data) throw new Error('the stream did not open');
  const answered = new Set<number>();
  for await (const line of linesOf(data)) {
    if (line.kind === 'closed') throw new Error(`the stream ended: ${line.code}`);
    if (!('decision' in line) || line.decision === undefined || line.legal === undefined) continue;
    if (answered.has(line.decision)) continue;
    const move = line.legal[randomInt(line.legal.length)] ?? '';
    const body = { id: randomInt(2 ** 32), decision: line.decision, move };
    const { kind } = told(await client.POST('/api/matches/{match}/act', { params, body }));
    if (kind === 'accepted') answered.add(line.decision);
    if (answered.size === MOVES) break;
  }
  return answered.size;
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of stream) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
}
