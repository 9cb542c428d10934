//! The caption of a puzzle: number, label or title, and stars. The title, or as much of it as has
//! room, also stands above the answer.

use super::{
    BookDesign, DrawOp, FormContent, PartName, Point, TextAlign, TextLines, TextStyle, Volume, draw,
};
use crate::model::{BEFORE_DATE, PuzzlesPerPage, shortened};
use crate::text::language::Language;
use words::{Clause, Problem, clause, setting};

/// The type size of the label beside a number, as a fraction of the number's, and the space before
/// and after the label, in sizes of the number. Before it the space is so wide that nobody reads
/// the label as part of the number.
const LABEL_SIZE: f64 = 0.75;
const BEFORE_LABEL: f64 = 0.9;
const AFTER_LABEL: f64 = 0.5;
/// The maximum number of lines of a title, and the distance between them, in type sizes.
const MAX_LINES: usize = 2;
const LEADING: f64 = 1.12;
/// The factor by which the type of a long title shrinks until the title fits.
const SHRINK: f64 = 0.97;
/// The minimum size of the titles of a book, as a fraction of the usual one. Most designs have room
/// for two lines of this size; only titles that are longer have smaller type.
const MIN_TITLE_SIZE: f64 = 0.7;
/// The shares of the gap below a caption into which two lines reach above the caption and below it.
const ABOVE_CAPTION: f64 = 0.8;
const BELOW_CAPTION: f64 = 0.2;
/// The space between a title and the words at its right, in type sizes.
const BEFORE_REFERENCE: f64 = 1.0;

/// Returns the height of a caption: its number or its stars, whichever is higher.
pub(super) fn caption_height(design: &BookDesign) -> f64 {
    let number = TextStyle::new(design.typefaces.figures.strong, design.keys.puzzle.number);
    number.cap().max(design.keys.puzzle.stars)
}

/// Returns the style of the number above a puzzle.
pub(super) fn number_style(volume: &Volume) -> TextStyle {
    TextStyle::new(volume.setup.figures().strong, volume.setup.design.keys.puzzle.number)
}

/// Returns the stars of a puzzle.
pub(super) fn stars(volume: &Volume, puzzle: usize) -> FormContent {
    let height = volume.setup.design.keys.puzzle.stars;
    draw::stars(volume.stars(volume.level(puzzle)), height)
}

/// Returns the distance of the label from the left end of its grid.
pub(super) fn label_start(volume: &Volume, puzzle: usize) -> f64 {
    let number = number_style(volume);
    number.width(&volume.numbering.number(puzzle).to_string()) + number.size * BEFORE_LABEL
}

/// Returns the width between the number of a puzzle and its stars.
pub(super) fn label_room(volume: &Volume, puzzle: usize) -> f64 {
    let after = stars(volume, puzzle).width + number_style(volume).size * AFTER_LABEL;
    volume.frame_side(puzzle) - label_start(volume, puzzle) - after
}

/// Returns the style of the label beside a number: smaller than the number, which readers look for.
pub(super) fn label_style(design: &BookDesign) -> TextStyle {
    let (number, body) = (design.keys.puzzle.number, design.keys.sizes.body);
    let size = (LABEL_SIZE * number).max(body).min(number);
    TextStyle::new(design.typefaces.captions, size)
}

/// A title as it stands beside the number of its puzzle.
struct TitleLines {
    lines: TextLines,
    /// False if the title needs more room.
    fits: bool,
}

impl TitleLines {
    /// Sets a title in one line or two, as large as the room beside the number allows, but not
    /// larger than `most`.
    fn new(volume: &Volume, puzzle: usize, title: &str, most: f64) -> Self {
        let design = &volume.setup.design;
        let style = TextStyle { size: most, ..label_style(design) };
        let room = label_room(volume, puzzle);
        let reach = (ABOVE_CAPTION + BELOW_CAPTION) * design.keys.puzzle.caption_gap;
        let height = caption_height(design) + reach;
        let least = design.keys.sizes.min_type;
        let has_room = |lines: usize, size: f64| {
            let below = (lines - 1) as f64 * LEADING * size;
            lines <= MAX_LINES && TextStyle { size, ..style }.cap() + below <= height
        };
        let (mut lines, mut style, fits) =
            style.shrunk_lines(title, room, (least, SHRINK), has_room);
        for line in &mut lines {
            if let Some(words) = line.strip_suffix(BEFORE_DATE) {
                *line = words.to_owned();
            }
        }
        style.size = design.keys.sizes.legible(style.size);
        Self { lines: TextLines::new(lines, style, LEADING), fits }
    }
}

/// Returns the type size of the titles of a volume beside the numbers: the largest at which each of
/// them fits, within limits.
pub fn title_size(volume: &Volume) -> f64 {
    let usual = label_style(&volume.setup.design).size;
    let mut size = usual;
    for puzzle in 0..volume.puzzle_count() {
        if let Some(title) = volume.puzzle_title(puzzle) {
            let own = TitleLines::new(volume, puzzle, &title, usual).lines.style.size;
            size = size.min(own);
        }
    }
    size.max(MIN_TITLE_SIZE * usual)
}

/// Draws a title beside the number of its puzzle, whose baseline begins here, and behind it the
/// page of the walkthrough that solves the puzzle, if both fit. Two lines stand in the middle of
/// the caption and the gaps around it.
pub(super) fn draw_beside_number(
    volume: &Volume,
    marks: &mut Vec<DrawOp>,
    (x, base): Point,
    puzzle: usize,
    title: &str,
    reference: Option<String>,
) {
    let set = |words: &str| TitleLines::new(volume, puzzle, words, volume.title_size);
    let both = reference.map(|page| set(&format!("{title}{}{page}", Language::BETWEEN)));
    let lines = both.filter(|both| both.fits).unwrap_or_else(|| set(title)).lines;
    let mut first = base;
    if lines.lines.len() > 1 {
        let lowest = BELOW_CAPTION * volume.setup.design.keys.puzzle.caption_gap;
        first = base + lowest - lines.height();
    }
    lines.draw(marks, (x, first), TextAlign::Left);
}

/// Draws the title of a puzzle after the number above its answer, whose baseline begins here. A
/// title that would not end before `end` is cut.
pub(super) fn draw_above_answer(
    volume: &Volume,
    marks: &mut Vec<DrawOp>,
    (x, base): Point,
    number: TextStyle,
    end: f64,
    puzzle: usize,
) {
    let Some(title) = volume.puzzle_title(puzzle) else { return };
    let design = &volume.setup.design;
    let size = design.keys.sizes.legible(number.size * LABEL_SIZE);
    let style = TextStyle::new(design.typefaces.captions, size);
    let number_width = number.width(&volume.numbering.number(puzzle).to_string());
    let left = x + number_width + number.size * BEFORE_LABEL;
    let room = end - size * BEFORE_REFERENCE - left;
    if let Some(title) = cut_title(title, |title| style.width(title) <= room) {
        style.draw_left(marks, (left, base), &title);
    }
}

/// Cuts a title that does not fit after a word, or after a letter of its first word, and adds an
/// ellipsis. Returns `None` if not even one letter fits.
pub(super) fn cut_title(title: String, fits: impl Fn(&str) -> bool) -> Option<String> {
    if fits(&title) {
        return Some(title);
    }
    let word_ends = title.match_indices(char::is_whitespace).map(|(end, _)| end);
    let letter_ends = title.char_indices().map(|(end, _)| end);
    for end in word_ends.rev().chain(letter_ends.rev()) {
        let begin = title[..end].trim_end_matches(|last: char| !last.is_alphanumeric());
        let cut = format!("{begin}…");
        if !begin.is_empty() && fits(&cut) {
            return Some(cut);
        }
    }
    None
}

/// Returns the problem of the first title that cannot be printed beside its number, if there is
/// one.
pub fn title_problem(volume: &Volume) -> Option<Problem> {
    if !volume.has_part(PartName::Puzzles.name()) {
        return None;
    }
    let faces = volume.setup.design.typefaces.captions;
    for puzzle in 0..volume.puzzle_count() {
        let Some(title) = volume.puzzle_title(puzzle) else { continue };
        let number = volume.numbering.number(puzzle).to_string();
        // No-break spaces are spaces for the reader of a message.
        let shown = format!("\"{}\"", shortened(&title).replace(char::is_whitespace, " "));
        if let Err(missing) = faces.check(&title) {
            let template = "the title {} of puzzle {} cannot be printed: {}";
            let wrong = Clause::fill(template, [shown.into(), number.into(), missing.wrong]);
            return Some(place_problem(volume, puzzle, Problem { wrong, ..missing }));
        }
        if !TitleLines::new(volume, puzzle, &title, volume.title_size).fits {
            let wrong = clause!(
                "expected a title that fits beside the number of puzzle {}, found {}",
                number,
                shown
            );
            let problem = place_problem(volume, puzzle, Problem::new(wrong));
            return Some(match volume.setup.options.per_page {
                Some(PuzzlesPerPage::One) => problem.remedy("use shorter words"),
                _ => problem.remedy(clause!(
                    "use shorter words, or fewer puzzles on a page with {}",
                    setting("per-page").to(1)
                )),
            });
        }
    }
    None
}

/// Adds the row of the file that has the title of a puzzle, if it is known.
fn place_problem(volume: &Volume, puzzle: usize, problem: Problem) -> Problem {
    let place = volume.title_place(puzzle);
    if place.is_empty() { problem } else { problem.at(place.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Short titles stood above their answers, and long ones were missing.
    #[test]
    fn long_title_is_cut_after_a_word() {
        for (title, most, shown) in [
            ("Fog", 3, Some("Fog")),
            ("The Long Walk Home", 14, Some("The Long Walk…")),
            ("The Long, Long Walk", 12, Some("The Long…")),
            ("Donaudampfschiff an Land", 8, Some("Donauda…")),
            ("夜汽车的终点站", 5, Some("夜汽车的…")),
            ("Fog", 1, None),
        ] {
            let cut = cut_title(title.to_owned(), |cut| cut.chars().count() <= most);
            assert_eq!(cut.as_deref(), shown, "{title}");
        }
    }
}
