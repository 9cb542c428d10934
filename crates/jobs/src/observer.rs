//! The interface between a run and its caller: events, and the interrupt.

use super::{Identity, RunError};
use book::Layout;
use cover::Cover;
use human::Rung;
use make::{BatchCaller, MadePuzzle, SubstitutePicture};
use preflight::PreflightReport;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use words::{Clause, clause};

/// An event of making a run or a book.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The first puzzle is about to be made.
    Begins(&'a Identity, &'a [(Rung, u64)]),
    /// A puzzle was made or replayed from a checkpoint. Puzzles arrive in order.
    Made(&'a MadePuzzle),
    /// The book has been laid out. Its pages are written next.
    LaidOut(&'a Layout),
    /// A page was written.
    Page,
    /// The covers of the book were written.
    Covered(&'a [Cover<'a>]),
    /// A volume or a cover was checked against its printer's requirements.
    Inspected(&'a Path, &'a PreflightReport),
    /// A message for the user.
    Note(Clause),
}

/// An observer of a run. The default methods do nothing.
pub trait Observer {
    /// Receives an event.
    fn on_event(&mut self, _event: Event<'_>) {}
    /// Receives a message for the user.
    fn note(&mut self, words: Clause) {
        self.on_event(Event::Note(words));
    }
    /// Receives a puzzle that was made, with a note if it does not show the picture of its turn.
    fn on_made(&mut self, made: &MadePuzzle) {
        self.on_event(Event::Made(made));
        if let Some(SubstitutePicture { skipped, taken }) = made.substitute {
            self.note(clause!(
                "{} has picture {}, because no puzzle of its level was found with picture {}",
                made.slot().to_string(),
                taken,
                skipped,
            ));
        }
    }
    /// Receives the names of what has changed, if the puzzles are others than in the run that is
    /// replaced.
    fn on_other_puzzles(&mut self, changed: &str) {
        let words = "the new run has other puzzles than the one that it replaces: {} changed";
        self.note(Clause::fill(words, [changed.to_owned().into()]));
    }
    /// Receives the reason why the puzzles are made again: another host has changed the archive.
    fn on_conflict(&mut self, why: &str) {
        self.note(clause!("{}: replacing the puzzles that it has", why.to_owned()));
    }
    /// Returns the callbacks of a batch.
    fn batch_caller(&mut self) -> Arc<dyn BatchCaller> {
        Arc::new(())
    }
    /// Called while another command holds a required lock. Returns true, after a pause, to try the
    /// lock again, or false to give up.
    fn wait_for_lock(&mut self) -> bool {
        false
    }
    /// Returns true if a checkpoint is due. Called after each new puzzle.
    fn is_checkpoint_due(&mut self) -> bool {
        false
    }
}

/// An observer that ignores all events.
impl Observer for () {}

/// A handle that interrupts a run from any thread. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Ends the run with [`RunError::Interrupted`] after it has saved its checkpoints.
    pub fn stop(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Returns true after [`Interrupt::stop`].
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Returns the flag itself, which a batch reads.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
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
