/**
 * Twin matches over real sockets that differ only in what a viewer must not know. Until the rules make a difference
 * public, the viewer gets the same frames, in bytes, order and number, for all moves, attempts and requests.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nothingSeen, playPair } from './wire/pair.ts';
import { nothingPending, pendingIn, playPending } from './wire/pending.ts';
import { type Edition, EDITIONS, foldedPlansFrom, gameOf, type Plan, plansFrom, twinsFrom } from './wire/plan.ts';
import { Stage } from './wire/table.ts';

const SEED = Number(process.env.SEED ?? 1);
/** `npm run do -- leaks` plays as many as one likes. */
const PAIRS = 1;
const [seen, folded, pending] = [nothingSeen(), nothingSeen(), nothingPending()];
const plans = new Map<Edition, readonly Plan[]>();
let stage: Stage;

function plansOf(edition: Edition): readonly Plan[] {
  const made = plans.get(edition) ?? plansFrom(edition, { seed: SEED, count: PAIRS });
  plans.set(edition, made);
  return made;
}

beforeAll(async () => {
  stage = await Stage.open({ WEB: 'on' }); // with pictures for links
});
afterAll(() => stage?.stop());

test.each(EDITIONS)(
  `complaint 15, hidden information leaks: $game, $preset: in a pair of matches a viewer learns nothing before its time, from seed ${SEED} on`,
  async (edition) => {
    for (const plan of plansOf(edition)) await playPair(stage, plan, seen);
  },
);

const FOLDED = EDITIONS.filter((edition) => gameOf(edition).habits !== undefined);

test.each(FOLDED)(
  `$game, $preset: what habits answer, and when, tells a viewer nothing, from seed ${SEED} on`,
  async (edition) => {
    for (const plan of foldedPlansFrom(edition, { seed: SEED, count: PAIRS })) await playPair(stage, plan, folded);
  },
);

const WINDOWED = EDITIONS.filter((edition) => gameOf(edition).windows !== undefined);

test.each(WINDOWED)(
  `$game, $preset: whatever is asked for while a move is pending tells nothing of a window, from seed ${SEED} on`,
  async (edition) => {
    for (const one of plansOf(edition).flatMap(pendingIn)) await playPending(stage, one, pending);
  },
);

test('there was enough to compare', () => {
  expect([seen.pairs, folded.pairs]).toEqual([PAIRS * EDITIONS.length, PAIRS * FOLDED.length]);
  expect(seen.steps).toBeGreaterThan(seen.pairs * 3);
  expect(seen.frames).toBeGreaterThan(seen.pairs * 10);
  expect(seen.windows).toBeGreaterThan(0);
  expect(seen.secrets).toBeGreaterThan(10);
  expect(folded.steps).toBeGreaterThan(folded.pairs * 3);
  expect(folded.habits).toBeGreaterThan(folded.pairs * 4);
  expect(pending.pairs).toBeGreaterThan(0);
  expect(Object.keys(pending.commands).length).toBeGreaterThan(0);
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
