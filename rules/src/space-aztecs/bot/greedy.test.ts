import { expect, test } from 'vitest';
import { random } from '../../contract/game.ts';
import { fastChance } from '../../contract/chance.ts';
import { optionsOf, simulate } from '../../tools/matches.ts';
import { spaceAztecs } from '../index.ts';
import { greedy } from './greedy.ts';

test('the same luck gives the same match, with every option', () => {
  const options = optionsOf(spaceAztecs, undefined, {
    memoryAid: 'ownLog',
    agentSelf: true,
    revealOrder: 'byTime',
    codex: false,
  });
  const bots = ['random', 'greedy', 'random'] as const;
  const match = () =>
    simulate({ game: spaceAztecs, bots: { greedy, random } }, { options, bots, chance: fastChance(5) });
  expect(match()).toEqual(match());
});
