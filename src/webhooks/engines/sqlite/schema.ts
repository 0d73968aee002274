/**
 * The tables. The `due` of a job is the time from which workers may take it: the end of the lease while a worker has
 * it, and null while it waits for its predecessor in the sequence. The `due` of a group is that of its earliest job, or
 * earlier.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS dtospec_jobs (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  message_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  endpoint TEXT,
  event TEXT,
  origin TEXT NOT NULL,
  dedupe_key TEXT UNIQUE,
  sequence TEXT,
  job TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting',
  due INTEGER,
  not_before INTEGER NOT NULL,
  worker TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  attempts_in_all INTEGER NOT NULL DEFAULT 0,
  history TEXT NOT NULL DEFAULT '[]',
  created INTEGER NOT NULL,
  ended INTEGER,
  stamp INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS dtospec_jobs_due ON dtospec_jobs (origin, due, seq) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS dtospec_jobs_sequence ON dtospec_jobs (sequence, state, seq) WHERE sequence IS NOT NULL;
CREATE INDEX IF NOT EXISTS dtospec_jobs_worker ON dtospec_jobs (worker) WHERE worker IS NOT NULL;
CREATE INDEX IF NOT EXISTS dtospec_jobs_taken ON dtospec_jobs (origin, due) WHERE worker IS NOT NULL;
CREATE INDEX IF NOT EXISTS dtospec_jobs_state ON dtospec_jobs (state, stamp);
CREATE INDEX IF NOT EXISTS dtospec_jobs_stamp ON dtospec_jobs (stamp);
CREATE TABLE IF NOT EXISTS dtospec_unreadable (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  message_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  endpoint TEXT,
  event TEXT,
  origin TEXT NOT NULL,
  found INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS dtospec_groups (origin TEXT PRIMARY KEY, due INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS dtospec_groups_due ON dtospec_groups (due, origin);
CREATE TABLE IF NOT EXISTS dtospec_turns (origin TEXT PRIMARY KEY, turn REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS dtospec_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

/** Condition that excludes rows that were set aside as unreadable. */
export const READABLE = 'seq NOT IN (SELECT seq FROM dtospec_unreadable)';
