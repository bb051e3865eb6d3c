/** Which lobby room shows which filter. The number of rooms is bounded; addresses get fair shares of it. */
import { createHash } from 'node:crypto';
import type { LobbyFilter } from '@flower-war/protocol';
import { FairShares, type Whose } from '@flower-war/protocol/hosting';
import { canonicalFilter } from './filter.ts';

const MOST_LOBBIES = 100;
const ALL = canonicalFilter({});

export interface Opened {
  readonly id: string;
  /** The room that closes to make space for this one. */
  readonly gone?: string;
}

export class Lobbies {
  private readonly shares = new FairShares<string>(MOST_LOBBIES);
  /** Room ids by the text of the filter. */
  private readonly rooms = new Map<string, string>();
  private opened = 0;

  /** Undefined if the caller already has a fair share of the rooms. The list of all matches always has a room. */
  roomFor(filter: LobbyFilter, whose: Whose): Opened | undefined {
    const text = canonicalFilter(filter);
    const known = this.rooms.get(text);
    if (known !== undefined) return { id: known };
    const id = this.newId(text);
    const gone = text === ALL ? undefined : this.shares.take(id, whose);
    if (gone === id) return undefined;
    this.rooms.set(text, id);
    if (gone !== undefined) this.close(gone);
    return { id, ...(gone !== undefined && { gone }) };
  }

  close(id: string): void {
    this.shares.release(id);
    for (const [text, room] of this.rooms) if (room === id) this.rooms.delete(text);
  }

  /** A closing room may still hold its id when the next room for the same filter opens, so ids carry a number. */
  private newId(text: string): string {
    this.opened += 1;
    return `lobby-${createHash('sha256').update(text).digest('hex').slice(0, 24)}-${this.opened}`;
  }
}
