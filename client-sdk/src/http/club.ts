/** What a server offers beside matches: tournaments, puzzles, and order among its players. */
import type {
  AnsweredPuzzle,
  GivenPenalties,
  GivenPenalty,
  HeardReport,
  ListedTournament,
  NewPenalty,
  OrderFigures,
  PenaltySettling,
  PuzzleList,
  ServedPuzzle,
  TournamentFilter,
  TournamentStep,
  TournamentView,
  TournamentWish,
} from '@flower-war/protocol';
import { pause } from '../waiting/limited.ts';
import { type Http, UnreachableError } from './http.ts';

/** What of a tournament is asked for. */
export interface TournamentLook {
  /** Of a private one. */
  readonly code?: string;
  readonly round?: number;
  /** The tables of all rounds, where there are at most 512. */
  readonly tables?: 'all';
}

const EVERY_MS = 5000;

/** How a tournament is followed. */
export interface TournamentFollowing extends TournamentLook {
  /** In milliseconds. */
  readonly every?: number;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/** Asks for a tournament again every five seconds, and gives it whenever it has changed, until it has ended. A server that is away is asked again. */
export async function* followTournament(
  { tournaments }: { readonly tournaments: Tournaments },
  tournament: string,
  { every = EVERY_MS, signal = new AbortController().signal, ...asked }: TournamentFollowing = {},
): AsyncGenerator<TournamentView, void, void> {
  for (let last = ''; !signal.aborted; await pause(every, signal)) {
    const view = await tournaments.get(tournament, asked).catch(unlessAway);
    const text = JSON.stringify(view);
    if (view === undefined || text === last) continue;
    last = text;
    yield view;
    if (view.status === 'ended') return;
  }
}

function unlessAway(error: unknown): undefined {
  if (!(error instanceof UnreachableError)) throw error;
}

/** Arenas, Swiss tournaments, round robins and knockouts. `followTournament` tells what changes in one. */
export class Tournaments {
  private readonly http: Http;

  /** @internal `FlowerWarClient` makes it. */
  constructor(http: Http) {
    this.http = http;
  }

  /** Public ones, the newest first. */
  async list(filter: TournamentFilter = {}): Promise<readonly ListedTournament[]> {
    return (await this.http.call('listTournaments', { query: filter })).tournaments;
  }

  /** Those that this player has made or entered, the newest first. */
  async mine(): Promise<readonly ListedTournament[]> {
    return (await this.http.call('listMyTournaments')).tournaments;
  }

  /**
   * Its table, and the matches of a round: of the last one, if none is named, or of `tables: 'all'`. A private one needs its code. The
   * answer says by a tag what it is, so a browser that asks again is sent nothing while nothing has changed.
   */
  get(tournament: string, asked: TournamentLook = {}): Promise<TournamentView> {
    return this.http.call('getTournament', { params: { tournament }, query: asked });
  }

  /** Makes a tournament, which this player may then `steer`. A private one tells its code. */
  create(wish: TournamentWish): Promise<TournamentView> {
    return this.http.call('createTournament', { body: wish });
  }

  /** Enters it, or comes back to it. */
  enter(tournament: string, code?: string): Promise<TournamentView> {
    const body = code === undefined ? {} : { code };
    return this.http.call('enterTournament', { params: { tournament }, body });
  }

  /** Says that this player is there: before the start, or again after a match that was missed. */
  checkIn(tournament: string): Promise<TournamentView> {
    return this.http.call('checkIn', { params: { tournament } });
  }

  /** This player is not paired any more. */
  withdraw(tournament: string): Promise<TournamentView> {
    return this.http.call('withdrawFromTournament', { params: { tournament } });
  }

  /** Begins, pauses, goes on with or ends a tournament that this player has made. */
  steer(tournament: string, to: TournamentStep): Promise<TournamentView> {
    return this.http.call('steerTournament', { params: { tournament }, body: { to } });
  }
}

// Puzzles: those that come with the rules, and those that its host has made of matches.

/** Puzzles: positions in which one answer is surely the best. */
export class Puzzles {
  private readonly http: Http;

  /** @internal `FlowerWarClient` makes it. */
  constructor(http: Http) {
    this.http = http;
  }

  /** The puzzles of this server, in the order of the days, and how this player stands against them. */
  list(): Promise<PuzzleList> {
    return this.http.call('listPuzzles');
  }

  /** A puzzle with its position, and what each answer is worth. */
  get(puzzle: string): Promise<ServedPuzzle> {
    return this.http.call('getPuzzle', { params: { puzzle } });
  }

  /** Answers a puzzle with one of its moves. The first answer of a player counts for both ratings. */
  answer(puzzle: string, move: string): Promise<AnsweredPuzzle> {
    return this.http.call('answerPuzzle', { params: { puzzle }, body: { move } });
  }
}

// What a moderator does: `account.me()` tells the rights.

/** Reports and penalties, for a player whom the operator has made a moderator. */
export class Order {
  private readonly http: Http;

  /** @internal `FlowerWarClient` makes it. */
  constructor(http: Http) {
    this.http = http;
  }

  /** Reports of players, without their senders: first those to settle, the newest first, at most 100. */
  async reports(): Promise<readonly HeardReport[]> {
    return (await this.http.call('listReportsToSettle')).reports;
  }

  /** Says that something was done about a report, or that nothing is to be done. */
  async settleReport(report: string, outcome: 'acted' | 'dismissed'): Promise<readonly HeardReport[]> {
    return (await this.http.call('settleReport', { params: { report }, body: { outcome } })).reports;
  }

  /** Figures of the newest rated matches in which a moderator may see that something is wrong. They prove nothing. */
  figures(): Promise<OrderFigures> {
    return this.http.call('listFigures');
  }

  /** The penalties of one player or of all, the newest first, with what players answered. */
  penalties(asked: { readonly player?: string; readonly before?: string } = {}): Promise<GivenPenalties> {
    return this.http.call('listPenalties', { query: asked });
  }

  /** Mutes a player, bans one for a time, or takes a name away. */
  penalize(player: string, penalty: NewPenalty): Promise<GivenPenalty> {
    return this.http.call('penalize', { params: { player }, body: penalty });
  }

  /** Lifts or shortens a penalty, or keeps it after the player has answered. */
  settle(penalty: string, outcome: PenaltySettling): Promise<GivenPenalty> {
    return this.http.call('settlePenalty', { params: { penalty }, body: outcome });
  }
}
