/** Outages in which no player could act. Their time is given back to the clocks. */
import { type Committed, DONE } from '../base/refused.ts';
import type { Gap } from '../base/serverTime.ts';
import { lengthOf, type Outage } from '../store/ownership/processes.ts';
import type { MatchParts } from './matchParts.ts';
import { followUp } from './seats.ts';
import { commitAndTend, tend } from './tend.ts';

/** Lost time that no entry records yet. What two causes share counts once. */
export class LostTime {
  private outages: readonly Outage[] = [];

  get isNothing(): boolean {
    return this.outages.length === 0;
  }

  note({ at, lost }: Gap): void {
    this.outages = [...this.outages, { began: at - lost, ended: at }];
  }

  /** Records the lost time before any other entry. Returns whether it is recorded. */
  async giveBack({ attendance, writer }: MatchParts): Promise<boolean> {
    const { outages } = this;
    if (outages.length === 0) return true;
    const at = Math.max(...outages.map(({ ended }) => ended));
    const lost = lengthOf(outages, writer.lastAt);
    const isCharging = writer.position.status === 'running' && lost > 0;
    const written = isCharging ? await writer.commit({ kind: 'resumed', at, lost }) : DONE;
    if (written.kind === 'retry') return false;
    attendance.giveBack(lost);
    this.outages = this.outages.filter((one) => !outages.includes(one));
    return true;
  }
}

/**
 * How much of it an entry may give back. What came before the last entry was not lost, or an entry has told of it already. The
 * clocks of two machines differ: more is never given back than has passed.
 */
export function lostSinceEntry({ lastAt }: { readonly lastAt: number }, { at, lost }: Gap): number {
  return Math.max(0, Math.min(lost, at - lastAt));
}

/** Finishes what a crash interrupted, and records how long the server was away. */
export async function resume(parts: MatchParts, lostAtAll: number, at: number): Promise<Committed> {
  const followed = await followUp(parts, at);
  if (followed.kind !== 'done' || parts.writer.position.status !== 'running') return followed;
  const lost = lostSinceEntry(parts.writer, { at, lost: lostAtAll });
  if (lost > 0) return commitAndTend(parts, { kind: 'resumed', at, lost });
  await tend(parts, at);
  return DONE;
}
