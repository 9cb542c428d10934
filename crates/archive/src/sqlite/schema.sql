-- The archive of everything ever printed. Any SQLite tool can read it:
--   sqlite3 FILE 'SELECT * FROM run'
--   sqlite3 FILE 'SELECT * FROM printed WHERE run = ''...'' LIMIT 10'
PRAGMA page_size = 16384;
PRAGMA application_id = 1397771851; -- "SPrK"
PRAGMA user_version = 2;

-- What the keys are. A program that makes other keys must not write here.
CREATE TABLE about (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row for each run, generated catalogue or imported file.
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,   -- 16 hexadecimal digits: the first of the SHA-256 of the settings, which have the seed
    kind TEXT NOT NULL,          -- run, generate or import
    program TEXT NOT NULL,
    seed TEXT,                   -- text, because SQLite's integers end at 2^63
    settings TEXT NOT NULL,      -- JSON
    entered TEXT NOT NULL,       -- UTC
    puzzles INTEGER NOT NULL,    -- rows in seen
    checksum BLOB NOT NULL       -- exclusive or of these rows: of each key, and of the row as a number of 16 bytes
) STRICT;

-- One row for each class of equivalent puzzles.
CREATE TABLE seen (
    key BLOB PRIMARY KEY,        -- see about
    run INTEGER NOT NULL,
    row INTEGER NOT NULL         -- in the catalogue of the run, counted from 1
) STRICT, WITHOUT ROWID;

-- The numbers of the puzzles of a run in series, and the label by which people know the run.
CREATE TABLE note (
    run INTEGER NOT NULL,
    topic TEXT NOT NULL,         -- series and the name of the series; or label
    value TEXT NOT NULL,         -- the first and the last number, with a blank; or JSON
    PRIMARY KEY (run, topic)
) STRICT, WITHOUT ROWID;

CREATE VIEW printed AS
    SELECT lower(hex(seen.key)) AS key, run.name AS run, seen.row AS row, run.kind AS kind,
           run.seed AS seed, run.entered AS entered
    FROM seen LEFT JOIN run ON run.id = seen.run;
