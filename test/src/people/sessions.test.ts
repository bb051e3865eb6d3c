/** The devices of a player, what the server keeps of the player, and reports. All of it is listed, and ends. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatchSummary, Me, SeatedAnswer, SignedIn } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { closing, house } from '../sdk/house.ts';
import { comeBack, newPerson, RawClient, takeSeat } from '../support/sockets/rawClient.ts';
import {
  ask,
  choose,
  DAY,
  dataOf,
  from,
  guest,
  HOUR,
  identity,
  linkOf,
  MINUTE,
  newMatch,
  recover,
  redeem,
  refresh,
  serveIdentity,
  sessionsOf,
  UNAUTHORIZED,
} from './identity.ts';

serveIdentity();

describe('sessions', () => {
  /** Three devices of one player. */
  const three = async () => {
    const first = await guest('Ana');
    const link = async (label?: string) => {
      const body = { code: (await linkOf(first.token)).code, ...(label && { label }) };
      identity.now += 1000;
      return (await ask<SignedIn>('POST /api/links/redeem', { body, from: from() })).body;
    };
    return [first, await link('Phone'), await link()] as const;
  };

  test('are listed, the one used last first', async () => {
    const [first, phone] = await three();
    identity.now += MINUTE;
    await refresh(phone.refresh);
    const sessions = await sessionsOf(phone.token);
    expect(sessions.map(({ label, isThis }) => [label, isThis])).toEqual([
      ['Phone', true],
      ['', false],
      ['', false],
    ]);
    expect(sessions[0]).toMatchObject({ lastUsedAt: identity.now, createdAt: identity.now - MINUTE - 1000 });
    expect(new Set(sessions.map(({ session }) => session)).size).toBe(3);
    expect((await sessionsOf(first.token)).map(({ isThis }) => isThis)).toEqual([false, false, true]);
  });

  test('end at once: neither token is good any more, and other devices stay', async () => {
    const [first, phone, third] = await three();
    expect((await ask('POST /api/sign-out', { token: phone.token, body: {} })).body).toEqual({ ended: 1 });
    expect(await ask('GET /api/me', { token: phone.token })).toMatchObject(UNAUTHORIZED);
    expect(await ask('POST /api/sign-out', { token: phone.token })).toMatchObject(UNAUTHORIZED);
    expect(await refresh(phone.refresh)).toMatchObject(UNAUTHORIZED);
    for (const { token, refresh: own } of [first, third]) {
      expect((await ask('GET /api/me', { token })).status).toBe(200);
      expect((await refresh(own)).status).toBe(200);
    }
  });

  test('the code that links a device ends with any of them', async () => {
    const [first, phone] = await three();
    const { code } = await linkOf(phone.token);
    await ask('POST /api/sign-out', { token: phone.token, body: {} });
    expect((await redeem(code)).body).toMatchObject({ code: 'unknown-link-code' });
    expect((await redeem((await linkOf(first.token)).code)).body.player).toBe(first.player);
  });

  test('tokens that were bought before end with them', async () => {
    const { refresh: old } = await guest();
    const renewed = (await refresh(old)).body;
    const again = (await refresh(old)).body;
    await ask('POST /api/sign-out', { token: renewed.token });
    for (const token of [renewed.token, again.token])
      expect(await ask('GET /api/me', { token })).toMatchObject(UNAUTHORIZED);
    for (const token of [old, renewed.refresh, again.refresh]) expect(await refresh(token)).toMatchObject(UNAUTHORIZED);
  });

  test('one’s own can be ended from afar, those of others cannot', async () => {
    const [first, phone] = await three();
    const [theirs] = await sessionsOf((await guest()).token);
    const end = (session: unknown) => ask('POST /api/sign-out', { token: first.token, body: { session } });
    const phones = (await sessionsOf(phone.token)).find(({ isThis }) => isThis)!.session;
    expect((await end(theirs!.session)).body).toEqual({ ended: 0 });
    expect((await end('none')).body).toEqual({ ended: 0 });
    expect((await end(phones)).body).toEqual({ ended: 1 });
    expect((await ask('GET /api/me', { token: phone.token })).status).toBe(401);
    expect((await ask('GET /api/me', { token: first.token })).status).toBe(200);
    for (const wrong of [7, '', 'x'.repeat(65), null]) expect((await end(wrong)).status).toBe(400);
  });

  test('all end together, and the recovery code stays', async () => {
    const [first, phone, third] = await three();
    const { recoveryCode } = await choose(first.token, 'Ana');
    expect((await ask('POST /api/sign-out/everywhere', { token: phone.token })).body).toEqual({ ended: 3 });
    for (const { token, refresh: own } of [first, phone, third]) {
      expect(await ask('GET /api/me', { token })).toMatchObject(UNAUTHORIZED);
      expect(await refresh(own)).toMatchObject(UNAUTHORIZED);
    }
    expect((await recover(recoveryCode)).body.player).toBe(first.player);
  });

  test('a device that is signed out is disconnected; another one comes back', async () => {
    const ana = await newPerson(house.url, 'Ana');
    const match = await newMatch(ana);
    const seat = await takeSeat(ana, match);
    const other = (await redeem((await linkOf(ana.session.token)).code)).body;
    await ana.post('/api/sign-out');
    await expect(seat.until(() => false)).rejects.toThrow('closed (4010)');
    const back = { ...ana, post: <T>(path: string) => ask<T>(`POST ${path}`, { token: other.token, body: {} }) };
    expect(closing(await comeBack(back, match)).seat).toBe(0);
    expect((await ana.post(`/api/matches/${match.match}/connect`)).status).toBe(401);
  });

  test('a place that was reserved before its device was signed out is good no more; that of another device is', async () => {
    const ana = await newPerson(house.url, 'Ana');
    const match = await newMatch(ana);
    (await takeSeat(ana, match)).close();
    const other = (await redeem((await linkOf(ana.session.token)).code)).body;
    const [gone, good] = await Promise.all(
      [ana.session.token, other.token].map((token) =>
        ask<SeatedAnswer>(`POST /api/matches/${match.match}/connect`, { token, body: {} }),
      ),
    );
    await ana.post('/api/sign-out');
    const late = RawClient.connect(house.url, gone!.body).then((client) => client.until(() => false));
    await expect(late).rejects.toThrow('closed (4002)');
    const stays = closing(await RawClient.connect(house.url, good!.body));
    await stays.settle();
    expect(stays.closeCode).toBeUndefined();
  });

  test('end by themselves 90 days after their last use', async () => {
    const { token, refresh: own, player } = await guest();
    identity.now += 89 * DAY;
    const { body } = await refresh(own);
    expect(body.player).toBe(player);
    expect(await ask('GET /api/me', { token })).toMatchObject(UNAUTHORIZED);
    identity.now += 90 * DAY + HOUR;
    expect(await refresh(body.refresh)).toMatchObject(UNAUTHORIZED);
  });

  test('of one player there are fifty at most: the one unused for longest ends', async () => {
    const { token, refresh: first } = await guest();
    const { recoveryCode } = await choose(token, 'Ana');
    let last = token;
    for (let n = 0; n < 50; n++) {
      identity.now++;
      last = (await recover(recoveryCode)).body.token;
    }
    expect(await sessionsOf(last)).toHaveLength(50);
    expect(await refresh(first)).toMatchObject(UNAUTHORIZED);
  });

  test('a device is disconnected, too, when its session makes room for another one', async () => {
    const ana = await newPerson(house.url, 'Ana');
    const { recoveryCode } = await choose(ana.session.token, 'Ana');
    const match = await newMatch(ana);
    const [seat, stays] = [
      await takeSeat(ana, match),
      closing(await takeSeat(await newPerson(house.url, 'Ben'), match)),
    ];
    for (let n = 0; n < 50; n++) {
      identity.now++;
      await recover(recoveryCode);
    }
    await expect(seat.until(() => false)).rejects.toThrow('closed (4010)');
    expect(stays.closeCode).toBeUndefined();
  });

  test('a token is used for what it was made for alone', async () => {
    const { token, refresh: own } = await guest();
    expect(await refresh(token)).toMatchObject(UNAUTHORIZED);
    for (const path of ['/me', '/me/sessions', '/me/export'])
      for (const bad of [undefined, own, `${token}x`, 'x'.repeat(2049)])
        expect(await ask(`GET /api${path}`, { token: bad })).toMatchObject(UNAUTHORIZED);
    for (const path of ['/me', '/me/recovery-code', '/links', '/sign-out', '/sign-out/everywhere', '/reports'])
      expect(await ask(`POST /api${path}`, { token: own, body: {} })).toMatchObject(UNAUTHORIZED);
    expect(await ask('DELETE /api/me', { token: own })).toMatchObject(UNAUTHORIZED);
  });
});

describe('my data', () => {
  test('is all there, and no other player’s', async () => {
    const ana = await newPerson(house.url, 'Ana');
    const ben = await newPerson(house.url, 'Ben');
    const [made, sat, left] = await Promise.all([ana, ben, ben].map(newMatch));
    for (const match of [sat!, left!]) (await takeSeat(ana, match)).close();
    await ana.post(`/api/matches/${left!.match}/leave`);
    const report = { player: ben.session.player, match: sat!.match, reason: 'other', text: 'one\ntwo' };
    await ana.post('/api/reports', report);
    await ben.post('/api/reports', { player: ana.session.player, reason: 'abuse' });
    const data = await dataOf(ana.session.token);
    expect(data).toEqual({
      ...(await ask<Me>('GET /api/me', { token: ana.session.token })).body,
      sessions: [expect.objectContaining({ isThis: true })],
      passkeys: [],
      tokens: [],
      providers: [],
      vouched: [],
      matches: [made, sat, left].map((match) => match!.match).sort(),
      reports: [{ ...report, at: identity.now }],
      webhooks: [],
      temples: [],
      ratings: [],
      poolRatings: [],
      bots: [],
      seasonRatings: [],
      puzzles: [],
      luck: [],
      talk: [],
      silencedIn: [],
      people: [],
      showsOnline: false,
      vacations: [],
      ahead: [],
      challenges: [],
      tournaments: [],
      penalties: [],
    });
    await choose(ana.session.token, 'Anita');
    expect((await dataOf(ana.session.token)).recoveryCodeCreatedAt).toBe(identity.now);
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
    const [gone, never] = [await recover(recoveryCode), await recover('2345-2345-2345-2345-2345')];
    expect(gone).toMatchObject({ status: 403, body: { code: 'unknown-recovery-code' } });
    expect(gone).toEqual(never);
    expect((await redeem(code)).status).toBe(403);
    const other = (await guest()).token;
    const told = await ask('POST /api/reports', { token: other, body: { player, reason: 'name' } });
    expect(told.body).toMatchObject({ code: 'no-such-player' });
  });

  test('a seat in a running match stays, as Somebody’s; one in an open match is given back', async () => {
    const [ana, ben] = [await newPerson(house.url, 'Ana'), await newPerson(house.url, 'Ben')];
    const [running, open] = [await newMatch(ana), await newMatch(ana)];
    const seat = await takeSeat(ana, running);
    const bens = closing(await takeSeat(ben, running));
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
  });

  test('may be deleted by pages of other origins', async () => {
    const asked = { method: 'OPTIONS', headers: { origin: 'https://a.b' } };
    const { headers } = await fetch(`${house.url}/api/me`, asked);
    expect(headers.get('access-control-allow-methods')).toContain('DELETE');
  });
});

describe('a report', () => {
  const report = (token: string, body: unknown) => ask('POST /api/reports', { token, body });

  test('about a player, a match or both is received', async () => {
    const [{ token }, { player }] = [await guest(), await guest()];
    const ana = await newPerson(house.url);
    const { match } = await newMatch(ana);
    for (const about of [{ player }, { match }, { player, match, text: 'x'.repeat(1000) }])
      expect(await report(token, { ...about, reason: 'cheating' })).toEqual({ status: 200, body: { received: true } });
    const codeFor = async (about: object) => (await report(token, { ...about, reason: 'name' })).body.code;
    expect(await codeFor({ player: 'p-NOBODY' })).toBe('no-such-player');
    expect(await codeFor({ match: 'NOSUCH' })).toBe('no-such-match');
    expect((await dataOf(token)).reports).toHaveLength(3);
  });

  test('that lacks something, or says too much, is none', async () => {
    const { token } = await guest();
    const tooMuch = [{ text: 'x'.repeat(1001) }, { text: 'a\u0000b' }, { reporter: 'p-OTHER' }];
    const wrong = [
      ...tooMuch.map((more) => ({ player: 'p', reason: 'name', ...more })),
      {},
      { reason: 'name' },
      { player: 'p', reason: 'dislike' },
      { player: 'p' },
      { player: 7, reason: 'name' },
      { match: 'm', reason: 'name', text: ['x'] },
    ];
    for (const body of wrong)
      expect((await report(token, body)).body, JSON.stringify(body)).toMatchObject({ code: 'bad-request' });
  });

  test('is the last of the day after twenty', async () => {
    const { token, player, refresh: own } = await guest();
    const all = await Promise.all(Array.from({ length: 25 }, () => report(token, { player, reason: 'other' })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = { retryAfter: DAY / 1000, body: { code: 'too-many-reports' } };
    expect(await report(token, { player, reason: 'other' })).toMatchObject(refused);
    expect((await report((await guest()).token, { player, reason: 'other' })).status).toBe(200);
    identity.now += DAY;
    const { token: later } = (await refresh(own)).body;
    expect((await report(later, { player, reason: 'other' })).status).toBe(200);
  });
});

test('no code and no token lies in the data', async () => {
  const { token, refresh: own } = await guest();
  const { recoveryCode = '' } = await choose(token, 'Ana');
  const { code } = await linkOf(token);
  const wanted = { name: 'bot', scopes: ['read'], days: 1 };
  const { secret } = (await ask<{ secret: string }>('POST /api/me/tokens', { token, body: wanted })).body;
  const files = readdirSync(identity.data).map((name) => readFileSync(join(identity.data, name), 'latin1'));
  expect(files.some((file) => file.includes('Ana'))).toBe(true);
  for (const one of [token, own, recoveryCode, recoveryCode.replaceAll('-', ''), code, secret])
    for (const file of files) expect(file.includes(one)).toBe(false);
});
