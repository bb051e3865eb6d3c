/** How a match of Flower War stands for a bot: which tribe leads, how long it will last, which omens are in force, and what cards are worth. */
import type { Question } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { fight } from '../../ring/bot/battle.ts';
import { type Judge, type Rival, type Sight, sightOf } from '../../ring/bot/worth.ts';
import { cardOf, deckOf } from '../../ring/cards/cards.ts';
import type { Day } from '../../ring/model/calendar.ts';
import type { Card, CardId, God } from '../../ring/model/card.ts';
import type { Move } from '../../ring/model/move.ts';
import type { TribeView } from '../../ring/view/view.ts';
import { type Omens, omens } from '../discs.ts';
import type { FlowerSettings } from '../options.ts';
import type { FlowerView } from '../view.ts';
import {
  CARD_STANDS_FOR,
  HELD,
  LAND,
  PER_RIVAL,
  POLITICS,
  RIPENING,
  type Taste,
  TRAP_STAYS,
  TRAPS,
} from './weights.ts';

export interface Situation extends Sight<FlowerView> {
  readonly taste: Taste;
  readonly options: FlowerSettings;
  readonly omens: Omens;
  /** Skulls ahead of the strongest rival; negative behind. */
  readonly lead: number;
  /** -1..1: how sure our victory is as the match stands. */
  readonly confidence: number;
  /** Our turns that are probably left. */
  readonly left: number;
  /** Skulls on the emptiest day whose disc can still be taken. */
  readonly lowest: number;
  readonly strongest: Rival | undefined;
}

export const standing = ({ skulls, cards }: TribeView): number => skulls + CARD_STANDS_FOR * cards;
type Viewpoint = Pick<Question<FlowerView, Move, FlowerSettings>, 'view' | 'seat' | 'options'>;

export function situationOf({ view, seat, options }: Viewpoint, taste: Taste): Situation {
  const sight = sightOf(view, seat);
  const strongest = sight.rivals.toSorted((a, b) => standing(b.tribe) - standing(a.tribe))[0];
  const lead = strongest === undefined ? 0 : standing(sight.own) - standing(strongest.tribe);
  const lowest = lowestOf(view);
  return {
    ...sight,
    taste,
    options,
    lead,
    lowest,
    strongest,
    omens: omens({ omens: view.omens, options }),
    confidence: Math.max(-1, Math.min(1, lead / POLITICS.sureLead)),
    left: turnsLeft(view, lowest, sight.rivals.length + 1),
  };
}

const ON_ITS_DAY = 6;

function lowestOf({ days, discs, perSpace }: FlowerView): number {
  return days.reduce((low, n, index) => (discs[index] === ON_ITS_DAY && n > 0 ? Math.min(low, n) : low), perSpace);
}

/** An estimate: each day is visited about once in twenty turns, and several days run low at once. */
function turnsLeft({ apocalypse, countdown, track }: FlowerView, lowest: number, seats: number): number {
  if (apocalypse) return Math.max(1, countdown - track);
  return countdown + (VISITED_AFTER * lowest) / seats;
}

const VISITED_AFTER = 10;

/** Whether no skull leaves a day any more. */
export const isDry = ({ view, options }: Pick<Situation, 'view' | 'options'>): boolean =>
  view.ending === 'flood' || (view.ending === 'invasion' && !options.invasionPickup);

/** What landing on a day is worth: its skulls and cards, its tribes, and the events that the landing triggers. */
export function landing(judge: Judge, now: Situation, day: Day): number {
  return pickUp(judge, now, day) + meeting(judge, now, day);
}

type Entry = FlowerView['piles'][number]['cards'][number];

/** The card that works on a day. */
function liveOn({ piles }: FlowerView, day: Day): Entry | undefined {
  const top = at(piles, day - 1).cards.at(-1);
  return top?.live === true ? top : undefined;
}

function pickUp(judge: Judge, now: Situation, day: Day): number {
  const live = liveOn(now.view, day);
  const isSafe = live?.owner === now.me && !now.options.trapsHitOwner;
  const trapped = live === undefined || isSafe ? 0 : (TRAPS[live.card]?.loses ?? 0);
  if (judge.isFlooded) return -trapped;
  const there = now.view.days[day - 1] ?? 0;
  const most = 1 + now.omens.pickup + (now.omens.coinForSkull ? 0.5 : 0);
  const empties = there > 0 && most >= there ? judge.emptying(day) : 0;
  return Math.min(there, most) - trapped + empties;
}

function meeting(judge: Judge, { rivals, omens }: Situation, day: Day): number {
  const there = rivals.filter(({ tribe }) => tribe.day === day);
  if (omens.battles === 'none') return there.reduce((sum, rival) => sum - judge.skull - judge.envy(rival), 0);
  return there.reduce((sum, rival) => sum + fight(judge, rival, { roll: 0, stake: 0 }), 0);
}

/** The worth of a day's last skull: it brings the day's disc, and enough discs begin the apocalypse. */
export function emptying(now: Situation, day: Day): number {
  const holder = now.view.discs[day - 1];
  if (holder === now.me || holder === GONE) return 0;
  if (holder !== ON_ITS_DAY) return POLITICS.disc / 2;
  return POLITICS.disc + (isTrigger(now) ? POLITICS.trigger * now.confidence : 0);
}

const GONE = 7;
const NEEDED = { quick: 1, long: 2, epic: 3 };

/** Whether one more disc begins the apocalypse. */
export const isTrigger = ({ view }: Situation): boolean =>
  !view.apocalypse && view.discs.filter((holder) => holder !== ON_ITS_DAY).length + 1 >= NEEDED[view.mode];

// What cards of Flower War are worth in the hand, in a deck, and on a day.

/** What the card costs now. The view shows modifiers as words. */
export function costOf({ own }: Situation, { cost }: Card): number {
  const changes = own.modifiers.filter((word) => word.startsWith('play-cost ')).map((word) => Number(word.slice(10)));
  return Math.max(
    0,
    changes.reduce((sum, change) => sum + change, cost),
  );
}

export function worth(now: Situation, id: CardId): number {
  const card = cardOf(id);
  const isFlooded = isDry(now);
  if (card.isLand) return isFlooded ? LAND / 10 : LAND;
  if (isUseless(now, card) || (isFlooded && id === 'R02')) return 0;
  const held = (HELD[id] ?? 0) + (PER_RIVAL[id] ?? 0) * now.rivals.length;
  return card.timing === 'action' ? held : held * Math.min(1, now.left / RIPENING);
}

function isUseless({ omens, options }: Situation, { deck, timing }: Card): boolean {
  return (
    omens.bans.some((god) => god === deck) ||
    (timing === 'battle' && (omens.battles !== 'dice' || options.battleCards === 'off'))
  );
}

/** The average worth of a card from this god's deck, because no player knows the next one. */
export function average(now: Situation, god: God): number {
  const all = deckOf('flowerWar', god);
  return all.reduce((sum, id) => sum + worth(now, id), 0) / all.length;
}

/** A trap or a lingering card on any day: how many rivals will come there, and what that costs them. */
export function laying({ rivals, left, view }: Situation, id: CardId): number {
  const { loses, gets } = TRAPS[id] ?? { loses: 0, gets: 0 };
  const visits = (rivals.length * left * TRAP_STAYS) / view.days.length;
  return visits * (gets + loses / rivals.length);
}

/** The worth of covering the live card here: our own trap is lost, a rival's trap stops working. */
export function covering(now: Situation): number {
  const live = liveOn(now.view, now.own.day);
  if (live === undefined) return 0;
  return live.owner === now.me ? -laying(now, live.card) : (TRAPS[live.card]?.loses ?? 0) * COMES_AGAIN;
}

/** How likely our tribe returns to the same day while it matters. */
const COMES_AGAIN = 0.2;
