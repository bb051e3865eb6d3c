/** A server for the tests of identity: names, codes, devices, data and reports, over real HTTP. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Chosen, Link, PersonalData, Session, SignedIn } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { asking, newGuest } from '../support/api.ts';
import { testServer } from '../support/server.ts';

export const MINUTE = 60_000;
export const OPERATOR_TOKEN = 'Tlacaelel-0123456789';
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The one server of the test file, with its clock, which the tests move. */
export const house = { url: '', clock: Date.now() };
/** Each test comes from its own address, so that wrong guesses in one test do not count in another. */
let address = 0;
const folder = mkdtempSync(join(tmpdir(), 'identity-'));
export const DATA = join(folder, 'data');
export const ask = asking(() => house.url);
export const from = () => `203.0.113.${address}`;

export function serveThisFile(): void {
  let server: Running | undefined;
  beforeAll(async () => {
    house.clock = Date.now();
    mkdirSync(folder, { recursive: true }); // the file before may have deleted it
    writeFileSync(
      join(folder, 'blocked.txt'),
      '# words of this host\nxoloitzcuintle\n=just this\n*anywhere*  # all of it\n',
    );
    const settings = { JOURNAL: 'sqlite', DATA_DIR: DATA, LIMITS: '0', TRUST_PROXY: '1', OPERATOR_TOKEN };
    const now = () => house.clock;
    server = await testServer({ ...settings, NAMES_BLOCKED: join(folder, 'blocked.txt') }, { now });
    house.url = server.address;
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    address++;
  });
}

export const guest = (name?: string) => newGuest(ask, name);
export const choose = async (token: string, name: string) =>
  (await ask<Chosen>('POST /api/me', { token, body: { name } })).body;
export const recover = (code: unknown, who = from()) =>
  ask<SignedIn>('POST /api/recovery', { body: { code }, from: who });
export const redeem = (code: unknown, who = from()) =>
  ask<SignedIn>('POST /api/links/redeem', { body: { code }, from: who });
export const linkOf = async (token: string) => (await ask<Link>('POST /api/links', { token })).body;
export const refresh = (token: string) => ask<SignedIn>('POST /api/tokens', { body: { refresh: token } });
export const sessionsOf = async (token: string) =>
  (await ask<{ sessions: Session[] }>('GET /api/me/sessions', { token })).body.sessions;
export const dataOf = async (token: string) => (await ask<PersonalData>('GET /api/me/export', { token })).body;
export const UNAUTHORIZED = { status: 401, body: { code: 'unauthorized' } };
