/** The values that the greedy bot of Mexica assumes, in tokens. */
import type { Weights } from '../../ring/bot/worth.ts';
import type { CardId } from '../../ring/model/card.ts';
import type { MexicaSettings } from '../options.ts';

export const WEIGHTS: Weights = {
  patience: 1,
  changes: { range: 0.3, pickup: 0.8, step: 0.3, 'offer-cost': -0.6, 'play-cost': 0 },
  strangeCard: 0.8,
  boldness: 0.05,
};

/** The worth of one more token, by how many we hold already: a full purse only draws robbers. */
export const TOKEN = { first: 0.5, next: 0.3, spare: 0.2, few: 2, many: 7 };

/** One more sign of victory for a tribe that has none, one or two. */
export const SIGN: readonly number[] = [8, 16, 1000];
/** The worth of taking a sign from a rival, by how many signs it has. */
export const DENIAL: readonly number[] = [0, 2, 6, 20];

/** The worth of a held card. Cards that move their player may bring the last token of a day. */
export const HELD: Readonly<Record<CardId, number>> = {
  W01: 0.6,
  W02: 0.7,
  W03: 0.4,
  W04: 0.7,
  W05: 0.7,
  W06: 0.5,
  W07: 0.4,
  W08: 0.7,
  W09: 0.6,
  W10: 0.2,
  W11: 0.2,
  W13: 0.5,
  W14: 0.7,
  R02: 0.6,
  R03: 0.5,
  R04: 0.6,
  R05: 0.4,
  R06: 0.3,
  R07: 0.8,
  R08: 0.5,
  R09: 0.4,
  R10: 0.4,
  R11: 0.8,
  R13: 0.5,
  R16: 0.3,
  R17: 0.4,
};

/** Day cards by the number in their name. */
export const HELD_DAY: Readonly<Record<number, number>> = { 10: 0.6, 11: 0.6, 12: 0.4, 13: 0.8 };

/** Week cards by their day: what their bonus brings during a match, tribute included. */
export const WEEK: readonly number[] = [2, 1.5, 2, 4, 2, 2.5, 1.5, 4, 2.5, 2, 1.5, 2, 2, 2, 2, 4, 1.5, 2, 4, 2.5];

/** In rounds: with less time left than this, held cards are worth less and less. */
export const RIPENING = 3;

/** To keep one card or token, so that no face-up victory card has to be paid. */
export const SHIELD = 4;
/** A Day card, most often an event. */
export const DAY_CARD = 0.8;
/** A common card of a god's deck. */
export const GOD_CARD = 0.7;

export const POLITICS = {
  /** One step of the countdown, for the tribe that is nearest to victory. */
  time: 4,
  /** A token in the full lake, for the tribe that is nearest to victory. It counts once the lake is full by `early`. */
  haste: 2,
  early: 0.5,
  /** War or flood, for a tribe that needs the cards of the days or wants to deny them. */
  ending: 0.2,
};

/** Pips that one card of a rival may add in a battle, on average. */
export const STRANGE_PIPS = 0.3;
/** The part of our own battle card's pips that the bot counts on. */
export const OWN_PIPS = 0.6;

/** The usual stake of a battle: what the option makes of two dice, on average. */
export const USUAL_STAKE: Readonly<Record<MexicaSettings['battlePayment'], number>> = {
  lowerTotal: 2.3,
  difference: 2.3,
  one: 1,
};
/** The worth of taking a token from a rival, by how many signs it has. */
export const ENVY: readonly number[] = [0.1, 0.15, 0.3, 0.3];
/** A sign weighs as much as this many tokens when rivals are compared. */
export const THREAT = 10;

/** In what the bots of Mexica differ. */
export interface Taste {
  /** What a card that lets its player choose a day is worth beyond other uses: some days have only one token left. */
  readonly steering: number;
  /** With this many hand cards one more is worth nothing but its sign. */
  readonly plenty: number;
}

export const HASTY: Taste = { steering: 0, plenty: Infinity };
export const PATIENT: Taste = { steering: 2.5, plenty: Infinity };

// The weights of `PROSPECTS`.

/** The worth of a prospect: the first number, and the second as far as the end is near. The victory is worth 1. */
export type Weight = readonly [always: number, late: number];

/** As `npm run do -- learn --game mexica --matches 600` prints them. */
export const OF_TWO: Readonly<Record<string, Weight>> = {
  'one-sign': [0.367, 0.017],
  'two-signs': [0.538, -0.042],
  victories: [0.035, 0.082],
  doubled: [-0.126, 0.115],
  bare: [0.379, -0.032],
  'first-tokens': [0.016, 0.004],
  tokens: [-0.008, -0.011],
  'first-cards': [-0.109, 0.096],
  cards: [0.019, -0.033],
  steering: [-0.016, -0.021],
  weeks: [0.016, -0.027],
  pickups: [0.07, -0.09],
  steps: [0.07, -0.055],
  'day-to-sign': [0.278, 0.043],
  'day-to-last': [0.345, -0.121],
  'soon-to-sign': [-0.003, 0.02],
  'soon-to-last': [0.062, -0.07],
  'deck-to-sign': [-0.021, 0],
  'deck-to-last': [0.021, 0.001],
  'prey-to-sign': [0.787, -0.047],
  'prey-to-last': [0.588, 0.001],
  'last-eagle': [0.304, -0.169],
  'last-serpent': [0.155, -0.052],
};

/** As `npm run do -- learn --game mexica --seats 4 --matches 4000 --seed 11` prints them; for more than two seats. */
export const OF_MORE: typeof OF_TWO = {
  'one-sign': [0.035, -0.008],
  'two-signs': [0.114, -0.067],
  victories: [0.025, -0.031],
  doubled: [-0.071, 0.067],
  bare: [0.058, 0.008],
  'first-tokens': [0.002, -0.004],
  tokens: [0, -0.005],
  'first-cards': [-0.021, 0.027],
  cards: [0.009, -0.015],
  steering: [0.023, -0.013],
  weeks: [0.02, -0.032],
  pickups: [0.054, -0.068],
  steps: [0.028, -0.034],
  'day-to-sign': [0.05, 0.017],
  'day-to-last': [0.258, -0.049],
  'soon-to-sign': [0.018, -0.004],
  'soon-to-last': [0.113, -0.007],
  'deck-to-sign': [-0.017, 0.001],
  'deck-to-last': [0.011, 0],
  'prey-to-sign': [0.137, -0.052],
  'prey-to-last': [0.274, -0.002],
  'last-eagle': [-0.021, -0.027],
  'last-serpent': [-0.036, -0.003],
};
