//! Jobs and runs: owns what was ordered, the making of a run in its folder, and the records of what
//! was made. Knows no command line, no window and no clock.
//!
//! A run makes puzzles, a catalogue, a book and a manifest in one folder. An interrupted run is
//! resumed; a finished run is kept or replaced.
//!
//! ```text
//!   RunSpec ─► Identity ─► pending? resume : finished? keep or replace
//!     │
//!     ├─ plan ─► Batch (checkpoints, archive) ─► catalogue ─┐
//!     └─ book ─────── reads the catalogue back ─► volumes ──┤ in a staging folder
//!                                                 manifest ─┘
//!                              archive, commit ─► everything moves to its place
//! ```
//!
//! `make/` does this, `record/` is the identity and the manifest of a run, `book/` its book, and
//! `settings/` its settings. `job/` reads files of settings.
//!
//! [`RunSpec::make`] makes a run, [`CatalogSpec::make_file`] makes a catalogue alone. Nothing here
//! prints: an [`Observer`] receives the events, and the caller passes the time and its own name in
//! [`Options`].
//!
//! ```
//! use sudoku_press_jobs::Setting;
//!
//! // A setting is a row: its flag, its key in job files, its field in the window.
//! let quota = Setting::find("quota").expect("it is in the list");
//! assert_eq!(quota.name, "quota");
//! assert!(Setting::find("quotas").is_none());
//! ```

mod book;
mod error;
mod job;
mod make;
mod nearest_name;
mod observer;
mod record;
mod settings;

pub use book::{BookOutput, BookPlan, Preset, Sections};
pub use error::{IoContext, RefusedFile, RunError};
pub use job::Edition;
pub use make::{
    ArchiveSession, CatalogEncoding, CatalogFiles, CatalogOrderer, CatalogSpec, Night, RunPuzzles,
};
pub use observer::{Event, Interrupt, Observer};
pub use record::{
    BookDraft, BookMemory, BookRecord, BookSource, FileKind, FoundSheet, Identity, MadeBook,
    Manifest, OwnPuzzles, RebuildError, SeriesRecord, SourceRun,
};
pub use settings::{Job, Origin, Setting, SettingKind, SettingText, Settings};

pub(crate) use make::{PendingRun, pending_run};
pub(crate) use record::{JobRecord, OwnedFiles, SourceOptions};
pub(crate) use settings::{
    BookFiles, BookSettings, CoverSettings, FinishedFacts, Group, SeedChoice, SpineWidth, UserFile,
    WorkSettings, is_printed_number, keep_quotas,
};

use ::make::{Plan, Seed, Shortfall};
use files::Overwrite;
use files::lock::{Lock, LockError};
use jiff::civil::Date;
use std::path::Path;

/// Version of the algorithm that derives puzzles from a plan and a seed. A release that makes other
/// puzzles from the same plan and seed increments it.
pub(crate) const ALGORITHM_VERSION: u32 = 1;

/// Everything that defines a run except its seed.
#[derive(Clone, Debug)]
pub struct RunSpec {
    /// The puzzles.
    pub plan: Plan,
    /// The book, with its settings.
    pub book: BookPlan,
    /// All settings; those of the book are in `book`.
    settings: Settings,
}

/// Options of making a run. Only the seed changes the bytes of the files.
#[derive(Clone, Debug)]
pub struct Options {
    /// The seed. `None` uses the seed of the run that is resumed or replaced, otherwise a random
    /// one.
    pub seed: Option<Seed>,
    /// The date of the night, if the seed follows from it.
    pub night: Option<Date>,
    /// Number of threads; 0 means one for each core.
    pub threads: usize,
    /// The files that may be replaced.
    pub replace: Overwrite,
    /// Makes a run again that the archive contains but the folder does not.
    pub again: bool,
    /// Text that names this process in its lock file, such as `process 4711, since 02:00`.
    pub holder: String,
    /// Returns the current time, which the archive records.
    pub now: fn() -> String,
    /// Ends the work early.
    pub interrupt: Interrupt,
}

/// Result of [`RunSpec::make`].
#[derive(Clone, Debug)]
pub enum RunOutcome {
    /// The run was made, or its book alone.
    Made {
        /// Its manifest.
        manifest: Manifest,
        /// True if only the book was made: the puzzles are those of the run before.
        has_old_puzzles: bool,
        /// The levels that have fewer puzzles than their quotas.
        short: Vec<Shortfall>,
    },
    /// The folder already holds the finished run, undamaged.
    Unchanged {
        /// Its manifest.
        manifest: Manifest,
        /// True if the run was missing from the archive and has been added.
        entered: bool,
    },
}

/// Calls `take` until it no longer fails because another command holds a lock, or until the
/// observer stops waiting.
fn retry_while_locked<T>(
    observer: &mut dyn Observer,
    mut take: impl FnMut() -> Result<T, RunError>,
) -> Result<T, RunError> {
    loop {
        match take() {
            Err(e) if e.is_locked() && observer.wait_for_lock() => {}
            taken => return taken,
        }
    }
}

/// Takes the lock `file` for `path`, which errors name.
fn lock(file: &Path, path: &Path, holder: &str) -> Result<Lock, RunError> {
    Lock::acquire(file, holder).map_err(|e| match e {
        LockError::Held(by) => RunError::Locked { path: path.to_owned(), by },
        LockError::Io(e) => RunError::Write(path.to_owned(), e),
    })
}
