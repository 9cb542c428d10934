//! Finds grids of 9 by 9 cells in a table of cells, as people lay them out in a sheet: beside and
//! below each other, with gaps between the blocks, in merged cells, between headings and notes.
//!
//! Nothing marks a grid, so each rectangle is judged by what stands inside and around it. There is
//! no text inside, and no cell directly above and to the left of it, except headings from 1 to 9.
//! Of rectangles that overlap, the one with the best [`RectangleFit`] wins.

use super::empty_rows::has_other_reading;
use grid::{Cell, Digit, Grid};
use std::ops::Range;

/// The content of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SheetValue {
    Empty,
    /// A sign for an empty cell.
    Blank,
    Digit(Digit),
    /// A text that may be the label of a row or of a column, with its number.
    Label(u32),
    Text,
}

/// Minimum number of digits in a grid.
const MIN_DIGITS: u32 = 12;
/// Minimum number of digits outside all grids that are taken for a damaged grid.
pub(super) const MIN_LOST_DIGITS: u32 = 17;
/// Maximum number of cells of a note directly beside a grid, and minimum number of cells that are a
/// row. Those between them are a note if they cannot be a row.
const MAX_NOTE_SIGNS: u32 = 2;
const MIN_ROW_SIGNS: u32 = 5;
/// Minimum number of labels beside the rows of a grid.
const MIN_LABELS: usize = 5;
/// The number of rows and columns in which these digits stand.
pub(super) const LOST_SPAN: usize = 11;

/// The positions of nine rows, or of nine columns.
#[derive(Debug)]
struct Axis {
    offsets: [usize; 9],
    /// The positions between them, which are empty.
    gaps: &'static [usize],
}

static AXES: [Axis; 3] = [
    Axis { offsets: [0, 1, 2, 3, 4, 5, 6, 7, 8], gaps: &[] },
    Axis { offsets: [0, 1, 2, 4, 5, 6, 8, 9, 10], gaps: &[3, 7] },
    Axis { offsets: [0, 2, 4, 6, 8, 10, 12, 14, 16], gaps: &[1, 3, 5, 7, 9, 11, 13, 15] },
];

impl Axis {
    fn span(&self) -> usize {
        self.offsets[8] + 1
    }
}

/// Maximum number of rows of a grid.
pub(super) const MAX_GRID_ROWS: usize = 17;

/// The fit of a rectangle. Less is better, and the first difference decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RectangleFit {
    /// True if a digit stands twice in a row, column or block.
    has_conflicts: bool,
    /// The number of sides, right and below, at which cells go on.
    touching: u8,
    /// The number of rows and columns at the edges that are empty.
    empty_edges: u8,
    /// The number of cells without a digit. A part of a grid in merged cells has more of them.
    empty_cells: usize,
    /// The number of sides, above and left, at which neither headings nor the sheet end.
    loose: u8,
}

/// The place of a grid in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangle {
    /// The index of the first row.
    pub top: usize,
    /// The index of the first column.
    left: usize,
    down: &'static Axis,
    across: &'static Axis,
}

impl Rectangle {
    fn rows(&self) -> Range<usize> {
        self.top..self.bottom()
    }

    fn columns(&self) -> Range<usize> {
        self.left..self.left + self.across.span()
    }

    /// Returns the index of the row after the last one.
    pub(super) fn bottom(&self) -> usize {
        self.top + self.down.span()
    }

    fn overlaps(&self, other: &Self) -> bool {
        let (rows, columns) = (other.rows(), other.columns());
        self.top < rows.end
            && rows.start < self.bottom()
            && self.left < columns.end
            && columns.start < self.columns().end
    }

    /// Exchanges rows and columns.
    fn transposed(&self) -> Self {
        Self { top: self.left, left: self.top, down: self.across, across: self.down }
    }

    /// Returns true if both have the same rows or the same columns.
    fn is_aligned(&self, other: &Self) -> bool {
        self.rows() == other.rows() || self.columns() == other.columns()
    }

    fn contains(&self, row: usize, column: usize) -> bool {
        self.rows().contains(&row) && self.columns().contains(&column)
    }
}

/// A grid in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct SheetGrid {
    pub place: Rectangle,
    /// The cells.
    pub grid: Grid,
    /// True if a row or column of the grid may stand outside, behind an empty one inside.
    pub is_torn: bool,
    fit: RectangleFit,
}

impl SheetGrid {
    /// Exchanges rows and columns.
    fn transposed(&self) -> Self {
        let grid = Grid::new(
            Cell::ALL.map(|cell| self.grid[Cell::ALL[cell.index() % 9 * 9 + cell.index() / 9]]),
        );
        Self { place: self.place.transposed(), grid, ..*self }
    }

    /// Returns true if all cells have digits.
    pub(super) fn is_complete(&self) -> bool {
        self.grid.filled_count() == Cell::COUNT
    }
}

/// The result of a search.
#[derive(Default)]
pub(super) struct FoundGrids {
    /// The grids, in reading order.
    pub grids: Vec<SheetGrid>,
    /// The first rows of places at which several rectangles fit alike.
    pub unclear: Vec<usize>,
}

/// The kinds of fields that are counted.
#[derive(Clone, Copy)]
enum FieldKind {
    Digit,
    /// A digit or a sign of an empty cell.
    Cell,
    Text,
}

/// A table of cells, prepared for the search.
struct CellTable<'a> {
    rows: &'a [Vec<SheetValue>],
    width: usize,
    /// The numbers of fields of each kind above and left of each field.
    sums: Vec<[u32; 3]>,
}

/// The fields beside a rectangle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// The end of the table, headings or other text.
    Anchored,
    Empty,
    /// Cells.
    Touching,
}

impl<'a> CellTable<'a> {
    fn new(rows: &'a [Vec<SheetValue>]) -> Self {
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut sums = vec![[0; 3]; width + 1];
        for row in rows {
            let mut in_row = [0; 3];
            sums.push(in_row);
            for x in 0..width {
                match row.get(x).copied().unwrap_or(SheetValue::Empty) {
                    SheetValue::Empty => {}
                    SheetValue::Label(_) | SheetValue::Text => {
                        in_row[FieldKind::Text as usize] += 1
                    }
                    SheetValue::Blank => in_row[FieldKind::Cell as usize] += 1,
                    SheetValue::Digit(_) => {
                        in_row[FieldKind::Digit as usize] += 1;
                        in_row[FieldKind::Cell as usize] += 1;
                    }
                }
                let above = sums[sums.len() - width - 1];
                sums.push(std::array::from_fn(|kind| above[kind] + in_row[kind]));
            }
        }
        Self { rows, width, sums }
    }

    /// Counts the fields of a kind in a rectangle. Nothing is outside the table.
    fn count(&self, kind: FieldKind, rows: Range<usize>, columns: Range<usize>) -> u32 {
        let [top, bottom] =
            [rows.start, rows.end].map(|y| y.min(self.rows.len()) * (self.width + 1));
        let [left, right] = [columns.start, columns.end].map(|x| x.min(self.width));
        let [a, b, c, d] = [bottom + right, top + left, top + right, bottom + left]
            .map(|at| self.sums[at][kind as usize]);
        a + b - c - d
    }

    fn value(&self, row: usize, column: usize) -> SheetValue {
        let row = self.rows.get(row);
        row.and_then(|row| row.get(column)).copied().unwrap_or(SheetValue::Empty)
    }

    /// Counts the cells of a rectangle in one of its rows.
    fn row_signs(&self, place: &Rectangle, row: usize) -> u32 {
        self.count(FieldKind::Cell, row..row + 1, place.columns())
    }

    /// Counts the cells of a rectangle in one of its columns.
    fn column_signs(&self, place: &Rectangle, column: usize) -> u32 {
        self.count(FieldKind::Cell, place.rows(), column..column + 1)
    }

    /// Returns the rectangle if it may be a grid. `is_continued` means that cells may stand
    /// directly above and to the left.
    fn grid_at(&self, place: Rectangle, is_continued: bool) -> Option<SheetGrid> {
        let (rows, columns) = (place.rows(), place.columns());
        if rows.end > self.rows.len()
            || columns.end > self.width
            || self.count(FieldKind::Text, rows.clone(), columns.clone()) > 0
            || self.count(FieldKind::Digit, rows.clone(), columns.clone()) < MIN_DIGITS
        {
            return None;
        }
        let [above, before, below, behind] = self.sides(&place);
        if !is_continued && (above == Side::Touching || before == Side::Touching) {
            return None;
        }
        let (down, across) = (place.down, place.across);
        if down.gaps.iter().any(|gap| self.row_signs(&place, place.top + gap) > 0)
            || across.gaps.iter().any(|gap| self.column_signs(&place, place.left + gap) > 0)
        {
            return None;
        }
        let grid = Grid::new(std::array::from_fn(|i| {
            match self.value(place.top + down.offsets[i / 9], place.left + across.offsets[i % 9]) {
                SheetValue::Digit(digit) => Some(digit),
                _ => None,
            }
        }));
        let fit = RectangleFit {
            has_conflicts: grid.conflicts().next().is_some(),
            touching: [below, behind].map(|side| u8::from(side == Side::Touching)).iter().sum(),
            empty_edges: count_empty(rows.clone().map(|row| self.row_signs(&place, row)))
                + count_empty(columns.clone().map(|column| self.column_signs(&place, column))),
            empty_cells: Cell::COUNT - grid.filled_count(),
            loose: [above, before].map(|side| u8::from(side == Side::Empty)).iter().sum(),
        };
        Some(SheetGrid { place, grid, is_torn: false, fit })
    }

    /// Returns true if the rows of a grid are unclear: the row below looks like its last one, or a
    /// row without cells may be a gap.
    fn has_torn_rows(&self, grid: &SheetGrid, known: &[Rectangle]) -> bool {
        let place = &grid.place;
        let below = place.bottom();
        let is_known = known.iter().any(|other| other.top == below && other.left == place.left);
        let rows = place.down.offsets.map(|offset| place.top + offset);
        let labels: Vec<u32> =
            rows.iter().filter_map(|row| self.row_label(place, *row, known)).collect();
        let is_labelled = labels.len() >= MIN_LABELS;
        let is_touching = !is_known
            && (self.row_side(place, Some(below)) == Side::Touching
                || is_labelled && self.row_label(place, below, known).is_some());
        let [signs, digits] = [FieldKind::Cell, FieldKind::Digit]
            .map(|kind| self.count(kind, place.rows(), place.columns()) as usize);
        // Where blanks have signs, each row has some.
        let has_blanks = signs > digits && signs < Cell::COUNT;
        let has_empty_row = rows.iter().any(|row| self.row_signs(place, *row) == 0);
        if has_blanks && (is_touching || has_empty_row || self.has_inner_blank(place))
            || is_labelled && !are_labels(&labels)
        {
            return true;
        }
        let mut filled: Vec<usize> = (0..9).collect();
        filled.retain(|at| is_labelled || self.row_signs(place, rows[*at]) > 0);
        let (Some(first), Some(last)) = (filled.first(), filled.last()) else { return true };
        if filled.len() == 9 {
            return is_touching && self.may_be_last_row(grid, below);
        }
        let is_gap = |row: &usize| self.row_side(place, Some(*row)) == Side::Empty;
        let mut room = vec![(0..rows[*first]).rev().take_while(is_gap).count()];
        for pair in filled.windows(2) {
            room.push(rows[pair[1]] - rows[pair[0]] - 1);
        }
        // A spreadsheet does not save empty rows at the end.
        room.push((rows[*last] + 1..self.rows.len() + 9).take_while(is_gap).count());
        // A grid beside it tells its rows. So do digits in the first and the last row of a sheet of
        // several grids.
        let is_whole = (*first, *last, place.down.span()) == (0, 8, 9) && known.len() > 1;
        let mut others = known.iter().filter(|other| other.left != place.left);
        let is_told = is_whole || others.any(|other| other.rows() == place.rows());
        is_touching || !is_told && has_other_reading(&grid.grid.into(), &filled, room)
    }

    /// Returns true if a blank inside a grid has a sign. Those at its edges may have signs alone.
    fn has_inner_blank(&self, place: &Rectangle) -> bool {
        let inner = |axis: &'static Axis| axis.offsets[1..8].iter();
        inner(place.down).any(|row| {
            inner(place.across)
                .any(|column| self.value(place.top + row, place.left + column) == SheetValue::Blank)
        })
    }

    /// Returns the number of the label to the left of a row. Another grid has no labels.
    fn row_label(&self, place: &Rectangle, row: usize, known: &[Rectangle]) -> Option<u32> {
        let column = place.left.checked_sub(1)?;
        match self.value(row, column) {
            _ if known.iter().any(|other| other.contains(row, column)) => None,
            SheetValue::Label(number) => Some(number),
            SheetValue::Digit(digit) => Some(digit.get().into()),
            SheetValue::Blank => Some(0),
            _ => None,
        }
    }

    /// Returns true if the row below a grid may be its last one: it has more cells than a note, and
    /// if there are few, the grid would be free of conflicts without its first row.
    fn may_be_last_row(&self, grid: &SheetGrid, below: usize) -> bool {
        let place = &grid.place;
        let columns = place.columns();
        // Where blanks have no sign, such a sign is a note.
        let [all, digits] = [FieldKind::Cell, FieldKind::Digit]
            .map(|kind| self.count(kind, place.rows(), columns.clone()));
        let kind = if all > digits { FieldKind::Cell } else { FieldKind::Digit };
        let signs = self.count(kind, below..below + 1, columns.clone());
        let has_text = self.count(FieldKind::Text, below..below + 1, columns) > 0;
        if signs <= MAX_NOTE_SIGNS || has_text {
            return false;
        }
        if signs >= MIN_ROW_SIGNS {
            return true;
        }
        let mut moved = Grid::EMPTY;
        for cell in Cell::ALL {
            let (row, column) = (cell.index() / 9, cell.index() % 9);
            moved[cell] = match self.value(below, place.left + place.across.offsets[column]) {
                SheetValue::Digit(digit) if row == 8 => Some(digit),
                _ if row == 8 => None,
                _ => grid.grid[Cell::ALL[cell.index() + 9]],
            };
        }
        moved.conflicts().next().is_none()
    }

    /// Returns what stands above, to the left, below and to the right of a rectangle.
    fn sides(&self, place: &Rectangle) -> [Side; 4] {
        [
            self.row_side(place, place.top.checked_sub(1)),
            self.column_side(place, place.left.checked_sub(1)),
            self.row_side(place, Some(place.bottom())),
            self.column_side(place, Some(place.columns().end)),
        ]
    }

    /// Returns what a row has in the columns of a rectangle. There is no row above the table.
    fn row_side(&self, place: &Rectangle, row: Option<usize>) -> Side {
        let Some(row) = row else { return Side::Anchored };
        let cells = place.across.offsets.map(|offset| self.value(row, place.left + offset));
        self.side(row..row + 1, place.columns(), &cells)
    }

    /// Returns what a column has in the rows of a rectangle.
    fn column_side(&self, place: &Rectangle, column: Option<usize>) -> Side {
        let Some(column) = column else { return Side::Anchored };
        let cells = place.down.offsets.map(|offset| self.value(place.top + offset, column));
        self.side(place.rows(), column..column + 1, &cells)
    }

    fn side(&self, rows: Range<usize>, columns: Range<usize>, cells: &[SheetValue; 9]) -> Side {
        let signs = self.count(FieldKind::Cell, rows.clone(), columns.clone());
        if signs == 9 && are_numbers(cells) {
            Side::Anchored
        } else if signs > 0 {
            Side::Touching
        } else if self.count(FieldKind::Text, rows, columns) > 0 {
            Side::Anchored
        } else {
            Side::Empty
        }
    }

    /// Returns all rectangles that may be grids, the best first.
    fn candidates(&self) -> Vec<SheetGrid> {
        let mut found = Vec::new();
        for (down, across) in AXES.iter().flat_map(|down| AXES.iter().map(move |axis| (down, axis)))
        {
            for top in 0..self.rows.len() {
                for left in 0..self.width {
                    let grid = self.grid_at(Rectangle { top, left, down, across }, false);
                    // Numbers that go on and break the rules are another table.
                    found.extend(
                        grid.filter(|grid| grid.fit.touching == 0 || !grid.fit.has_conflicts),
                    );
                }
            }
        }
        found.sort_by_key(|grid| (grid.fit, grid.place.top, grid.place.left));
        found
    }

    /// Returns the grids that continue directly below or to the right of this one.
    fn continued(&self, first: &SheetGrid, others: &[SheetGrid]) -> Vec<SheetGrid> {
        let mut found: Vec<SheetGrid> = Vec::new();
        let mut next = vec![first.place];
        while let Some(place) = next.pop() {
            let [_, _, below, behind] = self.sides(&place);
            let places = [
                (below, Rectangle { top: place.bottom(), ..place }),
                (behind, Rectangle { left: place.columns().end, ..place }),
            ];
            for (_, place) in places.into_iter().filter(|(side, _)| *side == Side::Touching) {
                let Some(grid) = self.grid_at(place, true) else { continue };
                if !grid.fit.has_conflicts
                    && !others.iter().chain(&found).any(|known| known.place.overlaps(&place))
                {
                    found.push(grid);
                    next.push(place);
                }
            }
        }
        found
    }
}

/// Counts the lines without a cell at both ends, by the number of cells of each line.
fn count_empty(signs: impl DoubleEndedIterator<Item = u32> + Clone) -> u8 {
    let before = signs.clone().take_while(|count| *count == 0).count();
    let behind = signs.rev().take_while(|count| *count == 0).count();
    (before + behind) as u8
}

/// Returns true if these are the numbers from 1 to 9, or from 0 to 8, in order.
fn are_numbers(cells: &[SheetValue; 9]) -> bool {
    let numbers = Digit::ALL.map(SheetValue::Digit);
    *cells == numbers || cells[0] == SheetValue::Blank && cells[1..] == numbers[..8]
}

/// Returns true if these are the labels of nine rows in order. The letter I may be left out.
fn are_labels(numbers: &[u32]) -> bool {
    let mut pairs = numbers.windows(2);
    numbers.len() == 9
        && numbers[0] <= 1
        && pairs.all(|pair| pair[1] == pair[0] + 1 || pair == [8, 10])
}

/// Finds the grids of a table, in reading order.
pub(super) fn find_grids(rows: &[Vec<SheetValue>]) -> FoundGrids {
    let table = CellTable::new(rows);
    let candidates = table.candidates();
    let mut found = FoundGrids::default();
    loop {
        let count = found.grids.len();
        let unclear = choose_grids(&table, &candidates, &mut found.grids);
        // A grid that was found may tell how those around it are aligned.
        if unclear.is_empty() || found.grids.len() == count {
            found.unclear = unclear.iter().map(|grid| grid.place.top).collect();
            break;
        }
    }
    found.unclear.dedup();
    found.grids.sort_by_key(|grid| (grid.place.top, grid.place.left));
    mark_torn(&table, &mut found.grids);
    found
}

/// Marks the grids of which a row or column may stand outside.
fn mark_torn(table: &CellTable<'_>, grids: &mut [SheetGrid]) {
    let columns: Vec<Vec<SheetValue>> = (0..table.width)
        .map(|column| (0..table.rows.len()).map(|row| table.value(row, column)).collect())
        .collect();
    let turned = CellTable::new(&columns);
    let places: Vec<Rectangle> = grids.iter().map(|grid| grid.place).collect();
    let turned_places: Vec<Rectangle> = places.iter().map(Rectangle::transposed).collect();
    for grid in grids {
        grid.is_torn = table.has_torn_rows(grid, &places)
            || turned.has_torn_rows(&grid.transposed(), &turned_places);
    }
}

/// Adds the candidates that fit best to the grids. Returns a candidate of each place at which
/// several fit alike.
fn choose_grids(
    table: &CellTable<'_>,
    candidates: &[SheetGrid],
    grids: &mut Vec<SheetGrid>,
) -> Vec<SheetGrid> {
    let mut unclear: Vec<SheetGrid> = Vec::new();
    for (at, grid) in candidates.iter().enumerate() {
        if has_overlap(grids, grid) || has_overlap(&unclear, grid) {
            continue;
        }
        let alike = candidates[at..].iter().take_while(|other| other.fit == grid.fit);
        let rivals: Vec<_> = alike
            .filter(|other| other.place.overlaps(&grid.place) && !has_overlap(grids, other))
            .collect();
        let Some(chosen) = choose(&rivals, grids) else {
            unclear.push(*grid);
            continue;
        };
        grids.push(*chosen);
        let more = table.continued(chosen, grids);
        grids.extend(more);
    }
    unclear
}

fn has_overlap(known: &[SheetGrid], grid: &SheetGrid) -> bool {
    known.iter().any(|other| other.place.overlaps(&grid.place))
}

/// Chooses among rectangles that fit alike: the only one, or the one that is aligned with most of
/// the known grids. Returns `None` if several are.
fn choose<'a>(rivals: &[&'a SheetGrid], known: &[SheetGrid]) -> Option<&'a SheetGrid> {
    let mut ranked = Vec::new();
    for rival in rivals {
        let aligned = known.iter().filter(|other| other.place.is_aligned(&rival.place)).count();
        ranked.push((aligned, *rival));
    }
    let most = ranked.iter().map(|(aligned, _)| *aligned).max()?;
    let mut best = ranked.into_iter().filter(|(aligned, _)| *aligned == most);
    let (_, first) = best.next()?;
    if best.next().is_some() { None } else { Some(first) }
}

/// Empties the fields of a grid, with the headings beside it.
pub(super) fn clear(rows: &mut [Vec<SheetValue>], place: &Rectangle) {
    let (mut down, mut across) = (place.rows(), place.columns());
    let first = down.start.saturating_sub(1);
    let table = CellTable::new(&rows[first..rows.len().min(down.end + 1)]);
    let [above, before, below, behind] =
        table.sides(&Rectangle { top: place.top - first, ..*place });
    down.start -= usize::from(above == Side::Anchored && down.start > 0);
    across.start -= usize::from(before == Side::Anchored && across.start > 0);
    down.end += usize::from(below == Side::Anchored);
    across.end += usize::from(behind == Side::Anchored);
    for row in down {
        let Some(row) = rows.get_mut(row) else { continue };
        for column in across.clone() {
            if let Some(value) = row.get_mut(column) {
                *value = SheetValue::Empty;
            }
        }
    }
}

/// Returns the first row of each place at which so many digits stand together that a damaged grid
/// is likely.
pub(super) fn lost_grids(rows: &[Vec<SheetValue>]) -> Vec<usize> {
    let table = CellTable::new(rows);
    let mut lost = Vec::new();
    let mut row = 0;
    while row < rows.len() {
        let span = row..row + LOST_SPAN;
        let is_lost = (0..table.width).any(|left| {
            table.count(FieldKind::Digit, span.clone(), left..left + LOST_SPAN) >= MIN_LOST_DIGITS
        });
        let has_digit = table.count(FieldKind::Digit, row..row + 1, 0..table.width) > 0;
        if is_lost && has_digit {
            lost.push(row);
            row += LOST_SPAN;
        } else {
            row += 1;
        }
    }
    lost
}
