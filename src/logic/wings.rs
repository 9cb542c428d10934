//! XY-wing and XYZ-wing: a pivot and two pincers.
//!
//! ```text
//!  r1c1 = 23 (pivot)   r1c7 = 25 (pincer)     The pivot is 2 or 3, so one of the pincers is 5. A cell that
//!  r3c2 = 35 (pincer)  r3c8 = 5̶…              sees both pincers is not 5.
//! ```
//!
//! In an XYZ-wing the pivot has all three digits (235); a cell that loses its 5 must see the pivot too.

use super::houses::{peers_by_kind, seen_by, seen_by_all};
use super::position::Position;
use super::sets::taken;
use super::step::{Reason, Step};
use super::technique::Technique;
use crate::grid::Cell;

/// XY-wings that remove a candidate.
pub(crate) fn xy(position: &Position) -> impl Iterator<Item = Step> {
    wings(position, 2)
}

/// XYZ-wings that remove a candidate.
pub(crate) fn xyz(position: &Position) -> impl Iterator<Item = Step> {
    wings(position, 3)
}

/// Wings whose pivot has this number of candidates: 2 or 3.
fn wings(position: &Position, size: usize) -> impl Iterator<Item = Step> {
    let (technique, rating, pivots) = match size {
        2 => (Technique::XyWing, 4.2, position.two_candidates()),
        _ => (Technique::XyzWing, 4.4, position.three_candidates()),
    };
    let two = position.two_candidates();
    let pincers = move |pivot| peers_by_kind(pivot).iter().flat_map(move |peers| peers.intersection(two));
    let with_pincers = move |pivot: Cell| {
        let shares = move |first: &Cell| {
            position.candidates(pivot).minus(position.candidates(*first)).len() == 1
        };
        let firsts = pincers(pivot).filter(shares);
        firsts.flat_map(move |first| pincers(pivot).map(move |second| (pivot, first, second)))
    };
    let enough = move |pivot: &Cell| seen_by(*pivot).intersection(two).has_several();
    pivots
        .filter(enough)
        .flat_map(with_pincers)
        .filter_map(move |(pivot, first, second)| {
            let [a, b, c] = [pivot, first, second].map(|cell| position.candidates(cell));
            let common = a.intersection(b).intersection(c).len();
            if a.union(b).union(c).len() != 3 || common != size - 2 {
                return None;
            }
            let digits = b.intersection(c);
            let mut seen = seen_by_all([first, second]);
            if size == 3 {
                seen = seen.intersection(seen_by(pivot));
            }
            let eliminations = taken(position, seen, digits)?;
            let reason = Reason::Wing {
                pivot,
                pincers: [first, second],
                digit: digits.first()?,
            };
            Some(Step::removing(technique, rating, eliminations, reason))
        })
}
