/** A bot that tries its cards out in piles that it imagines, and weighs what may still become of each city. */
import type { Bot } from '../../contract/bot.ts';
import type { Seat } from '../../contract/seat.ts';
import type { Plan } from '../../search/plan.ts';
import { searching } from '../../search/searching.ts';
import { spaceAztecs } from '../index.ts';
import type { Settings } from '../model/options.ts';
import type { Move, State } from '../model/state.ts';
import type { View } from '../view.ts';
import { leadOf } from './lead.ts';
import { leadsOf } from './leadAfter.ts';
import { outlookIn } from './outlook.ts';
import { playsOn } from './quickPlay.ts';
import { sampledPosition } from './sampledPosition.ts';

const PLAN: Plan<State, Move, View, Settings> = {
  game: spaceAztecs,
  guess: leadsOf,
  // Piles whose cards are unknown differ in nothing that trials could find.
  sampled: (question, chance) => (question.view.phase === 'choosing' ? sampledPosition(question, chance) : undefined),
  playsOn,
  worth: (state: State, seat: Seat) => leadOf({ ...state, outlook: outlookIn(state) }, seat),
  clock: ({ round }) => round,
  limits: { candidates: 4, margin: 6, horizon: 2, moves: 1200, trust: 20 },
};

export const strong: Bot<View, Move, Settings> = searching(PLAN);
