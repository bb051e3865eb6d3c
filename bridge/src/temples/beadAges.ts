/** Corrects the ages of beads when totals come late: the table's temple needs to know when a bead was dropped. */
import { MOST_COUNT, type Odometer } from '@flower-war/protocol/temple';

/** A report without ages that is older than this does not tell when its beads were dropped. */
const SOON_MS = 1000;

/** The totals as they are now, some time after the bridge received them. In a report without ages the beads are new. */
export function heardAgo(odometer: Odometer, milliseconds: number): Odometer {
  const { recent } = odometer;
  if (recent === undefined) return milliseconds > SOON_MS ? ageless(odometer) : odometer;
  const older = (age: number) => Math.min(MOST_COUNT, age + Math.max(0, Math.round(milliseconds)));
  return { ...odometer, recent: recent.map(([slot, ordinal, age]) => [slot, ordinal, older(age)]) };
}

/** The totals with beads of unknown ages. */
export function ageless(odometer: Odometer): Odometer {
  return { ...odometer, recent: [] };
}
