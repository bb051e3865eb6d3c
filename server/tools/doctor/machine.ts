/** What the machine gives a server: Node, the data folder, its disk, the port, and backups that can be restored; and what it needs around it. */
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { PROTOCOL_HEADER, type ReadyState } from '@flower-war/protocol';
import { findMasterKey, whyUnknownHost } from '@flower-war/protocol/hosting';
import { versionAt } from '../../src/announcing/redis.ts';
import type { Config } from '../../src/base/config.ts';
import { broughtBy } from '../../src/hostFiles.ts';
import { damageIn } from '../../src/store/data-folder/backup.ts';
import { isOpenToOthers, refuseUnusable } from '../../src/store/data-folder/database.ts';
import { unusable } from '../../src/store/data-folder/safeFolder.ts';
import {
  nameOf,
  onClient,
  refuseUnusable as refuseUnusablePostgres,
} from '../../src/store/engine/postgres/openPostgres.ts';

/** What the doctor found out about one thing. */
export interface Finding {
  readonly state: 'good' | 'weak' | 'wrong';
  readonly says: string;
  /** How to mend it. */
  readonly mend?: string;
}

export const good = (says: string): Finding => ({ state: 'good', says });
export const weak = (says: string, mend: string): Finding => ({ state: 'weak', says, mend });
/** Without `mend` if it says itself what to do. */
export const bad = (says: string, mend?: string): Finding => ({
  state: 'wrong',
  says,
  ...(mend !== undefined && { mend }),
});

const MB = 2 ** 20;

/** The folder itself, or the nearest one above it that is there. */
function existing(folder: string): string {
  return isThere(folder) ? folder : existing(dirname(folder));
}

/** Also a link that leads nowhere. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

export async function checkFolder({ DATA_DIR }: Config): Promise<Finding> {
  const [folder, there] = [resolve(DATA_DIR), existing(resolve(DATA_DIR))];
  try {
    rmSync(mkdtempSync(join(there, '.doctor-')), { recursive: true });
  } catch (cause) {
    throw unusable(folder, cause);
  }
  await refuseUnusable(folder);
  if (isOpenToOthers(folder))
    return weak(`other users of this machine see which files lie in ${folder}`, `chmod 700 ${folder}`);
  return good(there === folder ? `${folder} is there and takes files` : `${folder} is made at the first start`);
}

/** Beside PostgreSQL the folder holds the key of the temples, which a first start writes. */
export async function checkKey(config: Config): Promise<Finding> {
  const key = await findMasterKey(config.DATA_DIR);
  return key === undefined ? checkFolder(config) : good(`${resolve(config.DATA_DIR)} has the key of the temples`);
}

/** Whether the settings name such files. */
export function hasBrought({ BOTS, NAMES_BLOCKED, PUZZLES, STAND_IN }: Config): boolean {
  return [BOTS, NAMES_BLOCKED, PUZZLES].some(Boolean) || STAND_IN !== 'greedy';
}

export async function checkBrought(config: Config): Promise<Finding> {
  const { guestBots } = await broughtBy(config);
  return good(`the server can use what it is given, ${guestBots.length} bots among it`);
}

/** The server stops writing below MIN_FREE_MB. */
export function checkSpace({ DATA_DIR, MIN_FREE_MB }: Config): Finding {
  const { bavail, bsize } = statfsSync(existing(resolve(DATA_DIR)));
  const free = Math.floor((bavail * bsize) / MB);
  const says = `${free} MB are free`;
  const mend = 'free some space, set KEEP_MATCHES_DAYS, or move DATA_DIR to a larger disk';
  if (free < MIN_FREE_MB) return bad(`${says}, and below MIN_FREE_MB=${MIN_FREE_MB} the server writes nothing`, mend);
  return free < 10 * MIN_FREE_MB ? weak(says, mend) : good(says);
}

const SYNCS = 20;
/** Each accepted move waits for one. */
const SLOW_MS = 10;
const TOO_SLOW_MS = 200;

export function checkDisk({ DATA_DIR, DURABILITY }: Config): Finding {
  const folder = mkdtempSync(join(existing(resolve(DATA_DIR)), '.doctor-'));
  const file = openSync(join(folder, 'sync'), 'w');
  try {
    const took = Array.from({ length: SYNCS }, (_, n) => {
      const began = performance.now();
      writeSync(file, 'x'.repeat(300), n * 300);
      fdatasyncSync(file);
      return performance.now() - began;
    }).sort((a, b) => a - b);
    const middle = took[SYNCS / 2] ?? 0;
    const says = `a sync takes ${middle.toFixed(1)} ms`;
    if (DURABILITY === 'process' || middle <= SLOW_MS) return good(says);
    const mend =
      'use a disk without moving parts, or accept with DURABILITY=process that a power cut takes the last moves';
    return middle > TOO_SLOW_MS
      ? bad(`${says}, and each move waits for one`, mend)
      : weak(`${says}, and each move waits for one`, mend);
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}

/** The own server, or a free port. */
export async function checkPort({ HOST, PORT }: Config): Promise<Finding> {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
  const state = await stateAt(address);
  if (state === 'bad port')
    return weak(`browsers open no page at port ${PORT}, which they keep for other uses`, 'choose another PORT');
  if (!(state instanceof Error)) return findingOf(address, state);
  const problem = await whyNotFree(HOST, PORT);
  const unknown = problem && whyUnknownHost('HOST', problem);
  if (unknown !== undefined) return bad(unknown);
  if (problem !== undefined)
    return bad(
      `${HOST}:${PORT} cannot be used: ${problem.message}`,
      'stop the program that has it, or choose another PORT or HOST',
    );
  return weak(`no server runs at ${address}; the port is free`, 'start it');
}

type Answering = ReadyState | 'another program';

/** What answers there, or why nothing does. `bad port`: no client may ask there. */
export async function stateAt(url: string): Promise<Answering | 'bad port' | Error> {
  const wanted = { signal: AbortSignal.timeout(PATIENCE_MS) };
  const ready = await fetch(URL.parse('/health/ready', url) ?? url, wanted).catch(reasonOf);
  if (ready instanceof Error) return ready.message === 'bad port' ? 'bad port' : ready;
  if (ready.headers.get(PROTOCOL_HEADER) === null) return 'another program';
  if (ready.ok) return 'ready';
  const told = (await ready.json().catch(() => undefined)) as { readonly reason?: ReadyState } | undefined;
  return told?.reason ?? 'starting';
}

function reasonOf(failure: Error): Error {
  return failure.cause instanceof Error ? failure.cause : failure;
}

function findingOf(address: string, state: Answering): Finding {
  if (state === 'another program')
    return bad(`another program answers at ${address}`, 'stop it, or choose another PORT');
  return state === 'ready' ? good(`a server answers at ${address} and takes players`) : takesNone(address, state);
}

export function takesNone(url: string, state: ReadyState): Finding {
  const mend =
    state === 'draining' ? 'let it take players again on its page /operator, or start it again' : 'read its log';
  return bad(`the server at ${url} takes no players now: ${state}`, mend);
}

function whyNotFree(host: string, port: number): Promise<Error | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', done);
    server.listen(port, host, () => server.close(() => done(undefined)));
  });
}

const HOUR_MS = 3_600_000;
const OLD_AFTER_HOURS = 26;

/** So rotate-backups names a copy that a restore would refuse. */
const DAMAGED = 'flower-war.sqlite.damaged';

/** The newest backup of the folder. */
export async function checkBackups(folder: string): Promise<Finding> {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sqlite')) : [];
  const dated = files.map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs })).sort((a, b) => b.at - a.at);
  const [newest] = dated;
  const mend = `npm run do -- rotate-backups ${folder}`;
  if (newest === undefined) return bad(`${folder} holds no backup`, mend);
  const damaged = join(folder, DAMAGED);
  if (existsSync(damaged) && statSync(damaged).mtimeMs > newest.at)
    return bad(
      `the newest copy of the data, ${damaged}, is damaged: ${await damageIn(damaged)}`,
      `stop the server and go back to ${newest.name}: npm run do -- restore FILE --force`,
    );
  const damage = await damageIn(join(folder, newest.name));
  if (damage !== undefined) return bad(`${newest.name} would not be restored: ${damage}`, mend);
  const hours = Math.floor((Date.now() - newest.at) / HOUR_MS);
  const says = `${newest.name} is ${hours} hours old and can be restored`;
  return hours > OLD_AFTER_HOURS ? weak(says, `${mend}, each night`) : good(says);
}

// What a server needs around it: its database, Redis and a broker.

const PATIENCE_MS = 5000;
const FAR_APART_MS = 1000;
/** The first version that is tested. */
const OLDEST_POSTGRES = 15;

export function checkPostgres(config: Config): Promise<Finding> {
  const { DATABASE_URL: url } = config;
  return onClient(url, 'flower-war doctor', async (client) => {
    await refuseUnusablePostgres(client, config);
    const began = Date.now();
    const { rows } = await client.query<{ version: string; now: string }>(
      `SELECT current_setting('server_version') AS version, extract(epoch FROM clock_timestamp()) * 1000 AS now`,
    );
    const [{ version = '', now = '0' } = {}] = rows;
    const apart = Math.round(Math.abs(Number(now) - (began + Date.now()) / 2));
    const says = `${nameOf(url)} is version ${version}, ${Date.now() - began} ms away, its clock ${apart} ms from this one's`;
    if (apart > FAR_APART_MS) return weak(says, 'let both machines set their clocks by NTP');
    return Number.parseInt(version, 10) < OLDEST_POSTGRES
      ? weak(says, `update it: ${OLDEST_POSTGRES} is the oldest that is tested`)
      : good(says);
  });
}

export async function checkRedis({ REDIS_URL: url }: Config): Promise<Finding> {
  try {
    const began = performance.now();
    const version = await versionAt(url, PATIENCE_MS);
    return good(`version ${version} answers within ${Math.ceil(performance.now() - began)} ms`);
  } catch (cause) {
    const says = `it does not answer, or refuses what servers ask of it (${(cause as Error).message}), so processes learn of each other some seconds late`;
    return weak(says, 'start it, give it memory and its user the channels flower-war:*, or correct REDIS_URL');
  }
}

export async function checkBroker({ TEMPLE_BROKER }: Config): Promise<Finding> {
  const { host, hostname, port, protocol } = new URL(TEMPLE_BROKER);
  const name = `${protocol}//${host}`;
  const socket = connect({
    host: hostname,
    port: Number(port || (protocol === 'mqtts:' ? 8883 : 1883)),
    timeout: PATIENCE_MS,
  });
  socket.once('timeout', () => socket.destroy(new Error('no answer')));
  try {
    await once(socket, 'connect');
    return good(`${name} takes connections`);
  } catch (cause) {
    return bad(
      `${name} takes no connections: ${(cause as Error).message}`,
      'start the broker, or correct TEMPLE_BROKER',
    );
  } finally {
    socket.destroy();
  }
}
