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
        let _ = if is_control(character) {
            write!(shown, "\\u{:04x}", u32::from(character))
        } else {
            shown.write_char(character)
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

/// The most bytes that a command discards after its reader has gone. The verdict on a file is then
/// still that on the whole file, and endless input does not keep the command alive.
const MAX_DISCARDED_BYTES: usize = 16 << 20;

/// Buffered standard output. If its reader goes, as `head` does, the rest of the output is
/// discarded, so that the command still ends with its verdict.
pub struct Stdout {
    out: BufWriter<StdoutLock<'static>>,
    is_closed: bool,
    discarded: usize,
}

impl Stdout {
    pub fn new() -> Self {
        let out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        Self { out, is_closed: false, discarded: 0 }
    }

    /// Returns true if nobody reads the output any more.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Writes text that contains colour codes and is printable otherwise.
    pub fn write_painted(&mut self, words: &str) -> io::Result<()> {
        if self.is_closed {
            return self.discard(words.len());
        }
        let written = self.out.write_all(words.as_bytes());
        self.note_closing(written)
    }

    /// Counts bytes that nobody reads.
    fn discard(&mut self, bytes: usize) -> io::Result<()> {
        self.discarded += bytes;
        if self.discarded > MAX_DISCARDED_BYTES {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(())
    }

    /// Returns success for a write whose reader has gone.
    fn note_closing(&mut self, written: io::Result<()>) -> io::Result<()> {
        match written {
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            written => written,
        }
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Plain ASCII needs no escaping. The fold tests all bytes so that the compiler can
        // vectorise it.
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
        if self.is_closed {
            self.discard(bytes.len())?;
            return Ok(bytes.len());
        }
        let written = if bytes.iter().fold(true, |all, &byte| all & is_plain(byte)) {
            self.out.write_all(bytes)
        } else {
            self.out.write_all(printable(&String::from_utf8_lossy(bytes)).as_bytes())
        };
        self.note_closing(written)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let flushed = self.out.flush();
        self.note_closing(flushed)
    }
}

/// Standard output for trusted data without a verdict: our own catalogues, which may be compressed,
/// and exported keys.
pub struct RawStdout(io::Stdout);

/// Returns standard output for trusted data.
pub fn raw_stdout() -> RawStdout {
    RawStdout(io::stdout())
}

/// The error of [`RawStdout`] after its reader has gone: the command ends early, with success.
#[derive(Debug)]
pub struct UnreadOutput;

impl Display for UnreadOutput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("nobody reads standard output")
    }
}

impl std::error::Error for UnreadOutput {}

impl RawStdout {
    /// Marks the error of a reader that has gone.
    fn mark<T>(done: io::Result<T>) -> io::Result<T> {
        match done {
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => {
                Err(io::Error::new(io::ErrorKind::BrokenPipe, UnreadOutput))
            }
            done => done,
        }
    }
}

impl Write for RawStdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Self::mark(self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::mark(self.0.flush())
    }
}

/// Returns true if standard output is a terminal.
pub fn is_stdout_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Returns true if standard error is a terminal.
pub fn is_stderr_terminal() -> bool {
    io::stderr().is_terminal()
}
