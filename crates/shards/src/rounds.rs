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
//!   all slots ask at reissue 0, sorted by key ──► first_round ──► the slots that lost
//!   lost slots ask again, smallest first ──► resolve ──► patches, cuts
//! ```
//!
//! A slot that runs out of reissues cuts its level: it and all later slots of the level are dropped
//! with their keys. Slots of later levels may have lost such a key, so they ask again from reissue
//! 0. [`resolve`] therefore processes the levels in order: a level is final before a slot of a
//! later one asks, and a cut only changes the start of the slots of later levels.

use grid::Key;
use make::Slot;
use std::collections::{BTreeMap, HashMap};

/// Maximum number of slots that ask at the same time.
pub const WINDOW: usize = 65_536;
/// Minimum number of slots that ask at the same time.
const MIN_WINDOW: usize = 64;
/// The smallest window of a level is this share of its slots, so that billions of slots need few
/// rounds.
const SHARE_OF_WINDOW: u64 = 1_024;

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

/// Runs the first round. `asks` are the requests of all slots, sorted by key and then by slot. Each
/// key stays with the smallest slot, unless the archive has the key: `printed` answers for up to
/// [`WINDOW`] keys. `lose` receives each slot that has lost.
///
/// # Errors
/// The first error of `asks`, `printed` or `lose`.
pub fn first_round<E>(
    asks: impl IntoIterator<Item = Result<(Key, SlotRank), E>>,
    mut printed: impl FnMut(&[Key]) -> Result<Vec<bool>, E>,
    mut lose: impl FnMut(SlotRank) -> Result<(), E>,
) -> Result<(), E> {
    let (mut keys, mut holders) = (Vec::new(), Vec::new());
    let mut asks = asks.into_iter();
    loop {
        let next = asks.next().transpose()?;
        if let Some((key, rank)) = next
            && keys.last() == Some(&key)
        {
            lose(rank)?;
            continue;
        }
        if keys.len() == WINDOW || next.is_none() {
            for (&rank, is_printed) in holders.iter().zip(printed(&keys)?) {
                if is_printed {
                    lose(rank)?;
                }
            }
            keys.clear();
            holders.clear();
        }
        let Some((key, rank)) = next else { return Ok(()) };
        keys.push(key);
        holders.push(rank);
    }
}

/// The answer to a request.
#[derive(Clone, Copy, Debug)]
pub struct RequestedKey {
    /// The key of the slot's puzzle at this reissue.
    pub key: Key,
    /// The number of attempts that failed before the puzzle was made.
    pub failed: u32,
    /// True if the archive has the key.
    pub is_printed: bool,
    /// The smallest slot whose puzzle at reissue 0 has the key.
    pub first: Option<SlotRank>,
}

/// The source of keys for the rounds after the first one.
pub trait KeyOracle {
    /// The reason why a query fails.
    type Error;

    /// Returns the answers for slots at their reissues, in the same order; `None` if no puzzle can
    /// be made.
    ///
    /// # Errors
    /// An error if the puzzles cannot be made now, or the keys or the archive cannot be read.
    fn ask(&mut self, asks: &[(SlotRank, u32)]) -> Result<Vec<Option<RequestedKey>>, Self::Error>;
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

/// Lets the slots that lost in the first round ask again until none loses. `quotas` has the number
/// of slots of each level, and `cuts` the levels that are cut at reissue 0, whose later slots took
/// no part. A slot asks at most at reissue `attempts`, and no more once `attempts` attempts have
/// failed in all its reissues together.
///
/// # Errors
/// The error of the oracle.
pub fn resolve<W: KeyOracle>(
    oracle: &mut W,
    lost: impl IntoIterator<Item = SlotRank>,
    quotas: &[u64],
    cuts: Vec<Option<u64>>,
    attempts: u32,
) -> Result<Assignment, W::Error> {
    let mut rounds = Rounds {
        lost: lost.into_iter().map(|rank| (rank, 1)).collect(),
        holders: HashMap::new(),
        assignment: Assignment { cuts, ..Assignment::default() },
        failed: HashMap::new(),
        attempts,
        is_restarted: false,
    };
    for (level, quota) in quotas.iter().enumerate() {
        let window = (quota / SHARE_OF_WINDOW) as usize;
        rounds.level(level, window.clamp(MIN_WINDOW, WINDOW), oracle)?;
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
    /// The number of failed attempts in all reissues of a slot so far.
    failed: HashMap<SlotRank, u32>,
    attempts: u32,
    /// True if a level was cut, so that slots of later levels start again.
    is_restarted: bool,
}

impl Rounds {
    /// Runs the rounds of one level. At least `min_window` slots ask at the same time.
    fn level<W: KeyOracle>(
        &mut self,
        level: usize,
        min_window: usize,
        oracle: &mut W,
    ) -> Result<(), W::Error> {
        let all = SlotRank::new(level, 0)..SlotRank::new(level + 1, 0);
        if self.is_restarted {
            self.lost.range_mut(all.clone()).for_each(|(_, reissue)| *reissue = 0);
        }
        // Only the first slot's request is never wasted, because everything behind an exhausted
        // slot is discarded. So the window stays small while many slots lose.
        let mut window = min_window;
        loop {
            let next = self.lost.range(all.clone()).take(window);
            let asks: Vec<(SlotRank, u32)> =
                next.map(|(&rank, &reissue)| (rank, reissue)).collect();
            if asks.is_empty() {
                return Ok(());
            }
            let mut won = 0;
            for (&(rank, reissue), answer) in asks.iter().zip(oracle.ask(&asks)?) {
                if self.assignment.is_cut(rank) {
                    break;
                }
                let Some(answer) = answer else {
                    self.cut(rank);
                    break;
                };
                let before = self.failed.get(&rank).filter(|_| reissue > 1);
                let failed = before.copied().unwrap_or_default().saturating_add(answer.failed);
                self.failed.insert(rank, if reissue > 0 { failed } else { 0 });
                won += usize::from(self.judge(rank, reissue, answer));
            }
            window = (2 * won).clamp(min_window, WINDOW);
        }
    }

    /// Gives a slot the key that it asks for, or records that it has lost. Returns true if no
    /// smaller slot and not the archive has the key.
    fn judge(&mut self, rank: SlotRank, reissue: u32, answer: RequestedKey) -> bool {
        let holder = self.holder(&answer);
        if answer.is_printed || holder.is_some_and(|other| other < rank) {
            self.lose(rank, reissue + 1);
            return false;
        }
        if let Some(later) = holder {
            let before = self.assignment.patches.remove(&later);
            self.lose(later, before.map_or(0, |(reissue, _)| reissue) + 1);
        }
        self.lost.remove(&rank);
        self.holders.insert(answer.key, rank);
        self.assignment.patches.insert(rank, (reissue, answer.key));
        true
    }

    /// Returns the present holder of a key.
    fn holder(&self, answer: &RequestedKey) -> Option<SlotRank> {
        if let Some(holder) = self.holders.get(&answer.key) {
            return Some(*holder);
        }
        // The first holder may be cut, or may have lost the key to a slot that was cut later.
        let first = answer.first?;
        let is_gone = self.assignment.is_cut(first) || self.lost.contains_key(&first);
        (!is_gone).then_some(first)
    }

    /// Records that a slot has no key and next asks at this reissue.
    fn lose(&mut self, rank: SlotRank, reissue: u32) {
        let failed = self.failed.get(&rank).copied().unwrap_or_default();
        if reissue > self.attempts.min(Slot::MAX_REISSUES) || failed >= self.attempts {
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
