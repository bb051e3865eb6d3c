/** [D7] The highest total wins; then most Aztecs in the city, then most temples. After that the victory is shared. */
import type { Result, Standing } from '../contract/result.ts';
import type { Seat } from '../contract/seat.ts';
import type { City, State } from './model/state.ts';
import { cityOf, clockwise } from './model/table.ts';
import { type Line, scoresOf, tieBreaksOf, totalOf } from './scoring.ts';

export function result(state: State): Result | undefined {
  const { phase } = state;
  if (phase.kind !== 'over') return undefined;
  const standings = standingsOf(state);
  const winners = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
  const { reason } = phase;
  if (reason === 'retired') return { result: 'forfeit', winners, standings, reason };
  return { result: winners.length > 1 ? 'draw' : 'win', winners, standings, reason };
}

/** [SA-24] Seats that have left come last. Equal ranks share a place. */
function standingsOf(state: State): readonly Standing[] {
  const scores = scoresOf(state.cities, state.removed);
  const ranked = clockwise(state, 0).map((seat) => {
    const lines = scores[seat] ?? [];
    return { seat, lines, rank: rankOf(state, cityOf(state, seat), totalOf(lines)) };
  });
  return ranked
    .toSorted((a, b) => compare(b.rank, a.rank) || a.seat - b.seat)
    .map(({ seat, lines, rank }) => {
      const place = 1 + ranked.filter((other) => compare(other.rank, rank) > 0).length;
      return standing(seat, place, lines);
    });
}

function rankOf({ options }: State, city: City, total: number): readonly number[] {
  if (!city.isHere) return [0];
  return options.tieBreak === 'shared' ? [1, total] : [1, total, ...tieBreaksOf(city)];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((n, i) => n !== b[i]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

const standing = (seat: Seat, place: number, lines: readonly Line[]): Standing => ({
  seat,
  place,
  score: totalOf(lines),
  breakdown: Object.fromEntries(lines),
});
