/** How long at most a server answers no client while others ask for records far longer than a record may be now. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newPerson } from '../../support/sockets/rawClient.ts';
import type { Hold } from './longServer.ts';
import type { Long } from './longWriter.ts';

interface Served {
  readonly address: string;
  /** The address that tells how long the event loop of the server stood still. */
  readonly meter: string;
}

/** The longest standstill during each kind of question. */
export type Holds = Readonly<Record<string, Hold>>;

const IDLE_MS = 3000;

/** Each round has a server of its own on a fresh copy: what was opened once opens faster the second time. */
export async function measureHolds(entries: number, rounds: number): Promise<readonly Holds[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-long-'));
  try {
    const [data, copy] = [join(folder, 'data'), join(folder, 'copy')];
    execFileSync(process.execPath, [program('longWriter.ts'), data, String(entries)], { stdio: 'inherit' });
    const all: Holds[] = [];
    for (let round = 0; round < rounds; round++) {
      cpSync(data, copy, { recursive: true });
      all.push(await measureOnce(copy));
      rmSync(copy, { recursive: true });
    }
    return all;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureOnce(folder: string): Promise<Holds> {
  const child = spawn(process.execPath, [program('longServer.ts'), folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const server = await started(child);
    const long = JSON.parse(readFileSync(join(folder, 'long.json'), 'utf8')) as Long;
    const holds: Record<string, Hold> = {};
    for (const [name, ask] of await questions(server, long)) {
      await fetch(server.meter);
      await ask();
      holds[name] = (await (await fetch(server.meter)).json()) as Hold;
    }
    return holds;
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

type Questions = readonly (readonly [string, () => Promise<unknown>])[];

async function questions({ address }: Served, { running, ended, token }: Long): Promise<Questions> {
  const stranger = (await newPerson(address)).session.token;
  const ask = async (call: string, expected: number, { by, body }: { by?: string; body?: object } = {}) => {
    const [method = '', path] = call.split(' ');
    const headers = { 'content-type': 'application/json', ...(by !== undefined && { authorization: `Bearer ${by}` }) };
    const response = await fetch(`${address}/api/matches/${path}`, {
      method,
      headers,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    for await (const _ of response.body ?? []);
    if (response.status !== expected) throw new Error(`${call} was answered ${response.status}`);
  };
  return [
    ['an idle server', () => new Promise((resolve) => setTimeout(resolve, IDLE_MS))],
    ['a stranger connects', () => ask(`POST ${running}/connect`, 409, { by: stranger })],
    ['the record is opened by who sits there', () => ask(`POST ${running}/connect`, 200, { by: token })],
    ['/steps is asked', () => ask(`GET ${ended}/steps?from=0`, 200)],
    ['/record is asked', () => ask(`GET ${ended}/record`, 200)],
  ];
}

async function started(child: ChildProcess): Promise<Served> {
  for await (const chunk of child.stdout ?? []) return JSON.parse(String(chunk)) as Served;
  throw new Error('the server did not start');
}

function program(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
