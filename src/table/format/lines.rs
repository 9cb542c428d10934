//! Lines of a stream, in memory that has a bound. Not what stands in them.

use std::io::{self, BufRead as _, BufReader, Read};

/// What is kept of a line; the rest of a longer one is read and forgotten.
pub(super) const LIMIT: usize = 1 << 16;

/// The lines of a stream, one at a time.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    /// The number of the line, counted from 1.
    pub(super) number: u64,
    /// The line without its end, at most [`LIMIT`] bytes of it.
    pub(super) bytes: Vec<u8>,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(LIMIT, input),
            number: 0,
            bytes: Vec::new(),
        }
    }

    /// Whether more of the input is at hand, so that the next line need not be waited for.
    pub(super) fn buffered(&self) -> bool {
        !self.input.buffer().is_empty()
    }

    /// Goes to the next line; false when there is none.
    pub(super) fn advance(&mut self) -> io::Result<bool> {
        self.bytes.clear();
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
