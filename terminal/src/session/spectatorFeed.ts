/** Tells a spectator what happens, at a readable pace: bots play a hundred moves while a person reads one line. */
export interface SpectatorFeedTools {
  readonly say: (lines: readonly string[]) => void;
  readonly showBoard: () => void;
  /** In place of the oldest lines, when there are too many. */
  readonly missed: (n: number) => string;
}

const TELL_EVERY_MS = 500;
const BOARD_EVERY_MS = 3000;
const MOST_LINES = 5;

export class SpectatorFeed {
  private readonly tools: SpectatorFeedTools;
  private readonly heard: string[] = [];
  private shownAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;

  constructor(tools: SpectatorFeedTools) {
    this.tools = tools;
  }

  /** Takes the lines of an event; no lines when only the board has changed. */
  add(lines: readonly string[]): void {
    this.heard.push(...lines);
    this.timer ??= setTimeout(() => this.tell(), TELL_EVERY_MS);
  }

  /** Drops the lines that wait: the session itself tells the end. */
  stop(): void {
    clearTimeout(this.timer);
    this.heard.length = 0;
  }

  private tell(): void {
    this.timer = undefined;
    const now = performance.now();
    const isBoardDue = now - this.shownAt >= BOARD_EVERY_MS;
    this.tools.say(newest(this.heard.splice(0), this.tools.missed));
    if (isBoardDue) {
      this.shownAt = now;
      this.tools.showBoard();
    } else this.timer = setTimeout(() => this.tell(), TELL_EVERY_MS);
  }
}

function newest(lines: readonly string[], missedWords: SpectatorFeedTools['missed']): readonly string[] {
  const missed = lines.length - MOST_LINES;
  return missed > 0 ? [missedWords(missed), ...lines.slice(missed)] : lines;
}
