//! The order in which cells are emptied.

use crate::sudoku::grid::{Cell, House};
use crate::sudoku::transform::Symmetry;
use rand::seq::SliceRandom as _;

named! {
    /// The paper's four orders of holes (5.2.2).
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum HoleOrder {
        /// Random over the whole grid.
        Random = "random",
        /// Every second cell in reading order, then the others.
        Jumping = "jumping",
        /// Row 1 left to right, row 2 right to left, and so on.
        Snake = "snake",
        /// Left to right, top to bottom.
        Reading = "reading",
    }
}

impl HoleOrder {
    /// Returns the 81 cells in this order. Only [`HoleOrder::Random`] uses the random stream.
    pub fn cells(self, rng: &mut impl rand::Rng) -> [Cell; Cell::COUNT] {
        let mut cells = Cell::ALL;
        match self {
            Self::Random => cells.shuffle(rng),
            Self::Jumping => cells = std::array::from_fn(|i| Cell::ALL[i * 2 % 81]),
            Self::Snake => {
                for row in cells.chunks_mut(9).skip(1).step_by(2) {
                    row.reverse();
                }
            }
            Self::Reading => {}
        }
        cells
    }
}

named! {
    /// The treatment of houses that are complete in a puzzle, so that nothing is left to find in
    /// them.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum FinishedHouses {
        /// No puzzle has one: digging begins with a hole in each house.
        [default]
        Refuse = "refuse",
        /// A puzzle may have some, as the paper's have: its orders of holes leave whole rows, most
        /// of all at level 4.
        Allow = "allow",
    }
}

/// Moves cells to the front of an order, so that emptying them leaves a hole in every house: nine
/// cells in random order, one of each row, column and block. Nine such holes always leave one
/// solution, because each hole is the only one of its row. Under a symmetry, a cell is left out if
/// the holes of earlier ones are in all its houses.
pub(super) fn open_houses(
    order: &mut [Cell; Cell::COUNT],
    symmetry: Symmetry,
    rng: &mut impl rand::Rng,
) {
    let mut open = [false; House::ALL.len()];
    let mut ranks = [Cell::COUNT; Cell::COUNT];
    for (rank, cell) in one_of_each_house(rng).into_iter().enumerate() {
        if cell.houses().iter().all(|house| open[house.index()]) {
            continue;
        }
        for cell in symmetry.orbit(cell).iter() {
            cell.houses().iter().for_each(|house| open[house.index()] = true);
        }
        ranks[cell.index()] = rank;
    }
    // The sort is stable, so all other cells keep their order.
    order.sort_by_key(|cell| ranks[cell.index()]);
}

/// Draws nine cells, one of each row, column and block, such as the nine places of a digit in a
/// full grid. All 46,656 such sets are equally likely.
fn one_of_each_house(rng: &mut impl rand::Rng) -> [Cell; 9] {
    let mut within = [[0, 1, 2]; 6];
    within.iter_mut().for_each(|order| order.shuffle(rng));
    let (rows, columns) = within.split_at(3);
    let mut cells = std::array::from_fn(|block| {
        let (band, stack) = (block / 3, block % 3);
        Cell::new(3 * band + rows[band][stack], 3 * stack + columns[stack][band])
    });
    cells.shuffle(rng);
    cells
}
