//! The archive of everything ever printed: a file that says of any puzzle whether it, in any of its
//! disguises, was there before. The only user of rusqlite. Not a store of puzzles: those stand in
//! the catalogues of their runs, and `run` and `row` lead there.
//!
//! Keys are random numbers, so that every entry lands on another page of the tree. What helps is to
//! sort the keys and to enter as many as there are in one transaction.

mod error;
mod file;
mod look;

pub use error::ArchiveError;
pub use look::{Found, RunRow, Stats};

use crate::key::Key;
use crate::output;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long to wait for another program that has the file open for writing.
const PATIENCE: Duration = Duration::from_secs(10);

/// An open archive.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    db: Connection,
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
    /// All other settings that decide the puzzles, as JSON.
    pub settings: String,
}

impl Run {
    /// The run's name: the same for the same program, settings and seed.
    pub fn name(&self) -> String {
        let seed = self.seed.map_or(String::new(), |seed| seed.to_string());
        let all = [&self.kind, &self.program, &seed, &self.settings].map(String::as_str);
        let mut name = output::sha256(all.join("\n").as_bytes());
        name.truncate(16);
        name
    }
}

/// What became of keys that were entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entered {
    /// Were not there before.
    pub new: u64,
    /// Were there as this run's own.
    pub own: u64,
    /// Were there as another run's.
    pub others: u64,
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
        /// A small archive is read through before every use: it takes a few hundredths of a second.
        const SMALL: u64 = 32 << 20;
        file::check(path)?;
        let of = |e| ArchiveError::of(path, e);
        let db = Connection::open_with_flags(path, mode | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .map_err(of)?;
        let archive = Self {
            path: path.to_owned(),
            db,
        };
        archive.db.busy_timeout(PATIENCE).map_err(of)?;
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

    /// Whether a class was printed by another run than this one.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn knows(&self, key: &Key, but_for: Option<i64>) -> Result<bool, ArchiveError> {
        let run = self.run_of(key)?;
        Ok(run.is_some() && run != but_for)
    }

    fn run_of(&self, key: &Key) -> Result<Option<i64>, ArchiveError> {
        let look_up = || {
            let query = "SELECT run FROM seen WHERE key = ?1";
            let mut query = self.db.prepare_cached(query)?;
            query.query_row([key.0], |row| row.get(0)).optional()
        };
        look_up().map_err(|e| self.of(e))
    }

    /// Enters all puzzles of a run, in catalogue order, or none of them. Entering a run again
    /// changes nothing.
    ///
    /// # Errors
    /// When one of them is another run's already, or the file cannot be written.
    pub fn enter(&mut self, run: &Run, when: &str, keys: &[Key]) -> Result<Entered, ArchiveError> {
        self.insert(run, when, keys, false)
    }

    /// Enters those puzzles that are not there yet.
    ///
    /// # Errors
    /// When the file cannot be written; then nothing was entered.
    pub fn import(&mut self, run: &Run, when: &str, keys: &[Key]) -> Result<Entered, ArchiveError> {
        self.insert(run, when, keys, true)
    }

    fn insert(
        &mut self,
        run: &Run,
        when: &str,
        keys: &[Key],
        skip: bool,
    ) -> Result<Entered, ArchiveError> {
        let mut sorted: Vec<(Key, i64)> = keys.iter().copied().zip(1..).collect();
        sorted.sort_unstable();
        let path = self.path.clone();
        let tx = self
            .db
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|e| ArchiveError::of(&path, e))?;
        let entered =
            insert_sorted(&tx, run, when, &sorted).map_err(|e| ArchiveError::of(&path, e))?;
        if entered.others > 0 && !skip {
            // Dropped, the transaction is taken back.
            let (others, of) = (entered.others, keys.len() as u64);
            return Err(ArchiveError::Taken { path, others, of });
        }
        tx.commit().map_err(|e| ArchiveError::of(&path, e))?;
        // The log goes into the file now; a reader that is in the way only puts it off.
        let _ = self
            .db
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        Ok(entered)
    }

    /// Takes a run and its puzzles out: they may be printed again.
    ///
    /// # Errors
    /// When there is no such run, or the file cannot be written.
    pub fn forget(&mut self, name: &str) -> Result<u64, ArchiveError> {
        let Some(id) = self.number_of(name)? else {
            let path = self.path.clone();
            return Err(ArchiveError::NoSuchRun(path, name.to_owned()));
        };
        let mut forget = || {
            let tx = self
                .db
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            let gone = tx.execute("DELETE FROM seen WHERE run = ?1", [id])?;
            tx.execute("DELETE FROM run WHERE id = ?1", [id])?;
            tx.commit()?;
            Ok(gone as u64)
        };
        let gone = forget();
        gone.map_err(|e| ArchiveError::of(&self.path, e))
    }
}

fn insert_sorted(
    tx: &Transaction<'_>,
    run: &Run,
    when: &str,
    sorted: &[(Key, i64)],
) -> rusqlite::Result<Entered> {
    let seed = run.seed.map(|seed| seed.to_string());
    tx.execute(
        "INSERT OR IGNORE INTO run (name, kind, program, seed, settings, entered, puzzles)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0)",
        (
            run.name(),
            &run.kind,
            &run.program,
            seed,
            &run.settings,
            when,
        ),
    )?;
    let id: i64 = tx.query_row("SELECT id FROM run WHERE name = ?1", [run.name()], |row| {
        row.get(0)
    })?;
    let mut entered = Entered::default();
    let mut insert = tx.prepare("INSERT OR IGNORE INTO seen VALUES (?1, ?2, ?3)")?;
    let mut whose = tx.prepare("SELECT run FROM seen WHERE key = ?1")?;
    for (key, row) in sorted {
        if insert.execute((key.0, id, row))? == 1 {
            entered.new += 1;
        } else if whose.query_row([key.0], |row| row.get::<_, i64>(0))? == id {
            entered.own += 1;
        } else {
            entered.others += 1;
        }
    }
    let count = "UPDATE run SET puzzles = puzzles + ?1 WHERE id = ?2";
    tx.execute(count, (entered.new as i64, id))?;
    Ok(entered)
}
