//! Unique rectangles and loops, searched only where a loop can be.

use grid::{Cell, CellSet, Digit, DigitSet};
use human::{Position, Step, TechniqueSet, UniqueLoop};

/// The loops of each pair of digits. They depend only on the cells that have both digits, and are
/// kept while these cells do not change.
pub(super) struct LoopCache([PairLoops; 36]);

impl Default for LoopCache {
    fn default() -> Self {
        Self(std::array::from_fn(|_| PairLoops::default()))
    }
}

#[derive(Default)]
struct PairLoops {
    /// The cells that have both digits, with the candidates of each.
    cells: CellSet,
    candidates: Vec<DigitSet>,
    /// The loops in the order of the walk, each with its first cell.
    loops: Vec<(Cell, UniqueLoop)>,
}

impl LoopCache {
    /// Returns the best find of all loops.
    pub fn find(&mut self, position: &Position) -> Option<Step> {
        let mut known = 0_u64;
        UniqueLoop::best_find(position, TechniqueSet::ALL, |start, found| {
            let digits = position.candidates(start);
            let [low, high] = [0, 1].map(|i| digits.into_iter().nth(i).map_or(0, Digit::index));
            let pair = high * high.saturating_sub(1) / 2 + low;
            if known >> pair & 1 == 0 {
                self.0[pair].refresh(position, digits);
                known |= 1 << pair;
            }
            let loops = self.0[pair].loops.iter().filter(|(first, _)| *first == start);
            loops.for_each(|(_, one)| found(one));
        })
    }
}

impl PairLoops {
    /// Walks again if a cell with both digits changed.
    fn refresh(&mut self, position: &Position, digits: DigitSet) {
        let both = cells_with(position, digits);
        let candidates = both.map(|cell| position.candidates(cell));
        if self.cells == both && candidates.clone().eq(self.candidates.iter().copied()) {
            return;
        }
        self.cells = both;
        self.candidates.clear();
        self.candidates.extend(candidates);
        self.loops.clear();
        // The cells that have no further candidates.
        let bare = both.intersection(position.two_candidates());
        let (few, one) = cores(position, digits, both);
        let mut known: Vec<(CellSet, Vec<Cell>)> = Vec::new();
        let mut left = few;
        for start in few.union(one).intersection(bare) {
            // Loops with few cells that have further candidates are found from each of their bare
            // cells.
            UniqueLoop::walk(position, start, left.union(one), &mut |one| {
                // A loop has the same finds from each start and in both directions, except for the
                // order of the cells with further candidates.
                let cells = one.cells.iter().copied();
                let surplus = cells.clone().filter(|cell| !bare.contains(*cell));
                let key = (cells.collect(), surplus.collect());
                if !known.contains(&key) {
                    known.push(key);
                    self.loops.push((start, one.clone()));
                }
            });
            left.remove(start);
            left = closed_part(left);
        }
    }
}

/// Returns the cells that have all these digits.
fn cells_with(position: &Position, digits: DigitSet) -> CellSet {
    digits.fold(CellSet::FULL, |all, digit| all.intersection(position.cells_with(digit)))
}

/// Returns two sets of cells that can be part of a useful loop. `both` are the cells that have the
/// two digits. The first set is for loops in which at most two cells have further candidates. The
/// second set is for loops in which more cells have them, all of the same further digit.
fn cores(position: &Position, digits: DigitSet, both: CellSet) -> (CellSet, CellSet) {
    let bare = both.intersection(position.two_candidates());
    // With fewer than four bare cells, a loop of the first kind is a rectangle.
    let few = if has_more_than(bare, 3) { closed_part(both) } else { rectangles(bare, both) };
    let three = both.intersection(position.three_candidates());
    let one = digits.complement().map(|digit| {
        let further = three.intersection(position.cells_with(digit));
        if !has_more_than(further, 2) {
            return CellSet::EMPTY;
        }
        let core = closed_part(bare.union(further));
        let of_use = has_more_than(core.intersection(further), 2);
        if of_use && !core.intersection(bare).is_empty() { core } else { CellSet::EMPTY }
    });
    (few, one.collect())
}

/// Returns true if there are more than `count` cells. Cheaper than counting all cells.
fn has_more_than(mut cells: CellSet, count: usize) -> bool {
    (0..count).for_each(|_| _ = cells.next());
    !cells.is_empty()
}

/// Returns the corners of all rectangles that have two of the `bare` cells and lie in `both`.
fn rectangles(bare: CellSet, both: CellSet) -> CellSet {
    let mut all = CellSet::EMPTY;
    let mut rest = bare;
    while let Some(one) = rest.next() {
        for other in rest {
            let (rows, columns) = ([one.row(), other.row()], [one.column(), other.column()]);
            for n in 0..9 {
                let corners = if rows[0] == rows[1] && n != rows[0] {
                    corners([rows[0], n], columns)
                } else if columns[0] == columns[1] && n != columns[0] {
                    corners(rows, [columns[0], n])
                } else if n == rows[0] && rows[0] != rows[1] && columns[0] != columns[1] {
                    corners(rows, columns)
                } else {
                    continue;
                };
                if corners.minus(both).is_empty() {
                    all = all.union(corners);
                }
            }
        }
    }
    all
}

/// Returns the corners of a rectangle, or all cells if it does not lie in two blocks.
fn corners(rows: [usize; 2], columns: [usize; 2]) -> CellSet {
    if (rows[0] / 3 == rows[1] / 3) == (columns[0] / 3 == columns[1] / 3) {
        return CellSet::FULL;
    }
    rows.into_iter().flat_map(|row| columns.map(|column| Cell::new(row, column))).collect()
}

/// Returns the largest subset in which each cell shares its block, its row and its column with
/// another cell of the subset.
fn closed_part(mut cells: CellSet) -> CellSet {
    loop {
        let left = cells.filter(|&cell| {
            cell.houses().iter().all(|&house| cells.intersection(house.cell_set()).has_several())
        });
        let left: CellSet = left.collect();
        if left == cells {
            return cells;
        }
        cells = left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Grid;
    use human::Technique;

    /// Returns a position with a rectangle, whose upper left corner is given. `corners` has the
    /// candidates of the upper left, upper right, lower left and lower right corner. A cell beside
    /// the lower right corner has 3 and 7, and all other cells have 4 to 7.
    fn rectangle(row: usize, column: usize, corners: [&[u8]; 4]) -> Position {
        let set = |digits: &[u8]| digits.iter().fold(0, |bits, digit| bits | 1 << (digit - 1));
        let at = |row, column| Cell::new(row, column);
        let cells =
            [at(row, column), at(row, column + 3), at(row + 1, column), at(row + 1, column + 3)];
        Position::with_candidates(&Grid::EMPTY, |cell| {
            DigitSet::from_bits(match cells.iter().position(|&corner| corner == cell) {
                Some(n) => set(corners[n]),
                None if cell == at(row + 1, column + 4) => set(&[3, 7]),
                None => set(&[4, 5, 6, 7]),
            })
        })
    }

    #[test]
    fn a_rectangle_is_found_where_it_is_now_and_with_a_single_bare_cell() {
        let mut loops = LoopCache::default();
        let all = TechniqueSet::range(Technique::UniqueRectangle1, Technique::UniqueLoop4);
        let one: [&[u8]; 4] = [&[1, 2], &[1, 2], &[1, 2], &[1, 2, 3]];
        let three: [&[u8]; 4] = [&[1, 2], &[1, 2, 3], &[1, 2, 3], &[1, 2, 3]];
        // The same candidates, in the same order, are in other cells each time.
        for (row, column) in [(0, 0), (3, 0), (3, 4), (7, 1)] {
            for corners in [one, three] {
                let position = rectangle(row, column, corners);
                let plain = position.next_step(all).map(|step| step.eliminations);
                let found = loops.find(&position).map(|step| step.eliminations);
                assert!(plain.is_some());
                assert_eq!(found, plain, "{row} {column}");
            }
        }
        // Only the place of the rectangle changes between these two.
        for row in [0, 4] {
            let found = loops.find(&rectangle(row, 0, one)).expect("a rectangle");
            assert_eq!(found.eliminations[0].0, Cell::new(row + 1, 3));
        }
    }
}
