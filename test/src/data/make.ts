/** Fills a data folder through the API of a real server, ends the server, and writes down what a later server must find. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { freePort } from '@flower-war/protocol/hosting';
import { ChildServer } from '../support/childServer.ts';
import { Hosting, type Name, playSome } from './hosting.ts';
import { BRIDGE_TOKEN, EXPECTED_FILE, type Kept, OPERATOR_TOKEN } from './kept.ts';
import { setScenes } from './scenes.ts';
import { setTemples } from './temples.ts';

export interface Making {
  /** The folder of the project, in the version that makes the data folder. */
  readonly checkout: string;
  readonly version: string;
  readonly seed: number;
  readonly into: string;
}

const SETTINGS = {
  BOT_DELAY_MS: '0',
  MESSAGES_PER_SECOND: '100000',
  WEBHOOKS: 'any',
  OPEN_MINUTES: '10080',
  BRIDGE_TOKEN,
  OPERATOR_TOKEN,
};

/** All kinds of matches, on a server that was stopped properly. */
export function makeStopped(making: Making): Promise<void> {
  return make(making, 'SIGTERM', async (hosting, folder) => {
    const webhooks = [await addWebhook(hosting, 'Ana'), await addWebhook(hosting, 'Beto')];
    await setScenes(hosting);
    const temples = await setTemples(hosting, readFileSync(join(folder, 'temples.key'), 'utf8').trim());
    const about = { player: hosting.playerOf('Fito'), reason: 'abuse', text: 'shouts' } as const;
    await hosting.client('Ana').account.report(about);
    await ban(hosting, 'Fito');
    return { webhooks, temples, banned: ['Fito'] };
  });
}

/** A few matches, on a server that was killed while people played. */
export function makeKilled(making: Making): Promise<void> {
  return make(making, 'SIGKILL', async (hosting) => {
    const clock = { kind: 'turn', seconds: 60 } as const;
    for (const game of ['tieqchieq', 'flower-war']) {
      const people = ['Ana', 'Beto'] as const;
      const table = await hosting.table({ about: `${game}, with a clock`, game, seats: 2, people, table: { clock } });
      await playSome(table.lives, { moves: 8, chance: hosting.chance });
      hosting.leave(table, 'running');
    }
    return {};
  });
}

type Fill = (hosting: Hosting, folder: string) => Promise<Partial<Kept>>;

async function make(making: Making, signal: 'SIGTERM' | 'SIGKILL', fill: Fill): Promise<void> {
  const { checkout, version, seed, into } = making;
  const folder = mkdtempSync(join(tmpdir(), 'data-folder-'));
  const main = join(checkout, 'server/src/main.ts');
  const server = new ChildServer(await freePort(), { DATA_DIR: folder, ...SETTINGS }, main);
  await server.start();
  try {
    const hosting = new Hosting(server.url, seed);
    await hosting.signIn();
    const filled = await fill(hosting, folder);
    const { people } = hosting;
    const profiles: Record<string, unknown> = {};
    for (const { name, player } of people) profiles[name] = await hosting.client('Ana').history.player(player);
    const found = { version, people, banned: [], matches: await hosting.kept(), temples: [], webhooks: [], profiles };
    await server.end(signal);
    if (signal === 'SIGTERM') compact(join(folder, 'flower-war.sqlite'));
    write(folder, into, { ...found, ...filled, at: Date.now() });
  } finally {
    await server.end('SIGKILL');
  }
}

/** No server listens at this address, so the notices stay undelivered. */
async function addWebhook(hosting: Hosting, person: Name) {
  const url = `http://127.0.0.1:${await freePort()}/${person.toLowerCase()}`;
  const { secret } = await hosting.client(person).account.addWebhook(url);
  return { person, url, secret };
}

async function ban(hosting: Hosting, name: Name): Promise<void> {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
  const url = `${hosting.url}/api/operator/players/${hosting.playerOf(name)}/ban`;
  const { ok, status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ reason: 'shouts' }) });
  if (!ok) throw new Error(`the ban was answered by ${status}`);
}

/** Changes nothing but the size of the file. */
function compact(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE);');
  database.close();
}

function write(folder: string, into: string, kept: Kept): void {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  for (const file of readdirSync(folder))
    writeFileSync(join(into, `${file}.gz`), gzipSync(readFileSync(join(folder, file)), { level: 9 }));
  writeFileSync(join(into, EXPECTED_FILE), `${JSON.stringify(kept, undefined, 1)}\n`);
  rmSync(folder, { recursive: true });
}
