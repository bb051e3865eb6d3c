/**
 * node test/tools/dataFolders.ts --checkout FOLDER --version NAME [--seed N]: fills test/fixtures/NAME through the API of the server of that
 * checkout, ends the server, and writes down what a later server must find.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { commandLine } from '@flower-war/protocol/command-line';
import { freePort } from '@flower-war/protocol/hosting';
import { BRIDGE_TOKEN, EXPECTED_FILE, type Kept, playSome } from '../src/data/kept.ts';
import { Hosting, type Name, setScenes, setTemples } from '../src/data/scenes.ts';
import { ChildServer } from '../src/support/server.ts';

const { values } = commandLine({
  name: 'do -- data-folders',
  does: 'makes test/fixtures/NAME with the server of another checkout',
  flags: {
    checkout: { kind: 'text', of: 'FOLDER', isNeeded: true, tells: 'the checkout, like ../old' },
    version: { kind: 'text', of: 'NAME', isNeeded: true, tells: 'its name, like 90c90f0' },
    seed: { kind: 'whole', usual: 1, least: 0, tells: 'seed of all chance' },
  },
});
const { checkout, version, seed } = values;
const INTO = new URL(`../fixtures/${version}/`, import.meta.url).pathname;
const OPERATOR_TOKEN = 'a-token-for-operators-alone';
const SETTINGS = {
  BOT_DELAY_MS: '0',
  MESSAGES_PER_SECOND: '100000',
  WEBHOOKS: 'any',
  OPEN_MINUTES: '10080',
  BRIDGE_TOKEN,
  OPERATOR_TOKEN,
};

console.log(`seed ${seed}`);
await make('stopped', 'SIGTERM', fillWithAll);
await make('killed', 'SIGKILL', fillWithAFew);
console.log(`made ${INTO}`);
process.exit(0);

/** All kinds of matches, for a server that is stopped properly. */
async function fillWithAll(hosting: Hosting, folder: string): Promise<Partial<Kept>> {
  const webhooks = [await addWebhook(hosting, 'Ana'), await addWebhook(hosting, 'Beto')];
  await setScenes(hosting);
  const temples = await setTemples(hosting, readFileSync(join(folder, 'temples.key'), 'utf8').trim());
  const { player = '' } = hosting.people.find(({ name }) => name === 'Fito') ?? {};
  await hosting.client('Ana').account.report({ player, reason: 'abuse', text: 'shouts' });
  await ban(hosting.url, player);
  return { webhooks, temples, banned: ['Fito'] };
}

/** A few matches, for a server that is killed while people play. */
async function fillWithAFew(hosting: Hosting): Promise<Partial<Kept>> {
  const clock = { kind: 'turn', seconds: 60 } as const;
  for (const game of ['tieqchieq', 'flower-war']) {
    const people = ['Ana', 'Beto'] as const;
    const table = await hosting.table({ about: `${game}, with a clock`, game, seats: 2, people, table: { clock } });
    await playSome(table.lives, { moves: 8, chance: hosting.chance });
    hosting.leave(table, 'running');
  }
  return {};
}

async function make(name: string, signal: 'SIGTERM' | 'SIGKILL', fill: typeof fillWithAll): Promise<void> {
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
    for (const one of people) profiles[one.name] = await hosting.client('Ana').history.player(one.player);
    const found = { version, people, banned: [], matches: await hosting.kept(), temples: [], webhooks: [], profiles };
    await server.end(signal);
    if (signal === 'SIGTERM') compact(join(folder, 'flower-war.sqlite'));
    write(folder, join(INTO, name), { ...found, ...filled, at: Date.now() });
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

async function ban(url: string, player: string): Promise<void> {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify({ reason: 'shouts' }) };
  const { ok, status } = await fetch(`${url}/api/operator/players/${player}/ban`, request);
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
