/** What was said, as one viewer wants to hear it. */
import type { TalkLine } from '@flower-war/protocol';

/** More than anybody scrolls back; the server tells 50 to who comes in. */
const MOST_KEPT = 500;

export class Talking {
  private heard: readonly TalkLine[] = [];
  private readonly muted = new Set<string>();

  /** The oldest first. */
  get lines(): readonly TalkLine[] {
    return this.heard.filter(({ player }) => !this.muted.has(player));
  }

  /** After a lost connection some lines come again. Gives back those that are new and wanted. */
  take(told: readonly TalkLine[]): readonly TalkLine[] {
    const last = this.heard.at(-1)?.n ?? 0;
    const fresh = told.filter(({ n }) => n > last);
    this.heard = [...this.heard, ...fresh].slice(-MOST_KEPT);
    return fresh.filter(({ player }) => !this.muted.has(player));
  }

  mute(player: string, isMuted: boolean): void {
    if (isMuted) this.muted.add(player);
    else this.muted.delete(player);
  }
}
