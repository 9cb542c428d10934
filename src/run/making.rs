//! Makes the puzzles of a run or of a single catalogue, and writes the catalogue. A catalogue alone is a run without a
//! book.

use super::checkpoint::{Checkpoints, Outcome};
use super::form::end;
use super::{
    At as _, Event, Figures, Form, Identity, Ledger, Observer, Options, RunError, Workshop,
    not_known,
};
use crate::human::ladder::{Ladder, Rung};
use crate::make::batch::{Batch, BatchError, Issued, Plan, Shortfall};
use crate::make::entry::Entry;
use crate::make::seed::Seed;
use crate::store::archive::Numbers;
use crate::store::table::Columns;
use crate::sudoku::key::Key;
use std::collections::{BTreeMap, VecDeque};
use std::io::Write;
use std::iter::Peekable;
use std::path::Path;

/// The inputs for making puzzles.
pub(super) struct Making<'a> {
    pub plan: &'a Plan,
    pub options: &'a Options,
    /// The archive, and the same opened for writing.
    pub archive: Option<(&'a Path, &'a Ledger)>,
    /// Where checkpoints are saved; `None` saves none.
    pub workshop: Option<&'a Workshop>,
}

/// The finished run that is replaced.
#[derive(Clone, Copy)]
pub(super) struct Replaced {
    pub seed: u64,
    /// Whether it has the same puzzles for the same seed.
    pub same_puzzles: bool,
}

/// The result of making all puzzles.
#[derive(Default)]
pub(super) struct Made {
    /// Number of puzzles, by level.
    pub counts: BTreeMap<u8, u64>,
    pub short: Vec<Shortfall>,
    /// Deduplication keys of all puzzles in catalogue order; empty without an archive.
    pub keys: Vec<Key>,
    /// How the puzzles are spread; empty without an archive.
    pub figures: Figures,
}

impl Making<'_> {
    /// Begins a run, or goes on with the unfinished one. Its seed is the given one, otherwise that of the run that is
    /// replaced, otherwise that of the unfinished run, otherwise a random one. Fails if the archive contains the run
    /// but `target` holds no finished or unfinished part of it.
    pub fn begin(
        &self,
        target: &Path,
        replaced: Option<Replaced>,
        observer: &mut dyn Observer,
    ) -> Result<Identity, RunError> {
        let of = |seed| Identity::of(self.plan, seed);
        let unfinished = match self.workshop {
            Some(workshop) => workshop.unfinished().reading(&workshop.folder)?,
            None => None,
        };
        let resumed =
            unfinished.filter(|unfinished| of(Seed(unfinished.seed)).name() == unfinished.run);
        let seed = match (self.options.seed, replaced, &resumed) {
            (Some(seed), ..) => seed,
            (None, Some(replaced), _) => {
                observer.note(format!(
                    "the seed of the run that is replaced is kept: {}",
                    replaced.seed
                ));
                Seed(replaced.seed)
            }
            (None, None, Some(resumed)) => Seed(resumed.seed),
            (None, None, None) => Seed::draw().map_err(RunError::Seed)?,
        };
        let identity = of(seed);
        let is_here = resumed.is_some_and(|resumed| resumed.seed == seed.0)
            || replaced.is_some_and(|of| of.same_puzzles && of.seed == seed.0);
        if let Some((archive, ledger)) = self.archive
            && !is_here
            && !self.options.again
            && ledger.archive().number_of(&identity.name())?.is_some()
        {
            return Err(RunError::in_archive(archive, &identity.name(), seed, target));
        }
        if let Some(workshop) = self.workshop
            && let Some(seed) = workshop.begin(&identity)?
        {
            observer
                .note(format!("an unfinished run with other settings was removed (seed {seed})"));
        }
        Ok(identity)
    }

    /// Makes all puzzles and writes their catalogue with these columns, in the order of the levels
    /// in `turns`, or in plan order if `turns` is empty. `target` is its name in messages.
    pub fn write<W: Write + Send>(
        &self,
        identity: &Identity,
        (out, target): (W, &Path),
        (form, columns): (Form, Columns),
        turns: impl Iterator<Item = Rung>,
        observer: &mut dyn Observer,
    ) -> Result<(Made, W), RunError> {
        let mut catalog = form.begin(out, columns, identity).writing(target)?;
        let made =
            self.make(identity, turns, observer, |entry| catalog.write(entry).writing(target))?;
        Ok((made, end(catalog).writing(target)?))
    }

    /// Enters the puzzles into the archive, before they appear: after a crash in between, the run is made again with
    /// the same puzzles, because a run's own puzzles are not excluded. In the other order they could be printed twice.
    pub fn enter(
        &self,
        kind: &str,
        identity: &Identity,
        Made { keys, figures, .. }: &Made,
        numbers: Option<Numbers<'_>>,
    ) -> Result<(), RunError> {
        match self.archive {
            None => Ok(()),
            Some((_, ledger)) => {
                ledger.enter(kind, identity, (keys, figures), numbers, self.options)
            }
        }
    }

    /// Makes all puzzles and passes each to `each`, in the order of the levels in `turns`, or in plan
    /// order if `turns` is empty. Puzzles from checkpoints come first. The puzzles of a band are held back
    /// until all are there, and come by rising load.
    fn make(
        &self,
        identity: &Identity,
        turns: impl Iterator<Item = Rung>,
        observer: &mut dyn Observer,
        mut each: impl FnMut(&Entry) -> Result<(), RunError>,
    ) -> Result<Made, RunError> {
        let (seed, interrupt) = (identity.seed(), &self.options.interrupt);
        let mut batch = Batch::new(self.plan.clone(), seed, self.options.threads)?;
        let mut run = identity.name();
        if let Some((_, ledger)) = self.archive {
            batch = ledger.refuse(batch, &run)?;
            // Another state of the archive would lead to other puzzles, so it is part of the
            // checkpoint's name.
            let state = ledger.archive().state(&run)?;
            run += &state;
        }
        interrupt.covers(&batch);
        let mut checkpoints = self.workshop.map(|at| Checkpoints::of(at, run, seed));
        observer.happens(Event::Begins(identity, &self.plan.quotas));

        let levels = self.plan.quotas.iter();
        let mut made = Made {
            counts: levels.map(|(rung, _)| (rung.number(), 0)).collect(),
            ..Made::default()
        };
        let Made { counts, short, keys, figures } = &mut made;
        let archived = self.archive.is_some();
        let mut write = |issued: Issued| {
            if archived {
                keys.push(issued.key);
                let Entry { score, rating, .. } = &issued.entry;
                figures.count(rung_of(&issued), score, rating.as_ref());
            }
            each(&issued.entry)
        };
        let mut turns = Turns::new(turns);
        let by_load = self.plan.ladder() == Ladder::Human;
        let mut held: Vec<Issued> = Vec::new();
        let mut take = |outcome: Outcome, observer: &mut dyn Observer| {
            match outcome {
                Ok(issued) => {
                    observer.happens(Event::Made(&issued));
                    let rung = issued.entry.origin.slot.rung;
                    *counts.entry(rung.number()).or_default() += 1;
                    if !by_load {
                        return turns.take(issued, &mut write);
                    }
                    if held.last().is_some_and(|last| rung_of(last) != rung) {
                        rising(&mut held).try_for_each(|issued| turns.take(issued, &mut write))?;
                    }
                    held.push(issued);
                }
                Err(shortfall) => short.push(shortfall),
            }
            Ok(())
        };
        if let Some(checkpoints) = &mut checkpoints {
            checkpoints.replay(&mut batch, |outcome| take(outcome, observer))?;
        }
        for outcome in batch.telling(observer.telling()).gathering(observer.gathers()) {
            // After an interruption the batch yields shortfalls that are not real.
            if interrupt.is_stopped() {
                break;
            }
            let outcome = match outcome {
                Ok(issued) => Ok(issued),
                Err(BatchError::Short(shortfall)) => Err(shortfall),
                Err(BatchError::Known(e)) => return Err(not_known(e)),
            };
            if let Some(checkpoints) = &mut checkpoints {
                checkpoints.note(&outcome);
                if observer.saves_now() || checkpoints.is_full() {
                    checkpoints.save()?;
                }
            }
            take(outcome, observer)?;
        }
        // All puzzles are made. Save them all, so that a run interrupted during the book need not
        // repeat them.
        if let Some(checkpoints) = &mut checkpoints {
            checkpoints.save()?;
        }
        interrupt.check()?;
        if counts.values().all(|count| *count == 0) && !short.is_empty() {
            return Err(RunError::Nothing(std::mem::take(short)));
        }
        rising(&mut held).try_for_each(|issued| turns.take(issued, &mut write))?;
        turns.rest().try_for_each(write)?;
        Ok(made)
    }
}

fn rung_of(issued: &Issued) -> Rung {
    issued.entry.origin.slot.rung
}

/// Takes the puzzles of a band, the smallest load first; those whose catalogue has the same load in the order of their
/// slots.
pub(super) fn rising(held: &mut Vec<Issued>) -> impl Iterator<Item = Issued> {
    held.sort_by_key(|issued| issued.entry.rating.map_or(0, |rating| rating.load.whole()));
    held.drain(..)
}

/// Holds back puzzles until their turn in the book: they are made level by level, but printed in turns.
struct Turns<I: Iterator<Item = Rung>> {
    order: Peekable<I>,
    waiting: [VecDeque<Issued>; Rung::MOST],
}

impl<I: Iterator<Item = Rung>> Turns<I> {
    /// `order` is the sequence of levels in the book. If it is empty, no puzzle is held back.
    fn new(order: I) -> Self {
        Self { order: order.peekable(), waiting: Default::default() }
    }

    /// Adds a puzzle, and passes every puzzle whose turn has come to `each`.
    fn take<E>(
        &mut self,
        issued: Issued,
        mut each: impl FnMut(Issued) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.order.peek().is_none() {
            return each(issued);
        }
        let rung = issued.entry.origin.slot.rung;
        self.waiting[rung.index()].push_back(issued);
        while let Some(rung) = self.order.peek()
            && let Some(issued) = self.waiting[rung.index()].pop_front()
        {
            self.order.next();
            each(issued)?;
        }
        Ok(())
    }

    /// The puzzles whose turn never came because another level has too few puzzles.
    fn rest(self) -> impl Iterator<Item = Issued> {
        self.waiting.into_iter().flatten()
    }
}
