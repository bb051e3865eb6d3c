/** A bot that tries its cards out in piles that it imagines, and knows that a card that it leaves may go to a rival. */
import type { Bot, Question } from '../../contract/bot.ts';
import type { Seat } from '../../contract/seat.ts';
import type { Plan } from '../../search/plan.ts';
import { searching } from '../../search/searching.ts';
import { spaceAztecs } from '../index.ts';
import type { Settings } from '../model/options.ts';
import type { Move, State } from '../model/state.ts';
import { scoresOf, totalOf } from '../scoring.ts';
import { type View, view } from '../view.ts';
import { worth as cityWorth } from './cityValue.ts';
import { denied } from './denial.ts';
import { forecast } from './forecast.ts';
import { valuesOf } from './greedy.ts';
import { playsOn } from './quickPlay.ts';
import { sampledPosition } from './sampledPosition.ts';

const PLAN: Plan<State, Move, View, Settings> = {
  game: spaceAztecs,
  guess,
  // Piles whose cards are unknown differ in nothing that trials could find.
  sampled: (question, chance) => (question.view.phase === 'choosing' ? sampledPosition(question, chance) : undefined),
  playsOn,
  worth,
  clock: ({ round }) => round,
  limits: { candidates: 4, margin: 6, horizon: 3, moves: 1200, trust: 40 },
};

export const strong: Bot<View, Move, Settings> = searching(PLAN);

/** The worth of the own city with a card, and of keeping the card from the rivals. */
function guess(question: Question<View, Move, Settings>): readonly number[] {
  const kept = question.legal.map((move) => denied(question, move));
  return valuesOf(question).map((value, index) => value + (kept[index] ?? 0));
}

/** The worth of the victory beyond the points. */
const VICTORY = 10;

/** The lead over the best rival: in points at the end, before that in what the cities are worth. */
function worth(state: State, seat: Seat): number {
  const worths = state.phase.kind === 'over' ? pointsOf(state) : worthsOf(state);
  const rivals = worths.filter((_, other) => other !== seat && state.cities[other]?.isHere === true);
  const lead = (worths[seat] ?? 0) - Math.max(...rivals);
  return lead + (state.phase.kind === 'over' ? VICTORY * Math.sign(lead) : 0);
}

const pointsOf = ({ cities, removed }: State): readonly number[] => scoresOf(cities, removed).map(totalOf);

function worthsOf(state: State): readonly number[] {
  const { cities, removed, options } = state;
  const ahead = forecast({ view: view(state, 'spectator'), options }, '');
  return cities.map((city) => cityWorth(city, { removed, seats: cities.length, ahead }));
}
