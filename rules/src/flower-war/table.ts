/** What Flower War adds to the table: piles of cards under the days, calendar discs, omens, the apocalypse. */
import type { Seat } from '../contract/game.ts';
import { CARDS, deckOf } from '../ring/cards/cards.ts';
import { brokenOnRing, completed as completedOnRing, inHands } from '../ring/invariants.ts';
import type { Day } from '../ring/model/calendar.ts';
import type { CardId } from '../ring/model/card.ts';
import type { Work } from '../ring/model/edition.ts';
import type { Event } from '../ring/model/event.ts';
import type { RingTable } from '../ring/model/state.ts';
import type { Balance } from '../ring/play/offering.ts';
import type { FlowerSettings } from './options.ts';

/** A card in a pile. Only the top one of a pile can work, and only if it is live. */
export interface Entry {
  readonly card: CardId;
  readonly owner: Seat;
  readonly live: boolean;
}

/** The disc is with a tribe, on its day, or with a tribe that has left. */
export type DiscHolder = Seat | 'day' | 'gone';

export type Ending = 'none' | 'open' | 'flood' | 'invasion';

export type Apocalypse =
  | { readonly kind: 'quiet' }
  | { readonly kind: 'counting'; readonly counter: Seat; readonly track: number; readonly ending: Ending };

/** The table before the setup adds what only this edition has. */
export type FlowerStart = RingTable & { readonly options: FlowerSettings };

export interface FlowerTable extends RingTable, Balance {
  readonly options: FlowerSettings;
  /** By day, the top card last. */
  readonly piles: readonly (readonly Entry[])[];
  /** The holder of each disc, by day. */
  readonly discs: readonly DiscHolder[];
  /** Days whose disc a tribe could have taken but left on its day. */
  readonly declined: readonly Day[];
  /** Days whose discs change the rules now. */
  readonly omens: readonly Day[];
  readonly apocalypse: Apocalypse;
}

export type FlowerWork = Work<FlowerTable>;

/** Flower War has no week cards. */
export type FlowerEvent = Exclude<Event, { kind: 'week-taken' | 'event-revealed' }>;

// What must hold in every state of Flower War.

export function broken(table: FlowerTable): readonly string[] {
  return [...brokenOnRing(table, cardsOf(table), ALL), ...brokenPiles(table), ...brokenApocalypse(table)];
}

const ALL = [...deckOf('flowerWar', 'war'), ...deckOf('flowerWar', 'rain')];

/** Completes a position that an author wrote by hand. */
export const completed = (table: FlowerTable, written: object): FlowerTable =>
  completedOnRing(table, written, { full: DECKS, used: inPiles(table) });

export const DECKS = { day: [], war: deckOf('flowerWar', 'war'), rain: deckOf('flowerWar', 'rain') };

const cardsOf = (table: FlowerTable): readonly string[] => [...inHands(table), ...inPiles(table)];

const inPiles = ({ piles }: FlowerTable): readonly string[] => piles.flatMap((pile) => pile.map(({ card }) => card));

/** Only traps and lingering cards can be live. */
function brokenPiles({ piles }: FlowerTable): readonly string[] {
  const isWrong = (card: string) => !['trap', 'linger'].includes(CARDS.get(card)?.timing ?? '');
  const wrong = piles.flatMap((pile) => pile.filter(({ card, live }) => live && isWrong(card)));
  return wrong.map(({ card }) => `${card} cannot be live`);
}

function brokenApocalypse({ discs, omens, apocalypse, options, phase }: FlowerTable): readonly string[] {
  const taken = discs.filter((holder) => holder !== 'day').length;
  const needed = { quick: 1, long: 2, epic: 3 }[options.mode];
  const isCounting = apocalypse.kind === 'counting';
  return [
    ...(taken >= needed === isCounting ? [] : [`${taken} discs are taken, but the apocalypse is ${apocalypse.kind}`]),
    ...(new Set(omens).size === omens.length ? [] : ['an omen is in force twice']),
    ...(omens.every((day) => discs[day - 1] !== 'day') ? [] : ['an omen is in force whose disc is on the board']),
    ...(isCounting && apocalypse.track > options.countdown ? [`the track stands at ${apocalypse.track}`] : []),
    ...(isCounting && apocalypse.track === options.countdown && phase.kind !== 'over' ? ['the track is full'] : []),
  ];
}
