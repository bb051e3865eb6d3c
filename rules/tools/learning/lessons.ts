/** What `npm run learn` notes in the matches of each game. */
import type { AnyGame } from '../../src/catalogue/anyGame.ts';
import { standingsOf } from '../../src/mexica/bot/standing.ts';
import { PROSPECTS as MEXICA, lateness } from '../../src/mexica/bot/prospects.ts';
import type { MexicaTable } from '../../src/mexica/table.ts';
import { censusesOf } from '../../src/space-aztecs/bot/census.ts';
import { outlookIn } from '../../src/space-aztecs/bot/outlook.ts';
import { decades, PROSPECTS as SPACE_AZTECS } from '../../src/space-aztecs/bot/prospects.ts';
import type { State } from '../../src/space-aztecs/model/state.ts';
import { scoresOf, totalOf } from '../../src/space-aztecs/scoring.ts';

export interface Lesson {
  /** The names of the prospects, of which each has two weights. */
  readonly names: readonly string[];
  /** One move of so many is random. */
  readonly random: number;
  /** What the prospects of seat 0 and 1 differ in, and by how much the second weight counts. */
  readonly noted: (state: ReturnType<AnyGame['setup']>) => Note;
  /** What seat 0 is ahead in a position, or at the end. */
  readonly lead: (state: ReturnType<AnyGame['setup']>) => number;
}

export interface Note {
  readonly differences: readonly number[];
  readonly time: number;
}

export const LESSONS: Readonly<Record<string, Lesson>> = {
  'space-aztecs': {
    names: SPACE_AZTECS.map(({ name }) => name),
    random: 6,
    noted: (state: State) => {
      const outlook = outlookIn(state);
      const [own, other] = two(censusesOf(state.cities, state.removed));
      const differences = SPACE_AZTECS.map(({ of }) => of(own, outlook) - of(other, outlook));
      return { differences, time: decades(outlook) };
    },
    lead: ({ cities, removed }: State) => {
      const [own, other] = two(scoresOf(cities, removed).map(totalOf));
      return own - other;
    },
  },
  mexica: {
    names: MEXICA.map(({ name }) => name),
    random: 20,
    noted: (table: MexicaTable) => {
      const [own, other] = two(standingsOf(table));
      return { differences: MEXICA.map(({ of }) => of(own) - of(other)), time: lateness(table) };
    },
    lead: ({ phase }: MexicaTable) =>
      phase.kind !== 'over' || phase.winner === undefined ? 0 : phase.winner === 0 ? 1 : -1,
  },
};

function two<T>([first, second]: readonly T[]): readonly [T, T] {
  if (first === undefined || second === undefined) throw new Error('a lesson needs two seats');
  return [first, second];
}
