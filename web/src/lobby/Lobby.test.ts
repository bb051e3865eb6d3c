import { expect, test } from 'vitest';
import type { Hosted } from '../app/games.ts';
import { againstBots, opponentsOf, usualWish, withFriends } from './Lobby.tsx';

const RING = {
  id: 'flower-war',
  seats: [2, 6],
  bots: ['random', 'greedy'],
  options: [{ name: 'length', type: 'choice', default: 'standard', values: ['standard', 'short'] }],
} as unknown as Hosted;

const OTHER = { id: 'new-game', seats: [1, 3], bots: ['odd'], options: [] } as unknown as Hosted;

test('one tap is a short match against the bot that plays well', () => {
  expect(againstBots(usualWish(RING))).toEqual({
    game: 'flower-war',
    seats: 2,
    options: { length: 'short' },
    bots: [{ bot: 'greedy' }],
    table: { habits: 'usual' },
  });
});

test('a game of a newer server is played with what it has', () => {
  expect(againstBots(usualWish(OTHER))).toEqual({
    game: 'new-game',
    seats: 2,
    options: {},
    bots: [{ bot: 'odd' }],
    table: { habits: 'usual' },
  });
});

test('friends meet at a private table without bots', () => {
  expect(withFriends({ ...usualWish(RING), opponents: 3 })).toEqual({
    game: 'flower-war',
    seats: 4,
    options: { length: 'short' },
    table: { habits: 'usual', visibility: 'private' },
  });
});

test('there are as many opponents as the game has seats for', () => {
  expect(opponentsOf(RING)).toEqual([1, 2, 3, 4, 5]);
  expect(opponentsOf(OTHER)).toEqual([1, 2]);
});
