//! Splits lines into fields. Only this module uses the crate csv-core, which says whether a
//! quotation mark is open at the end of a line.

use super::lines::decode;
use csv::{ByteRecord, StringRecord};
use csv_core::{ReadRecordResult, ReaderBuilder, Terminator};
use std::borrow::Cow;

/// Maximum number of fields in a row.
pub(super) const MAX_FIELDS: usize = 4096;

/// The signs between fields, in the order in which they are tried.
pub(super) const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordState {
    /// A quotation mark is open: the row continues in the next line.
    Open,
    Whole,
    TooLong,
}

/// A splitter of rows, which takes one line at a time.
pub(super) struct FieldSplitter {
    reader: csv_core::Reader,
    /// The current line, with a line end.
    line: Vec<u8>,
    /// The text of the row's fields, one after the other, up to `length`.
    text: Vec<u8>,
    length: usize,
    /// The end of each field in the text, of which the first `count` are set.
    ends: Vec<usize>,
    count: usize,
    is_open: bool,
}

impl FieldSplitter {
    pub(super) fn new(delimiter: u8) -> Self {
        let mut builder = ReaderBuilder::new();
        let reader = builder.delimiter(delimiter).terminator(Terminator::Any(b'\n')).build();
        let (line, text, ends) = (Vec::new(), Vec::new(), Vec::new());
        Self { reader, line, text, length: 0, ends, count: 0, is_open: false }
    }

    /// Splits a line: the first of a row, or the next one of an open row.
    pub(super) fn split(&mut self, line: &[u8]) -> RecordState {
        if !self.is_open {
            (self.length, self.count) = (0, 0);
        }
        let room = self.length + line.len() + 1;
        self.text.resize(room.max(self.text.len()), 0);
        self.ends.resize(room.min(MAX_FIELDS).max(self.ends.len()), 0);
        self.line.clear();
        self.line.extend_from_slice(line);
        self.line.push(b'\n');
        let (text, ends) = (&mut self.text[self.length..], &mut self.ends[self.count..]);
        let (result, _, length, count) = self.reader.read_record(&self.line, text, ends);
        self.length += length;
        self.count += count;
        self.is_open = result == ReadRecordResult::InputEmpty;
        match result {
            ReadRecordResult::InputEmpty => RecordState::Open,
            ReadRecordResult::Record => RecordState::Whole,
            _ => {
                self.reader.reset();
                RecordState::TooLong
            }
        }
    }

    /// Forgets an open row.
    pub(super) fn reset(&mut self) {
        self.reader.reset();
        (self.length, self.count, self.is_open) = (0, 0, false);
    }

    /// Returns the number of fields.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Iterates over the fields of a row.
    pub(super) fn fields(&self) -> impl Iterator<Item = &[u8]> {
        let ends = &self.ends[..self.count];
        let starts = [0].into_iter().chain(ends.iter().copied());
        starts.zip(ends).map(|(start, end)| &self.text[start..*end])
    }

    /// Returns a field as text, trimmed.
    pub(super) fn field(&self, at: usize) -> Cow<'_, str> {
        String::from_utf8_lossy(self.fields().nth(at).unwrap_or_default().trim_ascii())
    }

    /// Returns true if all fields are empty.
    pub(super) fn is_empty(&self) -> bool {
        self.text[..self.length].iter().all(u8::is_ascii_whitespace)
    }

    /// Returns the row. Bytes that are not UTF-8 become replacement characters.
    pub(super) fn record(&self) -> StringRecord {
        let mut record = ByteRecord::with_capacity(self.length, self.count);
        let mut start = 0;
        for end in &self.ends[..self.count] {
            record.push_field(&self.text[start..*end]);
            start = *end;
        }
        StringRecord::from_byte_record_lossy(record)
    }

    /// Returns the fields of a line as names, trimmed. Returns `None` if a quotation mark is open.
    pub(super) fn names(&mut self, line: &[u8]) -> Option<Vec<String>> {
        self.reset();
        let state = self.split(line);
        if state != RecordState::Whole {
            return None;
        }
        Some(self.fields().map(|name| decode(name).trim().to_owned()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_quotation_mark_continues_a_row() {
        let mut csv = FieldSplitter::new(b',');
        assert_eq!(csv.split(b"a,\"b \"\"c\"\","), RecordState::Open);
        assert_eq!(csv.split(b""), RecordState::Open);
        assert_eq!(csv.split(b"d\",e"), RecordState::Whole);
        assert_eq!(csv.fields().collect::<Vec<_>>(), [&b"a"[..], b"b \"c\",\n\nd", b"e"]);
        assert_eq!(csv.split(b"f"), RecordState::Whole);
        assert_eq!((csv.count(), &*csv.field(0), &*csv.field(1)), (1, "f", ""));
        assert_eq!(csv.split(&[b','; MAX_FIELDS]), RecordState::TooLong);
        assert_eq!(csv.split(b",\t,"), RecordState::Whole);
        assert!(csv.is_empty() && csv.count() == 3);
        assert_eq!(csv.names(b"x, y "), Some(vec!["x".to_owned(), "y".to_owned()]));
    }
}
