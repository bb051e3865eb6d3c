/**
 * Two matches that differ only in what a viewer must not know look the same to that viewer until the times are
 * announced, no matter which seat chooses which card, when, and how often.
 */
import { expect, test } from 'vitest';
import { type Chance, fastChance } from '../contract/chance.ts';
import { type Game, type Seat, SEATS, type Viewer } from '../contract/game.ts';
import { differences } from '../json.ts';
import { drawOptions } from '../tools/matches.ts';
import { heldBy, redrawn } from './hidden.fixture.ts';
import { spaceAztecs } from './index.ts';
import { broken } from './invariants.ts';
import { type Event, handOf, isHere, type Move, present, type Reason, type State } from './state.ts';
import { EVERY_MOVE } from './moves.ts';
import type { View } from './view.ts';

type Rules = Game<State, Move, Event, View, Reason>;

const MATCHES = 8;

test('until the announcement no seat learns that, or what, another one chose', () => {
  const seen = { pairs: 0, secrets: 0 };
  for (let seed = 1; seed <= MATCHES; seed++) walk(spaceAztecs, seed, seen);
  expect(seen.pairs).toBeGreaterThan(750);
  expect(seen.secrets).toBeGreaterThan(1500);
});

const chosenCount = (state: State): number => state.hands.filter(({ chosen }) => chosen !== '').length;
const LEAKS: readonly (readonly [string, Partial<Rules>])[] = [
  ['events', { viewEvent: (event) => event }],
  [
    'that a choice was made',
    { viewEvent: (event, viewer) => (isForeign(event, viewer) ? { ...event, card: '' } : event) },
  ],
  [
    'the view',
    { view: (state, viewer) => ({ ...spaceAztecs.view(state, viewer), victim: spaceAztecs.toMove(state)[0] ?? 0 }) },
  ],
  ['pile sizes', { view: (state, viewer) => withSizes(spaceAztecs.view(state, viewer), state) }],
  [
    'refusals',
    {
      refusal: (state, seat, move) => {
        const reason = spaceAztecs.refusal(state, seat, move);
        return reason !== undefined && chosenCount(state) > 1 ? 'match-over' : reason;
      },
    },
  ],
  [
    'legal moves',
    {
      legalMoves: (state, seat) => spaceAztecs.legalMoves(state, seat).slice(0, chosenCount(state) > 1 ? 1 : undefined),
    },
  ],
];

test.each(LEAKS)('a leak through %s would be found', (_, leaky) => {
  const seen = { pairs: 0, secrets: 0 };
  const walkAll = () => {
    for (let seed = 1; seed <= 5; seed++) walk({ ...spaceAztecs, ...leaky }, seed, seen);
  };
  expect(walkAll).toThrow(/sees the same/);
});

const isForeign = (event: Event, viewer: Viewer): boolean => event.kind === 'chose' && event.seat !== viewer;

function withSizes(view: View, { hands }: State): View {
  const isChosen = (index: number) => hands.some(({ pile, chosen }) => pile === index + 1 && chosen !== '');
  return { ...view, piles: view.piles.map((pile, i) => ({ ...pile, size: pile.size - (isChosen(i) ? 1 : 0) })) };
}

interface Compared {
  pairs: number;
  secrets: number;
}

/** Plays a random match. From each of its positions, a pair of matches goes on for one viewer. */
function walk(rules: Rules, seed: number, seen: Compared): void {
  const chance = fastChance(seed);
  const options = drawOptions(rules.options, chance);
  const seats = SEATS.slice(0, 1 + chance.die(5));
  let state = rules.setup(options, seats.length, chance);
  const held = new Map<Viewer, Set<number>>(seats.map((seat) => [seat, new Set()]));
  for (let [mover] = rules.toMove(state); mover !== undefined; [mover] = rules.toMove(state)) {
    const viewer = chance.pick<Viewer>([...seats, 'spectator']);
    const known = [...(held.get(viewer) ?? [])];
    if (state.phase.kind === 'taking' || state.phase.kind === 'choosing')
      comparePair(rules, { state, viewer, known, seen }, chance);
    const applied = rules.apply(state, mover, chance.pick(rules.legalMoves(state, mover)), chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
    for (const seat of seats) for (const pile of heldBy(state, seat)) held.get(seat)?.add(pile);
  }
}

interface Start {
  readonly state: State;
  readonly viewer: Viewer;
  readonly known: readonly number[];
  readonly seen: Compared;
}

const STEPS = 8;
type Pair = readonly [State, State];

function comparePair(rules: Rules, { state, viewer, known, seen }: Start, chance: Chance): void {
  let pair: Pair | undefined = [redrawn(state, { viewer, known }, chance), redrawn(state, { viewer, known }, chance)];
  for (const one of pair) expect(broken(one)).toEqual([]);
  for (let step = 0; step < STEPS && pair !== undefined; step++) {
    const [expected, actual] = [lookAt(rules, pair[0], viewer), lookAt(rules, pair[1], viewer)];
    const telling = differences(expected, actual);
    if (telling.length > 0) throw new Error(`${viewer} no longer sees the same: ${telling.join('; ')}`);
    seen.pairs++;
    pair = goOn(rules, pair, { viewer, known, seen, chance });
  }
}

/** Everything that a viewer can find out by looking and by trying moves. */
function lookAt(rules: Rules, state: State, viewer: Viewer) {
  if (typeof viewer !== 'number') return { view: rules.view(state, viewer) };
  const seen = { view: rules.view(state, viewer), seat: viewer, options: state.options };
  const legal = rules.legalMoves(state, viewer);
  return {
    view: seen.view,
    legal: legal.map(rules.format),
    parts: legal.map((move) => rules.parts?.({ ...seen, legal }, move) ?? {}),
    refusals: EVERY_MOVE.map((move) => rules.refusal(state, viewer, move) ?? ''),
  };
}

interface Walk {
  readonly viewer: Viewer;
  readonly known: readonly number[];
  readonly seen: Compared;
  readonly chance: Chance;
}

/**
 * Public moves and the viewer's moves are the same in both matches; the others choose at random. The pair ends where
 * the viewer takes a pile that it does not know, because its cards may differ.
 */
function goOn(rules: Rules, pair: Pair, { viewer, known, seen, chance }: Walk): Pair | undefined {
  const [mover] = rules.toMove(pair[0]);
  if (pair[0].phase.kind === 'taking' && mover !== undefined) {
    const isKnown = (move: Move) => move.kind === 'take' && known.includes(move.pile);
    const moves = rules.legalMoves(pair[0], mover).filter((move) => mover !== viewer || isKnown(move));
    return moves.length === 0 ? undefined : inBoth(rules, pair, { viewer, seat: mover, move: chance.pick(moves) });
  }
  const isOwn = typeof viewer === 'number' && isHere(pair[0], viewer) && chance.die(3) === 1;
  if (isOwn && pair.every((state) => canWait(state, viewer)))
    return inBoth(rules, pair, { viewer, seat: viewer, move: chance.pick(rules.legalMoves(pair[0], viewer)) });
  const leaver = chance.pick(present(pair[0]).filter((seat) => seat !== viewer));
  const isSafe = pair.every((state) => present(state).length > 2 && canWait(state, leaver));
  if (chance.die(10) === 1 && isSafe) return leavingBoth(rules, pair, { viewer, leaver });
  const secretly = (state: State) => choosing(rules, state, { viewer, known, seen, chance });
  return [secretly(pair[0]), secretly(pair[1])];
}

/** Whether another seat has still to choose, so that no choice of this seat announces the times. */
const canWait = (state: State, seat: Seat): boolean =>
  present(state).some((other) => other !== seat && handOf(state, other).chosen === '');

interface Act {
  readonly viewer: Viewer;
  readonly seat: Seat;
  readonly move: Move;
}

function inBoth(rules: Rules, pair: Pair, { viewer, seat, move }: Act): Pair {
  const [a, b] = [played(rules, pair[0], { viewer, seat, move }), played(rules, pair[1], { viewer, seat, move })];
  if (JSON.stringify(a.told) !== JSON.stringify(b.told)) throw new Error(`${viewer} no longer sees the same events`);
  return [a.state, b.state];
}

function leavingBoth(
  rules: Rules,
  pair: Pair,
  { viewer, leaver }: { readonly viewer: Viewer; readonly leaver: Seat },
): Pair {
  const [a, b] = [rules.leave(pair[0], leaver, fastChance(1)), rules.leave(pair[1], leaver, fastChance(1))];
  const told = [a, b].map(({ events }) => JSON.stringify(events.map((event) => rules.viewEvent(event, viewer))));
  if (told[0] !== told[1]) throw new Error(`${viewer} no longer sees the same when ${leaver} leaves`);
  return [a.state, b.state];
}

/** None, one or several of the others choose, or choose anew. The viewer gets no event at all. */
function choosing(rules: Rules, before: State, { viewer, seen, chance }: Walk): State {
  let state = before;
  for (let left = chance.die(4) - 1; left > 0; left--) {
    const seat = chance.pick(present(state).filter((other) => other !== viewer));
    if (!canWait(state, seat)) continue;
    const act = { viewer, seat, move: chance.pick(rules.legalMoves(state, seat)) };
    const { state: next, told } = played(rules, state, act);
    if (told.length > 0) throw new Error(`${viewer} no longer sees the same: ${JSON.stringify(told)}`);
    seen.secrets++;
    state = next;
  }
  return state;
}

function played(rules: Rules, state: State, { viewer, seat, move }: Act) {
  const applied = rules.apply(state, seat, move, fastChance(1));
  if (!applied.ok) throw new Error(`${rules.format(move)} of ${seat} is refused: ${applied.reason}`);
  const told = applied.events.flatMap((event) => rules.viewEvent(event, viewer) ?? []);
  return { state: applied.state, told };
}
