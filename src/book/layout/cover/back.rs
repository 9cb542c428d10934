//! The back of a cover: what is in the book, a text of the user, a table of levels, a puzzle as a sample,
//! and a white area for the barcode.

use super::shapes::{card_pad, toned};
use super::{Area, Composer};
use crate::book::arrange::{LiveArea, Prose};
use crate::book::draw;
use crate::book::draw::TextStyle;
use crate::book::error::{CoverError, LayoutError};
use crate::book::page::{Colour, Mark, Stamp};
use crate::book::typesetting::Manuscript;

/// Heights of a row of the table, in units, from the roomiest.
const ROWS: [f64; 4] = [3.7, 3.2, 2.8, 2.5];

impl Composer<'_> {
    /// The back without its margins.
    fn back_live(&self) -> Area {
        let left = self.live.left - self.face.left + self.sheet.rules.bleed;
        Area { left, ..self.live }
    }

    /// The place of the barcode.
    fn barcode(&self) -> Area {
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
        let (live, barcode, unit) = (self.back_live(), self.barcode(), self.unit);
        let side = match self.is_wide {
            true => (0.36 * self.face.width).min(barcode.top - live.top - 3.6 * unit),
            false => (barcode.left - live.left - 1.4 * unit).min(0.3 * self.face.height),
        };
        let side = 0.93 * side;
        let fits = side / 9.1 * self.sample.digit >= self.min_type;
        if fits { side } else { 0.0 }
    }

    pub(in crate::book) fn back(
        &self,
        marks: &mut Vec<Mark>,
        text: Option<&Manuscript>,
    ) -> Result<(), CoverError> {
        let (barcode, unit) = (self.barcode(), self.unit);
        if self.tones.base != Colour::WHITE {
            marks.push(Mark::Box {
                corner: (barcode.left, barcode.top),
                size: (barcode.width, barcode.height),
                colour: Colour::WHITE,
            });
        }
        let samples: &[bool] = if self.sample.cell > 0.0 { &[true, false] } else { &[false] };
        let mut outcome = Ok(());
        for &has_sample in samples {
            let column = self.column(has_sample);
            let mut words = Vec::new();
            let end = self.lines(&mut words, column);
            let end = match end.and_then(|y| self.prose(&mut words, column, y, text)) {
                Ok(end) => end,
                Err(error) => {
                    outcome = Err(error);
                    continue;
                }
            };
            let height = |row: f64| self.levels.len() as f64 * row * unit;
            let fits = |row: &&f64| end + 1.5 * unit + height(**row) <= column.bottom();
            let row = ROWS.iter().find(fits);
            // Without a sample there may be room for the table.
            if row.is_none() && has_sample {
                continue;
            }
            marks.push(toned(self.tones.text, words));
            if let Some(row) = row {
                self.table(marks, column, row * unit)?;
            }
            if has_sample {
                self.sample(marks);
            }
            return Ok(());
        }
        outcome
    }

    /// The column of text: above the sample and the barcode, or beside them.
    fn column(&self, has_sample: bool) -> Area {
        let (live, barcode, unit) = (self.back_live(), self.barcode(), self.unit);
        let pad = card_pad(self.sample);
        let side = if has_sample { self.sample.outer() + 2.0 * pad } else { 0.0 };
        if self.is_wide {
            let aside = side.max(live.right() - barcode.left);
            return Area { width: live.width - aside - 2.5 * unit, ..live };
        }
        let sample = self.low() - if has_sample { side + 2.0 * unit } else { 0.0 };
        Area { height: sample.min(barcode.top) - 1.4 * unit - live.top, ..live }
    }

    /// The lines on what is in the book. Returns where they end.
    fn lines(&self, marks: &mut Vec<Mark>, column: Area) -> Result<f64, CoverError> {
        let (volume, words) = (self.volume, self.volume.words());
        let mut lines = volume.language.cover(volume.puzzles.len(), &self.levels);
        if volume.pagination.answer_page(0).is_none() {
            lines.pop();
        }
        // The front has the line of levels, and the table tells more.
        let levels = volume.language.levels_line(&self.levels);
        lines.retain(|line| *line != levels);
        let mut y = column.top;
        for (i, line) in lines.iter().enumerate() {
            let (faces, units) = if i == 0 { (words.strong, 1.55) } else { (words.regular, 1.1) };
            let what = ("text of the cover", "the back", "shorter words");
            let style = TextStyle::new(faces, self.size(units));
            let mut style = self.fitted(what, style, line, f64::INFINITY)?;
            // Rather a little smaller than in two lines.
            let whole = 0.995 * column.width / style.faces.width(line, 1.0);
            if whole >= self.size(1.1) {
                style.size = style.size.min(whole);
            }
            for line in style.faces.wrap_evenly(line, style.size, column.width) {
                // Characters such as 国 and Ś are higher than capitals.
                let above = style.faces.ink(&line).1.max(0.8);
                draw::left(marks, (column.left, y + above * style.size), style, line);
                y += (above + 0.5) * style.size;
            }
            y += 0.35 * self.unit;
        }
        match y <= column.bottom() {
            true => Ok(y),
            false => Err(long("text of the cover", lines.join(" "))),
        }
    }

    /// The user's text. Returns where it ends.
    fn prose(
        &self,
        marks: &mut Vec<Mark>,
        column: Area,
        top: f64,
        text: Option<&Manuscript>,
    ) -> Result<f64, CoverError> {
        let Some(text) = text else {
            return Ok(top);
        };
        let volume = self.volume;
        text.check(&volume.words()).map_err(|missing| {
            let (what, text) = ("text of the back", String::new());
            CoverError::Glyph(LayoutError::Glyph { what, text, missing })
        })?;
        let (top, bottom) = (top + 0.6 * self.unit, column.bottom());
        let room = LiveArea {
            width: column.width,
            height: self.face.height,
            inside: 0.0,
            outside: 0.0,
            top,
            bottom,
            foot: bottom,
            running: bottom,
        };
        let prose = Prose::new(&volume.design, &room, text, None);
        let [page] = &prose.pages[..] else {
            return Err(long("text of the back", text.first_words()));
        };
        let mut end = top;
        marks.extend(page.iter().cloned().map(|mut mark| {
            if let Mark::Text { at, size, .. } = &mut mark {
                *at = (at.0 + column.left, at.1 + top);
                end = end.max(at.1 + 0.3 * *size);
            }
            mark
        }));
        Ok(end)
    }

    /// A row for each level at the foot of a column: a puzzle as tiles, the level's name, its puzzles, its
    /// stars.
    fn table(&self, marks: &mut Vec<Mark>, column: Area, row: f64) -> Result<(), CoverError> {
        let (volume, words, unit) = (self.volume, self.volume.words(), self.unit);
        let mut top = column.bottom() - self.levels.len() as f64 * row;
        let (mut text, mut soft) = (Vec::new(), Vec::new());
        for &level in &self.levels {
            let of_level = |puzzle: &usize| volume.levels[*puzzle] == level;
            let puzzles: Vec<usize> = (0..volume.puzzles.len()).filter(of_level).collect();
            let (first, last) = (puzzles[0], puzzles[puzzles.len() - 1]);
            let side = 0.8 * row;
            let [given, blank] = match self.tones.base == self.colours.paper {
                true => [self.colours.figure, pale(self.colours.figure)],
                false => [self.colours.accent, self.colours.shade],
            };
            let corner = (column.left, top + (row - side) / 2.0);
            self.tiles(marks, corner, side, first, [given, blank]);
            let left = column.left + side + 1.1 * unit;
            let stars = draw::stars_size(level, self.stars_height());
            let width = column.right() - stars.0 - unit - left;
            let range = match last - first + 1 == puzzles.len() {
                true => volume.language.puzzles(volume.number(first), volume.number(last)),
                false => volume.language.grouped(puzzles.len()),
            };
            let name = volume.language.level_name(level).to_owned();
            let lines = [(name, words.strong, 1.2, -0.15), (range, words.regular, 0.95, 1.05)];
            for (line, faces, units, below) in lines {
                let what = ("name of a level", "the back", "a larger trim");
                let style = TextStyle::new(faces, self.size(units));
                let style = self.fitted(what, style, &line, width)?;
                let at = (left, top + row / 2.0 + below * self.size(1.0));
                draw::left(&mut text, at, style, line);
            }
            let corner = (column.right() - stars.0, top + (row - stars.1) / 2.0);
            soft.push(Mark::Stamp { stamp: Stamp::CoverStars(level), corner });
            top += row;
        }
        marks.extend([toned(self.tones.text, text), toned(self.tones.soft, soft)]);
        Ok(())
    }

    /// A puzzle on a white card with its level: at the foot, or above the barcode.
    fn sample(&self, marks: &mut Vec<Mark>) {
        let (live, side, pad) = (self.back_live(), self.sample.outer(), card_pad(self.sample));
        let corner = match self.is_wide {
            true => (live.right() - side - pad, live.top + pad),
            false => (live.left + pad, self.low() - side - pad),
        };
        self.card(marks, corner, (self.sample, Stamp::SampleGrid), self.shown[1]);
        let end = match self.is_wide {
            true => (corner.0 + side + pad, corner.1 + side + pad + 1.5 * self.unit),
            false => (corner.0 + side + pad, corner.1 - pad - 0.7 * self.unit),
        };
        let mut soft = Vec::new();
        self.level_of(&mut soft, end, self.shown[1], side);
        marks.push(toned(self.tones.soft, soft));
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

/// The error for a text that is too long for the back.
fn long(what: &'static str, text: String) -> CoverError {
    let wanted = "fewer words, or a larger trim";
    CoverError::Large { what, text, extent: "long", place: "the back", wanted }
}
