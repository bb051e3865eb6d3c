/** The devices of a player: they are listed, and end. */
import type { MatchSummary, SeatedAnswer, SignedIn } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { comeBack, newPerson, RawClient, takeSeat } from '../support/sockets/rawClient.ts';
import {
  ask,
  choose,
  DAY,
  from,
  guest,
  HOUR,
  house,
  linkOf,
  MINUTE,
  recover,
  redeem,
  refresh,
  serveThisFile,
  sessionsOf,
  UNAUTHORIZED,
} from './identity.ts';

serveThisFile();

describe('sessions', () => {
  /** Three devices of one player. */
  const three = async () => {
    const first = await guest('Ana');
    const link = async (label?: string) => {
      const body = { code: (await linkOf(first.token)).code, ...(label && { label }) };
      house.clock += 1000;
      return (await ask<SignedIn>('POST /api/links/redeem', { body, from: from() })).body;
    };
    return [first, await link('Phone'), await link()] as const;
  };

  test('are listed, the one used last first', async () => {
    const [first, phone] = await three();
    house.clock += MINUTE;
    await refresh(phone.refresh);
    const sessions = await sessionsOf(phone.token);
    expect(sessions.map(({ label, isThis }) => [label, isThis])).toEqual([
      ['Phone', true],
      ['', false],
      ['', false],
    ]);
    expect(sessions[0]).toMatchObject({ lastUsedAt: house.clock, createdAt: house.clock - MINUTE - 1000 });
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
    const match = (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
    const seat = await takeSeat(ana, match);
    const other = (await redeem((await linkOf(ana.session.token)).code)).body;
    await ana.post('/api/sign-out');
    await expect(seat.until(() => false)).rejects.toThrow('closed (4010)');
    const back = { ...ana, post: <T>(path: string) => ask<T>(`POST ${path}`, { token: other.token, body: {} }) };
    const again = await comeBack(back, match);
    expect(again.seat).toBe(0);
    again.close();
    expect((await ana.post(`/api/matches/${match.match}/connect`)).status).toBe(401);
  });

  test('a place that was reserved before its device was signed out is good no more; that of another device is', async () => {
    const ana = await newPerson(house.url, 'Ana');
    const match = (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
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
    const stays = await RawClient.connect(house.url, good!.body);
    await stays.settle();
    expect(stays.closeCode).toBeUndefined();
    stays.close();
  });

  test('end by themselves 90 days after their last use', async () => {
    const { token, refresh: own, player } = await guest();
    house.clock += 89 * DAY;
    const { body } = await refresh(own);
    expect(body.player).toBe(player);
    expect(await ask('GET /api/me', { token })).toMatchObject(UNAUTHORIZED);
    house.clock += 90 * DAY + HOUR;
    expect(await refresh(body.refresh)).toMatchObject(UNAUTHORIZED);
  });

  test('of one player there are fifty at most: the one unused for longest ends', async () => {
    const { token, refresh: first } = await guest();
    const { recoveryCode } = await choose(token, 'Ana');
    let last = token;
    for (let n = 0; n < 50; n++) {
      house.clock++;
      last = (await recover(recoveryCode)).body.token;
    }
    expect(await sessionsOf(last)).toHaveLength(50);
    expect(await refresh(first)).toMatchObject(UNAUTHORIZED);
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
