/** Several acts that are one move: they are what the single acts would be, and who holds which card never decides whether they are offered. */
import { describe, expect, test } from 'vitest';
import { frozenEngine } from '../../catalogue/frozenEngine.ts';
import { type AnyGame, GAMES } from '../../catalogue/games.ts';
import { type Chance, fastChance } from '../../contract/chance.ts';
import type { Seat } from '../../contract/game.ts';
import { resolveOptions } from '../../contract/optionSpec.ts';
import { FLOWER_WAR } from '../../flower-war/edition.ts';
import { wealthy } from '../../flower-war/matches.fixture.ts';
import { at, deepEqual, differences } from '../../json.ts';
import { MEXICA } from '../../mexica/edition.ts';
import { mexica } from '../../mexica/index.ts';
import { drawOptions, drawSeats, movesFrom, optionsOf, simulate } from '../../tools/matches.ts';
import { cardOf } from '../cards/cards.ts';
import type { Edition } from '../model/edition.ts';
import type { Event } from '../model/event.ts';
import type { Move } from '../model/move.ts';
import type { RingGame } from '../ringGame.ts';
import type { State } from '../view/hidden.ts';
import type { RingView } from '../view/view.ts';

type Ring = RingGame<RingView>;
type Outcome = { readonly state: State; readonly events: readonly Event[] };

const SEVERAL = ['war', 'rain'].flatMap((god) => [2, 3, 4, 5, 6].map((n) => `offer ${god} ${n}`));
const MATCHES = 5;
const MOST_MOVES = 300;

/** Every position of random matches in which a tribe makes offerings. */
function offerings(game: Ring, edition: Edition): readonly State[] {
  return Array.from({ length: MATCHES }, (_, seed) => {
    const chance = fastChance(seed + 1);
    const resolved = resolveOptions(game, undefined, { length: 'short' });
    const options = seed % 2 === 0 && resolved.ok ? resolved.options : drawOptions(edition.options, chance);
    const start = game.setup(options, drawSeats(edition.seats, chance), chance);
    const found: State[] = [];
    const random = (state: State, index: number) => {
      if (state.phase.kind === 'offering') found.push(state);
      const seat = at(game.toMove(state), 0);
      // Without these, few tribes would have much to offer.
      const saving = game.legalMoves(state, seat).filter((move) => index % 3 === 0 || move.kind !== 'offer');
      return { seat, move: chance.pick(saving.length > 0 ? saving : game.legalMoves(state, seat)), chance };
    };
    for (const _ of movesFrom(game, start, random)) if (found.length >= MOST_MOVES) break;
    return found;
  }).flat();
}

function played(
  game: Ring,
  state: State,
  { move, chance }: { readonly move: string; readonly chance: Chance },
): Outcome {
  const [read, seat] = [game.parse(move), at(game.toMove(state), 0)];
  const applied = read === undefined ? undefined : game.apply(state, seat, read, chance);
  if (!applied?.ok) throw new Error(`${move} is refused: ${applied?.reason}`);
  return { state: applied.state, events: applied.events };
}

/** The same acts one by one. After each offering the seat draws the card, if it is asked. */
function singly(
  game: Ring,
  start: State,
  { moves, chance }: { readonly moves: readonly string[]; readonly chance: Chance },
): Outcome {
  let all: Outcome = { state: start, events: [] };
  const add = (move: string) => {
    const next = played(game, all.state, { move, chance });
    all = { state: next.state, events: [...all.events, ...next.events] };
  };
  for (const move of moves) {
    if (all.state.phase.kind === 'over') break;
    add(move);
    if (all.state.phase.kind === 'drawing') add('draw');
  }
  return all;
}

const EDITIONS: readonly (readonly [string, Ring, Edition])[] = [
  ['flower-war', wealthy, FLOWER_WAR],
  ['mexica', mexica, MEXICA],
];

describe.each(EDITIONS)('%s', (_, game, edition) => {
  const positions = offerings(game, edition);
  const legalIn = (state: State) => game.legalMoves(state, at(game.toMove(state), 0)).map(game.format);

  test('several offerings are those one by one, with the same luck', () => {
    let tried = 0;
    for (const state of positions)
      for (const move of legalIn(state).filter((one) => SEVERAL.includes(one))) {
        const [verb, god, n] = move.split(' ');
        const moves = Array.from({ length: Number(n) }, () => `${verb} ${god}`);
        const one = played(game, state, { move, chance: fastChance(7) });
        expect(differences(singly(game, state, { moves, chance: fastChance(7) }), one), move).toEqual([]);
        tried++;
      }
    expect(tried).toBeGreaterThan(100);
  });

  test('to end the turn is to be done twice', () => {
    let tried = 0;
    for (const state of positions.filter((one) => legalIn(one).includes('end'))) {
      const one = played(game, state, { move: 'end', chance: fastChance(7) });
      expect(differences(singly(game, state, { moves: ['done', 'done'], chance: fastChance(7) }), one)).toEqual([]);
      tried++;
    }
    expect(tried).toBeGreaterThan(100);
  });

  test('each of several has its single acts beside it, and at most six go together', () => {
    for (const state of positions) {
      const legal = legalIn(state);
      for (const move of legal.filter((one) => one.split(' ').length === 3)) {
        expect(SEVERAL).toContain(move);
        expect(legal).toContain(move.split(' ').slice(0, 2).join(' '));
      }
      if (legal.includes('end')) expect(legal).toContain('done');
    }
  });

  test('which cards the others hold, and which lie on the decks, decides nothing', () => {
    for (const state of positions) {
      const mover = at(game.toMove(state), 0);
      const preventing = state.tribes.map((tribe, seat) =>
        seat === mover ? tribe : { ...tribe, hand: tribe.hand.map(() => 'R16') },
      );
      const quiet = state.tribes.map((tribe, seat) =>
        seat === mover ? tribe : { ...tribe, hand: tribe.hand.map(() => 'W01') },
      );
      const other = { ...state, decks: { ...state.decks, war: state.decks.war.map(() => 'W01') } };
      expect(deepEqual(legalIn({ ...other, tribes: preventing }), legalIn({ ...state, tribes: quiet }))).toBe(true);
    }
  });

  test('the edition knows whether a card of its own prevents draws', () => {
    expect(edition.cards.some((id) => cardOf(id).timing === 'react-draw')).toBe(edition.preventsDraws);
  });

  test('the notation reads what it writes', () => {
    for (const text of [...SEVERAL, 'end']) expect(game.format(game.parse(text) as Move)).toBe(text);
    for (const text of [
      'offer war -2',
      'offer war 2 2',
      'offer 2',
      'offer war two',
      'offer war 100',
      'end war',
      'draw war 2',
    ])
      expect(game.parse(text), text).toBeUndefined();
  });
});

test.each([
  ['a skull too few', { skulls: 2 }, 'offer war 3', 'too-few-skulls'],
  ['one', {}, 'offer war 1', 'one-by-one'],
  ['none', {}, 'offer war 0', 'one-by-one'],
  ['seven', {}, 'offer war 7', 'one-by-one'],
  ['more than the table allows', { options: { sacrificesPerTurn: 2 } }, 'offer war 3', 'enough-sacrifices'],
  ['more cards than the hand may hold', { options: { handLimit: 2 } }, 'offer war 3', 'one-by-one'],
  ['more than the deck holds, so that it is shuffled', { war: 2 }, 'offer war 3', 'one-by-one'],
  ['a day that takes cards', { omens: [9] }, 'offer war 2', 'one-by-one'],
  ['cards that lie open', { omens: [3] }, 'offer war 2', 'one-by-one'],
  ['an end without cards', { hand: [] }, 'end', 'one-by-one'],
  ['an end before an offering that must be', { omens: [18] }, 'end', 'sacrifice-first'],
])('%s: %j refuses %s', (_, given, text, reason) => {
  const state = rich(given);
  expect(wealthy.refusal(state, 0, wealthy.parse(text) as Move)).toBe(reason);
});

interface Given {
  readonly skulls?: number;
  readonly war?: number;
  readonly hand?: readonly string[];
  readonly omens?: readonly number[];
  readonly options?: object;
}

/** A tribe that may offer, with much to give. */
function rich({ skulls = 9, war = 9, hand = ['W01'], omens = [], options = {} }: Given): State {
  const state = wealthy.setup(optionsOf(wealthy), 2, fastChance(1));
  // A covered card on the day of the tribe, so that an empty deck can be renewed.
  const lying = ['W01', 'W02'].map((card) => ({ card, owner: 1 as Seat, live: false }));
  return {
    ...state,
    options: { ...state.options, ...options },
    omens,
    piles: Array.from({ length: 20 }, () => lying),
    tribes: state.tribes.with(0, { ...at(state.tribes, 0), skulls, hand }),
    decks: { ...state.decks, war: state.decks.war.slice(0, war) },
    phase: { kind: 'offering', seat: 0 },
  } as State;
}

test.each(['flower-war', 'mexica'] as const)('medium and hard bots play %s as before', async (id) => {
  const { game, bots } = GAMES.get(id) ?? {};
  const before = await frozenEngine(id, 3);
  if (game === undefined || bots === undefined || before === undefined) throw new Error(`${id} is not there`);
  for (const names of [
    ['greedy', 'greedy'],
    ['strong', 'greedy'],
  ] as const) {
    const match = (engine: AnyGame) =>
      simulate(
        { game: engine, bots: bots as never },
        {
          options: optionsOf(game as AnyGame, undefined, { length: 'short', roundCap: 4 }),
          bots: names,
          chance: fastChance(3),
        },
      );
    expect(match(game as AnyGame).events).toEqual(match(before).events);
  }
});
