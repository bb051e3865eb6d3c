/** What /metrics tells after a match, and which callers may ask. */
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { METRICS_TOKEN, metricsOf } from '../support/server.ts';
import { comeBack, newPerson, takeSeat } from '../support/sockets/rawClient.ts';
import { OPERATOR_TOKEN } from '../support/api.ts';

serveThisFile({ OPERATOR_TOKEN });

/** A request from this machine with free choice of headers, which `fetch` does not allow. */
function statusOf(headers: Record<string, string>, path = '/metrics'): Promise<number | undefined> {
  const { hostname, port } = new URL(house.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers }, (response) => resolve(response.resume().statusCode));
    sent.on('error', reject);
    sent.end();
  });
}

const bearing = (token: string) => ({ authorization: `Bearer ${token}` });
const PROXIED = { 'x-forwarded-for': '203.0.113.9' };

test.each<[string, Record<string, string>, number]>([
  ['a program on this machine, which may be a proxy that says nothing of the world behind it', {}, 401],
  ['one that calls the machine by its name', { host: 'localhost:2567' }, 401],
  ['a proxy that tells whom it asks for', PROXIED, 401],
  ['a caller with a wrong token', bearing('wrong'), 401],
  ['a page of another origin, with any token', { ...bearing(METRICS_TOKEN), origin: 'https://evil.example' }, 403],
  ['a caller from anywhere with the token of the metrics', { ...PROXIED, ...bearing(METRICS_TOKEN) }, 200],
  ['a caller from anywhere with the token of the operator', { ...PROXIED, ...bearing(OPERATOR_TOKEN) }, 200],
])('%s', async (_, headers, status) => {
  expect(await statusOf(headers)).toBe(status);
});

test('the token of the metrics opens nothing else', async () => {
  expect(await statusOf(bearing(METRICS_TOKEN), '/api/operator')).toBe(401);
});

test('how much is played, how fast, who came back and what was refused', async () => {
  const ana = await newPerson(house.url);
  const match = await newMatch(ana, {
    game: 'tieqchieq',
    bots: [{ bot: 'greedy' }],
    options: { startPlayer: 'host' },
  });
  const clients = [await takeSeat(ana, match), await comeBack(ana, match)] as const;
  const [seat] = clients;
  const [own] = seat.privates;
  await seat.request('act', ['one', own!.decision, own!.legal[0]]);
  await seat.request('act', ['two', own!.decision, own!.legal[0]]);
  await ana.post('/api/matches', { game: 'chess' });
  const told = (await metricsOf(house.url)).split('\n');
  for (const line of [
    'flower_war_moves_total{by="player"} 1',
    'flower_war_move_seconds_count 1',
    'flower_war_move_seconds_bucket{le="60"} 1',
    'flower_war_answers_total{kind="accepted",code=""} 1',
    'flower_war_answers_total{kind="rejected",code="stale-decision"} 1',
    'flower_war_requests_total{route="createMatch",code="unknown-game"} 1',
    'flower_war_reconnects_total 1',
    'flower_war_connections 2',
    'flower_war_matches{status="running"} 1',
    'flower_war_ready{state="ready"} 1',
  ])
    expect(told).toContain(line);
  for (const client of clients) client.close();

  await newMatch(ana, { game: 'tieqchieq', bots: [{ bot: 'random' }, { bot: 'random' }], options: { turnCap: 20 } });
  const byBots = async () => /^flower_war_moves_total\{by="bot"\} (\d+)$/m.exec(await metricsOf(house.url))?.[1];
  await expect.poll(async () => Number(await byBots())).toBeGreaterThan(10);
});

test('addresses that are not a route are counted under one name, however many there are', async () => {
  for (let n = 0; n < 20; n++) await fetch(`${house.url}/nowhere/${n}`);
  const text = await metricsOf(house.url);
  expect(text).not.toContain('nowhere');
  expect(text).toContain('flower_war_requests_total{route="none",code="not-found"} 20');
});
