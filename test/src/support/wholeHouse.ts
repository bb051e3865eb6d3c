/** All that `npm start` starts: server, broker and bridge, as processes of their own on free ports of this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SMALL } from '@flower-war/launcher/testing';

const HERE = fileURLToPath(new URL('../../../', import.meta.url));
const READY = /is ready at (http:\/\/[\d.]+:\d+)[\s\S]*^Temples: (mqtt:\/\/[\d.]+:\d+)/m;
const READY_WITHIN_MS = 60_000;

export interface WholeHouse {
  /** The process of the launcher, the parent of all others. */
  readonly pid: number;
  readonly url: string;
  readonly mqtt: string;
  /** The data folder, which holds the key that passwords and codes derive from. */
  readonly folder: string;
  /** All output so far. */
  readonly said: () => string;
  readonly hasEnded: () => boolean;
  stop(): Promise<void>;
}

/** Starts this checkout, or another one to compare. */
export async function startWholeHouse(
  settings: Readonly<Record<string, string>> = {},
  tree: string = HERE,
): Promise<WholeHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'whole-house-'));
  const usual = { DATA_DIR: folder, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'warn', LIMITS: '0', WEB: 'off' };
  const child = spawn(process.execPath, [...SMALL, startIn(tree)], { env: { ...process.env, ...usual, ...settings } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const [, url = '', mqtt = ''] = await untilReady(child, () => said);
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  };
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return { pid: child.pid ?? Number.NaN, hasEnded, url, mqtt, folder, said: () => said, stop };
}

/** The launcher's path, in this and in older checkouts, and in the package. */
const STARTS = ['launcher/src/start.mjs', 'launcher/src/start.js', 'bridge/src/start.mjs', 'bridge/src/start.ts'];

function startIn(tree: string): string {
  const files = STARTS.map((file) => join(tree, file));
  return files.find((file) => existsSync(file)) ?? files[0] ?? '';
}

async function untilReady(child: ChildProcess, said: () => string): Promise<RegExpExecArray> {
  for (const since = Date.now(); Date.now() - since < READY_WITHIN_MS && child.exitCode === null; ) {
    const ready = READY.exec(said());
    if (ready !== null) return ready;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGKILL');
  throw new Error(`npm start did not get ready: ${said()}`);
}
