//! Hints for children: a cell to begin in, and the digit to look for where a puzzle is hardest.

use engine::sudoku::any_puzzle::{AnyGrid, GridShape};

/// A kind of house, in the order of the names of houses for children.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ChildHouseKind {
    Row,
    Column,
    Block,
}

impl ChildHouseKind {
    pub const ALL: [Self; 3] = [Self::Row, Self::Column, Self::Block];

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
pub(crate) struct SoughtDigit {
    pub digit: u8,
    pub kind: ChildHouseKind,
    /// The index of the house among those of its kind, from 0.
    pub house: usize,
    cell: usize,
    /// The number of empty cells of the house.
    empty: usize,
}

impl SoughtDigit {
    /// Returns the digit to look for where a puzzle is hardest. A child fills all cells that it can
    /// find by looking at blocks, or because they are the last of a house. Where no such cell is
    /// left, the digit has one place in a row or column. If there always are such cells, the digit
    /// is found at the moment at which they are the smallest share of the empty cells. In any order
    /// of filling the digit has this place at the latest when the child is stuck.
    pub fn hardest(givens: &AnyGrid) -> Option<Self> {
        let mut grid = *givens;
        let mut hardest = None;
        let mut least = f64::MAX;
        loop {
            let all = Self::all(&grid);
            let easy: Vec<Self> = all.iter().copied().filter(Self::is_easy).collect();
            if easy.is_empty() {
                return Self::clearest(&all).or(hardest);
            }
            let empty = grid.empty_cells().count();
            easy.iter().for_each(|found| grid.set(found.cell, Some(found.digit)));
            let filled = empty - grid.empty_cells().count();
            let share = filled as f64 / empty as f64;
            if share < least {
                let same = all.into_iter().filter(|it| easy.iter().any(|own| own.cell == it.cell));
                (least, hardest) = (share, Self::clearest(&same.collect::<Vec<_>>()));
            }
        }
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

    /// Returns the digit in the house with the fewest empty cells, in a row or column if possible.
    fn clearest(found: &[Self]) -> Option<Self> {
        found.iter().copied().min_by_key(|it| (it.empty, it.kind, it.house))
    }
}

/// Returns a cell that a child can fill: the only place of a digit in the fullest block that has
/// one.
pub(crate) fn easy_cell(givens: &AnyGrid) -> Option<usize> {
    let in_blocks =
        SoughtDigit::all(givens).into_iter().filter(|it| it.kind == ChildHouseKind::Block);
    Some(in_blocks.min_by_key(|it| (it.empty, it.house))?.cell)
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
    use engine::sudoku::any_puzzle::AnyPuzzle;

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

    /// A child that has found all easier cells but this one finds it with the words of the fox.
    #[test]
    fn sought_digit_is_true_whenever_a_child_is_stuck() {
        for givens in PUZZLES {
            let givens: AnyGrid = givens.parse().unwrap();
            let solution = AnyPuzzle::prove(givens).unwrap().solution();
            let Some(found) = SoughtDigit::hardest(&givens) else { continue };
            let house = found.kind.cells(givens.shape(), found.house);
            assert!(house.contains(&found.cell) && givens.digit(found.cell).is_none(), "{givens}");
            assert_eq!(solution.digit(found.cell), Some(found.digit), "{givens}");
            let mut grid = givens;
            loop {
                let all = SoughtDigit::all(&grid);
                let mut easy = all.iter().filter(|it| it.is_easy() && it.cell != found.cell);
                let Some(step) = easy.next() else { break };
                grid.set(step.cell, Some(step.digit));
            }
            assert_eq!(places(&grid, &house, found.digit), [found.cell], "{givens}");
        }
    }

    #[test]
    fn a_block_of_six_has_two_rows_of_three_cells() {
        assert_eq!(ChildHouseKind::Block.cells(GridShape::Six, 3), [15, 16, 17, 21, 22, 23]);
        assert_eq!(ChildHouseKind::Block.cells(GridShape::Four, 2), [8, 9, 12, 13]);
        assert_eq!(ChildHouseKind::Block.cells(GridShape::Nine, 8)[8], 80);
    }
}
