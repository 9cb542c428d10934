//! A row of a file. Its values are not checked.

use super::format::cells;
use super::format::error::{At, ReadError};
use crate::sudoku::grid::Grid;
use csv::StringRecord;
use std::collections::VecDeque;
use std::sync::Arc;

/// Maximum length of an id in bytes: the ids of a file are kept in memory.
const MAX_ID: usize = 255;

/// What others call the column `puzzle`.
const PUZZLES: [&str; 8] =
    ["quizzes", "quiz", "question", "grid", "sudoku", "unsolved", "problem", "board"];

/// Where the puzzle is among names of columns: the one of this name; if none is asked for, the column `puzzle`, or else
/// the only one that others call so.
pub(super) fn puzzle_among<'a>(
    column: Option<&str>,
    mut names: impl Iterator<Item = &'a str> + Clone,
) -> Option<usize> {
    if let Some(column) = column {
        return names.position(|name| name == column);
    }
    let mut others = names.clone().enumerate().filter(|(_, name)| {
        let name = name.to_lowercase();
        PUZZLES.contains(&&*name)
    });
    let only = others.next().filter(|_| others.next().is_none()).map(|(at, _)| at);
    names.position(|name| name == "puzzle").or(only)
}

/// Gives the name `puzzle` to the column at this index, and takes it from another.
pub(super) fn call_puzzle<'a>(at: usize, names: impl Iterator<Item = &'a mut String>) {
    for (index, name) in names.enumerate() {
        match index == at {
            true => "puzzle".clone_into(name),
            false if name == "puzzle" => name.clear(),
            false => {}
        }
    }
}

/// The column names of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header(Vec<String>);

impl Header {
    /// The puzzle's column, which may have been named, gets the name `puzzle`.
    pub(super) fn new(mut names: Vec<String>, column: Option<&str>) -> Self {
        if let Some(at) = puzzle_among(column, names.iter().map(String::as_str)) {
            call_puzzle(at, names.iter_mut());
        }
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
    /// The fields of a table.
    Fields(Arc<Header>, StringRecord),
}

impl Row {
    pub(super) fn of_grid(line: u64, grid: Grid) -> Self {
        let holds = Holds::Grid(grid);
        Self { line, holds }
    }

    pub(super) fn of_fields(line: u64, header: Arc<Header>, fields: StringRecord) -> Self {
        let holds = Holds::Fields(header, fields);
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
    #[cfg(feature = "run")]
    pub(super) fn joined(&self) -> String {
        match &self.holds {
            Holds::Grid(grid) => grid.to_string(),
            Holds::Fields(_, fields) => fields.iter().collect::<Vec<_>>().join(","),
        }
    }

    fn field(&self, name: &str) -> Option<&str> {
        match &self.holds {
            Holds::Grid(_) => None,
            Holds::Fields(header, fields) => fields.get(header.find(name)?),
        }
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
                let found = id.len();
                let why = format!("expected an id of at most {MAX_ID} bytes, found one of {found}");
                Err(self.wrong(At::Field("id"), why))
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

    pub(super) fn wrong(&self, at: At, why: String) -> ReadError {
        ReadError::at(self.line, at, why)
    }

    /// Approximate size in memory, in bytes.
    pub fn size(&self) -> usize {
        match &self.holds {
            Holds::Grid(_) => size_of::<Self>(),
            Holds::Fields(_, fields) => fields.as_slice().len() + fields.len() * size_of::<usize>(),
        }
    }
}

/// Rows that were read but not yet yielded.
pub(super) type Ready = VecDeque<Result<Row, ReadError>>;
