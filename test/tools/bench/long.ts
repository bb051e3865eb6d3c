/**
 * npm run bench:long [-- --rounds 3 --entries 190000]: how long at most a server answers no client while others ask for records far
 * longer than a record may be now.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine } from '@flower-war/protocol/command-line';
import type { Hold, LongRecords } from '../../src/bench/longServer.ts';
import { newPerson } from '../../src/support/sockets/rawClient.ts';

const PROGRAM = fileURLToPath(new URL('../../src/bench/longServer.ts', import.meta.url));
const MOST_MS = 50;
const IDLE_MS = 3000;

/** The longest standstill during each kind of question. */
type Holds = Readonly<Record<string, Hold>>;

const { values } = commandLine({
  name: 'bench:long',
  does: 'measures how long clients wait while others ask for very long records',
  flags: {
    rounds: { kind: 'whole', usual: 3, least: 1, tells: 'how often' },
    entries: { kind: 'whole', usual: 190000, least: 10, tells: 'the length of a record' },
  },
});
const { rounds, entries } = values;

const best = bestOf(await measureHolds());
console.log(
  `longest time in which the server answered no client; records of ${entries} entries, best of ${rounds} rounds, ms`,
);
console.log(`${''.padEnd(42)}${'all'.padStart(8)}${'own work'.padStart(10)}`);
for (const [name, { all, own }] of Object.entries(best))
  console.log(`${name.padEnd(42)}${all.toFixed(1).padStart(8)}${own.toFixed(1).padStart(10)}`);
// On a busy machine even an idle server stands still for longer, so only the server's own work counts.
process.exitCode = Math.max(...Object.values(best).map(({ own }) => own)) > MOST_MS ? 1 : 0;

/** Takes the best round: another program may interfere in one round, but the server's own work recurs in each. */
function bestOf(all: readonly Holds[]): Holds {
  const least = (name: string, of: 'all' | 'own') => Math.min(...all.map((holds) => holds[name]?.[of] ?? 0));
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, { all: least(name, 'all'), own: least(name, 'own') }]));
}

/** Each round has a server of its own on a fresh copy: what was opened once opens faster the second time. */
async function measureHolds(): Promise<readonly Holds[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-long-'));
  try {
    const [data, copy] = [join(folder, 'data'), join(folder, 'copy')];
    execFileSync(process.execPath, [PROGRAM, data, String(entries)], { stdio: 'inherit' });
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
  const child = spawn(process.execPath, [PROGRAM, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [said] = await once(child.stdout, 'data');
    const server = JSON.parse(String(said)) as Served;
    const long = JSON.parse(readFileSync(join(folder, 'long.json'), 'utf8')) as LongRecords;
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

interface Served {
  readonly address: string;
  /** The address that tells how long the event loop of the server stood still. */
  readonly meter: string;
}

type Questions = readonly (readonly [string, () => Promise<unknown>])[];

async function questions({ address }: Served, { running, ended, token }: LongRecords): Promise<Questions> {
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
