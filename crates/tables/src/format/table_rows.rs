//! The rows of a table whose header is known, one line at a time.

use super::MAX_LINE_BYTES;
use super::csv_fields::{FieldSplitter, MAX_FIELDS, RecordState};
use super::error::ReadError;
use super::lines::{LineBlock, RawLine};
use crate::header::TableHeader;
use crate::row::{Ready, TableRow};
use std::sync::Arc;

/// Minimum length of a line with a puzzle.
const MIN_PUZZLE_BYTES: usize = 81;

/// The parser of the rows below a header.
pub(crate) struct TableParser {
    splitter: FieldSplitter,
    header: Arc<TableHeader>,
    /// The lines of a row with an open quotation mark.
    open: LineBlock,
}

impl TableParser {
    pub(crate) fn new(delimiter: u8, header: TableHeader) -> Self {
        let splitter = FieldSplitter::new(delimiter);
        Self { splitter, header: Arc::new(header), open: LineBlock::default() }
    }

    pub(super) fn header(&self) -> &TableHeader {
        &self.header
    }

    /// Reads a line. Returns false if the rest of the input cannot be read.
    pub(super) fn push(&mut self, line: RawLine<'_>, ready: &mut Ready) -> bool {
        let is_open = !self.open.is_empty();
        let first = if is_open { self.open.first } else { line.number };
        if self.open.text.len() + line.bytes.len() <= MAX_LINE_BYTES
            && self.read_row(RawLine { number: first, ..line }, ready) != RecordState::Open
        {
            self.open.text.clear();
            return true;
        }
        if !is_open && line.bytes.len() > MAX_LINE_BYTES {
            ready.push_back(Err(too_long_error(line.number)));
            return true;
        }
        self.open.push(line);
        self.open.text.len() <= MAX_LINE_BYTES || self.abandon_open_row(ready)
    }

    /// Ends the input: a row that is still open will never be closed.
    pub(super) fn end(&mut self, ready: &mut Ready) {
        if !self.open.is_empty() {
            self.abandon_open_row(ready);
        }
    }

    /// Splits the next line of a row, and reports the row if it is whole. The line has the number
    /// of the first line of the row.
    fn read_row(&mut self, line: RawLine<'_>, ready: &mut Ready) -> RecordState {
        let RawLine { number, bytes } = line;
        if self.open.is_empty() && bytes.iter().all(u8::is_ascii_whitespace) {
            return RecordState::Whole;
        }
        let state = self.splitter.split(bytes);
        match state {
            RecordState::TooLong => ready.push_back(Err(too_long_error(number))),
            // A spreadsheet saves an empty row as separators only.
            RecordState::Whole if !self.splitter.is_empty() => {
                let row = self.splitter.record();
                ready.push_back(Ok(TableRow::from_fields(number, &mut self.header, row)));
            }
            _ => {}
        }
        state
    }

    /// Reports that the current row has an unclosed quotation mark. Each of its other lines becomes
    /// a row of its own. If none of these lines can hold a puzzle, this is no table: returns false.
    fn abandon_open_row(&mut self, ready: &mut Ready) -> bool {
        let open = std::mem::take(&mut self.open);
        let lines = open.lines();
        let (begun, others) = (open.first, &lines[1..]);
        let last = begun + others.len() as u64;
        self.splitter.reset();
        if open.text.len() > MAX_LINE_BYTES
            && !others.iter().any(|line| line.bytes.len() >= MIN_PUZZLE_BYTES)
        {
            let reason = format!(
                "expected a closing quotation mark within {MAX_LINE_BYTES} bytes, found none up to \
                 line {last} and no line with a puzzle; the rest is not read"
            );
            ready.push_back(Err(ReadError::in_line(begun, reason)));
            return false;
        }
        let unclosed = format!("expected a closing quotation mark, found none up to line {last}");
        ready.push_back(Err(ReadError::in_line(begun, unclosed.clone())));
        for line in others {
            if self.read_row(*line, ready) == RecordState::Open {
                self.splitter.reset();
                ready.push_back(Err(ReadError::in_line(line.number, unclosed.clone())));
            }
        }
        true
    }
}

fn too_long_error(line: u64) -> ReadError {
    let reason = format!(
        "expected a row of at most {MAX_LINE_BYTES} bytes and {MAX_FIELDS} fields, found a longer one"
    );
    ReadError::in_line(line, reason)
}
