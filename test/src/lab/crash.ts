/** Kills a server at random moments, starts it again, and compares what people were told, and the beads that fell, with the records. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createLog, startBridge } from '@flower-war/bridge';
import { startAedes } from '@flower-war/bridge/broker';
import { TempleLink } from '@flower-war/client';
import { freePort } from '@flower-war/protocol/hosting';
import { fastChance } from '@flower-war/rules';
import type { SlowSyncs } from '../slow-disk/slowSyncs.ts';
import { ChildServer } from '../support/server.ts';
import type { Beads } from './ledger.ts';
import { type Checked, Load } from './load.ts';
import { TempleTable } from './templeTable.ts';

export interface CrashRun {
  readonly kills: number;
  readonly seed: number;
  /** How the server ends: by a kill, or by the stop of a deploy. */
  readonly signal?: 'SIGKILL' | 'SIGTERM';
  readonly log: (line: string) => void;
  /** With `process` every disk counts as quick. */
  readonly durability?: 'power' | 'process';
  /** How long the server plays at least before each end. */
  readonly leastMs?: number;
  /** A disk whose power is cut with each kill. */
  readonly disk?: SlowSyncs;
}

const LONGEST_RUN_MS = 600;
const TABLES = 4;
const SETTINGS = { BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '10000', WEBHOOKS: 'any' };

/** `fromLog`: how many starts found moves that only the log of appends may have had. */
export async function crashRun(run: CrashRun): Promise<Checked & { readonly fromLog: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'crash-'));
  const server = new ChildServer(await freePort(), {
    DATA_DIR: folder,
    ...SETTINGS,
    DURABILITY: run.durability ?? 'power',
    ...run.disk?.environmentWithCopies,
  });
  await server.start();
  const load = await Load.start({ url: server.url, seed: run.seed, tables: TABLES, thinkingMs: 0 });
  try {
    const fromLog = await killOften(run, { server, folder, goesOn: () => load.goesOn() });
    await load.finish();
    return { ...(await load.check()), fromLog };
  } finally {
    await server.end('SIGTERM');
    await load.close();
    rmSync(folder, { recursive: true });
  }
}

interface Victim {
  readonly server: ChildServer;
  readonly folder: string;
  readonly goesOn: () => Promise<unknown>;
}

async function killOften(
  { kills, seed, signal = 'SIGKILL', disk, log, leastMs = 0 }: CrashRun,
  { server, folder, goesOn }: Victim,
) {
  const chance = fastChance(seed);
  let fromLog = 0;
  for (let kill = 1; kill <= kills; kill++) {
    await goesOn();
    await pause(leastMs + chance.die(LONGEST_RUN_MS));
    await server.end(signal);
    disk?.cutPower(folder);
    if (hasLog(folder)) fromLog++;
    await server.start();
    if (kill % 10 === 0) log(`${kill} kills`);
  }
  await goesOn();
  return fromLog;
}

/** The log of appends begins with the length of its first entry. */
function hasLog(folder: string): boolean {
  const log = join(folder, 'flower-war.sqlite-log');
  return existsSync(log) && readFileSync(log).readUInt32LE(0) > 0;
}

const BRIDGE_TOKEN = 'a-token-for-bridges-alone';
/** A hand drops beads no faster. */
const BEAD_EVERY_MS = 140;

/** The same with a temple, whose beads come through a broker and a bridge that go on. */
export async function beadRun(run: Pick<CrashRun, 'kills' | 'seed' | 'log'>): Promise<Beads> {
  const broker = await startAedes(); // the key of the temples lies in its folder
  const settings = { DATA_DIR: broker.folder, BRIDGE_TOKEN, ...SETTINGS };
  const server = new ChildServer(await freePort(), settings);
  await server.start();
  const link = new TempleLink({ url: server.url, token: BRIDGE_TOKEN });
  const { username: user, password } = broker.login('bridge');
  const bridge = startBridge({
    instance: 'crash',
    version: '0.0.0',
    homeAssistant: false,
    broker: { url: `mqtt://127.0.0.1:${broker.servicePort}`, user, password },
    link,
    log: createLog({ LOG_LEVEL: 'silent' }),
  });
  const table = await TempleTable.start({
    url: server.url,
    number: 0,
    key: broker.key,
    broker: {
      url: `mqtt://127.0.0.1:${broker.port}`,
      passwordOf: (temple) => broker.login(temple).password,
    },
    seed: run.seed,
    everyMs: BEAD_EVERY_MS,
  });
  watchAccount(link, table.problems);
  try {
    await killOften(run, { server, folder: broker.folder, goesOn: () => table.goesOn() });
    await table.finish();
    return await table.check();
  } finally {
    await table.stop();
    await bridge.stop();
    await server.end('SIGTERM');
    await broker.stop();
  }
}

/** The number of the account never falls: a kill takes nothing back that a bridge was told. */
function watchAccount(link: TempleLink, problems: string[]): void {
  let newest = 0;
  link.on('temple', ({ ack }) => {
    if (ack === undefined) return;
    if (ack.rev < newest) problems.push(`the number of the account fell from ${newest} to ${ack.rev}`);
    newest = Math.max(newest, ack.rev);
  });
}
