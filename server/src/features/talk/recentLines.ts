/** The latest lines of one match in memory, so that a new viewer gets them without a wait. */
import type { Stores } from '../../store/operations.ts';
import type { Audience, KeptLine } from '../../store/talkLog.ts';

export class RecentLines {
  private readonly most: number;
  private readonly lines: Record<Audience, readonly KeptLine[]>;

  private constructor(most: number, lines: Record<Audience, readonly KeptLine[]>) {
    this.most = most;
    this.lines = lines;
  }

  static async read(log: Pick<Stores['talk'], 'latestOfAll'>, match: string, most: number): Promise<RecentLines> {
    return new RecentLines(most, await log.latestOfAll(match, most));
  }

  of(audience: Audience): readonly KeptLine[] {
    return this.lines[audience];
  }

  /** A line that was said while the others were read may be among them already. */
  add(audience: Audience, line: KeptLine): void {
    const others = this.lines[audience].filter(({ n }) => n !== line.n);
    this.lines[audience] = [...others, line].sort((a, b) => a.n - b.n).slice(-this.most);
  }

  forget(player: string): void {
    for (const audience of ['players', 'spectators'] as const)
      this.lines[audience] = this.lines[audience].filter((line) => line.player !== player);
  }
}
