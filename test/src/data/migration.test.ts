/** A server on data of the previous format: all players keep their identities. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { MatchSummary, PersonalData, SignedIn } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asking } from '../support/api.ts';
import { testServer } from '../support/server.ts';

const FORMAT_1 = readFileSync(
  new URL('../../../server/src/store/data-folder/format1.fixture.sql', import.meta.url),
  'utf8',
);
const KEY = '5f'.repeat(32);
const SUMMARY = {
  match: 'MATCH123',
  game: 'tieqchieq',
  rulesVersion: 1,
  preset: 'host',
  options: {},
  host: 'p-ANA',
  seats: [{ player: 'p-BEN' }, { bot: 'greedy' }],
  table: { visibility: 'public', watching: 'open' },
  commitment: 'ab'.repeat(32),
  createdAt: 1000,
};

let server: Running;
const ask = asking(() => server.address);

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'migration-'));
  const old = new DatabaseSync(join(folder, 'flower-war.sqlite'));
  old.exec(FORMAT_1);
  old.exec(`
    INSERT INTO keys VALUES ('tokens', '${KEY}');
    INSERT INTO people VALUES ('p-ANA', 'Ana', 1000), ('p-BEN', 'Ben', 1000);
    INSERT INTO matches VALUES
      ('MATCH123', 'ended', 'public', 'tieqchieq', 1000, NULL, '${JSON.stringify(SUMMARY)}', 's', NULL);
    INSERT INTO entries VALUES
      ('MATCH123', 0, 'one', 'h', '{"seq":0,"kind":"created","host":"p-ANA"}'),
      ('MATCH123', 1, 'one', 'h', '{"seq":1,"kind":"seated","seat":0,"by":"player","player":"p-BEN"}');`);
  old.close();
  server = await testServer({ JOURNAL: 'sqlite', DATA_DIR: folder });
});
afterAll(() => server?.stop());

/** Signs a token as the server of that time did, without a session. */
function oldToken(player: string, use: 'access' | 'refresh'): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const text = `${part({ alg: 'HS256' })}.${part({ sub: player, aud: use, exp })}`;
  return `${text}.${createHmac('sha256', Buffer.from(KEY, 'hex')).update(text).digest('base64url')}`;
}

const refresh = (token: string) => ask<SignedIn>('POST /api/tokens', { body: { refresh: token } });

test('old tokens are good, their player has name and matches, and signing out ends them', async () => {
  const access = oldToken('p-ANA', 'access');
  const data = (await ask<PersonalData>('GET /api/me/export', { token: access })).body;
  expect(data).toMatchObject({ player: 'p-ANA', name: 'Ana', createdAt: 1000, matches: ['MATCH123'] });
  expect(data.sessions).toMatchObject([{ label: 'earlier devices', isThis: true }]);
  const { status, body } = await refresh(oldToken('p-ANA', 'refresh'));
  expect({ status, name: body.name }).toEqual({ status: 200, name: 'Ana' });
  await ask('POST /api/sign-out', { token: body.token });
  expect((await refresh(oldToken('p-ANA', 'refresh'))).status).toBe(401);
  expect((await ask('GET /api/me', { token: access })).status).toBe(401);
});

test('old matches are listed as they were, and a player of before can choose a name', async () => {
  const { matches } = (await ask<{ matches: MatchSummary[] }>('GET /api/matches')).body;
  expect(matches).toMatchObject([{ match: 'MATCH123', seats: [{ name: 'Ben' }, { name: 'greedy' }] }]);
  const { token } = (await refresh(oldToken('p-BEN', 'refresh'))).body;
  const { body } = await ask('POST /api/me', { token, body: { name: 'Benito' } });
  expect(body).toMatchObject({ player: 'p-BEN', name: 'Benito', recoveryCode: expect.any(String) });
});
