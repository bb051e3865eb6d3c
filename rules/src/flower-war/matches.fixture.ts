/** Random matches of Flower War, with the result of each answer. Every second one begins with full hands. */

import { fastChance } from '../contract/chance.ts';
import type { Options } from '../contract/optionSpec.ts';
import { at } from '../json.ts';
import type { Event } from '../ring/model/event.ts';
import type { Tribe } from '../ring/model/state.ts';
import type { State } from '../ring/view/hidden.ts';
import { chancesOf, drawOptions, drawSeats, optionsOf, playOut } from '../tools/matches.ts';
import { flowerWar } from './index.ts';
import type { FlowerTable } from './table.ts';

export const presetOptions = (id: string, given: Options = {}): Options => {
  return optionsOf(flowerWar, id, given);
};
export const PRESETS = flowerWar.presets.map(({ id }) => id);

/** Flower War with skulls and cards from the start, so that there is much to play, to answer and to keep secret. */
export const wealthy: typeof flowerWar = {
  ...flowerWar,
  setup: (options, seats, chance) => {
    const state = flowerWar.setup(options, seats, chance);
    const given = Math.min(SKULLS, Math.floor(state.pool / seats));
    const dealt = (deck: 'war' | 'rain', seat: number) => state.decks[deck].slice(seat * CARDS, (seat + 1) * CARDS);
    const left = (deck: 'war' | 'rain') => state.decks[deck].slice(seats * CARDS);
    return {
      ...state,
      tribes: state.tribes.map((tribe, seat): Tribe => {
        const skulls = tribe.skulls + given;
        return { ...tribe, skulls, hand: [...dealt('war', seat), ...dealt('rain', seat)] };
      }),
      pool: state.pool - given * seats,
      decks: { day: [], war: left('war'), rain: left('rain') },
    };
  },
};
const SKULLS = 12;
const CARDS = 6;

/** One answer and its result. */
export interface Step {
  readonly before: State;
  readonly after: State;
  readonly events: readonly Event[];
}

/** The way from one public state to the next: a single answer, or all answers of a secret window. */
export interface Stretch {
  readonly before: FlowerTable;
  readonly after: FlowerTable;
  readonly steps: readonly Step[];
  readonly events: readonly Event[];
}

export interface Match {
  readonly seats: number;
  readonly steps: readonly Step[];
  readonly stretches: readonly Stretch[];
  readonly final: FlowerTable;
}

function matchOf(seed: number, options: Options, seats: number): Match {
  const chanceAt = chancesOf(seed);
  const state = (seed % 2 === 0 ? wealthy : flowerWar).setup(options, seats, chanceAt(0));
  const { steps: played, final } = playOut(flowerWar, { state, chanceAt, cap: 20_000 });
  const steps = played.map(({ before, events }, index) => ({
    before,
    after: played[index + 1]?.before ?? final,
    events,
  }));
  return { seats, steps, stretches: stretchesOf(steps), final: final as FlowerTable };
}

function stretchesOf(steps: readonly Step[]): readonly Stretch[] {
  const firsts = steps.flatMap(({ before }, index) => (before.hidden === undefined ? [index] : []));
  return firsts.map((first, index) => {
    const inIt = steps.slice(first, firsts[index + 1]);
    return {
      before: at(inIt, 0).before as FlowerTable,
      after: at(inIt, inIt.length - 1).after as FlowerTable,
      steps: inIt,
      events: inIt.flatMap(({ events }) => events),
    };
  });
}

const seedsFrom = (first: number) => Array.from({ length: 10 }, (_, index) => first + index);

/** Matches with the default options of the rules, in all three modes. */
export const USUAL = seedsFrom(1).map((seed) => {
  const draw = fastChance(seed);
  const mode = draw.pick(['quick', 'long', 'epic']);
  return matchOf(seed, presetOptions(draw.pick(PRESETS), { mode }), drawSeats(flowerWar.seats, draw));
});

/** The usual matches, and as many with random options. */
export const MATCHES: readonly Match[] = [
  ...USUAL,
  ...seedsFrom(501).map((seed) => {
    const draw = fastChance(seed);
    return matchOf(seed, drawOptions(flowerWar.options, draw), drawSeats(flowerWar.seats, draw));
  }),
];

/** Tells the events of one kind from the others. */
export const kindOf =
  <K extends Event['kind']>(kind: K) =>
  (event: Event): event is Extract<Event, { kind: K }> =>
    event.kind === kind;
