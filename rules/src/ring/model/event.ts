/** What happened, in order and in enough detail for a screen to animate it. Events are never the source of truth. */
import type { Seat } from '../../contract/seat.ts';
import type { Day } from './calendar.ts';
import type { CardId, Deck, God, Moment } from './card.ts';
import type { Side } from './state.ts';

/** Where skulls can be: with a tribe, on a day, in a lake, in the supply, or out of the game. */
export type Zone = { readonly seat: Seat } | { readonly day: Day } | { readonly lake: God } | 'pool' | 'out';

export type Event =
  | { readonly kind: 'turn-began'; readonly seat: Seat; readonly round: number; readonly extra: boolean }
  | { readonly kind: 'rolled'; readonly seat: Seat; readonly die: number }
  /** `way`: by the turn's own move, by a card, or without an arrival. */
  | {
      readonly kind: 'moved';
      readonly seat: Seat;
      readonly from: Day;
      readonly to: Day;
      readonly way: 'move' | 'card' | 'put';
    }
  /** Skulls have changed their place; `why` names the rule. */
  | { readonly kind: 'skulls'; readonly n: number; readonly from: Zone; readonly to: Zone; readonly why: string }
  | { readonly kind: 'challenged'; readonly attacker: Seat; readonly defender: Seat }
  | {
      readonly kind: 'battle-rolled';
      readonly attacker: Seat | 'cortes';
      readonly defender: Seat | 'cortes';
      readonly dice: readonly number[];
    }
  | { readonly kind: 'extra-die'; readonly side: Side; readonly die: number; readonly keeps: 'high' | 'low' }
  | { readonly kind: 'coin'; readonly why: 'battle' | 'omen'; readonly heads: boolean }
  /** `totals`: attacker, defender. A battle by coin has none. */
  | {
      readonly kind: 'battle-won';
      readonly winner: Seat | 'cortes';
      readonly loser: Seat | 'cortes';
      readonly totals: readonly number[];
      readonly stake: number;
    }
  | { readonly kind: 'battle-tied'; readonly totals: readonly number[] }
  /** A card was played face up; `moment` says what it answers. */
  | {
      readonly kind: 'card-played';
      readonly seat: Seat;
      readonly card: CardId;
      readonly moment?: Moment;
      readonly target?: Seat;
    }
  | { readonly kind: 'event-revealed'; readonly seat: Seat; readonly card: CardId }
  | { readonly kind: 'cancelled'; readonly what: Moment; readonly by: Seat }
  | { readonly kind: 'card-discarded'; readonly seat: Seat; readonly card: CardId }
  | {
      readonly kind: 'trap-sprung';
      readonly seat: Seat;
      readonly owner: Seat;
      readonly card: CardId;
      readonly day: Day;
    }
  /** Only its owner sees `card`, unless it lies face up. */
  | {
      readonly kind: 'card-drawn';
      readonly seat: Seat;
      readonly deck: Deck;
      readonly card?: CardId;
      readonly isOpen: boolean;
    }
  /** Only the giver and the receiver see `card`, unless it lies face up. */
  | {
      readonly kind: 'card-given';
      readonly from: Seat;
      readonly to: Seat;
      readonly card?: CardId;
      readonly isOpen?: true;
    }
  | { readonly kind: 'card-taken'; readonly seat: Seat; readonly card: CardId; readonly day: Day }
  | { readonly kind: 'deck-empty'; readonly deck: Deck }
  | { readonly kind: 'deck-rebuilt'; readonly deck: Deck; readonly cards: number }
  | { readonly kind: 'sacrificed'; readonly seat: Seat; readonly god: God; readonly tally: number }
  /** A card stood for a skull. */
  | { readonly kind: 'card-offered'; readonly seat: Seat; readonly god: God; readonly card: CardId }
  | { readonly kind: 'extra-turn'; readonly seat: Seat }
  | { readonly kind: 'disc-taken'; readonly seat: Seat; readonly day: Day }
  | {
      readonly kind: 'disc-duel';
      readonly seat: Seat;
      readonly holder: Seat;
      readonly day: Day;
      readonly dice: readonly number[];
    }
  | { readonly kind: 'week-taken'; readonly seat: Seat; readonly day: Day; readonly from: Seat | 'box' }
  | { readonly kind: 'omen-cancelled'; readonly seat: Seat; readonly day: Day }
  | { readonly kind: 'omens-woke'; readonly days: readonly Day[] }
  | { readonly kind: 'apocalypse'; readonly counter: Seat }
  | { readonly kind: 'ending-fixed'; readonly ending: 'flood' | 'invasion' | 'war' }
  | { readonly kind: 'countdown'; readonly left: number; readonly isLast: boolean }
  | { readonly kind: 'forestalled' }
  /** The tallies stay level for ever, so this god counts as the greater one. */
  | { readonly kind: 'balance-settled'; readonly god: God }
  | { readonly kind: 'turn-ended' | 'retired'; readonly seat: Seat }
  | { readonly kind: 'ended'; readonly reason: string };
