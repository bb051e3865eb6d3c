/** The types of a game are promises about what its rules do. The compiler keeps most of them; these tests the others. */
import { expect, test } from 'vitest';
import { fastChance } from '../contract/chance.ts';
import { resolveOptions } from '../contract/optionSpec.ts';
import { chancesOf, drawOptions, drawSeats, playOut } from '../tools/matches.ts';
import { GAMES } from './games.ts';
import type { GameId, GameTypes } from './gameTypes.ts';

type Kinds<G extends GameId> = Readonly<Record<GameTypes[G]['event']['kind'], true>>;

const OF_RING = {
  'turn-began': true,
  rolled: true,
  moved: true,
  skulls: true,
  challenged: true,
  'battle-rolled': true,
  'extra-die': true,
  coin: true,
  'battle-won': true,
  'battle-tied': true,
  'card-played': true,
  cancelled: true,
  'card-discarded': true,
  'card-drawn': true,
  'card-given': true,
  'deck-empty': true,
  'deck-rebuilt': true,
  sacrificed: true,
  'card-offered': true,
  'extra-turn': true,
  apocalypse: true,
  'ending-fixed': true,
  countdown: true,
  forestalled: true,
  'balance-settled': true,
  'turn-ended': true,
  retired: true,
  ended: true,
} as const;

const KINDS: readonly (readonly [GameId, object])[] = [
  [
    'flower-war',
    {
      ...OF_RING,
      'trap-sprung': true,
      'card-taken': true,
      'disc-taken': true,
      'disc-duel': true,
      'omen-cancelled': true,
      'omens-woke': true,
    } satisfies Kinds<'flower-war'>,
  ],
  ['mexica', { ...OF_RING, 'event-revealed': true, 'week-taken': true } satisfies Kinds<'mexica'>],
];

test.each(KINDS)('%s tells no event that its type does not name', (id, kinds) => {
  const { game } = GAMES.get(id)!;
  const told = new Set<string>();
  for (let seed = 1; seed <= 20; seed++) {
    const chance = fastChance(seed);
    const options = drawOptions(game.options, chance);
    const state = game.setup(options, drawSeats(game.seats, chance), chance);
    const { steps } = playOut(game, { state, chanceAt: chancesOf(seed), cap: 20_000 });
    for (const { kind } of steps.flatMap(({ events }) => events as { kind: string }[])) told.add(kind);
  }
  expect([...told].filter((kind) => !Object.hasOwn(kinds, kind))).toEqual([]);
  expect(told.size).toBeGreaterThan(20);
});

test('every game stands under its own id', () => {
  expect([...GAMES].map(([id, { game }]) => [id, game.id])).toEqual([...GAMES.keys()].map((id) => [id, id]));
});

const SEAT_NAMES: Readonly<Record<GameId, readonly string[]>> = {
  'flower-war': ['EAST', 'NORTH', 'SOUTH', 'CENTER', 'ZENITH', 'WEST'],
  mexica: ['EAST', 'NORTH', 'WEST', 'SOUTH'],
  'space-aztecs': ['1', '2', '3', '4', '5', '6'],
  tieqchieq: ['RED', 'YELLOW'],
};

test.each(Object.entries(SEAT_NAMES))('the seats of %s at its largest table', (id, names) => {
  const { game, seatNames } = GAMES.get(id)!;
  const resolved = resolveOptions(game, undefined, {});
  expect(resolved.ok && seatNames(resolved.options, game.seats[1])).toEqual(names);
});
