/** The numbers that a rulebook names. They come from the rules as data, so that no text holds one of them. */
import type { GameId, OptionsOf, OptionValue, PresetOf, SeatNameOf } from '@flower-war/protocol';
import facts from './data/facts.json' with { type: 'json' };

export interface Facts<G extends GameId> {
  /** The fewest and the most seats. */
  readonly seats: readonly [number, number];
  readonly usualSeats: number;
  readonly options: readonly OptionFact[];
  /** The first is the default. */
  readonly editions: readonly EditionFacts<G>[];
  /** Numbers that no option changes. */
  readonly worth: Worths[G];
}

export interface OptionFact {
  readonly name: string;
  readonly default: OptionValue;
  /** The values of a choice; a number has limits instead. */
  readonly values?: readonly OptionValue[];
  readonly min?: number;
  readonly max?: number;
  /** The values that a choice gives to other options. */
  readonly sets?: Readonly<Record<string, Readonly<Record<string, OptionValue>>>>;
}

export interface EditionFacts<G extends GameId> {
  readonly id: PresetOf<G>;
  readonly options: OptionsOf<G>;
  /** The table before the first move, for each number of seats. */
  readonly starts: readonly Starts[G][];
}

interface RingStart<G extends 'flower-war' | 'mexica'> {
  readonly seats: number;
  readonly starts: readonly { readonly compass: Lowercase<SeatNameOf<G>>; readonly day: number }[];
  readonly pool: number;
  readonly warDeck: number;
  readonly rainDeck: number;
}

export interface Starts {
  readonly 'flower-war': RingStart<'flower-war'>;
  readonly mexica: RingStart<'mexica'> & { readonly dayDeck: number };
  readonly 'space-aztecs': {
    readonly seats: number;
    readonly piles: number;
    /** The cards of one pile. */
    readonly pile: number;
    readonly saucerLimit: number;
  };
  readonly tieqchieq: { readonly seats: number; readonly tokens: number };
}

type None = Readonly<Record<never, never>>;

/** Where the tribes start, by the option `startSpaces`. */
interface RingWorth {
  readonly startDays: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

interface Worths {
  readonly 'flower-war': RingWorth;
  readonly mexica: RingWorth;
  readonly 'space-aztecs': {
    /** The points of none, one, two … warriors of a type. */
    readonly eagle: readonly number[];
    readonly jaguar: readonly number[];
    readonly otomi: readonly number[];
    /** The points of a High Priest with a Star Visitor. */
    readonly pair: number;
    /** What the fewest pink Aztecs cost, below zero. */
    readonly fewestPink: number;
  };
  readonly tieqchieq: None;
}

/** A test of the rules holds the file to these types. */
const FACTS = facts as unknown as { readonly [G in GameId]: Facts<G> };

export const factsOf = <G extends GameId>(game: G): Facts<G> => FACTS[game];

/** What a match chose: its edition, and any option beside it. */
export interface Chosen {
  readonly preset?: string | undefined;
  readonly options?: Readonly<Record<string, OptionValue>> | undefined;
}

/** The edition of a match under its own options. Without a preset, or with one that the game does not have, it is the default one. */
export function editionOf<G extends GameId>(game: G, { preset, options }: Chosen): EditionFacts<G> {
  const { editions } = factsOf(game);
  const edition = editions.find(({ id }) => id === preset) ?? editions[0];
  if (edition === undefined) throw new Error(`${game} has no edition`);
  if (options === undefined) return edition;
  const chosen = { ...edition, options: { ...edition.options, ...options } };
  return { ...chosen, starts: startsOf(game, chosen) };
}

const STARTS: { readonly [G in GameId]: (edition: EditionFacts<G>, facts: Facts<G>) => readonly Starts[G][] } = {
  'flower-war': ringStarts,
  mexica: (edition, facts) =>
    ringStarts(edition, facts).map((start) => ({ ...start, ...mexicaDecks(edition.options) })),
  // Only the codices change the piles, and some edition plays without them.
  'space-aztecs': ({ options, starts }, { editions }) =>
    editions.find((one) => one.options.codex === options.codex)?.starts ?? starts,
  tieqchieq: ({ starts }) => starts,
};

/** A test of the rules holds this to what they lay out. */
const startsOf = <G extends GameId>(game: G, edition: EditionFacts<G>): readonly Starts[G][] =>
  STARTS[game](edition, factsOf(game));

const DAYS = 20;

function ringStarts<G extends 'flower-war' | 'mexica'>(
  { options, starts }: EditionFacts<G>,
  { worth }: Pick<Facts<G>, 'worth'>,
): readonly Starts[G][] {
  const { tokensTotal, perSpace, turnOrder, startSpaces } = options;
  const days = worth.startDays[startSpaces] ?? {};
  const turnOf = ({ compass }: { readonly compass: string }) => turnOrder.indexOf(compass.slice(0, 1).toUpperCase());
  return starts.map((start) => ({
    ...start,
    pool: Math.max(0, tokensTotal - DAYS * perSpace),
    starts: start.starts
      .toSorted((one, other) => turnOf(one) - turnOf(other))
      .map(({ compass, day }) => ({ compass, day: days[compass] ?? day })),
  }));
}

/** The designs of a god, of which a deck holds equally many, and the one victory card beside them. */
const DESIGNS = 13;

function mexicaDecks({ godDeckSize, earlyDecks }: OptionsOf<'mexica'>) {
  const dayDeck = factsOf('mexica').editions[0]?.starts[0]?.dayDeck ?? 0;
  const common = DESIGNS * Math.floor(godDeckSize / DESIGNS);
  const victory = earlyDecks === 'asMexica' ? 1 : 0;
  return { warDeck: common + victory, rainDeck: common + victory, dayDeck: dayDeck + 2 * (1 - victory) };
}
