import { type Entry, parseLine, sealEnded, verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/base/config.ts';
import { startServer } from '../src/server.ts';
import { openData } from '../src/store/openData.ts';
import { temporaryFolder } from '../src/store/store.fixture.ts';
import { EntriesIn } from './entriesIn.ts';
import { writeSleepers } from './sleepers.ts';

const KEY = '42'.repeat(32);
const HOUR_MS = 3_600_000;
const settingsFor = (folder: string) =>
  readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', DURABILITY: 'process' });

test('what sleeps has records that verify', async () => {
  const folder = temporaryFolder();
  const dueAt = Date.now() + HOUR_MS;
  const sleepers = await writeSleepers({ folder, matches: 30, dueAt: () => dueAt });
  const data = await openData(settingsFor(folder));
  onTestFinished(async () => {
    await data.journal.close();
    data.letGo();
  });
  for (const { match, entries, dueAt: own } of sleepers) {
    const { lines = [], secrets, index } = (await data.journal.read(match)) ?? {};
    expect([lines.length, index?.wakeAt, index?.status]).toEqual([entries, own, 'running']);
    expect(Math.abs(own - dueAt)).toBeLessThan(100);
    expect(await verify(ended(lines, secrets?.secret ?? ''), engine)).toMatchObject({ ok: true });
  }
});

/** A record proves only what it holds once it has ended. */
function ended(lines: readonly string[], secret: string): string {
  const { seq, at, hash } = JSON.parse(lines.at(-1) ?? '') as { seq: number; at: number; hash: string };
  const result = { result: 'aborted' as const, winners: [], standings: [], reason: 'test' };
  const { line } = sealEnded(hash, { seq: seq + 1, at, kind: 'ended', result, secret }, KEY);
  return [...lines, line].map((one) => `${one}\n`).join('');
}

test('a server that starts wakes the matches that are due, and writes one entry each', async () => {
  const folder = temporaryFolder();
  const dueAt = (nth: number) => Date.now() + (nth < 20 ? HOUR_MS : 0);
  const sleepers = await writeSleepers({ folder, matches: 40, dueAt });
  const server = await startServer(settingsFor(folder));
  const entries = new EntriesIn(folder);
  onTestFinished(async () => {
    entries.close();
    await server.stop();
  });
  const more = () => sleepers.map(({ match, entries: before }) => entries.countOf(match) - before);
  await expect.poll(() => more().slice(20)).toEqual(Array.from({ length: 20 }, () => 1));
  expect(more().slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0));
  const last = sleepers.slice(20).map(({ match }) => entryOf(entries.linesOf(match).at(-1) ?? ''));
  expect(last.every((entry) => entry?.kind === 'clock')).toBe(true);
  expect(server.services.matches.awake).toEqual([]);
});

function entryOf(line: string): Entry | undefined {
  const parsed = parseLine(line);
  return 'entry' in parsed ? parsed.entry : undefined;
}
