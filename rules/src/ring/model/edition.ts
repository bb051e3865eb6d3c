/**
 * What tells one edition from another. All of it is asked here, so that two editions can be read side by side. Methods,
 * not function fields: each edition takes its own, richer table.
 */
import type { Chance } from '../../contract/chance.ts';
import type { OptionSpec, Preset } from '../../contract/optionSpec.ts';
import type { Result } from '../../contract/result.ts';
import type { Seat, Viewer } from '../../contract/seat.ts';
import type { Compass, Day } from './calendar.ts';
import type { Card, CardId, Deck, God, Modifier } from './card.ts';
import type { Event } from './event.ts';
import type { Move } from './move.ts';
import type { Settings } from './options.ts';
import type { Challenge, Phase, Table, Task } from './state.ts';

/** Fields are replaced; what they held is never written to. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** One move in the making: its own copy of the state, written to freely and never seen from outside until it is done. */
export interface Work<T extends Table = Table> {
  readonly state: Draft<T>;
  readonly edition: Edition;
  readonly chance: Chance;
  readonly events: Event[];
  /** A seat has to answer before anything else is done. */
  isAsking: boolean;
}

export interface Edition {
  readonly id: string;
  readonly rulesVersion: number;
  readonly seats: readonly [min: number, max: number];
  readonly usualSeats: number;
  readonly presets: readonly Preset[];
  readonly options: readonly OptionSpec[];
  /** Every design that can turn up. */
  readonly cards: readonly CardId[];

  /** Who sits where, in the order of turns. */
  order(options: Settings, seats: number): readonly Compass[];
  /** Shuffles the decks and adds what only this edition has. */
  setup(table: Table, chance: Chance): Table;

  /** Before a turn's move. May end the match. */
  beginTurn(work: Work): void;
  /** How the active tribe moves. */
  movement(state: Table): 'roll' | 'anywhere' | 'one-step';
  /** How often it moves in a turn, and whether the first of two landings is an arrival. */
  moves(state: Table): { readonly times: number; readonly firstArrives: boolean };
  /** No skull leaves a day. */
  isFlooded(state: Table): boolean;
  /** What lies on the day acts on who arrives. */
  land(work: Work, seat: Seat, day: Day): void;
  collect(work: Work, seat: Seat, day: Day): void;
  /** Whom a visitor of this day owes a skull. */
  tributeTo(state: Table, seat: Seat, day: Day): readonly Seat[];
  /** `seat` took the last skull of the day. */
  emptied(work: Work, seat: Seat, day: Day): void;

  /** How battles are fought; `none`: the attacker pays one skull instead. */
  battles(state: Table): 'dice' | 'coin' | 'none';
  areBattleCardsOn(state: Table): boolean;
  /** Added to every stake. */
  stakeBonus(state: Table): number;
  payStake(work: Work, stake: Extract<Task, { kind: 'stake' }>): void;
  afterBattle(work: Work, challenge: Pick<Challenge, 'attacker' | 'defender'>): void;
  /** Whom the active tribe may attack from afar, once a turn. */
  rangedTargets(state: Table): readonly Seat[];
  /** After the last battle of the turn's own moves. */
  afterBattles(work: Work): void;
  /** How a battle against nobody's seat ended, seen from `seat`. */
  foughtCortes(work: Work, seat: Seat, outcome: 'won' | 'lost' | 'tied'): void;

  /** Modifiers that the tribe has as long as it holds something. */
  heldModifiers(state: Table, seat: Seat): readonly Modifier[];
  /** Skulls that this card costs this seat now. */
  costOf(state: Table, seat: Seat, card: Card): number;
  isBanned(state: Table, card: Card): boolean;
  /** Whether a card that is played is spent at once; otherwise when it is done. */
  readonly spendsAtOnce: boolean;
  /** Puts a card where used and discarded ones go. */
  lay(work: Work, seat: Seat, card: CardId): void;
  /** A trap or lingering card starts to work. */
  arm(work: Work, seat: Seat, armed: { readonly card: CardId; readonly day: Day }): void;
  /** Puts used cards back under a deck. */
  rebuild(work: Work, deck: Deck): void;
  /** Cards that `rebuild` would bring back. */
  usedCards(state: Table, deck: Deck): number;
  /** Whether the seat could take the week card of this sign, and did. */
  takeWeek(work: Work, seat: Seat, day: Day): boolean;
  /** Whether victory cards lie face up. */
  areVictoriesOpen(state: Table): boolean;
  /** A tribe has got a card: may end the match. */
  gained(work: Work, seat: Seat): void;

  /** Skulls that one sacrifice costs. */
  offerPrice(state: Table, seat: Seat): number;
  /** Why the active tribe may not do this in its step of offerings; beyond whether it can pay. */
  offerRefusal(state: Table, move: Move): string | undefined;
  /** A god has received skulls, or a card in the place of one. */
  given(work: Work, god: God, what: 'skulls' | 'card'): void;
  /** Whether hand cards may stand for skulls in a sacrifice. */
  takesCards(state: Table): boolean;
  /** Whether a sacrifice in which so many cards stood for skulls draws a card. */
  drawsFor(state: Table, cards: number): boolean;
  /** Skulls that a prayer to Tonantzin costs; nothing where there is none. */
  prayerPrice(state: Table, seat: Seat): number | undefined;
  prayed(work: Work, n: number): void;
  /** Whether skulls may be given to the day one stands on. */
  givesToDay(state: Table): boolean;
  /** Cards of the god in the piles of days, to be taken instead of drawing. */
  takeable(state: Table, god: God): readonly { readonly day: Day; readonly index: number }[];
  takeCard(work: Work, seat: Seat, place: { readonly day: Day; readonly index: number }): void;

  /** Answers that only this edition's phases take. */
  refusal(state: Table, move: Move): string | undefined;
  candidates(state: Table): readonly Move[];
  answer(work: Work, move: Move): void;
  perform(work: Work, task: Extract<Task, { kind: 'own' }>): void;

  /** After a turn, before the next one begins. May end the match. */
  endTurn(work: Work): void;
  /** At the round limit. */
  roundCapReached(work: Work): void;
  /** Takes a tribe off the board; one more than the last stays. */
  retire(work: Work, seat: Seat): void;
  result(state: Table, over: Extract<Phase, { kind: 'over' }>): Result;
  view(state: Table, viewer: Viewer): object;
  /** Rounds that are left of the countdown that such a view shows; nothing before it has begun. */
  roundsLeft(view: object): { readonly ending: string; readonly left: number } | undefined;
  /** Whether such a view shows gods who are level, so that no round is counted. */
  isLevel(view: object): boolean;
  reshuffle(state: Table, chance: Chance): Table;
  /** What is wrong with a state, in words. */
  broken(state: Table): readonly string[];
  /** A position written by hand, with all that it leaves out. */
  completed(state: Table, written: object): Table;
}
