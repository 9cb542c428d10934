//! The SQL of an archive in PostgreSQL, and the conversion of its types.

use super::ArchivedRun;
use grid::Key;
use std::error::Error;
use tokio_postgres::Row;
use tokio_postgres::types::{
    FromSql, IsNull, ToSql, Type, accepts, private::BytesMut, to_sql_checked,
};

/// Creates the tables. `seen.run` is no foreign key, because the server would look up the run of
/// each key, which doubles the time.
pub const CREATE: &str = r#"
CREATE TABLE about (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE run (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE, kind text NOT NULL,
  program text NOT NULL, seed numeric(20), settings jsonb NOT NULL, entered timestamptz NOT NULL DEFAULT now(),
  puzzles bigint NOT NULL);
CREATE TABLE seen (key uuid PRIMARY KEY, run int NOT NULL, "row" bigint NOT NULL);
CREATE TABLE note (run int NOT NULL REFERENCES run ON DELETE CASCADE, topic text NOT NULL, value text NOT NULL,
  PRIMARY KEY (run, topic));
INSERT INTO about VALUES ('program', 'sudoku-press'), ('forgotten', '0'), ('state', 'being copied');
"#;
pub const DESCRIBE: &str = "INSERT INTO about VALUES ('key', $1), ('schema', $2)";
/// Opens a new archive to everybody.
pub const COMPLETE: &str = "DELETE FROM about WHERE name = 'state'";
pub const DROP: &str = "DROP TABLE note, seen, run, about";
pub const ABOUT: &str = "SELECT name, value FROM about";
pub const BYTES: &str = "SELECT sum(pg_total_relation_size(name))::bigint
    FROM unnest('{seen,run,note}'::regclass[]) AS name";

/// Waits for the advisory lock of writers; its id is the SQLite `application_id`.
pub const LOCK: &str = "SELECT pg_advisory_xact_lock(1397771851)";

/// The columns of an [`ArchivedRun`], and the number of the run.
pub const RUNS: &str = r#"SELECT name, kind, program, seed::text, settings::text,
    to_char(entered AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), puzzles, id FROM run ORDER BY id"#;
pub const RUN_ID: &str = "SELECT id FROM run WHERE name = $1";
pub const INSERT_RUN: &str =
    "INSERT INTO run (name, kind, program, seed, settings, entered, puzzles)
    VALUES ($1, $2, $3, $4::text::numeric, $5::text::jsonb, $6::text::timestamptz, 0)
    ON CONFLICT (name) DO NOTHING";
pub const ADD_PUZZLES: &str = "UPDATE run SET puzzles = puzzles + $1 WHERE id = $2";
pub const DELETE_RUN: &str = "DELETE FROM run WHERE id = $1";

pub const LOCATE: &str =
    r#"SELECT key, run, "row" FROM unnest($1::uuid[]) AS asked (key) JOIN seen USING (key)"#;
pub const KEYS_FROM: &str =
    r#"SELECT key, run, "row" FROM seen WHERE key >= $1 ORDER BY key LIMIT $2"#;
pub const COPY_KEYS: &str = r#"COPY seen (key, run, "row") FROM STDIN (FORMAT binary)"#;
pub const DELETE_KEYS: &str = "DELETE FROM seen WHERE run = $1";
/// The first run whose number of keys is wrong.
pub const WRONG_RUN: &str = "SELECT run.name, run.puzzles, coalesce(keys, 0)
    FROM run FULL JOIN (SELECT run, count(*) AS keys FROM seen GROUP BY run) AS counted
    ON counted.run = run.id
    WHERE coalesce(keys, 0) IS DISTINCT FROM run.puzzles ORDER BY run.id LIMIT 1";

/// The number of removed runs.
pub const FORGOTTEN: &str = "SELECT value FROM about WHERE name = 'forgotten'";
pub const COUNT_FORGOTTEN: &str = "UPDATE about SET value = (value::bigint + 1)::text
    WHERE name = 'forgotten' RETURNING value";

pub const NOTES: &str = "SELECT run.name, topic, value FROM note JOIN run ON run.id = note.run
    WHERE starts_with(topic, $1) ORDER BY run.id, topic";
pub const PUT_NOTE: &str = "INSERT INTO note SELECT id, $2, $3 FROM run WHERE name = $1
    ON CONFLICT (run, topic) DO UPDATE SET value = excluded.value";

/// Converts a row of [`RUNS`] into the number of a run and the run.
pub fn numbered_run(row: &Row) -> (i64, ArchivedRun) {
    let run = ArchivedRun {
        name: row.get(0),
        kind: row.get(1),
        program: row.get(2),
        seed: row.get(3),
        settings: row.get(4),
        entered: row.get(5),
        puzzles: row.get::<_, i64>(6).unsigned_abs(),
    };
    (row.get::<_, i32>(7).into(), run)
}

/// A key as a UUID, which PostgreSQL orders by its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Uuid(pub Key);

impl ToSql for Uuid {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        out.extend_from_slice(&self.0.0);
        Ok(IsNull::No)
    }

    accepts!(UUID);
    to_sql_checked!();
}

impl<'a> FromSql<'a> for Uuid {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(Key(raw.try_into()?)))
    }

    accepts!(UUID);
}
