//! The worked examples of the rules: for each size of the book a block with one place for a digit,
//! and a row with pencil marks. Each book has its own, which follow from its first puzzle.

use grid::{AnyGrid, AnyPuzzle, Digit, DigitSet, GridShape, House};
use page::SymbolSet;

/// An example from which the examples of all books are made. A block lacks the digit, which has one
/// place there.
struct ExampleModel {
    givens: &'static str,
    digit: usize,
    row: usize,
    column: usize,
    /// The other rows and the other column that decide.
    other_rows: &'static [usize],
    other_column: usize,
}

/// The models, in the order of the shapes.
const MODELS: [ExampleModel; GridShape::ALL.len()] = [
    ExampleModel {
        givens: "1.3....23....14.",
        digit: 3,
        row: 1,
        column: 1,
        other_rows: &[0],
        other_column: 0,
    },
    ExampleModel {
        givens: "1..4564..1..2...6...4.3131......5.1.",
        digit: 5,
        row: 1,
        column: 1,
        other_rows: &[0],
        other_column: 2,
    },
    ExampleModel {
        givens: "...521..36.4.....15.2.4.8...8...2....2.4.8.6....3...2...9.7.1.62.....9.57..986...",
        digit: 2,
        row: 1,
        column: 6,
        other_rows: &[0, 2],
        other_column: 7,
    },
];

/// The worked examples of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesExamples {
    /// A block of each size, the smallest first.
    pub blocks: Vec<RulesExample>,
    /// A row with pencil marks.
    pub marks: MarkedRow,
}

/// A block in which a digit has one place: the other lines across the block already have the digit,
/// and so has the line that crosses its own at the other empty cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesExample {
    /// The givens of a puzzle.
    pub givens: AnyGrid,
    /// The digit in question.
    pub digit: Digit,
    /// Its place.
    pub cell: usize,
    /// The lines across the block that have the digit.
    pub lines: Vec<House>,
    /// The line across the block that lacks the digit.
    pub line: House,
    /// The crossing line that has the digit.
    pub crossing: House,
    /// The crossing line that is left.
    pub last: House,
    /// The letters that stand for digits.
    pub symbols: Option<SymbolSet>,
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

impl RulesExamples {
    /// Makes the examples of a book with this first puzzle and these sizes.
    pub fn new(first: &AnyPuzzle, shapes: &[GridShape]) -> Self {
        let blocks = shapes.iter().map(|shape| {
            let change = Choices::new(first).change(*shape);
            RulesExample::new(&MODELS[*shape as usize], &change)
        });
        let mut choices = Choices::new(first);
        choices.change(GridShape::Nine);
        Self { blocks: blocks.collect(), marks: MarkedRow::new(&mut choices) }
    }
}

impl RulesExample {
    /// Changes a model.
    fn new(model: &ExampleModel, change: &GridChange) -> Self {
        let side = change.rows.len();
        let shape = GridShape::with_cell_count(side * side).expect("models have a shape");
        let mut givens = AnyGrid::empty(shape);
        for (cell, sign) in model.givens.bytes().enumerate().filter(|(_, sign)| *sign != b'.') {
            let digit = change.digits[usize::from(sign - b'1')];
            givens.set(change.moved_cell(cell / side, cell % side), Some(digit.get()));
        }
        let mut lines: Vec<House> =
            model.other_rows.iter().map(|row| change.moved_row(*row)).collect();
        lines.sort_unstable();
        Self {
            givens,
            digit: change.digits[model.digit - 1],
            cell: change.moved_cell(model.row, model.column),
            lines,
            line: change.moved_row(model.row),
            crossing: change.moved_column(model.other_column),
            last: change.moved_column(model.column),
            symbols: None,
        }
    }

    /// Returns the sign of the digit in question.
    pub fn sign(&self) -> char {
        SymbolSet::sign_in(self.symbols.as_ref(), self.digit.get())
    }

    /// Returns the grid after these cells were filled, except the place of the digit.
    pub fn filled_but_one(&self, cells: &[usize]) -> AnyGrid {
        let puzzle = AnyPuzzle::prove(self.givens).expect("an example has one solution");
        let (solution, mut grid) = (puzzle.solution(), self.givens);
        for cell in cells.iter().filter(|cell| **cell != self.cell) {
            grid.set(*cell, solution.digit(*cell));
        }
        grid
    }

    /// Returns the first cell of the block.
    pub fn block_corner(&self) -> usize {
        let shape = self.givens.shape();
        let side = shape.side();
        let (row, column) = (self.cell / side, self.cell % side);
        let (rows, columns) = (shape.block_rows(), shape.block_columns());
        row / rows * rows * side + column / columns * columns
    }
}

impl MarkedRow {
    fn new(choices: &mut Choices) -> Self {
        let digits = choices.shuffled(Digit::ALL);
        let places = choices.shuffled(0..9);
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

/// A change of a grid that keeps its rules. Row r and column c of the result come from row
/// `rows[r]` and column `columns[c]`, after transposing.
struct GridChange {
    is_transposed: bool,
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// The new digits of the digits from 1 up.
    digits: Vec<Digit>,
}

impl GridChange {
    /// Returns the cell to which a cell moves.
    fn moved_cell(&self, row: usize, column: usize) -> usize {
        let (row, column) = if self.is_transposed { (column, row) } else { (row, column) };
        place(&self.rows, row) * self.rows.len() + place(&self.columns, column)
    }

    /// Returns the line to which a row moves.
    fn moved_row(&self, row: usize) -> House {
        if self.is_transposed {
            House::column(place(&self.columns, row))
        } else {
            House::row(place(&self.rows, row))
        }
    }

    /// Returns the line to which a column moves.
    fn moved_column(&self, column: usize) -> House {
        if self.is_transposed {
            House::row(place(&self.rows, column))
        } else {
            House::column(place(&self.columns, column))
        }
    }
}

/// Returns the place of a line in an order.
fn place(order: &[usize], line: usize) -> usize {
    order.iter().position(|other| *other == line).expect("an order has all lines")
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

    fn shuffled<T>(&mut self, items: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut items: Vec<T> = items.into_iter().collect();
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
        items
    }

    /// Returns an order of rows or columns that keeps bands or stacks of this width together.
    fn lines(&mut self, side: usize, width: usize) -> Vec<usize> {
        let bands = self.shuffled((0..side).step_by(width));
        bands.into_iter().flat_map(|band| self.shuffled(band..band + width)).collect()
    }

    fn change(&mut self, shape: GridShape) -> GridChange {
        let (side, rows, columns) = (shape.side(), shape.block_rows(), shape.block_columns());
        // A grid whose blocks are wider than high stays so.
        let is_transposed = rows == columns && self.below(2) == 1;
        let (rows, columns) = (self.lines(side, rows), self.lines(side, columns));
        let digits = self.shuffled(Digit::ALL.into_iter().take(side));
        GridChange { is_transposed, rows, columns, digits }
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

    fn examples(first: &str) -> RulesExamples {
        let first = AnyPuzzle::prove(first.parse().unwrap()).unwrap();
        RulesExamples::new(&first, &GridShape::ALL)
    }

    /// The cells of a line in a grid of this side.
    fn cells(line: House, side: usize) -> Vec<usize> {
        let at = line.index() % 9;
        (0..side).map(|n| if line.index() < 9 { at * side + n } else { n * side + at }).collect()
    }

    /// The steps say that the other lines across the block hold the digit, that the last one has
    /// two empty cells in the block, and that the line that crosses one of them holds the digit.
    #[test]
    fn worked_examples_are_true() {
        for example in FIRST.iter().flat_map(|first| examples(first).blocks) {
            let puzzle = AnyPuzzle::prove(example.givens).expect("one solution");
            assert_eq!(puzzle.solution().digit(example.cell), Some(example.digit.get()));
            let shape = example.givens.shape();
            let side = shape.side();
            let holds = |line: House| {
                let digit = Some(example.digit.get());
                cells(line, side).into_iter().any(|cell| example.givens.digit(cell) == digit)
            };
            assert!(!holds(example.line) && !holds(example.last));
            assert!(example.lines.iter().all(|line| holds(*line)) && holds(example.crossing));
            let block: Vec<usize> = (0..side)
                .map(|n| {
                    let (row, column) = (n / shape.block_columns(), n % shape.block_columns());
                    example.block_corner() + row * side + column
                })
                .collect();
            assert!(block.contains(&example.cell));
            let filled = example.filled_but_one(&block);
            assert!(!filled.has_conflict() && filled.digit(example.cell).is_none());
            assert!(block.iter().all(|at| *at == example.cell || filled.digit(*at).is_some()));
            let digits = block.iter().filter_map(|cell| example.givens.digit(*cell));
            assert!(!digits.collect::<Vec<_>>().contains(&example.digit.get()));
            let is_across = |line: House| cells(line, side).iter().any(|it| block.contains(it));
            assert!(example.lines.iter().chain([&example.line]).all(|line| is_across(*line)));
            let mut empty = cells(example.line, side);
            empty.retain(|cell| block.contains(cell) && example.givens.digit(*cell).is_none());
            assert_eq!(empty.len(), 2, "{}", example.givens);
            let left = [cells(example.last, side), cells(example.crossing, side)].concat();
            assert!(empty.iter().all(|cell| left.contains(cell)));
        }
    }

    #[test]
    fn marked_row_has_a_pair_and_a_single() {
        let marks = examples(FIRST[0]).marks;
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
        assert_eq!(examples(FIRST[0]), examples(FIRST[0]));
        let [one, other] = FIRST.map(examples);
        assert!(one.blocks.iter().zip(&other.blocks).all(|(one, other)| one != other));
    }
}
