/** A player whose client openapi-typescript generated: api.d.ts is its work. */
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

type Line = components['schemas']['StreamLine'];
type Question = { readonly decision: number; readonly legal: readonly string[] };

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
const played = await playMoves();
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

/** Reads the stream line by line, and sends each move by the operation `act`. Gives the result, and how many moves were accepted. */
async function playMoves() {
  const { data } = await client.GET('/api/matches/{match}/stream', { params, parseAs: 'stream' });
  if (!data) throw new Error('the stream did not open');
  const answered = new Set<number>();
  for await (const line of linesOf(data)) {
    if (line.kind === 'closed') throw new Error(`the stream ended: ${line.code}`);
    if (line.kind !== 'state' && line.kind !== 'step' && line.kind !== 'table') continue;
    if (line.table.result !== undefined) return { result: line.table.result.result, moves: answered.size };
    const question = questionIn(line);
    if (question === undefined || answered.has(question.decision)) continue;
    answered.add(question.decision);
    await act(question);
  }
  throw new Error('the stream ended before the match');
}

function questionIn(line: Line): Question | undefined {
  if (!('decision' in line) || line.decision === undefined || line.legal === undefined) return undefined;
  return { decision: line.decision, legal: line.legal };
}

/** Sends the same action until it is accepted. */
async function act({ decision, legal }: Question): Promise<void> {
  const body = { id: randomInt(2 ** 32), decision, move: legal[randomInt(legal.length)] ?? '' };
  for (;;) {
    const { data, error, response } = await client.POST('/api/matches/{match}/act', {
      params,
      body,
    });
    if (data?.kind === 'accepted') return;
    if (response.status === 429) await wait(Number(response.headers.get('retry-after')) * 1000);
    else if (error !== undefined) throw new Error(`refused: ${error.code}`);
  }
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
