//! Tests for wings.

use crate::human::logic::Position;
use crate::human::logic::houses::seen_by;
use crate::sudoku::grid::{CellSet, Digit, DigitSet};

/// Returns true if there is an XY-wing that removes a candidate.
pub(super) fn has_xy_wing(position: &Position) -> bool {
    let two = position.two_candidates();
    for pivot in two {
        let near = seen_by(pivot).intersection(two);
        if !near.has_several() {
            continue;
        }
        let mut own = position.candidates(pivot);
        let (Some(a), Some(b)) = (own.next(), own.next()) else { continue };
        let with = |digit| near.intersection(position.cells_with(digit));
        let (one, other) = (with(a).minus(with(b)), with(b).minus(with(a)));
        if one.is_empty() || other.is_empty() {
            continue;
        }
        let digits: DigitSet = one.map(|cell| position.candidates(cell)).collect();
        let mut shared: DigitSet = other.map(|cell| position.candidates(cell)).collect();
        shared = shared.intersection(digits);
        if shared.any(|digit| has_victim(position, digit, [one, other], CellSet::FULL)) {
            return true;
        }
    }
    false
}

/// Returns true if there is an XYZ-wing that removes a candidate.
pub(super) fn has_xyz_wing(position: &Position) -> bool {
    let two = position.two_candidates();
    for pivot in position.three_candidates() {
        let near = seen_by(pivot).intersection(two);
        if !near.has_several() {
            continue;
        }
        let own = position.candidates(pivot);
        let inside = near.filter(|&cell| position.candidates(cell).minus(own).is_empty());
        let inside: CellSet = inside.collect();
        if !inside.has_several() {
            continue;
        }
        // Both pincers have the digit of the wing. Each of the other digits is in one pincer.
        for digit in own {
            let mut others = own.minus(DigitSet::singleton(digit));
            let (Some(a), Some(b)) = (others.next(), others.next()) else { continue };
            let with = |digit| inside.intersection(position.cells_with(digit));
            if has_victim(position, digit, [with(a), with(b)], seen_by(pivot)) {
                return true;
            }
        }
    }
    false
}

/// Returns true if two pincers with this digit both see a cell of `among` that has it.
fn has_victim(position: &Position, digit: Digit, pincers: [CellSet; 2], among: CellSet) -> bool {
    let with = position.cells_with(digit);
    for first in pincers[0].intersection(with) {
        let lost = seen_by(first).intersection(with).intersection(among);
        for second in pincers[1].intersection(with) {
            if !lost.intersection(seen_by(second)).is_empty() {
                return true;
            }
        }
    }
    false
}
