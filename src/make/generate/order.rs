//! The order in which cells are emptied.

use crate::sudoku::grid::Cell;
use rand::seq::SliceRandom as _;

named! {
    /// The paper's four orders of holes (5.2.2).
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum Order {
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

impl Order {
    /// The 81 cells in this order. Only [`Order::Random`] uses the random stream.
    pub fn cells(self, rng: &mut impl rand::Rng) -> [Cell; Cell::COUNT] {
        let mut cells = Cell::ALL;
        match self {
            Self::Random => cells.shuffle(rng),
            Self::Jumping => {
                cells = std::array::from_fn(|i| Cell::ALL[i * 2 % 81]);
            }
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
