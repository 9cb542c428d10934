//! Assembles rows into grids, and finds where a grid ends.
//!
//! Nothing marks the start of a grid, so rows are counted, and every line that is not allowed
//! inside a grid ends it. A grid with fewer than nine rows is one error; its rows never become part
//! of the next grid.

use super::candidates::CandidateGrid;
use super::cells::NineCells;
use super::error::{ReadError, RowPosition};
use super::grid_row::{BlankStyle, GridRow, read_aligned, row_error};
use crate::table::row::{Ready, TableRow};
use engine::sudoku::grid::{DigitSet, Grid};

/// Maximum number of rows in a block of rows in which spaces are blanks.
const MAX_SPACED_ROWS: usize = 900;

/// A row of the current grid.
#[derive(Debug)]
struct GridLine {
    number: u64,
    row: GridRow,
    /// The text of the line. Rows with spaces for blanks find their columns in it.
    text: String,
}

impl GridLine {
    /// Returns true for a number of at most four digits without spaces inside.
    fn is_lone_number(&self) -> bool {
        let text = self.text.trim();
        self.row == GridRow::Spaced && text.len() <= 4 && !text.contains(' ')
    }
}

/// The rows of the current grid. A grid that ends becomes a row of the file, or an error.
#[derive(Default)]
pub(crate) struct GridAssembly {
    lines: Vec<GridLine>,
    /// Number of rows between two empty lines, 1 or 3. `None` before the first empty line.
    paragraph: Option<usize>,
    /// Number of rows since the last empty line.
    since_gap: usize,
    /// True if the current grid is ignored.
    is_ignored: bool,
    /// True if a border stands above the first row.
    has_top: bool,
    /// Lines that turned out to be captions, with their numbers.
    captions: Vec<(u64, String)>,
}

impl GridAssembly {
    /// Returns true if there are no rows yet.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns true if the line is a number of at most four digits, without spaces inside.
    pub(super) fn row_count(&self) -> usize {
        let dashes = self.has_dashes();
        self.lines.iter().filter(|line| line.row.counts(dashes)).count()
    }

    /// Returns true if there are nine rows. If the first rows have no cells, they may be empty
    /// lines between two grids, so the grid waits for more lines.
    pub(super) fn is_complete(&self) -> bool {
        self.row_count() >= 9
    }

    /// Returns the number of lines without cells before the first row.
    fn leading_spaces(&self) -> usize {
        self.lines.iter().take_while(|line| line.row == GridRow::Empty).count()
    }

    /// Returns true if there is a row that consists of more than spaces and dashes.
    pub(super) fn is_under_way(&self) -> bool {
        let is_weak = |row| matches!(row, GridRow::Dashes { .. } | GridRow::Empty | GridRow::Gap);
        self.lines.iter().any(|line| !is_weak(line.row))
    }

    /// Returns true if an error of this grid was already reported, or the grid is ignored.
    pub(super) fn is_lost(&self) -> bool {
        self.is_ignored || self.lines.iter().any(|line| line.row == GridRow::Invalid)
    }

    /// Takes the lines that looked like rows but were captions, with their numbers.
    pub(super) fn take_captions(&mut self) -> Vec<(u64, String)> {
        std::mem::take(&mut self.captions)
    }

    /// Returns true if some row shows blanks as dashes.
    fn has_dashes(&self) -> bool {
        let has_dashes = |row| matches!(row, GridRow::Cells { blanks: BlankStyle::Dashes, .. });
        self.lines.iter().any(|line| has_dashes(line.row))
    }

    /// Returns true if spaces are blanks in all rows so far.
    pub(super) fn is_spaced(&self) -> bool {
        self.lines.iter().all(|line| line.row.can_be_spaced())
            && self.lines.iter().any(|line| line.row == GridRow::Spaced)
    }

    /// Processes an empty line. It is allowed after every row or after every third row; elsewhere
    /// it ends the grid.
    pub(super) fn push_gap(&mut self, number: u64, ready: &mut Ready) {
        if self.is_spaced() {
            return match self.lines.last() {
                Some(line) if line.row == GridRow::Gap => self.end(ready),
                _ => self.add(number, GridRow::Gap, ""),
            };
        }
        if self.since_gap == 0 {
            return;
        }
        if self.is_complete() {
            return self.end(ready);
        }
        let length = self.since_gap;
        let right = matches!(length, 1 | 3) && self.paragraph.is_none_or(|p| p == length);
        if right && self.is_under_way() && self.row_count().is_multiple_of(length) {
            self.paragraph = Some(length);
            self.since_gap = 0;
            return;
        }
        self.end(ready);
    }

    /// Processes a border. It is allowed above the first row, between bands, or between all rows
    /// from the first row on. Elsewhere it ends the grid.
    pub(super) fn push_border(&mut self, ready: &mut Ready) {
        if self.is_complete() {
            self.end(ready);
        }
        match self.row_count() {
            0 => self.has_top = true,
            // Column numbers, or an empty head, above the border.
            1 if !self.has_top && is_column_numbers(&self.lines[0].row.cells()) => {
                self.restart();
                self.has_top = true;
            }
            1 => self.paragraph = Some(1),
            _ if self.paragraph == Some(1) || self.is_spaced() => {}
            count if !count.is_multiple_of(3) => self.end(ready),
            _ => {}
        }
        self.since_gap = if self.paragraph == Some(1) { 0 } else { self.since_gap };
    }

    /// Processes the separator below the head of a Markdown table. Returns true if the head was
    /// empty: then the head is no row, and is dropped.
    pub(super) fn drop_empty_head(&mut self) -> bool {
        let [line] = &self.lines[..] else { return false };
        let is_empty = matches!(line.row, GridRow::Cells { cells, .. } if cells == [None; 9]);
        if is_empty && !self.has_top {
            self.restart();
            self.has_top = true;
        }
        is_empty
    }

    /// Ends the current grid and ignores the next one.
    pub(super) fn ignore_next(&mut self, ready: &mut Ready) {
        self.end(ready);
        self.is_ignored = true;
    }

    fn restart(&mut self) {
        *self = Self { captions: std::mem::take(&mut self.captions), ..Self::default() };
    }

    /// Ends the current grid, which is an error if it has fewer than nine rows.
    pub(super) fn end(&mut self, ready: &mut Ready) {
        // Reached before each puzzle in a line, too.
        if self.lines.is_empty() {
            (self.is_ignored, self.has_top) = (false, false);
            (self.paragraph, self.since_gap) = (None, 0);
            return;
        }
        if self.is_spaced() {
            self.end_spaced(ready);
        } else if self.is_complete() {
            self.finish_last_nine(ready);
        } else if self.is_under_way() && !self.is_lost() {
            // Borders of dashes may have been rows.
            let lines = self.lines.iter().filter(|line| line.row != GridRow::Gap);
            let lines: Vec<&GridLine> = lines.collect();
            if self.has_dashes() && lines.len() == 9 {
                self.finish(&lines, ready);
            } else {
                let first = self.lines.iter().find(|line| line.row.counts(true));
                let line = first.map_or(0, |line| line.number);
                ready.push_back(Err(too_few_rows(line, self.row_count())));
            }
        }
        self.restart();
    }

    /// Adds a row.
    pub(super) fn push(&mut self, number: u64, row: GridRow, text: &str, ready: &mut Ready) {
        self.drop_captions(row, text);
        let begins_next = match row {
            GridRow::Cells { .. } | GridRow::Candidates(_) => false,
            GridRow::Empty => self.is_free_of_conflicts(0),
            _ => true,
        };
        if begins_next && self.is_complete() && !self.is_spaced() {
            self.end(ready);
        }
        let is_spaced = row == GridRow::Spaced;
        if self.is_spaced() || is_spaced && self.leading_spaces() == self.lines.len() {
            if !row.can_be_spaced() || self.lines.len() > MAX_SPACED_ROWS {
                self.end(ready);
            }
            return self.add(number, row, text);
        }
        if self.paragraph == Some(self.since_gap) {
            self.split(ready);
        }
        if is_spaced && !self.is_lost() {
            let (column, reason) = row_error(text);
            ready.push_back(Err(ReadError::at(number, RowPosition::Character(column), reason)));
        }
        self.add(number, if is_spaced { GridRow::Invalid } else { row }, text);
        match self.leading_spaces() {
            0 if self.is_complete() => self.end(ready),
            0 => {}
            // Only empty lines so far. A grid has eight of them at most.
            spaces if spaces == self.lines.len() => {
                drop(self.lines.drain(..spaces.saturating_sub(8)))
            }
            spaces if self.row_count() - spaces == 9 => self.split_after_spaces(spaces, ready),
            _ => {}
        }
    }

    /// Decides which empty lines before nine rows belong to the grid: as few as possible, as long
    /// as no digit comes twice in a house. The rows after the grid begin the next grid.
    fn split_after_spaces(&mut self, spaces: usize, ready: &mut Ready) {
        let most = spaces.min(8);
        let later = (0..=most).find(|later| self.is_free_of_conflicts(*later)).unwrap_or(0);
        let later = self.lines.split_off(self.lines.len() - later);
        self.end(ready);
        self.since_gap = later.len();
        self.lines = later;
    }

    /// Returns true if no digit comes twice in a house of the last nine lines before the `later`
    /// last lines.
    fn is_free_of_conflicts(&self, later: usize) -> bool {
        let lines = &self.lines[..self.lines.len() - later];
        let lines = &lines[lines.len().saturating_sub(9)..];
        let cells = |i: usize| lines.get(i / 9).and_then(|line| line.row.cells()[i % 9]);
        Grid::new(std::array::from_fn(cells)).conflicts().next().is_none()
    }

    /// Reports the grid of the last nine rows.
    fn finish_last_nine(&self, ready: &mut Ready) {
        let dashes = self.has_dashes();
        let counted = self.lines.iter().filter(|line| line.row.counts(dashes));
        let lines: Vec<&GridLine> = counted.collect();
        self.finish(&lines[lines.len() - 9..], ready);
    }

    fn add(&mut self, number: u64, row: GridRow, text: &str) {
        if row.counts(true) {
            self.since_gap += 1;
        }
        let text = text.to_owned();
        self.lines.push(GridLine { number, row, text });
    }

    /// Drops a number that stands alone above a grid whose rows have all of their cells.
    fn drop_captions(&mut self, next: GridRow, text: &str) {
        let is_number = |line: &GridLine| line.row == GridRow::Gap || line.is_lone_number();
        let next_is_whole = match next {
            GridRow::Cells { .. } | GridRow::Candidates(_) => true,
            GridRow::Empty => text.contains([',', ';', '\t']),
            _ => false,
        };
        if next_is_whole && (1..=3).contains(&self.lines.len()) && self.lines.iter().all(is_number)
        {
            let lines = std::mem::take(&mut self.lines);
            self.keep_captions(lines.iter());
            self.restart();
        }
    }

    fn keep_captions<'a>(&mut self, lines: impl Iterator<Item = &'a GridLine>) {
        let lines = lines.filter(|line| line.row != GridRow::Gap);
        self.captions.extend(lines.map(|line| (line.number, line.text.clone())));
    }

    /// Splits before the rows that follow the last empty line: no empty line follows these rows, so
    /// they begin another grid.
    fn split(&mut self, ready: &mut Ready) {
        let mut later = self.lines.len();
        let mut rows = self.since_gap;
        while rows > 0 && later > 0 {
            later -= 1;
            rows -= usize::from(self.lines[later].row.counts(true));
        }
        let later = self.lines.split_off(later);
        let since_gap = self.since_gap;
        self.end(ready);
        self.lines = later;
        self.since_gap = since_gap;
    }

    /// Reports the grid of these nine rows, unless it is lost.
    fn finish(&self, lines: &[&GridLine], ready: &mut Ready) {
        if !self.is_under_way() || self.is_lost() {
            return;
        }
        let first = lines[0].number;
        ready.push_back(match candidates_of(lines) {
            Some(Ok(marks)) => Ok(TableRow::from_candidates(first, &marks)),
            Some(Err(line)) => {
                let reason =
                    "expected nine groups of candidates, as in the other rows, found cells";
                Err(ReadError::in_line(line, reason))
            }
            None => {
                let cells = |i: usize| lines[i / 9].row.cells()[i % 9];
                let grid = Grid::new(std::array::from_fn(cells));
                Ok(TableRow::from_grid(first, grid))
            }
        });
    }

    /// Ends a block of rows in which spaces are blanks. The block holds grids of nine rows, each of
    /// which may have a number above it.
    fn end_spaced(&mut self, ready: &mut Ready) {
        let is_ignored = self.is_ignored;
        let mut lines = std::mem::take(&mut self.lines);
        while lines.last().is_some_and(|line| line.row == GridRow::Gap) {
            lines.pop();
        }
        let count = lines.iter().filter(|line| line.row != GridRow::Gap).count();
        if is_ignored {
            return;
        }
        // A page number, or a number between other lines.
        if lines.len() < 3 && lines.iter().all(GridLine::is_lone_number) {
            self.keep_captions(lines.iter());
            return;
        }
        // An empty line is a row of blanks if it completes a grid.
        if count < 9 && lines.len() == 9 {
            finish_spaced(&lines, ready);
            return;
        }
        lines.retain(|line| line.row != GridRow::Gap);
        let grids: Vec<&[GridLine]> = if count.is_multiple_of(9) {
            lines.chunks(9).collect()
        } else if count.is_multiple_of(10)
            && lines.chunks(10).all(|lines| lines[0].is_lone_number())
        {
            self.keep_captions(lines.iter().step_by(10));
            lines.chunks(10).map(|lines| &lines[1..]).collect()
        } else {
            ready.push_back(Err(too_few_rows(lines[0].number, count)));
            return;
        };
        grids.into_iter().for_each(|lines| finish_spaced(lines, ready));
    }
}

fn too_few_rows(line: u64, found: usize) -> ReadError {
    let reason = format!("expected 9 rows in the grid that begins here, found {found}");
    ReadError::in_line(line, reason)
}

/// Returns true if the cells are the numbers of the columns, 1 to 9.
fn is_column_numbers(cells: &NineCells) -> bool {
    cells.iter().zip(1..).all(|(cell, n)| cell.is_some_and(|digit| digit.get() == n))
}

/// Collects the candidates of nine rows. Returns `None` if no row has candidates, and the line
/// number of a row without candidates as the error.
fn candidates_of(lines: &[&GridLine]) -> Option<Result<Box<CandidateGrid>, u64>> {
    lines.iter().find(|line| matches!(line.row, GridRow::Candidates(_)))?;
    let mut marks = Box::new([DigitSet::EMPTY; 81]);
    for (line, nine) in lines.iter().zip(marks.chunks_mut(9)) {
        match &line.row {
            GridRow::Candidates(row) => nine.copy_from_slice(row),
            GridRow::Cells { cells, blanks: BlankStyle::None } => {
                for (set, digit) in nine.iter_mut().zip(cells.iter().flatten()) {
                    set.insert(*digit);
                }
            }
            _ => return Some(Err(line.number)),
        }
    }
    Some(Ok(marks))
}

/// Reports the grid of nine rows in which spaces are blanks.
fn finish_spaced(lines: &[GridLine], ready: &mut Ready) {
    let texts: [&str; 9] = std::array::from_fn(|i| lines[i].text.trim_end());
    let first = lines[0].number;
    ready.push_back(match read_aligned(&texts) {
        Some(rows) => {
            let grid = Grid::new(std::array::from_fn(|i| rows[i / 9][i % 9]));
            Ok(TableRow::from_grid(first, grid))
        }
        None => {
            let reason = "expected digits in nine columns, with spaces for blanks, found other \
                       columns; write blanks as dots";
            Err(ReadError::in_line(first, reason))
        }
    });
}
