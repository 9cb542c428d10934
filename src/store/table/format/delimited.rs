//! Tables with fields separated by commas, semicolons, tabs or bars. The only user of csv beside [`super::write`].
//! The rows are given to it line by line, so that an unclosed quotation mark spoils only its own row.

use super::cells;
use super::error::{ReadError, no_puzzle_column};
use super::grids::{self, Grids};
use super::lines::LIMIT;
use super::row_text;
use super::{Next, Parser};
use crate::store::table::header::{Header, puzzle_among};
use crate::store::table::row::{Ready, Row};
use csv::{ByteRecord, ReaderBuilder, StringRecord, Terminator};
use std::io::{self, Read};
use std::sync::Arc;

/// Maximum number of fields in a row.
const FIELDS: usize = 4096;
/// A line that is shorter holds no puzzle.
const PUZZLE: usize = 81;

/// The rows after a header.
pub(in crate::store::table) struct Delimited {
    csv: Csv,
    header: Arc<Header>,
    /// A header without a usual name for the puzzles: the first row must tell which column has them.
    undecided: Option<UndecidedHeader>,
    /// A header with such a name, until the first row comes: `Sudoku` may as well be the title of a
    /// drawn grid.
    title: Option<UndecidedHeader>,
    /// A row of several lines whose quotation mark is open: the line at which it begins, and its text.
    open: Option<(u64, Vec<u8>)>,
    /// The last of the lines that an unclosed quotation mark seemed to hold. They are read once more, each as a row
    /// of its own: to search for the end of each of these rows would take too long.
    alone: u64,
}

/// A line that looks like a header, but has no usual name for the puzzles.
struct UndecidedHeader {
    line: u64,
    text: Vec<u8>,
}

/// Splits a header at the first delimiter for which `wanted` accepts the names.
fn split(line: &[u8], wanted: impl Fn(&[String]) -> bool) -> Option<(Csv, Vec<String>)> {
    [b',', b';', b'\t', b'|'].into_iter().find_map(|delimiter| {
        let mut csv = Csv::new(delimiter);
        let names = (csv.feed(&[line]) == Fed::Whole).then(|| csv.names())?;
        wanted(&names).then_some((csv, names))
    })
}

/// Returns true if these look like the names of columns: several that each begin with a letter.
fn is_other_header(names: &[String]) -> bool {
    let named = |name: &String| name.starts_with(char::is_alphabetic) && name.len() < 81;
    names.len() > 1 && names.iter().all(named)
}

impl Delimited {
    /// Starts a table if this line, which has this number, is a header with a column of puzzles, or
    /// with the one that is named. An error if several columns may have the puzzles.
    pub(in crate::store::table) fn of_header(
        number: u64,
        line: &[u8],
        column: Option<&str>,
    ) -> Option<Result<Self, String>> {
        let has_puzzle = |names: &[String]| {
            !matches!(puzzle_among(column, names.iter().map(String::as_str)), Ok(None))
        };
        let (csv, names) = split(line, has_puzzle)?;
        let is_title = column.is_none();
        let title = is_title.then(|| UndecidedHeader { line: number, text: line.to_vec() });
        let begin = |header| Self { title, ..Self::begin(csv, header, None) };
        Some(Header::new(names, column).map(begin))
    }

    /// Starts a table if this line, which has this number, looks like a header without a usual name
    /// for the puzzles. The first row tells which column has them.
    pub(in crate::store::table) fn of_strange_header(number: u64, line: &[u8]) -> Option<Self> {
        let (csv, names) = split(line, is_other_header)?;
        let undecided = UndecidedHeader { line: number, text: line.to_vec() };
        Some(Self::begin(csv, Header::with_puzzle(names, None), Some(undecided)))
    }

    fn begin(csv: Csv, header: Header, undecided: Option<UndecidedHeader>) -> Self {
        Self { csv, header: Arc::new(header), undecided, title: None, open: None, alone: 0 }
    }

    /// Returns true for a row without any cell below a line that only looks like a header.
    fn is_row_of_grid(&self, line: &[u8]) -> bool {
        let is_other = self.csv.record.len() != self.header.names().len();
        self.undecided.is_some() && is_other && !line.contains(&b'"') && grids::is_empty_row(line)
    }

    /// Returns the parser for a text without a table, if the first row below a header is a row or the
    /// frame of a drawn grid.
    fn below_title(&mut self, row: &[u8]) -> Option<Box<dyn Parser>> {
        let UndecidedHeader { line, text } = self.title.take()?;
        if row.contains(&b'"') {
            return None;
        }
        let field = self.header.puzzle.and_then(|at| self.csv.record.get(at)).unwrap_or_default();
        let field = String::from_utf8_lossy(field);
        if cells::grid(field.trim()).is_ok() || !row_text::is_drawn(&String::from_utf8_lossy(row)) {
            return None;
        }
        let mut grids = Grids::default();
        grids.line(line, &text, false, &mut Ready::new());
        Some(Box::new(grids))
    }

    /// Finds the puzzles in the first row: they are in the only column with 81 cells, or beside their solutions. If they
    /// are in no column, returns the parser for a text without a table.
    fn decide(&mut self) -> Option<Box<dyn Parser>> {
        let UndecidedHeader { line, text } = self.undecided.take()?;
        let names = self.header.names();
        // A line with another number of fields, or with one alone, is no row: the first line only looks like a header.
        let has_text = |field: &&[u8]| !field.trim_ascii().is_empty();
        let is_row = self.csv.record.len() == names.len()
            && self.csv.record.iter().filter(has_text).count() > 1;
        let fields = self.csv.record.iter().map(|field| Some(str::from_utf8(field).ok()?.trim()));
        let Some(puzzle) = cells::puzzle_field(fields).filter(|_| is_row) else {
            // Rows with one puzzle each need no header, and what looks like one may be a caption.
            let mut grids = Grids::below_names(self.names());
            grids.line(line, &text, false, &mut Ready::new());
            return Some(Box::new(grids));
        };
        self.header = Arc::new(Header::with_puzzle(names.to_vec(), Some(puzzle)));
        None
    }

    /// The current row has an unclosed quotation mark. Reports it; each further line is a row of its own, unless none
    /// of them can hold a puzzle: then this is no table.
    fn give_up(&mut self, ready: &mut Ready) -> Next {
        let Some((begun, mut text)) = self.open.take() else {
            return Next::Line;
        };
        text.push(b'\n');
        let lines = || text.split_inclusive(|byte| *byte == b'\n');
        let (first, last) =
            (lines().next().map_or(0, <[u8]>::len), begun + lines().count() as u64 - 1);
        let mut wrong = |why| ready.push_back(Err(ReadError::in_line(begun, why)));
        if text.len() > LIMIT + 1 && !lines().skip(1).any(|line| line.len() > PUZZLE) {
            wrong(format!(
                "expected a closing quotation mark within {LIMIT} bytes, found none up to line {last} and no line \
                 with a puzzle; the rest is not read"
            ));
            return Next::Nothing;
        }
        wrong(unclosed(last));
        self.alone = last;
        text.drain(..first);
        Next::Again(text)
    }

    /// The names in the header, with commas between them.
    pub(in crate::store::table) fn names(&self) -> String {
        self.header.names().join(", ")
    }

    fn row(&self, line: u64) -> Row {
        let fields = StringRecord::from_byte_record_lossy(self.csv.record.clone());
        Row::of_fields(line, self.header.clone(), fields)
    }
}

impl Parser for Delimited {
    fn line(&mut self, number: u64, line: &[u8], cut: bool, ready: &mut Ready) -> Next {
        let Some((begun, text)) = &mut self.open else {
            let is_blank = line.iter().all(u8::is_ascii_whitespace);
            let may_be_title = self.title.is_some() || self.undecided.is_some();
            if is_blank && !(may_be_title && grids::is_empty_row(line)) {
                return Next::Line;
            }
            let fed = self.csv.feed(&[line]);
            if let Some(grids) = self.below_title(line) {
                return Next::Instead(grids, [line, b"\n"].concat());
            }
            if !cut
                && fed == Fed::Whole
                && (!self.csv.is_empty() || self.is_row_of_grid(line))
                && let Some(grids) = self.decide()
            {
                return Next::Instead(grids, [line, b"\n"].concat());
            }
            ready.push_back(match fed {
                Fed::TooLong => Err(too_long(number)),
                _ if cut => Err(too_long(number)),
                // A spreadsheet saves an empty row as separators.
                Fed::Whole if self.csv.is_empty() => return Next::Line,
                Fed::Whole => Ok(self.row(number)),
                Fed::Part if number <= self.alone => {
                    Err(ReadError::in_line(number, unclosed(self.alone)))
                }
                Fed::Part => {
                    self.open = Some((number, line.to_vec()));
                    return Next::Line;
                }
            });
            return Next::Line;
        };
        let begun = *begun;
        text.push(b'\n');
        text.extend_from_slice(line);
        // Behind a quotation mark of its own a line ends where it ends inside the row.
        match self.csv.feed(&[b"\"", line]) {
            _ if cut || text.len() > LIMIT => return self.give_up(ready),
            Fed::Part => {}
            Fed::Whole | Fed::TooLong => {
                let fed = self.csv.feed(&[text]);
                if fed == Fed::Whole
                    && !self.csv.is_empty()
                    && let Some(grids) = self.decide()
                {
                    let mut text = self.open.take().map_or(Vec::new(), |(_, text)| text);
                    text.push(b'\n');
                    return Next::Instead(grids, text);
                }
                match fed {
                    Fed::Whole if self.csv.is_empty() => {}
                    Fed::Whole => ready.push_back(Ok(self.row(begun))),
                    Fed::Part | Fed::TooLong => ready.push_back(Err(too_long(begun))),
                }
                self.open = None;
            }
        }
        Next::Line
    }

    /// A row that is still open will never be closed.
    fn end(&mut self, ready: &mut Ready) -> Next {
        if self.open.is_none()
            && let Some(UndecidedHeader { line, .. }) = self.undecided
        {
            let why = no_puzzle_column(None, self.names());
            ready.push_back(Err(ReadError::in_line(line, why)));
        }
        self.give_up(ready)
    }

    fn header(&self) -> Option<&Header> {
        self.undecided.is_none().then_some(&*self.header)
    }
}

fn too_long(line: u64) -> ReadError {
    let why =
        format!("expected a row of at most {LIMIT} bytes and {FIELDS} fields, found a longer one");
    ReadError::in_line(line, why)
}

fn unclosed(last: u64) -> String {
    format!("expected a closing quotation mark, found none up to line {last}")
}

#[derive(PartialEq)]
enum Fed {
    /// The row continues in the next line.
    Part,
    Whole,
    TooLong,
}

/// Parses one row at a time.
struct Csv {
    reader: csv::Reader<Text>,
    record: ByteRecord,
}

/// What the parser reads: the text of a row. Where it asks for more, a quotation mark is open, and it gets
/// one that closes it.
#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    at: usize,
    open: bool,
}

impl Read for Text {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at == self.bytes.len() {
            (self.at, self.open) = (0, true);
            self.bytes.clear();
            self.bytes.extend_from_slice(b"\"\n");
        }
        let read = (&self.bytes[self.at..]).read(into)?;
        self.at += read;
        Ok(read)
    }
}

impl Csv {
    fn new(delimiter: u8) -> Self {
        let mut builder = ReaderBuilder::new();
        builder.delimiter(delimiter).terminator(Terminator::Any(b'\n'));
        builder.has_headers(false).flexible(true);
        Self { reader: builder.from_reader(Text::default()), record: ByteRecord::new() }
    }

    /// Parses a text that has no line end behind it.
    fn feed(&mut self, parts: &[&[u8]]) -> Fed {
        let text = self.reader.get_mut();
        (text.at, text.open) = (0, false);
        text.bytes.clear();
        parts.iter().for_each(|part| text.bytes.extend_from_slice(part));
        text.bytes.push(b'\n');
        let read = self.reader.read_byte_record(&mut self.record);
        match (self.reader.get_ref().open, read) {
            (true, _) => Fed::Part,
            (false, Ok(true)) if self.record.len() <= FIELDS => Fed::Whole,
            (false, _) => Fed::TooLong,
        }
    }

    /// Returns true if no field of the row has text.
    fn is_empty(&self) -> bool {
        self.record.as_slice().iter().all(u8::is_ascii_whitespace)
    }

    /// The fields of a header, trimmed.
    fn names(&self) -> Vec<String> {
        let names = self.record.iter();
        names.map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect()
    }
}
