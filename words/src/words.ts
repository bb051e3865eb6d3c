/** The shape of a language. A new language is a folder that has all of it; the compiler says what is missing. */
import type { GameEvent, GameName, LegalMove, OptionValue, Refusal } from '@flower-war/protocol';
import type { Place } from './botNames.ts';
import type { Card, CardText } from './card.ts';
import type { Screen } from './en/screen/index.ts';
import type { Speech } from './eventTables.ts';

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
  /** A card in sentences, made from what it does. Calendar discs and week cards are in the list of cards, too. */
  card(game: GameName, card: Card): CardText;
  /** An ending of the apocalypse, as the view calls it. */
  ending(ending: string): EndingText;
  /** What happened, in a sentence; nothing for an event that another one tells. */
  event(game: GameName, event: Pick<GameEvent, 'kind'>, speech: Speech): string | undefined;
  /** A legal move: `Give 2 skulls to Tlaloc and draw a Rain card; you have 5 left.` One with an unknown verb keeps its notation. */
  move(game: GameName, move: LegalMove, speech: Speech): string;
  /** What the seat that is asked has to do, from its view; nothing for a phase that this version does not know. */
  prompt(game: GameName, view: object, speech: Speech): string | undefined;
  /** A bot by its name. */
  bot(name: string): BotText;
  /** The bot of a seat by a name of its own, and its level: `Citlali (hard)`. A place has the same name in every language. */
  botAt(name: string, place: Place): string;
  /** The habits of a game, in the order of lists; none for a game that this version does not know. */
  habits(game: GameName): readonly HabitText[];
  /** What a screen says beside these: names, lists, talk, help, problems, boards and hints. */
  readonly screen: Screen;
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
