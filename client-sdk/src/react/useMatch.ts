import { idOf } from '../http/matchOf.ts';
import type { FlowerWarClient, GameOf, LiveMatch, MatchOf, SeatNameOf } from '../index.ts';
import { AWAITING, failedMatch, IDLE, type MatchState, type MatchStateOf, OPENING, statesOf } from './matchState.ts';
import type { Source } from './shared.ts';
import { useShared } from './useShared.ts';

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
