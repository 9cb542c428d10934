//! The finds of all techniques in a position, one by one.

use super::chain_finds::add_chains;
use super::find_sink::{Find, FindSink, SeparateFinds};
use super::rows::CandidateRows;
use super::view::CandidateView;
use super::{SINGLES, find_figures};
use crate::ladder_steps::{LadderSteps, STEP_COUNT};
use crate::logic::{SearchScope, StepKind, Technique};
use grid::House;

/// Lists the finds of all allowed techniques in a position without singles, simplest first. A find
/// is left out if another one removes the same candidates by a technique that is not harder.
pub(crate) fn list_finds(rows: &CandidateRows, allowed: LadderSteps) -> Vec<Find> {
    let view = CandidateView::new(rows);
    let mut finds = SeparateFinds::new(&view);
    for rank in (SINGLES..STEP_COUNT).filter(|&rank| allowed.has_rank(rank)) {
        finds.rank = rank;
        let kind = StepKind::from_ladder_rank(rank);
        find_locked(kind, &view, &mut finds);
        find_figures(kind, &view, SearchScope::ALL, &mut finds);
        add_chains(kind, &view, &mut finds);
    }
    finds.finds
}

/// Finds digits whose places in a house all lie in another one.
fn find_locked(kind: StepKind, view: &CandidateView, sink: &mut impl FindSink) {
    let (lines, blocks) = House::ALL.split_at(18);
    let pairs = |from: &'static [House], to: &'static [House]| {
        from.iter().flat_map(move |from| to.iter().map(move |to| (*from, *to)))
    };
    let (from, to) = match kind {
        StepKind::Technique(Technique::Pointing) => (blocks, lines),
        StepKind::Technique(Technique::Claiming) => (lines, blocks),
        _ => return,
    };
    for (from, to) in pairs(from, to) {
        let common = from.cell_set().intersection(to.cell_set());
        if common.is_empty() {
            continue;
        }
        for (digit, plane) in view.cells().iter().enumerate() {
            let places = plane.intersection(from.cell_set());
            if !places.is_empty() && places.minus(common).is_empty() {
                sink.remove_cells(digit, to.cell_set().minus(common));
                sink.end_find();
            }
        }
    }
}
