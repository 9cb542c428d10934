//! The front of a cover: title and subtitle in the band, a puzzle of the book below it.

use crate::book::draw;
use crate::book::draw::TextStyle;
use crate::book::error::CoverError;
use crate::book::layout::cover::Composer;
use crate::book::page::{Mark, Stamp};
use crate::ladder::Rung;

/// Line spacing of the title, as a multiple of its type size.
const TITLE_LEADING: f64 = 1.1;

impl Composer<'_> {
    pub(in crate::book) fn front(&self, marks: &mut Vec<Mark>) -> Result<(), CoverError> {
        let (volume, words) = (self.volume, self.volume.words());
        let left = self.sheet.front() + self.margin;
        let mut white = Vec::new();
        let above = self.subtitle(&mut white, left)?;
        let top = self.series(&mut white, left)?;
        self.title(&mut white, left, (top, above))?;
        marks.push(Mark::Toned { grey: 1.0, marks: white });

        let corner = (left, self.grid_top);
        let right = left + self.grid.outer();
        let stars = draw::stars_size(self.hardest(), self.stars_height());
        let line = volume.language.levels_line(&self.levels);
        let style = TextStyle::new(words.regular, self.size(1.3));
        let room = self.grid.outer() - stars.0 - self.unit;
        let what = ("line of levels", "the front", "a larger trim");
        let style = self.fitted(what, style, &line, room)?;
        draw::left(marks, (left, self.caption), style, line);
        let middle = self.caption - style.cap() / 2.0;
        marks.push(Mark::Stamp {
            stamp: Stamp::CoverStars,
            corner: (right - stars.0, middle - stars.1 / 2.0),
        });
        marks.push(Mark::Stamp { stamp: Stamp::CoverGrid, corner });
        let middle = self.levels.get(self.levels.len() / 2);
        let first = |level: &Rung| volume.levels.iter().position(|l| l == level);
        let puzzle = &volume.puzzles[middle.and_then(first).unwrap_or(0)];
        let face = volume.figures().strong.first();
        self.grid.digits(marks, corner, face, puzzle.givens().filled());

        let mut room = self.grid.outer();
        if let Some(number) = volume.numbered() {
            let text = volume.language.volume(number);
            let style = TextStyle::new(words.strong, self.size(1.4));
            let what = ("number of the volume", "the front", "a larger trim");
            let style = self.fitted(what, style, &text, room / 2.0)?;
            room -= style.width(&text) + self.unit;
            draw::right(marks, (right, self.foot), style, text);
        }
        if let Some(author) = volume.author() {
            let style = TextStyle::new(words.regular, self.size(1.4));
            let what = ("author", "the front", "a shorter name");
            let style = self.fitted(what, style, author, room)?;
            draw::left(marks, (left, self.foot), style, author.to_owned());
        }
        Ok(())
    }

    /// Draws the series at the top of the band, unless it is the title; returns the upper limit for the
    /// title.
    fn series(&self, marks: &mut Vec<Mark>, left: f64) -> Result<f64, CoverError> {
        let top = self.sheet.rules.bleed + (2.6 * self.unit).max(self.sheet.rules.safe);
        let Some(series) = self.volume.series().filter(|series| *series != self.volume.title)
        else {
            return Ok(top);
        };
        let style = TextStyle::new(self.volume.words().strong, self.size(1.6));
        let what = ("series", "the front", "a shorter name");
        let style = self.fitted(what, style, series, self.live())?;
        let y = top + style.cap();
        draw::left(marks, (left, y), style, series.to_owned());
        Ok(y + 1.4 * self.unit)
    }

    /// Draws the subtitle at the foot of the band; returns the lower limit for the title.
    fn subtitle(&self, marks: &mut Vec<Mark>, left: f64) -> Result<f64, CoverError> {
        let text = self.volume.subtitle();
        let style = TextStyle::new(self.volume.words().italic, self.size(1.8));
        let lines = style.faces.wrap_evenly(&text, style.size, self.live());
        let one = lines.len() <= 2;
        let lines = if one { lines } else { vec![text] };
        let mut y = self.band_line;
        let mut top = y;
        let mut fitted = style;
        for line in &lines {
            let what = ("subtitle", "the front", "shorter words");
            let style = self.fitted(what, style, line, self.live())?;
            fitted.size = fitted.size.min(style.size);
        }
        for line in lines.into_iter().rev() {
            top = y - fitted.cap();
            draw::left(marks, (left, y), fitted, line);
            y -= fitted.size * 1.3;
        }
        Ok(top)
    }

    /// Draws the title between two heights, in the largest size that needs at most four lines.
    fn title(
        &self,
        marks: &mut Vec<Mark>,
        left: f64,
        (top, above): (f64, f64),
    ) -> Result<(), CoverError> {
        let (faces, title) = (self.volume.design.typefaces.title, &self.volume.title);
        let mut size = 8.0 * self.unit;
        while size >= self.size(1.5) {
            let style = TextStyle::new(faces, size);
            let lines = faces.wrap_evenly(title, size, self.live());
            // The last baseline, clear of what hangs below it.
            let last = above - 0.9 * self.unit - 0.24 * size;
            let first = last - (lines.len() - 1) as f64 * size * TITLE_LEADING;
            let wide = lines.iter().any(|line| style.width(line) > self.live());
            let over = lines.first().map_or(0.0, |line| faces.ink(line).1 * size);
            if lines.len() <= 4 && !wide && first - over >= top {
                for (i, line) in lines.into_iter().enumerate() {
                    let y = first + i as f64 * size * TITLE_LEADING;
                    draw::left(marks, (left, y), style, line);
                }
                return Ok(());
            }
            size *= 0.97;
        }
        Err(CoverError::Large {
            what: "title",
            text: title.clone(),
            extent: "long",
            place: "the front",
            wanted: "a shorter title",
        })
    }
}
