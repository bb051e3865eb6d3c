import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'rules-tools-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(tool: string, ...given: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(import.meta.dirname, tool), ...given], {
    encoding: 'utf8',
    env: { ...process.env, INIT_CWD: folder },
  });
  return { status, said: stdout + stderr };
}

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

describe('scenarios', () => {
  const scenario = (tosses: number) => `game: tieqchieq
names: [red, yellow]
options: { startPlayer: host }
scenarios:
  - id: A
    title: a toss without heads
    chance: TTTT
    moves: [red: toss]
    then: { phase: { kind: tossing, seat: yellow }, tosses: ${tosses} }
`;

  test.each([
    ['all is well', () => file('good.yaml', scenario(1)), 0, 'ok   A      a toss without heads'],
    ['a scenario fails', () => file('bad.yaml', scenario(2)), 1, 'tosses: expected 2, got 1'],
    ['there is none', () => file('none.yaml', 'game: tieqchieq\nscenarios: []\n'), 1, 'no scenario found'],
    ['it is no YAML', () => file('torn.yaml', 'game: [tieqchieq'), 2, 'cannot read'],
    ['there is no file', () => 'missing.yaml', 2, 'cannot read'],
  ])('%s', (_, path, status, words) => {
    const ran = run('scenarios.ts', path());
    expect(ran.said).toContain(words);
    expect(ran.status).toBe(status);
  });
});

describe('simulate', () => {
  test('counts wins, lengths and endings, the same for the same seed', () => {
    const first = run(
      'balance/simulate.ts',
      '--game',
      'tieqchieq',
      '--matches',
      '20',
      '--json',
      '--options',
      'board=F7,turnCap=50',
    );
    const summary = JSON.parse(first.said);
    expect(summary).toMatchObject({ matches: 20, options: { board: 'F7', turnCap: 50 }, bots: ['greedy', 'greedy'] });
    expect(summary.events.tossed).toMatchObject({ mean: 50, p95: 50 });
    expect(summary.endings).toMatchObject([{ reason: 'turn-cap', count: 20 }]);
    expect(
      run(
        'balance/simulate.ts',
        '--game',
        'tieqchieq',
        '--matches',
        '20',
        '--json',
        '--options',
        'board=F7,turnCap=50',
      ),
    ).toEqual(first);
  });

  test('prints a row of Markdown for each number of seats', () => {
    const given = ['--game', 'flower-war', '--length', 'short', '--bots', 'thrifty', '--matches', '3', '--table'];
    const rows = run('balance/simulate.ts', ...given, '--seats', '2,3')
      .said.trimEnd()
      .split('\n');
    expect(rows[0]).toMatch(/^\| seats \| wins by seat, % \| no winner \| length \|/);
    expect(rows.slice(2).map((row) => row.slice(0, 5))).toEqual(['| 2 |', '| 3 |']);
    expect(new Set(rows.map((row) => row.split('|').length)).size).toBe(1);
  });

  test.each([
    [['--game', 'chess'], 'there is no game "chess"'],
    [['--game', 'tieqchieq', '--options', 'turnCap=0'], 'bad-value: turnCap; allowed: {"min":1,"max":4000}'],
    [['--bots', 'genius'], 'there is no bot "genius"; there are: greedy, random, strong, thrifty'],
    [['--game', 'tieqchieq', '--seats', '3'], 'is for 2 to 2 seats, not 3'],
    [['--matches', '1e3'], 'takes a whole number of at least 1 for --matches, not "1e3"'],
    [['--speed'], 'npm run simulate does not know --speed'],
  ])('%j is answered with a word and exit code 2', (given, words) => {
    const ran = run('balance/simulate.ts', ...given);
    expect(ran.said).toContain(words);
    expect(ran.status).toBe(2);
  });
});

describe('strength', () => {
  test('tells how often a bot wins, and how long it thinks', () => {
    const given = ['--game', 'tieqchieq', '--matches', '20', '--bots', 'greedy,random'];
    const { said, status } = run('balance/strength.ts', ...given);
    expect(status).toBe(0);
    expect(said).toMatch(/^greedy against random: tieqchieq, 2 seats, 20 matches\nwon (\d+)\.0 % /);
    expect(Number(/won (\d+)/.exec(said)?.[1])).toBeGreaterThan(70);
    expect(said).toMatch(/thought [\d.]+ ms about a move \(median\), p95 [\d.]+ ms; [1-9]\d* choices/);
  });

  test('a bot against itself wins half: both have the same seats and the same luck', () => {
    const given = ['--game', 'space-aztecs', '--matches', '12', '--bots', 'random,random', '--json'];
    expect(JSON.parse(run('balance/strength.ts', ...given).said)).toMatchObject({ won: 6, decided: 12 });
  });

  test('a bot that is not there is answered with a word', () => {
    const ran = run('balance/strength.ts', '--bots', 'strong,genius');
    expect(ran.said).toContain('there is no bot "genius"; there are: greedy, random, strong, thrifty');
    expect(ran.status).toBe(2);
  });
});

describe('lengths', () => {
  test('prints a line for each length and number of seats', () => {
    const { said, status } = run('lengths/lengths.ts', '--preset', 'flower-war', '--seats', '2,3', '--matches', '2');
    expect(status).toBe(0);
    expect(said).toContain('flower-war short, 3 seats: 2 matches');
    expect(said.match(/^\| (standard|short) \| [23] \|/gm)).toHaveLength(4);
  });

  test.each([
    [['--preset', 'tieqchieq', '--length', 'short'], 'no preset has that length with that number of seats'],
    [['--preset', 'tieqchieq', '--options', 'speed=3'], 'unknown-option: speed'],
    [['--write', '--matches', '20'], '--write keeps the options, the seed and the number of matches of the page'],
  ])('%j is answered with a word and exit code 2', (given, words) => {
    const ran = run('lengths/lengths.ts', ...given);
    expect(ran.said).toContain(words);
    expect(ran.status).toBe(2);
  });
});
