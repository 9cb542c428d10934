//! The operators of a content stream, one at a time with their operands. What they do is `walk`'s.
//!
//! Only one operator is in memory at a time, so that a page costs no more than the bytes of its
//! content. What is no PDF syntax is skipped, as viewers do.

use super::limits::Stop;
use lopdf::Object;

/// Operands of one operator, the items of its arrays included. The standard needs 33, a line of
/// type some hundreds.
const OPERANDS_MOST: usize = 100_000;
/// Arrays and dictionaries inside each other.
const NESTED_MOST: usize = 32;

/// Reads the operators of a content stream.
pub(super) struct Operators<'a> {
    rest: &'a [u8],
    operands: Vec<Object>,
    /// Open arrays and dictionaries: the operands outside of each, and whether it is an array.
    open: Vec<(Vec<Object>, bool)>,
    /// Operands since the last operator.
    count: usize,
}

impl<'a> Operators<'a> {
    pub fn new(content: &'a [u8]) -> Self {
        Self {
            rest: content,
            operands: Vec::new(),
            open: Vec::new(),
            count: 0,
        }
    }

    /// The next operator with its operands; `None` at the end of the content. An inline image is
    /// the operator `BI` without operands.
    ///
    /// # Errors
    /// [`Stop`] when an operator has more operands than any writer gives one.
    pub fn next(&mut self) -> Result<Option<(&'a [u8], &[Object])>, Stop> {
        self.operands.clear();
        self.open.clear();
        self.count = 0;
        while let Some((&first, after)) = self.rest.split_first() {
            match first {
                b'%' => {
                    self.take(|b| !matches!(b, b'\r' | b'\n'));
                }
                b'(' => {
                    let string = self.literal_string();
                    self.push(Object::string_literal(string))?;
                }
                b'/' => {
                    self.rest = after;
                    let name = unescaped(self.take(is_regular));
                    self.push(Object::Name(name))?;
                }
                b'<' if after.first() == Some(&b'<') => self.open(false, 2)?,
                b'<' => {
                    self.rest = after;
                    let string = hexadecimal(self.take(|b| b != b'>'));
                    self.push(Object::string_literal(string))?;
                }
                b'[' => self.open(true, 1)?,
                b']' => self.close(1),
                b'>' if after.first() == Some(&b'>') => self.close(2),
                b'0'..=b'9' | b'+' | b'-' | b'.' => {
                    let text = self.take(|b| matches!(b, b'0'..=b'9' | b'+' | b'-' | b'.'));
                    self.push(number(text))?;
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'\'' | b'"' => {
                    let word = self.take(is_regular);
                    match word {
                        b"true" | b"false" => self.push(Object::Boolean(word == b"true"))?,
                        b"null" => self.push(Object::Null)?,
                        _ if !self.open.is_empty() => {}
                        b"BI" => {
                            self.skip_inline_image();
                            self.operands.clear();
                            return Ok(Some((word, &self.operands)));
                        }
                        _ => return Ok(Some((word, &self.operands))),
                    }
                }
                _ => self.rest = after,
            }
        }
        Ok(None)
    }

    /// The bytes up to the first one that does not belong.
    fn take(&mut self, belongs: impl Fn(u8) -> bool) -> &'a [u8] {
        let end = self.rest.iter().position(|&b| !belongs(b));
        let (taken, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn push(&mut self, operand: Object) -> Result<(), Stop> {
        self.count += 1;
        if self.count > OPERANDS_MOST {
            let words = format!("one of its operators has more than {OPERANDS_MOST} operands");
            return Err(Stop::Unreadable(words));
        }
        self.operands.push(operand);
        Ok(())
    }

    /// Opens an array or a dictionary, with so many bytes.
    fn open(&mut self, array: bool, bytes: usize) -> Result<(), Stop> {
        if self.open.len() == NESTED_MOST {
            return Err(Stop::Deep);
        }
        self.rest = &self.rest[bytes..];
        self.open.push((std::mem::take(&mut self.operands), array));
        Ok(())
    }

    /// Closes it; a dictionary becomes null, as no operator here looks into one.
    fn close(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
        if let Some((outside, array)) = self.open.pop() {
            let items = std::mem::replace(&mut self.operands, outside);
            let object = if array {
                Object::Array(items)
            } else {
                Object::Null
            };
            self.operands.push(object);
        }
    }

    /// The string that begins here with a parenthesis, to the one that closes it.
    fn literal_string(&mut self) -> Vec<u8> {
        let mut string = Vec::new();
        let mut depth = 0_usize;
        let mut bytes = self.rest.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            match byte {
                b'(' => {
                    depth += 1;
                    if depth > 1 {
                        string.push(byte);
                    }
                }
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                    string.push(byte);
                }
                b'\\' => match bytes.next() {
                    Some(b'n') => string.push(b'\n'),
                    Some(b'r') => string.push(b'\r'),
                    Some(b't') => string.push(b'\t'),
                    Some(b'b') => string.push(8),
                    Some(b'f') => string.push(12),
                    Some(digit @ b'0'..=b'7') => {
                        let mut code = u32::from(digit - b'0');
                        for _ in 0..2 {
                            let Some(digit) = bytes.next_if(|b| matches!(b, b'0'..=b'7')) else {
                                break;
                            };
                            code = code * 8 + u32::from(digit - b'0');
                        }
                        string.push(code as u8);
                    }
                    // The string goes on in the next line of the file.
                    Some(b'\r') => _ = bytes.next_if_eq(&b'\n'),
                    Some(b'\n') | None => {}
                    Some(other) => string.push(other),
                },
                b'\r' => {
                    bytes.next_if_eq(&b'\n');
                    string.push(b'\n');
                }
                _ => string.push(byte),
            }
        }
        let left = bytes.len();
        self.rest = &self.rest[self.rest.len() - left..];
        string
    }

    /// To the end of the image: `EI` between white space, with no binary data shortly after it.
    fn skip_inline_image(&mut self) {
        let ends = |at: usize| {
            let after = &self.rest[at + 3..];
            let text = |&b: &u8| is_space(b) || (b' '..=b'~').contains(&b);
            is_space(self.rest[at])
                && self.rest[at + 1..].starts_with(b"EI")
                && after.first().is_none_or(|&b| is_space(b))
                && after.iter().take(12).all(text)
        };
        let end = (0..self.rest.len().saturating_sub(2)).find(|&at| ends(at));
        self.rest = end.map_or(&[], |at| &self.rest[at + 3..]);
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\0' | b'\t' | b'\n' | 12 | b'\r' | b' ')
}

/// Whether a byte may stand in a name or in an operator.
fn is_regular(byte: u8) -> bool {
    !is_space(byte) && !b"()<>[]{}/%".contains(&byte)
}

/// A number; null if the text is none.
fn number(text: &[u8]) -> Object {
    let text = std::str::from_utf8(text).unwrap_or_default();
    let integer = text.parse().map(Object::Integer);
    integer
        .or_else(|_| text.parse().map(Object::Real))
        .unwrap_or(Object::Null)
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// A name, in which `#` and two hexadecimal digits are a byte.
fn unescaped(name: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if let (b'#', [high, low, after @ ..]) = (byte, after)
            && let (Some(high), Some(low)) = (digit(*high), digit(*low))
        {
            plain.push(high << 4 | low);
            rest = after;
        } else {
            plain.push(byte);
        }
    }
    plain
}

/// The bytes of hexadecimal digits; an odd last one is followed by 0.
fn hexadecimal(text: &[u8]) -> Vec<u8> {
    let digits: Vec<u8> = text.iter().filter_map(|&b| digit(b)).collect();
    let byte = |pair: &[u8]| pair[0] << 4 | pair.get(1).copied().unwrap_or(0);
    digits.chunks(2).map(byte).collect()
}
