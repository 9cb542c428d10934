//! The back of a cover: what is in the book, a text of the user, a table of levels, a puzzle as a sample,
//! and a white area for the barcode.

use super::{
    Area, Colour, Cover, CoverResult, DrawOp, LayoutError, PathPaint, Point, SharedForm, TextStyle,
    draw, large, text,
};
use crate::book::model::setup::TypesetText;
use crate::book::parts::column::Column;
use crate::book::parts::how_to_play;
use crate::book::text::listing::{ListedLevel, listed};
use crate::book::text::typesetting::Manuscript;

/// Heights of a row of the table, in units, from the roomiest.
const ROWS: [f64; 4] = [3.7, 3.2, 2.8, 2.5];
/// What the back says beside what is in the book.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Said {
    /// A word on the rules.
    rules: bool,
    /// A paragraph that sells.
    opening: bool,
}

/// The most that it may say comes first.
const SAID: [Said; 3] = [
    Said { rules: true, opening: true },
    Said { rules: false, opening: true },
    Said { rules: false, opening: false },
];

/// What is advised where a text is too long.
const FEWER: &str = "fewer words, or a larger trim";

impl Cover<'_> {
    /// The back without its margins.
    fn back_live(&self) -> Area {
        let left = self.live.left - self.face.left + self.sheet.rules.bleed;
        Area { left, ..self.live }
    }

    /// The place of the barcode.
    pub(super) fn barcode_place(&self) -> Area {
        let rules = &self.sheet.rules;
        let (width, height) = (rules.barcode.width, rules.barcode.height);
        let left = rules.bleed + self.face.width - rules.barcode.edge - width;
        Area { left, top: self.face.bottom() - rules.barcode.edge - height, width, height }
    }

    /// The foot of the sample: that of the barcode, if that is far enough from the trim.
    fn low(&self) -> f64 {
        let edge = self.sheet.rules.barcode.edge.max(self.sheet.rules.safe);
        (self.face.bottom() - edge).max(self.back_live().bottom())
    }

    /// The side of the sample; 0 if its digits would be too small.
    pub(super) fn sample_side(&self) -> f64 {
        let (live, barcode, unit) = (self.back_live(), self.barcode_place(), self.unit);
        let side = match self.is_wide {
            true => (0.36 * self.face.width).min(self.back_logo_box().top - live.top - 3.6 * unit),
            false => (barcode.left - live.left - 1.4 * unit).min(0.3 * self.face.height),
        };
        let side = 0.93 * side;
        let fits = side / 9.1 * self.sample.digit >= self.min_type;
        if fits { side } else { 0.0 }
    }

    pub(super) fn back(&mut self, text: Option<&Manuscript>) -> CoverResult<()> {
        if self.colours.ground != Colour::WHITE {
            self.marks.push(self.barcode_place().filled(Colour::WHITE));
        }
        let mut outcome = Ok(());
        let has_room = self.sample.cell > 0.0;
        // The roomiest first: with a sample and all that is said, or less of both.
        let tries = [true, false].into_iter().flat_map(|sample| SAID.map(|said| (sample, said)));
        for (has_sample, said) in tries.filter(|(sample, _)| has_room || !sample) {
            let area = self.text_area(has_sample);
            let corner = (area.left, area.top);
            let mut column = Column::within(&self.volume.setup, corner, area.width, area.bottom());
            if let Err(error) = self.say(&mut column, text, said) {
                outcome = Err(error);
                continue;
            }
            let room = column.room() - 1.5 * self.unit;
            let height = |row: f64| self.levels.len() as f64 * row * self.unit;
            let is_last = !has_sample && Some(&said) == SAID.last();
            let rows = ROWS.into_iter().filter(|row| is_last || *row > ROWS[ROWS.len() - 1]);
            let row = rows.into_iter().find(|row| height(*row) <= room);
            // With less there may be room for the table.
            if row.is_none() && !is_last {
                continue;
            }
            let (ticks, words): (Vec<_>, Vec<_>) =
                column.marks.into_iter().partition(|mark| matches!(mark, DrawOp::Path { .. }));
            self.tone(self.colours.text(), words);
            self.tone(self.colours.soft(), ticks);
            if let Some(row) = row {
                self.table(area, row * self.unit)?;
            }
            if has_sample {
                self.draw_sample();
            }
            return Ok(());
        }
        outcome
    }

    /// The area of the text: above the sample and the barcode, or beside them.
    fn text_area(&self, has_sample: bool) -> Area {
        let (live, barcode, unit) = (self.back_live(), self.barcode_place(), self.unit);
        let side = if has_sample { self.sample.outer() + 2.0 * self.sample.pad() } else { 0.0 };
        if self.is_wide {
            let aside = side.max(live.right() - barcode.left);
            let height = live.height.min(self.band - 1.2 * unit - live.top);
            return Area { width: live.width - aside - 2.5 * unit, height, ..live };
        }
        let sample = self.low() - if has_sample { side + 2.0 * unit } else { 0.0 };
        Area { height: sample.min(self.back_logo_box().top) - 1.4 * unit - live.top, ..live }
    }

    /// Draws a paragraph that sells and a word on the rules, if there is room for them, what is in the book, each with a
    /// tick, and the user's text.
    fn say(&self, column: &mut Column, text: Option<&Manuscript>, said: Said) -> CoverResult<()> {
        let (volume, words) = (self.volume, self.volume.setup.words());
        let language = &volume.setup.language;
        let mut lines = language.cover(volume.puzzle_count(), &self.levels);
        let answers = lines.pop().filter(|_| volume.pagination.answer_page(0).is_some());
        // The front has the line of levels, and the table tells more.
        let levels = language.levels_line(&self.levels);
        lines.retain(|line| *line != levels);
        if said.rules && how_to_play::is_promised(volume) {
            lines.push(language.text("shop.rules").to_owned());
        }
        lines.extend(answers);
        let style = self.style(words.strong, 1.5);
        // A text of the user's sells better than ours.
        if said.opening && text.is_none() {
            let count = language.group_digits(volume.puzzle_count());
            let opening = text!(language, "shop.opening", count);
            let style = self.fitted("text of the cover", style, &opening, f64::INFINITY)?;
            self.told(column, style, &opening);
            column.y += 0.9 * self.unit;
        }
        for line in &lines {
            let style = self.style(words.regular, 1.12);
            let line = line.trim_end_matches(['.', '。']);
            let style = self.fitted("text of the cover", style, line, f64::INFINITY)?;
            column.marks.push(tick((column.left, column.y), style.size));
            let indent = 1.55 * style.size;
            column.left += indent;
            column.width -= indent;
            self.told(column, style, line);
            column.left -= indent;
            column.width += indent;
            column.y += 0.4 * self.unit;
        }
        if column.room() < 0.0 {
            let lines = lines.join(" ");
            return Err(large("text of the cover", &lines, "long", "the back", FEWER));
        }
        let Some(text) = text else { return Ok(()) };
        text.check(&words).map_err(|missing| {
            let (what, text) = ("text of the back", String::new());
            LayoutError::Glyph { what, text, missing }
        })?;
        column.y += 0.6 * self.unit;
        let room = (column.width, column.room());
        let prose =
            TypesetText::new(&volume.setup.design, room, self.face.height * 0.015, text, None);
        if prose.pages.len() > 1 {
            let words = text.first_words();
            return Err(large("text of the back", &words, "long", "the back", FEWER));
        }
        prose.draw(0, column);
        Ok(())
    }

    /// Draws lines of a text from here down, as even as they can be.
    fn told(&self, column: &mut Column, style: TextStyle, text: &str) {
        for line in style.faces.wrap_evenly(text, style.size, column.width) {
            // Characters such as 国 and Ś are higher than capitals.
            let above = style.faces.ink(&line).1.max(0.8);
            let at = (column.left, column.y + above * style.size);
            draw::left(&mut column.marks, at, style, &line);
            column.y += (above + 0.5) * style.size;
        }
    }

    /// A row for each level at the foot of an area: a puzzle as tiles, the level's name, its puzzles, its
    /// stars.
    fn table(&mut self, area: Area, row: f64) -> CoverResult<()> {
        let (volume, words, unit) = (self.volume, self.volume.setup.words(), self.unit);
        let (language, colours) = (&volume.setup.language, self.colours);
        let mut top = area.bottom() - self.levels.len() as f64 * row;
        let (mut text, mut soft) = (Vec::new(), Vec::new());
        for level in self.levels.clone() {
            let ListedLevel { name, puzzles, numbers, .. } = listed(volume, level);
            let first = volume.puzzles_of_level(level).next().unwrap_or(0);
            let side = 0.8 * row;
            let given_and_blank = match self.colours.ground == colours.paper {
                true => [colours.figure, pale(colours.figure)],
                false => [self.colours.soft(), colours.shade],
            };
            self.tiles((area.left, top + (row - side) / 2.0), side, first, given_and_blank);
            let left = area.left + side + 1.1 * unit;
            let stars = draw::stars_size(level, self.stars_height());
            let width = area.right() - stars.0 - unit - left;
            let range = match numbers {
                Some((first, last)) => language.puzzles(first, last),
                None => language.group_digits(puzzles),
            };
            let lines = [(name, words.strong, 1.2, -0.15), (range, words.regular, 0.95, 1.05)];
            for (line, faces, units, below) in lines {
                let style = self.style(faces, units);
                let style = self.fitted("name of a level", style, &line, width)?;
                let at = (left, top + row / 2.0 + below * self.points(1.0));
                draw::left(&mut text, at, style, &line);
            }
            let corner = (area.right() - stars.0, top + (row - stars.1) / 2.0);
            soft.push(DrawOp::Form { form: SharedForm::CoverStars(level), corner });
            top += row;
        }
        self.tone(self.colours.text(), text);
        self.tone(self.colours.soft(), soft);
        Ok(())
    }

    /// A puzzle on a white card with its level: at the foot, or above the barcode.
    fn draw_sample(&mut self) {
        let (live, side, pad) = (self.back_live(), self.sample.outer(), self.sample.pad());
        let ((x, y), end) = match self.is_wide {
            true => ((live.right() - side - pad, live.top + pad), side + pad + 1.5 * self.unit),
            false => ((live.left + pad, self.low() - side - pad), -pad - 0.7 * self.unit),
        };
        self.card((x, y), self.sample, SharedForm::SampleGrid, Some(self.shown[1]));
        // The level and its stars, if both fit.
        let level = self.volume.level(self.shown[1]);
        let stars = draw::stars_size(level, self.stars_height());
        let style = self.style(self.volume.setup.words().regular, 1.05);
        let name = self.volume.setup.language.level_name(level);
        let (right, gap) = (x + side + pad - stars.0, 0.7 * self.unit);
        let mut soft = Vec::new();
        if style.width(name) < side - stars.0 - gap {
            let corner = (right, y + end - style.cap() / 2.0 - stars.1 / 2.0);
            soft.push(DrawOp::Form { form: SharedForm::CoverStars(level), corner });
            draw::right(&mut soft, (right - gap, y + end), style, name);
        }
        self.tone(self.colours.soft(), soft);
    }
}

/// A tick beside a line of this type size, whose top left corner is at a point.
fn tick((x, y): Point, size: f64) -> DrawOp {
    let shape = [(0.0, 0.52), (0.14, 0.38), (0.34, 0.58), (0.82, 0.06), (0.97, 0.2), (0.35, 0.86)];
    let points = shape.map(|point| (x + point.0 * size, y + point.1 * size));
    DrawOp::Path { points: points.to_vec(), paint: PathPaint::Fill }
}

/// A paler colour, halfway to white.
fn pale(colour: Colour) -> Colour {
    let to = |part: f64, white: f64| part + 0.75 * (white - part);
    match colour {
        Colour::Grey(light) => Colour::Grey(to(light, 1.0)),
        Colour::Rgb(parts) => Colour::Rgb(parts.map(|part| to(part, 1.0))),
        Colour::Cmyk(inks) => Colour::Cmyk(inks.map(|ink| to(ink, 0.0))),
    }
}
