/** What Flower War adds to the table: piles of cards under the days, calendar discs, omens, the apocalypse. */
import type { Seat } from '../../contract/game.ts';
import type { Day } from '../../ring/model/calendar.ts';
import type { CardId } from '../../ring/model/card.ts';
import type { Work } from '../../ring/model/edition.ts';
import type { Event } from '../../ring/model/event.ts';
import type { RingTable } from '../../ring/model/state.ts';
import type { Balance } from '../../ring/play/offering.ts';
import type { FlowerSettings } from './options.ts';

/** A card in a pile. Only the top one of a pile can work, and only if it is live. */
export interface Entry {
  readonly card: CardId;
  readonly owner: Seat;
  readonly live: boolean;
}

/** The disc is with a tribe, on its day, or with a tribe that has left. */
export type DiscHolder = Seat | 'day' | 'gone';

export type Ending = 'none' | 'open' | 'flood' | 'invasion';

export type Apocalypse =
  | { readonly kind: 'quiet' }
  | { readonly kind: 'counting'; readonly counter: Seat; readonly track: number; readonly ending: Ending };

/** The table before the setup adds what only this edition has. */
export type FlowerStart = RingTable & { readonly options: FlowerSettings };

export interface FlowerTable extends RingTable, Balance {
  readonly options: FlowerSettings;
  /** By day, the top card last. */
  readonly piles: readonly (readonly Entry[])[];
  /** The holder of each disc, by day. */
  readonly discs: readonly DiscHolder[];
  /** Days whose disc a tribe could have taken but left on its day. */
  readonly declined: readonly Day[];
  /** Days whose discs change the rules now. */
  readonly omens: readonly Day[];
  readonly apocalypse: Apocalypse;
}

export type FlowerWork = Work<FlowerTable>;

/** Flower War has no week cards. */
export type FlowerEvent = Exclude<Event, { kind: 'week-taken' | 'event-revealed' }>;
