//! A table of cells as people lay out puzzles in a sheet. The parser keeps some hundred rows, and
//! `rectangles` finds the grids in them.

use super::cells::{self, parse_field};
use super::delimited::{Csv, RecordState};
use super::error::{ReadError, excerpt};
use super::grid_row;
use super::grids::GridParser;
use super::rectangles::{
    FoundGrids, LOST_SPAN, MAX_GRID_ROWS, SheetGrid, SheetValue, clear, find_grids, lost_grids,
};
use super::{Flow, Parser, SkippedLines};
use crate::table::number::parse_whole;
use crate::table::row::{Ready, TableRow};
use engine::sudoku::grid::{Cell, Digit};

/// Minimum number of separators in a row of cells. Nine cells alone are a row of a drawn grid.
const MIN_SEPARATORS: usize = 9;
/// Maximum length of a field in a row of cells. A longer one may be a puzzle.
const MAX_FIELD_CHARS: usize = 40;
/// Maximum length of a row of cells, in bytes.
const MAX_ROW_BYTES: usize = 1 << 14;
/// The number of bytes from which the beginning of a line is shown.
const MAX_EXCERPT_BYTES: usize = 400;
/// The number of rows that are searched at once.
const MAX_ROWS: usize = 512;
/// Maximum number of columns that are searched, which are 25 grids beside each other.
const MAX_COLUMNS: usize = 256;
/// The number of rows at the end that wait for the rows after them.
const WAITING_ROWS: usize = MAX_GRID_ROWS + 3;

/// Returns the separator of a line that may be a row of cells: at least ten fields, none of which
/// is long, and one of which is a cell.
pub(super) fn separator(line: &str) -> Option<char> {
    let is_other = !matches!(cells::read_line(line), cells::LineReading::Other);
    if line.len() > MAX_ROW_BYTES || is_list(line) || is_other {
        return None;
    }
    let is_separator =
        |c: &char| line.matches(*c).count() >= MIN_SEPARATORS || is_numbering(line, *c);
    let separator = [',', ';', '\t'].into_iter().find(is_separator)?;
    let has_cell = line.split(separator).any(is_cell);
    let is_short = line.split(separator).all(|field| field.chars().count() <= MAX_FIELD_CHARS);
    (has_cell && is_short).then_some(separator)
}

/// Returns true if a field is a digit, or a sign of an empty cell that is no name of a column.
fn is_cell(field: &str) -> bool {
    match field_value(field) {
        SheetValue::Digit(_) => true,
        SheetValue::Blank => !field.contains(char::is_alphabetic),
        SheetValue::Empty | SheetValue::Text => false,
    }
}

/// Returns true if a line begins like a list of a programming language, or like markup.
fn is_list(line: &str) -> bool {
    line.trim_start().starts_with(['[', '{', '(', '<'])
}

/// Returns true if the fields of a line are the numbers of nine columns.
fn is_numbering(line: &str, separator: char) -> bool {
    line.trim()
        .split(separator)
        .map(str::trim)
        .eq((1..=9).map(|n| n.to_string()).collect::<Vec<_>>())
}

/// Returns the content of a field. Data frames write digits as `7.0`.
fn field_value(field: &str) -> SheetValue {
    let field = field.trim();
    let field = field.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(field);
    let digit = match parse_field(field.trim()) {
        Some(None) if field.trim().is_empty() => return SheetValue::Empty,
        Some(cell) => cell,
        None => match parse_whole(field) {
            Some(number) if number < 10 => Digit::new(number as u8),
            _ => return SheetValue::Text,
        },
    };
    digit.map_or(SheetValue::Blank, SheetValue::Digit)
}

/// The parser of tables of cells.
pub(super) struct SheetParser {
    csv: Csv,
    separator: char,
    /// The values of the rows that are not searched yet.
    rows: Vec<Vec<SheetValue>>,
    /// The place of each of these rows.
    places: Vec<RowPlace>,
    /// The text of these rows, kept until the first grid is found.
    text: Vec<u8>,
    /// True once a grid was found.
    is_sheet: bool,
    skipped: SkippedLines,
}

/// The place of a row in its file.
struct RowPlace {
    number: u64,
    /// The beginning of the line, if a field has text.
    text: String,
    /// The explanation of a field that is an error or a formula of a spreadsheet, if there is one.
    problem: Option<String>,
}

impl SheetParser {
    pub(super) fn new(separator: char) -> Self {
        Self {
            csv: Csv::new(separator as u8),
            separator,
            rows: Vec::new(),
            places: Vec::new(),
            text: Vec::new(),
            is_sheet: false,
            skipped: SkippedLines::default(),
        }
    }

    /// Appends the row of a line. A line that is no row of cells is a text.
    fn push(&mut self, number: u64, line: &[u8]) {
        let mut values = Vec::new();
        let mut problem = None;
        let is_row = line.len() <= MAX_ROW_BYTES && self.csv.parse(&[line]) == RecordState::Whole;
        if !is_row || self.csv.fields().nth(MAX_COLUMNS).is_some() {
            values.push(SheetValue::Text);
        } else {
            for field in self.csv.fields() {
                let field = cells::normalize(field);
                values.push(field_value(&field));
                problem = problem.or_else(|| cells::sheet_problem(&field));
            }
        }
        let mut text = String::new();
        if values.contains(&SheetValue::Text) {
            let line = &line[..line.len().min(MAX_EXCERPT_BYTES)];
            text = excerpt(String::from_utf8_lossy(line).into_owned(), MAX_FIELD_CHARS);
        }
        self.places.push(RowPlace { number, text, problem });
        self.rows.push(values);
    }

    /// Searches the rows, and reports the grids among those that need not wait.
    fn search(&mut self, is_end: bool, ready: &mut Ready) {
        let FoundGrids { grids, unclear } = find_grids(&self.rows);
        let waiting = if is_end { 0 } else { WAITING_ROWS };
        let mut ended = self.rows.len().saturating_sub(waiting);
        let (done, later): (Vec<_>, Vec<_>) =
            grids.into_iter().partition(|grid| is_end || grid.bottom() <= ended);
        ended = later.iter().map(|grid: &SheetGrid| grid.top).fold(ended, usize::min);
        let has_problem = || self.places.iter().any(|place| place.problem.is_some());
        self.is_sheet |= !done.is_empty()
            || !unclear.is_empty()
            || has_problem() && !lost_grids(&self.rows).is_empty();
        self.report(&done, ready);
        let unclear: Vec<usize> = unclear.into_iter().filter(|top| *top < ended).collect();
        for top in &unclear {
            let reason = "expected a grid whose first row and column can be told, found an empty \
                          row or column at its edge; write its empty cells as dots";
            ready.push_back(Err(ReadError::in_line(self.places[*top].number, reason)));
        }
        self.drop_rows(ended, &done, !unclear.is_empty(), ready);
    }

    /// Reports grids in reading order, a puzzle with the solution beside it.
    fn report(&mut self, grids: &[SheetGrid], ready: &mut Ready) {
        let is_complete = |grid: &SheetGrid| grid.grid.filled_count() == Cell::COUNT;
        for beside in grids.chunk_by(|one, other| one.top == other.top) {
            let mut at = 0;
            while at < beside.len() {
                let (puzzle, next) = (&beside[at], beside.get(at + 1));
                let answer = next
                    .filter(|next| !is_complete(puzzle) && is_complete(next))
                    .map(|next| next.grid);
                let line = self.places[puzzle.top].number;
                ready.push_back(Ok(TableRow::from_puzzle(line, (puzzle.grid, answer))));
                at += 1 + usize::from(answer.is_some());
            }
        }
    }

    /// Drops the first rows, after their damaged grids are reported and their texts counted.
    fn drop_rows(
        &mut self,
        count: usize,
        grids: &[SheetGrid],
        is_reported: bool,
        ready: &mut Ready,
    ) {
        if !self.is_sheet {
            return;
        }
        self.text.clear();
        for grid in grids {
            clear(&mut self.rows, grid);
        }
        let lost = if is_reported { Vec::new() } else { lost_grids(&self.rows[..count]) };
        for row in lost {
            let places = &self.places[row..count.min(row + LOST_SPAN)];
            let problem = places.iter().find_map(|place| place.problem.as_deref());
            let reason = problem.unwrap_or(
                "expected nine rows of nine cells with nothing but digits and blanks in them, \
                 found other fields among these digits",
            );
            ready.push_back(Err(ReadError::in_line(self.places[row].number, reason)));
        }
        for (row, values) in self.rows[..count].iter().enumerate() {
            let is_in_grid = grids.iter().any(|grid| (grid.top..grid.bottom()).contains(&row));
            if !is_in_grid && values.contains(&SheetValue::Text) {
                let RowPlace { number, text, .. } = &self.places[row];
                self.skipped.add(*number, text);
            }
        }
        self.rows.drain(..count);
        self.places.drain(..count);
    }

    /// Returns true if a line is a puzzle of another form, which ends the table of cells.
    fn is_of_other_form(&self, line: &[u8]) -> bool {
        let text = cells::normalize(line);
        if is_list(&text) {
            return grid_row::is_drawn(&text);
        }
        let has_separators = text.matches(self.separator).count() >= MIN_SEPARATORS - 1;
        let is_whole = !matches!(cells::read_line(&text), cells::LineReading::Other);
        !has_separators && (is_whole || grid_row::is_drawn(&text))
    }

    /// Searches the last rows. Returns false if there is no grid, and no error, in all rows so far.
    fn finish(&mut self, ready: &mut Ready) -> bool {
        if !self.rows.is_empty() {
            self.search(true, ready);
        }
        self.is_sheet
    }

    /// Returns the parser of other forms for these rows, which have no grid.
    fn give_up(&mut self) -> Flow {
        self.rows.clear();
        self.places.clear();
        let text = std::mem::take(&mut self.text);
        Flow::ReparseWith(Box::new(GridParser::default()), text)
    }
}

impl Parser for SheetParser {
    fn line(&mut self, number: u64, line: &[u8], _cut: bool, ready: &mut Ready) -> Flow {
        if self.is_of_other_form(line) {
            if !self.finish(ready) {
                self.text.extend_from_slice(line);
                self.text.push(b'\n');
                return self.give_up();
            }
            let grids = GridParser::after(std::mem::take(&mut self.skipped));
            return Flow::ReparseWith(Box::new(grids), [line, b"\n"].concat());
        }
        self.push(number, line);
        if !self.is_sheet {
            self.text.extend_from_slice(line);
            self.text.push(b'\n');
            if line.len() > MAX_ROW_BYTES {
                return self.give_up();
            }
        }
        if self.rows.len() >= MAX_ROWS {
            self.search(false, ready);
            if !self.is_sheet {
                return self.give_up();
            }
        }
        Flow::Continue
    }

    fn end(&mut self, ready: &mut Ready) -> Flow {
        if !self.finish(ready) {
            return self.give_up();
        }
        Flow::Continue
    }

    fn skipped(&self) -> Option<&SkippedLines> {
        (self.skipped.count > 0).then_some(&self.skipped)
    }
}
