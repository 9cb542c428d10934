//! The lines above the puzzles of a sheet for a class: the title and the version, blanks for name,
//! class and score, and the instruction.

use super::{
    BookDesign, ChapterKind, LiveArea, PageSlot, Point, TextAlign, TextColumn, TextStyle, Volume,
    caption, text,
};

/// The space below the lines for a class, and the size of the title above them, in multiples of the
/// type size.
const CLASS_GAP: f64 = 1.6;
const CLASS_TITLE: f64 = 1.6;
/// The number of rows of a usual grid.
const CLASSIC_SIDE: usize = 9;

/// The minimum height of the page of a sheet for a class that has a title and an instruction, in
/// points.
const MIN_CLASS_HEIGHT: f64 = 690.0;
/// The ends of the blanks for name and class, and the places of class and score on the line for a
/// class, as fractions of the line.
const NAME_END: f64 = 0.52;
const CLASS_PLACE: f64 = 0.55;
const CLASS_END: f64 = 0.77;
const SCORE_PLACE: f64 = 0.8;
/// The minimum lengths of the blanks for name and class with the space before them, and of the
/// blank of lines that are flush with the grids, the space after it, the space before a version,
/// and the distances from the title to the line and from the line to the instruction, in type
/// sizes.
const MIN_NAME: f64 = 6.5;
const MIN_CLASS: f64 = 2.0;
const MIN_SCORE: f64 = 1.5;
const AFTER_SCORE: f64 = 0.4;
const BEFORE_VERSION: f64 = 1.5;
const NAME_DROP: f64 = 2.2;
/// The room below the title for a second line, and the height of the words before a blank, in type
/// sizes, and their maximum numbers of lines.
const TITLE_ROOM: f64 = 0.9;
const WORDS_HEIGHT: f64 = 1.75;
const MAX_LINES: usize = 2;
const INSTRUCTION_DROP: f64 = 1.9;

/// The baselines of the lines above the puzzles of a sheet for a class, and their lower end. A low
/// page has only the line for name, class and score.
struct ClassLines {
    title: Option<f64>,
    name: f64,
    instruction: Option<f64>,
    end: f64,
}

impl ClassLines {
    fn new(design: &BookDesign, area: &LiveArea) -> Self {
        let style = TextStyle::new(design.typefaces.words.regular, design.keys.sizes.body);
        let gap = CLASS_GAP * style.size;
        if area.height < MIN_CLASS_HEIGHT {
            let name = style.cap();
            return Self { title: None, name, instruction: None, end: name + gap };
        }
        let title = TextStyle { size: style.size * CLASS_TITLE, ..style }.cap();
        let name = title + NAME_DROP * style.size;
        let last = name + INSTRUCTION_DROP * style.size;
        Self { title: Some(title), name, instruction: Some(last), end: last + gap }
    }
}

/// Returns the height of the lines for a class, or 0 without them.
pub(super) fn class_height(design: &BookDesign, area: &LiveArea) -> f64 {
    if design.keys.puzzle.class { ClassLines::new(design, area).end } else { 0.0 }
}

/// Draws the lines above the puzzles of a sheet for a class: the title and the version, blanks for
/// name, class and score, and the instruction. The name of the pupil stands in its blank.
pub(super) fn draw_class_lines(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let style = volume.setup.regular(1.0);
    let language = &volume.setup.language;
    let score = format!("/ {}", slot.puzzles().len());
    let needed = style.width(language.text("puzzles.score")) + style.width(&score);
    // The lines are flush with the grids unless a narrow column leaves no blank for the score.
    let (from, until) = volume.puzzle_grids(slot).span();
    let is_flush = (1.0 - SCORE_PLACE) * (until - from) >= needed + MIN_SCORE * style.size;
    let (left, mut live) =
        if is_flush { (page.left + from, until - from) } else { (page.left, page.width) };
    let lines = ClassLines::new(&volume.setup.design, &volume.setup.area);
    let name = page.y + lines.name;
    let (mut room, mut pupil) = (live, None);
    if let ChapterKind::Sheet(number) = volume.chapters[slot.subject()].kind {
        pupil = volume.pupil(number);
        let strong = volume.setup.strong(1.0);
        let version = text!(language, "puzzles.version", number);
        room -= strong.width(&version) + BEFORE_VERSION * style.size;
        let at = (left + live, page.y + lines.title.unwrap_or(lines.name));
        strong.draw_right(&mut page.marks, at, &version);
        live = if lines.title.is_some() { live } else { room };
    }
    if let Some(title) = lines.title {
        let heading = volume.setup.strong(CLASS_TITLE);
        let space = (room, title + TITLE_ROOM * style.size);
        let heading = volume.setup.fit_lines(heading, &volume.titles.title, space, MAX_LINES);
        let first = if heading.lines.len() > 1 { heading.style.cap() } else { title };
        heading.draw(&mut page.marks, (left, page.y + first), TextAlign::Left);
    }
    let until = live - style.width(&score) - AFTER_SCORE * style.size;
    let words = [
        (0.0, NAME_END * live, MIN_NAME, language.text("puzzles.name")),
        (CLASS_PLACE * live, CLASS_END * live, MIN_CLASS, language.text("puzzles.class")),
        (SCORE_PLACE * live, until, 0.0, language.text("puzzles.score")),
    ];
    for (from, until, blank, word) in words {
        let room = until - from - blank * style.size;
        let count = if lines.title.is_some() { MAX_LINES } else { 1 };
        let text = volume.setup.fit_lines(style, word, (room, WORDS_HEIGHT * style.size), count);
        let mut at = (left + from, name - text.height());
        let Some((last, above)) = text.lines.split_last() else { continue };
        for line in above {
            page.draw_line(text.style, at, line);
            at.1 += text.leading * text.style.size;
        }
        let blank = text.style.draw_with_blank(&mut page.marks, at, left + until, last);
        if let Some(pupil) = pupil.take() {
            draw_pupil(volume, page, (blank, at.1), left + until - blank, pupil);
        }
    }
    style.draw_right(&mut page.marks, (left + live, name), &score);
    if let Some(instruction) = lines.instruction {
        let sides = slot.puzzles().map(|puzzle| volume.level(puzzle).shape().side());
        let side = sides.max().unwrap_or(CLASSIC_SIDE);
        // Each language names the last digit of a 9 x 9 grid once.
        let text = language.text("puzzles.instruction").replace('9', &side.to_string());
        let style = style.within(live, &text);
        page.draw_line(style, (left, page.y + instruction), &text);
    }
}

/// Draws the name of a pupil on a blank of this width. A long name has smaller letters, and is cut
/// if they would be too small.
fn draw_pupil(volume: &Volume, page: &mut TextColumn, at: Point, width: f64, name: &str) {
    let style = volume.setup.strong(1.0).within(width, name);
    let style = TextStyle { size: volume.setup.design.keys.sizes.legible(style.size), ..style };
    let name = caption::cut_title(name.to_owned(), |name| style.width(name) <= width);
    page.draw_line(style, at, &name.unwrap_or_default());
}
