/** A record that was changed on the disk is neither shown nor continued, and the refusal says where it is damaged. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { MatchSummary } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asking, newGuest } from '../support/api.ts';
import { testServer } from '../support/server.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const data = mkdtempSync(join(tmpdir(), 'damaged-'));
let server: Running;
let disk: DatabaseSync;
const ask = asking(() => server.address);

beforeAll(async () => {
  server = await testServer({ JOURNAL: 'sqlite', DATA_DIR: data, DURABILITY: 'process' });
  disk = new DatabaseSync(join(data, 'flower-war.sqlite'), { timeout: 5000 });
});
afterAll(async () => {
  disk?.close();
  await server?.stop();
  rmSync(data, { recursive: true });
});

async function endedMatch(token: string): Promise<string> {
  const bots = [{ bot: 'random' }, { bot: 'random' }];
  const body = { game: 'tieqchieq', options: { turnCap: 10 }, bots };
  const { match } = (await ask<MatchSummary>('POST /api/matches', { token, body })).body;
  const status = async () => (await ask<MatchSummary>(`GET /api/matches/${match}`)).body.status;
  await expect.poll(status, { timeout: 30_000 }).toBe('ended');
  return match;
}

const linesOf = (match: string) =>
  disk.prepare('SELECT line FROM entries WHERE match = ? ORDER BY seq').all(match) as unknown as { line: string }[];

/** Replaces one letter or digit of a line, either in its hash or in its time. */
function changed(line: string, isHash: boolean, pick: (most: number) => number): string {
  const at = isHash ? line.length - 3 - pick(60) : line.indexOf('"at":') + 6 + pick(8);
  return `${line.slice(0, at)}${line[at] === '1' ? '2' : '1'}${line.slice(at + 1)}`;
}

test(`one letter of a line, seed ${SEED}`, async () => {
  const chance = fastChance(SEED);
  const { token } = await newGuest(ask, 'Ana');
  for (const isHash of [true, false, true, false]) {
    const match = await endedMatch(token);
    const lines = linesOf(match);
    const seq = chance.die(lines.length) - 1;
    const line = changed(lines[seq]!.line, isHash, (most) => chance.die(most) - 1);
    disk.prepare('UPDATE entries SET line = ? WHERE match = ? AND seq = ?').run(line, match, seq);
    const refusal = { status: 500, body: { code: 'record-damaged', reason: `line-${seq + 1}` } };
    expect(await ask(`GET /api/matches/${match}/steps?viewer=all`)).toMatchObject(refusal);
    const goOn = { token, body: { seq: 3, bots: [] } };
    expect(await ask(`POST /api/matches/${match}/continue`, goOn)).toMatchObject(refusal);
  }
});
