//! The front with a picture of the user: alone, or with title and word on a band at the top, and
//! the number of puzzles on a badge.

use super::heading::FAIR_TITLE;
use super::{
    Area, Cover, CoverResult, DrawOp, LineAnchor, LineSpace, MIN_SMALL, MIN_WORD, TextAlign,
    TextLines, TextStyle, cap_ratio, too_wide,
};
use page::RasterImage;
use std::sync::Arc;

/// The maximum fraction of the front that the band and the badge cover.
const MAX_COVERED: f64 = 0.3;
/// The minimum and the maximum type size of the title, in pixels.
const MIN_TITLE: f64 = 5.2;
const MAX_TITLE: f64 = 20.0;
/// The side of the badge as a fraction of the front, and in pixels the height of the words beside
/// the title, the minimum height of the title, and the spaces below the title and below all words.
const BADGE: f64 = 0.26;
const FIXED: f64 = 26.0;
const MIN_HEIGHT: f64 = 10.0;
const BELOW_TITLE: f64 = 5.5;
const BELOW_WORDS: f64 = 6.0;
/// The space for letters below the baseline of the title, in type sizes.
const DESCENT: f64 = 0.08;
/// The type size of the author and the padding of its plate in pixels, the maximum width as a
/// fraction of the front, and the radius of the plate as a fraction of its height.
const AUTHOR: f64 = 6.6;
const PLATE_PADDING: (f64, f64) = (4.0, 3.5);
const MAX_AUTHOR: f64 = 0.55;
const PLATE_ROUND: f64 = 0.2;
/// The line spacing of the levels beside the word and below it, as a multiple of the type size.
const BESIDE_LEADING: f64 = 1.15;
const BELOW_LEADING: f64 = 1.3;

/// The minimum and the maximum size of the capitals of the levels, and the space between the word
/// and the levels beside it, in pixels.
const LEVELS: (f64, f64) = (MIN_SMALL, 7.6);
const BESIDE_WORD: f64 = 5.0;

impl Cover<'_> {
    /// Draws the picture on the whole front.
    pub(super) fn draw_picture(&mut self, picture: Arc<RasterImage>) {
        let whole = self.picture_area();
        let (corner, size) = ((whole.left, whole.top), (whole.width, whole.height));
        self.marks.push(DrawOp::Picture { corner, size, picture });
    }

    /// Draws the words on the picture: the title, the word and the levels on a band, the number of
    /// puzzles on a badge, and the author on a plate.
    pub(super) fn draw_words_on_picture(&mut self) -> CoverResult<()> {
        let (front, margin, pixel, whole) =
            (self.front, self.margin(), self.pixel(), self.picture_area());
        let band_at = self.marks.len();
        let live = front.inside(margin);
        let (colours, display, plain) = (self.colours, self.display(), self.small_type());
        let (text, soft) = (colours.text(), colours.soft());
        let badge = BADGE * front.width;
        let author = self.volume.author();
        let plate = author.map(|author| self.measure_plate(author)).transpose()?;
        let covered = plate.map_or(0.0, |(_, (width, height))| width * height);
        let most = MAX_COVERED * front.height - (badge * badge + covered) / front.width;
        // The levels are beside the word, or below it.
        let word = self.sudoku_word().to_uppercase();
        let caps = (MIN_WORD, MIN_WORD + 0.4);
        let space = LineSpace { width: live.width, lines: 1, caps, limit: f64::INFINITY };
        let found = self.fit_lines(display, &word, space);
        let word = found.ok_or_else(|| too_wide("text of the cover", &word))?;
        let rest = live.width - word.style.width(&word.lines[0]) - BESIDE_WORD * pixel;
        let (levels, is_beside) = self.levels_on_picture(rest, live.width)?;
        let under = if is_beside { 0.0 } else { levels.line_height() };
        // Two lines beside the word are higher than the word, and push it down.
        let word_cap = cap_ratio(display, &word.lines[0]) * word.style.size;
        let levels_cap = cap_ratio(plain, &self.levels_of_picture()) * levels.style.size;
        let rise = if is_beside { (levels.height() + levels_cap - word_cap).max(0.0) } else { 0.0 };
        let fixed = front.top + margin + rise + under + FIXED * pixel;
        let height = (most - fixed).max(MIN_HEIGHT * pixel);
        let room = Area { height, ..live };
        let mut title = self.fit_title(room, (MIN_TITLE, MAX_TITLE), false);
        if title.as_ref().map_or(0.0, |title| title.style.size) < FAIR_TITLE * pixel {
            title = self.fit_title(room, (FAIR_TITLE, MAX_TITLE), true).or(title);
        }
        let title = title?;
        let style = self.within_margins(&title, LineAnchor::Left(live.left));
        let title = TextLines { style, ..title };
        let mut marks = Vec::new();
        let mut y = live.top + title.ink_above();
        for line in &title.lines {
            let at = (self.inset_start(live.left, style, line), y);
            style.draw_left(&mut marks, at, line);
            y += title.leading * style.size;
        }
        self.paint(text, marks);
        let gap = BELOW_TITLE * pixel + DESCENT * style.size;
        y = live.top + title.ink_height() + gap + rise + word_cap;
        let beside = live.left + word.style.width(&word.lines[0]) + BESIDE_WORD * pixel;
        self.write(soft, &word, (live.left, y), TextAlign::Left);
        let at = if is_beside {
            (beside, y - levels.height())
        } else {
            (live.left, y + levels.leading * levels.style.size)
        };
        let y = self.write(text, &levels, at, TextAlign::Left);
        let bottom = y + BELOW_WORDS * pixel;
        let band = Area { height: bottom, ..whole };
        self.marks.insert(band_at, band.filled(colours.ground));
        let badge = self.badge(badge, f64::INFINITY);
        let (wide, high) = badge.size;
        let centre = (live.right() - wide / 2.0, live.bottom() - high / 2.0);
        self.draw_badge(&badge, colours.ground, centre);
        if let (Some(author), Some((style, (width, height)))) = (author, plate) {
            let plate = Area { left: live.left, top: live.bottom() - height, width, height };
            self.fill_round(colours.ground, plate, PLATE_ROUND * height);
            let (aside, above) = PLATE_PADDING;
            let at = (live.left + aside * pixel, live.bottom() - above * pixel);
            self.write(text, &TextLines::line(author, style), at, TextAlign::Left);
        }
        Ok(())
    }

    /// Returns the words about the levels, and for whom the book is.
    fn levels_of_picture(&self) -> String {
        match self.audience() {
            Some(whom) => format!("{whom} · {}", self.level_range()),
            None => self.level_range(),
        }
    }

    /// Breaks the levels into lines beside the word if they fit its side of the front, or else
    /// below it. Returns true if they are beside it.
    fn levels_on_picture(&self, beside: f64, below: f64) -> CoverResult<(TextLines, bool)> {
        let (plain, hard) = (self.small_type(), self.levels_of_picture());
        let space = LineSpace { width: beside, lines: 2, caps: LEVELS, limit: f64::INFINITY };
        if let Some(lines) = self.fit_lines(plain, &hard, space) {
            return Ok((TextLines { leading: BESIDE_LEADING, ..lines }, true));
        }
        let lines = self.fit_lines(plain, &hard, LineSpace { width: below, ..space });
        let lines = lines.ok_or_else(|| too_wide("line of levels", &hard))?;
        Ok((TextLines { leading: BELOW_LEADING, ..lines }, false))
    }

    /// Returns the style of the author, and the size of the plate for the author in the lower left
    /// corner.
    fn measure_plate(&self, author: &str) -> CoverResult<(TextStyle, (f64, f64))> {
        let pixel = self.pixel();
        let usual = TextStyle::new(self.small_type(), (AUTHOR * pixel).max(self.min_type));
        let style = self.fit("author", usual, author, MAX_AUTHOR * self.front.width)?;
        let (aside, above) = PLATE_PADDING;
        let width = style.width(author) + 2.0 * aside * pixel;
        Ok((style, (width, style.cap() + 2.0 * above * pixel)))
    }
}
