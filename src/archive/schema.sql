-- The archive of everything ever printed. Any SQLite tool can read it, also while a run writes:
--   sqlite3 FILE 'SELECT * FROM run'
--   sqlite3 FILE 'SELECT * FROM printed WHERE run = ''...'' LIMIT 10'
PRAGMA application_id = 1397771851; -- "SPrK"
PRAGMA user_version = 1;

-- What the keys are. A program that makes other keys must not write here.
CREATE TABLE about (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row for each run, generated catalogue or imported file.
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,   -- 16 hexadecimal digits: of program, settings and seed
    kind TEXT NOT NULL,          -- run, generate or import
    program TEXT NOT NULL,
    seed TEXT,                   -- text, because SQLite's integers end at 2^63
    settings TEXT NOT NULL,      -- JSON
    entered TEXT NOT NULL,       -- UTC
    puzzles INTEGER NOT NULL     -- rows in seen
) STRICT;

-- One row for each class of equivalent puzzles.
CREATE TABLE seen (
    key BLOB PRIMARY KEY,        -- see about
    run INTEGER NOT NULL,
    row INTEGER NOT NULL         -- in the catalogue of the run, counted from 1
) STRICT, WITHOUT ROWID;

CREATE VIEW printed AS
    SELECT lower(hex(seen.key)) AS key, run.name AS run, seen.row AS row, run.kind AS kind,
           run.seed AS seed, run.entered AS entered
    FROM seen LEFT JOIN run ON run.id = seen.run;
