/** The table of ratings. It can be rebuilt from the records and the order in which matches ended. */
import type { Pool } from '@flower-war/protocol';
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
  /** Of matches in which bot accounts sat. Absent: of people alone. Their ratings never meet. */
  readonly pool?: Pool;
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
  readonly ratings: readonly RatingOf[];
  /** The same, if only the matches of a season are counted. */
  readonly season?: { readonly season: string; readonly ratings: readonly RatingOf[] };
  /** `known`: the match still counts for the opponents of a deleted player, whose own rating is not stored. */
  readonly keeps: 'known' | 'all';
}

type RatingOf = Rating & { readonly player: string };

/** Of a season, in an edition. */
export type SeasonRating = PlayerRating & { readonly season: string };

interface Climbing extends Edition {
  readonly season: string;
  /** The fewest matches of a player on the ladder. */
  readonly fewest: number;
  readonly limit: number;
}

/** A place of a player on the ladder of a season. Players who share a place have equally many points. */
export interface SeasonPlace extends Edition {
  readonly season: string;
  readonly place: number;
}

interface AskedPlaces {
  readonly player: string;
  /** The fewest matches of a player on the ladder. */
  readonly fewest: number;
  readonly last: number;
  readonly limit: number;
}

/** A rated match, and what lists show of it. */
export interface RatedRow {
  readonly match: string;
  readonly at: number;
  readonly changes: readonly Change[];
  /** As JSON. */
  readonly summary: string;
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

  *find(player: string, { game, preset, pool }: Edition): Work<Rating | undefined> {
    if (pool !== undefined) return yield* first<Rating>(FIND_IN_POOL, { player, game, preset, pool });
    const sql = `SELECT ${RATING} FROM ratings WHERE player = $player AND game = $game AND preset = $preset`;
    return yield* first<Rating>(sql, { player, game, preset });
  },

  /** The ratings of these players, as far as they have one. */
  *among(
    players: readonly string[],
    { game, preset }: Edition,
  ): Work<readonly (Rating & { readonly player: string })[]> {
    const sql = `SELECT player, ${RATING} FROM ratings WHERE game = $game AND preset = $preset
      AND player IN (SELECT value FROM json_each($players)) ORDER BY player`;
    return yield* all(sql, { game, preset, players: JSON.stringify(players) });
  },

  *inSeason(player: string, { season, game, preset }: Edition & { season: string }): Work<Rating | undefined> {
    const sql = `SELECT ${RATING} FROM season_ratings
      WHERE player = $player AND season = $season AND game = $game AND preset = $preset`;
    return yield* first<Rating>(sql, { player, season, game, preset });
  },

  *seasonsOf(player: string): Work<readonly SeasonRating[]> {
    const sql = `SELECT season, game, preset, ${RATING} FROM season_ratings WHERE player = $player
      ORDER BY season DESC, game, preset`;
    return yield* all<SeasonRating>(sql, { player });
  },

  /** Those with the most points in a season, who are known. */
  *ladder(asked: Climbing): Work<readonly Leader[]> {
    return yield* all<Leader>(LADDER, { ...asked });
  },

  /** The places of a player in all seasons, the newest first. A place beyond the last one that is asked for comes as the next after it. */
  *placesOf(asked: AskedPlaces): Work<readonly SeasonPlace[]> {
    return yield* all<SeasonPlace>(PLACES, { ...asked });
  },

  *of(player: string): Work<readonly PlayerRating[]> {
    const sql = `SELECT game, preset, ${RATING} FROM ratings WHERE player = $player ORDER BY game, preset`;
    return yield* all<PlayerRating>(sql, { player });
  },

  /** The ratings of a player in matches with bot accounts. */
  *inPools(player: string): Work<readonly (PlayerRating & { readonly pool: Pool })[]> {
    const sql = `SELECT pool, game, preset, ${RATING} FROM pool_ratings WHERE player = $player ORDER BY pool, game, preset`;
    return yield* all(sql, { player });
  },

  /** The changes by a match, or none if it did not count. */
  *changesOf(match: string): Work<readonly Change[]> {
    const row = yield* first<{ changes: string }>('SELECT changes FROM rated WHERE match = $match', { match });
    return row === undefined ? [] : (JSON.parse(row.changes) as readonly Change[]);
  },

  /** The matches of people that were rated last, the newest first: without those in which bot accounts alone sat, whose ids begin so. */
  *latest(limit: number, bots: string): Work<readonly RatedRow[]> {
    const wanted = { limit, ofBots: `"player":"${bots}` };
    const rows = yield* all<Omit<RatedRow, 'changes'> & { readonly changes: string }>(LATEST, wanted);
    return rows.map((row) => ({ ...row, changes: JSON.parse(row.changes) as readonly Change[] }));
  },

  /** Players who have played enough, the best first. */
  *leaders({ before, pool, ...asked }: Leading): Work<readonly Leader[]> {
    const { rating, player } = before ?? { rating: Number.MAX_VALUE, player: '' };
    const page = { ...asked, rating, player };
    return pool === undefined
      ? yield* all<Leader>(leadersOf('ratings', ''), page)
      : yield* all<Leader>(leadersOf('pool_ratings', 'AND pool = $pool'), { ...page, pool });
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
    for (const table of [...OF_PLAYERS, 'rated', 'rated_up_to', 'seat_accounts']) yield* change(`DELETE FROM ${table}`);
  },

  *forget(player: string): Work<void> {
    for (const table of OF_PLAYERS) yield* change(`DELETE FROM ${table} WHERE player = $player`, { player });
  },

  /** Deletes ratings of deleted players, after a rebuild in which they counted for their opponents. */
  *forgetWhoLeft(): Work<void> {
    for (const table of OF_PLAYERS)
      yield* change(`DELETE FROM ${table} WHERE player NOT IN (SELECT player FROM people)`);
  },

  *counts(): Work<{ readonly matches: number; readonly ratings: number }> {
    const sql = 'SELECT (SELECT count(*) FROM rated) AS matches, (SELECT count(*) FROM ratings) AS ratings';
    return (yield* first<{ matches: number; ratings: number }>(sql)) ?? { matches: 0, ratings: 0 };
  },
};

const OF_PLAYERS = ['ratings', 'season_ratings', 'pool_ratings'];

/** What a player surely reaches: the rating, less twice its deviation. */
const POINTS = (of: string) => `${of}.rating - 2 * ${of}.deviation`;

const LADDER = `
  SELECT player, name, ${RATING} FROM season_ratings JOIN people USING (player)
  WHERE season = $season AND game = $game AND preset = $preset AND matches >= $fewest
  ORDER BY ${POINTS('season_ratings')} DESC, player LIMIT $limit`;

const PLACES = `
  SELECT own.season, own.game, own.preset, 1 + (SELECT count(*) FROM (
    SELECT 1 FROM season_ratings other JOIN people USING (player)
    WHERE other.season = own.season AND other.game = own.game AND other.preset = own.preset AND other.matches >= $fewest
      AND ${POINTS('other')} > ${POINTS('own')} LIMIT $last) AS better) AS place
  FROM season_ratings own WHERE own.player = $player AND own.matches >= $fewest
  ORDER BY own.season DESC, own.game, own.preset LIMIT $limit`;

/** The last ending is read alone: PostgreSQL would look through all, in the hope of finding one that is greater soon. */
const IS_BEHIND = `
  SELECT CASE WHEN EXISTS (SELECT 1 FROM unread_endings)
    OR (SELECT max(n) FROM endings) > coalesce((SELECT n FROM rated_up_to), 0) THEN 1 ELSE 0 END AS is_behind`;

const LATEST = `
  SELECT rated.match, rated.at, rated.changes, matches.summary FROM rated JOIN matches ON matches.match = rated.match
  WHERE replace(rated.changes, $ofBots, '') LIKE '%"player":"%'
  ORDER BY rated.at DESC, rated.match LIMIT $limit`;

const FIND_IN_POOL = `SELECT ${RATING} FROM pool_ratings
  WHERE player = $player AND pool = $pool AND game = $game AND preset = $preset`;

const leadersOf = (table: string, inPool: string) => `
  SELECT player, name, ${RATING} FROM ${table} JOIN people USING (player)
  WHERE game = $game AND preset = $preset ${inPool} AND (rating, player) < ($rating, $player) AND matches >= $fewest
    AND deviation * deviation + $growth * volatility * volatility
      * CASE WHEN updated_at < $now THEN $now - updated_at ELSE 0 END < $bound
  ORDER BY rating DESC, player DESC LIMIT $limit`;

/** Luck and skill are those of people among themselves: no account of a match with a bot account is ever due. */
const NEVER_DUE = 2 ** 40;

function* write({ match, at, changes, ratings: rated, season, game, preset, pool, keeps }: Settled): Work<void> {
  yield* change('INSERT INTO rated (match, at, changes, accounted) VALUES ($match, $at, $changes, $accounted)', {
    match,
    at,
    changes: JSON.stringify(changes),
    accounted: pool === undefined ? 0 : NEVER_DUE,
  });
  for (const { at: since, ...one } of rated)
    if (pool === undefined) yield* change(RATE, { ...one, since, game, preset, keeps });
    else yield* change(RATE_IN_POOL, { ...one, since, game, preset, pool, keeps });
  for (const { at: since, ...one } of season?.ratings ?? [])
    yield* change(RATE_SEASON, { ...one, since, season: season?.season ?? '', game, preset, keeps });
}

const KEPT = "$keeps = 'all' OR EXISTS (SELECT 1 FROM people WHERE player = $player)";
const RENEW = `rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility,
  matches = excluded.matches, updated_at = excluded.updated_at`;

const RATE = `
  INSERT INTO ratings (player, game, preset, rating, deviation, volatility, matches, updated_at)
  SELECT $player, $game, $preset, $rating, $deviation, $volatility, $matches, $since WHERE ${KEPT}
  ON CONFLICT (player, game, preset) DO UPDATE SET ${RENEW}`;

const RATE_SEASON = `
  INSERT INTO season_ratings (player, season, game, preset, rating, deviation, volatility, matches, updated_at)
  SELECT $player, $season, $game, $preset, $rating, $deviation, $volatility, $matches, $since WHERE ${KEPT}
  ON CONFLICT (player, season, game, preset) DO UPDATE SET ${RENEW}`;

const RATE_IN_POOL = `
  INSERT INTO pool_ratings (player, pool, game, preset, rating, deviation, volatility, matches, updated_at)
  SELECT $player, $pool, $game, $preset, $rating, $deviation, $volatility, $matches, $since WHERE ${KEPT}
  ON CONFLICT (player, pool, game, preset) DO UPDATE SET ${RENEW}`;
