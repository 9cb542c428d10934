//! An archive in PostgreSQL, for several hosts. Only this module uses the crate `tokio_postgres`.
//! `connect_options` reads the address, `tls` encrypts, `session` is a connection.
//!
//! Queries take no lock. Inserts run one after the other, under an advisory lock of the
//! transaction. An insert sends sorted keys in blocks of some ten thousand: a query for the
//! existing keys, and a COPY of the others. If another run owns one of the keys, the transaction is
//! rolled back. A connection that is lost before COMMIT has inserted nothing.

mod connect_options;
mod session;
mod tables;
mod tls;

use super::ArchiveError;
use super::backend::{
    ArchiveBackend, ArchiveReader, ArchiveStats, ArchivedRun, ConflictPolicy, InsertOptions,
    InsertSummary, KeyStream, MAX_RETRIES,
};
use super::notes::{RunNote, SERIES};
use connect_options::ConnectOptions;
use engine::sudoku::key::Key;
use session::{Connection, Deadline, Session, SessionError, SessionResult};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::pin::pin;
use std::time::Duration;
use tables::{RUN, SCHEMA, Uuid, run_row};
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::Type;
use tokio_postgres::{GenericClient, Row, Statement, Transaction};

/// Advisory lock for writers; its id is the SQLite `application_id`. A waiting writer polls instead
/// of blocking, so that a dead server can be told from a busy one.
const LOCK: &str = "SELECT pg_try_advisory_xact_lock(1397771851)";
const LOCK_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Number of the schema of the tables that this program can read and write.
const SCHEMA_NUMBER: u32 = 1;
/// Number of keys per statement.
const KEYS_PER_STATEMENT: usize = 1 << 16;
/// Query that locates keys.
const LOCATE: &str =
    r#"SELECT key, run, "row" FROM unnest($1::uuid[]) AS asked (key) JOIN seen USING (key)"#;

/// An open archive in PostgreSQL.
pub(super) struct Server {
    options: ConnectOptions,
    /// The session; `None` once it was lost.
    session: RefCell<Option<Session>>,
    /// Number of removed runs at the time of opening.
    forgotten: String,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Server({})", self.options.name.display())
    }
}

pub fn open(url: &str) -> Result<Box<dyn ArchiveBackend>, ArchiveError> {
    let mut server = Server::connect(url)?;
    server.check_schema()?;
    Ok(Box::new(server))
}

/// Creates an archive that nobody can open until `fill` has filled it.
pub(super) fn create_full(
    url: &str,
    fill: impl FnOnce(&mut dyn ArchiveBackend) -> Result<(), ArchiveError>,
) -> Result<ArchiveStats, ArchiveError> {
    let mut server = Server::connect(url)?;
    server.change(async |tx, _| {
        tx.batch_execute(SCHEMA).await?;
        let about = "INSERT INTO about VALUES ('key', $1), ('schema', $2)";
        tx.execute(about, &[&Key::HASH, &SCHEMA_NUMBER.to_string()]).await?;
        Ok(())
    })?;
    let full = fill(&mut server).and_then(|()| server.check());
    let last = match full {
        Ok(_) => "DELETE FROM about WHERE name = 'state'",
        Err(_) => "DROP TABLE note, seen, run, about",
    };
    let ended = server
        .query_once(&mut async |connection, _| Ok(connection.client.batch_execute(last).await?));
    full.and_then(|stats| ended.map(|()| stats))
}

/// Waits for the lock of writers.
async fn wait_for_lock(tx: &Transaction<'_>, deadline: &Deadline) -> SessionResult<()> {
    while !tx.query_one(LOCK, &[]).await?.get::<_, bool>(0) {
        tokio::time::sleep(LOCK_POLL_INTERVAL).await;
        deadline.extend_for(0);
    }
    Ok(())
}

/// Locates keys: returns the keys that exist, each with the number of its run and its row.
async fn locate(
    client: &impl GenericClient,
    known: &Statement,
    keys: impl Iterator<Item = Key>,
) -> SessionResult<HashMap<Key, (i64, i64)>> {
    let asked: Vec<Uuid> = keys.map(Uuid).collect();
    let found = client.query(known, &[&asked]).await?;
    let place = |row: &Row| (row.get::<_, i32>(1).into(), row.get(2));
    Ok(found.iter().map(|row| (row.get::<_, Uuid>(0).0, place(row))).collect())
}

/// Returns the notes whose topic has this prefix, oldest run first.
async fn notes(client: &impl GenericClient, topic: &str) -> SessionResult<Vec<RunNote>> {
    let notes = "SELECT run.name, topic, value FROM note JOIN run ON run.id = note.run
                 WHERE starts_with(topic, $1) ORDER BY run.id, topic";
    let notes = client.query(notes, &[&topic]).await?;
    let note = |row: &Row| RunNote { run: row.get(0), topic: row.get(1), text: row.get(2) };
    Ok(notes.iter().map(note).collect())
}

async fn put_note(client: &impl GenericClient, note: &RunNote) -> SessionResult<()> {
    let keep = "INSERT INTO note SELECT id, $2, $3 FROM run WHERE name = $1
                ON CONFLICT (run, topic) DO UPDATE SET value = excluded.value";
    client.execute(keep, &[&note.run, &note.topic, &note.text]).await?;
    Ok(())
}

impl Server {
    fn connect(url: &str) -> Result<Self, ArchiveError> {
        let options = ConnectOptions::parse(url)?;
        let session = Session::open(&options).map_err(|e| match e.at(&options) {
            ArchiveError::Lost(name, words) => ArchiveError::Server(name, words),
            e => e,
        })?;
        Ok(Self { options, session: Some(session).into(), forgotten: "0".to_owned() })
    }

    /// Runs a query that must not be repeated.
    fn query_once<T>(
        &self,
        question: &mut impl AsyncFnMut(&mut Connection, &Deadline) -> SessionResult<T>,
    ) -> Result<T, ArchiveError> {
        let mut session = self.session.borrow_mut();
        let of = |e: SessionError| e.at(&self.options);
        let mut open = match session.take() {
            Some(open) => open,
            None => Session::reconnect(&self.options).map_err(of)?,
        };
        let answer = open.run(question);
        if !matches!(&answer, Err(e) if e.is_lost() || matches!(e, SessionError::Silent(_))) {
            *session = Some(open);
        }
        answer.map_err(of)
    }

    /// Runs a query. If the connection is lost, repeats the query over a new one.
    fn query<T>(
        &self,
        mut question: impl AsyncFnMut(&mut Connection, &Deadline) -> SessionResult<T>,
    ) -> Result<T, ArchiveError> {
        for _ in 0..MAX_RETRIES {
            match self.query_once(&mut question) {
                Err(ArchiveError::Lost(..)) => {}
                answer => return answer,
            }
        }
        self.query_once(&mut question)
    }

    /// Fails if this is no archive of this schema. Remembers the number of removed runs.
    fn check_schema(&mut self) -> Result<(), ArchiveError> {
        let about: HashMap<String, String> = self.query(async |connection, _| {
            let about = connection.client.query("SELECT name, value FROM about", &[]).await?;
            Ok(about.iter().map(|row| (row.get(0), row.get(1))).collect())
        })?;
        let value = |name: &str| about.get(name).map(String::as_str);
        let at = || self.options.name.clone();
        if value("program") != Some("sudoku-press") {
            return Err(ArchiveError::Foreign(at()));
        }
        let schema = value("schema").unwrap_or("none");
        if schema != SCHEMA_NUMBER.to_string() {
            let (expected, found) = (SCHEMA_NUMBER, schema.to_owned());
            return Err(ArchiveError::Schema { path: at(), expected, found });
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

    /// Runs `work` in one transaction. If it fails, nothing is changed.
    fn change<T>(
        &self,
        mut work: impl AsyncFnMut(&Transaction<'_>, &Deadline) -> SessionResult<T>,
    ) -> Result<T, ArchiveError> {
        // This query notices a server that was restarted since the last query. It may be repeated;
        // a change may not.
        self.query(async |connection, _| Ok(connection.client.check_connection().await?))?;
        self.query_once(&mut async |connection, deadline| {
            let tx = connection.client.transaction().await?;
            wait_for_lock(&tx, deadline).await?;
            let answer = work(&tx, deadline).await;
            deadline.extend_for(0);
            match answer {
                Ok(_) => tx.commit().await?,
                // Rolls back at once, because other writers wait for the lock.
                Err(_) => drop(tx.rollback().await),
            }
            answer
        })
    }
}

impl ArchiveReader for Server {
    fn name(&self) -> &Path {
        &self.options.name
    }

    fn runs(&self) -> Result<Vec<(i64, ArchivedRun)>, ArchiveError> {
        let runs = format!("SELECT {RUN}, id FROM run ORDER BY id");
        self.query(async |connection, _| {
            let runs = connection.client.query(&runs, &[]).await?;
            Ok(runs.iter().map(|row| (row.get::<_, i32>(7).into(), run_row(row))).collect())
        })
    }

    fn bytes(&self) -> Result<u64, ArchiveError> {
        let size = "SELECT sum(pg_total_relation_size(name))::bigint
                    FROM unnest('{seen,run,note}'::regclass[]) AS name";
        self.query(async |connection, _| {
            Ok(connection.client.query_one(size, &[]).await?.get::<_, i64>(0).unsigned_abs())
        })
    }

    fn locate(&self, keys: &[Key]) -> Result<Vec<Option<(i64, i64)>>, ArchiveError> {
        let mut all = Vec::with_capacity(keys.len());
        for block in keys.chunks(KEYS_PER_STATEMENT) {
            let found = self.query(async |connection, deadline| {
                deadline.extend_for(block.len() as u64);
                let known = match &connection.known {
                    Some(known) => known,
                    None => connection.known.insert(connection.client.prepare(LOCATE).await?),
                };
                locate(&connection.client, known, block.iter().copied()).await
            })?;
            all.extend(block.iter().map(|key| found.get(key).copied()));
        }
        Ok(all)
    }

    fn for_each_key(
        &self,
        visit: &mut dyn FnMut(Key, i64, i64) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError> {
        let page = format!(
            r#"SELECT key, run, "row" FROM seen WHERE key >= $1 ORDER BY key LIMIT {KEYS_PER_STATEMENT}"#
        );
        let mut first = Some(0_u128);
        while let Some(from) = first {
            let from = Uuid(Key(from.to_be_bytes()));
            let rows = self.query(async |connection, deadline| {
                deadline.extend_for(KEYS_PER_STATEMENT as u64);
                Ok(connection.client.query(&page, &[&from]).await?)
            })?;
            for row in &rows {
                let Uuid(key) = row.get(0);
                first = u128::from_be_bytes(key.0).checked_add(1);
                visit(key, row.get::<_, i32>(1).into(), row.get(2))?;
            }
            if rows.len() < KEYS_PER_STATEMENT {
                break;
            }
        }
        Ok(())
    }

    fn check(&self) -> Result<ArchiveStats, ArchiveError> {
        let stats = self.stats()?;
        let wrong = "SELECT run.name, run.puzzles, coalesce(keys, 0)
                     FROM run FULL JOIN (SELECT run, count(*) AS keys FROM seen GROUP BY run) AS counted
                     ON counted.run = run.id
                     WHERE coalesce(keys, 0) IS DISTINCT FROM run.puzzles ORDER BY run.id LIMIT 1";
        let wrong = self.query(async |connection, deadline| {
            deadline.extend_for(stats.puzzles);
            Ok(connection.client.query_opt(wrong, &[]).await?)
        })?;
        if let Some(wrong) = wrong {
            let found: i64 = wrong.get(2);
            let words = match wrong.get::<_, Option<String>>(0) {
                Some(run) => {
                    format!("run {run} has {found} keys, expected {}", wrong.get::<_, i64>(1))
                }
                None => format!("{found} keys are of no run, expected none"),
            };
            return Err(ArchiveError::Damaged(self.options.name.clone(), words));
        }
        Ok(stats)
    }

    fn notes(&self, topic: &str) -> Result<Vec<RunNote>, ArchiveError> {
        self.query(async |connection, _| notes(&connection.client, topic).await)
    }
}

impl ArchiveBackend for Server {
    fn is_shared(&self) -> bool {
        true
    }

    fn insert_run(
        &mut self,
        keys: KeyStream<'_>,
        how: &InsertOptions<'_>,
    ) -> Result<InsertSummary, ArchiveError> {
        let name = &self.options.name;
        let run = (how.run)();
        self.change(async |tx, deadline| {
            let forgotten = "SELECT value FROM about WHERE name = 'forgotten'";
            if tx.query_one(forgotten, &[]).await?.get::<_, String>(0) != self.forgotten {
                return Err(ArchiveError::Forgotten(name.clone()).into());
            }
            let begin = "INSERT INTO run (name, kind, program, seed, settings, entered, puzzles)
                 VALUES ($1, $2, $3, $4::text::numeric, $5::text::jsonb, $6::text::timestamptz, 0)
                 ON CONFLICT (name) DO NOTHING";
            let ArchivedRun { name: own, kind, program, seed, settings, entered, .. } = &run;
            tx.execute(begin, &[own, kind, program, seed, settings, entered]).await?;
            let id: i32 = tx.query_one("SELECT id FROM run WHERE name = $1", &[own]).await?.get(0);
            let copy = r#"COPY seen (key, run, "row") FROM STDIN (FORMAT binary)"#;
            let (known, copy) = (tx.prepare(LOCATE).await?, tx.prepare(copy).await?);
            let (mut entered, mut sent) = (InsertSummary::default(), 0);
            loop {
                let block = Iterator::take(&mut *keys, KEYS_PER_STATEMENT);
                let mut block = block.collect::<Result<Vec<_>, _>>()?;
                if block.is_empty() {
                    break;
                }
                sent += block.len() as u64;
                deadline.extend_for(block.len() as u64);
                let there = locate(tx, &known, block.iter().map(|(key, _)| *key)).await?;
                // The keys are sorted, so a repeated key follows its first occurrence.
                let mut last = None;
                block.retain(|(key, _)| match there.get(key) {
                    Some((run, _)) if *run != i64::from(id) => {
                        entered.others += 1;
                        false
                    }
                    None if last.replace(*key) != Some(*key) => true,
                    _ => {
                        entered.own += 1;
                        false
                    }
                });
                if block.is_empty() {
                    continue;
                }
                let columns = [Type::UUID, Type::INT4, Type::INT8];
                let mut fresh = pin!(BinaryCopyInWriter::new(tx.copy_in(&copy).await?, &columns));
                for (key, row) in block {
                    fresh.as_mut().write(&[&Uuid(key), &id, &row]).await?;
                }
                entered.new += fresh.finish().await?;
            }
            if entered.others > 0 && how.on_conflict == ConflictPolicy::Abort {
                let (path, others) = (name.clone(), entered.others);
                return Err(ArchiveError::Taken { path, others, of: sent }.into());
            }
            let count = "UPDATE run SET puzzles = puzzles + $1 WHERE id = $2";
            tx.execute(count, &[&entered.new.cast_signed(), &id]).await?;
            if let Some(numbers) = how.numbers {
                numbers.ensure_free(&notes(tx, SERIES).await?, own, name)?;
                put_note(tx, &numbers.note(own)).await?;
            }
            Ok(entered)
        })
    }

    fn forget(&mut self, run: &str) -> Result<u64, ArchiveError> {
        let (gone, forgotten) = self.change(async |tx, deadline| {
            let id = "SELECT id, (SELECT sum(puzzles)::bigint FROM run) FROM run WHERE name = $1";
            let none = || ArchiveError::NoSuchRun(self.options.name.clone(), run.to_owned());
            let id = tx.query_opt(id, &[&run]).await?.ok_or_else(none)?;
            let (id, all): (i32, i64) = (id.get(0), id.get(1));
            deadline.extend_for(all.unsigned_abs());
            let gone = tx.execute("DELETE FROM seen WHERE run = $1", &[&id]).await?;
            tx.execute("DELETE FROM run WHERE id = $1", &[&id]).await?;
            let count =
                "UPDATE about SET value = (value::bigint + 1)::text WHERE name = 'forgotten'
                         RETURNING value";
            Ok((gone, tx.query_one(count, &[]).await?.get(0)))
        })?;
        self.forgotten = forgotten;
        Ok(gone)
    }

    fn put_note(&mut self, note: &RunNote) -> Result<(), ArchiveError> {
        self.query(async |connection, _| put_note(&connection.client, note).await)
    }
}
