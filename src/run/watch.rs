//! How the caller follows a run, and ends it early.

use super::RunError;
use super::identity::Identity;
use crate::batch::{Batch, Issued, Stopper};
use crate::book::Layout;
use crate::print::preflight::Report;
use crate::score::Level;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a run tells while it is made. Every method has a default that does nothing.
pub trait Observer {
    /// The puzzles are about to be made.
    fn begins(&mut self, _run: &Identity, _quotas: &[(Level, u64)]) {}
    /// A puzzle was made, or taken from a checkpoint.
    fn made(&mut self, _issued: &Issued) {}
    /// Whether it is time to save a checkpoint; asked after each puzzle.
    fn saves_now(&mut self) -> bool {
        false
    }
    /// The book was laid out; its pages are about to be written.
    fn laid_out(&mut self, _layout: &Layout) {}
    /// A page was written.
    fn page(&mut self) {}
    /// A volume was held against its printer's rules.
    fn inspected(&mut self, _volume: &Path, _report: &Report) {}
    /// Something that the user should know.
    fn tells(&mut self, _note: &Note) {}
}

/// An observer who does not look.
impl Observer for () {}

/// Something that the user should know.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Note {
    /// A run is replaced, and its seed is kept.
    SeedKept(u64),
    /// A run is replaced by one with other puzzles, because these settings differ.
    OtherPuzzles(Vec<String>),
    /// An unfinished run with this seed and other settings was in the folder; what it had made is
    /// removed.
    UnfinishedRemoved(u64),
    /// A run that was complete is put in its place, which a crash had prevented.
    PutInPlace,
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::SeedKept(seed) => {
                write!(f, "the seed of the run that is replaced is kept: {seed}")
            }
            Self::OtherPuzzles(names) => write!(
                f,
                "the new run has other puzzles than the one that it replaces: {} changed",
                names.join(", ")
            ),
            Self::UnfinishedRemoved(seed) => write!(
                f,
                "an unfinished run with other settings was removed (seed {seed})"
            ),
            Self::PutInPlace => f.write_str("a complete run was put in its place after a crash"),
        }
    }
}

/// Ends a run early, in order, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    stopped: AtomicBool,
    batch: Mutex<Option<Stopper>>,
}

impl Interrupt {
    /// Lets the run end: it keeps what it has made, and answers [`RunError::Interrupted`].
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::SeqCst);
        if let Some(batch) = &*self.batch() {
            batch.stop();
        }
    }

    /// Whether the run is to end.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::SeqCst)
    }

    /// Fails when the run is to end.
    ///
    /// # Errors
    /// [`RunError::Interrupted`].
    pub fn check(&self) -> Result<(), RunError> {
        if self.is_stopped() {
            return Err(RunError::Interrupted);
        }
        Ok(())
    }

    /// Stops this batch too.
    pub(super) fn covers(&self, batch: &Batch) {
        let stopper = batch.stopper();
        // First the handle, then the question: a stop in between is not lost.
        *self.batch() = Some(stopper.clone());
        if self.is_stopped() {
            stopper.stop();
        }
    }

    fn batch(&self) -> MutexGuard<'_, Option<Stopper>> {
        self.0.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
