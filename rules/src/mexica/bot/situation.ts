/** How a match of Mexica stands for a bot: which seat has which signs, and where the bot can still get missing ones. */
import type { Question, Seat } from '../../contract/game.ts';
import { fight } from '../../ring/bot/battle.ts';
import { type Judge, type Sight, sightOf } from '../../ring/bot/worth.ts';
import { cardOf } from '../../ring/cards/cards.ts';
import { VICTORY_SIGNS, WEEK_CARDS } from '../../ring/cards/weekCards.ts';
import type { Day } from '../../ring/model/calendar.ts';
import type { CardId, Deck, Modifier, Sign } from '../../ring/model/card.ts';
import type { Move } from '../../ring/model/move.ts';
import type { MexicaSettings } from '../options.ts';
import type { MexicaView } from '../view.ts';
import { DAY_CARD, DENIAL, SIGN, type Taste, WEEK } from './weights.ts';

type Signs = ReadonlySet<Sign>;

export interface Situation extends Sight<MexicaView> {
  readonly taste: Taste;
  readonly options: MexicaSettings;
  readonly signs: Signs;
  /** The number of signs, by seat. */
  readonly counts: readonly number[];
  readonly lacking: readonly Sign[];
  /** 1 if no rival is nearer to victory and victory is still possible, else -1. */
  readonly prospect: 1 | -1;
}

export const DECKS: Readonly<Record<Sign, Deck>> = { eagle: 'war', serpent: 'rain', flower: 'day' };
const SIGNS: readonly Sign[] = ['eagle', 'serpent', 'flower'];
type Viewpoint = Pick<Question<MexicaView, Move, MexicaSettings>, 'view' | 'seat' | 'options'>;

export function situationOf({ view, seat: me, options }: Viewpoint, taste: Taste): Situation {
  const sight = sightOf(view, me);
  const counts = view.tribes.map((_, seat) => signsOf(view, seat).size);
  const signs = signsOf(view, me);
  const lacking = SIGNS.filter((sign) => !signs.has(sign));
  const isNearest = sight.rivals.every(({ seat }) => (counts[seat] ?? 0) <= signs.size);
  const isOpen = view.ending !== 'flood' || lacking.every((sign) => isInDeck(view, sign));
  return {
    ...sight,
    taste,
    options,
    signs,
    counts,
    lacking,
    prospect: isNearest && isOpen ? 1 : -1,
  };
}

export const signOf = (card: CardId): Sign | undefined =>
  cardOf(card).effects.find((effect) => effect.kind === 'victory')?.sign;

/** The signs of a seat, by its face-up cards and its week cards. */
function signsOf({ tribes, weeks }: MexicaView, seat: number): Signs {
  const byWeek = [...VICTORY_SIGNS].filter(([day]) => weeks[day - 1] === seat).map(([, sign]) => sign);
  const byCard = (tribes[seat]?.victories ?? []).flatMap((card) => signOf(card) ?? []);
  return new Set([...byWeek, ...byCard]);
}

export function isInDeck(view: MexicaView, sign: Sign): boolean {
  return (
    sizeOf(view, DECKS[sign]) > 0 && !view.tribes.some(({ victories }) => victories.some((id) => signOf(id) === sign))
  );
}

export function sizeOf({ warDeck, rainDeck, dayDeck }: MexicaView, deck: Deck): number {
  return { war: warDeck, rain: rainDeck, day: dayDeck }[deck];
}

/** Whether a visitor of the day owes this seat a token. */
function takesTribute({ view: { weeks, tribes }, options }: Situation, seat: Seat, day: Day): boolean {
  const sign = VICTORY_SIGNS.get(day);
  const isVictor =
    options.victoryCardsTakeTribute &&
    sign !== undefined &&
    (tribes[seat]?.victories ?? []).some((card) => signOf(card) === sign);
  return isVictor || weeks[day - 1] === seat;
}

/** The modifiers that a seat has from its week cards. */
export function bonuses(
  { view: { weeks }, options }: Pick<Situation, 'view' | 'options'>,
  seat: Seat,
): readonly Modifier[] {
  if (options.weekBonuses === 'off') return [];
  return WEEK_CARDS.filter((_, index) => weeks[index] === seat).flatMap(
    ({ effects }) => effects as readonly Modifier[],
  );
}

/** The sum of our modifiers of one kind. The view shows those of this turn as words. */
export function changes({ view, options, own, me }: Situation, kind: 'pickup' | 'offer-cost'): number {
  const words = own.modifiers.filter((word) => word.startsWith(`${kind} `)).map((word) => Number(word.split(' ')[1]));
  const held = bonuses({ view, options }, me).flatMap((modifier) => (modifier.kind === kind ? [modifier.n] : []));
  return [...words, ...held].reduce((sum, n) => sum + n, 0);
}

/** What landing on a day of Mexica is worth: tokens, a Day card, tribute, battles, and the week card. */
export function landing(judge: Judge, now: Situation, day: Day): number {
  const there = now.rivals.filter(({ tribe }) => tribe.day === day);
  const battles = there.reduce((sum, rival) => sum + fight(judge, rival, { roll: 0, stake: 0 }), 0);
  return collecting(judge, now, day) - tribute(judge, now, day) + battles;
}

function collecting(judge: Judge, now: Situation, day: Day): number {
  const { view, options } = now;
  const there = view.days[day - 1] ?? 0;
  if (judge.isFlooded || there === 0) return 0;
  const isFirst = view.phase === 'adding-steps' || view.phase === 'moving';
  const n = Math.max(0, 1 + (isFirst ? changes(now, 'pickup') : 0));
  const lost = view.ending === 'war' && n > 0 ? options.warLoss : 'onset';
  const isEmptied = n + (lost === 'space' ? 1 : 0) >= there;
  const first = there === view.perSpace && options.firstLandingDayCard ? DAY_CARD : 0;
  const kept = Math.min(n, there) - (lost === 'collector' ? 1 : 0);
  return kept * judge.skull + first + (isEmptied ? judge.emptying(day) : 0);
}

function tribute(judge: Judge, now: Situation, day: Day): number {
  if (takesTribute(now, now.me, day)) return 0;
  const due = now.rivals.filter(({ seat }) => takesTribute(now, seat, day));
  return due.reduce((sum, rival) => sum + judge.skull + judge.envy(rival), 0);
}

/** The worth of a day's week card: its bonus, its sign, and the loss to its holder. */
export function weekCard(now: Situation, day: Day): number {
  const holder = now.view.weeks[day - 1] ?? 0;
  if (holder === now.me) return 0;
  const sign = VICTORY_SIGNS.get(day);
  const gain = sign !== undefined && now.lacking.includes(sign) ? signWorth(now) : 0;
  const rival = now.rivals.find(({ seat }) => seat === holder);
  const denied = rival !== undefined && sign !== undefined ? (DENIAL[now.counts[rival.seat] ?? 0] ?? 0) : 0;
  return (WEEK[day - 1] ?? 0) + gain + denied;
}

export const signWorth = ({ signs }: Situation): number => SIGN[signs.size] ?? 0;
