//! A picture of the user's on the front: title and word on a band at the top, the number of puzzles on a badge.

use super::{Area, Cover, CoverResult, DrawOp, TextStyle, WHOM, WORD, draw, wide};
use crate::book::draw::picture::Picture;
use std::sync::Arc;

/// The largest part of the front that band and badge cover.
const COVERED: f64 = 0.3;

impl Cover<'_> {
    /// Draws the picture, and on it the words.
    pub(super) fn photo_front(&mut self, picture: Arc<Picture>) -> CoverResult<()> {
        let (face, margin, pixel, whole) =
            (self.face, self.margin(), self.pixel(), self.picture_area());
        let (corner, size) = ((whole.left, whole.top), (whole.width, whole.height));
        self.marks.push(DrawOp::Picture { corner, size, picture });
        let band_at = self.marks.len();
        let live = face.inside(margin);
        let (colours, display, plain) = (self.colours, self.display(), self.plain());
        let (text, soft) = (colours.text(), colours.soft());
        let badge = 0.26 * face.width;
        let author = self.volume.author();
        let plate = author.map(|author| self.plate(author)).transpose()?;
        let covered = plate.map_or(0.0, |(_, (width, height))| width * height);
        let most = COVERED * face.height - (badge * badge + covered) / face.width;
        // The word with how hard beside it, or below it.
        let word = self.word().to_uppercase();
        let found = self.lines_of((display, &word), live.width, 1, (WORD, WORD + 0.4));
        let (lines, word_style) = found.ok_or_else(|| wide("text of the cover", &word))?;
        let hard = match self.for_whom() {
            Some(whom) => format!("{whom} · {}", self.how_hard()),
            None => self.how_hard(),
        };
        let rest = live.width - word_style.width(&lines[0]) - 5.0 * pixel;
        let beside = self.lines_of((plain, &hard), rest, 2, (WHOM, 7.6));
        let is_beside = beside.is_some();
        let below = || self.lines_of((plain, &hard), live.width, 2, (WHOM, 7.6));
        let found = beside.or_else(below).ok_or_else(|| wide("line of levels", &hard))?;
        let (hard_lines, hard_style) = found;
        let under = if is_beside { 0.0 } else { hard_lines.len() as f64 * 1.3 * hard_style.size };
        let fixed = margin + 12.4 * pixel + under + 12.0 * pixel;
        let height = (most - fixed).max(10.0 * pixel);
        let (title, style) = self.title_lines((live.width, height), 20.0)?;
        let mut y = live.top;
        let mut marks = Vec::new();
        y += title.first().map_or(0.0, |line| style.faces.ink(line).1) * style.size;
        for (index, line) in title.iter().enumerate() {
            y += if index > 0 { 1.06 * style.size } else { 0.0 };
            let x = self.clear_start(live.left, style, line);
            draw::left(&mut marks, (x, y), style, &line);
        }
        self.tone(text, marks);
        y += 5.5 * pixel + 0.08 * style.size + super::capitals(display, &word) * word_style.size;
        let beside = live.left + word_style.width(&word) + 5.0 * pixel;
        self.write((draw::left, soft), (live.left, y), (&[word], word_style), 0.0);
        let (at, leading) = match is_beside {
            true => ((beside, y - (hard_lines.len() - 1) as f64 * 1.15 * hard_style.size), 1.15),
            false => ((live.left, y + 1.3 * hard_style.size), 1.3),
        };
        let y = self.write((draw::left, text), at, (&hard_lines, hard_style), leading);
        let bottom = y + 6.0 * pixel;
        let band = Area { height: bottom, ..whole };
        self.marks.insert(band_at, band.filled(colours.ground));
        self.badge(badge, colours.ground, (live.right(), live.bottom()), true);
        if let (Some(author), Some((style, (width, height)))) = (author, plate) {
            let corner = (live.left, live.bottom() - height);
            self.rounded(colours.ground, corner, (width, height), 0.2 * height);
            let at = (live.left + 4.0 * pixel, live.bottom() - 3.5 * pixel);
            self.write((draw::left, text), at, (&[author], style), 0.0);
        }
        Ok(())
    }

    /// The style of the author, and the size of the plate at the lower left corner on which he stands.
    fn plate(&self, author: &str) -> CoverResult<(TextStyle, (f64, f64))> {
        let pixel = self.pixel();
        let style =
            TextStyle::new(self.volume.setup.words().strong, (6.6 * pixel).max(self.min_type));
        let style = self.fitted("author", style, author, 0.55 * self.face.width)?;
        Ok((style, (style.width(author) + 8.0 * pixel, style.cap() + 7.0 * pixel)))
    }
}
