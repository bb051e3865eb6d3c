import { describe, expect, test } from 'vitest';
import { deckOf } from '../ring/cards/cards.ts';
import { DIRECTIONS } from '../ring/cards/dayCards.ts';
import { WEEK_CARDS } from '../ring/cards/weekCards.ts';
import { type Case, problemsOf } from './cases.fixture.ts';
import { DAY_CASES } from './dayCases.fixture.ts';
import { GOD_CASES, weekCases } from './godCases.fixture.ts';

/** [2.12, Appendix 1] Number, sign, direction and tier follow from the id alone. */
function dayCases(id: string): readonly Case[] {
  const index = Number(id.slice(1)) - 1;
  const sign = (index % 20) + 1;
  const tier = Math.floor((sign - 1) / 4);
  const direction = DIRECTIONS[(sign - 1) % 4]!;
  return DAY_CASES[index % 13]?.[direction]({ id, sign, tier, x: 1 + (tier % 3) }) ?? [];
}

const designs = (deck: 'day' | 'war' | 'rain') => [...new Set(deckOf('mexica', deck))];
const CASES: ReadonlyMap<string, readonly Case[]> = new Map([
  ...designs('day').map((id) => [id, dayCases(id)] as const),
  ...[...designs('war'), ...designs('rain')].map((id) => [id, GOD_CASES[id] ?? []] as const),
  ...WEEK_CARDS.map(({ id, day = 0 }) => [id, weekCases(day, id)] as const),
]);

describe('every design does what it says, and more than being spent', () => {
  test('there is a row for each', () => {
    expect(CASES.size).toBe(260 + 14 + 14 + 20);
    expect([...CASES].filter(([, cases]) => cases.length === 0)).toEqual([]);
  });

  test.each([...CASES])('[%s]', (_, cases) => {
    for (const one of cases) expect(problemsOf(one), one.title).toEqual([]);
  });
});
