/** When habits answer in the steps of a turn. They look at nothing that a viewer may not know. */
import { at } from '../../json/at.ts';
import { legalMoves } from '../judge/legalMoves.ts';
import type { Move } from '../model/move.ts';
import type { Phase } from '../model/state.ts';
import { tribeOf } from '../model/tribes.ts';
import { canDraw } from '../play/drawingCards.ts';
import { ahead } from './notes.ts';
import type { Question } from './question.ts';

/** A habit that leaves steps out for a long time asks again in every turn of this number. */
const AGAIN = 3;
/** A seat that holds more cards than this may want to play several in a turn. */
const MANY_CARDS = 8;

export const rolls = ({ state, edition }: Question): boolean => edition.movement(state) === 'roll';

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

export function single(asked: Question): Move | undefined {
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
export function draw({ state, edition, seat }: Question): Move | undefined {
  const { phase, options } = state;
  if (phase.kind !== 'drawing' || edition.takeable(state, phase.god).length > 0) return undefined;
  const isFull = options.handLimit > 0 && tribeOf(state, seat).hand.length >= options.handLimit;
  return !isFull && canDraw({ state, edition }, phase.god) ? { kind: 'draw' } : undefined;
}

export const hasPlayed = ({ notes }: Question): boolean => notes.played > 0;

export const hasNoNewCard = ({ notes, seat }: Question): boolean => at(notes.quiet, seat) > 0;

export const isQuiet = (asked: Question): boolean =>
  hasNoNewCard(asked) && at(asked.notes.quiet, asked.seat) % AGAIN !== 0 && !hasPlayed(asked);

export const isSecondCard = (asked: Question): boolean =>
  hasPlayed(asked) && tribeOf(asked.state, asked.seat).hand.length <= MANY_CARDS;

/** How long each card has been held is known to all, which card it is to its owner alone. */
export function oldestCard({ state, edition, seat }: Question): Move | undefined {
  const { phase } = state;
  const mustGive = phase.kind === 'paying-card' || (phase.kind === 'picking' && phase.why.kind === 'discard');
  const [oldest] = tribeOf(state, seat).hand;
  if (!mustGive || oldest === undefined) return undefined;
  return legalMoves({ state, edition }, seat).find((move) => move.kind === 'pick' && move.card === oldest);
}

export function sameGod(asked: Question): Move | undefined {
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
