/** The temples at a table as all viewers see them. */
import type { BeadAccount, BoundTemple, TempleJson } from '@flower-war/protocol';

/** What the record does not know of a temple: its name, and whether it is online. */
export type TempleSeen = (temple: string) => { readonly name: string; readonly isFresh: boolean };

const OF_THE_TABLE = 255;
const NO_BEAD: TempleJson['last'] = { slot: '', ordinal: 0, verdict: '', why: '' };

export function templesJson(temples: ReadonlyMap<string, BoundTemple>, seen: TempleSeen): readonly TempleJson[] {
  return [...temples].map(([temple, bound]) => {
    const { name, isFresh } = seen(temple);
    const { seat = OF_THE_TABLE, account, isOver } = bound;
    const beads = { war: slotJson(bound, 'war'), rain: slotJson(bound, 'rain'), last: account.last ?? NO_BEAD };
    const open = { doubted: waiting(account, 'implausible'), unclaimed: waiting(account, 'unclaimed') };
    return { temple, name, seat, counts: !isOver, present: isFresh && !isOver, ...beads, ...open };
  });
}

function slotJson({ account, disputes }: BoundTemple, slot: 'war' | 'rain'): TempleJson['war'] {
  const { sensed, applied, held, refused, toTake } = account;
  return {
    sensed: sensed[slot],
    applied: applied[slot],
    held: held[slot],
    refused: refused[slot],
    toTake: toTake[slot],
    disputed: disputes.some((dispute) => dispute.slot === slot),
  };
}

function waiting(account: BeadAccount, why: string): number {
  return account.waiting.reduce((sum, run) => sum + (run.why === why ? run.n : 0), 0);
}
