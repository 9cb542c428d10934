//! The only way to standard output and standard error. Text of others may hold characters that move the
//! cursor, clear the screen or turn the order of letters round: they are shown as `\u001b`, a form that is
//! right inside JSON too.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};

/// Text without characters that a terminal obeys; line ends and tabs stay.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        // Writing to a string cannot fail.
        let _ = match is_control(character) {
            true => write!(shown, "\\u{:04x}", u32::from(character)),
            false => shown.write_char(character),
        };
    }
    shown.into()
}

/// Control characters, and those that turn the order of letters round.
fn is_control(character: char) -> bool {
    let order = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    order || character.is_control() && !matches!(character, '\n' | '\t')
}

/// Writes to standard error, in one piece. Its errors never end the work.
pub fn eprint(words: impl Display) {
    let words = words.to_string();
    let _ = io::stderr().write_all(printable(&words).as_bytes());
}

/// As [`eprint`], of words that hold colours and are printable otherwise.
pub fn eprint_painted(words: &str) {
    let _ = io::stderr().write_all(words.as_bytes());
}

/// Standard output, with a buffer.
pub struct Stdout(BufWriter<StdoutLock<'static>>);

impl Stdout {
    pub fn new() -> Self {
        Self(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
    }

    /// Writes words that hold colours and are printable otherwise.
    pub fn write_painted(&mut self, words: &str) -> io::Result<()> {
        self.0.write_all(words.as_bytes())
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // ASCII alone needs no second look. All bytes are looked at, many at once.
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
        match bytes.iter().fold(true, |all, &byte| all & is_plain(byte)) {
            true => self.0.write_all(bytes)?,
            false => self.0.write_all(printable(&String::from_utf8_lossy(bytes)).as_bytes())?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Standard output for what holds no text of others: catalogues of ours, which may be packed.
pub fn raw_stdout() -> io::Stdout {
    io::stdout()
}

/// Whether standard output is a terminal.
pub fn is_stdout_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether standard error is a terminal.
pub fn is_stderr_terminal() -> bool {
    io::stderr().is_terminal()
}
