//! An archive in PostgreSQL, for several hosts. Only this module uses the crate `tokio_postgres`.
//! `connect_options` reads the address, `tls` encrypts, `session` is a connection, `sql` has the
//! statements.
//!
//! Queries take no lock. Inserts run one after the other, under an advisory lock of the
//! transaction. An insert sends sorted keys in blocks of some ten thousand: a query for the
//! existing keys, and a COPY of the others. If another run owns one of the keys, the transaction is
//! rolled back. A connection that is lost before COMMIT has inserted nothing.

mod connect_options;
mod session;
mod sql;
mod tls;

use super::ArchiveError;
use super::backend::{
    ArchiveBackend, ArchiveReader, ArchiveStats, ArchivedRun, ConflictPolicy, InsertOptions,
    InsertSummary, MAX_RETRIES,
};
use super::keys::{KeyRow, KeyStream};
use super::notes::{RunNote, SERIES, continued_note};
use connect_options::ConnectOptions;
use grid::Key;
use session::{Session, SessionError, SessionResult};
use sql::Uuid;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::pin::pin;
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, GenericClient, Row, Transaction};

/// Number of the schema of the tables that this program can read and write.
const SCHEMA_NUMBER: u32 = 1;
/// Number of keys per statement.
const KEYS_PER_STATEMENT: usize = 1 << 16;

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
pub fn create(
    url: &str,
    fill: impl FnOnce(&mut dyn ArchiveBackend) -> Result<(), ArchiveError>,
) -> Result<ArchiveStats, ArchiveError> {
    let mut server = Server::connect(url)?;
    server.change(async |tx| {
        tx.batch_execute(sql::CREATE).await?;
        tx.execute(sql::DESCRIBE, &[&Key::HASH, &SCHEMA_NUMBER.to_string()]).await?;
        Ok(())
    })?;
    let full = fill(&mut server).and_then(|()| server.check());
    let last = if full.is_ok() { sql::COMPLETE } else { sql::DROP };
    let ended = server.query_once(&mut async |client| Ok(client.batch_execute(last).await?));
    full.and_then(|stats| ended.map(|()| stats))
}

/// The place of a key: the number of its run, and the row there.
type KeyPlace = (i64, i64);

/// Locates keys: returns the places of those that exist.
async fn locate(
    client: &impl GenericClient,
    keys: impl Iterator<Item = Key>,
) -> SessionResult<HashMap<Key, KeyPlace>> {
    let asked: Vec<Uuid> = keys.map(Uuid).collect();
    let found = client.query_typed(sql::LOCATE, &[(&asked, Type::UUID_ARRAY)]).await?;
    Ok(found.iter().map(key_row).collect())
}

/// Converts a row of a key, its run and its row there.
fn key_row(row: &Row) -> (Key, KeyPlace) {
    (row.get::<_, Uuid>(0).0, (row.get::<_, i32>(1).into(), row.get(2)))
}

/// Returns the notes whose topic has this prefix, oldest run first.
async fn notes(client: &impl GenericClient, topic: &str) -> SessionResult<Vec<RunNote>> {
    let notes = client.query(sql::NOTES, &[&topic]).await?;
    Ok(notes.iter().map(note_row).collect())
}

fn note_row(row: &Row) -> RunNote {
    RunNote { run: row.get(0), topic: row.get(1), text: row.get(2) }
}

async fn put_note(client: &impl GenericClient, note: &RunNote) -> SessionResult<()> {
    client.execute(sql::PUT_NOTE, &[&note.run, &note.topic, &note.text]).await?;
    Ok(())
}

/// Inserts the keys that the server does not have, and counts all.
async fn insert_keys(
    tx: &Transaction<'_>,
    id: i32,
    keys: KeyStream<'_>,
) -> SessionResult<InsertSummary> {
    let copy = tx.prepare(sql::COPY_KEYS).await?;
    let mut entered = InsertSummary::default();
    // The keys are sorted, so a repeated key follows its first occurrence.
    let mut last = None;
    loop {
        let block: Vec<_> = keys.take(KEYS_PER_STATEMENT).collect::<Result<_, _>>()?;
        if block.is_empty() {
            return Ok(entered);
        }
        let known = locate(tx, block.iter().map(|row| row.key)).await?;
        let mut fresh = Vec::new();
        for row in block {
            match known.get(&row.key) {
                Some((run, _)) if *run != i64::from(id) => entered.others += 1,
                None if last != Some(row.key) => fresh.push(row),
                _ => entered.own += 1,
            }
            last = Some(row.key);
        }
        if fresh.is_empty() {
            continue;
        }
        let columns = [Type::UUID, Type::INT4, Type::INT8];
        let mut sent = pin!(BinaryCopyInWriter::new(tx.copy_in(&copy).await?, &columns));
        for KeyRow { key, row } in fresh {
            sent.as_mut().write(&[&Uuid(key), &id, &row]).await?;
        }
        entered.new += sent.finish().await?;
    }
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
        question: &mut impl AsyncFnMut(&mut Client) -> SessionResult<T>,
    ) -> Result<T, ArchiveError> {
        self.ask(question).map_err(|e| e.at(&self.options))
    }

    fn ask<T>(
        &self,
        question: &mut impl AsyncFnMut(&mut Client) -> SessionResult<T>,
    ) -> SessionResult<T> {
        let mut session = self.session.borrow_mut();
        let mut open = match session.take() {
            Some(open) => open,
            None => Session::reconnect(&self.options)?,
        };
        let answer = open.run(question);
        if !answer.as_ref().is_err_and(SessionError::is_lost) {
            *session = Some(open);
        }
        answer
    }

    /// Runs a query. If the connection is lost, repeats the query over a new one.
    fn query<T>(
        &self,
        mut question: impl AsyncFnMut(&mut Client) -> SessionResult<T>,
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
        let mut about: HashMap<String, String> = self.query(async |client| {
            let about = client.query(sql::ABOUT, &[]).await?;
            Ok(about.iter().map(|row| (row.get(0), row.get(1))).collect())
        })?;
        let path = self.options.name.clone();
        if about.get("program").map(String::as_str) != Some("sudoku-press") {
            return Err(ArchiveError::Foreign(path));
        }
        let found = about.remove("schema").unwrap_or("none".to_owned());
        if found != SCHEMA_NUMBER.to_string() {
            return Err(ArchiveError::Schema { path, expected: SCHEMA_NUMBER, found });
        }
        let hash = about.remove("key").unwrap_or("none".to_owned());
        if hash != Key::HASH {
            return Err(ArchiveError::OtherKeys(path, hash));
        }
        if about.contains_key("state") {
            return Err(ArchiveError::Unfinished(path));
        }
        self.forgotten = about.remove("forgotten").unwrap_or_default();
        Ok(())
    }

    /// Runs `work` in one transaction. If it fails, nothing is changed.
    fn change<T>(
        &self,
        mut work: impl AsyncFnMut(&Transaction<'_>) -> SessionResult<T>,
    ) -> Result<T, ArchiveError> {
        // This query notices a server that was restarted since the last query. It may be repeated;
        // a change may not.
        self.query(async |client| Ok(client.check_connection().await?))?;
        self.query_once(&mut async |client| {
            let tx = client.transaction().await?;
            tx.execute(sql::LOCK, &[]).await?;
            let answer = work(&tx).await;
            if answer.is_ok() {
                tx.commit().await?;
            } else {
                // Rolls back at once, because other writers wait for the lock.
                drop(tx.rollback().await);
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
        self.query(async |client| {
            let runs = client.query(sql::RUNS, &[]).await?;
            Ok(runs.iter().map(sql::numbered_run).collect())
        })
    }

    fn bytes(&self) -> Result<u64, ArchiveError> {
        self.query(async |client| {
            Ok(client.query_one(sql::BYTES, &[]).await?.get::<_, i64>(0).unsigned_abs())
        })
    }

    fn locate(&self, keys: &[Key]) -> Result<Vec<Option<KeyPlace>>, ArchiveError> {
        let mut all = Vec::with_capacity(keys.len());
        for block in keys.chunks(KEYS_PER_STATEMENT) {
            let found = self.query(async |client| locate(client, block.iter().copied()).await)?;
            all.extend(block.iter().map(|key| found.get(key).copied()));
        }
        Ok(all)
    }

    fn for_each_key(
        &self,
        visit: &mut dyn FnMut(Key, i64, i64) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError> {
        let limit = KEYS_PER_STATEMENT as i64;
        let mut first = Some(0_u128);
        while let Some(from) = first {
            let from = Uuid(Key(from.to_be_bytes()));
            let rows = self
                .query(async |client| Ok(client.query(sql::KEYS_FROM, &[&from, &limit]).await?))?;
            first = None;
            for row in &rows {
                let (key, (run, row)) = key_row(row);
                first = u128::from_be_bytes(key.0).checked_add(1);
                visit(key, run, row)?;
            }
        }
        Ok(())
    }

    fn check(&self) -> Result<ArchiveStats, ArchiveError> {
        let stats = self.stats()?;
        let wrong = self.query(async |client| Ok(client.query_opt(sql::WRONG_RUN, &[]).await?))?;
        let Some(wrong) = wrong else {
            return Ok(stats);
        };
        let found: i64 = wrong.get(2);
        let words = match wrong.get::<_, Option<String>>(0) {
            Some(run) => format!("run {run} has {found} keys, expected {}", wrong.get::<_, i64>(1)),
            None => format!("{found} keys are of no run, expected none"),
        };
        Err(ArchiveError::Damaged(self.options.name.clone(), words))
    }

    fn notes(&self, topic: &str) -> Result<Vec<RunNote>, ArchiveError> {
        self.query(async |client| notes(client, topic).await)
    }
}

impl ArchiveBackend for Server {
    fn is_shared(&self) -> bool {
        true
    }

    fn insert(
        &mut self,
        run: &ArchivedRun,
        keys: KeyStream<'_>,
        options: &InsertOptions<'_>,
    ) -> Result<InsertSummary, ArchiveError> {
        let archive = &self.options.name;
        self.change(async |tx| {
            let forgotten: String = tx.query_one(sql::FORGOTTEN, &[]).await?.get(0);
            if forgotten != self.forgotten {
                return Err(ArchiveError::Forgotten(archive.clone()).into());
            }
            let ArchivedRun { name, kind, program, seed, settings, entered, .. } = run;
            tx.execute(sql::INSERT_RUN, &[name, kind, program, seed, settings, entered]).await?;
            let id: i32 = tx.query_one(sql::RUN_ID, &[name]).await?.get(0);
            let entered = insert_keys(tx, id, keys).await?;
            if entered.others > 0 && options.on_conflict == ConflictPolicy::Abort {
                let of = entered.new + entered.own + entered.others;
                let (path, others) = (archive.clone(), entered.others);
                return Err(ArchiveError::Taken { path, others, of }.into());
            }
            tx.execute(sql::ADD_PUZZLES, &[&entered.new.cast_signed(), &id]).await?;
            if let Some(numbers) = options.numbers {
                numbers.ensure_free(&notes(tx, SERIES).await?, name, archive)?;
                if let Some(replaced) = numbers.note_of_replaced() {
                    put_note(tx, &replaced).await?;
                }
                put_note(tx, &numbers.note(name)).await?;
            }
            if let Some(before) = options.continued {
                put_note(tx, &continued_note(name, before)).await?;
            }
            if let Some(label) = options.label {
                put_note(tx, &label.note(name)).await?;
            }
            Ok(entered)
        })
    }

    fn forget(&mut self, run: &str) -> Result<u64, ArchiveError> {
        let (gone, forgotten) = self.change(async |tx| {
            let Some(found) = tx.query_opt(sql::RUN_ID, &[&run]).await? else {
                let archive = self.options.name.clone();
                return Err(ArchiveError::NoSuchRun(archive, run.to_owned()).into());
            };
            let id: i32 = found.get(0);
            let gone = tx.execute(sql::DELETE_KEYS, &[&id]).await?;
            tx.execute(sql::DELETE_RUN, &[&id]).await?;
            Ok((gone, tx.query_one(sql::COUNT_FORGOTTEN, &[]).await?.get(0)))
        })?;
        self.forgotten = forgotten;
        Ok(gone)
    }

    fn put_note(&mut self, note: &RunNote) -> Result<(), ArchiveError> {
        self.query(async |client| put_note(client, note).await)
    }
}
