/** The values that the greedy bot of Flower War assumes, in skulls. */

import type { Weights } from '../../ring/bot/worth.ts';
import type { CardId } from '../../ring/model/card.ts';
import type { FlowerSettings } from '../options.ts';

export const WEIGHTS: Weights = {
  patience: 0.5,
  changes: { range: 0.1, pickup: 1, step: 0, 'offer-cost': -1, 'play-cost': -0.4 },
  strangeCard: 0.5,
  boldness: 0.05,
};

/** What a held card brings in the end, beyond its price. Lands bring the skulls of their day. */
export const HELD: Readonly<Record<CardId, number>> = {
  W01: 0.4,
  W02: 0.4,
  W03: 0.3,
  W04: 0.2,
  W05: 0.2,
  W06: 0.2,
  W07: 0.3,
  W08: 0.8,
  W10: 0.2,
  W11: 0.1,
  W12: 0.2,
  W13: 0.1,
  W14: 0.2,
  W15: 0.1,
  R01: 0,
  R02: 1,
  R03: 1,
  R04: 0.3,
  R05: 0.2,
  R06: 0.1,
  R07: 0.4,
  R08: 0.3,
  R09: 0.1,
  R10: 0.5,
  R11: 0.2,
  R12: 0.1,
  R13: 0.1,
  R14: 0.1,
  R15: 0.1,
};
export const LAND = 0.9;

/** Cards that take something from all rivals: so much more for each rival. */
export const PER_RIVAL: Readonly<Record<CardId, number>> = { W09: 0.9, W12: 0.1 };

/** Turns that a card needs until it is of use: with fewer turns left it is worth less. */
export const RIPENING = 6;

/** What a visitor of a trap loses, and how much of that the trap's owner gets. */
export const TRAPS: Readonly<Record<CardId, { readonly loses: number; readonly gets: number }>> = {
  W12: { loses: 0.55, gets: 0.55 },
  R14: { loses: 2, gets: 0 },
  R12: { loses: 1, gets: 0 },
};
/** The part of the remaining time in which a trap lies uncovered. */
export const TRAP_STAYS = 0.6;

export const POLITICS = {
  /** A lead that almost surely wins. */
  sureLead: 3,
  /** To break a level that helps no tribe, beyond what it costs. */
  decision: 0.1,
  /** Flood while ahead, invasion while behind. */
  ending: 1.5,
  /** To help the other god while the apocalypse has not begun. */
  lean: 0.3,
  /** To trigger the apocalypse while ahead. */
  trigger: 1.5,
  /** A disc breaks ties. */
  disc: 0.2,
};

/** Cards worth less do not count as choice. */
export const USEFUL = 0.25;

/** What a card of a hand counts when hands are compared. */
export const CARD_STANDS_FOR = 0.5;

/** Pips that one card of a rival may add in a battle, on average. */
export const STRANGE_PIPS = 0.25;
/** The part of our own battle card's pips that the bot counts on. */
export const OWN_PIPS = 0.5;

/** To beat a rival without skulls. */
export const BROKE = 0.4;
/** How much of a skull it is worth that a rival loses one; the shares of all rivals together make about one. */
export const LEADER = { first: 1.5, other: 0.75 };

/** The usual stake of a battle: what the option makes of two dice, on average. */
export const USUAL_STAKE: Readonly<Record<FlowerSettings['battlePayment'], number>> = {
  lowerTotal: 2.3,
  difference: 2.3,
  one: 1,
};

/** In what the bots of Flower War differ. */
export interface Taste {
  /**
   * What the first useful cards of a hand are worth beyond what they bring, because they give choice. A bot that hardly ever
   * sacrifices wins more often, but is dull to play against.
   */
  readonly appetite: readonly number[];
  /** How many skulls behind a tribe can still catch up. */
  readonly reach: number;
  /** One step of the countdown, when it is the last one. */
  readonly time: number;
  /** The part of all rounds after which the bot no longer makes time stand still. */
  readonly late: number;
}

export const GENEROUS: Taste = { appetite: [0.5], reach: 5, time: 4, late: 0.5 };
/** It sacrifices little, and if it is behind, it makes time stand still as long as it can. */
export const PATIENT: Taste = { appetite: [], reach: 15, time: 12, late: 1 };
