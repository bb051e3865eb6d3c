/** What a move on the ring does, as data. These are not interfaces, so that they fit where any fields are allowed. */
import type { Seat } from '../../contract/game.ts';
import type { Day } from '../model/calendar.ts';
import type { CardId, Deck, God } from '../model/card.ts';
import type { PLAIN } from '../model/move.ts';

/** The part of the rules that a move belongs to. */
export type RingRule =
  | 'moving'
  | 'opponents'
  | 'ranged'
  | 'battle'
  | 'spoils'
  | 'reactions'
  | 'offerings'
  | 'drawing'
  | 'cards'
  | 'discarding'
  | 'dealing'
  | 'omens'
  | 'discs'
  | 'over';

/** What a picked card is for. */
export type PickUse = 'offering' | 'discard' | 'exchange' | 'roll' | 'payment' | 'deal';

type RingCosts = {
  /** The skulls that the seat pays. */
  readonly skulls?: number;
  /** The skulls that it has left then. Absent if cards may stand for skulls. */
  readonly left?: number;
  /** The hand cards that it gives up, beside a card that it plays. */
  readonly cards?: number;
  /** Hand cards may stand for skulls, one for each. The seat is then asked skull by skull. */
  readonly orCards?: true;
};

type RingGains = {
  /** How many cards the seat may get. Other players may prevent it. */
  readonly cards: number;
  /** The deck from which they come. */
  readonly deck?: Deck;
};

/** What every move on the ring may tell. */
export type RingEffects = {
  /** What the seat gives up. */
  readonly costs?: RingCosts;
  /** What the seat gets. */
  readonly gives?: RingGains;
  /** The turn of the seat ends with it. */
  readonly endsTurn?: true;
};

type Told = RingEffects & {
  /** The part of the rules that the move belongs to. */
  readonly rule: RingRule;
};

type Target = {
  /** The seat at which the move aims. */
  readonly seat?: Seat;
  /** The god at which the move aims. */
  readonly god?: God;
  /** The day at which the move aims, 1 to 20. */
  readonly day?: Day;
  /** How many days the tribe goes; back if negative. */
  readonly number?: number;
};

export type RingParts =
  | (Told & {
      /** What the seat does. */
      readonly verb: (typeof PLAIN)[number];
      /** The day whose disc the seat takes or leaves, 1 to 20. */
      readonly day?: Day;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'go' | 'cancel';
      /** The day to which the tribe goes, or whose omen is cancelled, 1 to 20. */
      readonly day: Day;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'step';
      /** How many days the tribe goes; back if negative. */
      readonly number: number;
      /** The day to which this leads, 1 to 20. */
      readonly day: Day;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'extra' | 'give';
      /** How many days the tribe goes beyond its roll, or how many skulls it puts on its day. */
      readonly number: number;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'attack' | 'fight';
      /** The seat that is attacked. */
      readonly seat: Seat;
    })
  | (Told &
      Target & {
        /** What the seat does. */
        readonly verb: 'play';
        /** The card that is played. */
        readonly card: CardId;
      })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'pick';
      /** The card that is picked. */
      readonly card: CardId;
      /** What the card is picked for. */
      readonly use: PickUse;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'offer';
      /** The god who gets the offering. */
      readonly god: God;
      /** How many sacrifices the move makes at once. One, if absent. */
      readonly times?: number;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'claim';
      /** The god whose card is drawn. */
      readonly god: God;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'take-card';
      /** The day from whose pile the card comes, 1 to 20. */
      readonly day: Day;
      /** The place of the card in the pile, the lowest is 1. */
      readonly number: number;
      /** The card. */
      readonly card?: CardId;
    })
  | (Told &
      Target & {
        /** What the seat does. */
        readonly verb: 'choose';
        /** The card that the chosen seat gets. */
        readonly card?: CardId;
      });
