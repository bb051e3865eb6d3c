/** The cards that will probably still come into play, by what they are. */
import type { AztecType, Card, Colour, Goal } from '../cards/card.ts';
import type { State } from '../model/state.ts';
import { saucerLimit, saucersIn } from '../play/ending.ts';
import { type Forecast, forecast } from './forecast.ts';

type Numbers<K extends string> = Readonly<Partial<Record<K, number>>>;

export interface Outlook extends Forecast {
  readonly types: Numbers<AztecType>;
  readonly aztecs: Numbers<Colour>;
  readonly saucers: Numbers<Colour>;
  readonly temples: Numbers<Colour>;
  /** The cards that a codex would count, which are the temples or the cards of its hours. */
  readonly counted: (goal: Goal) => number;
}

export function outlookOf(ahead: Forecast): Outlook {
  const { pool, share } = ahead;
  return {
    ...ahead,
    types: tallied(pool, share, (card) => (card.kind === 'aztec' ? card.type : undefined)),
    aztecs: tallied(pool, share, (card) => (card.kind === 'aztec' ? card.colour : undefined)),
    saucers: tallied(pool, share, (card) => (card.kind === 'saucer' ? card.colour : undefined)),
    temples: tallied(pool, share, (card) => (card.kind === 'temple' ? card.colour : undefined)),
    counted: (goal) => share * pool.filter((card) => counts(goal, card)).length,
  };
}

function tallied<K extends string>(
  pool: readonly Card[],
  share: number,
  by: (card: Card) => K | undefined,
): Numbers<K> {
  const tally: Partial<Record<K, number>> = {};
  for (const card of pool) {
    const key = by(card);
    if (key !== undefined) tally[key] = (tally[key] ?? 0) + share;
  }
  return tally;
}

function counts(goal: Goal, { kind, time }: Card): boolean {
  if (goal.kind === 'hours') return kind !== 'saucer' && goal.from <= time && time <= goal.to;
  return goal.kind === 'temple' && kind === 'temple';
}

/** The outlook at the begin of a round. */
export function outlookIn(state: State): Outlook {
  const { removed, piles, cities, options } = state;
  const view = {
    removed,
    piles: piles.map(({ cards }) => ({ size: cards.length })),
    cities: cities.map((city) => ({ ...city, pile: 0, here: city.isHere })),
    card: '',
    saucers: saucersIn(state),
    saucerLimit: saucerLimit(cities.length),
  };
  return outlookOf(forecast({ view, options }, ''));
}
