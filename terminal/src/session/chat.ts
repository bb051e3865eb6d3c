/** Talk on a terminal: shows what people say, and runs the commands for talk. */
import type { LiveMatch, TalkLine } from '@flower-war/client';
import { heardWords, phraseList } from '../words/talkWords.ts';
import type { Command } from './commands.ts';

export class Chat {
  private readonly live: LiveMatch;
  private readonly say: (lines: readonly string[]) => void;
  private readonly seatName: (seat: number) => string;

  constructor(live: LiveMatch, say: Chat['say'], seatName: Chat['seatName']) {
    this.live = live;
    this.say = say;
    this.seatName = seatName;
    live.on('talk', (lines) => this.hear(lines));
  }

  hear(lines: readonly TalkLine[]): void {
    this.say(lines.map((line) => heardWords(line, this.seatName)));
  }

  /** Runs a command for talk; nothing for any other command. The server sends the player's own words back as a line. */
  obey(word: Command): Promise<string | undefined> | undefined {
    switch (word.kind) {
      case 'say':
        return this.problemIn(this.live.say(word.text));
      case 'phrase':
        return this.problemIn(this.live.phrase(word.phrase));
      case 'phrases':
        this.say(phraseList());
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
    this.say([spoke.length > 0 ? `You no longer hear ${name}.` : `No person called ${name} has said anything here.`]);
  }

  private async problemIn(asked: ReturnType<LiveMatch['say']>): Promise<string | undefined> {
    const answer = await asked;
    return answer.kind === 'rejected' ? answer.message : undefined;
  }
}
