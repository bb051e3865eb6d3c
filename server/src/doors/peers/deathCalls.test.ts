import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../base/log.ts';
import { memoryStore } from '../../store/store.fixture.ts';
import { answeringDeath, isDeadFor } from './deathCalls.ts';
import { listenForPeers } from './peerListener.ts';
import { TOKEN, WHERE } from './twoProcesses.fixture.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function listening(app: RequestListener) {
  const { http, address } = await listenForPeers(WHERE, TOKEN, app);
  ends.push(() => http.close().closeAllConnections());
  return { process: 'peer', name: 'peer', address };
}

/** A process that reaches its store, in which one process has ended and another lives. */
async function peer() {
  const { journal, stores } = memoryStore();
  for (const process of ['ended', 'alive'])
    await stores.processes.renew({
      process,
      name: process,
      address: '',
      now: 1,
      mayBury: false,
      isFirst: false,
      isAlone: false,
    });
  await stores.processes.end('ended', 2);
  const other: RequestListener = (_request, response) => void response.end('another request');
  return {
    journal,
    there: await listening(answeringDeath({ journal, log: createLog({ LOG_LEVEL: 'silent' }) }, other)),
  };
}

const GONE = { process: 'gone', name: 'gone', address: 'http://127.0.0.1:9' };
const MUTE = { process: 'mute', name: 'mute', address: '' };

test('a process that another one finds dead in the store learns so, whatever the others say', async () => {
  const { there } = await peer();
  expect(await isDeadFor([GONE, MUTE, there], 'ended', TOKEN)).toBe(true);
});

test.each(['alive', 'never-seen', '', '../x?y'])('a process %j that was not declared dead goes on', async (process) => {
  const { there } = await peer();
  expect(await isDeadFor([there, GONE], process, TOKEN)).toBe(false);
});

test('without another process, nothing says that this one is dead', async () => {
  expect(await isDeadFor([], 'ended', TOKEN)).toBe(false);
});

test('a process that does not reach the store either, or does not answer, says nothing', async () => {
  const { there, journal } = await peer();
  await journal.close();
  const silent = await listening(() => {});
  const asking = isDeadFor([there, silent], 'ended', TOKEN);
  expect(await Promise.race([asking, wait(5000, 'too long')])).toBe(false);
});

test('only processes are told, and other requests pass', async () => {
  const { there } = await peer();
  expect(await isDeadFor([there], 'ended', 'b'.repeat(64))).toBe(false);
  const headers = { 'x-flower-war-token': TOKEN };
  const asked = ['/internal/dea', '/'].map(async (path) => (await fetch(there.address + path, { headers })).text());
  expect(await Promise.all(asked)).toEqual(['another request', 'another request']);
});
