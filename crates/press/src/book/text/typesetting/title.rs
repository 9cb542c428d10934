//! Titles on covers: their line breaks and their type size.

use crate::book::text::typesetting::fallback::FontStack;
use unicode_linebreak::linebreaks;

/// The character by which the author of a title asks for a new line.
pub(crate) const NEW_LINE: char = '|';
/// Maximum number of break opportunities that are tried.
const MAX_BREAKS: usize = 14;
/// The weight of even lines.
const EVENNESS: f64 = 0.1;
/// Kana after which a phrase ends.
const PARTICLES: &str = "のとでにはをがもや";

/// The kinds of letters that matter for breaks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LetterKind {
    Katakana,
    Hiragana,
    Hangul,
    Other,
}

fn letter_kind(letter: char) -> LetterKind {
    match letter {
        '\u{30a0}'..='\u{30ff}' => LetterKind::Katakana,
        '\u{3041}'..='\u{309f}' => LetterKind::Hiragana,
        '\u{ac00}'..='\u{d7a3}' => LetterKind::Hangul,
        _ => LetterKind::Other,
    }
}

/// Rates a break between two parts of a title, from 0 to 1; `None` if the title must not break
/// there.
fn break_quality(before: &str, after: &str) -> Option<f64> {
    let (last, next) = (before.trim_end().chars().last()?, after.trim_start().chars().next()?);
    let is_spaced = before.ends_with(' ');
    if "–—-:;：；".contains(next) {
        return None;
    }
    if "：；。！？、，:;!?–—…".contains(last) || "「『（(【《〈".contains(next) {
        return Some(1.0);
    }
    if is_spaced {
        // A short word, such as an article, belongs to the next one.
        let word = before.trim_end().rsplit(' ').next().unwrap_or_default();
        let is_short = word.is_ascii() && word.len() <= 3;
        return Some(if is_short { 0.84 } else { 0.93 });
    }
    match (letter_kind(last), letter_kind(next)) {
        _ if last == '-' => Some(0.75),
        (LetterKind::Katakana, LetterKind::Katakana) | (LetterKind::Hangul, LetterKind::Hangul) => {
            None
        }
        (LetterKind::Hiragana, LetterKind::Hiragana) | (_, LetterKind::Hiragana) => Some(0.35),
        (LetterKind::Hiragana, _) if PARTICLES.contains(last) => Some(0.85),
        (LetterKind::Hiragana, _) => Some(0.75),
        (LetterKind::Katakana, _) | (_, LetterKind::Katakana) => Some(0.7),
        _ => Some(0.45),
    }
}

/// Splits a title at its marks of new lines.
fn marked_lines(title: &str) -> impl Iterator<Item = &str> {
    title.split(NEW_LINE).map(str::trim).filter(|line| !line.is_empty())
}

/// Joins the lines of a title, with spaces between words that need one.
pub fn in_one_line(title: &str) -> String {
    let mut parts = marked_lines(title);
    let mut line = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let ends = [line.chars().last(), part.chars().next()];
        let is_apart = line.ends_with(char::is_alphanumeric)
            && !ends.into_iter().flatten().any(crate::text::is_east_asian);
        line += if is_apart || line.ends_with([',', ':', ';', '–', '—']) { " " } else { "" };
        line += part;
    }
    line
}

/// The available space, and the limits of type size and lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TitleSpace {
    pub width: f64,
    pub height: f64,
    /// Minimum and maximum type size.
    pub sizes: (f64, f64),
    /// Maximum number of lines.
    pub lines: usize,
    /// Line spacing, as a multiple of the type size.
    pub leading: f64,
}

impl TitleSpace {
    /// Returns the largest type size for these lines.
    fn size(&self, faces: FontStack, lines: &[&str]) -> f64 {
        let widest = lines.iter().map(|line| faces.width(line, 1.0)).fold(0.01, f64::max);
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
            return self.sizes.1;
        };
        let (above, below) = (faces.ink(first).1, -faces.ink(last).0);
        let high = above + below + (lines.len() - 1) as f64 * self.leading;
        (self.width / widest).min(self.height / high.max(0.01)).min(self.sizes.1)
    }
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

impl FontStack {
    /// Breaks a title into lines, and finds the largest type size with breaks that read well. A
    /// title with marks of new lines breaks there. `None` if the type would be too small.
    pub fn title(self, title: &str, space: &TitleSpace) -> Option<(Vec<String>, f64)> {
        let marked: Vec<&str> = marked_lines(title).collect();
        if marked.len() > 1 {
            let size = space.size(self, &marked);
            if size >= space.sizes.0 {
                return Some((owned(&marked), size));
            }
        }
        let title = in_one_line(&title.replace('\u{3000}', " "));
        let words: Vec<_> = title.split_ascii_whitespace().collect();
        let title = words.join(" ");
        let mut places: Vec<(usize, f64)> = linebreaks(&title)
            .filter_map(|(at, _)| Some((at, break_quality(&title[..at], &title[at..])?)))
            .collect();
        if places.len() > MAX_BREAKS {
            places.sort_by(|a, b| b.1.total_cmp(&a.1));
            places.truncate(MAX_BREAKS);
            places.sort_by_key(|place| place.0);
        }
        let mut best: Option<(f64, Vec<String>, f64)> = None;
        let mut open = vec![(Vec::<usize>::new(), 1.0, 0)];
        while let Some((breaks, reads, from)) = open.pop() {
            let ends = breaks.iter().copied().chain([title.len()]);
            let starts = [0].into_iter().chain(breaks.iter().copied());
            let lines: Vec<&str> = starts.zip(ends).map(|(a, b)| title[a..b].trim()).collect();
            let size = space.size(self, &lines);
            let widths = lines.iter().map(|line| self.width(line, 1.0));
            let (low, high) = widths.fold((f64::MAX, 0.01), |(low, high), width| {
                (f64::min(low, width), f64::max(high, width))
            });
            // Slightly prefers even lines.
            let score = size * reads * (1.0 - EVENNESS + EVENNESS * low / high);
            let is_better = match &best {
                Some((held, ..)) => score > *held,
                None => true,
            };
            if size >= space.sizes.0 && is_better {
                best = Some((score, owned(&lines), size));
            }
            if lines.len() < space.lines {
                for (index, (at, how)) in places.iter().enumerate().skip(from) {
                    let breaks = breaks.iter().copied().chain([*at]).collect();
                    open.push((breaks, reads * how, index + 1));
                }
            }
        }
        best.map(|(_, lines, size)| (lines, size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::text::typesetting::{FamilyStacks, FontFamily};

    fn lines(title: &str, width: f64) -> Vec<String> {
        let family = FontFamily::named("Source Serif 4").unwrap();
        let faces = FamilyStacks::new(family, &[], FontFamily::named("Noto Serif JP")).strong;
        let (height, sizes) = (150.0, (7.0, 40.0));
        let space = TitleSpace { width, height, sizes, lines: 4, leading: 1.08 };
        faces.title(title, &space).unwrap().0
    }

    #[test]
    fn titles_break_where_they_are_read() {
        for (title, expected) in [
            ("Rainy Days", vec!["Rainy Days"]),
            (
                "毎日の脳トレ数独ドリル 初級から上級まで",
                vec!["毎日の", "脳トレ数独ドリル", "初級から上級まで"],
            ),
            ("Sudoku: Das große Buch", vec!["Sudoku:", "Das große Buch"]),
            ("Rainy|Days and Nights", vec!["Rainy", "Days and Nights"]),
            ("数独「上級」", vec!["数独「上級」"]),
        ] {
            assert_eq!(lines(title, 300.0), expected, "{title}");
        }
        // A word of katakana never breaks.
        let all = lines("プレミアムナンプレコレクション", 120.0);
        assert_eq!(all.len(), 1, "{all:?}");
    }

    #[test]
    fn marks_of_new_lines_are_not_printed_elsewhere() {
        assert_eq!(in_one_line("Rainy|Days"), "Rainy Days");
        assert_eq!(in_one_line("毎日|数独"), "毎日数独");
        assert_eq!(in_one_line("Sommer-|Sudoku"), "Sommer-Sudoku");
        assert_eq!(in_one_line("Rain: |Days"), "Rain: Days");
    }
}
