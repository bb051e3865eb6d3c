/** Follows the lines that a player types: moves, talk, temples, and the other commands. */
import type { AgreementKind, LiveMatch, TalkLine } from '@flower-war/client';
import type { Screen, Words } from '@flower-war/words';
import type { Asking } from '../asking/asking.ts';
import { type HabitsCommand, habitLines, keptAfter } from '../asking/hints.ts';
import type { Teletype } from '../screen.ts';
import { goalOf, own } from '../words.ts';
import { type Command, readMove, readWord } from './commands.ts';
import { isTempleCommand, type TableTools, type TempleAtTable } from './temples.ts';

interface Parts {
  readonly game: string;
  readonly asking: Asking;
  readonly chat: Chat;
  readonly temples: TempleAtTable;
}

/** What stands around the board below the help. */
const AROUND = 8;

export class PlayerLines {
  private readonly live: LiveMatch;
  private readonly parts: Parts;
  private readonly teletype: Teletype;
  private readonly words: Words;
  private isResigning = false;
  private onAsked: () => void = () => {};

  constructor(live: LiveMatch, parts: Parts, teletype: Teletype) {
    this.live = live;
    this.parts = parts;
    this.teletype = teletype;
    this.words = teletype.words;
  }

  /** Lets a line go on that waits for a question. */
  wake(): void {
    this.onAsked();
  }

  /** Follows one line. Says whether the player wants to leave. */
  async follow(line: string): Promise<boolean> {
    if (this.isResigning) return this.decideToResign(line);
    const word = readWord(line, this.words.screen.help);
    if (word !== undefined) this.echo(line);
    if (word?.kind === 'quit') return true;
    const said = word && this.saidIn(word);
    if (said !== undefined) await this.told(said);
    else if (word?.kind === 'help') await this.help();
    else if (this.live.seat === undefined) this.teletype.say(this.words.screen.match.watching);
    else await this.act(word, line);
    return false;
  }

  /** What a spectator may do as well: talk, temples, looking. */
  private saidIn(word: Command): Promise<string | undefined> | undefined {
    const { asking, chat, temples } = this.parts;
    if (word.kind === 'board') return asking.showWhole();
    if (word.kind === 'cards') return asking.showCards();
    return isTempleCommand(word) ? temples.obey(word) : chat.obey(word);
  }

  /** What only a player may do. */
  private async act(word: Command | undefined, line: string): Promise<void> {
    switch (word?.kind) {
      case 'more':
        return this.told(this.parts.asking.showMore());
      case 'hint':
        return this.hint();
      case 'resign':
        return this.askToResign();
      case 'asks':
        return this.answered(this.live.asks(word.what));
      case 'habits':
        return this.habits(word.what);
      case 'back':
        return this.answered(this.live.back());
      case 'undo':
        return this.answered(this.live.undo());
      case 'reply':
        return this.answered(this.live.reply(word.isAccepted));
      case 'offer':
        return this.answered(this.offer(word.what, word.minutes));
      default:
        return this.move(line);
    }
  }

  private async hint(): Promise<void> {
    await this.untilReady();
    if (!this.live.isOver) await this.told(this.parts.asking.advice());
  }

  private askToResign(): void {
    this.isResigning = true;
    this.teletype.say(this.words.screen.match.sureToResign);
    this.teletype.ask();
  }

  private async decideToResign(line: string): Promise<boolean> {
    const { match } = this.words.screen;
    this.isResigning = false;
    this.echo(line);
    if (match.yes.includes(line.trim().toLowerCase())) await this.answered(this.live.resign());
    else await this.told(Promise.resolve(match.playsOn));
    return false;
  }

  /** Switches habits, and lists them. */
  private async habits(what: HabitsCommand['what']): Promise<void> {
    const { live, words, teletype } = this;
    const { game } = this.parts;
    const kept = what === 'list' ? live.habits : keptAfter(live, game, { words, what });
    if (kept === undefined) return this.told(Promise.resolve(words.screen.habits.noSuch(words.habits(game).length)));
    if (what !== 'list') await this.answered(live.keep(kept));
    teletype.say(...habitLines(live, game, words));
    if (live.legal.length > 0) teletype.ask();
  }

  private offer(what: Exclude<AgreementKind, 'undo'>, minutes: number): ReturnType<LiveMatch['reply']> {
    return what === 'pause' ? this.live.offer(what, minutes) : this.live.offer(what);
  }

  /** Talk does not end a question: the prompt comes back after it. */
  private async told(problem: Promise<string | undefined>): Promise<void> {
    const words = await problem;
    if (words !== undefined) this.teletype.say(words);
    if (this.live.legal.length > 0) this.teletype.ask();
  }

  /** Prints a line that came from a pipe; a terminal has shown it already. */
  private echo(line: string): void {
    if (!this.teletype.isLive) this.teletype.say(`> ${line}`);
  }

  private async help(): Promise<void> {
    const { live, teletype } = this;
    const { asking, game } = this.parts;
    teletype.say(...helpLines(this.words.screen, game), '', ...asking.drawing.legend);
    if (live.decision !== undefined && (await asking.ask(() => []))) this.wake();
    else if (live.table.status === 'running') teletype.say('', ...asking.board(teletype.size.rows - AROUND));
  }

  private async move(line: string): Promise<void> {
    const { live, teletype } = this;
    const { match } = this.words.screen;
    await this.untilReady();
    if (live.isOver) return;
    this.echo(line);
    if (live.legal.length === 0) return teletype.say(match.notYourTurn);
    const command = readMove(line, live.legal);
    if (command.kind === 'move') return this.play(command.move);
    if (command.kind === 'unclear') teletype.say(match.unclear(command.text, live.legal.length));
    teletype.ask();
  }

  /** The answer comes late while other players decide in secret. A person may type other commands meanwhile. */
  private async play(move: string): Promise<void> {
    const answered = this.answered(this.live.play(move));
    if (!this.teletype.isLive) await answered;
    else answered.catch(() => {}); // the match was closed; the session tells it, or the error of its run
  }

  /** A pipe is ahead of the match, so that its line waits for the question. A person is told to wait instead. */
  private untilReady(): Promise<void> {
    if (this.teletype.isLive || this.live.isOver || this.parts.asking.isAsked) return Promise.resolve();
    return new Promise((resolve) => {
      this.onAsked = resolve;
    });
  }

  private async answered(asked: ReturnType<LiveMatch['play']>): Promise<void> {
    const answer = await asked;
    if (answer.kind !== 'rejected') return;
    this.teletype.say(this.words.refusal(answer, this.parts.game));
    this.teletype.ask();
  }
}

// The help during a match: the goal of the game, and a line or two for each command.

const COLUMN = 11;

function helpLines({ help, match, goals }: Screen, game: string): readonly string[] {
  const goal = goalOf({ goals }, game);
  return [
    ...(goal === undefined ? [] : [match.help(goal), '']),
    ...help.introduction,
    ...help.commands.flatMap(([command, meaning]) => commandLines(`  ${command}`, meaning)),
  ];
}

/** A short command stands beside its meaning, a long one above it. */
function commandLines(command: string, meaning: string): readonly string[] {
  return command.length <= COLUMN - 2
    ? [`${command.padEnd(COLUMN)}${meaning}`]
    : [command, `${' '.repeat(COLUMN)}${meaning}`];
}

// Talk on a terminal: shows what people say, and runs the commands for talk.

export class Chat {
  private readonly live: LiveMatch;
  private readonly tools: TableTools;

  constructor(live: LiveMatch, tools: TableTools) {
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
