//! An archive in PostgreSQL, for several hosts. The only user of the crate `postgres`.
//!
//! Questions take no lock. Runs are entered one after the other: an advisory lock of the transaction, the keys by
//! COPY into a table of the session, and one INSERT that leaves out what is there. If another run has one of them,
//! all is rolled back. A connection that is lost before COMMIT has entered nothing.

use super::ArchiveError;
use super::notes::Note;
use super::store::{Entered, Found, Keys, Run, RunRow, Stats, Store};
use crate::key::Key;
use postgres::binary_copy::{BinaryCopyInWriter, BinaryCopyOutIter};
use postgres::error::SqlState;
use postgres::fallible_iterator::FallibleIterator as _;
use postgres::types::{FromSql, IsNull, ToSql, Type, accepts, private::BytesMut, to_sql_checked};
use postgres::{Client, Config, NoTls, Row, Transaction};
use std::cell::RefCell;
use std::collections::HashMap;
use std::env;
use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Who enters or forgets has this lock, the number by which SQLite's archives are known.
const LOCK: &str = "SELECT pg_advisory_xact_lock(1397771851)";
/// The least number of keys for which a temporary table is faster than a list in the query.
const TABLE: usize = 1 << 12;
const VERSION: &str = "1";

const SCHEMA: &str = r#"
CREATE TABLE about (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE run (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE, kind text NOT NULL,
  program text NOT NULL, seed numeric(20), settings jsonb NOT NULL, entered timestamptz NOT NULL DEFAULT now(),
  puzzles bigint NOT NULL);
CREATE TABLE seen (key uuid PRIMARY KEY, run int NOT NULL REFERENCES run, "row" bigint NOT NULL);
CREATE TABLE note (run int NOT NULL REFERENCES run ON DELETE CASCADE, topic text NOT NULL, value text NOT NULL,
  PRIMARY KEY (run, topic));
INSERT INTO about VALUES ('program', 'sudoku-press'), ('forgotten', '0'), ('state', 'being copied');
"#;

const RUN: &str = r#"run.name, run.kind, run.program, run.seed::text, run.settings::text,
    to_char(run.entered AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), run.puzzles"#;

fn run_row(row: &Row) -> RunRow {
    RunRow {
        name: row.get(0),
        kind: row.get(1),
        program: row.get(2),
        seed: row.get(3),
        settings: row.get(4),
        entered: row.get(5),
        puzzles: row.get::<_, i64>(6).unsigned_abs(),
    }
}

/// A key as PostgreSQL has it: its order is that of the bytes.
#[derive(Clone, Copy, Debug)]
struct Uuid(Key);

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

/// An open archive.
pub(super) struct Server {
    name: PathBuf,
    client: RefCell<Client>,
    /// How many runs had been removed when it was opened.
    forgotten: String,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Server({})", self.name.display())
    }
}

pub(super) fn create(url: &str) -> Result<(), ArchiveError> {
    create_full(url, |_| Ok(())).map(drop)
}

pub(super) fn open(url: &str) -> Result<Box<dyn Store>, ArchiveError> {
    let mut server = Server::connect(url)?;
    server.judge()?;
    Ok(Box::new(server))
}

/// Creates an archive that nobody can open until it is full.
pub(super) fn create_full(
    url: &str,
    fill: impl FnOnce(&mut dyn Store) -> Result<(), ArchiveError>,
) -> Result<Stats, ArchiveError> {
    let mut server = Server::connect(url)?;
    server.change(|_, tx| {
        tx.batch_execute(SCHEMA)?;
        let about = "INSERT INTO about VALUES ('key', $1), ('version', $2)";
        tx.execute(about, &[&Key::HASH, &VERSION])?;
        Ok(Ok(((), true)))
    })?;
    let full = fill(&mut server).and_then(|()| server.check());
    let last = match full {
        Ok(_) => "DELETE FROM about WHERE name = 'state'",
        Err(_) => "DROP TABLE note, seen, run, about",
    };
    let ended = server.client.get_mut().batch_execute(last).map_err(|e| server.of(e));
    full.and_then(|stats| ended.map(|()| stats))
}

/// What is done in a transaction: the answer, and whether it is kept.
type Done<T> = Result<Result<(T, bool), ArchiveError>, postgres::Error>;

impl Server {
    fn connect(url: &str) -> Result<Self, ArchiveError> {
        // The words of the parser might quote a password.
        let mut config: Config = url.parse().map_err(|_| ArchiveError::Address)?;
        if config.get_password().is_some() {
            return Err(ArchiveError::Password);
        }
        if let Ok(password) = env::var("PGPASSWORD") {
            config.password(password);
        }
        config.application_name("sudoku-press").connect_timeout(Duration::from_secs(10));
        let name = PathBuf::from(url);
        match config.connect(NoTls) {
            Ok(client) => Ok(Self { name, client: client.into(), forgotten: "0".to_owned() }),
            Err(e) => Err(ArchiveError::Server(name, Box::new(e))),
        }
    }

    fn of(&self, e: postgres::Error) -> ArchiveError {
        match e.code() {
            Some(&SqlState::UNDEFINED_TABLE) => ArchiveError::Missing(self.name.clone()),
            Some(&SqlState::DUPLICATE_TABLE) => ArchiveError::Exists(self.name.clone()),
            _ => ArchiveError::Server(self.name.clone(), Box::new(e)),
        }
    }

    /// Refuses what is no archive of this version, and remembers how many runs were removed.
    fn judge(&mut self) -> Result<(), ArchiveError> {
        let about = self.client.borrow_mut().query("SELECT name, value FROM about", &[]);
        let about = about.map_err(|e| self.of(e))?;
        let about: HashMap<String, String> =
            about.iter().map(|row| (row.get(0), row.get(1))).collect();
        let value = |name: &str| about.get(name).map(String::as_str);
        let at = || self.name.clone();
        if value("program") != Some("sudoku-press") || value("version") != Some(VERSION) {
            return Err(ArchiveError::Foreign(at()));
        }
        match value("key") {
            Some(Key::HASH) => {}
            other => return Err(ArchiveError::OtherKeys(at(), other.unwrap_or("none").to_owned())),
        }
        if value("state").is_some() {
            return Err(ArchiveError::Unfinished(at()));
        }
        self.forgotten = value("forgotten").unwrap_or_default().to_owned();
        Ok(())
    }

    /// Does something in one transaction.
    fn change<T>(
        &mut self,
        work: impl FnOnce(&Self, &mut Transaction<'_>) -> Done<T>,
    ) -> Result<T, ArchiveError> {
        let mut client = self.client.borrow_mut();
        let done = (|| {
            let mut tx = client.transaction()?;
            tx.batch_execute(LOCK)?;
            let (answer, keep) = match work(self, &mut tx)? {
                Ok(done) => done,
                Err(e) => return Ok(Err(e)),
            };
            if keep {
                tx.commit()?;
            }
            Ok(Ok(answer))
        })();
        done.map_err(|e| self.of(e))?
    }

    /// The runs of the keys of one block that are there.
    fn found(&self, keys: &[Key]) -> Result<HashMap<Key, i64>, postgres::Error> {
        let mut client = self.client.borrow_mut();
        let rows = if keys.len() < TABLE {
            let keys: Vec<Uuid> = keys.iter().copied().map(Uuid).collect();
            client.query("SELECT key, run FROM seen WHERE key = ANY($1)", &[&keys])?
        } else {
            let mut tx = client.transaction()?;
            // One search for each key: any other plan reads the whole table for each block of keys.
            tx.batch_execute(
                "CREATE TEMPORARY TABLE asked (key uuid) ON COMMIT DROP;
                 SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL jit = off",
            )?;
            let out = tx.copy_in("COPY asked FROM STDIN BINARY")?;
            let mut out = BinaryCopyInWriter::new(out, &[Type::UUID]);
            keys.iter().try_for_each(|key| out.write(&[&Uuid(*key)]))?;
            out.finish()?;
            let rows = tx.query("SELECT key, run FROM seen JOIN asked USING (key)", &[])?;
            tx.commit()?;
            rows
        };
        Ok(rows.iter().map(|row| (row.get::<_, Uuid>(0).0, row.get::<_, i32>(1).into())).collect())
    }
}

impl Store for Server {
    fn name(&self) -> &Path {
        &self.name
    }

    fn stats(&self) -> Result<Stats, ArchiveError> {
        let mut client = self.client.borrow_mut();
        let size = "SELECT sum(pg_total_relation_size(name))::bigint
                    FROM unnest('{seen,run,note}'::regclass[]) AS name";
        let mut read = || {
            let runs = client.query(&format!("SELECT {RUN} FROM run ORDER BY id"), &[])?;
            let bytes = client.query_one(size, &[])?.get::<_, i64>(0).unsigned_abs();
            Ok(Stats::of(runs.iter().map(run_row).collect(), bytes))
        };
        read().map_err(|e| self.of(e))
    }

    fn number_of(&self, run: &str) -> Result<Option<i64>, ArchiveError> {
        let query = "SELECT id FROM run WHERE name = $1";
        let found = self.client.borrow_mut().query_opt(query, &[&run]);
        Ok(found.map_err(|e| self.of(e))?.map(|row| row.get::<_, i32>(0).into()))
    }

    fn known(&self, keys: &[Key]) -> Result<Vec<Option<i64>>, ArchiveError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let found = self.found(keys).map_err(|e| self.of(e))?;
        Ok(keys.iter().map(|key| found.get(key).copied()).collect())
    }

    fn find(&self, key: &Key) -> Result<Option<Found>, ArchiveError> {
        let query = format!(
            r#"SELECT {RUN}, seen."row" FROM seen JOIN run ON run.id = seen.run WHERE seen.key = $1"#
        );
        let found = self.client.borrow_mut().query_opt(&query, &[&Uuid(*key)]);
        let found = found.map_err(|e| self.of(e))?;
        let row = |row: &Row| row.get::<_, i64>(7).unsigned_abs();
        Ok(found.map(|found| Found { run: run_row(&found), row: row(&found) }))
    }

    fn each(
        &self,
        each: &mut dyn FnMut(Key, &str, i64) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError> {
        let mut client = self.client.borrow_mut();
        let mut read = || {
            let names = client.query("SELECT id, name FROM run", &[])?;
            let names: HashMap<i32, String> =
                names.iter().map(|row| (row.get(0), row.get(1))).collect();
            let all = client.copy_out(
                r#"COPY (SELECT key, run, "row" FROM seen ORDER BY key) TO STDOUT BINARY"#,
            )?;
            let mut all = BinaryCopyOutIter::new(all, &[Type::UUID, Type::INT4, Type::INT8]);
            while let Some(row) = all.next()? {
                // A run that was entered since has no name here.
                if let Some(name) = names.get(&row.get(1))
                    && let Err(e) = each(row.get::<Uuid>(0).0, name, row.get(2))
                {
                    return Ok(Err(e));
                }
            }
            Ok(Ok(()))
        };
        read().map_err(|e| self.of(e))?
    }

    fn check(&self) -> Result<Stats, ArchiveError> {
        let wrong = "SELECT run.name, run.puzzles, count(seen.key) FROM run LEFT JOIN seen ON seen.run = run.id
                     GROUP BY run.id HAVING count(seen.key) <> run.puzzles ORDER BY run.id LIMIT 1";
        let wrong = self.client.borrow_mut().query_opt(wrong, &[]).map_err(|e| self.of(e))?;
        if let Some(wrong) = wrong {
            let [expected, found] = [1, 2].map(|column| wrong.get::<_, i64>(column));
            let run: String = wrong.get(0);
            let words = format!("run {run} has {found} keys, expected {expected}");
            return Err(ArchiveError::Damaged(self.name.clone(), words));
        }
        self.stats()
    }

    fn enter(&mut self, run: &RunRow, keys: Keys<'_>, _: usize) -> Result<Entered, ArchiveError> {
        if self.client.get_mut().is_closed() {
            // A run takes hours, and servers are restarted.
            let again = Self::connect(&self.name.to_string_lossy())?;
            self.client = again.client;
        }
        self.change(|server, tx| {
            let forgotten = "SELECT value FROM about WHERE name = 'forgotten'";
            if tx.query_one(forgotten, &[])?.get::<_, String>(0) != server.forgotten {
                return Ok(Err(ArchiveError::Forgotten(server.name.clone())));
            }
            tx.batch_execute(
                r#"CREATE TEMPORARY TABLE fresh (key uuid, "row" bigint) ON COMMIT DROP"#,
            )?;
            let out = tx.copy_in("COPY fresh FROM STDIN BINARY")?;
            let mut out = BinaryCopyInWriter::new(out, &[Type::UUID, Type::INT8]);
            let (mut sent, mut twice, mut last) = (0, 0, None);
            for key in keys {
                let (key, row) = match key {
                    Ok(key) => key,
                    Err(e) => return Ok(Err(e)),
                };
                if last.replace(key) == Some(key) {
                    twice += 1;
                    continue;
                }
                out.write(&[&Uuid(key), &row])?;
                sent += 1;
            }
            out.finish()?;
            let begin = "INSERT INTO run (name, kind, program, seed, settings, entered, puzzles)
                 VALUES ($1, $2, $3, $4::text::numeric, $5::text::jsonb, $6::text::timestamptz, 0)
                 ON CONFLICT (name) DO NOTHING";
            let RunRow { name, kind, program, seed, settings, entered, .. } = run;
            tx.execute(begin, &[name, kind, program, seed, settings, entered])?;
            let id: i32 = tx.query_one("SELECT id FROM run WHERE name = $1", &[name])?.get(0);
            let insert = r#"INSERT INTO seen SELECT key, $1, "row" FROM fresh ORDER BY key ON CONFLICT DO NOTHING"#;
            let new = tx.execute(insert, &[&id])?;
            let mut others = 0;
            if new < sent {
                let of_others =
                    "SELECT count(*) FROM fresh JOIN seen USING (key) WHERE seen.run <> $1";
                others = tx.query_one(of_others, &[&id])?.get::<_, i64>(0).unsigned_abs();
            }
            if others > 0 {
                let path = server.name.clone();
                return Ok(Err(ArchiveError::Taken { path, others, of: sent }));
            }
            let count = "UPDATE run SET puzzles = puzzles + $1 WHERE id = $2";
            tx.execute(count, &[&new.cast_signed(), &id])?;
            Ok(Ok((Entered { new, own: sent - new + twice, others }, true)))
        })
    }

    fn forget(&mut self, run: &str) -> Result<u64, ArchiveError> {
        let gone = self.change(|server, tx| {
            let id = tx.query_opt("SELECT id FROM run WHERE name = $1", &[&run])?;
            let Some(id) = id.map(|row| row.get::<_, i32>(0)) else {
                return Ok(Err(ArchiveError::NoSuchRun(server.name.clone(), run.to_owned())));
            };
            let gone = tx.execute("DELETE FROM seen WHERE run = $1", &[&id])?;
            tx.execute("DELETE FROM run WHERE id = $1", &[&id])?;
            let count =
                "UPDATE about SET value = (value::bigint + 1)::text WHERE name = 'forgotten'
                         RETURNING value";
            let forgotten: String = tx.query_one(count, &[])?.get(0);
            Ok(Ok(((gone, forgotten), true)))
        })?;
        self.forgotten = gone.1;
        Ok(gone.0)
    }

    fn rename(&mut self, name: &str, run: &Run) -> Result<(), ArchiveError> {
        self.change(|server, tx| {
            let rename = "UPDATE run SET name = $1, program = $2, settings = $3::text::jsonb WHERE name = $4";
            Ok(match tx.execute(rename, &[&run.name(), &run.program, &run.settings, &name])? {
                0 => Err(ArchiveError::NoSuchRun(server.name.clone(), name.to_owned())),
                _ => Ok(((), true)),
            })
        })
    }

    fn keep(&mut self, note: &Note) -> Result<(), ArchiveError> {
        let keep = "INSERT INTO note SELECT id, $2, $3 FROM run WHERE name = $1
                    ON CONFLICT (run, topic) DO UPDATE SET value = excluded.value";
        let kept = self.client.get_mut().execute(keep, &[&note.run, &note.topic, &note.text]);
        kept.map(drop).map_err(|e| self.of(e))
    }

    fn notes(&self, topic: &str) -> Result<Vec<Note>, ArchiveError> {
        let notes = "SELECT run.name, topic, value FROM note JOIN run ON run.id = note.run
                     WHERE starts_with(topic, $1) ORDER BY run.id, topic";
        let notes = self.client.borrow_mut().query(notes, &[&topic]).map_err(|e| self.of(e))?;
        let note = |row: &Row| Note { run: row.get(0), topic: row.get(1), text: row.get(2) };
        Ok(notes.iter().map(note).collect())
    }
}
