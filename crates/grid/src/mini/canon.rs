//! Changes that keep a small puzzle equivalent, and the form that all equivalent puzzles share.

use super::grid::MiniGrid;
use super::puzzle::MiniPuzzle;
use super::shape::MiniShape;
use crate::random::Rng;
use std::cmp::Ordering;
use std::fmt;

/// A change that keeps a small puzzle equivalent: rows and columns change places inside their
/// bands, bands change places, digits are renumbered; 4 x 4 grids may also be transposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MiniTransform {
    shape: MiniShape,
    /// The cell that moves to each place.
    cells: [u8; MiniShape::MAX_CELLS],
    /// The new digit of each digit; an empty cell stays empty.
    digits: [u8; MiniShape::MAX_SIDE + 1],
}

impl MiniTransform {
    /// Draws one of all transforms of a shape: 3,072 or 2,488,320.
    pub fn random(shape: MiniShape, rng: &mut Rng) -> Self {
        let symmetries = &shape.tables().symmetries;
        let mut digits = [0, 1, 2, 3, 4, 5, 6];
        rng.shuffle(&mut digits[1..=shape.side()]);
        Self { shape, cells: symmetries[rng.below(symmetries.len() as u32) as usize], digits }
    }

    /// Returns the transform that takes this one back.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut inverse = *self;
        for place in 0..self.shape.cell_count() {
            inverse.cells[usize::from(self.cells[place])] = place as u8;
        }
        for digit in 0..=self.shape.side() {
            inverse.digits[usize::from(self.digits[digit])] = digit as u8;
        }
        inverse
    }

    /// Transforms a grid; `None` if it has another shape.
    pub fn grid(&self, grid: &MiniGrid) -> Option<MiniGrid> {
        if grid.shape() != self.shape {
            return None;
        }
        let mut moved = MiniGrid::empty(self.shape);
        for place in 0..self.shape.cell_count() {
            let digit = grid.cells()[usize::from(self.cells[place])];
            moved.set(place, self.digits[usize::from(digit)]);
        }
        Some(moved)
    }
}

/// The cell that moves to each place, and the new digit of each digit.
impl fmt::Display for MiniTransform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cells")?;
        for cell in &self.cells[..self.shape.cell_count()] {
            write!(f, " {}", self.shape.cell_name(usize::from(*cell)))?;
        }
        f.write_str("; digits ")?;
        self.digits[1..=self.shape.side()].iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

impl MiniPuzzle {
    /// Draws one of the equivalent puzzles, by any of the transforms of the shape.
    #[must_use]
    pub fn disguised(&self, rng: &mut Rng) -> Self {
        let transform = MiniTransform::random(self.shape(), rng);
        let moved = |grid| transform.grid(grid).expect("the puzzle has the shape");
        Self::from_parts_unchecked(moved(self.givens()), moved(self.solution()))
    }

    /// Returns the same puzzle with digits renumbered, so that a row of its solution counts up from
    /// 1.
    #[must_use]
    pub fn counted_along(&self, row: usize) -> Self {
        let (shape, side) = (self.shape(), self.shape().side());
        let mut digits = [0; MiniShape::MAX_SIDE + 1];
        for (digit, new) in self.solution().cells()[row * side..][..side].iter().zip(1..) {
            digits[usize::from(*digit)] = new;
        }
        let renumbered = |grid: &MiniGrid| {
            let mut cells = [0; MiniShape::MAX_CELLS];
            for (cell, digit) in cells.iter_mut().zip(grid.cells()) {
                *cell = digits[usize::from(*digit)];
            }
            MiniGrid::from_cells(shape, cells)
        };
        Self::from_parts_unchecked(renumbered(self.givens()), renumbered(self.solution()))
    }

    /// Returns the form of the givens that all equivalent puzzles share: of all symmetries the
    /// first in the order of the text, with digits numbered as they appear. Tries each: 3,456 take
    /// some 20 microseconds.
    pub fn canonical(&self) -> MiniGrid {
        let shape = self.shape();
        let mut best = [u8::MAX; MiniShape::MAX_CELLS];
        best[shape.cell_count()..].fill(0);
        for symmetry in &shape.tables().symmetries {
            improve(&mut best, self.givens(), symmetry);
        }
        MiniGrid::from_cells(shape, best)
    }
}

/// Replaces the best form by that of a symmetry, if that is smaller.
fn improve(best: &mut [u8; MiniShape::MAX_CELLS], grid: &MiniGrid, symmetry: &[u8]) {
    let cells = grid.cells();
    let mut labels = [0; MiniShape::MAX_SIDE + 1];
    let mut next_label = 1;
    let mut is_smaller = false;
    for place in 0..cells.len() {
        let digit = usize::from(cells[usize::from(symmetry[place])]);
        if digit != 0 && labels[digit] == 0 {
            labels[digit] = next_label;
            next_label += 1;
        }
        let label = labels[digit];
        if !is_smaller {
            match label.cmp(&best[place]) {
                Ordering::Greater => return,
                Ordering::Equal => continue,
                Ordering::Less => is_smaller = true,
            }
        }
        best[place] = label;
    }
}
