/** What the greedy bot of Mexica holds for true, in tokens. */

import type { Weights } from '../../ring/bot/judge.ts';
import type { CardId } from '../../ring/model/card.ts';

export const WEIGHTS: Weights = {
  patience: 1,
  changes: { range: 0.3, pickup: 0.8, step: 0.3, 'offer-cost': -0.6, 'play-cost': 0 },
  strangeCard: 0.8,
  boldness: 0.05,
};

/** A token of a purse that holds so many already; a full purse only draws robbers. */
export const TOKEN = { first: 0.5, next: 0.3, spare: 0.2, few: 2, many: 7 };

/** One more sign of victory for who has none, one or two. */
export const SIGN: readonly number[] = [8, 16, 1000];
/** That a rival with so many signs has one less. */
export const DENIAL: readonly number[] = [0, 2, 6, 20];

/** What a held card is good for. Cards that move their player may bring the last token of a day. */
export const HELD: Readonly<Record<CardId, number>> = {
  ...{ W01: 0.6, W02: 0.7, W03: 0.4, W04: 0.7, W05: 0.7, W06: 0.5, W07: 0.4, W08: 0.7 },
  ...{ W09: 0.6, W10: 0.2, W11: 0.2, W13: 0.5, W14: 0.7 },
  ...{ R02: 0.6, R03: 0.5, R04: 0.6, R05: 0.4, R06: 0.3, R07: 0.8, R08: 0.5 },
  ...{ R09: 0.4, R10: 0.4, R11: 0.8, R13: 0.5, R16: 0.3, R17: 0.4 },
};

/** Day cards by the number in their name. */
export const HELD_DAY: Readonly<Record<number, number>> = { 10: 0.6, 11: 0.6, 12: 0.4, 13: 0.8 };

/** Week cards by their day: what their bonus brings in the time of a match, tribute included. */
export const WEEK: readonly number[] = [2, 1.5, 2, 4, 2, 2.5, 1.5, 4, 2.5, 2, 1.5, 2, 2, 2, 2, 4, 1.5, 2, 4, 2.5];

/** In rounds: with less time left than this, what is held is worth less and less. */
export const RIPENING = 3;

/** To keep one card or token as a shield in front of face-up victory cards. */
export const SHIELD = 4;
/** A day card, an event most often. */
export const DAY_CARD = 0.8;
/** A common card of a god's deck. */
export const GOD_CARD = 0.7;

export const POLITICS = {
  /** One step of the countdown, for who is nearest to victory. */
  time: 4,
  /** A token in the lake when it is full, for who is nearest to victory; and from when on that counts. */
  haste: 2,
  early: 0.5,
  /** War or flood, for who needs the days or would deny them. */
  ending: 0.2,
};

/** Pips that a strange card may add in a battle. */
export const STRANGE_PIPS = 0.3;
/** How much of an own battle card's pips there will be. */
export const OWN_PIPS = 0.6;

/** What is at stake in most battles: the lower of two dice. */
export const USUAL_STAKE = 2.3;
/** That a rival with so many signs has one token less. */
export const ENVY: readonly number[] = [0.1, 0.15, 0.3, 0.3];
/** A sign weighs as much as so many tokens when rivals are compared. */
export const THREAT = 10;
