/** `testGame`: the properties that every game must have, as vitest tests. Only this file here imports vitest. */
import { describe, expect, test } from 'vitest';
import type { Chance } from '../contract/chance.ts';
import { fastChance } from '../contract/fastChance.ts';
import type { Game } from '../contract/game.ts';
import type { Options } from '../contract/optionSpec.ts';
import type { Result } from '../contract/result.ts';
import { SEATS, type Seat, type Viewer } from '../contract/seat.ts';
import { deepEqual } from '../json/equal.ts';
import { chancesOf, deepFreeze, drawOptions, drawSeats, type Playout, playOut } from './playout.ts';
import { replay } from './replay.ts';
import { scriptedChance } from './scriptedChance.ts';

export interface Kit<S, M> {
  /** Moves to try beyond the legal ones; all moves of the notation are best. */
  readonly candidates: (state: S) => readonly M[];
  /** What is wrong with a state. The tests ask after every move. */
  readonly conserve?: (state: S) => readonly string[];
  /** Makes a state that differs only in what this viewer may not see. */
  readonly redraw?: (state: S, viewer: Viewer, chance: Chance) => S;
  readonly matches?: number;
  readonly seatsList?: readonly number[];
  /** Sets of options to play with; random ones if absent. */
  readonly optionSets?: readonly Options[];
  /** The most moves of a match. A longer one fails the test. */
  readonly cap?: number;
}

/** A game and its kit, for which a property is tested. */
interface Subject<S, M, E, V, R extends string> {
  readonly game: Game<S, M, E, V, R>;
  readonly kit: Kit<S, M>;
}

const JUNK = ['', ' ', 'move', 'move 01', 'move 1e1', 'move -1', 'MOVE 1', '__proto__', 'constructor', '\u0000'];
const HUGE = 'x'.repeat(1_000_000);
const CAP = 20_000;
const MOST_MOVES = 100;
const KEBAB = /^[a-z]+(-[a-z]+)*$/;
/** A refused move must not use chance. */
const NO_CHANCE = scriptedChance([]);

export function testGame<S, M, E, V, R extends string>(game: Game<S, M, E, V, R>, kit: Kit<S, M>): void {
  const seeds = Array.from({ length: kit.matches ?? 60 }, (_, index) => index + 1);
  const played = new Map<number, Playout<S, M, E>>();
  const matchOf = (seed: number) => {
    const match = played.get(seed) ?? playoutOf({ game, kit }, seed);
    played.set(seed, match);
    return match;
  };
  describe(`${game.id}, ${seeds.length} random matches`, () => {
    for (const [name, property] of Object.entries(propertiesOf({ game, kit }))) {
      test(name, () => {
        for (const seed of seeds) namingSeed(seed, () => property(matchOf(seed)));
      });
    }
    test('text that is no move is read as none', () => {
      for (const text of [...JUNK, HUGE]) expect(game.parse(text), JSON.stringify(text.slice(0, 20))).toBeUndefined();
    });
  });
}

/** Like `expect`, but quick enough for a million calls. */
function must(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`broken: ${rule}`);
}

/** Runs a check and adds the seed to its error. */
function namingSeed(seed: number, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof Error) error.message = `seed ${seed}: ${error.message}`;
    throw error;
  }
}

function playoutOf<S, M, E, V, R extends string>(subject: Subject<S, M, E, V, R>, seed: number): Playout<S, M, E> {
  const { game, kit } = subject;
  const draw = fastChance(seed);
  const options = deepFreeze(kit.optionSets ? draw.pick(kit.optionSets) : drawOptions(game.options, draw));
  const seats = kit.seatsList ? draw.pick(kit.seatsList) : drawSeats(game.seats, draw);
  const chanceAt = chancesOf(seed);
  const state = deepFreeze(game.setup(options, seats, chanceAt(0)));
  return { seed, seats, options, ...playOut(game, { state, chanceAt, cap: kit.cap ?? CAP }) };
}

type Property<S, M, E> = (match: Playout<S, M, E>) => void;

function propertiesOf<S, M, E, V, R extends string>(
  subject: Subject<S, M, E, V, R>,
): Readonly<Record<string, Property<S, M, E>>> {
  const { game, kit } = subject;
  return {
    'the legal moves are accepted, the others refused, and nothing is written to': (match) => {
      for (const state of someOf(match)) checkMoves(subject, state, match);
    },
    'nothing is lost': (match) => {
      for (const state of statesOf(match)) checkWhole(kit.conserve?.(state) ?? [], state);
    },
    'a replay gives the same match': (match) => checkReplay(game, match),
    'the notation says every move': (match) => {
      for (const state of someOf(match)) checkNotation(subject, state);
    },
    'the state is JSON': (match) => {
      for (const state of statesOf(match)) checkJson(state);
    },
    'a view does not depend on what it hides': (match) => {
      for (const state of someOf(match)) checkViews(subject, state, match);
    },
    'what a move does is told from the view of its seat': (match) => {
      for (const state of someOf(match)) checkParts(subject, state, match);
    },
    'every event can be shown to everybody': (match) => {
      for (const { events } of match.steps)
        for (const event of events) for (const viewer of viewers(match.seats)) game.viewEvent(event, viewer);
    },
    'the fallback is legal': (match) => {
      for (const { before } of match.steps)
        for (const seat of game.toMove(before))
          must(!game.refusal(before, seat, game.fallback(before, seat)), `seat ${seat} has a legal fallback`);
    },
    'any seat may leave at any time, and the rest still comes to an end': (match) => checkLeaving(subject, match),
    'there is a result at the end and not before': (match) => checkResult(game, match),
  };
}

const statesOf = <S, M, E>({ steps, final }: Playout<S, M, E>): readonly S[] => [
  ...steps.map(({ before }) => before),
  final,
];

/** Neighbours are alike, so what takes long is asked of one state of five, and of the last. */
const someOf = <S, M, E>(match: Playout<S, M, E>): readonly S[] =>
  statesOf(match).filter((state, index) => index % 5 === match.seed % 5 || state === match.final);

const viewers = (seats: number): readonly Viewer[] => [...SEATS.slice(0, seats), 'spectator'];
const checkWhole = (broken: readonly string[], state: unknown) =>
  must(broken.length === 0, `${broken.join('; ')} in ${JSON.stringify(state)}`);
const checkJson = (value: unknown) =>
  must(deepEqual(JSON.parse(JSON.stringify(value)), value), `JSON keeps all of ${JSON.stringify(value)}`);
const equalTo = (expected: unknown) => (value: unknown) => deepEqual(value, expected);

function checkMoves<S, M, E, V, R extends string>(
  subject: Subject<S, M, E, V, R>,
  state: S,
  { seed, seats }: { readonly seed: number; readonly seats: number },
): void {
  const before = JSON.stringify(state);
  for (const seat of SEATS.slice(0, seats)) checkMovesOf(subject, state, { seat, seed });
  must(JSON.stringify(state) === before, 'asking and playing leaves the state as it was');
}

function checkMovesOf<S, M, E, V, R extends string>(
  { game, kit }: Subject<S, M, E, V, R>,
  state: S,
  { seat, seed }: { readonly seat: Seat; readonly seed: number },
): void {
  const legal = game.legalMoves(state, seat);
  const notations = new Set(legal.map((move) => game.format(move)));
  must(notations.size === legal.length, 'each legal move is listed once');
  must(legal.length <= MOST_MOVES, `at most ${MOST_MOVES} moves are legal, not ${legal.length}`);
  const asked = game.toMove(state);
  must(legal.length > 0 || !asked.includes(seat), `seat ${seat} is to move and has a legal move`);
  // A seat that has decided may change its mind, so it may have legal moves without being asked, but not after the end.
  must(legal.length === 0 || asked.length > 0, `seat ${seat} has no legal move once the match is over`);
  for (const move of legal) {
    const reason = game.refusal(state, seat, move);
    must(reason === undefined, `${game.format(move)} is listed, but refused: ${reason}`);
    must(game.apply(state, seat, move, fastChance(seed)).ok, `${game.format(move)} is lawful, but not applied`);
  }
  for (const move of kit.candidates(state)) {
    if (!notations.has(game.format(move))) checkRefused(game, state, { seat, move });
  }
}

function checkRefused<S, M, E, V, R extends string>(
  game: Game<S, M, E, V, R>,
  state: S,
  { seat, move }: { readonly seat: Seat; readonly move: M },
): void {
  const reason = game.refusal(state, seat, move);
  must(reason !== undefined, `${game.format(move)} of seat ${seat} is lawful, but not listed`);
  must(KEBAB.test(reason ?? ''), `${reason} is a word in kebab-case`);
  const applied = game.apply(state, seat, move, NO_CHANCE);
  must(!applied.ok && applied.reason === reason, `${game.format(move)} is refused in the same words when applied`);
}

function checkReplay<S, M, E, V, R extends string>(game: Game<S, M, E, V, R>, match: Playout<S, M, E>): void {
  const { options, seats, steps, final } = match;
  const record = steps.map(({ seat, move }) => ({ seat, move: game.format(move) }));
  const replayed = replay(game, { options, seats, steps: record, chanceAt: chancesOf(match.seed) });
  expect(replayed).toSatisfy(equalTo({ ok: true, state: final, events: steps.map(({ events }) => events) }));
}

function checkNotation<S, M, E, V, R extends string>({ game, kit }: Subject<S, M, E, V, R>, state: S): void {
  const legal = game.toMove(state).flatMap((seat) => game.legalMoves(state, seat));
  for (const move of [...legal, ...kit.candidates(state)]) {
    const text = game.format(move);
    must(deepEqual(game.parse(text), move), `${text} is read as the move it was written for`);
    const framed = game.parse(` ${text}`) ?? game.parse(`${text} `);
    must(framed === undefined, `${text} is not read with a space around it`);
  }
}

function checkViews<S, M, E, V, R extends string>(
  { game, kit }: Subject<S, M, E, V, R>,
  state: S,
  { seed, seats }: { readonly seed: number; readonly seats: number },
): void {
  for (const viewer of viewers(seats)) {
    const view = game.view(state, viewer);
    checkJson(view);
    const missing = Object.keys(game.view(state, 'spectator') ?? {}).find((key) => !Object.hasOwn(view ?? {}, key));
    must(missing === undefined, `the view of ${viewer} has ${missing}, as that of a spectator`);
    const reshuffled = game.reshuffle(state, fastChance(seed));
    const redrawn = kit.redraw?.(state, viewer, fastChance(seed)) ?? state;
    for (const hidden of [reshuffled, redrawn])
      must(deepEqual(game.view(hidden, viewer), view), `the view of ${viewer} stays the same: ${JSON.stringify(view)}`);
  }
}

function checkParts<S, M, E, V, R extends string>(
  { game, kit }: Subject<S, M, E, V, R>,
  state: S,
  { seed, options }: Pick<Playout<S, M, E>, 'seed' | 'options'>,
): void {
  for (const seat of game.toMove(state)) {
    const told = partsIn(game, state, { seat, options });
    checkJson(told);
    const reshuffled = game.reshuffle(state, fastChance(seed));
    const redrawn = kit.redraw?.(state, seat, fastChance(seed)) ?? state;
    for (const hidden of [reshuffled, redrawn])
      must(deepEqual(partsIn(game, hidden, { seat, options }), told), `seat ${seat} is told ${JSON.stringify(told)}`);
  }
}

function partsIn<S, M, E, V, R extends string>(
  game: Game<S, M, E, V, R>,
  state: S,
  { seat, options }: { readonly seat: Seat; readonly options: Options },
): readonly unknown[] {
  const legal = game.legalMoves(state, seat);
  const seen = { view: game.view(state, seat), seat, options, legal };
  return legal.map((move) => game.parts?.(seen, move) ?? {});
}

function checkLeaving<S, M, E, V, R extends string>(
  { game, kit }: Subject<S, M, E, V, R>,
  { seed, seats, steps, final }: Playout<S, M, E>,
): void {
  const chance = fastChance(-seed);
  const seat = chance.pick(SEATS.slice(0, seats));
  const from = chance.pick([...steps.map(({ before }) => before), final]);
  const { state } = deepFreeze(game.leave(from, seat, fastChance(seed)));
  expect(game.leave(state, seat, fastChance(seed)), 'a seat that has left cannot leave again').toSatisfy(
    equalTo({ ok: true, state, events: [] }),
  );
  expect(game.toMove(state), 'a seat that has left is not to move').not.toContain(seat);
  const rest = () => playOut(game, { state, chanceAt: chancesOf(seed), cap: kit.cap ?? CAP });
  expect(rest()).toSatisfy(equalTo(rest()));
  expectConsistent(game.result(rest().final), seats);
}

function checkResult<S, M, E, V, R extends string>(
  game: Game<S, M, E, V, R>,
  { steps, final, seats }: Playout<S, M, E>,
): void {
  for (const { before } of steps) must(!game.result(before), 'there is no result before the end');
  expectConsistent(game.result(final), seats);
}

function expectConsistent(result: Result | undefined, seats: number): void {
  if (!result) throw new Error('the match is over without a result');
  const { winners, standings } = result;
  expect(standings.map(({ seat }) => seat).toSorted()).toEqual(SEATS.slice(0, seats));
  const better = (place: number) => standings.filter((standing) => standing.place < place).length;
  for (const [index, { seat, place }] of standings.entries()) {
    expect(place, `seat ${seat} has as many before it as its place says`).toBe(better(place) + 1);
    expect(place).toBeGreaterThanOrEqual(standings[index - 1]?.place ?? 1);
    if (winners.length > 0)
      expect(place === 1, 'the winners are first, and no other seat').toBe(winners.includes(seat));
  }
  expect(winners.length).toBeGreaterThanOrEqual({ none: 0, win: 1, forfeit: 1, draw: 2 }[result.result]);
  expect(result.reason).toMatch(/^[a-z]+(-[a-z]+)*$/);
}
