/** The strong bot is far better than chance. `npm run strength` tells how much better than `greedy` it is, and how long it thinks. */
import { expect, test } from 'vitest';
import { chosenGame, chosenOptions } from '../match.ts';
import { duel } from './duel.ts';

const MATCHES = 10;
const LENGTHS: Readonly<Record<string, string>> = { 'flower-war': 'length=short', mexica: 'length=short' };

test.each(['flower-war', 'mexica', 'space-aztecs', 'tieqchieq'])('strong beats random in %s', (id) => {
  const entry = chosenGame(id);
  const bots = [entry.bots.strong, entry.bots.random] as const;
  const options = chosenOptions(entry, undefined, LENGTHS[id] ?? '');
  const { won, decided } = duel(entry, { options, bots, seats: 2, matches: MATCHES, seed: 1 });
  expect(decided).toBeGreaterThan(MATCHES / 2);
  expect(won / decided).toBeGreaterThanOrEqual(0.8);
});
