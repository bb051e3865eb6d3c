import { expect, test } from 'vitest';
import { fastChance } from '../../contract/chance.ts';
import type { Options } from '../../contract/optionSpec.ts';
import { entryOf, questionsAnswered } from '../../ring/bot/greedy.fixture.ts';
import { mexica } from '../index.ts';
import type { MexicaSettings } from '../options.ts';
import { scoresOf } from './greedy.ts';
import { DAY_CARD, HASTY } from './weights.ts';
import { optionsOf } from '../../tools/matches.ts';

const MEXICA = entryOf('mexica');
const QUESTIONS = [
  'moving',
  'adding-steps',
  'ranged',
  'choosing-opponent',
  'battle',
  'reacting',
  'offering',
  'drawing',
  'playing',
  'discarding',
  'picking',
  'dealing',
  'giving',
  'choosing',
  'paying-card',
];

test('greedy answers every question with a legal move, whatever the options', () => {
  expect([...questionsAnswered(MEXICA, 60)].toSorted()).toEqual(QUESTIONS.toSorted());
});

test('a day is worth what the options make of it; steps are counted from the day to which the roll leads', () => {
  const worths = (given: Options) => {
    const options = optionsOf(MEXICA.game, 'mexica', given) as MexicaSettings;
    const start = mexica.setup(options, 2, fastChance(1));
    // East stands on day 20. Its roll leads to day 3, which is full; on day 4 one token is missing.
    const state = {
      ...start,
      days: start.days.with(3, 12),
      phase: { kind: 'adding-steps', seat: 0, roll: 3, most: 1 },
    };
    const asked = state as typeof start;
    return scoresOf({ view: mexica.view(asked, 0), seat: 0, options, legal: mexica.legalMoves(asked, 0) }, HASTY);
  };
  const [full = 0, less = 0] = worths({});
  expect(full - less).toBeCloseTo(DAY_CARD);
  expect(new Set(worths({ firstLandingDayCard: false })).size).toBe(1);
});
