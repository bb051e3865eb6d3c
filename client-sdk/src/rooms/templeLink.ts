/** A bridge's link to the server: totals go in, and what temples are to show comes out. It needs the service token. */
import type {
  LinkAnswer,
  LinkCommand,
  LinkRequest,
  LinkRequestName,
  TempleForgotten,
  TempleTold,
} from '@flower-war/protocol';
import { LINK_MESSAGES } from '@flower-war/protocol/names';
import { type Fetch, Http } from '../http/http.ts';
import type { RoomSocket, SocketClass } from '../socket/roomSocket.ts';
import type { ConnectionStatus } from './connection.ts';
import { LiveRoom, type RoomEvents } from './liveRoom.ts';

/** What the server tells a bridge. */
export interface TempleLinkEvents extends RoomEvents {
  /** What the bridge publishes. On every connection the server tells all temples anew. */
  readonly temple: TempleTold;
  readonly command: LinkCommand;
  readonly forgotten: TempleForgotten;
}

/** Where the server is, and the service token of the bridge. */
export interface TempleLinkOptions {
  readonly url: string;
  readonly token: string;
  readonly fetch?: Fetch;
  readonly WebSocket?: SocketClass;
}

/** The server answers at once. A bridge that waits longer asks again with the newest totals. */
const ANSWER_WITHIN_MS = 5000;
const NEVER = Number.MAX_SAFE_INTEGER;

/** A bridge's link to the server, which lasts through lost connections. */
export class TempleLink extends LiveRoom<TempleLinkEvents, { readonly connection: ConnectionStatus }> {
  protected readonly noun = 'link';
  protected readonly telling = ['connection'] as const;

  /** Listens to `room` from its first message on, so listen before `open`. */
  constructor({ token, WebSocket, ...options }: TempleLinkOptions) {
    const http = new Http({ ...options, session: { player: '', name: '', token, refresh: '', expiresAt: NEVER } });
    const reserve = (signal: AbortSignal) => http.within({ signal }).call('connectBridge');
    super({ url: http.url, WebSocket, reserve, patience: () => true });
    this.refresh();
  }

  /** Begins to connect, and comes back after each loss until `close`. */
  open(): void {
    this.begin();
  }

  /** `undefined` if no answer came. The caller then asks again with the newest values. */
  async ask<N extends LinkRequestName>(name: N, request: LinkRequest<N>): Promise<LinkAnswer | undefined> {
    try {
      return await this.room?.request<LinkAnswer>(name, request, ANSWER_WITHIN_MS);
    } catch {
      return undefined;
    }
  }

  protected join(room: RoomSocket): void {
    room.onMessage(LINK_MESSAGES.temple, (told: TempleTold) => this.emit('temple', told));
    room.onMessage(LINK_MESSAGES.command, (command: LinkCommand) => this.emit('command', command));
    room.onMessage(LINK_MESSAGES.forgotten, (gone: TempleForgotten) => this.emit('forgotten', gone));
    this.confirm(room);
  }

  protected snapshot() {
    return { connection: this.connection };
  }
}
