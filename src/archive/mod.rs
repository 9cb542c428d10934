//! The archive of everything ever printed: a file that says of any puzzle whether it, in any of its
//! disguises, was there before. The only user of rusqlite. Not a store of puzzles: those stand in
//! the catalogues of their runs, and `run` and `row` lead there.
//!
//! `enter` says why keys stand in segments, `filter` what stands before them.

mod enter;
mod error;
mod file;
mod filter;
mod look;

pub use enter::Entered;
pub use error::ArchiveError;
pub use look::{Found, RunRow, Stats};

use crate::files::output;
use crate::key::Key;
use filter::Filters;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long to wait for another program that has the file open for writing.
const PATIENCE: Duration = Duration::from_secs(10);

/// An open archive.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    db: Connection,
    /// Opened when they are first needed.
    filters: RefCell<Option<Filters>>,
}

/// What is entered with the puzzles: which run they are of.
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
    /// Begins an empty archive. It appears under its name when it is complete.
    ///
    /// # Errors
    /// When there is a file already, or it cannot be written.
    pub fn create(path: &Path) -> Result<(), ArchiveError> {
        if path.exists() {
            return Err(ArchiveError::Exists(path.to_owned()));
        }
        let unwritten = |e| ArchiveError::Unwritten(path.to_owned(), e);
        // The empty file is ours before SQLite sees it, so that its errors are those of the disk.
        let working = output::Working::create(path).map_err(unwritten)?;
        let of = |e| ArchiveError::of(path, e);
        let db = Connection::open(working.path()).map_err(of)?;
        db.execute_batch(include_str!("schema.sql")).map_err(of)?;
        let about = "INSERT INTO about VALUES ('key', ?1), ('program', 'sudoku-press')";
        db.execute(about, [Key::HASH]).map_err(of)?;
        db.pragma_update(None, "journal_mode", "WAL").map_err(of)?;
        db.close().map_err(|(_, e)| of(e))?;
        working.place_new(path).map_err(unwritten)
    }

    /// Opens an archive to enter puzzles. Whoever does must hold a lock on it.
    ///
    /// # Errors
    /// When it is missing, foreign, of another version or damaged; then it is left as it is.
    pub fn open(path: &Path) -> Result<Self, ArchiveError> {
        Self::open_as(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    /// Opens an archive to look things up, which no writer is disturbed by.
    ///
    /// # Errors
    /// As [`Archive::open`].
    pub fn open_to_read(path: &Path) -> Result<Self, ArchiveError> {
        // Who may not write cannot tidy up either, and leaves SQLite's working files lying about.
        let archive = match Self::open(path) {
            Err(ArchiveError::Unwritten(..)) => {
                return Self::open_as(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
            }
            opened => opened?,
        };
        let only = archive.db.pragma_update(None, "query_only", true);
        only.map_err(|e| archive.of(e))?;
        Ok(archive)
    }

    fn open_as(path: &Path, mode: OpenFlags) -> Result<Self, ArchiveError> {
        /// A small archive is read through before every use: it takes a hundredth of a second.
        const SMALL: u64 = 4 << 20;
        file::check(path)?;
        let of = |e| ArchiveError::of(path, e);
        let db = Connection::open_with_flags(path, mode | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .map_err(of)?;
        let archive = Self {
            path: path.to_owned(),
            db,
            filters: RefCell::new(None),
        };
        archive.db.busy_timeout(PATIENCE).map_err(of)?;
        // A question is planned once, not anew for every key that is put into it.
        let planned_once = DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG;
        archive.db.set_db_config(planned_once, true).map_err(of)?;
        // Memory is taken only as it is needed.
        let tune = "PRAGMA synchronous = FULL; PRAGMA cache_size = -262144; PRAGMA temp_store = 2;";
        archive.db.execute_batch(tune).map_err(of)?;
        let hash = "SELECT value FROM about WHERE name = 'key'";
        let kind: String = archive
            .db
            .query_row(hash, [], |row| row.get(0))
            .map_err(|e| archive.broken(e))?;
        if kind != Key::HASH {
            return Err(ArchiveError::OtherKeys(path.to_owned(), kind));
        }
        let size = std::fs::metadata(path).map_or(0, |about| about.len());
        if size <= SMALL {
            archive.quick_check()?;
        }
        Ok(archive)
    }

    /// A table that is not there, in a file that says it is an archive.
    fn broken(&self, e: rusqlite::Error) -> ArchiveError {
        match ArchiveError::of(&self.path, e) {
            ArchiveError::Other(path, e) => ArchiveError::Damaged(path, e.to_string()),
            known => known,
        }
    }

    fn of(&self, e: rusqlite::Error) -> ArchiveError {
        ArchiveError::of(&self.path, e)
    }

    fn quick_check(&self) -> Result<(), ArchiveError> {
        let said: String = self
            .db
            .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
            .map_err(|e| self.broken(e))?;
        if said == "ok" {
            return Ok(());
        }
        Err(ArchiveError::Damaged(self.path.clone(), said))
    }

    /// The number that a run has inside the file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn number_of(&self, name: &str) -> Result<Option<i64>, ArchiveError> {
        let query = "SELECT id FROM run WHERE name = ?1";
        self.db
            .query_row(query, [name], |row| row.get(0))
            .optional()
            .map_err(|e| self.of(e))
    }

    /// Whether a class was printed by another run than this one. From the first question on, until
    /// something is entered, all answers are of the archive as it was then.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn knows(&self, key: &Key, but_for: Option<i64>) -> Result<bool, ArchiveError> {
        let run = self.run_of(key)?;
        Ok(run.is_some() && run != but_for)
    }

    /// The number of the run that has printed a class; of the same moment as [`Archive::knows`].
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
            let filters = match &mut *filters {
                Some(filters) => filters,
                none => none.insert(Filters::open(&self.db)?),
            };
            filters.run_of(&self.db, key)
        };
        look_up().map_err(|e| self.of(e))
    }

    /// Ends the moment of which all answers are.
    fn look_again(&self) -> Result<(), ArchiveError> {
        if self.db.is_autocommit() {
            return Ok(());
        }
        self.db.execute_batch("COMMIT").map_err(|e| self.of(e))
    }
}
