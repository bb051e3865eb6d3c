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
import { Http } from '../http/http.ts';
import type { RoomSocket } from '../socket/roomSocket.ts';
import { LastingConnection } from './connection.ts';
import { Emitter } from './emitter.ts';

export interface TempleLinkEvents {
  /** What the bridge publishes. On every connection the server tells all temples anew. */
  readonly temple: TempleTold;
  readonly command: LinkCommand;
  readonly forgotten: TempleForgotten;
  /** The connection was made (true) or lost (false). It comes back by itself. */
  readonly connected: boolean;
  /** The link will not come back: it was closed here, or the server refuses the token. */
  readonly closed: Error;
}

/** The server answers at once. A bridge that waits longer asks again with the newest totals. */
const ANSWER_WITHIN_MS = 5000;
const NEVER = Number.MAX_SAFE_INTEGER;

export class TempleLink extends Emitter<TempleLinkEvents> {
  private readonly connection: LastingConnection;
  private room: RoomSocket | undefined;
  private isClosed = false;

  /** Listens to `room` from its first message on, so listen before `open`. */
  constructor({ url, token }: { readonly url: string; readonly token: string }) {
    super();
    const http = new Http(url, { player: '', name: '', token, refresh: '', expiresAt: NEVER });
    const reserve = () => http.call('connectBridge');
    this.connection = new LastingConnection(http.url, reserve, {
      onJoin: (room) => this.join(room),
      onLost: () => this.lose(),
      onRefused: (error) => this.end(error),
    });
  }

  open(): void {
    void this.connection.run();
  }

  get isConnected(): boolean {
    return this.room !== undefined;
  }

  /** `undefined` if no answer came. The caller then asks again with the newest values. */
  async ask<N extends LinkRequestName>(name: N, request: LinkRequest<N>): Promise<LinkAnswer | undefined> {
    try {
      return await this.room?.request<LinkAnswer>(name, request, ANSWER_WITHIN_MS);
    } catch {
      return undefined;
    }
  }

  close(): void {
    this.end(new Error('the link was closed here'));
    this.connection.close();
  }

  private join(room: RoomSocket): void {
    room.onMessage(LINK_MESSAGES.temple, (told: TempleTold) => this.emit('temple', told));
    room.onMessage(LINK_MESSAGES.command, (command: LinkCommand) => this.emit('command', command));
    room.onMessage(LINK_MESSAGES.forgotten, (gone: TempleForgotten) => this.emit('forgotten', gone));
    this.room = room;
    this.emit('connected', true);
  }

  private lose(): void {
    const wasThere = this.room !== undefined;
    this.room = undefined;
    if (wasThere && !this.isClosed) this.emit('connected', false);
  }

  private end(why: Error): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.emit('closed', why);
  }
}
