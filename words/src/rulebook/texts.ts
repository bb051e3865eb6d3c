/** The shape of a language's rulebooks. All languages have the same rules; the compiler says what is missing. */
import type { GameId, OptionsOf, PresetOf, ViewOf } from '@flower-war/protocol';
import type { Words } from '../words.ts';
import type { AnchorOf, ChapterOf, NumberIn } from './anchors.ts';
import positions from './data/positions.json' with { type: 'json' };
import type { EditionFacts, Facts } from './facts.ts';

/** What a rule may ask. */
export interface RuleSpeech<G extends GameId> extends Pick<Facts<G>, 'seats' | 'usualSeats' | 'worth'> {
  /** The options of the edition that is told. */
  readonly options: OptionsOf<G>;
  readonly starts: EditionFacts<G>['starts'];
  /** What the edition's value of an option means, in a sentence. */
  readonly means: (option: keyof OptionsOf<G> & string) => string;
  readonly day: Words['day'];
}

/** A few sentences; lines that begin with `- ` are a list. A rule that is empty is not in this edition. */
export type RuleText<G extends GameId> = string | ((speech: RuleSpeech<G>) => string);

interface ChapterText<G extends GameId, C extends ChapterOf<G>> {
  /** Short, because a rule is called by it and its number: `Battle 3`. */
  readonly title: string;
  readonly rules: Readonly<Record<NumberIn<G, C>, RuleText<G>>>;
}

export interface BookText<G extends GameId> {
  readonly title: string;
  readonly chapters: { readonly [C in ChapterOf<G>]: ChapterText<G, C> };
  /** What each picture shows, in sentences. */
  readonly captions: Readonly<Record<PictureOf<G>, string>>;
  /** Which players each edition is for, or where it comes from, in a sentence. Its name is that of all screens. */
  readonly editions: Readonly<Record<PresetOf<G>, string>>;
}

/** What a language says in every rulebook. */
export interface Shelf {
  readonly books: { readonly [G in GameId]: BookText<G> };
  readonly titles: { readonly editions: string; readonly options: string };
  readonly pages: PageText;
  /** Behind the edition that the book tells. */
  readonly isTold: string;
  /** Before the sentences that tell what an edition or a value changes. */
  readonly changes: string;
  /** `Or: …`, before another value of an option. */
  readonly otherwise: (meaning: string) => string;
  /** The limits of a number. */
  readonly between: (min: number, max: number) => string;
}

/** What stands around the rules on a page. */
export interface PageText {
  /** What the language calls itself. */
  readonly language: string;
  readonly contents: string;
  readonly toCards: string;
  readonly toRules: string;
  readonly aboutCards: string;
}

// A rulebook as a screen or a page shows it.

export interface Rulebook {
  readonly game: GameId;
  /** The preset whose numbers the book names. */
  readonly edition: string;
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly rules: readonly Rule[];
}

export interface Rule {
  /** The same in every language: `battle-3`. */
  readonly anchor: string;
  /** The number of the rule in its chapter. The entries of lists have none. */
  readonly number?: number;
  /** `Battle 3`. */
  readonly label: string;
  /** A few sentences; lines that begin with `- ` are a list. */
  readonly text: string;
  readonly pictures: readonly Picture[];
}

/** A position to be drawn below a rule. */
export interface Picture {
  readonly caption: string;
  /** What a player or a spectator sees, as a match shows it. */
  readonly view: object;
}

// Positions of a match that a rulebook shows: a screen draws them from the view of a player or a spectator.

type Positions = typeof positions;
type PictureOf<G extends GameId> = keyof Positions[G] & string;

/** The rule below which each picture stands. A position without a place does not compile. */
const PLACES: { readonly [G in GameId]: Readonly<Record<PictureOf<G>, AnchorOf<G>>> } = {
  'flower-war': { start: 'setup-5', battle: 'battle-5', trap: 'cards-7', apocalypse: 'apocalypse-2' },
  mexica: { start: 'setup-5', weekCard: 'week-2', tribute: 'tribute-1', apocalypse: 'ending-3' },
  'space-aztecs': { start: 'setup-4', choosing: 'turn-3', saucer: 'saucers-2', shelter: 'aztecs-2' },
  tieqchieq: {
    start: 'board-3',
    ring: 'marks-3',
    battle: 'battle-3',
    sun: 'marks-4',
    fortress: 'move-3',
  },
};

export function placesOf<G extends GameId>(game: G): readonly (readonly [PictureOf<G>, AnchorOf<G>])[] {
  return Object.entries(PLACES[game]) as unknown as readonly (readonly [PictureOf<G>, AnchorOf<G>])[];
}

/** A test of the rules holds the file to what `view` gives. */
export const positionOf = <G extends GameId>(game: G, picture: PictureOf<G>): ViewOf<G> =>
  (positions as unknown as Readonly<Record<string, Readonly<Record<string, ViewOf<G>>>>>)[game]?.[picture] as ViewOf<G>;
