/** [D11] A seat retires. Its city stays, other seats may rob it, and its saucers count for the end. */
import type { Applied } from '../../contract/game.ts';
import type { Seat } from '../../contract/seat.ts';
import type { Event, Play, State } from '../model/state.ts';
import { handOf, isHere, present, putBack, withCity, withHand } from '../model/table.ts';
import { closeChoices } from './announcing.ts';
import { end, nextTaker } from './ending.ts';
import { revealNext, show } from './revealing.ts';

export function leave(state: State, seat: Seat): Applied<State, Event> {
  if (state.phase.kind === 'over' || !isHere(state, seat)) return { ok: true, state, events: [] };
  const story: Event[] = [{ kind: 'retired', seat }];
  const gone = returnHeld(withCity(state, seat, { isHere: false }), seat, story);
  return { ok: true, state: goOn(gone, seat, story), events: story };
}

/** Puts back a held pile or an announced card. The event does not show a secret choice. */
function returnHeld(state: State, seat: Seat, story: Event[]): State {
  const play = state.announced.find((one) => one.seat === seat);
  const { pile } = handOf(state, seat);
  if (play === undefined && pile === 0) return state;
  story.push({ kind: 'returned', seat, pile: play?.pile ?? pile });
  return play === undefined ? withHand(state, seat, { pile: 0, chosen: '' }) : unannounced(state, play);
}

const unannounced = (state: State, play: Play): State => ({
  ...putBack(state, play.pile, play.card),
  announced: state.announced.filter((one) => one !== play),
});

/** The match goes on without the seat. Its Aztec before a temple stays outside, and its saucer takes no more Aztecs. */
function goOn(state: State, seat: Seat, story: Event[]): State {
  const { phase } = state;
  if (present(state).length === 1) return end(tidied(state), 'retired', story);
  switch (phase.kind) {
    case 'taking':
      return nextTaker(state);
    case 'choosing':
      return closeChoices(state, story);
    case 'hiding':
      return phase.seat === seat ? revealNext(show(state, seat, phase.card), story) : state;
    case 'capturing':
      return phase.seat === seat ? revealNext(state, story) : state;
    case 'over':
      return state;
  }
}

/** The last seat no longer holds a pile. Announced cards are never revealed. */
function tidied(state: State): State {
  const shown = state.phase.kind === 'hiding' ? show(state, state.phase.seat, state.phase.card) : state;
  return present(shown).reduce((next, seat) => withHand(next, seat, { pile: 0, chosen: '' }), shown);
}
