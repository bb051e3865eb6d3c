/** The text of a card, in the notation of the rules documents. */
import { at } from '../../json.ts';
import { type Day, nameOf } from '../model/calendar.ts';
import type { Card, CardId, Effect, Sign, Who } from '../model/card.ts';
import { cardOf } from './cards.ts';
import { dayNumber } from './dayCards.ts';
import type { Change, Said } from './shorthand.ts';
import { VICTORY_SIGNS } from './weekCards.ts';

export const textOf = ({ effects }: Card): string => phrases(effects);

/** `seat-east` is SEAT:EAST, `react-card` REACT:CARD, `each-other` EACH_OTHER. */
export const inNotation = (word: string | number): string =>
  String(word)
    .replace(/^(seat|start|react)-/, '$1:')
    .replaceAll('-', '_')
    .toUpperCase();

const SIDES = { attacker: 'ATT', defender: 'DEF', any: 'ANY', self: 'SELF', opponent: 'OPP' } as const;

const PHRASES: { readonly [Kind in Effect['kind']]: (effect: Said<Kind>) => string } = {
  gain: ({ who, n, from }) =>
    `GAIN ${unlessSelf(who)}${n} from ${typeof from === 'number' ? 'SPACE:' : ''}${inNotation(from)}`,
  lose: ({ who, n, to }) => `LOSE ${unlessSelf(who)}${n} to ${inNotation(to)}`,
  pay: ({ from, to, n }) => `PAY ${inNotation(from)}→${inNotation(to)} ${n}`,
  offer: ({ who, god, n }) => `OFFER ${unlessSelf(who)}${n} to ${inNotation(god)}`,
  draw: ({ deck, n }) => `DRAW ${inNotation(deck)} ${n}`,
  'take-week': ({ sign, otherwise }) => `TAKE_WEEK ${sign} else ${phrases(otherwise)}`,
  discard: ({ who, n }) => `DISCARD ${unlessSelf(who)}${n} by OWNER`,
  'give-card': ({ from, to, n }) => `GIVE_CARD ${inNotation(from)}→${inNotation(to)} ${n} RANDOM`,
  cycle: ({ max }) => `CYCLE max ${max}`,
  deal: ({ mode }) => `DEAL ${inNotation(mode)}`,
  move: ({ n }) => `MOVE ${signed(n)}`,
  'move-choice': ({ min, max }) => `MOVE_CHOICE ${signed(min)}…${signed(max)}`,
  'go-to': ({ to }) => `GOTO ${inNotation(to)}`,
  'extra-turn': () => 'EXTRA_TURN',
  attack: (effect) => `ATTACK ${inNotation(effect.target)}${termsOf(effect)}`,
  'space-add': ({ n }) => `SPACE_ADD HERE ${n}`,
  cancel: ({ what, deck }) => `CANCEL ${inNotation(what)}${deck ? ` (${inNotation(deck)} cards)` : ''}`,
  'discard-for-roll': ({ max, per }) => `DISCARD_FOR_ROLL max ${max}, ${signed(per)} each`,
  'if-won': ({ then }) => `IF WON: ${phrases(then)}`,
  victory: ({ sign }) => `VICTORY ${inNotation(sign)}`,
  roll: ({ side, n, lasts }) =>
    modifier(`ROLL ${SIDES[side]} ${n === 'quarter-of-day-count' ? '+⌊DAYCOUNT/4⌋' : signed(n)}`, lasts),
  dice: ({ side, keep, lasts }) => modifier(`DICE ${SIDES[side]} keep ${inNotation(keep)}`, lasts),
  stake: ({ n, lasts }) => modifier(`STAKE ${signed(n)}`, lasts),
  'coin-duel': ({ lasts }) => modifier('COIN_DUEL', lasts),
  range: change,
  pickup: change,
  step: change,
  'offer-cost': change,
  'play-cost': change,
};

const phrases = (effects: readonly Effect[]): string => effects.map(phrase).join(' > ');
const phrase = <Kind extends Effect['kind']>(effect: Said<Kind>): string => PHRASES[effect.kind](effect);
const signed = (n: number): string => (n < 0 ? String(n) : `+${n}`);
const unlessSelf = (who: Who): string => (who === 'self' ? '' : `${inNotation(who)} `);
const modifier = (what: string, lasts: string): string => `MOD ${what} [${inNotation(lasts)}]`;

function change({ kind, n, lasts }: Change): string {
  return modifier(`${inNotation(kind)} ${signed(n)}`, lasts);
}

function termsOf({ otherwise, within, roll, stake }: Said<'attack'>): string {
  const terms = [
    otherwise && `else ${inNotation(otherwise)}`,
    within && `(maxDist ${within})`,
    roll && `roll ${signed(roll)}`,
    stake && `stake ${signed(stake)}`,
  ];
  return terms.map((term) => (term ? ` ${term}` : '')).join('');
}

// What a card of the ring says, as data: sentences are made from it.

export type CardFace = {
  readonly kind: 'card';
  readonly effects: readonly Effect[];
  /** The sign of a week card, day card or land. */
  readonly day?: Day;
  /** 1 to 13: the number in the name of a day card. */
  readonly number?: number;
  readonly isLand?: boolean;
  /** The sign of victory as which a week card counts. */
  readonly sign?: Sign;
};

export function faceOf(id: CardId): CardFace {
  const { effects, day, isLand, deck }: Card = cardOf(id);
  const sign = deck === 'week' && day !== undefined ? VICTORY_SIGNS.get(day) : undefined;
  return {
    kind: 'card',
    effects,
    ...(day !== undefined && { day }),
    ...(deck === 'day' && { number: dayNumber(id) }),
    ...(isLand === true && { isLand }),
    ...(sign !== undefined && { sign }),
  };
}

// The names of cards and days for screens.

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
