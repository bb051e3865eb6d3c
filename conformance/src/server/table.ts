/** Matches to check with: people who sign in, make matches and sit down. */
import { randomBytes } from 'node:crypto';
import type { MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import type { Report } from '../report.ts';
import { Caller } from '../wire/caller.ts';
import { Connection } from '../wire/connection.ts';

export interface Checking {
  readonly url: string;
  readonly report: Report;
  readonly seed: number;
}

/** A match that all its players have entered. */
export interface Game {
  readonly match: MatchSummary;
  readonly callers: readonly Caller[];
  /** One for each caller, in the order of the seats. */
  readonly seats: readonly Connection[];
}

/** Two people at a table, the first one its host. */
export async function newGame({ url, report }: Checking, game: string, wish: object = {}): Promise<Game> {
  const callers = [await Caller.guest(url, report), await Caller.guest(url, report)];
  const [host] = callers as [Caller];
  const match = await host.must<MatchSummary>('POST /api/matches', { game, seats: 2, ...wish });
  const seats: Connection[] = [];
  for (const caller of callers) seats.push(await sit(caller, match));
  for (const seat of seats) await seat.until('the start', () => seat.table?.status === 'running');
  return { match, callers, seats };
}

export async function seatBody(caller: Caller, { match }: MatchSummary): Promise<object> {
  const { commitment } = await caller.must<MatchSummary>(`GET /api/matches/${match}`);
  return { commitment, contribution: randomBytes(16).toString('hex') };
}

export async function sit(caller: Caller, match: MatchSummary): Promise<Connection> {
  const code = match.code === undefined ? {} : { code: match.code };
  const body = { ...(await seatBody(caller, match)), ...code };
  return enter(caller, await caller.must<SeatedAnswer>(`POST /api/matches/${match.match}/seat`, body));
}

/** Another connection to the seat of this player. */
export async function comeBack(caller: Caller, { match }: MatchSummary): Promise<Connection> {
  return enter(caller, await caller.must<SeatedAnswer>(`POST /api/matches/${match}/connect`));
}

export async function watch(caller: Caller, { match }: MatchSummary): Promise<Connection> {
  return enter(caller, await caller.must<SeatedAnswer>(`POST /api/matches/${match}/watch`));
}

function enter(
  { url, report }: Caller,
  { seat, connection }: Partial<SeatedAnswer> & Pick<SeatedAnswer, 'connection'>,
) {
  return Connection.open({ url, report, seat, connection });
}

export function hangUp({ seats }: Pick<Game, 'seats'>): void {
  for (const seat of seats) seat.drop();
}

/** Waits until a seat is to move. */
export async function toMove({ seats }: Game): Promise<Connection> {
  const found = () => seats.find(({ own, isShown }) => isShown && own?.decision !== undefined);
  for (let tries = 0; tries < 200 && found() === undefined; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const seat = found();
  if (seat === undefined) throw new Error('no seat is to move');
  return seat;
}
