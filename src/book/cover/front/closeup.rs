//! The front *closeup*: the word across the whole width on a strong colour, and below it a puzzle
//! of the book so large that the edge cuts it.

use super::{
    Area, Cell, Colour, Cover, CoverResult, DrawOp, MIN_SMALL, MIN_WORD, Point, TextStyle,
    cap_ratio, draw, too_wide,
};
use crate::book::draw::GridStyle;

/// The number of cells across the width, and the left edge of the grid as a fraction of the width.
const CELLS_ACROSS: f64 = 5.2;
const GRID_INSET: f64 = 0.115;
/// The type size of digits, as a fraction of a cell.
const DIGIT_SIZE: f64 = 0.66;
/// The distance of the white from the fold, in points. It hides a fold that is slightly off.
const FOLD_GAP: f64 = 18.0;

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_closeup(&mut self) -> CoverResult<()> {
        let (front, margin) = (self.front, self.margin());
        let live = front.inside(margin);
        let before = self.marks.len();
        let is_wide = self.is_wide_front();
        let (left, top) = match is_wide {
            true => {
                let height = live.height - 0.1 * front.height;
                (self.draw_wide_heading(Area { height, ..live })?.left - 3.0 * self.pixel(), 0.0)
            }
            false if self.sheet.spine.is_some() => {
                (front.left + FOLD_GAP, self.draw_headline(live)?)
            }
            false => (0.0, self.draw_headline(live)?),
        };
        let (width, height) = (self.sheet.width() + 1.0 - left, self.sheet.height() - top);
        let white = Area { left, top, width, height };
        let text = self.marks.split_off(before);
        self.marks.push(white.filled(self.colours.paper));
        self.draw_near_grid(white);
        self.marks.extend(text);
        self.draw_foot_band()?;
        if !is_wide {
            let (pixel, bottom) = (self.pixel(), self.band_top.min(live.bottom()));
            let fill = self.badge_fill(self.colours.paper);
            let (right, bottom) = (live.right() + 0.6 * pixel, bottom - 2.5 * pixel);
            self.draw_badge(0.37 * front.width.min(front.height), fill, (right, bottom), true);
        }
        Ok(())
    }

    /// Draws the audience, the word across the whole width, the title and the levels. Returns the
    /// lower edge of the coloured part.
    fn draw_headline(&mut self, live: Area) -> CoverResult<f64> {
        let (pixel, colours, display) = (self.pixel(), self.colours, self.display());
        let (text, soft) = (colours.text(), colours.soft());
        let middle = live.left + live.width / 2.0;
        let mut y = live.top;
        if let Some(whom) = self.audience().map(|whom| whom.to_uppercase()) {
            let size = self.type_size(display, &whom, 8.4);
            let style = TextStyle::new(display, size).within(live.width, &whom);
            y += cap_ratio(display, &whom) * style.size;
            let marks = spread_letters(style, &whom, (live.left, y), live.width);
            self.paint(soft, marks);
            y += 7.5 * pixel;
        }
        // The word fills the width, but its capitals are at most 0.16 of the height of the front.
        let word = self.sudoku_word().to_uppercase();
        let unit = TextStyle::new(display, 100.0);
        let size = 100.0 * live.width / unit.width(&word);
        let most = 0.16 * self.front.height / cap_ratio(display, &word);
        let style =
            TextStyle::new(display, size.min(most).max(self.type_size(display, &word, MIN_WORD)));
        // Round letters are higher than capitals.
        y += cap_ratio(display, &word).max(display.ink(&word).1) * style.size;
        self.write((draw::centred, text), (middle, y), (&[word], style), 0.0);
        y += 8.0 * pixel;
        if let Some(series) = self.separate_series() {
            let style = self.fit_series(&series, 7.4, live.width)?;
            y += style.cap();
            self.write((draw::centred, soft), (middle, y), (&[series], style), 0.0);
            y += 5.0 * pixel;
        }
        let (lines, style) = self.fit_title((live.width, 0.15 * self.front.height), 19.0)?;
        y += style.faces.ink(&lines[0]).1 * style.size;
        y = self.write((draw::centred, text), (middle, y), (&lines, style), 1.08);
        y += 0.2 * style.size;
        if let Some(subtitle) = self.chosen_subtitle() {
            let most = (style.size / 1.55).min(8.6 * pixel);
            let room = (live.width, 22.0 * pixel);
            let (lines, style) = self.fit_subtitle(&subtitle, room, most)?;
            y += 3.0 * pixel;
            y += style.faces.ink(&lines[0]).1 * style.size;
            y = self.write((draw::centred, text), (middle, y), (&lines, style), 1.2);
            y += 0.2 * style.size;
        }
        // Draw the levels on a pill in the accent colour.
        let hard = self.level_range();
        let plain = self.small_type();
        let found = self.fit_lines((plain, &hard), live.width - 14.0 * pixel, 2, (MIN_SMALL, 8.4));
        let (lines, style) = found.ok_or_else(|| too_wide("line of levels", &hard))?;
        y += 5.0 * pixel;
        let cap = cap_ratio(plain, &hard) * style.size;
        let high = cap + (lines.len() - 1) as f64 * 1.25 * style.size + 9.0 * pixel;
        let round = (high / 2.0).min(9.0 * pixel);
        self.fill_round(colours.accent, (live.left, y), (live.width, high), round);
        let dark = colours.on(colours.accent, &[colours.ink, colours.paper]);
        let at = (middle, y + 4.5 * pixel + cap);
        self.write((draw::centred, dark), at, (&lines, style), 1.25);
        Ok(y + high + 7.0 * pixel)
    }

    /// Draws the puzzle, cut on the right and at the foot. Every other block is tinted, and one
    /// empty cell shows its digit.
    fn draw_near_grid(&mut self, area: Area) {
        let (front, colours) = (self.front, self.colours);
        let is_wide = self.is_wide_front();
        let cell = front.width.min(front.height) / CELLS_ACROSS;
        let corner = match is_wide {
            true => (area.left + 0.05 * front.width, front.top + 0.09 * front.height),
            false => (front.left + GRID_INSET * front.width, area.top + 0.32 * cell),
        };
        let (right, bottom) = (self.sheet.width() + 1.0, self.sheet.height() + 1.0);
        let tint = self.block_tint();
        for block in (0..9_u8).filter(|block| block % 2 == 1) {
            let left = corner.0 + f64::from(block % 3) * 3.0 * cell;
            let top = corner.1 + f64::from(block / 3) * 3.0 * cell;
            let (width, height) = ((right - left).min(3.0 * cell), (bottom - top).min(3.0 * cell));
            let is_cut = self.ends_in_bleed((left + width, top + height));
            let (width, height) =
                if is_cut { (right - left, bottom - top) } else { (width, height) };
            if width > 0.0 && height > 0.0 {
                self.marks.push(Area { left, top, width, height }.filled(tint));
            }
        }
        let [thin, block] = [0.024, 0.085].map(|part| (part * cell).max(0.8));
        let grid = GridStyle { cell, digit: DIGIT_SIZE, thin, block };
        let mut lines = Vec::new();
        for (from, to, width) in grid.lines() {
            let at = |(x, y): Point| (corner.0 + x - block / 2.0, corner.1 + y - block / 2.0);
            let (from, to) = (at(from), at(to));
            let half = if width == block { width / 2.0 } else { 0.0 };
            let end = if from.0 == to.0 { (from.0 + half, 0.0) } else { (0.0, from.1 + half) };
            if from.0 < right && from.1 < bottom && !self.ends_in_bleed(end) {
                lines.push(DrawOp::Line { from, to: (to.0.min(right), to.1.min(bottom)), width });
            }
        }
        self.paint(colours.ink, lines);
        let puzzle = self.volume.puzzle(self.front_puzzle);
        let figures = self.volume.setup.figures().strong.first();
        let size = DIGIT_SIZE * cell;
        let middle = |cell_at: Cell| {
            let along = |n: usize| (n as f64 + 0.5) * cell;
            (corner.0 + along(cell_at.column()), corner.1 + along(cell_at.row()))
        };
        let is_seen = |at: (f64, f64)| at.0 - cell / 2.0 < right && at.1 - cell / 2.0 < bottom;
        let given = puzzle.givens().filled().map(|(at, digit)| (digit, middle(at)));
        self.draw_figures(colours.ink, (figures, size), given.filter(|(_, at)| is_seen(*at)));
        let wanted = |at: &Cell| at.row().abs_diff(2) * 2 + at.column().abs_diff(1);
        let empty = Cell::ALL.into_iter().filter(|&at| puzzle.givens()[at].is_none());
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
