//! Tables with fields separated by commas, semicolons or tabs. The only user of csv-core. Unlike a
//! reader of whole records it works line by line, so that an unclosed quotation mark spoils only its
//! own row.

use super::error::{At, ReadError, Why};
use super::lines::LIMIT;
use crate::table::row::{Header, Ready, Row};
use csv_core::{ReadRecordResult, Terminator};
use std::sync::Arc;

/// Maximum number of fields in a row.
const FIELDS: usize = 4096;

/// The rows after a header.
pub(in crate::table) struct Delimited {
    parser: Parser,
    header: Arc<Header>,
    /// The line at which the current multi-line row begins.
    begun: Option<u64>,
    /// The further lines of that row, kept in case its quotation mark is never closed.
    held: Vec<Vec<u8>>,
    held_bytes: usize,
}

/// Splits a header at the first delimiter for which `wanted` accepts the names.
fn split(line: &[u8], wanted: impl Fn(&[String]) -> bool) -> Option<(Parser, Vec<String>)> {
    [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
        let mut parser = Parser::new(delimiter);
        let names = match parser.feed(line) {
            Fed::Whole => parser.names(),
            Fed::Part | Fed::TooLong => return None,
        };
        wanted(&names).then_some((parser, names))
    })
}

impl Delimited {
    /// Starts a table if this line is a header with a column `puzzle`.
    pub(in crate::table) fn of_header(line: &[u8]) -> Option<Self> {
        let (parser, names) = split(line, |names| names.iter().any(|name| name == "puzzle"))?;
        Some(Self {
            parser,
            header: Arc::new(Header::new(names)),
            begun: None,
            held: Vec::new(),
            held_bytes: 0,
        })
    }

    /// The column names if this line looks like the header of another table: several names that each
    /// begin with a letter.
    pub(in crate::table) fn other_header(line: &[u8]) -> Option<String> {
        let named = |name: &String| name.starts_with(char::is_alphabetic) && name.len() < 81;
        let (_, names) = split(line, |names| names.len() > 1 && names.iter().all(named))?;
        Some(names.join(", "))
    }

    pub(in crate::table) fn header(&self) -> &Arc<Header> {
        &self.header
    }

    /// Processes a line. `cut` means that it is longer than the maximum.
    pub(in crate::table) fn line(
        &mut self,
        number: u64,
        line: &[u8],
        cut: bool,
        ready: &mut Ready,
    ) {
        let Some(begun) = self.begun else {
            if line.iter().all(u8::is_ascii_whitespace) {
                return;
            }
            match self.parser.feed(line) {
                _ if cut => ready.push_back(Err(too_long(number))),
                Fed::TooLong => ready.push_back(Err(too_long(number))),
                Fed::Whole => ready.push_back(Ok(self.row(number))),
                Fed::Part => return self.begun = Some(number),
            }
            return self.parser.reset();
        };
        self.held_bytes += line.len() + 1;
        self.held.push(line.to_vec());
        match self.parser.feed(line) {
            _ if cut || self.held_bytes > LIMIT => self.give_up(ready),
            Fed::TooLong => self.give_up(ready),
            Fed::Part => {}
            Fed::Whole => {
                let row = self.row(begun);
                ready.push_back(Ok(row));
                self.forget();
            }
        }
    }

    /// The input has ended, so a row that is still open will never be closed.
    pub(in crate::table) fn end(&mut self, ready: &mut Ready) {
        if self.begun.is_some() {
            self.give_up(ready);
        }
    }

    /// The current row has an unclosed quotation mark. Report it, then parse each further line as a row
    /// of its own. To search for the end of each of these rows would take too long.
    fn give_up(&mut self, ready: &mut Ready) {
        let Some(begun) = self.begun else {
            return;
        };
        let held = std::mem::take(&mut self.held);
        self.forget();
        let last = begun + held.len() as u64;
        let unclosed = |line| ReadError::at(line, At::Character(1), Why::Unclosed(last));
        ready.push_back(Err(unclosed(begun)));
        for (line, number) in held.iter().zip(begun + 1..) {
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            ready.push_back(match self.parser.feed(line) {
                Fed::Whole => Ok(self.row(number)),
                Fed::Part => Err(unclosed(number)),
                Fed::TooLong => Err(too_long(number)),
            });
            self.parser.reset();
        }
    }

    fn forget(&mut self) {
        self.begun = None;
        self.held.clear();
        self.held_bytes = 0;
        self.parser.reset();
    }

    fn row(&self, line: u64) -> Row {
        let (text, ends) = self.parser.fields();
        Row::of_fields(line, self.header.clone(), text, ends)
    }
}

fn too_long(line: u64) -> ReadError {
    let why = Why::TooLong { limit: LIMIT, fields: FIELDS };
    ReadError::at(line, At::Character(1), why)
}

enum Fed {
    /// The row continues in the next line.
    Part,
    Whole,
    TooLong,
}

/// Parses one row, line by line, into buffers of fixed size.
struct Parser {
    csv: csv_core::Reader,
    text: Vec<u8>,
    text_used: usize,
    ends: Vec<usize>,
    ends_used: usize,
}

impl Parser {
    fn new(delimiter: u8) -> Self {
        Self {
            csv: csv_core::ReaderBuilder::new()
                .delimiter(delimiter)
                .terminator(Terminator::Any(b'\n'))
                .build(),
            text: vec![0; LIMIT],
            text_used: 0,
            ends: vec![0; FIELDS],
            ends_used: 0,
        }
    }

    /// Prepares for the next row.
    fn reset(&mut self) {
        (self.text_used, self.ends_used) = (0, 0);
        self.csv.reset();
    }

    fn feed(&mut self, line: &[u8]) -> Fed {
        let mut complete = false;
        for mut part in [line, b"\n"] {
            while !part.is_empty() {
                let text = &mut self.text[self.text_used..];
                let ends = &mut self.ends[self.ends_used..];
                let (result, read, written, ended) = self.csv.read_record(part, text, ends);
                part = &part[read..];
                self.text_used += written;
                self.ends_used += ended;
                match result {
                    ReadRecordResult::InputEmpty => {}
                    ReadRecordResult::Record | ReadRecordResult::End => complete = true,
                    ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                        return Fed::TooLong;
                    }
                }
            }
        }
        if complete { Fed::Whole } else { Fed::Part }
    }

    /// The texts of all fields of a complete row, joined together, and the end offset of each.
    fn fields(&self) -> (&[u8], &[usize]) {
        (&self.text[..self.text_used], &self.ends[..self.ends_used])
    }

    /// The fields of a header, trimmed.
    fn names(&mut self) -> Vec<String> {
        let (text, ends) = self.fields();
        let mut begin = 0;
        let names = ends.iter().map(|&end| {
            let name = String::from_utf8_lossy(&text[begin..end]).trim().to_owned();
            begin = end;
            name
        });
        let names = names.collect();
        self.reset();
        names
    }
}
