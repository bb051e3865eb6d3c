import type { Seat } from '../../contract/seat.ts';
import type { At } from '../model/edition.ts';
import type { Notes } from './notes.ts';

/** A question that a seat is asked, and what the habits remember. */
export interface Question extends At {
  readonly seat: Seat;
  readonly notes: Notes;
}
