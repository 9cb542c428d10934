//! Titles on covers: their line breaks and their type size.

use crate::typesetting::breaks::{break_quality, ends_in_pause};
use crate::typesetting::fallback::FontStack;
use crate::typesetting::hyphenation::SOFT_HYPHEN;
use unicode_linebreak::linebreaks;
use words::is_east_asian;

/// Maximum number of break opportunities that are tried.
const MAX_BREAKS: usize = 14;
/// The weight of even lines.
const EVENNESS: f64 = 0.1;
/// The factor for a line that is shorter than this fraction of the longest, and for a line of one
/// Chinese or Japanese character.
const MIN_LINE: f64 = 0.4;
const SHORT_LINE: f64 = 0.55;
const LONE_CHARACTER: f64 = 0.4;
/// The factor for a break that is not at a pause such as a colon, in a title with a pause, and for
/// a break that the author of a title with marks did not ask for.
const BESIDE_PAUSE: f64 = 0.6;
const BESIDE_MARK: f64 = 0.6;

/// Splits a title at its marks of new lines.
fn marked_lines(title: &str) -> impl Iterator<Item = &str> {
    title.split(FittedTitle::NEW_LINE).map(str::trim).filter(|line| !line.is_empty())
}

/// The available space, and the limits of type size and lines.
#[derive(Clone, Copy, Debug)]
pub struct TitleSpace {
    /// The width.
    pub width: f64,
    /// The height.
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
    fn size(&self, faces: FontStack, lines: &[String]) -> f64 {
        let widest = lines.iter().map(|line| faces.width(line, 1.0)).fold(0.01, f64::max);
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
            return self.sizes.1;
        };
        let (above, below) = (faces.ink(first).1, -faces.ink(last).0);
        let high = above + below + (lines.len() - 1) as f64 * self.leading;
        (self.width / widest).min(self.height / high.max(0.01)).min(self.sizes.1)
    }
}

/// A title in lines.
#[derive(Clone, Debug)]
pub struct FittedTitle {
    /// The lines from top to bottom.
    pub lines: Vec<String>,
    /// The type size.
    pub size: f64,
    /// The quality of the breaks for readers, from 0 to 1.
    pub quality: f64,
}

impl FittedTitle {
    /// The character by which the author of a title asks for a new line.
    pub const NEW_LINE: char = '|';

    /// Returns true if the author of a title says where it may break.
    pub fn has_marks(title: &str) -> bool {
        title.contains([Self::NEW_LINE, SOFT_HYPHEN])
    }

    /// Joins the lines of a title, with spaces between words that need one, and without soft
    /// hyphens.
    pub fn in_one_line(title: &str) -> String {
        let title = &title.replace(SOFT_HYPHEN, "");
        let mut parts = marked_lines(title);
        let mut line = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let ends = [line.chars().last(), part.chars().next()];
            let is_apart = line.ends_with(char::is_alphanumeric)
                && !ends.into_iter().flatten().any(is_east_asian);
            line +=
                if is_apart || line.ends_with([',', ':', ';', '–', '—']) { " " } else { "" };
            line += part;
        }
        line
    }
}

/// A place where a title may break, or must.
#[derive(Clone, Copy)]
struct BreakPlace {
    at: usize,
    quality: f64,
}

/// A title with the places where it breaks.
struct BrokenTitle {
    text: String,
    /// The places of the marks of the author.
    marks: Vec<usize>,
    /// The best other places.
    places: Vec<BreakPlace>,
}

impl BrokenTitle {
    fn new(title: &str) -> Self {
        let title = title.replace('\u{3000}', " ");
        let lines: Vec<String> = marked_lines(&title)
            .map(|line| line.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        let text = lines.join("\n");
        let marks: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        let mut places = Vec::new();
        for (at, _) in linebreaks(&text) {
            if let Some(quality) = break_quality(&text, at).filter(|_| !marks.contains(&at)) {
                places.push(BreakPlace { at, quality });
            }
        }
        let has_pause = places.iter().any(|place| ends_in_pause(&text[..place.at]));
        for place in &mut places {
            let is_pause = ends_in_pause(&text[..place.at]);
            place.quality *= if has_pause && !is_pause { BESIDE_PAUSE } else { 1.0 };
            place.quality *= if marks.is_empty() { 1.0 } else { BESIDE_MARK };
        }
        thin_out(&mut places, text.len());
        Self { text, marks, places }
    }

    /// Returns the lines between the marks and these breaks. A soft hyphen is a hyphen at the end
    /// of a line, and nothing elsewhere.
    fn lines(&self, breaks: &[usize]) -> Vec<String> {
        let mut ends: Vec<usize> = self.marks.iter().chain(breaks).copied().collect();
        ends.push(self.text.len());
        ends.sort_unstable();
        let mut lines = Vec::new();
        let mut start = 0;
        for end in ends {
            let line = self.text[start..end].trim();
            let hyphen = if line.ends_with(SOFT_HYPHEN) { "-" } else { "" };
            lines.push(line.replace(SOFT_HYPHEN, "") + hyphen);
            start = end;
        }
        lines
    }
}

/// Rates the shape of lines, from 0 to 1: slightly prefers even lines, and avoids short ones.
fn line_shape(faces: FontStack, lines: &[String]) -> f64 {
    let widths: Vec<f64> = lines.iter().map(|line| faces.width(line, 1.0)).collect();
    let high = widths.iter().copied().fold(0.01, f64::max);
    let low = widths.iter().copied().fold(f64::MAX, f64::min);
    let mut shape = 1.0 - EVENNESS + EVENNESS * low / high;
    for (index, line) in lines.iter().enumerate() {
        let mut letters = line.chars();
        if lines.len() > 1 && letters.next().is_some_and(is_east_asian) && letters.next().is_none()
        {
            shape *= LONE_CHARACTER;
        }
        // A short line before or after a pause reads well.
        let is_set_off = ends_in_pause(line) || index > 0 && ends_in_pause(&lines[index - 1]);
        if widths[index] < MIN_LINE * high && !is_set_off {
            shape *= SHORT_LINE;
        }
    }
    shape
}

/// Removes the worst break places until at most [`MAX_BREAKS`] are left: of equals those that are
/// nearest to their neighbours, so that a long word keeps places in all its parts.
fn thin_out(places: &mut Vec<BreakPlace>, end: usize) {
    while places.len() > MAX_BREAKS {
        let room = |index: usize| {
            let before = index.checked_sub(1).map_or(0, |before| places[before].at);
            places.get(index + 1).map_or(end, |next| next.at) - before
        };
        let worst = (0..places.len()).min_by(|&a, &b| {
            let by_quality = places[a].quality.total_cmp(&places[b].quality);
            by_quality.then(room(a).cmp(&room(b)))
        });
        places.remove(worst.unwrap_or_default());
    }
}

impl FontStack {
    /// Breaks a title into lines, and finds the largest type size with breaks that read well. A
    /// title with marks of new lines breaks there. `None` if the type would be too small.
    pub fn title(self, title: &str, space: &TitleSpace) -> Option<FittedTitle> {
        let title = BrokenTitle::new(title);
        let mut best: Option<FittedTitle> = None;
        let mut open = vec![(Vec::<usize>::new(), 1.0, 0)];
        while let Some((breaks, reads, from)) = open.pop() {
            let lines = title.lines(&breaks);
            let size = space.size(self, &lines);
            // Lines that the author asked for are right.
            let is_asked = breaks.is_empty() && !title.marks.is_empty();
            let quality = if is_asked { 1.0 } else { reads * line_shape(self, &lines) };
            let is_better = match &best {
                Some(held) => size * quality > held.size * held.quality,
                None => true,
            };
            if size >= space.sizes.0 && is_better {
                best = Some(FittedTitle { lines, size, quality });
            }
            if breaks.len() + title.marks.len() + 1 < space.lines {
                for (index, place) in title.places.iter().enumerate().skip(from) {
                    let breaks = breaks.iter().copied().chain([place.at]).collect();
                    open.push((breaks, reads * place.quality, index + 1));
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typesetting::{FamilyStacks, FontFamily};

    fn stack() -> FontStack {
        let family = FontFamily::named("Press Serif").unwrap();
        FamilyStacks::new(family, &[], FontFamily::named("Noto Serif JP")).strong
    }

    fn lines(title: &str, width: f64) -> Vec<String> {
        let faces = stack();
        let (height, sizes) = (150.0, (7.0, 40.0));
        let space = TitleSpace { width, height, sizes, lines: 4, leading: 1.08 };
        faces.title(title, &space).unwrap().lines
    }

    #[test]
    fn titles_break_where_they_are_read() {
        for (title, expected) in [
            ("Rainy Days", vec!["Rainy Days"]),
            (
                "毎日の脳トレ数独ドリル 初級から上級まで",
                vec!["毎日の脳トレ", "数独ドリル", "初級から上級まで"],
            ),
            ("Sudoku: Das große Buch", vec!["Sudoku:", "Das große Buch"]),
            ("Rainy|Days and Nights", vec!["Rainy", "Days and Nights"]),
            ("数独「上級」", vec!["数独「上級」"]),
        ] {
            assert_eq!(lines(title, 300.0), expected, "{title}");
        }
        for (title, expected) in [
            ("The Quiet Hour: Puzzles", vec!["The Quiet Hour:", "Puzzles"]),
            ("Rainy Days: Sudoku", vec!["Rainy Days:", "Sudoku"]),
            ("静夜|Quiet Nights", vec!["静夜", "Quiet Nights"]),
            ("每天十分钟数独", vec!["每天", "十分钟", "数独"]),
            ("数独游戏书", vec!["数独", "游戏书"]),
            ("脳トレナンプレ", vec!["脳トレ", "ナンプレ"]),
            ("雨の日ナンプレ", vec!["雨の日", "ナンプレ"]),
        ] {
            assert_eq!(lines(title, 140.0), expected, "{title}");
        }
        // A word of katakana never breaks.
        let all = lines("プレミアムコレクション", 120.0);
        assert_eq!(all.len(), 1, "{all:?}");
    }

    #[test]
    fn marks_of_new_lines_are_not_printed_elsewhere() {
        assert_eq!(FittedTitle::in_one_line("Rainy|Days"), "Rainy Days");
        assert_eq!(FittedTitle::in_one_line("毎日|数独"), "毎日数独");
        assert_eq!(FittedTitle::in_one_line("Sommer-|Sudoku"), "Sommer-Sudoku");
        assert_eq!(FittedTitle::in_one_line("Rain: |Days"), "Rain: Days");
        assert_eq!(FittedTitle::in_one_line("Donau\u{ad}dampf"), "Donaudampf");
    }

    #[test]
    fn long_words_divide_as_in_their_language() {
        for (title, code, expected) in [
            ("Donaudampfschifffahrtsgesellschaft", "de", "Donau-dampf-schiff-fahrts-gesell-schaft"),
            ("Kreuzworträtselsammlung", "de", "Kreuz-wort-rätsel-samm-lung"),
            ("Unbelievable extraordinary", "en", "Unbe-liev-able extra-ordi-nary"),
            ("Brrrrrrrrrrrrrrrrr", "en", "Brrrrrrrr-rrrrrrrrr"),
            ("毎日のUnbelievable数独", "ja", "毎日のUnbe-liev-able数独"),
            ("오늘의 Extraordinary 스도쿠", "ko", "오늘의 Extra-ordi-nary 스도쿠"),
        ] {
            let hyphenated = stack().in_language(code).hyphenated(title).unwrap();
            assert_eq!(hyphenated.replace('\u{ad}', "-"), expected);
        }
        assert_eq!(stack().in_language("en").hyphenated("Rainy Days"), None);
        assert_eq!(stack().in_language("zh").hyphenated("每天十分钟轻松数独从入门到精通"), None);
        assert_eq!(lines("Donaudampf\u{ad}schifffahrt", 90.0), ["Donaudampf-", "schifffahrt"]);
    }

    #[test]
    fn marks_of_user_win() {
        let german = stack().in_language("de");
        assert_eq!(german.hyphenated("Donau\u{ad}dampfschifffahrt"), None);
    }
}
