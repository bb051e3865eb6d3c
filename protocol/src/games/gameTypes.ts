/**
 * What belongs to a game, by its id: its view, its events, its options and so on. A game that this version does not
 * know, perhaps of a newer server, has plain records and texts instead.
 */
import type { GameId, GameTypes, MoveParts, Options } from '@flower-war/rules';

export type { GameId, OptionValue } from '@flower-war/rules';

declare const notKnownHere: unique symbol;

/**
 * A game that this version does not know. It is a template of text, because comparisons narrow a union of games only if
 * each of them is a text of some form. No literal has this form.
 */
export type OtherGame = `${string & { readonly [notKnownHere]: true }}`;

/** The game of any match. A comparison such as `match.game === 'mexica'` also narrows what belongs to the game. */
export type AnyGame = GameId | OtherGame;

/** Any text. Beside a union of texts it lets an editor complete these, and allows others. */
export type OtherText = string & Record<never, never>;

/** The id of a game, as a caller writes it. */
export type GameName = GameId | OtherText;

type Of<G extends string, What extends keyof GameTypes[GameId], Otherwise> = G extends GameId
  ? GameTypes[G][What]
  : Otherwise;

/** What a viewer of each game sees. */
export type Views = { readonly [G in GameId]: GameTypes[G]['view'] };

/** What a viewer of this game sees. */
export type ViewOf<G extends string> = G extends GameId ? Fields<Views[G]> : Readonly<Record<string, unknown>>;

/** The same fields. Unlike an interface, such a type also fits where any fields are allowed. */
type Fields<V> = { readonly [Field in keyof V]: V[Field] };

/** An event of the rules of any game. */
export interface GameEvent {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** What can happen in this game, as a viewer may see it. */
export type EventOf<G extends string> = Of<G, 'event', GameEvent>;

/** What a move of this game does, as data. */
export type PartsOf<G extends string> = Of<G, 'parts', MoveParts & Readonly<Record<string, unknown>>>;

/** A legal move: its notation, and what it does. A client that does not know its verb shows the notation. */
export type LegalMove<G extends string = string> = PartsOf<G> & {
  /** The move in notation, which is what the server takes. */
  readonly move: string;
  /** Beads in a temple can pay it. While the temple of the seat is present, and the seat does not offer by hand, only they can. */
  readonly beads?: true;
};

/** The value of every option of this game. */
export type OptionsOf<G extends string> = Of<G, 'options', Options>;

/** Values for some of the options. */
export type SomeOptionsOf<G extends string> = G extends GameId ? Partial<GameTypes[G]['options']> : Options;

/** The presets of this game, by their ids. */
export type PresetOf<G extends string> = Of<G, 'preset', string>;

/** What a card of this game says, as data. */
export type FaceOf<G extends string> = Of<G, 'face', Readonly<Record<string, unknown>>>;

/** Why the rules of this game refuse a move. */
export type ReasonOf<G extends string> = Of<G, 'reason', string>;

/** What this game calls its seats. */
export type SeatNameOf<G extends string> = Of<G, 'seatName', string>;

/** The bots of this game. */
export type BotOf<G extends string> = Of<G, 'bot', string>;

/** The habits of this game. */
export type HabitOf<G extends string> = Of<G, 'habit', string>;

// What cards say, as data: the vocabulary of effects, and the cards that have a title of their own.

/** What cards say, as data: the vocabulary of effects, and the cards that have a title of their own. */
export type {
  CardFace,
  Deck,
  DiscFace,
  Effect,
  GodChoice,
  Moment,
  Place,
  Sign,
  SpaceAztecsFace,
  Timing,
  TitledCard,
  TitledSpaceCard,
  Who,
} from '@flower-war/rules';
