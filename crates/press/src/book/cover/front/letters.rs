//! The front *letters*: the word in large cells like a puzzle, and the number of puzzles equally
//! large below it.

use super::{
    Area, Cell, CountStyle, Cover, CoverResult, FrontHeading, TextAlign, TextLines, TextStyle,
    cap_ratio,
};
use crate::book::draw::Raster;

/// The gap between cells and the radius of their corners, as fractions of a cell.
pub(super) const GAP: f64 = 0.052;
const CORNER_RADIUS: f64 = 0.1;

impl Cover<'_> {
    /// Draws the front.
    pub(super) fn draw_letters(&mut self) -> CoverResult<()> {
        let pixel = self.pixel();
        self.draw_foot_band()?;
        let live = self.above_foot(5.0);
        let split = self.split_title();
        let own = split.as_ref().map(|split| split.word.clone());
        let word = own.unwrap_or_else(|| self.sudoku_word());
        let letters: Vec<char> = word.to_uppercase().chars().collect();
        let (columns, rows) = match (letters.len(), self.is_wide_front()) {
            (n @ 1..=3, _) | (n, true) => (n, 1),
            (n, false) => (n.div_ceil(2), 2),
        };
        let row = self.count_row(live.width, CountStyle::Beside)?;
        let least = if self.is_wide_front() { 0.2 } else { 0.37 } * live.height;
        let height = live.height - least - row.height - 12.0 * pixel;
        let heading =
            FrontHeading { count: CountStyle::Nothing, is_centred: false, has_word: false };
        let top = self.head_above(live, (height, 7.0), heading)?.top;
        // The title after its word is below the cells.
        let after = split.map(|split| split.after).filter(|after| !after.is_empty());
        let below = Area { top, height: live.bottom() - top, ..live };
        if let Some(front) = self.fox_front(letters.len(), after.as_deref(), below) {
            self.draw_fox_front(front, &letters);
            return Ok(());
        }
        let after = after
            .map(|after| self.fit_part_of_title(&after, (live.width, 0.11 * live.height), 17.0))
            .transpose()?;
        let kept = after.as_ref().map_or(0.0, |after| after.ink_height() + 9.0 * pixel);
        let room = live.bottom() - row.height - 9.0 * pixel - kept - top;
        let most = self.cell_side((columns, rows), (live.width, room));
        let high = rows as f64 * most * (1.0 + GAP) - most * GAP;
        // Share the remaining height among the three gaps.
        let over = (room - high).max(0.0) / 3.0;
        let area = Area { left: live.left, top: top + over, width: live.width, height: high };
        self.draw_cells(&letters, (columns, rows), area);
        if let Some(after) = after {
            let y = area.bottom() + 9.0 * pixel + after.ink_above();
            self.write(self.colours.text(), &after, (live.left, y), TextAlign::Left);
        }
        self.draw_count(&row, (live.left, live.bottom() - row.height - over), None);
        Ok(())
    }

    /// Returns the side of cells that fill an area.
    pub(super) fn cell_side(
        &self,
        (columns, rows): (usize, usize),
        (width, height): (f64, f64),
    ) -> f64 {
        let along = |count: usize, length: f64| length / (count as f64 * (1.0 + GAP) - GAP);
        along(columns, width).min(along(rows, height))
    }

    /// Draws letters in cells in the middle of an area, each with a small digit. One cell has the
    /// accent colour.
    pub(super) fn draw_cells(
        &mut self,
        letters: &[char],
        (columns, rows): (usize, usize),
        area: Area,
    ) {
        let side = self.cell_side((columns, rows), (area.width, area.height));
        let pitch = side * (1.0 + GAP);
        let wide = columns as f64 * pitch - side * GAP;
        let high = rows as f64 * pitch - side * GAP;
        let first = (area.left + (area.width - wide) / 2.0, area.top + (area.height - high) / 2.0);
        let raster = Raster { columns, rows, first, pitch: (pitch, pitch) };
        let (display, colours) = (self.display(), self.colours);
        let tile = colours.text();
        let solution = *self.volume.classic_puzzle(self.front_puzzle).solution();
        let word: String = letters.iter().collect();
        let size = side * 0.55 / cap_ratio(display, &word);
        // The accent falls on the last but one letter, or on the last one of a short word.
        let marked = match letters.len() {
            0..=3 => letters.len().saturating_sub(1),
            n => n - 2,
        };
        for (index, letter) in letters.iter().enumerate() {
            let corner = raster.corner(index % columns, index / columns);
            let fill = if index == marked { colours.accent } else { tile };
            let cell = Area { left: corner.0, top: corner.1, width: side, height: side };
            self.fill_round(fill, cell, CORNER_RADIUS * side);
            let letter = letter.to_string();
            let style = TextStyle::new(display, size);
            let (low, above) = display.ink(&letter);
            let is_capital = letter.is_ascii();
            let above = if is_capital { cap_ratio(display, &letter) } else { above + low };
            let middle = corner.0 + side / 2.0;
            let baseline = corner.1 + (side + above * size) / 2.0 + 0.03 * side;
            let text = colours.on(fill, &[colours.paper, colours.ink]);
            let line = TextLines::line(letter, style);
            self.write(text, &line, (middle, baseline), TextAlign::Middle);
            let small = TextStyle::new(display, (0.15 * side).max(self.min_type));
            let at = (corner.0 + 0.09 * side, corner.1 + 0.08 * side + small.cap());
            // In a small cell the smallest digit that can be printed would touch the letter.
            if at.1 > baseline - above * size {
                continue;
            }
            let digit = solution[Cell::new(0, index % 9)].get().to_string();
            let given = colours.on(fill, &[colours.ground, colours.paper, colours.ink]);
            self.write(given, &TextLines::line(digit, small), at, TextAlign::Left);
        }
    }
}
