/** A process asks another one whether it was declared dead. */
import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../base/log.ts';
import { memoryStore } from '../../store/store.fixture.ts';
import { answeringPeers, callingPeers, listenForPeers } from './calls.ts';
import { TOKEN, WHERE } from './twoProcesses.fixture.ts';

const log = createLog({ LOG_LEVEL: 'silent' });
const refused = () => Promise.reject(new Error('not asked here'));
const { isDead } = callingPeers(TOKEN);
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
  const usual = { address: '', now: 1, mayBury: false, isFirst: false, isAlone: false, quietUntil: 0 };
  for (const process of ['ended', 'alive']) await stores.processes.renew({ ...usual, process, name: process });
  await stores.processes.end('ended', 2);
  const desks = { temples: { answer: refused }, seats: refused, isDead: (id: string) => journal.isDead(id), log };
  return { journal, there: await listening(answeringPeers(desks, (_request, response) => void response.end())) };
}

test.each([
  ['ended', true],
  ['alive', false],
  ['never-seen', false],
  ['', false],
])('a process %j that asks whether it is dead learns %j', async (process, said) => {
  expect(await isDead((await peer()).there, process)).toBe(said);
});

test('a process that does not reach the store either does not know', async () => {
  const { there, journal } = await peer();
  await journal.close();
  await expect(isDead(there, 'ended')).rejects.toThrow();
});

test.each([
  ['is gone', { process: 'gone', name: 'gone', address: 'http://127.0.0.1:9' }],
  ['has not said where it listens', { process: 'mute', name: 'mute', address: '' }],
])('a process that %s does not know', async (_what, there) => {
  await expect(isDead(there, 'ended')).rejects.toThrow();
});

test('a process that stands still is not waited for', async () => {
  const still = await listening(() => {});
  const asking = isDead(still, 'ended').then(
    () => 'answered',
    () => 'given up',
  );
  expect(await Promise.race([asking, wait(5000, 'too long')])).toBe('given up');
});
