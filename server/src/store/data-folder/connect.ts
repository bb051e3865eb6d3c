/** Connections to SQLite. Imports as little as possible, because the thread of the database loads it too. */
import { DatabaseSync } from 'node:sqlite';

// The changes to existing data from one format to the next. New tables and indexes come from the schema. From format 6 on, a change
// takes nothing that the version before needs: both run side by side while servers are restarted one by one.

/** Older tokens name no session. They count for a session whose id is the player's, which ends like any other. */
const ONE_SESSION_EACH = `
  INSERT INTO sessions SELECT player, player, 'earlier devices', created_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM people;`;

/** Skips damaged lines: opening the match reports them. */
const WHO_IS_IN_WHICH_MATCH = `
  INSERT OR IGNORE INTO participants SELECT json_extract(line, '$.host'), match FROM entries
    WHERE seq = 0 AND json_valid(line) AND json_extract(line, '$.host') IS NOT NULL;
  INSERT OR IGNORE INTO participants SELECT json_extract(line, '$.player'), match FROM entries
    WHERE line LIKE '%"kind":"seated"%' AND json_valid(line) AND json_extract(line, '$.player') IS NOT NULL;`;

/** The talk that the reporter could hear, as JSON. */
const REPORTS_QUOTE = 'ALTER TABLE reports ADD COLUMN lines TEXT;';

/** A player's matches are listed newest first, and ratings follow the order in which matches ended. */
const WHEN_MATCHES_BEGAN_AND_ENDED = `
  ALTER TABLE participants ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
  UPDATE participants SET created_at = coalesce(
    (SELECT created_at FROM matches WHERE matches.match = participants.match), 0);
  CREATE INDEX participants_by_time ON participants (player, created_at DESC, match DESC);
  INSERT OR IGNORE INTO endings (match) SELECT match FROM matches WHERE status = 'ended' ORDER BY
    (SELECT iif(json_valid(line), json_extract(line, '$.at'), 0) FROM entries
      WHERE entries.match = matches.match ORDER BY seq DESC LIMIT 1), match;`;

/** Adds the table of temples, which the schema makes. */
const TEMPLES = '';

/** Adds the table of restores, which the schema makes. Servers that do not know it must not open the data. */
const MARKED_RESTORES = '';

/** Adds the tables of processes, their absences and their claims, which the schema makes. */
const MANY_PROCESSES = '';

/** The number of the last ending. The order in which matches ended goes on from there. */
const LAST_ENDING = `
  INSERT INTO numbered_up_to (one, n) SELECT 1, max(n)
    FROM (SELECT n FROM endings UNION ALL SELECT n FROM rated_up_to) AS known HAVING max(n) IS NOT NULL;`;

/** Until when no other process sends a notice. */
const NOTICE_LEASES = `
  ALTER TABLE notices ADD COLUMN leased_until INTEGER;
  CREATE INDEX notices_by_lease ON notices (host, leased_until) WHERE leased_until IS NOT NULL;`;

/** How many endings were erased of those that have a number, so that those that are left need not be counted. */
const ENDINGS_GONE = 'ALTER TABLE numbered_up_to ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;';

/** Adds the log of appends. A server that does not know it would lose what lies there after a crash. */
const LOG_OF_APPENDS = '';

/**
 * With which values each rated match was accounted for. The schema makes the tables of what came with this format, among them ties between
 * players: a server that does not know these would seat together who are blocked.
 */
const LUCK_AND_TIES = `
  ALTER TABLE rated ADD COLUMN accounted INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX IF NOT EXISTS rated_by_account ON rated (accounted, at DESC);
  CREATE INDEX IF NOT EXISTS rated_by_time ON rated (at DESC, match);
  ALTER TABLE reports ADD COLUMN settled TEXT;
  CREATE INDEX IF NOT EXISTS reports_by_standing ON reports ((settled IS NOT NULL) DESC, at);`;

/**
 * For each server that starts, because a host or a server of the version before may have erased endings without counting them.
 * The first statement keeps out all others that change the count, so that the second sees what they have done.
 */
export const COUNT_GONE = `
  UPDATE numbered_up_to SET gone = 0;
  UPDATE numbered_up_to SET gone = n - (SELECT count(*) FROM endings);`;

/** The migration at index n leads from format n to format n + 1. */
export const MIGRATIONS: readonly string[] = [
  '',
  ONE_SESSION_EACH + WHO_IS_IN_WHICH_MATCH,
  REPORTS_QUOTE,
  WHEN_MATCHES_BEGAN_AND_ENDED,
  TEMPLES,
  MARKED_RESTORES,
  MANY_PROCESSES + LAST_ENDING + NOTICE_LEASES,
  ENDINGS_GONE,
  LOG_OF_APPENDS,
  LUCK_AND_TIES,
];

/** The current format. Every change of the tables adds a migration from the format before. */
export const FORMAT = MIGRATIONS.length;

/** A file that no server has opened: a copy, which is brought to the format, or an empty one. */
export function openFresh(path: string, format = FORMAT): DatabaseSync {
  const database = bare(path, false);
  inTransaction(database, () => migrate(database, format));
  return database;
}

/**
 * A connection to data of the current format. `isSynced`: accepted writes survive power loss. Otherwise they survive only
 * `kill -9`, but cost no disk sync.
 */
export function connect(path: string, isSynced: boolean): DatabaseSync {
  const database = path === ':memory:' ? openFresh(path) : bare(path, isSynced);
  // SQLite keeps copies of pages until an operation is done. In a temporary file they cost as much as the writing itself.
  database.exec('PRAGMA temp_store = MEMORY');
  return database;
}

/**
 * Of new data; older data keeps its pages. Each move writes a whole page, so a smaller one spares the disk. An entry still fits a page of
 * this size: in one of 1024 bytes most entries would need a second page.
 */
export const PAGE_BYTES = 2048;

/** A connection to data of any format. What is deleted is overwritten, because it may be what a person wants to be gone. */
export function bare(path: string, isSynced: boolean): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA secure_delete = ON');
  database.exec(`PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 2000;`);
  database.exec(`PRAGMA synchronous = ${isSynced ? 'FULL' : 'NORMAL'};`);
  return database;
}

/** Runs the work in a transaction, which is rolled back if the work throws. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const done = work();
    database.exec('COMMIT');
    return done;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Brings the data to the format. */
export function migrate(database: DatabaseSync, format = FORMAT): void {
  const { user_version: found } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  database.exec(SCHEMA);
  for (const migration of MIGRATIONS.slice(found, format)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${format};`);
}

// The tables of the database, one statement each.

/** When any process was last alive. */
export const LAST_BEAT =
  'SELECT max(at) AS at FROM (SELECT at FROM alive UNION ALL SELECT renewed_at FROM processes) AS beats';

/** A copy has it before a server opens it. */
export const RESTORES = `
  CREATE TABLE IF NOT EXISTS restores (n INTEGER PRIMARY KEY, match TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS restores_by_match ON restores (match);`;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS matches (
    match TEXT PRIMARY KEY, status TEXT NOT NULL, visibility TEXT NOT NULL, game TEXT NOT NULL,
    created_at INTEGER NOT NULL, wake_at INTEGER, summary TEXT NOT NULL, secret TEXT NOT NULL, code TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS matches_by_status ON matches (visibility, status, created_at DESC);
  CREATE INDEX IF NOT EXISTS matches_by_wake ON matches (wake_at) WHERE wake_at IS NOT NULL;
  CREATE UNIQUE INDEX IF NOT EXISTS matches_unfinished ON matches (match) WHERE status <> 'ended';
  CREATE TABLE IF NOT EXISTS entries (
    match TEXT NOT NULL, seq INTEGER NOT NULL, owner TEXT NOT NULL, hash TEXT NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (match, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS temples (temple TEXT PRIMARY KEY, owner TEXT, match TEXT) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS temples_by_owner ON temples (owner, temple) WHERE owner IS NOT NULL;
  CREATE TABLE IF NOT EXISTS alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS outages (began INTEGER NOT NULL, ended INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS people (player TEXT PRIMARY KEY, name TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS people_by_name ON people (lower(name), player);
  CREATE TABLE IF NOT EXISTS participants (
    player TEXT NOT NULL, match TEXT NOT NULL, PRIMARY KEY (player, match)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS participants_by_match ON participants (match);
  CREATE TABLE IF NOT EXISTS endings (n INTEGER PRIMARY KEY AUTOINCREMENT, match TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS unread_endings (n INTEGER PRIMARY KEY, match TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS numbered_up_to (one INTEGER PRIMARY KEY CHECK (one = 1), n INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS ratings (
    player TEXT NOT NULL, game TEXT NOT NULL, preset TEXT NOT NULL, rating REAL NOT NULL, deviation REAL NOT NULL,
    volatility REAL NOT NULL, matches INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    PRIMARY KEY (player, game, preset)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS ratings_by_rating ON ratings (game, preset, rating DESC, player DESC);
  CREATE TABLE IF NOT EXISTS season_ratings (
    player TEXT NOT NULL, season TEXT NOT NULL, game TEXT NOT NULL, preset TEXT NOT NULL, rating REAL NOT NULL,
    deviation REAL NOT NULL, volatility REAL NOT NULL, matches INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    PRIMARY KEY (player, season, game, preset)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS season_ratings_by_points ON season_ratings
    (season, game, preset, (rating - 2 * deviation) DESC, player);
  CREATE TABLE IF NOT EXISTS pool_ratings (
    pool TEXT NOT NULL, player TEXT NOT NULL, game TEXT NOT NULL, preset TEXT NOT NULL, rating REAL NOT NULL,
    deviation REAL NOT NULL, volatility REAL NOT NULL, matches INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    PRIMARY KEY (player, pool, game, preset)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS pool_ratings_by_rating ON pool_ratings (pool, game, preset, rating DESC, player DESC);
  CREATE TABLE IF NOT EXISTS rated (match TEXT PRIMARY KEY, at INTEGER NOT NULL, changes TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS rated_up_to (one INTEGER PRIMARY KEY CHECK (one = 1), n INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS match_accounts (
    match TEXT PRIMARY KEY REFERENCES matches ON DELETE CASCADE, version INTEGER NOT NULL, account TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS ties (
    player TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (player, other)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS ties_by_other ON ties (other, at);
  CREATE TABLE IF NOT EXISTS challenges (
    challenge TEXT PRIMARY KEY, player TEXT NOT NULL, other TEXT NOT NULL, wish TEXT NOT NULL, at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL, state TEXT NOT NULL, reason TEXT, match TEXT, code TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS challenges_by_player ON challenges (player, at);
  CREATE INDEX IF NOT EXISTS challenges_by_other ON challenges (other, at);
  CREATE INDEX IF NOT EXISTS challenges_by_end ON challenges (ends_at);
  CREATE TABLE IF NOT EXISTS shown_online (player TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS named_players (
    player TEXT PRIMARY KEY REFERENCES people ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS vacations (
    player TEXT NOT NULL, began INTEGER NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (player, began)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS vacations_by_end ON vacations (until);
  CREATE TABLE IF NOT EXISTS vacation_news (match TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ahead (
    match TEXT NOT NULL, player TEXT NOT NULL, answers TEXT NOT NULL, decision INTEGER NOT NULL, step INTEGER NOT NULL,
    due_at INTEGER, dropped TEXT, PRIMARY KEY (match, player)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS ahead_by_player ON ahead (player);
  CREATE INDEX IF NOT EXISTS ahead_by_due ON ahead (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS puzzle_ratings (
    puzzle TEXT PRIMARY KEY, rating REAL NOT NULL, deviation REAL NOT NULL, volatility REAL NOT NULL,
    answers INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS puzzle_answers (
    player TEXT NOT NULL REFERENCES people ON DELETE CASCADE, puzzle TEXT NOT NULL, is_right INTEGER NOT NULL,
    at INTEGER NOT NULL, rating REAL NOT NULL, deviation REAL NOT NULL, volatility REAL NOT NULL, answers INTEGER NOT NULL,
    PRIMARY KEY (player, puzzle)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS league (
    match TEXT PRIMARY KEY, game TEXT NOT NULL, preset TEXT NOT NULL, at INTEGER NOT NULL, bot0 TEXT NOT NULL,
    version0 TEXT NOT NULL, bot1 TEXT NOT NULL, version1 TEXT NOT NULL, state TEXT NOT NULL, lost0 INTEGER NOT NULL,
    lost1 INTEGER NOT NULL, result INTEGER, account INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS league_by_edition ON league (game, preset, at DESC, match DESC);
  CREATE INDEX IF NOT EXISTS league_by_time ON league (at);
  CREATE UNIQUE INDEX IF NOT EXISTS league_playing ON league (state) WHERE state = 'playing';
  CREATE TABLE IF NOT EXISTS seat_accounts (
    match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE, seat INTEGER NOT NULL,
    player TEXT NOT NULL REFERENCES people ON DELETE CASCADE, game TEXT NOT NULL, preset TEXT NOT NULL, at INTEGER NOT NULL,
    luck INTEGER NOT NULL, luck_within INTEGER NOT NULL, own INTEGER NOT NULL, own_within INTEGER NOT NULL,
    others INTEGER NOT NULL, others_within INTEGER NOT NULL, PRIMARY KEY (match, seat)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS seat_accounts_by_player ON seat_accounts (player, game, preset);
  CREATE INDEX IF NOT EXISTS seat_accounts_by_edition ON seat_accounts (game, preset, player, own, own_within);
  CREATE TABLE IF NOT EXISTS tournaments (
    tournament TEXT PRIMARY KEY, maker TEXT, status TEXT NOT NULL, visibility TEXT NOT NULL, game TEXT NOT NULL,
    created_at INTEGER NOT NULL, starts_at INTEGER NOT NULL, due_at INTEGER NOT NULL, ended_at INTEGER, code TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS tournaments_by_status ON tournaments (status, due_at);
  CREATE INDEX IF NOT EXISTS tournaments_by_time ON tournaments (visibility, created_at DESC, tournament);
  CREATE INDEX IF NOT EXISTS tournaments_by_maker ON tournaments (maker, status) WHERE maker IS NOT NULL;
  CREATE TABLE IF NOT EXISTS tournament_entries (
    tournament TEXT NOT NULL REFERENCES tournaments ON DELETE CASCADE, n INTEGER NOT NULL, entry TEXT NOT NULL,
    PRIMARY KEY (tournament, n)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tournament_people (
    player TEXT NOT NULL, tournament TEXT NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    PRIMARY KEY (player, tournament)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS tournament_people_by_tournament ON tournament_people (tournament);
  CREATE TABLE IF NOT EXISTS sessions (
    session TEXT PRIMARY KEY, player TEXT NOT NULL, label TEXT NOT NULL,
    created_at INTEGER NOT NULL, last_used_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS sessions_by_player ON sessions (player);
  CREATE INDEX IF NOT EXISTS sessions_by_use ON sessions (last_used_at);
  CREATE TABLE IF NOT EXISTS recovery_codes (
    player TEXT PRIMARY KEY, prefix TEXT NOT NULL, hash TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS recovery_codes_by_prefix ON recovery_codes (prefix);
  CREATE TABLE IF NOT EXISTS passkeys (
    passkey TEXT PRIMARY KEY, player TEXT NOT NULL REFERENCES people ON DELETE CASCADE, credential TEXT NOT NULL UNIQUE,
    public_key TEXT NOT NULL, counter INTEGER NOT NULL, transports TEXT NOT NULL, name TEXT NOT NULL,
    created_at INTEGER NOT NULL, last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS passkeys_by_player ON passkeys (player);
  CREATE TABLE IF NOT EXISTS program_tokens (
    token TEXT PRIMARY KEY, player TEXT NOT NULL REFERENCES people ON DELETE CASCADE, hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL, scopes TEXT NOT NULL, created_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, last_used_at INTEGER,
    code TEXT UNIQUE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS program_tokens_by_player ON program_tokens (player);
  CREATE INDEX IF NOT EXISTS program_tokens_by_end ON program_tokens (ends_at);
  CREATE TABLE IF NOT EXISTS bots (
    player TEXT PRIMARY KEY REFERENCES people ON DELETE CASCADE, owner TEXT NOT NULL, games TEXT NOT NULL,
    ready_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS bots_by_owner ON bots (owner);
  CREATE INDEX IF NOT EXISTS bots_by_ready ON bots (ready_until, player);
  CREATE TABLE IF NOT EXISTS sign_ins (
    key TEXT PRIMARY KEY, kind TEXT NOT NULL, player TEXT NOT NULL, detail TEXT NOT NULL, ends_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS subjects (
    issuer TEXT NOT NULL, subject TEXT NOT NULL, player TEXT NOT NULL REFERENCES people ON DELETE CASCADE,
    created_at INTEGER NOT NULL, PRIMARY KEY (issuer, subject), UNIQUE (player, issuer)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS abroad (
    host TEXT NOT NULL, subject TEXT NOT NULL, player TEXT, created_at INTEGER NOT NULL, n INTEGER NOT NULL,
    told TEXT NOT NULL, PRIMARY KEY (host, subject), UNIQUE (player, host)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS abroad_by_news ON abroad (host, n);
  CREATE TABLE IF NOT EXISTS invitations (
    invitation TEXT PRIMARY KEY, players INTEGER NOT NULL, used INTEGER NOT NULL, created_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sign_ins_by_end ON sign_ins (ends_at);
  CREATE TABLE IF NOT EXISTS links (player TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, ends_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS reports (
    at INTEGER NOT NULL, reporter TEXT, player TEXT, match TEXT, reason TEXT NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS reports_by_time ON reports (at);
  CREATE INDEX IF NOT EXISTS reports_by_player ON reports (player) WHERE player IS NOT NULL;
  CREATE INDEX IF NOT EXISTS reports_by_reporter ON reports (reporter, at) WHERE reporter IS NOT NULL;
  CREATE TABLE IF NOT EXISTS moderators (
    player TEXT PRIMARY KEY REFERENCES people ON DELETE CASCADE, rights TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS penalties (
    n INTEGER PRIMARY KEY AUTOINCREMENT, penalty TEXT NOT NULL UNIQUE, player TEXT NOT NULL REFERENCES people ON DELETE CASCADE,
    kind TEXT NOT NULL, reason TEXT NOT NULL, text TEXT NOT NULL, giver TEXT, at INTEGER NOT NULL, until INTEGER,
    lifted_at INTEGER, old_name TEXT, answer TEXT, answered_at INTEGER, outcome TEXT, settled_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS penalties_by_player ON penalties (player, n);
  CREATE TABLE IF NOT EXISTS talk (
    match TEXT NOT NULL, audience TEXT NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL, player TEXT, seat INTEGER,
    text TEXT, phrase TEXT, action TEXT, PRIMARY KEY (match, audience, n)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS talk_by_player ON talk (player, match) WHERE player IS NOT NULL;
  CREATE TABLE IF NOT EXISTS silenced (
    match TEXT NOT NULL, player TEXT NOT NULL, PRIMARY KEY (match, player)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS silenced_by_player ON silenced (player);
  CREATE TABLE IF NOT EXISTS bans (
    player TEXT PRIMARY KEY, at INTEGER NOT NULL, reason TEXT NOT NULL, until INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS banned_networks (
    network TEXT PRIMARY KEY, at INTEGER NOT NULL, reason TEXT NOT NULL, until INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS audit (
    n INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, operator TEXT NOT NULL, process TEXT NOT NULL,
    action TEXT NOT NULL, about TEXT NOT NULL, detail TEXT NOT NULL, outcome TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS audit_by_time ON audit (at);
  CREATE INDEX IF NOT EXISTS audit_by_about ON audit (about);
  CREATE TABLE IF NOT EXISTS webhooks (
    webhook TEXT PRIMARY KEY, player TEXT NOT NULL REFERENCES people ON DELETE CASCADE, url TEXT NOT NULL,
    host TEXT NOT NULL, events TEXT NOT NULL, secret TEXT NOT NULL, created_at INTEGER NOT NULL,
    succeeded_at INTEGER, failed_at INTEGER, failure TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS webhooks_by_player ON webhooks (player);
  CREATE TABLE IF NOT EXISTS webhook_forms (
    webhook TEXT PRIMARY KEY REFERENCES webhooks ON DELETE CASCADE, form TEXT NOT NULL, only_match TEXT,
    wishes TEXT NOT NULL, proof TEXT, paused TEXT, refusals INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS first_mails (who TEXT NOT NULL, n INTEGER NOT NULL, ends_at INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS first_mails_by_who ON first_mails (who, ends_at);
  CREATE INDEX IF NOT EXISTS first_mails_by_end ON first_mails (ends_at);
  CREATE TABLE IF NOT EXISTS notices (
    n INTEGER PRIMARY KEY, notice TEXT NOT NULL UNIQUE, webhook TEXT NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    host TEXT NOT NULL, match TEXT NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL,
    attempts INTEGER NOT NULL, due_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS notices_by_due ON notices (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS notices_by_host ON notices (host, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS notices_by_match ON notices (webhook, match);
  CREATE TABLE IF NOT EXISTS told_turns (
    webhook TEXT NOT NULL REFERENCES webhooks ON DELETE CASCADE, match TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (webhook, match)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS told (
    n INTEGER PRIMARY KEY AUTOINCREMENT, process TEXT NOT NULL, at INTEGER NOT NULL, messages TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS told_by_time ON told (at);
  CREATE TABLE IF NOT EXISTS processes (
    process TEXT PRIMARY KEY, name TEXT NOT NULL, address TEXT NOT NULL, began_at INTEGER NOT NULL,
    renewed_at INTEGER NOT NULL, ended_at INTEGER, drained INTEGER NOT NULL DEFAULT 0, numbers TEXT, present TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS absences (process TEXT NOT NULL, began INTEGER NOT NULL, ended INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS claims (id TEXT PRIMARY KEY, owner TEXT NOT NULL, claim INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS claims_by_owner ON claims (owner, id);
  CREATE TABLE IF NOT EXISTS leases (
    name TEXT PRIMARY KEY, process TEXT NOT NULL, until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS revisions (name TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS keys (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  ${RESTORES}
`;
