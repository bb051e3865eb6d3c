/** What a player may see and delete of the own data, and what players tell about each other. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatchSummary, Me } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { newPerson, takeSeat } from '../support/sockets/rawClient.ts';
import {
  ask,
  choose,
  DATA,
  DAY,
  dataOf,
  guest,
  house,
  linkOf,
  recover,
  redeem,
  refresh,
  serveThisFile,
  UNAUTHORIZED,
} from './identity.ts';

serveThisFile();

describe('my data', () => {
  test('is all there, and no other player’s', async () => {
    const ana = await newPerson(house.url, 'Ana');
    const ben = await newPerson(house.url, 'Ben');
    const [made, sat, left] = await Promise.all(
      [ana, ben, ben].map(async (host) => (await host.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body),
    );
    for (const match of [sat!, left!]) (await takeSeat(ana, match)).close();
    await ana.post(`/api/matches/${left!.match}/leave`);
    const report = { player: ben.session.player, match: sat!.match, reason: 'other', text: 'one\ntwo' };
    await ana.post('/api/reports', report);
    await ben.post('/api/reports', { player: ana.session.player, reason: 'abuse' });
    const data = await dataOf(ana.session.token);
    expect(data).toEqual({
      ...(await ask<Me>('GET /api/me', { token: ana.session.token })).body,
      sessions: [expect.objectContaining({ isThis: true })],
      matches: [made, sat, left].map((match) => match!.match).sort(),
      reports: [{ ...report, at: house.clock }],
      webhooks: [],
      temples: [],
      ratings: [],
      talk: [],
      silencedIn: [],
    });
    await choose(ana.session.token, 'Anita');
    expect((await dataOf(ana.session.token)).recoveryCodeCreatedAt).toBe(house.clock);
    expect((await dataOf(ben.session.token)).matches).toEqual([sat, left].map((match) => match!.match).sort());
  });

  test('goes at once: tokens, codes and the name', async () => {
    const { token, refresh: own, player } = await guest();
    const { recoveryCode } = await choose(token, 'Ana');
    const { code } = await linkOf(token);
    expect(await ask('DELETE /api/me', { token })).toEqual({ status: 200, body: { deleted: true } });
    expect(await ask('GET /api/me', { token })).toMatchObject(UNAUTHORIZED);
    expect(await ask('DELETE /api/me', { token })).toMatchObject(UNAUTHORIZED);
    expect(await refresh(own)).toMatchObject(UNAUTHORIZED);
    expect((await recover(recoveryCode)).status).toBe(403);
    expect((await redeem(code)).status).toBe(403);
    const other = (await guest()).token;
    const about = { player, reason: 'name' };
    expect((await ask('POST /api/reports', { token: other, body: about })).body).toMatchObject({
      code: 'no-such-player',
    });
  });

  test('a seat in a running match stays, as Somebody’s; one in an open match is given back', async () => {
    const [ana, ben] = [await newPerson(house.url, 'Ana'), await newPerson(house.url, 'Ben')];
    const make = async () => (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
    const [running, open] = [await make(), await make()];
    const seat = await takeSeat(ana, running);
    const bens = await takeSeat(ben, running);
    (await takeSeat(ana, open)).close();
    await ask('DELETE /api/me', { token: ana.session.token });
    await expect(seat.until(() => false)).rejects.toThrow('closed');
    await bens.until((frames) => frames.some((frame) => frame.includes('Somebody')));
    const seats = async (match: MatchSummary) =>
      (await ask<MatchSummary>(`GET /api/matches/${match.match}`)).body.seats;
    expect(await seats(running)).toMatchObject([{ name: 'Somebody', player: ana.session.player }, { name: 'Ben' }]);
    expect(await seats(open)).toMatchObject([{ kind: 'free' }, { kind: 'free' }]);
    await bens.request('resign', [1]);
    const record = await (await fetch(`${house.url}/api/matches/${running.match}/record`)).text();
    expect(record).toContain(ana.session.player);
    expect(record).not.toContain('Ana');
    bens.close();
  });

  test('may be deleted by pages of other origins', async () => {
    const { headers } = await fetch(`${house.url}/api/me`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.b' },
    });
    expect(headers.get('access-control-allow-methods')).toContain('DELETE');
  });
});

describe('a report', () => {
  const report = (token: string, body: unknown) => ask('POST /api/reports', { token, body });

  test('about a player, a match or both is received', async () => {
    const [{ token }, { player }] = [await guest(), await guest()];
    const ana = await newPerson(house.url);
    const { match } = (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
    for (const about of [{ player }, { match }, { player, match, text: 'x'.repeat(1000) }])
      expect(await report(token, { ...about, reason: 'cheating' })).toEqual({ status: 200, body: { received: true } });
    expect((await report(token, { player: 'p-NOBODY', reason: 'name' })).body).toMatchObject({
      code: 'no-such-player',
    });
    expect((await report(token, { match: 'NOSUCH', reason: 'name' })).body).toMatchObject({ code: 'no-such-match' });
    expect((await dataOf(token)).reports).toHaveLength(3);
  });

  test.each([
    {},
    { reason: 'name' },
    { player: 'p', reason: 'dislike' },
    { player: 'p' },
    { player: 7, reason: 'name' },
    { player: 'p', reason: 'name', text: 'x'.repeat(1001) },
    { player: 'p', reason: 'name', text: 'a\u0000b' },
    { player: 'p', reason: 'name', reporter: 'p-OTHER' },
    { match: 'm', reason: 'name', text: ['x'] },
  ])('%j is none', async (body) => {
    const { token } = await guest();
    expect((await report(token, body)).body).toMatchObject({ code: 'bad-request' });
  });

  test('is the last of the day after twenty', async () => {
    const { token, player, refresh: own } = await guest();
    const all = await Promise.all(Array.from({ length: 25 }, () => report(token, { player, reason: 'other' })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = { retryAfter: DAY / 1000, body: { code: 'too-many-reports' } };
    expect(await report(token, { player, reason: 'other' })).toMatchObject(refused);
    expect((await report((await guest()).token, { player, reason: 'other' })).status).toBe(200);
    house.clock += DAY;
    const { token: later } = (await refresh(own)).body;
    expect((await report(later, { player, reason: 'other' })).status).toBe(200);
  });
});

test('no code and no token lies in the data', async () => {
  const { token, refresh: own } = await guest();
  const { recoveryCode = '' } = await choose(token, 'Ana');
  const { code } = await linkOf(token);
  const files = readdirSync(DATA).map((name) => readFileSync(join(DATA, name), 'latin1'));
  expect(files.some((file) => file.includes('Ana'))).toBe(true);
  for (const secret of [token, own, recoveryCode, recoveryCode.replaceAll('-', ''), code])
    for (const file of files) expect(file.includes(secret)).toBe(false);
});
