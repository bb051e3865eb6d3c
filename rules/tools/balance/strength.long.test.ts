/** The strong bot is strong, and quick enough. `npm run strength` plays more matches. */
import { expect, test } from 'vitest';
import { chosenGame, chosenOptions } from '../match.ts';
import { spread } from '../statistics.ts';
import { duel } from './duel.ts';

const MATCHES = 40;
/** On a quiet core a choice takes less than half of that. */
const MOST_MS = 200;

test.each(['flower-war', 'mexica', 'space-aztecs', 'tieqchieq'])('strong beats greedy in %s', (id) => {
  const entry = chosenGame(id);
  const bots = [entry.bots.strong, entry.bots.greedy] as const;
  const options = chosenOptions(entry, undefined, '');
  const { won, decided, choices } = duel(entry, { options, bots, seats: 2, matches: MATCHES, seed: 1 });
  expect(won / decided).toBeGreaterThan(0.55);
  expect(spread(choices).p95).toBeLessThan(MOST_MS);
});
