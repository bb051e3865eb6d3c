/** English. */
import { wordsOf } from '../language.ts';
import { BOTS } from './bots.ts';
import { CODES } from './codes.ts';
import { count } from './count.ts';
import { DAYS } from './days.ts';
import { ENDINGS } from './endings.ts';
import { EVENTS } from './events.ts';
import { HABITS } from './habits.ts';
import { MOVES } from './moves.ts';
import { OPTIONS } from './options.ts';
import { PROMPTS } from './prompts.ts';
import { REASONS } from './reasons.ts';
import { RING_CARDS } from './ring/cards.ts';
import { SCREEN } from './screen/index.ts';
import { SPACE_AZTECS_CARDS } from './spaceAztecsCards.ts';

export const english = wordsOf({
  language: 'en',
  days: DAYS,
  codes: CODES,
  reasons: REASONS,
  options: OPTIONS,
  bots: BOTS,
  habits: HABITS,
  ring: RING_CARDS,
  spaceAztecs: SPACE_AZTECS_CARDS,
  endings: ENDINGS,
  events: EVENTS,
  moves: MOVES,
  prompts: PROMPTS,
  screen: SCREEN,
  counters: {
    'flower-war': (n) => count(n, { one: 'a skull', other: '# skulls' }),
    mexica: (n) => count(n, { one: 'a token', other: '# tokens' }),
  },
});
