/**
 * The hall: one process has all temples that count for no match, so that pairing finds them. A temple that counts for a
 * match is in the process of the match.
 */
import type { Journal } from '../../../store/journal/journal.ts';
import { Elsewhere, type Peer } from '../../../store/ownership/elsewhere.ts';
import type { Place } from '../boundMatch.ts';

export interface HallTools {
  readonly journal: Pick<Journal, 'claim'>;
  /** This process. */
  readonly owner: string;
  /** Rejects with `Elsewhere` while this process leaves what it owns to others. */
  readonly mayClaim: (id: string) => Promise<void>;
  readonly hasHandedOver: () => boolean;
}

/** Temples and matches have other ids. */
const CLAIM = 'hall of temples';

export class Hall implements Place {
  private readonly tools: HallTools;
  private isClaimed = false;

  constructor(tools: HallTools) {
    this.tools = tools;
  }

  get isHere(): boolean {
    return this.isClaimed && !this.tools.hasHandedOver();
  }

  readonly mustBeHere = async (): Promise<void> => {
    if (this.isHere) return;
    await this.tools.mayClaim(CLAIM);
    await this.tools.journal.claim({ id: CLAIM, owner: this.tools.owner });
    this.isClaimed = true;
  };

  giveUp(): void {
    this.isClaimed = false;
  }

  /** The process that has the hall; undefined if it is this one. */
  async peer(): Promise<Peer | undefined> {
    try {
      await this.mustBeHere();
      return undefined;
    } catch (error) {
      if (error instanceof Elsewhere) return error.peer;
      throw error;
    }
  }
}
