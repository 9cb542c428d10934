//! The worked examples of the rules: a block with one place for a digit, and a row with pencil
//! marks. Each book has its own, which follow from its first puzzle.

use engine::sudoku::any_puzzle::AnyPuzzle;
use engine::sudoku::grid::{Cell, Digit, DigitSet, Grid, House};
use engine::sudoku::transform::Transform;

/// The example from which the examples of all books are made. Its top right block lacks a 2, which
/// has one place there.
const MODEL: &str =
    "...521..36.4.....15.2.4.8...8...2....2.4.8.6....3...2...9.7.1.62.....9.57..986...";
/// The digit and the cell of the model, and the two other rows and the other column that decide.
const DIGIT: usize = 2;
const CELL: (usize, usize) = (1, 6);
const OTHER_ROWS: [usize; 2] = [0, 2];
const OTHER_COLUMN: usize = 7;

/// A block in which a digit has one place: two lines across the block already have the digit, and
/// so has the line that crosses the third at its other empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesExample {
    /// The givens of a puzzle.
    pub givens: Grid,
    /// The block.
    pub block: House,
    /// The digit in question.
    pub digit: Digit,
    /// Its place.
    pub cell: Cell,
    /// The lines across the block that have the digit.
    pub lines: [House; 2],
    /// The line across the block that lacks the digit.
    pub line: House,
    /// The crossing line that has the digit.
    pub crossing: House,
    /// The crossing line that is left.
    pub last: House,
    /// A row with pencil marks.
    pub marks: MarkedRow,
}

/// A row with three empty cells. Two of them have the same two candidates, so the third has its own
/// digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedRow {
    /// The digits of the filled cells.
    pub filled: [Option<Digit>; 9],
    /// The candidates of the empty cells.
    pub candidates: [DigitSet; 9],
    /// The two digits of the pair.
    pub pair: [Digit; 2],
    /// The digit of the third cell.
    pub single: Digit,
}

impl RulesExample {
    /// Makes the examples of a book with this first puzzle.
    pub fn new(first: &AnyPuzzle) -> Self {
        let mut choices = Choices::new(first);
        let transform = choices.transform();
        let model: Grid = MODEL.parse().expect("the model is a grid");
        let cell = moved_cell(&transform, Cell::new(CELL.0, CELL.1));
        let mut lines = OTHER_ROWS.map(|row| moved_row(&transform, row));
        lines.sort_unstable();
        Self {
            givens: transform.grid(&model),
            block: cell.houses()[2],
            digit: transform.relabelled(Digit::ALL[DIGIT - 1]),
            cell,
            lines,
            line: moved_row(&transform, CELL.0),
            crossing: moved_column(&transform, OTHER_COLUMN),
            last: moved_column(&transform, CELL.1),
            marks: MarkedRow::new(&mut choices),
        }
    }
}

impl MarkedRow {
    fn new(choices: &mut Choices) -> Self {
        let digits = choices.shuffled(Digit::ALL);
        let places: [usize; 9] = choices.shuffled([0, 1, 2, 3, 4, 5, 6, 7, 8]);
        let single = digits[2];
        let mut pair = [digits[0], digits[1]];
        pair.sort_unstable();
        let mut candidates = [DigitSet::EMPTY; 9];
        for place in &places[..3] {
            candidates[*place] = pair.into_iter().collect();
        }
        candidates[places[2]].insert(single);
        let mut filled = [None; 9];
        for (place, digit) in places.into_iter().zip(digits).skip(3) {
            filled[place] = Some(digit);
        }
        Self { filled, candidates, pair, single }
    }
}

/// Returns the cell to which a transform moves a cell.
fn moved_cell(transform: &Transform, cell: Cell) -> Cell {
    let moved = Cell::ALL.into_iter().find(|to| transform.source(*to) == cell);
    moved.expect("a transform keeps all cells")
}

/// Returns the line to which a transform moves a row.
fn moved_row(transform: &Transform, row: usize) -> House {
    moved_line(transform, Cell::new(row, 0), Cell::new(row, 8))
}

/// Returns the line to which a transform moves a column.
fn moved_column(transform: &Transform, column: usize) -> House {
    moved_line(transform, Cell::new(0, column), Cell::new(8, column))
}

/// Returns the row or column to which a transform moves the line through two cells.
fn moved_line(transform: &Transform, first: Cell, last: Cell) -> House {
    let [first, last] = [first, last].map(|cell| moved_cell(transform, cell));
    if first.row() == last.row() { House::row(first.row()) } else { House::column(first.column()) }
}

/// A sequence of choices that follows from a puzzle.
struct Choices(u64);

impl Choices {
    /// Starts at a hash of the givens (FNV-1a).
    fn new(puzzle: &AnyPuzzle) -> Self {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        for byte in puzzle.givens().to_string().bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Self(hash)
    }

    /// Returns the next number below `end` (Knuth's MMIX generator).
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) as usize) % end
    }

    fn shuffled<T, const N: usize>(&mut self, mut items: [T; N]) -> [T; N] {
        for i in (1..N).rev() {
            items.swap(i, self.below(i + 1));
        }
        items
    }

    /// Returns an order of rows or columns that keeps bands or stacks together.
    fn lines(&mut self) -> [u8; 9] {
        let bands = self.shuffled([0, 3, 6]);
        let threes = bands.map(|band| self.shuffled([band, band + 1, band + 2]));
        let mut lines = [0; 9];
        for (line, from) in lines.iter_mut().zip(threes.into_iter().flatten()) {
            *line = from;
        }
        lines
    }

    fn transform(&mut self) -> Transform {
        let is_transposed = self.below(2) == 1;
        let (rows, columns) = (self.lines(), self.lines());
        let digits = self.shuffled(Digit::ALL);
        Transform::new(is_transposed, rows, columns, digits).expect("the parts are permutations")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first puzzles of two books.
    const FIRST: [&str; 2] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "...521..36.4.....15.2.4.8...8...2....2.4.8.6....3...2...9.7.1.62.....9.57..986...",
    ];

    fn example(first: &str) -> RulesExample {
        RulesExample::new(&AnyPuzzle::prove(first.parse().unwrap()).unwrap())
    }

    /// The steps say that two lines across the block hold the digit, that the third has two empty
    /// cells in the block, and that the line that crosses one of them holds the digit.
    #[test]
    fn worked_examples_are_true() {
        for first in FIRST {
            let example = example(first);
            let puzzle =
                engine::sudoku::puzzle::Puzzle::prove(example.givens).expect("one solution");
            assert_eq!(puzzle.solution()[example.cell], example.digit);
            let holds = |house: House| {
                house.cells().iter().any(|cell| example.givens[*cell] == Some(example.digit))
            };
            assert!(!holds(example.block) && !holds(example.line) && !holds(example.last));
            assert!(example.lines.into_iter().all(holds) && holds(example.crossing));
            let is_across = |house: &House| {
                house.cells().iter().any(|cell| example.block.cells().contains(cell))
            };
            let across = [example.lines[0], example.lines[1], example.line];
            assert!(across.iter().all(is_across));
            let places: Vec<Cell> = example.line.cells().to_vec();
            let empty: Vec<Cell> = places
                .into_iter()
                .filter(|cell| example.block.cells().contains(cell))
                .filter(|cell| example.givens[*cell].is_none())
                .collect();
            assert_eq!(empty.len(), 2);
            assert!(empty.iter().all(|cell| {
                example.last.cells().contains(cell) || example.crossing.cells().contains(cell)
            }));
        }
    }

    #[test]
    fn marked_row_has_a_pair_and_a_single() {
        let marks = example(FIRST[0]).marks;
        let pair: DigitSet = marks.pair.into_iter().collect();
        assert_eq!(marks.candidates.iter().filter(|set| **set == pair).count(), 2);
        let third = marks.candidates.iter().find(|set| set.contains(marks.single)).unwrap();
        assert_eq!(third.minus(pair).len(), 1);
        let all: DigitSet = marks.filled.into_iter().flatten().chain(marks.pair).collect();
        assert_eq!(all.len(), 8, "each digit is once in the row");
        assert!(!all.contains(marks.single));
    }

    #[test]
    fn examples_follow_from_the_first_puzzle() {
        assert_eq!(example(FIRST[0]), example(FIRST[0]));
        assert_ne!(example(FIRST[0]).givens, example(FIRST[1]).givens);
    }
}
