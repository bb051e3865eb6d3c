import type { Applied, Refused } from '../../contract/game.ts';
import type { Seat } from '../../contract/seat.ts';
import type { CardId } from '../cards/card.ts';
import type { Event, Move, Reason, State } from '../model/state.ts';
import { withHand, withPile } from '../model/table.ts';
import { closeChoices } from './announcing.ts';
import { nextTaker } from './ending.ts';
import { refusal } from './moves.ts';
import { capture, hide, revealNext, show } from './revealing.ts';

export function apply(state: State, seat: Seat, move: Move): Applied<State, Event> | Refused<Reason> {
  const reason = refusal(state, seat, move);
  if (reason) return { ok: false, reason };
  const story: Event[] = [];
  return { ok: true, state: play(state, { seat, move }, story), events: story };
}

interface Answer {
  readonly seat: Seat;
  readonly move: Move;
}

/** Plays a move. Only for moves that `refusal` allows. */
function play(state: State, { seat, move }: Answer, story: Event[]): State {
  switch (move.kind) {
    case 'take':
      return take(state, { seat, pile: move.pile }, story);
    case 'choose':
      story.push({ kind: 'chose', seat, card: move.card });
      return closeChoices(withHand(state, seat, { chosen: move.card }), story);
    case 'hide':
      return revealNext(hide(state, { seat, temple: move.temple, card: revealedIn(state) }, story), story);
    case 'show':
      return revealNext(show(state, seat, revealedIn(state)), story);
    case 'capture':
      return capture(state, { seat, victim: move.seat, card: move.card }, story);
  }
}

function take(state: State, { seat, pile }: { readonly seat: Seat; readonly pile: number }, story: Event[]): State {
  story.push({ kind: 'took', seat, pile });
  return nextTaker(withHand(withPile(state, pile, { isSeen: true }), seat, { pile }));
}

function revealedIn({ phase }: State): CardId {
  if (phase.kind !== 'hiding') throw new Error('no Aztec stands before a temple');
  return phase.card;
}
