//! The foot of a front: the author, and the number of the volume or the place of the answers.

use super::{
    Area, Cover, CoverDesign, CoverResult, MIN_SMALL, OVERHANG, Point, TextAlign, TextLines,
    TextStyle,
};
use crate::book::model::page::Colour;

/// The type size of the author, and on a low front, in pixels.
const AUTHOR: f64 = 7.6;
const LOW_AUTHOR: f64 = 5.4;
/// The minimum space between both texts, and above the line, in pixels.
const BESIDE: f64 = 5.0;
const ABOVE: f64 = 7.0;
/// The space below the words of a front without a foot for letters such as g, in pixels.
const DESCENT: f64 = 3.5;
/// The author shrinks to this fraction for the number of a volume, and to the other for any other
/// text, which is left out otherwise.
const MIN_FOR_NUMBER: f64 = 0.62;
const MIN_FOR_TEXT: f64 = 0.9;
/// The minimum distance of the baseline from the trim in points, and its part in type sizes.
const MIN_CLEAR: f64 = 18.5;
const CLEAR_SHARE: f64 = 0.3;
/// The space above the line in the band of a low front, as a fraction of the space below it.
const LOW_ABOVE: f64 = 0.6;
/// The separator of both texts in one centred line.
const DOT: &str = " · ";

/// The line at the foot of a front.
pub(super) struct FootLine {
    left: Option<TextLines>,
    right: Option<TextLines>,
    baseline: f64,
    /// The top of its capitals.
    pub top: f64,
    /// The end of the drawing above it.
    pub above: f64,
}

impl FootLine {
    /// Returns the right edge and the lower edge of the words on the left, which begin at `left`.
    pub fn left_end(&self, left: f64) -> Option<Point> {
        let words = self.left.as_ref()?;
        Some((left + words.style.width(&words.lines[0]), self.baseline))
    }
}

impl Cover<'_> {
    /// Arranges the author on the left, and on the right the number of the volume or the place of
    /// the answers, in a line as wide as the heading.
    pub(super) fn fit_foot(&self) -> CoverResult<FootLine> {
        let (pixel, width) = (self.pixel(), self.front.width - 2.0 * self.margin());
        let author = self.volume.author().map(str::to_owned);
        let number = self.volume.numbering.printed_volume;
        let mut right = number.map(|number| self.volume.setup.language.volume(number));
        if self.is_low() {
            right.clone_from(&self.volume.titles.series_line);
        }
        if right.is_none() && author.is_some() {
            right = self.answers_line();
        }
        let left = author.or_else(|| self.answers_line());
        let size = if self.design == CoverDesign::Digit {
            // The number is on the front, and all small words have one size.
            right = None;
            self.type_size(self.small_type(), "A", MIN_SMALL)
        } else {
            (if self.is_low() { LOW_AUTHOR } else { AUTHOR }) * pixel
        };
        let mut style = TextStyle::new(self.small_type(), size.max(self.min_type));
        if let (Some(author), Some(text)) = (&left, &right) {
            let both = style.width(author) + style.width(text);
            let less = ((width - BESIDE * pixel) / both).min(1.0);
            let least = if number.is_some() { MIN_FOR_NUMBER } else { MIN_FOR_TEXT };
            if less >= least && less * style.size >= self.min_type {
                style.size *= less;
            } else {
                right = None;
            }
        }
        if let Some(author) = &left {
            style = self.fit("author", style, author, width)?;
        }
        let left = left.map(|text| TextLines::line(text, style));
        let right = right.map(|text| TextLines::line(text, style));
        // Letters such as g and ź extend below their baseline.
        let low = [&left, &right].into_iter().flatten().map(depth).fold(0.0, f64::max);
        let safe = self.sheet.rules.safe + 0.1 + low;
        let clear = self.margin().max(MIN_CLEAR + CLEAR_SHARE * style.size).max(safe);
        let baseline = self.front.bottom() - clear;
        if left.is_none() && right.is_none() {
            let above = baseline - DESCENT * pixel;
            return Ok(FootLine { left, right, baseline, top: baseline, above });
        }
        let top = baseline - style.cap();
        Ok(FootLine { left, right, baseline, top, above: top - ABOVE * pixel })
    }

    /// Draws the dark band at the foot of front and spine below the line, if the line has words.
    /// What lies above the band must be drawn before it.
    pub(super) fn draw_foot_band(&mut self, foot: &FootLine) {
        if self.band_top == self.front.bottom() {
            return;
        }
        let (width, height) = self.size();
        let top = self.band_top;
        let height = height + OVERHANG - top;
        // The band continues around both folds, and ends before the barcode.
        let mut left = -OVERHANG;
        if let Some(spine) = self.sheet.spine {
            left = self.front.left - spine - self.sheet.rules.barcode.edge / 2.0;
        }
        let band = Area { left, top, width: width + OVERHANG - left, height };
        self.marks.push(band.filled(self.colours.deep));
        self.draw_foot(foot, self.colours.deep, TextAlign::Left);
    }

    /// Sets the upper edge of the band below a line.
    pub(super) fn set_band(&mut self, foot: &FootLine) {
        if foot.left.is_some() || foot.right.is_some() {
            let clear = self.front.bottom() - foot.baseline;
            self.band_top = foot.top - clear * if self.is_low() { LOW_ABOVE } else { 1.0 };
        }
    }

    /// Draws the line on a colour: at both ends of the front, or as one line in the middle.
    pub(super) fn draw_foot(&mut self, foot: &FootLine, base: Colour, align: TextAlign) {
        let colours = self.colours;
        let paper = colours.on(base, &[colours.paper, colours.deep]);
        let bright = colours.on(base, &[colours.accent, colours.ground, colours.paper]);
        let live = self.front.inside(self.margin());
        if let (TextAlign::Middle, Some(left)) = (align, &foot.left) {
            let both = foot.right.as_ref().map(|right| [&*left.lines[0], DOT, &right.lines[0]]);
            let whole =
                TextLines::line(both.map(|both| both.concat()).unwrap_or_default(), left.style);
            let fits = whole.has_text() && left.style.width(&whole.lines[0]) <= live.width;
            let line = if fits { &whole } else { left };
            self.write(paper, line, (live.middle(), foot.baseline), TextAlign::Middle);
            return;
        }
        if let Some(left) = &foot.left {
            self.write(paper, left, (live.left, foot.baseline), TextAlign::Left);
        }
        if let Some(right) = &foot.right {
            self.write(bright, right, (live.right(), foot.baseline), TextAlign::Right);
        }
    }

    /// Returns the live area above the foot.
    pub(super) fn above_foot(&self, foot: &FootLine) -> Area {
        let live = self.front.inside(self.margin());
        Area { height: foot.above.min(self.band_top).min(live.bottom()) - live.top, ..live }
    }
}

/// Returns how far the letters of a line extend below the baseline.
fn depth(line: &TextLines) -> f64 {
    -line.style.faces.ink(&line.lines[0]).0 * line.style.size
}
