//! The back of a cover: a promise or a text of the user, a real page of the book, facts that buyers
//! ask for, the ladder of levels as a bar, the contents, and a white area for the barcode.
//!
//! ```text
//! ┌───────────────────────┐
//! │ promise ............. │
//! │ ┌───────┐  fact       │
//! │ │ page  │  fact       │
//! │ └───────┘  fact       │
//! │ 30 easy │ 30 hard     │
//! │ ▒▒▒▒▒▒▒▒▒▒▓▓▓▓▓▓▓▓▓▓▓ │
//! │ contents    ┌───────┐ │
//! │ contents    │barcode│ │
//! └─────────────┴───────┴─┘
//! ```

use super::sample::SamplePage;
use super::{
    Area, Colour, Cover, CoverResult, FontStack, TextAlign, TextLines, TextStyle, too_large,
    unprintable,
};
use book::{ListedLevel, Manuscript, TextColumn, TypesetText};
use explain::text;
use page::TitleSpace;
use preflight::{INCH, MM};
use words::is_east_asian;

/// The gaps between columns and between parts, in units.
const COLUMN_GAP: f64 = 2.0;
const PART_GAP: f64 = 1.6;
/// The type size of the promise, in units, and the largest number of its lines.
const PROMISE_SIZES: [f64; 6] = [2.3, 2.1, 1.9, 1.7, 1.5, 1.3];
const PROMISE_LINES: usize = 3;
const PROMISE_LEADING: f64 = 1.28;
/// The type sizes of a fact and of the contents, in units, their line spacing, and the space
/// between two of them, in type sizes.
const FACT_SIZE: f64 = 1.3;
const CONTENTS_SIZE: f64 = 1.05;
const LEADING: f64 = 1.32;
const FACT_GAP: f64 = 1.0;
const CONTENTS_GAP: f64 = 0.3;
/// The number of levels in turn of a book whose weeks repeat.
const WEEK: usize = 7;
/// The maximum number of facts, and of the lines of a Chinese or Japanese one.
const FACTS: usize = 3;
const FACT_LINES: usize = 4;
/// The minimum width of a line before the last one, as a fraction of the longest, with which three
/// or more lines are even.
const EVEN_LINE: f64 = 0.55;
/// The width of the page as a fraction of the live area, and its minimum height in units.
const PAGE_WIDTH: f64 = 0.5;
const MIN_PAGE: f64 = 9.0;
/// The sizes of the ladder in units: the count, the name, the bar, and the spaces between them; the
/// gap between two parts of the bar in points.
const COUNT_SIZE: f64 = 1.5;
const NAME_SIZE: f64 = 1.05;
const BAR: f64 = 1.0;
const ABOVE_NAME: f64 = 1.25;
const ABOVE_BAR: f64 = 0.6;
const BAR_GAP: f64 = 2.0;
/// The colour of the easiest level, as a share of the colour of the hardest on the ground.
const EASIEST: f64 = 0.35;
/// The part of the ground that the typesetter takes as the type size of the user's text.
const USER_TYPE: f64 = 0.015;
/// The remedy in the error for a text that is too long.
const SHORTER_TEXT: &str = "fewer words, or a larger trim";

/// The rows of the ladder, and its height.
struct BackLadder {
    rows: Vec<Vec<LadderPart>>,
    count: TextStyle,
    name: TextStyle,
    row: f64,
    height: f64,
}

/// A level in the ladder: its texts, its number of puzzles, and the width of its part of the bar
/// with the gap behind it.
struct LadderPart {
    count: String,
    name: String,
    weight: f64,
    width: f64,
}

impl Cover<'_> {
    /// Returns the live area of the back: the back without its margins.
    fn back_live(&self) -> Area {
        let left = self.live.left - self.front.left + self.sheet.rules.bleed;
        Area { left, ..self.live }
    }

    /// Returns the area that the barcode occupies.
    pub(super) fn barcode_place(&self) -> Area {
        let rules = &self.sheet.rules;
        let (width, height) = (rules.barcode.width, rules.barcode.height);
        let left = rules.bleed + self.front.width - rules.barcode.edge - width;
        Area { left, top: self.front.bottom() - rules.barcode.edge - height, width, height }
    }

    /// Draws the back from its foot up: the contents beside the barcode, the ladder above both, and
    /// the page with the facts between the ladder and the promise.
    pub(super) fn draw_back(&mut self, text: Option<&Manuscript>) -> CoverResult<()> {
        if self.colours.ground != Colour::WHITE {
            self.marks.push(self.barcode_place().filled(Colour::WHITE));
        }
        let (live, gap) = (self.back_live(), PART_GAP * self.unit);
        let facts = self.back_facts();
        let contents = self.fit_contents(&facts)?;
        let bottom = live.bottom();
        let contents_top = bottom - paragraphs_height(&contents, CONTENTS_GAP);
        let top = self.draw_promise(text)?;
        let ladder_foot = contents_top.min(self.back_logo_box().top) - gap;
        let room = Area { top, height: ladder_foot - top, ..live };
        let mut free = room;
        if let Some(ladder) = self.fit_ladder(live.width)?
            && ladder.height <= room.height
        {
            let ladder_top = ladder_foot - ladder.height;
            self.draw_ladder(&ladder, Area { top: ladder_top, height: ladder.height, ..live });
            free = Area { height: ladder_top - gap - top, ..room };
        }
        self.draw_page_and_facts(&facts, free)?;
        let column = Area { top: contents_top, height: bottom - contents_top, ..live };
        if contents_top < top - gap {
            let words: Vec<String> = contents.iter().flat_map(|text| text.lines.clone()).collect();
            let words = words.join(" ");
            return Err(too_large("text of the cover", &words, "long", "the back", SHORTER_TEXT));
        }
        self.draw_paragraphs(&contents, column, CONTENTS_GAP);
        Ok(())
    }

    /// Draws the promise, or the text of the user, in the full width. Returns the top of what
    /// follows.
    fn draw_promise(&mut self, text: Option<&Manuscript>) -> CoverResult<f64> {
        let live = self.back_live();
        let setup = self.volume.setup.clone();
        if let Some(text) = text {
            let bottom = self.back_logo_box().top - PART_GAP * self.unit;
            let area = Area { height: bottom - live.top, ..live };
            let mut column = TextColumn::within(&setup, area);
            self.write_text(&mut column, text)?;
            self.paint(self.colours.text(), std::mem::take(&mut column.marks));
            return Ok(column.y + PART_GAP * self.unit);
        }
        let lines = self.fit_promise(&self.volume.promise(), live.width)?;
        let at = (live.left, live.top + lines.ink_above());
        let end = self.write(self.colours.text(), &lines, at, TextAlign::Left);
        Ok(end + PART_GAP * self.unit)
    }

    /// Breaks the promise into few lines of large type.
    fn fit_promise(&self, promise: &str, width: f64) -> CoverResult<TextLines> {
        let faces = self.volume.setup.words().strong;
        let last = self.style(faces, PROMISE_SIZES[PROMISE_SIZES.len() - 1]);
        self.fit("text of the cover", last, promise, f64::INFINITY)?;
        let mut lines = Vec::new();
        let mut style = last;
        for size in PROMISE_SIZES {
            style = self.style(faces, size);
            lines = break_words(style, promise, width, PROMISE_LINES);
            if lines.len() <= PROMISE_LINES {
                break;
            }
        }
        Ok(TextLines::new(lines, style, PROMISE_LEADING))
    }

    /// Draws a text of the user.
    fn write_text(&self, column: &mut TextColumn, text: &Manuscript) -> CoverResult<()> {
        let words = self.volume.setup.words();
        text.check(&words).map_err(|missing| unprintable("text of the back", "", missing))?;
        let room = (column.width, column.room());
        let design = &self.volume.setup.design;
        let prose = TypesetText::new(design, room, self.front.height * USER_TYPE, text, None);
        if prose.pages.len() > 1 {
            let words = text.first_words();
            return Err(too_large("text of the back", &words, "long", "the back", SHORTER_TEXT));
        }
        prose.draw(0, column);
        Ok(())
    }

    /// Returns the facts that the buyers of such a book ask for, the first of them first.
    fn back_facts(&self) -> Vec<String> {
        let (volume, language) = (self.volume, &self.volume.setup.language);
        let keys = &volume.setup.design.keys;
        let mut facts = Vec::new();
        if keys.children {
            facts.extend(self.growth_of_grids());
            if (0..volume.puzzle_count()).any(|puzzle| volume.is_tricky(puzzle)) {
                facts.push(language.text("cover.fox").to_owned());
            }
            facts.push(language.text("children.colour").to_owned());
        } else if keys.sizes.is_large_print() {
            let face = volume.setup.figures().strong.first();
            let height = volume.cell_size() * keys.puzzle.digit * face.cap_height();
            facts.push(text!(language, "cover.digits", size = self.length_text(height)));
        } else {
            let lessons = volume.lessons.len();
            if lessons > 1 {
                let count = language.group_digits(lessons);
                facts.push(text!(language, "cover.lessons", count));
            }
            facts.extend(self.rhythm_of_week());
            facts.extend(volume.days_line());
            if volume.setup.shapes.len() > 1 {
                facts.extend(self.growth_of_grids().filter(|_| keys.turns.is_empty()));
            } else {
                let size = self.length_text(volume.cell_size());
                facts.push(text!(language, "cover.cells", size));
            }
        }
        if volume.has_part("hints") {
            facts.push(language.text("cover.hints").to_owned());
        }
        let levels: Vec<_> = self.levels.iter().map(|&level| volume.listed_level(level)).collect();
        if levels.len() > 1 && levels.iter().all(|level| level.numbers.is_some()) {
            facts.push(language.text("cover.order").to_owned());
        }
        if volume.promises_rules() {
            facts.push(language.text("shop.rules").to_owned());
        }
        facts.truncate(FACTS);
        facts
    }

    /// Returns the fact that a book with a puzzle a day climbs from its easiest level on Monday to
    /// its hardest on Sunday, if it does.
    fn rhythm_of_week(&self) -> Option<String> {
        let (setup, language) = (&self.volume.setup, &self.volume.setup.language);
        let turns = &setup.design.keys.turns;
        if !self.volume.is_daily() || turns.len() != WEEK || !turns.is_sorted() {
            return None;
        }
        let [first, .., last] = self.levels[..] else { return None };
        let [first, last] = [first, last].map(|level| language.level_name_inside(level));
        Some(text!(language, "cover.rhythm", first, last))
    }

    /// Returns the fact that a book begins with shapes or with small grids, if it does.
    fn growth_of_grids(&self) -> Option<String> {
        let (setup, language) = (&self.volume.setup, &self.volume.setup.language);
        if self.volume.symbols(0).is_some_and(|set| !set.is_of_letters()) {
            return Some(language.text("cover.shapes").to_owned());
        }
        let [first, last] = [setup.shapes.first()?, setup.shapes.last()?];
        if first == last {
            return None;
        }
        let [first, last] = [first, last].map(|shape| format!("{0}\u{a0}×\u{a0}{0}", shape.side()));
        Some(text!(language, "cover.grows", first, last))
    }

    /// Writes a length in the unit of the readers, which the phrases name: in millimetres, or as a
    /// fraction of an inch.
    fn length_text(&self, points: f64) -> String {
        if self.volume.setup.language.code() == "en-US" {
            inches_text(points / INCH)
        } else {
            format!("{:.0}", points / MM)
        }
    }

    /// Breaks the contents of the book into lines beside the barcode.
    fn fit_contents(&self, facts: &[String]) -> CoverResult<Vec<TextLines>> {
        let (volume, language) = (self.volume, &self.volume.setup.language);
        let levels = volume.levels_line();
        let mut lines = language.cover(volume.puzzle_count(), &levels, volume.min_age());
        let answers = lines.pop().filter(|_| volume.pagination.answer_page(0).is_some());
        // The ladder says more about the levels.
        lines.retain(|line| *line != levels);
        lines.extend(answers);
        lines.retain(|line| !facts.contains(line));
        let live = self.back_live();
        let width = self.barcode_place().left - COLUMN_GAP * self.unit - live.left;
        let faces = self.volume.setup.words().regular;
        lines.iter().map(|line| self.fit_paragraph(line, faces, CONTENTS_SIZE, width)).collect()
    }

    /// Breaks a sentence into even lines. `size` is in units.
    fn fit_paragraph(
        &self,
        sentence: &str,
        faces: FontStack,
        size: f64,
        width: f64,
    ) -> CoverResult<TextLines> {
        let sentence = sentence.trim_end_matches(['.', '。']);
        let style = self.style(faces, size);
        let style = self.fit("text of the cover", style, sentence, f64::INFINITY)?;
        let lines = break_words(style, sentence, width, FACT_LINES);
        Ok(TextLines::new(lines, style, LEADING))
    }

    /// Draws paragraphs from the top of an area down.
    fn draw_paragraphs(&mut self, paragraphs: &[TextLines], area: Area, gap: f64) {
        let mut y = area.top;
        for text in paragraphs {
            let at = (area.left, y + text.style.size);
            self.write(self.colours.text(), text, at, TextAlign::Left);
            y += text.line_height() + gap * text.style.size;
        }
    }

    /// Draws the page on the left of a room and the facts beside it, or the facts alone if the room
    /// is low. Facts that have no room are left out.
    fn draw_page_and_facts(&mut self, facts: &[String], room: Area) -> CoverResult<()> {
        let mut aside = 0.0;
        if room.height >= MIN_PAGE * self.unit {
            let place = Area { width: PAGE_WIDTH * room.width, ..room };
            if let Some(page) = SamplePage::new(self.volume, self.back_puzzle, place) {
                aside = page.width() + COLUMN_GAP * self.unit;
                self.draw_sample(&page);
            }
        }
        let column = Area { left: room.left + aside, width: room.width - aside, ..room };
        let faces = self.volume.setup.words().regular;
        let mut paragraphs = Vec::new();
        for fact in facts {
            paragraphs.push(self.fit_paragraph(fact, faces, FACT_SIZE, column.width)?);
        }
        while paragraphs_height(&paragraphs, FACT_GAP) > column.height {
            paragraphs.pop();
        }
        let free = column.height - paragraphs_height(&paragraphs, FACT_GAP);
        let drop = if aside > 0.0 { free / 2.0 } else { 0.0 };
        self.draw_paragraphs(&paragraphs, column.with_top(column.top + drop), FACT_GAP);
        Ok(())
    }

    /// Arranges the levels in as few rows as their names permit. `None` for a single level.
    fn fit_ladder(&self, width: f64) -> CoverResult<Option<BackLadder>> {
        let words = self.volume.setup.words();
        let levels: Vec<_> =
            self.levels.iter().map(|&level| self.volume.listed_level(level)).collect();
        let unit = self.unit;
        for rows in 1..=levels.len() {
            let columns = levels.len().div_ceil(rows);
            let room = width / columns as f64 - unit;
            let mut name = self.style(words.regular, NAME_SIZE);
            let mut fits = true;
            for level in &levels {
                match self.fit("name of a level", name, &level.name, room) {
                    Ok(style) => name = style,
                    Err(problem) if rows == levels.len() => return Err(problem),
                    Err(_) => fits = false,
                }
            }
            if !fits {
                continue;
            }
            let count = self.style(words.strong, COUNT_SIZE);
            let rows = self.ladder_rows(&levels, columns, width, [count, name]);
            let texts = count.cap() + ABOVE_NAME * name.size;
            let row = texts + (ABOVE_BAR + BAR + PART_GAP) * unit;
            let height = rows.len() as f64 * row - PART_GAP * unit;
            return Ok(Some(BackLadder { rows, count, name, row, height }));
        }
        Ok(None)
    }

    /// Divides the levels into rows. The parts of a row have the proportions of their numbers of
    /// puzzles, but each is as wide as its texts.
    fn ladder_rows(
        &self,
        levels: &[ListedLevel],
        columns: usize,
        width: f64,
        [count, name]: [TextStyle; 2],
    ) -> Vec<Vec<LadderPart>> {
        let mut rows = Vec::new();
        for row in levels.chunks(columns) {
            let mut parts = Vec::new();
            for level in row {
                let digits = self.volume.setup.language.group_digits(level.puzzles);
                let least = count.width(&digits).max(name.width(&level.name)) + self.unit;
                let (name, weight) = (level.name.clone(), level.puzzles as f64);
                parts.push(LadderPart { count: digits, name, weight, width: least });
            }
            share_width(&mut parts, width + BAR_GAP);
            rows.push(parts);
        }
        rows
    }

    /// Draws the ladder: for each level its number of puzzles, its name, and a part of the bar.
    fn draw_ladder(&mut self, ladder: &BackLadder, area: Area) {
        let (unit, text) = (self.unit, self.colours.text());
        let parts: usize = ladder.rows.iter().map(Vec::len).sum();
        let last = parts.saturating_sub(1).max(1) as f64;
        let (mut place, mut y) = (0_u32, area.top);
        for row in &ladder.rows {
            let mut x = area.left;
            for part in row {
                let count = TextLines::line(part.count.clone(), ladder.count);
                let name = TextLines::line(part.name.clone(), ladder.name);
                let baseline = y + ladder.count.cap();
                self.write(text, &count, (x, baseline), TextAlign::Left);
                let below = baseline + ABOVE_NAME * ladder.name.size;
                self.write(text, &name, (x, below), TextAlign::Left);
                let (top, width) = (below + ABOVE_BAR * unit, part.width - BAR_GAP);
                let share = EASIEST + (1.0 - EASIEST) * f64::from(place) / last;
                let colour = blend(self.colours.ground, self.colours.soft(), share);
                let bar = Area { left: x, top, width, height: BAR * unit };
                self.marks.push(bar.filled(colour));
                x += part.width;
                place += 1;
            }
            y += ladder.row;
        }
    }
}

/// Divides a width among parts by their weights. A part that would be narrower than its texts keeps
/// their width, and the others share the rest.
fn share_width(parts: &mut [LadderPart], width: f64) {
    let mut free: Vec<&mut LadderPart> = parts.iter_mut().collect();
    let mut room = width;
    loop {
        let weights: f64 = free.iter().map(|part| part.weight).sum();
        let (narrow, wide): (Vec<_>, Vec<_>) =
            free.into_iter().partition(|part| room * part.weight < part.width * weights);
        if narrow.is_empty() {
            wide.into_iter().for_each(|part| part.width = room * part.weight / weights);
            return;
        }
        room -= narrow.iter().map(|part| part.width).sum::<f64>();
        free = wide;
    }
}

/// Breaks a text into even lines. Chinese and Japanese break between words like a title if that
/// needs no more than this number of lines. Words divide in a column that is too narrow for even
/// lines.
fn break_words(style: TextStyle, text: &str, width: f64, lines: usize) -> Vec<String> {
    let TextStyle { faces, size, .. } = style;
    if text.chars().any(is_east_asian) {
        let (height, sizes) = (f64::INFINITY, (size, size));
        let space = TitleSpace { width, height, sizes, lines, leading: LEADING };
        if let Some(fitted) = faces.title(text, &space) {
            return fitted.lines;
        }
    }
    let even = faces.wrap_evenly(text, size, width);
    let longest = even.iter().map(|line| style.width(line)).fold(0.0, f64::max);
    let is_ragged = longest > width
        || even.len() > 2
            && even[..even.len() - 1].iter().any(|line| style.width(line) < EVEN_LINE * longest);
    if is_ragged { faces.wrap_paragraph(text, size, width) } else { even }
}

/// The finest part of an inch on a ruler.
const INCH_PARTS: u32 = 16;

/// Writes inches as a ruler has them: `3/8`, `1 1/16`.
fn inches_text(inches: f64) -> String {
    let parts = (inches * f64::from(INCH_PARTS)).round() as u32;
    let (whole, mut part, mut of) = (parts / INCH_PARTS, parts % INCH_PARTS, INCH_PARTS);
    if part == 0 {
        return whole.to_string();
    }
    while part.is_multiple_of(2) {
        part /= 2;
        of /= 2;
    }
    if whole == 0 { format!("{part}/{of}") } else { format!("{whole}\u{a0}{part}/{of}") }
}

/// Returns the height of paragraphs with a gap of this many type sizes between them.
fn paragraphs_height(paragraphs: &[TextLines], gap: f64) -> f64 {
    let mut height = 0.0;
    for (index, text) in paragraphs.iter().enumerate() {
        height += text.line_height() + if index > 0 { gap * text.style.size } else { 0.0 };
    }
    height
}

/// Returns a mixture of two colours with this share of the second. Colours of different spaces do
/// not mix: the second wins.
fn blend(from: Colour, to: Colour, share: f64) -> Colour {
    match (from, to) {
        (Colour::Grey(a), Colour::Grey(b)) => Colour::Grey(between(a, b, share)),
        (Colour::Rgb(a), Colour::Rgb(b)) => {
            Colour::Rgb(std::array::from_fn(|part| between(a[part], b[part], share)))
        }
        (Colour::Cmyk(a), Colour::Cmyk(b)) => {
            Colour::Cmyk(std::array::from_fn(|part| between(a[part], b[part], share)))
        }
        _ => to,
    }
}

/// Returns the value at this share of the way, in thousandths.
fn between(from: f64, to: f64, share: f64) -> f64 {
    ((from + share * (to - from)) * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inches_are_fractions_of_a_ruler() {
        for (inches, expected) in
            [(0.394, "3/8"), (0.24, "1/4"), (0.5, "1/2"), (1.07, "1\u{a0}1/16"), (0.99, "1")]
        {
            assert_eq!(inches_text(inches), expected);
        }
    }
}
