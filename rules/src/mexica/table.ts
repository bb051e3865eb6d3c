/** What Mexica and early Flower War add to the table: week cards, discard piles, their own apocalypse. */
import type { Chance } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import { cardOf, deckOf } from '../ring/cards/cards.ts';
import type { CardId, Deck } from '../ring/model/card.ts';
import type { Work } from '../ring/model/edition.ts';
import type { Event } from '../ring/model/event.ts';
import type { RingTable } from '../ring/model/state.ts';
import { tell } from '../ring/model/work.ts';
import { homeDeck } from '../ring/play/hand.ts';
import type { Balance } from '../ring/play/offering.ts';
import type { MexicaSettings } from './options.ts';

/** The ending is `open` until the tallies differ. */
export type Ending = 'none' | 'open' | 'flood' | 'war';

export type Apocalypse =
  | { readonly kind: 'quiet' }
  | { readonly kind: 'counting'; readonly counter: Seat; readonly left: number; readonly ending: Ending };

/** The table before the setup adds what only this edition has. */
export type MexicaStart = RingTable & { readonly options: MexicaSettings };

export interface MexicaTable extends RingTable, Balance {
  readonly options: MexicaSettings;
  /** The top card last. */
  readonly discards: Readonly<Record<Deck, readonly CardId[]>>;
  /** By day: the holder of its week card. */
  readonly weeks: readonly (Seat | 'box')[];
  /** By day: whether its week card has ever been taken. */
  readonly issued: readonly boolean[];
  /** Tokens given to Tonantzin. */
  readonly prayed: number;
  readonly apocalypse: Apocalypse;
}

export type MexicaWork = Work<MexicaTable>;
type OfDiscs = 'disc-taken' | 'disc-duel' | 'omen-cancelled' | 'omens-woke';
type OfPiles = 'card-taken' | 'trap-sprung';

/** Mexica has no calendar discs and no piles of cards on the days. */
export type MexicaEvent = Exclude<Event, { kind: OfDiscs | OfPiles }>;

// [EF-03, EF-04] The cards of the decks, and the places of used cards.

type Decks = Readonly<Record<Deck, readonly CardId[]>>;
const isVictory = (card: CardId): boolean => cardOf(card).timing === 'victory';

/** All decks before shuffling, in the order of ids. */
export function fullDecks({ earlyDecks, godDeckSize }: Pick<MexicaSettings, 'earlyDecks' | 'godDeckSize'>): Decks {
  const war = godDeck('war', godDeckSize);
  const rain = godDeck('rain', godDeckSize);
  const day = deckOf('mexica', 'day');
  if (earlyDecks === 'asMexica') return { day, war, rain };
  const common = (deck: readonly CardId[]) => deck.filter((card) => !isVictory(card));
  return { day: [...day, ...[...war, ...rain].filter(isVictory)], war: common(war), rain: common(rain) };
}

const DESIGNS = 13;

/** As many copies of each design as the size says, and the one victory card. */
function godDeck(deck: 'war' | 'rain', size: number): readonly CardId[] {
  const designs = [...new Set(deckOf('mexica', deck))];
  return designs.flatMap((card) => Array.from({ length: isVictory(card) ? 1 : size / DESIGNS }, () => card));
}

export const shuffleAll = (decks: Decks, chance: Chance): Decks => ({
  day: chance.shuffle(decks.day),
  war: chance.shuffle(decks.war),
  rain: chance.shuffle(decks.rain),
});

export function lay({ state }: MexicaWork, _seat: Seat, card: CardId): void {
  const deck = homeDeck(card);
  state.discards = { ...state.discards, [deck]: [...state.discards[deck], card] };
}

/** Shuffles all used cards of a deck and puts them under the rest of the deck. */
export function rebuild(work: MexicaWork, deck: Deck): void {
  const { state } = work;
  const used = state.discards[deck];
  if (used.length === 0) return;
  state.decks = { ...state.decks, [deck]: [...work.chance.shuffle(used), ...state.decks[deck]] };
  state.discards = { ...state.discards, [deck]: [] };
  tell(work, { kind: 'deck-rebuilt', deck, cards: used.length });
}

/** Shuffles a victory card back into the deck from which it came. */
export function returnVictory(work: MexicaWork, card: CardId): void {
  const deck = work.state.options.earlyDecks === 'dayOnly' ? 'day' : homeDeck(card);
  work.state.decks = { ...work.state.decks, [deck]: work.chance.shuffle([...work.state.decks[deck], card]) };
}

export const used = ({ discards }: MexicaTable, deck: Deck): number => discards[deck].length;
