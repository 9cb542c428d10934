-- The archive of everything ever printed. Any SQLite tool can read it, also while a run writes:
--   sqlite3 FILE 'SELECT * FROM run'
--   sqlite3 FILE 'SELECT * FROM printed WHERE run = ''...'' LIMIT 10'
PRAGMA page_size = 16384;
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
    name TEXT NOT NULL UNIQUE,   -- 16 hexadecimal digits: the first of the SHA-256 of the settings, which have the seed
    kind TEXT NOT NULL,          -- run, generate or import
    program TEXT NOT NULL,
    seed TEXT,                   -- text, because SQLite's integers end at 2^63
    settings TEXT NOT NULL,      -- JSON
    entered TEXT NOT NULL,       -- UTC
    puzzles INTEGER NOT NULL     -- rows in seen
) STRICT;

-- One row for each class of equivalent puzzles. Keys are random: were they in the order of keys
-- alone, each would be written to another page. What is entered at once is appended as a segment.
CREATE TABLE seen (
    segment INTEGER NOT NULL,
    key BLOB NOT NULL,           -- see about; in one segment only
    run INTEGER NOT NULL,
    row INTEGER NOT NULL,        -- in the catalogue of the run, counted from 1
    PRIMARY KEY (segment, key)
) STRICT, WITHOUT ROWID;

-- The last segment takes more until it is large, so that there are some hundreds at the most.
CREATE TABLE segment (
    id INTEGER PRIMARY KEY,
    keys INTEGER NOT NULL,
    filter TEXT NOT NULL         -- settled or recent: the table with the bits of its keys
) STRICT;

-- Bloom filters, of the keys of most segments and of the newest. Whoever adds a key without its
-- bits prints the puzzle again; `archive check` would say so.
CREATE TABLE settled (
    number INTEGER PRIMARY KEY,
    bits BLOB NOT NULL           -- 1023 blocks of 64 bytes
) STRICT;
CREATE TABLE recent (
    number INTEGER PRIMARY KEY,
    bits BLOB NOT NULL
) STRICT;

-- How the puzzles of a run are spread.
CREATE TABLE figures (
    run TEXT PRIMARY KEY,        -- the name of the run
    counts TEXT NOT NULL         -- JSON
) STRICT, WITHOUT ROWID;

-- The numbers of the puzzles of a run in its series.
CREATE TABLE series (
    run TEXT NOT NULL,           -- the name of the run
    name TEXT NOT NULL,          -- the name of the series
    first INTEGER NOT NULL,      -- the number of the run's first puzzle
    last INTEGER NOT NULL,
    PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID;

CREATE VIEW printed AS
    SELECT lower(hex(seen.key)) AS key, run.name AS run, seen.row AS row, run.kind AS kind,
           run.seed AS seed, run.entered AS entered
    FROM seen LEFT JOIN run ON run.id = seen.run;
