/** The names of cards and days for screens. */
import { at } from '../../json/at.ts';
import { type Day, nameOf } from '../model/calendar.ts';
import type { Card, CardId } from '../model/card.ts';
import { cardOf } from './cards.ts';
import { dayNumber } from './dayCards.ts';

/** The cards with a title of their own. */
const TITLES = {
  D020: 'Nopal in Flower',
  W01: 'Keen Obsidian',
  W02: 'Toothed Club',
  W03: 'Burnt Pledges',
  W04: 'Twin Banners',
  W05: 'Sand in the Eyes',
  W06: 'Captive Cord',
  W07: 'Coin of the Mirror',
  W08: 'Blood Price',
  W09: 'Flower Summons',
  W10: 'Dart Thrower',
  W11: 'Long Reach',
  W12: 'Jaguar in the Reeds',
  W13: 'War Drums',
  W14: 'Shadow of the Rack',
  W15: 'Left-Handed Hummingbird',
  WEA: 'Eagle on the Stone',
  R01: 'Tears of the Rain Lord',
  R02: 'Second Gathering',
  R03: 'Hidden Spring',
  R04: 'Quilted Armor',
  R05: 'Parley Conch',
  R06: 'Mist over the Lake',
  R07: 'Dam the River',
  R08: 'Sudden Squall',
  R09: 'Frog Chorus',
  R10: 'Turning Seasons',
  R11: 'River Road',
  R12: 'Flooded Field',
  R13: "Merchant's Whisper",
  R14: "Ahuizotl's Pool",
  R15: 'Gates of Tlalocan',
  R16: 'Sealed Jar',
  R17: 'Rain Feast',
  RSE: 'Serpent in the Water',
} as const satisfies Readonly<Record<CardId, string>>;

/** The cards with a title of their own. */
export type TitledCard = keyof typeof TITLES;

/** Titles of families, by number from 1 on. */
const FAMILY_TITLES = [
  'Pilgrimage to',
  'Road of',
  'Harvest of',
  'Homecoming of',
  'Debt of',
  'Tithe of',
  'Gift of',
  'Raid under',
  'Omen of',
  'Edge of',
  'Ward of',
  'Command of',
  'Crown of',
] as const;

export function titleOf(id: CardId): string {
  const card = cardOf(id);
  const title = (TITLES as Readonly<Record<CardId, string>>)[id];
  if (title) return title;
  if (card.day === undefined) throw new Error(`card ${id} has no title`);
  return `${seriesOf(card)} ${signTitle(card.day)}`;
}

/** The name of a day with a capital: `Cipactli`. */
export function signTitle(day: Day): string {
  const name = nameOf(day);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function seriesOf({ id, deck }: Card): string {
  if (deck === 'week') return 'Spirit of';
  return deck === 'day' ? at(FAMILY_TITLES, dayNumber(id) - 1) : 'Land of';
}
