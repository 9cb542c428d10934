//! The back of a cover: the contents of the book, a text of the user, a table of levels, a sample
//! puzzle, and a white area for the barcode.

use super::{
    Area, Colour, Cover, CoverResult, DrawOp, LayoutError, PathPaint, Point, SharedForm, TextStyle,
    draw, text, too_large,
};
use crate::book::model::setup::TypesetText;
use crate::book::parts::column::TextColumn;
use crate::book::parts::how_to_play;
use crate::book::text::listing::daily_promise;
use crate::book::text::listing::{ListedLevel, listed};
use crate::book::text::typesetting::Manuscript;

/// The heights of a row of the table, in units. The largest comes first.
const ROWS: [f64; 4] = [3.7, 3.2, 2.8, 2.5];
/// The sentences that the back adds to the list of contents.
#[derive(Clone, Copy, PartialEq, Eq)]
struct BackCopy {
    /// True if the list mentions the page with the rules.
    rules: bool,
    /// True if the copy begins with an advertising paragraph.
    opening: bool,
}

/// The variants of the copy. The longest comes first.
const COPIES: [BackCopy; 3] = [
    BackCopy { rules: true, opening: true },
    BackCopy { rules: false, opening: true },
    BackCopy { rules: false, opening: false },
];

/// The remedy in the error for a text that is too long.
const SHORTER_TEXT: &str = "fewer words, or a larger trim";

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

    /// Returns the lower edge of the sample. It is the lower edge of the barcode if that is far
    /// enough from the trim.
    fn sample_foot(&self) -> f64 {
        let edge = self.sheet.rules.barcode.edge.max(self.sheet.rules.safe);
        (self.front.bottom() - edge).max(self.back_live().bottom())
    }

    /// Returns the side of the sample, or 0 if its digits would be too small.
    pub(super) fn sample_side(&self) -> f64 {
        let (live, barcode, unit) = (self.back_live(), self.barcode_place(), self.unit);
        let side = match self.is_wide {
            true => (0.36 * self.front.width).min(self.back_logo_box().top - live.top - 3.6 * unit),
            false => (barcode.left - live.left - 1.4 * unit).min(0.3 * self.front.height),
        };
        let side = 0.93 * side;
        let fits = side / 9.1 * self.sample.digit >= self.min_type;
        if fits { side } else { 0.0 }
    }

    pub(super) fn draw_back(&mut self, text: Option<&Manuscript>) -> CoverResult<()> {
        if self.colours.ground != Colour::WHITE {
            self.marks.push(self.barcode_place().filled(Colour::WHITE));
        }
        let mut outcome = Ok(());
        let has_room = self.sample.cell > 0.0;
        // Try the longest copy first: with a sample and all sentences, then with fewer of both.
        let tries = [true, false].into_iter().flat_map(|sample| COPIES.map(|said| (sample, said)));
        for (has_sample, said) in tries.filter(|(sample, _)| has_room || !sample) {
            let area = self.text_area(has_sample);
            let corner = (area.left, area.top);
            let mut column =
                TextColumn::within(&self.volume.setup, corner, area.width, area.bottom());
            if let Err(error) = self.write_copy(&mut column, text, said) {
                outcome = Err(error);
                continue;
            }
            let room = column.room() - 1.5 * self.unit;
            let height = |row: f64| self.levels.len() as f64 * row * self.unit;
            let is_last = !has_sample && Some(&said) == COPIES.last();
            let rows = ROWS.into_iter().filter(|row| is_last || *row > ROWS[ROWS.len() - 1]);
            let row = rows.into_iter().find(|row| height(*row) <= room);
            // A shorter copy may leave room for the table.
            if row.is_none() && !is_last {
                continue;
            }
            let (ticks, words): (Vec<_>, Vec<_>) =
                column.marks.into_iter().partition(|mark| matches!(mark, DrawOp::Path { .. }));
            self.paint(self.colours.text(), words);
            self.paint(self.colours.soft(), ticks);
            if let Some(row) = row {
                self.draw_table(area, row * self.unit)?;
            }
            if has_sample {
                self.draw_sample();
            }
            return Ok(());
        }
        outcome
    }

    /// Returns the area of the text: above the sample and the barcode, or beside them.
    fn text_area(&self, has_sample: bool) -> Area {
        let (live, barcode, unit) = (self.back_live(), self.barcode_place(), self.unit);
        let side = if has_sample { self.sample.outer() + 2.0 * self.sample.pad() } else { 0.0 };
        if self.is_wide {
            let aside = side.max(live.right() - barcode.left);
            let height = live.height.min(self.band_top - 1.2 * unit - live.top);
            return Area { width: live.width - aside - 2.5 * unit, height, ..live };
        }
        let sample = self.sample_foot() - if has_sample { side + 2.0 * unit } else { 0.0 };
        Area { height: sample.min(self.back_logo_box().top) - 1.4 * unit - live.top, ..live }
    }

    /// Draws the copy: an advertising paragraph and a line about the rules if there is room for
    /// them, the contents of the book with a tick before each, and the user's text.
    fn write_copy(
        &self,
        column: &mut TextColumn,
        text: Option<&Manuscript>,
        said: BackCopy,
    ) -> CoverResult<()> {
        let (volume, words) = (self.volume, self.volume.setup.words());
        let language = &volume.setup.language;
        let mut lines = language.cover(volume.puzzle_count(), &self.levels);
        let answers = lines.pop().filter(|_| volume.pagination.answer_page(0).is_some());
        // The front already shows the line of levels, and the table says more.
        let levels = language.levels_line(&self.levels);
        lines.retain(|line| *line != levels);
        lines.extend(daily_promise(volume));
        if said.rules && how_to_play::is_promised(volume) {
            lines.push(language.text("shop.rules").to_owned());
        }
        lines.extend(answers);
        let style = self.style(words.strong, 1.5);
        // A text of the user replaces our advertising paragraph.
        if said.opening && text.is_none() {
            let count = language.group_digits(volume.puzzle_count());
            let opening = text!(language, "shop.opening", count);
            let style = self.fit("text of the cover", style, &opening, f64::INFINITY)?;
            self.write_evenly(column, style, &opening);
            column.y += 0.9 * self.unit;
        }
        for line in &lines {
            let style = self.style(words.regular, 1.12);
            let line = line.trim_end_matches(['.', '。']);
            let style = self.fit("text of the cover", style, line, f64::INFINITY)?;
            column.marks.push(tick_shape((column.left, column.y), style.size));
            let indent = 1.55 * style.size;
            column.left += indent;
            column.width -= indent;
            self.write_evenly(column, style, line);
            column.left -= indent;
            column.width += indent;
            column.y += 0.4 * self.unit;
        }
        if column.room() < 0.0 {
            let lines = lines.join(" ");
            return Err(too_large("text of the cover", &lines, "long", "the back", SHORTER_TEXT));
        }
        let Some(text) = text else { return Ok(()) };
        text.check(&words).map_err(|missing| {
            let (what, text) = ("text of the back", String::new());
            LayoutError::Glyph { what, text, missing }
        })?;
        column.y += 0.6 * self.unit;
        let room = (column.width, column.room());
        let prose =
            TypesetText::new(&volume.setup.design, room, self.front.height * 0.015, text, None);
        if prose.pages.len() > 1 {
            let words = text.first_words();
            return Err(too_large("text of the back", &words, "long", "the back", SHORTER_TEXT));
        }
        prose.draw(0, column);
        Ok(())
    }

    /// Draws a text from here down in lines of nearly equal length.
    fn write_evenly(&self, column: &mut TextColumn, style: TextStyle, text: &str) {
        for line in style.faces.wrap_evenly(text, style.size, column.width) {
            // Characters such as 国 and Ś are higher than capitals.
            let above = style.faces.ink(&line).1.max(0.8);
            let at = (column.left, column.y + above * style.size);
            draw::left(&mut column.marks, at, style, &line);
            column.y += (above + 0.5) * style.size;
        }
    }

    /// Draws a row for each level at the foot of an area: a puzzle as tiles, the name of the level,
    /// its puzzles and its stars.
    fn draw_table(&mut self, area: Area, row: f64) -> CoverResult<()> {
        let (volume, words, unit) = (self.volume, self.volume.setup.words(), self.unit);
        let (language, colours) = (&volume.setup.language, self.colours);
        let mut top = area.bottom() - self.levels.len() as f64 * row;
        let (mut text, mut soft) = (Vec::new(), Vec::new());
        for level in self.levels.clone() {
            let ListedLevel { name, puzzles, numbers, .. } = listed(volume, level);
            let first = volume.puzzles_of_level(level).next().unwrap_or(0);
            let side = 0.8 * row;
            let given_and_blank = match self.colours.ground == colours.paper {
                true => [colours.figure, lighten(colours.figure)],
                false => [self.colours.soft(), colours.shade],
            };
            self.draw_tiles((area.left, top + (row - side) / 2.0), side, first, given_and_blank);
            let left = area.left + side + 1.1 * unit;
            let stars = draw::stars_size(volume.star_count(), self.stars_height());
            let width = area.right() - stars.0 - unit - left;
            let range = match numbers {
                Some((first, last)) => language.puzzles(first, last),
                None => language.group_digits(puzzles),
            };
            let lines = [(name, words.strong, 1.2, -0.15), (range, words.regular, 0.95, 1.05)];
            for (line, faces, units, below) in lines {
                let style = self.style(faces, units);
                let style = self.fit("name of a level", style, &line, width)?;
                let at = (left, top + row / 2.0 + below * self.to_points(1.0));
                draw::left(&mut text, at, style, &line);
            }
            let corner = (area.right() - stars.0, top + (row - stars.1) / 2.0);
            soft.push(DrawOp::Form { form: SharedForm::CoverStars(level), corner });
            top += row;
        }
        self.paint(self.colours.text(), text);
        self.paint(self.colours.soft(), soft);
        Ok(())
    }

    /// Draws a puzzle on a white card with its level, at the foot of the back or above the barcode.
    fn draw_sample(&mut self) {
        let (live, side, pad) = (self.back_live(), self.sample.outer(), self.sample.pad());
        let ((x, y), end) = match self.is_wide {
            true => ((live.right() - side - pad, live.top + pad), side + pad + 1.5 * self.unit),
            false => ((live.left + pad, self.sample_foot() - side - pad), -pad - 0.7 * self.unit),
        };
        self.draw_card((x, y), self.sample, SharedForm::SampleGrid, Some(self.back_puzzle));
        // Draw the level and its stars if both fit.
        let level = self.volume.level(self.back_puzzle);
        let stars = draw::stars_size(self.volume.star_count(), self.stars_height());
        let style = self.style(self.volume.setup.words().regular, 1.05);
        let name = self.volume.setup.language.level_name(level);
        let (right, gap) = (x + side + pad - stars.0, 0.7 * self.unit);
        let mut soft = Vec::new();
        if style.width(name) < side - stars.0 - gap {
            let corner = (right, y + end - style.cap() / 2.0 - stars.1 / 2.0);
            soft.push(DrawOp::Form { form: SharedForm::CoverStars(level), corner });
            draw::right(&mut soft, (right - gap, y + end), style, name);
        }
        self.paint(self.colours.soft(), soft);
    }
}

/// Returns a tick for a line of this type size. Its box has this top left corner.
fn tick_shape((x, y): Point, size: f64) -> DrawOp {
    let shape = [(0.0, 0.52), (0.14, 0.38), (0.34, 0.58), (0.82, 0.06), (0.97, 0.2), (0.35, 0.86)];
    let points = shape.map(|point| (x + point.0 * size, y + point.1 * size));
    DrawOp::Path { points: points.to_vec(), paint: PathPaint::Fill }
}

/// Returns a colour three quarters of the way to white.
fn lighten(colour: Colour) -> Colour {
    let to = |part: f64, white: f64| part + 0.75 * (white - part);
    match colour {
        Colour::Grey(light) => Colour::Grey(to(light, 1.0)),
        Colour::Rgb(parts) => Colour::Rgb(parts.map(|part| to(part, 1.0))),
        Colour::Cmyk(inks) => Colour::Cmyk(inks.map(|ink| to(ink, 0.0))),
    }
}
