/** Where ratings are kept. All of it follows from records and the order in which matches ended. */
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './data-folder/database.ts';

export interface Rating {
  readonly rating: number;
  /** How uncertain it is: the true strength lies within twice of it, nearly always. */
  readonly deviation: number;
  readonly volatility: number;
  /** How many rated matches are in it. */
  readonly matches: number;
  /** When the last of them ended. */
  readonly at: number;
}

/** What a rating is in: each preset of a game has its own list. */
export interface Edition {
  readonly game: string;
  readonly preset: string;
}

export type PlayerRating = Rating & Edition;

/** What a match did to the rating of one of its people. */
export interface Change {
  readonly seat: number;
  readonly player: string;
  readonly before: number;
  readonly after: number;
}

/** A match that counts, as it is written down. */
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
  /** The square of a leader's deviation is smaller; `growth` is how much it grows in a millisecond. */
  readonly bound: number;
  readonly growth: number;
  readonly limit: number;
  /** The last one that was seen. */
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

  /** The last ending that was looked at. */
  upTo(): number {
    return (this.statements.upTo.get() as { n: number } | undefined)?.n ?? 0;
  }

  find(player: string, { game, preset }: Edition): Rating | undefined {
    return this.statements.find.get(player, game, preset) as Rating | undefined;
  }

  of(player: string): readonly PlayerRating[] {
    return this.statements.of.all(player) as unknown as PlayerRating[];
  }

  /** What a match changed; nothing if it did not count. */
  changesOf(match: string): readonly Change[] {
    const row = this.statements.changes.get(match) as { changes: string } | undefined;
    return row === undefined ? [] : (JSON.parse(row.changes) as readonly Change[]);
  }

  /** Those who have played enough, the best first. */
  leaders({ before, ...asked }: Leading): readonly Leader[] {
    const { rating, player } = before ?? { rating: Number.MAX_VALUE, player: '' };
    return this.statements.leaders.all({ ...asked, rating, player }) as unknown as Leader[];
  }

  /** Notes what the n-th ending came to: both or neither, and never twice. */
  settle(n: number, settled: Settled | undefined): void {
    inTransaction(this.database, () => {
      if (n <= this.upTo()) return;
      this.statements.moveOn.run(n);
      if (settled !== undefined) this.write(settled);
    });
  }

  /** Everything is to be computed anew. */
  clear(): void {
    inTransaction(this.database, () =>
      this.database.exec('DELETE FROM ratings; DELETE FROM rated; DELETE FROM rated_up_to;'),
    );
  }

  forget(player: string): void {
    this.statements.forget.run(player);
  }

  /** After a rebuild, in which they counted for those they had met. */
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
