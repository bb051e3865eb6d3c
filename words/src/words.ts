/** The shape of a language. A new language is a folder that has all of it; the compiler says what is missing. */
import type {
  BotOf,
  Code,
  GameEvent,
  GameId,
  GameName,
  HabitOf,
  LegalMove,
  OptionsOf,
  OptionValue,
  ReasonOf,
  Refusal,
  ViewOf,
} from '@flower-war/protocol';
import type { Card, CardText, MatchOptions } from './card.ts';
import type { Screen } from './en/screen/index.ts';
import type { Speech } from './telling.ts';

/** Everything that a person reads about a game, in one language. */
export interface Words {
  /** The language as `Intl` calls it: `en`, `es`. */
  readonly language: string;
  /** A day of the ring, 1 to 20: `Crocodile (Cipactli)`. The second name is the one that moves use. */
  day(day: number): string;
  /** The same in one word, for narrow places: `Crocodile`. */
  shortDay(day: number): string;
  /** What the server refused, why, and what to do. */
  refusal(refused: Refused, game?: GameName): string;
  /** An option of a game and the meaning of one value. An option that this version does not know keeps its name. */
  option(game: GameName, name: string, value: OptionValue): OptionText;
  /**
   * A card in sentences, made from what it does. Calendar discs and week cards are in the list of cards, too. The `options` of a
   * match change what some of them do.
   */
  card(game: GameName, card: Card, options?: MatchOptions): CardText;
  /** An ending of the apocalypse, as the view calls it. */
  ending(ending: string): EndingText;
  /** What happened, in a sentence; nothing for an event that another one tells. */
  event(game: GameName, event: Pick<GameEvent, 'kind'>, speech: Speech): string | undefined;
  /** A legal move: `Offer 2 skulls to Tlaloc and draw a Rain card; then you have 5 left.` One with an unknown verb keeps its notation. */
  move(game: GameName, move: LegalMove, speech: Speech): string;
  /** What the seat that is asked has to do, from its view; nothing for a phase that this version does not know. */
  prompt(game: GameName, view: object, speech: Speech): string | undefined;
  /** A bot by its name. */
  bot(name: string): BotText;
  /** The bot of a seat by a name of its own, and its level: `Citlali (hard)`. A place has the same name in every language. */
  botAt(name: string, place: SeatOfMatch): string;
  /** The habits of a game, in the order of lists; none for a game that this version does not know. */
  habits(game: GameName): readonly HabitText[];
  /** What a screen says beside these: names, lists, talk, help, problems, boards and hints. */
  readonly screen: Screen;
  /** For a language that is a file: puts its texts below a key into the place of English ones, also those of a program. */
  readonly translate?: <T>(key: string, english: T) => T;
}

/** A seat of a match. */
export interface SeatOfMatch {
  readonly match: string;
  readonly seat: number;
}

/** The part of a refusal that words need. The message of the server is shown where the code is unknown. */
export type Refused = Pick<Refusal, 'code' | 'message' | 'reason'>;

export interface OptionText {
  /** What the option is about: `Cards in battle`. */
  readonly title: string;
  /** What this value means, in a sentence. */
  readonly value: string;
}

export interface EndingText {
  readonly name: string;
  /** What it changes, in sentences. */
  readonly about: string;
}

export interface HabitText {
  /** As the protocol calls it. */
  readonly name: string;
  /** What it does for the player, in a sentence. */
  readonly about: string;
}

export interface BotText {
  readonly name: string;
  /** How hard it is to beat: `hard`. Empty for a bot that this version does not know. */
  readonly level: string;
  /** How the bot plays, in a sentence. */
  readonly about: string;
}

// The tables that a language fills in. Their keys come from the rules and the protocol, so that none can be missing.

/** Reasons of `cannot-agree`, `name-refused` and `tournament-refused` of which the code says too little. */
type SaidReason =
  | 'nothing-to-take-back'
  | 'undone-too-often'
  | 'no-pause-here'
  | 'named-at-home'
  | `tournament-${TournamentReason}`;

type TournamentReason =
  | 'starts-at'
  | 'begun'
  | 'not-begun'
  | 'ended'
  | 'full'
  | 'too-few'
  | 'too-early'
  | 'too-often'
  | 'not-entered'
  | 'withdrawn';

/** A sentence for each code of the protocol, and for these reasons. */
export type CodeTable = Readonly<Record<Code | SaidReason, string>>;

/** A sentence for each rule that a move of a game can break. */
export type ReasonTables = { readonly [G in GameId]: Readonly<Record<ReasonOf<G>, string>> };

export type OptionTables = { readonly [G in GameId]: OptionTable<OptionsOf<G>> };
type OptionTable<Settings> = { readonly [Name in keyof Settings]: OptionEntry<Settings[Name]> };

/** The title of an option, and a sentence for each of its values. */
interface OptionEntry<Value> {
  readonly title: string;
  readonly means: Meanings<Value>;
}

/** Numbers and orders of turns (`ENSW`) are too many for a table: a function makes their sentences. */
type Meanings<Value> = [Value] extends [boolean]
  ? { readonly yes: string; readonly no: string }
  : [Value] extends [number]
    ? (n: number) => string
    : [Value] extends [`E${string}`]
      ? (letters: string) => string
      : [Value] extends [string]
        ? Readonly<Record<Value, string>>
        : never;

/** By what the view calls the ending. */
export type EndingTable = Readonly<Record<ViewOf<'flower-war'>['ending'] | ViewOf<'mexica'>['ending'], EndingText>>;

export type BotTable = Readonly<Record<BotOf<GameId>, BotText>>;

/** What each habit of a game does. */
export type HabitTables = { readonly [G in GameId]: Readonly<Record<HabitOf<G>, string>> };

/** Options that both games on the ring have, with the same meaning. */
export type RingOptions = OptionTable<
  Omit<Pick<OptionsOf<'mexica'>, keyof OptionsOf<'mexica'> & keyof OptionsOf<'flower-war'>>, 'apocFlavor' | 'balance'>
>;
