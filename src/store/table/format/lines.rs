//! Splits a stream into lines, in bounded memory.

use std::io::{self, BufRead as _, BufReader, Cursor, Read};

/// Maximum number of bytes kept of a line; the rest of a longer line is discarded.
pub(in crate::store::table) const LIMIT: usize = 1 << 20;

/// The lines of a stream, one at a time.
pub(in crate::store::table) struct Lines<R> {
    input: BufReader<R>,
    /// Lines that are read once more, before those of the stream.
    again: Cursor<Vec<u8>>,
    /// The number of the current line, counted from 1.
    pub(in crate::store::table) number: u64,
    /// The current line without its end, at most [`LIMIT`] bytes.
    pub(in crate::store::table) bytes: Vec<u8>,
}

impl<R: Read> Lines<R> {
    pub(in crate::store::table) fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(1 << 16, input),
            again: Cursor::default(),
            number: 0,
            bytes: Vec::new(),
        }
    }

    /// Whether more input is buffered, so that the next line can be read without waiting.
    pub(in crate::store::table) fn buffered(&self) -> bool {
        !self.input.buffer().is_empty()
            || (self.again.position() as usize) < self.again.get_ref().len()
    }

    /// Reads the last lines once more: their text, with a line end behind each.
    pub(in crate::store::table) fn again(&mut self, text: Vec<u8>) {
        self.number -= text.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.again = Cursor::new(text);
    }

    /// Whether the line was longer than [`LIMIT`].
    pub(in crate::store::table) fn is_cut(&self) -> bool {
        self.bytes.len() >= LIMIT
    }

    /// Reads the next line; returns false at the end.
    pub(in crate::store::table) fn advance(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        if self.again.read_until(b'\n', &mut self.bytes)? > 0 {
            self.number += 1;
            self.bytes.pop();
            return Ok(true);
        }
        let mut any = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(e),
            };
            if chunk.is_empty() {
                break;
            }
            any = true;
            let end = chunk.iter().position(|&b| b == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            let room = LIMIT - self.bytes.len();
            self.bytes.extend_from_slice(&part[..part.len().min(room)]);
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        if any {
            self.number += 1;
            if self.bytes.last() == Some(&b'\r') {
                self.bytes.pop();
            }
            if self.number == 1 && self.bytes.starts_with("\u{feff}".as_bytes()) {
                self.bytes.drain(..3);
            }
        }
        Ok(any)
    }
}
