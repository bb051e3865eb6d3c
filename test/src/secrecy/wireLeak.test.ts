/**
 * Twin matches over real sockets that differ only in what a viewer must not know. Until the rules make a difference
 * public, the viewer gets the same frames, in bytes, order and number, for all moves, attempts and requests.
 */
import { actions } from '@flower-war/protocol';
import { fastChance, GAMES } from '@flower-war/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMAND_NAMES, drawCommand } from './wire/commands.ts';
import { nothingSeen, playPair } from './wire/pair.ts';
import { nothingPending, pendingIn, playPending } from './wire/pending.ts';
import { foldedPlansFrom, plansFrom } from './wire/plan.ts';
import { Stage } from './wire/stage.ts';
import { EDITIONS, gameOf, twinsFrom } from './wire/twins.ts';

const SEED = Number(process.env.SEED ?? 1);
const PAIRS = 8;
let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage?.stop());

test('every game is played, in every preset', () => {
  expect(new Set(EDITIONS.map(({ game }) => game))).toEqual(new Set(GAMES.keys()));
  expect(EDITIONS.map(({ preset }) => preset)).toEqual(
    expect.arrayContaining(['flower-war', 'flower-war-rules-of-play', 'mexica', 'flower-war-early', 'space-aztecs']),
  );
});

test.each(EDITIONS)(
  `complaint 15, hidden information leaks: $game, $preset: in ${PAIRS} pairs a viewer learns nothing before its time, from seed ${SEED} on`,
  async (edition) => {
    const seen = nothingSeen();
    for (const plan of plansFrom(edition, { seed: SEED, count: PAIRS })) await playPair(stage, plan, seen);
    expect(seen.pairs).toBe(PAIRS);
    expect(seen.steps).toBeGreaterThan(PAIRS * 4);
    expect(seen.frames).toBeGreaterThan(PAIRS * 10);
    if (gameOf(edition).windows !== undefined) expect(seen.windows).toBeGreaterThan(0);
    if (edition.game === 'space-aztecs') expect(seen.secrets).toBeGreaterThan(10);
  },
);

const FOLDED = EDITIONS.filter((edition) => gameOf(edition).habits !== undefined);

test.each(FOLDED)(
  `$game, $preset: what habits answer, and when, tells a viewer nothing, from seed ${SEED} on`,
  async (edition) => {
    const seen = nothingSeen();
    for (const plan of foldedPlansFrom(edition, { seed: SEED, count: PAIRS })) await playPair(stage, plan, seen);
    expect(seen.pairs).toBe(PAIRS);
    expect(seen.steps).toBeGreaterThan(PAIRS * 4);
    expect(seen.habits).toBeGreaterThan(PAIRS * 4);
  },
);

const WINDOWED = EDITIONS.filter((edition) => gameOf(edition).windows !== undefined);

test.each(WINDOWED)(
  `$game, $preset: whatever is asked for while a move is pending tells nothing of a window, from seed ${SEED} on`,
  async (edition) => {
    const seen = nothingPending();
    const plans = plansFrom(edition, { seed: SEED, count: PAIRS });
    for (const pending of plans.flatMap(pendingIn)) await playPending(stage, pending, seen);
    expect(seen.pairs).toBeGreaterThan(0);
    expect(Object.keys(seen.commands).length).toBeGreaterThan(0);
  },
);

test('every command is drawn', () => {
  const scene = {
    chance: fastChance(SEED),
    viewer: 0,
    seats: [0, 1, 2],
    free: [1],
    idle: [1, 2],
    isLate: true,
    leavesAlike: true,
  } as const;
  const drawn = Array.from({ length: 1000 }, () => drawCommand(scene).name);
  expect(new Set(drawn)).toEqual(new Set(COMMAND_NAMES));
  expect(COMMAND_NAMES).toEqual(expect.arrayContaining(Object.keys(actions)));
});

test('in Tieqchieq nothing is hidden: everybody sees all that there is', () => {
  for (const edition of EDITIONS.filter(({ game }) => game === 'tieqchieq')) {
    const game = gameOf(edition);
    expect(game.windows).toBeUndefined();
    for (let seed = 1; seed <= 20; seed++) {
      const { table } = twinsFrom(edition, seed).starts[0];
      const views = ([0, 1, 'spectator', 'all'] as const).map((viewer) => game.view(table, viewer));
      for (const view of views) expect(view).toEqual(views[0]);
    }
  }
});
