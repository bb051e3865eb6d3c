/** The list of public matches that fit a filter, kept up to date. */
import type { LobbyEntryOf } from '@flower-war/protocol';
import { type Bulletin, MESSAGES } from '@flower-war/protocol/names';
import type { RoomSocket } from '../socket/roomSocket.ts';
import type { Waiting } from '../waiting/limited.ts';
import type { ConnectionStatus, Way } from './connection.ts';
import { LiveRoom, opened, type RoomEvents } from './liveRoom.ts';

/** What a lobby tells its listeners. */
export interface LobbyEvents extends RoomEvents {
  /** A match has appeared, changed or gone. */
  readonly change: undefined;
  /** The host of the server tells all who are connected something, such as a restart. */
  readonly bulletin: Bulletin;
}

/** The list at one moment. */
export interface LobbySnapshot<G extends string = string> {
  readonly matches: readonly LobbyEntryOf<G>[];
  readonly connection: ConnectionStatus;
}

interface LobbyJson<G extends string> {
  readonly matches?: Readonly<Record<string, LobbyEntryOf<G>>>;
}

/** Of several games, `game` says which of them an entry is of. */
export class LiveLobby<G extends string = string> extends LiveRoom<LobbyEvents, LobbySnapshot<G>> {
  protected readonly noun = 'lobby';
  protected readonly telling = ['change', 'connection'] as const;
  private shown: readonly LobbyEntryOf<G>[] | undefined;

  /** @internal Resolves when the list has come; rejects if the server refuses it or cannot be reached. */
  static open<G extends string>(way: Way, waiting: Waiting): Promise<LiveLobby<G>> {
    const lobby = new LiveLobby<G>(way);
    lobby.begin();
    return opened(lobby, waiting);
  }

  /** The newest match comes first. */
  get matches(): readonly LobbyEntryOf<G>[] {
    return this.getSnapshot().matches;
  }

  protected join(room: RoomSocket): void {
    room.onMessage(MESSAGES.bulletin, (bulletin: Bulletin) => this.emit('bulletin', bulletin));
    room.onStateChange((state: LobbyJson<G>) => this.show(room, state));
  }

  protected snapshot(): LobbySnapshot<G> | undefined {
    return this.shown && { matches: this.shown, connection: this.connection };
  }

  private show(room: RoomSocket, { matches = {} }: LobbyJson<G>): void {
    if (this.connection.state === 'closed') return;
    this.shown = Object.values(matches).sort((a, b) => b.createdAt - a.createdAt || (a.match < b.match ? -1 : 1));
    this.confirm(room);
    this.refresh();
    this.emit('change', undefined);
  }
}
