/** Positions for tests. A fresh match completes what a position leaves out. */

import { fastChance } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import type { Options } from '../contract/optionSpec.ts';
import { at } from '../json.ts';
import { type CardId, colourOf } from './cards.ts';
import { spaceAztecs } from './index.ts';
import { completed } from './invariants.ts';
import type { City, Event, State } from './state.ts';
import { optionsOf } from '../tools/matches.ts';

export function fresh(seats: number, given: Options = {}, seed = 1): State {
  return spaceAztecs.setup(
    optionsOf(spaceAztecs, undefined, { startPlayer: 'host', ...given }),
    seats,
    fastChance(seed),
  );
}

/** Reads a city such as `Y-A01 X5 G-T1(G-A03 G-A01) G-S1(G-A10)`. */
export function city(text: string): City {
  const groups = [...text.matchAll(/([\w-]+)(?:\(([^)]*)\))?/g)].map(([, card = '', inside = '']) => ({
    card,
    inside: inside.split(' ').filter(Boolean),
  }));
  const groupsOf = (kind: string) =>
    groups.filter(({ card }) => (colourOf(card) === undefined ? 'X' : card[2]) === kind);
  const idsOf = (kind: string): readonly CardId[] => groupsOf(kind).map(({ card }) => card);
  return {
    visible: idsOf('A'),
    temples: groupsOf('T').map(({ card, inside }) => ({ card, aztecs: inside })),
    codices: idsOf('X'),
    saucers: groupsOf('S').map(({ card, inside }) => ({ card, captured: inside })),
    isHere: true,
  };
}

/** A fresh match with these cities, one for each seat. The options say which set is removed. */
export function withCities(cities: readonly string[], given: Options = {}): State {
  const state = fresh(cities.length, { removedSet: 'P', ...given });
  return completed({ ...state, cities: cities.map(city) }, {});
}

export interface Played {
  readonly state: State;
  readonly events: readonly Event[];
}

export function doing({ state, events }: Played, seat: Seat, text: string): Played {
  const move = spaceAztecs.parse(text);
  if (move === undefined) throw new Error(`${text} is not a move`);
  const applied = spaceAztecs.apply(state, seat, move, fastChance(1));
  if (!applied.ok) throw new Error(`${text} of ${seat} is refused: ${applied.reason}`);
  return { state: applied.state, events: [...events, ...applied.events] };
}

/** Plays a round with these cards, one for each seat, up to the first question that follows. */
export function playing(before: State, cards: readonly CardId[]): Played {
  const piles = before.piles.map(({ cards: lying }, index) => ({
    cards: [...lying.filter((card) => !cards.includes(card)), ...cards.slice(index, index + 1)],
  }));
  const ready = completed({ ...before, piles: piles.map((pile) => ({ ...pile, isSeen: false })) }, { piles });
  const seats = cards.map((_, seat) => seat as Seat);
  const taken = seats.reduce<Played>((told, seat) => doing(told, seat, `take ${seat + 1}`), {
    state: ready,
    events: [],
  });
  return seats.reduce((told, seat) => doing(told, seat, `choose ${at(cards, seat)}`), taken);
}
