//! Draws charts: bars for each level on a common axis, and a map of the 81 cells. The style sheet
//! sets the colours.

use super::stats::GivenMap;
use super::zones::area;
use crate::run::{BucketCounts, Measure};
use engine::sudoku::grid::Cell;
use press::text::markup::escape_markup;
use std::fmt::Write as _;

const WIDTH: f64 = 360.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 8.0;
const ROW: f64 = 38.0;
const BAR: f64 = 28.0;

/// A row of a chart, for a level or band.
pub(super) struct ChartRow<'a> {
    pub name: &'a str,
    pub classes: &'a BucketCounts,
    /// The first and last class that the level allows; an open end is 0 or `u16::MAX`.
    pub limits: Option<(u16, u16)>,
    /// The mean share of each class in earlier runs; empty if there are none.
    pub past: Vec<(u16, f64)>,
}

impl ChartRow<'_> {
    fn total(&self) -> u64 {
        self.classes.values().sum()
    }

    fn axis(&self) -> impl Iterator<Item = u16> + '_ {
        let limits = self.limits.into_iter().flat_map(|(first, last)| [first, last]);
        let limits = limits.filter(|&end| end != 0 && end != u16::MAX);
        let past = self.past.iter().map(|&(class, _)| class);
        self.classes.keys().copied().chain(limits).chain(past)
    }
}

/// Returns the smallest, largest and median class in words; `None` without puzzles.
pub(super) fn spread(classes: &BucketCounts, measure: Measure) -> Option<String> {
    let half = classes.values().sum::<u64>().div_ceil(2);
    let mut sum = 0;
    let mut reaches_half = |n: u64| {
        sum += n;
        sum >= half
    };
    let (middle, _) = classes.iter().find(|(_, n)| reaches_half(**n))?;
    let ends = [classes.first_key_value()?, classes.last_key_value()?];
    let [first, last] = ends.map(|(class, _)| measure.label(*class));
    Some(format!("{first} to {last}, middle {}", measure.label(*middle)))
}

/// Returns a row of bars for each level, on a common axis. `about` is the text for screen readers.
pub(super) fn bars(measure: Measure, about: &str, rows: &[ChartRow]) -> String {
    let all = || rows.iter().flat_map(ChartRow::axis);
    let (first, last) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let step = (WIDTH - LEFT - RIGHT) / f64::from(last - first + 1);
    let x = |class: u16| LEFT + f64::from(class.clamp(first, last) - first) * step;
    let height = rows.len() as f64 * ROW + 18.0;
    let mut out = format!(
        "<svg class=\"bars\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">\n",
        escape_markup(about)
    );
    for (i, row) in rows.iter().enumerate() {
        let foot = (i + 1) as f64 * ROW - 4.0;
        if let Some((from, to)) = row.limits {
            let (left, right) = (x(from.max(first)), x(to.min(last)) + step);
            out += &area("limits", [left, foot - BAR, right - left, BAR]);
        }
        let total = row.total().max(1) as f64;
        let share = |n: u64| n as f64 / total;
        let shares = row.classes.values().map(|&n| share(n)).chain(row.past.iter().map(|p| p.1));
        let scale = BAR / shares.fold(0.01, f64::max);
        for (&class, &n) in row.classes {
            let tall = (share(n) * scale).max(0.8);
            out += &area("bar", [x(class) + 0.06 * step, foot - tall, 0.88 * step, tall]);
        }
        past(&mut out, row, scale, foot, step, x);
        let _ = writeln!(
            out,
            "<path class=\"foot\" d=\"M{LEFT} {foot}H{}\"/><text x=\"0\" y=\"{}\">{}</text>",
            WIDTH - RIGHT,
            foot - 3.0,
            escape_markup(row.name)
        );
    }
    let apart = (f64::from(last - first + 1) / 6.0).ceil().max(1.0) as usize;
    for class in (first..=last).step_by(apart) {
        let _ = writeln!(
            out,
            "<text class=\"tick\" x=\"{:.1}\" y=\"{}\">{}</text>",
            x(class) + step / 2.0,
            height - 4.0,
            measure.label(class)
        );
    }
    out + "</svg>\n"
}

/// Draws the mean of earlier runs as a step line.
fn past(
    out: &mut String,
    row: &ChartRow,
    scale: f64,
    foot: f64,
    step: f64,
    x: impl Fn(u16) -> f64,
) {
    let mut path = String::new();
    let mut end = None;
    for &(class, share) in &row.past {
        if end != Some(class) {
            let _ = write!(path, "M{:.1} {foot:.1}", x(class));
        }
        let _ = write!(path, "V{:.1}H{:.1}", foot - share * scale, x(class) + step);
        end = class.checked_add(1);
    }
    if !path.is_empty() {
        let _ = writeln!(out, "<path class=\"past\" d=\"{path}\"/>");
    }
}

impl GivenMap {
    fn share(&self, cell: Cell) -> f64 {
        self.counts[cell.row()][cell.column()] as f64 / self.puzzles.max(1) as f64
    }

    fn mean(&self) -> f64 {
        Cell::ALL.into_iter().map(|cell| self.share(cell)).sum::<f64>() / 81.0
    }

    /// Returns the standard deviation of a cell's share under pure chance.
    fn deviation(&self) -> f64 {
        let mean = self.mean();
        (mean * (1.0 - mean) / self.puzzles.max(1) as f64).sqrt().max(1e-9)
    }

    /// Returns a sentence such as `Each cell is given in 29 to 36 % of 200 puzzles.`
    pub fn words(&self) -> String {
        let percent = |share: f64| (share * 100.0).round();
        let shares = || Cell::ALL.into_iter().map(|cell| self.share(cell));
        let (least, most) = (shares().fold(1.0, f64::min), shares().fold(0.0, f64::max));
        let (mean, deviation) = (self.mean(), self.deviation());
        // Differences of up to four standard deviations are put down to chance.
        let evenly = if shares().all(|share| (share - mean).abs() <= 4.0 * deviation) {
            "Chance alone explains the differences."
        } else {
            "Chance alone does not explain the differences."
        };
        format!(
            "Each cell is given in {} to {} % of {} puzzles. {evenly}",
            percent(least),
            percent(most),
            self.puzzles
        )
    }

    /// Returns the map as SVG. The middle shade is the mean; each darker shade is one standard
    /// deviation more.
    pub fn svg(&self, name: &str) -> String {
        const SIDE: f64 = 20.0;
        let (mean, deviation) = (self.mean(), self.deviation());
        let about = escape_markup(&format!("{name}: {}", self.words()));
        let mut out = format!(
            "<svg class=\"map\" viewBox=\"-1 -1 182 182\" role=\"img\" aria-label=\"{about}\">\n"
        );
        for shade in 0..9i32 {
            let mut path = String::new();
            for cell in Cell::ALL {
                let away = ((self.share(cell) - mean) / deviation).round().clamp(-4.0, 4.0);
                if away as i32 + 4 == shade {
                    let (x, y) = (cell.column() as f64 * SIDE, cell.row() as f64 * SIDE);
                    let _ = write!(path, "M{x} {y}h{0}v{0}h-{0}z", SIDE - 1.0);
                }
            }
            if !path.is_empty() {
                let _ = writeln!(out, "<path class=\"shade{shade}\" d=\"{path}\"/>");
            }
        }
        out + "<path class=\"blocks\" d=\"M59.5 -1v181M119.5 -1v181M-1 59.5h181M-1 119.5h181\"/></svg>\n"
    }
}
