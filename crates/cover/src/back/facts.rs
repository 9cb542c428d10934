//! The facts on the back that the buyers of such a book ask for: sentences, and large numbers with
//! a few words.

use super::{BackDesign, LEADING, PART_GAP, break_words};
use crate::front::CountedWords;
use crate::{Area, Cover, CoverResult, MM, Point, TextAlign, TextLines, TextStyle};
use explain::text;
use preflight::INCH;

/// The number of cells of a row of the usual size.
const CLASSIC_SIDE: usize = 9;
/// The number of levels in turn of a book whose weeks repeat.
const WEEK: usize = 7;
/// The maximum number of sentences, their type size in units, and the space between two of them in
/// type sizes.
const FACTS: usize = 3;
pub(super) const FACT_SIZE: f64 = 1.3;
const FACT_GAP: f64 = 0.55;
/// The side of the tile before a sentence, and the start of the sentence behind it, in type sizes.
const BULLET: f64 = 0.46;
const AFTER_BULLET: f64 = 1.25;
/// The type sizes of a number and of its words, in units, and the distance of their baselines in
/// type sizes of the words.
const NUMBER_SIZE: f64 = 3.4;
const CAPTION_SIZE: f64 = 1.2;
const BELOW_NUMBER: f64 = 1.35;
/// The maximum number of lines of the words below a number.
const CAPTION_LINES: usize = 2;
/// The finest part of an inch on a ruler.
const INCH_PARTS: u32 = 16;
/// The space between numbers beside each other, in units.
const NUMBER_GAP: f64 = 1.4;

/// A large number and its words, in type of their places.
pub(super) struct FittedNumber {
    number: TextLines,
    caption: TextLines,
}

impl FittedNumber {
    /// Returns the distance from the top of its ink to its baseline.
    pub fn ink_above(&self) -> f64 {
        self.number.ink_above()
    }

    /// Returns the distance from the top of the number's ink to the last baseline of its words.
    pub fn height(&self) -> f64 {
        self.ink_above() + BELOW_NUMBER * self.caption.style.size + self.caption.height()
    }
}

impl Cover<'_> {
    /// Returns the layout of the back that suits the book: large print is seen at its true size, a
    /// book for children or of small or several sizes shows its pages, any other its facts.
    pub(crate) fn back_of_kind(&self) -> BackDesign {
        let setup = &self.volume.setup;
        if setup.design.keys.sizes.is_large_print() {
            BackDesign::Corner
        } else if setup.design.keys.children
            || setup.shapes.iter().any(|shape| shape.side() < CLASSIC_SIDE)
        {
            BackDesign::Pages
        } else {
            BackDesign::Facts
        }
    }

    /// Returns the sentences, the first of them first.
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
        } else if !keys.sizes.is_large_print() {
            facts.extend(self.rhythm_of_week());
            facts.extend(volume.days_line());
            facts.extend(self.growth_of_grids().filter(|_| keys.turns.is_empty()));
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

    /// Returns the large numbers: of puzzles; of techniques, or the height of large digits, or the
    /// side of a cell; and of solutions.
    fn fact_numbers(&self) -> Vec<CountedWords> {
        let (volume, language) = (self.volume, &self.volume.setup.language);
        let captioned = |number, key| {
            let caption = language.text(key).to_owned();
            CountedWords { number, caption }
        };
        let keys = &volume.setup.design.keys;
        let mut numbers = vec![self.counted_words()];
        if keys.sizes.is_large_print() {
            let face = volume.setup.figures().strong.first();
            let height = volume.cell_size() * keys.puzzle.digit * face.cap_height();
            numbers.push(captioned(self.length_text(height), "cover.number_digits"));
        } else if let Some(techniques) = self.counted_techniques() {
            numbers.push(techniques);
        } else if volume.setup.shapes.len() == 1 {
            let side = self.length_text(volume.cell_size());
            numbers.push(captioned(side, "cover.number_cells"));
        }
        numbers.push(captioned("1".to_owned(), "cover.number_solutions"));
        numbers
    }

    /// Writes a length in the unit of the readers: in millimetres, or as a fraction of an inch.
    fn length_text(&self, points: f64) -> String {
        if self.volume.setup.language.code() == "en-US" {
            format!("{}\u{a0}in", inches_text(points / INCH))
        } else {
            format!("{:.0}\u{a0}mm", points / MM)
        }
    }

    /// Fits the large numbers into columns of this width. All have the same type, of this size in
    /// units if it fits.
    pub(super) fn fit_numbers(&self, width: f64, size: f64) -> CoverResult<Vec<FittedNumber>> {
        let numbers = self.fact_numbers();
        let mut style = self.style(self.display(), size);
        for CountedWords { number, .. } in &numbers {
            style = self.fit("text of the cover", style, number, width)?;
        }
        let small = self.style(self.volume.setup.words().regular, CAPTION_SIZE);
        let mut fitted = Vec::new();
        for CountedWords { number, caption } in numbers {
            let small = self.fit("text of the cover", small, &caption, 2.0 * width)?;
            let lines = break_words(small, &caption, width, CAPTION_LINES);
            let caption = TextLines::new(lines, small, LEADING);
            fitted.push(FittedNumber { number: TextLines::line(number, style), caption });
        }
        Ok(fitted)
    }

    /// Draws a large number with its words below. Its first digit stands on the baseline at a
    /// point.
    pub(super) fn draw_fact_number(&mut self, fitted: &FittedNumber, (x, baseline): Point) {
        let FittedNumber { number, caption } = fitted;
        self.write(self.colours.soft(), number, (x, baseline), TextAlign::Left);
        let below = baseline + BELOW_NUMBER * caption.style.size;
        self.write(self.colours.text(), caption, (x, below), TextAlign::Left);
    }

    /// Draws the large numbers beside one another at the foot of a room, unless the room above them
    /// would be lower than `least` units. Returns that room, or the whole one.
    pub(super) fn draw_number_row(&mut self, room: Area, least: f64) -> CoverResult<Area> {
        let count = self.fact_numbers().len() as f64;
        let pitch = (room.width + NUMBER_GAP * self.unit) / count;
        let numbers = self.fit_numbers(pitch - NUMBER_GAP * self.unit, NUMBER_SIZE)?;
        let height = numbers.iter().map(FittedNumber::height).fold(0.0, f64::max);
        let gap = PART_GAP * self.unit;
        if height + gap + least * self.unit > room.height {
            return Ok(room);
        }
        let top = room.bottom() - height;
        let baseline = top + numbers.iter().map(FittedNumber::ink_above).fold(0.0, f64::max);
        for (place, number) in numbers.iter().enumerate() {
            self.draw_fact_number(number, (room.left + place as f64 * pitch, baseline));
        }
        Ok(Area { height: top - gap - room.top, ..room })
    }

    /// Fits as many sentences as a room of this size has height for.
    pub(super) fn fit_sentences(&self, width: f64, height: f64) -> CoverResult<Vec<TextLines>> {
        let faces = self.volume.setup.words().regular;
        let mut facts = Vec::new();
        let size = self.to_points(FACT_SIZE);
        for fact in self.back_facts() {
            facts.push(self.fit_paragraph(&fact, faces, FACT_SIZE, width - AFTER_BULLET * size)?);
        }
        while !facts.is_empty() && sentences_height(&facts) > height {
            facts.pop();
        }
        Ok(facts)
    }

    /// Draws the sentences that fit in the middle of a room.
    pub(super) fn draw_sentences(&mut self, room: Area) -> CoverResult<()> {
        let facts = self.fit_sentences(room.width, room.height)?;
        let drop = (room.height - sentences_height(&facts)).max(0.0) / 2.0;
        self.draw_bullets(&facts, room.with_top(room.top + drop));
        Ok(())
    }

    /// Draws sentences from the top of an area down, a tile before each.
    pub(super) fn draw_bullets(&mut self, facts: &[TextLines], area: Area) {
        let bullet = self.colours.soft();
        let mut y = area.top;
        for fact in facts {
            let TextStyle { size, .. } = fact.style;
            let baseline = y + fact.style.cap();
            let side = BULLET * size;
            let middle = (area.left + side / 2.0, baseline - fact.style.cap() / 2.0);
            self.marks.push(Area::square(middle, side).filled(bullet));
            let at = (area.left + AFTER_BULLET * size, baseline);
            self.write(self.colours.text(), fact, at, TextAlign::Left);
            y += fact.cap_height() + gap_below(fact);
        }
    }
}

/// Returns the height of sentences, from the top of the first to the last baseline.
pub(super) fn sentences_height(facts: &[TextLines]) -> f64 {
    let mut height = 0.0;
    for (index, fact) in facts.iter().enumerate() {
        height += fact.cap_height() + if index > 0 { gap_below(fact) } else { 0.0 };
    }
    height
}

/// Returns the space between two sentences, from a baseline to the capitals below.
fn gap_below(fact: &TextLines) -> f64 {
    (LEADING + FACT_GAP) * fact.style.size - fact.style.cap()
}

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
