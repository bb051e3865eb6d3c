import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runScenarios } from './scenario.ts';

const folder = resolve(import.meta.dirname, '../../scenarios');

describe.each(globSync('**/*.yaml', { cwd: folder }).toSorted())('%s', (path) => {
  test.each(
    runScenarios(parse(readFileSync(resolve(folder, path), 'utf8'))).map(
      ({ id, title, problems }) => [id, title, problems] as const,
    ),
  )('[%s] %s', (_id, _title, problems) => {
    expect(problems).toEqual([]);
  });
});

test('the example of SCENARIOS.md is true', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../SCENARIOS.md'), 'utf8');
  const example = /```yaml\n(.*?)```/s.exec(text)?.[1] ?? '';
  expect(runScenarios(parse(example))).toMatchObject([{ id: 'MINE-1', problems: [] }]);
});

describe('what is wrong with a scenario is said where it is wrong', () => {
  // `after` stands for `then`: an object with `then` would look like a promise
  const file = ({ after, ...scenario }: Readonly<Record<string, unknown>>) =>
    runScenarios({
      game: 'tieqchieq',
      names: ['red', 'yellow'],
      options: { startPlayer: 'host' },
      scenarios: [{ id: 'A', title: 'a', ...scenario, ...(after ? Object.fromEntries([['then', after]]) : {}) }],
    });
  const after = { phase: { kind: 'tossing', seat: 'yellow' }, tosses: 1 };
  const toss = { chance: 'TTTT', moves: [{ red: 'toss' }], after };
  const acting = { kind: 'acting', seat: 'red', roll: 1 };

  test.each([
    ['a wrong expectation', { ...toss, after: { ...after, tosses: 2 } }, 'tosses: expected 2, got 1'],
    ['a change left unsaid', { ...toss, after: { tosses: 1 } }, 'phase.seat: expected 0, got 1'],
    ['an unknown key', { ...toss, thne: {} }, 'unknown key "thne"; a scenario has: id, title, preset'],
    ['a path that is not there', { given: { side: {} } }, 'side does not exist; there are: options, sides'],
    ['a seat that is not there', { given: { sides: { blue: { home: 1 } } } }, 'sides.blue does not exist; there are 2'],
    ['the wrong type', { given: { tosses: 'many' } }, 'tosses must be a number, not "many"'],
    ['seven tokens', { given: { sides: { red: { home: 7 } } } }, 'given: sides.0 has 7 tokens, more than 6'],
    ['two on a square', { given: { sides: { red: { path: [3, 3] } } } }, 'given: sides.0.path has two tokens on one'],
    ['both colours on a square', { given: { sides: { red: { path: [5] }, yellow: { path: [11] } } } }, 'both colours'],
    ['a phase that does not exist', { given: { phase: { kind: 'dancing' } } }, 'given: there is no phase'],
    [
      'a roll that no token can use',
      { given: { phase: { ...acting, roll: 0 } } },
      'given: no token can use the roll 0',
    ],
    ['too little luck', { ...toss, chance: 'TTT' }, 'the script is used up (3 results), but heads or tails is needed'],
    ['too much luck', { ...toss, chance: 'TTTTH' }, 'chance: results are left over: ["heads"]'],
    ['luck of another kind', { ...toss, chance: [6] }, 'result 1 is 6, but heads or tails is needed'],
    ['a setup without luck', { options: { startPlayer: 'random' } }, 'the script is used up (0 results), but one of'],
    ['a setup with too much', { setup: [1] }, 'setup: results are left over: [1]'],
    ['an unlawful move', { moves: [{ red: 'stay' }] }, 'moves: {"red":"stay"} is refused: toss-first'],
    ['a move refused otherwise', { moves: [{ red: 'stay', refused: 'no-bonus' }] }, 'is refused: toss-first'],
    ['a lawful move', { ...toss, moves: [{ red: 'toss', refused: 'no-bonus' }] }, 'should be refused, but the rules'],
    ['two moves in one', { moves: [{ red: 'toss', yellow: 'toss' }] }, 'moves: one move for each item'],
    ['a stranger', { moves: [{ blue: 'toss' }] }, '"blue" is not a seat; there are: red, yellow'],
    ['other legal moves', { legal: { red: ['stay'] } }, 'legal.red: expected ["stay"], got ["toss"]'],
    ['a result too early', { result: { result: 'win' } }, 'result: the match is not over'],
    ['an unknown option', { options: { bord: 'S7' } }, 'unknown-option: bord; allowed: ["board"'],
    ['a value it cannot have', { options: { board: 'S8' } }, 'bad-value: board; allowed: ["S7","F7"]'],
    ['an unknown preset', { preset: 'chess' }, 'unknown-preset: chess; allowed: ["tieqchieq"'],
    ['too many seats', { seats: 3 }, 'seats: must be a number from 2 to 2'],
    ['no title', { title: '' }, 'title: every scenario has one'],
  ])('%s', (_, scenario, problem) => {
    expect(file(scenario)[0]!.problems.join('\n')).toContain(problem);
  });

  test.each([
    ['no file', null, 'a scenario file: must be keys with values'],
    ['another game', { game: 'chess' }, 'game: there is no "chess"; there are: flower-war, mexica, t'],
    ['an unknown key', { gmae: 1 }, 'unknown key "gmae"; a scenario file has: game, names'],
    ['no list', { game: 'tieqchieq', scenarios: 1 }, 'scenarios: must be a list'],
  ])('a file: %s', (_, data, problem) => {
    expect(runScenarios(data)[0]!.problems.join('\n')).toContain(problem);
  });
});
