/** A server that is killed between writing a notice and sending it, or between sending and forgetting it. */

import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddedWebhook, MatchSummary } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Receiver } from '../support/receivers.ts';
import { ChildServer } from '../support/server.ts';
import { newPerson, type Person } from '../support/sockets/rawClient.ts';

/** A third of the kills come before sending, a third before forgetting, a third right after the start of a match. */
const RUNS = Number(process.env.NOTICE_KILLS ?? 6);
let server: ChildServer;
let receiver: Receiver;
let ana: Person;

beforeAll(async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'notices-'));
  receiver = await Receiver.open();
  server = new ChildServer(await freePort(), { DATA_DIR, WEBHOOKS: 'any' });
  await server.start();
  ana = await newPerson(server.url, 'Ana');
  await ana.post<AddedWebhook>('/api/me/webhooks', { url: receiver.url });
});
afterAll(async () => {
  await server?.end('SIGKILL');
  receiver?.close();
});

/** Starts a match with Ana to move, while she has no connection to it. */
async function startMatch(): Promise<string> {
  const wanted = { game: 'tieqchieq', bots: [{ bot: 'random' }], options: { startPlayer: 'host' } };
  const { match, commitment } = (await ana.post<MatchSummary>('/api/matches', wanted)).body;
  const contribution = randomBytes(16).toString('hex');
  await ana.post(`/api/matches/${match}/seat`, { commitment, contribution });
  return match;
}

/** The receiver accepts the connection but reads nothing: the notice is on disk, and not received. */
async function beforeItIsSent(): Promise<string> {
  const connected = receiver.ignore();
  const starting = startMatch();
  await connected;
  const match = await starting;
  await server.end('SIGKILL');
  receiver.listen();
  expect(receiver.of(match)).toEqual([]);
  return match;
}

/** The receiver reads the notice but never answers. */
async function beforeItIsForgotten(): Promise<string> {
  const received = new Promise<void>((resolve) => {
    receiver.answer = () => resolve();
  });
  const starting = startMatch();
  await received;
  const match = await starting;
  await server.end('SIGKILL');
  receiver.answer = (response) => response.end();
  expect(receiver.of(match)).toHaveLength(1);
  return match;
}

/** Kills the server right after the match has started. */
async function atOnce(): Promise<string> {
  const match = await startMatch();
  await server.end('SIGKILL');
  return match;
}

test(`complaint 21, notices that get lost: in ${RUNS} runs of kill -9 every notice arrives, and each is one by its id`, {
  timeout: 180_000,
}, async () => {
  const ways = [beforeItIsSent, beforeItIsForgotten, atOnce];
  let repeated = 0;
  for (let run = 0; run < RUNS; run++) {
    const { length } = receiver.arrived;
    const way = ways[run % ways.length]!;
    const match = await way();
    await server.start();
    await expect.poll(() => receiver.of(match).length, { timeout: 15_000 }).toBe(2);
    expect(receiver.of(match).map(({ kind }) => kind)).toEqual(['started', 'turn']);
    const ids = receiver.arrived.slice(length).map(({ notice }) => notice.id);
    if (way === beforeItIsForgotten) expect(ids[0]).toBe(ids[1]);
    repeated += ids.length - new Set(ids).size;
    await expect.poll(async () => await pending()).toBe(0);
  }
  expect(receiver.seen.size).toBe(2 * RUNS);
  expect(repeated).toBeGreaterThanOrEqual(Math.floor(RUNS / ways.length));
});

async function pending(): Promise<number> {
  const response = await fetch(`${server.url}/api/me/webhooks`, {
    headers: { authorization: `Bearer ${ana.session.token}` },
  });
  const { webhooks } = (await response.json()) as { webhooks: { pending: number }[] };
  return webhooks[0]!.pending;
}

test('SIGTERM while a notice is on its way waits for it, and the rest is sent by the next server', async () => {
  const { length } = receiver.arrived;
  const first = new Promise<void>((resolve) => {
    receiver.answer = (response) => {
      resolve();
      setTimeout(() => response.end(), 300);
    };
  });
  const match = await startMatch();
  await first;
  expect(await server.end('SIGTERM')).toBe(0);
  expect(receiver.arrived).toHaveLength(length + 1);
  receiver.answer = (response) => response.end();
  await server.start();
  await expect.poll(() => receiver.of(match).length).toBe(2);
  expect(receiver.arrived).toHaveLength(length + 2);
});
