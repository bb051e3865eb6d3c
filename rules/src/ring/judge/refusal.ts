/** Why a move may not be played now. The one judge: it filters the legal moves, and playing a move obeys it. */

import type { Seat } from '../../contract/game.ts';
import { deepEqual } from '../../json.ts';
import { cardOf } from '../cards/cards.ts';
import type { CardId } from '../model/card.ts';
import { type At, others, tribeOf } from '../model/edition.ts';
import type { Aim, Move, Reason } from '../model/move.ts';
import type { Choice, Phase, RingTable } from '../model/state.ts';
import { isPlayableInBattle } from '../play/battle.ts';
import { sideOf } from '../play/effects.ts';
import { handOf, receiver } from '../play/hand.ts';
import { offerRefusal } from '../play/offering.ts';
import { mayStop } from '../play/playMove.ts';
import { aims, seatAt } from '../play/playingCards.ts';
import { canReact, isAffordable } from '../play/windows.ts';

type Of<K extends Phase['kind']> = Extract<Phase, { kind: K }>;
type Judged = Reason | undefined;

export function refusal(where: At, seat: Seat, move: Move): Judged {
  const { phase } = where.state;
  if (phase.kind !== 'over' && phase.seat !== seat) return 'not-your-turn';
  switch (phase.kind) {
    case 'moving':
      return refusalToMove(where, move);
    case 'adding-steps':
      return move.kind === 'extra' && move.n >= 0 && move.n <= phase.most ? undefined : 'add-steps-first';
    case 'choosing-opponent':
      return move.kind === 'fight' && among(where.state, phase.foes, move.target) ? undefined : 'choose-an-opponent';
    case 'ranged':
      return refusalToAttack(where, move);
    case 'battle':
      return refusalInBattle(where, seat, move);
    case 'reacting':
      return refusalToReact(where, phase, move);
    case 'offering':
      return offerRefusal(where, move);
    case 'sacrificing':
      return refusalToPay(where.state, phase, move);
    case 'drawing':
      return refusalToDraw(where, phase, move);
    case 'playing':
      return refusalToPlay(where, seat, move);
    case 'discarding':
      if (move.kind === 'decline') return where.state.turn.hasKept ? 'pick-a-card' : undefined;
      return move.kind === 'pick' ? refusalToUse(where.state, seat, move.card) : 'pick-a-card';
    case 'picking':
      if (move.kind === 'done') return mayStop(phase) ? undefined : 'pick-a-card';
      return move.kind === 'pick' ? refusalToUse(where.state, seat, move.card) : 'pick-a-card';
    case 'choosing':
      return move.kind === 'choose' && answers(where.state, phase.choice, move.aim) ? undefined : 'choose-first';
    case 'dealing':
      return refusalToDeal(where.state, phase, move);
    case 'giving':
      return move.kind === 'choose' && answers(where.state, { of: 'seat', seats: others(where.state, seat) }, move.aim)
        ? undefined
        : 'choose-first';
    case 'paying-card':
    case 'claiming':
    case 'cancelling':
    case 'taking-disc':
      return where.edition.refusal(where.state, move);
    case 'over':
      return 'match-over';
  }
}

const among = (state: RingTable, seats: readonly Seat[], compass: string): boolean =>
  seats.some((seat) => tribeOf(state, seat).compass === compass);

function refusalToMove({ state, edition }: At, move: Move): Judged {
  const { day } = tribeOf(state, state.turn.seat);
  switch (edition.movement(state)) {
    case 'roll':
      return move.kind === 'roll' ? undefined : 'roll-first';
    case 'anywhere':
      if (move.kind !== 'go') return 'go-somewhere';
      return move.day === day ? 'already-there' : undefined;
    case 'one-step':
      return move.kind === 'step' && Math.abs(move.n) === 1 ? undefined : 'one-step-only';
  }
}

function refusalToAttack({ state, edition }: At, move: Move): Judged {
  if (move.kind === 'pass') return undefined;
  if (move.kind !== 'attack') return 'attack-or-pass';
  return among(state, edition.rangedTargets(state), move.target) ? undefined : 'out-of-range';
}

/** Why this card cannot leave the hand. */
function refusalToUse(state: RingTable, seat: Seat, card: CardId): Judged {
  return handOf(state, seat).includes(card) ? undefined : 'not-in-hand';
}

function refusalInBattle(where: At, seat: Seat, move: Move): Judged {
  if (move.kind === 'pass') return undefined;
  if (move.kind !== 'play') return 'battle-first';
  const refused = refusalToUse(where.state, seat, move.card) ?? aimless(move.aim);
  if (refused !== undefined) return refused;
  const side = sideOf(where.state, seat);
  const isPlayable = side !== undefined && isPlayableInBattle(where, seat, { card: cardOf(move.card), side });
  return isPlayable ? undefined : 'not-playable-now';
}

const aimless = (aim: Aim): Judged => (Object.keys(aim).length === 0 ? undefined : 'wrong-aim');

function refusalToReact(where: At, { seat, window }: Of<'reacting'>, move: Move): Judged {
  if (move.kind === 'pass') return undefined;
  if (move.kind !== 'play') return 'react-first';
  const refused = refusalToUse(where.state, seat, move.card) ?? aimless(move.aim);
  if (refused !== undefined) return refused;
  return canReact(where, seat, { window, card: cardOf(move.card) }) ? undefined : 'not-playable-now';
}

function refusalToPay(state: RingTable, { seat }: Of<'sacrificing'>, move: Move): Judged {
  if (move.kind === 'skull') return tribeOf(state, seat).skulls > 0 ? undefined : 'too-few-skulls';
  return move.kind === 'pick' ? refusalToUse(state, seat, move.card) : 'pay-first';
}

function refusalToDraw({ state, edition }: At, { god }: Of<'drawing'>, move: Move): Judged {
  if (move.kind === 'decline') return undefined;
  if (move.kind === 'draw')
    return state.decks[god].length + edition.usedCards(state, god) > 0 ? undefined : 'deck-empty';
  if (move.kind !== 'take-card') return 'draw-first';
  const isThere = edition.takeable(state, god).some(({ day, index }) => day === move.day && index === move.index);
  return isThere ? undefined : 'no-such-card';
}

const PLAYED = ['action', 'trap', 'linger'];

function refusalToPlay(where: At, seat: Seat, move: Move): Judged {
  if (move.kind === 'done' || move.kind === 'discard') return undefined;
  if (move.kind !== 'play') return 'play-or-done';
  const refused = refusalToUse(where.state, seat, move.card) ?? refusalOfCard(where, seat, move.card);
  if (refused !== undefined) return refused;
  const isAimed = aims(where.state, seat, cardOf(move.card)).some((aim) => deepEqual(aim, move.aim));
  return isAimed ? undefined : 'wrong-aim';
}

/** Why this card cannot be played in the card step with any aim. */
export function refusalOfCard(where: At, seat: Seat, id: CardId): Judged {
  const card = cardOf(id);
  if (!PLAYED.includes(card.timing)) return 'not-playable-now';
  if (where.edition.isBanned(where.state, card)) return 'banned';
  return isAffordable(where, seat, card) ? undefined : 'cannot-pay';
}

function answers(state: RingTable, choice: Choice, aim: Aim): boolean {
  if (Object.keys(aim).length !== 1) return false;
  switch (choice.of) {
    case 'seat': {
      const seat = aim.target === undefined ? undefined : seatAt(state, aim.target);
      return seat !== undefined && choice.seats.includes(seat);
    }
    case 'steps':
      return aim.steps !== undefined && aim.steps !== 0 && aim.steps >= choice.min && aim.steps <= choice.max;
    case 'god':
      return aim.god !== undefined;
    case 'day':
      return aim.day !== undefined;
  }
}

function refusalToDeal(state: RingTable, dealing: Of<'dealing'>, move: Move): Judged {
  if (move.kind === 'pass') return receiver(state, dealing).maySkip ? undefined : 'pick-a-card';
  if (move.kind !== 'pick') return 'pick-a-card';
  return dealing.looked.includes(move.card) ? undefined : 'no-such-card';
}
