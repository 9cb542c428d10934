//! Parses the operators of a content stream one at a time, with their operands.
//!
//! Only one operator is in memory, so a page costs no more than its bytes. Invalid syntax is
//! skipped, as viewers do.

use super::limits::WalkError;
use super::scan::{digit, is_regular, is_space, unescaped};
use lopdf::{Dictionary, Object, Stream};

/// The maximum number of operands of an operator, including array items. The standard needs 33, a
/// line of text some hundreds.
const MAX_OPERANDS: usize = 100_000;
/// The maximum depth of nested arrays and dictionaries.
const MAX_NESTED: usize = 32;

/// An operator and its operands.
type Operation<'a, 'b> = (&'a [u8], &'b [Object]);

/// A reader of the operators of a content stream.
pub struct OperatorReader<'a> {
    rest: &'a [u8],
    operands: Vec<Object>,
    /// The open arrays and dictionaries: the operands outside each, and true for an array.
    open: Vec<(Vec<Object>, bool)>,
    /// The number of operands since the last operator.
    count: usize,
    /// True if the content ends inside an inline image.
    cut_off: bool,
}

impl<'a> OperatorReader<'a> {
    /// Reads a content stream from its beginning.
    pub fn new(content: &'a [u8]) -> Self {
        Self { rest: content, operands: Vec::new(), open: Vec::new(), count: 0, cut_off: false }
    }

    /// Returns the next operator with its operands; `None` at the end. An inline image is the
    /// operator `BI` with one operand, a stream with unabbreviated keys.
    ///
    /// # Errors
    /// [`WalkError`] when an operator has more than `MAX_OPERANDS`.
    pub fn next_operation(&mut self) -> Result<Option<Operation<'a, '_>>, WalkError> {
        self.operands.clear();
        self.open.clear();
        self.count = 0;
        let mut in_image = false;
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
                    let name = unescaped(self.take(is_regular)).into_owned();
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
                            self.operands.clear();
                            in_image = true;
                        }
                        b"ID" if in_image => {
                            let image = self.inline_image();
                            self.operands = vec![Object::Stream(image)];
                            return Ok(Some((b"BI", &self.operands)));
                        }
                        _ => return Ok(Some((word, &self.operands))),
                    }
                }
                _ => self.rest = after,
            }
        }
        Ok(None)
    }

    /// Returns true if the content ended early: operands without an operator, or an open string,
    /// array or image.
    pub fn unfinished(&self) -> bool {
        self.cut_off || !self.open.is_empty() || !self.operands.is_empty()
    }

    /// Takes bytes as long as they belong.
    fn take(&mut self, belongs: impl Fn(u8) -> bool) -> &'a [u8] {
        let end = self.rest.iter().position(|&b| !belongs(b));
        let (taken, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn push(&mut self, operand: Object) -> Result<(), WalkError> {
        self.count += 1;
        if self.count > MAX_OPERANDS {
            let words = format!("one of its operators has more than {MAX_OPERANDS} operands");
            return Err(WalkError::Unreadable(words));
        }
        self.operands.push(operand);
        Ok(())
    }

    /// Opens an array or a dictionary and skips its bracket.
    fn open(&mut self, array: bool, bytes: usize) -> Result<(), WalkError> {
        if self.open.len() == MAX_NESTED {
            return Err(WalkError::limit(MAX_NESTED, "arrays inside each other"));
        }
        self.rest = &self.rest[bytes..];
        self.open.push((std::mem::take(&mut self.operands), array));
        Ok(())
    }

    /// Closes an array or a dictionary. A dictionary becomes null, because no supported operator
    /// needs one.
    fn close(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
        if let Some((outside, array)) = self.open.pop() {
            let items = std::mem::replace(&mut self.operands, outside);
            let object = if array { Object::Array(items) } else { Object::Null };
            self.operands.push(object);
        }
    }

    /// Reads the string that begins at this parenthesis.
    fn literal_string(&mut self) -> Vec<u8> {
        let mut string = Vec::new();
        // The number of open inner parentheses.
        let mut depth = 0_usize;
        let mut bytes = self.rest[1..].iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            match byte {
                b'(' => {
                    depth += 1;
                    string.push(byte);
                }
                b')' if depth == 0 => break,
                b')' => {
                    depth -= 1;
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
                            if let Some(digit) = bytes.next_if(|b| matches!(b, b'0'..=b'7')) {
                                code = code * 8 + u32::from(digit - b'0');
                            }
                        }
                        string.push(code as u8);
                    }
                    // The string continues on the next line.
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

    /// Reads the inline image whose keys are the operands and whose data begin here. The data end
    /// at `EI` between white space, if no binary data follow shortly.
    fn inline_image(&mut self) -> Stream {
        let end = (0..self.rest.len().saturating_sub(2)).find(|&at| ends_image(&self.rest[at..]));
        self.cut_off |= end.is_none();
        let (bytes, rest) = match end {
            Some(at) => (&self.rest[..at], &self.rest[at + 3..]),
            None => (self.rest, &[][..]),
        };
        self.rest = rest;
        let data = bytes.get(1..).unwrap_or_default().to_vec();
        let mut keys = Dictionary::new();
        for pair in self.operands.chunks(2) {
            if let [Object::Name(key), value] = pair {
                keys.set(long(key), value.clone());
            }
        }
        Stream::new(keys, data)
    }
}

/// Returns true if these bytes end the data of an inline image.
fn ends_image(bytes: &[u8]) -> bool {
    let [before, b'E', b'I', after @ ..] = bytes else {
        return false;
    };
    let is_word = match after.first() {
        Some(next) => is_space(*next),
        None => true,
    };
    let mut following = after.iter().take(12);
    is_space(*before)
        && is_word
        && following.all(|byte| is_space(*byte) || (b' '..=b'~').contains(byte))
}

/// Returns the unabbreviated key of an inline image.
fn long(key: &[u8]) -> &[u8] {
    match key {
        b"W" => b"Width",
        b"H" => b"Height",
        b"CS" => b"ColorSpace",
        b"BPC" => b"BitsPerComponent",
        b"IM" => b"ImageMask",
        b"F" => b"Filter",
        b"DP" => b"DecodeParms",
        b"D" => b"Decode",
        other => other,
    }
}

/// Parses a number; null if the text is none.
fn number(text: &[u8]) -> Object {
    let text = std::str::from_utf8(text).unwrap_or_default();
    let integer = text.parse().map(Object::Integer);
    integer.or_else(|_| text.parse().map(Object::Real)).unwrap_or(Object::Null)
}

/// Decodes hexadecimal digits. An odd last digit is followed by 0.
fn hexadecimal(text: &[u8]) -> Vec<u8> {
    let digits: Vec<u8> = text.iter().filter_map(|&b| digit(b)).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).unwrap_or(&0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::content::{self, Content};
    use proptest::prelude::*;

    fn read(content: &[u8]) -> Vec<(String, Vec<Object>)> {
        let mut operators = OperatorReader::new(content);
        let mut all = Vec::new();
        while let Some((operator, operands)) = operators.next_operation().unwrap() {
            let operator = String::from_utf8_lossy(operator).into_owned();
            all.push((operator, operands.to_vec()));
        }
        all
    }

    fn string(text: &str) -> Object {
        Object::string_literal(text)
    }

    #[test]
    fn syntax_that_few_writers_use_is_read() {
        let content = br"% ( [ << comment
            /F#20x 12 Tf(a\(b)Tj (c(d)e\
f\101\0531\q)'[<48 4>-.5[1]]TJ/P<</M(Q q)>>BDC 0 0 m1 l .5 -1 +2 w q";
        let name = Object::Name(b"F x".to_vec());
        let array = vec![string("H@"), Object::Real(-0.5), Object::Array(vec![1.into()])];
        let properties = vec![Object::Name(b"P".to_vec()), Object::Null];
        let expected = [
            ("Tf", vec![name, 12.into()]),
            ("Tj", vec![string("a(b")]),
            ("'", vec![string("c(d)efA+1q")]),
            ("TJ", vec![Object::Array(array)]),
            ("BDC", properties),
            // Not `m`: the standard has no operator `m1`.
            ("m1", vec![0.into(), 0.into()]),
            ("l", vec![]),
            ("w", vec![Object::Real(0.5), (-1).into(), 2.into()]),
            ("q", vec![]),
        ];
        assert_eq!(read(content), expected.map(|(name, all)| (name.to_owned(), all)));
    }

    /// The data of an image may contain any bytes, even some that look like its end.
    #[test]
    fn the_data_of_inline_images_is_no_content() {
        let content = b"q BI /W 1 /H 2 ID \x00 EI \xff( [ \nEI Q BI ID";
        let operators: Vec<String> = read(content).into_iter().map(|(name, _)| name).collect();
        assert_eq!(operators, ["q", "BI", "Q", "BI"]);
    }

    fn operand() -> impl Strategy<Value = Object> {
        let plain = prop_oneof![
            any::<i32>().prop_map(|n| Object::Integer(n.into())),
            (-1e6_f32..1e6).prop_map(Object::Real),
            any::<bool>().prop_map(Object::Boolean),
            "[A-Za-z0-9 #()]{1,9}".prop_map(|name| Object::Name(name.into_bytes())),
            proptest::collection::vec(any::<u8>(), 0..9).prop_map(Object::string_literal),
        ];
        plain.prop_recursive(3, 20, 5, |inner| {
            proptest::collection::vec(inner, 0..5).prop_map(Object::Array)
        })
    }

    proptest! {
        #[test]
        fn what_lopdf_writes_is_read_as_lopdf_reads_it(
            operations in proptest::collection::vec(
                (proptest::collection::vec(operand(), 0..7), "[A-DF-Z][A-HJ-Z]?\\*?|'|\""), 0..20
            )
        ) {
            let operations: Vec<content::Operation> = operations
                .into_iter()
                .map(|(operands, name)| content::Operation::new(&name, operands))
                .collect();
            let bytes = Content { operations }.encode().unwrap();
            let judge = Content::decode(&bytes).unwrap().operations;
            let judge: Vec<_> = judge.into_iter().map(|o| (o.operator, o.operands)).collect();
            prop_assert_eq!(read(&bytes), judge);
        }
    }
}
