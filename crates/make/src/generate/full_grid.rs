//! Full grids: the paper's Las Vegas algorithm (5.2.1), and two other methods.

use grid::{Cell, Digit, DigitSet, Grid, House, Rng, Solution, Transform};

/// A method that makes full grids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FullGrid {
    /// Las Vegas: legal random digits in random cells, and the first solution of them. Fails if
    /// there is none.
    LasVegas {
        /// The number of random digits: 11 in the paper.
        digits: usize,
    },
    /// Backtracking in reading order, with a shuffled list of digits for each cell.
    Shuffled,
    /// The rows and columns of the centre block, shifted cyclically. All these grids are
    /// equivalent.
    Cyclic,
}

impl FullGrid {
    /// The paper's method: Las Vegas with 11 digits.
    pub const PAPER: Self = Self::LasVegas { digits: 11 };

    /// Returns the name in flags and catalogues.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LasVegas { .. } => "las-vegas",
            Self::Shuffled => "shuffled",
            Self::Cyclic => "cyclic",
        }
    }

    /// Attempts to make a full grid. Returns `None` if the attempt failed; then the caller should
    /// try again.
    pub fn attempt(self, rng: &mut Rng) -> Option<Solution> {
        match self {
            Self::LasVegas { digits } => las_vegas(digits, rng),
            Self::Shuffled => shuffled(rng),
            Self::Cyclic => Some(cyclic(rng)),
        }
    }
}

/// The maximum number of nodes of a Las Vegas attempt. Nearly all attempts need fewer than a
/// hundred. The English version of the paper stops after 0.1 s instead, which depends on the
/// machine.
const MAX_LAS_VEGAS_NODES: u64 = 1_000;

/// The maximum number of digits placed in a shuffled attempt.
const MAX_SHUFFLED_NODES: u32 = 20_000;

fn las_vegas(digits: usize, rng: &mut Rng) -> Option<Solution> {
    let mut cells = Cell::ALL;
    let chosen = rng.draw(&mut cells, digits);
    let mut grid = Grid::EMPTY;
    let mut legal = [DigitSet::FULL; House::ALL.len()];
    for &mut cell in chosen {
        let [row, column, block] = cell.houses().map(House::index);
        let of_cell = legal[row].intersection(legal[column]).intersection(legal[block]);
        let nth = rng.below((of_cell.len() as u32).max(1));
        let digit = of_cell.into_iter().nth(nth as usize)?;
        [row, column, block].into_iter().for_each(|house| legal[house].remove(digit));
        grid[cell] = Some(digit);
    }
    grid.first_solution(MAX_LAS_VEGAS_NODES)
}

fn shuffled(rng: &mut Rng) -> Option<Solution> {
    let mut lists = [Digit::ALL; Cell::COUNT];
    for list in &mut lists {
        rng.shuffle(list);
    }
    let mut grid = Grid::EMPTY;
    let mut nodes = MAX_SHUFFLED_NODES;
    fill_from(0, &mut grid, &lists, &mut nodes)?;
    Some(Solution::try_from(grid).expect("every digit kept the rules"))
}

fn fill_from(
    index: usize,
    grid: &mut Grid,
    lists: &[[Digit; 9]; Cell::COUNT],
    nodes: &mut u32,
) -> Option<()> {
    let Some(&cell) = Cell::ALL.get(index) else {
        return Some(());
    };
    for digit in lists[index] {
        if cell.peers().iter().any(|&peer| grid[peer] == Some(digit)) {
            continue;
        }
        *nodes = nodes.checked_sub(1)?;
        grid[cell] = Some(digit);
        if fill_from(index + 1, grid, lists, nodes).is_some() {
            return Some(());
        }
        grid[cell] = None;
        if *nodes == 0 {
            break;
        }
    }
    None
}

/// Makes a cyclic grid:
///
/// ```text
///   i g h | c a b | f d e      the centre block: any letters; beside it: its rows shifted
///   c a b | f d e | i g h
///   f d e | i g h | c a b
///   ------+-------+------
///   g h i | a b c | d e f
///   a b c | d e f | g h i
///   d e f | g h i | a b c
///   ------+-------+------
///   h i g | b c a | e f d      above and below: its columns shifted
///   b c a | e f d | h i g
///   e f d | h i g | b c a
/// ```
/// The corners have both shifts. All such grids are equivalent. A random transform follows: without
/// it only 5,184 grids would be different, and an order of holes that is not random would dig the
/// same few puzzles.
fn cyclic(rng: &mut Rng) -> Solution {
    let grid = Grid::new(Cell::ALL.map(|cell| {
        let row = (cell.row() + cell.column() / 3 + 2) % 3;
        let column = (cell.column() + cell.row() / 3 + 2) % 3;
        Some(Digit::ALL[row * 3 + column])
    }));
    let solution = Solution::try_from(grid).expect("each house has each digit once");
    Transform::random(rng).solution(&solution)
}
