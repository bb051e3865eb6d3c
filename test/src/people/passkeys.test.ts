/** Passkeys over real HTTP, on both databases: they add up, sign in, end, and no other answer than the right one is taken. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FlowerWarClient } from '@flower-war/client';
import type { Passkey, PasskeyCreation, PasskeyRequest, SignedIn, UsedPasskey } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { noPostgres, TestPostgres } from '@flower-war/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asking, newGuest } from '../support/api.ts';
import { testServer } from '../support/server.ts';
import { Authenticator } from './identity.ts';

const MINUTE = 60_000;
const OPERATOR_TOKEN = 'Tlacaelel-0123456789';
const UNAUTHORIZED = { status: 401 };
const refusedFor = (reason: string) => ({ status: 403, body: { code: 'passkey-refused', reason } });

describe.each(['sqlite', 'postgres'] as const)('passkeys on %s', (store) => {
  describe.skipIf(store === 'postgres' && noPostgres)('', () => {
    let settings: Readonly<Record<string, string>>;
    let postgres: TestPostgres | undefined;
    let server: Running;
    let now = Date.now();
    const start = async (more: Readonly<Record<string, string>> = {}) => {
      server = await testServer({ ...settings, ...more }, { now: () => now });
      settings = { ...settings, PORT: new URL(server.address).port };
    };
    const url = () => server.address.replace('127.0.0.1', 'localhost');
    const ask = asking(url);

    beforeAll(async () => {
      if (store === 'postgres') postgres = await TestPostgres.start();
      const place = postgres
        ? { DATABASE_URL: await postgres.fresh() }
        : { JOURNAL: 'sqlite', DATA_DIR: mkdtempSync(join(tmpdir(), 'passkeys-')) };
      settings = { ...place, OPERATOR_TOKEN, TRUST_PROXY: '1' };
      await start();
    });
    afterAll(async () => {
      await server.stop();
      await postgres?.stop();
    });

    const begin = async (token: string) => (await ask<PasskeyCreation>('POST /api/me/passkeys/start', { token })).body;
    const add = (token: string, credential: unknown, name?: string) =>
      ask<Passkey>('POST /api/me/passkeys', { token, body: { credential, ...(name && { name }) } });
    const request = async () => (await ask<PasskeyRequest>('POST /api/passkeys/start')).body;
    const enter = (credential: unknown) => ask<SignedIn>('POST /api/passkeys', { body: { credential } });
    const list = async (token: string) =>
      (await ask<{ passkeys: Passkey[] }>('GET /api/me/passkeys', { token })).body.passkeys;
    /** A new player, and a device with a passkey of this player. */
    const keeper = async () => {
      const player = await newGuest(ask);
      const device = new Authenticator(url());
      const added = await add(player.token, device.make(await begin(player.token)), 'Phone');
      expect(added.status).toBe(200);
      return { player, device, passkey: added.body.passkey };
    };

    test('a guest keeps all with a passkey, and is the same player on another device, also after the server began anew', async () => {
      const client = new FlowerWarClient({ url: url() });
      const guest = await client.signIn();
      const device = new Authenticator(url());
      const made = device.make(await client.passkeys.start());
      await server.stop();
      await start();
      const later = new FlowerWarClient({ url: url(), session: guest });
      device.kept!.counter = 3;
      await later.passkeys.add(made, 'Phone');
      const other = new FlowerWarClient({ url: url(), label: 'Desk' });
      const asked = await other.passkeys.ask();
      now += 4 * MINUTE;
      const back = await other.passkeys.signIn({ ...device.use(asked) });
      expect(back).toMatchObject({ player: guest.player, name: guest.name });
      expect((await other.account.sessions()).map(({ label }) => label)).toContain('Desk');
      const [kept] = await other.passkeys.list();
      expect(kept).toMatchObject({ name: 'Phone', lastUsedAt: now });
      expect((await other.account.exportData()).passkeys).toEqual([kept]);
    });

    test('a challenge is taken once, within five minutes, and only from whom it was given to', async () => {
      const { player, device } = await keeper();
      const asked = await request();
      expect((await enter(device.use(asked))).body.player).toBe(player.player);
      expect(await enter(device.use(asked))).toMatchObject(refusedFor('challenge'));
      const late = await request();
      now += 5 * MINUTE;
      expect(await enter(device.use(late))).toMatchObject(refusedFor('challenge'));
      const own = await request();
      expect(await enter(device.use({ ...own, challenge: 'bWFkZS11cA' }))).toMatchObject(refusedFor('challenge'));
      const both = device.use(own);
      const twice = await Promise.all([enter(both), enter(both)]);
      expect(twice.map(({ status }) => status).sort()).toEqual([200, 403]);

      const other = await newGuest(ask);
      const given = await begin(player.token);
      const made = device.make(given);
      expect(await add(other.token, made)).toMatchObject(refusedFor('challenge'));
      expect((await add(player.token, made)).status).toBe(200);
      expect(await add(player.token, made)).toMatchObject(refusedFor('challenge'));
      const mixed = device.make(await begin(player.token));
      expect(await enter({ ...device.use(await request()), response: { ...mixed.response } })).toMatchObject({
        status: 400,
      });
    });

    test('pages of others, other hosts, and devices that do not verify their person are refused', async () => {
      const { player, device } = await keeper();
      const evil = new Authenticator('https://evil.example');
      evil.kept = device.kept;
      expect(await enter(evil.use(await request()))).toMatchObject(refusedFor('proof'));
      expect(await add(player.token, evil.make(await begin(player.token)))).toMatchObject(refusedFor('proof'));
      expect(await enter(device.use({ ...(await request()), rpId: 'evil.example' }))).toMatchObject(
        refusedFor('proof'),
      );
      device.verifies = false;
      expect(await enter(device.use(await request()))).toMatchObject(refusedFor('proof'));
      expect(await add(player.token, device.make(await begin(player.token)))).toMatchObject(refusedFor('proof'));
      const asked = (to: string, headers: Record<string, string>) =>
        fetch(`${to}/api/passkeys/start`, { method: 'POST', headers }).then((answer) => answer.json());
      const here = (reason: string) => ({ code: 'no-passkeys-here', reason });
      expect(await asked(url(), { origin: 'https://evil.example' })).toMatchObject(here('origin'));
      expect(await asked(url(), { origin: 'null' })).toMatchObject(here('origin'));
      expect(await asked(server.address, {})).toMatchObject(here('address'));
      const proxied = (proto: string, host: string) => ({ 'x-forwarded-proto': proto, 'x-forwarded-host': host });
      expect(await asked(url(), proxied('https', 'play.example.org'))).toMatchObject({ rpId: 'play.example.org' });
      expect(await asked(url(), proxied('http', 'play.example.org'))).toMatchObject(here('address'));
      expect(await asked(url(), proxied('https', '[::1]'))).toMatchObject(here('address'));
      expect(await asked(url(), proxied('https', 'not a host'))).toMatchObject(here('origin'));
    });

    test('PUBLIC_URL says which page is the server’s own, whatever the host of a request', async () => {
      await server.stop();
      await start({ PUBLIC_URL: 'https://play.example.org' });
      const device = new Authenticator('https://play.example.org');
      const player = await newGuest(ask);
      expect((await add(player.token, device.make(await begin(player.token)))).status).toBe(200);
      expect((await enter(device.use(await request()))).body.player).toBe(player.player);
      const headers = { origin: url() };
      const asked = await fetch(`${url()}/api/passkeys/start`, { method: 'POST', headers });
      expect(await asked.json()).toMatchObject({ code: 'no-passkeys-here', reason: 'origin' });
      await server.stop();
      await start();
    });

    test('no passkey opens another player, comes back after its copy was used, or works with a forged signature', async () => {
      const [ana, ben] = [await keeper(), await keeper()];
      const used = ana.device.use(await request());
      const changed = (response: Partial<UsedPasskey['credential']['response']>, more: object = {}) =>
        enter({ ...used, ...more, response: { ...used.response, ...response } });
      const { kept } = ben.device;
      expect(await changed({ userHandle: kept!.player })).toMatchObject(refusedFor('proof'));
      const again = ana.device.use(await request());
      const id = { id: kept!.id, rawId: kept!.id };
      expect(await enter({ ...again, ...id })).toMatchObject(refusedFor('proof'));
      const fresh = ana.device.use(await request());
      const forged = Buffer.from(fresh.response.signature, 'base64url').reverse().toString('base64url');
      expect(await enter({ ...fresh, response: { ...fresh.response, signature: forged } })).toMatchObject(
        refusedFor('proof'),
      );
      expect((await enter(ana.device.use(await request()))).status).toBe(200);
      ana.device.kept!.counter = 1;
      expect(await enter(ana.device.use(await request()))).toMatchObject(refusedFor('proof'));
      const same = Buffer.from(ana.device.kept!.id, 'base64url');
      const stolen = ben.device.make(await begin(ben.player.token), same);
      expect(await add(ben.player.token, stolen)).toMatchObject(refusedFor('known'));
      expect((await enter(ben.device.use(await request()))).body).toMatchObject({ code: 'passkey-refused' });
    });

    test('one that was removed, or whose player is deleted or banned, opens nothing; each player ends only their own', async () => {
      const [ana, ben] = [await keeper(), await keeper()];
      const remove = (token: string, passkey: string) => ask(`DELETE /api/me/passkeys/${passkey}`, { token });
      expect(await remove(ben.player.token, ana.passkey)).toMatchObject({
        status: 404,
        body: { code: 'no-such-passkey' },
      });
      const late = await request();
      expect(await remove(ana.player.token, ana.passkey)).toMatchObject({ status: 200, body: { removed: true } });
      expect(await enter(ana.device.use(late))).toMatchObject({ status: 403, body: { code: 'unknown-passkey' } });
      expect(await list(ana.player.token)).toEqual([]);
      const path = `/api/operator/players/${ben.player.player}`;
      await ask(`POST ${path}/ban`, { token: OPERATOR_TOKEN, body: {} });
      expect(await enter(ben.device.use(await request()))).toMatchObject({ status: 403, body: { code: 'banned' } });
      await ask(`POST ${path}/unban`, { token: OPERATOR_TOKEN, body: {} });
      const { body } = await ask<{ sessions: object[] }>('GET /api/me/sessions', { token: ben.player.token });
      expect(body.sessions).toHaveLength(1);
      const made = ben.device.make(await begin(ben.player.token));
      expect((await ask('DELETE /api/me', { token: ben.player.token })).status).toBe(200);
      expect(await add(ben.player.token, made)).toMatchObject(UNAUTHORIZED);
      expect(await enter(ben.device.use(await request()))).toMatchObject({ body: { code: 'unknown-passkey' } });
    });

    test('ten are enough, also if eleven come at once, and a device makes no second one', async () => {
      const player = await newGuest(ask);
      const made: unknown[] = [];
      for (let n = 0; n < 11; n++) made.push(new Authenticator(url()).make(await begin(player.token)));
      const added = await Promise.all(made.map((credential) => add(player.token, credential)));
      const full = { status: 409, body: { code: 'limit-reached', reason: 'passkeys' } };
      expect(added.filter(({ status }) => status === 200)).toHaveLength(10);
      expect(added.find(({ status }) => status !== 200)).toMatchObject(full);
      expect(await ask('POST /api/me/passkeys/start', { token: player.token })).toMatchObject(full);
      const { device, player: other } = await keeper();
      const ids = (await begin(other.token)).excludeCredentials.map(({ id }) => id);
      expect(ids).toEqual([device.kept!.id]);
    });

    test('what is empty, wrong or huge is refused clearly', async () => {
      const { player, device } = await keeper();
      const used = device.use(await request());
      const bodies = [{}, { credential: {} }, { credential: 7 }, { credential: { ...used, id: 'x'.repeat(2000) } }];
      for (const body of bodies)
        expect(await ask('POST /api/passkeys', { body })).toMatchObject({ status: 400, body: { code: 'bad-request' } });
      for (const clientDataJSON of [
        'AA',
        Buffer.from('null').toString('base64url'),
        Buffer.from('{"challenge":7}').toString('base64url'),
      ])
        expect(await enter({ ...used, response: { ...used.response, clientDataJSON } })).toMatchObject(
          refusedFor('challenge'),
        );
      const garbage = device.make(await begin(player.token));
      const response = { ...garbage.response, attestationObject: 'AAAA' };
      expect(await add(player.token, { ...garbage, response })).toMatchObject(refusedFor('proof'));
      for (const call of ['GET /api/me/passkeys', 'POST /api/me/passkeys/start'])
        expect(await ask(call)).toMatchObject(UNAUTHORIZED);
    });
  });
});
