/** The identity of a player, over real HTTP: names, codes, devices, data, reports, and attempts at impersonation. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Chosen, Link, MatchSummary, Me, PersonalData, Session, SignedIn } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asking, newGuest } from '../support/api.ts';
import { testServer } from '../support/server.ts';
import { comeBack, newPerson, takeSeat, watch } from '../support/sockets/rawClient.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let server: Running;
let clock = Date.now();
/** Each test comes from its own address, so that wrong guesses in one test do not count in another. */
let address = 0;
const folder = mkdtempSync(join(tmpdir(), 'identity-'));
const ask = asking(() => server.address);
const from = () => `203.0.113.${address}`;

beforeAll(async () => {
  writeFileSync(
    join(folder, 'blocked.txt'),
    '# words of this host\nxoloitzcuintle\n=just this\n*anywhere*  # all of it\n',
  );
  const settings = { JOURNAL: 'sqlite', DATA_DIR: join(folder, 'data'), LIMITS: '0', TRUST_PROXY: '1' };
  server = await testServer({ ...settings, NAMES_BLOCKED: join(folder, 'blocked.txt') }, { now: () => clock });
});
afterAll(() => server.stop());
beforeEach(() => {
  address++;
});

const guest = (name?: string) => newGuest(ask, name);
const choose = async (token: string, name: string) =>
  (await ask<Chosen>('POST /api/me', { token, body: { name } })).body;
const recover = (code: unknown, who = from()) => ask<SignedIn>('POST /api/recovery', { body: { code }, from: who });
const redeem = (code: unknown, who = from()) => ask<SignedIn>('POST /api/links/redeem', { body: { code }, from: who });
const linkOf = async (token: string) => (await ask<Link>('POST /api/links', { token })).body;
const refresh = (token: string) => ask<SignedIn>('POST /api/tokens', { body: { refresh: token } });
const sessionsOf = async (token: string) =>
  (await ask<{ sessions: Session[] }>('GET /api/me/sessions', { token })).body.sessions;
const dataOf = async (token: string) => (await ask<PersonalData>('GET /api/me/export', { token })).body;
const UNAUTHORIZED = { status: 401, body: { code: 'unauthorized' } };

/** A code that differs from the right one in one letter, at this place from the end. */
const mistyped = (code: string, place = 1) => {
  const last = code.at(-place)!;
  return code.slice(0, code.length - place) + (last === '2' ? '3' : '2') + (place === 1 ? '' : code.slice(1 - place));
};
const mistypings = (code: string, count: number) =>
  Array.from({ length: count }, (_, n) => code.slice(0, 5) + `${n + 20}`.repeat(8));

describe('a name', () => {
  test('is chosen; a recovery code comes with the first choice alone', async () => {
    const { token, player, name } = await guest();
    const before = (await ask<Me>('GET /api/me', { token })).body;
    expect(before).toEqual({ player, name, createdAt: clock, hasRecoveryCode: false });
    expect(name).toBe(`Guest ${player.slice(-4)}`);
    const chosen = await choose(token, '  Ana\u0301 ');
    expect(chosen).toEqual({ ...before, name: 'Aná', hasRecoveryCode: true, recoveryCode: expect.any(String) });
    expect(chosen.recoveryCode).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){4}$/);
    expect(await choose(token, 'Anita')).toEqual({ ...before, name: 'Anita', hasRecoveryCode: true });
    expect((await ask<Me>('GET /api/me', { token })).body.name).toBe('Anita');
  });

  test('need not be the only one, but two at a table are told apart', async () => {
    const [ana, other] = [await newPerson(server.address, 'Ana'), await newPerson(server.address, 'Αna')];
    const match = (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
    (await takeSeat(ana, match)).close();
    (await takeSeat(other, match)).close();
    const { body } = await ask<MatchSummary>(`GET /api/matches/${match.match}`);
    const tags = [ana, other].map(({ session }) => session.player.slice(-4));
    expect(body.seats.map(({ name }) => name)).toEqual([`Ana (${tags[0]})`, `Αna (${tags[1]})`]);
  });

  test.each(['admin', 'Тhe Sеrvеr', 'bоt', 'greedy', 'Xoloitzcuintle 1', 'Just this!', 'go any where'])(
    '%s is refused, as a choice and at the door',
    async (name) => {
      const { token, name: before } = await guest();
      const refused = { status: 400, body: { code: 'name-refused' } };
      expect(await ask('POST /api/me', { token, body: { name } })).toMatchObject(refused);
      expect(await ask('POST /api/guests', { body: { name } })).toMatchObject(refused);
      expect((await ask<Me>('GET /api/me', { token })).body).toMatchObject({ name: before, hasRecoveryCode: false });
    },
  );

  test.each([
    {},
    { name: 7 },
    { name: '' },
    { name: 'x'.repeat(25) },
    { name: 'a\u202eb' },
    { name: 'Ana', player: 'p-OTHER' },
    [],
    '{',
  ])('%j is none', async (body) => {
    const { token } = await guest();
    expect(await ask('POST /api/me', { token, body })).toMatchObject({ status: 400, body: { code: 'bad-request' } });
  });

  test('that is chosen in the middle of a match is seen by who looks on', async () => {
    const ana = await newPerson(server.address, 'Ana');
    const match = (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
    const seat = await takeSeat(ana, match);
    const onlooker = await watch(await newPerson(server.address), match);
    await choose(ana.session.token, 'Quetzal');
    await onlooker.until((frames) => frames.some((frame) => frame.includes('Quetzal')));
    for (const client of [seat, onlooker]) client.close();
  });
});

describe('a recovery code', () => {
  test('signs in as the same player elsewhere, however it is typed, and more than once', async () => {
    const { token, player } = await guest();
    const { recoveryCode = '' } = await choose(token, 'Ana');
    for (const typed of [recoveryCode, recoveryCode.toLowerCase(), ` ${recoveryCode.replaceAll('-', ' ')} `]) {
      const { status, body } = await recover(typed);
      expect({ status, player: body.player, name: body.name }).toEqual({ status: 200, player, name: 'Ana' });
      expect((await ask<Me>('GET /api/me', { token: body.token })).body.player).toBe(player);
    }
    expect(await sessionsOf(token)).toHaveLength(4);
  });

  test('ends when a new one is asked for', async () => {
    const { token } = await guest();
    const { recoveryCode: old } = await choose(token, 'Ana');
    const { recoveryCode } = (await ask<{ recoveryCode: string }>('POST /api/me/recovery-code', { token })).body;
    expect(await recover(old)).toMatchObject({ status: 403, body: { code: 'unknown-recovery-code' } });
    expect((await recover(recoveryCode)).status).toBe(200);
    expect(await ask('POST /api/me/recovery-code')).toMatchObject(UNAUTHORIZED);
  });

  test('is not found by whoever knows all but a letter', async () => {
    const { recoveryCode = '' } = await choose((await guest()).token, 'Ana');
    for (const place of [1, 10, 24])
      expect((await recover(mistyped(recoveryCode, place))).body).toMatchObject({ code: 'unknown-recovery-code' });
    expect((await recover(recoveryCode)).status).toBe(200);
  });

  test('is guessed at ten times at most, from wherever, and is good all the same', async () => {
    const { recoveryCode = '' } = await choose((await guest()).token, 'Ana');
    for (const [n, guess] of mistypings(recoveryCode, 10).entries())
      expect((await recover(guess, `198.51.100.${n}`)).body).toMatchObject({ code: 'unknown-recovery-code' });
    const [late = ''] = mistypings(recoveryCode, 1);
    expect(await recover(late)).toMatchObject({ status: 429, body: { code: 'too-many-guesses' } });
    expect((await recover(recoveryCode)).status).toBe(200);
  });

  test('nor does anybody guess on from one address, whatever the code', async () => {
    const { recoveryCode = '' } = await choose((await guest()).token, 'Ana');
    const asked = await Promise.all(Array.from({ length: 40 }, (_, n) => recover(`${n + 1000}`.repeat(5))));
    const codes = asked.map(({ body }) => (body as { code?: string }).code);
    expect(codes.filter((code) => code === 'unknown-recovery-code')).toHaveLength(30);
    expect(await redeem('AAAAAAAA')).toMatchObject({ status: 429 });
    expect((await recover(recoveryCode)).status).toBe(200);
  });

  test.each([undefined, null, 7, '', ['a'], { length: 20 }, 'x'.repeat(65)])('%j is none', async (code) => {
    expect(await recover(code)).toMatchObject({ status: 400, body: { code: 'bad-request', reason: 'code' } });
  });

  test.each(['-', '%', "' OR 1=1 --", '\u0000', 'ＡＡＡＡ'])('%j is nobody’s', async (code) => {
    expect((await recover(code)).body).toMatchObject({ code: 'unknown-recovery-code' });
  });
});

describe('a link code', () => {
  test('signs in another device of the same player, once', async () => {
    const { token, player } = await guest('Ana');
    const { code, text, expiresAt } = await linkOf(token);
    expect({ code, text, expiresAt }).toEqual({
      code: expect.stringMatching(/^[2-9A-Z]{8}$/),
      text: `flowerwar:link:${code}`,
      expiresAt: clock + 5 * MINUTE,
    });
    const both = await Promise.all([redeem(code), redeem(` ${code.toLowerCase()} `)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(both.find(({ status }) => status === 200)?.body).toMatchObject({ player, name: 'Ana' });
    expect((await redeem(code)).body).toMatchObject({ code: 'unknown-link-code' });
    expect(await sessionsOf(token)).toHaveLength(2);
  });

  test('is over after five minutes', async () => {
    const { code } = await linkOf((await guest()).token);
    clock += 5 * MINUTE;
    expect((await redeem(code)).body).toMatchObject({ code: 'unknown-link-code' });
  });

  test('ends with a newer one, and when its player signs out everywhere', async () => {
    const { token } = await guest();
    const [old, newer] = [await linkOf(token), await linkOf(token)];
    expect((await redeem(old.code)).status).toBe(403);
    await ask('POST /api/sign-out/everywhere', { token });
    expect((await redeem(newer.code)).status).toBe(403);
  });

  test('is given to nobody without a token, and is no recovery code', async () => {
    expect(await ask('POST /api/links')).toMatchObject(UNAUTHORIZED);
    const { token } = await guest();
    const { code } = await linkOf(token);
    expect((await recover(code)).status).toBe(403);
    const { recoveryCode } = await choose(token, 'Ana');
    expect((await redeem(recoveryCode)).status).toBe(403);
    for (const wrong of [undefined, 7, '', 'x'.repeat(65)]) expect((await redeem(wrong)).status).toBe(400);
  });
});

describe('sessions', () => {
  /** Three devices of one player. */
  const three = async () => {
    const first = await guest('Ana');
    const link = async (label?: string) => {
      const body = { code: (await linkOf(first.token)).code, ...(label && { label }) };
      clock += 1000;
      return (await ask<SignedIn>('POST /api/links/redeem', { body, from: from() })).body;
    };
    return [first, await link('Phone'), await link()] as const;
  };

  test('are listed, the one used last first', async () => {
    const [first, phone] = await three();
    clock += MINUTE;
    await refresh(phone.refresh);
    const sessions = await sessionsOf(phone.token);
    expect(sessions.map(({ label, isThis }) => [label, isThis])).toEqual([
      ['Phone', true],
      ['', false],
      ['', false],
    ]);
    expect(sessions[0]).toMatchObject({ lastUsedAt: clock, createdAt: clock - MINUTE - 1000 });
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

  test('whoever is signed out is disconnected; another device comes back', async () => {
    const ana = await newPerson(server.address, 'Ana');
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

  test('end by themselves 90 days after their last use', async () => {
    const { token, refresh: own, player } = await guest();
    clock += 89 * DAY;
    const { body } = await refresh(own);
    expect(body.player).toBe(player);
    expect(await ask('GET /api/me', { token })).toMatchObject(UNAUTHORIZED);
    clock += 90 * DAY + HOUR;
    expect(await refresh(body.refresh)).toMatchObject(UNAUTHORIZED);
  });

  test('of one player there are fifty at most: the one unused for longest ends', async () => {
    const { token, refresh: first } = await guest();
    const { recoveryCode } = await choose(token, 'Ana');
    let last = token;
    for (let n = 0; n < 50; n++) {
      clock++;
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

describe('my data', () => {
  test('is all there, and nobody else’s', async () => {
    const ana = await newPerson(server.address, 'Ana');
    const ben = await newPerson(server.address, 'Ben');
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
      reports: [{ ...report, at: clock }],
      webhooks: [],
      temples: [],
      ratings: [],
      talk: [],
      silencedIn: [],
    });
    await choose(ana.session.token, 'Anita');
    expect((await dataOf(ana.session.token)).recoveryCodeCreatedAt).toBe(clock);
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
    const [ana, ben] = [await newPerson(server.address, 'Ana'), await newPerson(server.address, 'Ben')];
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
    const record = await (await fetch(`${server.address}/api/matches/${running.match}/record`)).text();
    expect(record).toContain(ana.session.player);
    expect(record).not.toContain('Ana');
    bens.close();
  });

  test('may be deleted by pages of other origins', async () => {
    const { headers } = await fetch(`${server.address}/api/me`, {
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
    const ana = await newPerson(server.address);
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
    expect((await report(token, { player, reason: 'other' })).body).toMatchObject({ code: 'too-many-reports' });
    expect((await report((await guest()).token, { player, reason: 'other' })).status).toBe(200);
    clock += DAY;
    const { token: later } = (await refresh(own)).body;
    expect((await report(later, { player, reason: 'other' })).status).toBe(200);
  });
});

test('no code and no token lies in the data', async () => {
  const { token, refresh: own } = await guest();
  const { recoveryCode = '' } = await choose(token, 'Ana');
  const { code } = await linkOf(token);
  const files = readdirSync(join(folder, 'data')).map((name) => readFileSync(join(folder, 'data', name), 'latin1'));
  expect(files.some((file) => file.includes('Ana'))).toBe(true);
  for (const secret of [token, own, recoveryCode, recoveryCode.replaceAll('-', ''), code])
    for (const file of files) expect(file.includes(secret)).toBe(false);
});
