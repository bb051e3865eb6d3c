/** Which new players may come: all, those with an invitation, or no guests. */
import { FlowerWarClient } from '@flower-war/client';
import type { AuditLines, HostInvitation, SignedIn } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { asking, operatorOf, OPERATOR_TOKEN } from '../support/api.ts';

const DAY = 24 * 60 * 60 * 1000;
const start = Date.now();
let now = start;
const ask = asking(() => house.url);
const host = operatorOf(() => house.url);
let address = 0;
const come = (invitation?: string, from = `203.0.113.${++address}`) =>
  ask<SignedIn & { code?: string }>('POST /api/guests', { body: invitation === undefined ? {} : { invitation }, from });
const invite = async (body: object = {}) => (await host<HostInvitation>('POST /invitations', { body })).body;
const listed = async () => (await host<{ invitations: HostInvitation[] }>('GET /invitations')).body.invitations;
const serve = (SIGN_UP: string, more: object = {}) =>
  serveThisFile({ SIGN_UP, OPERATOR_TOKEN, TRUST_PROXY: '1', ...more }, { now: () => now });
const refused = (code: string) => ({ status: 403, body: { code } });

describe('by invitation', () => {
  serve('invitation', { PUBLIC_URL: 'https://play.example.org' });

  test('an invitation brings in as many as it says, however it is typed and however many come at once', async () => {
    expect(await come()).toMatchObject(refused('invitation-needed'));
    const made = await invite({ players: 3 });
    expect(made).toEqual({
      invitation: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      link: `https://play.example.org/?invitation=${made.invitation}`,
      players: 3,
      used: 0,
      createdAt: now,
      endsAt: now + 7 * DAY,
    });
    const typed = ` ${made.invitation.toLowerCase().replaceAll('-', ' ')}`;
    const all = await Promise.all([typed, made.invitation, typed, typed, typed].map((code) => come(code)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const late of all.filter(({ status }) => status !== 200))
      expect(late).toMatchObject(refused('unknown-invitation'));
    expect(await listed()).toEqual([]);
  });

  test('it ends in time, or when the operator ends it; players who came by it go on', async () => {
    const made = await invite({ players: 9, days: 2 });
    const client = new FlowerWarClient({ url: house.url });
    const player = await client.signIn('Ana', made.invitation);
    now += 2 * DAY - 1;
    expect((await come(made.invitation)).status).toBe(200);
    expect(await listed()).toMatchObject([{ used: 2 }]);
    now++;
    expect(await come(made.invitation)).toMatchObject(refused('unknown-invitation'));
    const other = await invite({ players: 9 });
    expect((await host(`DELETE /invitations/${other.invitation}`)).body).toEqual({ invitations: [] });
    expect(await host(`DELETE /invitations/${other.invitation}`)).toMatchObject(refused('unknown-invitation'));
    expect(await come(other.invitation)).toMatchObject(refused('unknown-invitation'));
    const again = await ask<SignedIn>('POST /api/tokens', { body: { refresh: player.refresh } });
    expect(again.body.player).toBe(player.player);
    const audit = (await host<AuditLines>('GET /audit')).body.lines;
    expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(['createInvitation', 'endInvitation']));
    expect(JSON.stringify(audit)).not.toContain(other.invitation);
  });

  test('an address that guesses has to wait, and no other one', async () => {
    const { invitation } = await invite();
    const wrong = await Promise.all(Array.from({ length: 31 }, () => come('ABCD-EFGH-JKMN', '198.51.100.7')));
    expect(wrong.filter(({ body }) => body.code === 'unknown-invitation')).toHaveLength(30);
    const late = await come(invitation, '198.51.100.7');
    expect(late).toMatchObject({ status: 429, body: { code: 'too-many-guesses' } });
    expect(late.retryAfter).toBeGreaterThan(0);
    expect((await come(invitation, '198.51.100.8')).status).toBe(200);
  });

  test('a refused name uses nothing up, and what is wrong or huge is told', async () => {
    const { invitation } = await invite();
    const body = { invitation, name: 'Operator' };
    expect(await ask('POST /api/guests', { body })).toMatchObject({ body: { code: 'name-refused' } });
    expect((await come(invitation)).status).toBe(200);
    for (const wrong of ['', 'x'.repeat(65), 7])
      expect(await ask('POST /api/guests', { body: { invitation: wrong } })).toMatchObject({ status: 400 });
    for (const wrong of [{ players: 0 }, { players: 1001 }, { days: 366 }, { days: 1.5 }, { more: 1 }])
      expect((await host('POST /invitations', { body: wrong })).status).toBe(400);
    expect(await ask('POST /api/operator/invitations', { body: {} })).toMatchObject({ status: 401 });
  });
});

describe('no guests', () => {
  serve('signed-in', { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'flower-war' });

  test('no guest comes, with an invitation or without; a code of a player still signs in', async () => {
    const { invitation } = await invite();
    expect(await come()).toMatchObject(refused('sign-up-closed'));
    expect(await come(invitation)).toMatchObject(refused('sign-up-closed'));
    const { identity } = house.server.services;
    const known = await identity.welcome({ name: 'Ana' }, now);
    const { code } = await identity.links.create(known, now);
    const back = await FlowerWarClient.redeem({ url: house.url }, code);
    expect(back.session?.player).toBe(known.player);
  });
});

describe('open', () => {
  serve('open');

  test('guests come as ever, and a wrong invitation neither keeps them out nor counts as a guess', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => come('ABCD-EFGH-JKMN', '198.51.100.7')));
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
  });
});
