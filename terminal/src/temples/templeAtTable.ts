/** Temples on a terminal: tells what becomes of beads, and runs the commands about them. */
import type { LiveMatch, TableJson } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import { beadWords, ledgerWords, type Perspective } from '../words/beadWords.ts';
import { own } from '../words/own.ts';
import { type BeadsSaid, type TempleCommand, templeMeant } from './commands.ts';

interface TempleTools {
  readonly say: (lines: readonly string[]) => void;
  readonly name: Perspective['name'];
  readonly words: Words;
}

export class TempleAtTable {
  private readonly live: LiveMatch;
  private readonly tools: TempleTools;

  constructor(live: LiveMatch, tools: TempleTools) {
    this.live = live;
    this.tools = tools;
  }

  /** Shows the beads of all temples when the player arrives, if there is a temple. */
  showLedger(): void {
    if (this.live.table.temples.length > 0) this.tools.say(ledgerWords(this.live.table, this.perspective));
  }

  notice(before: TableJson<unknown>): void {
    this.tools.say(beadWords(before, this.live.table, this.perspective));
  }

  /** Runs the command. Returns the problem, if there is one. */
  async obey(command: TempleCommand): Promise<string | undefined> {
    if (command.kind === 'beads') return this.ask(command.said);
    this.tools.say(ledgerWords(this.live.table, this.perspective));
    return undefined;
  }

  private async ask(said: BeadsSaid): Promise<string | undefined> {
    const { live } = this;
    const { words } = this.tools;
    const { match, temples } = words.screen;
    if (live.seat === undefined) return match.watching;
    const temple = templeMeant(live.table, said, live.seat);
    if (temple === undefined) return said.what === 'settled' ? temples.noDispute : temples.noneForYou;
    const answer = await live.beads({ temple, ...said });
    if (answer.kind !== 'rejected') return undefined;
    return answer.code === 'beads-refused'
      ? temples.cannot(own(temples.refusals, answer.reason ?? ''))
      : words.refusal(answer);
  }

  private get perspective(): Perspective {
    return { name: this.tools.name, you: this.live.seat, words: this.tools.words.screen.temples };
  }
}
