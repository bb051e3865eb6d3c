/** How old the last beads are when totals come late: at the table's temple a bead is of the step in which it was dropped. */
import { MOST_COUNT, type Odometer } from '@flower-war/protocol/temple';

/** As long as a report may take that names no ages, and still be of this moment. */
const SOON_MS = 1000;

/** Totals that were heard so long ago. Beads that are told without an age were dropped just now. */
export function heardAgo(odometer: Odometer, milliseconds: number): Odometer {
  const { recent } = odometer;
  if (recent === undefined) return milliseconds > SOON_MS ? ageless(odometer) : odometer;
  const older = (age: number) => Math.min(MOST_COUNT, age + Math.max(0, Math.round(milliseconds)));
  return { ...odometer, recent: recent.map(([slot, ordinal, age]) => [slot, ordinal, older(age)]) };
}

/** The ages of the beads are unknown. */
export function ageless(odometer: Odometer): Odometer {
  return { ...odometer, recent: [] };
}
