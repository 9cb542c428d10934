//! Tables with fields separated by commas, semicolons or tabs. The only user of csv beside [`super::write`].
//! The rows are given to it line by line, so that an unclosed quotation mark spoils only its own row.

use super::error::{At, ReadError, Why};
use super::lines::LIMIT;
use crate::store::table::row::{Header, Ready, Row};
use csv::{ByteRecord, ReaderBuilder, Terminator};
use std::io::{self, Read};
use std::sync::Arc;

/// Maximum number of fields in a row.
const FIELDS: usize = 4096;
/// A line that is shorter holds no puzzle.
const PUZZLE: usize = 81;

/// The rows after a header.
pub(in crate::store::table) struct Delimited {
    parser: Parser,
    header: Arc<Header>,
    /// A row of several lines whose quotation mark is open: the line at which it begins, and its text.
    open: Option<(u64, Vec<u8>)>,
    /// The lines that an unclosed quotation mark seemed to hold.
    again: Option<Again>,
}

/// Lines that are read once more, each as a row of its own.
struct Again {
    text: Vec<u8>,
    at: usize,
    /// The number of the next line, and of the last one.
    number: u64,
    last: u64,
}

/// Splits a header at the first delimiter for which `wanted` accepts the names.
fn split(line: &[u8], wanted: impl Fn(&[String]) -> bool) -> Option<(Parser, Vec<String>)> {
    [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
        let mut parser = Parser::new(delimiter);
        let names = (parser.feed(&[line]) == Fed::Whole).then(|| parser.names())?;
        wanted(&names).then_some((parser, names))
    })
}

impl Delimited {
    /// Starts a table if this line is a header with a column `puzzle`.
    pub(in crate::store::table) fn of_header(line: &[u8]) -> Option<Self> {
        let (parser, names) = split(line, |names| names.iter().any(|name| name == "puzzle"))?;
        Some(Self { parser, header: Arc::new(Header::new(names)), open: None, again: None })
    }

    /// The column names if this line looks like the header of another table: several names that each
    /// begin with a letter.
    pub(in crate::store::table) fn other_header(line: &[u8]) -> Option<String> {
        let named = |name: &String| name.starts_with(char::is_alphabetic) && name.len() < 81;
        let (_, names) = split(line, |names| names.len() > 1 && names.iter().all(named))?;
        Some(names.join(", "))
    }

    pub(in crate::store::table) fn header(&self) -> &Arc<Header> {
        &self.header
    }

    /// Processes a line. `cut` means that it is longer than the maximum. Returns true if the rest of the
    /// input cannot be read.
    pub(in crate::store::table) fn line(
        &mut self,
        number: u64,
        line: &[u8],
        cut: bool,
        ready: &mut Ready,
    ) -> bool {
        let Some((begun, text)) = &mut self.open else {
            if line.iter().all(u8::is_ascii_whitespace) {
                return false;
            }
            match self.parser.feed(&[line]) {
                _ if cut => ready.push_back(Err(too_long(number))),
                Fed::TooLong => ready.push_back(Err(too_long(number))),
                Fed::Whole => ready.push_back(Ok(self.row(number))),
                Fed::Part => self.open = Some((number, line.to_vec())),
            }
            return false;
        };
        let begun = *begun;
        text.push(b'\n');
        text.extend_from_slice(line);
        // Behind a quotation mark of its own a line ends where it ends inside the row.
        match self.parser.feed(&[b"\"", line]) {
            _ if cut || text.len() > LIMIT => return self.give_up(ready),
            Fed::Part => {}
            Fed::Whole | Fed::TooLong => {
                let row = match self.parser.feed(&[text]) {
                    Fed::Whole => Ok(self.row(begun)),
                    Fed::Part | Fed::TooLong => Err(too_long(begun)),
                };
                ready.push_back(row);
                self.open = None;
            }
        }
        false
    }

    /// The input has ended, so a row that is still open will never be closed.
    pub(in crate::store::table) fn end(&mut self, ready: &mut Ready) {
        self.give_up(ready);
    }

    /// The current row has an unclosed quotation mark. Report it; each further line is a row of its own.
    /// Returns true if none of them can hold a puzzle, so that this is no table.
    fn give_up(&mut self, ready: &mut Ready) -> bool {
        let Some((begun, text)) = self.open.take() else {
            return false;
        };
        let lines = || text.split(|byte| *byte == b'\n');
        let last = begun + lines().count() as u64 - 1;
        let is_table = lines().skip(1).any(|line| line.len() >= PUZZLE);
        let why = match text.len() > LIMIT && !is_table {
            true => Why::NoTable { limit: LIMIT, last },
            false => Why::Unclosed(last),
        };
        let ends = matches!(why, Why::NoTable { .. });
        ready.push_back(Err(ReadError::at(begun, At::Character(1), why)));
        if !ends {
            let at = lines().next().map_or(0, <[u8]>::len) + 1;
            self.again = Some(Again { text, at, number: begun + 1, last });
        }
        ends
    }

    /// Reads one more line of those that seemed to belong to a row; false when there is none. To search
    /// for the end of each of these rows would take too long.
    pub(in crate::store::table) fn again(&mut self, ready: &mut Ready) -> bool {
        let Some(again) = &mut self.again else {
            return false;
        };
        let number = again.number;
        let Some(rest) = again.text.get(again.at..).filter(|_| number <= again.last) else {
            self.again = None;
            return false;
        };
        let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
        again.at += line.len() + 1;
        again.number += 1;
        if !line.iter().all(u8::is_ascii_whitespace) {
            let last = again.last;
            ready.push_back(match self.parser.feed(&[line]) {
                Fed::Whole => Ok(self.row(number)),
                Fed::Part => Err(ReadError::at(number, At::Character(1), Why::Unclosed(last))),
                Fed::TooLong => Err(too_long(number)),
            });
        }
        true
    }

    /// Whether lines wait to be read once more.
    pub(in crate::store::table) fn has_again(&self) -> bool {
        self.again.is_some()
    }

    fn row(&self, line: u64) -> Row {
        let record = &self.parser.record;
        let ends: Vec<usize> =
            (0..record.len()).filter_map(|i| Some(record.range(i)?.end)).collect();
        Row::of_fields(line, self.header.clone(), record.as_slice(), &ends)
    }
}

fn too_long(line: u64) -> ReadError {
    let why = Why::TooLong { limit: LIMIT, fields: FIELDS };
    ReadError::at(line, At::Character(1), why)
}

#[derive(PartialEq)]
enum Fed {
    /// The row continues in the next line.
    Part,
    Whole,
    TooLong,
}

/// Parses one row at a time.
struct Parser {
    csv: csv::Reader<Text>,
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

impl Parser {
    fn new(delimiter: u8) -> Self {
        let mut builder = ReaderBuilder::new();
        builder.delimiter(delimiter).terminator(Terminator::Any(b'\n'));
        builder.has_headers(false).flexible(true);
        Self { csv: builder.from_reader(Text::default()), record: ByteRecord::new() }
    }

    /// Parses a text that has no line end behind it.
    fn feed(&mut self, parts: &[&[u8]]) -> Fed {
        let text = self.csv.get_mut();
        (text.at, text.open) = (0, false);
        text.bytes.clear();
        parts.iter().for_each(|part| text.bytes.extend_from_slice(part));
        text.bytes.push(b'\n');
        let read = self.csv.read_byte_record(&mut self.record);
        match (self.csv.get_ref().open, read) {
            (true, _) => Fed::Part,
            (false, Ok(true)) if self.record.len() <= FIELDS => Fed::Whole,
            (false, _) => Fed::TooLong,
        }
    }

    /// The fields of a header, trimmed.
    fn names(&self) -> Vec<String> {
        let names = self.record.iter();
        names.map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect()
    }
}
