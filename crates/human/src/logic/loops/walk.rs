//! The search for loops: a depth-first walk from each cell with two candidates.

use super::UniqueLoop;
use crate::logic::houses::{HouseKind, houses};
use crate::logic::position::Position;
use grid::{Cell, CellSet, DigitSet};

struct LoopWalk<'a, F> {
    position: &'a Position,
    start: Cell,
    core: CellSet,
    digits: DigitSet,
    /// The cells that have both digits.
    both: CellSet,
    path: Vec<Cell>,
    on_path: CellSet,
    /// The number of cells on the path that have further candidates, and these candidates.
    surplus: (usize, DigitSet),
    /// The houses of the path's cells, as bits: of its even cells, and of its odd cells.
    houses: [u32; 2],
    found: F,
}

impl UniqueLoop {
    /// Reports every useful loop that begins in this cell, in the order of the walk. The walk
    /// enters only cells of `core`.
    pub fn walk(
        position: &Position,
        start: Cell,
        core: CellSet,
        found: &mut dyn FnMut(&UniqueLoop),
    ) {
        let digits = position.candidates(start);
        let mut walk = LoopWalk {
            position,
            start,
            core,
            digits,
            both: digits
                .fold(CellSet::FULL, |all, digit| all.intersection(position.cells_with(digit))),
            path: vec![start],
            on_path: CellSet::singleton(start),
            surplus: (0, DigitSet::EMPTY),
            houses: [bits(start), 0],
            found,
        };
        walk.extend(start, None, 2, DigitSet::EMPTY);
    }
}

impl<F: FnMut(&UniqueLoop)> LoopWalk<'_, F> {
    /// Continues from a cell that was entered by a house of the kind `entered`. `spare` is the
    /// number of cells with further candidates that may still be entered, whatever these are.
    /// `extra` has the further candidates of the cells so far. It grows with every neighbour that
    /// is examined, entered or not, because the published ratings depend on that.
    fn extend(&mut self, cell: Cell, entered: Option<HouseKind>, spare: i32, mut extra: DigitSet) {
        for kind in HouseKind::ALL.into_iter().filter(|&kind| Some(kind) != entered) {
            for next in kind.house_of(cell).cell_set().intersection(self.both) {
                if next == self.start && self.path.len() >= 4 {
                    self.report();
                    continue;
                }
                if self.on_path.contains(next) {
                    continue;
                }
                let candidates = self.position.candidates(next);
                extra = extra.union(candidates.minus(self.digits));
                let (parity, houses) = (self.path.len() % 2, bits(next));
                if !self.core.contains(next) || self.houses[parity] & houses != 0 {
                    continue;
                }
                let bare = candidates.len() == 2;
                // More than two cells with further candidates are useful only if they share a
                // single further digit.
                let before = self.surplus;
                let further = before.1.union(candidates.minus(self.digits));
                let count = before.0 + usize::from(!bare);
                if count > 2 && further.len() > 1 {
                    continue;
                }
                if bare || extra.len() == 1 || spare > 0 {
                    self.surplus = (count, further);
                    self.path.push(next);
                    self.on_path.insert(next);
                    self.houses[parity] |= houses;
                    self.extend(next, Some(kind), spare - i32::from(!bare), extra);
                    self.houses[parity] &= !houses;
                    self.surplus = before;
                    self.on_path.remove(next);
                    self.path.pop();
                }
            }
        }
    }

    /// Reports the path if its two digits can change places along it, which means that each of its
    /// houses has one even and one odd cell.
    fn report(&mut self) {
        if self.houses[0] == self.houses[1] {
            (self.found)(&UniqueLoop { cells: self.path.clone(), digits: self.digits });
        }
    }
}

/// Returns the three houses of a cell, as bits.
fn bits(cell: Cell) -> u32 {
    houses(cell).iter().fold(0, |bits, house| bits | 1 << house.index())
}
