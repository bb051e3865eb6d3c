/** `testGame`: the properties that every game must have, as vitest tests. Only this file here imports vitest. */
import { describe, expect, test } from 'vitest';
import { type Chance, fastChance } from '../contract/chance.ts';
import { type Game, type Result, SEATS, type Seat, type Viewer } from '../contract/game.ts';
import type { Options } from '../contract/optionSpec.ts';
import { deepEqual } from '../json.ts';
import { chancesOf, deepFreeze, drawOptions, drawSeats, type Playout, playOut } from './matches.ts';
import { replay, scriptedChance } from './replay.ts';

interface Redrawing<S> {
  redraw(state: S, viewer: Viewer, chance: Chance): S;
}

export interface Kit<S, M> {
  /** Moves to try beyond the legal ones; all moves of the notation are best. */
  candidates(state: S): readonly M[];
  /** What is wrong with a state. The tests ask after every move. */
  conserve?(state: S): readonly string[];
  /** Makes a state that differs only in what this viewer may not see; or says that all see everything. */
  readonly redraw: 'nothing-hidden' | Redrawing<S>['redraw'];
  readonly matches?: number;
  readonly seatsList?: readonly number[];
  /** Sets of options to play with; random ones if absent. */
  readonly optionSets?: readonly Options[];
}

/** A game and its kit, for which a property is tested. What a state or a move is like does not matter here. */
interface Subject {
  readonly game: Game<unknown, unknown, unknown, unknown, string>;
  readonly kit: Kit<unknown, unknown>;
}
type Match = Playout<unknown, unknown, unknown>;

const JUNK = ['', ' ', 'move', 'move 01', 'move 1e1', 'move -1', 'MOVE 1', '__proto__', 'constructor', '\u0000'];
const HUGE = 'x'.repeat(1_000_000);
const CAP = 20_000;
/** The matches of the first seeds show every state, one after the other, to every viewer. */
const REMEMBERING = 8;
const MOST_MOVES = 100;
const KEBAB = /^[a-z]+(-[a-z]+)*$/;
/** A refused move must not use chance. */
const NO_CHANCE = scriptedChance([]);

export function testGame<S, M, E, V, R extends string>(game: Game<S, M, E, V, R>, kit: Kit<S, M>): void {
  describe(`${game.id}, ${seedsOf(kit).length} random matches`, () => {
    test.each(propertiesOf(game, kit))('%s', (_, check) => check());
  });
}

const seedsOf = ({ matches = 60 }: { readonly matches?: number }) =>
  Array.from({ length: matches }, (_, index) => index + 1);

/** What must hold, and a check that throws where it does not. */
export function propertiesOf<S, M, E, V, R extends string>(
  game: Game<S, M, E, V, R>,
  kit: Kit<S, M>,
): readonly (readonly [name: string, check: () => void])[] {
  const subject: Subject = { game, kit };
  const seeds = seedsOf(kit);
  const played = new Map<number, Match>();
  const matchOf = (seed: number) => {
    const match = played.get(seed) ?? playoutOf(subject, seed);
    played.set(seed, match);
    return match;
  };
  const inEachMatch = (holds: Property) => () => {
    for (const seed of seeds) namingSeed(seed, () => holds(subject, matchOf(seed)));
  };
  return [
    ...Object.entries(PROPERTIES).map(([name, holds]) => [name, inEachMatch(holds)] as const),
    ['something is hidden from every viewer, or nothing from any', () => checkHidden(subject, seeds.map(matchOf))],
    ['text that is not a move is read as none', () => checkJunk(subject)],
  ];
}

function checkJunk({ game }: Subject): void {
  for (const text of [...JUNK, HUGE]) expect(game.parse(text), JSON.stringify(text.slice(0, 20))).toBeUndefined();
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

function playoutOf({ game, kit }: Subject, seed: number): Match {
  const draw = fastChance(seed);
  const options = deepFreeze(kit.optionSets ? draw.pick(kit.optionSets) : drawOptions(game.options, draw));
  const seats = kit.seatsList ? draw.pick(kit.seatsList) : drawSeats(game.seats, draw);
  const chanceAt = chancesOf(seed);
  const state = deepFreeze(game.setup(options, seats, chanceAt(0)));
  return { seed, seats, options, ...playOut(game, { state, chanceAt, cap: CAP }) };
}

type Property = (subject: Subject, match: Match) => void;

const PROPERTIES: Readonly<Record<string, Property>> = {
  'the legal moves are accepted, the others refused, and nothing is written to': (subject, match) => {
    for (const state of someOf(match)) checkMoves(subject, state, match);
  },
  'nothing is lost': ({ kit }, match) => {
    for (const state of statesOf(match)) checkWhole(kit.conserve?.(state) ?? [], state);
  },
  'a replay gives the same match': checkReplay,
  'the notation says every move': (subject, match) => {
    for (const state of someOf(match)) checkNotation(subject, state);
  },
  'the state is JSON': (_, match) => {
    for (const state of statesOf(match)) checkJson(state);
  },
  'a view does not depend on what it hides': (subject, match) => {
    for (const state of someOf(match)) checkViews(subject, state, match);
  },
  'a view shows nothing that was made of another state': (subject, match) => {
    if (match.seed <= REMEMBERING) checkFresh(subject, match);
  },
  'what a move does is told from the view of its seat': (subject, match) => {
    for (const state of someOf(match)) checkParts(subject, state, match);
  },
  'every event can be shown to everybody': ({ game }, { steps, seats }) => {
    for (const { events } of steps)
      for (const event of events) for (const viewer of viewers(seats)) game.viewEvent(event, viewer);
  },
  'an event tells no viewer what the view after it hides': (subject, match) => {
    for (const step of match.steps.filter((_, index) => index % 9 === match.seed % 9))
      checkEvents(subject, step, match);
  },
  'the fallback is legal': ({ game }, { steps }) => {
    for (const { before } of steps)
      for (const seat of game.toMove(before))
        must(!game.refusal(before, seat, game.fallback(before, seat)), `seat ${seat} has a legal fallback`);
  },
  'any seat may leave at any time, and the rest still comes to an end': checkLeaving,
  'there is a result at the end and not before': ({ game }, { steps, final, seats }) => {
    for (const { before } of steps) must(!game.result(before), 'there is no result before the end');
    expectConsistent(game.result(final), seats);
  },
  'the standings name each seat once at any time, and are those of the result at the end': ({ game }, match) => {
    if (game.standings === undefined) return;
    for (const state of statesOf(match)) checkStandings(game.standings(state), match.seats);
    must(deepEqual(game.standings(match.final), game.result(match.final)?.standings), 'the last standings are final');
  },
};

const statesOf = ({ steps, final }: Match): readonly unknown[] => [...steps.map(({ before }) => before), final];

/** Neighbours are alike, so what takes long is asked of one state of nine, and of the last. */
const someOf = (match: Match): readonly unknown[] =>
  statesOf(match).filter((state, index) => index % 9 === match.seed % 9 || state === match.final);

const viewers = (seats: number): readonly Viewer[] => [...SEATS.slice(0, seats), 'spectator'];
const checkWhole = (broken: readonly string[], state: unknown) =>
  must(broken.length === 0, `${broken.join('; ')} in ${JSON.stringify(state)}`);
const checkJson = (value: unknown) =>
  must(deepEqual(JSON.parse(JSON.stringify(value)), value), `JSON keeps all of ${JSON.stringify(value)}`);
const equalTo = (expected: unknown) => (value: unknown) => deepEqual(value, expected);

function checkStandings(standings: Result['standings'], seats: number): void {
  const places = standings.map(({ place }) => place);
  const named = standings.map(({ seat }) => seat).toSorted();
  must(
    deepEqual(named, SEATS.slice(0, seats)),
    `the standings name each of ${seats} seats: ${JSON.stringify(standings)}`,
  );
  must(
    places[0] === 1 &&
      deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      ),
    'the best seat comes first',
  );
}

function checkMoves(subject: Subject, state: unknown, { seed, seats }: Match): void {
  const before = JSON.stringify(state);
  for (const seat of SEATS.slice(0, seats)) checkMovesOf(subject, state, { seat, seed });
  must(JSON.stringify(state) === before, 'asking and playing leaves the state as it was');
}

function checkMovesOf(
  { game, kit }: Subject,
  state: unknown,
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
  for (const move of kit.candidates(state))
    if (!notations.has(game.format(move))) checkRefused({ game, kit }, state, { seat, move });
}

function checkRefused(
  { game }: Subject,
  state: unknown,
  { seat, move }: { readonly seat: Seat; readonly move: unknown },
): void {
  const reason = game.refusal(state, seat, move);
  must(reason !== undefined, `${game.format(move)} of seat ${seat} is lawful, but not listed`);
  must(KEBAB.test(reason ?? ''), `${reason} is a word in kebab-case`);
  const applied = game.apply(state, seat, move, NO_CHANCE);
  must(!applied.ok && applied.reason === reason, `${game.format(move)} is refused in the same words when applied`);
}

function checkReplay({ game }: Subject, { seed, options, seats, steps, final }: Match): void {
  const record = steps.map(({ seat, move }) => ({ seat, move: game.format(move) }));
  const replayed = replay(game, { options, seats, steps: record, chanceAt: chancesOf(seed) });
  expect(replayed).toSatisfy(equalTo({ ok: true, state: final, events: steps.map(({ events }) => events) }));
}

function checkNotation({ game, kit }: Subject, state: unknown): void {
  const legal = game.toMove(state).flatMap((seat) => game.legalMoves(state, seat));
  for (const move of [...legal, ...kit.candidates(state)]) {
    const text = game.format(move);
    must(deepEqual(game.parse(text), move), `${text} is read as the move it was written for`);
    const framed = game.parse(` ${text}`) ?? game.parse(`${text} `);
    must(framed === undefined, `${text} is not read with a space around it`);
  }
}

/** States that look the same to the viewer. */
function twinsOf(
  { game, kit }: Subject,
  state: unknown,
  { viewer, seed }: { readonly viewer: Viewer; readonly seed: number },
) {
  const { redraw } = kit;
  const redrawn = redraw === 'nothing-hidden' ? [] : [redraw(state, viewer, fastChance(seed))];
  return [game.reshuffle(state, fastChance(seed)), ...redrawn];
}

/** Twins that are all alike would show nothing: they are so, too, in a game that shows all hands to all players. */
function checkHidden({ game, kit: { redraw } }: Subject, matches: readonly Match[]): void {
  for (const viewer of viewers(Math.max(...matches.map(({ seats }) => seats)))) {
    const states = matches.filter(({ seats }) => viewers(seats).includes(viewer)).flatMap(statesOf);
    if (redraw === 'nothing-hidden')
      for (const state of states)
        must(
          deepEqual(game.view(state, viewer), game.view(state, 'spectator')),
          `nothing is hidden, but ${viewer} sees more than a spectator: give the kit a redraw`,
        );
    else
      must(
        states.some((state, index) => !deepEqual(redraw(state, viewer, fastChance(index)), state)),
        `redraw changes something that ${viewer} may not see`,
      );
  }
}

/**
 * Where what is hidden is all that differs, also after a move, the viewer is told the same. While several seats decide at once, the others
 * may have decided otherwise.
 */
function checkEvents(subject: Subject, { before, seat, move }: Match['steps'][number], { seed, seats }: Match): void {
  const { game } = subject;
  const isSecret = game.toMove(before).length > 1;
  const played = (state: unknown, chosen: unknown, viewer: Viewer) => {
    const applied = game.apply(state, seat, chosen, fastChance(seed));
    if (!applied.ok) return undefined;
    return {
      view: game.view(applied.state, viewer),
      events: applied.events.map((event) => game.viewEvent(event, viewer)),
    };
  };
  for (const viewer of viewers(seats)) {
    const told = played(before, move, viewer);
    for (const twin of [before, ...twinsOf(subject, before, { viewer, seed })])
      for (const other of isSecret && seat !== viewer ? [move, ...game.legalMoves(twin, seat)] : [move]) {
        const twinTold = played(twin, other, viewer);
        if (deepEqual(twinTold?.view, told?.view))
          must(
            deepEqual(twinTold?.events, told?.events),
            `${viewer} is told no more than it sees: ${JSON.stringify([told, twinTold])}`,
          );
      }
  }
}

function checkViews(subject: Subject, state: unknown, { seed, seats }: Match): void {
  const { game } = subject;
  for (const viewer of viewers(seats)) {
    const view = game.view(state, viewer);
    checkJson(view);
    const missing = Object.keys(game.view(state, 'spectator') ?? {}).find((key) => !Object.hasOwn(view ?? {}, key));
    must(missing === undefined, `the view of ${viewer} has ${missing}, as that of a spectator`);
    for (const twin of twinsOf(subject, state, { viewer, seed }))
      must(deepEqual(game.view(twin, viewer), view), `the view of ${viewer} stays the same: ${JSON.stringify(view)}`);
  }
}

/** A copy of a state shares no part with any other, so nothing is remembered of it. */
function checkFresh({ game }: Subject, match: Match): void {
  for (const state of statesOf(match)) {
    const copy = structuredClone(state);
    for (const viewer of viewers(match.seats)) {
      const view = game.view(state, viewer);
      const isOwn = deepEqual(view, game.view(copy, viewer));
      if (!isOwn) throw new Error(`the view of ${viewer} is made of another state: ${JSON.stringify(view)}`);
    }
  }
}

function checkParts(subject: Subject, state: unknown, { seed, options }: Match): void {
  const { game } = subject;
  for (const seat of game.toMove(state)) {
    const partsIn = (one: unknown) => {
      const legal = game.legalMoves(one, seat);
      return legal.map((move) => game.parts?.({ view: game.view(one, seat), seat, options, legal }, move) ?? {});
    };
    const told = partsIn(state);
    checkJson(told);
    for (const twin of twinsOf(subject, state, { viewer: seat, seed }))
      must(deepEqual(partsIn(twin), told), `seat ${seat} is told ${JSON.stringify(told)}`);
  }
}

function checkLeaving({ game }: Subject, { seed, seats, steps, final }: Match): void {
  const chance = fastChance(-seed);
  const seat = chance.pick(SEATS.slice(0, seats));
  const from = chance.pick([...steps.map(({ before }) => before), final]);
  const { state } = deepFreeze(game.leave(from, seat, fastChance(seed)));
  expect(game.leave(state, seat, fastChance(seed)), 'a seat that has left cannot leave again').toSatisfy(
    equalTo({ ok: true, state, events: [] }),
  );
  expect(game.toMove(state), 'a seat that has left is not to move').not.toContain(seat);
  const rest = () => playOut(game, { state, chanceAt: chancesOf(seed), cap: CAP });
  const played = rest();
  expect(played).toSatisfy(equalTo(rest()));
  expectConsistent(game.result(played.final), seats);
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
