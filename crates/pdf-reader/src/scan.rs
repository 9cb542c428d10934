//! Judges the numbers of a file before lopdf reads it. lopdf makes room for as many bytes as a
//! cross-reference stream, a predictor or an object stream states.
//!
//! The scan looks at the dictionary of each object, wherever the bytes have `obj <<`, because a
//! hostile file may let lopdf begin anywhere. It resolves no reference and parses no stream, so its
//! work is linear.

use lopdf::Stream;
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// The widths in bytes of the fields of a cross-reference stream. Offsets of 8 bytes are enough for
/// any file.
const XREF_WIDTHS: RangeInclusive<i64> = 0..=8;
/// The number of entries of a cross-reference stream that any file may have. Each byte of the file
/// allows one more.
const MAX_XREF_ENTRIES: i64 = 10_000;
/// The maximum number of an object.
const MAX_OBJECT_NUMBER: i64 = i32::MAX as i64;
/// The maximum number of samples in a row of a predictor, or of a fax image.
const MAX_COLUMNS: i64 = 1 << 18;
/// The maximum number of colorants of a sample.
const MAX_COLORS: i64 = 32;
/// The maximum number of bits of a colorant.
const MAX_BITS: i64 = 32;
/// The number of times that the scan may look at each byte. Dictionaries inside each other are
/// looked at again.
const MAX_SCANS: usize = 32;
/// The number of bytes of a small file that the scan may look at.
const MIN_SCANNED_BYTES: usize = 1 << 20;
/// The number of times that objects of an object stream may contain each byte.
const MAX_OVERLAPS: usize = 4;

/// Returns what is wrong if a number of the file is larger than the file justifies.
pub(super) fn find_excess(bytes: &[u8]) -> Option<String> {
    let mut left = MIN_SCANNED_BYTES + MAX_SCANS * bytes.len();
    let mut rest = bytes;
    while let Some(at) = rest.windows(3).position(|word| word == b"obj") {
        rest = &rest[at + 3..];
        let mut tokens = Tokens::new(rest);
        if tokens.next() != Some(Token::Open { is_dict: true }) {
            continue;
        }
        let mut numbers = DictNumbers::default();
        if let Err(problem) = numbers.read(&mut tokens) {
            return Some(problem);
        }
        if let Some(problem) = numbers.find_excess(bytes.len()) {
            return Some(problem);
        }
        let Some(still) = left.checked_sub(tokens.at) else {
            return Some("expected objects one after the other, found them in each other".into());
        };
        left = still;
    }
    None
}

/// The numbers of a dictionary by which lopdf makes room.
#[derive(Default)]
struct DictNumbers {
    /// The widths of a cross-reference stream, if they are outside the allowed ones.
    wrong_width: Option<i64>,
    has_widths: bool,
    size: Option<i64>,
    /// The number of entries in `/Index`.
    index: Option<i64>,
}

impl DictNumbers {
    /// Reads a dictionary up to its end.
    ///
    /// # Errors
    /// What is wrong with a number of a predictor.
    fn read(&mut self, tokens: &mut Tokens) -> Result<(), String> {
        let mut depth = 1;
        while depth > 0
            && let Some(token) = tokens.next()
        {
            match token {
                Token::Open { .. } => depth += 1,
                Token::Close => depth -= 1,
                Token::Name(name) => {
                    judge_predictor(&name, tokens.clone())?;
                    // Names and values are told apart by lopdf alone, so each name counts.
                    if depth == 1 {
                        self.read_entry(&name, tokens.clone());
                    }
                }
                Token::Integer(_) | Token::Other => {}
            }
        }
        Ok(())
    }

    fn read_entry(&mut self, name: &[u8], mut value: Tokens) {
        match name {
            b"W" => {
                let Some(widths) = value.integers() else { return };
                let used = widths.iter().take(3).copied();
                self.has_widths |= widths.len() >= 3;
                self.wrong_width = self.wrong_width.or_else(|| {
                    let sum: i64 = used.clone().filter(|width| XREF_WIDTHS.contains(width)).sum();
                    let mut wrong = used.filter(|width| !XREF_WIDTHS.contains(width));
                    if sum == 0 { wrong.next().or(Some(0)) } else { wrong.next() }
                });
            }
            b"Index" => {
                let Some(index) = value.integers() else { return };
                let mut entries: i64 = 0;
                for section in index.chunks(2) {
                    let is_in_range = section.iter().all(|n| (0..=MAX_OBJECT_NUMBER).contains(n));
                    let own = section.get(1).filter(|_| is_in_range).copied();
                    entries = entries.saturating_add(own.unwrap_or(i64::MAX));
                }
                self.index = Some(self.index.unwrap_or(0).max(entries));
            }
            b"Size" => {
                if let Some(Token::Integer(size)) = value.next() {
                    self.size = Some(self.size.unwrap_or(0).max(size));
                }
            }
            _ => {}
        }
    }

    /// Returns what is wrong if this is the dictionary of a cross-reference stream that states too
    /// much.
    fn find_excess(&self, file_bytes: usize) -> Option<String> {
        let size = self.size.filter(|_| self.has_widths)?;
        if let Some(found) = self.wrong_width {
            let [min, max] = [XREF_WIDTHS.start(), XREF_WIDTHS.end()];
            return Some(format!("expected widths from {min} to {max} in /W, found {found}"));
        }
        let entries = self.index.unwrap_or(size);
        let max = MAX_XREF_ENTRIES.saturating_add_unsigned(file_bytes as u64);
        if entries <= max {
            return None;
        }
        Some(format!("expected at most {max} entries of objects, found {entries}"))
    }
}

/// Judges the number of a predictor that follows its name.
///
/// # Errors
/// What is wrong with the number.
fn judge_predictor(name: &[u8], mut value: Tokens) -> Result<(), String> {
    let max = match name {
        b"Columns" => MAX_COLUMNS,
        b"Colors" => MAX_COLORS,
        b"BitsPerComponent" => MAX_BITS,
        _ => return Ok(()),
    };
    match value.next() {
        Some(Token::Integer(found)) if found > max => {
            let name = String::from_utf8_lossy(name);
            Err(format!("expected at most {max} in /{name}, found {found}"))
        }
        _ => Ok(()),
    }
}

/// Returns true if the objects of a decoded object stream overlap so often that parsing them takes
/// more than the stream justifies. lopdf parses an object at each offset of the index.
pub(super) fn overlap_too_often(stream: &Stream, content: &[u8]) -> bool {
    let first = stream.dict.get(b"First").and_then(lopdf::Object::as_i64);
    let Some(first) = first.ok().and_then(|first| usize::try_from(first).ok()) else {
        return false;
    };
    let index = content.get(..first).and_then(|index| std::str::from_utf8(index).ok());
    let Some(index) = index else { return false };
    let mut left = MAX_OVERLAPS * content.len();
    for offset in index.split_whitespace().skip(1).step_by(2) {
        let Ok(offset) = offset.parse::<u32>() else { continue };
        let start = first.checked_add(offset as usize);
        let Some(object) = start.and_then(|start| content.get(start..)) else { continue };
        let Some(still) = left.checked_sub(object_length(object)) else { return true };
        left = still;
    }
    false
}

/// Returns the number of bytes of an object, with the white space before it.
fn object_length(bytes: &[u8]) -> usize {
    let mut tokens = Tokens::new(bytes);
    let mut depth = 0;
    while let Some(token) = tokens.next() {
        match token {
            Token::Open { .. } => depth += 1,
            Token::Close if depth == 0 => break,
            Token::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    tokens.at
}

#[derive(PartialEq, Eq)]
enum Token<'a> {
    Open {
        is_dict: bool,
    },
    Close,
    /// A name, with its escapes resolved.
    Name(Cow<'a, [u8]>),
    /// An integer; one that is too large for its type becomes the largest one.
    Integer(i64),
    /// A string, another number or a word.
    Other,
}

/// The tokens of an object. White space and comments are skipped.
#[derive(Clone)]
struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'\0' | b'\x0c')
}

/// Returns true if a byte can be part of a name, a number or an operator.
pub(super) fn is_regular(byte: u8) -> bool {
    !is_space(byte) && !b"()<>[]{}/%".contains(&byte)
}

impl<'a> Tokens<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Skips the bytes for which `is_skipped` is true, and returns them.
    fn skip_while(&mut self, is_skipped: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|byte| !is_skipped(*byte)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.skip_while(is_space);
            if self.peek()? != b'%' {
                break;
            }
            self.skip_while(|byte| !matches!(byte, b'\r' | b'\n'));
        }
        let first = self.peek()?;
        let is_double = self.bytes.get(self.at + 1) == Some(&first);
        self.at += 1;
        Some(match first {
            b'<' if is_double => {
                self.at += 1;
                Token::Open { is_dict: true }
            }
            b'>' if is_double => {
                self.at += 1;
                Token::Close
            }
            b'[' => Token::Open { is_dict: false },
            b']' => Token::Close,
            b'/' => Token::Name(unescaped(self.skip_while(is_regular))),
            b'(' => {
                self.skip_string();
                Token::Other
            }
            b'<' => {
                self.skip_while(|byte| is_space(byte) || byte.is_ascii_hexdigit());
                Token::Other
            }
            _ if is_regular(first) => {
                self.at -= 1;
                number(self.skip_while(is_regular))
            }
            _ => Token::Other,
        })
    }

    /// Skips the rest of a string after its first bracket.
    fn skip_string(&mut self) {
        let mut depth = 1;
        while depth > 0
            && let Some(byte) = self.peek()
        {
            self.at += 1;
            match byte {
                b'\\' => self.at = self.bytes.len().min(self.at + 1),
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
        }
    }

    /// Reads an array of integers. `None` for anything else.
    fn integers(&mut self) -> Option<Vec<i64>> {
        if self.next() != Some(Token::Open { is_dict: false }) {
            return None;
        }
        let mut all = Vec::new();
        loop {
            match self.next()? {
                Token::Integer(n) => all.push(n),
                Token::Close => return Some(all),
                _ => return None,
            }
        }
    }
}

/// Reads a word that may be an integer.
fn number(word: &[u8]) -> Token<'static> {
    let digits = word.strip_prefix(b"-").or(word.strip_prefix(b"+")).unwrap_or(word);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Token::Other;
    }
    let digits = std::str::from_utf8(digits).unwrap_or_default();
    let size = digits.parse().unwrap_or(i64::MAX);
    Token::Integer(if word[0] == b'-' { -size } else { size })
}

/// Returns the value of a hexadecimal digit.
pub(super) fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// Returns the byte at the start of a name, and the rest of it. `#` and two digits stand for a
/// byte.
pub(super) fn unescape_byte(name: &[u8]) -> Option<(u8, &[u8])> {
    if let [b'#', high, low, rest @ ..] = name
        && let (Some(high), Some(low)) = (digit(*high), digit(*low))
    {
        return Some((high << 4 | low, rest));
    }
    name.split_first().map(|(byte, rest)| (*byte, rest))
}

/// Resolves the escapes of a name: `#57` is `W`.
pub(super) fn unescaped(name: &[u8]) -> Cow<'_, [u8]> {
    if !name.contains(&b'#') {
        return name.into();
    }
    let mut plain = Vec::with_capacity(name.len());
    let mut left = name;
    while let Some((byte, rest)) = unescape_byte(left) {
        plain.push(byte);
        left = rest;
    }
    plain.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excess_is_found_in_any_notation() {
        for (dict, expected) in [
            ("/W[1 4 2]/Size 9", false),
            ("/W[1 4 2]/Index[0 5 7 2]/Size 99999999999", false),
            ("/W[1 1099511627776 2]/Size 9", true),
            ("/W[1099511627776 1 2]/Size 9", true),
            ("/W[1 2 18446744073709551616]/Size 9", true),
            ("/W[-1 4 2]/Size 9", true),
            ("/W[0 0 0]/Size 9", true),
            ("/#57 %\n[ 1 % [9\n+1099511627776 2]/S#69ze 9", true),
            ("/W/W[1 4 2]/Size 9/W[1 9 2]", true),
            ("/W[1 4 2]/Size 4000000000", true),
            ("/W[1 4 2]/Index[0 4000000000]/Size 9", true),
            ("/W[1 4 2]/Index[9223372036854775807 1]/Size 9", true),
            // The widths of the letters of a font.
            ("/Type/Font/W[0 65535 500]", false),
            ("/DecodeParms<</Predictor 12/Columns 5>>", false),
            ("/DecodeParms[null<</Predictor 12/Columns 8589934592>>]", true),
            ("/DecodeParms<</Predictor 12/C#6flors 8589934592>>", true),
            ("/DecodeParms<</Predictor 12/BitsPerComponent 99999>>", true),
            ("/Title(/Columns 8589934592)", false),
        ] {
            for beginning in ["7 0 obj<<", "7 0 obj % <<\n <<"] {
                let file = format!("%PDF-1.5\n{beginning}{dict}>>stream\nendstream\nendobj\n");
                let found = find_excess(file.as_bytes());
                assert_eq!(found.is_some(), expected, "{dict}: {found:?}");
            }
        }
    }

    #[test]
    fn objects_in_each_other_end_the_scan() {
        let nested = "1 0 obj<<".repeat(100_000);
        assert!(find_excess(nested.as_bytes()).is_some());
        let beside = "1 0 obj<<>>endobj ".repeat(100_000);
        assert_eq!(find_excess(beside.as_bytes()), None);
    }

    #[test]
    fn objects_that_overlap_are_found() {
        let stream = |index: &str, objects: &str| {
            let keys = lopdf::dictionary! { "First" => index.len() as i64 };
            let content = format!("{index}{objects}").into_bytes();
            overlap_too_often(&Stream::new(keys, content.clone()), &content)
        };
        assert!(!stream("1 0 2 4 ", "(a) [<</A(])>>]"));
        let same: String = (1..100).map(|number| format!("{number} 0 ")).collect();
        assert!(stream(&same, &format!("({})", "a".repeat(1000))));
        let inner: String = (1..100).map(|number| format!("{number} {} ", 3 * number)).collect();
        assert!(stream(&inner, &format!("({})", "a\\(".repeat(400))));
    }
}
