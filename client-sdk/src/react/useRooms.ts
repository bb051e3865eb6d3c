/** Hooks over what lasts in a room: a match that is played or watched, and the lobby. */
import { idOf } from '../http/http.ts';
import type {
  Answer,
  AnyGame,
  ConnectionStatus,
  FlowerWarClient,
  GameName,
  GameOf,
  LiveMatch,
  LobbyEntryOf,
  LobbyFilter,
  MatchOf,
  MatchSnapshot,
  ReasonOf,
  SeatNameOf,
} from '../index.ts';
import { asError, type Source, useShared } from './useClient.ts';

// What `useMatch` returns.

/** No answer came: the match was closed in the meantime, or is not open yet. */
export interface NotPlayed {
  readonly kind: 'failed';
  readonly error: Error;
}

/** The server's answer to a move, or why none came. */
export type Played<Reason extends string = string> = Answer<Reason> | NotPlayed;

interface Common<G extends string> {
  /** The moves that this seat may play now, in notation; empty when it has nothing to decide. */
  readonly legal: readonly string[];
  /**
   * Plays a move as the answer to the decision of this render: a tap that comes late never answers the next one. It
   * never rejects.
   */
  readonly play: (move: string) => Promise<Played<ReasonOf<G>>>;
  /** Tries again, from the beginning, after a failure. */
  readonly retry: () => void;
}

/** There is no client or no match yet, so nothing was opened. */
export interface NoMatch<G extends string> extends Common<G> {
  readonly status: 'idle';
  readonly live: undefined;
  readonly snapshot: undefined;
  readonly error: undefined;
}

/** The connection is made for the first time; `awaiting-approval`: the host must let the player in. */
export interface OpeningMatch<G extends string> extends Common<G> {
  readonly status: 'opening' | 'awaiting-approval';
  readonly live: undefined;
  readonly snapshot: undefined;
  readonly error: undefined;
}

/**
 * The match is shown. While the connection is lost it is shown as it last was, and comes back by itself:
 * `snapshot.connection` says so.
 */
export interface ShownMatch<G extends string> extends Common<G> {
  readonly status: 'live';
  /** For all that is not played: `offer`, `say`, `resign`, `on('events', …)`. */
  readonly live: LiveMatch<G>;
  readonly snapshot: MatchSnapshot<G>;
  readonly error: undefined;
}

/** The match was refused or lost for good. What was shown last is kept. */
export interface FailedMatch<G extends string> extends Common<G> {
  readonly status: 'failed';
  readonly live: undefined;
  readonly snapshot: MatchSnapshot<G> | undefined;
  readonly error: Error;
}

/** What `useMatch` returns. `status` says which it is. */
export type MatchState<G extends string = string> = NoMatch<G> | OpeningMatch<G> | ShownMatch<G> | FailedMatch<G>;

/** For several games, a union of the states of each. */
export type MatchStateOf<G extends string> = G extends string ? MatchState<G> : never;

const NO_MOVES: readonly string[] = Object.freeze([]);

const notOpen = async (): Promise<NotPlayed> => ({
  kind: 'failed',
  error: new Error('no move can be played, because the match is not open'),
});

const UNFAILED = { error: undefined, retry: () => {} } as const;
const CLOSED = { legal: NO_MOVES, play: notOpen, live: undefined } as const;

function before<Status extends string>(status: Status) {
  return Object.freeze({ ...CLOSED, status, snapshot: undefined, ...UNFAILED });
}

const IDLE = before('idle');
const OPENING = before('opening');
const AWAITING = before('awaiting-approval');

/** A state for each snapshot of the match. `play` stays the same function as long as the decision is the same. */
function statesOf(live: LiveMatch<string>, retry: () => void): () => MatchState {
  let play = playing(live);
  let current = shownMatch(live, play);
  return () => {
    const snapshot = live.getSnapshot();
    const { connection, decision } = snapshot;
    if (connection.state === 'closed') return failedMatch(connection.why, { snapshot, retry });
    if (snapshot === current.snapshot) return current;
    if (decision !== current.snapshot.decision) play = playing(live);
    current = shownMatch(live, play);
    return current;
  };
}

function shownMatch(live: LiveMatch<string>, play: ShownMatch<string>['play']): ShownMatch<string> {
  const snapshot = live.getSnapshot();
  return Object.freeze({ status: 'live', live, snapshot, legal: snapshot.legal, play, ...UNFAILED });
}

function playing(live: LiveMatch<string>): ShownMatch<string>['play'] {
  const { decision } = live;
  return (move) => live.play(move, { decision }).catch(notPlayed);
}

function notPlayed(thrown: unknown): NotPlayed {
  return { kind: 'failed', error: asError(thrown) };
}

function failedMatch(error: unknown, kept: Pick<FailedMatch<string>, 'snapshot' | 'retry'>): MatchState {
  return Object.freeze({ ...CLOSED, ...kept, status: 'failed', error: asError(error) });
}

/** Which match, and whether to play or to watch it. A summary or an entry of the lobby tells the types of its game. */
export type Where<Match extends string | MatchOf = string> =
  | {
      /** Sits down, or comes back to the player's seat. */
      readonly join: Match;
      /** The number of the seat, or the game's name of it. */
      readonly seat?: number | SeatNameOf<GameOf<Match>> | undefined;
      /** The code of a private match. */
      readonly code?: string | undefined;
    }
  | {
      /** Watches as a spectator. */
      readonly watch: Match;
      /** The code of a private match. */
      readonly code?: string | undefined;
    };

/**
 * Plays or watches a match for as long as a component shows it. Several components that name the same match share one
 * connection. The last one that goes closes it; the player keeps the seat. Without a client or a match it does nothing.
 */
export function useMatch<Match extends string | MatchOf>(
  client: FlowerWarClient | undefined,
  where: Where<Match> | undefined,
): MatchStateOf<GameOf<Match>> {
  const wanted = where as AnyWhere | undefined;
  const key = wanted && keyOf(client, wanted);
  const source = client && wanted && matchSource(client, wanted);
  return useShared<MatchState>({ client, key, idle: IDLE, source }) as unknown as MatchStateOf<GameOf<Match>>;
}

/** The types of the game are those of `useMatch`; in here the match is of any game. */
type AnyWhere = Where<string>;

/** Another player has another connection, also with the same client. */
function keyOf(client: FlowerWarClient | undefined, where: AnyWhere): string {
  const match = ('join' in where ? where.join : where.watch) as string | MatchOf;
  const game = typeof match === 'string' ? undefined : match.game;
  const { code, seat } = { seat: undefined, ...where };
  return JSON.stringify(['match', 'join' in where, idOf(match), game, seat, code, client?.session?.player]);
}

const matchSource = (client: FlowerWarClient, where: AnyWhere): Source<MatchState> =>
  roomSource({
    opening: OPENING,
    open: (tell, signal) => open(client, where, { signal, onWaiting: () => tell(AWAITING) }),
    states: statesOf,
    failed: (error, retry) => failedMatch(error, { snapshot: undefined, retry }),
  });

function open(
  client: FlowerWarClient,
  where: AnyWhere,
  waits: { readonly signal: AbortSignal; readonly onWaiting: () => void },
): Promise<LiveMatch<string>> {
  const code = where.code === undefined ? {} : { code: where.code };
  if ('watch' in where) return client.watch<string>(where.watch, { signal: waits.signal, ...code }).then(ofAnyGame);
  const seat = where.seat === undefined ? {} : { seat: where.seat };
  return client.join<string>(where.join, { ...waits, ...code, ...seat }).then(ofAnyGame);
}

const ofAnyGame = (live: object) => live as LiveMatch<string>;

// The lobby.

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
  const source = client && lobbySource(client, filter as LobbyFilter<AnyGame>);
  return useShared({ client, key, idle: IDLE_LOBBY, source }) as LobbyState<string> as LobbyState<G>;
}

function lobbyBefore(status: 'idle' | 'opening'): LobbyState {
  return Object.freeze({ status, matches: [], connection: undefined, error: undefined, retry: () => {} });
}

const IDLE_LOBBY = lobbyBefore('idle');
const OPENING_LOBBY = lobbyBefore('opening');

const lobbySource = (client: FlowerWarClient, filter: LobbyFilter<AnyGame>): Source<LobbyState> =>
  roomSource({
    opening: OPENING_LOBBY,
    open: (_, signal) => client.lobby(filter, { signal }),
    states: (lobby, retry) => () => {
      const { matches, connection } = lobby.getSnapshot();
      if (connection.state !== 'closed') return { status: 'live', matches, connection, ...UNFAILED };
      return { status: 'failed', matches, connection, error: asError(connection.why), retry };
    },
    failed: (error, retry) => ({ ...OPENING_LOBBY, status: 'failed', error: asError(error), retry }),
  });

// What the match and the lobby have in common: a room that is opened, followed, and closed with its last component.

interface Room {
  readonly subscribe: (listener: () => void) => unknown;
  readonly close: () => void;
}

interface Showing<State, R extends Room> {
  readonly opening: State;
  readonly open: (tell: (state: State) => void, signal: AbortSignal) => Promise<R>;
  /** The state at each snapshot, until the connection is closed for good. */
  readonly states: (room: R, retry: () => void) => () => State;
  readonly failed: (error: unknown, retry: () => void) => State;
}

function roomSource<State, R extends Room>({ opening, open, states, failed }: Showing<State, R>): Source<State> {
  const run: Source<State>['run'] = (tell, stop) => {
    let isTried = false;
    const retry = () => {
      if (isTried) return; // two taps try once
      isTried = true;
      tell(opening);
      run(tell, stop);
    };
    open(tell, stop).then(
      (room) => {
        if (stop.aborted) return room.close();
        stop.addEventListener('abort', () => room.close());
        const state = states(room, retry);
        const show = () => tell(state());
        room.subscribe(show);
        show();
      },
      (error) => tell(failed(error, retry)),
    );
  };
  return { first: opening, run };
}
