import type { Game } from '../contract/game.ts';
import type { OptionSpec } from '../contract/optionSpec.ts';
import { SEATS } from '../contract/seat.ts';
import { COLOURS } from './cards/card.ts';
import { fallback, legalMoves, refusal, toMove } from './moves.ts';
import { format, parse } from './notation.ts';
import { result } from './outcome.ts';
import { leave } from './retiring.ts';
import { optionAmiss, reshuffle, setup } from './setup.ts';
import type { Event, Move, Reason, State } from './state.ts';
import { apply } from './turn.ts';
import { type View, view, viewEvent } from './view.ts';
import { CARD_WORDS } from './words.ts';

const OPTIONS: readonly OptionSpec[] = [
  { name: 'removedSet', type: 'choice', default: 'random', values: ['random', ...COLOURS] },
  { name: 'codex', type: 'flag', default: true },
  { name: 'memoryAid', type: 'choice', default: 'off', values: ['off', 'ownLog'] },
  { name: 'agentSelf', type: 'flag', default: false },
  { name: 'revealOrder', type: 'choice', default: 'clockwise', values: ['clockwise', 'byTime'] },
  {
    name: 'startPlayer',
    type: 'choice',
    default: 'random',
    values: ['random', 'host', ...SEATS.map((seat) => `seat-${seat}`)],
  },
  { name: 'tieBreak', type: 'choice', default: 'standard', values: ['standard', 'shared'] },
];

/** A drafting game of cities, temples and saucers, in which all choose their card at the same time and in secret. */
export const spaceAztecs: Game<State, Move, Event, View, Reason> = {
  id: 'space-aztecs',
  rulesVersion: 1,
  seats: [2, 6],
  usualSeats: 4,
  presets: [
    { id: 'space-aztecs', options: {} },
    { id: 'space-aztecs-young', options: { codex: false } },
  ],
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
