//! Groups letters into words on a baseline, and reads puzzle numbers and page numbers from words.

use super::marks::{PageLetter, turned};

/// The maximum gap between letters of one word group, in ems.
const MAX_WORD_GAP_EMS: f64 = 0.6;
/// The maximum vertical distance between letters on one baseline, in ems.
const BASELINE_TOLERANCE_EMS: f64 = 0.2;

/// A group of words on a baseline, rotated so that they are upright, in points.
#[derive(Clone, Debug)]
pub(super) struct WordGroup {
    pub left: f64,
    pub right: f64,
    pub y: f64,
    pub text: String,
}

/// Returns the words of letters that share a direction: lines from the top, words from the left.
pub(super) fn words(letters: &[&PageLetter], quarter: u8) -> Vec<Vec<WordGroup>> {
    let mut seen: Vec<(f64, f64, &PageLetter)> = letters
        .iter()
        .map(|g| (turned(g.at, quarter), *g))
        .filter(|((x, y), _)| x.is_finite() && y.is_finite())
        .map(|((x, y), g)| (x, y, g))
        .collect();
    seen.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.total_cmp(&b.0)));
    let mut lines = Vec::new();
    let mut rest = &seen[..];
    while let Some((_, y, first)) = rest.first() {
        let slack = BASELINE_TOLERANCE_EMS * first.size;
        let len = rest.partition_point(|(_, other, _)| y - other <= slack);
        let (line, later) = rest.split_at(len.max(1));
        rest = later;
        lines.push(line_words(line));
    }
    lines.retain(|line| !line.is_empty());
    lines
}

fn line_words(line: &[(f64, f64, &PageLetter)]) -> Vec<WordGroup> {
    let mut line = line.to_vec();
    line.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut words: Vec<WordGroup> = Vec::new();
    for (x, y, letter) in line {
        match words.last_mut() {
            Some(last) if x <= last.right + MAX_WORD_GAP_EMS * letter.size => {
                last.text.push(letter.character);
                last.right = last.right.max(x + letter.advance);
            }
            _ => words.push(WordGroup {
                left: x,
                right: x + letter.advance,
                y,
                text: letter.character.into(),
            }),
        }
    }
    words.retain(|words| !words.text.trim().is_empty());
    words
}

/// Returns the number of words that consist only of a number: `12`, `#12`, `No. 12`.
pub(super) fn number(words: &str) -> Option<u64> {
    let mut text = words.trim();
    for sign in ["#", "No.", "Nr.", "N°", "Nº", "№"] {
        text = text.strip_prefix(sign).unwrap_or(text).trim_start();
    }
    let text = text.strip_suffix('.').unwrap_or(text);
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

/// Words that precede the number of a puzzle or an answer, in lower case.
const BEFORE_NUMBERS: &str = "puzzle sudoku grid number no nr n solution answer rätsel lösung \
    grille solución soluzione solução schema puzzel 第 問 题";

/// A number in a text. `is_named` is true if a word before it names a puzzle.
struct NumberInText {
    number: u64,
    is_first: bool,
    is_named: bool,
}

/// Returns the puzzle number in a heading: `Puzzle 7`, `Sudoku #7 (easy)`, `7. Easy`. Of several
/// numbers, takes the one behind such a word, or the first if the heading begins with it.
pub(super) fn heading(words: &str) -> Option<u64> {
    let all = numbers_in(words);
    if let Some(named) = all.iter().find(|found| found.is_named) {
        return Some(named.number);
    }
    let first = all.first()?;
    if first.is_first || all.len() == 1 { Some(first.number) } else { None }
}

/// Returns the number behind a word or sign that names a puzzle.
pub(super) fn named_number(words: &str) -> Option<u64> {
    numbers_in(words).into_iter().find(|found| found.is_named).map(|found| found.number)
}

/// Returns all numbers in a text that are not part of a word, such as `r5c2`, or of a decimal, such
/// as `1.5`.
fn numbers_in(words: &str) -> Vec<NumberInText> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(start) = words[rest..].find(|c: char| c.is_ascii_digit()) {
        let start = rest + start;
        let digits = words[start..].bytes().take_while(u8::is_ascii_digit).count();
        let (before, after) = (&words[..start], &words[start + digits..]);
        rest = start + digits;
        let is_decimal = begins_as_decimals(after);
        let inside = before.ends_with(|c: char| c.is_ascii_alphabetic())
            || after.starts_with(|c: char| c.is_ascii_alphabetic())
            || is_decimal;
        // The digits after a decimal point belong to the number before it.
        if is_decimal {
            rest += 1 + after[1..].bytes().take_while(u8::is_ascii_digit).count();
        }
        let Some(number) = words[start..start + digits].parse().ok().filter(|_| !inside) else {
            continue;
        };
        let is_first = before.trim().is_empty();
        found.push(NumberInText { number, is_first, is_named: names_puzzle(before) });
    }
    found
}

/// Returns true if a text begins with a decimal point and digits.
fn begins_as_decimals(text: &str) -> bool {
    match text.strip_prefix(['.', ',']) {
        Some(rest) => rest.starts_with(|c: char| c.is_ascii_digit()),
        None => false,
    }
}

/// Returns true if the end of the text before a number names a puzzle.
fn names_puzzle(before: &str) -> bool {
    let signs = [' ', '.', '°', 'º', ':', '#', '№', '-'];
    let lower = before.trim_end_matches(signs).to_lowercase();
    let word = lower.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    BEFORE_NUMBERS.split(' ').any(|own| own == word) || before.trim_end().ends_with(['#', '№'])
}

/// Returns the numbers in a text that have at most six digits.
pub(super) fn all_numbers(words: &str) -> impl Iterator<Item = u64> {
    numbers_in(words).into_iter().map(|found| found.number).filter(|number| *number < 1_000_000)
}

/// Returns true for an Arabic page number and false for a lower-case Roman one, together with its
/// value.
pub fn folio_value(folio: &str) -> Option<(bool, u64)> {
    let arabic = number(folio).map(|number| (true, number));
    arabic.or_else(|| roman_value(folio).map(|number| (false, number)))
}

/// Returns the value of lower-case Roman numerals, such as `iv`.
pub(super) fn roman_value(words: &str) -> Option<u64> {
    const NUMERALS: &str = "ivxlc";
    const VALUES: [i64; NUMERALS.len()] = [1, 5, 10, 50, 100];
    let (mut sum, mut after) = (0, 0);
    for numeral in words.trim().chars().rev() {
        let value = VALUES[NUMERALS.find(numeral)?];
        // A numeral before a greater one is subtracted.
        sum += if value < after { -value } else { value };
        after = value;
    }
    u64::try_from(sum).ok().filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a letter of 10 points that is 5 points wide.
    fn letter(character: char, x: f64, y: f64) -> PageLetter {
        PageLetter { at: (x, y), advance: 5.0, size: 10.0, quarter: 0, character }
    }

    fn lines(letters: &[PageLetter]) -> Vec<String> {
        let lines = words(&letters.iter().collect::<Vec<_>>(), 0);
        let text = |line: &Vec<WordGroup>| line.iter().map(|words| words.text.clone()).collect();
        lines.iter().map(text).map(|texts: Vec<String>| texts.join("|")).collect()
    }

    #[test]
    fn letters_within_a_fifth_of_an_em_are_a_line_and_gaps_of_more_than_six_tenths_part_words() {
        assert_eq!(lines(&[letter('a', 10.0, 100.0), letter('b', 15.0, 98.0)]), ["ab"]);
        assert_eq!(lines(&[letter('a', 10.0, 100.0), letter('b', 15.0, 97.9)]), ["a", "b"]);
        assert_eq!(lines(&[letter('a', 10.0, 100.0), letter('b', 21.0, 100.0)]), ["ab"]);
        assert_eq!(lines(&[letter('a', 10.0, 100.0), letter('b', 21.1, 100.0)]), ["a|b"]);
        // The order in the file is irrelevant, and a letter without a finite place is ignored.
        let mixed = [letter('b', 15.0, 50.0), letter('c', 10.0, 20.0), letter('a', 10.0, 50.0)];
        assert_eq!(lines(&mixed), ["ab", "c"]);
        for nowhere in [(f64::NAN, 50.0), (15.0, f64::INFINITY)] {
            let lost = letter('x', nowhere.0, nowhere.1);
            assert_eq!(lines(&[letter('a', 10.0, 50.0), lost]), ["a"]);
        }
    }

    #[test]
    fn numbers_stand_alone_or_after_a_sign() {
        for (words, expected) in [
            ("12", Some(12)),
            (" #12. ", Some(12)),
            ("No. 12", Some(12)),
            ("№ 7", Some(7)),
            ("", None),
            (".", None),
            ("+5", None),
            ("1.2", None),
            ("12 easy", None),
        ] {
            assert_eq!(number(words), expected, "{words:?}");
        }
        for (words, expected) in [
            ("Puzzle 7", Some(7)),
            ("PUZZLE NO. 12", Some(12)),
            ("Sudoku #7 (level 3)", Some(7)),
            ("Level 3, puzzle 17", Some(17)),
            ("7. Easy 3/5", Some(7)),
            ("Easy 12", Some(12)),
            ("Rätsel Nr. 5", Some(5)),
            ("第8題", Some(8)),
            ("Lösung 3", Some(3)),
            ("Level 2 of 5", None),
            ("Easy", None),
            ("r5c2", None),
            ("rated 1.5", None),
            ("rated 1.5, puzzle 4", Some(4)),
        ] {
            assert_eq!(heading(words), expected, "{words:?}");
        }
        let values = ["12", "iv", "xliv", "ix", "mild"].map(folio_value);
        let expected = [(true, 12), (false, 4), (false, 44), (false, 9)].map(Some);
        assert_eq!(values, [expected[0], expected[1], expected[2], expected[3], None]);
        let numerals = [" xliv ", "", "XI", "vi a", "mild"].map(roman_value);
        assert_eq!(numerals, [Some(44), None, None, None, None]);
    }
}
