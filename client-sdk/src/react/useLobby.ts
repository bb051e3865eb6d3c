import type {
  AnyGame,
  ConnectionStatus,
  FlowerWarClient,
  GameName,
  LiveLobby,
  LobbyEntryOf,
  LobbyFilter,
} from '../index.ts';
import { asError, type Source, useShared } from './shared.ts';

/** What `useLobby` returns. */
export interface LobbyState<G extends string = string> {
  /** `idle`: there is no client. `live`: the list is kept up to date, or comes back by itself. `failed`: it was refused. */
  readonly status: 'idle' | 'opening' | 'live' | 'failed';
  /** The matches that fit the filter, the newest first. What was shown last is kept. */
  readonly matches: readonly LobbyEntryOf<G>[];
  /** What the connection does; absent until there was one. */
  readonly connection: ConnectionStatus | undefined;
  readonly error: Error | undefined;
  /** Tries again after a failure. */
  readonly retry: () => void;
}

/**
 * The public matches that fit a filter, kept up to date for as long as a component shows them. Components with the same
 * filter share one connection. Without a client it does nothing.
 */
export function useLobby<G extends GameName = AnyGame>(
  client: FlowerWarClient | undefined,
  filter: LobbyFilter<G> = {},
): LobbyState<G> {
  const fields = Object.entries(filter).filter(([, value]) => value !== undefined);
  const key = JSON.stringify(['lobby', fields.sort(), client?.session?.player]);
  const source = client ? lobbySource(client, filter as LobbyFilter) : NOTHING;
  return useShared({ client, key, idle: IDLE, source }) as LobbyState<string> as LobbyState<G>;
}

function before(status: 'idle' | 'opening'): LobbyState {
  return Object.freeze({ status, matches: [], connection: undefined, error: undefined, retry: () => {} });
}

const IDLE = before('idle');
const OPENING = before('opening');
const NOTHING: Source<LobbyState> = { first: IDLE, run: () => {} };

function lobbySource(client: FlowerWarClient, filter: LobbyFilter): Source<LobbyState> {
  const run: Source<LobbyState>['run'] = (tell, stop) => {
    const retry = () => {
      tell(OPENING);
      run(tell, stop);
    };
    const fail = (error: unknown) => tell({ ...OPENING, status: 'failed', error: asError(error), retry });
    client.lobby(filter as LobbyFilter<AnyGame>, { signal: stop }).then((lobby) => {
      if (stop.aborted) return lobby.close();
      stop.addEventListener('abort', () => lobby.close());
      follow(lobby, tell, retry);
    }, fail);
  };
  return { first: OPENING, run };
}

/** Tells a state for each snapshot, until the connection is closed for good. */
function follow(lobby: LiveLobby, tell: (state: LobbyState) => void, retry: () => void): void {
  const show = () => {
    const { matches, connection } = lobby.getSnapshot();
    const error = connection.state === 'closed' ? asError(connection.why) : undefined;
    tell({ status: error === undefined ? 'live' : 'failed', matches, connection, error, retry });
  };
  lobby.subscribe(show);
  show();
}
