//! An archive in a SQLite file, for the programs of one host. The only user of rusqlite.
//!
//! `enter` says why keys are kept in segments, `filter` how most questions are answered without them, `look` reads,
//! `notes` keeps texts of runs, `open` says who may open an archive and how, `copy` how one is copied and restored.

mod archive_path;
mod copy;
pub(super) mod file_header;
mod filter;
mod insert;
mod notes;
mod open;
mod read;

use super::backend::{
    ArchiveBackend, ArchiveReader, ArchiveStats, ArchivedRun, InsertOptions, InsertSummary,
    KeyStream, OnConflict,
};
use super::error::Access;
use super::{ArchiveError, mounts};
use crate::store::files::lock::Lock;
use crate::sudoku::key::Key;
use archive_path::ArchivePath;
use file_header::OpenGuard;
use filter::BloomFilters;
use open::FileStamp;
use rusqlite::{Connection, ErrorCode, ffi};
use std::cell::RefCell;
use std::io;
use std::path::Path;

/// An open file. Dropped in the order of its fields: the lock outlives the connection.
#[derive(Debug)]
pub(super) struct Sqlite {
    place: ArchivePath,
    db: Connection,
    /// Opened when they are first needed, with SQLite's number of the state that they are of.
    filters: RefCell<Option<(i64, BloomFilters)>>,
    /// The file when it was opened, where no lock of SQLite protects the answers.
    stamp: Option<FileStamp>,
    _guard: OpenGuard,
    /// Only who has the lock may write.
    lock: Option<Lock>,
}

impl Sqlite {
    /// Makes an empty file an archive without puzzles; `path` is its name in errors.
    fn init(working: &Path, path: &Path) -> Result<(), ArchiveError> {
        let of = |e| ArchiveError::from_sqlite(path, e, Access::Write);
        let db = Connection::open(working).map_err(of)?;
        db.execute_batch(include_str!("schema.sql")).map_err(of)?;
        let about = "INSERT INTO about VALUES ('key', ?1), ('program', 'sudoku-press')";
        db.execute(about, [Key::HASH]).map_err(of)?;
        db.pragma_update(None, "journal_mode", "WAL").map_err(of)?;
        db.close().map_err(|(_, e)| of(e))
    }

    /// The error of a table that cannot be missing, or of a value that cannot be wrong, in a file whose
    /// header is that of an archive.
    fn damage_error(&self, e: rusqlite::Error) -> ArchiveError {
        use rusqlite::Error as E;
        let damage = match &e {
            E::SqliteFailure(e, _) => e.code == ErrorCode::Unknown,
            E::SqlInputError { .. } | E::FromSqlConversionFailure(..) => true,
            E::QueryReturnedNoRows | E::InvalidColumnType(..) | E::IntegralValueOutOfRange(..) => {
                true
            }
            _ => false,
        };
        match damage {
            true => ArchiveError::Damaged(self.place.typed.clone(), e.to_string()),
            false => self.error(e),
        }
    }

    fn error(&self, e: rusqlite::Error) -> ArchiveError {
        let access = Access::with_lock(self.lock.as_ref());
        match ArchiveError::from_sqlite(&self.place.typed, e, access) {
            // SQLite says the same of a disk that could not be read.
            ArchiveError::Damaged(path, why) => match self.check_pages("PRAGMA quick_check(1)") {
                Ok(()) => ArchiveError::Read(path, io::Error::other(why)),
                Err(e) => e,
            },
            known => known,
        }
    }

    /// Lets SQLite read the pages by one of its checks. Damage is what is found twice in a file that can be read.
    fn check_pages(&self, check: &str) -> Result<(), ArchiveError> {
        let sound = match self.run_page_check(check) {
            Err(ArchiveError::Damaged(..)) => self.run_page_check(check),
            sound => sound,
        };
        self.ensure_unchanged()?;
        match sound {
            Err(ArchiveError::Damaged(path, why)) => Err(match self.place.read_through() {
                Ok(()) => ArchiveError::Damaged(path, why),
                Err(e) => ArchiveError::Read(path, e),
            }),
            sound => sound,
        }
    }

    fn run_page_check(&self, check: &str) -> Result<(), ArchiveError> {
        let path = || self.place.typed.clone();
        let said = self.db.query_row(check, [], |row| row.get::<_, String>(0));
        let said = said.map_err(|e| ArchiveError::from_sqlite(&path(), e, Access::Read))?;
        if said == "ok" {
            return Ok(());
        }
        let said = said.replace('\n', " ");
        // The check goes on when a page cannot be read, and says so among what it finds, or finds the page
        // missing.
        let code = said.rsplit_once("error code=");
        let code = code.and_then(|(_, code)| code.trim_end().parse::<i32>().ok());
        let corrupt = [ErrorCode::DatabaseCorrupt, ErrorCode::NotADatabase];
        let readable = code.is_none_or(|code| corrupt.contains(&ffi::Error::new(code).code));
        match readable && !said.contains("failed to get page") {
            true => Err(ArchiveError::Damaged(path(), said)),
            false => Err(ArchiveError::Read(path(), io::Error::other(said))),
        }
    }

    /// Refuses an answer that a writer may have disturbed, where SQLite takes no lock.
    fn ensure_unchanged(&self) -> Result<(), ArchiveError> {
        let Some(before) = self.stamp else {
            return Ok(());
        };
        match FileStamp::read(&self.place) {
            Ok(now) if now == before => Ok(()),
            _ => Err(ArchiveError::Busy(self.place.typed.clone())),
        }
    }

    /// Ends the transaction in which all questions are answered.
    fn end_snapshot(&self) -> Result<(), ArchiveError> {
        if self.db.is_autocommit() {
            return Ok(());
        }
        self.db.execute_batch("COMMIT").map_err(|e| self.error(e))
    }
}

/// A number that is another one when any other connection has changed the file.
fn data_version(db: &Connection) -> rusqlite::Result<i64> {
    db.query_row("PRAGMA data_version", [], |row| row.get(0))
}
