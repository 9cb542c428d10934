//! Reads whole files in bounded memory, and opens files without waiting for a pipe.

use super::fs_path::{dangling_link, require_regular};
use super::link_free;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

/// Maximum size in bytes of a file that is kept in memory, such as a book.
const MAX_FILE_BYTES: u64 = 1 << 30;
/// Maximum size in bytes of a text that this program wrote, such as a manifest.
pub const MAX_TEXT_BYTES: u64 = 64 << 20;

/// Reads a whole regular file. Pipes and devices are refused because they might never end.
///
/// # Errors
/// If it cannot be read, is not a regular file, or is larger than 1 GiB.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, MAX_FILE_BYTES)
}

/// Reads a whole regular file of at most `limit` bytes.
///
/// # Errors
/// If it cannot be read, is not a regular file, or is larger.
pub(super) fn read_up_to(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let words = format!("expected a file of at most {limit} bytes, found a larger one");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, words));
    }
    Ok(bytes)
}

/// Reads a whole regular file of UTF-8 text of at most 64 MiB.
///
/// # Errors
/// If it cannot be read, is not a regular file, is larger, or is not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read_up_to(path, MAX_TEXT_BYTES)?).map_err(|_| no_text())
}

/// A text that people write: settings, designs, pages. It is UTF-8, or UTF-16 as some editors of
/// Windows write it.
pub struct UserText;

impl UserText {
    /// The maximum number of bytes. Parsed, the text takes up to a hundred times as much memory.
    pub const MAX_BYTES: u64 = 1 << 20;

    /// Reads a file.
    ///
    /// # Errors
    /// The errors of [`read_to_string`].
    pub fn read(path: &Path) -> io::Result<String> {
        Self::decode(&read_up_to(path, Self::MAX_BYTES)?)
    }

    /// Decodes a text, without its byte order mark.
    ///
    /// # Errors
    /// If the bytes are no such text.
    pub fn decode(bytes: &[u8]) -> io::Result<String> {
        let TextEncoding(encoding) = TextEncoding::detect(bytes);
        let (text, has_errors) = encoding.decode_with_bom_removal(bytes);
        if has_errors { Err(no_text()) } else { Ok(text.into_owned()) }
    }
}

/// The encoding of a text: UTF-8 or UTF-16.
#[derive(Clone, Copy)]
pub struct TextEncoding(&'static Encoding);

impl TextEncoding {
    /// Detects it by a byte order mark, or by zeros in every other byte.
    pub fn detect(begin: &[u8]) -> Self {
        if let Some((encoding, _)) = Encoding::for_bom(begin) {
            return Self(encoding);
        }
        let begin = &begin[..begin.len().min(64)];
        let has_zeros = [0, 1].map(|first| {
            let zeros = begin.iter().skip(first).step_by(2).filter(|byte| **byte == 0);
            begin.len() >= 4 && zeros.count() >= begin.len() / 2
        });
        Self(match has_zeros {
            [false, true] => UTF_16LE,
            [true, false] => UTF_16BE,
            _ => UTF_8,
        })
    }

    /// Returns true for UTF-8.
    pub fn is_utf8(self) -> bool {
        self.0 == UTF_8
    }

    /// Decodes a text without its byte order mark. What is no text becomes U+FFFD.
    pub fn decode_lossy(self, text: &[u8]) -> Cow<'_, str> {
        self.0.decode_with_bom_removal(text).0
    }
}

fn no_text() -> io::Error {
    let words = "expected UTF-8 text, found other bytes; save the file as UTF-8";
    io::Error::new(io::ErrorKind::InvalidData, words)
}

/// Opens a regular file for reading. Never waits for a pipe.
///
/// # Errors
/// If it cannot be opened, or is not a regular file.
pub fn open(path: &Path) -> io::Result<File> {
    #[cfg_attr(not(unix), expect(unused_variables))]
    let is_link_free = link_free::check(path)?;
    // Opening a device may have side effects, so the type is checked first. If a pipe takes the
    // name after this check, `O_NONBLOCK` keeps the call from waiting.
    require_regular(&metadata(path)?)?;
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        // A link may have taken the name since the check.
        let no_link = if is_link_free { OFlags::NOFOLLOW } else { OFlags::empty() };
        let flags = OFlags::NONBLOCK | no_link;
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags.bits().cast_signed());
    }
    let file = options.read(true).open(path)?;
    require_regular(&file.metadata()?)?;
    Ok(file)
}

/// Returns the metadata of the file behind all symlinks. The error of a dangling link names its
/// target.
fn metadata(path: &Path) -> io::Result<fs::Metadata> {
    match fs::metadata(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
            Ok(target) => Err(dangling_link(&target)),
            Err(_) => Err(e),
        },
        about => about,
    }
}

/// Opens a file that a user named: also a pipe, which is waited for, or a device.
///
/// # Errors
/// If it cannot be opened.
pub fn open_any(path: &Path) -> io::Result<File> {
    link_free::check(path)?;
    match File::open(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            metadata(path)?;
            Err(e)
        }
        opened => opened,
    }
}
