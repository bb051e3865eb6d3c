/** A flood of streams takes no place of honest readers. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { MatchSummary } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { metricsOf } from '../support/metrics.ts';
import { testServer } from '../support/server.ts';
import { newPerson, type Person } from '../support/sockets/rawClient.ts';
import { newMatch } from './play.ts';

const MOST = 500;
/** One player may have so many at one match. */
const EACH = 10;
let server: Running;
let match: MatchSummary;
let crowd: readonly Person[];
const open: Stream[] = [];

beforeAll(async () => {
  server = await testServer({ HEARTBEAT_SECONDS: '3600', MOST_STREAMS: String(MOST), TRUST_PROXY: '1' });
  crowd = await Promise.all(Array.from({ length: (2 * MOST) / EACH }, () => newPerson(server.address)));
  match = await newMatch(crowd[0] as Person, { game: 'tieqchieq', seats: 2 });
});
afterEach(async () => {
  for (const { asked } of open.splice(0)) asked.destroy();
  await expect.poll(connections).toBe(0);
});
afterAll(() => server.stop());

/** As a proxy passes it on, from one of its clients. */
interface Stream {
  readonly asked: ClientRequest;
  readonly lines: string[];
  isOver: boolean;
}

async function streamFrom(person: Person, address: string): Promise<Stream> {
  const headers = { authorization: `Bearer ${person.session.token}`, 'x-forwarded-for': address };
  const asked = request(`${server.address}/api/matches/${match.match}/stream`, { headers, agent: false });
  const stream: Stream = { asked, lines: [], isOver: false };
  open.push(stream);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.on('error', reject).on('response', resolve).end();
  });
  asked.removeAllListeners('error').on('error', () => {});
  expect(response.statusCode).toBe(200);
  response.setEncoding('utf8').on('data', (text: string) => stream.lines.push(...text.split('\n').filter(Boolean)));
  response.on('error', () => {}).on('close', () => (stream.isOver = true));
  await expect.poll(() => stream.lines.length, { interval: 1 }).toBeGreaterThan(0);
  return stream;
}

async function connections(): Promise<number> {
  return Number(/^flower_war_connections (\d+)/m.exec(await metricsOf(server.address))?.[1]);
}

/** All streams of the crowd, from addresses as given. */
async function flood(addressOf: (index: number) => string): Promise<readonly Stream[]> {
  const streams: Stream[] = [];
  for (const person of crowd)
    streams.push(
      ...(await Promise.all(Array.from({ length: EACH }, (_, i) => streamFrom(person, addressOf(streams.length + i))))),
    );
  return streams;
}

const FLOODS: readonly (readonly [string, (index: number) => string])[] = [
  ['one address', () => '203.0.113.7'],
  ['a thousand addresses of four networks', (i) => `198.51.${i % 4}.${Math.floor(i / 4)}`],
];

test.each(FLOODS)(
  'from %s, twice as many as there are places: an honest reader comes in and stays',
  async (_, from) => {
    const early = await streamFrom(await newPerson(server.address), '192.0.2.1');
    const streams = await flood(from);
    const late = await streamFrom(await newPerson(server.address), '192.0.3.1');
    const more = await Promise.all(crowd.slice(0, 5).map((person, i) => streamFrom(person, from(i))));
    for (const honest of [early, late]) {
      expect(honest.isOver).toBe(false);
      expect(honest.lines.at(-1)).not.toContain('too-many');
    }
    expect(await connections()).toBeLessThanOrEqual(MOST);
    const ended = [...streams, ...more].filter(({ isOver }) => isOver);
    expect(ended.length).toBeGreaterThanOrEqual(streams.length + more.length + 2 - MOST);
    for (const { lines } of ended) expect(lines.at(-1)).toContain('"reason":"streams"');
  },
  120_000,
);
