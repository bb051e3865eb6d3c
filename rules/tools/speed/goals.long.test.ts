import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { GAMES } from '../../src/catalogue/games.ts';
import { GOALS, isMissed, judged, type Row } from './goals.ts';

const [LISTING] = GOALS;

test('the ratio of each round counts, so that a slow minute of the machine changes nothing', () => {
  const round = (chessops: number, fast: number, slow: number) => new Map(Object.entries({ chessops, fast, slow }));
  const rows = judged(LISTING, [round(100, 150, 149), round(10, 15, 14), round(1000, 1400, 2000)]);
  expect(rows).toEqual([
    { way: 'list and play', name: 'chessops', movesPerSecond: 100, ratio: 1 },
    { way: 'list and play', name: 'fast', movesPerSecond: 150, ratio: 1.5, met: true },
    { way: 'list and play', name: 'slow', movesPerSecond: 149, ratio: 1.49, met: false },
  ]);
  expect(isMissed(rows)).toBe(true);
  expect(isMissed(rows.slice(0, 2))).toBe(false);
});

test('a game whose reference was not measured misses its goal', () => {
  expect(isMissed(judged(LISTING, [new Map([['game', 1000]])]))).toBe(true);
});

function bench(...given: readonly string[]) {
  const tool = resolve(import.meta.dirname, '../bench.ts');
  return spawnSync(process.execPath, [tool, '--rounds', '1', '--ms', '1', ...given], { encoding: 'utf8' });
}

test('every preset of every game is measured in both ways', { timeout: 120_000 }, () => {
  const { rows }: { readonly rows: readonly Row[] } = JSON.parse(bench('--json').stdout);
  const presets = [...GAMES.values()].flatMap(({ game }) => game.presets.map(({ id }) => id));
  for (const { way, reference } of GOALS)
    expect(rows.filter((row) => row.way === way).map(({ name }) => name)).toEqual([...presets, reference]);
  expect(rows.filter(({ movesPerSecond, ratio }) => !(movesPerSecond > 0 && ratio > 0))).toEqual([]);
});

test('the table says which goal is missed, and so does the exit code', { timeout: 120_000 }, () => {
  const { status, stdout } = bench();
  expect(stdout).toMatch(/^flower-war +\d+ +\d+\.\d\d +(not )?met$/m);
  expect(status).toBe(stdout.includes('not met') ? 1 : 0);
});
