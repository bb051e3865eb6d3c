/** For tests: matches that begin, run, end and are deleted at random, and how many there really are. */
import { NO_HASH, sealLine } from '@flower-war/protocol';
import { Choices } from '../agreement/choices.fixture.ts';
import { firstEntry } from './firstEntry.fixture.ts';
import type { Index, Journal } from './journal.ts';

type Status = Index['status'];

/** More than the matches of any test here. */
const ALL = 1000;

/** Each match by what its index says. */
export async function reallyThere(journal: Journal): Promise<Record<Status, number>> {
  const counts = { open: 0, running: 0, ended: 0 };
  for (const { status } of await journal.listAll({ limit: ALL })) counts[status]++;
  return counts;
}

/** The matches of one process. Their ids begin with its name. */
export class RandomMatches {
  private readonly choose: Choices;
  private readonly name: string;
  /** The place of the next entry of each match that is not over, and the hash before it. */
  private readonly living = new Map<string, { readonly seq: number; readonly hash: string }>();

  constructor(seed: number, name = 'M') {
    this.choose = new Choices(seed);
    this.name = name;
  }

  /** Numbers some endings, deletes a match, which may not exist, or goes on with one. */
  async step(journal: Journal): Promise<void> {
    const match = `${this.name}${this.choose.below(40)}`;
    const lot = this.choose.below(8);
    if (lot === 0) await journal.endings(this.choose.below(20), 1 + this.choose.below(4));
    else if (lot > 1) await this.goOn(journal, match);
    else {
      await journal.forgetMatch(match);
      this.living.delete(match);
    }
  }

  private async goOn(journal: Journal, match: string): Promise<void> {
    const { seq, hash } = this.living.get(match) ?? { seq: 0, hash: NO_HASH };
    const status = this.choose.of(['open', 'running', 'ended', 'ended'] as const);
    const visibility = this.choose.of(['public', 'private'] as const);
    const sealed = sealLine(hash, { seq });
    const { index, ...first } = firstEntry(match);
    const append = { ...first, ...sealed, expectedSeq: seq, index: { ...index, status, visibility } };
    // A match that is over refuses this, and stays as it is.
    if ((await journal.append(append)) === 'conflict') return;
    if (status === 'ended') this.living.delete(match);
    else this.living.set(match, { seq: seq + 1, hash: sealed.hash });
  }
}
