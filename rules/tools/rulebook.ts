/** The numbers and positions from which `words/` makes the rulebooks. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import {
  at,
  fastChance,
  type GameId,
  type OptionSpec,
  type RingView,
  type SpaceAztecsView,
  type TieqchieqView,
  type Viewer,
} from '../src/index.ts';
import type { MexicaView } from '../src/mexica/view.ts';
import { START_DAYS } from '../src/ring/model/calendar.ts';
import { FEWEST_PINK, PAIR, WARRIORS } from '../src/space-aztecs/scoring.ts';
import { positionAt, type Scene } from '../src/tools/scenario.ts';
import { chosenGame, chosenOptions, seatNumbers } from './series.ts';

const FOLDER = resolve(import.meta.dirname, '../../words/src/rulebook/data');
const SCENARIOS = resolve(import.meta.dirname, '../scenarios');

/** The text of each generated file, by its path. */
export const rulebookFiles = (): Readonly<Record<string, string>> => ({
  [resolve(FOLDER, 'facts.json')]: textOf(facts()),
  [resolve(FOLDER, 'positions.json')]: textOf(positions()),
});

/** A line for each part of a game, so that a difference shows where it is. */
function textOf(games: Readonly<Record<string, object>>): string {
  const lines = Object.entries(games).map(([game, parts]) => {
    const inner = Object.entries(parts).map(([part, value]) => `    ${JSON.stringify(part)}: ${JSON.stringify(value)}`);
    return `  ${JSON.stringify(game)}: {\n${inner.join(',\n')}\n  }`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

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

/** By game: seats, options, and what lies on the table at the start of each edition. */
const facts = (): Readonly<Record<string, object>> =>
  Object.fromEntries((Object.keys(STARTS) as GameId[]).map((game) => [game, factsOf(game)]));

function factsOf(id: GameId): object {
  const entry = chosenGame(id);
  const { game } = entry;
  const { seats, usualSeats = seats[1], options, presets } = game;
  return {
    seats,
    usualSeats,
    options: options.map(plainly),
    editions: presets.map(({ id: preset }) => {
      const settings = chosenOptions(entry, { preset });
      const startOf = (n: number) =>
        STARTS[id](game.view(game.setup(settings, n, fastChance(1)), 'spectator') as never);
      return { id: preset, options: settings, starts: seatNumbers(game).map((n) => ({ seats: n, ...startOf(n) })) };
    }),
    worth: WORTH[id],
  };
}

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

/** A position that a rulebook shows, taken from a scenario. */
interface Picture extends Scene {
  /** In the folder of the game. */
  readonly file: string;
  /** Whose view is drawn; that of a spectator if absent. */
  readonly viewer?: Viewer;
}

/** By game, in the order of their places in the rulebook. The texts of `words/` name a picture by its key. */
const PICTURES: Readonly<Record<GameId, Readonly<Record<string, Picture>>>> = {
  'flower-war': {
    start: { file: 'examplesTurns', id: 'F01', moves: 0 },
    battle: { file: 'battles', id: 'C4.4-7', moves: 1, viewer: 0 },
    trap: { file: 'examplesTurns', id: 'F11-2', moves: 0 },
    apocalypse: { file: 'examplesTurns', id: 'F15-1', moves: 1 },
  },
  mexica: {
    start: { file: 'examples', id: 'M01', moves: 0 },
    weekCard: { file: 'examples', id: 'M10', moves: 1 },
    tribute: { file: 'examples', id: 'M12', moves: 0 },
    apocalypse: { file: 'examples', id: 'M17', moves: 2 },
  },
  'space-aztecs': {
    start: { file: 'examples', id: 'S01-1', moves: 0 },
    choosing: { file: 'examples', id: 'S08', moves: 0, viewer: 0 },
    saucer: { file: 'examples', id: 'S08', moves: 1 },
    shelter: { file: 'examples', id: 'S06-2', moves: 1 },
  },
  tieqchieq: {
    start: { file: 'examples', id: 'T01', moves: 0 },
    ring: { file: 'examples', id: 'T05', moves: 1 },
    battle: { file: 'examples', id: 'T12', moves: 1 },
    sun: { file: 'examples', id: 'T11', moves: 1 },
    fortress: { file: 'options', id: 'O01', moves: 0 },
  },
};

/** By game: the view of each picture. */
export const positions = (): Readonly<Record<string, Readonly<Record<string, object>>>> =>
  mapped(PICTURES, (pictures, game) => mapped(pictures, (picture) => viewOf(game, picture)));

const mapped = <T, R>(record: Readonly<Record<string, T>>, each: (value: T, key: string) => R) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, each(value, key)]));

function viewOf(id: string, { file, viewer = 'spectator', ...scene }: Picture): object {
  const scenarios: unknown = parse(readFileSync(resolve(SCENARIOS, id, `${file}.yaml`), 'utf8'));
  return chosenGame(id).game.view(positionAt(scenarios, scene), viewer);
}
