/** What becomes of the data from one format to the next; new tables and indexes come from the schema. */

/** Tokens of before name no session: they belong to one that has the name of its player, which ends like any other. */
const ONE_SESSION_EACH = `
  INSERT INTO sessions SELECT player, player, 'earlier devices', created_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM people;`;

/** A damaged line is left for whoever opens the match to tell. */
const WHO_IS_IN_WHICH_MATCH = `
  INSERT OR IGNORE INTO participants SELECT json_extract(line, '$.host'), match FROM entries
    WHERE seq = 0 AND json_valid(line) AND json_extract(line, '$.host') IS NOT NULL;
  INSERT OR IGNORE INTO participants SELECT json_extract(line, '$.player'), match FROM entries
    WHERE line LIKE '%"kind":"seated"%' AND json_valid(line) AND json_extract(line, '$.player') IS NOT NULL;`;

/** What was said where the reporter could hear it, as JSON. */
const REPORTS_QUOTE = 'ALTER TABLE reports ADD COLUMN lines TEXT;';

/** The one at index n leads from format n to the next. */
export const MIGRATIONS: readonly string[] = ['', ONE_SESSION_EACH + WHO_IS_IN_WHICH_MATCH, REPORTS_QUOTE];
