//! Reads a field that should be one cell: the only reader for text, CSV, workbooks and JSON.

use super::candidates::is_quote;
use grid::Digit;
use words::{Clause, clause};

/// Parses a cell. Returns `None` for any other character, including a space.
pub(super) fn parse_cell(c: char) -> Option<Option<Digit>> {
    match c {
        '1'..='9' => Some(Digit::new(c as u8 - b'0')),
        '.' | '0' | '_' | '*' | 'X' | 'x' | '-' => Some(None),
        _ => None,
    }
}

/// Words that other programs write for an empty cell, in lower case.
const BLANK_WORDS: [&str; 9] =
    ["nan", "none", "null", "nil", "na", "n/a", "<na>", "nat", "undefined"];
/// Signs of blanks that are cells only in a field of their own.
const BLANK_SIGNS: &str = "?#~oO";
/// Maximum length of a number that is a cell, such as `5.000000000000000000e+00` of NumPy.
const MAX_NUMBER_BYTES: usize = 32;

/// The signs between the fields of a drawn row.
const DELIMITERS: [char; 4] = ['\t', ';', '&', ','];
/// The number with which one of them is the delimiter although there are commas, as in decimals.
const SURE_DELIMITERS: usize = 3;

/// Returns the sign between the fields of a drawn row, if it has fields.
pub(super) fn delimiter(text: &str) -> Option<char> {
    for least in [SURE_DELIMITERS, 1] {
        for delimiter in DELIMITERS {
            if text.matches(delimiter).count() >= least {
                return Some(delimiter);
            }
        }
    }
    None
}

/// Parses a field of one cell. An empty field is a blank, and so are 0, -1 and the words of other
/// programs. A digit may be quoted, and may have decimals that are zeros. `+5` is a digit that a
/// player placed, so its cell is a blank.
pub(super) fn parse_field(field: &str) -> Option<Option<Digit>> {
    let text = field.strip_prefix('=').unwrap_or(field);
    let text = text.trim_matches(|c: char| c.is_whitespace() || is_quote(c));
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (None, _) => Some(None),
        (Some(c), None) if BLANK_SIGNS.contains(c) => Some(None),
        (Some(c), None) => parse_cell(c),
        _ if BLANK_WORDS.iter().any(|word| text.eq_ignore_ascii_case(word)) => Some(None),
        (Some('+'), _) => parse_number(text).map(|_| None),
        _ => parse_number(text),
    }
}

/// Parses a number of two characters or more.
fn parse_number(text: &str) -> Option<Option<Digit>> {
    let is_of_number = |b: u8| b.is_ascii_digit() || b".,+-eE".contains(&b);
    let whole = text.split(['.', ',', 'e', 'E']).next().unwrap_or_default();
    if text.len() > MAX_NUMBER_BYTES || whole.len() > 2 || !text.bytes().all(is_of_number) {
        return None;
    }
    let number: f64 = text.replacen(',', ".", 1).parse().ok()?;
    if number == -1.0 {
        Some(None)
    } else if number.fract() == 0.0 && (0.0..10.0).contains(&number) {
        Some(Digit::new(number as u8))
    } else {
        None
    }
}

/// Explains a field that is no cell.
pub(super) fn not_a_cell(field: &str) -> Clause {
    let found = words::excerpt(field.trim(), 40);
    clause!("expected a digit from 1 to 9 or a blank in each field, found {}", format!("{found:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_read_however_they_are_written() {
        for text in [
            "5",
            " 5 ",
            "5.0",
            "5,0",
            "5.",
            "5.00",
            "05",
            "\"5\"",
            "'5",
            "=\"5\"",
            "5e0",
            "5.000000000000000000e+00",
            "[5",
        ] {
            assert_eq!(parse_field(text), Some(Digit::new(5)), "{text:?}");
        }
    }

    #[test]
    fn blanks_are_read_however_they_are_written() {
        for text in [
            "", " ", "\"\"", "0", "0.0", "0,0", "-1", "-1.0", ".", "_", "*", "x", "X", "-", "?",
            "#", "o", "O", "NaN", "nan", "None", "null", "NULL", "NA", "N/A", "<NA>", "+5",
        ] {
            assert_eq!(parse_field(text), Some(None), "{text:?}");
        }
    }

    #[test]
    fn other_values_are_no_cells() {
        for text in [
            "10",
            "12.0",
            "5.5",
            "5,5",
            "-2",
            "-5",
            "1e1",
            "1.2.3",
            "5 3",
            "53",
            "a",
            "inf",
            "#REF!",
            "5%",
            "true",
            "2026-01-01",
            "00:05",
            "000",
        ] {
            assert_eq!(parse_field(text), None, "{text:?}");
        }
    }
}
