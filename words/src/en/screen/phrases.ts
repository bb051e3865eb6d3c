/** Phrases that a player can say without typing. */
import type { PhraseId } from '@flower-war/protocol';

export const PHRASES: Readonly<Record<PhraseId, string>> = {
  hello: 'Hello!',
  'good-luck': 'May the gods favour you.',
  'your-turn': 'It is your turn.',
  thinking: 'Give me a moment to think.',
  hurry: 'The gods grow impatient.',
  away: 'I will be back in a moment.',
  back: 'I am back.',
  'nice-throw': 'The gods love your dice.',
  'bad-throw': 'The gods hate my dice.',
  'my-skulls': 'My beautiful skulls!',
  truce: 'Let us not fight today.',
  revenge: 'The next battle is mine.',
  'end-is-near': 'The end of the world is near.',
  'well-played': 'Well played.',
  thanks: 'Thank you.',
  sorry: 'Sorry about that.',
  again: 'Shall we play once more?',
  goodbye: 'Farewell.',
};
