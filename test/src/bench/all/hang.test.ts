/** A bench that never returns is stopped with all that it has started, and named; the run goes on. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProcess } from '../processes.ts';
import { collect } from './collect.ts';
import { GOALS } from './goals.ts';
import { runJob } from './job.ts';
import { goalRows, reportOf } from './report.ts';
import type { Measurement } from './units.ts';

const program = fileURLToPath(new URL('./planted.fixture.ts', import.meta.url));
const MACHINE = { node: '24', cores: 2, load: 2 };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hang-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function planted(system: string, budgetMs = 20_000) {
  return runJob<Measurement>({ program, args: ['opening', JSON.stringify({ system })], budgetMs });
}

/** A process that has ended may still be listed until its parent has taken note. */
function runs(pid: number): boolean {
  return /^State:\s+[^ZX\s]/m.test(readProcess(pid, 'status'));
}

test('a bench that never returns is stopped, and every process that it started, by id', async () => {
  const file = join(folder, 'ids');
  const outcome = await planted(`hangs ${file}`, 2000);
  expect(outcome).toEqual({ kind: 'stopped', afterSeconds: 2 });
  const ids = JSON.parse(readFileSync(file, 'utf8')) as { own: number; child: number; folder: string };
  await expect.poll(() => [runs(ids.own), runs(ids.child)]).toEqual([false, false]);
  expect(existsSync(ids.folder)).toBe(false);
});

test('a bench that fails tells why', async () => {
  expect(await planted('fails')).toEqual({ kind: 'failed', why: 'it ended with 1: Error: this bench is broken' });
  expect(await planted('babbles')).toEqual({ kind: 'failed', why: 'its last line is no JSON: no figures' });
  expect(await planted('silent')).toEqual({ kind: 'failed', why: 'its last line is no JSON: ' });
});

test('the run goes on behind a bench that hangs; it is not tried again, and the table names it', async () => {
  const turns = [
    { unit: 'beads', system: 'ours' },
    { unit: 'opening', system: 'ours' },
  ] as const;
  const taken: string[] = [];
  const collected = await collect({ turns, rounds: 2, withBefore: false }, ({ unit }) => {
    taken.push(unit);
    return unit === 'beads' ? planted(`hangs ${join(folder, 'again')}`, 1000) : planted('works');
  });
  expect(taken).toEqual(['beads', 'opening', 'opening']);
  expect(collected.troubles).toEqual([{ unit: 'beads', system: 'ours', which: 'now', what: 'stopped after 1 s' }]);
  const goals = GOALS.filter(({ group }) => group === 'beads' || group === 'opening');
  const rows = goalRows(reportOf(collected, goals, MACHINE)).map((row) => row.join(' | '));
  expect(rows.find((row) => row.includes('from a bead'))).toContain('≤ 1.5 | ours: stopped after 1 s | beads');
  expect(rows.find((row) => row.includes('open 1000'))).toContain('met, with stretch');
});

test('a figure that could not be computed is no figure', async () => {
  const turns = [{ unit: 'opening', system: 'ours' }] as const;
  const collected = await collect({ turns, rounds: 1, withBefore: false }, () => planted('computes-nothing'));
  expect([...collected.now[0]!]).toEqual([]);
});
