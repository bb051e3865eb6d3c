/** All that a viewer sees of a match at one moment. */
import type { Asks, EventOf, GameEvent, LegalMoves, Private, TableJson, TalkLine, ViewOf } from '@flower-war/protocol';
import {
  afterPrivate,
  type Bulletin,
  MESSAGES,
  NOTHING_TOLD,
  type PrivateMessage,
  type RematchMessage,
} from '@flower-war/protocol/names';
import type { RoomSocket } from '../socket/roomSocket.ts';
import type { ConnectionStatus } from './connection.ts';
import { type RoomEvents, StateSync, type SyncedState } from './liveRoom.ts';

/** All that a viewer sees of a match at one moment. */
export interface MatchSnapshot<G extends string = string> {
  /** The game as this viewer sees it. */
  readonly view: ViewOf<G>;
  /** The moves that this seat may play now, in notation; empty when it has nothing to decide. */
  readonly legal: readonly string[];
  /** The number of the open decision of this seat. Another number is another decision. */
  readonly decision: number | undefined;
  /** When the clock answers for this seat, in milliseconds since 1970 by the server's clock. */
  readonly deadline: number | undefined;
  /**
   * The deadline of a hidden window. Such a window asks this seat because of its secret cards, and no other player sees
   * it.
   */
  readonly windowDeadline: number | undefined;
  /** The public table: status, seats, result, and the game's public view. */
  readonly table: TableJson<ViewOf<G>>;
  /** What the connection does. While it is lost, everything else stays as it was last shown. */
  readonly connection: ConnectionStatus;
  /**
   * How far the server's clock is ahead of this device's, in milliseconds; 0 for less than two seconds. A deadline is over at
   * `deadline - clockAhead` by the clock of this device.
   */
  readonly clockAhead: number;
  /** The seat of this viewer; absent for a spectator. */
  readonly seat: number | undefined;
  /** How many steps this viewer was shown. A repeated or missing number would mean that a message was lost. */
  readonly step: number;
  /** Whether a bot stands in for this seat, until `back` or a move. */
  readonly isStoodInFor: boolean;
  /** In which hidden windows this seat wants to be asked. */
  readonly wish: Asks;
  /** The habits that answer for this seat, so that its player is not asked. */
  readonly habits: readonly string[];
  /** Whether this seat may take its last move back alone, by `undo`. */
  readonly canUndo: boolean;
  /** What was said, the oldest first, without the lines of muted players. */
  readonly lines: readonly TalkLine[];
  /** How many seconds late this viewer sees the match; 0: at once. */
  readonly behind: number;
  readonly isOver: boolean;
  /** The match in which the people of this one play once more; absent until there is one. */
  readonly rematchId: string | undefined;
}

interface Around {
  readonly seat: number | undefined;
  readonly connection: ConnectionStatus;
  readonly clockAhead: number;
  readonly lines: readonly TalkLine[];
  readonly rematchId: string | undefined;
}

export function matchSnapshot<G extends string>(
  { table, own }: SyncedState<ViewOf<G>>,
  around: Around,
): MatchSnapshot<G> {
  const seat = around.seat ?? -1;
  return {
    ...around,
    table,
    view: { ...table.view, ...own?.view },
    legal: own?.legal ?? [],
    decision: own?.decision,
    deadline: own?.until ?? (table.clocks[seat]?.deadline || undefined),
    windowDeadline: own?.until,
    step: table.step + (own === undefined ? 0 : own.step - own.table),
    isStoodInFor: (table.seats[seat]?.bot ?? '') !== '',
    wish: own?.asks ?? 'all',
    habits: own?.habits ?? [],
    canUndo: own?.undo === true,
    behind: table.behind ?? 0,
    isOver: table.status === 'ended',
  };
}

// What a match tells its listeners.

/** What a match tells its listeners. */
export interface MatchEvents<G extends string = string> extends RoomEvents {
  /** Something that this viewer sees has changed. */
  readonly change: undefined;
  /** What happened, in order, for animation; the state is already the new one. */
  readonly events: readonly EventOf<G>[];
  /** What people said. Players hear players, spectators hear spectators. What was said before the join is in `lines` alone. */
  readonly talk: readonly TalkLine[];
  /** The people of this match play once more, in the match with this id. */
  readonly rematch: string;
  /** The host of the server tells all who are connected something, such as a restart. */
  readonly bulletin: Bulletin;
}

/** The receiver of each kind of news from a room. */
interface RoomNews<V> {
  readonly show: (shown: SyncedState<V>) => void;
  readonly happen: (events: readonly GameEvent[]) => void;
  readonly hear: (lines: readonly TalkLine[]) => void;
  readonly tellRematch: (match: string) => void;
  readonly tellBulletin: (bulletin: Bulletin) => void;
  readonly explain: (moves: LegalMoves) => void;
}

/** Listens to a room from its first message on. It holds the parts for a seat back until they fit together. */
export function listenTo<V>(room: RoomSocket, seat: number | undefined, news: RoomNews<V>): void {
  const pairing = new StateSync<V>(seat !== undefined);
  let told = NOTHING_TOLD;
  const take = (part: { readonly table: TableJson<V> } | { readonly own: Private }) => {
    const shown = pairing.take(part);
    if (shown !== undefined) news.show(shown);
  };
  room.onMessage(MESSAGES.events, news.happen);
  room.onMessage(MESSAGES.private, (message: PrivateMessage) => {
    const next = afterPrivate(told, message, seat ?? 0);
    told = next.told;
    take({ own: next.shown });
  });
  room.onMessage(MESSAGES.talk, news.hear);
  room.onMessage(MESSAGES.rematch, ({ match }: RematchMessage) => news.tellRematch(match));
  room.onMessage(MESSAGES.bulletin, news.tellBulletin);
  room.onMessage(MESSAGES.explained, news.explain);
  room.onStateChange((table: TableJson<V>) => take({ table }));
}
