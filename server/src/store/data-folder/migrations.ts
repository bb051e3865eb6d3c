/**
 * The changes to existing data from one format to the next. New tables and indexes come from the schema. From format 6 on, a change
 * takes nothing that the version before needs: both run side by side while servers are restarted one by one.
 */

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
const RESTORES = '';

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
  RESTORES,
  MANY_PROCESSES + LAST_ENDING + NOTICE_LEASES,
  ENDINGS_GONE,
  LOG_OF_APPENDS,
];
