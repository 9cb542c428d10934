//! Tables with fields separated by commas, semicolons, tabs or bars. Only this module and
//! [`super::write`] use the crate csv. The parser passes rows to csv line by line, so that an
//! unclosed quotation mark spoils only its own row.

use super::error::{ReadError, no_puzzle_column};
use super::grids::{self, GridParser};
use super::lines::MAX_LINE_BYTES;
use super::{Flow, Parser, SkippedLines, cells, grid_row};
use crate::table::header::{TableHeader, find_puzzle_column};
use crate::table::row::{Ready, TableRow};
use csv::{ByteRecord, ReaderBuilder, StringRecord, Terminator};
use std::io::{self, Read};
use std::sync::Arc;

/// Maximum number of fields in a row.
const MAX_FIELDS: usize = 4096;
/// Minimum length of a line with a puzzle.
const MIN_PUZZLE_BYTES: usize = 81;

/// The parser of the rows after a header.
pub(crate) struct DelimitedParser {
    csv: Csv,
    header: Arc<TableHeader>,
    /// A header without a usual name for the puzzles. The first row decides which column holds
    /// them.
    undecided: Option<UndecidedHeader>,
    /// A header with a usual name, until the first row comes: `Sudoku` may as well be the title of
    /// a drawn grid.
    title: Option<UndecidedHeader>,
    /// A row of several lines with an open quotation mark: the number of its first line, and its
    /// text.
    open: Option<(u64, Vec<u8>)>,
    /// The last line that an unclosed quotation mark seemed to enclose. These lines are parsed
    /// again, each as a row of its own. A search for the end of each such row would be quadratic.
    last_alone: u64,
    /// The lines above the header.
    skipped: SkippedLines,
}

/// A line that looks like a header without a usual name for the puzzles.
struct UndecidedHeader {
    line: u64,
    text: Vec<u8>,
}

/// Splits a header at the first delimiter for which `wanted` accepts the names.
fn split_header(line: &[u8], wanted: impl Fn(&[String]) -> bool) -> Option<(Csv, Vec<String>)> {
    [b',', b';', b'\t', b'|'].into_iter().find_map(|delimiter| {
        let mut csv = Csv::new(delimiter);
        let names = (csv.parse(&[line]) == RecordState::Whole).then(|| csv.names())?;
        wanted(&names).then_some((csv, names))
    })
}

/// Returns true if these look like column names: several, each beginning with a letter.
fn is_other_header(names: &[String]) -> bool {
    let named = |name: &String| name.starts_with(char::is_alphabetic) && name.len() < 81;
    names.len() > 1 && names.iter().all(named)
}

impl DelimitedParser {
    /// Starts a table if this line is a header with a column of puzzles, or with the named
    /// `column`. Returns `None` for any other line.
    ///
    /// # Errors
    /// A sentence, if several columns may hold the puzzles.
    pub(crate) fn from_header(
        number: u64,
        line: &[u8],
        column: Option<&str>,
    ) -> Option<Result<Self, String>> {
        let has_puzzle = |names: &[String]| {
            !matches!(find_puzzle_column(column, names.iter().map(String::as_str)), Ok(None))
        };
        let (csv, names) = split_header(line, has_puzzle)?;
        let is_title = column.is_none();
        let title = is_title.then(|| UndecidedHeader { line: number, text: line.to_vec() });
        let begin = |header| Self { title, ..Self::begin(csv, header, None) };
        Some(TableHeader::new(names, column).map(begin))
    }

    /// Starts a table if this line looks like a header without a usual name for the puzzles. The
    /// first row decides which column holds them.
    pub(crate) fn from_unusual_header(number: u64, line: &[u8]) -> Option<Self> {
        let (csv, names) = split_header(line, is_other_header)?;
        let undecided = UndecidedHeader { line: number, text: line.to_vec() };
        Some(Self::begin(csv, TableHeader::with_puzzle(names, None), Some(undecided)))
    }

    fn begin(csv: Csv, header: TableHeader, undecided: Option<UndecidedHeader>) -> Self {
        let skipped = SkippedLines::default();
        let header = Arc::new(header);
        Self { csv, header, undecided, title: None, open: None, last_alone: 0, skipped }
    }

    /// Returns the same table below these lines, with their numbers.
    pub(super) fn below_lines(mut self, lines: &[(u64, String)]) -> Self {
        for (number, text) in lines {
            self.skipped.add(*number, text);
        }
        self
    }

    /// Returns the number of columns with a name.
    pub(super) fn name_count(&self) -> usize {
        self.header.names().iter().filter(|name| !name.is_empty()).count()
    }

    /// Returns true if most of at least ten columns have no name, as in a row of titles.
    pub(super) fn is_sparse(&self) -> bool {
        let columns = self.header.names().len();
        columns >= 10 && 2 * self.name_count() < columns
    }

    /// Returns true if a line may be a row of this table: it has a puzzle in the column of puzzles,
    /// an open quotation mark, or as many fields as there are names.
    pub(super) fn may_have_row(&mut self, line: &[u8]) -> bool {
        match self.csv.parse(&[line]) {
            RecordState::Part => true,
            RecordState::TooLong => false,
            RecordState::Whole => {
                let field = self.header.puzzle.and_then(|at| self.csv.record.get(at));
                let field = String::from_utf8_lossy(field.unwrap_or_default());
                cells::parse_grid(field.trim()).is_ok()
                    || !self.is_sparse() && self.csv.record.len() == self.header.names().len()
            }
        }
    }

    /// Returns true if the line is a row without any cell, below a line that only looks like a
    /// header.
    fn is_row_of_grid(&self, line: &[u8]) -> bool {
        let is_other = self.csv.record.len() != self.header.names().len();
        self.undecided.is_some() && is_other && !line.contains(&b'"') && grids::is_empty_row(line)
    }

    /// Returns the parser for a text without a table, if the first row below a header is a row or
    /// the frame of a drawn grid.
    fn below_title(&mut self, row: &[u8]) -> Option<Box<dyn Parser>> {
        let UndecidedHeader { line, text } = self.title.take()?;
        if row.contains(&b'"') {
            return None;
        }
        let field = self.header.puzzle.and_then(|at| self.csv.record.get(at)).unwrap_or_default();
        let field = String::from_utf8_lossy(field);
        if cells::parse_grid(field.trim()).is_ok()
            || !grid_row::is_drawn(&String::from_utf8_lossy(row))
        {
            return None;
        }
        let mut grids = GridParser::default();
        grids.line(line, &text, false, &mut Ready::new());
        Some(Box::new(grids))
    }

    /// Finds the column of puzzles by the first row: the only column with 81 cells, or the one
    /// beside its solutions. If no column has them, returns the parser for a text without a table.
    fn find_puzzle(&mut self) -> Option<Box<dyn Parser>> {
        let UndecidedHeader { line, text } = self.undecided.take()?;
        let names = self.header.names();
        // A line with another number of fields, or with a single field, is no row of a table. In
        // this case the first line only looked like a header.
        let has_text = |field: &&[u8]| !field.trim_ascii().is_empty();
        let is_row = self.csv.record.len() == names.len()
            && self.csv.record.iter().filter(has_text).count() > 1;
        let fields = self.csv.record.iter().map(|field| Some(str::from_utf8(field).ok()?.trim()));
        let Some(puzzle) = cells::puzzle_field(fields).filter(|_| is_row) else {
            // Rows with one puzzle each need no header, and the apparent header may be a caption.
            let mut grids = GridParser::below_names(self.names());
            grids.line(line, &text, false, &mut Ready::new());
            return Some(Box::new(grids));
        };
        self.header = Arc::new(TableHeader::with_puzzle(names.to_vec(), Some(puzzle)));
        None
    }

    /// Reports that the current row has an unclosed quotation mark. Each of its other lines becomes
    /// a row of its own. If none of these lines can hold a puzzle, this is no table, and reading
    /// stops.
    fn abandon_open_record(&mut self, ready: &mut Ready) -> Flow {
        let Some((begun, mut text)) = self.open.take() else {
            return Flow::Continue;
        };
        text.push(b'\n');
        let lines = || text.split_inclusive(|byte| *byte == b'\n');
        let (first, last) =
            (lines().next().map_or(0, <[u8]>::len), begun + lines().count() as u64 - 1);
        let mut wrong = |reason| ready.push_back(Err(ReadError::in_line(begun, reason)));
        if text.len() > MAX_LINE_BYTES + 1
            && !lines().skip(1).any(|line| line.len() > MIN_PUZZLE_BYTES)
        {
            wrong(format!(
                "expected a closing quotation mark within {MAX_LINE_BYTES} bytes, found none up to line {last} and no line \
                 with a puzzle; the rest is not read"
            ));
            return Flow::Stop;
        }
        wrong(unclosed_reason(last));
        self.last_alone = last;
        text.drain(..first);
        Flow::Reparse(text)
    }

    /// Returns the names in the header, with commas between them.
    pub(crate) fn names(&self) -> String {
        self.header.names().join(", ")
    }

    fn row(&self, line: u64) -> TableRow {
        let fields = StringRecord::from_byte_record_lossy(self.csv.record.clone());
        TableRow::from_fields(line, self.header.clone(), fields)
    }
}

impl Parser for DelimitedParser {
    fn line(&mut self, number: u64, line: &[u8], cut: bool, ready: &mut Ready) -> Flow {
        let Some((begun, text)) = &mut self.open else {
            let is_blank = line.iter().all(u8::is_ascii_whitespace);
            let may_be_title = self.title.is_some() || self.undecided.is_some();
            if is_blank && !(may_be_title && grids::is_empty_row(line)) {
                return Flow::Continue;
            }
            let state = self.csv.parse(&[line]);
            if let Some(grids) = self.below_title(line) {
                return Flow::ReparseWith(grids, [line, b"\n"].concat());
            }
            if !cut
                && state == RecordState::Whole
                && (!self.csv.is_empty() || self.is_row_of_grid(line))
                && let Some(grids) = self.find_puzzle()
            {
                return Flow::ReparseWith(grids, [line, b"\n"].concat());
            }
            ready.push_back(match state {
                RecordState::TooLong => Err(too_long_error(number)),
                _ if cut => Err(too_long_error(number)),
                // A spreadsheet saves an empty row as separators only.
                RecordState::Whole if self.csv.is_empty() => return Flow::Continue,
                RecordState::Whole => Ok(self.row(number)),
                RecordState::Part if number <= self.last_alone => {
                    Err(ReadError::in_line(number, unclosed_reason(self.last_alone)))
                }
                RecordState::Part => {
                    self.open = Some((number, line.to_vec()));
                    return Flow::Continue;
                }
            });
            return Flow::Continue;
        };
        let begun = *begun;
        text.push(b'\n');
        text.extend_from_slice(line);
        // After a quotation mark, csv splits the line as it splits it inside the open row.
        match self.csv.parse(&[b"\"", line]) {
            _ if cut || text.len() > MAX_LINE_BYTES => return self.abandon_open_record(ready),
            RecordState::Part => {}
            RecordState::Whole | RecordState::TooLong => {
                let state = self.csv.parse(&[text]);
                if state == RecordState::Whole
                    && !self.csv.is_empty()
                    && let Some(grids) = self.find_puzzle()
                {
                    let mut text = self.open.take().map_or(Vec::new(), |(_, text)| text);
                    text.push(b'\n');
                    return Flow::ReparseWith(grids, text);
                }
                match state {
                    RecordState::Whole if self.csv.is_empty() => {}
                    RecordState::Whole => ready.push_back(Ok(self.row(begun))),
                    RecordState::Part | RecordState::TooLong => {
                        ready.push_back(Err(too_long_error(begun)))
                    }
                }
                self.open = None;
            }
        }
        Flow::Continue
    }

    /// Ends the input: a row that is still open will never be closed.
    fn end(&mut self, ready: &mut Ready) -> Flow {
        if self.open.is_none()
            && let Some(UndecidedHeader { line, .. }) = self.undecided
        {
            let reason = no_puzzle_column(None, self.names());
            ready.push_back(Err(ReadError::in_line(line, reason)));
        }
        self.abandon_open_record(ready)
    }

    fn header(&self) -> Option<&TableHeader> {
        self.undecided.is_none().then_some(&*self.header)
    }

    fn skipped(&self) -> Option<&SkippedLines> {
        (self.skipped.count > 0).then_some(&self.skipped)
    }
}

fn too_long_error(line: u64) -> ReadError {
    let reason = format!(
        "expected a row of at most {MAX_LINE_BYTES} bytes and {MAX_FIELDS} fields, found a longer one"
    );
    ReadError::in_line(line, reason)
}

fn unclosed_reason(last: u64) -> String {
    format!("expected a closing quotation mark, found none up to line {last}")
}

#[derive(PartialEq)]
pub(super) enum RecordState {
    /// The row continues in the next line.
    Part,
    Whole,
    TooLong,
}

/// A csv reader that parses one row at a time.
pub(super) struct Csv {
    reader: csv::Reader<RecordText>,
    record: ByteRecord,
}

/// The text of a row, as the input of the csv reader. If csv reads past the text, a quotation mark
/// is open, and the input supplies the closing mark.
#[derive(Default)]
struct RecordText {
    bytes: Vec<u8>,
    at: usize,
    open: bool,
}

impl Read for RecordText {
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
    pub(super) fn new(delimiter: u8) -> Self {
        let mut builder = ReaderBuilder::new();
        builder.delimiter(delimiter).terminator(Terminator::Any(b'\n'));
        builder.has_headers(false).flexible(true);
        Self { reader: builder.from_reader(RecordText::default()), record: ByteRecord::new() }
    }

    /// Parses a text without a line end at its end.
    pub(super) fn parse(&mut self, parts: &[&[u8]]) -> RecordState {
        let text = self.reader.get_mut();
        (text.at, text.open) = (0, false);
        text.bytes.clear();
        parts.iter().for_each(|part| text.bytes.extend_from_slice(part));
        text.bytes.push(b'\n');
        let read = self.reader.read_byte_record(&mut self.record);
        match (self.reader.get_ref().open, read) {
            (true, _) => RecordState::Part,
            (false, Ok(true)) if self.record.len() <= MAX_FIELDS => RecordState::Whole,
            (false, _) => RecordState::TooLong,
        }
    }

    /// Iterates over the fields of the row.
    pub(super) fn fields(&self) -> impl Iterator<Item = &[u8]> {
        self.record.iter()
    }

    /// Returns true if all fields of the row are empty.
    fn is_empty(&self) -> bool {
        self.record.as_slice().iter().all(u8::is_ascii_whitespace)
    }

    /// Returns the fields of a header, trimmed.
    fn names(&self) -> Vec<String> {
        let names = self.record.iter();
        names.map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect()
    }
}
