//! A table with a column `puzzle`, row by row. The only user of csv-core: unlike a reader of whole
//! records it lets a quotation mark that is never closed cost no more than a bounded part of the
//! input.

use super::error::Why;
use super::lines::LIMIT;
use super::width::{self, Wrong};
use crate::grid::Grid;
use csv_core::{ReadRecordResult, Terminator};

/// Fields that a row may have.
const FIELDS: usize = 4096;

/// The rows after a header.
pub(super) struct Table {
    record: Record,
    /// Which field is the puzzle.
    puzzle: usize,
    /// The line at which the row under way began.
    begun: Option<u64>,
}

impl Table {
    /// The table that a line is the header of, if it is one.
    pub(super) fn of_header(line: &[u8]) -> Option<Self> {
        [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
            let mut record = Record::new(delimiter);
            if record.feed(line) != Fed::Whole {
                return None;
            }
            let puzzle = record.fields().position(|name| name.trim() == "puzzle")?;
            Some(Self {
                record,
                puzzle,
                begun: None,
            })
        })
    }

    /// The names of the columns, if a line looks like the header of another table: several names,
    /// each of which begins with a letter.
    pub(super) fn other_header(line: &[u8]) -> Option<String> {
        let mut record = Record::new(b',');
        record.feed(line);
        let names: Vec<_> = record.fields().map(|name| name.trim().to_owned()).collect();
        let named = |name: &String| name.starts_with(char::is_alphabetic) && name.len() < 81;
        (names.len() > 1 && names.iter().all(named)).then(|| names.join(", "))
    }

    /// Takes a line; answers when it ends a row, with the line at which the row began.
    pub(super) fn line(&mut self, number: u64, line: &[u8]) -> Option<(u64, Result<Grid, Wrong>)> {
        if self.begun.is_none() && line.iter().all(u8::is_ascii_whitespace) {
            return None;
        }
        let begun = *self.begun.get_or_insert(number);
        let answer = match self.record.feed(line) {
            Fed::Part => return None,
            Fed::Whole => self.grid(),
            Fed::TooLong => Err(endless(number)),
        };
        self.begun = None;
        Some((begun, answer))
    }

    /// The end of the input: a row under way will never end.
    pub(super) fn end(&mut self, number: u64) -> Option<(u64, Wrong)> {
        Some((self.begun.take()?, endless(number)))
    }

    fn grid(&self) -> Result<Grid, Wrong> {
        let field = self.record.fields().nth(self.puzzle).unwrap_or_default();
        width::grid(&field).map_err(|(character, why)| {
            let why = Box::new(why);
            (1, Why::Field { character, why })
        })
    }
}

fn endless(last: u64) -> Wrong {
    (1, Why::Endless { limit: LIMIT, last })
}

#[derive(PartialEq)]
enum Fed {
    /// The row goes on in the next line.
    Part,
    Whole,
    TooLong,
}

/// One row, taken line by line into buffers that never grow.
struct Record {
    parser: csv_core::Reader,
    text: Vec<u8>,
    text_used: usize,
    ends: Vec<usize>,
    ends_used: usize,
    /// The row is complete; the next line begins another.
    complete: bool,
}

impl Record {
    fn new(delimiter: u8) -> Self {
        Self {
            parser: csv_core::ReaderBuilder::new()
                .delimiter(delimiter)
                .terminator(Terminator::Any(b'\n'))
                .build(),
            text: vec![0; LIMIT],
            text_used: 0,
            ends: vec![0; FIELDS],
            ends_used: 0,
            complete: true,
        }
    }

    fn feed(&mut self, line: &[u8]) -> Fed {
        if self.complete {
            (self.text_used, self.ends_used) = (0, 0);
            self.complete = false;
        }
        for part in [line, b"\n"] {
            let mut part = part;
            while !part.is_empty() {
                let text = &mut self.text[self.text_used..];
                let ends = &mut self.ends[self.ends_used..];
                let (result, read, written, ended) = self.parser.read_record(part, text, ends);
                part = &part[read..];
                self.text_used += written;
                self.ends_used += ended;
                match result {
                    ReadRecordResult::InputEmpty => {}
                    ReadRecordResult::Record | ReadRecordResult::End => self.complete = true,
                    ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                        self.parser.reset();
                        self.complete = true;
                        return Fed::TooLong;
                    }
                }
            }
        }
        if self.complete { Fed::Whole } else { Fed::Part }
    }

    /// The fields of a complete row.
    fn fields(&self) -> impl Iterator<Item = std::borrow::Cow<'_, str>> {
        let mut begin = 0;
        self.ends[..self.ends_used].iter().map(move |&end| {
            let field = String::from_utf8_lossy(&self.text[begin..end]);
            begin = end;
            field
        })
    }
}
