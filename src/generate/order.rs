//! In which order the cells are emptied, and which cells go together.

use crate::grid::Cell;
use rand::seq::SliceRandom as _;

/// The paper's four orders of holes (5.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Order {
    /// Random over the whole grid.
    Random,
    /// Every second cell in reading order, then the cells left out.
    Jumping,
    /// Row 1 left to right, row 2 right to left, and so on.
    Snake,
    /// Left to right, top to bottom.
    Reading,
}

impl Order {
    /// The four orders.
    pub const ALL: [Self; 4] = [Self::Random, Self::Jumping, Self::Snake, Self::Reading];

    /// The name in catalogues.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Jumping => "jumping",
            Self::Snake => "snake",
            Self::Reading => "reading",
        }
    }

    /// All 81 cells in this order. Only [`Order::Random`] draws on the generator.
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

/// Which cells are given or empty together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Symmetry {
    /// Each cell for itself.
    None,
    /// Opposite cells: the pattern of givens looks the same upside down.
    HalfTurn,
}

impl Symmetry {
    /// The name in flags and catalogues.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::HalfTurn => "half-turn",
        }
    }

    /// The other cell that is emptied together with this one, if there is one.
    pub fn partner(self, cell: Cell) -> Option<Cell> {
        match self {
            Self::None => None,
            Self::HalfTurn => Some(cell.half_turn()).filter(|&other| other != cell),
        }
    }
}
