/** What a server hosts: its games, their cards, and the keys that it signs records with. */
import * as z from 'zod';
import type { RoutesOf } from './route.ts';

const id = z.string().min(1).max(64);
const optionValue = z.union([z.string().max(64), z.number(), z.boolean()]);

const optionSpec = z.discriminatedUnion('type', [
  z.object({
    name: id,
    type: z.literal('choice'),
    default: z.string(),
    values: z.array(z.string()),
    /** Values that a choice gives to other options, unless the creator sets those. */
    sets: z.record(z.string(), z.record(id, optionValue)).exactOptional(),
  }),
  z.object({ name: id, type: z.literal('flag'), default: z.boolean() }),
  z.object({
    name: id,
    type: z.literal('integer'),
    default: z.int(),
    min: z.int(),
    max: z.int(),
    /** Old records may hold values up to this one, from a time when more was allowed. */
    recordMax: z.int().exactOptional(),
    step: z.int().exactOptional(),
  }),
]);

export const catalogue = z.object({
  games: z.array(
    z.object({
      id,
      rulesVersion: z.int(),
      seats: z.tuple([z.int(), z.int()]),
      /** The number of seats of a match whose creator names none. */
      usualSeats: z.int(),
      presets: z.array(z.object({ id, options: z.record(id, optionValue) })),
      options: z.array(optionSpec),
      bots: z.array(id),
      /** The names of the seats, by the number of seats. Options may change them. */
      seatNames: z.record(z.string(), z.array(z.string())),
    }),
  ),
});
export type Catalogue = z.infer<typeof catalogue>;

/** The cards of a game, as a screen can print them. */
export const cardList = z.object({
  game: id,
  cards: z.array(
    z.object({ id, title: z.string(), deck: z.string(), timing: z.string(), cost: z.int(), text: z.string() }),
  ),
});
export type CardList = z.infer<typeof cardList>;

export const publishedKeys = z.object({
  keys: z.array(z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), hex: z.string() })),
});

export const gameAnswers = {
  Catalogue: catalogue,
  CardList: cardList,
  PublishedKeys: publishedKeys,
} as const;

export const gameRoutes = {
  listGames: {
    about: 'the games hosted here, with their options',
    needs: 'nothing',
    answer: 'Catalogue',
  },
  listCards: {
    about: 'the cards of a game, with their texts',
    needs: 'nothing',
    answer: 'CardList',
    codes: ['unknown-game'],
  },
  listKeys: {
    about: 'the keys that sign records',
    needs: 'nothing',
    answer: 'PublishedKeys',
  },
} as const satisfies RoutesOf;
