//! Lines of a stream, in bounded memory. Not what they say.

use std::io::{self, BufRead as _, BufReader, Read};

/// The bytes that are kept of a line; the rest of a longer one is read and forgotten.
pub(in crate::table) const LIMIT: usize = 1 << 20;

/// The lines of a stream, one at a time.
pub(in crate::table) struct Lines<R> {
    input: BufReader<R>,
    end: End,
    /// The number of the line, counted from 1.
    pub(in crate::table) number: u64,
    /// The line without its end, at most [`LIMIT`] bytes of it.
    pub(in crate::table) bytes: Vec<u8>,
}

/// What ends a line. The first line decides: after a line feed, a carriage return alone is a
/// character like any other.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Unknown,
    LineFeed,
    CarriageReturn,
}

impl<R: Read> Lines<R> {
    pub(in crate::table) fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(1 << 16, input),
            end: End::Unknown,
            number: 0,
            bytes: Vec::new(),
        }
    }

    /// Whether more of the input is at hand, so that the next line need not be waited for.
    pub(in crate::table) fn buffered(&self) -> bool {
        !self.input.buffer().is_empty()
    }

    /// Whether the line was longer than what is kept of it.
    pub(in crate::table) fn is_cut(&self) -> bool {
        self.bytes.len() >= LIMIT
    }

    /// Goes to the next line; false when there is none.
    pub(in crate::table) fn advance(&mut self) -> io::Result<bool> {
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
            if self.end == End::Unknown && self.bytes.last() == Some(&b'\r') && chunk[0] != b'\n' {
                self.end = End::CarriageReturn;
                break;
            }
            let end = match self.end {
                End::Unknown => {
                    let end = chunk.iter().position(|&b| matches!(b, b'\n' | b'\r'));
                    match end {
                        Some(at) if chunk[at] == b'\n' => self.end = End::LineFeed,
                        Some(at) => match chunk.get(at + 1) {
                            Some(b'\n') => self.end = End::LineFeed,
                            Some(_) => self.end = End::CarriageReturn,
                            // The next chunk tells.
                            None => {}
                        },
                        None => {}
                    }
                    end.filter(|_| self.end != End::Unknown)
                        .map(|at| at + usize::from(chunk[at..].starts_with(b"\r\n")))
                }
                End::LineFeed => chunk.iter().position(|&b| b == b'\n'),
                End::CarriageReturn => chunk.iter().position(|&b| matches!(b, b'\n' | b'\r')),
            };
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
