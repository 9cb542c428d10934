//! A batch makes all puzzles of a plan in parallel and yields them in slot order. Each slot takes
//! four steps:
//!
//! ```text
//!   1 make         threads, ahead of the caller   SlotMaker: dig, transform, accept or add givens
//!                                                 (OrderedMap restores the order of the slots)
//!   2 look up      caller's thread, many slots    did an earlier run print it?  (PrintedLookup)
//!   3 deduplicate  caller's thread, slot by slot  does an earlier slot have its class, or its
//!                                                 pattern of givens?  (keys, patterns)
//!                                                 yes to any: SlotMaker again, next reissue
//!   4 yield        caller's thread                BatchItem: a puzzle, or a level's shortfall
//! ```
//!
//! The result depends only on plan and seed: of two equivalent puzzles, the one in the earlier slot
//! stays, whichever was made first. Only the deduplication keys need more memory with each puzzle,
//! 17 to 20 bytes, and as many again for the pattern if the plan does not repeat patterns.
//!
//! With a lookup, each group of variants is of a class of its own. The batch looks the first
//! variant up; if its class was printed, another puzzle is dug for the whole group.

mod constraints;
mod error;
mod givens_changer;
mod item;
mod plan;
mod quality_rules;
mod replacement;
mod rules;
mod shortfall;
mod slot_maker;
mod symmetry_choice;

pub use constraints::{GivensConstraints, RatingConstraints, SubstitutePicture};
pub use error::PlanError;
pub use item::{BatchItem, MadePuzzle};
pub use plan::{Dedup, Plan};
pub use quality_rules::QualityRule;
pub use replacement::{MovedPuzzle, ReplacementError};
pub use rules::{CatalogPuzzle, Violation};
pub use shortfall::Shortfall;
#[doc(hidden)]
pub use slot_maker::SlotReissuer;
pub use symmetry_choice::SymmetryChoice;

use crate::entry::pattern_key;
use crate::ordered_map::{OrderedMap, Workers};
use crate::seed::{Seed, Slot};
use grid::{Key, KeyMap};
use human::Rung;
use shortfall::{Rejection, RejectionCounts};
use slot_maker::{LastDug, SlotReissues};
use smallvec::SmallVec;
use std::collections::{HashMap, VecDeque};
use std::error::Error;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The maximum number of puzzles in one lookup.
const MAX_LOOKUP_KEYS: usize = 8192;
/// The number of slots in a block.
const BLOCK_SLOTS: u64 = 64;
/// The number of blocks made in advance. It keeps the threads busy while the caller waits for a
/// disk.
const BLOCKS_AHEAD: usize = 128;

/// The hooks by which a batch calls its caller. The default methods do nothing.
pub trait BatchCaller: Send + Sync {
    /// Receives the level or band of each puzzle as soon as it is made, on the thread that made it.
    /// The calls do not come in slot order, and include puzzles that turn out to be duplicates.
    fn on_made(&self, _rung: Rung) {}

    /// Is told that the batch begins to gather puzzles for a lookup.
    fn on_gather(&self) {}

    /// Returns true if the puzzles gathered so far may wait for another block before they are
    /// looked up. Waiting saves round trips to a server; blocks that are ready join the lookup in
    /// any case.
    fn can_wait(&self, _gathered: usize) -> bool {
        false
    }
}

/// A caller that ignores all puzzles, and delays no lookup.
impl BatchCaller for () {}

/// A function that returns, for each key, true if an equivalent puzzle was printed before this
/// batch.
type PrintedLookup = Box<dyn FnMut(&[Key]) -> Result<Vec<bool>, LookupError> + Send>;

/// The error of a failed lookup, which ends the batch.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct LookupError(#[from] pub Box<dyn Error + Send + Sync>);

/// The puzzle of a slot, or the rejections of all its attempts.
type Attempt = Result<MadePuzzle, RejectionCounts>;

/// An iterator over the items of a plan, in slot order. After a [`Shortfall`] it continues with the
/// next level.
pub struct Batch {
    work: Arc<BatchContext>,
    workers: Workers,
    /// The slots of each level that are not yet made or replayed.
    pending: VecDeque<(Rung, Range<u64>)>,
    /// The slots being made; `None` before the first item, and after a failed lookup.
    attempts: Option<OrderedMap<GroupAttempts>>,
    /// The slots that were looked up together and are not yet deduplicated: each slot, its puzzle,
    /// and true if an earlier run printed the puzzle.
    looked_up: std::vec::IntoIter<(Slot, Attempt, bool)>,
    /// The deduplication keys of all puzzles so far; `None` if duplicates stay.
    keys: Option<KeyMap<()>>,
    /// The keys of all patterns of givens so far; `None` if patterns repeat.
    patterns: Option<KeyMap<()>>,
    /// The groups of variants so far; `None` for a plan without variants or without a lookup.
    groups: Option<VariantGroups>,
    lookup: Option<PrintedLookup>,
    /// The puzzle that was dug last for a slot that was issued again.
    dug: LastDug,
}

/// Groups of variants, each of another class.
#[derive(Default)]
struct VariantGroups {
    classes: KeyMap<()>,
    /// The reissues of the puzzles that were dug for the groups, by their first slots. A group that
    /// is missing has the first puzzle.
    reissues: HashMap<Slot, u32>,
}

/// The data that the threads of a batch share.
#[derive(Clone)]
struct BatchContext {
    plan: Plan,
    seed: Seed,
    caller: Arc<dyn BatchCaller>,
    stop: Arc<AtomicBool>,
    has_lookup: bool,
    /// The first slot of each level that cannot be filled: later slots of the level are not needed.
    ends: Arc<[AtomicU64; Rung::COUNT]>,
}

impl BatchContext {
    /// Makes the puzzles of slots of one group of variants for the first time.
    fn make_group(&self, slots: SlotGroup) -> GroupAttempts {
        let mut dug = LastDug::default();
        slots.map(|slot| (slot, self.make(slot, &mut dug))).collect()
    }

    fn make(&self, slot: Slot, dug: &mut LastDug) -> Attempt {
        let made = self.issue(slot, SlotReissues::default(), dug);
        match &made {
            Ok(_) => self.caller.on_made(slot.rung),
            // The group may get another puzzle after the lookup, of which there is a variant.
            Err(_) if self.has_lookup && !self.is_first_variant(slot) => {}
            Err(_) => self.end_level(slot),
        }
        made
    }

    fn issue(&self, slot: Slot, reissues: SlotReissues, dug: &mut LastDug) -> Attempt {
        slot_maker::make(&self.plan, self.seed, slot, reissues, dug, || self.is_stopped(slot))
    }

    fn is_first_variant(&self, slot: Slot) -> bool {
        self.plan.first_variant(slot) == slot
    }

    fn end_level(&self, slot: Slot) {
        self.ends[slot.rung.index()].fetch_min(slot.number, Ordering::Relaxed);
    }

    fn end_all(&self) {
        self.ends.iter().for_each(|end| end.store(0, Ordering::Release));
    }

    /// Returns true if the level of a slot has ended before it.
    fn is_beyond_end(&self, slot: Slot) -> bool {
        slot.number > self.ends[slot.rung.index()].load(Ordering::Acquire)
    }

    /// Returns true if nobody needs the puzzle of a slot any more.
    fn is_stopped(&self, slot: Slot) -> bool {
        let is_ended = self.ends[slot.rung.index()].load(Ordering::Acquire) == 0;
        self.stop.load(Ordering::Relaxed) || is_ended || self.is_beyond_end(slot)
    }
}

/// The attempts at the slots of a group. Most groups have one slot.
type GroupAttempts = SmallVec<[(Slot, Attempt); 1]>;

/// The slots of a level that follow each other and have variants of one puzzle.
struct SlotGroup {
    rung: Rung,
    numbers: Range<u64>,
}

impl Iterator for SlotGroup {
    type Item = Slot;

    fn next(&mut self) -> Option<Slot> {
        Some(Slot { rung: self.rung, number: self.numbers.next()? })
    }
}

/// The slots of a batch in blocks of groups, without those that are beyond the end of their level.
struct SlotBlocks {
    work: Arc<BatchContext>,
    pending: VecDeque<(Rung, Range<u64>)>,
}

impl Iterator for SlotBlocks {
    type Item = Vec<SlotGroup>;

    fn next(&mut self) -> Option<Vec<SlotGroup>> {
        while let Some((rung, left)) = self.pending.front_mut() {
            let (rung, Range { start, end }) = (*rung, left.clone());
            if start < end && !self.work.is_beyond_end(Slot { rung, number: start }) {
                left.start = end.min(start + BLOCK_SLOTS);
                let first = |number| self.work.plan.first_variant(Slot { rung, number });
                let mut groups: Vec<SlotGroup> = Vec::with_capacity(BLOCK_SLOTS as usize);
                for number in start..left.start {
                    match groups.last_mut() {
                        Some(group) if first(group.numbers.start) == first(number) => {
                            group.numbers.end = number + 1;
                        }
                        _ => groups.push(SlotGroup { rung, numbers: number..number + 1 }),
                    }
                }
                return Some(groups);
            }
            self.pending.pop_front();
        }
        None
    }
}

impl Batch {
    /// Prepares a batch on a number of threads; 0 means one for each core, 1 the caller's.
    ///
    /// # Errors
    /// If the plan is not valid, or the threads cannot be started.
    pub fn new(plan: Plan, seed: Seed, threads: usize) -> Result<Self, PlanError> {
        let all: Vec<_> = plan.quotas.iter().map(|&(rung, n)| (rung, 0..n)).collect();
        Self::for_slots(plan, seed, all, threads)
    }

    /// Prepares a batch for ranges of slots instead of all slots: a shard of the plan. It does not
    /// detect equivalent puzzles in slots outside these ranges.
    ///
    /// # Errors
    /// As for [`Batch::new`], and if the plan does not have these slots.
    pub fn for_slots(
        plan: Plan,
        seed: Seed,
        slots: Vec<(Rung, Range<u64>)>,
        threads: usize,
    ) -> Result<Self, PlanError> {
        plan.check()?;
        for (rung, range) in &slots {
            let quota = plan.quota(*rung);
            if range.end > quota {
                return Err(PlanError::NoSuchSlot { rung: *rung, quota, found: range.end });
            }
        }
        let ends = Arc::new(std::array::from_fn(|_| AtomicU64::new(u64::MAX)));
        let (caller, stop) = (Arc::new(()), Arc::default());
        let patterns = plan.has_distinct_patterns().then(KeyMap::default);
        Ok(Self {
            work: Arc::new(BatchContext { plan, seed, caller, stop, has_lookup: false, ends }),
            workers: Workers::start(threads)?,
            pending: slots.into(),
            attempts: None,
            looked_up: Vec::new().into_iter(),
            keys: Some(KeyMap::default()),
            patterns,
            groups: None,
            lookup: None,
            dug: LastDug::default(),
        })
    }

    /// Excludes puzzles that `lookup` reports as printed. Their slots are issued again, exactly as
    /// for a duplicate within the batch. The batch looks each puzzle up once, in slot order, for
    /// any number of threads; the caller decides how many first puzzles it looks up together.
    /// If `lookup` fails, the batch yields its error and ends.
    ///
    /// `lookup` answers by class. Of variants it is asked about the first. If that was printed, or
    /// if an earlier group has its class, another puzzle is dug for the whole group.
    pub fn excluding(
        mut self,
        lookup: impl FnMut(&[Key]) -> Result<Vec<bool>, LookupError> + Send + 'static,
    ) -> Self {
        if self.work.plan.variants > 1 {
            self.groups = Some(VariantGroups::default());
        }
        self.work = Arc::new(BatchContext { has_lookup: true, ..BatchContext::clone(&self.work) });
        self.lookup = Some(Box::new(lookup));
        self
    }

    /// Sets the hooks of the caller.
    pub fn followed_by(mut self, caller: Arc<dyn BatchCaller>) -> Self {
        self.work = Arc::new(BatchContext { caller, ..BatchContext::clone(&self.work) });
        self
    }

    /// Stops the batch once `stop` is true, after the current attempts of its threads. From then on
    /// the batch yields shortfalls that do not belong to its plan.
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Self {
        self.work = Arc::new(BatchContext { stop, ..BatchContext::clone(&self.work) });
        self
    }

    /// Lets each slot keep its first puzzle, even if another slot or another run has it.
    pub fn with_duplicates(mut self) -> Self {
        (self.keys, self.patterns) = (None, None);
        self
    }

    /// Looks puzzles up. Returns true for each that an earlier run printed; of variants, only for
    /// the first. Returns false for each if the batch has no lookup.
    pub fn look_up(&mut self, made: &[&MadePuzzle]) -> Result<Vec<bool>, LookupError> {
        let Self { work, lookup, .. } = self;
        let mut is_printed = vec![false; made.len()];
        let firsts: Vec<usize> =
            (0..made.len()).filter(|&at| work.is_first_variant(made[at].slot())).collect();
        let Some(lookup) = lookup.as_mut().filter(|_| !firsts.is_empty()) else {
            return Ok(is_printed);
        };
        let keys: Vec<Key> = firsts.iter().map(|&at| made[at].class).collect();
        for (at, answer) in firsts.into_iter().zip(lookup(&keys)?) {
            is_printed[at] = answer;
        }
        Ok(is_printed)
    }

    /// Returns the key of the pattern of givens; `None` if patterns repeat.
    ///
    /// # Errors
    /// If another puzzle of the batch has the pattern.
    fn new_pattern(&self, made: &MadePuzzle) -> Result<Option<Key>, Rejection> {
        let Some(patterns) = &self.patterns else { return Ok(None) };
        let Some(key) = pattern_key(&made.entry.puzzle.givens()) else { return Ok(None) };
        if patterns.contains(key) { Err(Rejection::Pattern) } else { Ok(Some(key)) }
    }

    /// Adds a puzzle that no earlier run printed.
    ///
    /// # Errors
    /// If the batch already has its key or its pattern of givens, or if it begins a group of
    /// variants whose class the batch has.
    fn insert(&mut self, made: &MadePuzzle) -> Result<(), Rejection> {
        // A refused puzzle adds no key, so that a resumed batch has the same keys.
        let pattern = self.new_pattern(made)?;
        let mut is_new = true;
        if let Some(groups) = &mut self.groups
            && self.work.is_first_variant(made.slot())
        {
            is_new = groups.classes.insert(made.class, ()).is_none();
            if made.entry.origin.reissue > 0 {
                groups.reissues.insert(made.slot(), made.entry.origin.reissue);
            }
        }
        if let Some(keys) = &mut self.keys {
            is_new &= keys.insert(made.key, ()).is_none();
        }
        if !is_new {
            return Err(Rejection::Known);
        }
        if let (Some(patterns), Some(key)) = (&mut self.patterns, pattern) {
            patterns.insert(key, ());
        }
        Ok(())
    }

    /// Takes an item over from an interrupted batch of the same plan, instead of making it again.
    /// Call it before taking the first item, with the items in order from the first one. The lookup
    /// must not know their keys. Returns false, and changes nothing, if this cannot be the next
    /// item of the plan.
    pub fn replay(&mut self, item: &BatchItem) -> bool {
        self.pending.retain(|(_, left)| !left.is_empty());
        let Some(&(rung, Range { start: number, .. })) = self.pending.front() else {
            return false;
        };
        match item {
            BatchItem::Puzzle(made) => {
                if made.slot() != (Slot { rung, number }) || self.insert(made).is_err() {
                    return false;
                }
                self.pending[0].1.start += 1;
            }
            BatchItem::Shortfall(shortfall) => {
                if (shortfall.rung, shortfall.made) != (rung, number) {
                    return false;
                }
                self.pending.retain(|(other, _)| *other != rung);
            }
        }
        true
    }

    /// Parses checkpoint lines of this batch on all threads, because parsing computes the ratings
    /// again. Call it before taking the first item.
    pub fn parse(&self, lines: &str) -> Vec<Option<BatchItem>> {
        let BatchContext { plan, seed, .. } = &*self.work;
        let lines: Vec<&str> = lines.lines().collect();
        self.workers.map_list(&lines, |line| BatchItem::parse(plan, *seed, line))
    }

    fn next_item(&mut self) -> Result<Option<BatchItem>, LookupError> {
        loop {
            if let Some((slot, made, is_known)) = self.looked_up.next() {
                if self.work.is_beyond_end(slot) {
                    continue;
                }
                return Ok(Some(match self.deduplicate(slot, made, is_known)? {
                    Ok(made) => BatchItem::Puzzle(made),
                    Err(rejections) => BatchItem::Shortfall(self.end_level(slot, rejections)),
                }));
            }
            let mut made = self.gather();
            if made.is_empty() {
                return Ok(None);
            }
            self.look_up_attempts(&mut made)?;
            self.looked_up = made.into_iter();
        }
    }

    /// Takes the attempts of a block, and further ones that join the same lookup. Returns an empty
    /// list at the end.
    fn gather(&mut self) -> Vec<(Slot, Attempt, bool)> {
        let Self { work, workers, pending, attempts, lookup, .. } = self;
        let attempts = attempts.get_or_insert_with(|| {
            let source = SlotBlocks { work: work.clone(), pending: std::mem::take(pending) };
            let work = work.clone();
            workers.map_ordered(BLOCKS_AHEAD, source, move |group| work.make_group(group))
        });
        let mut made = Vec::with_capacity(BLOCK_SLOTS as usize);
        let most = if lookup.is_some() { MAX_LOOKUP_KEYS } else { made.capacity() };
        let can_wait = |gathered| lookup.is_some() && work.caller.can_wait(gathered);
        work.caller.on_gather();
        while made.len() < most
            && (made.is_empty() || attempts.is_ready() || can_wait(made.len()))
            && let Some(group) = attempts.next()
        {
            let needed = group.into_iter().filter(|(slot, _)| !work.is_beyond_end(*slot));
            made.extend(needed.map(|(slot, attempt)| (slot, attempt, false)));
        }
        made
    }

    /// Looks up the puzzles of these slots, if the batch has a lookup.
    fn look_up_attempts(&mut self, made: &mut [(Slot, Attempt, bool)]) -> Result<(), LookupError> {
        if self.lookup.is_none() {
            return Ok(());
        }
        let puzzles: Vec<&MadePuzzle> = made.iter().flat_map(|(_, made, _)| made).collect();
        let mut known = self.look_up(&puzzles)?.into_iter();
        for (_, attempt, is_known) in made {
            if attempt.is_ok() {
                *is_known = known.next().expect("an answer for each puzzle");
            }
        }
        Ok(())
    }

    /// Issues a slot again as long as its puzzle is a duplicate. Returns `Ok(Err(_))` if a puzzle
    /// could not be made within the plan's attempts, if every reissue was a duplicate, or if the
    /// plan's attempts failed in all reissues together.
    fn deduplicate(
        &mut self,
        slot: Slot,
        mut attempt: Attempt,
        mut is_known: bool,
    ) -> Result<Attempt, LookupError> {
        let is_first = self.work.is_first_variant(slot);
        let digs_again = is_first && (self.work.has_lookup || self.work.plan.variants == 1);
        let mut reissues = SlotReissues::default();
        let base = self.dug_reissue(slot);
        if !is_first && base > 0 {
            // The threads have made a variant of the first puzzle that was dug for the group.
            reissues.base = base;
            attempt = self.work.issue(slot, reissues, &mut self.dug);
        }
        let Ok(mut made) = attempt else {
            return Ok(attempt);
        };
        let mut rejections = RejectionCounts::default();
        let mut left = self.work.plan.attempts.min(Slot::MAX_REISSUES);
        let mut failed = 0;
        loop {
            let inserted = if is_known { Err(Rejection::Known) } else { self.insert(&made) };
            let Err(rejection) = inserted else {
                return Ok(Ok(made));
            };
            rejections.add(rejection);
            if left == 0 || failed >= self.work.plan.attempts {
                rejections.add_each(Rejection::Failed, failed);
                return Ok(Err(rejections));
            }
            left -= 1;
            if digs_again {
                reissues.base += 1;
            } else {
                reissues.variant += 1;
            }
            let before = made.attempts;
            made = match self.work.issue(slot, reissues, &mut self.dug) {
                Ok(again) => again,
                Err(rejections) => return Ok(Err(rejections)),
            };
            failed = failed.saturating_add(made.failed_attempts());
            is_known = self.look_up(&[&made])?[0];
            made.attempts += before;
        }
    }

    /// Returns the reissue of the puzzle that was dug for the group of a slot.
    fn dug_reissue(&self, slot: Slot) -> u32 {
        let first = self.work.plan.first_variant(slot);
        let found = self.groups.as_ref().and_then(|groups| groups.reissues.get(&first));
        found.copied().unwrap_or_default()
    }

    /// Ends a level. The batch skips its remaining slots.
    fn end_level(&mut self, slot: Slot, rejections: RejectionCounts) -> Shortfall {
        self.work.end_level(slot);
        self.work.plan.shortfall_after(slot.rung, slot.number, rejections)
    }
}

impl Iterator for Batch {
    type Item = Result<BatchItem, LookupError>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.next_item();
        if item.is_err() {
            self.work.end_all();
            (self.attempts, self.pending) = (None, VecDeque::new());
            self.looked_up = Vec::new().into_iter();
        }
        item.transpose()
    }
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BatchContext { plan, seed, .. } = &*self.work;
        write!(f, "Batch({plan:?}, {seed:?})")
    }
}

/// Tells the threads to stop: nobody needs the blocks that are in flight.
impl Drop for Batch {
    fn drop(&mut self) {
        self.work.end_all();
    }
}
