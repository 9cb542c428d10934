//! The back of a cover: what is in the book, a text of the user, a table of levels, a puzzle as a sample,
//! and a white area for the barcode.

use super::{Area, Cover, large};
use crate::book::draw;
use crate::book::error::{CoverError, LayoutError};
use crate::book::page::{Colour, Mark, Stamp};
use crate::book::parts::column::Column;
use crate::book::setup::Prose;
use crate::book::typesetting::Manuscript;

/// Heights of a row of the table, in units, from the roomiest.
const ROWS: [f64; 4] = [3.7, 3.2, 2.8, 2.5];
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
            true => (0.36 * self.face.width).min(barcode.top - live.top - 3.6 * unit),
            false => (barcode.left - live.left - 1.4 * unit).min(0.3 * self.face.height),
        };
        let side = 0.93 * side;
        let fits = side / 9.1 * self.sample.digit >= self.min_type;
        if fits { side } else { 0.0 }
    }

    pub(super) fn back(&mut self, text: Option<&Manuscript>) -> Result<(), CoverError> {
        if self.tones.base != Colour::WHITE {
            self.marks.push(self.barcode_place().filled(Colour::WHITE));
        }
        let mut outcome = Ok(());
        let has_room = self.sample.cell > 0.0;
        for has_sample in [true, false].into_iter().filter(|has_sample| has_room || !has_sample) {
            let area = self.text_area(has_sample);
            let mut column = self.column(area);
            if let Err(error) = self.say(&mut column, text) {
                outcome = Err(error);
                continue;
            }
            let room = column.room() - 1.5 * self.unit;
            let height = |row: f64| self.levels.len() as f64 * row * self.unit;
            let row = ROWS.into_iter().find(|row| height(*row) <= room);
            // Without a sample there may be room for the table.
            if row.is_none() && has_sample {
                continue;
            }
            let words = column.marks;
            self.tone(self.tones.text, words);
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
            return Area { width: live.width - aside - 2.5 * unit, ..live };
        }
        let sample = self.low() - if has_sample { side + 2.0 * unit } else { 0.0 };
        Area { height: sample.min(barcode.top) - 1.4 * unit - live.top, ..live }
    }

    /// Draws the lines on what is in the book, and the user's text.
    fn say(&self, column: &mut Column, text: Option<&Manuscript>) -> Result<(), CoverError> {
        let (volume, words) = (self.volume, self.volume.words());
        let mut lines = volume.language.cover(volume.puzzles.len(), &self.levels);
        if volume.pagination.answer_page(0).is_none() {
            lines.pop();
        }
        // The front has the line of levels, and the table tells more.
        let levels = volume.language.levels_line(&self.levels);
        lines.retain(|line| *line != levels);
        for (i, line) in lines.iter().enumerate() {
            let (faces, units) = if i == 0 { (words.strong, 1.55) } else { (words.regular, 1.1) };
            let style = self.style(faces, units);
            let mut style = self.fitted("text of the cover", style, line, f64::INFINITY)?;
            // Rather a little smaller than in two lines.
            let whole = 0.995 * column.width / style.faces.width(line, 1.0);
            if whole >= self.points(1.1) {
                style.size = style.size.min(whole);
            }
            for line in style.faces.wrap_evenly(line, style.size, column.width) {
                // Characters such as 国 and Ś are higher than capitals.
                let above = style.faces.ink(&line).1.max(0.8);
                let at = (column.left, column.y + above * style.size);
                draw::left(&mut column.marks, at, style, line);
                column.y += (above + 0.5) * style.size;
            }
            column.y += 0.35 * self.unit;
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
        let prose = Prose::new(&volume.design, room, self.face.height * 0.015, text, None);
        if prose.pages.len() > 1 {
            let words = text.first_words();
            return Err(large("text of the back", &words, "long", "the back", FEWER));
        }
        prose.draw(0, column);
        Ok(())
    }

    /// A row for each level at the foot of an area: a puzzle as tiles, the level's name, its puzzles, its
    /// stars.
    fn table(&mut self, area: Area, row: f64) -> Result<(), CoverError> {
        let (volume, words, unit) = (self.volume, self.volume.words(), self.unit);
        let (language, colours) = (&volume.language, self.colours);
        let mut top = area.bottom() - self.levels.len() as f64 * row;
        let (mut text, mut soft) = (Vec::new(), Vec::new());
        for level in self.levels.clone() {
            let of_level = |puzzle: &usize| volume.levels[*puzzle] == level;
            let puzzles: Vec<usize> = (0..volume.puzzles.len()).filter(of_level).collect();
            let (first, last) = (puzzles[0], puzzles[puzzles.len() - 1]);
            let side = 0.8 * row;
            let given_and_blank = match self.tones.base == colours.paper {
                true => [colours.figure, pale(colours.figure)],
                false => [self.tones.soft, colours.shade],
            };
            self.tiles((area.left, top + (row - side) / 2.0), side, first, given_and_blank);
            let left = area.left + side + 1.1 * unit;
            let stars = draw::stars_size(level, self.stars_height());
            let width = area.right() - stars.0 - unit - left;
            let range = match last - first + 1 == puzzles.len() {
                true => language.puzzles(volume.number(first), volume.number(last)),
                false => language.grouped(puzzles.len()),
            };
            let name = language.level_name(level).to_owned();
            let lines = [(name, words.strong, 1.2, -0.15), (range, words.regular, 0.95, 1.05)];
            for (line, faces, units, below) in lines {
                let style = self.style(faces, units);
                let style = self.fitted("name of a level", style, &line, width)?;
                let at = (left, top + row / 2.0 + below * self.points(1.0));
                draw::left(&mut text, at, style, line);
            }
            let corner = (area.right() - stars.0, top + (row - stars.1) / 2.0);
            soft.push(Mark::Stamp { stamp: Stamp::CoverStars(level), corner });
            top += row;
        }
        self.tone(self.tones.text, text);
        self.tone(self.tones.soft, soft);
        Ok(())
    }

    /// A puzzle on a white card with its level: at the foot, or above the barcode.
    fn draw_sample(&mut self) {
        let (live, side, pad) = (self.back_live(), self.sample.outer(), self.sample.pad());
        let ((x, y), end) = match self.is_wide {
            true => ((live.right() - side - pad, live.top + pad), side + pad + 1.5 * self.unit),
            false => ((live.left + pad, self.low() - side - pad), -pad - 0.7 * self.unit),
        };
        self.card((x, y), (self.sample, Stamp::SampleGrid), self.shown[1]);
        let soft = self.level_of((x + side + pad, y + end), self.shown[1], side);
        self.tone(self.tones.soft, soft);
    }
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
