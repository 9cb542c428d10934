//! Splits a stream into lines, in bounded memory, whatever its encoding and its line ends.

use super::MAX_TEXT_BYTES;
use super::file_kind::foreign_kind;
use encoding_rs::WINDOWS_1252;
use files::TextEncoding;
use std::borrow::Cow;
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read};
use words::{Clause, clause};

/// The number of bytes in which a line end does not yet end the beginning of a stream.
const MIN_BEGINNING_BYTES: usize = 64;
/// Maximum number of bytes of a beginning without a line end.
const MAX_BEGINNING_BYTES: usize = 1 << 16;
/// Maximum number of bytes that are read at once.
const MAX_BUFFER_BYTES: usize = 1 << 16;

/// A line of a text, without its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawLine<'a> {
    /// The number, counted from 1.
    pub number: u64,
    pub bytes: &'a [u8],
}

/// Decodes the bytes of a line: UTF-8, or else the encoding of old spreadsheets in the West. A line
/// with any letter in UTF-8 is damaged UTF-8.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(bytes);
    if matches!(text, Cow::Owned(_)) && bytes.utf8_chunks().all(|part| part.valid().is_ascii()) {
        return WINDOWS_1252.decode_without_bom_handling(bytes).0;
    }
    text
}

/// Splits a text into lines. The first one has this number.
pub(super) fn split_lines(text: &[u8], first: u64) -> impl Iterator<Item = RawLine<'_>> {
    let whole = text.strip_suffix(b"\n").unwrap_or(text);
    let lines = whole.split(|byte| *byte == b'\n');
    (first..).zip(lines).map(|(number, bytes)| RawLine { number, bytes })
}

/// Lines that wait until they are judged together.
#[derive(Default)]
pub(super) struct LineBlock {
    pub text: Vec<u8>,
    /// The number of the first line.
    pub first: u64,
}

impl LineBlock {
    pub fn push(&mut self, line: RawLine<'_>) {
        if self.text.is_empty() {
            self.first = line.number;
        }
        self.text.extend_from_slice(line.bytes);
        self.text.push(b'\n');
    }

    pub fn lines(&self) -> Vec<RawLine<'_>> {
        let lines = split_lines(&self.text, self.first);
        lines.take_while(|_| !self.is_empty()).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

/// A reader that yields the lines of a stream, one at a time. Lines end in LF or CRLF; in old
/// files, which are read whole, in CR.
pub(crate) struct LineReader<R> {
    input: BufReader<StartedStream<R>>,
    /// The number of the current line, counted from 1.
    number: u64,
    /// The current line without its end. The rest of a line that exceeds [`MAX_TEXT_BYTES`] is
    /// discarded.
    bytes: Vec<u8>,
}

/// A stream whose beginning was read, and perhaps decoded.
struct StartedStream<R> {
    /// The bytes of the beginning that are not read yet.
    beginning: io::Cursor<Vec<u8>>,
    /// An error of the input, reported after the beginning.
    error: Option<io::Error>,
    input: R,
}

impl<R: Read> Read for StartedStream<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.beginning.read(into)?;
        if read > 0 {
            return Ok(read);
        }
        match self.error.take() {
            Some(error) => Err(error),
            None => self.input.read(into),
        }
    }
}

impl<R: Read> StartedStream<R> {
    /// Reads the beginning: up to the end of a line, or [`MAX_BEGINNING_BYTES`], or all. It does
    /// not depend on how many bytes the input returns at once, and an interactive user gets an
    /// answer after each line.
    fn read_beginning(&mut self) {
        let mut chunk = [0; 1 << 13];
        loop {
            let bytes = self.beginning.get_ref();
            let room = MAX_BEGINNING_BYTES.saturating_sub(bytes.len()).min(chunk.len());
            if find_beginning(bytes).is_some() || room == 0 {
                return;
            }
            match self.input.read(&mut chunk[..room]) {
                Ok(0) => return,
                Ok(read) => self.beginning.get_mut().extend_from_slice(&chunk[..read]),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return self.error = Some(e),
            }
        }
    }

    /// Reads the whole stream and converts it to UTF-8 with line feeds, if the beginning is in
    /// another form.
    ///
    /// # Errors
    /// A sentence, if the stream is no text or exceeds [`MAX_TEXT_BYTES`].
    fn convert(&mut self) -> Result<(), Clause> {
        let bytes = self.beginning.get_mut();
        let encoding = TextEncoding::detect(bytes);
        if !encoding.is_utf8() || has_lone_return(bytes) {
            let most = MAX_TEXT_BYTES + 1 - bytes.len();
            self.error = (&mut self.input).take(most as u64).read_to_end(bytes).err();
        }
        if bytes.len() > MAX_TEXT_BYTES {
            return Err(clause!(
                "expected UTF-8 with line feeds, or at most {} MiB of other text, found a longer \
                 one; save it as UTF-8",
                MAX_TEXT_BYTES >> 20
            ));
        }
        if !encoding.is_utf8() {
            *bytes = encoding.decode_lossy(bytes).replace('\u{feff}', "").into();
        } else if bytes.starts_with("\u{feff}".as_bytes()) {
            bytes.drain(..3);
        }
        if has_lone_return(bytes) {
            bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
        }
        match foreign_kind(find_beginning(bytes).unwrap_or(bytes)) {
            Some(reason) => Err(reason),
            None => Ok(()),
        }
    }
}

/// Returns the bytes up to the first line end behind [`MIN_BEGINNING_BYTES`], if there is one.
fn find_beginning(bytes: &[u8]) -> Option<&[u8]> {
    let rest = bytes.get(MIN_BEGINNING_BYTES..)?;
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    Some(&bytes[..=MIN_BEGINNING_BYTES + end])
}

/// Returns true if the first line ends in a carriage return alone.
fn has_lone_return(text: &[u8]) -> bool {
    let Some(end) = text.iter().position(|byte| matches!(byte, b'\r' | b'\n')) else {
        return false;
    };
    matches!(text[end..], [b'\r', next, ..] if next != b'\n')
}

impl<R: Read> LineReader<R> {
    /// Creates a reader. Reads nothing yet.
    pub(crate) fn new(input: R) -> Self {
        Self::with_capacity(input, MAX_BUFFER_BYTES)
    }

    /// Creates a reader of a stream of `bytes` bytes, with no larger buffer.
    pub(crate) fn with_capacity(input: R, bytes: usize) -> Self {
        let beginning = io::Cursor::default();
        let stream = StartedStream { beginning, error: None, input };
        let input = BufReader::with_capacity(bytes.clamp(1, MAX_BUFFER_BYTES), stream);
        Self { input, number: 0, bytes: Vec::new() }
    }

    /// Reads the beginning, by which the kind of the stream is known. The caller calls this once,
    /// before the first line.
    ///
    /// # Errors
    /// A sentence, if the stream cannot be read as text.
    pub(crate) fn start(&mut self) -> Result<(), Clause> {
        let stream = self.input.get_mut();
        stream.read_beginning();
        stream.convert()
    }

    /// Returns the current line.
    pub(crate) fn line(&self) -> RawLine<'_> {
        RawLine { number: self.number, bytes: &self.bytes }
    }

    /// Returns true if more input is buffered, so that the next line can be read without waiting.
    pub(crate) fn has_buffered(&self) -> bool {
        !self.input.buffer().is_empty()
    }

    /// Reads the next line. Returns false at the end.
    pub(crate) fn advance(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        let most = MAX_TEXT_BYTES as u64 + 1;
        (&mut self.input).take(most).read_until(b'\n', &mut self.bytes)?;
        if self.bytes.is_empty() {
            return Ok(false);
        }
        self.number += 1;
        if self.bytes.pop_if(|byte| *byte == b'\n').is_none() && self.bytes.len() > MAX_TEXT_BYTES {
            self.input.skip_until(b'\n')?;
        }
        self.bytes.pop_if(|byte| *byte == b'\r');
        Ok(true)
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

    fn lines(input: impl Read) -> Vec<String> {
        let mut reader = LineReader::new(input);
        reader.start().unwrap();
        let mut lines = Vec::new();
        while reader.advance().unwrap() {
            let line = reader.line();
            lines.push(format!("{} {}", line.number, String::from_utf8_lossy(line.bytes)));
        }
        lines
    }

    fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(unit).collect()
    }

    #[test]
    fn encodings_and_line_ends_do_not_change_lines() {
        // Without a mark, the first 32 characters decide.
        let text = "..184...782.5.6.4...43.169.983.5.72\r\nwith a clef, 𝄞\n\nand more";
        let expected =
            ["1 ..184...782.5.6.4...43.169.983.5.72", "2 with a clef, 𝄞", "3 ", "4 and more"];
        for mark in ["", "\u{feff}"] {
            let marked = format!("{mark}{text}");
            let big = utf16(&marked, u16::to_be_bytes);
            let little = utf16(&marked, u16::to_le_bytes);
            let old = marked.replace("\r\n", "\n").replace('\n', "\r").into_bytes();
            for bytes in [marked.into_bytes(), big, little, old] {
                assert_eq!(lines(&bytes[..]), expected);
                assert_eq!(lines(Drops(&bytes)), expected);
            }
        }
        assert!(lines(&b""[..]).is_empty());
    }

    #[test]
    fn line_outside_utf_8_is_of_windows() {
        assert_eq!(decode("Rätsel".as_bytes()), "Rätsel");
        assert_eq!(decode(b"R\xe4tsel \xb7"), "Rätsel ·");
        assert_eq!(decode(b"R\xc3\xa4tsel \xc2"), "Rätsel \u{fffd}");
    }

    #[test]
    fn converted_text_has_a_maximum_size() {
        let long = utf16(&"53..7....\r\n".repeat(1 << 20), u16::to_le_bytes);
        let said = LineReader::new(&long[..]).start().unwrap_err().to_string();
        assert!(said.contains("at most 16 MiB of other text, found a longer one"), "{said}");
    }

    #[test]
    fn split_lines_have_numbers() {
        let found: Vec<_> = split_lines(b"a\n\nb\n", 7).map(|l| (l.number, l.bytes)).collect();
        assert_eq!(found, [(7, &b"a"[..]), (8, b""), (9, b"b")]);
    }
}
