/** The records of tournaments, what lists show of them, and who has entered which. */
import { all, change, first, type Work } from './engine/engine.ts';
import type { OutboxRow } from './journal/journal.ts';
import { outbox } from './journal/noticeOutbox.ts';
import { people } from './people/people.ts';

export interface TournamentRow {
  readonly tournament: string;
  /** Who has made it. Null: the host of the server. */
  readonly maker: string | null;
  readonly status: 'open' | 'running' | 'ended';
  readonly visibility: 'public' | 'private';
  readonly game: string;
  readonly createdAt: number;
  readonly startsAt: number;
  readonly endedAt: number | null;
  /** Of a private one. */
  readonly code: string | null;
}

type NewTournament = Pick<
  TournamentRow,
  'tournament' | 'maker' | 'visibility' | 'game' | 'createdAt' | 'startsAt' | 'code'
> &
  Waiting;

interface Waiting {
  /** Before it has begun: when there is something to do by itself. */
  readonly dueAt: number;
}

interface Appended extends Waiting {
  readonly tournament: string;
  /** The number of the entry, from 0 on: it is written only if it is the next one. */
  readonly n: number;
  readonly entry: string;
  readonly status: TournamentRow['status'];
  readonly at: number;
  /** The player whom the entry brings in. */
  readonly player?: string;
  /** The player whom it takes out. */
  readonly gone?: string;
  /** What it makes players be told. */
  readonly notices?: readonly OutboxRow[];
}

interface OwnRow extends Pick<TournamentRow, 'tournament' | 'maker' | 'status'> {
  /** The first entry of its record. */
  readonly made: string;
}

interface AskedList {
  readonly status: TournamentRow['status'] | null;
  readonly game: string | null;
  readonly limit: number;
}

const ROW = `tournament, maker, status, visibility, game, created_at AS "createdAt", starts_at AS "startsAt",
  ended_at AS "endedAt", code`;

export const tournaments = {
  /** `full`: the maker has as many as allowed that have not ended. `unknown`: the maker was deleted. */
  *create(made: NewTournament, entry: string, most: number): Work<'done' | 'full' | 'unknown'> {
    const { tournament, maker } = made;
    if (maker !== null) {
      if (!(yield* people.isKnown(maker))) return 'unknown';
      const sql = "SELECT count(*) AS n FROM tournaments WHERE maker = $maker AND status <> 'ended'";
      if (((yield* first<{ n: number }>(sql, { maker }))?.n ?? 0) >= most) return 'full';
    }
    yield* change(CREATE, { ...made });
    yield* change(APPEND, { tournament, n: 0, entry });
    return 'done';
  },

  /**
   * False if another entry has that number, or if it is not the next one: nothing is written then. That it begins soon is told no more once
   * it has begun or ended, nor to the player who leaves it.
   */
  *append({ tournament, n, entry, status, at, dueAt, player, gone, notices = [] }: Appended): Work<boolean> {
    const before = yield* tournaments.find(tournament);
    const sql = 'SELECT max(n) AS n FROM tournament_entries WHERE tournament = $tournament';
    if ((yield* first<{ n: number | null }>(sql, { tournament }))?.n !== n - 1) return false;
    if ((yield* change(APPEND, { tournament, n, entry })) === 0) return false;
    yield* change(MARK, { tournament, status, dueAt, endedAt: status === 'ended' ? at : null });
    if (status !== 'open' && before?.status === 'open') yield* change(UNTELL, { tournament });
    if (gone !== undefined) yield* change(UNTELL + OF_PLAYER, { tournament, player: gone });
    for (const notice of notices) yield* outbox.put(notice);
    if (player !== undefined) yield* change(JOIN, { player, tournament });
    return true;
  },

  *find(tournament: string): Work<TournamentRow | undefined> {
    return yield* first<TournamentRow>(`SELECT ${ROW} FROM tournaments WHERE tournament = $tournament`, { tournament });
  },

  /** The entries from the n-th on. */
  *entries(tournament: string, n: number): Work<readonly string[]> {
    const sql = 'SELECT entry FROM tournament_entries WHERE tournament = $tournament AND n >= $n ORDER BY n';
    return (yield* all<{ entry: string }>(sql, { tournament, n })).map(({ entry }) => entry);
  },

  /** Public ones, the newest first. */
  *list(asked: AskedList): Work<readonly TournamentRow[]> {
    return yield* all<TournamentRow>(LIST, { ...asked });
  },

  /** Those that the player has made or entered, the newest first. */
  *of(player: string, limit: number): Work<readonly TournamentRow[]> {
    return yield* all<TournamentRow>(OF, { player, limit });
  },

  /** All of them, with the entry that made them: for the export of a player's data. */
  *everyOf(player: string): Work<readonly OwnRow[]> {
    return yield* all<OwnRow>(EVERY_OF, { player });
  },

  /** Public ones that have ended, of those that the player has entered: the last ones. */
  *endedOf(player: string, limit: number): Work<readonly string[]> {
    return (yield* all<{ tournament: string }>(ENDED_OF, { player, limit })).map(({ tournament }) => tournament);
  },

  /** Those in which something may be due. */
  *due(now: number): Work<readonly string[]> {
    const sql = `SELECT tournament FROM tournaments WHERE status = 'running' OR status = 'open' AND due_at <= $now
      ORDER BY tournament`;
    return (yield* all<{ tournament: string }>(sql, { now })).map(({ tournament }) => tournament);
  },

  /** Those of these players whom a block keeps apart, as pairs. */
  *blocksAmong(players: readonly string[]): Work<readonly { readonly player: string; readonly other: string }[]> {
    return yield* all(BLOCKS, { players: JSON.stringify(players) });
  },

  *counts(): Work<{ readonly open: number; readonly running: number }> {
    const sql = `SELECT (SELECT count(*) FROM tournaments WHERE status = 'open') AS open,
      (SELECT count(*) FROM tournaments WHERE status = 'running') AS running`;
    const found = yield* first<{ open: number; running: number }>(sql);
    return { open: Number(found?.open ?? 0), running: Number(found?.running ?? 0) };
  },

  /** The record keeps the opaque id, as the records of matches do. */
  *forget(player: string): Work<void> {
    yield* change('DELETE FROM tournament_people WHERE player = $player', { player });
  },

  *sweep(endedBefore: number): Work<void> {
    yield* change("DELETE FROM tournaments WHERE status = 'ended' AND ended_at < $endedBefore", { endedBefore });
  },
};

const CREATE = `
  INSERT INTO tournaments (tournament, maker, status, visibility, game, created_at, starts_at, due_at, code)
  VALUES ($tournament, $maker, 'open', $visibility, $game, $createdAt, $startsAt, $dueAt, $code)`;

const APPEND = `
  INSERT INTO tournament_entries (tournament, n, entry) VALUES ($tournament, $n, $entry)
  ON CONFLICT (tournament, n) DO NOTHING`;

const MARK = `
  UPDATE tournaments SET status = $status, due_at = $dueAt, ended_at = $endedAt WHERE tournament = $tournament`;

const UNTELL = "DELETE FROM notices WHERE kind = 'begins' AND match = $tournament AND due_at IS NOT NULL";
const OF_PLAYER = ' AND webhook IN (SELECT webhook FROM webhooks WHERE player = $player)';

/** Not of a player who was deleted. */
const JOIN = `
  INSERT INTO tournament_people (player, tournament) SELECT player, $tournament FROM people WHERE player = $player
  ON CONFLICT (player, tournament) DO NOTHING`;

const LIST = `
  SELECT ${ROW} FROM tournaments WHERE visibility = 'public'
    AND (CAST($status AS TEXT) IS NULL OR status = $status) AND (CAST($game AS TEXT) IS NULL OR game = $game)
  ORDER BY created_at DESC, tournament LIMIT $limit`;

const IS_OWN = `(maker = $player
    OR tournaments.tournament IN (SELECT tournament FROM tournament_people WHERE player = $player))
  ORDER BY created_at DESC, tournaments.tournament`;
const OF = `SELECT ${ROW} FROM tournaments WHERE ${IS_OWN} LIMIT $limit`;

const EVERY_OF = `
  SELECT tournaments.tournament, maker, status, entry AS made FROM tournaments
  JOIN tournament_entries ON tournament_entries.tournament = tournaments.tournament AND n = 0 WHERE ${IS_OWN}`;

/** The order of the tables keeps SQLite from walking through all tournaments that have ended. */
const ENDED_OF = `
  SELECT tournaments.tournament FROM tournament_people CROSS JOIN tournaments
  WHERE player = $player AND tournaments.tournament = tournament_people.tournament AND status = 'ended' AND visibility = 'public' ORDER BY ended_at DESC, tournaments.tournament LIMIT $limit`;

const BLOCKS = `
  SELECT player, other FROM ties WHERE kind = 'block' AND player IN (SELECT value FROM json_each($players))
    AND other IN (SELECT value FROM json_each($players)) ORDER BY player, other`;
