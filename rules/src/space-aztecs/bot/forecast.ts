/** How the match may go on, as far as a player can count: the cards that may still come, and the rounds left. */
import { at } from '../../json/at.ts';
import type { Card, CardId } from '../cards/card.ts';
import { cardOf, dealt } from '../cards/cards.ts';
import { cardsOf, type Quarters } from '../model/city.ts';
import type { Settings } from '../model/options.ts';
import { PLACES } from '../model/state.ts';
import type { CityView, PileView, View } from '../view.ts';

export interface Forecast {
  /** Rounds after this one; 0 if this is the last. */
  readonly rounds: number;
  /** The cards that are still in the piles. */
  readonly pool: readonly Card[];
  /** How much of the pool will come into play. */
  readonly share: number;
}

/** Players play saucers more often than other cards. */
const EAGERNESS = 1.3;
/** Players do not empty the piles evenly. */
const UNEVENNESS = 0.8;

interface Seen {
  readonly view: Table;
  readonly options: Settings;
}

/** What the forecast looks at. */
type Table = Pick<View, 'removed' | 'card' | 'saucers' | 'saucerLimit'> & {
  readonly piles: readonly Pick<PileView, 'size'>[];
  readonly cities: readonly (Quarters & Pick<CityView, 'pile' | 'here'>)[];
};

/** The forecast after the seat plays this card now, or no card. */
export function forecast({ view, options }: Seen, played: CardId | ''): Forecast {
  const open = new Set([...view.cities.flatMap(cardsOf), view.card, played]);
  const pool = dealt({ removed: view.removed, codex: options.codex })
    .filter((id) => !open.has(id))
    .map(cardOf);
  const lands = played !== '' && played !== view.card && cardOf(played).kind === 'saucer';
  const rounds = roundsLeft(view, { landed: view.saucers + (lands ? 1 : 0), pool });
  const seats = view.cities.filter(({ here }) => here).length;
  return { rounds, pool, share: Math.min(1, (rounds * seats) / Math.max(1, pool.length)) };
}

function roundsLeft(
  { piles, cities, saucerLimit }: Table,
  { landed, pool }: { readonly landed: number; readonly pool: readonly Card[] },
): number {
  const held = cities.map(({ pile }) => pile);
  const sizes = piles.map(({ size }, index) => size - (held.includes(index + 1) ? 1 : 0)).toSorted((a, b) => a - b);
  const second = at(sizes, 1);
  if (second === 0 || landed >= saucerLimit) return 0;
  const seats = cities.filter(({ here }) => here).length;
  const byPiles = (second * PLACES.length * UNEVENNESS) / seats;
  const waiting = pool.filter(({ kind }) => kind === 'saucer').length / Math.max(1, pool.length);
  const bySaucers = (saucerLimit - landed) / Math.max(0.01, seats * waiting * EAGERNESS);
  return Math.max(1, Math.min(byPiles, bySaucers));
}
