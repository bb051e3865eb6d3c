/** What a server hosts: its games, their cards, and the keys that it signs records with. */
import * as z from 'zod';
import type { BotOf, HabitOf, PresetOf, SeatNameOf, SomeOptionsOf } from '../../games/gameTypes.ts';
import { pace } from '../../wire/actionFields.ts';
import { amount, botId, gameId, optionName, optionValues, presetId, type RoutesOf, seatCount } from './route.ts';

const choiceOption = z.object({
  name: optionName,
  type: z.literal('choice'),
  default: z.string(),
  values: z.array(z.string()).describe('The values from which the creator of a match chooses one.'),
  sets: z
    .record(z.string(), optionValues)
    .describe('Values that a choice gives to other options, unless the creator sets those.')
    .exactOptional(),
});
const flagOption = z.object({ name: optionName, type: z.literal('flag'), default: z.boolean() });
const integerOption = z.object({
  name: optionName,
  type: z.literal('integer'),
  default: z.int(),
  min: z.int(),
  max: z.int(),
  recordMax: z
    .int()
    .describe('Old records may hold values up to this one, from a time when more was allowed.')
    .exactOptional(),
  step: z.int().describe('Values must lie so far apart, counted from `min`.').exactOptional(),
});
const optionSpec = z
  .discriminatedUnion('type', [choiceOption, flagOption, integerOption])
  .describe('An option of a game: what a creator of a match may choose about the rules.');

const preset = z.object({ id: presetId, options: optionValues });

const habitPace = pace.exclude(['none']).describe('The slowest pace that has this habit.');

const habit = z
  .object({
    name: z.string().min(1).max(32),
    pace: habitPace,
    isForWindows: z.boolean().describe('The habit declines in hidden windows, and answers nowhere else.'),
  })
  .describe('A habit answers questions for the seats that keep it.');

const hostedGame = z.object({
  id: gameId,
  rulesVersion: z.int().min(1).describe('Grows when a record would be played differently.'),
  seats: z.tuple([seatCount, seatCount]).describe('The fewest and the most seats.'),
  usualSeats: seatCount.describe('The number of seats of a match whose creator names none.'),
  presets: z.array(preset).describe('The first preset is the default.'),
  options: z.array(optionSpec),
  bots: z.array(botId),
  guests: z
    .record(botId, z.string())
    .describe('Those of the bots that the host brought, each with its version: the begin of the SHA-256 of its file.')
    .exactOptional(),
  seatNames: z
    .record(z.string(), z.array(z.string()))
    .describe('The names of the seats, by the number of seats. Options may change them.'),
  habits: z.array(habit).describe('Empty if the game has none.'),
});

export const catalogue = z.object({ games: z.array(hostedGame) });
export type Catalogue = z.infer<typeof catalogue>;
type Hosted = Catalogue['games'][number];

/** A game that a server hosts. */
export interface HostedGame<G extends string = string>
  extends Omit<Hosted, 'id' | 'presets' | 'bots' | 'seatNames' | 'habits'> {
  readonly id: G;
  /** The first is the default. */
  readonly presets: readonly { readonly id: PresetOf<G>; readonly options: SomeOptionsOf<G> }[];
  readonly bots: readonly BotOf<G>[];
  /** The names of the seats, by the number of seats. Options may change them. */
  readonly seatNames: Readonly<Record<string, readonly SeatNameOf<G>[]>>;
  /** Empty if the game has none. */
  readonly habits: readonly HostedHabit<G>[];
}

/** A habit answers questions for the seats that keep it. */
interface HostedHabit<G extends string = string> extends Omit<Hosted['habits'][number], 'name'> {
  readonly name: HabitOf<G>;
}

/** For several games, a union: `id` says which of them it is. */
export type HostedGameOf<G extends string> = G extends string ? HostedGame<G> : never;

const card = z
  .object({
    id: z.string().min(1).max(64).describe('The id of the card.'),
    title: z.string(),
    deck: z.string(),
    timing: z.string().describe('When the card may be played.'),
    cost: amount,
    text: z.string().describe('What the card does, in the notation of the rules.'),
    face: z.record(z.string(), z.unknown()).describe('What the card says, as data. Each game has its own form of it.'),
  })
  .describe('A card, as a screen can print it.');

export const cardList = z.object({ game: gameId, cards: z.array(card) });
export type CardList = z.infer<typeof cardList>;

const publishedKey = z
  .object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), hex: z.string() })
  .describe('A public key, in hex.');

export const publishedKeys = z.object({ keys: z.array(publishedKey) });

export const gameParts = {
  OptionSpec: optionSpec,
  ChoiceOption: choiceOption,
  FlagOption: flagOption,
  IntegerOption: integerOption,
  Preset: preset,
  Habit: habit,
  HabitPace: habitPace,
  HostedGame: hostedGame,
  Card: card,
  PublishedKey: publishedKey,
} as const;

export const gameAnswers = {
  Catalogue: catalogue,
  CardList: cardList,
  PublishedKeys: publishedKeys,
} as const;

export const gameRoutes = {
  listGames: {
    about: 'the games hosted here, with their options',
    answer: 'Catalogue',
  },
  listCards: {
    about: 'the cards of a game, with their texts',
    answer: 'CardList',
    codes: ['unknown-game'],
  },
  listKeys: {
    about: 'the keys that sign records',
    answer: 'PublishedKeys',
  },
} as const satisfies RoutesOf;
