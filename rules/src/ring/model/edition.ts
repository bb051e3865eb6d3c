/**
 * Everything in which editions differ, so that two editions can be read side by side. These are methods, not function
 * fields, because each edition takes its own, richer table.
 */
import type { Chance } from '../../contract/chance.ts';
import { type CardWords, type Result, type Seat, SEATS, type Standing, type Viewer } from '../../contract/game.ts';
import type { OptionSpec, Preset } from '../../contract/optionSpec.ts';
import { at } from '../../json.ts';
import type { Compass, Day } from './calendar.ts';
import type { Card, CardId, Deck, God, Modifier } from './card.ts';
import type { Event } from './event.ts';
import type { Move, Reason } from './move.ts';
import type { Settings } from './options.ts';
import type { Challenge, Phase, RingTable, Task, Tribe } from './state.ts';

/**
 * A state whose fields may be replaced. The old values of the fields are never written to. Only the agenda is the
 * draft's own list, because each move takes and plans many tasks.
 */
export type Draft<T extends RingTable> = { -readonly [K in keyof T]: K extends 'agenda' ? Task[] : T[K] };

/** A state and the edition that judges it. */
export interface At {
  readonly state: RingTable;
  readonly edition: Edition;
}

/**
 * One move that is being played. It writes freely to its own copy of the state, which no caller sees before the end.
 */
export interface Work<T extends RingTable = RingTable> {
  readonly state: Draft<T>;
  readonly edition: Edition;
  readonly chance: Chance;
  readonly events: Event[];
  /** Whether a seat has to answer before the work goes on. */
  isAsking: boolean;
}

export interface Edition<C extends Compass = Compass> {
  readonly id: string;
  readonly rulesVersion: number;
  readonly seats: readonly [min: number, max: number];
  readonly usualSeats: number;
  readonly presets: readonly Preset[];
  readonly options: readonly OptionSpec[];
  /** Every design that can turn up, listed once. */
  readonly cards: readonly CardId[];
  /** Its calendar discs, for the list of cards. */
  readonly discs?: readonly CardWords[];

  /** The compass point of each seat, in the order of turns. */
  order(options: Settings, seats: number): readonly C[];
  /** Shuffles the decks and adds what only this edition has. */
  setup(table: RingTable, chance: Chance): RingTable;

  /** Runs before a turn's move. It may end the match. */
  beginTurn(work: Work): void;
  /** How the active tribe moves. */
  movement(state: RingTable): 'roll' | 'anywhere' | 'one-step';
  /** How often the tribe moves in a turn, and whether the first of two landings is an arrival. */
  moves(state: RingTable): { readonly times: number; readonly firstArrives: boolean };
  /** Whether no skull leaves a day. */
  isFlooded(state: RingTable): boolean;
  /** Cards on the day act on the arriving tribe. */
  land(work: Work, seat: Seat, day: Day): void;
  collect(work: Work, seat: Seat, day: Day): void;
  /** The seats to which a visitor of this day owes a skull. */
  tributeTo(state: RingTable, seat: Seat, day: Day): readonly Seat[];
  /** `seat` took the last skull of the day. */
  emptied(work: Work, seat: Seat, day: Day): void;

  /** How battles are fought. With `none`, the attacker pays one skull instead. */
  battles(state: RingTable): 'dice' | 'coin' | 'none';
  areBattleCardsOn(state: RingTable): boolean;
  /** Added to every stake. */
  stakeBonus(state: RingTable): number;
  payStake(work: Work, stake: Extract<Task, { kind: 'stake' }>): void;
  afterBattle(work: Work, challenge: Pick<Challenge, 'attacker' | 'defender'>): void;
  /** The seats that the active tribe may attack from afar. */
  rangedTargets(state: RingTable): readonly Seat[];
  /** Runs after the last battle of the turn's own moves. */
  afterBattles(work: Work): void;
  /** A battle against Cortes has ended, with this outcome for `seat`. */
  foughtCortes(work: Work, seat: Seat, outcome: 'won' | 'lost' | 'tied'): void;

  /** Modifiers that the tribe has as long as it holds certain cards. */
  heldModifiers(state: RingTable, seat: Seat): readonly Modifier[];
  /** Skulls that this card costs this seat now. */
  costOf(state: RingTable, seat: Seat, card: Card): number;
  isBanned(state: RingTable, card: Card): boolean;
  /** Whether a played card is spent at once; otherwise it is spent once its effects are done. */
  readonly spendsAtOnce: boolean;
  /** Puts a card on the pile for used and discarded cards. */
  lay(work: Work, seat: Seat, card: CardId): void;
  /** A trap or lingering card starts to work. */
  arm(work: Work, seat: Seat, armed: { readonly card: CardId; readonly day: Day }): void;
  /** Puts used cards back under a deck. */
  rebuild(work: Work, deck: Deck): void;
  /** Cards that `rebuild` would bring back. */
  usedCards(state: RingTable, deck: Deck): number;
  /** Takes the week card of this sign, if possible; returns whether it did. */
  takeWeek(work: Work, seat: Seat, day: Day): boolean;
  /** Whether victory cards lie face up. */
  areVictoriesOpen(state: RingTable): boolean;
  /** A tribe has got a card. This may end the match. */
  gained(work: Work, seat: Seat): void;

  /** Skulls that one sacrifice costs. */
  offerPrice(state: RingTable, seat: Seat): number;
  /** Why this edition forbids a move of the offering step, apart from its price. */
  offerRefusal(state: RingTable, move: Move): Reason | undefined;
  /** A god has received skulls, or a card that stands for one. */
  given(work: Work, god: God, what: 'skulls' | 'card'): void;
  /** Whether hand cards may stand for skulls in a sacrifice. */
  takesCards(state: RingTable): boolean;
  /** Whether a sacrifice in which this many cards stood for skulls draws a card. */
  drawsFor(state: RingTable, cards: number): boolean;
  /** Skulls that a prayer to Tonantzin costs; undefined where there is no prayer. */
  prayerPrice(state: RingTable, seat: Seat): number | undefined;
  prayed(work: Work, n: number): void;
  /** Whether a tribe may give skulls to its own day. */
  givesToDay(state: RingTable): boolean;
  /** Whether a card of this edition lets another tribe prevent a draw. */
  readonly preventsDraws: boolean;
  /** Cards of the god in the piles of days that a tribe may take instead of drawing. */
  takeable(state: RingTable, god: God): readonly { readonly day: Day; readonly index: number }[];
  takeCard(work: Work, seat: Seat, place: { readonly day: Day; readonly index: number }): void;

  /** The judge of moves that only this edition's phases take. */
  refusal(state: RingTable, move: Move): Reason | undefined;
  candidates(state: RingTable): readonly Move[];
  answer(work: Work, move: Move): void;
  perform(work: Work, task: Extract<Task, { kind: 'own' }>): void;

  /** Runs after a turn, before the next one begins. It may end the match. */
  endTurn(work: Work): void;
  /** Runs when the match reaches the round limit. */
  roundCapReached(work: Work): void;
  /** Takes a tribe off the board. At least one other tribe stays. */
  retire(work: Work, seat: Seat): void;
  result(state: RingTable, over: Extract<Phase, { kind: 'over' }>): Result;
  /** The order of a match that goes on, as if it ended now. */
  standings(state: RingTable): readonly Standing[];
  view(state: RingTable, viewer: Viewer): object;
  /** The rounds of the countdown that are left in such a view; undefined before the countdown has begun. */
  roundsLeft(view: object): { readonly ending: string; readonly left: number } | undefined;
  /** Whether the gods are level in such a view, so that no round is counted. */
  isLevel(view: object): boolean;
  reshuffle(state: RingTable, chance: Chance): RingTable;
  /** What is wrong with a state, in words. */
  broken(state: RingTable): readonly string[];
  /** Completes a position that an author wrote by hand. */
  completed(state: RingTable, written: object): RingTable;
}

// What the rules read and cause while a move is played: the tribes at the table; tasks for later, a question for a seat, and events.

export const tribeOf = ({ tribes }: Pick<RingTable, 'tribes'>, seat: Seat): Tribe => at(tribes, seat);

export function change({ state }: Work, seat: Seat, fields: Partial<Tribe>): void {
  state.tribes = state.tribes.with(seat, { ...tribeOf(state, seat), ...fields });
}

export const isHere = ({ tribes }: Pick<RingTable, 'tribes'>, seat: Seat): boolean => tribes[seat]?.isHere === true;

/** All seats that play, in the order of turns. */
export function present(state: Pick<RingTable, 'tribes'>): readonly Seat[] {
  return SEATS.slice(0, state.tribes.length).filter((seat) => isHere(state, seat));
}

/** All other seats that play, in the order of turns, beginning after this one. */
export function others(state: Pick<RingTable, 'tribes'>, seat: Seat): readonly Seat[] {
  const found: Seat[] = [];
  for (let step = 1; step < state.tribes.length; step++) {
    const other = ((seat + step) % state.tribes.length) as Seat;
    if (isHere(state, other)) found.push(other);
  }
  return found;
}

/** The other seats whose tribes stand on this day. */
export function othersOn(state: Pick<RingTable, 'tribes'>, seat: Seat, day: number): readonly Seat[] {
  return others(state, seat).filter((other) => tribeOf(state, other).day === day);
}

/** Plans these tasks in their order, before all tasks that are already planned. */
export function plan({ state }: Work, ...tasks: readonly Task[]): void {
  for (let index = tasks.length - 1; index >= 0; index--) state.agenda.push(at(tasks, index));
}

/** Makes the match wait for the answer to this phase. */
export function ask(work: Work, phase: Phase): void {
  work.state.phase = phase;
  work.isAsking = true;
}

export function tell({ events }: Work, event: Event): void {
  events.push(event);
}
