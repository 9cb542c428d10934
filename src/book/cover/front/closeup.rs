//! The front *closeup*: the word to the full measure on a strong colour, and below it a puzzle of the book, so near that the
//! edge cuts it.

use super::{
    Area, Cell, Colour, Cover, CoverResult, DrawOp, Point, TextStyle, WHOM, WORD, capitals, draw,
    wide,
};
use crate::book::draw::GridStyle;

/// Cells in a width, and where the grid begins.
const CELLS: f64 = 5.2;
const INSET: f64 = 0.115;
/// The type size of digits, as a fraction of a cell.
const DIGIT: f64 = 0.66;
/// How far the white ends inside the front, in points: a fold that is off by a hair does not show.
const INSIDE: f64 = 18.0;

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn closeup_front(&mut self) -> CoverResult<()> {
        let (face, margin) = (self.face, self.margin());
        let live = face.inside(margin);
        let before = self.marks.len();
        let is_wide = self.is_wide_front();
        let (left, top) = match is_wide {
            true => {
                let height = live.height - 0.1 * face.height;
                (self.wide_heading(Area { height, ..live })?.left - 3.0 * self.pixel(), 0.0)
            }
            false if self.sheet.spine.is_some() => (face.left + INSIDE, self.headline(live)?),
            false => (0.0, self.headline(live)?),
        };
        let (width, height) = (self.sheet.width() + 1.0 - left, self.sheet.height() - top);
        let white = Area { left, top, width, height };
        let text = self.marks.split_off(before);
        self.marks.push(white.filled(self.colours.paper));
        self.near_grid(white);
        self.marks.extend(text);
        self.foot_band()?;
        if !is_wide {
            let (pixel, bottom) = (self.pixel(), self.band.min(live.bottom()));
            let fill = self.badge_fill(self.colours.paper);
            let (right, bottom) = (live.right() + 0.6 * pixel, bottom - 2.5 * pixel);
            self.badge(0.37 * face.width.min(face.height), fill, (right, bottom), true);
        }
        Ok(())
    }

    /// For whom, the word to the full measure, the title, how hard. Returns where the colour ends.
    fn headline(&mut self, live: Area) -> CoverResult<f64> {
        let (pixel, colours, display) = (self.pixel(), self.colours, self.display());
        let (text, soft) = (colours.text(), colours.soft());
        let middle = live.left + live.width / 2.0;
        let mut y = live.top;
        if let Some(whom) = self.for_whom().map(|whom| whom.to_uppercase()) {
            let size = self.sized(display, &whom, 8.4);
            let style = TextStyle::new(display, size).within(live.width, &whom);
            y += capitals(display, &whom) * style.size;
            let marks = spread(style, &whom, (live.left, y), live.width);
            self.tone(soft, marks);
            y += 7.5 * pixel;
        }
        // The word, as wide as the measure, but not higher than a fifth of the front.
        let word = self.word().to_uppercase();
        let unit = TextStyle::new(display, 100.0);
        let size = 100.0 * live.width / unit.width(&word);
        let most = 0.16 * self.face.height / capitals(display, &word);
        let style = TextStyle::new(display, size.min(most).max(self.sized(display, &word, WORD)));
        // Round letters reach higher than capitals.
        y += capitals(display, &word).max(display.ink(&word).1) * style.size;
        self.write((draw::centred, text), (middle, y), (&[word], style), 0.0);
        y += 8.0 * pixel;
        if let Some(series) = self.series_name() {
            let style = self.series_style(&series, 7.4, live.width)?;
            y += style.cap();
            self.write((draw::centred, soft), (middle, y), (&[series], style), 0.0);
            y += 5.0 * pixel;
        }
        let (lines, style) = self.title_lines((live.width, 0.15 * self.face.height), 19.0)?;
        y += style.faces.ink(&lines[0]).1 * style.size;
        y = self.write((draw::centred, text), (middle, y), (&lines, style), 1.08);
        y += 0.2 * style.size;
        if let Some(subtitle) = self.own_subtitle() {
            let most = (style.size / 1.55).min(8.6 * pixel);
            let room = (live.width, 22.0 * pixel);
            let (lines, style) = self.subtitle_lines(&subtitle, room, most)?;
            y += 3.0 * pixel;
            y += style.faces.ink(&lines[0]).1 * style.size;
            y = self.write((draw::centred, text), (middle, y), (&lines, style), 1.2);
            y += 0.2 * style.size;
        }
        // How hard, in a pill of the accent.
        let hard = self.how_hard();
        let plain = self.plain();
        let found = self.lines_of((plain, &hard), live.width - 14.0 * pixel, 2, (WHOM, 8.4));
        let (lines, style) = found.ok_or_else(|| wide("line of levels", &hard))?;
        y += 5.0 * pixel;
        let cap = capitals(plain, &hard) * style.size;
        let high = cap + (lines.len() - 1) as f64 * 1.25 * style.size + 9.0 * pixel;
        let round = (high / 2.0).min(9.0 * pixel);
        self.rounded(colours.accent, (live.left, y), (live.width, high), round);
        let dark = colours.on(colours.accent, &[colours.ink, colours.paper]);
        let at = (middle, y + 4.5 * pixel + cap);
        self.write((draw::centred, dark), at, (&lines, style), 1.25);
        Ok(y + high + 7.0 * pixel)
    }

    /// The puzzle, cut at the right and below; every other block is tinted, and one digit is found.
    fn near_grid(&mut self, area: Area) {
        let (face, colours) = (self.face, self.colours);
        let is_wide = self.is_wide_front();
        let cell = face.width.min(face.height) / CELLS;
        let corner = match is_wide {
            true => (area.left + 0.05 * face.width, face.top + 0.09 * face.height),
            false => (face.left + INSET * face.width, area.top + 0.32 * cell),
        };
        let (right, bottom) = (self.sheet.width() + 1.0, self.sheet.height() + 1.0);
        let tint = self.tint();
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
        let grid = GridStyle { cell, digit: DIGIT, thin, block };
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
        self.tone(colours.ink, lines);
        let puzzle = self.volume.puzzle(self.shown[0]);
        let figures = self.volume.setup.figures().strong.first();
        let size = DIGIT * cell;
        let middle = |cell_at: Cell| {
            let along = |n: usize| (n as f64 + 0.5) * cell;
            (corner.0 + along(cell_at.column()), corner.1 + along(cell_at.row()))
        };
        let is_seen = |at: (f64, f64)| at.0 - cell / 2.0 < right && at.1 - cell / 2.0 < bottom;
        let given = puzzle.givens().filled().map(|(at, digit)| (digit, middle(at)));
        self.figures(colours.ink, (figures, size), given.filter(|(_, at)| is_seen(*at)));
        let wanted = |at: &Cell| at.row().abs_diff(2) * 2 + at.column().abs_diff(1);
        let empty = Cell::ALL.into_iter().filter(|&at| puzzle.givens()[at].is_none());
        let found = empty.min_by_key(|at| (wanted(at), at.index()));
        let found = found.map(|found| (puzzle.solution()[found], middle(found)));
        self.figures(colours.figure, (figures, size), found);
    }

    /// A pale tint of paper for blocks.
    fn tint(&self) -> Colour {
        if self.colours.figure == self.colours.ink {
            return Colour::Grey(0.9);
        }
        self.drawn([0xff, 0xf0, 0xc2])
    }
}

/// A line whose letters are spread over a width, but not too far.
fn spread(style: TextStyle, text: &str, (left, y): (f64, f64), width: f64) -> Vec<DrawOp> {
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
