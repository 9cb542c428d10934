//! Closures: what a set of techniques makes of a puzzle, if all of them are applied until nothing
//! changes. The end does not depend on the order, and turning or relabelling a puzzle turns or
//! relabels the end.
//!
//! The simplest technique that finds anything is applied first, with all its finds at once. So the
//! last technique of the ladder that comes into play is the one that the puzzle needs.

mod chain_finds;
mod chains;
mod find_sink;
mod finds;
mod lower_singles;
mod rows;
mod sets;
mod view;
mod wings;

pub(crate) use find_sink::Find;
use find_sink::{FindSink, LostCandidates};
pub(crate) use finds::list_finds;
pub use lower_singles::LowerSingles;
pub(crate) use rows::CandidateRows;

use super::ladder_steps::{LadderSteps, STEP_COUNT};
use crate::band::Band;
use crate::logic::houses::{SearchScope, houses};
use crate::logic::{ChainPattern, Position, StepKind, Technique};
use grid::{Cell, CellSet, Digit, DigitSet, Grid, Solution};
use std::mem;
use view::CandidateView;

/// The number of ranks of singles: last cells, hidden singles of blocks and of lines, and naked
/// singles.
const SINGLES: usize = 4;

/// A position to which techniques of the ladder are applied until nothing changes.
#[derive(Clone)]
pub struct LadderClosure {
    rows: CandidateRows,
    /// The rank of the hardest technique so far.
    hardest: usize,
    /// By digit: the candidates of the last search.
    searched: [CellSet; 9],
    /// By rank: the houses and digits that changed since the technique searched them.
    changed: [SearchScope; STEP_COUNT],
}

impl LadderClosure {
    /// Starts from the givens of a puzzle.
    pub fn new(givens: &Grid) -> Self {
        Self::from_rows(CandidateRows::new(givens))
    }

    fn from_rows(rows: CandidateRows) -> Self {
        Self {
            rows,
            hardest: 0,
            searched: [CellSet::EMPTY; 9],
            changed: [SearchScope::ALL; STEP_COUNT],
        }
    }

    /// Starts from a position, and counts all its singles as naked singles.
    pub fn from_position(position: &Position) -> Self {
        let rows = CandidateRows::from_position(position);
        Self { hardest: SINGLES - 1, ..Self::from_rows(rows) }
    }

    /// Returns the position that the closure of a puzzle with this solution has reached.
    pub fn position(&self, solution: &Solution) -> Position {
        let mut digits = Grid::from(*solution);
        self.open_cells().for_each(|cell| digits[cell] = None);
        Position::with_candidates(&digits, |cell| self.candidates(cell))
    }

    /// Returns the candidates of a cell; none if it is filled.
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        self.rows.candidates(cell)
    }

    /// Returns the empty cells.
    pub fn open_cells(&self) -> CellSet {
        self.rows.empty()
    }

    /// Returns true if every cell is filled.
    pub fn is_solved(&self) -> bool {
        self.rows.is_full()
    }

    /// Returns the hardest technique so far. The techniques before it on the ladder do not lead as
    /// far.
    pub fn hardest(&self) -> StepKind {
        StepKind::from_ladder_rank(self.hardest)
    }

    /// Applies techniques until nothing changes. Returns true if they solve the puzzle.
    pub fn run(&mut self, allowed: LadderSteps) -> bool {
        loop {
            self.fill_singles(allowed);
            if self.rows.is_full() {
                return true;
            }
            let Some(rank) = self.apply_simplest(allowed) else {
                return false;
            };
            self.hardest = self.hardest.max(rank);
        }
    }

    /// Applies techniques like [`Self::run`] to a position without singles, in which the rating has
    /// tried everything before a technique in vain.
    pub fn run_after_trials(&mut self, allowed: LadderSteps, technique: Technique) -> bool {
        let Some(rank) = self.apply_simplest(allowed.not_tried_before(technique)) else {
            return false;
        };
        self.hardest = self.hardest.max(rank);
        self.run(allowed)
    }

    /// Places all singles that are allowed, in rounds: everything that is open at once.
    fn fill_singles(&mut self, allowed: LadderSteps) {
        while let Some(rank) = self.fill_round(allowed) {
            self.hardest = self.hardest.max(rank);
        }
    }

    /// Places what the simplest singles can fill. Returns their rank. The order of the singles up
    /// to the hardest technique so far does not matter any more, so they are placed at once.
    fn fill_round(&mut self, allowed: LadderSteps) -> Option<usize> {
        let [last, block, line, naked] = [0, 1, 2, 3];
        let mut next = last;
        let mut placed = 0;
        if self.hardest >= naked && allowed.has_rank(naked) && allowed.has_rank(line) {
            next = SINGLES;
            placed = self.rows.fill_all();
        } else if self.hardest >= line && allowed.has_rank(line) {
            next = naked;
            placed = self.rows.fill_hidden();
        } else if self.hardest >= block && allowed.has_rank(block) && allowed.has_rank(last) {
            next = line;
            placed = self.rows.fill_blocks();
        }
        if placed > 0 {
            return Some(block);
        }
        (next..SINGLES).find(|&rank| allowed.has_rank(rank) && self.fill_rank(rank) > 0)
    }

    /// Places the singles of a rank that are open now. Returns the number of placed cells. Those of
    /// lines and naked ones include all last cells.
    fn fill_rank(&mut self, rank: usize) -> u32 {
        match rank {
            0 => self.rows.fill_last(),
            1 => self.rows.fill_in_blocks(),
            2 => self.rows.fill_hidden(),
            _ => self.rows.fill_naked(),
        }
    }

    /// Notes what changed since the last search.
    fn note_changes(&mut self, cells_by_digit: &[CellSet; 9]) {
        let (mut digits, mut cells) = (DigitSet::EMPTY, CellSet::EMPTY);
        for (digit, (known, now)) in
            Digit::ALL.into_iter().zip(self.searched.iter_mut().zip(cells_by_digit))
        {
            let lost = mem::replace(known, *now).minus(*now);
            if !lost.is_empty() {
                digits.insert(digit);
                cells = cells.union(lost);
            }
        }
        let mut touched = 0;
        cells.for_each(|cell| houses(cell).iter().for_each(|house| touched |= 1 << house.index()));
        for scope in &mut self.changed {
            scope.digits = scope.digits.union(digits);
            scope.houses |= touched;
        }
    }

    /// Applies all finds of the simplest technique above singles that finds anything. Returns its
    /// rank.
    fn apply_simplest(&mut self, allowed: LadderSteps) -> Option<usize> {
        let mut view = None;
        for rank in SINGLES..STEP_COUNT {
            if !allowed.has_rank(rank) {
                continue;
            }
            let kind = StepKind::from_ladder_rank(rank);
            let is_changed = match kind {
                StepKind::Technique(Technique::Pointing) => self.rows.point(),
                StepKind::Technique(Technique::Claiming) => self.rows.claim(),
                _ => {
                    let view = view.get_or_insert_with(|| {
                        let view = CandidateView::new(&self.rows);
                        self.note_changes(view.cells());
                        view
                    });
                    let within = mem::replace(&mut self.changed[rank], SearchScope::NONE);
                    let mut lost = LostCandidates::default();
                    find(kind, view, within, &mut lost);
                    self.rows.remove_all(lost.by_digit())
                }
            };
            if is_changed {
                return Some(rank);
            }
        }
        None
    }
}

impl Band {
    /// Returns the first band whose techniques solve a puzzle, however long that takes.
    pub fn solving(givens: &Grid) -> Self {
        let mut closure = LadderClosure::new(givens);
        if closure.run(Self::Diabolical.ladder_steps()) {
            closure.hardest().band()
        } else {
            Self::Extreme
        }
    }

    /// Returns the number of cells that the singles of this band can fill at the start.
    pub fn open_cells(self, givens: &Grid) -> u32 {
        self.fill_round(&mut CandidateRows::new(givens))
    }

    /// Returns the number of cells that the singles of this band can fill at the narrowest moment,
    /// if everything that is open is filled at once. The last cells do not count if they are fewer
    /// than `enough`.
    pub fn narrowest_round(self, givens: &Grid, enough: u32) -> u32 {
        let mut rows = CandidateRows::new(givens);
        let mut narrowest = u32::MAX;
        while !rows.is_full() {
            let left = rows.count();
            let open = self.fill_round(&mut rows);
            if open < enough.min(left) {
                narrowest = narrowest.min(open);
            }
            if open == 0 {
                break;
            }
        }
        narrowest
    }

    /// Places the singles of this band that are open now. Returns the number of placed cells.
    fn fill_round(self, rows: &mut CandidateRows) -> u32 {
        match self {
            Self::Gentle => rows.fill_blocks(),
            Self::Easy => rows.fill_hidden(),
            _ => rows.fill_all(),
        }
    }
}

/// Finds the candidates that a technique removes from a position without singles. Sets and fish are
/// only searched `within` a scope. Cycles find nothing of their own: chains find the same.
fn find(kind: StepKind, view: &CandidateView, within: SearchScope, lost: &mut LostCandidates) {
    match kind {
        StepKind::Technique(Technique::ForcingXChain) => chains::x_chains(view, lost),
        StepKind::Technique(Technique::ForcingChain) => chains::chains(view, lost),
        StepKind::Pattern(ChainPattern::SimpleColouring) => chains::colouring(view, lost),
        StepKind::Pattern(ChainPattern::RemotePair) => wings::remote_pairs(view, lost),
        StepKind::Pattern(ChainPattern::XyChain) => chains::xy_chains(view, lost),
        _ => find_figures(kind, view, within, lost),
    }
}

/// Finds what a technique removes whose finds are figures of a fixed size, one after the other:
/// sets, fish, wings, and two strong links.
fn find_figures(
    kind: StepKind,
    view: &CandidateView,
    within: SearchScope,
    sink: &mut impl FindSink,
) {
    match kind {
        StepKind::Technique(technique) => match technique {
            Technique::NakedPair => sets::naked(view, 2, within, sink),
            Technique::NakedTriple => sets::naked(view, 3, within, sink),
            Technique::NakedQuad => sets::naked(view, 4, within, sink),
            Technique::HiddenPair => sets::hidden(view, 2, within, sink),
            Technique::HiddenTriple => sets::hidden(view, 3, within, sink),
            Technique::HiddenQuad => sets::hidden(view, 4, within, sink),
            Technique::XWing => sets::fish(view, 2, within, sink),
            Technique::Swordfish => sets::fish(view, 3, within, sink),
            Technique::Jellyfish => sets::fish(view, 4, within, sink),
            Technique::XyWing => wings::xy(view, sink),
            Technique::XyzWing => wings::xyz(view, sink),
            _ => {}
        },
        StepKind::Pattern(pattern) => match pattern {
            ChainPattern::Skyscraper | ChainPattern::TwoStringKite | ChainPattern::TurbotFish => {
                chains::two_links(view, pattern, sink);
            }
            ChainPattern::WWing => wings::w(view, sink),
            _ => {}
        },
    }
}
