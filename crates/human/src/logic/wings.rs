//! XY-wing and XYZ-wing: a pivot and two pincers.
//!
//! ```text
//!  r1c1 = 23 (pivot)   r1c7 = 25 (pincer)    The pivot is 2 or 3, so one of the pincers is 5.
//!  r3c2 = 35 (pincer)  r3c8 = 5̶…             A cell that sees both pincers is not 5.
//! ```
//!
//! In an XYZ-wing the pivot has all three digits (235). A cell that loses its 5 must also see the
//! pivot.

use super::houses::peers_by_kind;
use super::position::Position;
use super::sets::lost_candidates;
use super::step::{Reason, Step};
use super::technique::Technique;
use grid::{Cell, CellSet};

/// Finds the XY-wings that remove a candidate.
pub(crate) fn xy(position: &Position) -> impl Iterator<Item = Step> {
    wings(position, position.two_candidates(), Technique::XyWing)
}

/// Finds the XYZ-wings that remove a candidate.
pub(crate) fn xyz(position: &Position) -> impl Iterator<Item = Step> {
    wings(position, position.three_candidates(), Technique::XyzWing)
}

fn wings(position: &Position, pivots: CellSet, technique: Technique) -> impl Iterator<Item = Step> {
    let two = position.two_candidates();
    let pivots = pivots.filter(move |pivot| pivot.peer_set().intersection(two).has_several());
    pivots.flat_map(move |pivot| wings_of_pivot(position, pivot, technique))
}

fn wings_of_pivot(position: &Position, pivot: Cell, technique: Technique) -> Vec<Step> {
    let own = position.candidates(pivot);
    // A pincer has all but one of the pivot's digits. A pincer of an XY-wing also has a digit of
    // its own.
    let mut pincers = [(pivot, own); 20];
    let mut count = 0;
    for peers in peers_by_kind(pivot) {
        for cell in peers.intersection(position.two_candidates()) {
            pincers[count] = (cell, position.candidates(cell));
            count += usize::from(own.minus(pincers[count].1).len() == 1);
        }
    }
    let pincers = &pincers[..count];
    let mut wings = Vec::new();
    for (i, &(first, one)) in pincers.iter().enumerate() {
        for &(second, other) in &pincers[i + 1..] {
            let common = own.intersection(one).intersection(other).len();
            if own.union(one).union(other).len() != 3 || common != own.len() - 2 {
                continue;
            }
            let pincers = [first, second];
            let seen = match technique {
                Technique::XyWing => Cell::common_peers(pincers),
                _ => Cell::common_peers([pivot, first, second]),
            };
            let digits = one.intersection(other);
            if let (Some(eliminations), Some(digit)) =
                (lost_candidates(position, seen, digits), digits.first())
            {
                let reason = Reason::Wing { pivot, pincers, digit };
                wings.push(Step::with_eliminations(technique, eliminations, reason));
            }
        }
    }
    wings
}
