/** [EF-03, EF-04] The cards of the decks, and the places of used cards. */
import type { Chance } from '../contract/chance.ts';
import type { Seat } from '../contract/seat.ts';
import { cardOf, deckOf } from '../ring/cards/cards.ts';
import type { CardId, Deck } from '../ring/model/card.ts';
import { tell } from '../ring/play/agenda.ts';
import { homeDeck } from '../ring/play/hand.ts';
import type { MexicaSettings } from './options.ts';
import type { MexicaTable, MexicaWork } from './table.ts';

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
