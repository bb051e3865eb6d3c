import { type Bot, type BotName, type Game, type HabitsCapability, random } from '../contract/game.ts';
import type { Options } from '../contract/optionSpec.ts';
import { easy as flowerWarEasy, greedy as flowerWarGreedy } from '../flower-war/bot/greedy.ts';
import { strong as flowerWarStrong } from '../flower-war/bot/strong.ts';
import { FLOWER_WAR } from '../flower-war/edition.ts';
import { flowerWar } from '../flower-war/index.ts';
import { easy as mexicaEasy, greedy as mexicaGreedy } from '../mexica/bot/greedy.ts';
import { strong as mexicaStrong } from '../mexica/bot/strong.ts';
import { MEXICA } from '../mexica/edition.ts';
import { mexica } from '../mexica/index.ts';
import type { SpellingCapability, TempleCapability, WindowsCapability } from '../ring/capabilities.ts';
import { type Compass, DAY_NAMES } from '../ring/model/calendar.ts';
import type { Edition } from '../ring/model/edition.ts';
import type { Settings } from '../ring/model/options.ts';
import { easy as spaceAztecsEasy, greedy as spaceAztecsGreedy } from '../space-aztecs/bot/greedy.ts';
import { strong as spaceAztecsStrong } from '../space-aztecs/bot/strong.ts';
import { spaceAztecs } from '../space-aztecs/index.ts';
import { completed, broken as spaceAztecsBroken } from '../space-aztecs/invariants.ts';
import { PLACES } from '../space-aztecs/state.ts';
import { easy, greedy } from '../tieqchieq/bot/greedy.ts';
import { strong } from '../tieqchieq/bot/strong.ts';
import { tieqchieq } from '../tieqchieq/index.ts';
import { broken } from '../tieqchieq/invariants.ts';
import type { GameId, GameTypes } from './gameTypes.ts';

// biome-ignore lint/suspicious/noExplicitAny: the only place that drops the types of a game on purpose
type Any = any;

/** What a game may declare beyond the contract. Each capability is described beside the games that have it. */
interface Capabilities<S, M, E, V> {
  readonly temple?: TempleCapability<S, M, V>;
  readonly windows?: WindowsCapability<S, E>;
  readonly spelling?: SpellingCapability;
  readonly habits?: HabitsCapability<S, M, E, Any>;
}

/** A game with all that it declares. */
export type CapableGame<S, M, E, V, R extends string> = Game<S, M, E, V, R> & Capabilities<S, M, E, V>;

/** A game for callers that need not know its types: state, moves and views are JSON. */
export type AnyGame = CapableGame<Any, Any, Any, Any, string>;

/** A bot of some game. */
export type AnyBot = Bot<Any, Any, Any>;

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

type Of<G extends GameId> = GameTypes[G];

/** Checks all that belongs to a game against the types of the game, before `Entry` drops these types. */
function entry<G extends GameId, S, M>(
  id: G,
  game: CapableGame<S, M, Of<G>['event'], Of<G>['view'], Of<G>['reason']>,
  own: {
    readonly easy: Bot<Of<G>['view'], M, Of<G>['options']>;
    readonly greedy: Bot<Of<G>['view'], M, Of<G>['options']>;
    readonly strong: Bot<Of<G>['view'], M, Of<G>['options']>;
    readonly broken: (state: S) => readonly string[];
    readonly seatNames: (options: Of<G>['options'], seats: number) => readonly Of<G>['seatName'][];
    readonly completed?: (state: S, written: object) => S;
    readonly itemNames?: readonly string[];
  },
): readonly [G, Entry] {
  const { easy, greedy, strong, broken, completed = (state: S) => state, itemNames = [] } = own;
  const seatNames = own.seatNames as Entry['seatNames'];
  return [id, { game, bots: { greedy, random, strong, easy }, broken, completed, seatNames, itemNames }];
}

/** Names seats by numbers from 1 on. */
export const numbered: Entry['seatNames'] = (_options, seats) => Array.from({ length: seats }, (_, i) => String(i + 1));

const ofRing = <C extends Compass>({ broken, completed, order }: Edition<C>) => ({
  broken,
  completed,
  itemNames: DAY_NAMES,
  // The order of turns follows from the options alone; it is never random.
  seatNames: (options: Settings, seats: number) => order(options, seats).map(upperCase),
});

const upperCase = <C extends string>(compass: C) => compass.toUpperCase() as Uppercase<C>;
const NUMBERS = ['1', '2', '3', '4', '5', '6'] as const;

const ofSpaceAztecs = {
  broken: spaceAztecsBroken,
  completed,
  itemNames: PLACES,
  seatNames: (_options: unknown, seats: number) => NUMBERS.slice(0, seats),
};

/** Every game by id. */
export const GAMES: ReadonlyMap<string, Entry> = new Map([
  entry('flower-war', flowerWar, {
    easy: flowerWarEasy,
    greedy: flowerWarGreedy,
    strong: flowerWarStrong,
    ...ofRing(FLOWER_WAR),
  }),
  entry('mexica', mexica, { easy: mexicaEasy, greedy: mexicaGreedy, strong: mexicaStrong, ...ofRing(MEXICA) }),
  entry('tieqchieq', tieqchieq, { easy, greedy, strong, broken, seatNames: () => ['RED', 'YELLOW'] }),
  entry('space-aztecs', spaceAztecs, {
    easy: spaceAztecsEasy,
    greedy: spaceAztecsGreedy,
    strong: spaceAztecsStrong,
    ...ofSpaceAztecs,
  }),
]);

export const gameById = (id: string): AnyGame | undefined => GAMES.get(id)?.game;
