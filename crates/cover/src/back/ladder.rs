//! The ladder of levels on the back: for each level its number of puzzles, its name, and a part of
//! a bar that becomes stronger from the easiest to the hardest.

use super::{PART_GAP, blend};
use crate::{Area, Cover, CoverResult, TextAlign, TextLines, TextStyle};
use book::ListedLevel;

/// The sizes of the ladder in units: the count, the name, the bar, and the spaces between them; the
/// gap between two parts of the bar in points.
const COUNT_SIZE: f64 = 1.5;
const NAME_SIZE: f64 = 1.05;
const BAR: f64 = 1.0;
const ABOVE_NAME: f64 = 1.25;
const ABOVE_BAR: f64 = 0.6;
const BAR_GAP: f64 = 2.0;
/// The colour of the easiest level, as a share of the colour of the hardest on the ground.
const EASIEST: f64 = 0.35;

/// The rows of the ladder, and its height.
pub(super) struct BackLadder {
    rows: Vec<Vec<LadderPart>>,
    count: TextStyle,
    name: TextStyle,
    row: f64,
    pub height: f64,
}

/// A level in the ladder: its texts, its number of puzzles, and the width of its part of the bar
/// with the gap behind it.
struct LadderPart {
    count: String,
    name: String,
    weight: f64,
    width: f64,
}

impl Cover<'_> {
    /// Arranges the levels in as few rows as their names permit. `None` for a single level.
    pub(super) fn fit_ladder(&self, width: f64) -> CoverResult<Option<BackLadder>> {
        let words = self.volume.setup.words();
        let levels: Vec<_> =
            self.levels.iter().map(|&level| self.volume.listed_level(level)).collect();
        let unit = self.unit;
        for rows in 1..=levels.len() {
            let columns = levels.len().div_ceil(rows);
            let room = width / columns as f64 - unit;
            let mut name = self.style(words.regular, NAME_SIZE);
            let mut fits = true;
            for level in &levels {
                match self.fit("name of a level", name, &level.name, room) {
                    Ok(style) => name = style,
                    Err(problem) if rows == levels.len() => return Err(problem),
                    Err(_) => fits = false,
                }
            }
            if !fits {
                continue;
            }
            let count = self.style(words.strong, COUNT_SIZE);
            let rows = self.ladder_rows(&levels, columns, width, [count, name]);
            let texts = count.cap() + ABOVE_NAME * name.size;
            let row = texts + (ABOVE_BAR + BAR + PART_GAP) * unit;
            let height = rows.len() as f64 * row - PART_GAP * unit;
            return Ok(Some(BackLadder { rows, count, name, row, height }));
        }
        Ok(None)
    }

    /// Divides the levels into rows. The parts of a row have the proportions of their numbers of
    /// puzzles, but each is as wide as its texts.
    fn ladder_rows(
        &self,
        levels: &[ListedLevel],
        columns: usize,
        width: f64,
        [count, name]: [TextStyle; 2],
    ) -> Vec<Vec<LadderPart>> {
        let mut rows = Vec::new();
        for row in levels.chunks(columns) {
            let mut parts = Vec::new();
            for level in row {
                let digits = self.volume.setup.language.group_digits(level.puzzles);
                let least = count.width(&digits).max(name.width(&level.name)) + self.unit;
                let (name, weight) = (level.name.clone(), level.puzzles as f64);
                parts.push(LadderPart { count: digits, name, weight, width: least });
            }
            share_width(&mut parts, width + BAR_GAP);
            rows.push(parts);
        }
        rows
    }

    /// Draws the ladder: for each level its number of puzzles, its name, and a part of the bar.
    pub(super) fn draw_ladder(&mut self, ladder: &BackLadder, area: Area) {
        let (unit, text) = (self.unit, self.colours.text());
        let parts: usize = ladder.rows.iter().map(Vec::len).sum();
        let last = parts.saturating_sub(1).max(1) as f64;
        let (mut place, mut y) = (0_u32, area.top);
        for row in &ladder.rows {
            let mut x = area.left;
            for part in row {
                let count = TextLines::line(part.count.clone(), ladder.count);
                let name = TextLines::line(part.name.clone(), ladder.name);
                let baseline = y + ladder.count.cap();
                self.write(text, &count, (x, baseline), TextAlign::Left);
                let below = baseline + ABOVE_NAME * ladder.name.size;
                self.write(text, &name, (x, below), TextAlign::Left);
                let (top, width) = (below + ABOVE_BAR * unit, part.width - BAR_GAP);
                let share = EASIEST + (1.0 - EASIEST) * f64::from(place) / last;
                let colour = blend(self.colours.ground, self.colours.soft(), share);
                let bar = Area { left: x, top, width, height: BAR * unit };
                self.marks.push(bar.filled(colour));
                x += part.width;
                place += 1;
            }
            y += ladder.row;
        }
    }
}

/// Divides a width among parts by their weights. A part that would be narrower than its texts keeps
/// their width, and the others share the rest.
fn share_width(parts: &mut [LadderPart], width: f64) {
    let mut free: Vec<&mut LadderPart> = parts.iter_mut().collect();
    let mut room = width;
    loop {
        let weights: f64 = free.iter().map(|part| part.weight).sum();
        let (narrow, wide): (Vec<_>, Vec<_>) =
            free.into_iter().partition(|part| room * part.weight < part.width * weights);
        if narrow.is_empty() {
            wide.into_iter().for_each(|part| part.width = room * part.weight / weights);
            return;
        }
        room -= narrow.iter().map(|part| part.width).sum::<f64>();
        free = wide;
    }
}
