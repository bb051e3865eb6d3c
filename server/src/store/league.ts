/** The matches of the league: which version of which bot sat where, and what came of it. They stay when a record is deleted. */
import { all, change, changeAlone, first, type Work } from './engine/engine.ts';

/** Two seats; `bot0` sits in seat 0. */
export interface PairedBots {
  readonly bot0: string;
  readonly version0: string;
  readonly bot1: string;
  readonly version1: string;
}

export interface NewLeagueMatch extends PairedBots {
  readonly match: string;
  readonly game: string;
  readonly preset: string;
  readonly at: number;
}

/** `void`: the match counts for neither bot. Of a counted one both figures are there, of any other none. */
export interface LeagueMatch extends NewLeagueMatch {
  readonly state: 'playing' | 'counted' | 'void';
  /** The turns in which the usual bot moved for each. */
  readonly lost0: number;
  readonly lost1: number;
  /** For seat 0, in millionths of its fair part: as the match ended, and with the luck of both taken out. */
  readonly result: number | null;
  readonly account: number | null;
}

interface Settled extends Pick<LeagueMatch, 'match' | 'result' | 'account'> {
  readonly state: 'counted' | 'void';
}

const ROW = 'match, game, preset, at, bot0, version0, bot1, version1, state, lost0, lost1, result, account';

export const league = {
  /** False if another match of the league is being played: nothing is written then. */
  *begin(made: NewLeagueMatch): Work<boolean> {
    return (yield* change(BEGIN, { ...made })) > 0;
  },

  *playing(): Work<LeagueMatch | undefined> {
    return yield* first<LeagueMatch>(`SELECT ${ROW} FROM league WHERE state = 'playing'`);
  },

  /** Counts a turn that the bot in this seat has lost. */
  *lose(match: string, seat: number): Work<void> {
    const column = seat === 0 ? 'lost0' : 'lost1';
    yield* changeAlone(`UPDATE league SET ${column} = ${column} + 1 WHERE match = $match AND state = 'playing'`, {
      match,
    });
  },

  /** Once for each match. */
  *settle({ match, state, result, account }: Settled): Work<void> {
    yield* changeAlone(SETTLE, { match, state, result, account });
  },

  *begunSince(at: number): Work<number> {
    return (yield* first<{ n: number }>('SELECT count(*) AS n FROM league WHERE at >= $at', { at }))?.n ?? 0;
  },

  /** The newest ones of an edition, in the order in which they were begun. */
  *of({ game, preset }: Pick<LeagueMatch, 'game' | 'preset'>, limit: number): Work<readonly LeagueMatch[]> {
    return (yield* all<LeagueMatch>(OF, { game, preset, limit })).toReversed();
  },
};

const BEGIN = `
  INSERT INTO league (match, game, preset, at, bot0, version0, bot1, version1, state, lost0, lost1)
  SELECT $match, $game, $preset, $at, $bot0, $version0, $bot1, $version1, 'playing', 0, 0
  WHERE NOT EXISTS (SELECT 1 FROM league WHERE state = 'playing')
  ON CONFLICT DO NOTHING`;

const SETTLE = `
  UPDATE league SET state = $state, result = $result, account = $account WHERE match = $match AND state = 'playing'`;

const OF = `
  SELECT ${ROW} FROM league WHERE game = $game AND preset = $preset ORDER BY at DESC, match DESC LIMIT $limit`;
