//! Values in messages: a person needs their beginning and their end, not 100,000 letters.

use std::borrow::Cow;

/// The maximum number of characters of a value, and the number of those at its beginning that stay
/// if it has more.
const MAX_VALUE: usize = 300;
const KEPT_OF_VALUE: usize = 120;
/// The maximum number of characters of a line, and the number of those that stay.
const MAX_LINE: usize = 3_000;
const KEPT_OF_LINE: usize = 1_500;
/// The share of the kept characters that stand at the end.
const END_SHARE: usize = 3;

/// Returns a message in which each quoted text, each word and each line that is too long has an
/// ellipsis in its middle.
pub fn shorten_values(message: &str) -> Cow<'_, str> {
    if message.len() <= MAX_VALUE {
        return message.into();
    }
    let mut short = String::new();
    for line in message.split_inclusive('\n') {
        let mut line_so_far = String::new();
        let mut rest = line;
        while !rest.is_empty() {
            let (value, after) = rest.split_at(value_length(rest));
            line_so_far += &cut_middle(value, MAX_VALUE, KEPT_OF_VALUE);
            rest = after;
        }
        short += &cut_middle(&line_so_far, MAX_LINE, KEPT_OF_LINE);
    }
    short.into()
}

/// Returns the number of bytes of the quoted text or of the word at the beginning of a text, which
/// is not empty. A quotation mark without a second one is a letter.
fn value_length(text: &str) -> usize {
    if let Some(quoted) = text.strip_prefix('"')
        && let Some(end) = closing_quote(quoted)
    {
        return end + 2;
    }
    let first = text.chars().next().map_or(0, char::len_utf8);
    let is_end = |c: char| c.is_whitespace() || c == '"';
    text[first..].find(is_end).map_or(text.len(), |end| first + end)
}

/// Returns the place of the quotation mark that ends a text, as Rust quotes it.
fn closing_quote(quoted: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (place, byte) in quoted.bytes().enumerate() {
        match byte {
            b'"' if !is_escaped => return Some(place),
            b'\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    None
}

/// Returns a text with an ellipsis in its middle if it has more characters than `most`.
fn cut_middle(text: &str, most: usize, kept: usize) -> Cow<'_, str> {
    let count = text.chars().count();
    if count <= most {
        return text.into();
    }
    let at_end = kept / END_SHARE;
    let begin: String = text.chars().take(kept - at_end).collect();
    let end: String = text.chars().skip(count - at_end).collect();
    format!("{begin}…{end}").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_keep_both_ends() {
        let long = format!("begin{}end", "x y ".repeat(25_000));
        let message = format!("expected a number, found {long:?}; write \"12\"\nnext line");
        let short = shorten_values(&message);
        assert!(short.starts_with("expected a number, found \"beginx y"), "{short}");
        assert!(short.ends_with("y end\"; write \"12\"\nnext line"), "{short}");
        assert!(short.chars().count() < 300, "{short}");
        for unquoted in ["雨".repeat(9_000), "a word ".repeat(9_000), "\"".repeat(9_000)] {
            let message = format!("no file {unquoted} here");
            let short = shorten_values(&message);
            assert!(short.starts_with("no file ") && short.ends_with(" here"), "{short}");
            assert!(short.chars().count() < 3_100, "{}", short.chars().count());
        }
    }

    #[test]
    fn usual_messages_stay() {
        let path = format!("cannot read /{}.csv: it is a folder", "a/b c".repeat(50));
        for message in ["expected a number, found \"x\"", &*path, &"line of a list\n".repeat(500)] {
            assert_eq!(shorten_values(message), message);
        }
    }
}
