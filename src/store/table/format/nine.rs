//! Assembles nine rows into a grid, and detects where the grid ends.
//!
//! Nothing marks the start of a grid, so rows are counted, and everything that is not allowed inside a
//! grid ends it. A grid with fewer than nine rows is one error; its rows never become part of the next
//! grid.

use super::cells::NineCells;
use super::error::{At, ReadError};
use crate::store::table::row::{Ready, Row};
use crate::sudoku::grid::Grid;

/// A row of the current grid.
#[derive(Clone, Copy)]
struct Line {
    number: u64,
    row: Kind,
}

/// What a row of a grid is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Cells(NineCells),
    /// Nine spaces: an empty row, or an empty line if no row follows.
    Spaces,
    /// Invalid, and already reported.
    Wrong,
}

/// The rows of the current grid. A grid that ends goes where rows of files wait, or else why it is none.
#[derive(Default)]
pub(in crate::store::table) struct Nine {
    lines: Vec<Line>,
    /// Number of rows between two empty lines, 1 or 3, as soon as there is an empty line.
    paragraph: Option<usize>,
    /// Number of rows since the last empty line.
    since_gap: usize,
    /// Whether the current grid is ignored.
    leave_out: bool,
}

impl Nine {
    /// Whether there are no rows yet.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether there is a row other than nine spaces.
    pub(super) fn under_way(&self) -> bool {
        self.lines.iter().any(|line| line.row != Kind::Spaces)
    }

    /// Whether an error of this grid was already reported, or the grid is ignored.
    pub(super) fn is_lost(&self) -> bool {
        self.leave_out || self.lines.iter().any(|line| line.row == Kind::Wrong)
    }

    /// An empty line: allowed after every row or after every third row, otherwise it ends the grid.
    pub(super) fn gap(&mut self, ready: &mut Ready) {
        if self.since_gap == 0 {
            return;
        }
        let length = self.since_gap;
        let right = matches!(length, 1 | 3) && self.paragraph.is_none_or(|p| p == length);
        if right && self.under_way() && self.lines.len().is_multiple_of(length) {
            self.paragraph = Some(length);
            self.since_gap = 0;
            return;
        }
        self.end(ready);
    }

    /// A border: allowed between bands, otherwise it ends the grid.
    pub(super) fn drawn(&mut self, ready: &mut Ready) {
        if !self.lines.len().is_multiple_of(3) {
            self.end(ready);
        }
    }

    /// Ends the current grid and ignores the next one.
    pub(super) fn leave_out(&mut self, ready: &mut Ready) {
        self.end(ready);
        self.leave_out = true;
    }

    /// Ends the current grid, which is an error if it has fewer than nine rows.
    pub(super) fn end(&mut self, ready: &mut Ready) {
        if self.under_way() && !self.is_lost() {
            let (line, found) = (self.lines[0].number, self.lines.len());
            let why = format!("expected 9 rows in the grid that begins here, found {found}");
            ready.push_back(Err(ReadError::at(line, At::Character(1), why)));
        }
        *self = Self::default();
    }

    /// Adds a row.
    pub(super) fn push(&mut self, number: u64, row: Kind, ready: &mut Ready) {
        if self.paragraph == Some(self.since_gap) {
            self.split(ready);
        }
        self.lines.push(Line { number, row });
        self.since_gap += 1;
        if self.lines.len() == 9 {
            self.whole(ready);
        }
    }

    /// The rows since the last empty line begin another grid, because no empty line follows them.
    fn split(&mut self, ready: &mut Ready) {
        let later = self.lines.split_off(self.lines.len() - self.since_gap);
        let since_gap = self.since_gap;
        self.end(ready);
        self.lines = later;
        self.since_gap = since_gap;
    }

    /// Ends a grid that has its ninth row.
    fn whole(&mut self, ready: &mut Ready) {
        if self.under_way() && !self.is_lost() {
            let row = |i: usize| match self.lines[i].row {
                Kind::Cells(row) => row,
                Kind::Spaces | Kind::Wrong => [None; 9],
            };
            let grid = Grid::new(std::array::from_fn(|i| row(i / 9)[i % 9]));
            ready.push_back(Ok(Row::of_grid(self.lines[0].number, grid)));
        }
        *self = Self::default();
    }
}
