/** For tests: watches the claims and the appends of all processes. What a claim has fenced off must change nothing. */
import type { Append, AskedOwnership } from '../../store/journal/journal.ts';
import type { Claimed } from '../../store/ownership/claims.ts';

type Outcome = 'appended' | 'conflict';

/** Which claims were known to be the last ones when an append was sent. */
interface Sight {
  readonly holder: string | undefined;
  readonly settled: number;
}

export class FenceWatch {
  readonly problems: string[] = [];
  private ticks = 0;
  /** The claim that was certainly the last one, by match. Undefined when two were made at the same moment. */
  private readonly holders = new Map<string, string | undefined>();
  private readonly claimedAt = new Map<string, number>();
  /** How often a process has read the end of a match, because it was in doubt about an append. */
  private readonly settled = new Map<string, number>();

  async claim({ id, owner }: AskedOwnership, work: () => Promise<Claimed>): Promise<Claimed> {
    const began = ++this.ticks;
    const claimed = await work();
    const isAlone = (this.claimedAt.get(id) ?? 0) < began;
    this.holders.set(id, isAlone ? nameOf(owner, claimed.claim) : undefined);
    this.claimedAt.set(id, ++this.ticks);
    return claimed;
  }

  /** The process has read the end of the match, and takes what is not there as not written. */
  settle(match: string, owner: string): void {
    this.settled.set(`${match} ${owner}`, this.settledOf(match, owner) + 1);
  }

  settledOf(match: string, owner: string): number {
    return this.settled.get(`${match} ${owner}`) ?? 0;
  }

  /** Call it at the moment when an append leaves for the database. */
  look({ match, owner }: Append): Sight {
    return { holder: this.holders.get(match), settled: this.settledOf(match, owner) };
  }

  /** `decidedAt`: what `settledOf` said when the process decided on the append. */
  arrived({ owner, claim, expectedSeq }: Append, outcome: Outcome, { sight, decidedAt }: Sent): void {
    const own = nameOf(owner, claim);
    if (outcome === 'conflict') return;
    if (sight.holder !== undefined && sight.holder !== own)
      this.problems.push(`entry ${expectedSeq} was written after another claim: ${own} wrote, ${sight.holder} had it`);
    if (sight.settled !== decidedAt)
      this.problems.push(`entry ${expectedSeq} was written after its process had found that it was not`);
  }
}

interface Sent {
  readonly sight: Sight;
  readonly decidedAt: number;
}

const nameOf = (owner: string, claim: number) => `${owner} ${claim}`;
