//! The only reader of puzzle files. It yields rows without checking the values in them.
//!
//! The format is detected from the first bytes, never from the file name: compressed or plain; Parquet,
//! a table, JSON lines, or bare grids (see [`super::format`]).

use super::compress;
use super::format::delimited::Delimited;
use super::format::error::{At, ReadError, Why, excerpt};
use super::format::grids::{self, Grids};
use super::format::json::{self, Objects};
use super::format::lines::Lines;
#[cfg(feature = "parquet")]
use super::parquet;
use super::row::{Header, Ready, Row};
use crate::store::files;
use crate::store::files::output::{open, open_any};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A file or another byte stream.
pub type Input = Box<dyn Read + Send>;

/// Reads puzzles row by row in bounded memory. An invalid row yields an error, and reading goes on with
/// the next row.
///
/// ```
/// use sudoku_press::store::table::Rows;
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
/// # Ok::<(), sudoku_press::store::table::ReadError>(())
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
    /// Opens a file, a pipe, a device, or an object (`s3://bucket/name`). Parquet must be a regular file or an object.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        Self::opened(path, open_any)
    }

    /// Opens a file of a run, which must be a regular file, or an object. Never waits for a pipe.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open_plain(path: &Path) -> io::Result<Self> {
        Self::opened(path, open)
    }

    fn opened(path: &Path, open: fn(&Path) -> io::Result<File>) -> io::Result<Self> {
        #[cfg(feature = "parquet")]
        let of_parquet = |from: Option<parquet::Opened>| {
            let rows = from.map(parquet::Rows::new).transpose()?;
            let source = rows.map(|rows| Source::Parquet(Box::new(rows)));
            Ok::<_, io::Error>(source.map(|source| Self {
                source,
                ready: Ready::new(),
                ended: false,
            }))
        };
        if files::is_object(path) {
            #[cfg(feature = "parquet")]
            if let Some(rows) = of_parquet(parquet::Opened::object(path)?)? {
                return Ok(rows);
            }
            return Ok(Self::new(Box::new(files::at(path)?.open(path)?)));
        }
        let file = open(path)?;
        #[cfg(feature = "parquet")]
        if let Some(rows) = of_parquet(parquet::Opened::file(&file)?)? {
            return Ok(rows);
        }
        Ok(Self::new(Box::new(file)))
    }
}

impl<R: Read> Rows<R> {
    /// Reads from a stream. Reads nothing before the first row is requested.
    pub fn new(input: R) -> Self {
        let lines = Box::new(Lines::new(compress::Reader::new(input)));
        Self { source: Source::Text(lines, Form::Unknown), ready: Ready::new(), ended: false }
    }

    /// Whether input is buffered. If not, the next row may have to be waited for.
    pub fn buffered(&self) -> bool {
        !self.ready.is_empty()
            || match &self.source {
                Source::Text(_, Form::Delimited(table)) if table.has_again() => true,
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
            Source::Text(lines, form) => advance(lines, form, &mut self.ready),
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

/// Reads one line. Returns false at the end, or if the rest of the input cannot be read.
fn advance<R: Read>(lines: &mut Lines<R>, form: &mut Form, ready: &mut Ready) -> io::Result<bool> {
    if let Form::Delimited(table) = form
        && table.again(ready)
    {
        return Ok(true);
    }
    Ok(match lines.advance()? {
        true => !line(lines, form, ready),
        false => end(form, ready),
    })
}

/// Processes the current line. Returns true if the rest of the input cannot be read.
fn line<R: Read>(lines: &Lines<R>, form: &mut Form, ready: &mut Ready) -> bool {
    let (number, bytes, cut) = (lines.number, &*lines.bytes, lines.is_cut());
    match form {
        Form::Delimited(table) => return table.line(number, bytes, cut, ready),
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
            refuse(Why::NoPuzzleColumn(excerpt(names, 1000)));
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
    let zeros = |first: usize| begin.iter().skip(first).step_by(2).filter(|&&b| b == 0).count();
    begin.starts_with(b"\xff\xfe")
        || begin.starts_with(b"\xfe\xff")
        || (begin.len() >= 4 && zeros(0).max(zeros(1)) >= begin.len() / 2)
}

/// The input has ended. Returns true if some of it is read once more.
fn end(form: &mut Form, ready: &mut Ready) -> bool {
    match form {
        Form::Unknown | Form::Objects(_) => {}
        Form::Delimited(table) => {
            table.end(ready);
            return table.has_again();
        }
        Form::Grids(grids) => grids.end(ready),
    }
    false
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
