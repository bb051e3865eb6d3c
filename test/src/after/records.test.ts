/** Records that are long block no other request; those that were changed on the disk are neither shown nor continued. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ReplaySteps } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { closing, house, pair, person, serveThisFile } from '../sdk/house.ts';
import { asking } from '../support/api.ts';
import { lengthen } from '../support/longRecord.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const ENTRIES = 5000;
/** How many other requests are answered at least while a page is made. Without pauses it would be one or two. */
const MEANWHILE = 5;

const data = mkdtempSync(join(tmpdir(), 'records-'));
const ask = asking(() => house.url);

serveThisFile({ JOURNAL: 'sqlite', DATA_DIR: data, DURABILITY: 'process' });

/** Mexica has the largest states. */
test('others are answered while the last page of a long record is made', async () => {
  const { match, live, other } = await pair({ game: 'mexica', seats: 2 });
  for (const one of [live, other]) one.close();
  const { services } = house.server;
  await expect.poll(() => services.matches.awake).toEqual([]);
  await lengthen(services, match.match, { entries: ENTRIES, of: 'gaps', isEnded: true });
  let answered = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; answered++) await ask('GET /health/live');
  })();
  const path = `/api/matches/${match.match}/steps?viewer=all&from=${ENTRIES - 60}`;
  const { status, body } = await ask<ReplaySteps>(`GET ${path}`);
  isDone = true;
  await others;
  expect(status).toBe(200);
  expect(body.steps.at(-1)).toMatchObject({ kind: 'ended', step: ENTRIES });
  expect(answered).toBeGreaterThan(MEANWHILE);
});

/** Replaces one letter or digit of a line, either in its hash or in its time. */
function changed(line: string, isHash: boolean, pick: (most: number) => number): string {
  const at = isHash ? line.length - 3 - pick(60) : line.indexOf('"at":') + 6 + pick(8);
  return `${line.slice(0, at)}${line[at] === '1' ? '2' : '1'}${line.slice(at + 1)}`;
}

test.each([
  ['hash', true],
  ['time', false],
])(`one letter in the %s of a line, seed ${SEED}: the refusal says where`, async (_, isHash) => {
  const chance = fastChance(SEED);
  const ana = await person('Ana');
  const bots = [{ bot: 'random' }, { bot: 'random' }] as const;
  const { match } = await ana.create({ game: 'tieqchieq', options: { turnCap: 10 }, bots });
  await expect.poll(async () => (await ana.match(match)).status).toBe('ended');
  const disk = closing(new DatabaseSync(join(data, 'flower-war.sqlite'), { timeout: 5000 }));
  const lines = disk.prepare('SELECT line FROM entries WHERE match = ? ORDER BY seq').all(match);
  const seq = chance.die(lines.length) - 1;
  const line = changed(String(lines[seq]!['line']), isHash, (most) => chance.die(most) - 1);
  disk.prepare('UPDATE entries SET line = ? WHERE match = ? AND seq = ?').run(line, match, seq);
  const refusal = { status: 500, body: { code: 'record-damaged', reason: `line-${seq + 1}` } };
  expect(await ask(`GET /api/matches/${match}/steps?viewer=all`)).toMatchObject(refusal);
  const goOn = { token: ana.session?.token, body: { seq: 3, bots: [] } };
  expect(await ask(`POST /api/matches/${match}/continue`, goOn)).toMatchObject(refusal);
});
