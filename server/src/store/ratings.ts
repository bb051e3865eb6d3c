/** The table of ratings. It can be rebuilt from the records and the order in which matches ended. */
import { all, change, first, type Work } from './engine/engine.ts';

export interface Rating {
  readonly rating: number;
  /** The uncertainty: the true strength nearly always lies within two deviations of the rating. */
  readonly deviation: number;
  readonly volatility: number;
  /** The number of rated matches. */
  readonly matches: number;
  /** When the last rated match ended. */
  readonly at: number;
}

/** The list that a rating belongs to: each preset of a game has its own. */
export interface Edition {
  readonly game: string;
  readonly preset: string;
}

export type PlayerRating = Rating & Edition;

/** How a match changed one player's rating. */
export interface Change {
  readonly seat: number;
  readonly player: string;
  readonly before: number;
  readonly after: number;
}

/** The outcome of a rated match, as it is stored. */
export interface Settled extends Edition {
  readonly match: string;
  readonly at: number;
  readonly changes: readonly Change[];
  readonly ratings: readonly (Rating & { readonly player: string })[];
  /** `known`: the match still counts for the opponents of a deleted player, whose own rating is not stored. */
  readonly keeps: 'known' | 'all';
}

export interface Leading extends Edition {
  readonly now: number;
  /** The fewest matches that a leader has played. */
  readonly fewest: number;
  /** A leader's squared deviation is below this. `growth` is how much the square grows in a millisecond. */
  readonly bound: number;
  readonly growth: number;
  readonly limit: number;
  /** The last leader of the page before. */
  readonly before?: { readonly rating: number; readonly player: string };
}

export type Leader = Rating & { readonly player: string; readonly name: string };

const RATING = 'rating, deviation, volatility, matches, updated_at AS at';

export const ratings = {
  /** The number of the last ending that was processed. */
  *upTo(): Work<number> {
    return (yield* first<{ n: number }>('SELECT n FROM rated_up_to'))?.n ?? 0;
  },

  /** Whether an ending waits to be rated. It may be one without a number yet. */
  *isBehind(): Work<boolean> {
    return (yield* first<{ is_behind: number }>(IS_BEHIND))?.is_behind === 1;
  },

  *find(player: string, { game, preset }: Edition): Work<Rating | undefined> {
    const sql = `SELECT ${RATING} FROM ratings WHERE player = $player AND game = $game AND preset = $preset`;
    return yield* first<Rating>(sql, { player, game, preset });
  },

  /** The ratings of these players, of those who have one. */
  *among(
    players: readonly string[],
    { game, preset }: Edition,
  ): Work<readonly (Rating & { readonly player: string })[]> {
    const sql = `SELECT player, ${RATING} FROM ratings WHERE game = $game AND preset = $preset
      AND player IN (SELECT value FROM json_each($players)) ORDER BY player`;
    return yield* all(sql, { game, preset, players: JSON.stringify(players) });
  },

  *of(player: string): Work<readonly PlayerRating[]> {
    const sql = `SELECT game, preset, ${RATING} FROM ratings WHERE player = $player ORDER BY game, preset`;
    return yield* all<PlayerRating>(sql, { player });
  },

  /** The changes by a match, or none if it did not count. */
  *changesOf(match: string): Work<readonly Change[]> {
    const row = yield* first<{ changes: string }>('SELECT changes FROM rated WHERE match = $match', { match });
    return row === undefined ? [] : (JSON.parse(row.changes) as readonly Change[]);
  },

  /** Players who have played enough, the best first. */
  *leaders({ before, ...asked }: Leading): Work<readonly Leader[]> {
    const { rating, player } = before ?? { rating: Number.MAX_VALUE, player: '' };
    return yield* all<Leader>(LEADERS, { ...asked, rating, player });
  },

  /**
   * Stores the outcome of the n-th ending and marks the ending as processed. False if it was processed before: the ratings
   * from which this outcome was computed have changed meanwhile.
   */
  *settle(n: number, settled: Settled | undefined): Work<boolean> {
    if (n <= (yield* ratings.upTo())) return false;
    yield* change('INSERT INTO rated_up_to (one, n) VALUES (1, $n) ON CONFLICT (one) DO UPDATE SET n = excluded.n', {
      n,
    });
    if (settled !== undefined) yield* write(settled);
    return true;
  },

  /** Deletes all ratings, before they are computed anew. */
  *clear(): Work<void> {
    for (const table of ['ratings', 'rated', 'rated_up_to', 'seat_accounts']) yield* change(`DELETE FROM ${table}`);
  },

  *forget(player: string): Work<void> {
    yield* change('DELETE FROM ratings WHERE player = $player', { player });
  },

  /** Deletes ratings of deleted players, after a rebuild in which they counted for their opponents. */
  *forgetWhoLeft(): Work<void> {
    yield* change('DELETE FROM ratings WHERE player NOT IN (SELECT player FROM people)');
  },

  *counts(): Work<{ readonly matches: number; readonly ratings: number }> {
    const sql = 'SELECT (SELECT count(*) FROM rated) AS matches, (SELECT count(*) FROM ratings) AS ratings';
    return (yield* first<{ matches: number; ratings: number }>(sql)) ?? { matches: 0, ratings: 0 };
  },
};

const IS_BEHIND = `
  SELECT CASE WHEN EXISTS (SELECT 1 FROM unread_endings)
    OR EXISTS (SELECT 1 FROM endings WHERE n > coalesce((SELECT n FROM rated_up_to), 0)) THEN 1 ELSE 0 END AS is_behind`;

const LEADERS = `
  SELECT player, name, ${RATING} FROM ratings JOIN people USING (player)
  WHERE game = $game AND preset = $preset AND (rating, player) < ($rating, $player) AND matches >= $fewest
    AND deviation * deviation + $growth * volatility * volatility
      * CASE WHEN updated_at < $now THEN $now - updated_at ELSE 0 END < $bound
  ORDER BY rating DESC, player DESC LIMIT $limit`;

function* write({ match, at, changes, ratings: rated, game, preset, keeps }: Settled): Work<void> {
  yield* change('INSERT INTO rated (match, at, changes) VALUES ($match, $at, $changes)', {
    match,
    at,
    changes: JSON.stringify(changes),
  });
  for (const { player, rating, deviation, volatility, matches, at: since } of rated)
    yield* change(RATE, { player, game, preset, rating, deviation, volatility, matches, since, keeps });
}

const RATE = `
  INSERT INTO ratings (player, game, preset, rating, deviation, volatility, matches, updated_at)
  SELECT $player, $game, $preset, $rating, $deviation, $volatility, $matches, $since
  WHERE $keeps = 'all' OR EXISTS (SELECT 1 FROM people WHERE player = $player)
  ON CONFLICT (player, game, preset) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
    volatility = excluded.volatility, matches = excluded.matches, updated_at = excluded.updated_at`;
