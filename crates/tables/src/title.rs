//! The titles of puzzles in a table: texts and dates. Numbers and other values are no titles.

use super::format::cells::text_problem;
use super::format::field::are_digits;
use jiff::civil::Date;
use serde::de::IgnoredAny;
use unicode_normalization::UnicodeNormalization as _;
use words::{Clause, clause};

/// The maximum number of characters of a title. On the largest pages two lines have room for 250.
const MAX_TITLE_CHARS: usize = 300;

/// Parses a field of the column of titles or dates as one line: a text, or a date as `YYYY-MM-DD`.
/// Returns `None` if the field is no title: empty, without visible characters, a number, a truth
/// value, or an array or object of JSON. Readers would take a number for the number of the puzzle.
///
/// # Errors
/// A sentence, if the field is a formula without a value, an error of a spreadsheet, a day that the
/// calendar does not have, a control character, or a title of more than 300 characters.
pub(super) fn parse_title(field: &str) -> Result<Option<String>, Clause> {
    if let Some(reason) = text_problem(field) {
        return Err(reason);
    }
    let words: Vec<&str> = without_apostrophe(field.trim()).split_whitespace().collect();
    // macOS writes a letter and its accent as two characters; fonts have one for both.
    let text: String = words.join(" ").nfc().collect();
    if let Some(parts) = DateParts::find(&text) {
        let Some(date) = parts.date() else {
            return Err(clause!(
                "expected a date of the calendar, found {}; correct its day, month or year",
                Clause::quoted(&text),
            ));
        };
        return Ok(Some(date.to_string()));
    }
    let is_title = text.contains(is_visible) && !is_number(&text) && !is_other_value(&text);
    if !is_title {
        return Ok(None);
    }
    if let Some(control) = text.chars().find(|c| c.is_control()) {
        return Err(clause!(
            "expected a title without control characters, found {}; delete it",
            format!("U+{:04X}", control as u32),
        ));
    }
    let length = text.chars().count();
    if length > MAX_TITLE_CHARS {
        return Err(clause!(
            "expected a title of at most {} characters, found one of {}; use shorter words",
            MAX_TITLE_CHARS,
            length,
        ));
    }
    Ok(Some(text))
}

/// Removes the apostrophe that keeps a spreadsheet from running a text as a formula.
fn without_apostrophe(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if rest.trim_start().starts_with(['=', '+', '-', '@']) => rest,
        _ => text,
    }
}

/// The digits of a date.
struct DateParts<'a> {
    year: &'a str,
    month: &'a str,
    day: &'a str,
}

impl<'a> DateParts<'a> {
    /// Finds the parts of a date, with or without a time behind it: the year first, or the day, the
    /// month and the year with dots between them, or figures before 年, 月 and 日. Between slashes,
    /// the day or the month may come first, so such a text stays one.
    fn find(text: &'a str) -> Option<Self> {
        let date = match text.split_once(['T', ' ']) {
            Some((date, time)) if is_time(time) => date,
            _ => text,
        };
        if let Some(parts) = Self::before_signs(date) {
            return Some(parts);
        }
        for separator in ['-', '/', '.'] {
            let parts: Vec<&str> = date.split(separator).collect();
            let [first, month, last] = parts[..] else { continue };
            if !parts.iter().all(|part| are_digits(part)) || month.len() > 2 {
                continue;
            }
            if first.len() == 4 && last.len() <= 2 {
                return Some(Self { year: first, month, day: last });
            }
            if separator == '.' && first.len() <= 2 && last.len() == 4 {
                return Some(Self { year: last, month, day: first });
            }
        }
        None
    }

    /// Finds the parts of a Chinese or Japanese date, such as 2027年3月5日.
    fn before_signs(date: &'a str) -> Option<Self> {
        let (year, rest) = date.strip_suffix('日')?.split_once('年')?;
        let (month, day) = rest.split_once('月')?;
        let [year, month, day] = [year, month, day].map(str::trim);
        let has_digits = [year, month, day].into_iter().all(are_digits);
        let is_date = has_digits && year.len() == 4 && month.len() <= 2 && day.len() <= 2;
        if is_date { Some(Self { year, month, day }) } else { None }
    }

    /// Returns the date. Returns `None` if the calendar does not have it.
    fn date(&self) -> Option<Date> {
        let year = self.year.parse().ok().filter(|year| *year > 0)?;
        Date::new(year, self.month.parse().ok()?, self.day.parse().ok()?).ok()
    }
}

/// Returns true if a text is a time of a day, such as `12:30` or `00:00:00Z`.
fn is_time(text: &str) -> bool {
    let is_of_time = |c: char| c.is_ascii_digit() || matches!(c, ':' | '.' | '+' | '-' | 'Z');
    text.contains(':') && text.chars().all(is_of_time)
}

/// Returns true if a text is a number, with a decimal point or comma.
fn is_number(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit()) && text.replace(',', ".").parse::<f64>().is_ok()
}

/// Returns true if a text is a truth value, or an array or object of JSON.
fn is_other_value(text: &str) -> bool {
    let is_nested = text.starts_with(['[', '{']);
    ["true", "false"].iter().any(|value| text.eq_ignore_ascii_case(value))
        || is_nested && serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// Returns true unless a character is a space, a control character, or one without any ink, such as
/// a soft hyphen.
fn is_visible(c: char) -> bool {
    let is_ignored = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
    );
    !(is_ignored || c.is_whitespace() || c.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unambiguous_dates_are_read() {
        for date in [
            "2027-02-26",
            "2027-2-26",
            "2027/02/26",
            "2027.02.26",
            "26.02.2027",
            "26.2.2027",
            " 2027-02-26T00:00:00Z",
            "2027-02-26T00:00:00.5+01:00",
            "26.02.2027 12:30",
            "2027年2月26日",
            "2027年2月26日 12:30",
            "2027 年 02 月 26 日",
        ] {
            assert_eq!(parse_title(date), Ok(Some("2027-02-26".to_owned())), "{date}");
        }
        // The day or the month may come first, or a part is missing.
        for text in [
            "3/4/2026",
            "26.02.27",
            "10000-01-01",
            "26. Februar 2027",
            "1.2.3",
            "8-8-2026",
            "27年2月26日",
            "2027年2月",
        ] {
            assert_eq!(parse_title(text), Ok(Some(text.to_owned())));
        }
    }

    #[test]
    fn impossible_dates_are_errors() {
        for date in [
            "2026-02-30",
            "0000-01-01",
            "30.02.2026",
            "2026/13/01",
            "2026-02-29T00:00:00",
            "2027年2月30日",
        ] {
            let reason = parse_title(date).unwrap_err().to_string();
            assert!(reason.starts_with("expected a date of the calendar, found"), "{reason}");
        }
    }

    #[test]
    fn other_values_are_no_titles() {
        for value in [
            "",
            " ",
            "17",
            "46084",
            "3.14",
            "-5",
            "1,5",
            "1e5",
            "0.5",
            "true",
            "FALSE",
            "[\"x\"]",
            "{\"a\": 1}",
            "\u{200b}",
            "\u{ad}",
            "\u{feff}",
            "\u{2028}",
        ] {
            assert_eq!(parse_title(value), Ok(None), "{value:?}");
        }
        for title in ["Infinity", "[1", "№ 7", "08:00", "truth"] {
            assert_eq!(parse_title(title), Ok(Some(title.to_owned())));
        }
        assert_eq!(parse_title("a\u{2028}b\n c"), Ok(Some("a b c".to_owned())));
    }

    #[test]
    fn protecting_apostrophe_is_removed() {
        for (field, title) in [
            ("'-1+1", "-1+1"),
            ("'=cmd", "=cmd"),
            ("' @SUM", "@SUM"),
            ("'tis", "'tis"),
            ("=cmd", "=cmd"),
            ("=A1", "=A1"),
            ("''90s", "''90s"),
        ] {
            assert_eq!(parse_title(field), Ok(Some(title.to_owned())));
        }
    }

    #[test]
    fn title_has_a_maximum_length() {
        let most = "é".repeat(MAX_TITLE_CHARS);
        assert_eq!(parse_title(&most), Ok(Some(most.clone())));
        let reason = parse_title(&format!("{most}!")).unwrap_err().to_string();
        assert!(reason.starts_with("expected a title of at most 300 characters, found one of 301"));
        assert_eq!(parse_title(&format!("[\"{most}\"]")), Ok(None));
    }

    #[test]
    fn accents_are_composed() {
        assert_eq!(parse_title("Cafe\u{301}"), Ok(Some("Café".to_owned())));
    }

    #[test]
    fn fields_without_values_are_errors() {
        for (field, words) in [
            ("Sw\u{7}an", "found U+0007; delete it"),
            ("=formula", "found a formula without one; open the file in a spreadsheet program"),
            ("#REF!", "found #REF!, an error of a spreadsheet; correct the formula in this cell"),
            (" #N/A", "found #N/A"),
        ] {
            let reason = parse_title(field).unwrap_err().to_string();
            assert!(reason.contains(words), "{reason}");
        }
    }
}
