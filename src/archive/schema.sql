-- The archive of everything ever printed. Any SQLite tool can read it, also while a run writes:
--   sqlite3 FILE 'SELECT * FROM run'
--   sqlite3 FILE 'SELECT * FROM printed WHERE run = ''...'' LIMIT 10'
PRAGMA page_size = 16384;           -- settling writes every page, and a larger one costs little more
PRAGMA application_id = 1397771851; -- "SPrK"
PRAGMA user_version = 2;

-- What the keys are, and how many are recent. A program that makes other keys must not write here.
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
    puzzles INTEGER NOT NULL     -- rows in seen and recent
) STRICT;

-- One row for each class of equivalent puzzles, here or in recent, never in both.
CREATE TABLE seen (
    key BLOB PRIMARY KEY,        -- see about
    run INTEGER NOT NULL,
    row INTEGER NOT NULL         -- in the catalogue of the run, counted from 1
) STRICT, WITHOUT ROWID;

-- The newest, until there are enough to be worth settling: a small table is quick to write.
CREATE TABLE recent (
    key BLOB PRIMARY KEY,
    run INTEGER NOT NULL,
    row INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Blocks of 64 bytes of the Bloom filters of the two. Whoever adds a key without its bits prints
-- the puzzle again; `archive check` would say so.
CREATE TABLE filter (
    tree TEXT NOT NULL,          -- seen or recent
    number INTEGER NOT NULL,
    bits BLOB NOT NULL,
    PRIMARY KEY (tree, number)
) STRICT;

CREATE VIEW entry AS SELECT key, run, row FROM seen UNION ALL SELECT key, run, row FROM recent;

CREATE VIEW printed AS
    SELECT lower(hex(entry.key)) AS key, run.name AS run, entry.row AS row, run.kind AS kind,
           run.seed AS seed, run.entered AS entered
    FROM entry LEFT JOIN run ON run.id = entry.run;
