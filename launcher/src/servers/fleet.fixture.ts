/** For tests: `npm start` as the process that it is, and what goes on meanwhile. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atTheEnd, until } from '@flower-war/bridge/testing';
import { FlowerWarClient } from '@flower-war/client';
import { expect } from 'vitest';

const START = fileURLToPath(new URL('../start.mjs', import.meta.url));
const RESTART = fileURLToPath(new URL('./rollingRestart.ts', import.meta.url));

export interface Started {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly said: { out: string; err: string };
  readonly ended: Promise<number | null>;
}

/** It runs on the Node of these tests, or on the one that `NODE` names. */
export function start(
  { NODE = process.execPath, ...environment }: NodeJS.ProcessEnv,
  ...args: readonly string[]
): Started {
  const own = mkdtempSync(join(tmpdir(), 'fleet-'));
  const folder = environment['DATA_DIR'] ?? join(own, 'data');
  const usual = {
    PATH: process.env['PATH'],
    DATA_DIR: folder,
    PORT: '0',
    MQTT_PORT: '0',
    BOT_DELAY_MS: '0',
    WEB: 'off',
  };
  const child = spawn(NODE, [START, ...args], { env: { ...usual, ...environment } });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr.on('data', (chunk) => (said.err += String(chunk)));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  atTheEnd(async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(own, { recursive: true, force: true });
  });
  return { child, folder, said, ended };
}

/** The address of the door, when all processes are ready. */
export async function ready({ said }: Started): Promise<string> {
  await until(() => expect(said.err).toMatch(/^Flower War is ready at \S+, with/m));
  return /ready at (\S+?),/.exec(said.err)?.[1] ?? '';
}

/** The ids of the processes of the server, in the order of their starts. */
export function serversOf({ said }: Started): readonly number[] {
  const lines = said.out.split('\n').filter((line) => line.includes('"msg":"the server runs"'));
  return lines.map((line) => JSON.parse(line).pid as number);
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export async function rollingRestart(folder: string): Promise<Ran> {
  const child = spawn(process.execPath, [RESTART], { env: { PATH: process.env['PATH'], DATA_DIR: folder } });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

/** Asks for something that every process knows, again and again, and gives the answers that were not good. */
export function watching(url: string): () => Promise<{ readonly asked: number; readonly bad: readonly string[] }> {
  const bad: string[] = [];
  let asked = 0;
  let isOver = false;
  const asking = (async () => {
    for (; !isOver; asked++) {
      const status = await fetch(`${url}/api/games`).then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      }, String);
      if (status !== 200) bad.push(String(status));
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return { asked, bad };
  };
}

/** A player who plays one match after the other against a bot until the end, and the results of these matches. */
export function playing(url: string): () => Promise<readonly string[]> {
  const results: string[] = [];
  let isOver = false;
  const playingOn = (async () => {
    const client = new FlowerWarClient({ url });
    await client.signIn();
    while (!isOver) results.push(await playOnce(client));
  })();
  return async () => {
    isOver = true;
    await playingOn;
    return results;
  };
}

async function playOnce(client: FlowerWarClient): Promise<string> {
  const options = { startPlayer: 'host', turnCap: 60 } as const;
  const match = await patiently(() => client.create({ game: 'tieqchieq', bots: [{ bot: 'greedy' }], options }));
  const live = await patiently(() => client.join(match));
  for (;;) {
    await live.until(({ isOver, legal }) => isOver || legal.length > 0);
    if (live.isOver) break;
    await live.play(live.legal[0] ?? '');
  }
  const { result } = live.table.result;
  live.close();
  return result;
}

/** A server that hands over may refuse a request once: people press the button again. */
async function patiently<T>(act: () => Promise<T>, tries = 20): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (tries === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, 250));
    return patiently(act, tries - 1);
  }
}
