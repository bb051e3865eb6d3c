/** The positions that the rulebooks show as pictures, each taken from a scenario. */
import { resolve } from 'node:path';
import { GAMES, type GameId, type Viewer } from '../../src/index.ts';
import { positionAt, type Scene } from '../../src/tools/scenario.ts';
import { readYaml } from '../yamlFiles.ts';

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

const SCENARIOS = resolve(import.meta.dirname, '../../scenarios');

type Views = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** The view of each picture. */
export function positions(): Views {
  return Object.fromEntries(
    Object.entries(PICTURES).map(([game, pictures]) => [
      game,
      Object.fromEntries(Object.entries(pictures).map(([name, picture]) => [name, viewOf(game, picture)])),
    ]),
  );
}

function viewOf(id: string, { file, viewer = 'spectator', ...scene }: Picture): object {
  const state = positionAt(readYaml(resolve(SCENARIOS, id, `${file}.yaml`)), scene);
  const view: object | undefined = GAMES.get(id)?.game.view(state, viewer);
  if (view === undefined) throw new Error(`there is no game ${id}`);
  return view;
}
