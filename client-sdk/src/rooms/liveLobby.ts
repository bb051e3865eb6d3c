/** The list of public matches that fit a filter, kept up to date. */
import type { LobbyEntryOf } from '@flower-war/protocol';
import type { RoomSocket } from '../socket/roomSocket.ts';
import { LastingConnection, type Place } from './connection.ts';
import { Emitter } from './emitter.ts';

export interface LobbyEvents {
  /** A match has appeared, changed or gone. */
  readonly change: undefined;
  /** The connection was lost (false) or is back (true). The caller needs to do nothing. */
  readonly connected: boolean;
  /** The connection will not come back: it was closed here, or the server refuses it. */
  readonly closed: Error;
}

interface LobbyJson<G extends string> {
  readonly matches?: Readonly<Record<string, LobbyEntryOf<G>>>;
}

/** Of several games, `game` says which of them an entry is of. */
export class LiveLobby<G extends string = string> extends Emitter<LobbyEvents> {
  private readonly connection: LastingConnection;
  private shown: readonly LobbyEntryOf<G>[] | undefined;
  private isThere = false;
  private ending: Error | undefined;

  private constructor(url: string, reserve: () => Promise<Place>) {
    super();
    this.connection = new LastingConnection(url, reserve, {
      onJoin: (room) => this.join(room),
      onLost: () => this.lose(),
      onRefused: (error) => this.end(error),
    });
  }

  /** Resolves when the list has come; rejects if the server refuses it. */
  static open<G extends string>(url: string, reserve: () => Promise<Place>): Promise<LiveLobby<G>> {
    const lobby = new LiveLobby<G>(url, reserve);
    return new Promise((resolve, reject) => {
      lobby.on('change', () => resolve(lobby));
      lobby.on('closed', reject);
      void lobby.connection.run();
    });
  }

  /** The newest match comes first. */
  get matches(): readonly LobbyEntryOf<G>[] {
    return this.shown ?? [];
  }

  get isConnected(): boolean {
    return this.isThere;
  }

  close(): void {
    this.end(new Error('the lobby was closed here'));
    this.connection.close();
  }

  private join(room: RoomSocket): void {
    room.onStateChange((state: LobbyJson<G>) => this.show(state));
  }

  private show({ matches = {} }: LobbyJson<G>): void {
    if (this.ending !== undefined) return;
    this.shown = Object.values(matches).sort((a, b) => b.createdAt - a.createdAt || (a.match < b.match ? -1 : 1));
    if (!this.isThere) {
      this.isThere = true;
      this.emit('connected', true);
    }
    this.emit('change', undefined);
  }

  private lose(): void {
    const wasThere = this.isThere;
    this.isThere = false;
    if (wasThere && this.ending === undefined) this.emit('connected', false);
  }

  private end(why: Error): void {
    if (this.ending !== undefined) return;
    this.ending = why;
    this.emit('closed', why);
  }
}
