/**
 * Fills a data folder through the API of a real server, ends the server, and writes down what a later server must find.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { freePort } from '@flower-war/protocol/hosting';
import { ChildServer } from '../../support/childServer.ts';
import { Beads, setTemples } from './beads.ts';
import { Hosting, type Name } from './hosting.ts';
import { BRIDGE_TOKEN, EXPECTED_FILE, type Kept, type KeptWebhook, OPERATOR_TOKEN } from './kept.ts';
import { playSome } from './playing.ts';
import { setScenes } from './scenes.ts';

export interface Making {
  /** The folder of the project, in the version that makes the data folder. */
  readonly checkout: string;
  readonly version: string;
  readonly seed: number;
  readonly into: string;
}

/** A server of the version in question, with a folder of its own. */
class Kitchen {
  readonly folder: string;
  readonly server: ChildServer;
  readonly hosting: Hosting;

  private constructor(server: ChildServer, folder: string, seed: number) {
    this.server = server;
    this.folder = folder;
    this.hosting = new Hosting(server.url, seed);
  }

  static async open({ checkout, seed }: Making): Promise<Kitchen> {
    const folder = mkdtempSync(join(tmpdir(), 'data-folder-'));
    const settings = { DATA_DIR: folder, BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '100000', WEBHOOKS: 'any' };
    const server = new ChildServer(
      await freePort(),
      { ...settings, BRIDGE_TOKEN, OPERATOR_TOKEN, OPEN_MINUTES: '10080' },
      join(checkout, 'server/src/main.ts'),
    );
    await server.start();
    return new Kitchen(server, folder, seed);
  }
}

/** All kinds of matches, on a server that was stopped properly. */
export function makeStopped(making: Making): Promise<void> {
  return cook(making, { signal: 'SIGTERM', fill });
}

/** A few matches, on a server that was killed while people played. */
export function makeKilled(making: Making): Promise<void> {
  return cook(making, { signal: 'SIGKILL', fill: playOn });
}

interface Recipe {
  readonly signal: 'SIGTERM' | 'SIGKILL';
  readonly fill: (kitchen: Kitchen) => Promise<Partial<Kept>>;
}

async function cook(making: Making, { signal, fill: filling }: Recipe): Promise<void> {
  const kitchen = await Kitchen.open(making);
  const { server, hosting, folder } = kitchen;
  try {
    await hosting.signIn();
    const filled = await filling(kitchen);
    const kept = { ...(await look(hosting, making)), ...filled };
    await server.end(signal);
    if (signal === 'SIGTERM') compact(join(folder, 'flower-war.sqlite'));
    await write(folder, making.into, { ...kept, at: Date.now() });
  } finally {
    await server.end('SIGKILL');
  }
}

async function fill({ server, hosting, folder }: Kitchen): Promise<Partial<Kept>> {
  const webhooks = [await addWebhook(hosting, 'Ana'), await addWebhook(hosting, 'Beto')];
  await setScenes(hosting);
  const beads = await Beads.open(server.url, readFileSync(join(folder, 'temples.key'), 'utf8').trim());
  const temples = await setTemples(hosting, beads);
  beads.close();
  await hosting.client('Ana').account.report({ player: playerOf(hosting, 'Fito'), reason: 'abuse', text: 'shouts' });
  return { webhooks, temples, banned: await ban(hosting, 'Fito') };
}

async function playOn({ hosting }: Kitchen): Promise<Partial<Kept>> {
  const clock = { kind: 'turn', seconds: 60 } as const;
  for (const game of ['tieqchieq', 'flower-war']) {
    const people = ['Ana', 'Beto'] as const;
    const table = await hosting.table({ about: `${game}, with a clock`, game, seats: 2, people, table: { clock } });
    await playSome(table.lives, { moves: 8, chance: hosting.chance });
    hosting.leave(table, 'running');
  }
  return {};
}

async function look(hosting: Hosting, { version }: Making): Promise<Omit<Kept, 'at'>> {
  const profiles: Record<string, unknown> = {};
  for (const { name, player } of hosting.people) profiles[name] = await hosting.client('Ana').history.player(player);
  const { people } = hosting;
  return { version, people, banned: [], matches: await hosting.kept(), temples: [], webhooks: [], profiles };
}

/** No server listens at this address, so the notices stay undelivered. */
async function addWebhook(hosting: Hosting, person: Name): Promise<KeptWebhook> {
  const url = `http://127.0.0.1:${await freePort()}/${person.toLowerCase()}`;
  const { secret } = await hosting.client(person).account.addWebhook(url);
  return { person, url, secret };
}

async function ban(hosting: Hosting, name: Name): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
  const url = `${hosting.url}/api/operator/players/${playerOf(hosting, name)}/ban`;
  const { ok, status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ reason: 'shouts' }) });
  if (!ok) throw new Error(`the ban was answered by ${status}`);
  return [name];
}

function playerOf({ people }: Hosting, name: Name): string {
  const found = people.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${name} has not signed in`);
  return found.player;
}

/** Changes nothing but the size of the file. */
function compact(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE);');
  database.close();
}

async function write(folder: string, into: string, kept: Kept): Promise<void> {
  rmSync(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  for (const file of readdirSync(folder))
    writeFileSync(join(into, `${file}.gz`), gzipSync(readFileSync(join(folder, file)), { level: 9 }));
  writeFileSync(join(into, EXPECTED_FILE), `${JSON.stringify(kept, undefined, 1)}\n`);
  rmSync(folder, { recursive: true });
}
