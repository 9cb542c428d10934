//! The lines of a text, tokenised: cells, border, blank or text. Tables of cells (`sheet`) and
//! drawn grids (`grids`) are found among them.

use super::cell_field::parse_cell;
use super::cells::{self, is_comment};
use super::damaged_row::is_damaged_row;
use super::grid_row::{self, GridRow};
use super::lines::RawLine;
use std::borrow::Cow;

/// A line of a text, tokenised.
pub(super) struct Line<'a> {
    pub number: u64,
    pub text: Cow<'a, str>,
    pub token: LineToken,
}

/// The meaning of a line among grids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LineToken {
    Blank,
    Comment,
    /// The heading `[Puzzle]`.
    PuzzleHeading,
    /// The heading `[State]`.
    StateHeading,
    Cells(GridRow),
    Border,
    Text,
    /// The place of a grid that is refused, with the reason.
    Refused(&'static str),
}

pub(super) const SPACED: LineToken = LineToken::Cells(GridRow::Spaced);
pub(super) const EMPTY: LineToken = LineToken::Cells(GridRow::Empty);

impl<'a> Line<'a> {
    pub fn new(line: RawLine<'a>) -> Self {
        let text = cells::normalize(line.bytes);
        let token = LineToken::new(&text);
        Self { number: line.number, text, token }
    }

    /// Creates a line with a text that another one was changed to.
    pub fn from_text(number: u64, text: String) -> Self {
        let token = LineToken::new(&text);
        Self { number, text: Cow::Owned(text), token }
    }

    /// Returns true if the line has the sign of a cell.
    pub fn has_sign(&self) -> bool {
        self.token != LineToken::Border && self.text.contains(|c| parse_cell(c).is_some())
    }

    /// Returns true if the line may be a row of blanks or a gap.
    pub fn is_empty(&self) -> bool {
        let is_drawn = matches!(self.token, LineToken::Border | LineToken::Comment);
        let text = grid_row::latex_row(&self.text);
        !is_drawn && !self.has_sign() && !text.contains(char::is_alphanumeric)
    }

    /// Returns true for a number of at most four digits without spaces inside.
    pub fn is_lone_number(&self) -> bool {
        let text = self.text.trim();
        self.token == SPACED && text.len() <= 4 && !text.contains(' ')
    }

    pub fn is_number_or_gap(&self) -> bool {
        self.is_lone_number() || self.token == LineToken::Blank
    }

    /// Returns true if a row has all of its cells, so that a number above it is a caption.
    pub fn is_whole_row(&self) -> bool {
        match self.token {
            LineToken::Cells(GridRow::Cells { .. } | GridRow::Candidates(_)) => true,
            LineToken::Cells(GridRow::Empty) => self.text.contains([',', ';', '\t']),
            _ => false,
        }
    }
}

impl LineToken {
    pub fn new(text: &str) -> Self {
        let trimmed = text.trim();
        if grid_row::is_empty_row(text) {
            return Self::Cells(GridRow::Empty);
        }
        match trimmed {
            "" => return Self::Blank,
            _ if is_comment(trimmed) => return Self::Comment,
            _ if trimmed.eq_ignore_ascii_case("[state]") => return Self::StateHeading,
            _ if trimmed.eq_ignore_ascii_case("[puzzle]") => return Self::PuzzleHeading,
            _ => {}
        }
        match grid_row::read_row(text) {
            Some(row) => Self::Cells(row),
            None if grid_row::is_border(trimmed) => Self::Border,
            None => Self::Text,
        }
    }

    /// Returns true if the line can only be a row or a border of a drawn grid.
    pub fn is_drawn(self) -> bool {
        matches!(self, Self::Border | Self::Cells(_)) && self != SPACED
    }
}

/// Returns true if a line has words, and is neither a puzzle nor a row of a drawn grid.
pub(super) fn is_title(text: &str) -> bool {
    text.contains(char::is_alphabetic)
        && !text.trim_start().starts_with(['[', '{', '<'])
        && cells::read_line(text) == cells::LineReading::Other
        && cells::find_damaged_run(text).is_none()
        && cells::find_row_cells(text, false).is_none()
        && !LineToken::new(text).is_drawn()
        && !is_damaged_row(text)
}
