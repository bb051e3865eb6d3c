/** Each tool is started as people start it. Some figures of docs/ are played anew. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GAMES } from '../src/catalogue/games.ts';
import { lineIn, ROWS } from './lengthRows.ts';

const folder = mkdtempSync(join(tmpdir(), 'rules-tools-'));

function run(tool: string, given: string) {
  const args = [resolve(import.meta.dirname, `${tool}.ts`), ...given.split(' ')];
  const env = { ...process.env, INIT_CWD: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  return { status, said: stdout + stderr, rows: stdout.split('\n').filter((line) => line.startsWith('| ')) };
}

const page = (name: string) => readFileSync(resolve(import.meta.dirname, `../../docs/${name}.md`), 'utf8');
const cellsOf = (row: string): readonly string[] => row.slice(2, -2).split(' | ');

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
    ['all is well', scenario(1), 0, 'ok   A      a toss without heads'],
    ['a scenario fails', scenario(2), 1, 'tosses: expected 2, got 1'],
    ['there is none', 'game: tieqchieq\nscenarios: []\n', 1, 'no scenario found'],
    ['it is not a YAML', 'game: [tieqchieq', 2, 'cannot read'],
    ['there is no file', undefined, 2, 'cannot read'],
  ])('%s', (_, text, status, words) => {
    const name = text === undefined ? 'missing.yaml' : 'file.yaml';
    if (text !== undefined) writeFileSync(join(folder, name), text);
    const ran = run('scenarios', name);
    expect(ran.said).toContain(words);
    expect(ran.status).toBe(status);
  });
});

test('simulate refuses an option that so few seats do not allow, as the server does', () => {
  const ran = run('simulate', '--game space-aztecs --seats 2 --options startPlayer=seat-5 --matches 1');
  expect(ran).toMatchObject({ status: 2, said: 'startPlayer=seat-5 does not fit a table of 2 seats\n' });
});

describe('value', () => {
  // Of so few matches, a cell strays by chance. Weights of another edition, or none, stray by more.
  test.each([
    ['tieqchieq', 2, 200, 5],
    ['flower-war', 4, 25, 5],
    ['mexica', 4, 15, 5],
    ['space-aztecs', 4, 80, 4],
  ])('%s: as many positions are won as the values say', (game, seats, matches, most) => {
    const { rows } = run('value', `--game ${game} --seats ${seats} --matches ${matches} --seed 5`);
    const editions = rows.slice(2).map(cellsOf);
    expect(editions.map(([edition]) => edition)).toEqual(GAMES.get(game)!.game.presets.map(({ id }) => id));
    for (const [, , , positions, brier, without, astray] of editions) {
      expect(Number(positions)).toBe(24 * matches);
      expect(Number(brier)).toBeLessThan(Number(without));
      expect(Number(astray)).toBeLessThan(most);
    }
  });

  test('positions that are played on end as their values say', () => {
    const { rows } = run('value', '--game tieqchieq --matches 20 --rollouts 60');
    for (const row of rows.slice(2).map(cellsOf)) {
      const [, , positions, rollouts, said, came, spread, error] = row;
      expect([positions, rollouts, said, came]).toEqual(['20', '60', '50.0', '50.0']);
      expect(Number(error)).toBeLessThan(Number(spread) / 2);
    }
  });
});

describe('simulate', () => {
  test('prints the same for the same seed, as JSON or as text', () => {
    const given = '--game tieqchieq --matches 20 --options board=F7,turnCap=50';
    const summary = JSON.parse(run('simulate', `${given} --json`).said);
    expect(summary).toMatchObject({ matches: 20, options: { board: 'F7', turnCap: 50 }, bots: ['greedy', 'greedy'] });
    expect(summary.endings).toMatchObject([{ reason: 'turn-cap', count: 20 }]);
    const text = run('simulate', given).said;
    expect(text).toMatch(/^no winner +\d+ %$/m);
    expect(text).toMatch(/^endings +turn-cap 100 %$/m);
    expect(run('simulate', given).said).toBe(text);
  });

  test('a row for each number of seats', () => {
    const { rows } = run('simulate', '--game flower-war --length short --bots thrifty --matches 3 --table --seats 2,3');
    expect(rows.slice(2).map((row) => cellsOf(row)[0])).toEqual(['2', '3']);
  });

  test('habits leave fewer decisions; Space Aztecs has none', () => {
    for (const game of ['tieqchieq', 'space-aztecs']) {
      const rows = run('simulate', `--decisions --game ${game} --matches 6 --seed 4`).rows.slice(2).map(cellsOf);
      expect(rows.map(([edition]) => edition)).toEqual(GAMES.get(game)!.game.presets.map(({ id }) => id));
      for (const [, , , ...medians] of rows) {
        const [asked = 0, ...kept] = medians.map(Number);
        if (game === 'space-aztecs') expect(new Set(kept)).toEqual(new Set([asked]));
        else expect(Math.max(...kept)).toBeLessThan(asked);
      }
    }
  });

  /** Tables of which a row takes some seconds. Every game and every bot is among them. */
  test.each([
    '--preset flower-war --seats 2,3,4,5,6 --bots greedy --length short',
    '--preset flower-war-early --seats 2,3,4 --bots greedy --length short',
    '--preset mexica --seats 2,3,4 --bots thrifty',
    '--preset tieqchieq --seats 2 --bots greedy',
    '--preset tieqchieq-fortress --seats 2 --bots random',
    '--preset space-aztecs --seats 2,3,4,5,6 --bots random',
  ])('docs/balance.md has what the rules give for two seats: %s', (series) => {
    const [before = '', after = ''] = page('balance').split(` ${series} --matches 60 --seed 1\n`);
    const game = before.slice(before.lastIndexOf('--game'));
    const { rows } = run('simulate', `--table ${game} ${series.replace(/ --seats \S+/, ' --seats 2')} --matches 60`);
    expect(after).toContain(`\`\`\`\n\n${rows.join('\n')}\n`);
  });
});

describe('strength', () => {
  test('a bot against itself has its part, since it sits everywhere once with the same luck', () => {
    const given = '--game space-aztecs --matches 12 --bots random,random --until end';
    expect(JSON.parse(run('strength', `${given} --json`).said)).toMatchObject({ won: 6, decided: 12, matches: 12 });
    const { said } = run('strength', given);
    expect(said).toMatch(/^random against random: space-aztecs, 2 seats, 12 matches\n/);
    expect(said).toMatch(/\nby result: no answer yet; 1\.00 ± 0\.00 times its part\nwon 50\.0 % .* of 12 matches/);
    const { said: once } = run('strength', given.replace('12', '2'));
    expect(once).toMatch(/\nby result: no answer yet; 1\.00 times its part\n/); // one round tells nothing of how far others are
    expect(said).toMatch(/thought [\d.]+ ms about a move \(median\), p95 [\d.]+ ms; [1-9]\d* choices/);
  });

  test('stops as soon as it knows, and says after how many matches', () => {
    const { matches, answers } = JSON.parse(
      run('strength', '--game tieqchieq --bots greedy,random --h1 1.5 --json').said,
    );
    expect(answers).toMatchObject({ account: { answer: 'h1' }, result: { answer: 'h1' } });
    expect(matches).toBe(Math.max(answers.account.matches, answers.result.matches));
  });
});

test('limit tells what a player can win, as far as it is asked to look', () => {
  const { said } = run('limit', '--preset tieqchieq-young --least-home 5');
  expect(said).toMatch(/^tieqchieq-young: no player wins more than \d+\.\d\d % against greedy; /m);
  expect(run('limit', '--preset tieqchieq-old')).toMatchObject({ status: 2 });
});

test('lengths plays in several threads what docs/lengths.md has', () => {
  const { rows, said } = run('lengths', '--game tieqchieq --threads 3');
  const lines = ROWS.filter(({ game }) => game === 'tieqchieq').map((row) => lineIn(page('lengths'), row));
  expect(rows.slice(2)).toEqual(lines);
  expect(said).toContain('tieqchieq-young, 2 seats: 1000 matches');
});

test('learn prints two weights for each prospect', () => {
  const { said } = run('learn', '--game mexica --matches 2');
  expect(said).toMatch(/^( {2}'[a-z-]+': \[-?[\d.]+, -?[\d.]+\],\n){10,}$/);
});

test('learn tries the weights of Space Aztecs out, and tells how many matches it won meanwhile', () => {
  const { said } = run('learn', '--game space-aztecs --matches 3 --tried 512');
  expect(said).toMatch(/^512 matches: won \d+ %$/m);
  expect(said.match(/^ {2}'[a-z-]+': \[-?[\d.]+, -?[\d.]+\],$/gm)).toHaveLength(23);
});

test('bench measures every preset in both ways, beside its reference', () => {
  const { rows }: { rows: { name: string; way: string; ratio: number }[] } = JSON.parse(
    run('bench', '--rounds 1 --ms 1 --json').said,
  );
  const presets = [...GAMES.values()].flatMap(({ game }) => game.presets.map(({ id }) => id));
  expect(rows.map(({ name }) => name)).toEqual([...presets, 'chessops', ...presets, 'boardgame.io']);
  expect(rows.filter(({ ratio }) => !(ratio > 0))).toEqual([]);
});

test.each([
  ['simulate', '--game chess', 'there is no game "chess"'],
  ['simulate', '--game tieqchieq --options turnCap=0', 'bad-value: turnCap; allowed: {"min":1,"max":4000}'],
  ['simulate', '--bots genius', 'there is no bot "genius"; there are: greedy, random, strong, easy, thrifty'],
  ['simulate', '--game tieqchieq --seats 3', 'is for 2 to 2 seats, not 3'],
  ['learn', '--game mexica --tried 512', '--tried is for --game space-aztecs alone'],
  ['strength', '--h0 1.3 --h1 1.2', '--h1 must be more than --h0, which is 1.3'],
  ['value', '--game chess', 'takes flower-war, mexica, tieqchieq, space-aztecs for --game, not "chess"'],
  ['value', '--preset chess', 'for --preset, not "chess"'],
  ['lengths', '--game chess', 'for --game, not "chess"'],
  ['lengths', '--preset chess', 'for --preset, not "chess"'],
  ['lengths', '--preset tieqchieq --length short', 'no preset has that length with that number of seats'],
  ['lengths', '--preset tieqchieq --options speed=3', 'unknown-option: speed'],
  ['lengths', '--write --matches 20', '--write keeps the options, the seed and the number of matches of the page'],
])('%s %s is answered with a word and exit code 2', (tool, given, words) => {
  const ran = run(tool, given);
  expect(ran.said).toContain(words);
  expect(ran.status).toBe(2);
});
