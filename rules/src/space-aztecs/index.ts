import type { Game } from '../contract/game.ts';
import { CARD_WORDS } from './cardTexts.ts';
import { format, parse } from './model/notation.ts';
import { OPTIONS, PRESETS } from './model/options.ts';
import type { Event, Move, Reason, State } from './model/state.ts';
import { result } from './outcome.ts';
import { parts } from './parts.ts';
import { fallback, legalMoves, refusal, toMove } from './play/moves.ts';
import { leave } from './play/retiring.ts';
import { optionAmiss, reshuffle, setup } from './play/setup.ts';
import { apply } from './play/turn.ts';
import { type View, view, viewEvent } from './view.ts';

/** A drafting game of cities, temples and saucers. All players choose their cards at the same time and in secret. */
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
  parts,
  result,
  parse,
  format,
};
