import { describe, expect, test } from 'vitest';
import { frozenEngine } from '../catalogue/frozenEngine.ts';
import { GAMES } from '../catalogue/games.ts';
import { fastChance } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import { greedyCourse } from '../tools/matches.ts';
import { everyOutcome } from '../tools/replay.ts';
import { pilesSeen, twinOf } from '../tools/twins.ts';
import { accountOf, luckBySeat } from './accountOf.ts';
import { judged, luckOf } from './moments.ts';
import { TRAITS } from './traits.ts';
import { exponential, oddsOf, sharesIn, sharesOf, valuingOf } from './value.ts';
import { VALUE_WEIGHTS } from './weights.ts';

const EDITIONS = [...GAMES.values()].flatMap((entry) =>
  entry.game.presets.map(({ id }) => ({ entry, preset: id, seats: entry.game.usualSeats ?? entry.game.seats[1] })),
);
type Edition = (typeof EDITIONS)[number];

const courseOf = ({ entry, preset, seats }: Edition, seed: number) =>
  greedyCourse(entry, { preset, seats, chance: fastChance(seed), blunders: 0 });

const valuingIn = ({ entry, preset, seats }: Edition) => {
  const valuing = valuingOf(entry.game, preset, seats);
  if (valuing === undefined) throw new Error(`nothing was learned for ${preset} with ${seats} seats`);
  return valuing;
};

describe('the exponential', () => {
  test('is that of mathematics, and the same on every machine', () => {
    for (let x = 0; x > -39; x -= 0.37) expect(exponential(x) / Math.exp(x)).toBeCloseTo(1, 8);
    expect(exponential(0)).toBe(1);
    expect(exponential(-1)).toBe(0.36787944117145366);
    expect(exponential(-1e9)).toBeGreaterThan(0);
  });

  test('makes odds that are 1 together, and nothing for a seat that has left', () => {
    expect(oddsOf([3, 3, undefined])).toEqual([0.5, 0.5, 0]);
    expect(oddsOf([1e9, 0])[0]).toBeCloseTo(1, 12);
    expect(oddsOf([-1e9, -1e9])).toEqual([0.5, 0.5]);
  });
});

test.each(EDITIONS.map((edition) => [edition.preset, edition] as const))(
  '[%s] has weights for its traits',
  (preset, { entry, seats }) => {
    const { names } = TRAITS.get(entry.game.id)!;
    expect(VALUE_WEIGHTS[preset]?.[seats]).toHaveLength(names.length + seats - 1);
    for (const [own, weights] of Object.entries(VALUE_WEIGHTS[preset] ?? {}))
      expect(weights).toHaveLength(names.length + Number(own) - 1);
  },
);

test('the weights of the usual number of seats serve for another number', () => {
  const { game } = GAMES.get('flower-war')!;
  const { steps } = greedyCourse(GAMES.get('flower-war')!, { preset: 'flower-war', seats: 2, chance: fastChance(1) });
  const shares = sharesIn(valuingOf(game, 'flower-war', 4)!, at(steps, 100).before);
  expect(shares).toHaveLength(2);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
});

test('today’s values serve for the older rules whose positions are worth the same, and for no others', async () => {
  const course = greedyCourse(GAMES.get('flower-war')!, { preset: 'flower-war', seats: 2, chance: fastChance(1) });
  const some = { ...course, steps: course.steps.slice(0, 40) };
  const accountBy = async (version: number) =>
    accountOf({ ...some, game: (await frozenEngine('flower-war', version))! });
  expect(await accountBy(3)).toBeUndefined();
  expect(await accountBy(4)).toEqual(accountOf(some));
});

describe.each(EDITIONS.map((edition) => [edition.preset, edition] as const))('an account of %s', (_, edition) => {
  const course = courseOf(edition, 20_261);
  const { game, steps, options } = course;
  const valuing = valuingIn(edition);
  /** Some moves of the match, spread over it. */
  const some = steps.filter((_, index) => index % Math.ceil(steps.length / 20) === 0);

  test('adds up for every seat, and comes out the same again', () => {
    // Any part of the moves adds up: what it leaves out is in the rest.
    const account = accountOf({ ...course, steps: some })!;
    for (const { seat, prior, luck, skill, own, others, rest, result } of account.seats) {
      expect(prior.value + luck.value + skill.value).toBe(result);
      expect(own.value + others.value + rest.value).toBe(skill.value);
      expect(own.value).toBeLessThanOrEqual(0);
      expect(result).toBe(Math.round(1e6 * at(sharesOf(course.result.winners, edition.seats), seat)));
    }
    expect(account.seats.some(({ own }) => own.value < 0)).toBe(true);
    expect(account.isUsual).toBe(true);
    expect(JSON.stringify(accountOf({ ...course, steps: some }))).toBe(JSON.stringify(account));
  });

  test('values each position between 0 and 1, and all seats together at no more than 1', () => {
    for (const { before } of some) {
      const shares = sharesIn(valuing, before);
      expect(shares).toHaveLength(edition.seats);
      for (const share of shares) expect(share >= 0 && share <= 1).toBe(true);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThan(1 + 1e-9);
    }
  });

  test('values nothing that no seat has seen', () => {
    for (const { before } of some)
      expect(sharesIn(valuing, game.reshuffle(before, fastChance(5)))).toEqual(sharesIn(valuing, before));
  });

  test('finds the same best move in twins that differ only in what the seat cannot know', () => {
    let compared = 0;
    for (const { before, made, seq } of some) {
      const seat = made?.seat as Seat;
      const known = pilesSeen(game.id, before, seat);
      const twin = twinOf(game.id, before, { viewer: seat, known }, fastChance(seq));
      const move = game.parse(made!.move);
      const [one, other] = [before, twin].map((state) =>
        judged(valuing, { view: game.view(state, seat), seat, options, legal: game.legalMoves(state, seat) }, move),
      );
      expect(other).toEqual(one);
      if (one !== undefined) compared++;
    }
    expect(compared).toBeGreaterThan(5);
  });
});

test('gives luck whose mean over all tosses is zero', () => {
  const edition = EDITIONS.find(({ preset }) => preset === 'tieqchieq')!;
  const valuing = valuingIn(edition);
  const { game, steps } = courseOf(edition, 3);
  const tosses = steps.filter(({ made }) => made?.move === 'toss').slice(0, 30);
  for (const { before, made } of tosses) {
    const all = everyOutcome((chance) => {
      const applied = game.apply(before, made!.seat, game.parse('toss'), chance);
      if (!applied.ok) throw new Error(applied.reason);
      return luckOf(valuing, { before, seat: made!.seat, move: game.parse('toss'), after: applied.state }, 1)!.by[0]!;
    });
    expect(all).toHaveLength(16);
    expect(Math.abs(all.reduce((sum, one) => sum + one, 0))).toBeLessThanOrEqual(16);
    expect(Math.max(...all)).toBeGreaterThan(0);
  }
});

test('calls no choice a mistake that chance alone may have made worse', () => {
  const edition = EDITIONS.find(({ preset }) => preset === 'space-aztecs')!;
  const valuing = valuingIn(edition);
  const { game, options, steps } = courseOf(edition, 1);
  const choices = steps.flatMap(({ before, made }) => {
    if (made?.isChosen !== true) return [];
    const legal = game.legalMoves(before, made.seat);
    const question = { view: game.view(before, made.seat), seat: made.seat, options, legal };
    const judgedAs = legal.length > 1 ? judged(valuing, question, game.parse(made.move)) : undefined;
    return judgedAs === undefined
      ? []
      : [{ ...judgedAs, move: made.move, cost: Math.abs(at(judgedAs.by, made.seat)), seat: made.seat }];
  });
  const mistakes = choices.filter(({ move, best }) => move !== best);
  expect(mistakes.length).toBeGreaterThan(3);
  expect(choices.length - mistakes.length).toBeGreaterThan(20);
  for (const { cost, variance, seat } of mistakes)
    expect(cost).toBeGreaterThan(2_900_000 * Math.sqrt(at(variance, seat)));
  for (const { cost } of choices.filter(({ move, best }) => move === best)) expect(cost).toBe(0);
});

test('has no account of an edition for which nothing was learned', () => {
  const [edition] = EDITIONS;
  expect(accountOf({ ...courseOf(edition!, 1), preset: 'another' })).toBeUndefined();
});

test('the luck alone is that of the account', () => {
  const course = courseOf(EDITIONS.find(({ preset }) => preset === 'tieqchieq')!, 2);
  expect(luckBySeat(course)).toEqual(accountOf(course)!.seats.map(({ luck }) => luck.value));
  expect(luckBySeat({ ...course, preset: 'another' })).toBeUndefined();
});
