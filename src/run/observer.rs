//! How a caller follows a run and interrupts it.

use super::{Identity, RunError};
use crate::book::{Cover, Layout};
use crate::human::ladder::Rung;
use crate::make::batch::{BatchCaller, MadePuzzle};
use crate::printers::preflight::PreflightReport;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What happens while a run or a book is made.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The first puzzle is about to be made.
    Begins(&'a Identity, &'a [(Rung, u64)]),
    /// A puzzle was made or replayed from a checkpoint; they come in order.
    Made(&'a MadePuzzle),
    /// The book has been laid out, and its pages are about to be written.
    LaidOut(&'a Layout),
    /// A page was written.
    Page,
    /// The covers of the book were written.
    Covered(&'a [Cover<'a>]),
    /// A volume or a cover was checked against its printer's requirements.
    Inspected(&'a Path, &'a PreflightReport),
    /// A message for the user.
    Note(String),
}

/// Follows a run. The default methods do nothing.
pub trait Observer {
    /// Is told of what happens.
    fn on_event(&mut self, _event: Event<'_>) {}
    /// Is told a message for the user.
    fn note(&mut self, words: String) {
        self.on_event(Event::Note(words));
    }
    /// Is told that other hosts were faster.
    fn on_conflict(&mut self, why: &str) {
        self.note(format!("{why}: the puzzles are made again without those"));
    }
    /// Returns what follows a batch while it works.
    fn batch_caller(&mut self) -> Arc<dyn BatchCaller> {
        Arc::new(())
    }
    /// Asked while another command holds a lock that is needed. Returns true, after a pause, to look at the lock again.
    fn wait_for_lock(&mut self) -> bool {
        false
    }
    /// Whether to save a checkpoint now; asked after each puzzle that was made.
    fn is_checkpoint_due(&mut self) -> bool {
        false
    }
}

/// Ignores all progress.
impl Observer for () {}

/// Interrupts a run from any thread. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(pub(super) Arc<AtomicBool>);

impl Interrupt {
    /// Makes the run end with [`RunError::Interrupted`]. Its checkpoints are saved first.
    pub fn stop(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether [`Interrupt::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Fails if the run was interrupted.
    ///
    /// # Errors
    /// [`RunError::Interrupted`].
    pub fn check(&self) -> Result<(), RunError> {
        if self.is_stopped() {
            return Err(RunError::Interrupted);
        }
        Ok(())
    }
}
