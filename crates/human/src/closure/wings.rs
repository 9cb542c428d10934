//! Wings, and remote pairs: cells with two or three candidates that see each other.

use super::find_sink::{FindSink, LostCandidates};
use super::view::CandidateView;
use crate::logic::combinations::{bits, count};
use grid::{Cell, CellSet};

/// Finds the XY-wings: a pivot with two digits, and two pincers that share one of them each and a
/// third digit.
pub(super) fn xy(view: &CandidateView, sink: &mut impl FindSink) {
    for pivot in view.pairs {
        let own = view.digits(pivot);
        let mut pincers = pivot.peer_set().intersection(view.pairs);
        while let Some(first) = pincers.next() {
            let other = view.digits(first);
            let third = other & !own;
            if count(third) != 1 {
                continue;
            }
            // The second pincer has the digits of the pivot and the first that they do not share.
            for second in pincers.filter(|cell| view.digits(*cell) == own ^ other) {
                let digit = third.trailing_zeros() as usize;
                sink.remove_cells(digit, first.peer_set().intersection(second.peer_set()));
                sink.end_find();
            }
        }
    }
}

/// Finds the XYZ-wings: a pivot with three digits, and two pincers with two of them each.
pub(super) fn xyz(view: &CandidateView, sink: &mut impl FindSink) {
    for pivot in view.triples {
        let own = view.digits(pivot);
        let within = |cells: CellSet| cells.filter(move |c| view.digits(*c) & !own == 0);
        let mut pincers: CellSet = within(pivot.peer_set().intersection(view.pairs)).collect();
        while let Some(first) = pincers.next() {
            for second in pincers {
                let common = view.digits(first) & view.digits(second);
                if count(common) == 1 {
                    let digit = common.trailing_zeros() as usize;
                    sink.remove_cells(digit, Cell::common_peers([pivot, first, second]));
                    sink.end_find();
                }
            }
        }
    }
}

/// Finds the W-wings: two cells with the same two digits, one of which has two places in a house
/// that each see one of the cells.
pub(super) fn w(view: &CandidateView, sink: &mut impl FindSink) {
    let mut cells = view.pairs;
    while let Some(first) = cells.next() {
        let own = view.digits(first);
        let seen = first.peer_set();
        for second in cells.minus(seen).filter(|cell| view.digits(*cell) == own) {
            let seen_too = second.peer_set();
            for linked in bits(own) {
                let digit = (own & !(1 << linked)).trailing_zeros() as usize;
                let victims = seen.intersection(seen_too);
                if victims.intersection(view.cells()[digit]).is_empty() {
                    continue;
                }
                let is_linked = view.strong_links(linked).any(|link| {
                    let [a, b] = link.ends;
                    seen.contains(a) && seen_too.contains(b)
                        || seen.contains(b) && seen_too.contains(a)
                });
                if is_linked {
                    sink.remove_cells(digit, victims);
                    sink.end_chain([first, second]);
                }
            }
        }
    }
}

/// Finds the remote pairs: cells with the same two digits that see each other in a chain. A cell
/// that sees both colours of such a chain has neither digit.
pub(super) fn remote_pairs(view: &CandidateView, lost: &mut LostCandidates) {
    let mut left = view.pairs;
    while let Some(start) = left.next() {
        let own = view.digits(start);
        let alike: CellSet = left.filter(|cell| view.digits(*cell) == own).collect();
        let mut colours = [CellSet::singleton(start), CellSet::EMPTY];
        let (mut fresh, mut turn) = (colours[0], 0);
        while !fresh.is_empty() {
            turn = 1 - turn;
            let reached = fresh.map(Cell::peer_set).collect::<CellSet>().intersection(alike);
            fresh = reached.minus(colours[turn]).minus(colours[1 - turn]);
            colours[turn] = colours[turn].union(fresh);
        }
        left = left.minus(colours[0]).minus(colours[1]);
        let [first, second] = colours.map(|cells| cells.map(Cell::peer_set).collect::<CellSet>());
        let victims = first.intersection(second).minus(colours[0]).minus(colours[1]);
        bits(own).for_each(|digit| lost.remove_cells(digit, victims));
    }
}
