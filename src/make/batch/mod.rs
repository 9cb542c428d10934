//! A batch makes all puzzles of a plan in parallel and yields them in slot order.
//!
//! A thread pool makes blocks of slots in advance, while the caller takes entries from an earlier
//! block; with one thread, the caller's own makes a block when its first entry is taken. The result depends only on plan and seed: of two equivalent puzzles, the one in the earlier
//! slot is kept, whichever was made first. Memory grows only by the deduplication keys, 17 to 20 bytes per
//! puzzle.

mod asked;
mod ease;
mod error;
mod judge;
mod maker;
mod miss;
pub mod piece;
mod plan;
mod quota;
mod range;
mod seen;
mod shape;
mod short;

pub use asked::{Asked, OPENINGS, Wish, Wishes, needs};
pub use error::PlanError;
pub use maker::Maker;
pub(crate) use miss::Misses;
pub use plan::{Dedup, Issued, Plan};
pub use quota::{Levels, Quotas};
pub use range::{ErRange, GivensRange, MinutesRange};
pub use seen::{Known, KnownError};
pub use shape::{Misshapen, Shape};
pub use short::{BatchError, Shortfall};

use crate::human::ladder::Rung;
use crate::make::parallel::thread_count;
use crate::make::seed::{MAX_REISSUES, Seed, Slot};
use crate::sudoku::key::Key;
use miss::Miss;
use rayon::ThreadPool;
use rayon::prelude::*;
use seen::Seen;
use std::collections::VecDeque;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Number of slots in a block.
const BLOCK: u64 = 64;
/// Number of blocks made in advance: enough that threads have work while the caller waits for a disk.
const fn ahead(threads: usize) -> usize {
    128 + threads
}

/// A puzzle, and whether it was printed before this batch.
type Answered = Result<(Issued, bool), Misses>;

/// The puzzle of a slot, or why there is none.
type Outcome = Result<Issued, Misses>;

/// Is told the level or band of each puzzle that is made.
pub type Telling = Arc<dyn Fn(Rung) + Send + Sync>;

/// Says whether so many puzzles, which are made, may wait for the next block before an archive is asked about them. It is
/// called once for each block; a number that is not greater than the last is that of a first block.
pub type Gathers = Box<dyn FnMut(usize) -> bool + Send>;

/// The greatest number of puzzles that wait to be asked about together.
const TOGETHER: usize = 8192;

/// The slots of a block that are made, with their numbers, in any order.
type Made = Vec<(u64, Outcome)>;

/// A block that is made by the caller's thread, or by the pool.
#[derive(Debug)]
enum Making {
    Here(Range<u64>),
    There(Receiver<Made>),
    Done(Made),
}

/// A block that the threads of the pool make together: each takes the next slot, so that none waits for the rest.
#[derive(Debug)]
struct Block {
    next: AtomicU64,
    end: u64,
    made: Mutex<Made>,
    done: Sender<Made>,
}

impl Block {
    /// A handle of the block for each thread, and what the threads will have made. The iterator gives its own handle away
    /// as the last, so that a thread drops the last one.
    fn of(slots: Range<u64>, threads: usize) -> (impl Iterator<Item = Arc<Self>>, Receiver<Made>) {
        let (done, made) = channel();
        let Range { start, end } = slots;
        let block = Self { next: start.into(), end, made: Mutex::default(), done };
        (std::iter::repeat_n(Arc::new(block), threads), made)
    }

    /// Makes slots until none is left. The last thread wakes the caller.
    fn work(self: Arc<Self>, make: impl Fn(u64) -> Outcome) {
        let next =
            || Some(self.next.fetch_add(1, Ordering::Relaxed)).filter(|&slot| slot < self.end);
        let mut mine: Made = std::iter::from_fn(next).map(|slot| (slot, make(slot))).collect();
        self.made.lock().unwrap_or_else(PoisonError::into_inner).append(&mut mine);
        if let Some(Self { made, done, .. }) = Arc::into_inner(self) {
            // The receiver is gone if the batch was dropped.
            drop(done.send(made.into_inner().unwrap_or_else(PoisonError::into_inner)));
        }
    }
}

/// The entries of a plan, in slot order. After a [`Shortfall`] it goes on with the next level.
pub struct Batch {
    plan: Arc<Plan>,
    seed: Seed,
    /// Told of each puzzle as it is made.
    telling: Option<Telling>,
    /// How long puzzles wait to be asked about; `None` is until the next block would have to be waited for.
    gathers: Option<Gathers>,
    /// `None` is the caller's thread alone.
    pool: Option<ThreadPool>,
    seen: Seen,
    /// Slots not yet started, level by level.
    to_make: VecDeque<(Rung, Range<u64>)>,
    /// Blocks being made, in order, each with its first slot.
    making: VecDeque<(Slot, Making)>,
    /// The rest of the block that the caller is taking, and the slot of the next entry.
    taking: Option<(Slot, std::vec::IntoIter<Answered>)>,
    /// For each level, the first slot that cannot be filled. Later slots of the level are not needed.
    short: Arc<[AtomicU64; Rung::MOST]>,
}

impl Batch {
    /// Prepares a batch on a number of threads; 0 means one for each core, 1 the caller's.
    ///
    /// # Errors
    /// When the plan is not valid, or the threads cannot be started.
    pub fn new(plan: Plan, seed: Seed, threads: usize) -> Result<Self, PlanError> {
        let all = plan.quotas.iter().map(|&(rung, n)| (rung, 0..n));
        let all: Vec<_> = all.collect();
        Self::of_slots(plan, seed, all, threads)
    }

    /// As [`Batch::new`], for ranges of slots instead of all slots: a shard of the plan. Equivalent
    /// puzzles in slots outside these ranges are not detected.
    ///
    /// # Errors
    /// As [`Batch::new`], and when the plan does not have these slots.
    pub fn of_slots(
        plan: Plan,
        seed: Seed,
        slots: Vec<(impl Into<Rung>, Range<u64>)>,
        threads: usize,
    ) -> Result<Self, PlanError> {
        plan.check()?;
        let slots = slots.into_iter().map(|(rung, range)| (rung.into(), range));
        let slots: VecDeque<(Rung, Range<u64>)> = slots.collect();
        for (rung, range) in &slots {
            let quota = plan.quota(*rung);
            if range.end > quota {
                return Err(PlanError::NoSuchSlot { rung: *rung, quota, found: range.end });
            }
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(thread_count(threads))
            .build()
            .map_err(|why| PlanError::Threads { threads, why })?;
        Ok(Self {
            telling: None,
            gathers: None,
            seen: Seen::new(),
            to_make: slots,
            making: VecDeque::new(),
            taking: None,
            short: Arc::new(std::array::from_fn(|_| AtomicU64::new(u64::MAX))),
            plan: Arc::new(plan),
            seed,
            pool: Some(pool).filter(|pool| pool.current_num_threads() > 1),
        })
    }

    /// Excludes puzzles that `known` reports: their slot is issued again, as if the puzzle had come in
    /// an earlier slot. `known` is asked once about each puzzle, in slot order, for any number of
    /// threads, but about the first puzzles of many slots together: see [`Self::gathering`]. If it fails, the batch yields [`BatchError::Known`] and ends.
    ///
    /// # Errors
    /// When the plan has exact deduplication, because `known` answers by class.
    pub fn refusing(mut self, known: Known) -> Result<Self, PlanError> {
        if self.plan.dedup != Dedup::Class {
            return Err(PlanError::KnownNeedsClass);
        }
        self.seen.known = Some(known);
        Ok(self)
    }

    /// Tells the level or band of each puzzle as soon as it is made, on the thread that made it: not in the order of
    /// slots, and also of those that turn out to be duplicates.
    pub fn telling(mut self, telling: Option<Telling>) -> Self {
        self.telling = telling;
        self
    }

    /// Lets puzzles wait for more of their level before [`Known`] is asked about them, up to 8,192 together: each
    /// question of a server takes its time. Without it, blocks are asked about together that are made by then.
    pub fn gathering(mut self, gathers: Option<Gathers>) -> Self {
        self.gathers = gathers;
        self
    }

    /// Lets each slot keep the first puzzle that is made for it, also one that another slot or another run has.
    pub fn with_duplicates(mut self) -> Self {
        self.seen = Seen::none();
        self
    }

    /// For each key whether [`Known`] reports it, or its error; false without one.
    pub fn are_known(&mut self, keys: &[Key]) -> Result<Vec<bool>, KnownError> {
        self.seen.known(keys)
    }

    /// Takes over an outcome of an earlier, interrupted batch of the same plan, instead of making it
    /// again. Call it before the first entry is taken, with the outcomes in order from the first, whose keys are not
    /// known. Returns false, and changes nothing, if this cannot be the next outcome of the plan.
    pub fn replay(&mut self, outcome: &Result<Issued, Shortfall>) -> bool {
        while self.to_make.front().is_some_and(|(_, left)| left.is_empty()) {
            self.to_make.pop_front();
        }
        let Some((rung, left)) = self.to_make.front_mut() else {
            return false;
        };
        match outcome {
            Ok(issued) => {
                let slot = issued.entry.origin.slot;
                let next = slot.rung == *rung && slot.number == left.start;
                if !next || !self.seen.insert(issued.key) {
                    return false;
                }
                left.start += 1;
            }
            Err(shortfall) => {
                if shortfall.rung != *rung || shortfall.made != left.start {
                    return false;
                }
                self.to_make.pop_front();
            }
        }
        true
    }

    /// A handle that stops this batch from any thread.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.short.clone())
    }

    /// Starts blocks until enough of them are being made.
    fn make_ahead(&mut self) {
        let threads = self.pool.as_ref().map(ThreadPool::current_num_threads);
        while self.making.len() < threads.map_or(1, ahead) {
            let Some((rung, left)) = self.to_make.front_mut() else {
                return;
            };
            if left.is_empty() {
                self.to_make.pop_front();
                continue;
            }
            let rung = *rung;
            let block = left.start..left.end.min(left.start + BLOCK);
            left.start = block.end;
            let first = Slot { rung, number: block.start };
            let making = match &self.pool {
                None => Making::Here(block),
                Some(pool) => {
                    let threads =
                        pool.current_num_threads().min((block.end - block.start) as usize);
                    let (blocks, made) = Block::of(block, threads);
                    for block in blocks {
                        let make = self.make_one(rung);
                        pool.spawn(move || block.work(make));
                    }
                    Making::There(made)
                }
            };
            self.making.push_back((first, making));
        }
    }

    /// Makes the puzzle of a slot of this level.
    fn make_one(&self, rung: Rung) -> impl Fn(u64) -> Outcome + Send + use<> {
        let (plan, seed, short) = (self.plan.clone(), self.seed, self.short.clone());
        let telling = self.telling.clone();
        move |number| {
            let short = &short[rung.index()];
            let stop = || number > short.load(Ordering::Acquire);
            let made = plan.make(seed, Slot { rung, number }, 0, stop);
            match (&made, &telling) {
                (Ok(_), Some(telling)) => telling(rung),
                (Ok(_), None) => {}
                (Err(_), _) => drop(short.fetch_min(number, Ordering::Relaxed)),
            }
            made
        }
    }

    /// Parses the lines of a piece of this batch on all threads: ratings are computed again.
    pub fn parse(&self, lines: &str) -> Vec<Option<Result<Issued, Shortfall>>> {
        let (plan, seed) = (&*self.plan, self.seed);
        let parse = |line| piece::parse(plan, seed, line);
        match &self.pool {
            None => lines.lines().map(parse).collect(),
            Some(pool) => pool.install(|| lines.par_lines().map(parse).collect()),
        }
    }

    /// Settles a slot: issues it again as long as its puzzle is a duplicate. `Ok(Err(_))` if a puzzle could
    /// not be made within the plan's attempts, or every reissue was a duplicate.
    fn settle(&mut self, slot: Slot, made: Answered) -> Result<Result<Issued, Misses>, KnownError> {
        let (mut made, mut known) = match made {
            Ok(made) => made,
            Err(misses) => return Ok(Err(misses)),
        };
        let mut reissue = 0;
        while !self.seen.insert(made.key) || known {
            reissue += 1;
            if reissue > self.plan.attempts.min(MAX_REISSUES) {
                let mut misses = Misses::default();
                misses.add(Miss::Known, reissue);
                return Ok(Err(misses));
            }
            let short = &self.short[slot.rung.index()];
            let stop = || short.load(Ordering::Acquire) == 0;
            let before = made.attempts;
            made = match self.plan.make(self.seed, slot, reissue, stop) {
                Ok(again) => again,
                Err(misses) => return Ok(Err(misses)),
            };
            known = self.seen.known(&[made.key])?[0];
            made.attempts += before;
        }
        Ok(Ok(made))
    }

    /// Waits for a block, and returns its slots in their order.
    fn finish(&self, rung: Rung, making: Making) -> Vec<Outcome> {
        let mut made = match making {
            Making::Here(block) => return block.map(self.make_one(rung)).collect(),
            Making::There(made) => made.recv().expect("the last thread of a block sends it"),
            Making::Done(made) => made,
        };
        made.sort_unstable_by_key(|(number, _)| *number);
        made.into_iter().map(|(_, made)| made).collect()
    }

    /// Whether an archive is asked about the next block together with the `gathered` puzzles from this slot on, which
    /// come before it.
    fn takes_next(&mut self, first: Slot, gathered: usize) -> bool {
        let next = Slot { number: first.number + gathered as u64, ..first };
        let Some((_, making)) = self.making.front_mut().filter(|(slot, _)| *slot == next) else {
            return false;
        };
        if let Making::There(more) = making
            && let Ok(made) = more.try_recv()
        {
            *making = Making::Done(made);
        }
        let is_made = matches!(making, Making::Done(_));
        let waits = self.gathers.as_mut().is_some_and(|waits| waits(gathered));
        self.seen.known.is_some() && gathered < TOGETHER && (is_made || waits)
    }

    /// The puzzles of a block, each with whether it was printed before.
    fn known(&mut self, made: Vec<Outcome>) -> Result<Vec<Answered>, KnownError> {
        let mut keys = Vec::with_capacity(made.len());
        keys.extend(made.iter().flatten().map(|made| made.key));
        let mut known = self.seen.known(&keys)?.into_iter();
        let mut known = || known.next().expect("an answer for each key");
        Ok(made.into_iter().map(|made| made.map(|made| (made, known()))).collect())
    }

    /// Ends the batch and discards everything under way.
    fn give_up_all(&mut self) {
        self.stopper().stop();
        self.taking = None;
        self.making.clear();
        self.to_make.clear();
    }

    /// Ends a level and discards its remaining slots.
    fn give_up(&mut self, slot: Slot, misses: Misses) -> Shortfall {
        let rung = slot.rung;
        self.short[rung.index()].fetch_min(slot.number, Ordering::Relaxed);
        self.taking = None;
        self.making.retain(|(first, _)| first.rung != rung);
        self.to_make.retain(|(other, _)| *other != rung);
        self.plan.shortfall(rung, slot.number, misses)
    }
}

impl Iterator for Batch {
    type Item = Result<Issued, BatchError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.make_ahead();
            if let Some((next, made)) = &mut self.taking {
                if let Some(made) = made.next() {
                    let slot = *next;
                    next.number += 1;
                    return Some(match self.settle(slot, made) {
                        Ok(Ok(issued)) => Ok(issued),
                        Ok(Err(misses)) => Err(self.give_up(slot, misses).into()),
                        Err(e) => {
                            self.give_up_all();
                            Err(BatchError::Known(e))
                        }
                    });
                }
                self.taking = None;
            }
            let (first, making) = self.making.pop_front()?;
            let mut made = self.finish(first.rung, making);
            self.make_ahead();
            while self.takes_next(first, made.len()) {
                let (_, making) = self.making.pop_front()?;
                made.extend(self.finish(first.rung, making));
                self.make_ahead();
            }
            match self.known(made) {
                Ok(made) => self.taking = Some((first, made.into_iter())),
                Err(e) => {
                    self.give_up_all();
                    return Some(Err(BatchError::Known(e)));
                }
            }
        }
    }
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plan, seed, seen, .. } = self;
        write!(f, "Batch({plan:?}, {seed:?}, {seen:?})")
    }
}

/// Stops a batch early.
#[derive(Debug, Clone)]
pub struct Stopper(Arc<[AtomicU64; Rung::MOST]>);

impl Stopper {
    /// Stops the threads after their current attempts. From now on the batch yields shortfalls that are
    /// not those of its plan.
    pub fn stop(&self) {
        for short in self.0.iter() {
            short.store(0, Ordering::Release);
        }
    }
}

/// Blocks under way are not finished when a batch is dropped.
impl Drop for Batch {
    fn drop(&mut self) {
        self.stopper().stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The threads were quicker than the one that had started them, which dropped the block as the last, and its puzzles
    /// with it: a run of two puzzles ended with none, and code 0.
    #[test]
    fn a_block_is_sent_however_quick_its_threads_are() {
        for threads in 1..4 {
            let (blocks, made) = Block::of(3..8, threads);
            for block in blocks {
                block.work(|_| Err(Misses::default()));
            }
            let slots: Vec<u64> = made.try_recv().unwrap().iter().map(|(slot, _)| *slot).collect();
            assert_eq!(slots, [3, 4, 5, 6, 7]);
        }
    }
}
