//! The generation of a catalogue, alone or as part of a run.

use super::archive_session::{ArchiveEntry, ArchiveSession, NightOrder};
use super::catalog_order::CatalogOrderer;
use super::checkpoints::CheckpointLog;
use super::format::{CatalogFiles, CatalogForm};
use super::replacements::replace_puzzles;
use super::staging::StagingDir;
use crate::{Event, Identity, IoContext as _, Observer, Options, RunError};
use archive::KeyRow;
use book::TurnOrder;
use files::Overwrite;
use grid::Key;
use human::Rung;
use make::{Batch, BatchItem, MadePuzzle, Plan, Seed, Shortfall};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use tables::Split;
use words::clause;

/// The inputs of catalogue generation.
#[derive(Clone, Copy)]
pub(super) struct CatalogJob<'a> {
    pub plan: &'a Plan,
    pub options: &'a Options,
    /// The path of the archive, and the open archive.
    pub archive: Option<(&'a Path, &'a ArchiveSession)>,
    /// The name of the run in the archive that this one continues, if any.
    pub continued: Option<&'a str>,
    /// The folder of the checkpoints; `None` saves none.
    pub staging: Option<&'a StagingDir>,
}

/// The finished run that the new one replaces.
#[derive(Clone, Copy)]
pub(super) struct PreviousRun {
    pub seed: u64,
    /// True if the same seed gives the same puzzles.
    pub same_puzzles: bool,
}

/// The result of catalogue generation.
#[derive(Default)]
pub(super) struct CatalogSummary {
    /// Number of puzzles, by the key of the level.
    pub counts: BTreeMap<String, u64>,
    /// Number of puzzles, by split and the key of the level.
    pub split_counts: BTreeMap<(Split, String), u64>,
    pub short: Vec<Shortfall>,
    /// Keys of the classes of all puzzles in catalogue order; empty without an archive.
    pub keys: Vec<KeyRow>,
}

impl CatalogSummary {
    /// Adds the key of the next row. The list grows by an eighth, because it may be most of the
    /// memory of a run.
    fn add_key(&mut self, key: Key) {
        let count = self.keys.len();
        if count == self.keys.capacity() {
            self.keys.reserve_exact(count / 8 + 1_024);
        }
        self.keys.push(KeyRow { key, row: count as i64 + 1 });
    }
}

impl CatalogJob<'_> {
    /// Returns the identity of the run. Its seed is the first of: the given seed, the replaced
    /// run's, the pending run's, a random one. Nothing is written before [`CatalogJob::begin`].
    ///
    /// Fails if the archive contains the run, but `target` holds neither the finished run nor a
    /// pending one that was entered for this place: a run that was merely begun waives no check.
    pub fn identify(
        &self,
        target: &Path,
        replaced: Option<PreviousRun>,
        observer: &mut dyn Observer,
    ) -> Result<Identity, RunError> {
        let of = |seed| Identity::of(self.plan, seed);
        let unfinished = match self.staging {
            Some(staging) => staging.pending_run().read_context(&staging.folder)?,
            None => None,
        };
        let resumed =
            unfinished.filter(|unfinished| of(Seed(unfinished.seed)).name() == unfinished.run);
        let seed = match (self.options.seed, replaced, &resumed) {
            (Some(seed), ..) => seed,
            (None, Some(replaced), _) => {
                if !replaced.same_puzzles {
                    let seed = replaced.seed;
                    let seed = seed.to_string();
                    observer
                        .note(clause!("the seed of the run that is replaced is kept: {}", seed));
                }
                Seed(replaced.seed)
            }
            (None, None, Some(resumed)) => Seed(resumed.seed),
            (None, None, None) => Seed::draw().map_err(RunError::Seed)?,
        };
        let identity = of(seed);
        let Some((archive, session)) = self.archive else { return Ok(identity) };
        let is_here = replaced.is_some_and(|of| of.same_puzzles && of.seed == seed.0)
            || resumed.is_some_and(|resumed| resumed.seed == seed.0)
                && session.has_entry_of(&identity, target)?;
        if !is_here
            && !self.options.again
            && session.archive().number_of(&identity.name())?.is_some()
        {
            return Err(RunError::in_archive(archive, &identity.name(), seed, target));
        }
        if let Some(night) = self.options.night
            && self.options.replace < Overwrite::Always
        {
            let order = NightOrder { identity: &identity, night, place: target };
            session.refuse_other_night(archive, &order)?;
        }
        Ok(identity)
    }

    /// Starts or resumes a run in its staging folder.
    pub fn begin(&self, identity: &Identity, observer: &mut dyn Observer) -> Result<(), RunError> {
        if let Some(staging) = self.staging
            && let Some(seed) = staging.begin(identity)?
        {
            let seed = seed.to_string();
            observer
                .note(clause!("an unfinished run with other settings was removed (seed {})", seed));
        }
        Ok(())
    }

    /// Makes all puzzles and writes their catalogue in this form, in the order of `turns`, or in
    /// plan order if `turns` is empty. Puzzles from checkpoints come first. Errors name the
    /// catalogue `target`.
    pub fn write<W: Write + Send>(
        &self,
        identity: &Identity,
        (outs, target): (Vec<W>, &Path),
        form: CatalogForm,
        turns: TurnOrder,
        observer: &mut dyn Observer,
    ) -> Result<(CatalogSummary, Vec<W>), RunError> {
        let interrupt = &self.options.interrupt;
        let ids = form.columns.ids().cloned().unwrap_or_default();
        let (mut batch, mut checkpoints) = self.open(identity)?;
        let CatalogForm { encoding, columns, split } = form;
        let catalog = encoding.begin(outs, columns, split, identity);
        let mut intake = Intake {
            made: CatalogSummary::default(),
            counts: self.plan.quotas.iter().map(|(rung, _)| (*rung, 0)).collect(),
            is_archived: self.archive.is_some(),
            held: Vec::new(),
            is_holding: !self.plan.another.is_empty(),
            orderer: CatalogOrderer::new(self.plan.ladder(), turns.clone()),
            catalog: catalog.write_context(target)?,
            target,
        };
        observer.on_event(Event::Begins(identity, &self.plan.quotas));
        checkpoints.replay(&mut batch, |item| intake.take(item, observer))?;
        let mut batch = batch.followed_by(observer.batch_caller());
        for item in batch.by_ref() {
            // After an interruption the batch yields shortfalls that are not real.
            if interrupt.is_stopped() {
                break;
            }
            let item = item?;
            checkpoints.note(&item, observer.is_checkpoint_due())?;
            intake.take(item, observer)?;
        }
        // All puzzles are made. Save them all, so that a run that is interrupted while it makes the
        // book need not repeat them.
        checkpoints.save()?;
        interrupt.check()?;
        let moved =
            replace_puzzles(&mut batch, &mut intake.held, &turns, &ids, &self.options.interrupt)?;
        moved.into_iter().for_each(|sentence| observer.note(sentence));
        intake.close()
    }

    /// Opens the batch of a run and its checkpoints.
    fn open(&self, identity: &Identity) -> Result<(Batch, CheckpointLog<'_>), RunError> {
        let (seed, options) = (identity.seed(), self.options);
        let mut batch = Batch::new(self.plan.clone(), seed, options.threads)?
            .stopped_by(options.interrupt.flag());
        let mut run = identity.name();
        if let Some((_, session)) = self.archive {
            batch = session.exclude_printed(batch, &run, self.continued)?;
            // Another state of the archive would lead to other puzzles, so the checkpoints carry
            // the state in their name.
            let state = session.archive().state(&run)?;
            run += &state;
        }
        Ok((batch, CheckpointLog::new(self.staging, run, seed)))
    }

    /// Adds the puzzles to the archive before their files appear. After a crash in between, the run
    /// is made again with the same puzzles, because its own puzzles are not excluded. In the other
    /// order, another run could print them too.
    pub fn enter(&self, entry: &ArchiveEntry<'_>, keys: Vec<KeyRow>) -> Result<(), RunError> {
        match self.archive {
            None => Ok(()),
            Some((_, session)) => session.enter_catalog(entry, keys, self.options),
        }
    }
}

/// The sink of a batch: counts the puzzles and writes them in catalogue order.
struct Intake<'a, W: Write + Send> {
    made: CatalogSummary,
    /// Number of puzzles, by level.
    counts: BTreeMap<Rung, u64>,
    is_archived: bool,
    /// The puzzles of a run that replaces some of them when all are made.
    held: Vec<MadePuzzle>,
    is_holding: bool,
    orderer: CatalogOrderer,
    catalog: CatalogFiles<W>,
    /// The name of the catalogue in messages.
    target: &'a Path,
}

impl<W: Write + Send> Intake<'_, W> {
    fn take(&mut self, item: BatchItem, observer: &mut dyn Observer) -> Result<(), RunError> {
        match item {
            BatchItem::Shortfall(shortfall) => self.made.short.push(shortfall),
            BatchItem::Puzzle(puzzle) => {
                observer.on_made(&puzzle);
                *self.counts.entry(puzzle.slot().rung).or_default() += 1;
                if self.is_holding {
                    self.held.push(puzzle);
                } else {
                    self.orderer.put(puzzle);
                    self.write()?;
                }
            }
        }
        Ok(())
    }

    /// Writes the puzzles whose turn has come.
    fn write(&mut self) -> Result<(), RunError> {
        while let Some(puzzle) = self.orderer.take() {
            if self.is_archived {
                self.made.add_key(puzzle.class);
            }
            let split = self.catalog.write(&puzzle.entry).write_context(self.target)?;
            if let Some(split) = split {
                let level = puzzle.slot().rung.key();
                *self.made.split_counts.entry((split, level)).or_default() += 1;
            }
        }
        Ok(())
    }

    /// Writes the remaining puzzles and ends the catalogue. Fails if there is no puzzle at all.
    fn close(mut self) -> Result<(CatalogSummary, Vec<W>), RunError> {
        self.made.counts = self.counts.iter().map(|(rung, n)| (rung.key(), *n)).collect();
        if self.made.counts.values().all(|count| *count == 0) && !self.made.short.is_empty() {
            return Err(RunError::NoPuzzles(self.made.short));
        }
        for puzzle in std::mem::take(&mut self.held) {
            self.orderer.put(puzzle);
            self.write()?;
        }
        self.orderer.close();
        self.write()?;
        Ok((self.made, self.catalog.end().write_context(self.target)?))
    }
}
