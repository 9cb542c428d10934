//! Assembles nine rows into a grid, and detects where the grid ends.
//!
//! Nothing marks the start of a grid, so rows are counted, and everything that is not allowed inside a
//! grid ends it. A grid with fewer than nine rows is one error; its rows never become part of the next
//! grid.

use super::cells::NineCells;
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

/// The result of a grid.
pub(super) enum Outcome {
    Grid { line: u64, grid: Grid },
    Wrong { line: u64, why: String },
}

/// The rows of the current grid.
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
    pub(super) fn gap(&mut self) -> Option<Outcome> {
        if self.since_gap == 0 {
            return None;
        }
        let length = self.since_gap;
        let right = matches!(length, 1 | 3) && self.paragraph.is_none_or(|p| p == length);
        if right && self.under_way() && self.lines.len().is_multiple_of(length) {
            self.paragraph = Some(length);
            self.since_gap = 0;
            return None;
        }
        self.end()
    }

    /// A border: allowed between bands, otherwise it ends the grid.
    pub(super) fn drawn(&mut self) -> Option<Outcome> {
        if self.lines.len().is_multiple_of(3) {
            return None;
        }
        self.end()
    }

    /// Ends the current grid and ignores the next one.
    pub(super) fn leave_out(&mut self) -> Option<Outcome> {
        let ended = self.end();
        self.leave_out = true;
        ended
    }

    /// Ends the current grid. Returns an error if it has fewer than nine rows.
    pub(super) fn end(&mut self) -> Option<Outcome> {
        let short = (self.under_way() && !self.is_lost()).then(|| Outcome::Wrong {
            line: self.lines[0].number,
            why: format!(
                "expected 9 rows in the grid that begins here, found {}",
                self.lines.len()
            ),
        });
        *self = Self::default();
        short
    }

    /// Adds a row. Answers the grid that ended before it, and the one that it completes.
    pub(super) fn push(&mut self, number: u64, row: Kind) -> [Option<Outcome>; 2] {
        let before = if self.paragraph == Some(self.since_gap) { self.split() } else { None };
        self.lines.push(Line { number, row });
        self.since_gap += 1;
        [before, self.whole()]
    }

    /// The rows since the last empty line begin another grid, because no empty line follows them.
    fn split(&mut self) -> Option<Outcome> {
        let later = self.lines.split_off(self.lines.len() - self.since_gap);
        let since_gap = self.since_gap;
        let ended = self.end();
        self.lines = later;
        self.since_gap = since_gap;
        ended
    }

    /// The grid, if this was its ninth row.
    fn whole(&mut self) -> Option<Outcome> {
        if self.lines.len() < 9 {
            return None;
        }
        let line = self.lines[0].number;
        let whole = (self.under_way() && !self.is_lost()).then(|| {
            let row = |i: usize| match self.lines[i].row {
                Kind::Cells(row) => row,
                Kind::Spaces | Kind::Wrong => [None; 9],
            };
            let grid = Grid::new(std::array::from_fn(|i| row(i / 9)[i % 9]));
            Outcome::Grid { line, grid }
        });
        *self = Self::default();
        whole
    }
}
