/** Names, recovery codes and link codes of players, and attempts at impersonation. */
import type { MatchSummary, Me } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { newPerson, takeSeat, watch } from '../support/sockets/rawClient.ts';
import {
  ask,
  choose,
  guest,
  HOUR,
  house,
  linkOf,
  MINUTE,
  OPERATOR_TOKEN,
  recover,
  redeem,
  serveThisFile,
  sessionsOf,
  UNAUTHORIZED,
} from './identity.ts';

serveThisFile();

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
    expect(before).toEqual({ player, name, createdAt: house.clock, hasRecoveryCode: false });
    expect(name).toBe(`Guest ${player.slice(-4)}`);
    const chosen = await choose(token, '  Ana\u0301 ');
    expect(chosen).toEqual({ ...before, name: 'Aná', hasRecoveryCode: true, recoveryCode: expect.any(String) });
    expect(chosen.recoveryCode).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){4}$/);
    expect(await choose(token, 'Anita')).toEqual({ ...before, name: 'Anita', hasRecoveryCode: true });
    expect((await ask<Me>('GET /api/me', { token })).body.name).toBe('Anita');
  });

  test('need not be the only one, but two at a table are told apart', async () => {
    const [ana, other] = [await newPerson(house.url, 'Ana'), await newPerson(house.url, 'Αna')];
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
    const ana = await newPerson(house.url, 'Ana');
    const match = (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
    const seat = await takeSeat(ana, match);
    const onlooker = await watch(await newPerson(house.url), match);
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

  test('is not found by a guess that lacks one letter', async () => {
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
    const refused = { status: 429, retryAfter: HOUR / 10 / 1000, body: { code: 'too-many-guesses' } };
    expect(await recover(late)).toMatchObject(refused);
    expect((await recover(recoveryCode)).status).toBe(200);
  });

  test('nor does one address guess on, at any code', async () => {
    const { recoveryCode = '' } = await choose((await guest()).token, 'Ana');
    const asked = await Promise.all(Array.from({ length: 40 }, (_, n) => recover(`${n + 1000}`.repeat(5))));
    const codes = asked.map(({ body }) => (body as { code?: string }).code);
    expect(codes.filter((code) => code === 'unknown-recovery-code')).toHaveLength(30);
    expect(await redeem('AAAAAAAA')).toMatchObject({ status: 429 });
    expect((await recover(recoveryCode)).status).toBe(200);
  });

  test('of a deleted player is as unknown as any other', async () => {
    const { token } = await guest();
    const { recoveryCode = '' } = await choose(token, 'Ana');
    expect((await ask('DELETE /api/me', { token })).status).toBe(200);
    const [gone, never] = [await recover(recoveryCode), await recover('2345-2345-2345-2345-2345')];
    expect(gone).toMatchObject({ status: 403, body: { code: 'unknown-recovery-code' } });
    expect(gone).toEqual(never);
  });

  test('of a banned player is refused, gives no token and no session, and is good again afterwards', async () => {
    const { token, player } = await guest();
    const { recoveryCode = '' } = await choose(token, 'Ana');
    const before = await sessionsOf(token);
    const operator = { token: OPERATOR_TOKEN };
    await ask(`POST /api/operator/players/${player}/ban`, { ...operator, body: { reason: 'insults' } });
    for (let n = 0; n < 5; n++) {
      const { status, body } = await recover(recoveryCode);
      expect([status, body]).toEqual([403, expect.objectContaining({ code: 'banned' })]);
      expect(body).not.toHaveProperty('token');
    }
    await ask(`POST /api/operator/players/${player}/unban`, operator);
    const { body } = await recover(recoveryCode);
    expect(body).toMatchObject({ player });
    expect(await sessionsOf(body.token)).toHaveLength(before.length + 1);
  });

  test('sent by many at once is answered each by itself', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => guest()));
    const codes = await Promise.all(
      people.map(async ({ token }, n) => (await choose(token, `Ana ${n}`)).recoveryCode!),
    );
    const crossed = codes.map((code, n) => code.slice(0, 5) + codes[(n + 1) % 20]!.slice(5));
    const asked = [...codes, ...crossed].map((code, n) => recover(code, `198.51.101.${n}`));
    const answers = (await Promise.all(asked)).map(({ body }) => body.player);
    expect(answers).toEqual([...people.map(({ player }) => player), ...crossed.map(() => undefined)]);
  });

  test.each([undefined, null, 7, '', ['a'], { length: 20 }, 'x'.repeat(65)])('%j is none', async (code) => {
    expect(await recover(code)).toMatchObject({ status: 400, body: { code: 'bad-request', reason: 'code' } });
  });

  test.each(['-', '%', "' OR 1=1 --", '\u0000', 'ＡＡＡＡ'])('%j belongs to no player', async (code) => {
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
      expiresAt: house.clock + 5 * MINUTE,
    });
    const both = await Promise.all([redeem(code), redeem(` ${code.toLowerCase()} `)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(both.find(({ status }) => status === 200)?.body).toMatchObject({ player, name: 'Ana' });
    expect((await redeem(code)).body).toMatchObject({ code: 'unknown-link-code' });
    expect(await sessionsOf(token)).toHaveLength(2);
  });

  test('is over after five minutes', async () => {
    const { code } = await linkOf((await guest()).token);
    house.clock += 5 * MINUTE;
    expect((await redeem(code)).body).toMatchObject({ code: 'unknown-link-code' });
  });

  test('ends with a newer one, and when its player signs out everywhere', async () => {
    const { token } = await guest();
    const [old, newer] = [await linkOf(token), await linkOf(token)];
    expect((await redeem(old.code)).status).toBe(403);
    await ask('POST /api/sign-out/everywhere', { token });
    expect((await redeem(newer.code)).status).toBe(403);
  });

  test('is given to no caller without a token, and is no recovery code', async () => {
    expect(await ask('POST /api/links')).toMatchObject(UNAUTHORIZED);
    const { token } = await guest();
    const { code } = await linkOf(token);
    expect((await recover(code)).status).toBe(403);
    const { recoveryCode } = await choose(token, 'Ana');
    expect((await redeem(recoveryCode)).status).toBe(403);
    for (const wrong of [undefined, 7, '', 'x'.repeat(65)]) expect((await redeem(wrong)).status).toBe(400);
  });
});
