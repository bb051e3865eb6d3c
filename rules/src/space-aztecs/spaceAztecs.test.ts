import { describe, expect, test } from 'vitest';
import { fastChance } from '../contract/chance.ts';
import { type Seat, SEATS } from '../contract/game.ts';
import type { Options } from '../contract/optionSpec.ts';
import { at } from '../json.ts';
import { chancesOf, drawOptions, drawSeats, optionsOf, playOut } from '../tools/matches.ts';
import { testGame } from '../tools/testing.ts';
import { cardOf } from './cards.ts';
import { heldBy, redrawn } from './hidden.fixture.ts';
import { spaceAztecs } from './index.ts';
import { broken } from './invariants.ts';
import { type City, clockwise, type Event, handOf, type Move, present, type State } from './state.ts';
import { EVERY_MOVE, SHOW } from './moves.ts';
import { endFlag, saucerLimit, saucersIn } from './revealing.ts';
import { doing, fresh, type Played, playing, withCities } from './position.fixture.ts';

// Invariants 1, 2, 3 and 12, and the secrecy of piles and choices.
testGame(spaceAztecs, {
  matches: 24,
  candidates: () => EVERY_MOVE,
  conserve: broken,
  redraw: (state, viewer, chance) => redrawn(state, { viewer, known: heldBy(state, viewer) }, chance),
});

interface Turn {
  readonly before: State;
  readonly after: State;
  readonly seat: Seat;
  readonly move: Move;
  readonly events: readonly Event[];
}

function turnsOf(seed: number, given?: Options, count?: number): readonly Turn[] {
  const draw = fastChance(seed);
  const chanceAt = chancesOf(seed);
  const seats = count ?? drawSeats(spaceAztecs.seats, draw);
  const state = spaceAztecs.setup(given ?? drawOptions(spaceAztecs.options, draw), seats, chanceAt(0));
  const { steps, final } = playOut(spaceAztecs, { state, chanceAt, cap: 1000 });
  return steps.map((step, index) => ({ ...step, after: steps[index + 1]?.before ?? final }));
}

const SEEDS = Array.from({ length: 24 }, (_, index) => index + 100);
const MATCHES = SEEDS.map((seed) => turnsOf(seed));
const TURNS = MATCHES.flat();

const find = <K extends Event['kind']>(events: readonly Event[], kind: K) =>
  events.filter((event): event is Extract<Event, { kind: K }> => event.kind === kind);

describe('invariants of Part D', () => {
  test('[inv 2] a round takes exactly one card from each pile that was held', () => {
    for (const turns of MATCHES) {
      const rounds = new Map<number, State>();
      for (const { before } of turns) rounds.set(before.round, rounds.get(before.round) ?? before);
      for (const turn of turns) {
        if (find(turn.events, 'round-ended').length === 0) continue;
        const start = rounds.get(turn.before.round)!;
        const taken = turns.flatMap(({ before, move }) =>
          before.round === start.round && move.kind === 'take' ? [move.pile] : [],
        );
        expect(taken).toHaveLength(start.cities.length);
        expect(new Set(taken).size).toBe(taken.length);
        const sizes = start.piles.map(({ cards }, index) => cards.length - (taken.includes(index + 1) ? 1 : 0));
        expect(turn.after.piles.map(({ cards }) => cards.length)).toEqual(sizes);
      }
    }
  });

  test('[inv 4] no card returns from under a temple or a saucer', () => {
    const kept = (groups: readonly { readonly card: string; readonly inside: readonly string[] }[]) =>
      groups.flatMap(({ card, inside }) => [card, ...inside]);
    const insideOf = ({ temples, saucers }: City) => [
      ...kept(temples.map(({ card, aztecs }) => ({ card, inside: aztecs }))),
      ...kept(saucers.map(({ card, captured }) => ({ card, inside: captured }))),
    ];
    for (const { before, after } of TURNS)
      for (const [seat, city] of before.cities.entries())
        expect(insideOf(at(after.cities, seat))).toEqual(expect.arrayContaining([...insideOf(city)]));
  });

  test('[inv 5, 10] it ends after the first round with a flag, never earlier, and there always are enough piles', () => {
    for (const { before, after } of TURNS) {
      if (before.phase.kind !== 'taking') continue;
      expect(endFlag(before)).toBeUndefined();
      const full = before.piles.filter(({ cards }) => cards.length > 0).length;
      expect(full).toBeGreaterThanOrEqual(before.cities.length);
      expect(after.round).toBe(before.round);
    }
    const reasons = MATCHES.map((turns) => {
      const { after } = turns.at(-1)!;
      expect(after.phase).toEqual({ kind: 'over', reason: endFlag(after) });
      return endFlag(after);
    });
    expect(new Set(reasons)).toEqual(new Set(['piles-empty', 'saucers-landed']));
  });

  test('[inv 6, 7] all times are told at once, and the earliest takes the token', () => {
    for (const { before, after, events } of TURNS) {
      const [announced, ...more] = find(events, 'announced');
      if (announced === undefined) continue;
      expect(more).toEqual([]);
      expect(announced.times.map(({ seat }) => seat)).toEqual(present(before));
      const earliest = announced.times.reduce((a, b) => (a.time < b.time ? a : b));
      expect(after.starter).toBe(earliest.seat);
      expect(find(events, 'started')).toEqual(
        before.starter === earliest.seat ? [] : [{ kind: 'started', seat: earliest.seat }],
      );
    }
  });

  test('[SA-03] cards are revealed clockwise from the earliest, or by the clock', () => {
    for (const turns of MATCHES) {
      const rounds = Map.groupBy(turns, ({ before }) => before.round);
      for (const round of rounds.values()) {
        const revealed = find(
          round.flatMap(({ events }) => events),
          'revealed',
        );
        const { options, starter } = round.at(-1)!.after;
        const order = revealed.map(({ seat }) => seat);
        const times = revealed.map(({ card }) => cardOf(card).time);
        if (options.revealOrder === 'byTime') expect(times).toEqual(times.toSorted());
        else expect(order).toEqual(clockwise(round[0]!.before, starter));
      }
    }
  });

  test('[inv 11] two players play 28 rounds at most', () => {
    for (const seed of SEEDS) {
      const { round } = turnsOf(seed, optionsOf(spaceAztecs), 2).at(-1)!.after;
      expect(round).toBeLessThanOrEqual(28);
    }
  });

  test('[D5] a saucer takes from each other city that shows its colour, clockwise, and never from its own', () => {
    for (const turns of MATCHES)
      for (const round of Map.groupBy(turns, ({ before }) => before.round).values())
        for (const [, captured] of Map.groupBy(
          find(
            round.flatMap(({ events }) => events),
            'captured',
          ),
          ({ saucer }) => saucer,
        )) {
          const { seat } = captured[0]!;
          const victims = captured.map(({ victim }) => victim);
          expect(
            clockwise(round[0]!.before, seat)
              .slice(1)
              .filter((other) => victims.includes(other)),
          ).toEqual(victims);
        }
  });
});

describe('secret choices', () => {
  const start = playing(withCities(['', '', '']), ['X1', 'X2', 'X3']).state;
  /** All seats hold a pile, and none has chosen. */
  const choosing = SEATS.slice(0, 3).reduce<Played>(
    (told, seat) => doing(told, spaceAztecs.toMove(told.state)[0]!, `take ${seat + 1}`),
    {
      state: start,
      events: [],
    },
  );
  const choice = (seat: Seat, index: number) =>
    spaceAztecs.format(at(spaceAztecs.legalMoves(choosing.state, seat), index));

  test('who has chosen is not waited for, but may choose anew; the others see nothing of it', () => {
    const once = doing({ state: choosing.state, events: [] }, 1, choice(1, 0));
    expect(spaceAztecs.toMove(choosing.state)).toEqual([0, 1, 2]);
    expect(spaceAztecs.toMove(once.state)).toEqual([0, 2]);
    const twice = doing(once, 1, choice(1, 2));
    expect(spaceAztecs.legalMoves(twice.state, 1)).toEqual(spaceAztecs.legalMoves(choosing.state, 1));
    expect(spaceAztecs.toMove(twice.state)).toEqual([0, 2]);
    expect(handOf(twice.state, 1).chosen).toBe(choice(1, 2).split(' ')[1]);
    for (const viewer of [0, 2, 'spectator'] as const) {
      expect(spaceAztecs.view(twice.state, viewer)).toEqual(spaceAztecs.view(choosing.state, viewer));
      expect(twice.events.map((event) => spaceAztecs.viewEvent(event, viewer))).toEqual([undefined, undefined]);
    }
    expect(spaceAztecs.view(twice.state, 1)).toMatchObject({ chosen: choice(1, 2).split(' ')[1] });
    expect(twice.events.map((event) => spaceAztecs.viewEvent(event, 1))).toEqual(twice.events);
  });

  test('the last choice announces all times in one event, and only then the cards are shown', () => {
    const told = [0, 1, 2].reduce<Played>((now, seat) => doing(now, seat as Seat, choice(seat as Seat, 0)), choosing);
    const kinds = told.events.slice(choosing.events.length).map(({ kind }) => kind);
    expect(kinds.slice(0, 4)).toEqual(['chose', 'chose', 'chose', 'announced']);
    expect(kinds.filter((kind) => kind === 'announced')).toHaveLength(1);
  });

  test('a seat sees into the pile that it holds, and into no other; a spectator into none', () => {
    for (const viewer of [0, 1, 2, 'spectator'] as const) {
      const own = viewer === 'spectator' ? 0 : handOf(choosing.state, viewer).pile;
      for (const [index, { size, cards }] of spaceAztecs.view(choosing.state, viewer).piles.entries())
        expect(cards).toHaveLength(index + 1 === own ? size : 0);
    }
  });

  test('[D4] the clock chooses the earliest time, hides, takes the lowest pile and the first captive', () => {
    for (const { before } of TURNS) {
      for (const seat of spaceAztecs.toMove(before)) {
        const move = spaceAztecs.fallback(before, seat);
        const legal = spaceAztecs.legalMoves(before, seat);
        if (move.kind !== 'choose') expect(move).toBe(legal[0]);
        else {
          const times = legal.flatMap((one) => (one.kind === 'choose' ? [cardOf(one.card).time] : []));
          expect(cardOf(move.card).time).toBe(times.toSorted()[0]);
        }
        expect(move).not.toBe(SHOW);
      }
    }
  });
});

describe('setup and reshuffle', () => {
  const sizes = (seats: number, given: Options = {}) => fresh(seats, given).piles.map(({ cards }) => cards.length);

  test('[S01] eight equal piles', () => {
    for (const seats of [2, 3, 4]) {
      expect(sizes(seats)).toEqual(Array(8).fill(7));
      expect(sizes(seats, { codex: false })).toEqual(Array(8).fill(6));
    }
    for (const seats of [5, 6]) {
      expect(sizes(seats)).toEqual(Array(8).fill(9));
      expect(sizes(seats, { codex: false })).toEqual(Array(8).fill(8));
    }
  });

  test('[removedSet] drawn, or as the host says, with up to four seats; none with more', () => {
    const removed = (seats: number, given: Options = {}) =>
      new Set(SEEDS.map((seed) => fresh(seats, given, seed).removed));
    expect(removed(4)).toEqual(new Set(['P', 'Y', 'B', 'G']));
    expect(removed(2, { removedSet: 'G' })).toEqual(new Set(['G']));
    expect(removed(5, { removedSet: 'G' })).toEqual(new Set(['none']));
  });

  test('[startPlayer] drawn, or the host', () => {
    const starters = (given: Options) => new Set(SEEDS.map((seed) => fresh(6, given, seed).starter));
    expect(starters({ startPlayer: 'random' })).toEqual(new Set(SEATS));
    expect(starters({})).toEqual(new Set([0]));
  });

  test('[D6] seven saucers with up to four seats, nine with more', () => {
    expect([2, 3, 4, 5, 6].map(saucerLimit)).toEqual([7, 7, 7, 9, 9]);
  });

  test('a reshuffle deals anew only what no seat has seen, also in the time of a pile that was held', () => {
    let changed = 0;
    for (const { before } of MATCHES.slice(0, 20).flat()) {
      const anew = spaceAztecs.reshuffle(before, fastChance(7));
      expect(broken(anew)).toEqual([]);
      expect({ ...anew, piles: [] }).toEqual({ ...before, piles: [] });
      for (const [index, pile] of before.piles.entries()) {
        if (pile.isSeen) expect(anew.piles[index]).toEqual(pile);
        else if (anew.piles[index]?.cards.join() !== pile.cards.join()) changed++;
      }
    }
    expect(changed).toBeGreaterThan(500);
  });

  test('[memoryAid = ownLog] each seat has its own log, and no other viewer has any', () => {
    const turns = turnsOf(5, optionsOf(spaceAztecs, undefined, { memoryAid: 'ownLog' }), 3);
    for (const { before } of turns) {
      expect(spaceAztecs.view(before, 'spectator').log).toEqual([]);
      for (const seat of SEATS.slice(0, 3)) {
        for (const [index, { cards, gone }] of spaceAztecs.view(before, seat).log.entries()) {
          if (cards.length > 0) expect(cards.length - gone).toBe(at(before.piles, index).cards.length);
          expect(cards).toEqual(expect.arrayContaining(cards.length > 0 ? [...at(before.piles, index).cards] : []));
        }
      }
    }
    const { after } = turns.at(-1)!;
    expect(spaceAztecs.view(after, 0).log.some(({ cards }) => cards.length > 0)).toBe(true);
  });
});

test('[D11] when any seat leaves, the rest plays on with the limits of the start', () => {
  for (const turns of MATCHES.slice(0, 10)) {
    for (const { before } of turns) {
      for (const seat of present(before)) {
        const { state, events } = spaceAztecs.leave(before, seat, fastChance(1)) as {
          state: State;
          events: readonly Event[];
        };
        expect(broken(state)).toEqual([]);
        expect(events[0]).toEqual({ kind: 'retired', seat });
        expect(spaceAztecs.view(state, 'spectator').saucerLimit).toBe(saucerLimit(before.cities.length));
        expect(saucersIn(state)).toBeGreaterThanOrEqual(saucersIn(before));
      }
    }
  }
});

test('[D11] who is left alone wins by forfeit', () => {
  const gone = [0, 2].reduce<State>(
    (state, seat) => (spaceAztecs.leave(state, seat as Seat, fastChance(1)) as { state: State }).state,
    withCities(['Y-A08', '', 'Y-A09 Y-A10']),
  );
  expect(spaceAztecs.result(gone)).toMatchObject({ result: 'forfeit', winners: [1], reason: 'retired' });
});
