//! The foot of a front: the author, and the number of the volume or the place of the answers. On
//! fronts with a band, the tile with the number of the volume is part of the foot.

use super::super::shapes::TILE_ROUND;
use super::{
    Area, Cover, CoverDesign, CoverResult, MIN_SMALL, OVERHANG, Point, TextAlign, TextLines,
    TextStyle,
};
use page::{Colour, Colours};

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
/// The side of the tile with the number of the volume, as a fraction of the smaller side of the
/// front.
const TILE_SIDE: f64 = 0.22;
/// The separator of both texts in one centred line.
const DOT: &str = " · ";

/// The line at the foot of a front.
pub(super) struct FootLine {
    left: Option<TextLines>,
    right: Option<TextLines>,
    /// The ends between which both texts stand.
    ends: (f64, f64),
    baseline: f64,
    /// The tile with the number of the volume, if it is at the left end of the foot.
    pub tile: Option<Area>,
    /// The upper edge of the band, if the front has one.
    band_top: f64,
    /// The top of its capitals.
    pub top: f64,
    /// The end of the drawing above it.
    pub above: f64,
}

impl FootLine {
    /// Returns true if the foot has words.
    pub fn has_words(&self) -> bool {
        self.left.is_some() || self.right.is_some()
    }

    /// Returns the right edge and the lower edge of the words on the left.
    pub fn left_end(&self) -> Option<Point> {
        let words = self.left.as_ref()?;
        Some((self.ends.0 + words.style.width(&words.lines[0]), self.baseline))
    }
}

impl Cover<'_> {
    /// Returns the side of the tile with the number of the volume, if the volume has one.
    pub(super) fn volume_tile_side(&self) -> Option<f64> {
        self.volume.numbering.printed_volume?;
        Some(TILE_SIDE * self.front.width.min(self.front.height))
    }

    /// Returns the side of the tile if it is at the left end of the foot, on the edge of a band.
    fn foot_tile_side(&self) -> Option<f64> {
        let has_band = match self.design {
            CoverDesign::Pencil
            | CoverDesign::Closeup
            | CoverDesign::Lesson
            | CoverDesign::Pad
            | CoverDesign::Cards => true,
            CoverDesign::Letters => self.volume.setup.design.keys.children,
            _ => false,
        };
        self.volume_tile_side().filter(|_| has_band)
    }

    /// Arranges the author on the left, and on the right the number of the volume or the place of
    /// the answers, in a line as wide as the heading.
    pub(super) fn fit_foot(&self) -> CoverResult<FootLine> {
        let (pixel, live) = (self.pixel(), self.front.inside(self.margin()));
        let tile_side = self.foot_tile_side();
        let start = live.left + tile_side.map_or(0.0, |side| side + BESIDE * pixel);
        let width = live.right() - start;
        let author = self.volume.author().map(str::to_owned);
        let number = self.volume.numbering.printed_volume;
        let mut right = number.map(|number| self.volume.setup.language.volume(number));
        if self.is_low() {
            right.clone_from(&self.volume.titles.series_line);
        }
        if right.is_none() && author.is_some() {
            // The band of this front has no other room for the levels.
            let levels = Some(self.level_range()).filter(|_| self.design == CoverDesign::Closeup);
            right = levels.or_else(|| self.answers_line());
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
        let above_band = clear * if self.is_low() { LOW_ABOVE } else { 1.0 };
        let has_words = left.is_some() || right.is_some();
        let tile = tile_side.map(|side| {
            let (left, top) = (live.left, baseline - side);
            Area { left, top, width: side, height: side }
        });
        let mut foot = FootLine {
            left,
            right,
            ends: (start, live.right()),
            baseline,
            tile,
            band_top: self.front.bottom(),
            top: baseline,
            above: baseline - DESCENT * pixel,
        };
        if has_words {
            foot.top = baseline - style.cap();
            foot.above = foot.top - ABOVE * pixel;
            foot.band_top = foot.top - above_band;
        }
        Ok(foot)
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
        let colour = self.band_colour();
        self.marks.push(band.filled(colour));
        self.draw_foot(foot, colour, TextAlign::Left);
    }

    /// Returns the colour of the band: dark, but bright below a lesson.
    pub(super) fn band_colour(&self) -> Colour {
        let Colours { accent, deep, .. } = self.colours;
        if self.design == CoverDesign::Lesson { accent } else { deep }
    }

    /// Sets the upper edge of the band below a line.
    pub(super) fn set_band(&mut self, foot: &FootLine) {
        self.band_top = foot.band_top;
        self.foot_tile = foot.tile;
    }

    /// Draws the line on a colour: at both ends of the front, or as one line in the middle.
    pub(super) fn draw_foot(&mut self, foot: &FootLine, base: Colour, align: TextAlign) {
        let colours = self.colours;
        let paper = colours.on(base, &[colours.paper, colours.deep]);
        let bright = colours.on(base, &[colours.accent, colours.ground, colours.paper]);
        let (start, end) = foot.ends;
        if let (TextAlign::Middle, Some(left)) = (align, &foot.left) {
            let both = foot.right.as_ref().map(|right| [&*left.lines[0], DOT, &right.lines[0]]);
            let whole =
                TextLines::line(both.map(|both| both.concat()).unwrap_or_default(), left.style);
            let fits = whole.has_text() && left.style.width(&whole.lines[0]) <= end - start;
            let line = if fits { &whole } else { left };
            let middle = (start + end) / 2.0;
            self.write(paper, line, (middle, foot.baseline), TextAlign::Middle);
            return;
        }
        if let Some(left) = &foot.left {
            self.write(paper, left, (start, foot.baseline), TextAlign::Left);
        }
        if let Some(right) = &foot.right {
            self.write(bright, right, (end, foot.baseline), TextAlign::Right);
        }
        if let Some(tile) = foot.tile {
            let fill = self.tile_fill(base);
            self.draw_number_tile(tile, fill, TILE_ROUND * tile.width);
        }
    }

    /// Returns the colour of the tile that stands on the ground and on a band of this colour: the
    /// one that is seen best on both.
    fn tile_fill(&self, band: Colour) -> Colour {
        let Colours { ground, accent, deep, paper, ink, figure, .. } = self.colours;
        let seen = |colour: &Colour| colour.contrast(ground).min(colour.contrast(band));
        let wishes = [ink, deep, figure, paper, accent];
        wishes.into_iter().max_by(|a, b| seen(a).total_cmp(&seen(b))).unwrap_or(paper)
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
