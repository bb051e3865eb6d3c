/** The table of ratings. It can be rebuilt from the records and the order in which matches ended. */
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './data-folder/database.ts';

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

export class RatingTable {
  private readonly database: DatabaseSync;
  private readonly statements;

  constructor(database: DatabaseSync) {
    this.database = database;
    this.statements = prepare(database);
  }

  /** The number of the last ending that was processed. */
  upTo(): number {
    return (this.statements.upTo.get() as { n: number } | undefined)?.n ?? 0;
  }

  find(player: string, { game, preset }: Edition): Rating | undefined {
    return this.statements.find.get(player, game, preset) as Rating | undefined;
  }

  of(player: string): readonly PlayerRating[] {
    return this.statements.of.all(player) as unknown as PlayerRating[];
  }

  /** The changes by a match, or none if it did not count. */
  changesOf(match: string): readonly Change[] {
    const row = this.statements.changes.get(match) as { changes: string } | undefined;
    return row === undefined ? [] : (JSON.parse(row.changes) as readonly Change[]);
  }

  /** Players who have played enough, the best first. */
  leaders({ before, ...asked }: Leading): readonly Leader[] {
    const { rating, player } = before ?? { rating: Number.MAX_VALUE, player: '' };
    return this.statements.leaders.all({ ...asked, rating, player }) as unknown as Leader[];
  }

  /** Stores the outcome of the n-th ending and marks the ending as processed, in one transaction and only once. */
  settle(n: number, settled: Settled | undefined): void {
    inTransaction(this.database, () => {
      if (n <= this.upTo()) return;
      this.statements.moveOn.run(n);
      if (settled !== undefined) this.write(settled);
    });
  }

  /** Deletes all ratings, before they are computed anew. */
  clear(): void {
    inTransaction(this.database, () =>
      this.database.exec('DELETE FROM ratings; DELETE FROM rated; DELETE FROM rated_up_to;'),
    );
  }

  forget(player: string): void {
    this.statements.forget.run(player);
  }

  /** Deletes ratings of deleted players, after a rebuild in which they counted for their opponents. */
  forgetWhoLeft(): void {
    this.statements.forgetWhoLeft.run();
  }

  counts(): { readonly matches: number; readonly ratings: number } {
    return { ...this.statements.counts.get() } as { matches: number; ratings: number };
  }

  private write({ match, at, changes, ratings, game, preset }: Settled): void {
    this.statements.note.run(match, at, JSON.stringify(changes));
    for (const { player, rating, deviation, volatility, matches, at: since } of ratings)
      this.statements.rate.run(player, game, preset, rating, deviation, volatility, matches, since);
  }
}

function prepare(database: DatabaseSync) {
  const rating = 'rating, deviation, volatility, matches, updated_at AS at';
  return {
    upTo: database.prepare('SELECT n FROM rated_up_to'),
    moveOn: database.prepare('INSERT INTO rated_up_to VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET n = excluded.n'),
    find: database.prepare(`SELECT ${rating} FROM ratings WHERE player = ? AND game = ? AND preset = ?`),
    of: database.prepare(`SELECT game, preset, ${rating} FROM ratings WHERE player = ? ORDER BY game, preset`),
    rate: database.prepare('INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
    note: database.prepare('INSERT INTO rated VALUES (?, ?, ?)'),
    changes: database.prepare('SELECT changes FROM rated WHERE match = ?'),
    leaders: database.prepare(`SELECT player, name, ${rating} FROM ratings JOIN people USING (player)
      WHERE game = $game AND preset = $preset AND (rating, player) < ($rating, $player) AND matches >= $fewest
        AND deviation * deviation + $growth * volatility * volatility * max(0, $now - updated_at) < $bound
      ORDER BY rating DESC, player DESC LIMIT $limit`),
    counts: database.prepare(
      'SELECT (SELECT count(*) FROM rated) AS matches, (SELECT count(*) FROM ratings) AS ratings',
    ),
    forget: database.prepare('DELETE FROM ratings WHERE player = ?'),
    forgetWhoLeft: database.prepare('DELETE FROM ratings WHERE player NOT IN (SELECT player FROM people)'),
  };
}
