//! An archive in PostgreSQL, for several hosts. The only user of the crate `tokio_postgres`. `address` says where it is,
//! `tls` encrypts, `session` is a connection.
//!
//! Questions take no lock. Runs are entered one after the other: an advisory lock of the transaction, and sorted keys,
//! some ten thousand together: a question which of them are there, and a COPY of the others. If another run has one of
//! them, all is rolled back.
//! A connection that is lost before COMMIT has entered nothing.

mod address;
mod session;
mod tables;
mod tls;

use super::ArchiveError;
use super::error::SCHEMA_NUMBER;
use super::notes::{Note, SERIES};
use super::store::{Entered, Entering, Keys, Look, MOST_LOST, RunRow, Stats, Store};
use crate::sudoku::key::Key;
use address::Address;
use session::{Done, Fail, Link, Patience, Session};
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

/// Who enters or forgets has this lock, the number by which SQLite's archives are known. Others ask for it again and
/// again: so a server that has fallen silent is not taken for one that lets us wait.
const LOCK: &str = "SELECT pg_try_advisory_xact_lock(1397771851)";
const ASK_AGAIN: Duration = Duration::from_millis(50);
/// Keys in a statement.
const TOGETHER: usize = 1 << 16;
/// Where keys are.
const KNOWN: &str =
    r#"SELECT key, run, "row" FROM unnest($1::uuid[]) AS asked (key) JOIN seen USING (key)"#;

/// An open archive.
pub(super) struct Server {
    address: Address,
    /// `None` once it was lost.
    session: RefCell<Option<Session>>,
    /// How many runs had been removed when it was opened.
    forgotten: String,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Server({})", self.address.name.display())
    }
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
    let ended = server.once(&mut async |link, _| Ok(link.client.batch_execute(last).await?));
    full.and_then(|stats| ended.map(|()| stats))
}

/// Waits for the lock of those who enter.
async fn locked(tx: &Transaction<'_>, patience: &Patience) -> Done<()> {
    while !tx.query_one(LOCK, &[]).await?.get::<_, bool>(0) {
        tokio::time::sleep(ASK_AGAIN).await;
        patience.for_keys(0);
    }
    Ok(())
}

/// The keys that are there, each with the number of its run and its row.
async fn places(
    client: &impl GenericClient,
    known: &Statement,
    keys: impl Iterator<Item = Key>,
) -> Done<HashMap<Key, (i64, i64)>> {
    let asked: Vec<Uuid> = keys.map(Uuid).collect();
    let found = client.query(known, &[&asked]).await?;
    let place = |row: &Row| (row.get::<_, i32>(1).into(), row.get(2));
    Ok(found.iter().map(|row| (row.get::<_, Uuid>(0).0, place(row))).collect())
}

/// The notes whose topic begins so, oldest run first.
async fn notes(client: &impl GenericClient, topic: &str) -> Done<Vec<Note>> {
    let notes = "SELECT run.name, topic, value FROM note JOIN run ON run.id = note.run
                 WHERE starts_with(topic, $1) ORDER BY run.id, topic";
    let notes = client.query(notes, &[&topic]).await?;
    let note = |row: &Row| Note { run: row.get(0), topic: row.get(1), text: row.get(2) };
    Ok(notes.iter().map(note).collect())
}

async fn keep(client: &impl GenericClient, note: &Note) -> Done<()> {
    let keep = "INSERT INTO note SELECT id, $2, $3 FROM run WHERE name = $1
                ON CONFLICT (run, topic) DO UPDATE SET value = excluded.value";
    client.execute(keep, &[&note.run, &note.topic, &note.text]).await?;
    Ok(())
}

impl Server {
    fn connect(url: &str) -> Result<Self, ArchiveError> {
        let address = Address::parse(url)?;
        let session = Session::open(&address).map_err(|e| match e.at(&address) {
            ArchiveError::Lost(name, words) => ArchiveError::Server(name, words),
            e => e,
        })?;
        Ok(Self { address, session: Some(session).into(), forgotten: "0".to_owned() })
    }

    /// Asks what must not be asked twice.
    fn once<T>(
        &self,
        question: &mut impl AsyncFnMut(&mut Link, &Patience) -> Done<T>,
    ) -> Result<T, ArchiveError> {
        let mut session = self.session.borrow_mut();
        let of = |e: Fail| e.at(&self.address);
        let mut open = match session.take() {
            Some(open) => open,
            None => Session::open_again(&self.address).map_err(of)?,
        };
        let answer = open.wait(question);
        if !matches!(&answer, Err(e) if e.is_lost() || matches!(e, Fail::Silent(_))) {
            *session = Some(open);
        }
        answer.map_err(of)
    }

    /// Asks, over a new connection if the old one is lost meanwhile.
    fn ask<T>(
        &self,
        mut question: impl AsyncFnMut(&mut Link, &Patience) -> Done<T>,
    ) -> Result<T, ArchiveError> {
        for _ in 0..MOST_LOST {
            match self.once(&mut question) {
                Err(ArchiveError::Lost(..)) => {}
                answer => return answer,
            }
        }
        self.once(&mut question)
    }

    /// Refuses what is no archive of this schema, and remembers how many runs were removed.
    fn judge(&mut self) -> Result<(), ArchiveError> {
        let about: HashMap<String, String> = self.ask(async |link, _| {
            let about = link.client.query("SELECT name, value FROM about", &[]).await?;
            Ok(about.iter().map(|row| (row.get(0), row.get(1))).collect())
        })?;
        let value = |name: &str| about.get(name).map(String::as_str);
        let at = || self.address.name.clone();
        if value("program") != Some("sudoku-press") {
            return Err(ArchiveError::Foreign(at()));
        }
        let schema = value("schema").unwrap_or("none");
        if schema != SCHEMA_NUMBER.to_string() {
            return Err(ArchiveError::Schema(at(), schema.to_owned()));
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

    /// Does something in one transaction, all of it or, if it fails, nothing.
    fn change<T>(
        &self,
        mut work: impl AsyncFnMut(&Transaction<'_>, &Patience) -> Done<T>,
    ) -> Result<T, ArchiveError> {
        // A server that was restarted since the last question is asked again; what is changed is not.
        self.ask(async |link, _| Ok(link.client.check_connection().await?))?;
        self.once(&mut async |link, patience| {
            let tx = link.client.transaction().await?;
            locked(&tx, patience).await?;
            let answer = work(&tx, patience).await;
            patience.for_keys(0);
            match answer {
                Ok(_) => tx.commit().await?,
                // At once, because others wait for the lock.
                Err(_) => drop(tx.rollback().await),
            }
            answer
        })
    }
}

impl Look for Server {
    fn name(&self) -> &Path {
        &self.address.name
    }

    fn runs(&self) -> Result<Vec<(i64, RunRow)>, ArchiveError> {
        let runs = format!("SELECT {RUN}, id FROM run ORDER BY id");
        self.ask(async |link, _| {
            let runs = link.client.query(&runs, &[]).await?;
            Ok(runs.iter().map(|row| (row.get::<_, i32>(7).into(), run_row(row))).collect())
        })
    }

    fn bytes(&self) -> Result<u64, ArchiveError> {
        let size = "SELECT sum(pg_total_relation_size(name))::bigint
                    FROM unnest('{seen,run,note}'::regclass[]) AS name";
        self.ask(async |link, _| {
            Ok(link.client.query_one(size, &[]).await?.get::<_, i64>(0).unsigned_abs())
        })
    }

    fn places(&self, keys: &[Key]) -> Result<Vec<Option<(i64, i64)>>, ArchiveError> {
        let mut all = Vec::with_capacity(keys.len());
        for block in keys.chunks(TOGETHER) {
            let found = self.ask(async |link, patience| {
                patience.for_keys(block.len() as u64);
                let known = match &link.known {
                    Some(known) => known,
                    None => link.known.insert(link.client.prepare(KNOWN).await?),
                };
                places(&link.client, known, block.iter().copied()).await
            })?;
            all.extend(block.iter().map(|key| found.get(key).copied()));
        }
        Ok(all)
    }

    fn each(
        &self,
        each: &mut dyn FnMut(Key, i64, i64) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError> {
        let page = format!(
            r#"SELECT key, run, "row" FROM seen WHERE key >= $1 ORDER BY key LIMIT {TOGETHER}"#
        );
        let mut first = Some(0_u128);
        while let Some(from) = first {
            let from = Uuid(Key(from.to_be_bytes()));
            let rows = self.ask(async |link, patience| {
                patience.for_keys(TOGETHER as u64);
                Ok(link.client.query(&page, &[&from]).await?)
            })?;
            for row in &rows {
                let Uuid(key) = row.get(0);
                first = u128::from_be_bytes(key.0).checked_add(1);
                each(key, row.get::<_, i32>(1).into(), row.get(2))?;
            }
            if rows.len() < TOGETHER {
                break;
            }
        }
        Ok(())
    }

    fn check(&self) -> Result<Stats, ArchiveError> {
        let stats = self.stats()?;
        let wrong = "SELECT run.name, run.puzzles, coalesce(keys, 0)
                     FROM run FULL JOIN (SELECT run, count(*) AS keys FROM seen GROUP BY run) AS counted
                     ON counted.run = run.id
                     WHERE coalesce(keys, 0) IS DISTINCT FROM run.puzzles ORDER BY run.id LIMIT 1";
        let wrong = self.ask(async |link, patience| {
            patience.for_keys(stats.puzzles);
            Ok(link.client.query_opt(wrong, &[]).await?)
        })?;
        if let Some(wrong) = wrong {
            let found: i64 = wrong.get(2);
            let words = match wrong.get::<_, Option<String>>(0) {
                Some(run) => {
                    format!("run {run} has {found} keys, expected {}", wrong.get::<_, i64>(1))
                }
                None => format!("{found} keys are of no run, expected none"),
            };
            return Err(ArchiveError::Damaged(self.address.name.clone(), words));
        }
        Ok(stats)
    }

    fn notes(&self, topic: &str) -> Result<Vec<Note>, ArchiveError> {
        self.ask(async |link, _| notes(&link.client, topic).await)
    }
}

impl Store for Server {
    fn is_shared(&self) -> bool {
        true
    }

    fn enter(&mut self, keys: Keys<'_>, how: &Entering<'_>) -> Result<Entered, ArchiveError> {
        let name = &self.address.name;
        let run = (how.run)();
        self.change(async |tx, patience| {
            let forgotten = "SELECT value FROM about WHERE name = 'forgotten'";
            if tx.query_one(forgotten, &[]).await?.get::<_, String>(0) != self.forgotten {
                return Err(ArchiveError::Forgotten(name.clone()).into());
            }
            let begin = "INSERT INTO run (name, kind, program, seed, settings, entered, puzzles)
                 VALUES ($1, $2, $3, $4::text::numeric, $5::text::jsonb, $6::text::timestamptz, 0)
                 ON CONFLICT (name) DO NOTHING";
            let RunRow { name: own, kind, program, seed, settings, entered, .. } = &run;
            tx.execute(begin, &[own, kind, program, seed, settings, entered]).await?;
            let id: i32 = tx.query_one("SELECT id FROM run WHERE name = $1", &[own]).await?.get(0);
            let copy = r#"COPY seen (key, run, "row") FROM STDIN (FORMAT binary)"#;
            let (known, copy) = (tx.prepare(KNOWN).await?, tx.prepare(copy).await?);
            let (mut entered, mut sent) = (Entered::default(), 0);
            loop {
                let block = Iterator::take(&mut *keys, TOGETHER);
                let mut block = block.collect::<Result<Vec<_>, _>>()?;
                if block.is_empty() {
                    break;
                }
                sent += block.len() as u64;
                patience.for_keys(block.len() as u64);
                let there = places(tx, &known, block.iter().map(|(key, _)| *key)).await?;
                // They are sorted: one that comes twice follows itself.
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
            if entered.others > 0 && !how.leaves_others {
                let (path, others) = (name.clone(), entered.others);
                return Err(ArchiveError::Taken { path, others, of: sent }.into());
            }
            let count = "UPDATE run SET puzzles = puzzles + $1 WHERE id = $2";
            tx.execute(count, &[&entered.new.cast_signed(), &id]).await?;
            if let Some(numbers) = how.numbers {
                numbers.are_free(&notes(tx, SERIES).await?, own, name)?;
                keep(tx, &numbers.note(own)).await?;
            }
            Ok(entered)
        })
    }

    fn forget(&mut self, run: &str) -> Result<u64, ArchiveError> {
        let (gone, forgotten) = self.change(async |tx, patience| {
            let id = "SELECT id, (SELECT sum(puzzles)::bigint FROM run) FROM run WHERE name = $1";
            let none = || ArchiveError::NoSuchRun(self.address.name.clone(), run.to_owned());
            let id = tx.query_opt(id, &[&run]).await?.ok_or_else(none)?;
            let (id, all): (i32, i64) = (id.get(0), id.get(1));
            patience.for_keys(all.unsigned_abs());
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

    fn keep(&mut self, note: &Note) -> Result<(), ArchiveError> {
        self.ask(async |link, _| keep(&link.client, note).await)
    }
}
