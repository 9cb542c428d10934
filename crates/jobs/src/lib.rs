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
//! `settings/` its settings. `job/` reads files of settings, `export/` writes single puzzles, and
//! `stats/` counts.
//!
//! [`make`] makes a run, [`make_catalog`] makes a catalogue alone. Nothing here prints: an
//! [`Observer`] receives the events, and the caller passes the time and its own name in
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

pub mod job;

mod book;
mod error;
mod exit_code;
mod export;
mod make;
mod nearest_name;
mod observer;
mod record;
mod settings;
mod shortened;
mod stats;

pub use book::{
    BookOutput, BookPlan, Preset, SectionSettings, Sections, WrittenFiles, find_preset, preset_name,
};
pub use error::{
    IoContext, RefusedFile, RunError, clause_with_causes, later_causes, with_causes,
    with_causes_and_flags,
};
pub use exit_code::ExitCode;
pub use export::{Export, ExportOptions, ExportedGrids, NamePattern, export};
pub(crate) use make::PendingRun;
pub use make::{
    ArchiveEntry, ArchiveSession, Catalog, CatalogEncoding, CatalogForm, CatalogOrderer,
    CatalogSpec, Night, OTHER_PUZZLES, RunPuzzles, day_at, end, lookup_error, make, make_catalog,
    pending_run, read_manifest, stream_catalog,
};
pub use observer::{Event, Interrupt, Observer};
pub use record::{
    BOOK, BookDraft, BookMemory, BookRecord, BookSource, CHECKSUMS, FileKind, FoundSheet, Identity,
    MANIFEST, MadeBook, Manifest, OwnPuzzles, PUZZLES, RebuildError, SeriesRecord, SheetRecord,
    SheetStanding, SourceOptions, SourceRun, book_status, is_mistakable, json, older_editions,
    puzzles_in, sheet_standing,
};
pub(crate) use record::{JobRecord, OwnedFiles};
pub use settings::{ANOTHER, NUMBERS, OF_CLASSIC_SIZE, kept_quota};
pub use settings::{
    ArchiveSettings, BookFiles, BookSettings, COUNTS, FinishedFacts, Group, Job, LogFormat,
    MessageSettings, Origin, SeedChoice, Setting, SettingKind, SettingText, Settings, Shard,
    SpineWidth, UNSET, check_output_path, json_schema, parse_level, parse_levels, parse_range,
    reference_page, share_in_proportion,
};
pub(crate) use settings::{CoverSettings, UserFile, WorkSettings};
pub(crate) use settings::{PAGE_SETTINGS, is_printed_number, keep_quotas};
pub use shortened::shorten_values;
pub use stats::{RunEnd, RunStats, read_metrics};

use ::make::{Plan, Seed, Shortfall};
use files::lock::{Lock, LockError};
use files::{Overwrite, fs_path};
use jiff::civil::Date;
use std::path::Path;
use words::Problem;

/// The program and its version.
pub const PROGRAM: &str = concat!("sudoku-press ", env!("CARGO_PKG_VERSION"));

/// Version of the algorithm that derives puzzles from a plan and a seed. A release that makes other
/// puzzles from the same plan and seed increments it.
pub(crate) const ALGORITHM_VERSION: u32 = 1;

/// Name of the lock file in a run's folder.
pub const LOCK: &str = ".lock";

/// Name of the proof sheet in a run's folder. It is made from the finished run, and no manifest
/// lists it.
pub const PROOF_SHEET: &str = "proof.html";

/// Name of the job file that the studio keeps in the folder of a book. No manifest lists it.
pub const DRAFT: &str = "book.toml";

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
    pub replace: Replacement,
    /// Makes a run again that the archive contains but the folder does not.
    pub again: bool,
    /// Text that names this process in its lock file, such as `process 4711, since 02:00`.
    pub holder: String,
    /// Returns the current time, which the archive records.
    pub now: fn() -> String,
    /// Ends the work early.
    pub interrupt: Interrupt,
}

/// The files that a command may replace, from the fewest to all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Replacement {
    /// Nothing.
    Nothing,
    /// The book of a finished run, and what belongs to the book. The puzzles stay.
    Book,
    /// A finished run with its puzzles, or any file.
    Puzzles,
}

/// Replaces everything, or nothing.
impl From<bool> for Replacement {
    fn from(is_forced: bool) -> Self {
        if is_forced { Self::Puzzles } else { Self::Nothing }
    }
}

impl From<Replacement> for Overwrite {
    fn from(replace: Replacement) -> Self {
        Self::from(replace > Replacement::Nothing)
    }
}

/// Result of [`make`].
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

/// Fails if an output is one of the files that the same command reads, under whatever name. A path
/// that cannot be reached is left to its reader, which names it.
///
/// # Errors
/// [`RunError::Usage`] with the name of the output.
pub fn refuse_input_as_output<'a>(
    inputs: impl IntoIterator<Item = &'a Path>,
    output: &Path,
) -> Result<(), RunError> {
    for input in inputs {
        if matches!(fs_path::is_same_file(input, output), Ok(true)) {
            let (output, input) = (output.display(), input.display());
            let found = format!("{output}, which is the input {input}");
            let problem = Problem::expected("a file to write that is not read", found);
            return Err(problem.remedy("name another file").into());
        }
    }
    Ok(())
}

/// Takes the lock `file` for `path`, which errors name.
fn lock(file: &Path, path: &Path, holder: &str) -> Result<Lock, RunError> {
    Lock::acquire(file, holder).map_err(|e| match e {
        LockError::Held(by) => RunError::Locked { path: path.to_owned(), by },
        LockError::Io(e) => RunError::Write(path.to_owned(), e),
    })
}
