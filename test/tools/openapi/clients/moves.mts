/** Plays a match to its end: reads the stream line by line, and sends each move by the operation `act`. */
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

type Line = components['schemas']['StreamLine'];
type Question = { readonly decision: number; readonly legal: readonly string[] };

/** Usage: `await playMoves(client, match)` gives the result, and how many moves were accepted. */
export async function playMoves(client: Client<paths>, match: string) {
  const params = { path: { match } };
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
    await act(client, match, question);
  }
  throw new Error('the stream ended before the match');
}

function questionIn(line: Line): Question | undefined {
  if (!('decision' in line) || line.decision === undefined || line.legal === undefined) return undefined;
  return { decision: line.decision, legal: line.legal };
}

/** Sends the same action until it is accepted. */
async function act(client: Client<paths>, match: string, { decision, legal }: Question): Promise<void> {
  const body = { id: randomInt(2 ** 32), decision, move: legal[randomInt(legal.length)] ?? '' };
  for (;;) {
    const { data, error, response } = await client.POST('/api/matches/{match}/act', {
      params: { path: { match } },
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
