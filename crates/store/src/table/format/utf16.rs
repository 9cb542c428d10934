//! Detects UTF-16, in which spreadsheets save "Unicode text", and converts it to UTF-8.

use crate::files::TextEncoding;
use std::io::{self, Read};

/// Minimum number of bytes for detecting an encoding or the kind of a file.
const MIN_BEGINNING_BYTES: usize = 64;
/// Maximum number of bytes of a beginning without a line end.
const MAX_BEGINNING_BYTES: usize = 1 << 16;
/// Number of bytes requested from a source at once.
const CHUNK_BYTES: usize = 1 << 13;

/// A reader that yields UTF-8 for a source in UTF-8 or UTF-16. Its first read returns the
/// beginning, by which the caller detects the kind of the file. The beginning ends with a line and
/// does not depend on how many bytes the source returns at once.
pub(crate) struct Utf8Reader<R> {
    source: StreamStart<R>,
    /// The encoding, once the beginning is read.
    encoding: Option<TextEncoding>,
    /// Decoded text that is not read yet, from the position `at` on.
    text: Vec<u8>,
    at: usize,
    /// Bytes of an incomplete character.
    partial: Vec<u8>,
}

/// A stream whose first read ends after its beginning.
struct StreamStart<R> {
    input: R,
    /// The first bytes that are not read yet.
    first: Vec<u8>,
    /// The length of the beginning. The rest of `first` follows after it.
    beginning: usize,
    /// An error of the input, reported after the first bytes.
    error: Option<io::Error>,
}

impl<R: Read> StreamStart<R> {
    /// Reads the first bytes: up to the end of a line, up to [`MAX_BEGINNING_BYTES`], or all. An
    /// interactive user gets an answer after each line.
    fn read_beginning(&mut self) {
        let mut chunk = [0; CHUNK_BYTES];
        let mut searched = MIN_BEGINNING_BYTES - 1;
        loop {
            let line_end = self.first.iter().skip(searched).position(|byte| *byte == b'\n');
            self.beginning = line_end.map_or(self.first.len(), |at| searched + at + 1);
            searched = searched.max(self.first.len());
            let room = MAX_BEGINNING_BYTES - self.first.len();
            if line_end.is_some() || room == 0 {
                return;
            }
            match self.input.read(&mut chunk[..room.min(CHUNK_BYTES)]) {
                Ok(0) => return,
                Ok(read) => self.first.extend_from_slice(&chunk[..read]),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => {
                    self.error = Some(e);
                    return;
                }
            }
        }
    }
}

impl<R: Read> Read for StreamStart<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if !self.first.is_empty() {
            let end = if self.beginning > 0 { self.beginning } else { self.first.len() };
            let read = (&self.first[..end]).read(into)?;
            self.beginning = self.beginning.saturating_sub(read);
            self.first.drain(..read);
            return Ok(read);
        }
        match self.error.take() {
            Some(error) => Err(error),
            None => self.input.read(into),
        }
    }
}

impl<R: Read> Utf8Reader<R> {
    pub(crate) fn new(input: R) -> Self {
        let source = StreamStart { input, first: Vec::new(), beginning: 0, error: None };
        Self { source, encoding: None, text: Vec::new(), at: 0, partial: Vec::new() }
    }

    /// Decodes the next bytes of the source. Half a character at the end waits for its other half.
    fn decode(&mut self, bytes: &[u8], is_big: bool) {
        self.partial.extend_from_slice(bytes);
        let is_end = bytes.is_empty();
        let unit = |pair: &[u8]| {
            if is_big {
                u16::from_be_bytes([pair[0], pair[1]])
            } else {
                u16::from_le_bytes([pair[0], pair[1]])
            }
        };
        let mut units: Vec<u16> = self.partial.chunks_exact(2).map(unit).collect();
        if !is_end && units.last().is_some_and(|unit| (0xd800..0xdc00).contains(unit)) {
            units.pop();
        }
        self.partial.drain(..2 * units.len());
        let text: String = char::decode_utf16(units)
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .filter(|c| *c != '\u{feff}')
            .collect();
        self.text = text.into_bytes();
        self.at = 0;
        if is_end {
            self.partial.clear();
        }
    }
}

impl<R: Read> Read for Utf8Reader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let encoding = match self.encoding {
            Some(encoding) => encoding,
            None => {
                self.source.read_beginning();
                TextEncoding::detect(&self.source.first[..self.source.beginning])
            }
        };
        self.encoding = Some(encoding);
        let TextEncoding::Utf16 { is_big } = encoding else { return self.source.read(into) };
        while self.at == self.text.len() {
            let mut bytes = [0; CHUNK_BYTES];
            let read = self.source.read(&mut bytes)?;
            self.decode(&bytes[..read], is_big);
            if read == 0 && self.text.is_empty() {
                return Ok(0);
            }
        }
        let read = (&self.text[self.at..]).read(into)?;
        self.at += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that returns one byte at a time, like a slow pipe.
    struct Drops<'a>(&'a [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let end = into.len().min(1);
            self.0.read(&mut into[..end])
        }
    }

    fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(unit).collect()
    }

    fn decoded(bytes: &[u8]) -> String {
        let mut text = String::new();
        Utf8Reader::new(Drops(bytes)).read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn utf_16_is_decoded_with_and_without_mark() {
        // Without a mark, the first 32 characters decide.
        let text = "..184...782.5.6.4...43.169.983.5.72\r\nwith a clef, 𝄞, and more";
        for mark in ["", "\u{feff}"] {
            let marked = format!("{mark}{text}");
            assert_eq!(decoded(&utf16(&marked, u16::to_le_bytes)), text);
            assert_eq!(decoded(&utf16(&marked, u16::to_be_bytes)), text);
        }
        assert_eq!(decoded(text.as_bytes()), text);
        assert_eq!(decoded(b""), "");
        // Text never consists of nulls.
        assert_eq!(decoded(&[0; 40]), "\0".repeat(40));
    }

    #[test]
    fn first_read_is_the_same_for_slow_and_quick_sources() {
        let mut into = [0; 1 << 17];
        let mut read = |bytes: &[u8]| {
            let quick = Utf8Reader::new(bytes).read(&mut into).unwrap();
            let slow = Utf8Reader::new(Drops(bytes)).read(&mut into).unwrap();
            assert_eq!(quick, slow);
            slow
        };
        assert_eq!(read(&[&[b'1'; 81], &b"\nanother"[..]].concat()), 82);
        assert_eq!(read(&b"53..7....\n".repeat(9)), 70);
        assert_eq!(read(b"short"), 5);
        assert_eq!(read(&[b'1'; 1 << 17]), MAX_BEGINNING_BYTES);
    }
}
