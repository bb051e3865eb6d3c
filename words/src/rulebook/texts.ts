/** The shape of a language's rulebooks. All languages have the same rules; the compiler says what is missing. */
import type { GameId, OptionsOf, PresetOf } from '@flower-war/protocol';
import type { Words } from '../words.ts';
import type { ChapterOf, NumberIn } from './anchors.ts';
import type { EditionFacts, Facts } from './facts.ts';
import type { PictureOf } from './pictures.ts';

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

export interface EditionText {
  readonly title: string;
  /** For whom it is, or where it comes from, in a sentence. */
  readonly about: string;
}

export interface BookText<G extends GameId> {
  readonly title: string;
  readonly chapters: { readonly [C in ChapterOf<G>]: ChapterText<G, C> };
  /** What each picture shows, in sentences. */
  readonly captions: Readonly<Record<PictureOf<G>, string>>;
  readonly editions: Readonly<Record<PresetOf<G>, EditionText>>;
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
  /** The own name of the language. */
  readonly language: string;
  readonly contents: string;
  readonly toCards: string;
  readonly toRules: string;
  readonly aboutCards: string;
}
