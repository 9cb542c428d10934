//! Breaks lines (UAX #14): greedily, or for paragraphs with the most even right edge. Chinese and
//! Japanese lines are full: they are shorter by a few characters only to end between words.

use crate::typesetting::breaks::break_quality;
use crate::typesetting::hyphenation::Hyphenation;
use std::ops::Range;
use unicode_linebreak::linebreaks;
use words::is_east_asian;

/// Cost of an additional line, in squares of the type size: more than all other costs together.
const LINE_COST: f64 = 1e6;
/// Cost of a single word on the last line: as much as a line that is too short by thirteen type
/// sizes.
const LONE_WORD_COST: f64 = 169.0;
/// A last line shorter than this fraction of the width costs a part of that.
const MIN_LAST_FRACTION: f64 = 0.25;
/// In Chinese, a last line shorter than this number of type sizes counts as a single word, and in
/// Japanese, in which three characters are the end of a verb.
const MIN_LAST_SIZES: f64 = 3.0;
const MIN_LAST_SIZES_JAPANESE: f64 = 3.9;
/// The cost of a hyphen: as much as a line that is too short by three type sizes, and of a hyphen
/// below another one.
const HYPHEN_COST: f64 = 9.0;
const LADDER_COST: f64 = 36.0;
/// The cost of a break between words that stay together, in a piece that is wider than a line.
const BOUND_COST: f64 = 25.0;
/// The cost of a break between a number and the word behind it.
const NUMBER_COST: f64 = 6.0;
/// The maximum width of a narrow column, in which words divide, in type sizes.
const MAX_DIVIDED_SIZES: f64 = 26.0;
/// A line shorter than this fraction of the width is worth a hyphen.
const MIN_LINE_FRACTION: f64 = 0.78;
/// The minimum length of a word that stays beside its number in French. Shorter ones are
/// conjunctions and prepositions.
const MIN_COUNTED_WORD: usize = 3;
/// Units that stay beside their number.
const UNITS: [&str; 6] = ["mm", "cm", "min", "Min", "%", "×"];
/// Cost of the worst break between Chinese or Japanese characters, per type size of the width: in a
/// line of 32 characters as much as a line that is too short by four of them.
const BREAK_COST: f64 = 0.5;
/// The cost of a break within a range of numbers, where 1 is a break within a word.
const RANGE_COST: f64 = 2.0;
/// The number of characters on both sides of a break that matter for its cost.
const NEAR: usize = 6;
/// The space between an East Asian character and a number.
const NO_BREAK_SPACE: char = '\u{a0}';
/// The spaces between words.
const SPACES: [char; 2] = [' ', NO_BREAK_SPACE];
/// The character before the number in an ordinal: `第3行`.
const ORDINAL: char = '第';
/// The number of letters of the longest word that stays on one line although its script may break
/// anywhere.
const MAX_KEPT_LETTERS: usize = 12;

/// Replaces white space by single spaces, except no-break spaces, which keep words together.
pub(super) fn plain(text: &str) -> String {
    let words: Vec<_> = text.split_ascii_whitespace().collect();
    words.join(" ")
}

/// Removes the spaces at the end of a range of a text.
fn trimmed(text: &str, part: Range<usize>) -> Range<usize> {
    part.start..part.start + text[part].trim_end_matches([' ', NO_BREAK_SPACE]).len()
}

/// Returns the places where a line may end. Words of a text with spaces between them stay whole in
/// Korean and Japanese, too.
fn line_ends(text: &str) -> Vec<usize> {
    let ends = linebreaks(text).map(|(end, _)| end);
    if has_spaced_words(text) {
        return ends.filter(|&end| !is_within_word(text, end)).collect();
    }
    let mut ends: Vec<usize> = ends.collect();
    let spaces = text.match_indices(NO_BREAK_SPACE).map(|(at, space)| at + space.len());
    ends.extend(spaces.filter(|&place| is_before_number(text, place)));
    ends.sort_unstable();
    ends
}

/// Returns true if a place is between an East Asian character with a space and a number or Latin
/// word, which may begin a line. The space behind a number keeps it beside what it counts.
fn is_before_number(text: &str, place: usize) -> bool {
    let before = text[..place].trim_end().chars().next_back();
    before.is_some_and(|c| is_east_asian(c) && c != ORDINAL)
        && text[place..].starts_with(|c: char| c.is_ascii_alphanumeric())
}

/// Returns the cost of a break between Chinese or Japanese characters: from 0 after a pause to 1
/// within a word, and more within a range of numbers.
fn break_cost(text: &str, place: usize) -> f64 {
    let (before, after) = text.split_at(place);
    let before = before.chars().rev().filter(|&c| c != NO_BREAK_SPACE);
    let after = after.chars().filter(|&c| c != NO_BREAK_SPACE);
    let [before, after]: [Vec<char>; 2] = [before.take(NEAR).collect(), after.take(NEAR).collect()];
    let (Some(&last), Some(&next)) = (before.first(), after.first()) else { return 0.0 };
    let ends_number = before.get(1).is_some_and(char::is_ascii_digit);
    if ends_number && next.is_ascii_digit() {
        return RANGE_COST;
    }
    // In Japanese, a number behind a noun is its label: `問題1`.
    let is_hiragana = |c: &char| matches!(c, 'ぁ'..='ゖ');
    if next.is_ascii_digit() && !is_hiragana(&last) && before.iter().any(is_hiragana) {
        return 1.0;
    }
    // A character between the break and a pause or a number is often half a word.
    let is_apart = |c: Option<&char>| c.is_none_or(|c| !c.is_alphanumeric());
    let is_alone = ends_number || is_apart(before.get(1)) || is_apart(after.get(1));
    match (is_east_asian(last), is_east_asian(next)) {
        (true, true) if is_alone => return 1.0,
        (false, false) => return 0.0,
        _ => {}
    }
    let near: String = before.iter().rev().chain(&after).collect();
    let place = before.iter().map(|c| c.len_utf8()).sum();
    1.0 - break_quality(&near, place).unwrap_or_default()
}

/// Returns true if a text has spaces between words that could break anywhere: Korean, and Japanese
/// for children.
fn has_spaced_words(text: &str) -> bool {
    if text.contains(|c| matches!(c, '가'..='힣')) {
        return true;
    }
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let is_spaced = text.split(' ').skip(1).any(|part| part.starts_with(is_east_asian));
    is_spaced && words.all(|word| word.chars().count() <= MAX_KEPT_LETTERS)
}

fn is_kana(letter: char) -> bool {
    ('ぁ'..='ヿ').contains(&letter)
}

/// Returns true if a text has more Chinese or Japanese characters than Latin letters.
fn is_mostly_east_asian(text: &str) -> bool {
    let count = |counts: fn(char) -> bool| text.chars().filter(|&c| counts(c)).count();
    count(is_east_asian) > count(|c| c.is_ascii_alphabetic())
}

/// Returns true if a place is between two letters of a word that is short enough for one line.
fn is_within_word(text: &str, place: usize) -> bool {
    let (before, after) = text.split_at(place);
    let before = before.chars().rev().take_while(|c| c.is_alphanumeric()).count();
    let after = after.chars().take_while(|c| c.is_alphanumeric()).count();
    before > 0 && after > 0 && before + after <= MAX_KEPT_LETTERS
}

/// The place where a line may end.
#[derive(Clone, Copy)]
struct LineEnd {
    at: usize,
    kind: EndKind,
}

/// The kinds of places where a line may end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EndKind {
    /// Between words, or between letters that may part.
    Usual,
    /// Between words that stay together, where they have room on a line.
    Bound,
    /// Within a word, which then ends in a hyphen.
    Hyphen,
}

/// Returns the places between words where a line may end, in order.
fn word_ends(text: &str, hyphenation: Option<Hyphenation>) -> Vec<LineEnd> {
    let mut ends = Vec::new();
    for at in line_ends(text) {
        let kind = if is_bound(text, at, hyphenation) { EndKind::Bound } else { EndKind::Usual };
        ends.push(LineEnd { at, kind });
    }
    ends
}

/// Adds the places within words to the ends of lines.
fn with_hyphens(mut ends: Vec<LineEnd>, text: &str, hyphenation: Hyphenation) -> Vec<LineEnd> {
    let places = hyphenation.places(text).into_iter();
    ends.extend(places.map(|at| LineEnd { at, kind: EndKind::Hyphen }));
    ends.sort_by_key(|end| end.at);
    ends
}

/// Returns true if a place is between words that stay on one line: a word of one letter and the
/// next word, a number and the word before it, the ends of a range, a number and its unit or the
/// word that it counts.
fn is_bound(text: &str, place: usize, hyphenation: Option<Hyphenation>) -> bool {
    let (before, after) = text.split_at(place);
    let is_digit = |c: char| c.is_ascii_digit();
    if let Some(part) = before.strip_suffix('-') {
        return part.ends_with(is_digit);
    }
    let Some(before) = before.strip_suffix(' ') else { return false };
    let last = before.rsplit(SPACES).next().unwrap_or_default();
    let earlier = &before[..before.len() - last.len()];
    let mut coming = after.split(SPACES);
    let [next, then] = [coming.next(), coming.next()].map(Option::unwrap_or_default);
    if ["=", "≠"].contains(&next) {
        return true;
    }
    if next.starts_with(is_digit) {
        // A number behind a colon may count the word behind it.
        let is_counting = next.ends_with(is_digit) && then.starts_with(char::is_alphabetic);
        return is_label(last) || last.ends_with(':') && !is_counting;
    }
    let word = last.trim_start_matches(|c: char| !c.is_alphanumeric());
    if word.starts_with(is_digit) && word.ends_with(is_digit) {
        let letters = next.chars().filter(|c| c.is_lowercase()).count();
        let is_counted = letters >= MIN_COUNTED_WORD
            && hyphenation.is_some_and(Hyphenation::keeps_counted_words);
        let is_range = letters == next.chars().count() && letters <= MIN_COUNTED_WORD;
        return is_counted
            || is_range && then.starts_with(is_digit)
            || !is_label(earlier.trim_end()) && next.starts_with(char::is_alphabetic)
            || UNITS.contains(&next.trim_end_matches(['.', ',', ';', ':']));
    }
    let mut letters = word.chars();
    matches!((letters.next(), letters.next()), (Some(c), None)
        if c.is_alphabetic() && !is_east_asian(c))
}

/// Returns true if a text ends with a word or sign to which a number behind it belongs.
fn is_label(text: &str) -> bool {
    text.ends_with(|c: char| c.is_alphabetic() || "=≠".contains(c))
}

/// Returns true if a line that ends at a place of a text ends within a word, so that it needs a
/// hyphen.
pub(super) fn is_divided(text: &str, place: usize) -> bool {
    let (before, after) = text.split_at(place);
    let is_letter = |c: char| c.is_alphabetic() && !is_east_asian(c);
    before.ends_with(is_letter) && after.starts_with(is_letter) && !has_spaced_words(text)
}

/// The column of a paragraph.
#[derive(Clone, Copy)]
pub(super) struct TextMeasure {
    /// The type size.
    pub size: f64,
    /// The maximum width of a line.
    pub width: f64,
    /// The width of a hyphen.
    pub hyphen: f64,
    /// The language by whose patterns words divide.
    pub hyphenation: Option<Hyphenation>,
}

/// Breaks a paragraph into as few lines as [`lines`] needs, so that the sum of the squares of the
/// unused widths, in type sizes, is minimal, with the costs of breaks between Chinese or Japanese
/// characters. In a narrow column words divide where a line would be short without.
pub(super) fn paragraph(
    text: &str,
    column: TextMeasure,
    measure: impl Fn(Range<usize>) -> f64,
) -> Vec<Range<usize>> {
    let ends = word_ends(text, column.hyphenation);
    let usual = needed_ends(text, &ends, column.width, &measure);
    let whole = ParagraphPieces::new(text, column, &usual, &measure);
    let lines = whole.lines();
    let Some(hyphenation) = column.hyphenation else { return lines };
    let is_narrow = column.width <= MAX_DIVIDED_SIZES * column.size;
    let divided = if is_narrow && whole.is_ragged(&lines) {
        with_hyphens(usual, text, hyphenation)
    } else if whole.has_wide_line(&lines) {
        needed_ends(text, &with_hyphens(ends, text, hyphenation), column.width, &measure)
    } else {
        return lines;
    };
    ParagraphPieces::new(text, column, &divided, &measure).lines()
}

/// Returns the usual ends of lines, and in a piece that is wider than a line the others, too.
fn needed_ends(
    text: &str,
    ends: &[LineEnd],
    width: f64,
    measure: impl Fn(Range<usize>) -> f64,
) -> Vec<LineEnd> {
    let (mut needed, mut start) = (Vec::new(), 0);
    for piece in ends.split_inclusive(|end| end.kind == EndKind::Usual) {
        let [others @ .., last] = piece else { continue };
        if measure(trimmed(text, start..last.at)) > width {
            needed.extend(others);
        }
        needed.push(*last);
        start = last.at;
    }
    needed
}

/// Returns the width of the widest piece of a text that stays on one line.
pub(super) fn widest_piece(
    text: &str,
    column: TextMeasure,
    measure: impl Fn(Range<usize>) -> f64,
) -> f64 {
    let (mut widest, mut start) = (0.0_f64, 0);
    for end in word_ends(text, column.hyphenation) {
        if end.kind == EndKind::Usual {
            widest = widest.max(measure(trimmed(text, start..end.at)));
            start = end.at;
        }
    }
    widest
}

/// The pieces of a paragraph between the places where its lines may end.
struct ParagraphPieces<'a> {
    text: &'a str,
    column: TextMeasure,
    ends: &'a [LineEnd],
    /// The width up to each end, with the spaces before it, and the width of these spaces.
    until: Vec<f64>,
    spaces: Vec<f64>,
    /// The cost of a line end.
    costs: Vec<f64>,
    /// The minimum width of the last line.
    least: f64,
    /// True for Chinese and Japanese, whose lines are full.
    has_full_lines: bool,
}

impl<'a> ParagraphPieces<'a> {
    fn new(
        text: &'a str,
        column: TextMeasure,
        ends: &'a [LineEnd],
        measure: impl Fn(Range<usize>) -> f64,
    ) -> Self {
        let TextMeasure { size, width, .. } = column;
        let has_full_lines = is_mostly_east_asian(text) && !has_spaced_words(text);
        let worst = BREAK_COST * width / size;
        let (mut until, mut spaces, mut costs) = (vec![0.0], vec![0.0], vec![0.0]);
        let mut start = 0;
        for end in ends {
            let (part, words) = (start..end.at, trimmed(text, start..end.at));
            let wide = measure(part);
            until.push(until[until.len() - 1] + wide);
            spaces.push(wide - measure(words));
            costs.push(match end.kind {
                EndKind::Hyphen => HYPHEN_COST,
                EndKind::Bound => BOUND_COST,
                _ if has_full_lines => worst * break_cost(text, end.at),
                _ if is_behind_number(text, end.at) => NUMBER_COST,
                _ => 0.0,
            });
            start = end.at;
        }
        let least = if !has_full_lines {
            MIN_LAST_FRACTION * width
        } else if text.contains(is_kana) {
            MIN_LAST_SIZES_JAPANESE * size
        } else {
            MIN_LAST_SIZES * size
        };
        Self { text, column, ends, until, spaces, costs, least, has_full_lines }
    }

    /// Returns the width of the line from one end to another.
    fn width(&self, from: usize, until: usize) -> f64 {
        let is_divided = until > 0 && self.ends[until - 1].kind == EndKind::Hyphen;
        let hyphen = if is_divided { self.column.hyphen } else { 0.0 };
        self.until[until] - self.spaces[until] - self.until[from] + hyphen
    }

    /// Returns the cost of a last line of this width, which is not the only one.
    fn last_cost(&self, from: usize, long: f64) -> f64 {
        let is_short = long < self.least;
        if self.is_one_word(from, self.ends.len()) || is_short && self.has_full_lines {
            LONE_WORD_COST
        } else if is_short {
            LONE_WORD_COST * (1.0 - long / self.least)
        } else {
            0.0
        }
    }

    /// Returns true if a line has no space.
    fn is_one_word(&self, from: usize, until: usize) -> bool {
        let start = if from == 0 { 0 } else { self.ends[from - 1].at };
        until == from + 1 && !self.text[trimmed(self.text, start..self.ends[from].at)].contains(' ')
    }

    /// Returns true if the end before a piece is within a word.
    fn is_within_word(&self, piece: usize) -> bool {
        piece > 0 && self.ends[piece - 1].kind == EndKind::Hyphen
    }

    /// Returns the cost of a line.
    fn cost(&self, from: usize, until: usize) -> f64 {
        let long = self.width(from, until);
        let TextMeasure { size, width, .. } = self.column;
        if until == self.ends.len() {
            return if from > 0 { self.last_cost(from, long) } else { 0.0 };
        }
        let is_ladder = self.is_within_word(from) && self.is_within_word(until);
        let ladder = if is_ladder { LADDER_COST } else { 0.0 };
        ((width - long).max(0.0) / size).powi(2) + self.costs[until] + ladder
    }

    /// Returns the lines with the lowest cost.
    fn lines(&self) -> Vec<Range<usize>> {
        let count = self.ends.len();
        // For each piece: the minimum cost of the lines from here on, and the piece before which
        // the first of these lines ends.
        let mut best = vec![(0.0, count); count + 1];
        for from in (0..count).rev() {
            best[from].0 = f64::INFINITY;
            for until in from + 1..=count {
                if self.width(from, until) > self.column.width && until > from + 1 {
                    break;
                }
                let cost = LINE_COST + self.cost(from, until) + best[until].0;
                if cost < best[from].0 {
                    best[from] = (cost, until);
                }
            }
        }
        let (mut lines, mut from) = (Vec::new(), 0);
        while from < count {
            let until = best[from].1;
            let start = if from == 0 { 0 } else { self.ends[from - 1].at };
            lines.push(trimmed(self.text, start..self.ends[until - 1].at));
            from = until;
        }
        lines
    }

    /// Returns the widths of lines.
    fn widths(&self, lines: &[Range<usize>]) -> Vec<f64> {
        let (mut widths, mut from) = (Vec::new(), 0);
        for line in lines {
            let until = self.ends.partition_point(|end| end.at < line.end) + 1;
            widths.push(self.width(from, until));
            from = until;
        }
        widths
    }

    /// Returns true if a line before the last one is much shorter than the column, or a line is
    /// wider.
    fn is_ragged(&self, lines: &[Range<usize>]) -> bool {
        let widths = self.widths(lines);
        let [before @ .., _] = &widths[..] else { return false };
        let is_short = |width: &f64| *width < MIN_LINE_FRACTION * self.column.width;
        before.iter().any(is_short) || self.has_wide_line(lines)
    }

    /// Returns true if a line is wider than the column.
    fn has_wide_line(&self, lines: &[Range<usize>]) -> bool {
        self.widths(lines).iter().any(|width| *width > self.column.width)
    }
}

/// Returns true if a place is behind a number and before a word, which it may count.
fn is_behind_number(text: &str, place: usize) -> bool {
    let (before, after) = text.split_at(place);
    before.strip_suffix(' ').is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()))
        && after.starts_with(char::is_lowercase)
}

/// Breaks a text into lines no wider than `width`, without the spaces at their ends. `measure`
/// returns the width of a range of the text. Words that stay together part only where a line has no
/// room for both.
pub(super) fn lines(
    text: &str,
    column: TextMeasure,
    measure: impl Fn(Range<usize>) -> f64,
) -> Vec<Range<usize>> {
    let ends = word_ends(text, column.hyphenation);
    let mut lines: Vec<Range<usize>> = Vec::new();
    // The width so far, including the space at the end.
    let mut pen = 0.0;
    let mut start = 0;
    for LineEnd { at: end, .. } in needed_ends(text, &ends, column.width, &measure) {
        let piece = start..end;
        start = end;
        match lines.last_mut() {
            Some(line) if pen + measure(trimmed(text, piece.clone())) <= column.width => {
                line.end = end;
            }
            _ => {
                lines.push(piece.clone());
                pen = 0.0;
            }
        }
        pen += measure(piece);
    }
    lines.into_iter().map(|line| trimmed(text, line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_words_that_spaces_separate() {
        for (text, expected) in [
            ("어린이 스도쿠를 즐기는 책", vec!["어린이", "스도쿠를", "즐기는 책"]),
            (
                "えんぴつは もった？ よく 見てね！",
                vec!["えんぴつは", "もった？", "よく", "見てね！"],
            ),
            // Words that are longer than a line of a book break anywhere.
            ("가나다라마바사아자차카타파", vec!["가나다라마", "바사아자차", "카타파"]),
            ("数独は楽しいです。", vec!["数独は楽し", "いです。"]),
            ("QR Codeを見る", vec!["QR", "Codeを", "見る"]),
        ] {
            let found: Vec<&str> =
                lines(text, column(5.0, None), |part| text[part].chars().count() as f64)
                    .into_iter()
                    .map(|part| &text[part])
                    .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    /// Breaks a paragraph in lines of this number of ideographs.
    fn paragraph_lines(text: &str, count: f64) -> Vec<&str> {
        let width = |part: Range<usize>| {
            let width = |c: char| if c.is_ascii() || c == NO_BREAK_SPACE { 0.5 } else { 1.0 };
            text[part].chars().map(width).sum()
        };
        paragraph(text, column(count, None), width).into_iter().map(|line| &text[line]).collect()
    }

    /// Breaks a paragraph of a language in lines of this number of letters of equal width.
    fn lines_of(text: &str, count: f64, code: &str) -> Vec<String> {
        let column = column(count, Hyphenation::of_language(code));
        let lines = paragraph(text, column, |part| text[part].chars().count() as f64);
        lines
            .into_iter()
            .map(|line| {
                let hyphen = if is_divided(text, line.end) { "-" } else { "" };
                text[line].to_owned() + hyphen
            })
            .collect()
    }

    #[test]
    fn words_of_one_letter_begin_lines() {
        let text =
            "W dwóch polach tego wiersza mieszczą się tylko 6 i 7, a w trzecim z nich o 5 mm.";
        for width in 14..60 {
            for line in lines_of(text, f64::from(width), "pl") {
                let last = line.rsplit(' ').next().unwrap();
                assert!(last.len() > 1 || last.starts_with(char::is_numeric), "{width}: {line}");
            }
        }
    }

    #[test]
    fn numbers_stay_beside_their_words() {
        for (text, count, code, expected) in [
            ("Das Feld hat 10 mm", 15.0, "de", "Das Feld"),
            ("Mit den 10-mm-Feldern", 13.0, "de", "Mit"),
            ("Die Lösung: Seite 12", 18.0, "de", "Die Lösung:"),
            ("Comptez bien 15 grilles", 17.0, "fr", "Comptez"),
            ("Count some 15 puzzles", 15.0, "en", "Count some 15"),
            ("An hour: 15 Sudoku", 12.0, "en", "An hour:"),
            ("Die Blöcke von 1 bis 9", 16.0, "de", "Die Blöcke"),
            ("Pages 12, 15 and 20", 12.0, "en", "Pages 12, 15"),
        ] {
            assert_eq!(lines_of(text, count, code)[0], expected);
        }
        // A line without room for both parts them.
        assert_eq!(lines_of("Seite 12", 6.0, "de"), ["Seite", "12"]);
    }

    #[test]
    fn words_divide_where_lines_would_be_short() {
        let text = "Kleine Ziffern sind Kandidaten, die noch möglich sind.";
        assert_eq!(
            lines_of(text, 14.0, "de"),
            ["Kleine Ziffern", "sind Kandida-", "ten, die noch", "möglich sind."]
        );
        // Without patterns, and in a wide column, they stay whole.
        assert!(lines_of(text, 14.0, "sv").iter().all(|line| !line.ends_with('-')));
        assert!(lines_of(text, 60.0, "de").iter().all(|line| !line.ends_with('-')));
        // A word that is wider than a line divides, too.
        assert_eq!(lines_of("Rätselsammlung", 9.0, "de"), ["Rätsel-", "sammlung"]);
    }

    /// The column of a text in type of size 1.
    fn column(width: f64, hyphenation: Option<Hyphenation>) -> TextMeasure {
        TextMeasure { size: 1.0, width, hyphen: 1.0, hyphenation }
    }

    #[test]
    fn chinese_and_japanese_lines_are_full() {
        for (text, count, expected) in [
            (
                "数字が一つしか入らないマスを探すこともあります。目安は\u{a0}5〜13\u{a0}分です。",
                28.0,
                "数字が一つしか入らないマスを探すこともあります。目安は",
            ),
            (
                "这一行有两格只能填\u{a0}1\u{a0}或\u{a0}3，这两个数字就归这两格，\
                 所以第三个空格填\u{a0}8。",
                33.0,
                "这一行有两格只能填\u{a0}1\u{a0}或\u{a0}3，这两个数字就归这两格，所以第三个空格",
            ),
            (
                "用铅笔记下候选数会有帮助。一般需要\u{a0}7\u{a0}至\u{a0}19\u{a0}分钟。",
                20.0,
                "用铅笔记下候选数会有帮助。一般需要",
            ),
        ] {
            assert_eq!(paragraph_lines(text, count)[0], expected);
        }
    }

    #[test]
    fn words_of_east_asian_lines_stay_whole() {
        for (text, count, expected) in [
            (
                "一か所だけの数字が、いつもあります。目安は2〜5分です。",
                19.0,
                ["一か所だけの数字が、いつもあります。", "目安は2〜5分です。"],
            ),
            (
                "三国同盟を使います。候補のメモが役に立ちます。",
                14.0,
                ["三国同盟を使います。候補の", "メモが役に立ちます。"],
            ),
            (
                "那里有两个空格，但第\u{a0}3\u{a0}列也已经有",
                11.0,
                ["那里有两个空格，", "但第\u{a0}3\u{a0}列也已经有"],
            ),
            (
                "この手筋を使う問題。まずは問題\u{a0}1\u{a0}から。",
                15.0,
                ["この手筋を使う問題。まずは", "問題\u{a0}1\u{a0}から。"],
            ),
            ("どの列にもどの行にもあります。", 14.0, ["どの列にもどの行にもあ", "ります。"]),
        ] {
            assert_eq!(paragraph_lines(text, count), expected);
        }
    }
}
