/** A record of thousands of entries: the pages of its replay block no other request. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOf, NO_HASH, type ReplaySteps } from '@flower-war/protocol';
import { gameById } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Scribe } from '../protocol/scribe.ts';
import { asking } from '../support/api.ts';
import { testServer } from '../support/server.ts';

const ENTRIES = 5000;
/** How many other requests are answered at least while a page is made. Without pauses it would be one or two. */
const MEANWHILE = 5;

let server: Running;
let scribe: Scribe;
const ask = asking(() => server.address);

beforeAll(async () => {
  const data = mkdtempSync(join(tmpdir(), 'long-'));
  server = await testServer({ JOURNAL: 'sqlite', DATA_DIR: data, DURABILITY: 'process' });
  scribe = longest();
  await store(scribe);
}, 60_000);
afterAll(() => server?.stop());

/**
 * Mexica has the largest states. The match is over too soon, so wishes fill the record up to ENTRIES: they cost as much
 * to show, and format 1 does not bound them.
 */
function longest(): Scribe {
  const game = gameById('mexica')!;
  const long = new Scribe({}, 3, game, { seats: 4, format: 1 }).start('player', 'player', 'player', 'player').play(400);
  if (long.position.status !== 'running') throw new Error('the match is shorter than it was');
  for (let n = 0; long.lines.length < ENTRIES; n++)
    long.add({ kind: 'asks', seat: n % 4, what: n % 8 < 4 ? 'none' : 'all', id: n });
  return long.abort();
}

async function store({ lines, position }: Scribe): Promise<void> {
  const { match, game, rulesVersion, preset, options, table, host, commitment, at } = position.created;
  const seats = [0, 1, 2, 3].map((seat) => ({ player: `p-${seat}` }));
  const about = { match, game, rulesVersion, preset, options, seats, table, host, commitment };
  const summary = JSON.stringify({ ...about, createdAt: at, result: position.result });
  const index = { status: 'ended', visibility: 'public', game, createdAt: at, summary } as const;
  let hash = NO_HASH;
  const appends = lines.map((line, expectedSeq) => {
    hash = hashOf(hash, line) ?? '';
    const first = expectedSeq === 0 && { index, secrets: { secret: '0123456789abcdef'.repeat(4) } };
    return server.services.journal.append({ match, expectedSeq, owner: 'one', claim: 1, line, hash, ...first });
  });
  await Promise.all(appends);
}

async function page(viewer: string, from: number): Promise<ReplaySteps> {
  const { match } = scribe.position.created;
  const path = `/api/matches/${match}/steps?viewer=${viewer}&from=${from}`;
  const { status, body } = await ask<ReplaySteps>(`GET ${path}`);
  expect(status).toBe(200);
  return body;
}

test('others are answered while the last page is made', async () => {
  let answered = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; answered++) await ask('GET /health/live');
  })();
  const { steps } = await page('all', ENTRIES - 60);
  isDone = true;
  await others;
  expect(steps.at(-1)).toMatchObject({ kind: 'ended', step: scribe.lines.length - 1 });
  console.log(`${scribe.lines.length} entries: ${answered} other requests were answered meanwhile`);
  expect(answered).toBeGreaterThan(MEANWHILE);
});
