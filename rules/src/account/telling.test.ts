import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { GAMES } from '../catalogue/games.ts';
import { fastChance } from '../contract/chance.ts';
import { bots, begin, advanced, newest, replayed, seeded } from '../tools/localMatch.ts';
import { greedyCourse } from '../tools/matches.ts';
import { accountOf } from './accountOf.ts';
import { courseOfLocal, tellingsOf } from './telling.ts';
import { sharesOf, VAGUE_EDITIONS } from './value.ts';

const courseIn = (id: string, seats: number) =>
  greedyCourse(GAMES.get(id)!, { preset: id, seats, chance: fastChance(7) });

describe.each([
  ['tieqchieq', 2],
  ['space-aztecs', 3],
] as const)('what is told of %s', (id, seats) => {
  const course = courseIn(id, seats);
  const tellings = [...tellingsOf(course)];
  const { chances, account, marks } = tellings.at(-1)!;

  test('the chances come before the account, one point for each step, and end with the result', () => {
    expect(tellings).toHaveLength(2);
    expect(tellings[0]).toEqual({ chances, marks: [] });
    expect(chances.map(({ seq }) => seq)).toEqual([0, ...course.steps.map(({ seq }) => seq)]);
    for (const { by } of chances) expect(by.reduce((sum, share) => sum + share, 0)).toBeLessThan(1_000_003);
    expect(chances.at(-1)?.by).toEqual(sharesOf(course.result.winners, seats).map((share) => share * 1_000_000));
    expect(account).toEqual(accountOf(course));
  });

  test('each seat has at most five moments, which the account has too, the earliest first', () => {
    expect(marks).toHaveLength(seats + 1);
    for (const [viewer, own] of marks.entries()) {
      expect(own.length).toBeLessThanOrEqual(5);
      expect(own.map(({ seq }) => seq)).toEqual([...new Set(own.map(({ seq }) => seq))].toSorted((a, b) => a - b));
      for (const { seq, kind, of, seat, by, move, best } of own) {
        const moment = account!.moments.find((one) => one.seq === seq)!;
        expect(kind === 'luck' ? moment.luck![of] : moment.skill![seat]).toBe(by);
        expect(Math.abs(by)).toBeGreaterThanOrEqual(20_000);
        expect(move).toMatchObject({ move: moment.move });
        if (viewer < seats) expect(of).toBe(viewer);
        if (kind === 'mistake')
          expect(best?.move).toMatchObject({ move: moment.best, verb: expect.stringMatching(/./) });
      }
    }
    expect(marks.flat().some(({ kind }) => kind === 'mistake')).toBe(true);
  });
});

test('mistakes are told of a seat alone whose cost is larger than its interval', () => {
  const course = courseIn('space-aztecs', 4);
  const { account, marks } = [...tellingsOf(course)].at(-1)!;
  const unsure = account!.seats.filter(({ own }) => Math.abs(own.value) <= own.within).map(({ seat }) => seat);
  expect(unsure.length).toBeGreaterThan(0);
  expect(marks.flat().filter(({ kind, seat }) => kind === 'mistake' && unsure.includes(seat))).toEqual([]);
});

/** In %: how far what is said of positions may be from how their matches end. */
const MOST_ASTRAY = 8;

function worstOf(cells: string): number {
  const gaps = [...cells.matchAll(/([\d.]+) → ([\d.]+)/g)].map(([, said, came]) =>
    Math.abs(Number(said) - Number(came)),
  );
  return Math.max(...gaps);
}

test('nothing is told of the editions that the document calls vague, and of no others', () => {
  const table = readFileSync(fileURLToPath(new URL('../../../docs/luck.md', import.meta.url)), 'utf8');
  const rows = [...table.matchAll(/^\| ([a-z-]+) \| \d+ \| \d+ \| \d+ \| 0\.\d+ \| 0\.\d+ \|(.*)$/gm)];
  const vague = rows.filter(([, , cells = '']) => worstOf(cells) > MOST_ASTRAY).map(([, preset]) => preset);
  expect(rows).toHaveLength(9);
  expect([...VAGUE_EDITIONS].toSorted()).toEqual(vague.toSorted());
  expect([...tellingsOf({ ...courseIn('tieqchieq', 2), preset: 'mexica' })]).toEqual([]);
  expect([...tellingsOf({ ...courseIn('tieqchieq', 2), preset: 'another' })]).toEqual([]);
});

test('a match without a server has a course once it is over, and the same one when it is played again', () => {
  const entry = GAMES.get('tieqchieq')!;
  const { options } = courseIn('tieqchieq', 2);
  const names = [undefined, 'greedy'] as const;
  const start = entry.game.setup(options, 2, fastChance(3));
  const answer = bots(entry, { names, seed: 3 });
  const setting = { game: entry.game, options, seat: 0, start, chanceAt: seeded(3), answer } as const;
  let match = begin(setting);
  while (entry.game.result(newest(match).state) === undefined) {
    expect(courseOfLocal(match)).toBeUndefined();
    const next = advanced(match);
    const [own] = entry.game.legalMoves(newest(next).state, 0);
    match =
      next !== match || own === undefined
        ? next
        : replayed(setting, [...movesIn(next), { seat: 0, move: entry.game.format(own) }]);
  }
  const account = accountOf(courseOfLocal(match)!);
  expect(account?.seats.map(({ choices }) => choices > 0)).toEqual([true, true]);
  expect(accountOf(courseOfLocal(replayed({ ...setting, answer: () => undefined }, movesIn(match)))!)).toEqual(account);
});

const movesIn = ({ moments }: ReturnType<typeof begin>) => moments.flatMap(({ made }) => made ?? []);
