/** What the parts of a move say comes true: every legal move of random matches is played, and its outcome compared. */
import { describe, expect, test } from 'vitest';
import { fastChance } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import { wealthy } from '../flower-war/matches.fixture.ts';
import type { FlowerTable } from '../flower-war/table.ts';
import { at } from '../json.ts';
import { mexica } from '../mexica/index.ts';
import { drawOptions, drawSeats, optionsOf } from '../tools/matches.ts';
import type { Event } from './model/event.ts';
import type { Move } from './model/move.ts';
import type { RingParts } from './parts.ts';
import type { RingGame } from './ringGame.ts';
import type { State } from './view/hidden.ts';
import type { RingView } from './view/view.ts';

type Ring = RingGame<RingView>;

/** A legal move, and what came of it. */
interface Played {
  readonly before: State;
  readonly after: State;
  readonly seat: Seat;
  readonly move: Move;
  readonly parts: RingParts;
  /** What happened, also if a hidden window still keeps it from all viewers. */
  readonly events: readonly Event[];
}

const MATCHES = 8;
const MOVES = 900;

const EDITIONS: readonly (readonly [string, Ring])[] = [
  ['flower-war', wealthy],
  ['mexica', mexica],
];

describe.each(EDITIONS)('%s', (_, game) => {
  const all = Array.from({ length: MATCHES }, (_, index) => movesOf(game, index + 1)).flat();
  const verbs = new Set(all.map(({ parts }) => parts.verb));

  test('the matches have moves of many kinds', () => {
    expect(all.length).toBeGreaterThan(6000);
    for (const verb of ['roll', 'offer', 'play', 'pick', 'draw', 'discard', 'done', 'end', 'pass', 'choose'])
      expect(verbs).toContain(verb);
  });

  test('a move pays at once what it says, and leaves what it says', () => {
    const paying = all.filter((one) => PAYING.includes(one.move.kind) && timesOf(one) === 1);
    expect(paying.length).toBeGreaterThan(1000);
    for (const played of paying) {
      const { costs = {} } = played.parts;
      expect(paidIn(played), said(played)).toBe(costs.orCards ? 0 : (costs.skulls ?? 0));
      const had = played.before.tribes[played.seat]?.skulls ?? 0;
      if (costs.left !== undefined) expect(had - paidIn(played), said(played)).toBe(costs.left);
    }
  });

  test('an offering that gives a card asks for it, and any other does not', () => {
    const offers = all.filter(
      (one) => one.move.kind === 'offer' && timesOf(one) === 1 && one.parts.costs?.orCards === undefined,
    );
    expect(offers.length).toBeGreaterThan(100);
    for (const played of offers)
      expect(played.after.phase.kind === 'drawing', said(played)).toBe(played.parts.gives !== undefined);
  });

  test('several offerings pay and bring together what they say, unless the match ends before', () => {
    const several = all.filter((one) => timesOf(one) > 1 && one.after.phase.kind !== 'over');
    expect(several.length).toBeGreaterThan(100);
    for (const { events, parts, seat } of several) {
      const paid = events.filter((event) => event.kind === 'skulls' && event.why === 'sacrifice');
      const drawn = events.filter((event) => event.kind === 'card-drawn' && event.seat === seat);
      expect(paid.reduce((sum, event) => sum + (event.kind === 'skulls' ? event.n : 0), 0)).toBe(parts.costs?.skulls);
      expect(drawn.length).toBe(parts.gives?.cards ?? 0);
    }
  });

  test('where no card is left to draw, none is promised', () => {
    for (const played of all.filter(({ move: { kind } }) => kind === 'tonantzin' || kind === 'claim'))
      expect(
        played.events.some(({ kind }) => kind === 'deck-empty'),
        said(played),
      ).toBe(played.parts.gives === undefined);
  });

  test('a move that says so ends the turn', () => {
    for (const played of all.filter(({ parts }) => parts.endsTurn)) {
      const isPicking = played.after.phase.kind === 'picking' && played.parts.costs?.cards !== undefined;
      expect(isPicking || endsIn(played), said(played)).toBe(true);
    }
  });

  test('a tribe that has cards does not end its turn with its offerings', () => {
    const offered = all.filter(({ before, move }) => before.phase.kind === 'offering' && move.kind === 'done');
    const holding = offered.filter(({ before, seat }) => (before.tribes[seat]?.hand.length ?? 0) > 0);
    expect(holding.length).toBeGreaterThan(10);
    for (const played of holding) expect(played.parts.endsTurn, said(played)).toBeUndefined();
  });

  test('the tribe arrives where the move leads', () => {
    for (const played of all) {
      const { parts, events } = played;
      if (parts.verb !== 'go' && parts.verb !== 'step') continue;
      expect(
        events.find(({ kind }) => kind === 'moved'),
        said(played),
      ).toMatchObject({ to: parts.day });
    }
  });

  test('a card of a pile is the one that the seat gets', () => {
    for (const played of all) {
      const { parts, events } = played;
      if (parts.verb !== 'take-card') continue;
      expect(
        events.find(({ kind }) => kind === 'card-taken'),
        said(played),
      ).toMatchObject({ card: parts.card });
    }
  });

  test('a god gives a card of its own deck', () => {
    const drawn = all.filter(({ parts }) => parts.verb === 'draw');
    expect(drawn.length).toBeGreaterThan(10);
    for (const played of drawn) {
      const { parts, before, seat, events } = played;
      const god = 'god' in before.phase ? before.phase.god : undefined;
      expect(parts.gives, said(played)).toEqual({ cards: 1, deck: god });
      const [came] = events.filter((event) => event.kind === 'card-drawn' && event.seat === seat);
      if (came !== undefined) expect(came, said(played)).toMatchObject({ deck: god });
    }
  });

  test('a card is picked for what the rules ask', () => {
    for (const played of all) {
      const { parts, before } = played;
      if (parts.verb !== 'pick' || before.phase.kind !== 'picking') continue;
      const uses = { discard: 'discard', cycle: 'exchange', roll: 'roll' } as const;
      expect(parts.use, said(played)).toBe(uses[before.phase.why.kind]);
    }
  });

  test('every seat that a move aims at is another one that plays', () => {
    for (const played of all) {
      const aim = 'seat' in played.parts ? played.parts.seat : undefined;
      if (aim === undefined) continue;
      expect(played.before.tribes[aim]?.isHere, said(played)).toBe(true);
      expect(aim, said(played)).not.toBe(played.seat);
    }
  });
});

test('what offerings and cards cost: an example', () => {
  const options = optionsOf(mexica);
  const state = mexica.setup(options, 2, fastChance(1));
  const rich = { ...at(state.tribes, 0), skulls: 9, modifiers: [{ kind: 'offer-cost', n: 1, lasts: 'turn' }] } as const;
  const offering: State = { ...state, tribes: state.tribes.with(0, rich), phase: { kind: 'offering', seat: 0 } };
  expect(toldIn(mexica, offering, 0).map(({ parts }) => parts)).toEqual([
    { verb: 'offer', rule: 'offerings', god: 'war', costs: { skulls: 2, left: 7 }, gives: { cards: 1, deck: 'war' } },
    { verb: 'offer', rule: 'offerings', god: 'rain', costs: { skulls: 2, left: 7 }, gives: { cards: 1, deck: 'rain' } },
    { verb: 'tonantzin', rule: 'offerings', costs: { skulls: 8, left: 1 }, gives: { cards: 1, deck: 'day' } },
    { verb: 'done', rule: 'offerings', endsTurn: true },
    ...(['war', 'rain'] as const).flatMap((god) =>
      [2, 3, 4].map((times) => ({
        verb: 'offer',
        rule: 'offerings',
        god,
        times,
        costs: { skulls: 2 * times, left: 9 - 2 * times },
        gives: { cards: times, deck: god },
      })),
    ),
  ]);
});

/** The legal moves of a seat with their parts, told from its view. */
function toldIn(game: Ring, state: State, seat: Seat): readonly Pick<Played, 'move' | 'parts'>[] {
  const legal = game.legalMoves(state, seat);
  const seen = { view: game.view(state, seat), seat, options: state.options, legal };
  return legal.map((move) => ({ move, parts: game.parts(seen, move) }));
}

/** Every legal move of each position of a random match. */
function movesOf(game: Ring, seed: number): readonly Played[] {
  const chance = fastChance(seed);
  const options = optionsFor(game, seed);
  let state = game.setup(options, drawSeats(game.seats, chance), chance);
  const all: Played[] = [];
  for (let [seat] = game.toMove(state); seat !== undefined && all.length < MOVES; [seat] = game.toMove(state)) {
    const played = outcomes(game, state, seat);
    all.push(...played);
    state = chance.pick(played).after;
  }
  return all;
}

function outcomes(game: Ring, before: State, seat: Seat): readonly Played[] {
  return toldIn(game, before, seat).map(({ move, parts }, index) => {
    const applied = game.apply(before, seat, move, fastChance(before.round * 100 + index));
    if (!applied.ok) throw new Error(applied.reason);
    const { state: after } = applied;
    const told = after.hidden?.events ?? applied.events;
    return { before, after, seat, move, parts, events: told.slice(before.hidden?.events.length ?? 0) };
  });
}

function optionsFor(game: Ring, seed: number) {
  return seed % 2 === 0 ? optionsOf(game, undefined, { length: 'short' }) : drawOptions(game.options, fastChance(seed));
}

const PAYING: readonly string[] = ['offer', 'tonantzin', 'give', 'skull', 'play'];
const timesOf = ({ parts }: Played): number => (parts.verb === 'offer' ? (parts.times ?? 1) : 1);

/** The skulls that the seat gave before anything else happened. */
function paidIn({ events, seat }: Played): number {
  const isOwn = (event: Event | undefined) =>
    event?.kind === 'skulls' && typeof event.from === 'object' && 'seat' in event.from && event.from.seat === seat;
  const [first] = events;
  return first?.kind === 'skulls' && isOwn(first) ? first.n : 0;
}

function endsIn({ after, events, seat }: Played): boolean {
  return after.phase.kind === 'over' || events.some((event) => event.kind === 'turn-ended' && event.seat === seat);
}

const said = ({ seat, move, before, parts }: Played) =>
  `${JSON.stringify(move)} of seat ${seat} in ${JSON.stringify(before.phase)} says ${JSON.stringify(parts)}`;

test.each([
  [false, { cards: 1, deck: 'war' }],
  [true, undefined],
])('[acatlNoDraw %s] an offering that cards may pay promises a card only if those draw one', (acatlNoDraw, gives) => {
  const options = optionsOf(wealthy, undefined, { acatlNoDraw });
  const start = wealthy.setup(options, 4, fastChance(1)) as FlowerTable;
  const tribes = start.tribes.with(0, { ...at(start.tribes, 0), hand: ['W01'] });
  const state: FlowerTable = { ...start, tribes, omens: [13], phase: { kind: 'offering', seat: 0 } };
  const [view, legal] = [wealthy.view(state, 0), wealthy.legalMoves(state, 0)];
  expect(wealthy.parts({ view, seat: 0, options, legal }, { kind: 'offer', god: 'war' }).gives).toEqual(gives);
});
