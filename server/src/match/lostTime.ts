/** Outages in which no player could act. Their time is given back to the clocks. */
import { type Committed, DONE } from '../base/outcome.ts';
import type { Gap } from '../base/serverTime.ts';
import type { MatchParts } from './matchParts.ts';
import { followUp } from './seats.ts';
import { commitAndTend, tend } from './tend.ts';

/** Lost time that no entry records yet. */
export class LostTime {
  private gap: Gap | undefined;

  get isNothing(): boolean {
    return this.gap === undefined;
  }

  note({ at, lost }: Gap): void {
    this.gap = { at, lost: lost + (this.gap?.lost ?? 0) };
  }

  /** Records the lost time before any other entry. Returns whether it is recorded. */
  async giveBack({ attendance, writer }: MatchParts): Promise<boolean> {
    const { gap } = this;
    if (gap === undefined) return true;
    const { at } = gap;
    const lost = lostSinceEntry(writer, gap);
    const isCharging = writer.position.status === 'running' && lost > 0;
    const written = isCharging ? await writer.commit({ kind: 'resumed', at, lost }) : DONE;
    if (written.kind === 'retry') return false;
    attendance.giveBack(lost);
    if (this.gap === gap) this.gap = undefined;
    return true;
  }
}

/**
 * How much of it an entry may give back. What came before the last entry was not lost, or an entry has told of it already. The
 * clocks of two machines differ, and causes overlap: more is never given back than has passed.
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
