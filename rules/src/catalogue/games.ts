import { type Bot, random } from '../contract/bot.ts';
import type { Options } from '../contract/optionSpec.ts';
import { greedy as flowerWarGreedy } from '../flower-war/bot/greedy.ts';
import { FLOWER_WAR } from '../flower-war/edition.ts';
import { flowerWar } from '../flower-war/index.ts';
import { greedy as mexicaGreedy } from '../mexica/bot/greedy.ts';
import { MEXICA } from '../mexica/edition.ts';
import { mexica } from '../mexica/index.ts';
import { DAY_NAMES } from '../ring/model/calendar.ts';
import type { Edition } from '../ring/model/edition.ts';
import type { Settings } from '../ring/model/options.ts';
import { greedy as spaceAztecsGreedy } from '../space-aztecs/bot/greedy.ts';
import { completed } from '../space-aztecs/completedPosition.ts';
import { spaceAztecs } from '../space-aztecs/index.ts';
import { broken as spaceAztecsBroken } from '../space-aztecs/invariants.ts';
import { PLACES } from '../space-aztecs/model/state.ts';
import { greedy } from '../tieqchieq/greedy.ts';
import { tieqchieq } from '../tieqchieq/index.ts';
import { broken } from '../tieqchieq/invariants.ts';
import type { AnyBot, AnyGame, CapableGame } from './anyGame.ts';

export type BotName = 'greedy' | 'random';

export interface Entry {
  readonly game: AnyGame;
  readonly bots: Readonly<Record<BotName, AnyBot>>;
  /** What is wrong with a state that an author wrote by hand; empty if it is sound. */
  readonly broken: (state: ReturnType<AnyGame['setup']>) => readonly string[];
  /** Completes a state that an author wrote by hand; `written` is the author's part, and the rest follows from it. */
  readonly completed: (state: ReturnType<AnyGame['setup']>, written: object) => ReturnType<AnyGame['setup']>;
  /** The names of the seats under these options, by seat; numbers where the game has no names. */
  seatNames(options: Options, seats: number): readonly string[];
  /** Names that an author may use for the items of every list of this length. */
  readonly itemNames: readonly string[];
}

/** Checks the bots and the checks of a game against its types, before `Entry` drops these types. */
function entry<S, M, E, V, R extends string, O>(
  game: CapableGame<S, M, E, V, R>,
  own: {
    readonly greedy: Bot<V, M, O>;
    readonly broken: (state: S) => readonly string[];
    readonly seatNames?: Entry['seatNames'];
    readonly completed?: (state: S, written: object) => S;
    readonly itemNames?: readonly string[];
  },
): Entry {
  const { greedy, broken, seatNames = numbered, completed = (state: S) => state, itemNames = [] } = own;
  return { game, bots: { greedy, random }, broken, completed, seatNames, itemNames };
}

/** Names seats by numbers from 1 on. */
export const numbered: Entry['seatNames'] = (_options, seats) => Array.from({ length: seats }, (_, i) => String(i + 1));

const ofRing = ({ broken, completed, order }: Edition) => ({
  broken,
  completed,
  itemNames: DAY_NAMES,
  // The order of turns follows from the options alone; it is never random.
  seatNames: (options: Settings, seats: number) => order(options, seats).map((compass) => compass.toUpperCase()),
});

/** Every game by id. */
export const GAMES: ReadonlyMap<string, Entry> = new Map(
  [
    entry(flowerWar, { greedy: flowerWarGreedy, ...ofRing(FLOWER_WAR) }),
    entry(mexica, { greedy: mexicaGreedy, ...ofRing(MEXICA) }),
    entry(tieqchieq, { greedy, broken, seatNames: () => ['RED', 'YELLOW'] }),
    entry(spaceAztecs, { greedy: spaceAztecsGreedy, broken: spaceAztecsBroken, completed, itemNames: PLACES }),
  ].map((known) => [known.game.id, known]),
);

export const gameById = (id: string): AnyGame | undefined => GAMES.get(id)?.game;
