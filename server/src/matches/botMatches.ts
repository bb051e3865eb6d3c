/** Bounds how many matches of bots alone are kept: guests can make them by the thousand. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairShares } from '@flower-war/protocol/hosting';
import type { IndexedMatch } from '../match/record/matchIndex.ts';
import type { Index, Journal } from '../store/journal/journal.ts';

const PAGE = 50;

export class BotMatches {
  private readonly journal: Pick<Journal, 'endings' | 'index' | 'forgetMatch'>;
  private readonly kept: FairShares<string>;
  /** All that ended up to here has been looked at. */
  private seen = 0;

  constructor(journal: BotMatches['journal'], most: number) {
    this.journal = journal;
    this.kept = new FairShares(most);
  }

  /** Looks at what has ended since it did so last, and deletes what is too much. Says how many. */
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

  /** The host who has most gives one up, the oldest. */
  private async take(match: string): Promise<number> {
    const found = await this.journal.index(match);
    const host = found && hostOfBots(found.index);
    const gone = host === undefined ? undefined : this.kept.take(match, [host, match]);
    if (gone === undefined) return 0;
    await this.journal.forgetMatch(gone);
    return 1;
  }
}

/** Nothing where a person has a seat. */
function hostOfBots({ summary }: Index): string | undefined {
  const { seats = [], host } = JSON.parse(summary) as Partial<IndexedMatch>;
  return seats.length > 0 && seats.every((holder) => holder !== null && 'bot' in holder) ? host : undefined;
}
