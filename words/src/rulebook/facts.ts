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

interface Worths {
  readonly 'flower-war': None;
  readonly mexica: None;
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
