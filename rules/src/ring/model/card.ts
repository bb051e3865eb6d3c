/** What a card can do: one closed vocabulary for all editions. The interpreter is effects.ts. */
import type { Compass, Day } from './calendar.ts';

export type God = 'war' | 'rain';
export const GODS: readonly God[] = ['war', 'rain'];
export type Deck = 'day' | God;
export type CardId = string;
export type Sign = 'eagle' | 'serpent' | 'flower';

/** Moments that a tribe may answer with a card. */
export type Moment = 'attack' | 'card' | 'payment' | 'tribute' | 'draw';
export type Timing = 'event' | 'action' | 'battle' | `react-${Moment}` | 'trap' | 'linger' | 'passive' | 'victory';

/** The tribes that an effect touches, seen from its controller, `self`. `seat-x` is not a tribe if `self` sits there. */
export type Who =
  | 'self'
  | 'all'
  | 'each-other'
  | 'chosen'
  | 'nearest'
  | 'attacker'
  | 'triggerer'
  | `seat-${'east' | 'north' | 'west' | 'south'}`;

/** `start-x` is the start of that seat, even if it is not in play. `here` is the day of the affected tribe. */
export type Place = Day | 'here' | `start-${Compass}`;

/** `lesser` and `greater` follow the tallies; `self` chooses when they are level. */
export type GodChoice = God | 'choice' | 'lesser' | 'greater';

export type Effect =
  | { readonly kind: 'gain'; readonly who: Who; readonly n: number; readonly from: 'pool' | Place }
  | { readonly kind: 'lose'; readonly who: Who; readonly n: number; readonly to: 'pool' | 'out' | 'here' }
  | { readonly kind: 'pay'; readonly from: Who; readonly to: Who; readonly n: number }
  /** Gives skulls to a god's lake, without drawing a card. */
  | { readonly kind: 'offer'; readonly who: Who; readonly god: GodChoice; readonly n: number }
  | { readonly kind: 'draw'; readonly deck: Deck; readonly n: number }
  | { readonly kind: 'take-week'; readonly sign: Day; readonly otherwise: readonly Effect[] }
  | { readonly kind: 'discard'; readonly who: Who; readonly n: number }
  /** Gives random cards. */
  | { readonly kind: 'give-card'; readonly from: Who; readonly to: Who; readonly n: number }
  | { readonly kind: 'cycle'; readonly max: number }
  | { readonly kind: 'deal'; readonly mode: 'keep-give' | 'one-each' }
  | { readonly kind: 'move'; readonly n: number }
  | { readonly kind: 'move-choice'; readonly min: number; readonly max: number }
  | { readonly kind: 'go-to'; readonly to: Place | 'chosen' }
  | { readonly kind: 'extra-turn' }
  | {
      readonly kind: 'attack';
      readonly target: Who;
      /** Used if the target is not a tribe. */
      readonly otherwise?: Who;
      readonly within?: number;
      readonly roll: number;
      readonly stake: number;
    }
  | { readonly kind: 'space-add'; readonly n: number }
  | { readonly kind: 'cancel'; readonly what: Moment; readonly deck?: Deck }
  | { readonly kind: 'discard-for-roll'; readonly max: number; readonly per: number }
  /** Acts if `self` has won a battle that this card caused. */
  | { readonly kind: 'if-won'; readonly then: readonly Effect[] }
  | Modifier
  | { readonly kind: 'victory'; readonly sign: Sign };

/** A change of the rules for a while. Modifiers of one kind add up. */
export type Modifier =
  | {
      readonly kind: 'roll';
      readonly side: 'attacker' | 'defender' | 'any';
      readonly n: number | 'quarter-of-day-count';
      readonly lasts: 'battle' | 'held';
    }
  /** One more die, and whether the highest or the lowest die counts. */
  | {
      readonly kind: 'dice';
      readonly side: 'self' | 'opponent';
      readonly keep: 'high' | 'low';
      readonly lasts: 'battle';
    }
  | { readonly kind: 'stake'; readonly n: number; readonly lasts: 'battle' }
  | { readonly kind: 'coin-duel'; readonly lasts: 'battle' }
  | {
      readonly kind: 'range' | 'pickup' | 'step' | 'offer-cost' | 'play-cost';
      readonly n: number;
      readonly lasts: 'turn' | 'next-turn' | 'held' | 'uncovered';
    };

/** One design; several copies of it may be in the decks. */
export interface Card {
  readonly id: CardId;
  /** The deck that holds its copies; week cards are in no deck. */
  readonly deck: Deck | 'week';
  readonly timing: Timing;
  /** The skulls that it costs, in editions where cards cost skulls. */
  readonly cost: number;
  readonly effects: readonly Effect[];
  /** The sign of a week card, day card or land. */
  readonly day?: Day;
  /** Lands are exempt from bans on their deck. */
  readonly isLand?: boolean;
}
