//! An archive in a SQLite file, for the programs of one host. Only this module and
//! [`super::staged_keys`] use rusqlite.
//!
//! One table has all keys. Changes are transactions with a rollback journal, which SQLite applies
//! after a crash when the file is opened next. `insert` changes an archive, `read` reads it,
//! `open` decides who may open it, `journal` whose journal lies beside it, `copy` copies and
//! restores.

mod archive_path;
mod copy;
mod insert;
mod journal;
mod open;
mod read;

use super::ArchiveError;
use super::backend::{
    ArchiveBackend, ArchiveReader, ArchiveStats, ArchivedRun, ConflictPolicy, InsertOptions,
    InsertSummary,
};
use super::error::{Access, FileContext as _};
use super::keys::{KeyRow, KeyStream};
use archive_path::ArchivePath;
use files::lock::Lock;
use grid::Key;
use rusqlite::{Connection, ErrorCode, ffi};
use std::io;
use std::path::Path;

/// An open archive in a file. Its fields are dropped in this order: the lock outlives the
/// connection.
#[derive(Debug)]
pub(super) struct Sqlite {
    paths: ArchivePath,
    db: Connection,
    /// SQLite's number of the state of the file at its opening. Another number means that another
    /// connection has changed the file.
    version: i64,
    /// The lock. Without it the connection is read-only.
    lock: Option<Lock>,
}

impl Sqlite {
    /// Turns an empty file into an archive without puzzles. `path` is its name in errors.
    fn init(working: &Path, path: &Path) -> Result<(), ArchiveError> {
        init(working).map_err(|e| ArchiveError::from_sqlite(path, e, Access::Write))?.writing(path)
    }

    /// Converts an error of SQLite. In a file with the header of an archive, a missing table or a
    /// value of the wrong type means damage.
    fn damage_error(&self, e: rusqlite::Error) -> ArchiveError {
        use rusqlite::Error as E;
        match &e {
            E::SqliteFailure(e, _) if e.code != ErrorCode::Unknown => {}
            E::SqliteFailure(..)
            | E::SqlInputError { .. }
            | E::FromSqlConversionFailure(..)
            | E::QueryReturnedNoRows
            | E::InvalidColumnType(..)
            | E::IntegralValueOutOfRange(..) => {
                return ArchiveError::Damaged(self.paths.typed.clone(), e.to_string());
            }
            _ => {}
        }
        self.error(e)
    }

    fn error(&self, e: rusqlite::Error) -> ArchiveError {
        let access = Access::with_lock(self.lock.as_ref());
        match ArchiveError::from_sqlite(&self.paths.typed, e, access) {
            // SQLite reports a disk that cannot be read in the same way.
            ArchiveError::Damaged(path, why) => match self.check_pages("PRAGMA quick_check(1)") {
                Ok(()) => ArchiveError::Read(path, io::Error::other(why)),
                Err(e) => e,
            },
            known => known,
        }
    }

    /// Runs a check of SQLite on all pages. Only damage that is found twice in a readable file
    /// counts.
    fn check_pages(&self, check: &str) -> Result<(), ArchiveError> {
        let first = self.run_page_check(check);
        if !matches!(first, Err(ArchiveError::Damaged(..))) {
            return first;
        }
        match self.run_page_check(check) {
            Err(ArchiveError::Damaged(path, why)) => Err(match self.paths.read_through() {
                Ok(()) => ArchiveError::Damaged(path, why),
                Err(e) => ArchiveError::Read(path, e),
            }),
            second => second,
        }
    }

    fn run_page_check(&self, check: &str) -> Result<(), ArchiveError> {
        let path = self.paths.typed.clone();
        let said: String = match self.db.query_row(check, [], |row| row.get(0)) {
            Ok(said) if said == "ok" => return Ok(()),
            Ok(said) => said,
            Err(e) => return Err(ArchiveError::from_sqlite(&path, e, Access::Read)),
        };
        let words = said.replace('\n', " ");
        if is_unreadable(&words) {
            return Err(ArchiveError::Read(path, io::Error::other(words)));
        }
        Err(ArchiveError::Damaged(path, words))
    }
}

fn init(working: &Path) -> rusqlite::Result<io::Result<()>> {
    let mut db = Connection::open(working)?;
    db.execute_batch(include_str!("schema.sql"))?;
    let tx = db.transaction()?;
    let marked = journal::mark(&tx, working)?;
    let about = "INSERT INTO about VALUES ('key', ?1), ('program', 'sudoku-press')";
    tx.execute(about, [Key::HASH])?;
    tx.commit()?;
    db.close().map_err(|(_, e)| e)?;
    Ok(marked)
}

/// Returns true if the findings of a check contain a page that cannot be read. The check continues
/// after it, and reports an error code or a missing page.
fn is_unreadable(findings: &str) -> bool {
    if findings.contains("failed to get page") {
        return true;
    }
    let Some((_, code)) = findings.rsplit_once("error code=") else {
        return false;
    };
    let Ok(code) = code.trim_end().parse() else {
        return false;
    };
    !matches!(ffi::Error::new(code).code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
}

/// Returns a number that changes when another connection changes the file.
fn data_version(db: &Connection) -> rusqlite::Result<i64> {
    pragma(db, "data_version")
}

/// Returns the value of a setting of SQLite.
fn pragma(db: &Connection, name: &str) -> rusqlite::Result<i64> {
    db.pragma_query_value(None, name, |row| row.get(0))
}
