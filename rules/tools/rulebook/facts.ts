/** The numbers that the rulebooks name: seats, options, and what lies on the table at the start of each edition. */
import {
  at,
  fastChance,
  GAMES,
  type GameId,
  type Options,
  type OptionSpec,
  type RingView,
  resolveOptions,
  type SpaceAztecsView,
  type TieqchieqView,
} from '../../src/index.ts';
import type { MexicaView } from '../../src/mexica/view.ts';
import { START_DAYS } from '../../src/ring/model/calendar.ts';
import { FEWEST_PINK, PAIR, WARRIORS } from '../../src/space-aztecs/scoring.ts';

const ringStart = ({ tribes, pool, warDeck, rainDeck }: RingView) => ({
  starts: tribes.map(({ compass, day }) => ({ compass, day })),
  pool,
  warDeck,
  rainDeck,
});

/** What a rulebook tells of a fresh table, by game. */
const STARTS: { readonly [G in GameId]: (view: never) => object } = {
  'flower-war': ringStart,
  mexica: (view: MexicaView) => ({ ...ringStart(view), dayDeck: view.dayDeck }),
  'space-aztecs': ({ piles, saucerLimit }: SpaceAztecsView) => ({
    piles: piles.length,
    pile: at(piles, 0).size,
    saucerLimit,
  }),
  tieqchieq: ({ sides }: TieqchieqView) => ({ tokens: at(sides, 0).reserve }),
};

/** Numbers that no option changes and no view tells. */
const WORTH: { readonly [G in GameId]: object } = {
  'flower-war': { startDays: START_DAYS },
  mexica: { startDays: START_DAYS },
  'space-aztecs': { ...WARRIORS, pair: PAIR, fewestPink: FEWEST_PINK },
  tieqchieq: {},
};

/** By game. */
export function facts(): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(STARTS).map(([game, startOf]) => [game, factsOf(game, startOf)]));
}

function factsOf(id: string, startOf: (view: never) => object): object {
  const entry = GAMES.get(id);
  if (entry === undefined) throw new Error(`there is no game ${id}`);
  const { game } = entry;
  const { seats, usualSeats = seats[1], options, presets } = game;
  const startsUnder = (settings: Options) =>
    counts(seats).map((n) => ({
      seats: n,
      ...startOf(game.view(game.setup(settings, n, fastChance(1)), 'spectator') as never),
    }));
  return {
    seats,
    usualSeats,
    options: options.map(plainly),
    editions: presets.map(({ id: preset }) => {
      const settings = settingsOf(game, preset);
      return { id: preset, options: settings, starts: startsUnder(settings) };
    }),
    worth: WORTH[id as GameId],
  };
}

const counts = ([least, most]: readonly [number, number]): readonly number[] =>
  Array.from({ length: most - least + 1 }, (_, index) => least + index);

/** An option without what only a server needs. */
function plainly(spec: OptionSpec): object {
  const { name } = spec;
  switch (spec.type) {
    case 'choice':
      return { name, default: spec.default, values: spec.values, ...(spec.sets && { sets: spec.sets }) };
    case 'flag':
      return { name, default: spec.default, values: [spec.default, !spec.default] };
    case 'integer':
      return { name, default: spec.default, min: spec.min, max: spec.max };
  }
}

type Offer = Parameters<typeof resolveOptions>[0];

function settingsOf(game: Offer, preset: string): Options {
  const resolved = resolveOptions(game, preset, {});
  if (!resolved.ok) throw new Error(`the preset ${preset} is wrong: ${resolved.option}`);
  return resolved.options;
}
