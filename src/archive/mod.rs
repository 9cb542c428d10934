//! The archive of everything ever printed: a SQLite file that knows of any puzzle whether it, or an
//! equivalent one, was printed before. The only user of rusqlite. Not a store of puzzles: those are in
//! the catalogues of their runs, and `run` and `row` tell where.
//!
//! `csv` writes an archive as text, `enter` says why keys are kept in segments, `filter` how most questions are answered without them,
//! `figures` keeps a text for each run, `series` the numbers of its puzzles, `open` who may open an archive and how, `copy` how one is copied and restored.

mod copy;
mod csv;
mod enter;
mod error;
mod figures;
mod file;
mod filter;
mod look;
mod open;
mod place;
mod series;

pub use csv::{ExportedKeys, FOUND_HEADER, write_found};
pub use enter::Entered;
pub use error::ArchiveError;
pub use look::{Found, RunRow, Stats};

use crate::files::lock::Lock;
use crate::files::{Working, output};
use crate::key::Key;
use error::Trying;
use file::Judged;
use filter::Filters;
use open::Unlocked;
use place::Place;
use rusqlite::{Connection, ErrorCode, OptionalExtension as _, ffi};
use std::cell::RefCell;
use std::io;
use std::path::Path;

/// An open archive. Dropped in the order of its fields: the lock outlives the connection.
#[derive(Debug)]
pub struct Archive {
    place: Place,
    db: Connection,
    /// Opened when they are first needed, with SQLite's number of the state that they are of.
    filters: RefCell<Option<(i64, Filters)>>,
    /// The file when it was opened, where no lock of SQLite protects the answers.
    unlocked: Option<Unlocked>,
    _judged: Judged,
    /// Only who has the lock may write.
    lock: Option<Lock>,
}

/// The run of the puzzles that are entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// `run`, `generate` or `import`.
    pub kind: String,
    /// The program and its version.
    pub program: String,
    /// The seed, where there is one.
    pub seed: Option<u64>,
    /// Everything that decides the puzzles, the seed included, as JSON.
    pub settings: String,
}

impl Run {
    /// The run's name: the first 16 hexadecimal digits of the SHA-256 of its settings. What else it
    /// says, the version of the program above all, makes no other run of it.
    pub fn name(&self) -> String {
        let mut name = output::sha256(self.settings.as_bytes());
        name.truncate(16);
        name
    }
}

impl Archive {
    /// Creates an empty archive. It appears under its name when it is complete.
    ///
    /// # Errors
    /// When there is a file already, or it cannot be written.
    pub fn create(path: &Path) -> Result<(), ArchiveError> {
        if path.exists() {
            return Err(ArchiveError::Exists(path.to_owned()));
        }
        let unwritten = |e| ArchiveError::Unwritten(path.to_owned(), e);
        // The empty file is ours before SQLite sees it, so that its errors are those of the disk.
        let working = Working::create(path).map_err(unwritten)?;
        let of = |e| ArchiveError::of(path, e, Trying::ToWrite);
        let db = Connection::open(working.path()).map_err(of)?;
        db.execute_batch(include_str!("schema.sql")).map_err(of)?;
        let about = "INSERT INTO about VALUES ('key', ?1), ('program', 'sudoku-press')";
        db.execute(about, [Key::HASH]).map_err(of)?;
        db.pragma_update(None, "journal_mode", "WAL").map_err(of)?;
        db.close().map_err(|(_, e)| of(e))?;
        working.place(path, output::Existing::Keep).map_err(unwritten)
    }

    /// The error of a table that cannot be missing, or of a value that cannot be wrong, in a file whose
    /// header is that of an archive.
    fn broken(&self, e: rusqlite::Error) -> ArchiveError {
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
            false => self.of(e),
        }
    }

    fn of(&self, e: rusqlite::Error) -> ArchiveError {
        let trying = match self.lock {
            Some(_) => Trying::ToWrite,
            None => Trying::ToRead,
        };
        match ArchiveError::of(&self.place.typed, e, trying) {
            // SQLite says the same of a disk that could not be read.
            ArchiveError::Damaged(path, why) => match self.pages_are_sound("PRAGMA quick_check(1)")
            {
                Ok(()) => ArchiveError::Unread(path, io::Error::other(why)),
                Err(e) => e,
            },
            known => known,
        }
    }

    /// Lets SQLite read the pages by one of its checks.
    fn pages_are_sound(&self, check: &str) -> Result<(), ArchiveError> {
        let path = || self.place.typed.clone();
        let ask = || self.db.query_row(check, [], |row| row.get::<_, String>(0));
        let ask = || ask().map_err(|e| ArchiveError::of(&path(), e, Trying::ToRead));
        let said = ask()?;
        self.unchanged()?;
        if said == "ok" {
            return Ok(());
        }
        // The check goes on when a page cannot be read, and says so among what it finds, or finds the page
        // missing. Damage is what it finds twice.
        let code = said.rsplit_once("error code=");
        let code = code.and_then(|(_, code)| code.trim_end().parse::<i32>().ok());
        let corrupt = [ErrorCode::DatabaseCorrupt, ErrorCode::NotADatabase];
        let readable = code.is_none_or(|code| corrupt.contains(&ffi::Error::new(code).code));
        match readable && !said.contains("failed to get page") && ask()? != "ok" {
            true => Err(ArchiveError::Damaged(path(), said)),
            false => Err(ArchiveError::Unread(path(), io::Error::other(said))),
        }
    }

    /// Refuses an answer that a writer may have disturbed, where SQLite takes no lock.
    fn unchanged(&self) -> Result<(), ArchiveError> {
        let Some(before) = self.unlocked else {
            return Ok(());
        };
        match Unlocked::of(&self.place) {
            Ok(now) if now == before => Ok(()),
            _ => Err(ArchiveError::Busy(self.place.typed.clone())),
        }
    }

    /// The number that a run has inside the file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn number_of(&self, name: &str) -> Result<Option<i64>, ArchiveError> {
        let query = "SELECT id FROM run WHERE name = ?1";
        self.db.query_row(query, [name], |row| row.get(0)).optional().map_err(|e| self.of(e))
    }

    /// Whether another run than this one has printed a class. From the first question on, until something
    /// is entered, all answers are of the same state of the archive.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn knows(&self, key: &Key, but_for: Option<i64>) -> Result<bool, ArchiveError> {
        let run = self.run_of(key)?;
        Ok(run.is_some() && run != but_for)
    }

    /// The number of the run that has printed a class; of the same state as [`Archive::knows`].
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn run_of(&self, key: &Key) -> Result<Option<i64>, ArchiveError> {
        let look_up = || {
            // One transaction for all: locks and the log's header cost more than the search.
            if self.db.is_autocommit() {
                self.db.execute_batch("BEGIN")?;
            }
            let mut filters = self.filters.borrow_mut();
            let (_, filters) = match &mut *filters {
                Some(filters) => filters,
                none => none.insert((state_number(&self.db)?, Filters::open(&self.db)?)),
            };
            filters.run_of(&self.db, key)
        };
        let run = look_up().map_err(|e| self.of(e))?;
        self.unchanged()?;
        Ok(run)
    }

    /// Ends the transaction in which all questions are answered.
    fn look_again(&self) -> Result<(), ArchiveError> {
        if self.db.is_autocommit() {
            return Ok(());
        }
        self.db.execute_batch("COMMIT").map_err(|e| self.of(e))
    }
}

/// A number that is another one when any other connection has changed the file.
fn state_number(db: &Connection) -> rusqlite::Result<i64> {
    db.query_row("PRAGMA data_version", [], |row| row.get(0))
}
