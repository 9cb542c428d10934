//! The tables of an archive in PostgreSQL, and the conversion of its types.

use super::ArchivedRun;
use engine::sudoku::key::Key;
use std::error::Error;
use tokio_postgres::Row;
use tokio_postgres::types::{
    FromSql, IsNull, ToSql, Type, accepts, private::BytesMut, to_sql_checked,
};

/// `seen.run` is no foreign key, because the server would look up the run of each key, which
/// doubles the time.
pub(super) const SCHEMA: &str = r#"
CREATE TABLE about (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE run (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE, kind text NOT NULL,
  program text NOT NULL, seed numeric(20), settings jsonb NOT NULL, entered timestamptz NOT NULL DEFAULT now(),
  puzzles bigint NOT NULL);
CREATE TABLE seen (key uuid PRIMARY KEY, run int NOT NULL, "row" bigint NOT NULL);
CREATE TABLE note (run int NOT NULL REFERENCES run ON DELETE CASCADE, topic text NOT NULL, value text NOT NULL,
  PRIMARY KEY (run, topic));
INSERT INTO about VALUES ('program', 'sudoku-press'), ('forgotten', '0'), ('state', 'being copied');
"#;

/// The columns of an [`ArchivedRun`].
pub(super) const RUN: &str = r#"run.name, run.kind, run.program, run.seed::text, run.settings::text,
    to_char(run.entered AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), run.puzzles"#;

pub(super) fn run_row(row: &Row) -> ArchivedRun {
    ArchivedRun {
        name: row.get(0),
        kind: row.get(1),
        program: row.get(2),
        seed: row.get(3),
        settings: row.get(4),
        entered: row.get(5),
        puzzles: row.get::<_, i64>(6).unsigned_abs(),
    }
}

/// A key as a UUID, which PostgreSQL orders by its bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Uuid(pub Key);

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
