/** What a match tells its listeners. */
import type { EventOf, GameEvent, Private, TableJson, TalkLine } from '@flower-war/protocol';
import {
  afterPrivate,
  type Bulletin,
  MESSAGES,
  NOTHING_TOLD,
  type PrivateMessage,
  type RematchMessage,
} from '@flower-war/protocol/names';
import type { RoomSocket } from '../socket/roomSocket.ts';
import type { RoomEvents } from './liveRoom.ts';
import { type Shown, StateSync } from './stateSync.ts';

/** What a match tells its listeners. */
export interface MatchEvents<G extends string = string> extends RoomEvents {
  /** Something that this viewer sees has changed. */
  readonly change: undefined;
  /** What happened, in order, for animation; the state is already the new one. */
  readonly events: readonly EventOf<G>[];
  /** What people said. Players hear players, spectators hear spectators. The last lines before the join come too. */
  readonly talk: readonly TalkLine[];
  /** The people of this match play once more, in the match with this id. */
  readonly rematch: string;
  /** The host of the server tells all who are connected something, such as a restart. */
  readonly bulletin: Bulletin;
}

/** The receiver of each kind of news from a room. */
export interface RoomNews<V> {
  readonly show: (shown: Shown<V>) => void;
  readonly happen: (events: readonly GameEvent[]) => void;
  readonly hear: (lines: readonly TalkLine[]) => void;
  readonly tellRematch: (match: string) => void;
  readonly tellBulletin: (bulletin: Bulletin) => void;
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
  room.onStateChange((table: TableJson<V>) => take({ table }));
}
