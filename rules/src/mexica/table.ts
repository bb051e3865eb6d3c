/** What Mexica and early Flower War add to the table: week cards, discard piles, their own apocalypse. */
import type { Seat } from '../contract/seat.ts';
import type { CardId, Deck } from '../ring/model/card.ts';
import type { Work } from '../ring/model/edition.ts';
import type { Table } from '../ring/model/state.ts';
import type { Balance } from '../ring/play/balance.ts';
import type { MexicaSettings } from './options.ts';

/** The ending is `open` until the tallies differ. */
export type Ending = 'none' | 'open' | 'flood' | 'war';

export type Apocalypse =
  | { readonly kind: 'quiet' }
  | { readonly kind: 'counting'; readonly counter: Seat; readonly left: number; readonly ending: Ending };

/** The table before the setup adds what only this edition has. */
export type MexicaStart = Table & { readonly options: MexicaSettings };

export interface MexicaTable extends Table, Balance {
  readonly options: MexicaSettings;
  /** The top card last. */
  readonly discards: Readonly<Record<Deck, readonly CardId[]>>;
  /** By day: the holder of its week card. */
  readonly weeks: readonly (Seat | 'box')[];
  /** By day: whether its week card has ever been taken. */
  readonly issued: readonly boolean[];
  /** Tokens given to Tonantzin. */
  readonly prayed: number;
  readonly apocalypse: Apocalypse;
}

export type MexicaWork = Work<MexicaTable>;
