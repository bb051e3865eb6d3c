/** What happened, in order and in enough detail for a screen to animate it. Events are never the source of truth. */
import type { Seat } from '../../contract/game.ts';
import type { Day } from './calendar.ts';
import type { CardId, Deck, God, Moment } from './card.ts';
import type { Side } from './state.ts';

/** Where skulls can be: with a tribe, on a day, in a lake, in the supply, or out of the game. */
export type Zone = SeatZone | DayZone | LakeZone | 'pool' | 'out';

interface SeatZone {
  /** The tribe that has the skulls. */
  readonly seat: Seat;
}

interface DayZone {
  /** The day on which the skulls lie, 1 to 20. */
  readonly day: Day;
}

interface LakeZone {
  /** The god in whose lake the skulls lie. */
  readonly lake: God;
}

export type Event =
  /**
   * A turn has begun.
   * - `seat`: whose turn it is
   * - `round`: the number of the round, from 1 on
   * - `extra`: whether it is an extra turn
   */
  | { readonly kind: 'turn-began'; readonly seat: Seat; readonly round: number; readonly extra: boolean }
  /**
   * A tribe has rolled for its move.
   * - `seat`: the tribe
   * - `die`: 1 to 6
   */
  | { readonly kind: 'rolled'; readonly seat: Seat; readonly die: number }
  /**
   * A tribe has come to another day.
   * - `seat`: the tribe
   * - `from`: the day that it left, 1 to 20
   * - `to`: its new day
   * - `way`: by the turn's own move, by a card, or put there without an arrival
   */
  | {
      readonly kind: 'moved';
      readonly seat: Seat;
      readonly from: Day;
      readonly to: Day;
      readonly way: 'move' | 'card' | 'put';
    }
  /**
   * Skulls have changed their place.
   * - `n`: how many
   * - `from`: where they were
   * - `to`: where they are now
   * - `why`: names the rule, such as `pick-up`, `sacrifice`, `stake` or `refill`
   */
  | { readonly kind: 'skulls'; readonly n: number; readonly from: Zone; readonly to: Zone; readonly why: string }
  /**
   * A tribe attacks another one.
   * - `attacker`: the tribe that attacks
   * - `defender`: the tribe that is attacked
   */
  | { readonly kind: 'challenged'; readonly attacker: Seat; readonly defender: Seat }
  /**
   * Both sides of a battle have rolled.
   * - `attacker`: the side that attacks
   * - `defender`: the side that is attacked
   * - `dice`: that of the attacker, then that of the defender
   */
  | {
      readonly kind: 'battle-rolled';
      readonly attacker: Seat | 'cortes';
      readonly defender: Seat | 'cortes';
      readonly dice: readonly number[];
    }
  /**
   * A card adds a die to a side of the battle.
   * - `side`: whose die it is
   * - `die`: what it shows
   * - `keeps`: whether the highest or the lowest die of this side counts now
   */
  | { readonly kind: 'extra-die'; readonly side: Side; readonly die: number; readonly keeps: 'high' | 'low' }
  /**
   * A coin was tossed.
   * - `why`: instead of the dice of a battle, or because of an omen
   * - `heads`: whether it shows heads
   */
  | { readonly kind: 'coin'; readonly why: 'battle' | 'omen'; readonly heads: boolean }
  /**
   * A battle was won.
   * - `winner`: the side that won
   * - `loser`: the side that lost
   * - `totals`: that of the attacker, then that of the defender; empty after a coin
   * - `stake`: the skulls that the loser has to pay
   */
  | {
      readonly kind: 'battle-won';
      readonly winner: Seat | 'cortes';
      readonly loser: Seat | 'cortes';
      readonly totals: readonly number[];
      readonly stake: number;
    }
  /**
   * A battle ended level.
   * - `totals`: that of the attacker, then that of the defender
   */
  | { readonly kind: 'battle-tied'; readonly totals: readonly number[] }
  /**
   * A card was played face up.
   * - `seat`: the tribe that played it
   * - `card`: the card
   * - `moment`: what it answers; absent if it answers nothing
   * - `target`: the tribe at which it aims; absent if it aims at none
   */
  | {
      readonly kind: 'card-played';
      readonly seat: Seat;
      readonly card: CardId;
      readonly moment?: Moment;
      readonly target?: Seat;
    }
  /**
   * An event card has come into force.
   * - `seat`: the tribe that drew it
   * - `card`: the card
   */
  | { readonly kind: 'event-revealed'; readonly seat: Seat; readonly card: CardId }
  /**
   * A card has cancelled what was about to happen.
   * - `what`: what would have happened
   * - `by`: the tribe that played the card
   */
  | { readonly kind: 'cancelled'; readonly what: Moment; readonly by: Seat }
  /**
   * A tribe has discarded a card.
   * - `seat`: the tribe
   * - `card`: the card
   */
  | { readonly kind: 'card-discarded'; readonly seat: Seat; readonly card: CardId }
  /**
   * A trap has gone off.
   * - `seat`: the tribe that stepped into it
   * - `owner`: the tribe that laid it
   * - `card`: the trap
   * - `day`: where it lay, 1 to 20
   */
  | {
      readonly kind: 'trap-sprung';
      readonly seat: Seat;
      readonly owner: Seat;
      readonly card: CardId;
      readonly day: Day;
    }
  /**
   * A tribe has drawn a card.
   * - `seat`: the tribe
   * - `deck`: the deck
   * - `card`: the card; only for its owner, unless it lies face up
   * - `isOpen`: whether it lies face up
   */
  | {
      readonly kind: 'card-drawn';
      readonly seat: Seat;
      readonly deck: Deck;
      readonly card?: CardId;
      readonly isOpen: boolean;
    }
  /**
   * A card has changed hands.
   * - `from`: the tribe that gave it
   * - `to`: the tribe that got it
   * - `card`: the card; only for these two, unless it lies face up
   * - `isOpen`: present if it lies face up
   */
  | {
      readonly kind: 'card-given';
      readonly from: Seat;
      readonly to: Seat;
      readonly card?: CardId;
      readonly isOpen?: true;
    }
  /**
   * A tribe has taken a card from the pile of a day.
   * - `seat`: the tribe
   * - `card`: the card
   * - `day`: the day, 1 to 20
   */
  | { readonly kind: 'card-taken'; readonly seat: Seat; readonly card: CardId; readonly day: Day }
  /**
   * A card should be drawn, but the deck is empty.
   * - `deck`: the deck
   */
  | { readonly kind: 'deck-empty'; readonly deck: Deck }
  /**
   * Used cards were shuffled into a new deck.
   * - `deck`: the deck
   * - `cards`: the number of its cards
   */
  | { readonly kind: 'deck-rebuilt'; readonly deck: Deck; readonly cards: number }
  /**
   * A tribe has made a sacrifice.
   * - `seat`: the tribe
   * - `god`: who received it
   * - `tally`: the sacrifices that count for this god now
   */
  | { readonly kind: 'sacrificed'; readonly seat: Seat; readonly god: God; readonly tally: number }
  /**
   * A tribe has sacrificed a card in place of a skull.
   * - `seat`: the tribe
   * - `god`: who received it
   * - `card`: the card
   */
  | { readonly kind: 'card-offered'; readonly seat: Seat; readonly god: God; readonly card: CardId }
  /**
   * A tribe has earned an extra turn after this one.
   * - `seat`: the tribe
   */
  | { readonly kind: 'extra-turn'; readonly seat: Seat }
  /**
   * A tribe has taken the calendar disc of a day.
   * - `seat`: the tribe
   * - `day`: the day, 1 to 20
   */
  | { readonly kind: 'disc-taken'; readonly seat: Seat; readonly day: Day }
  /**
   * Two tribes have rolled for a calendar disc.
   * - `seat`: the tribe that arrives
   * - `holder`: the tribe that holds the disc
   * - `day`: the day of the disc, 1 to 20
   * - `dice`: that of the arriving tribe, then that of the holder
   */
  | {
      readonly kind: 'disc-duel';
      readonly seat: Seat;
      readonly holder: Seat;
      readonly day: Day;
      readonly dice: readonly number[];
    }
  /**
   * A tribe has taken a week card.
   * - `seat`: the tribe
   * - `day`: the day of the week card, 1 to 20
   * - `from`: the tribe that held it, or the box
   */
  | { readonly kind: 'week-taken'; readonly seat: Seat; readonly day: Day; readonly from: Seat | 'box' }
  /**
   * An omen no longer changes the rules.
   * - `seat`: the tribe that cancelled it
   * - `day`: the day of the omen, 1 to 20
   */
  | { readonly kind: 'omen-cancelled'; readonly seat: Seat; readonly day: Day }
  /**
   * Omens have come into force.
   * - `days`: the days of all omens that change the rules now
   */
  | { readonly kind: 'omens-woke'; readonly days: readonly Day[] }
  /**
   * The countdown of the apocalypse begins.
   * - `counter`: the tribe that counts, or whose turn set it off
   */
  | { readonly kind: 'apocalypse'; readonly counter: Seat }
  /**
   * The tallies decide which ending strikes.
   * - `ending`: the ending
   */
  | { readonly kind: 'ending-fixed'; readonly ending: 'flood' | 'invasion' | 'war' }
  /**
   * The countdown has gone on by a step.
   * - `left`: the steps that are left
   * - `isLast`: whether one step is left
   */
  | { readonly kind: 'countdown'; readonly left: number; readonly isLast: boolean }
  /** The countdown stands still, because the gods are level. */
  | { readonly kind: 'forestalled' }
  /**
   * The tallies stay level for ever, so one god counts as the greater one.
   * - `god`: the greater one
   */
  | { readonly kind: 'balance-settled'; readonly god: God }
  /**
   * A turn has ended.
   * - `seat`: whose turn it was
   */
  | { readonly kind: 'turn-ended'; readonly seat: Seat }
  /**
   * A tribe has left the match.
   * - `seat`: the tribe
   */
  | { readonly kind: 'retired'; readonly seat: Seat }
  /**
   * The match is over.
   * - `reason`: what ended it, such as `countdown` or `round-cap`
   */
  | { readonly kind: 'ended'; readonly reason: string };
