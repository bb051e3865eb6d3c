/** Names, recovery codes and link codes of players, and attempts at impersonation. */
import type { Me } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { closing, house } from '../sdk/house.ts';
import { newPerson, takeSeat, watch } from '../support/sockets/rawClient.ts';
import {
  ask,
  choose,
  guest,
  HOUR,
  identity,
  linkOf,
  MINUTE,
  newMatch,
  OPERATOR_TOKEN,
  recover,
  redeem,
  serveIdentity,
  sessionsOf,
  UNAUTHORIZED,
} from './identity.ts';

serveIdentity();

const UNKNOWN = { code: 'unknown-recovery-code' };

/** Guesses that are right in their first letters alone. */
const mistypings = (code: string, count: number) =>
  Array.from({ length: count }, (_, n) => code.slice(0, 5) + `${n + 20}`.repeat(8));

describe('a name', () => {
  test('is chosen; a recovery code comes with the first choice alone', async () => {
    const { token, player, name } = await guest();
    const before = (await ask<Me>('GET /api/me', { token })).body;
    expect(before).toEqual({ player, name, createdAt: identity.now, hasRecoveryCode: false });
    expect(name).toBe(`Guest ${player.slice(-4)}`);
    const chosen = await choose(token, '  Ana\u0301 ');
    expect(chosen).toEqual({ ...before, name: 'Aná', hasRecoveryCode: true, recoveryCode: expect.any(String) });
    expect(chosen.recoveryCode).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){4}$/);
    expect(await choose(token, 'Anita')).toEqual({ ...before, name: 'Anita', hasRecoveryCode: true });
    expect((await ask<Me>('GET /api/me', { token })).body.name).toBe('Anita');
  });

  test.each(['Тhe Sеrvеr', 'greedy', 'Xoloitzcuintle 1', 'Just this!', 'go any where'])(
    '%s is refused, as a choice and at the door',
    async (name) => {
      const { token, name: before } = await guest();
      const refused = { status: 400, body: { code: 'name-refused' } };
      expect(await ask('POST /api/me', { token, body: { name } })).toMatchObject(refused);
      expect(await ask('POST /api/guests', { body: { name } })).toMatchObject(refused);
      expect((await ask<Me>('GET /api/me', { token })).body).toMatchObject({ name: before, hasRecoveryCode: false });
    },
  );

  test('is a text of up to 24 letters that reads in one direction, and comes alone', async () => {
    const { token } = await guest();
    const names = [7, '', 'x'.repeat(25), 'a\u202eb'].map((name) => ({ name }));
    for (const body of [...names, {}, { name: 'Ana', player: 'p-OTHER' }, [], '{'])
      expect(await ask('POST /api/me', { token, body })).toMatchObject({ status: 400, body: { code: 'bad-request' } });
  });

  test('that is chosen in the middle of a match is seen by who looks on', async () => {
    const ana = await newPerson(house.url, 'Ana');
    const match = await newMatch(ana);
    closing(await takeSeat(ana, match));
    const onlooker = closing(await watch(await newPerson(house.url), match));
    await choose(ana.session.token, 'Quetzal');
    await onlooker.until((frames) => frames.some((frame) => frame.includes('Quetzal')));
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
    expect(await recover(old)).toMatchObject({ status: 403, body: UNKNOWN });
    expect((await recover(recoveryCode)).status).toBe(200);
    expect(await ask('POST /api/me/recovery-code')).toMatchObject(UNAUTHORIZED);
  });

  test('is guessed at ten times at most, from wherever, and is good all the same', async () => {
    const { recoveryCode = '' } = await choose((await guest()).token, 'Ana');
    for (const [n, guess] of mistypings(recoveryCode, 10).entries())
      expect((await recover(guess, `198.51.100.${n}`)).body).toMatchObject(UNKNOWN);
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
    const chosen = await Promise.all(people.map(({ token }, n) => choose(token, `Ana ${n}`)));
    const codes = chosen.map(({ recoveryCode }) => recoveryCode!);
    const crossed = codes.map((code, n) => code.slice(0, 5) + codes[(n + 1) % 20]!.slice(5));
    const asked = [...codes, ...crossed].map((code, n) => recover(code, `198.51.101.${n}`));
    const answers = (await Promise.all(asked)).map(({ body }) => body.player);
    expect(answers).toEqual([...people.map(({ player }) => player), ...crossed.map(() => undefined)]);
  });

  test('is a text, and a strange one belongs to no player', async () => {
    for (const code of [undefined, null, 7, '', ['a'], { length: 20 }, 'x'.repeat(65)])
      expect(await recover(code)).toMatchObject({ status: 400, body: { code: 'bad-request', reason: 'code' } });
    expect(await recover('\u0000')).toMatchObject({ status: 400, body: { code: 'bad-request', reason: 'text' } });
    for (const code of ['-', '%', "' OR 1=1 --", 'ＡＡＡＡ'])
      expect((await recover(code)).body, code).toMatchObject(UNKNOWN);
  });
});

describe('a link code', () => {
  test('signs in another device of the same player, once', async () => {
    const { token, player } = await guest('Ana');
    const { code, text, expiresAt } = await linkOf(token);
    expect({ code, text, expiresAt }).toEqual({
      code: expect.stringMatching(/^[2-9A-Z]{8}$/),
      text: `flowerwar:link:${code}`,
      expiresAt: identity.now + 5 * MINUTE,
    });
    const both = await Promise.all([redeem(code), redeem(` ${code.toLowerCase()} `)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(both.find(({ status }) => status === 200)?.body).toMatchObject({ player, name: 'Ana' });
    expect((await redeem(code)).body).toMatchObject({ code: 'unknown-link-code' });
    expect(await sessionsOf(token)).toHaveLength(2);
  });

  test('is over after five minutes, ends with a newer one, and when its player signs out everywhere', async () => {
    const { token } = await guest();
    const { code } = await linkOf(token);
    identity.now += 5 * MINUTE;
    expect((await redeem(code)).body).toMatchObject({ code: 'unknown-link-code' });
    const [old, newer] = [await linkOf(token), await linkOf(token)];
    expect((await redeem(old.code)).status).toBe(403);
    await ask('POST /api/sign-out/everywhere', { token });
    expect((await redeem(newer.code)).status).toBe(403);
  });

  test('is not guessed by one address, also not by forty guesses at once', async () => {
    const asked = await Promise.all(Array.from({ length: 40 }, (_, n) => redeem(`AAAAAA${n + 10}`)));
    const codes = asked.map(({ body }) => (body as { code?: string }).code);
    expect(codes.filter((code) => code === 'unknown-link-code')).toHaveLength(30);
  });

  test('is given to no caller without a token, and is not a recovery code', async () => {
    expect(await ask('POST /api/links')).toMatchObject(UNAUTHORIZED);
    const { token } = await guest();
    const { code } = await linkOf(token);
    expect((await recover(code)).status).toBe(403);
    const { recoveryCode } = await choose(token, 'Ana');
    expect((await redeem(recoveryCode)).status).toBe(403);
    for (const wrong of [undefined, 7, '', 'x'.repeat(65)]) expect((await redeem(wrong)).status).toBe(400);
  });
});
