import type { Game } from '../contract/game.ts';
import { CARD_WORDS } from './cardTexts.ts';
import { fallback, legalMoves, refusal, toMove } from './moves.ts';
import { format, parse } from './notation.ts';
import { OPTIONS, PRESETS } from './options.ts';
import { result } from './outcome.ts';
import { leave } from './retiring.ts';
import { optionAmiss, reshuffle, setup } from './setup.ts';
import type { Event, Move, Reason, State } from './state.ts';
import { apply } from './turn.ts';
import { type View, view, viewEvent } from './view.ts';

/** A drafting game of cities, temples and saucers, in which all choose their card at the same time and in secret. */
export const spaceAztecs: Game<State, Move, Event, View, Reason> = {
  id: 'space-aztecs',
  rulesVersion: 1,
  seats: [2, 6],
  usualSeats: 4,
  presets: PRESETS,
  options: OPTIONS,
  cards: CARD_WORDS,
  setup,
  optionAmiss,
  toMove,
  refusal,
  legalMoves,
  apply,
  fallback,
  leave,
  reshuffle,
  view,
  viewEvent,
  result,
  parse,
  format,
};
