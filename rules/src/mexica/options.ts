/** The options that a host can choose, and the presets. */
import { choice, flag, integer, type PresetsFor, type SettingsOf } from '../contract/optionSpec.ts';
import { commonOptions } from '../ring/model/options.ts';

/**
 * Days, threshold and the decks of the gods shrink alike, so that the signs come as early as the apocalypse. If it comes first,
 * the best tribe wins. Gods who stay level for want of tokens do not stop the countdown. The cap is five times the median of greedy bots with two seats, who play the most rounds.
 */
const SHORT = {
  perSpace: 5,
  tokensTotal: 150,
  sacrificeThreshold: 100,
  tonantzinCost: 5,
  godDeckSize: 13,
  noWinnerFallback: 'mostSigns',
  balance: 'lastOffering',
  roundCap: 175,
};

export const OPTIONS = [
  ...commonOptions({ short: SHORT, turnOrders: ['ENWS', 'ENSW'], battlePayment: 'lowerTotal', countdown: 13 }),
  choice('countdownUnit', 'turns', 'rounds'),
  integer('tonantzinCost', { default: 7, min: 1, max: 13 }),
  flag('tonantzinCounts'),
  integer('godCardCost', { default: 1, min: 1, max: 3 }),
  flag('mixOfferings'),
  flag('firstLandingDayCard', true),
  flag('victoryCardsTakeTribute', true),
  choice('victoryCardsPayable', 'last', 'never'),
  flag('victoryCardsPublic', true),
  choice('weekBonuses', 'on', 'off'),
  choice('earlyDecks', 'asMexica', 'dayOnly'),
  integer('godDeckSize', { default: 39, min: 13, max: 130, step: 13 }),
  integer('sacrificeThreshold', { default: 260, min: 1, max: 1000 }),
  choice('apocTriggers', 'both', 'sacrifices', 'weeks'),
  choice('apocFlavor', 'most', 'least', 'off'),
  flag('flavorLock', true),
  choice('warLoss', 'space', 'collector', 'onset'),
  choice('noWinnerFallback', 'none', 'mostSigns'),
  choice('balance', 'wait', 'lastOffering'),
] as const;

export type MexicaSettings = SettingsOf<typeof OPTIONS>;

/** Mexica, and early Flower War, which has two rules less. */
export const PRESETS = [
  { id: 'mexica', options: {} },
  { id: 'flower-war-early', options: { firstLandingDayCard: false, victoryCardsTakeTribute: false } },
] as const satisfies PresetsFor<MexicaSettings>;

export type PresetId = (typeof PRESETS)[number]['id'];
