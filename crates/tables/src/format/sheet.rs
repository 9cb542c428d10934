//! A table of cells as people lay out puzzles in a sheet. `rectangles` finds the grids in it.

use super::cell_field::parse_field;
use super::cells;
use super::csv_fields::{FieldSplitter, RecordState};
use super::error::ReadError;
use super::rectangles::{
    FoundGrids, LOST_SPAN, MAX_GRID_ROWS, MIN_LOST_DIGITS, SheetGrid, SheetValue, clear,
    find_grids, lost_grids,
};
use super::tokens::{Line, is_title};
use super::{FoundCells, FoundPuzzle, JudgedText, MAX_TITLE_LINES, damaged_row, headings};
use grid::AnyGrid;
use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};
use words::Clause;

/// Minimum number of separators in a row of cells. Nine cells alone are a row of a drawn grid.
const MIN_SEPARATORS: usize = 9;
/// Maximum length of a field in a row of cells. A longer one may be a puzzle.
const MAX_FIELD_CHARS: usize = 40;
/// Maximum length of a row of cells, in bytes.
const MAX_ROW_BYTES: usize = 1 << 14;
/// The number of rows that are searched at once.
const MAX_ROWS: usize = 512;
/// Maximum number of columns that are searched, which are 25 grids beside each other.
const MAX_COLUMNS: usize = 256;
/// The number of rows at the end that wait for the rows after them.
const WAITING_ROWS: usize = MAX_GRID_ROWS + 3;

/// The numbers of rows and columns with digits of a grid with an empty column at its edge.
const NARROW_ROWS: RangeInclusive<usize> = 7..=9;
const NARROW_COLUMNS: RangeInclusive<usize> = 7..=8;
/// Minimum number of rows with digits of a grid with an empty row or column among the others.
const MIN_LOST_ROWS: usize = 7;
/// The expectation that a damaged grid violates.
const LOST_GRID: &str =
    "expected nine rows of nine cells with nothing but digits and blanks in them";
/// The reason of an error of a grid whose edge is empty.
const UNCLEAR_EDGE: &str = "expected a grid whose first row and column can be told, found an empty \
    row or column at its edge; write its empty cells as dots";
/// The reason of an error of a grid with cells directly beyond its end.
const TORN_GRID: &str = "expected nine rows and nine columns, found cells of one more; remove an \
    empty row or column inside the grid, write blanks as dots, and leave an empty row or column \
    between the grid and other numbers";

/// Returns the separator of a line that may be a row of cells: at least ten fields, none of which
/// is long, and one of which is a cell.
pub(super) fn separator(line: &str) -> Option<char> {
    let is_other = !matches!(cells::read_line(line), cells::LineReading::Other);
    if line.len() > MAX_ROW_BYTES || is_list(line) || is_other {
        return None;
    }
    let mut best = None;
    for separator in [',', ';', '\t'] {
        let has_row =
            line.matches(separator).count() >= MIN_SEPARATORS || is_numbering(line, separator);
        // Commas may stand in decimals.
        let cells = line.split(separator).filter(|field| is_cell(field)).count();
        if has_row && cells > 0 && best.is_none_or(|(most, _)| cells > most) {
            best = Some((cells, separator));
        }
    }
    let (_, separator) = best?;
    let is_short = line.split(separator).all(|field| field.chars().count() <= MAX_FIELD_CHARS);
    is_short.then_some(separator)
}

/// Returns true if a field is a digit, or a sign of an empty cell that is no name of a column.
fn is_cell(field: &str) -> bool {
    match field_value(field) {
        SheetValue::Digit(_) => true,
        SheetValue::Blank => !field.contains(char::is_alphabetic),
        SheetValue::Empty | SheetValue::Label(_) | SheetValue::Text => false,
    }
}

/// Returns true if a line begins like a list of a programming language, or like markup.
fn is_list(line: &str) -> bool {
    line.trim_start().starts_with(['[', '{', '(', '<'])
}

/// Returns true if the fields of a line are the numbers of nine columns, from 1 or, as data frames
/// count, from 0.
fn is_numbering(line: &str, separator: char) -> bool {
    let fields: Vec<_> = line.split(separator).map(|field| field.trim().parse::<u8>()).collect();
    [0, 1].into_iter().any(|first| fields.iter().cloned().eq((first..first + 9).map(Ok)))
}

/// Returns the content of a field.
fn field_value(field: &str) -> SheetValue {
    match parse_field(field) {
        Some(Some(digit)) => SheetValue::Digit(digit),
        Some(None) if field.trim().trim_matches('"').trim().is_empty() => SheetValue::Empty,
        Some(None) => SheetValue::Blank,
        None => headings::label_number(field).map_or(SheetValue::Text, SheetValue::Label),
    }
}

/// Reads a table of cells below any titles. Returns what was found, and the number of lines up to
/// the end of the table. Returns `None` if there is no grid, and no error, in the first rows.
pub(super) fn sheet(lines: &[Line<'_>]) -> Option<(JudgedText, usize)> {
    let separator = find_separator(lines)?;
    let below = lines.iter().position(|line| is_of_other_form(line, separator));
    let end = below.unwrap_or(lines.len());
    let mut splitter = FieldSplitter::new(separator as u8);
    let rows = lines[..end].iter().map(|line| split_row(&line.text, &mut splitter)).collect();
    let mut search =
        SheetSearch { lines: &lines[..end], rows, is_sheet: false, found: JudgedText::default() };
    let mut searched = 0;
    while searched < end {
        searched += search.search_window(searched);
        if !search.is_sheet {
            return None;
        }
    }
    Some((search.found, end))
}

/// Returns an error for each grid whose first or last column is empty, so that a spreadsheet has
/// saved fewer columns.
pub(super) fn narrow_grids(lines: &[Line<'_>]) -> Vec<ReadError> {
    let mut errors = Vec::new();
    for separator in [',', ';', '\t'] {
        let mut splitter = FieldSplitter::new(separator as u8);
        let mut rows = Vec::new();
        for Line { text, .. } in lines {
            let is_narrow = NARROW_COLUMNS.contains(&(text.matches(separator).count() + 1));
            rows.push(if is_narrow { split_row(text, &mut splitter) } else { Vec::new() });
        }
        let mut at = 0;
        for block in rows.chunk_by(|one, other| is_narrow_row(one) == is_narrow_row(other)) {
            if let Some(first) = narrow_grid(block) {
                errors.push(ReadError::in_line(lines[at + first].number, UNCLEAR_EDGE));
            }
            at += block.len();
        }
    }
    errors
}

/// Returns an error for the first place that looks like a grid, in a text without any: a number
/// stands among its digits, or an empty row or column.
pub(super) fn lost_grid(lines: &[Line<'_>]) -> Option<ReadError> {
    let mut splitter = FieldSplitter::new(find_separator(lines)? as u8);
    let lines = &lines[..lines.len().min(MAX_ROWS)];
    let rows: Vec<_> = lines.iter().map(|line| split_row(&line.text, &mut splitter)).collect();
    let first = *lost_grids(&rows).first()?;
    let number = lines[first..].iter().take(LOST_SPAN).find_map(wrong_number);
    let found = number.or_else(|| {
        let near = rows[first..].iter().take(LOST_SPAN);
        let words =
            "an empty row or column among them; remove it, or write all empty cells as dots";
        (near.filter(|row| is_row_of_grid(row)).count() >= MIN_LOST_ROWS).then(|| words.to_owned())
    })?;
    Some(ReadError::in_line(lines[first].number, format!("{LOST_GRID}, found {found}")))
}

/// Returns true if a row has digits, none of them twice, and no text beside its label.
fn is_row_of_grid(row: &[SheetValue]) -> bool {
    let mut digits = HashSet::new();
    let mut are_different = true;
    let cells = if let [SheetValue::Label(_), cells @ ..] = row { cells } else { row };
    for value in cells {
        are_different &= match value {
            SheetValue::Digit(digit) => digits.insert(*digit),
            value => !is_text(value),
        };
    }
    are_different && !digits.is_empty() && cells.len() >= MIN_SEPARATORS
}

fn is_text(value: &SheetValue) -> bool {
    matches!(value, SheetValue::Label(_) | SheetValue::Text)
}

fn is_narrow_row(row: &[SheetValue]) -> bool {
    NARROW_COLUMNS.contains(&row.len()) && !row.iter().any(is_text)
}

/// Returns the index of the first row with a digit, if these rows are a grid without a column at
/// its edge: enough digits, none of them twice in a row or column.
fn narrow_grid(rows: &[Vec<SheetValue>]) -> Option<usize> {
    let (mut in_rows, mut in_columns) = (HashSet::new(), HashSet::new());
    let mut filled_rows = Vec::new();
    for (at, row) in rows.iter().enumerate().filter(|(_, row)| is_narrow_row(row)) {
        for (column, value) in row.iter().enumerate() {
            let SheetValue::Digit(digit) = *value else { continue };
            if !in_rows.insert((at, digit)) || !in_columns.insert((column, digit)) {
                return None;
            }
            filled_rows.push(at);
        }
    }
    let (first, last) = (*filled_rows.first()?, *filled_rows.last()?);
    let has_size = NARROW_ROWS.contains(&(last + 1 - first));
    if has_size && filled_rows.len() >= MIN_LOST_DIGITS as usize { Some(first) } else { None }
}

/// Returns the separator of the first row of cells, below titles and empty lines.
fn find_separator(lines: &[Line<'_>]) -> Option<char> {
    let filled = lines.iter().filter(|line| !cells::is_blank(&line.text));
    for line in filled.take(MAX_TITLE_LINES + 1) {
        let separator = separator(&line.text);
        if separator.is_some() || !is_title(&line.text) {
            return separator;
        }
    }
    None
}

/// Returns true if a line is a row of a drawn grid, which ends the table of cells.
fn is_of_other_form(line: &Line<'_>, separator: char) -> bool {
    let has_separators = line.text.matches(separator).count() >= MIN_SEPARATORS - 1;
    (is_list(&line.text) || !has_separators) && line.token.is_drawn()
}

/// A search for the grids of a table of cells.
struct SheetSearch<'a> {
    lines: &'a [Line<'a>],
    /// The values of the rows.
    rows: Vec<Vec<SheetValue>>,
    /// True once a grid was found.
    is_sheet: bool,
    found: JudgedText,
}

/// Splits a line. A line that is no row of cells is a text.
fn split_row(line: &str, splitter: &mut FieldSplitter) -> Vec<SheetValue> {
    if cells::is_blank(line) {
        return Vec::new();
    }
    splitter.reset();
    if line.len() > MAX_ROW_BYTES
        || splitter.split(line.as_bytes()) != RecordState::Whole
        || splitter.count() > MAX_COLUMNS
    {
        return vec![SheetValue::Text];
    }
    splitter.fields().map(|field| field_value(&String::from_utf8_lossy(field))).collect()
}

/// Returns the explanation of a field that is an error or a formula of a spreadsheet, if a line has
/// one.
fn line_problem(line: &Line<'_>) -> Option<Clause> {
    damaged_row::sheet_problem(&line.text)
}

/// Returns the first number of a line that is no cell, with its place.
fn wrong_number(line: &Line<'_>) -> Option<String> {
    let is_number = |field: &&str| field.trim().replace(',', ".").parse::<f64>().is_ok();
    let mut wrong = line.text.split([',', ';', '\t']).filter(|field| parse_field(field).is_none());
    let number = wrong.find(is_number)?;
    Some(format!("{:?} in line {}", number.trim(), line.number))
}

impl SheetSearch<'_> {
    /// Searches some hundred rows from a row on, and reports the grids among those that need not
    /// wait for the rows below. Returns the number of rows that are done.
    fn search_window(&mut self, first: usize) -> usize {
        let end = self.rows.len().min(first + MAX_ROWS);
        let is_last = end == self.rows.len();
        let FoundGrids { grids, unclear } = find_grids(&self.rows[first..end]);
        let waiting = if is_last { 0 } else { WAITING_ROWS };
        let mut done = end - first - waiting;
        let (now, later): (Vec<_>, Vec<_>) =
            grids.into_iter().partition(|grid| is_last || grid.place.bottom() <= done);
        done = later.iter().map(|grid: &SheetGrid| grid.place.top).fold(done, usize::min);
        self.is_sheet |= !now.is_empty()
            || !unclear.is_empty()
            || !lost_grids(&self.rows[first..end]).is_empty()
                && self.lines[first..end].iter().any(|line| line_problem(line).is_some());
        if !self.is_sheet {
            return done;
        }
        self.report(&now, first);
        let unclear: Vec<usize> = unclear.into_iter().filter(|top| *top < done).collect();
        for top in &unclear {
            self.add_error(first + top, UNCLEAR_EDGE.to_owned());
        }
        for grid in &now {
            clear(&mut self.rows[first..end], &grid.place);
        }
        if unclear.is_empty() {
            self.report_lost(first..first + done);
        }
        for row in first..first + done {
            let is_in_grid = now
                .iter()
                .any(|grid| (grid.place.top..grid.place.bottom()).contains(&(row - first)));
            if !is_in_grid && self.rows[row].iter().any(is_text) {
                let Line { number, text, .. } = &self.lines[row];
                self.found.skipped.add(*number, text);
            }
        }
        done
    }

    fn add_error(&mut self, row: usize, reason: impl Into<Clause>) {
        self.found.rows.push(Err(ReadError::in_line(self.lines[row].number, reason)));
    }

    /// Reports grids in reading order, a puzzle with the solution beside it.
    fn report(&mut self, grids: &[SheetGrid], first: usize) {
        for beside in grids.chunk_by(|one, other| one.place.top == other.place.top) {
            let mut at = 0;
            while at < beside.len() {
                let puzzle = &beside[at];
                if puzzle.is_torn {
                    self.add_error(first + puzzle.place.top, TORN_GRID.to_owned());
                    at += 1;
                    continue;
                }
                let answer = match beside.get(at + 1) {
                    Some(next) if !puzzle.is_complete() && next.is_complete() => Some(next.grid),
                    _ => None,
                };
                let line = self.lines[first + puzzle.place.top].number;
                let cells = FoundCells::Puzzle((puzzle.grid.into(), answer.map(AnyGrid::from)));
                self.found.rows.push(Ok(FoundPuzzle { line, cells }));
                at += 1 + usize::from(answer.is_some());
            }
        }
    }

    /// Reports the damaged grids in these rows.
    fn report_lost(&mut self, rows: Range<usize>) {
        for row in lost_grids(&self.rows[rows.clone()]) {
            let row = rows.start + row;
            let lines = &self.lines[row..rows.end.min(row + LOST_SPAN)];
            let problem = lines.iter().find_map(line_problem);
            let found = lines.iter().find_map(wrong_number);
            let found = found.unwrap_or_else(|| "other fields among these digits".to_owned());
            let reason = problem.unwrap_or_else(|| format!("{LOST_GRID}, found {found}").into());
            self.add_error(row, reason);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::lines::split_lines;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    type Rows = Vec<(u64, bool)>;

    /// The puzzle as fields between commas, each row in a frame.
    fn drawn(frame: &str) -> String {
        let mut text = String::new();
        for row in PUZZLE.as_bytes().chunks(9) {
            let cells: Vec<_> = row.iter().map(|cell| char::from(*cell).to_string()).collect();
            let row = cells.join(",").replace('.', "");
            text += &(frame.replace('#', &row) + "\n");
        }
        text
    }

    /// The line of each grid, and true if it is the puzzle; the lines of the table; the captions.
    fn found(text: &str) -> Option<(Rows, usize, usize)> {
        let lines: Vec<_> = split_lines(text.as_bytes(), 1).map(Line::new).collect();
        let (found, end) = sheet(&lines)?;
        let rows = found.rows.into_iter().map(|row| match row {
            Ok(FoundPuzzle { line, cells: FoundCells::Puzzle((grid, _)) }) => {
                (line, grid.to_string() == PUZZLE)
            }
            Ok(puzzle) => (puzzle.line, false),
            Err(_) => (0, false),
        });
        Some((rows.collect(), end, found.skipped.count as usize))
    }

    #[test]
    fn grids_are_found_below_titles_and_beside_notes() {
        let two = [(1, true), (1, true)].to_vec();
        assert_eq!(found(&drawn("#,,#")), Some((two, 9, 0)));
        let titled = format!("My list,,,,,,,,,,\n\n{}", drawn("#,,a note"));
        assert_eq!(found(&titled), Some((vec![(3, true)], 11, 1)));
        let long = drawn("#,x").repeat(100);
        let all = (0..100).map(|at| (9 * at + 1, true)).collect();
        assert_eq!(found(&long), Some((all, 900, 0)));
    }

    #[test]
    fn grid_without_its_last_column_is_refused() {
        let errors = |text: &str| {
            let lines: Vec<_> = split_lines(text.as_bytes(), 1).map(Line::new).collect();
            narrow_grids(&lines).len()
        };
        let wide = drawn("#");
        let narrow: Vec<_> = wide.lines().filter_map(|row| row.rsplit_once(',')).collect();
        let narrow: String = narrow.iter().map(|(row, _)| format!("{row}\n")).collect();
        assert_eq!(errors(&wide), 0);
        assert_eq!(errors(&narrow), 1);
        assert_eq!(errors(&format!("My list,,,,,,,\n,,,,,,,\n{narrow}")), 1);
        // Statistics repeat their digits.
        assert_eq!(errors(&"1,2,3,4,,1,2,3\n".repeat(9)), 0);
    }

    #[test]
    fn table_of_cells_ends_at_a_drawn_grid() {
        let text = drawn("#,x") + "53..7....\n6..195...\n";
        assert_eq!(found(&text), Some((vec![(1, true)], 9, 0)));
        assert_eq!(found(&drawn("#")), None);
        assert_eq!(found("a,b,c,d,e,f,g,h,i,j\n"), None);
    }
}
