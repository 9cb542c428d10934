//! The rule that assigns puzzles to slots which are made in any order and in many places. This
//! module knows no files.
//!
//! On a single machine the rule is a loop over the slots: a slot takes its first reissue whose key
//! neither an earlier slot nor the archive has. So each slot prefers reissue 0, then 1, then 2, and
//! each key prefers the archive to all slots, and a smaller slot to a larger one. Such preferences
//! have exactly one stable outcome. Deferred acceptance (Gale and Shapley, 1962) finds it for any
//! order of requests: a key is held by the smallest slot that ever asked for it, and a slot that
//! loses its key asks for the key of the next reissue.
//!
//! ```text
//!   all slots ask at reissue 0 ──► assign_bucket, for each bucket ──► held, lost
//!   lost slots ask again, smallest first ──► resolve ──► patches, cuts
//! ```
//!
//! A slot that runs out of reissues cuts its level: it and all later slots of the level are dropped
//! with their keys. Slots of later levels may have lost such a key, so they ask again from reissue
//! 0. [`resolve`] therefore processes the levels in order: a level is final before a slot of a
//! later one asks, and a cut only changes the start of the slots of later levels.

use engine::sudoku::key::Key;
use std::collections::{BTreeMap, HashMap};

/// Maximum number of slots that ask at the same time.
pub const WINDOW: usize = 65_536;

/// A slot by its rank in the plan: levels in the order of the plan, then numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlotRank(
    /// The index of the level, and 40 bits for the number.
    pub u64,
);

impl SlotRank {
    const NUMBER: u64 = (1 << 40) - 1;

    /// Returns the rank of a slot of the level with this index.
    pub const fn new(level: usize, number: u64) -> Self {
        Self((level as u64) << 40 | number)
    }

    /// Returns the index of its level in the plan.
    pub const fn level(self) -> usize {
        (self.0 >> 40) as usize
    }

    /// Returns its number in the level.
    pub const fn number(self) -> u64 {
        self.0 & Self::NUMBER
    }
}

impl From<SlotRank> for u64 {
    fn from(rank: SlotRank) -> Self {
        rank.0
    }
}

/// Runs the first round for the keys of one bucket. Sorts the requests and leaves each key with the
/// smallest slot, unless the archive has the key. Returns the slots that have lost.
///
/// # Errors
/// The error of `known`.
pub fn assign_bucket<E>(
    asks: &mut Vec<(Key, SlotRank)>,
    mut known: impl FnMut(&[Key]) -> Result<Vec<bool>, E>,
) -> Result<Vec<SlotRank>, E> {
    asks.sort_unstable();
    let mut lost = Vec::new();
    asks.dedup_by(|later, first| {
        let same = later.0 == first.0;
        lost.extend(same.then_some(later.1));
        same
    });
    let mut kept = 0;
    for from in (0..asks.len()).step_by(WINDOW) {
        let to = asks.len().min(from + WINDOW);
        let keys: Vec<Key> = asks[from..to].iter().map(|(key, _)| *key).collect();
        for (i, known) in (from..to).zip(known(&keys)?) {
            if known {
                lost.push(asks[i].1);
            } else {
                asks[kept] = asks[i];
                kept += 1;
            }
        }
    }
    asks.truncate(kept);
    Ok(lost)
}

/// The source of keys for the rounds after the first one.
pub trait KeyOracle {
    /// The reason why a query fails.
    type Error;

    /// Returns the keys of slots at their reissues, in the same order; `None` if no puzzle can be
    /// made.
    ///
    /// # Errors
    /// An error if the puzzles cannot be made now.
    fn ask(&mut self, asks: &[(SlotRank, u32)]) -> Result<Vec<Option<Key>>, Self::Error>;

    /// Returns true for each key that the archive has.
    ///
    /// # Errors
    /// An error if the archive cannot be read.
    fn known(&mut self, keys: &[Key]) -> Result<Vec<bool>, Self::Error>;

    /// Returns the slot that held a key after the first round.
    ///
    /// # Errors
    /// An error if the keys cannot be read.
    fn held(&mut self, key: &Key) -> Result<Option<SlotRank>, Self::Error>;
}

/// The outcome of all rounds. A slot that is not named has the key that it held after the first
/// round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assignment {
    /// The slots that asked again, with their final reissue and key. The reissue is 0 if a slot got
    /// back a key from a slot that was cut.
    pub patches: BTreeMap<SlotRank, (u32, Key)>,
    /// For each level, the number of slots that stay if it is cut.
    pub cuts: Vec<Option<u64>>,
}

impl Assignment {
    /// Returns the number of slots of a level that stay; `u64::MAX` if the level is not cut.
    pub fn end(&self, level: usize) -> u64 {
        self.cuts[level].unwrap_or(u64::MAX)
    }

    /// Returns true if a slot keeps its puzzle of reissue 0.
    pub fn keeps(&self, rank: SlotRank) -> bool {
        let again = self.patches.get(&rank).is_some_and(|(reissue, _)| *reissue > 0);
        !again && !self.is_cut(rank)
    }

    /// Returns true if the level of a slot ends before it.
    pub fn is_cut(&self, rank: SlotRank) -> bool {
        self.cuts[rank.level()].is_some_and(|cut| cut <= rank.number())
    }
}

/// Lets the slots that lost in the first round ask again until none loses. `cuts` has the levels
/// that are cut at reissue 0, whose later slots took no part. The slots first ask at reissue
/// `first`: 1, or 0 if the archive has changed since the first round. They ask at most at reissue
/// `most`.
///
/// # Errors
/// The error of the oracle.
pub fn resolve<W: KeyOracle>(
    world: &mut W,
    lost: impl IntoIterator<Item = SlotRank>,
    first: u32,
    cuts: Vec<Option<u64>>,
    most: u32,
) -> Result<Assignment, W::Error> {
    let levels = cuts.len();
    let mut rounds = Rounds {
        lost: lost.into_iter().map(|rank| (rank, first)).collect(),
        holders: HashMap::new(),
        assignment: Assignment { cuts, ..Assignment::default() },
        most,
        is_restarted: false,
    };
    for level in 0..levels {
        rounds.level(level, world)?;
    }
    Ok(rounds.assignment)
}

/// The state between two rounds.
struct Rounds {
    /// The slots without a key, and the reissue of their next request.
    lost: BTreeMap<SlotRank, u32>,
    /// The holders of the keys assigned since the first round.
    holders: HashMap<Key, SlotRank>,
    assignment: Assignment,
    most: u32,
    /// True if a level was cut, so that slots of later levels start again.
    is_restarted: bool,
}

impl Rounds {
    /// Runs the rounds of one level.
    fn level<W: KeyOracle>(&mut self, level: usize, world: &mut W) -> Result<(), W::Error> {
        let all = SlotRank::new(level, 0)..SlotRank::new(level + 1, 0);
        if self.is_restarted {
            self.lost.range_mut(all.clone()).for_each(|(_, reissue)| *reissue = 0);
        }
        // Only the first slot's request is never wasted, because everything behind an exhausted
        // slot is discarded. So the window stays small while many slots lose.
        let mut window = 64;
        loop {
            let next = self.lost.range(all.clone()).take(window);
            let asks: Vec<(SlotRank, u32)> =
                next.map(|(&rank, &reissue)| (rank, reissue)).collect();
            if asks.is_empty() {
                return Ok(());
            }
            let keys = world.ask(&asks)?;
            let made: Vec<Key> = keys.iter().flatten().copied().collect();
            let mut known = world.known(&made)?.into_iter();
            let mut won = 0;
            for (&(rank, reissue), key) in asks.iter().zip(keys) {
                if self.assignment.is_cut(rank) {
                    break;
                }
                let Some(key) = key else {
                    self.cut(rank);
                    break;
                };
                let is_known = known.next() == Some(true);
                let holder = if is_known { None } else { self.holder(&key, world)? };
                if is_known || holder.is_some_and(|other| other < rank) {
                    self.lose(rank, reissue + 1);
                } else {
                    won += 1;
                    if let Some(later) = holder {
                        let before = self.assignment.patches.remove(&later);
                        self.lose(later, before.map_or(0, |(reissue, _)| reissue) + 1);
                    }
                }
                if !self.assignment.is_cut(rank) && self.lost.get(&rank) == Some(&reissue) {
                    self.lost.remove(&rank);
                    self.holders.insert(key, rank);
                    self.assignment.patches.insert(rank, (reissue, key));
                }
            }
            window = (2 * won).clamp(64, WINDOW);
        }
    }

    /// Returns the holder of a key that the archive does not have.
    fn holder<W: KeyOracle>(&self, key: &Key, world: &mut W) -> Result<Option<SlotRank>, W::Error> {
        Ok(match self.holders.get(key) {
            Some(&holder) => Some(holder),
            // The first holder may be cut, or may have lost the key to a slot that was cut later.
            None => world
                .held(key)?
                .filter(|first| !self.assignment.is_cut(*first) && !self.lost.contains_key(first)),
        })
    }

    /// Records that a slot has no key and next asks at this reissue.
    fn lose(&mut self, rank: SlotRank, reissue: u32) {
        if reissue > self.most {
            self.cut(rank);
        } else {
            self.lost.insert(rank, reissue);
        }
    }

    /// Cuts a level before this slot.
    fn cut(&mut self, rank: SlotRank) {
        self.is_restarted = true;
        self.assignment.cuts[rank.level()] = Some(rank.number());
        let gone = rank..SlotRank::new(rank.level() + 1, 0);
        self.lost.extract_if(gone.clone(), |_, _| true).for_each(drop);
        for (rank, (_, key)) in self.assignment.patches.extract_if(gone, |_, _| true) {
            if self.holders.get(&key) == Some(&rank) {
                self.holders.remove(&key);
            }
        }
    }
}
