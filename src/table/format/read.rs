//! A stream of text to grids, in order, each with its place or with what is wrong there.

use super::error::{ReadError, Why};
use super::lines::Lines;
use super::rows::{Outcome, Rows};
use super::table::Table;
use super::width;
use crate::grid::Grid;
use std::collections::VecDeque;
use std::io::Read;

/// A grid and where it stands. It may break every rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The line at which it begins, counted from 1.
    pub line: u64,
    /// The grid.
    pub grid: Grid,
}

/// Reads puzzles in any of the forms, in memory that does not grow with the input.
pub struct Reader<R> {
    lines: Lines<R>,
    form: State,
    /// The last line that was no part of any form.
    foreign_line: u64,
    /// Such a line stood right before the grid under way, so that another may stand before the next.
    titled: bool,
    /// What was found and not yet taken.
    ready: VecDeque<Result<Found, ReadError>>,
    ended: bool,
}

enum State {
    /// Only empty lines and notes so far.
    Unknown,
    Table(Box<Table>),
    Grids(Rows),
}

impl<R: Read> Reader<R> {
    /// Reads from here. Nothing is read before the first grid is asked for.
    pub fn new(input: R) -> Self {
        Self {
            lines: Lines::new(input),
            form: State::Unknown,
            foreign_line: 0,
            titled: false,
            ready: VecDeque::new(),
            ended: false,
        }
    }

    /// Whether more input is at hand already: if not, asking for the next grid may have to wait.
    pub fn buffered(&self) -> bool {
        !self.ready.is_empty() || self.lines.buffered()
    }

    fn wrong(&mut self, line: u64, column: usize, why: Why) {
        let wrong = ReadError::Wrong { line, column, why };
        self.ready.push_back(Err(wrong));
    }

    fn settle(&mut self, outcomes: impl IntoIterator<Item = Outcome>) {
        for outcome in outcomes {
            match outcome {
                Outcome::Grid { line, grid } => self.ready.push_back(Ok(Found { line, grid })),
                Outcome::Wrong { line, why } => self.wrong(line, 1, why),
            }
        }
    }

    /// Takes the line that was read.
    fn line(&mut self) {
        let number = self.lines.number;
        if let State::Table(table) = &mut self.form {
            match table.line(number, &self.lines.bytes) {
                None => {}
                Some((line, Ok(grid))) => self.ready.push_back(Ok(Found { line, grid })),
                Some((line, Err((column, why)))) => self.wrong(line, column, why),
            }
            return;
        }
        let bytes = std::mem::take(&mut self.lines.bytes);
        self.grids_line(number, &bytes);
        self.lines.bytes = bytes;
    }

    fn grids_line(&mut self, number: u64, bytes: &[u8]) {
        if number == 1 && (bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")) {
            self.wrong(1, 1, Why::Utf16);
            self.ended = true;
            return;
        }
        let text = String::from_utf8_lossy(bytes);
        let trimmed = text.trim();
        if matches!(self.form, State::Unknown) && !trimmed.is_empty() && !trimmed.starts_with('#') {
            self.form = match Table::of_header(bytes) {
                Some(table) => State::Table(Box::new(table)),
                None => State::Grids(Rows::default()),
            };
            if matches!(self.form, State::Table(_)) {
                return;
            }
            if let Some(names) = Table::other_header(bytes) {
                return self.wrong(number, 1, Why::NoPuzzleColumn(names));
            }
        }
        let State::Grids(rows) = &mut self.form else {
            return;
        };
        if trimmed.is_empty() {
            let nine_spaces = text == "         ";
            let ended = if nine_spaces {
                rows.spaces(number)
            } else {
                [rows.gap(), None]
            };
            self.settle(ended.into_iter().flatten());
        } else if trimmed.starts_with('#') {
            // A note may stand between the heading [State] and its grid.
            if !rows.is_empty() {
                let ended = rows.end();
                self.settle(ended);
            }
        } else if let Some(heading) = trimmed.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
            self.heading(number, &heading.to_ascii_lowercase());
        } else if width::is_drawn(trimmed) {
            let ended = rows.drawn();
            self.settle(ended);
        } else if width::is_short(&text) {
            self.row(number, &text);
        } else {
            let ended = rows.end();
            self.settle(ended);
            match width::grid(&text) {
                Ok(grid) => self.ready.push_back(Ok(Found { line: number, grid })),
                Err((column, why)) => self.wrong(number, column, why),
            }
        }
    }

    fn heading(&mut self, number: u64, name: &str) {
        let State::Grids(rows) = &mut self.form else {
            return;
        };
        let ended = match name {
            "state" => rows.leave_out(),
            _ => rows.end(),
        };
        self.settle(ended);
        if !matches!(name, "state" | "puzzle") {
            self.wrong(number, 1, Why::Heading(format!("[{name}]")));
        }
    }

    fn row(&mut self, number: u64, text: &str) {
        let State::Grids(rows) = &mut self.form else {
            return;
        };
        if rows.is_empty() {
            self.titled = self.foreign_line + 1 == number;
        }
        let (column, why) = match width::row(text) {
            Ok(row) => {
                let outcomes = rows.row(number, row);
                return self.settle(outcomes.into_iter().flatten());
            }
            Err(wrong) => wrong,
        };
        // A wrong row is counted, so that the rows after it stay in their grid. What is no row at
        // all stands between grids, unless one is under way that had no such line before it.
        if !width::resembles_row(text) && (self.titled || !rows.under_way()) {
            self.foreign_line = number;
            let ended = rows.end();
            self.settle(ended);
            return self.wrong(number, column, why);
        }
        let said = rows.is_lost();
        let outcomes = rows.wrong(number);
        self.settle(outcomes.into_iter().flatten());
        if !said {
            self.wrong(number, column, why);
        }
    }

    fn end(&mut self) {
        self.ended = true;
        match &mut self.form {
            State::Unknown => {}
            State::Table(table) => {
                if let Some((line, (column, why))) = table.end(self.lines.number) {
                    self.wrong(line, column, why);
                }
            }
            State::Grids(rows) => {
                let ended = rows.end();
                self.settle(ended);
            }
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Found, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(found) = self.ready.pop_front() {
                return Some(found);
            }
            if self.ended {
                return None;
            }
            match self.lines.advance() {
                Ok(true) => self.line(),
                Ok(false) => self.end(),
                Err(e) => {
                    self.ended = true;
                    return Some(Err(e.into()));
                }
            }
        }
    }
}
