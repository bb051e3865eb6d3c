/** What a city is worth to a bot: its score, its prospects, and what saucers may take from it. */
import { at } from '../../json.ts';
import { type AztecType, type Card, type CardId, cardOf, type Colour, COLOURS, dealt, type Goal } from '../cards.ts';
import type { Settings } from '../options.ts';
import { aztecOf, aztecsIn, cardsOf, PLACES, type Quarters, visibleOf, withoutVisible } from '../state.ts';
import { linesOf, totalOf, WARRIORS } from '../scoring.ts';
import type { CityView, PileView, View } from '../view.ts';

/** The worth of an average card that the seat could take instead. */
const USUAL = 3;

const PAIR_GAIN = 7;

/** How many rounds it takes to find a certain card. */
const PATIENCE = 30;

/** How much a loss that may still come counts, compared with one that is certain. */
const FEAR = 0.9;

interface Setting {
  readonly removed: Colour | 'none';
  readonly seats: number;
  readonly ahead: Forecast;
}

export function worth(city: Quarters, setting: Setting): number {
  const { removed, ahead } = setting;
  const score = totalOf(linesOf(city, removed));
  return ahead.rounds === 0 ? score : score + hopes(city, setting) - fears(city, setting);
}

function hopes(city: Quarters, { ahead }: Setting): number {
  const found = Math.min(0.7, ahead.rounds / PATIENCE);
  return found * (sets(city, ahead) + pairs(city, ahead)) + ahead.rounds * (codices(city) + agents(city));
}

const count = (cards: readonly { readonly kind?: string; readonly type?: AztecType }[], type: AztecType): number =>
  cards.filter((card) => card.type === type).length;

const poolOf = ({ pool }: Forecast) => pool.flatMap((card) => (card.kind === 'aztec' ? [card] : []));

/** What the next warrior of a type would bring beyond an average card. */
function sets(city: Quarters, ahead: Forecast): number {
  return (['eagle', 'jaguar', 'otomi'] as const).reduce((sum, type) => {
    const have = count(aztecsIn(city), type);
    const next = (WARRIORS[type][have + 1] ?? 0) - (WARRIORS[type][have] ?? 0);
    return have > 0 && count(poolOf(ahead), type) > 0 ? sum + Math.max(0, next - USUAL) : sum;
  }, 0);
}

function pairs(city: Quarters, ahead: Forecast): number {
  const [priests, aliens] = [count(aztecsIn(city), 'priest'), count(aztecsIn(city), 'alien')];
  const wanted = count(poolOf(ahead), priests > aliens ? 'alien' : 'priest');
  return Math.min(Math.abs(priests - aliens), wanted) * (priests > aliens ? PAIR_GAIN : PAIR_GAIN - USUAL);
}

/** The points that a codex gains in a round. */
const GROWTH: Readonly<Record<Goal['kind'], number>> = {
  hours: 0.4,
  temple: 0.45,
  sheltered: 0.3,
  set: 0.6,
  aztec: 0.5,
};

function codices(city: Quarters): number {
  return city.codices.reduce((sum, id) => {
    const card = cardOf(id);
    return card.kind === 'codex' ? sum + GROWTH[card.goal.kind] : sum;
  }, 0);
}

/** The worth of visible Agents: one is enough, and it needs a temple. */
function agents({ visible, temples }: Quarters): number {
  return visible.some((id) => aztecOf(id).type === 'agent') && temples.length > 0 ? 0.5 : 0;
}

/** What saucers may still take: for each colour, the number of coming saucers and the damage of the worst. */
function fears(city: Quarters, setting: Setting): number {
  return COLOURS.reduce((sum, colour) => {
    const visible = visibleOf(city, colour);
    return visible.length === 0
      ? sum
      : sum + FEAR * Math.min(visible.length, threat(colour, setting)) * loss(city, colour, setting);
  }, 0);
}

function threat(colour: Colour, { ahead, seats }: Setting): number {
  const saucers = ahead.pool.filter((card) => card.kind === 'saucer' && card.colour === colour).length;
  return (saucers * ahead.share * (seats - 1)) / seats;
}

function loss(city: Quarters, colour: Colour, { removed }: Setting): number {
  return Math.max(...visibleOf(city, colour).map((card) => damage(city, card, removed)));
}

/** What the city loses with that visible Aztec. */
export function damage(city: Quarters, card: string, removed: Colour | 'none'): number {
  return totalOf(linesOf(city, removed)) - totalOf(linesOf(withoutVisible(city, card), removed));
}

// How the match may go on, as far as a player can count: the cards that may still come, and the rounds left.

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

/** What the forecast looks at. */
type ForecastView = Pick<View, 'removed' | 'card' | 'saucers' | 'saucerLimit'> & {
  readonly piles: readonly Pick<PileView, 'size'>[];
  readonly cities: readonly (Quarters & Pick<CityView, 'pile' | 'here'>)[];
};

/** The forecast after the seat plays this card now, or no card. */
export function forecast(
  { view, options }: { readonly view: ForecastView; readonly options: Settings },
  played: CardId | '',
): Forecast {
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
  { piles, cities, saucerLimit }: ForecastView,
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
