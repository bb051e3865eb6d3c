/**
 * Plays the matches of the league, one at a time, while no person plays in this process. Each is an ordinary match with a public record. What
 * is to be done follows from the stored matches alone, so another process, or the next start, goes on where this one was.
 */
import { type League as Shown, type MatchAccount, tableSettings } from '@flower-war/protocol';
import type { Seat } from '@flower-war/rules';
import { timesItsPart } from '@flower-war/rules/verdict';
import { chosenOptions, type Hosted, type HostedGames, mustHost } from '../../base/hostedGames.ts';
import { LEAGUE, newMatchId } from '../../base/ids.ts';
import { Refused } from '../../base/refused.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Match } from '../../match/match.ts';
import type { Matches } from '../../matches/matches.ts';
import { StoreError } from '../../store/engine/engine.ts';
import type { Journal } from '../../store/journal/journal.ts';
import type { LeagueMatch } from '../../store/league.ts';
import type { Stores } from '../../store/operations.ts';
import type { Accounts } from '../replay/accounts.ts';
import { areHere, contestantsOf, isPlayedByBoth, nextPair, standingsOf } from './standings.ts';

interface LeagueTools {
  readonly perDay: number;
  readonly store: Stores['league'];
  readonly games: HostedGames;
  readonly journal: Pick<Journal, 'index'>;
  readonly matches: Pick<Matches, 'create' | 'use'>;
  readonly accounts: Pick<Accounts, 'of'>;
  readonly now: () => number;
  readonly report: (problem: string, fields: Readonly<Record<string, unknown>>) => void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** So long after the last change in a match of people. */
const IDLE_AFTER_MS = 60_000;
const SEATS = 2;
const MOST_MATCHES = 20_000;
const KEPT_MS = 5000;
/** When all is known, nothing changes before the next start, but for another process that has other bots. */
const REST_MS = 60_000;

interface Kept {
  readonly until: number;
  readonly shown: Promise<Shown>;
}

export class League {
  private readonly tools: LeagueTools;
  /** Whether this process has had no time for its work a moment ago. */
  isHurried = false;
  private playedAt = Number.NEGATIVE_INFINITY;
  private restsUntil = 0;
  /** By game. */
  private readonly kept = new Map<string, Kept>();

  constructor(tools: LeagueTools) {
    this.tools = tools;
  }

  /** A match was opened here, or has changed. */
  noteShown({ position: { occupants, status } }: Pick<Match, 'position'>): void {
    const isOfPeople = [...occupants.values()].some(({ kind }) => kind === 'player');
    if (isOfPeople && status !== 'ended') this.playedAt = this.tools.now();
  }

  /** Whether its bots may move. When the league is off, what is left of its last match is played out. */
  get mayPlay(): boolean {
    const isIdle = !this.isHurried && this.tools.now() >= this.playedAt + IDLE_AFTER_MS;
    return this.tools.perDay === 0 || isIdle;
  }

  noteLostTurn(match: string, seat: Seat): void {
    this.tools.store.lose(match, seat).catch((error: unknown) => {
      this.tools.report('a lost turn of a bot could not be counted', { match, error });
    });
  }

  /** Does the next step, if there is one and the process is idle. */
  async tend(): Promise<void> {
    if (this.tools.perDay === 0 || !this.mayPlay) return;
    const playing = await this.tools.store.playing();
    if (playing === undefined) await this.begin();
    else await this.goOn(playing);
  }

  /** How the bots of a game stand. It is worked out at most every few seconds. */
  async of(game: string): Promise<Shown> {
    const { now } = this.tools;
    const hosted = mustHost(this.tools.games, game);
    const known = this.kept.get(game);
    if (known !== undefined && now() < known.until) return known.shown;
    const shown = this.workOut(hosted);
    this.kept.set(game, { until: now() + KEPT_MS, shown });
    shown.catch(() => this.kept.delete(game));
    return shown;
  }

  /** How the bots of all games stand. */
  all(): Promise<readonly Shown[]> {
    return Promise.all(this.tools.games.all.filter(hasTwoSeats).map(({ game }) => this.of(game.id)));
  }

  private async workOut(hosted: Hosted): Promise<Shown> {
    const { preset, matches } = await this.playedIn(hosted);
    const { perDay } = this.tools;
    return { game: hosted.game.id, preset, perDay, ...standingsOf(contestantsOf(hosted), matches) };
  }

  /** The league plays the default edition of a game. */
  private async playedIn(hosted: Hosted) {
    const { preset, options } = chosenOptions(hosted, {});
    const matches = await this.tools.store.of({ game: hosted.game.id, preset }, MOST_MATCHES);
    return { hosted, preset, options, matches };
  }

  /** Of all games, the pair with the fewest matches. */
  private async begin(): Promise<void> {
    const { games, store, perDay, now } = this.tools;
    if (now() < this.restsUntil || (await store.begunSince(now() - DAY_MS)) >= perDay) return;
    const played = await Promise.all(games.all.filter(hasTwoSeats).map((hosted) => this.playedIn(hosted)));
    const open = played.flatMap(({ hosted, preset, matches }) => {
      const next = nextPair(contestantsOf(hosted), matches);
      return next === undefined ? [] : [{ ...next, game: hosted.game.id, preset }];
    });
    const [next] = open.toSorted((a, b) => a.begun - b.begun);
    if (next === undefined) {
      this.restsUntil = now() + REST_MS;
      return;
    }
    const { bots, game, preset } = next;
    if (await store.begin({ match: newMatchId(), game, preset, at: now(), ...bots })) return this.tend();
  }

  private async goOn(playing: LeagueMatch): Promise<void> {
    const hosted = this.tools.games.get(playing.game);
    const isOver = this.tools.now() >= playing.at + DAY_MS;
    if (isOver || hosted === undefined || !areHere(playing, contestantsOf(hosted))) return this.giveUp(playing);
    const found = await this.tools.journal.index(playing.match);
    if (found === undefined) await this.create(playing, hosted);
    if (found === undefined || found.index.status === 'open') await this.seat(playing);
    else if (found.index.status === 'ended')
      await this.settle(playing, JSON.parse(found.index.summary) as IndexedMatch);
  }

  private async create({ match, game }: LeagueMatch, hosted: Hosted): Promise<void> {
    const edition = chosenOptions(hosted, {});
    const table = tableSettings.parse({});
    await this.tools.matches.create({ game, ...edition, seats: SEATS, table, host: LEAGUE, id: match });
  }

  private async seat({ match, bot0, bot1 }: LeagueMatch): Promise<void> {
    await this.tools.matches.use(match, async (opened) => {
      for (const [seat, bot] of [bot0, bot1].entries())
        if (!opened.position.occupants.has(seat as Seat))
          await opened.sit({ by: 'bot', bot }, seat as Seat, this.tools.now());
    });
  }

  private async settle(playing: LeagueMatch, { match, seats, result }: IndexedMatch): Promise<void> {
    if (!isPlayedByBoth(playing, seats)) return this.giveUp(playing);
    const account = await this.accountOf({ match, ...(result && { result }) });
    if (account === 'later') return;
    if (account === undefined) return this.giveUp(playing);
    await this.tools.store.settle({ match, state: 'counted', ...figuresOf(account) });
  }

  /** It counts for neither bot. The match itself goes on as any other one. */
  private giveUp({ match }: LeagueMatch): Promise<void> {
    return this.tools.store.settle({ match, state: 'void', result: null, account: null });
  }

  /** None of a match that was given up, or of which none can be made. */
  private async accountOf(ended: Pick<IndexedMatch, 'match' | 'result'>): Promise<MatchAccount | 'later' | undefined> {
    try {
      return await this.tools.accounts.of(ended as Parameters<Accounts['of']>[0], LEAGUE);
    } catch (error) {
      if (error instanceof StoreError) throw error;
      if (error instanceof Refused && error.code !== 'no-account') return 'later';
      if (!(error instanceof Refused)) this.tools.report('a match of the league has no account', { ...ended, error });
      return undefined;
    }
  }
}

const MILLION = 1_000_000;

const hasTwoSeats = ({
  game: {
    seats: [fewest, most],
  },
}: Hosted): boolean => fewest <= SEATS && SEATS <= most;

/** Of seat 0. The account of a match has the results of its seats as they ended. */
function figuresOf({ seats }: MatchAccount): { readonly result: number; readonly account: number } {
  const results = seats.map(({ result }) => result / MILLION);
  const fair = seats.map(({ result, luck }) => (result - luck.value) / MILLION);
  const times = (shares: readonly number[]) => Math.round(MILLION * timesItsPart(shares, 0));
  return { result: times(results), account: times(fair) };
}
