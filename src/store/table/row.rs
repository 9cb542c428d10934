//! A row of a file. Its values are not checked.

use super::format::cells;
use super::format::error::{At, MAX_ID, ReadError, Why};
use crate::sudoku::grid::Grid;
use std::collections::VecDeque;
use std::sync::Arc;

/// The column names of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header(Vec<String>);

impl Header {
    pub(super) fn new(names: Vec<String>) -> Self {
        Self(names)
    }

    /// The index of the first column with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|column| column == name)
    }

    /// The names, in order.
    pub fn names(&self) -> &[String] {
        &self.0
    }

    pub(super) fn is<'a>(&self, names: impl ExactSizeIterator<Item = &'a str>) -> bool {
        self.0.len() == names.len() && self.0.iter().zip(names).all(|(a, b)| a == b)
    }
}

/// A row of a file. Its values are not checked.
#[derive(Clone, Debug)]
pub struct Row {
    /// The line at which it begins, counted from 1; in Parquet, which has no lines, the number of the
    /// row.
    pub line: u64,
    holds: Holds,
}

#[derive(Clone, Debug)]
enum Holds {
    /// A bare grid, without a table.
    Grid(Grid),
    /// The fields of a table: their texts joined together, and the end offset of each.
    Fields(Arc<Header>, Box<str>, Box<[usize]>),
}

impl Row {
    pub(super) fn of_grid(line: u64, grid: Grid) -> Self {
        let holds = Holds::Grid(grid);
        Self { line, holds }
    }

    pub(super) fn of_fields(line: u64, header: Arc<Header>, text: &[u8], ends: &[usize]) -> Self {
        let holds = match std::str::from_utf8(text) {
            // No field end splits a character, so every field is valid UTF-8.
            Ok(text) if ends.iter().all(|&end| text.is_char_boundary(end)) => {
                Holds::Fields(header, text.into(), ends.into())
            }
            _ => {
                let (mut valid, mut valid_ends, mut begin) = (String::new(), Vec::new(), 0);
                for &end in ends {
                    valid += &String::from_utf8_lossy(&text[begin..end]);
                    valid_ends.push(valid.len());
                    begin = end;
                }
                Holds::Fields(header, valid.into(), valid_ends.into())
            }
        };
        Self { line, holds }
    }

    /// The column names; `None` for a bare grid.
    pub fn header(&self) -> Option<&Header> {
        match &self.holds {
            Holds::Grid(_) => None,
            Holds::Fields(header, ..) => Some(header),
        }
    }

    /// The fields, with commas between them; nothing is quoted.
    #[cfg(all(feature = "run", feature = "parquet"))]
    pub(super) fn joined(&self, into: &mut String) {
        if let Holds::Fields(_, text, ends) = &self.holds {
            let mut begin = 0;
            for &end in ends {
                if begin > 0 {
                    into.push(',');
                }
                *into += text.get(begin..end).unwrap_or_default();
                begin = end;
            }
        }
    }

    fn field(&self, name: &str) -> Option<&str> {
        let Holds::Fields(header, text, ends) = &self.holds else {
            return None;
        };
        let at = header.find(name)?;
        let begin = if at == 0 { 0 } else { *ends.get(at - 1)? };
        text.get(begin..*ends.get(at)?)
    }

    /// The trimmed text of a field. `None` if the file has no such column, the row no such field, or
    /// the field is empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        let text = self.field(name)?.trim();
        (!text.is_empty()).then_some(text)
    }

    /// The trimmed field `id`, if there is one.
    ///
    /// # Errors
    /// When it is longer than 255 bytes.
    pub fn id(&self) -> Result<Option<&str>, ReadError> {
        match self.get("id") {
            Some(id) if id.len() > MAX_ID => {
                Err(self.wrong(At::Field("id"), Why::LongId(id.len())))
            }
            id => Ok(id),
        }
    }

    /// The 81 cells of the puzzle, which may break the rules of Sudoku.
    ///
    /// # Errors
    /// When the field `puzzle` does not consist of 81 cells.
    pub fn grid(&self) -> Result<Grid, ReadError> {
        match &self.holds {
            Holds::Grid(grid) => Ok(*grid),
            Holds::Fields(..) => self.cells("puzzle"),
        }
    }

    /// Parses a field as 81 cells.
    pub(super) fn cells(&self, name: &'static str) -> Result<Grid, ReadError> {
        let text = self.field(name).unwrap_or_default();
        cells::grid(text).map_err(|(character, why)| self.wrong(At::InField(name, character), why))
    }

    pub(super) fn wrong(&self, at: At, why: Why) -> ReadError {
        ReadError::at(self.line, at, why)
    }

    /// Approximate size in memory, in bytes.
    pub fn size(&self) -> usize {
        match &self.holds {
            Holds::Grid(_) => size_of::<Self>(),
            Holds::Fields(_, text, ends) => text.len() + size_of_val(&**ends),
        }
    }
}

/// Rows that were read but not yet yielded.
pub(super) type Ready = VecDeque<Result<Row, ReadError>>;
