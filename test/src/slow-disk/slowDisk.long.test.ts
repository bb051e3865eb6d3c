/** While every sync of the disk takes long, moves wait for it. Probes ask for all that needs no disk, before and meanwhile. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { MatchSummary } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { expect, onTestFinished, test } from 'vitest';
import { Mover } from '../lab/person.ts';
import { person } from '../support/api.ts';
import { ChildServer } from '../support/server.ts';
import { PlainStream } from '../support/sockets/plainStream.ts';
import { newPerson, type Person, watch } from '../support/sockets/rawClient.ts';
import { noSlowSyncs, SlowSyncs } from './slowSyncs.ts';

const DELAY_MS = 200;
const LISTENS_MS = 4000;
const TABLES = 3;
/** Players think for a while, as the slow disk would else slow the load down with it. */
const THINKING_MS = 100;
const PROBED_EVERY_MS = 10;
const MOVES = 'a move';

const middle = (list: readonly number[] = []) =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

test.skipIf(noSlowSyncs !== undefined)(
  `moves wait for a slow disk, and nothing else does: ${noSlowSyncs ?? 'each sync takes 200 ms'}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'slow-disk-'));
    const syncs = new SlowSyncs(folder);
    onTestFinished(() => syncs.close());
    // Probes ask more often than a connection may.
    const own = { BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '10000' };
    const settings = { DATA_DIR: join(folder, 'data'), ...own, ...syncs.environment };
    const server = new ChildServer(await freePort(), settings);
    await server.start();
    onTestFinished(async () => void (await server.end('SIGTERM')));

    const { calm, slow, slowSyncs, inMainThread } = await waitsAt(server.url, syncs);
    expect(slowSyncs).toBeGreaterThan(5);
    expect(inMainThread).toBe(0);
    expect(middle(slow.get(MOVES))).toBeGreaterThan(DELAY_MS);
    const others = [...slow.keys()].filter((name) => name !== MOVES);
    const longer = (name: string) => middle(slow.get(name)) - middle(calm.get(name));
    expect(others.filter((name) => !(longer(name) < DELAY_MS / 2))).toEqual([]);
  },
);

/** For how many milliseconds moves and probes wait, by their names, and how many syncs there were on the slow disk. */
async function waitsAt(url: string, syncs: SlowSyncs) {
  const waits = { calm: new Map<string, number[]>(), slow: new Map<string, number[]>() };
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
  const movers = await Promise.all(Array.from({ length: TABLES }, () => Mover.start(url, THINKING_MS)));
  const listen = async (kind: 'calm' | 'slow') => {
    const began = syncs.count;
    syncs.delay(kind === 'slow' ? DELAY_MS : 0);
    await pause(2 * DELAY_MS); // what began before is over
    const [before, since] = [syncs.inMainThread, performance.now()];
    current = waits[kind];
    await pause(LISTENS_MS);
    const moves = movers.flatMap(({ accepted }) => accepted.filter(({ at }) => at > since));
    for (const { at, sentAt } of moves) note(MOVES, at - sentAt);
    current = undefined;
    return { slowSyncs: syncs.count - began, inMainThread: syncs.inMainThread - before };
  };
  await listen('calm');
  const counted = await listen('slow');
  syncs.delay(0);
  stopping.abort();
  await Promise.all([...movers.map((mover) => mover.stop()), ...asking]);
  probes.close();
  return { ...waits, ...counted };
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
