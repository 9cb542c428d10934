//! Unique rectangles and loops: walks only where a loop can be.

use crate::grid::{CellSet, Digit, DigitSet};
use crate::logic::houses::{cells_of, houses};
use crate::logic::{Position, Step, TechniqueSet, loops};

/// The best find of all loops.
pub(super) fn find(position: &Position) -> Option<Step> {
    let mut known: Vec<(DigitSet, CellSet)> = Vec::new();
    loops::best(position, TechniqueSet::ALL, |start| {
        let digits = position.candidates(start);
        if let Some(&(_, core)) = known.iter().find(|(pair, _)| *pair == digits) {
            return core;
        }
        known.push((digits, core(position, digits)));
        known[known.len() - 1].1
    })
}

/// The cells that can be part of a loop of use with these two digits. Such a loop has at most two cells with
/// further candidates, or one further digit in all: with a single bare cell, it is the latter.
fn core(position: &Position, digits: DigitSet) -> CellSet {
    let both =
        digits.fold(CellSet::FULL, |all, digit| all.intersection(position.cells_with(digit)));
    let bare = both.intersection(position.two_candidates());
    if bare.has_several() {
        return closed(both);
    }
    let further = |digit: &Digit| {
        let with = both.intersection(position.cells_with(*digit));
        closed(bare.union(with.intersection(position.three_candidates())))
    };
    let cores = digits
        .complement()
        .map(|digit| further(&digit))
        .filter(|core| !core.intersection(bare).is_empty());
    cores.fold(CellSet::EMPTY, CellSet::union)
}

/// The largest part of these cells each of which has another in its block, its row and its column.
fn closed(mut cells: CellSet) -> CellSet {
    loop {
        let stays = |cell| {
            houses(cell).iter().all(|&house| cells.intersection(cells_of(house)).has_several())
        };
        let left: CellSet = cells.filter(|&cell| stays(cell)).collect();
        if left == cells {
            return cells;
        }
        cells = left;
    }
}
