/** Bounds the number of stored matches between bots only, because guests can make them by the thousand. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairShares } from '@flower-war/protocol/hosting';
import type { IndexedMatch } from '../match/record/matchIndex.ts';
import type { Index, Journal } from '../store/journal/journal.ts';

const PAGE = 50;

export class BotMatches {
  private readonly journal: Pick<Journal, 'endings' | 'index' | 'forgetMatch'>;
  private readonly kept: FairShares<string>;
  /** The number of the last ending that was processed. */
  private seen = 0;

  constructor(journal: BotMatches['journal'], most: number) {
    this.journal = journal;
    this.kept = new FairShares(most);
  }

  /** Processes new endings and deletes matches beyond the bound. Returns how many. */
  async tend(): Promise<number> {
    for (let gone = 0; ; await nextTurn()) {
      const endings = await this.journal.endings(this.seen, PAGE);
      for (const { n, match } of endings) {
        gone += await this.take(match);
        this.seen = n;
      }
      if (endings.length < PAGE) return gone;
    }
  }

  /** Counts a match. Beyond the bound the host with the most matches loses the oldest. */
  private async take(match: string): Promise<number> {
    const found = await this.journal.index(match);
    const host = found && hostOfBots(found.index);
    const gone = host === undefined ? undefined : this.kept.take(match, [host, match]);
    if (gone === undefined) return 0;
    await this.journal.forgetMatch(gone);
    return 1;
  }
}

/** The host of a match between bots only. Undefined for other matches. */
function hostOfBots({ summary }: Index): string | undefined {
  const { seats = [], host } = JSON.parse(summary) as Partial<IndexedMatch>;
  return seats.length > 0 && seats.every((holder) => holder !== null && 'bot' in holder) ? host : undefined;
}
