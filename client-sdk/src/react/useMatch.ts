import { idOf } from '../http/http.ts';
import type {
  Answer,
  FlowerWarClient,
  GameOf,
  LiveMatch,
  MatchOf,
  MatchSnapshot,
  ReasonOf,
  SeatNameOf,
} from '../index.ts';
import { asError, type Source, useShared } from './shared.ts';

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
function statesOf(live: LiveMatch<string>): () => MatchState {
  let play = playing(live);
  let current = shownMatch(live, play);
  return () => {
    const snapshot = live.getSnapshot();
    if (snapshot === current.snapshot) return current;
    if (snapshot.decision !== current.snapshot.decision) play = playing(live);
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
  const source = client && wanted ? matchSource(client, wanted) : NOTHING;
  return useShared<MatchState>({ client, key, idle: IDLE, source }) as unknown as MatchStateOf<GameOf<Match>>;
}

/** The types of the game are those of `useMatch`; in here the match is of any game. */
type AnyWhere = Where<string>;

const NOTHING: Source<MatchState> = { first: IDLE, run: () => {} };

/** Another player has another connection, also with the same client. */
function keyOf(client: FlowerWarClient | undefined, where: AnyWhere): string {
  const match = ('join' in where ? where.join : where.watch) as string | MatchOf;
  const game = typeof match === 'string' ? undefined : match.game;
  const { code, seat } = { seat: undefined, ...where };
  return JSON.stringify(['match', 'join' in where, idOf(match), game, seat, code, client?.session?.player]);
}

function matchSource(client: FlowerWarClient, where: AnyWhere): Source<MatchState> {
  const run: Source<MatchState>['run'] = (tell, stop) => {
    const retry = () => {
      tell(OPENING);
      run(tell, stop);
    };
    const fail = (error: unknown) => tell(failedMatch(error, { snapshot: undefined, retry }));
    open(client, where, { signal: stop, onWaiting: () => tell(AWAITING) }).then((live) => {
      if (stop.aborted) return live.close();
      stop.addEventListener('abort', () => live.close());
      follow(live, tell, retry);
    }, fail);
  };
  return { first: OPENING, run };
}

interface Waits {
  readonly signal: AbortSignal;
  readonly onWaiting: () => void;
}

function open(client: FlowerWarClient, where: AnyWhere, waits: Waits): Promise<LiveMatch<string>> {
  const code = where.code === undefined ? {} : { code: where.code };
  if ('watch' in where) return client.watch<string>(where.watch, { signal: waits.signal, ...code }).then(ofAnyGame);
  const seat = where.seat === undefined ? {} : { seat: where.seat };
  return client.join<string>(where.join, { ...waits, ...code, ...seat }).then(ofAnyGame);
}

const ofAnyGame = (live: object) => live as LiveMatch<string>;

/** Tells a state for each snapshot, until the connection is closed for good. */
function follow(live: LiveMatch<string>, tell: (state: MatchState) => void, retry: () => void): void {
  const state = statesOf(live);
  const show = () => {
    const snapshot = live.getSnapshot();
    const { connection } = snapshot;
    tell(connection.state === 'closed' ? failedMatch(connection.why, { snapshot, retry }) : state());
  };
  live.subscribe(show);
  show();
}
