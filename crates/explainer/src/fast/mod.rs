//! The fast search for steps. It finds the same steps as the technique groups of `human`, without
//! their reasons.
//!
//! Each file first decides whether there is a find, and only then which one. It remembers what
//! cannot have changed. `human` is the judge: on any position of a proved puzzle, both find the
//! same step.

mod bit_set;
mod cycles;
mod exclusion;
mod graph;
mod prefilter;
mod pruning;
mod reachability;
mod rectangles;
mod simple;
mod victims;

use exclusion::MissCache;
use grid::Cell;
use human::{
    ChainMode, Effect, Position, SearchScope, Technique, TechniqueGroup, TechniqueSet, Tenths,
};
use prefilter::{ChangeTracker, prefilter};
use pruning::{NishioPruner, StaticPruner};
use rectangles::LoopCache;
use simple::{LinkGraph, SimpleChainFinder};
use std::cell::RefCell;
use std::sync::LazyLock;

/// A finder of steps. It keeps caches from earlier positions of the same puzzle or of another one.
#[derive(Default)]
pub struct StepFinder {
    // Most puzzles need no chains, so the large tables of chains are created on demand.
    simple: LazyLock<SimpleChainFinder>,
    /// The graphs for positions with at most 128 candidates, with at most 192, and with more.
    small: LazyLock<LinkGraph<2>>,
    medium: LazyLock<LinkGraph<3>>,
    large: LazyLock<LinkGraph<12>>,
    changes: ChangeTracker<{ TechniqueGroup::ALL.len() }>,
    loops: LoopCache,
    nishio: NishioPruner,
    pairs: MissCache,
    triplets: MissCache,
}

/// Lends the finder of this thread, which keeps its tables from puzzle to puzzle.
///
/// # Panics
/// Panics if `work` borrows the finder, too.
pub fn with_finder<T>(work: impl FnOnce(&mut StepFinder) -> T) -> T {
    thread_local! {
        static FINDER: RefCell<StepFinder> = RefCell::default();
    }
    FINDER.with_borrow_mut(work)
}

impl StepFinder {
    /// Returns the next step among the allowed techniques. Searches the groups whose finds may be
    /// rated `ceiling` or less.
    pub fn next(
        &mut self,
        position: &Position,
        allowed: TechniqueSet,
        ceiling: Tenths,
    ) -> Option<Effect> {
        let (mut looked, mut rows) = (false, false);
        for (number, group) in TechniqueGroup::ALL.iter().enumerate() {
            if group.lowest() > ceiling {
                return None;
            }
            if !group.techniques.iter().any(|&technique| allowed.contains(technique)) {
                continue;
            }
            if !looked && group.techniques[0] > Technique::HiddenSingleLine {
                self.changes.update(position);
                looked = true;
            }
            let found = if looked {
                self.find_in_group(number, position, allowed, rows)
            } else {
                group.find(position, TechniqueSet::ALL, SearchScope::ALL).map(Effect::from)
            };
            rows |= group.techniques[0] == Technique::XCycle && found.is_none();
            // If the best of all finds is allowed, it is the best of the allowed finds.
            let found_allowed = match found {
                Some(effect) if !allowed.contains(effect.technique) => {
                    group.find(position, allowed, SearchScope::ALL).map(Effect::from)
                }
                found => found,
            };
            if found_allowed.is_some() {
                return found_allowed;
            }
        }
        None
    }

    /// Returns the find of one group with all its techniques, or with fewer if that is as fast.
    /// `rows` is true if the position has no simple chain and the rows of its links are complete.
    fn find_in_group(
        &mut self,
        number: usize,
        position: &Position,
        allowed: TechniqueSet,
        rows: bool,
    ) -> Option<Effect> {
        let (group, all) = (&TechniqueGroup::ALL[number], TechniqueSet::ALL);
        let step = match group.techniques[0] {
            Technique::UniqueRectangle1 => self.loops.find(position),
            Technique::AlignedPairExclusion => return self.pairs.search(position, exclusion::pair),
            Technique::XCycle => {
                return match position.candidate_count() {
                    0..=128 => self.simple.find(position, &mut self.small, allowed),
                    129..=192 => self.simple.find(position, &mut self.medium, allowed),
                    _ => self.simple.find(position, &mut self.large, allowed),
                };
            }
            Technique::AlignedTripletExclusion => {
                return self.triplets.search(position, exclusion::triplet);
            }
            Technique::Nishio => {
                let nishio = self.nishio.update(position);
                if !nishio.has_clash() {
                    return None;
                }
                ChainMode::NISHIO.find(position, all, nishio)
            }
            Technique::CellChains if !rows => group.find(position, all, SearchScope::ALL),
            Technique::CellChains => match position.candidate_count() {
                0..=128 => ChainMode::STATIC.find(position, all, StaticPruner::new(&self.small)),
                129..=192 => ChainMode::STATIC.find(position, all, StaticPruner::new(&self.medium)),
                _ => ChainMode::STATIC.find(position, all, StaticPruner::new(&self.large)),
            },
            Technique::Bug1 if !can_be_grave(position) => None,
            _ => {
                let changed = &mut self.changes.changed[number];
                let before = std::mem::replace(changed, SearchScope::NONE);
                let found = match prefilter(position, group.techniques[0], before) {
                    SearchScope::NONE => None,
                    within => group.find(position, all, within),
                };
                if found.is_some() {
                    *changed = before;
                }
                found
            }
        };
        step.map(Effect::from)
    }
}

/// Returns true if the cells with more than two candidates may belong to a BUG: there is one such
/// cell, or all of them see a common cell, or each has exactly one surplus digit.
fn can_be_grave(position: &Position) -> bool {
    let surplus = position.open_cells().minus(position.two_candidates());
    let many = surplus.minus(position.three_candidates());
    many.is_empty() || !surplus.has_several() || !Cell::common_peers(surplus).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Digit, DigitSet, Grid};

    /// Returns random positions with a solution each. Some cells of the solution are empty. An
    /// empty cell has the right candidate, and random others that no peer holds. Most of these
    /// puzzles have several solutions.
    fn random_positions() -> impl Iterator<Item = (Position, Grid)> {
        let line =
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
        let solution: Grid = line.parse().expect("81 characters");
        let mut random = 1_u64;
        let mut draw = move |n: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
            (random >> 40) % n
        };
        std::iter::repeat_with(move || {
            let (kept, others) = (draw(8), 1 + draw(6));
            let mut line = solution.line();
            line.iter_mut().for_each(|byte| *byte = if draw(9) < kept { *byte } else { b'.' });
            let puzzle: Grid = String::from_utf8_lossy(&line).parse().expect("81 characters");
            let all = Position::new(&puzzle);
            let candidates = Cell::ALL.map(|cell| {
                let own = solution.cells()[cell.index()];
                let keep = |&digit: &Digit| Some(digit) == own || draw(9) < others;
                let digits = all.candidates(cell).filter(keep);
                digits.map(DigitSet::singleton).fold(DigitSet::EMPTY, DigitSet::union)
            });
            (Position::with_candidates(&puzzle, |cell| candidates[cell.index()]), solution)
        })
    }

    #[test]
    fn at_random_positions_each_group_finds_what_logic_finds() {
        let alone = TechniqueGroup::ALL.iter().map(std::slice::from_ref);
        // Chains of cases take another way if simple chains were searched just before.
        let has = |technique| {
            TechniqueGroup::ALL.iter().position(|group| group.techniques.contains(&technique))
        };
        let simple = has(Technique::XCycle).expect("a group of simple chains");
        let cases = has(Technique::CellChains).expect("a group of chains of cases");
        for groups in alone.chain([&TechniqueGroup::ALL[simple..=cases]]) {
            let mut only = TechniqueSet::NONE;
            let techniques = groups.iter().flat_map(|group| group.techniques);
            techniques.for_each(|&technique| only.insert(technique));
            let few = if groups[0].lowest() < Tenths(65) { usize::MAX } else { 170 };
            let positions =
                random_positions().filter(|(position, _)| position.candidate_count() < few);
            let (mut finder, mut found) = (StepFinder::default(), 0);
            for (position, _) in positions.take(if few == 170 { 200 } else { 1_000 }) {
                let plain = position.next_step(only).map(Effect::from);
                found += usize::from(plain.is_some());
                let fast = finder.next(&position, only, Tenths(u16::MAX));
                assert_eq!(fast, plain, "{} {}", groups[0].techniques[0], position.grid());
            }
            // A BUG needs a position that is nearly solved.
            assert!(found > 10 || groups[0].techniques[0] == Technique::Bug1);
        }
    }

    /// Along the paths of puzzles, also where techniques are off, and with a finder that remembers
    /// other puzzles.
    #[test]
    fn each_step_of_a_path_is_that_of_logic() {
        use Technique as T;
        let off: [&[Technique]; 7] = [
            &[],
            &[T::ForcingChain, T::UniqueRectangle1],
            &[T::XCycle],
            &[T::ForcingXChain, T::XyCycle],
            &[T::YCycle, T::ForcingXChain, T::ForcingChain],
            &[T::HiddenSingleLine, T::UniqueRectangle4, T::CellChains],
            // Simple chains meet positions with more than 256 candidates.
            &[T::HiddenSingleBlock, T::HiddenSingleLine, T::NakedSingle, T::Pointing, T::Claiming],
        ];
        let file = include_str!("../../tests/data/rating-paths.tsv");
        let puzzles: Vec<Grid> = file
            .lines()
            .skip(1)
            .map(|line| line.split('\t').nth(1).and_then(|cells| cells.parse().ok()))
            .map(|grid| grid.expect("81 cells"))
            .collect();
        let (mut finder, mut steps) = (StepFinder::default(), 0);
        for (i, off) in off.into_iter().enumerate() {
            let mut allowed = TechniqueSet::ALL;
            off.iter().for_each(|&technique| allowed.remove(technique));
            for grid in puzzles.iter().step_by(if i == 0 { 5 } else { 80 }) {
                let mut position = Position::new(grid);
                while let Some(step) = position.next_step(allowed) {
                    let plain = Effect::from(step);
                    let fast = finder.next(&position, allowed, Tenths(u16::MAX));
                    assert_eq!(fast.as_ref(), Some(&plain), "{}", position.grid());
                    plain.apply(&mut position);
                    steps += 1;
                }
                let left = finder.next(&position, allowed, Tenths(u16::MAX));
                assert!(position.is_full() || left.is_none(), "{}", position.grid());
            }
        }
        assert!(steps > 10_000, "{steps}");
    }
}
