/** The tables that a language fills in. Their keys come from the rules and the protocol, so that none can be missing. */
import type { BotOf, Code, GameId, HabitOf, OptionsOf, ReasonOf, ViewOf } from '@flower-war/protocol';
import type { BotText, EndingText } from './words.ts';

/** A sentence for each code of the protocol. */
export type CodeTable = Readonly<Record<Code, string>>;

/** A sentence for each rule that a move of a game can break. */
export type ReasonTables = { readonly [G in GameId]: Readonly<Record<ReasonOf<G>, string>> };

export type OptionTables = { readonly [G in GameId]: OptionTable<OptionsOf<G>> };

export type OptionTable<Settings> = { readonly [Name in keyof Settings]: OptionEntry<Settings[Name]> };

/** The title of an option, and a sentence for each of its values. */
export interface OptionEntry<Value> {
  readonly title: string;
  readonly means: Meanings<Value>;
}

/** Numbers and orders of turns (`ENSW`) are too many for a table: a function makes their sentences. */
export type Meanings<Value> = [Value] extends [boolean]
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
