/**
 * Accounts of luck and skill: one a match, as JSON, and what those of rated matches say of each player. The accounts can be made anew
 * from the records, and the rest from the accounts.
 */
import { all, change, first, type Work } from './engine/engine.ts';
import type { Change, Edition, Rating } from './ratings.ts';

export interface KeptAccount {
  readonly match: string;
  /** Of the values that it was made with. */
  readonly version: number;
  readonly account: string;
}

interface Figure {
  readonly value: number;
  readonly within: number;
}

/** The figures that are added up, in the words of the account. */
const FIGURES = ['luck', 'own', 'others'] as const;
type FigureName = (typeof FIGURES)[number];

export interface NewAccount extends KeptAccount {
  readonly preset: string;
  /** What counts for the players if the match is rated: of none if it cannot be compared with others. Absent if nothing is counted. */
  readonly seats?: readonly (Readonly<Record<FigureName, Figure>> & { readonly seat: number })[];
}

/** A rated match that was not yet accounted for, and the account if one was kept before. */
export interface Unaccounted {
  readonly match: string;
  /** As in the list of matches. */
  readonly summary: string;
  readonly version: number | null;
  readonly account: string | null;
}

/** A figure over several matches: what its mean and the interval of its mean follow from. */
export interface Sums {
  readonly sum: number;
  readonly squares: number;
  /** The sum of the squares of `within`. */
  readonly sampled: number;
}

export interface PlayerAccounts extends Edition, Readonly<Record<FigureName, Sums>> {
  readonly matches: number;
}

/** What counts of a player in one match. */
export interface SeatAccountRow extends Edition, Readonly<Record<FigureName, number>> {
  readonly match: string;
  readonly seat: number;
  readonly at: number;
}

export interface SkilledPlayer extends Sums {
  readonly player: string;
  readonly matches: number;
  readonly rating: Rating;
}

type FlatSums = { readonly [Name in `${FigureName}_${keyof Sums}`]: number };

export const matchAccounts = {
  *find(match: string): Work<KeptAccount | undefined> {
    return yield* first<KeptAccount>('SELECT match, version, account FROM match_accounts WHERE match = $match', {
      match,
    });
  },

  /** Only as long as the match is there. What a newer version has made stays. Of a rated match, it counts for the players. */
  *keep({ match, version, account, preset, seats }: NewAccount): Work<void> {
    if ((yield* change(KEEP, { match, version, account })) === 0 || seats === undefined) return;
    const rated = yield* first<{ changes: string }>('SELECT changes FROM rated WHERE match = $match', { match });
    if (rated === undefined || !(yield* matchAccounts.passOver(match, version))) return;
    const players = new Map((JSON.parse(rated.changes) as readonly Change[]).map((one) => [one.seat, one.player]));
    for (const { seat, ...figures } of seats) {
      const player = players.get(seat);
      if (player !== undefined) yield* change(COUNT, { match, preset, seat, player, ...flat(figures) });
    }
  },

  /** The rated match to account for next: those without an account first, the newest of them first. */
  *next(version: number): Work<Unaccounted | undefined> {
    return yield* first<Unaccounted>(NEXT, { version });
  },

  /** The rated match counts for no player, with these values. False if it was accounted for already. */
  *passOver(match: string, version: number): Work<boolean> {
    if ((yield* change(ACCOUNTED, { match, version })) === 0) return false;
    yield* change('DELETE FROM seat_accounts WHERE match = $match', { match });
    return true;
  },

  /** By edition. */
  *of(player: string): Work<readonly PlayerAccounts[]> {
    const found = yield* all<FlatSums & Edition & { readonly matches: number }>(OF_PLAYER, { player });
    return found.map(({ game, preset, matches, ...sums }) => {
      return {
        game,
        preset,
        matches,
        luck: sumsIn('luck', sums),
        own: sumsIn('own', sums),
        others: sumsIn('others', sums),
      };
    });
  },

  /** All that is kept of a player, the newest first. */
  *rowsOf(player: string): Work<readonly SeatAccountRow[]> {
    return yield* all<SeatAccountRow>(
      `SELECT match, seat, game, preset, at, ${FIGURES.join(', ')} FROM seat_accounts WHERE player = $player
        ORDER BY at DESC, match`,
      { player },
    );
  },

  /** What the choices of all players of an edition cost, together. */
  *skillOfAll({ game, preset }: Edition): Work<Sums & { readonly matches: number }> {
    const sums = yield* first<FlatSums & { readonly matches: number }>(SKILL_OF_ALL, { game, preset });
    if (sums === undefined || sums.matches === 0) return { matches: 0, sum: 0, squares: 0, sampled: 0 };
    return { matches: sums.matches, ...sumsIn('own', sums) };
  },

  /** What the choices of each player cost who has this many matches. */
  *skillOfEach({ game, preset }: Edition, fewest: number): Work<readonly SkilledPlayer[]> {
    const found = yield* all<FlatSums & Rating & SkilledRow>(SKILL_OF_EACH, { game, preset, fewest });
    return found.map(({ player, counted, rating, deviation, volatility, matches, at, ...sums }) => {
      const rated = { rating, deviation, volatility, matches, at };
      return { player, matches: counted, rating: rated, ...sumsIn('own', sums) };
    });
  },
};

type SkilledRow = { readonly player: string; readonly counted: number };

const KEEP = `
  INSERT INTO match_accounts (match, version, account) SELECT match, $version, $account FROM matches
  WHERE match = $match AND status = 'ended'
  ON CONFLICT (match) DO UPDATE SET version = excluded.version, account = excluded.account
  WHERE match_accounts.version <= excluded.version`;

const ACCOUNTED = 'UPDATE rated SET accounted = $version WHERE match = $match AND accounted < $version';

const NEXT = `
  SELECT rated.match, matches.summary, match_accounts.version, match_accounts.account
  FROM rated JOIN matches ON matches.match = rated.match
    LEFT JOIN match_accounts ON match_accounts.match = rated.match
  WHERE rated.accounted < $version AND coalesce(match_accounts.version, 0) <= $version
  ORDER BY rated.accounted, rated.at DESC, rated.match LIMIT 1`;

const COLUMNS = FIGURES.flatMap((name) => [name, `${name}_within`]);

/** Nothing is counted for a player who was deleted. */
const COUNT = `
  INSERT INTO seat_accounts (match, seat, player, game, preset, at, ${COLUMNS.join(', ')})
  SELECT rated.match, $seat, $player, matches.game, $preset, rated.at, ${COLUMNS.map((name) => `$${name}`).join(', ')}
  FROM rated JOIN matches ON matches.match = rated.match
  WHERE rated.match = $match AND EXISTS (SELECT 1 FROM people WHERE player = $player)`;

function flat(figures: Readonly<Record<FigureName, Figure>>): Readonly<Record<string, number>> {
  const pairs = FIGURES.flatMap((name) => [
    [name, figures[name].value],
    [`${name}_within`, figures[name].within],
  ]);
  return Object.fromEntries(pairs);
}

/** Squares of millionths are too large to be added up as whole numbers. */
const real = (column: string) => `CAST(${column} AS DOUBLE PRECISION)`;

const sumsOf = (name: FigureName) =>
  `sum(${real(name)}) AS ${name}_sum, sum(${real(name)} * ${name}) AS ${name}_squares,
    sum(${real(`${name}_within`)} * ${name}_within) AS ${name}_sampled`;

const sumsIn = <Name extends FigureName>(name: Name, sums: Pick<FlatSums, `${Name}_${keyof Sums}`>): Sums => ({
  sum: sums[`${name}_sum`],
  squares: sums[`${name}_squares`],
  sampled: sums[`${name}_sampled`],
});

const OF_PLAYER = `
  SELECT game, preset, count(*) AS matches, ${FIGURES.map(sumsOf).join(', ')} FROM seat_accounts
  WHERE player = $player GROUP BY game, preset ORDER BY game, preset`;

const SKILL_OF_ALL = `
  SELECT count(*) AS matches, ${sumsOf('own')} FROM seat_accounts WHERE game = $game AND preset = $preset`;

/** The order of the tables keeps SQLite from walking through all ratings. */
const SKILL_OF_EACH = `
  SELECT sums.*, rating, deviation, volatility, matches, updated_at AS at FROM (
    SELECT player, count(*) AS counted, ${sumsOf('own')} FROM seat_accounts
    WHERE game = $game AND preset = $preset GROUP BY player HAVING count(*) >= $fewest
  ) AS sums CROSS JOIN ratings
  WHERE ratings.player = sums.player AND ratings.game = $game AND ratings.preset = $preset ORDER BY sums.player`;
