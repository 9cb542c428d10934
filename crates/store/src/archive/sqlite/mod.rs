//! An archive in a SQLite file, for the programs of one host. Only this module and
//! [`super::staged_keys`] use rusqlite.
//!
//! One table has all keys. Changes are transactions with a rollback journal, which SQLite applies
//! after a crash when the file is opened next. `insert` changes an archive, `read` reads it,
//! `open` decides who may open it, `copy` copies and restores.

mod archive_path;
mod copy;
mod insert;
mod open;
mod read;

use super::backend::{
    ArchiveBackend, ArchiveReader, ArchiveStats, ArchivedRun, ConflictPolicy, InsertOptions,
    InsertSummary, KeyStream,
};
use super::error::Access;
use super::{ArchiveError, mounts};
use crate::files::lock::Lock;
use archive_path::ArchivePath;
use engine::sudoku::key::Key;
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
        let of = |e| ArchiveError::from_sqlite(path, e, Access::Write);
        let db = Connection::open(working).map_err(of)?;
        db.execute_batch(include_str!("schema.sql")).map_err(of)?;
        let about = "INSERT INTO about VALUES ('key', ?1), ('program', 'sudoku-press')";
        db.execute(about, [Key::HASH]).map_err(of)?;
        db.close().map_err(|(_, e)| of(e))
    }

    /// Converts an error of SQLite. In a file with the header of an archive, a missing table or a
    /// value of the wrong type means damage.
    fn damage_error(&self, e: rusqlite::Error) -> ArchiveError {
        use rusqlite::Error as E;
        let is_damage = match &e {
            E::SqliteFailure(e, _) => e.code == ErrorCode::Unknown,
            E::SqlInputError { .. } | E::FromSqlConversionFailure(..) => true,
            E::QueryReturnedNoRows | E::InvalidColumnType(..) | E::IntegralValueOutOfRange(..) => {
                true
            }
            _ => false,
        };
        if is_damage {
            return ArchiveError::Damaged(self.paths.typed.clone(), e.to_string());
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
        let path = || self.paths.typed.clone();
        let said = self.db.query_row(check, [], |row| row.get::<_, String>(0));
        let said = said.map_err(|e| ArchiveError::from_sqlite(&path(), e, Access::Read))?;
        if said == "ok" {
            return Ok(());
        }
        let said = said.replace('\n', " ");
        // The check continues after a page that cannot be read, and reports the error code, or a
        // missing page, among its findings.
        let code = said.rsplit_once("error code=");
        let code = code.and_then(|(_, code)| code.trim_end().parse::<i32>().ok());
        let corrupt = [ErrorCode::DatabaseCorrupt, ErrorCode::NotADatabase];
        let readable = code.is_none_or(|code| corrupt.contains(&ffi::Error::new(code).code));
        if readable && !said.contains("failed to get page") {
            return Err(ArchiveError::Damaged(path(), said));
        }
        Err(ArchiveError::Read(path(), io::Error::other(said)))
    }
}

/// Returns a number that changes when another connection changes the file.
fn data_version(db: &Connection) -> rusqlite::Result<i64> {
    db.query_row("PRAGMA data_version", [], |row| row.get(0))
}
