/**
 * Measures what waits while every sync of the disk takes long: a server with matches that are played, and probes of all that
 * needs no disk. Calm and slow times alternate, so that other work on the machine disturbs both alike.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FlowerWarClient, LiveMatch } from '@flower-war/client';
import { freePort } from '@flower-war/protocol/hosting';
import { ChildServer } from '../support/childServer.ts';
import { person } from '../support/people.ts';
import { type Probe, probesOf } from './probes.ts';
import { SlowSyncs } from './slowSyncs.ts';

export interface SlowDiskWanted {
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

/** Players think so long, as the slow disk would else slow the load down with it. */
const THINKING_MS = 100;
const PROBED_EVERY_MS = 10;

export async function measureSlowDisk(wanted: SlowDiskWanted): Promise<Waited> {
  const folder = mkdtempSync(join(tmpdir(), 'slow-disk-'));
  const syncs = new SlowSyncs(folder);
  // Probes ask more often than a connection may.
  const settings = { DATA_DIR: join(folder, 'data'), MESSAGES_PER_SECOND: '10000', ...syncs.environment };
  const server = new ChildServer(await freePort(), settings);
  await server.start();
  try {
    return await measureAt(server.url, syncs, wanted);
  } finally {
    await server.end('SIGTERM');
    syncs.close();
    rmSync(folder, { recursive: true });
  }
}

async function measureAt(url: string, syncs: SlowSyncs, wanted: SlowDiskWanted): Promise<Waited> {
  const notes = { calm: new Map<string, number[]>(), slow: new Map<string, number[]>() };
  let current: Notes | undefined;
  const note = (name: string, milliseconds: number) => add(current, name, milliseconds);
  const host = await person(url, 'Quiet');
  const probes = await probesOf(url, await host.create({ game: 'tieqchieq' }));
  const stopping = new AbortController();
  const { signal } = stopping;
  const tables = await Promise.all(Array.from({ length: wanted.tables }, () => seated(url)));
  const load = tables.flat().map((one) => playOn(one, { note, signal }));
  const asking = probes.all.map((probe) => askOn(probe, { note, signal }));
  const atFirst = syncs.count;
  let [calmSyncs, inMainThread] = [0, 0];
  for (let round = 0; round < wanted.rounds; round++) {
    for (const kind of ['calm', 'slow'] as const) {
      const began = syncs.count;
      syncs.delay(kind === 'slow' ? wanted.delayMs : 0);
      await pause(2 * wanted.delayMs); // what began before is over
      const before = syncs.inMainThread;
      current = notes[kind];
      await pause(wanted.seconds * 1000);
      current = undefined;
      if (kind === 'calm') calmSyncs += syncs.count - began;
      else inMainThread += syncs.inMainThread - before;
    }
  }
  const slowSyncs = syncs.count - atFirst - calmSyncs;
  syncs.delay(0);
  stopping.abort();
  await Promise.all([...load, ...asking]);
  probes.close();
  return { ...notes, slowSyncs, inMainThread };
}

type Notes = Map<string, number[]>;

function add(notes: Notes | undefined, name: string, milliseconds: number): void {
  const list = notes?.get(name);
  if (list === undefined) notes?.set(name, [milliseconds]);
  else list.push(milliseconds);
}

interface Seated {
  readonly client: FlowerWarClient;
  live: LiveMatch;
}

async function seated(url: string): Promise<readonly Seated[]> {
  const [red, blue] = [await person(url, 'Ana'), await person(url, 'Ben')];
  const match = await red.create({ game: 'tieqchieq' });
  return [
    { client: red, live: await red.join(match) },
    { client: blue, live: await blue.join(match) },
  ];
}

interface Noting {
  readonly note: (name: string, milliseconds: number) => void;
  readonly signal: AbortSignal;
}

/** Plays one match after another until the signal. */
async function playOn(seat: Seated, { note, signal }: Noting): Promise<void> {
  const { client } = seat;
  while (!signal.aborted) {
    const { live } = seat;
    const isAsked = ({ isOver, legal }: LiveMatch) => isOver || legal.length > 0;
    await live.until(isAsked, { signal }).catch(() => {});
    if (signal.aborted) break;
    if (live.isOver) {
      seat.live = await client.rematch(live.id);
      live.close();
      continue;
    }
    const began = performance.now();
    await live.play(live.legal[0] ?? '');
    note(MOVES, performance.now() - began);
    await pause(THINKING_MS);
  }
  seat.live.close();
}

async function askOn({ name, ask }: Probe, { note, signal }: Noting): Promise<void> {
  while (!signal.aborted) {
    const began = performance.now();
    await ask();
    note(name, performance.now() - began);
    await pause(PROBED_EVERY_MS);
  }
}
