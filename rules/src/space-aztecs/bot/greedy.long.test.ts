import { expect, test } from 'vitest';
import { random } from '../../contract/bot.ts';
import { fastChance } from '../../contract/fastChance.ts';
import { simulate } from '../../tools/matches.ts';
import { spaceAztecs } from '../index.ts';
import { optionsOf } from '../position.fixture.ts';
import { greedy } from './greedy.ts';

const PLAYABLE = { game: spaceAztecs, bots: { greedy, random } };
const MATCHES = 40;

/** One greedy bot, whose seat changes from match to match, among random ones. */
const alone = (seats: number, index: number) =>
  Array.from({ length: seats }, (_, seat) => (seat === index % seats ? ('greedy' as const) : ('random' as const)));

test.each([
  [2, 0.95],
  [3, 0.85],
  [4, 0.8],
  [5, 0.8],
  [6, 0.7],
])('among %i seats greedy beats random in more than %d of the matches', (seats, share) => {
  const won = Array.from({ length: MATCHES }, (_, index) => {
    const chance = fastChance(seats * 1000 + index);
    const { result } = simulate(PLAYABLE, { options: optionsOf(), bots: alone(seats, index), chance });
    return result.winners.some((winner) => winner === index % seats);
  });
  expect(won.filter(Boolean).length / MATCHES).toBeGreaterThan(share);
});

test('the same luck gives the same match, with every option', () => {
  const options = optionsOf({ memoryAid: 'ownLog', agentSelf: true, revealOrder: 'byTime', codex: false });
  const match = () => simulate(PLAYABLE, { options, bots: alone(3, 1), chance: fastChance(5) });
  expect(match()).toEqual(match());
});
