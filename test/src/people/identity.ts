/** A server for the tests of identity: names, codes, devices, data and reports, over real HTTP. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Chosen, Link, MatchSummary, PersonalData, Session, SignedIn } from '@flower-war/protocol';
import { beforeEach } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { asking, newGuest } from '../support/api.ts';
import type { Person } from '../support/sockets/rawClient.ts';

export const MINUTE = 60_000;
export const OPERATOR_TOKEN = 'Tlacaelel-0123456789';
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The clock of the server, which the tests move, and its data folder. */
export const identity = { now: Date.now(), data: '' };
/** Each test comes from its own address, so that wrong guesses in one test do not count in another. */
let address = 0;
export const ask = asking(() => house.url);
export const from = () => `203.0.113.${address}`;

export function serveIdentity(): void {
  const folder = mkdtempSync(join(tmpdir(), 'identity-'));
  const blocked = join(folder, 'blocked.txt');
  writeFileSync(blocked, '# words of this host\nxoloitzcuintle\n=just this\n*anywhere*  # all of it\n');
  identity.now = Date.now();
  identity.data = join(folder, 'data');
  const settings = { JOURNAL: 'sqlite', DATA_DIR: identity.data, LIMITS: '0', TRUST_PROXY: '1', OPERATOR_TOKEN };
  serveThisFile({ ...settings, NAMES_BLOCKED: blocked }, { now: () => identity.now });
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
export const newMatch = async (host: Person) =>
  (await host.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
export const UNAUTHORIZED = { status: 401, body: { code: 'unauthorized' } };
