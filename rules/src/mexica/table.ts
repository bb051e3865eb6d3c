/** What Mexica and early Flower War add to the table: week cards, discard piles, their own apocalypse. */
import type { Chance } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import { cardOf, deckOf } from '../ring/cards/cards.ts';
import { VICTORY_SIGNS, WEEK_CARDS } from '../ring/cards/weekCards.ts';
import { brokenOnRing, completed as completedOnRing, inHands } from '../ring/invariants.ts';
import type { Day } from '../ring/model/calendar.ts';
import type { CardId, Deck, Modifier, Sign } from '../ring/model/card.ts';
import { isHere, others, tell, tribeOf, type Work } from '../ring/model/edition.ts';
import type { Event } from '../ring/model/event.ts';
import type { RingTable, TurnModifier } from '../ring/model/state.ts';
import { sumOf } from '../ring/play/effects.ts';
import { homeDeck } from '../ring/play/hand.ts';
import type { Balance } from '../ring/play/offering.ts';
import { transfer } from '../ring/play/skulls.ts';
import { end } from '../ring/play/turn.ts';
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

// Week cards: a day's last token brings one. Each gives a bonus and tribute, and three also give a sign of victory.

/**
 * [A5.3] The tribe takes the day's week card from its holder. Then the day is refilled, unless the card won the match.
 */
export function emptied(work: MexicaWork, seat: Seat, day: Day): void {
  const { options, pool, weeks } = work.state;
  if (at(weeks, day - 1) !== seat) takeWeekCard(work, seat, day);
  if (work.state.phase.kind === 'over') return;
  transfer(work, { n: Math.min(options.perSpace, pool), from: 'pool', to: { day }, why: 'refill' });
}

function takeWeekCard(work: MexicaWork, seat: Seat, day: Day): void {
  const { state } = work;
  tell(work, { kind: 'week-taken', seat, day, from: at(state.weeks, day - 1) });
  state.weeks = state.weeks.with(day - 1, seat);
  state.issued = state.issued.with(day - 1, true);
  checkVictory(work, seat);
}

/** Takes the week card of a day if the box holds it. */
export function takeWeek(work: MexicaWork, seat: Seat, day: Day): boolean {
  if (at(work.state.weeks, day - 1) !== 'box') return false;
  takeWeekCard(work, seat, day);
  return true;
}

export const weeksOf = ({ weeks }: Pick<MexicaTable, 'weeks'>, seat: Seat): readonly Day[] =>
  weeks.flatMap((holder, index) => (holder === seat ? [index + 1] : []));

export const heldModifiers = (table: MexicaTable, seat: Seat): readonly Modifier[] => bonusesOf(table, seat);

/** The bonuses of a tribe's week cards. A plain loop, because most moves ask for them several times. */
export function bonusesOf({ weeks, options }: Pick<MexicaTable, 'weeks' | 'options'>, seat: Seat): readonly Modifier[] {
  if (options.weekBonuses === 'off') return [];
  const held: Modifier[] = [];
  for (let index = 0; index < weeks.length; index++) if (weeks[index] === seat) held.push(at(BONUSES, index));
  return held;
}

/** By day: the one bonus of its week card. */
const BONUSES: readonly Modifier[] = WEEK_CARDS.flatMap(({ effects }) => effects as readonly Modifier[]);

/** Everything that changes a tribe's rules in one way, added up: cards that it has played, and its week cards. */
export const modifierSum = (table: MexicaTable, seat: Seat, kind: TurnModifier['kind']): number =>
  sumOf(tribeOf(table, seat).modifiers, kind) + sumOf(heldModifiers(table, seat), kind);

/** [A5.4] The holders of the day's week card and of its sign's victory card; none if the visitor is one of them. */
export function tributeTo(table: MexicaTable, seat: Seat, day: Day): readonly Seat[] {
  const holds = (one: Seat) => at(table.weeks, day - 1) === one || takesAsVictor(table, one, day);
  return holds(seat) ? [] : others(table, seat).filter(holds);
}

function takesAsVictor(table: MexicaTable, seat: Seat, day: Day): boolean {
  const sign = VICTORY_SIGNS.get(day);
  if (sign === undefined || !table.options.victoryCardsTakeTribute) return false;
  return tribeOf(table, seat).victories.some((card) => signOf(card) === sign);
}

function signOf(card: string): Sign | undefined {
  return cardOf(card).effects.find((effect) => effect.kind === 'victory')?.sign;
}

/** [A6] The number of signs of a seat, by face-up cards and week cards. */
export function signsOf(table: MexicaTable, seat: Seat): number {
  const byWeek = weeksOf(table, seat).flatMap((day) => VICTORY_SIGNS.get(day) ?? []);
  return new Set([...byWeek, ...tribeOf(table, seat).victories.map(signOf)]).size;
}

const ALL_SIGNS = 3;

export function checkVictory(work: MexicaWork, seat: Seat): void {
  if (work.state.phase.kind === 'over' || !isHere(work.state, seat)) return;
  if (signsOf(work.state, seat) === ALL_SIGNS) end(work, { reason: 'signs', winner: seat });
}

// What must hold in every state of Mexica.

export function broken(table: MexicaTable): readonly string[] {
  const cards = [...inHands(table), ...discarded(table)];
  const all = Object.values(fullDecks(table.options)).flat();
  return [...brokenOnRing(table, cards, all), ...brokenWeeks(table), ...brokenCounts(table)];
}

/** Completes a position that an author wrote by hand. */
export const completed = (table: MexicaTable, written: object): MexicaTable =>
  completedOnRing(table, written, { full: fullDecks(table.options), used: discarded(table) });

const discarded = ({ discards }: MexicaTable): readonly string[] => Object.values(discards).flat();

function brokenWeeks({ weeks, issued }: MexicaTable): readonly string[] {
  return weeks.flatMap((holder, day) =>
    holder !== 'box' && !issued[day] ? [`week card ${day + 1} was never issued`] : [],
  );
}

function brokenCounts(table: MexicaTable): readonly string[] {
  const { lake, tally, phase, tribes, apocalypse, options } = table;
  const winner = phase.kind === 'over' ? phase.winner : undefined;
  const victors = tribes.flatMap((_, seat) => (signsOf(table, seat as Seat) === 3 && seat !== winner ? [seat] : []));
  return [
    ...(lake.war === tally.war && lake.rain === tally.rain ? [] : ['a lake and its tally differ']),
    ...victors.map((seat) => `seat ${seat} has three signs, and the match goes on`),
    ...(apocalypse.kind === 'counting' && (apocalypse.left < 0 || apocalypse.left > options.countdown)
      ? ['the countdown is off the scale']
      : []),
  ];
}
