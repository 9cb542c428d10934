//! The finds of all techniques in a position, one by one.

use super::chain_finds::add_chains;
use super::find_sink::{Find, FindSink, SeparateFinds};
use super::rows::CandidateRows;
use super::view::CandidateView;
use super::{SINGLES, find_figures};
use crate::ladder_steps::{LadderSteps, STEP_COUNT};
use crate::logic::{SearchScope, StepKind, Technique};
use grid::House;
use std::ops::Range;

/// Lists the finds of all allowed techniques in a position without singles, simplest first. A find
/// is left out if another one removes the same candidates by a technique that is not harder.
pub(crate) fn list_finds(rows: &CandidateRows, allowed: LadderSteps) -> Vec<Find> {
    let view = CandidateView::new(rows);
    let mut finds = SeparateFinds::new(&view);
    for rank in (SINGLES..STEP_COUNT).filter(|&rank| allowed.has_rank(rank)) {
        finds.search(rank);
    }
    finds.finds
}

/// Returns true if a find of [`list_finds`] has a property that all finds have which remove more.
/// Searches no further technique then.
pub(crate) fn has_find(
    rows: &CandidateRows,
    allowed: LadderSteps,
    has_property: impl Fn(&Find) -> bool,
) -> bool {
    let view = CandidateView::new(rows);
    let mut finds = SeparateFinds::new(&view);
    (SINGLES..STEP_COUNT).filter(|&rank| allowed.has_rank(rank)).any(|rank| {
        let easier = finds.finds.len();
        finds.search(rank);
        finds.finds[easier..].iter().any(&has_property)
    })
}

impl SeparateFinds<'_> {
    /// Adds the finds of the technique with this rank. Those with lower ranks come before.
    fn search(&mut self, rank: usize) {
        self.rank = rank;
        let kind = StepKind::from_ladder_rank(rank);
        let view = self.view;
        find_locked(kind, view, self);
        find_figures(kind, view, SearchScope::ALL, self);
        add_chains(kind, view, self);
    }
}

/// Finds digits whose places in a house all lie in another one.
fn find_locked(kind: StepKind, view: &CandidateView, sink: &mut impl FindSink) {
    let houses = match kind {
        StepKind::Technique(Technique::Pointing) => &POINTING,
        StepKind::Technique(Technique::Claiming) => &CLAIMING,
        _ => return,
    };
    for HousePair { from, to } in houses {
        let inside = from.cell_set();
        let others = to.cell_set().minus(inside);
        for (digit, plane) in view.cells().iter().enumerate() {
            let places = plane.intersection(inside);
            let is_locked = !places.is_empty() && places.minus(to.cell_set()).is_empty();
            if is_locked && !plane.intersection(others).is_empty() {
                sink.remove_cells(digit, others);
                sink.end_find();
            }
        }
    }
}

/// Two houses that share three cells.
#[derive(Clone, Copy)]
struct HousePair {
    from: House,
    to: House,
}

/// The blocks, each with its lines.
const POINTING: [HousePair; 54] = crossing_pairs(18..27, 0..18);
/// The lines, each with its blocks.
const CLAIMING: [HousePair; 54] = crossing_pairs(0..18, 18..27);

/// Returns the pairs of a house of each range that share cells.
const fn crossing_pairs(from: Range<usize>, to: Range<usize>) -> [HousePair; 54] {
    let mut pairs = [HousePair { from: House::ALL[0], to: House::ALL[0] }; 54];
    let (mut count, first_from, first_to) = (0, from.start, to.start);
    grid::const_for!(a in first_from..from.end => {
        grid::const_for!(b in first_to..to.end => {
            let (from, to) = (House::ALL[a], House::ALL[b]);
            if !from.cell_set().intersection(to.cell_set()).is_empty() {
                pairs[count] = HousePair { from, to };
                count += 1;
            }
        });
    });
    pairs
}
