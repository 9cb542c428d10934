//! Nine rows to a grid: which have come so far, and where it ends. Not what a row says.
//!
//! Nothing says where a grid begins, so rows are counted, and everything that cannot stand inside a
//! grid ends it. A grid that ends early is answered by one error; its rows never become part of
//! the next grid.

use super::cells::NineCells;
use super::error::Why;
use crate::grid::Grid;

/// A row that has come.
#[derive(Clone, Copy)]
struct Line {
    number: u64,
    row: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Cells(NineCells),
    /// Nine spaces: an empty row, or an empty line with spaces if no row follows.
    Spaces,
    /// Reported as wrong already.
    Wrong,
}

/// What became of a grid.
pub(super) enum Outcome {
    Grid { line: u64, grid: Grid },
    Wrong { line: u64, why: Why },
}

/// The rows of the grid under way.
#[derive(Default)]
pub(in crate::table) struct Nine {
    lines: Vec<Line>,
    /// Rows between two empty lines, 1 or 3, once there was one.
    paragraph: Option<usize>,
    /// Rows since the last empty line.
    since_gap: usize,
    /// The grid is one that is left out.
    leave_out: bool,
}

impl Nine {
    /// Whether no row has come.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether rows have come that are more than space.
    pub(super) fn under_way(&self) -> bool {
        self.lines.iter().any(|line| line.row != Kind::Spaces)
    }

    /// Whether an error of the grid is reported already, or none need be.
    pub(super) fn is_lost(&self) -> bool {
        self.leave_out || self.lines.iter().any(|line| line.row == Kind::Wrong)
    }

    /// A row of cells.
    pub(super) fn row(&mut self, number: u64, row: NineCells) -> [Option<Outcome>; 2] {
        self.push(number, Kind::Cells(row))
    }

    /// Nine spaces.
    pub(super) fn spaces(&mut self, number: u64) -> [Option<Outcome>; 2] {
        self.push(number, Kind::Spaces)
    }

    /// A line that must be a row, and is wrong.
    pub(super) fn wrong(&mut self, number: u64) -> [Option<Outcome>; 2] {
        self.push(number, Kind::Wrong)
    }

    /// An empty line.
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

    /// A drawn line: allowed between bands only.
    pub(super) fn drawn(&mut self) -> Option<Outcome> {
        if self.lines.len().is_multiple_of(3) {
            return None;
        }
        self.end()
    }

    /// The next grid is to be left out.
    pub(super) fn leave_out(&mut self) -> Option<Outcome> {
        let ended = self.end();
        self.leave_out = true;
        ended
    }

    /// Something that cannot stand inside a grid.
    pub(super) fn end(&mut self) -> Option<Outcome> {
        let short = (self.under_way() && !self.is_lost()).then(|| Outcome::Wrong {
            line: self.lines[0].number,
            why: Why::Short {
                rows: self.lines.len(),
            },
        });
        *self = Self::default();
        short
    }

    fn push(&mut self, number: u64, row: Kind) -> [Option<Outcome>; 2] {
        let before = if self.paragraph == Some(self.since_gap) {
            self.split()
        } else {
            None
        };
        self.lines.push(Line { number, row });
        self.since_gap += 1;
        [before, self.whole()]
    }

    /// The rows since the last gap were the beginning of another grid: no gap follows them.
    fn split(&mut self) -> Option<Outcome> {
        let later = self.lines.split_off(self.lines.len() - self.since_gap);
        let since_gap = self.since_gap;
        let ended = self.end();
        self.lines = later;
        self.since_gap = since_gap;
        ended
    }

    /// The grid, when its ninth row has come.
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
