//! The puzzles of a run in memory, for a book that is shown before it is made.

use super::archive_session::ArchiveSession;
use super::catalog_order::CatalogOrderer;
use super::replacements::replace_puzzles;
use crate::{BookPlan, Identity, Interrupt, Manifest, RunError, RunSpec, Sections};
use book::{MinuteRange, Section};
use human::{Ladder, Rung, Seconds};
use make::{Batch, BatchCaller, BatchItem, MadePuzzle, Seed, Shortfall, Slot};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use words::Clause;

/// The puzzles of a run that is not made yet.
#[derive(Debug)]
pub struct RunPuzzles {
    identity: Identity,
    /// The state of the archive whose puzzles were excluded, if any.
    archive_state: Option<String>,
    ladder: Ladder,
    /// The puzzles that were replaced, and true if their rounds are alike.
    replaced: (Vec<Slot>, bool),
    /// The puzzles, in the order of the batch.
    made: Vec<MadePuzzle>,
    short: Vec<Shortfall>,
    /// Sentences about replaced puzzles that have another place.
    moved: Vec<Clause>,
}

impl RunPuzzles {
    /// Makes the puzzles on all cores, without those that the archive has of other runs. Nothing is
    /// written. The run in the folder, if any, is the one that will be replaced. `caller`
    /// receives each puzzle when it is made.
    ///
    /// # Errors
    /// [`RunError`] if the plan is not valid, no puzzle can be made, or the caller interrupts the
    /// work.
    pub fn make(
        spec: &RunSpec,
        seed: Seed,
        folder: &Path,
        interrupt: &Interrupt,
        caller: Arc<dyn BatchCaller>,
    ) -> Result<Self, RunError> {
        let RunSpec { plan, .. } = spec;
        let identity = Identity::of(plan, seed);
        let mut batch = Batch::new(plan.clone(), seed, 0)?.stopped_by(interrupt.flag());
        batch = batch.followed_by(caller);
        let archive_state = archive_state(spec, &identity)?;
        if let Some(archive) = spec.archive() {
            let session = ArchiveSession::open_to_read(archive)?;
            let continued = match Manifest::read(folder) {
                Ok(Some(old)) => session.continued_run(&old, spec, seed)?,
                _ => None,
            };
            batch = session.exclude_printed(batch, &identity.name(), continued.as_deref())?;
        }
        let (mut made, mut short) = (Vec::new(), Vec::new());
        for item in batch.by_ref() {
            interrupt.check()?;
            match item? {
                BatchItem::Puzzle(puzzle) => made.push(puzzle),
                BatchItem::Shortfall(shortfall) => short.push(shortfall),
            }
        }
        interrupt.check()?;
        if made.is_empty() && !short.is_empty() {
            return Err(RunError::NoPuzzles(short));
        }
        let (ids, turns) = (spec.settings.ids(), spec.book.turn_order(plan.ladder()));
        let moved = replace_puzzles(&mut batch, &mut made, &turns, &ids, interrupt)?;
        let replaced = replaced(spec);
        Ok(Self { identity, archive_state, ladder: plan.ladder(), replaced, made, short, moved })
    }

    /// Returns true if the plan, the seed and the archive lead to these puzzles.
    ///
    /// # Errors
    /// [`RunError`] if the archive cannot be read.
    pub fn is_of(&self, spec: &RunSpec, seed: Seed) -> Result<bool, RunError> {
        let is_same =
            self.identity == Identity::of(&spec.plan, seed) && self.replaced == replaced(spec);
        Ok(is_same && self.archive_state == archive_state(spec, &self.identity)?)
    }

    /// Returns the number of puzzles.
    pub fn count(&self) -> usize {
        self.made.len()
    }

    /// Returns sentences about levels that are short, and about replaced puzzles that have another
    /// place.
    pub fn notes(&self) -> Vec<Clause> {
        let short = self.short.iter().map(|short| short.to_string().into());
        short.chain(self.moved.iter().cloned()).collect()
    }

    /// Returns the usual minutes of a puzzle, from the fewest to the most of all levels, as the
    /// page of the levels prints them; `None` without ratings.
    pub fn minutes(&self) -> Option<MinuteRange> {
        let mut levels: BTreeMap<Rung, Vec<Option<Seconds>>> = BTreeMap::new();
        for made in &self.made {
            let time = made.entry.rating.and_then(|rating| rating.seconds());
            levels.entry(made.slot().rung).or_default().push(time);
        }
        let ranges =
            levels.into_values().filter_map(|times| MinuteRange::typical(times.into_iter()));
        ranges.reduce(|all, level| MinuteRange {
            fewest: all.fewest.min(level.fewest),
            most: all.most.max(level.most),
        })
    }

    /// Returns the sections of a book of these puzzles, which are those of its run.
    pub fn sections(&self, book: &BookPlan) -> Vec<Section> {
        let turns = book.turn_order(self.ladder);
        let mut orderer = CatalogOrderer::new(self.ladder, turns);
        let mut sections = Sections::new(book.options()).with_ids();
        let mut push = |made: MadePuzzle| {
            let rating = made.entry.rating.filter(|_| self.ladder == Ladder::Human);
            let id = made.slot().to_string();
            sections.push(made.slot().rung, made.entry.puzzle, rating, Some(&id));
        };
        for made in &self.made {
            orderer.put(made.clone());
            std::iter::from_fn(|| orderer.take()).for_each(&mut push);
        }
        orderer.close();
        std::iter::from_fn(|| orderer.take()).for_each(push);
        sections.into_vec()
    }
}

/// Returns what decides the replaced puzzles beside the identity of the run.
fn replaced(spec: &RunSpec) -> (Vec<Slot>, bool) {
    let another = spec.plan.another.clone();
    let is_even = !another.is_empty() && spec.book.turn_order(spec.plan.ladder()).is_even();
    (another, is_even)
}

/// Returns the state of the archive of a run without the run itself, if there is an archive.
fn archive_state(spec: &RunSpec, identity: &Identity) -> Result<Option<String>, RunError> {
    let Some(path) = spec.archive() else { return Ok(None) };
    let session = ArchiveSession::open_to_read(path)?;
    let state = session.archive().state(&identity.name())?;
    Ok(Some(state))
}
