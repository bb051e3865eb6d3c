-- For tests: the tables of format 1, as its server made them.
CREATE TABLE IF NOT EXISTS matches (
  match TEXT PRIMARY KEY, status TEXT NOT NULL, visibility TEXT NOT NULL, game TEXT NOT NULL,
  created_at INTEGER NOT NULL, wake_at INTEGER, summary TEXT NOT NULL, secret TEXT NOT NULL, code TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS matches_by_status ON matches (visibility, status, created_at DESC);
CREATE INDEX IF NOT EXISTS matches_by_wake ON matches (wake_at) WHERE wake_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS entries (
  match TEXT NOT NULL, seq INTEGER NOT NULL, owner TEXT NOT NULL, hash TEXT NOT NULL, line TEXT NOT NULL,
  PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS outages (began INTEGER NOT NULL, ended INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS people (player TEXT PRIMARY KEY, name TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS keys (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
PRAGMA user_version = 1;
