//! The order in which cells are emptied.

use grid::{Cell, House, Rng, Symmetry};

words::named! {
    /// The paper's four orders of holes (5.2.2).
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    pub fn cells(self, rng: &mut Rng) -> [Cell; Cell::COUNT] {
        let mut cells = Cell::ALL;
        match self {
            Self::Random => rng.shuffle(&mut cells),
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

/// Moves cells to the front of an order, so that emptying them leaves `sets` holes in every house:
/// disjoint sets of nine cells, one of each row, column and block, such as the places of some
/// digits in a full grid. Nine such holes always leave one solution, because each is the only one
/// of its row; of further sets, some holes may be filled again. Under a symmetry, a cell is left
/// out if earlier ones make enough holes in all its houses.
pub(super) fn open_houses(
    order: &mut [Cell; Cell::COUNT],
    sets: usize,
    symmetry: Symmetry,
    rng: &mut Rng,
) {
    let mut holes = [0; House::ALL.len()];
    let mut ranks = [Cell::COUNT; Cell::COUNT];
    for (rank, &cell) in draw_sets(sets, rng)[..sets].iter().flatten().enumerate() {
        if cell.houses().iter().all(|house| holes[house.index()] >= sets) {
            continue;
        }
        for cell in symmetry.orbit(cell).iter() {
            cell.houses().iter().for_each(|house| holes[house.index()] += 1);
        }
        ranks[cell.index()] = rank;
    }
    // The sort is stable, so all other cells keep their order.
    order.sort_by_key(|cell| ranks[cell.index()]);
}

/// Draws nine disjoint sets of nine cells, one of each row, column and block, of which the first
/// `sets` will be used. All 46,656 such sets are equally likely as the first; the others are the
/// first one, shifted inside each block.
fn draw_sets(sets: usize, rng: &mut Rng) -> [[Cell; 9]; 9] {
    let mut within = [[0, 1, 2]; 6];
    within.iter_mut().for_each(|order| rng.shuffle(order));
    let (rows, columns) = within.split_at(3);
    let mut shifts: [(usize, usize); 9] = std::array::from_fn(|i| (i / 3, i % 3));
    if sets > 1 {
        rng.shuffle(&mut shifts[1..]);
    }
    let mut drawn = shifts.map(|(down, right)| {
        std::array::from_fn(|block| {
            let (band, stack) = (block / 3, block % 3);
            let row = (rows[band][stack] + down) % 3;
            let column = (columns[stack][band] + right) % 3;
            Cell::new(3 * band + row, 3 * stack + column)
        })
    });
    drawn[..sets].iter_mut().for_each(|cells| rng.shuffle(cells));
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn opening_sets_are_disjoint_and_have_each_house() {
        let mut rng = Seed(1).stream_at(0);
        for sets in (0..200).map(|_| draw_sets(9, &mut rng)) {
            let mut seen = [false; Cell::COUNT];
            for cells in &sets {
                for house in House::ALL {
                    let inside = cells.iter().filter(|cell| cell.houses().contains(&house));
                    assert_eq!(inside.count(), 1, "{house} of {cells:?}");
                }
                cells.iter().for_each(|cell| seen[cell.index()] = true);
            }
            assert_eq!(seen, [true; Cell::COUNT]);
        }
    }
}
