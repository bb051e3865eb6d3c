/** Temples, their slots and the fate of a bead: the words that messages of temples and records of matches share. */
import * as z from 'zod';

/** The id of a temple. It is also the MQTT user name and client id of its device. */
export const templeId = z.string().regex(/^templo-[0-9a-f]{4,12}$/, 'templo- and 4 to 12 hex digits');
export type TempleId = z.infer<typeof templeId>;

export const slot = z.enum(['war', 'rain']);
export type Slot = z.infer<typeof slot>;
export const SLOTS: readonly Slot[] = slot.options;

export const MOST_COUNT = 0xffffffff;
const count = z.int().min(0).max(MOST_COUNT);
export const tally = z.object({ war: count, rain: count });
export type Tally = Readonly<z.infer<typeof tally>>;
/** Sums over all lives of a device. Each life may count up to `MOST_COUNT`. */
export const sums = z.object({ war: z.int().min(0), rain: z.int().min(0) });

export const verdict = z.enum(['applied', 'held', 'refused']);
export type BeadVerdict = z.infer<typeof verdict>;

export const why = z.enum([
  'ok',
  'no-match',
  'not-your-turn',
  'wrong-phase',
  'incomplete',
  'no-skulls',
  'unclaimed',
  'unpaired',
  'implausible',
  'match-over',
  'returned',
]);
export type BeadReason = z.infer<typeof why>;

export const lastBead = z.object({ slot, ordinal: count, verdict, why });
export type LastBead = Readonly<z.infer<typeof lastBead>>;
