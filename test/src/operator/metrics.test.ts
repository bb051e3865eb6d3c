/** What /metrics tells after a match, and which callers may ask. */
import { request } from 'node:http';
import type { MatchSummary } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { METRICS_TOKEN, metricsOf } from '../support/metrics.ts';
import { testServer } from '../support/server.ts';
import { comeBack, newPerson, takeSeat } from '../support/sockets/rawClient.ts';

const OPERATOR_TOKEN = 'Nahualpilli-0123456789';
let server: Running;

beforeAll(async () => {
  server = await testServer({ OPERATOR_TOKEN });
});
afterAll(() => server?.stop());

/** A request from this machine with free choice of headers, which `fetch` does not allow. */
function ask(headers: Record<string, string> = {}, path = '/metrics'): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function metric(name: string, labels = ''): Promise<number> {
  const text = await metricsOf(server.address);
  const line = text.split('\n').find((one) => one.startsWith(`${name}${labels} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

const bearing = (token: string) => ({ authorization: `Bearer ${token}` });

describe('who may ask', () => {
  test.each([
    ['a program on this machine, which may be a proxy that says nothing of the world behind it', {}],
    ['one that calls the machine by its name', { host: 'localhost:2567' }],
    ['a proxy that tells whom it asks for', { 'x-forwarded-for': '203.0.113.9' }],
    ['a wrong token does not help', bearing('wrong')],
  ])('not: %s', async (_, headers) => {
    expect((await ask(headers)).status).toBe(401);
  });

  test('a page of another origin may not ask with any token', async () => {
    expect((await ask({ ...bearing(METRICS_TOKEN), origin: 'https://evil.example' })).status).toBe(403);
  });

  test.each([METRICS_TOKEN, OPERATOR_TOKEN])('who has the token %s, from anywhere', async (token) => {
    const headers = { 'x-forwarded-for': '203.0.113.9', ...bearing(token) };
    expect((await ask(headers)).text).toContain('flower_war_moves_total');
  });

  test('the token of the metrics opens nothing else', async () => {
    expect((await ask(bearing(METRICS_TOKEN), '/api/operator')).status).toBe(401);
  });
});

test('how much is played, how fast, who came back and what was refused', async () => {
  const ana = await newPerson(server.address);
  const wanted = { game: 'tieqchieq', bots: [{ bot: 'greedy' }], options: { startPlayer: 'host' } };
  const match = (await ana.post<MatchSummary>('/api/matches', wanted)).body;
  const seat = await takeSeat(ana, match);
  const other = await comeBack(ana, match);
  const [own] = seat.privates;
  await seat.request('act', ['one', own!.decision, own!.legal[0]]);
  await seat.request('act', ['two', own!.decision, own!.legal[0]]);
  await ana.post('/api/matches', { game: 'chess' });

  expect(await metric('flower_war_moves_total', '{by="player"}')).toBe(1);
  expect(await metric('flower_war_move_seconds_count')).toBe(1);
  expect(await metric('flower_war_move_seconds_bucket', '{le="60"}')).toBe(1);
  expect(await metric('flower_war_answers_total', '{kind="accepted",code=""}')).toBe(1);
  expect(await metric('flower_war_answers_total', '{kind="rejected",code="stale-decision"}')).toBe(1);
  expect(await metric('flower_war_requests_total', '{route="createMatch",code="unknown-game"}')).toBe(1);
  expect(await metric('flower_war_reconnects_total')).toBe(1);
  expect(await metric('flower_war_connections')).toBe(2);
  expect(await metric('flower_war_matches', '{status="running"}')).toBe(1);
  expect(await metric('flower_war_ready', '{state="ready"}')).toBe(1);
  for (const client of [seat, other]) client.close();

  const bots = [{ bot: 'random' }, { bot: 'random' }];
  await ana.post('/api/matches', { game: 'tieqchieq', bots, options: { turnCap: 20 } });
  await expect.poll(() => metric('flower_war_moves_total', '{by="bot"}'), { timeout: 20_000 }).toBeGreaterThan(10);
});

test('addresses that are no route are counted under one name, however many there are', async () => {
  for (let n = 0; n < 20; n++) await fetch(`${server.address}/nowhere/${n}`);
  const text = await metricsOf(server.address);
  expect(text).not.toContain('nowhere');
  expect(text).toContain('flower_war_requests_total{route="none",code="not-found"} 20');
});
