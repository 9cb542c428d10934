//! Splits a stream into lines, in bounded memory. Lines end in LF, CRLF or, in old files, CR.

use std::io::{self, BufRead as _, BufReader, Cursor, Read};

/// Maximum number of bytes kept of a line. The rest of a longer line is discarded.
pub(crate) const MAX_LINE_BYTES: usize = 1 << 20;

/// A reader that yields the lines of a stream, one at a time.
pub(crate) struct LineReader<R> {
    input: BufReader<R>,
    /// Lines to read again, before those of the stream.
    again: Cursor<Vec<u8>>,
    /// The number of the current line, counted from 1.
    pub(crate) number: u64,
    /// The current line without its end, at most [`MAX_LINE_BYTES`] bytes.
    pub(crate) bytes: Vec<u8>,
    /// The line end that is accepted besides a line feed.
    extra_end: ExtraLineEnd,
    /// Number of bytes since the last puzzle.
    bytes_since_puzzle: u64,
}

/// A line end besides the line feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExtraLineEnd {
    Nothing,
    /// A carriage return, in files of old programs.
    Return,
    /// The end of a JSON object, which stays in its line. The text after it has the same line
    /// number.
    Brace {
        is_inside: bool,
    },
}

impl<R: Read> LineReader<R> {
    pub(crate) fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(1 << 16, input),
            again: Cursor::default(),
            number: 0,
            bytes: Vec::new(),
            extra_end: ExtraLineEnd::Nothing,
            bytes_since_puzzle: 0,
        }
    }

    /// Returns the beginning of the stream: at least one line, or all, or one full buffer. Also
    /// detects how lines end. Must be called before anything is read.
    pub(crate) fn beginning(&mut self) -> io::Result<&[u8]> {
        while let Err(e) = self.input.fill_buf() {
            if e.kind() != io::ErrorKind::Interrupted {
                return Err(e);
            }
        }
        let begin = self.input.buffer();
        let end = begin.iter().position(|b| matches!(b, b'\r' | b'\n'));
        let rest = end.map_or(&[][..], |end| &begin[end..]);
        if let [b'\r', next, ..] = rest
            && *next != b'\n'
        {
            self.extra_end = ExtraLineEnd::Return;
        }
        let text = begin.strip_prefix("\u{feff}".as_bytes()).unwrap_or(begin).trim_ascii_start();
        // An array, or an object that may hold all puzzles in a single line.
        let is_array =
            text.strip_prefix(b"[").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"{"));
        if is_array || text.starts_with(b"{\"") && !text.contains(&b'\n') {
            self.end_at_braces();
        }
        Ok(self.input.buffer())
    }

    /// Lets each JSON object end a line from now on, so that an array of any length needs little
    /// memory.
    pub(crate) fn end_at_braces(&mut self) {
        self.extra_end = ExtraLineEnd::Brace { is_inside: false };
    }

    /// Returns true if each JSON object ends a line.
    pub(crate) fn ends_at_braces(&self) -> bool {
        matches!(self.extra_end, ExtraLineEnd::Brace { .. })
    }

    /// Returns true if more input is buffered, so that the next line can be read without waiting.
    pub(crate) fn has_buffered(&self) -> bool {
        !self.input.buffer().is_empty()
            || (self.again.position() as usize) < self.again.get_ref().len()
    }

    /// Pushes the last lines back, to be read again: their text, with a line end after each.
    pub(crate) fn reread(&mut self, mut text: Vec<u8>) {
        self.number -= text.iter().filter(|byte| **byte == b'\n').count() as u64;
        text.extend_from_slice(&self.again.get_ref()[self.again.position() as usize..]);
        self.again = Cursor::new(text);
    }

    /// Returns true if the line was longer than [`MAX_LINE_BYTES`].
    pub(crate) fn is_cut(&self) -> bool {
        self.bytes.len() >= MAX_LINE_BYTES
    }

    /// Counts and returns the bytes since the last puzzle. `found` means that the current line had
    /// a puzzle or an error.
    pub(crate) fn bytes_without_puzzle(&mut self, found: bool) -> u64 {
        // An empty line takes as much time as a short one.
        let bytes = self.bytes.len() as u64 + 16;
        self.bytes_since_puzzle = if found { 0 } else { self.bytes_since_puzzle + bytes };
        self.bytes_since_puzzle
    }

    /// Reads the next line. Returns false at the end.
    pub(crate) fn advance(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        if self.again.read_until(b'\n', &mut self.bytes)? > 0 {
            self.number += 1;
            self.bytes.pop();
            return Ok(true);
        }
        let mut any = false;
        let (continues, other_end) = match self.extra_end {
            ExtraLineEnd::Nothing => (false, None),
            ExtraLineEnd::Return => (false, Some(b'\r')),
            ExtraLineEnd::Brace { is_inside } => (is_inside, Some(b'}')),
        };
        let mut is_inside = false;
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
            let end = match other_end {
                None => chunk.iter().position(|&b| b == b'\n'),
                Some(other) => chunk.iter().position(|&b| b == b'\n' || b == other),
            };
            is_inside = end.is_some_and(|end| chunk[end] == b'}');
            let part = &chunk[..end.map_or(chunk.len(), |end| end + usize::from(is_inside))];
            let room = MAX_LINE_BYTES - self.bytes.len();
            self.bytes.extend_from_slice(&part[..part.len().min(room)]);
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        if other_end == Some(b'}') {
            self.extra_end = ExtraLineEnd::Brace { is_inside };
        }
        if any {
            self.number += u64::from(!continues);
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
