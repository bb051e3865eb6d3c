/** The habits of an edition on the ring. */
import {
  type AskedSeat,
  firstAnswer,
  type HabitRule,
  type HabitsCapability,
  listOf,
  type Seat,
} from '../contract/game.ts';
import { at } from '../json.ts';
import { legalMoves } from './judge/legalMoves.ts';
import type { God } from './model/card.ts';
import { type At, type Edition, tribeOf } from './model/edition.ts';
import type { Event } from './model/event.ts';
import type { Move } from './model/move.ts';
import type { Battle, Phase, RingTable, Side } from './model/state.ts';
import { counting, otherSide } from './play/battle.ts';
import { canDraw } from './play/hand.ts';
import type { State } from './view/hidden.ts';

export type RingHabitName =
  | 'roll'
  | 'single'
  | 'draw'
  | 'cards'
  | 'new-cards'
  | 'one-card'
  | 'no-second-card'
  | 'no-far-attacks'
  | 'same-god'
  | 'oldest-card'
  | 'no-steps'
  | 'draws'
  | 'replies'
  | 'no-replies'
  | 'ahead'
  | 'one-battle-card';

/** A question that a seat is asked, and what the habits remember. */
interface Question extends At {
  readonly seat: Seat;
  readonly notes: Notes;
}

// When habits answer in the steps of a turn. They look at nothing that a viewer may not know.

/** A habit that leaves steps out for a long time asks again in every turn of this number. */
const AGAIN = 3;

/** A seat that holds more cards than this may want to play several in a turn. */
const MANY_CARDS = 8;

const rolls = ({ state, edition }: Question): boolean => edition.movement(state) === 'roll';

/** The phases of which all viewers can list the legal moves. */
const OPEN: readonly Phase['kind'][] = [
  'adding-steps',
  'choosing-opponent',
  'ranged',
  'offering',
  'choosing',
  'giving',
  'claiming',
  'cancelling',
  'taking-disc',
];

function single(asked: Question): Move | undefined {
  if (!isOpen(asked)) return undefined;
  const legal = legalMoves(asked, asked.seat);
  return legal.length === 1 ? legal[0] : undefined;
}

/** Which cards a hand holds is secret, but all viewers can count them. */
function isOpen({ state, seat }: Question): boolean {
  const { phase } = state;
  if (phase.kind === 'dealing') return phase.looked.length === 1;
  if (phase.kind === 'paying-card') return tribeOf(state, seat).hand.length <= 1;
  return OPEN.includes(phase.kind);
}

/** To draw is a choice where the hand is full, or where a card lies open. */
function draw({ state, edition, seat }: Question): Move | undefined {
  const { phase, options } = state;
  if (phase.kind !== 'drawing' || edition.takeable(state, phase.god).length > 0) return undefined;
  const isFull = options.handLimit > 0 && tribeOf(state, seat).hand.length >= options.handLimit;
  return !isFull && canDraw({ state, edition }, phase.god) ? { kind: 'draw' } : undefined;
}

const hasPlayed = ({ notes }: Question): boolean => notes.played > 0;
const hasNoNewCard = ({ notes, seat }: Question): boolean => at(notes.quiet, seat) > 0;

const isQuiet = (asked: Question): boolean =>
  hasNoNewCard(asked) && at(asked.notes.quiet, asked.seat) % AGAIN !== 0 && !hasPlayed(asked);

const isSecondCard = (asked: Question): boolean =>
  hasPlayed(asked) && tribeOf(asked.state, asked.seat).hand.length <= MANY_CARDS;

/** How long each card has been held is known to all, which card it is to its owner alone. */
function oldestCard({ state, edition, seat }: Question): Move | undefined {
  const { phase } = state;
  const mustGive = phase.kind === 'paying-card' || (phase.kind === 'picking' && phase.why.kind === 'discard');
  const [oldest] = tribeOf(state, seat).hand;
  if (!mustGive || oldest === undefined) return undefined;
  return legalMoves({ state, edition }, seat).find((move) => move.kind === 'pick' && move.card === oldest);
}

function sameGod(asked: Question): Move | undefined {
  const { state, edition, notes, seat } = asked;
  if (state.phase.kind !== 'offering' || !isSameAgain(asked)) return undefined;
  const { god } = at(notes.gifts, seat);
  return legalMoves({ state, edition }, seat).find((move) => move.kind === 'offer' && move.god === god);
}

/** Sacrifices that cost nothing could go on for ever, and so could those that are paid with the cards that they bring. */
function isSameAgain({ state, edition, notes, seat }: Question): boolean {
  const gift = at(notes.gifts, seat);
  const now = ahead(state);
  const isOvertaken = now !== gift.ahead && now !== 'none' && now !== gift.god;
  const isAskedAgain = state.turn.offered === 0 && at(notes.turns, seat) % AGAIN === 0;
  const isPaidInSkulls = edition.offerPrice(state, seat) > 0 && !edition.takesCards(state);
  return gift.god !== 'none' && !isOvertaken && !isAskedAgain && isPaidInSkulls;
}

// When habits decline in hidden windows. They look at what all viewers are shown once the window has closed.

/** A tribe with this many victory cards may win with the next one. */
const NEAR_VICTORY = 2;

/** Another tribe is about to draw a card, which will hardly make it win. */
function isOfDraw({ state, edition }: Question): boolean {
  const { phase } = state;
  if (phase.kind !== 'reacting' || phase.window.moment !== 'draw') return false;
  const { victories } = tribeOf(state, phase.window.by);
  return !edition.areVictoriesOpen(state) || victories.length < NEAR_VICTORY;
}

const isNoAttack = ({ state: { phase } }: Question): boolean =>
  phase.kind === 'reacting' && phase.window.moment !== 'attack';

/** Who passes may still answer a card of the opponent, unless a pass is final. */
function isAhead({ state: { phase, options, battles } }: Question): boolean {
  const [battle] = battles;
  if (phase.kind !== 'battle' || battle === undefined || options.passIsFinal) return false;
  return battle.coin !== 'none' || leads(battle, phase.exchange.turn);
}

function leads(battle: Battle, side: Side): boolean {
  const total = (one: Side) => counting(battle[one]) + battle[one].bonus;
  return total(side) > total(otherSide(side));
}

// Each habit of the games on the ring: when it answers, and with which move.

const HABITS: Readonly<Record<RingHabitName, HabitRule<Question, Move>>> = {
  /** Rolls where rolling is the only way to move. */
  roll: { pace: 'usual', answer: inPhase('moving', rolls, { kind: 'roll' }) },
  /** Plays the only legal move, where all viewers can see that there is only one. */
  single: { pace: 'usual', answer: single },
  /** Draws the card that a god returns for a sacrifice. */
  draw: { pace: 'usual', answer: draw },
  /** Plays no card in turns since which the seat got none, except in every third of them. */
  cards: { pace: 'usual', answer: inPhase('playing', isQuiet, { kind: 'done' }) },
  /** Plays no card in turns since which the seat got none. */
  'new-cards': { pace: 'swift', answer: inPhase('playing', hasNoNewCard, { kind: 'done' }) },
  /** Plays no second card in a turn, unless the seat still holds many. */
  'one-card': { pace: 'brisk', answer: inPhase('playing', isSecondCard, { kind: 'done' }) },
  /** Plays no second card in a turn. */
  'no-second-card': { pace: 'swift', answer: inPhase('playing', hasPlayed, { kind: 'done' }) },
  /** Attacks no tribe from afar. */
  'no-far-attacks': { pace: 'swift', answer: inPhase('ranged', () => true, { kind: 'pass' }) },
  /** Sacrifices to the god of the last sacrifice, until the other god comes ahead; every third turn it asks. */
  'same-god': { pace: 'brisk', answer: sameGod },
  /** Gives up the card that the seat has held longest, where it must give up one. */
  'oldest-card': { pace: 'brisk', answer: oldestCard },
  /** Goes no step beyond the roll. */
  'no-steps': { pace: 'brisk', answer: inPhase('adding-steps', () => true, { kind: 'extra', n: 0 }) },
  /** Lets other tribes draw their cards, unless they are near victory. */
  draws: { pace: 'usual', ...declining('reacting', isOfDraw) },
  /** Answers nothing but attacks. */
  replies: { pace: 'brisk', ...declining('reacting', isNoAttack) },
  /** Answers nothing, not even attacks. */
  'no-replies': { pace: 'swift', ...declining('reacting', () => true) },
  /** Plays no card in a battle that the seat wins as it stands, or that a coin decides. */
  ahead: { pace: 'usual', ...declining('battle', isAhead) },
  /** Plays one card in a battle at most. */
  'one-battle-card': { pace: 'swift', ...declining('battle', ({ notes, seat }) => notes.fought.includes(seat)) },
};

function declining(kind: Phase['kind'], holds: (asked: Question) => boolean): Omit<HabitRule<Question, Move>, 'pace'> {
  return { isForWindows: true, answer: inPhase(kind, holds, { kind: 'pass' }) };
}

function inPhase(kind: Phase['kind'], holds: (asked: Question) => boolean, move: Move) {
  return (asked: Question) => (asked.state.phase.kind === kind && holds(asked) ? move : undefined);
}

export type RingHabits = HabitsCapability<State, Move, Event, Notes>;

export function habitsIn(edition: Edition): RingHabits {
  return { list: listOf(HABITS), notes: notesOf, noted, answer: (asked, kept) => answer(edition, asked, kept) };
}

function answer(edition: Edition, asked: AskedSeat<State, Notes>, kept: readonly string[]): Move | undefined {
  const { phase } = asked.state;
  const isAsked = phase.kind !== 'over' && phase.seat === asked.seat;
  return isAsked ? firstAnswer(HABITS, { ...asked, edition }, kept) : undefined;
}

// What habits remember of a match. It follows from public events and from what all viewers see of the table.

export interface Notes {
  /** By seat: how many of its turns have ended. */
  readonly turns: readonly number[];
  /** By seat: how many of its turns have ended since it last got a card. */
  readonly quiet: readonly number[];
  /** By seat: its last sacrifice. */
  readonly gifts: readonly Gift[];
  /** Cards that were played in this turn, apart from battles and answers. */
  readonly played: number;
  /** Who has played a card in the battle whose dice lie on the table. */
  readonly fought: readonly Seat[];
  /** Whether the dice of a battle lie on the table. */
  readonly isInBattle: boolean;
}

/** Who received a sacrifice, and the god who was ahead after it. `none`: there is no sacrifice that still counts. */
interface Gift {
  readonly god: God | 'none';
  readonly ahead: God | 'none';
}

const NO_GIFT: Gift = { god: 'none', ahead: 'none' };

function notesOf({ tribes }: RingTable): Notes {
  const none = tribes.map(() => 0);
  return { turns: none, quiet: none, gifts: tribes.map(() => NO_GIFT), played: 0, fought: [], isInBattle: false };
}

function noted(notes: Notes, state: RingTable, events: readonly Event[]): Notes {
  return events.reduce((known, event) => afterEvent(known, state, event), notes);
}

function afterEvent(notes: Notes, state: RingTable, event: Event): Notes {
  switch (event.kind) {
    case 'turn-began':
      return { ...notes, played: 0, isInBattle: false };
    case 'turn-ended':
      return afterTurn(notes, event.seat);
    case 'card-drawn':
    case 'card-taken':
      return withCard(notes, event.seat);
    case 'card-given':
      return withCard(notes, event.to);
    case 'battle-rolled':
      return { ...notes, fought: [], isInBattle: true };
    case 'battle-won':
    case 'battle-tied':
      return { ...notes, isInBattle: false };
    case 'card-played':
      return afterCard(notes, event);
    case 'sacrificed':
      return { ...notes, gifts: notes.gifts.with(event.seat, { god: event.god, ahead: ahead(state) }) };
    case 'apocalypse':
    case 'ending-fixed':
      return { ...notes, gifts: notes.gifts.map(() => NO_GIFT) };
    default:
      return notes;
  }
}

function afterCard(notes: Notes, { seat, moment }: Extract<Event, { kind: 'card-played' }>): Notes {
  if (notes.isInBattle) return { ...notes, fought: [...notes.fought, seat] };
  return moment === undefined ? { ...notes, played: notes.played + 1 } : notes;
}

function afterTurn(notes: Notes, seat: Seat): Notes {
  const { turns, quiet } = notes;
  return { ...notes, turns: turns.with(seat, at(turns, seat) + 1), quiet: quiet.with(seat, at(quiet, seat) + 1) };
}

const withCard = (notes: Notes, seat: Seat): Notes => ({ ...notes, quiet: notes.quiet.with(seat, 0) });

/** The god who has received more. */
function ahead({ tally }: Pick<RingTable, 'tally'>): God | 'none' {
  if (tally.war === tally.rain) return 'none';
  return tally.war > tally.rain ? 'war' : 'rain';
}
