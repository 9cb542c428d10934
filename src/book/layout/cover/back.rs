//! The back of a cover: small pictures of puzzles in the band, a text below it, and a free area for the
//! barcode.

use crate::book::arrange::{LiveArea, Prose};
use crate::book::draw;
use crate::book::draw::TextStyle;
use crate::book::error::{CoverError, LayoutError};
use crate::book::layout::cover::Composer;
use crate::book::page::{Mark, Point};
use crate::book::typesetting::Manuscript;
use crate::grid::Cell;

/// Grey of the blank cells in a picture: just visible on black.
const EMPTY: f64 = 0.27;

impl Composer<'_> {
    pub(in crate::book) fn back(
        &self,
        marks: &mut Vec<Mark>,
        text: Option<&Manuscript>,
    ) -> Result<(), CoverError> {
        let (volume, rules) = (self.volume, &self.sheet.rules);
        let left = rules.bleed + self.margin;
        self.pictures(marks, left)?;

        let size = self.size(1.3).max(volume.design.sizes.body * 1.1);
        let style = TextStyle::new(volume.words().regular, size);
        let barcode = rules.bleed + self.sheet.trim.1 - rules.barcode.edge - rules.barcode.height;
        let bottom = barcode - self.unit;
        let mut y = self.caption;
        let mut lines = volume.language.cover(volume.puzzles.len(), &self.levels);
        if volume.pagination.answer_page(0).is_none() {
            lines.pop();
        }
        for line in &lines {
            let what = ("text of the cover", "the back", "shorter words");
            let style = self.fitted(what, style, line, f64::INFINITY)?;
            for line in style.faces.wrap_evenly(line, style.size, self.live()) {
                draw::left(marks, (left, y), style, line);
                y += style.size * volume.design.typefaces.leading;
            }
            y += style.size * 0.4;
        }
        let long = |what, text: String| CoverError::Large {
            what,
            text,
            extent: "long",
            place: "the back",
            wanted: "fewer words, or a larger trim",
        };
        if y - style.size > bottom {
            return Err(long("text of the cover", lines.join(" ")));
        }
        let Some(text) = text else {
            return Ok(());
        };
        text.check(&volume.words()).map_err(|missing| {
            CoverError::Glyph(LayoutError::Glyph {
                what: "text of the back",
                text: String::new(),
                missing,
            })
        })?;
        let top = y - style.size * 0.6;
        let room = LiveArea {
            width: self.live(),
            height: self.sheet.trim.1,
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
        marks.extend(page.iter().cloned().map(|mut mark| {
            if let Mark::Text { at, .. } = &mut mark {
                *at = (at.0 + left, at.1 + top);
            }
            mark
        }));
        Ok(())
    }

    /// Draws a small picture of a puzzle of each level, with a white square for each given.
    fn pictures(&self, marks: &mut Vec<Mark>, left: f64) -> Result<(), CoverError> {
        /// Gap between pictures as a fraction of their side, and between blocks as a fraction of a
        /// cell.
        const GAPS: (f64, f64) = (0.2, 0.4);
        let volume = self.volume;
        let style = TextStyle::new(volume.words().regular, self.size(0.85));
        let bottom = self.band_line - style.size * 1.6;
        let top = self.sheet.rules.bleed + (2.6 * self.unit).max(self.sheet.rules.safe);
        let count = self.levels.len().max(4) as f64;
        let side = self.live() / (count + (count - 1.0) * GAPS.0);
        let side = side.min(bottom - top);
        let cell = side / (9.0 + 2.0 * GAPS.1);
        let mut names = Vec::new();
        for (i, &level) in self.levels.iter().enumerate() {
            let corner = (left + i as f64 * side * (1.0 + GAPS.0), bottom - side);
            let puzzle = volume.levels.iter().position(|&l| l == level);
            let givens = volume.puzzles[puzzle.unwrap_or(0)].givens();
            let along = |n: usize| (n as f64 + (n / 3) as f64 * GAPS.1 + 0.1) * cell;
            let place =
                |c: Cell| -> Point { (corner.0 + along(c.column()), corner.1 + along(c.row())) };
            marks.extend(Cell::ALL.map(|c| Mark::Box {
                corner: place(c),
                size: (0.8 * cell, 0.8 * cell),
                grey: if givens[c].is_some() { 1.0 } else { EMPTY },
            }));
            let name = volume.language.level_name(level);
            let what = ("name of a level", "the back", "a larger trim");
            let style = self.fitted(what, style, name, side * (1.0 + GAPS.0 / 2.0))?;
            draw::left(&mut names, (corner.0, self.band_line), style, name.to_owned());
        }
        marks.push(Mark::Toned { grey: 1.0, marks: names });
        Ok(())
    }
}
