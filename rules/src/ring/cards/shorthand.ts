/** Shorthand for cards and for effects that several cards share, so that a card fits in a line. */
import type { Day } from '../model/calendar.ts';
import type {
  Card,
  CardId,
  Deck,
  Effect,
  God,
  GodChoice,
  Modifier,
  Moment,
  Place,
  Timing,
  Who,
} from '../model/card.ts';

export type Said<Kind extends Effect['kind']> = Effect & { readonly kind: Kind };

export const gain = (n: number, from: 'pool' | Place, who: Who = 'self'): Effect => ({ kind: 'gain', who, n, from });

export const lose = (n: number, to: 'pool' | 'out' | 'here', who: Who = 'self'): Effect => ({
  kind: 'lose',
  who,
  n,
  to,
});

export const pay = (from: Who, to: Who, n: number): Effect => ({ kind: 'pay', from, to, n });

export const offer = (n: number, god: GodChoice, who: Who = 'self'): Effect => ({ kind: 'offer', who, god, n });

export const draw = (deck: Deck): Effect => ({ kind: 'draw', deck, n: 1 });

export const takeWeek = (sign: Day, ...otherwise: readonly Effect[]): Effect => ({
  kind: 'take-week',
  sign,
  otherwise,
});

export const discard = (who: Who): Effect => ({ kind: 'discard', who, n: 1 });

export const moveChoice = (most: number): Effect => ({ kind: 'move-choice', min: -most, max: most });

export const goTo = (to: Place | 'chosen'): Effect => ({ kind: 'go-to', to });

type Terms = Partial<Pick<Said<'attack'>, 'otherwise' | 'within' | 'roll' | 'stake'>>;
export const attack = (target: Who, terms: Terms = {}): Effect => ({
  kind: 'attack',
  target,
  roll: 0,
  stake: 0,
  ...terms,
});

export const cancel = (what: Moment): Effect => ({ kind: 'cancel', what });

/** Cancels only a card of this deck. */
export const cancelCard = (deck: Deck): Effect => ({ kind: 'cancel', what: 'card', deck });

export const ifWon = (...then: readonly Effect[]): Effect => ({ kind: 'if-won', then });

type Roll = Said<'roll'>;
export const roll = (side: Roll['side'], n: Roll['n'], lasts: Roll['lasts'] = 'battle'): Modifier => ({
  kind: 'roll',
  side,
  n,
  lasts,
});

export const dice = (side: 'self' | 'opponent', keep: 'high' | 'low'): Modifier => ({
  kind: 'dice',
  side,
  keep,
  lasts: 'battle',
});

export const stake = (n: number): Modifier => ({ kind: 'stake', n, lasts: 'battle' });

export type Change = Said<'range' | 'pickup' | 'step' | 'offer-cost' | 'play-cost'>;
export const change = (kind: Change['kind'], n: number, lasts: Change['lasts']): Modifier => ({ kind, n, lasts });

// A card as it is printed: its text, and how many copies each edition has.

/** The edition to which a deck belongs; early Flower War plays with Mexica's decks. */
export type Edition = 'mexica' | 'flowerWar';

export interface Design extends Card {
  readonly copies: Readonly<Record<Edition, number>>;
}

interface Printed {
  readonly timing: Timing;
  readonly cost: number;
  readonly copies: readonly [mexica: number, flowerWar: number];
}

/** Makes a card of this god's deck. */
export const designer =
  (deck: God) =>
  (id: CardId, { timing, cost, copies: [mexica, flowerWar] }: Printed, effects: readonly Effect[]): Design => ({
    id,
    deck,
    timing,
    cost,
    effects,
    copies: { mexica, flowerWar },
  });

/** An id such as `K05` or `D020`. Ids sort like their numbers. */
export const numbered = (letter: string, number: number, digits: number): CardId =>
  letter + String(number).padStart(digits, '0');
