/** What `useMatch` returns. */
import type { Answer, LiveMatch, MatchSnapshot, ReasonOf } from '../index.ts';
import { asError } from './asError.ts';

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

export const IDLE = before('idle');
export const OPENING = before('opening');
export const AWAITING = before('awaiting-approval');

/** A state for each snapshot of the match. `play` stays the same function as long as the decision is the same. */
export function statesOf(live: LiveMatch<string>): () => MatchState {
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

export function failedMatch(error: unknown, kept: Pick<FailedMatch<string>, 'snapshot' | 'retry'>): MatchState {
  return Object.freeze({ ...CLOSED, ...kept, status: 'failed', error: asError(error) });
}
