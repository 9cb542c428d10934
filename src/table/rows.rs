//! The only reader of puzzle files. It yields rows without checking the values in them.
//!
//! The format is detected from the first bytes, never from the file name: compressed or plain; Parquet,
//! a table, JSON lines, or bare grids (see [`super::format`]).

use super::compress;
use super::format::cells;
use super::format::delimited::Delimited;
use super::format::error::{At, ReadError, Why};
use super::format::grids::{self, Grids};
use super::format::json::{self, Objects};
use super::format::lines::Lines;
#[cfg(feature = "parquet")]
use super::parquet;
use crate::grid::Grid;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
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

/// A file or another byte stream.
pub type Input = Box<dyn Read + Send>;

/// Reads puzzles row by row in bounded memory. An invalid row yields an error, and reading goes on with
/// the next row.
///
/// ```
/// use sudoku_press::table::Rows;
/// let text = "level;puzzle\n\
///     2;53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n\
///     2;53..7\n";
/// let mut rows = Rows::new(text.as_bytes());
/// let row = rows.next().unwrap()?;
/// assert_eq!((row.line, row.get("level")), (2, Some("2")));
/// assert_eq!(row.grid()?.filled_count(), 30);
/// let error = rows.next().unwrap()?.grid().unwrap_err();
/// let words = "line 3, column `puzzle`, character 6: expected 81 cells, found 5";
/// assert_eq!(error.to_string(), words);
/// # Ok::<(), sudoku_press::table::ReadError>(())
/// ```
pub struct Rows<R: Read> {
    source: Source<R>,
    ready: Ready,
    ended: bool,
}

enum Source<R: Read> {
    Text(Box<Lines<compress::Reader<R>>>, Form),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::Rows>),
}

/// The format of a text.
enum Form {
    /// Only empty lines and comments so far.
    Unknown,
    Delimited(Box<Delimited>),
    Objects(Objects),
    Grids(Grids),
}

impl Rows<Input> {
    /// Opens a file, a pipe or a device. Parquet must be a regular file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        #[cfg(feature = "parquet")]
        if parquet::is_file(&file)? {
            return Ok(Self {
                source: Source::Parquet(Box::new(parquet::Rows::new(file)?)),
                ready: Ready::new(),
                ended: false,
            });
        }
        Ok(Self::new(Box::new(file)))
    }
}

impl<R: Read> Rows<R> {
    /// Reads from a stream. Reads nothing before the first row is requested.
    pub fn new(input: R) -> Self {
        let lines = Box::new(Lines::new(compress::Reader::new(input)));
        Self {
            source: Source::Text(lines, Form::Unknown),
            ready: Ready::new(),
            ended: false,
        }
    }

    /// Whether input is buffered. If not, the next row may have to be waited for.
    pub fn buffered(&self) -> bool {
        !self.ready.is_empty()
            || match &self.source {
                Source::Text(lines, _) => lines.buffered(),
                #[cfg(feature = "parquet")]
                Source::Parquet(rows) => rows.buffered(),
            }
    }

    /// The column names of a table; reads ahead as far as needed. `None` if there is no table. For JSON
    /// lines, whose rows may differ, the keys of the first row.
    pub fn header(&mut self) -> Option<Header> {
        loop {
            match &self.source {
                Source::Text(_, Form::Delimited(table)) => return Some((**table.header()).clone()),
                #[cfg(feature = "parquet")]
                Source::Parquet(rows) => return Some(rows.header().clone()),
                Source::Text(..) => {}
            }
            if let Some(first) = self.ready.front() {
                return first.as_ref().ok()?.header().cloned();
            }
            if self.ended {
                return None;
            }
            self.advance();
        }
    }

    /// Reads one line, or one batch of Parquet rows.
    fn advance(&mut self) {
        let read = match &mut self.source {
            Source::Text(lines, form) => match lines.advance() {
                Ok(true) => {
                    self.ended = line(lines, form, &mut self.ready);
                    Ok(true)
                }
                Ok(false) => {
                    end(form, &mut self.ready);
                    Ok(false)
                }
                Err(e) => Err(e),
            },
            #[cfg(feature = "parquet")]
            Source::Parquet(rows) => rows.advance(&mut self.ready),
        };
        match read {
            Ok(true) => {}
            Ok(false) => self.ended = true,
            Err(e) => {
                self.ended = true;
                self.ready.push_back(Err(e.into()));
            }
        }
    }
}

/// Processes the current line. Returns true if the rest of the input cannot be read.
fn line<R: Read>(lines: &Lines<R>, form: &mut Form, ready: &mut Ready) -> bool {
    let (number, bytes, cut) = (lines.number, &*lines.bytes, lines.is_cut());
    match form {
        Form::Delimited(table) => table.line(number, bytes, cut, ready),
        Form::Objects(objects) => objects.line(number, bytes, cut, ready),
        Form::Grids(grids) => grids.line(number, bytes, ready),
        Form::Unknown => return first_line(number, bytes, cut, form, ready),
    }
    false
}

/// Detects the format from the first line that is neither empty nor a comment.
fn first_line(number: u64, bytes: &[u8], cut: bool, form: &mut Form, ready: &mut Ready) -> bool {
    let mut refuse = |why| ready.push_back(Err(ReadError::at(number, At::Character(1), why)));
    if is_utf16(bytes) {
        refuse(Why::Utf16);
        return true;
    }
    if grids::plain(bytes).is_none() {
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            return false;
        }
        if json::is_array(text) {
            refuse(Why::JsonArray);
            return true;
        }
        if json::is_object(text) {
            let mut objects = Objects::default();
            objects.line(number, bytes, cut, ready);
            *form = Form::Objects(objects);
            return false;
        }
        if let Some(table) = Delimited::of_header(bytes) {
            *form = Form::Delimited(Box::new(table));
            return false;
        }
        if let Some(names) = Delimited::other_header(bytes) {
            refuse(Why::NoPuzzleColumn(names));
            return true;
        }
    }
    let mut grids = Grids::default();
    grids.line(number, bytes, ready);
    *form = Form::Grids(grids);
    false
}

/// Whether this looks like UTF-16: it has a byte order mark, or every other byte is zero.
fn is_utf16(bytes: &[u8]) -> bool {
    let begin = &bytes[..bytes.len().min(64)];
    let zeros = |first: usize| {
        begin
            .iter()
            .skip(first)
            .step_by(2)
            .filter(|&&b| b == 0)
            .count()
    };
    begin.starts_with(b"\xff\xfe")
        || begin.starts_with(b"\xfe\xff")
        || (begin.len() >= 4 && zeros(0).max(zeros(1)) >= begin.len() / 2)
}

fn end(form: &mut Form, ready: &mut Ready) {
    match form {
        Form::Unknown | Form::Objects(_) => {}
        Form::Delimited(table) => table.end(ready),
        Form::Grids(grids) => grids.end(ready),
    }
}

impl<R: Read> Iterator for Rows<R> {
    type Item = Result<Row, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(row) = self.ready.pop_front() {
                return Some(row);
            }
            if self.ended {
                return None;
            }
            self.advance();
        }
    }
}
