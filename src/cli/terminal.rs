//! The only access to standard output and standard error. Untrusted text may contain characters
//! that move the cursor, clear the screen or reverse the order of letters. They are escaped as
//! `\u001b`, which is valid inside JSON too.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};

/// Returns text with control characters escaped, except newlines and tabs.
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

/// Returns true for control characters, and for characters that change the order of letters.
fn is_control(character: char) -> bool {
    let order = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    order || character.is_control() && !matches!(character, '\n' | '\t')
}

/// Writes to standard error in one piece. Errors are ignored.
pub fn eprint(words: impl Display) {
    let words = words.to_string();
    let _ = io::stderr().write_all(printable(&words).as_bytes());
}

/// Writes text that contains colour codes and is printable otherwise to standard error.
pub fn eprint_painted(words: &str) {
    let _ = io::stderr().write_all(words.as_bytes());
}

/// Buffered standard output.
pub struct Stdout(BufWriter<StdoutLock<'static>>);

impl Stdout {
    pub fn new() -> Self {
        Self(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
    }

    /// Writes text that contains colour codes and is printable otherwise.
    pub fn write_painted(&mut self, words: &str) -> io::Result<()> {
        self.0.write_all(words.as_bytes())
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Plain ASCII needs no escaping. The fold tests all bytes so that the compiler can
        // vectorise it.
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

/// Returns standard output for trusted data: our own catalogues, which may be compressed.
pub fn raw_stdout() -> io::Stdout {
    io::stdout()
}

/// Returns true if standard output is a terminal.
pub fn is_stdout_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Returns true if standard error is a terminal.
pub fn is_stderr_terminal() -> bool {
    io::stderr().is_terminal()
}
