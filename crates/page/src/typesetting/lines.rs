//! Breaks lines (UAX #14): greedily, or for paragraphs with the most even right edge. Chinese and
//! Japanese lines are full: they are shorter by a few characters only to end between words.

use crate::typesetting::breaks::break_quality;
use std::ops::Range;
use unicode_linebreak::linebreaks;
use words::is_east_asian;

/// Cost of an additional line, in squares of the type size: more than all other costs together.
const LINE_COST: f64 = 1e6;
/// Cost of a single word on the last line: as much as a line that is too short by twelve type
/// sizes.
const LONE_WORD_COST: f64 = 144.0;
/// A last line shorter than this fraction of the width counts as a single word.
const MIN_LAST_FRACTION: f64 = 0.25;
/// In Chinese and Japanese, a last line shorter than this number of type sizes does.
const MIN_LAST_SIZES: f64 = 3.0;
/// Cost of the worst break between Chinese or Japanese characters, per type size of the width: in a
/// line of 32 characters as much as a line that is too short by four of them.
const BREAK_COST: f64 = 0.5;
/// The cost of a break within a range of numbers, where 1 is a break within a word.
const RANGE_COST: f64 = 2.0;
/// The number of characters on both sides of a break that matter for its cost.
const NEAR: usize = 6;
/// The space between an East Asian character and a number.
const NO_BREAK_SPACE: char = '\u{a0}';
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

/// Breaks a paragraph into as few lines as [`lines`] needs, so that the sum of the squares of the
/// unused widths, in type sizes, is minimal, with the costs of breaks between Chinese or Japanese
/// characters.
pub fn paragraph(
    text: &str,
    size: f64,
    width: f64,
    measure: impl Fn(Range<usize>) -> f64,
) -> Vec<Range<usize>> {
    let ends = line_ends(text);
    let starts: Vec<usize> = [0].into_iter().chain(ends.iter().copied()).collect();
    let has_full_lines = is_mostly_east_asian(text) && !has_spaced_words(text);
    let least = if has_full_lines { MIN_LAST_SIZES * size } else { MIN_LAST_FRACTION * width };
    let break_costs: Vec<f64> = if has_full_lines {
        let worst = BREAK_COST * width / size;
        ends.iter().map(|&end| worst * break_cost(text, end)).collect()
    } else {
        vec![0.0; ends.len()]
    };
    // For each piece: the minimum cost of the lines from here on, and the piece before which the
    // first of these lines ends.
    let mut best = vec![(0.0, ends.len()); ends.len() + 1];
    for from in (0..ends.len()).rev() {
        best[from].0 = f64::INFINITY;
        for until in from + 1..=ends.len() {
            let long = measure(trimmed(text, starts[from]..ends[until - 1]));
            if long > width && until > from + 1 {
                break;
            }
            let last = until == ends.len();
            let alone = from > 0 && (until == from + 1 || long < least);
            let cost = match (last, alone) {
                (true, true) => LONE_WORD_COST,
                (true, false) => 0.0,
                (false, _) => ((width - long).max(0.0) / size).powi(2) + break_costs[until - 1],
            };
            let cost = LINE_COST + cost + best[until].0;
            if cost < best[from].0 {
                best[from] = (cost, until);
            }
        }
    }
    let (mut lines, mut from) = (Vec::new(), 0);
    while from < ends.len() {
        let until = best[from].1;
        lines.push(trimmed(text, starts[from]..ends[until - 1]));
        from = until;
    }
    lines
}

/// Breaks a text into lines no wider than `width`, without the spaces at their ends. `measure`
/// returns the width of a range of the text.
pub(super) fn lines(
    text: &str,
    width: f64,
    measure: impl Fn(Range<usize>) -> f64,
) -> impl Iterator<Item = Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    // The width so far, including the space at the end.
    let mut pen = 0.0;
    let mut start = 0;
    for end in line_ends(text) {
        let piece = start..end;
        start = end;
        match lines.last_mut() {
            Some(line) if pen + measure(trimmed(text, piece.clone())) <= width => line.end = end,
            _ => {
                lines.push(piece.clone());
                pen = 0.0;
            }
        }
        pen += measure(piece);
    }
    lines.into_iter().map(|line| trimmed(text, line))
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
            let found: Vec<&str> = lines(text, 5.0, |part| text[part].chars().count() as f64)
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
        paragraph(text, 1.0, count, width).into_iter().map(|line| &text[line]).collect()
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
            ("どの列にもどの行にもあります。", 14.0, ["どの列にもどの行にもあり", "ます。"]),
        ] {
            assert_eq!(paragraph_lines(text, count), expected);
        }
    }
}
