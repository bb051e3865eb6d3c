/** Which acks tell a person something new. For all programs in TypeScript; the firmware does the same. */
import type { Ack, Slot } from '@flower-war/protocol/temple';

/** What was told of beads until now. */
export interface ToldVerdict {
  readonly rev: number;
  /** The last bead that got a verdict. */
  readonly last: Ack['last'];
}

interface Sensed {
  readonly slot: Slot;
  readonly ordinal: number;
}

/** `last` stays while an ack names no bead, so that no bead is news twice. */
export const toldBy = ({ rev, last }: Ack, was: ToldVerdict | undefined): ToldVerdict => ({
  rev,
  last: last ?? was?.last,
});

/**
 * A higher revision is news. The acks of a temple without an owner all have the same revision: there, as in the first ack of all,
 * a bead that was sensed since the start is news, once. So a retained ack from before the start lights nothing.
 */
export function isNews({ rev, last }: Ack, was: ToldVerdict | undefined, recent: readonly Sensed[]): boolean {
  if (was !== undefined && rev > was.rev) return true;
  const isBead = ({ slot, ordinal }: Sensed) => slot === last?.slot && ordinal === last.ordinal;
  return recent.some(isBead) && !(was?.last && isBead(was.last));
}
