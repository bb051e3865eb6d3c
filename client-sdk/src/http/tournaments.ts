/** Tournaments of a server: to make, enter, follow and steer them. */
import type {
  ListedTournament,
  TournamentFilter,
  TournamentStep,
  TournamentView,
  TournamentWish,
} from '@flower-war/protocol';
import type { Http } from './http.ts';

/** Arenas, Swiss tournaments, round robins and knockouts. Read one again every few seconds to follow it. */
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

  /** Its table, and the matches of a round: of the last one, if none is named. A private one needs its code. */
  get(tournament: string, asked: { readonly code?: string; readonly round?: number } = {}): Promise<TournamentView> {
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
