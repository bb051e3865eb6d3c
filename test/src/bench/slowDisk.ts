/**
 * Measures what waits while every sync of the disk takes long: a server with matches that are played, and probes of all that
 * needs no disk. Calm and slow times alternate, so that other work on the machine disturbs both alike.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { MatchSummary } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { SlowSyncs } from '../slow-disk/slowSyncs.ts';
import { ChildServer } from '../support/childServer.ts';
import { person } from '../support/people.ts';
import { PlainStream } from '../support/sockets/plainStream.ts';
import { newPerson, type Person, watch } from '../support/sockets/rawClient.ts';
import { Mover } from './movers.ts';

export interface SlowDiskRun {
  readonly tables: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly delayMs: number;
}

export const MOVES = 'a move';

export interface Waited {
  /** Milliseconds, by the name of a probe; `MOVES` for the moves of players. */
  readonly calm: ReadonlyMap<string, readonly number[]>;
  readonly slow: ReadonlyMap<string, readonly number[]>;
  readonly slowSyncs: number;
  /** Syncs in the main thread once the disk was slow. */
  readonly inMainThread: number;
}

/** Players think for a while, as the slow disk would else slow the load down with it. */
const THINKING_MS = 100;
const PROBED_EVERY_MS = 10;

export async function measureSlowDisk(wanted: SlowDiskRun): Promise<Waited> {
  const folder = mkdtempSync(join(tmpdir(), 'slow-disk-'));
  const syncs = new SlowSyncs(folder);
  // Probes ask more often than a connection may.
  const own = { BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '10000' };
  const settings = { DATA_DIR: join(folder, 'data'), ...own, ...syncs.environment };
  const server = new ChildServer(await freePort(), settings);
  await server.start();
  try {
    return await measureAt(server.url, syncs, wanted);
  } finally {
    await server.end('SIGTERM');
    syncs.close();
  }
}

async function measureAt(url: string, syncs: SlowSyncs, wanted: SlowDiskRun): Promise<Waited> {
  const notes = { calm: new Map<string, number[]>(), slow: new Map<string, number[]>() };
  let current: Map<string, number[]> | undefined;
  const note = (name: string, milliseconds: number) => current?.set(name, [...(current.get(name) ?? []), milliseconds]);
  const host = await person(url, 'Quiet');
  const probes = await probesOf(url, await host.create({ game: 'tieqchieq' }));
  const stopping = new AbortController();
  const asking = Object.entries(probes.asks).map(async ([name, ask]) => {
    for (; !stopping.signal.aborted; await pause(PROBED_EVERY_MS)) {
      const began = performance.now();
      await ask();
      note(name, performance.now() - began);
    }
  });
  const movers = await Promise.all(Array.from({ length: wanted.tables }, () => Mover.start(url, THINKING_MS)));
  const total = { slowSyncs: 0, inMainThread: 0 };
  for (let round = 0; round < wanted.rounds; round++)
    for (const kind of ['calm', 'slow'] as const) {
      const began = syncs.count;
      syncs.delay(kind === 'slow' ? wanted.delayMs : 0);
      await pause(2 * wanted.delayMs); // what began before is over
      const before = syncs.inMainThread;
      const since = performance.now();
      current = notes[kind];
      await pause(wanted.seconds * 1000);
      const moves = movers.flatMap(({ accepted }) => accepted.filter(({ at }) => at > since));
      for (const { at, sentAt } of moves) note(MOVES, at - sentAt);
      current = undefined;
      if (kind === 'calm') continue;
      total.slowSyncs += syncs.count - began;
      total.inMainThread += syncs.inMainThread - before;
    }
  syncs.delay(0);
  stopping.abort();
  await Promise.all([...movers.map((mover) => mover.stop()), ...asking]);
  probes.close();
  return { ...notes, ...total };
}

/** What a server must answer at once, however slow its disk is. `quiet` is a match in which nothing happens. */
async function probesOf(url: string, quiet: MatchSummary) {
  // A player has one place as a spectator: a second one would end the first.
  const [silent, reader, comer] = [await newPerson(url), await newPerson(url), await newPerson(url)];
  const path = `/api/matches/${quiet.match}`;
  const socket = await watch(silent, quiet);
  const stream = await PlainStream.open(reader, quiet.match);
  const asks: Readonly<Record<string, () => Promise<unknown>>> = {
    '/health/live': () => get(reader, '/health/live'),
    'heartbeat of a socket': () => socket.settle(),
    'heartbeat of a stream': () => reader.post(`${path}/here`),
    'a match, over HTTP': () => get(reader, path),
    'the list of matches': () => get(reader, '/api/matches'),
    'a view, by a stream': () => firstView(reader, quiet.match),
    'a view, by a socket': async () => (await watch(comer, quiet)).close(),
  };
  const close = () => {
    socket.close();
    stream.close();
  };
  return { asks, close };
}

async function get({ url, session }: Person, path: string): Promise<void> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${session.token}` } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
}

async function firstView(person: Person, match: string): Promise<void> {
  const stream = await PlainStream.open(person, match);
  await stream.until(({ seen }) => seen !== undefined);
  stream.close();
}
