//! The front *digit*: a poster with the number of the volume or the year, as large as the front
//! permits, and the words beside it.

use super::heading::{Extents, FAIR_TITLE, LineSet, NUMBER_SHARE, WORD_SHARE};
use super::{
    Area, Colour, Cover, CoverResult, Face, LineSpace, MIN_SMALL, PathEl, Point, TextAlign,
    TextLines, TextStyle, too_long_for,
};
use book::Volume;
use words::{Problem, clause, setting};

/// The maximum height of the words, as a fraction of the front.
const MAX_WORDS: f64 = 0.58;
/// The maximum and the minimum type size of the words, in pixels, and the factor from one size to
/// the next. A subtitle is not printed beside smaller words than `GOOD_WORDS`.
const MAX_TITLE: f64 = 27.0;
const GOOD_WORDS: f64 = 17.0;
const MIN_WORDS: f64 = 6.0;
const NEXT_SIZE: f64 = 0.97;
/// The space between lines of words, and between the words and the number, in pixels.
const BETWEEN: f64 = 4.5;
/// The space for letters below the baseline of large words, in type sizes.
const DESCENT: f64 = 0.16;
const ABOVE_NUMBER: f64 = 9.0;
/// The distance by which digits move together, as a fraction of their size, and the space between
/// two lines of digits.
const TIGHT: f64 = 0.02;
const BETWEEN_LINES: f64 = 0.06;
/// The parts of a number beyond the edges that are tried, as fractions of its type size.
const OFF_EDGE: [f64; 3] = [0.1, 0.13, 0.07];
/// The factor for the size of a number that the edges cut, when it is compared with a whole one.
const CUT_SHARE: f64 = 0.85;

/// Returns the number that this front shows: the year of a book with dates, or the number of the
/// volume.
pub(crate) fn large_number(volume: &Volume) -> Option<String> {
    let year = volume.dates.date(0).map(|date| date.year().to_string());
    year.or_else(|| volume.numbering.printed_volume.map(|number| number.to_string()))
}

/// Returns true if a number has the digits of a year.
fn is_year(number: &str) -> bool {
    number.len() > 3
}

impl Cover<'_> {
    /// Draws the front.
    ///
    /// # Errors
    /// [`Problem`] if there is no number to show.
    pub(super) fn draw_digit(&mut self) -> CoverResult<()> {
        let number = large_number(self.volume).ok_or_else(|| {
            let wanted = clause!(
                "a book with the number of a volume ({}) or with dates ({})",
                setting("volume-number"),
                setting("first-day"),
            );
            let pencil = clause!("use {}", setting("cover-design").to("pencil"));
            Problem::expected(wanted, "neither").at("front digit").remedy(pencil)
        })?;
        let foot = self.fit_foot()?;
        let live = self.above_foot(&foot);
        let height = MAX_WORDS * self.front.height - self.margin();
        let words =
            if self.is_wide_front() { self.heading_column(live) } else { Area { height, ..live } };
        let (lines, _) = self.draw_poster_words(words)?;
        self.draw_number(&number, live, &lines, foot.left_end());
        self.draw_foot(&foot, self.colours.ground, TextAlign::Left);
        Ok(())
    }

    /// Draws title, word and count, and all else in the size of the foot. Returns the extents of
    /// the lines, and their lower end.
    fn draw_poster_words(&mut self, area: Area) -> CoverResult<(Extents, f64)> {
        // Long words break only where the title would be small otherwise.
        let passes = [(FAIR_TITLE, false), (FAIR_TITLE, true), (MIN_WORDS, true)];
        for (least, is_hyphenated) in passes {
            let mut pixels = MAX_TITLE;
            while pixels > least {
                if let Some(sets) = self.poster_lines(area, pixels, is_hyphenated) {
                    return Ok(self.draw_sets(&sets, area, TextAlign::Left));
                }
                pixels *= NEXT_SIZE;
            }
        }
        let title = &self.volume.titles.title;
        Err(too_long_for("the front", "title", title).remedy("use a shorter title"))
    }

    /// Returns the lines of the poster at a type size in pixels, if they have room.
    fn poster_lines(&self, area: Area, pixels: f64, is_hyphenated: bool) -> Option<Vec<LineSet>> {
        let (width, gap, colours) = (area.width, BETWEEN * self.pixel(), self.colours);
        let (text, soft) = (colours.text(), colours.soft());
        let limit = pixels * self.pixel();
        let below = gap + DESCENT * limit;
        let mut sets = Vec::new();
        for line in [self.audience(), self.separate_series()].into_iter().flatten() {
            sets.push(LineSet { text: self.poster_small(&line, width, limit)?, colour: soft, gap });
        }
        let room = Area { height: f64::INFINITY, ..area };
        let title = self.fit_title(room, (pixels, pixels), is_hyphenated).ok()?;
        let style = title.style;
        sets.push(LineSet { text: title, colour: text, gap: below });
        if !self.title_has_word() {
            let word = self.sudoku_word().to_uppercase();
            let word = self.poster_line(word, WORD_SHARE * style.size, width)?;
            sets.push(LineSet { text: word, colour: soft, gap: below });
        }
        let counted = self.counted_words();
        let count = format!("{} {}", counted.number, counted.caption);
        let count = self.poster_line(count, NUMBER_SHARE * style.size, width)?;
        sets.push(LineSet { text: count, colour: text, gap: below });
        let subtitle = self.chosen_subtitle().filter(|_| pixels >= GOOD_WORDS);
        for line in subtitle.into_iter().chain([self.level_range()]) {
            sets.push(LineSet { text: self.poster_small(&line, width, limit)?, colour: text, gap });
        }
        let height: f64 = sets.iter().map(LineSet::height).sum();
        (height <= area.height).then_some(sets)
    }

    /// Returns large words in one line, if they have room.
    fn poster_line(&self, words: String, size: f64, width: f64) -> Option<TextLines> {
        let style = TextStyle::new(self.display(), size);
        (style.width(&words) <= width).then(|| TextLines::line(words, style))
    }

    /// Breaks small words into lines.
    fn poster_small(&self, words: &str, width: f64, limit: f64) -> Option<TextLines> {
        let space = LineSpace { width, lines: 3, caps: (MIN_SMALL, MIN_SMALL), limit };
        self.fit_lines(self.small_type(), words, space)
    }

    /// Draws the number at the lower right as large as some lines permit: cut by both edges beside
    /// the foot, whose words end here, or whole above the foot. A year is always whole.
    fn draw_number(&mut self, number: &str, live: Area, lines: &Extents, foot: Option<Point>) {
        let front = self.front;
        let beside: Extents = lines.iter().copied().chain(foot).collect();
        let parts = if is_year(number) { &[][..] } else { &OFF_EDGE };
        let mut best = (0.0, Vec::new());
        for block in self.number_blocks(number) {
            let mut tries =
                vec![self.fit_number(&block, (live.right(), live.bottom()), 0.0, lines)];
            for &part in parts {
                tries.push(self.fit_number(&block, (front.right(), front.bottom()), part, &beside));
            }
            for (index, (size, shape)) in tries.into_iter().enumerate() {
                let seen = if index == 0 { size } else { CUT_SHARE * size };
                if seen > best.0 {
                    best = (seen, shape);
                }
            }
        }
        self.fill(self.number_colour(), best.1);
    }

    /// Returns the largest size and the outline of a number that keeps clear of some lines. This
    /// part of the type size is beyond a corner. No outline ends in the bleed, where the cut could
    /// show it.
    fn fit_number(
        &self,
        block: &NumberBlock,
        corner: Point,
        part: f64,
        lines: &Extents,
    ) -> (f64, Vec<PathEl>) {
        let (front, gap) = (self.front, ABOVE_NUMBER * self.pixel());
        let live = front.inside(self.margin());
        let mut size = front.height / block.height();
        while size > self.min_type {
            let end = (corner.0 + part * size, corner.1 + part * size);
            let left = end.0 - block.width() * size - gap;
            let top = end.1 - block.height() * size - gap;
            let is_clear = lines.iter().all(|&(right, bottom)| left > right || top > bottom);
            if is_clear && top > live.top - gap && left > live.left - gap {
                let shape = block.outline(size, end);
                let mut parts = shape.chunk_by(|_, next| !matches!(next, PathEl::Move(_)));
                if !parts.any(|part| self.part_ends_in_bleed(part)) {
                    return (size, shape);
                }
            }
            size *= NEXT_SIZE;
        }
        (0.0, Vec::new())
    }

    /// Returns the number in one line, and in two if it is a year.
    fn number_blocks(&self, number: &str) -> [NumberBlock; 2] {
        let face = self.display().first();
        let middle = if is_year(number) { number.len() / 2 } else { 0 };
        let (high, low) = number.split_at(middle);
        let stacked = [high, low].into_iter().filter(|line| !line.is_empty());
        [
            NumberBlock { face, lines: vec![NumberLine::new(face, number)] },
            NumberBlock { face, lines: stacked.map(|line| NumberLine::new(face, line)).collect() },
        ]
    }

    fn number_colour(&self) -> Colour {
        self.colours.large_shape(&[self.colours.accent, self.colours.deep])
    }
}

/// Digits of the large number side by side, at a type size of 1.
struct NumberLine {
    outline: Vec<PathEl>,
    left: f64,
    right: f64,
}

impl NumberLine {
    fn new(face: Face, digits: &str) -> Self {
        let (mut outline, mut pen) = (Vec::new(), 0.0);
        for character in digits.chars() {
            let steps: Vec<PathEl> = face.steps(character, 1.0).unwrap_or_default();
            outline.extend(steps.into_iter().map(|step| step.translated((pen, 0.0))));
            pen += face.advance(character) - TIGHT;
        }
        let ends = outline.iter().flat_map(PathEl::points).map(|point| point.0);
        let (left, right) = ends.fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x), b.max(x)));
        Self { outline, left, right }
    }

    fn width(&self) -> f64 {
        self.right - self.left
    }
}

/// The large number in one line or two.
struct NumberBlock {
    face: Face,
    lines: Vec<NumberLine>,
}

impl NumberBlock {
    /// Returns the width at a type size of 1.
    fn width(&self) -> f64 {
        self.lines.iter().map(NumberLine::width).fold(0.0, f64::max)
    }

    /// Returns the height at a type size of 1.
    fn height(&self) -> f64 {
        self.lines.len() as f64 * self.pitch() - BETWEEN_LINES
    }

    /// Returns the distance of two baselines at a type size of 1.
    fn pitch(&self) -> f64 {
        self.face.cap_height() + BETWEEN_LINES
    }

    /// Returns the outline at a type size, with this lower right corner.
    fn outline(&self, size: f64, corner: Point) -> Vec<PathEl> {
        let mut shape = Vec::new();
        let mut baseline = corner.1 - (self.lines.len() - 1) as f64 * self.pitch() * size;
        for line in &self.lines {
            let left = corner.0 - line.width() * size;
            let to_page = |(x, y): Point| (left + (x - line.left) * size, baseline + y * size);
            shape.extend(line.outline.iter().map(|step| step.map_points(to_page)));
            baseline += self.pitch() * size;
        }
        shape
    }
}
