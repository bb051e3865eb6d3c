/** What strangers' programs need that read the OpenAPI document: these programs, and a real server on which examples of calls can succeed. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Chosen, claimCode, type Link, type MatchSummary } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { type Ask, asking, newGuest } from '../../src/support/api.ts';
import { ROOT } from '../../src/support/program.ts';
import { ChildServer } from '../../src/support/server.ts';

const OPERATOR_TOKEN = 'openapi-operator-0123456789';
const BRIDGE_TOKEN = 'openapi-bridge-0123456789';
const SETTINGS = { OPERATOR_TOKEN, BRIDGE_TOKEN, WEBHOOKS: 'any', BOT_DELAY_MS: '0', MIN_FREE_MB: '0' };
/** The player owns these temples, and a call of an example claims the last one. */
export const TEMPLES = { keep: 'templo-0001', release: 'templo-0002', give: 'templo-0003' } as const;
const UNOWNED = 'templo-7f3a';
const TWO_BOTS = { game: 'tieqchieq', options: { turnCap: 2 }, bots: [{ bot: 'random' }, { bot: 'random' }] };

export interface Stage {
  readonly url: string;
  /** The value of the header `Authorization`, by the security scheme of the document. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Ids of what is there, by the names that parameters have. */
  readonly ids: Readonly<Record<string, string>>;
  /** Codes that work, by the operation that takes them. */
  readonly codes: Readonly<Record<'refreshToken' | 'recover' | 'redeemLink' | 'claimTemple', string>>;
  readonly open: MatchSummary;
  readonly ended: MatchSummary;
  stop(): Promise<void>;
}

/** Starts a server on a free port of this machine, without limits on requests. */
export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  const server = new ChildServer(await freePort(), { ...SETTINGS, DATA_DIR: folder });
  await server.start();
  const key = readFileSync(join(folder, 'temples.key'), 'utf8').trim();
  const filled = await fill(
    asking(() => server.url),
    key,
  );
  const stop = async () => {
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true });
  };
  return { url: server.url, stop, ...filled };
}

async function fill(ask: Ask, key: string): Promise<Omit<Stage, 'url' | 'stop'>> {
  const { token } = await newGuest(ask, 'Ana');
  const { player, token: theirs, refresh } = await newGuest(ask);
  const asAna = async <T>(call: string, body?: object) => (await ask<T>(call, { token, body })).body;
  const { body: named } = await ask<Chosen>('POST /api/me', { token: theirs, body: { name: 'Ben' } });
  const open = await asAna<MatchSummary>('POST /api/matches', { game: 'flower-war', seats: 3 });
  const { webhook } = await asAna<{ webhook: string }>('POST /api/me/webhooks', { url: 'http://127.0.0.1:1024' });
  const { knock } = await asAna<{ knock: string }>('POST /api/knocks');
  for (const temple of Object.values(TEMPLES))
    await asAna('POST /api/temples/claim', { temple, code: claimCode(key, temple) });
  const { code } = await asAna<Link>('POST /api/links');
  const ended = await endOf(ask, (await asAna<MatchSummary>('POST /api/matches', TWO_BOTS)).match);
  return {
    tokens: {
      player: `Bearer ${token}`,
      operator: `Bearer ${OPERATOR_TOKEN}`,
      bridge: `Bearer ${BRIDGE_TOKEN}`,
      page: `Basic ${Buffer.from(`:${OPERATOR_TOKEN}`).toString('base64')}`,
    },
    codes: {
      refreshToken: refresh,
      recover: named.recoveryCode ?? '',
      redeemLink: code,
      claimTemple: claimCode(key, UNOWNED),
    },
    ids: {
      match: open.match,
      player,
      game: 'flower-war',
      puzzle: 'tieqchieq-102ktx4',
      webhook,
      stop: 'a-key-that-stops-nothing',
      knock,
      temple: TEMPLES.keep,
    },
    open,
    ended,
  };
}

async function endOf(ask: Ask, match: string): Promise<MatchSummary> {
  for (;;) {
    const { body } = await ask<MatchSummary>(`GET /api/matches/${match}`);
    if (body.status === 'ended') return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const INSTALLED = join(ROOT, '.ci/openapi');
const WANTED = readFileSync(join(ROOT, 'test/tools/openapi/requirements.txt'), 'utf8');
const NOTE = join(INSTALLED, 'requirements.txt');

/** The folder of the programs. Installs them if they are missing or others are wanted now. */
export function programs(): string {
  const bin = join(INSTALLED, 'bin');
  if (existsSync(NOTE) && readFileSync(NOTE, 'utf8') === WANTED) return bin;
  console.log('installs what test/tools/openapi/requirements.txt names');
  execFileSync('python3', ['-m', 'venv', INSTALLED], { stdio: 'inherit' });
  const install = ['-m', 'pip', 'install', '-q', '-r', 'test/tools/openapi/requirements.txt'];
  execFileSync(join(bin, 'python'), install, { cwd: ROOT, stdio: 'inherit' });
  writeFileSync(NOTE, WANTED);
  return bin;
}
