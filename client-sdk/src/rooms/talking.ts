/** What was said at a table, without the lines of muted players. */
import type { TalkLine } from '@flower-war/protocol';

/** More lines than a viewer scrolls back. The server sends the last 50 to a viewer who joins. */
const MOST_KEPT = 500;

export class Talking {
  /** The oldest line comes first. It is the same list until it changes. */
  lines: readonly TalkLine[] = [];
  private heard: readonly TalkLine[] = [];
  private readonly muted = new Set<string>();

  /**
   * Takes lines from the server, some of which come again after a lost connection. Returns those that are new and not
   * muted.
   */
  take(told: readonly TalkLine[]): readonly TalkLine[] {
    const last = this.heard.at(-1)?.n ?? 0;
    const fresh = told.filter(({ n }) => n > last);
    if (fresh.length === 0) return fresh;
    this.heard = [...this.heard, ...fresh].slice(-MOST_KEPT);
    this.choose();
    return fresh.filter(({ player }) => !this.muted.has(player));
  }

  mute(player: string, isMuted: boolean): void {
    if (isMuted) this.muted.add(player);
    else this.muted.delete(player);
    this.choose();
  }

  private choose(): void {
    this.lines = this.heard.filter(({ player }) => !this.muted.has(player));
  }
}
