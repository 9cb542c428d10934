//! Bare grids: lines of 81 cells, rows of nine, and boxes, in any order. `cells` parses a line, `nine`
//! assembles nine rows.

use super::cells;
use super::error::{At, ReadError, excerpt};
use super::nine::{Kind, Nine};
use super::{Next, Parser};
use crate::store::table::row::{Ready, Row};
use crate::sudoku::grid::{Cell, Grid};

/// State of the parser.
#[derive(Default)]
pub(in crate::store::table) struct Grids {
    nine: Nine,
    /// Number of the last line that was not part of any format.
    foreign_line: u64,
    /// Whether such a line came directly before the current grid. If so, another may separate it from
    /// the next grid.
    titled: bool,
}

/// Fast path: parses a line of exactly 81 cells, as almost all are.
pub(in crate::store::table) fn plain(bytes: &[u8]) -> Option<Grid> {
    if bytes.len() != Cell::COUNT {
        return None;
    }
    std::str::from_utf8(bytes).ok()?.parse().ok()
}

fn wrong(line: u64, column: usize, why: String) -> Result<Row, ReadError> {
    Err(ReadError::at(line, At::Character(column), why))
}

impl Parser for Grids {
    fn line(&mut self, number: u64, bytes: &[u8], _: bool, ready: &mut Ready) -> Next {
        if let Some(grid) = plain(bytes) {
            self.nine.end(ready);
            ready.push_back(Ok(Row::of_grid(number, grid)));
            return Next::Line;
        }
        let text = String::from_utf8_lossy(bytes);
        let trimmed = text.trim();
        if trimmed.is_empty() {
            match text == "         " {
                true => self.nine.push(number, Kind::Spaces, ready),
                false => self.nine.gap(ready),
            }
        } else if trimmed.starts_with('#') {
            // A comment may come between the heading [State] and its grid.
            if !self.nine.is_empty() {
                self.nine.end(ready);
            }
        } else if let Some(heading) = trimmed.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
            self.heading(number, heading, ready);
        } else if cells::is_drawn(trimmed) {
            self.nine.drawn(ready);
        } else if cells::is_short(&text) {
            self.row(number, &text, ready);
        } else {
            self.nine.end(ready);
            ready.push_back(match cells::grid(&text) {
                Ok(grid) => Ok(Row::of_grid(number, grid)),
                Err((column, why)) => wrong(number, column, why),
            });
        }
        Next::Line
    }

    fn end(&mut self, ready: &mut Ready) -> Next {
        self.nine.end(ready);
        Next::Line
    }
}

impl Grids {
    fn heading(&mut self, number: u64, name: &str, ready: &mut Ready) {
        match &*name.to_ascii_lowercase() {
            "state" => self.nine.leave_out(ready),
            "puzzle" => self.nine.end(ready),
            _ => {
                self.nine.end(ready);
                let found = excerpt(format!("[{name}]"), 80);
                let why = format!("expected the heading [Puzzle] or [State], found {found:?}");
                ready.push_back(wrong(number, 1, why));
            }
        }
    }

    fn row(&mut self, number: u64, text: &str, ready: &mut Ready) {
        if self.nine.is_empty() {
            self.titled = self.foreign_line + 1 == number;
        }
        let (column, why) = match cells::row(text) {
            Ok(row) => return self.nine.push(number, Kind::Cells(row), ready),
            Err(wrong) => wrong,
        };
        // An invalid row still counts as a row, so that the rows after it stay in their grid. Text that
        // does not resemble a row ends the grid, unless the current grid had no such line before it.
        if !cells::resembles_row(text) && (self.titled || !self.nine.under_way()) {
            self.foreign_line = number;
            self.nine.end(ready);
            return ready.push_back(wrong(number, column, why));
        }
        let reported = self.nine.is_lost();
        self.nine.push(number, Kind::Wrong, ready);
        if !reported {
            ready.push_back(wrong(number, column, why));
        }
    }
}
