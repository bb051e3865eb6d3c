/** Temples on a terminal: tells what becomes of beads, and runs the commands about them. */
import type { LiveMatch, TableJson } from '@flower-war/client';
import { wrap } from '../screen/width.ts';
import { beadWords, ledgerWords, type Perspective } from '../words/beadWords.ts';
import { type BeadsSaid, type TempleCommand, templeMeant } from './commands.ts';

export class TempleAtTable {
  private readonly live: LiveMatch;
  private readonly say: (lines: readonly string[]) => void;
  private readonly name: Perspective['name'];

  constructor(live: LiveMatch, say: TempleAtTable['say'], name: Perspective['name']) {
    this.live = live;
    this.say = say;
    this.name = name;
  }

  /** Shows the beads of all temples when the player arrives, if there is a temple. */
  showLedger(): void {
    if (this.live.table.temples.length > 0) this.tell(ledgerWords(this.live.table, this.perspective));
  }

  notice(before: TableJson<unknown>): void {
    this.tell(beadWords(before, this.live.table, this.perspective));
  }

  /** Runs the command. Returns the problem, if there is one. */
  async obey(command: TempleCommand): Promise<string | undefined> {
    if (command.kind === 'beads') return this.ask(command.said);
    this.tell(ledgerWords(this.live.table, this.perspective));
    return undefined;
  }

  private async ask(said: BeadsSaid): Promise<string | undefined> {
    const { live } = this;
    if (live.seat === undefined) return 'You are watching; q leaves.';
    const temple = templeMeant(live.table, said, live.seat);
    if (temple === undefined)
      return said.what === 'settled' ? 'There is no such dispute.' : 'No temple counts for you here.';
    const answer = await live.beads({ temple, ...said });
    if (answer.kind !== 'rejected') return undefined;
    if (answer.code === 'beads-refused' && answer.reason !== undefined)
      return `This cannot be done now: ${answer.reason.replaceAll('-', ' ')}. "temple" shows the beads.`;
    return answer.message + (answer.reason === undefined ? '' : ` (${answer.reason.replaceAll('-', ' ')})`);
  }

  private get perspective(): Perspective {
    return { name: this.name, you: this.live.seat };
  }

  private tell(lines: readonly string[]): void {
    this.say(lines.flatMap((line) => wrap(line, 4)));
  }
}
