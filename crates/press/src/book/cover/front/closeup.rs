//! The front *closeup*: the word across the whole width on a strong colour, and below it a puzzle
//! of the book so large that the edge cuts it.

use super::{
    Area, Badge, Cell, Colour, Cover, CoverResult, DrawOp, LineAnchor, MIN_SMALL, MIN_WORD, Point,
    TextAlign, TextLines, TextStyle, cap_ratio, draw, too_large, too_wide,
};
use crate::book::draw::GridStyle;
use engine::sudoku::any_puzzle::GridShape;

/// The number of cells across the width, and the left edge of the grid as a fraction of the width.
const CELLS_ACROSS: f64 = 5.2;
const GRID_INSET: f64 = 0.115;
/// The space above the grid, and the visible part of the row that the band at the foot cuts, in
/// cells.
const GRID_GAP: f64 = 0.32;
const CUT_PART: f64 = 0.14;
/// The type size of digits, as a fraction of a cell.
const DIGIT_SIZE: f64 = 0.66;
/// The sizes of the badge, as fractions of the front.
const BADGE_SIDES: [f64; 3] = [0.37, 0.34, 0.31];
/// The distance of the places that are tried for the badge, in cells, and the number of steps.
const BADGE_STEP: f64 = 0.17;
const MAX_BADGE_STEPS: usize = 6;
/// The space below the heading of a wide front, as a fraction of its height, and the space beside
/// the heading, in pixels.
const WIDE_HEADING_FOOT: f64 = 0.1;
const WIDE_GAP: f64 = 3.0;
/// The minimum width and height of a tinted block, in points.
const MIN_TINT: f64 = 2.0;
/// The part of the gap below the levels, in pixels, that the badge may cover.
const BADGE_GAP: f64 = 5.0;
/// The line spacing of the parts of a title, and of the levels, and the space for letters below the
/// last baseline, in type sizes.
const PART_LEADING: f64 = 1.08;
const PILL_LEADING: f64 = 1.25;
const DESCENT: f64 = 0.2;
/// The space above and below the levels in their pill, the maximum radius of its corners, and the
/// space below it, in pixels.
const PILL_PADDING: f64 = 4.5;
const MAX_PILL_ROUND: f64 = 9.0;
const BELOW_PILL: f64 = 7.0;
/// The headlines to try, the best first.
const HEADLINES: [Headline; 8] = [
    Headline { has_subtitle: true, has_series: true, scale: 1.0 },
    Headline { has_subtitle: true, has_series: true, scale: 0.85 },
    Headline { has_subtitle: false, has_series: true, scale: 1.0 },
    Headline { has_subtitle: false, has_series: true, scale: 0.85 },
    Headline { has_subtitle: false, has_series: false, scale: 0.85 },
    Headline { has_subtitle: false, has_series: false, scale: 0.65 },
    Headline { has_subtitle: false, has_series: false, scale: 0.5 },
    Headline { has_subtitle: false, has_series: false, scale: 0.4 },
];
/// The distance of the white from the fold, in points. It hides a fold that is slightly off.
const FOLD_GAP: f64 = 18.0;

/// The parts of a headline that may be left out, and the size of its title and its word as a
/// fraction of the usual one.
#[derive(Clone, Copy)]
struct Headline {
    has_subtitle: bool,
    has_series: bool,
    scale: f64,
}

/// The grid: its corner, and the side of a cell.
#[derive(Clone, Copy)]
struct NearGrid {
    corner: Point,
    cell: f64,
}

impl NearGrid {
    /// Returns the middle of a cell.
    fn centre(self, cell: Cell) -> Point {
        let along = |start: f64, n: usize| start + (n as f64 + 0.5) * self.cell;
        (along(self.corner.0, cell.column()), along(self.corner.1, cell.row()))
    }
}

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_closeup(&mut self) -> CoverResult<()> {
        let (front, margin, pixel) = (self.front, self.margin(), self.pixel());
        let live = front.inside(margin);
        let band = self.take_foot_band()?;
        let before = self.marks.len();
        let is_wide = self.is_wide_front();
        let (left, top) = if is_wide {
            let height = live.height - WIDE_HEADING_FOOT * front.height;
            let heading = self.draw_wide_heading(Area { height, ..live })?;
            (heading.left - WIDE_GAP * pixel, 0.0)
        } else {
            let fold = if self.sheet.spine.is_some() { front.left + FOLD_GAP } else { 0.0 };
            (fold, self.draw_fitting_headline(live)?)
        };
        let (width, height) = (self.sheet.width() + 1.0 - left, self.sheet.height() - top);
        let white = Area { left, top, width, height };
        let text = self.marks.split_off(before);
        self.marks.push(white.filled(self.colours.paper));
        let grid = self.near_grid(white);
        let right = live.right() + 0.6 * pixel;
        let badge = (!is_wide).then(|| self.place_badge(grid, top, right));
        self.draw_near_grid(grid, badge.as_ref());
        self.marks.extend(text);
        self.marks.extend(band);
        if let Some((badge, centre)) = badge {
            self.draw_badge(&badge, self.badge_fill(self.colours.paper), centre);
        }
        Ok(())
    }

    /// Returns the grid below the headline. The band at the foot cuts it just below a line, never
    /// in the middle of digits.
    fn near_grid(&self, area: Area) -> NearGrid {
        let front = self.front;
        let cell = front.width.min(front.height) / CELLS_ACROSS;
        let is_wide = self.is_wide_front();
        let top = if is_wide { front.top + 0.09 * front.height } else { area.top };
        let gap = if is_wide { 0.0 } else { GRID_GAP };
        let room = self.band_top - top;
        let rows = (room / cell - gap - CUT_PART).round().max(1.0);
        let cell = room / (gap + rows + CUT_PART);
        let left = if is_wide {
            area.left + 0.05 * front.width
        } else {
            front.left + GRID_INSET * front.width
        };
        NearGrid { corner: (left, top + gap * cell), cell }
    }

    /// Returns the badge and its centre, at the lower right or as near to it as possible. It covers
    /// no given: the front shows another puzzle of the same level if need be.
    fn place_badge(&mut self, grid: NearGrid, top: f64, right: f64) -> (Badge, Point) {
        let bottom = self.badge_bottom();
        let side = self.front.width.min(self.front.height);
        let mut fewest = usize::MAX;
        let mut best = None;
        let sums = 0..=MAX_BADGE_STEPS;
        let steps: Vec<_> = sums.flat_map(|sum| (0..=sum).map(move |up| (sum - up, up))).collect();
        'tries: for part in BADGE_SIDES {
            let (wide, high) = self.badge(part * side).size;
            for puzzle in self.level_puzzles() {
                for &(left, up) in &steps {
                    let step = BADGE_STEP * grid.cell;
                    let x = right - wide / 2.0 - left as f64 * step;
                    let centre = (x, bottom - high / 2.0 - up as f64 * step);
                    if centre.1 - high / 2.0 < grid.corner.1 {
                        continue;
                    }
                    let badge = self.badge(part * side);
                    let under = self.covered_givens(puzzle, grid, &badge, centre);
                    if under < fewest {
                        fewest = under;
                        best = Some((puzzle, badge, centre));
                    }
                    if under == 0 {
                        break 'tries;
                    }
                }
            }
        }
        if let Some((puzzle, badge, centre)) = best {
            self.front_puzzle = puzzle;
            return (badge, centre);
        }
        let badge = self.largest_badge(top).unwrap_or_else(|| self.badge(BADGE_SIDES[0] * side));
        let centre = (right - badge.size.0 / 2.0, bottom - badge.size.1 / 2.0);
        (badge, centre)
    }

    /// Returns the number of givens of a puzzle that a badge around a point covers.
    fn covered_givens(&self, puzzle: usize, grid: NearGrid, badge: &Badge, centre: Point) -> usize {
        let givens = *self.volume.classic_puzzle(puzzle).givens();
        let size = DIGIT_SIZE * grid.cell;
        givens.filled().filter(|(cell, _)| badge.covers(centre, grid.centre(*cell), size)).count()
    }

    /// Returns the lower edge of the badge.
    fn badge_bottom(&self) -> f64 {
        let live = self.front.inside(self.margin());
        self.band_top.min(live.bottom()) - 2.5 * self.pixel()
    }

    /// Draws the largest headline below which the badge has room. Returns the lower edge of the
    /// coloured part.
    fn draw_fitting_headline(&mut self, live: Area) -> CoverResult<f64> {
        let before = self.marks.len();
        for headline in HEADLINES {
            let drawn = self.draw_headline(live, headline);
            match drawn {
                Ok(top) if self.largest_badge(top).is_some() => return Ok(top),
                Err(error) if headline.scale == 1.0 && headline.has_subtitle => return Err(error),
                _ => self.marks.truncate(before),
            }
        }
        let title = &self.volume.titles.title;
        Err(too_large("title", title, "long", "the front", "a shorter title, or a larger trim"))
    }

    /// Returns the largest badge in the corner below a headline that ends here, if one has room.
    fn largest_badge(&self, top: f64) -> Option<Badge> {
        let side = self.front.width.min(self.front.height);
        let room = self.badge_bottom() - top + BADGE_GAP * self.pixel();
        BADGE_SIDES
            .into_iter()
            .map(|part| self.badge(part * side))
            .find(|badge| badge.size.1 <= room)
    }

    /// Draws the audience, the word across the whole width, the title and the levels. Returns the
    /// lower edge of the coloured part.
    fn draw_headline(&mut self, live: Area, headline: Headline) -> CoverResult<f64> {
        let (pixel, colours, display) = (self.pixel(), self.colours, self.display());
        let (text, soft) = (colours.text(), colours.soft());
        let (wide, high) = (live.width, headline.scale * self.front.height);
        let mut y = self.draw_audience(live);
        // Two parts of a title surround its word. A title that has the word inside another word is
        // the headline itself.
        let split = self.split_title();
        let is_whole = split.is_none() && self.title_has_word();
        let before = split.as_ref().map(|split| split.before.clone()).unwrap_or_default();
        if !before.is_empty() {
            let lines = self.fit_part_of_title(&before, (wide, 0.15 * high), 19.0)?;
            y = self.write_middle(text, y, lines, PART_LEADING) + 4.0 * pixel;
        }
        // The word fills the width, but its capitals are at most 0.16 of the height of the front.
        let own = split.as_ref().map(|split| split.word.clone());
        let word = own.unwrap_or_else(|| self.sudoku_word()).to_uppercase();
        let unit = TextStyle::new(display, 100.0);
        let size = 100.0 * wide / unit.width(&word);
        let most = 0.16 * high / cap_ratio(display, &word);
        let style =
            TextStyle::new(display, size.min(most).max(self.type_size(display, &word, MIN_WORD)));
        if !is_whole {
            // Round letters are higher than capitals.
            y += cap_ratio(display, &word).max(display.ink(&word).1) * style.size;
            let line = TextLines::line(word, style);
            self.write(text, &line, (live.middle(), y), TextAlign::Middle);
            y += 8.0 * pixel;
        }
        if let Some(series) = self.separate_series().filter(|_| headline.has_series) {
            let style = self.fit_series(&series, 7.4, wide)?;
            y += style.cap();
            let line = TextLines::line(series, style);
            self.write(soft, &line, (live.middle(), y), TextAlign::Middle);
            y += 5.0 * pixel;
        }
        let lines = match &split {
            Some(split) => self.fit_part_of_title(&split.after, (wide, 0.12 * high), 19.0)?,
            None if is_whole => self.fit_title((wide, 0.3 * high), 40.0)?,
            None => self.fit_title((wide, 0.15 * high), 19.0)?,
        };
        let size = lines.style.size;
        if lines.has_text() {
            y = self.write_middle(text, y, lines, PART_LEADING);
        }
        if let Some(subtitle) = self.chosen_subtitle().filter(|_| headline.has_subtitle) {
            let most = (0.6 * size).min(11.0 * pixel);
            let lines = self.fit_subtitle(&subtitle, (wide, 22.0 * pixel), most)?;
            let leading = lines.leading;
            y = self.write_middle(text, y + 3.0 * pixel, lines, leading);
        }
        self.draw_level_pill(live, y + 5.0 * pixel)
    }

    /// Draws the audience at the top of the front, if there is one. Returns the top of what
    /// follows.
    fn draw_audience(&mut self, live: Area) -> f64 {
        let Some(whom) = self.audience().map(|whom| whom.to_uppercase()) else { return live.top };
        let display = self.display();
        let size = self.type_size(display, &whom, 8.4);
        let style = TextStyle::new(display, size).within(live.width, &whom);
        // Round letters are higher than capitals and must not extend into the margin.
        let ink = style.faces.ink(&whom).1 * style.size;
        let safe = self.front.top + self.sheet.rules.safe + 0.1;
        let y = (live.top + cap_ratio(display, &whom) * style.size).max(safe + ink);
        let marks = spread_letters(style, &whom, (live.left, y), live.width);
        self.paint(self.colours.soft(), marks);
        y + 7.5 * self.pixel()
    }

    /// Writes lines below `top` in the middle of the front. Returns the lower end of their letters.
    fn write_middle(&mut self, colour: Colour, top: f64, text: TextLines, leading: f64) -> f64 {
        let (middle, descent) = (self.front.middle(), DESCENT * text.style.size);
        let style = self.within_margins(&text, LineAnchor::Middle(middle));
        let text = TextLines { style, leading, ..text };
        let at = (middle, top + text.ink_above());
        self.write(colour, &text, at, TextAlign::Middle) + descent
    }

    /// Draws the levels on a pill in the accent colour. Returns the lower edge of the coloured part
    /// of the front.
    fn draw_level_pill(&mut self, live: Area, y: f64) -> CoverResult<f64> {
        let (pixel, colours, plain) = (self.pixel(), self.colours, self.small_type());
        let hard = self.level_range();
        let found = self.fit_lines((plain, &hard), live.width - 14.0 * pixel, 2, (MIN_SMALL, 8.4));
        let levels = found.ok_or_else(|| too_wide("line of levels", &hard))?;
        let levels = TextLines { leading: PILL_LEADING, ..levels };
        let cap = cap_ratio(plain, &hard) * levels.style.size;
        let height = cap + levels.height() + 2.0 * PILL_PADDING * pixel;
        let pill = Area { top: y, height, ..live };
        let round = (height / 2.0).min(MAX_PILL_ROUND * pixel);
        self.fill_round(colours.accent, pill, round);
        let dark = colours.on(colours.accent, &[colours.ink, colours.paper]);
        let at = (pill.middle(), y + PILL_PADDING * pixel + cap);
        self.write(dark, &levels, at, TextAlign::Middle);
        Ok(pill.bottom() + BELOW_PILL * pixel)
    }

    /// Draws the puzzle, cut on the right and at the foot. Every other block is tinted, and one
    /// empty cell shows its digit.
    fn draw_near_grid(&mut self, grid: NearGrid, badge: Option<&(Badge, Point)>) {
        let colours = self.colours;
        let NearGrid { corner, cell } = grid;
        let (right, bottom) = (self.sheet.width() + 1.0, self.sheet.height() + 1.0);
        let tint = self.block_tint();
        for block in (0..9_u8).filter(|block| block % 2 == 1) {
            let left = corner.0 + f64::from(block % 3) * 3.0 * cell;
            let top = corner.1 + f64::from(block / 3) * 3.0 * cell;
            let (width, height) = ((right - left).min(3.0 * cell), (bottom - top).min(3.0 * cell));
            let is_cut = self.ends_in_bleed((left + width, top + height));
            let (width, height) =
                if is_cut { (right - left, bottom - top) } else { (width, height) };
            // Leave out a sliver at the edge, which would be a line too thin to print.
            if width > MIN_TINT && height > MIN_TINT {
                self.marks.push(Area { left, top, width, height }.filled(tint));
            }
        }
        let [thin, block] = [0.024, 0.085].map(|part| (part * cell).max(0.8));
        let style = GridStyle { shape: GridShape::Nine, cell, digit: DIGIT_SIZE, thin, block };
        let mut lines = Vec::new();
        for (from, to, width) in style.lines() {
            let at = |(x, y): Point| (corner.0 + x - block / 2.0, corner.1 + y - block / 2.0);
            let (from, to) = (at(from), at(to));
            let half = width / 2.0;
            let end = if from.0 == to.0 { (from.0 + half, 0.0) } else { (0.0, from.1 + half) };
            if from.0 < right && from.1 < bottom && !self.ends_in_bleed(end) {
                lines.push(DrawOp::Line { from, to: (to.0.min(right), to.1.min(bottom)), width });
            }
        }
        self.paint(colours.ink, lines);
        let puzzle = self.volume.classic_puzzle(self.front_puzzle);
        let figures = self.volume.setup.figures().strong.first();
        let size = DIGIT_SIZE * cell;
        let middle = |cell: Cell| grid.centre(cell);
        let is_seen = |at: (f64, f64)| at.0 - cell / 2.0 < right && at.1 - cell / 2.0 < bottom;
        let given = puzzle.givens().filled().map(|(at, digit)| (digit, middle(at)));
        self.draw_figures(colours.ink, (figures, size), given.filter(|(_, at)| is_seen(*at)));
        let wanted = |at: &Cell| at.row().abs_diff(2) * 2 + at.column().abs_diff(1);
        let is_free = |at: Cell| {
            let covers = |(badge, centre): &(Badge, Point)| badge.covers(*centre, middle(at), size);
            puzzle.givens()[at].is_none() && !badge.is_some_and(covers)
        };
        let empty = Cell::ALL.into_iter().filter(|&at| is_free(at));
        let found = empty.min_by_key(|at| (wanted(at), at.index()));
        let found = found.map(|found| (puzzle.solution()[found], middle(found)));
        self.draw_figures(colours.figure, (figures, size), found);
    }

    /// Returns the pale tint of blocks on paper.
    fn block_tint(&self) -> Colour {
        if self.colours.figure == self.colours.ink {
            return Colour::Grey(0.9);
        }
        self.colour_of([0xff, 0xf0, 0xc2])
    }
}

/// Returns a line whose letters are spread over a width. The gaps have a maximum.
fn spread_letters(style: TextStyle, text: &str, (left, y): (f64, f64), width: f64) -> Vec<DrawOp> {
    let letters = text.chars().count().max(2);
    let natural: f64 = text.chars().map(|c| style.faces.width(&c.to_string(), style.size)).sum();
    let gap = ((width - natural) / (letters - 1) as f64).min(0.42 * style.size).max(0.0);
    let mut x = left + (width - natural - gap * (letters - 1) as f64) / 2.0;
    let mut marks = Vec::new();
    for letter in text.chars() {
        let letter = letter.to_string();
        let advance = style.faces.width(&letter, style.size);
        draw::left(&mut marks, (x, y), style, &letter);
        x += advance + gap;
    }
    marks
}
