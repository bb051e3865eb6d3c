/** Talk on a terminal: shows what people say, and runs the commands for talk. */
import type { LiveMatch, TalkLine } from '@flower-war/client';
import type { Screen, Words } from '@flower-war/words';
import { own } from '../words/words.ts';
import type { Command } from './commands.ts';

interface ChatTools {
  readonly say: (lines: readonly string[]) => void;
  readonly name: (seat: number) => string;
  readonly words: Words;
}

export class Chat {
  private readonly live: LiveMatch;
  private readonly tools: ChatTools;

  constructor(live: LiveMatch, tools: ChatTools) {
    this.live = live;
    this.tools = tools;
    live.on('talk', (lines) => this.hear(lines));
  }

  hear(lines: readonly TalkLine[]): void {
    const { say, name, words } = this.tools;
    say(lines.map((line) => heardWords(line, name, words.screen)));
  }

  /** Runs a command for talk; nothing for any other command. The server sends the player's own words back as a line. */
  obey(word: Command): Promise<string | undefined> | undefined {
    switch (word.kind) {
      case 'say':
        return this.problemIn(this.live.say(word.text));
      case 'phrase':
        return this.problemIn(this.live.phrase(word.phrase));
      case 'phrases':
        this.tools.say(phraseList(this.tools.words.screen));
        return Promise.resolve(undefined);
      case 'mute':
        this.mute(word.name);
        return Promise.resolve(undefined);
      default:
        return undefined;
    }
  }

  private mute(name: string): void {
    const spoke = this.live.lines.filter((line) => line.name.toLowerCase() === name.toLowerCase());
    for (const { player } of spoke) this.live.mute(player);
    const { muted, notHeard } = this.tools.words.screen.talk;
    this.tools.say([spoke.length > 0 ? muted(name) : notHeard(name)]);
  }

  private async problemIn(asked: ReturnType<LiveMatch['say']>): Promise<string | undefined> {
    const answer = await asked;
    return answer.kind === 'rejected' ? this.tools.words.refusal(answer) : undefined;
  }
}

// What people say at a table, as a terminal shows it.

/** `Ana (RED): hello`; a spectator has no seat: `Ben: hello`. */
function heardWords(
  { name, seat, text, phrase }: TalkLine,
  seatName: (seat: number) => string,
  { phrases }: Pick<Screen, 'phrases'>,
): string {
  const place = seat === undefined ? '' : ` (${seatName(seat)})`;
  return `${name}${place}: ${phrase === undefined ? (text ?? '') : (own(phrases, phrase) ?? phrase)}`;
}

/** The ready-made phrases, each with the command that says it. */
function phraseList({ phrases }: Pick<Screen, 'phrases'>): readonly string[] {
  const ids = Object.keys(phrases);
  const width = Math.max(...ids.map((id) => id.length));
  return Object.entries(phrases).map(([id, words]) => `  say /${id.padEnd(width)}  ${words}`);
}
