//! A run: puzzles, catalogue, book and manifest in a folder of their own, made, resumed, replaced.
//!
//! ```text
//!   Order ─► Identity ─► unfinished? resume : finished? stands, or is replaced
//!     │
//!     ├─ plan ─► Batch (checkpoints, archive) ─► catalogue ─┐
//!     └─ book ─────── reads the catalogue back ─► volumes ──┤ in a working folder
//!                                                 manifest ─┘
//!                                    archive ─► everything moves to its place
//! ```
//!
//! [`make`] does all of it, [`make_catalog`] makes a catalogue alone. [`crate::proof::verify::Proof`]
//! verifies a finished run. Nothing here prints or reads a clock: an [`Observer`] is told what happens,
//! and the caller says who it is and what time it is ([`How`]).

mod catalog;
mod checkpoint;
mod error;
mod export;
mod finished;
mod identity;
mod ledger;
mod make;
mod making;
mod manifest;
mod metrics;
mod night;
mod press;
mod settings;
mod shelf;
mod tally;
mod turns;
mod watch;
mod workshop;

pub use catalog::{CatalogOrder, make_catalog, stream_catalog};
pub use error::RunError;
pub use export::{Export, export};
pub use identity::Identity;
pub use ledger::archived_name;
pub use make::make;
pub use manifest::{FileKind, MANIFEST, Manifest, SUMS};
pub use metrics::Metrics;
pub use night::{Night, date, day_at};
pub use press::{BookPlan, Sections, volume_path};
pub use settings::Settings;
pub use shelf::{ShelfError, Shelved, find};
pub use tally::{LevelTally, Tally};
pub use watch::{Interrupt, Note, Observer};
pub use workshop::{Begun, unfinished};

use crate::batch::{Plan, Shortfall};
use crate::files::lock::{Lock, LockError};
use crate::seed::Seed;
use crate::table::compress::Codec;
use std::path::{Path, PathBuf};

/// The program and its version.
pub const PROGRAM: &str = concat!("sudoku-press ", env!("CARGO_PKG_VERSION"));

/// The version of the way in which puzzles follow from a plan and a seed. A release that makes other
/// puzzles of the same plan and seed raises it.
pub const PUZZLES: u32 = 1;

/// The lock on a run's folder.
pub const LOCK: &str = ".lock";

/// What a run is to be, but for the seed.
#[derive(Clone, Debug)]
pub struct Order {
    /// The puzzles.
    pub plan: Plan,
    /// The book.
    pub book: BookPlan,
    /// How the catalogue is compressed.
    pub compress: Option<Codec>,
    /// The archive of everything ever printed: its puzzles are not made again, and those of the run
    /// are entered.
    pub archive: Option<PathBuf>,
}

/// How a run is to be made; nothing of it but the seed decides a byte of its files.
#[derive(Clone, Debug)]
pub struct How {
    /// The seed. Without one: that of the run that is resumed or replaced, or else one that is drawn.
    pub seed: Option<Seed>,
    /// Number of threads; 0 is one for each core.
    pub threads: usize,
    /// A finished run, or a file that exists, is replaced.
    pub replace: bool,
    /// A run that the archive has already, and that is not in the folder, is made once more.
    pub again: bool,
    /// Who makes it, for others who find a lock: `process 4711, since 02:00`.
    pub holder: String,
    /// The time, for the archive.
    pub now: fn() -> String,
}

/// What became of an order.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The run was made.
    Made {
        /// Its manifest.
        manifest: Manifest,
        /// The levels that are short.
        short: Vec<Shortfall>,
    },
    /// The run was there, whole.
    Stands {
        /// Its manifest.
        manifest: Manifest,
        /// The archive lacked it, and has it now.
        entered: bool,
    },
}

fn lock(file: &Path, path: &Path, how: &How) -> Result<Lock, RunError> {
    Lock::take(file, &how.holder).map_err(|e| match e {
        LockError::Held(by) => RunError::Locked {
            path: path.to_owned(),
            by,
        },
        LockError::Io(e) => RunError::Write(path.to_owned(), e),
    })
}
