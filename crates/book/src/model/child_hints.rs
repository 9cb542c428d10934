//! Hints for children: a cell to begin in, and the digit to look for in a tricky puzzle.

use grid::{AnyGrid, GridShape};
use std::cmp::Reverse;

/// A kind of house, in the order of the names of houses for children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChildHouseKind {
    Row,
    Column,
    Block,
}

impl ChildHouseKind {
    pub const ALL: [Self; 3] = [Self::Row, Self::Column, Self::Block];
    /// The orders in which puzzles prefer kinds, in turn.
    const TURNS: [[Self; 3]; 6] = [
        [Self::Row, Self::Column, Self::Block],
        [Self::Column, Self::Row, Self::Block],
        [Self::Block, Self::Row, Self::Column],
        [Self::Row, Self::Block, Self::Column],
        [Self::Column, Self::Block, Self::Row],
        [Self::Block, Self::Column, Self::Row],
    ];

    /// Returns the cells of the house with this index from 0. Rows count from the top, columns from
    /// the left, and blocks row by row.
    pub fn cells(self, shape: GridShape, index: usize) -> Vec<usize> {
        let (rows, columns, side) = (shape.block_rows(), shape.block_columns(), shape.side());
        let cell = |n: usize| match self {
            Self::Row => index * side + n,
            Self::Column => n * side + index,
            Self::Block => {
                let first = index / rows * rows * side + index % rows * columns;
                first + n / columns * side + n % columns
            }
        };
        (0..side).map(cell).collect()
    }
}

/// A digit that has one place in a house.
#[derive(Clone, Copy, Debug)]
pub struct SoughtDigit {
    pub digit: u8,
    pub kind: ChildHouseKind,
    /// The index of the house among those of its kind, from 0.
    pub house: usize,
    cell: usize,
    /// The number of empty cells of the house.
    empty: usize,
}

impl SoughtDigit {
    /// Returns the digit to look for in a tricky puzzle. A child may read the words of the fox
    /// before it begins, so the digit has one place in the house among the givens. Preferred are,
    /// in this order: houses with other empty cells; digits that help where looking at blocks finds
    /// no more; the kinds of houses in the order of the turn; digits that open more cells; houses
    /// with more empty cells.
    pub fn most_helpful(givens: &AnyGrid, turn: usize) -> Option<Self> {
        let order = ChildHouseKind::TURNS[turn % ChildHouseKind::TURNS.len()];
        let easy = fill_easy_cells(*givens);
        let rank = |found: &Self| {
            let opened = found.opened(&easy);
            let place = order.iter().position(|kind| *kind == found.kind);
            (found.empty > 1, opened > 0, Reverse(place), opened, found.empty, Reverse(found.house))
        };
        Self::all(givens).into_iter().max_by_key(rank)
    }

    /// Returns the number of cells that follow from this digit where no easy cell is left.
    fn opened(&self, easy: &AnyGrid) -> usize {
        if easy.digit(self.cell).is_some() {
            return 0;
        }
        let mut grid = *easy;
        grid.set(self.cell, Some(self.digit));
        easy.empty_cells().count() - fill_easy_cells(grid).empty_cells().count()
    }

    /// Returns all digits that have one place in a house.
    fn all(grid: &AnyGrid) -> Vec<Self> {
        let shape = grid.shape();
        let mut all = Vec::new();
        for kind in ChildHouseKind::ALL {
            for house in 0..shape.side() {
                let cells = kind.cells(shape, house);
                let empty = cells.iter().filter(|cell| grid.digit(**cell).is_none()).count();
                for digit in 1..=shape.side() as u8 {
                    if let [cell] = places(grid, &cells, digit)[..] {
                        all.push(Self { digit, kind, house, cell, empty });
                    }
                }
            }
        }
        all
    }

    /// Returns true if the digit is found by looking at a block, or at the last cell of a house.
    fn is_easy(&self) -> bool {
        self.kind == ChildHouseKind::Block || self.empty == 1
    }
}

/// Fills all cells that a child finds by looking at blocks, or as the last of a house.
fn fill_easy_cells(mut grid: AnyGrid) -> AnyGrid {
    loop {
        let easy: Vec<_> =
            SoughtDigit::all(&grid).into_iter().filter(SoughtDigit::is_easy).collect();
        if easy.is_empty() {
            return grid;
        }
        easy.iter().for_each(|found| grid.set(found.cell, Some(found.digit)));
    }
}

/// Returns a cell that a child can fill: the only place of a digit in the fullest block that has
/// one. Cells in the first and the last column, which a paw beside the grid can touch, come first.
pub fn easy_cell(givens: &AnyGrid) -> Option<usize> {
    let side = givens.shape().side();
    let in_blocks =
        SoughtDigit::all(givens).into_iter().filter(|it| it.kind == ChildHouseKind::Block);
    let is_inside = |cell: usize| ![0, side - 1].contains(&(cell % side));
    Some(in_blocks.min_by_key(|it| (is_inside(it.cell), it.empty, it.house))?.cell)
}

/// Returns the cells of a house in which a digit may stand; none if the house has it.
fn places(grid: &AnyGrid, house: &[usize], digit: u8) -> Vec<usize> {
    if house.iter().any(|cell| grid.digit(*cell) == Some(digit)) {
        return Vec::new();
    }
    let shape = grid.shape();
    let holders: Vec<usize> =
        grid.filled().filter(|(_, found)| *found == digit).map(|(cell, _)| cell).collect();
    let is_free = |cell: &usize| {
        grid.digit(*cell).is_none() && holders.iter().all(|other| !sees(shape, *cell, *other))
    };
    house.iter().copied().filter(is_free).collect()
}

/// Returns true if two cells share a house.
fn sees(shape: GridShape, cell: usize, other: usize) -> bool {
    let (rows, columns, side) = (shape.block_rows(), shape.block_columns(), shape.side());
    let [one, two] = [cell, other].map(|cell| (cell / side, cell % side));
    let is_in_block = one.0 / rows == two.0 / rows && one.1 / columns == two.1 / columns;
    one.0 == two.0 || one.1 == two.1 || is_in_block
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::AnyPuzzle;

    const PUZZLES: [&str; 5] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "1..2....34......",
        ".5......1....4......6..3..245.5...1.",
        ".9..7.....1.2...........4.54.8....7...31.468...9.2....3.6...7..58.9.72.4.47...8..",
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    ];

    #[test]
    fn first_cell_is_the_only_place_of_a_digit() {
        for givens in &PUZZLES[..3] {
            let givens: AnyGrid = givens.parse().unwrap();
            let (shape, cell) = (givens.shape(), easy_cell(&givens).unwrap());
            let (side, high, wide) = (shape.side(), shape.block_rows(), shape.block_columns());
            let (top, left) = (cell / side / high * high, cell % side / wide * wide);
            let in_block = |cell: &usize| {
                (top..top + high).contains(&(cell / side))
                    && (left..left + wide).contains(&(cell % side))
            };
            let fits = |cell: usize, digit: u8| {
                let sees = |other: usize| {
                    other / side == cell / side || other % side == cell % side || in_block(&other)
                };
                givens.digit(cell).is_none()
                    && (0..side * side)
                        .all(|other| !sees(other) || givens.digit(other) != Some(digit))
            };
            let cells: Vec<usize> = (0..side * side).filter(in_block).collect();
            let alone = |digit: u8| cells.iter().filter(|cell| fits(**cell, digit)).count() == 1;
            let is_step = (1..=side as u8).any(|digit| alone(digit) && fits(cell, digit));
            assert!(is_step, "{givens}: cell {cell}");
        }
    }

    #[test]
    fn sought_digit_has_one_place_among_givens() {
        for givens in PUZZLES {
            let givens: AnyGrid = givens.parse().unwrap();
            let solution = AnyPuzzle::prove(givens).unwrap().solution();
            for turn in 0..6 {
                let Some(found) = SoughtDigit::most_helpful(&givens, turn) else { continue };
                let house = found.kind.cells(givens.shape(), found.house);
                assert_eq!(solution.digit(found.cell), Some(found.digit), "{givens}");
                assert_eq!(places(&givens, &house, found.digit), [found.cell], "{givens}");
            }
        }
    }

    #[test]
    fn a_block_of_six_has_two_rows_of_three_cells() {
        assert_eq!(ChildHouseKind::Block.cells(GridShape::Six, 3), [15, 16, 17, 21, 22, 23]);
        assert_eq!(ChildHouseKind::Block.cells(GridShape::Four, 2), [8, 9, 12, 13]);
        assert_eq!(ChildHouseKind::Block.cells(GridShape::Nine, 8)[8], 80);
    }
}
