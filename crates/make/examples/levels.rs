//! Shows what the levels of both ladders ask of people. The program prints a table of puzzles of
//! each level, and draws the shares of the steps that they need: `cargo run --release --example
//! levels -- levels.svg 500`. A third argument, `published`, takes the method of the published
//! levels without our additions.

use explainer::Rater;
use grid::{Grid, House, Puzzle};
use human::{Band, Ladder, LadderPath, PathStep, Position, Rung, StepKind};
use std::error::Error;
use std::fmt::Write as _;
use sudoku_press_make::{Batch, GivensConstraints, Look, Plan, Seed};

/// By band: what it adds, and its colour.
const NEEDS: [(&str, &str); 7] = [
    ("1: singles of blocks", "#e8f1f8"),
    ("2: singles of lines", "#c6dcee"),
    ("3: naked singles", "#9cc3e0"),
    ("4: locked digits, pairs, triples", "#6aa5cf"),
    ("5: wings, short chains", "#3f84b8"),
    ("6: chains", "#27659a"),
    ("7: the rest", "#0a2747"),
];

/// The number of kinds of hardest steps that the table names.
const NAMED_KINDS: usize = 3;

/// The puzzles of a level, measured.
struct LevelSample {
    name: String,
    hardest: Vec<StepKind>,
    seconds: Vec<f64>,
    givens: usize,
    openings: Vec<u32>,
    with_empty_house: usize,
}

impl LevelSample {
    /// Makes and measures this number of puzzles of a level.
    fn new(rung: Rung, count: u64, look: Look) -> Result<Self, Box<dyn Error>> {
        let mut sample = Self {
            name: format!("{} {rung}", rung.number()),
            hardest: Vec::new(),
            seconds: Vec::new(),
            givens: 0,
            openings: Vec::new(),
            with_empty_house: 0,
        };
        let givens = GivensConstraints { look, ..GivensConstraints::default() };
        for item in Batch::new(Plan { givens, ..Plan::new(vec![(rung, count)]) }, Seed(1), 0)? {
            let puzzle = item?.puzzle()?.entry.puzzle;
            sample.add(puzzle.classic().ok_or("a puzzle of 9x9")?)?;
        }
        sample.seconds.sort_by(f64::total_cmp);
        sample.openings.sort_unstable();
        Ok(sample)
    }

    fn add(&mut self, puzzle: &Puzzle) -> Result<(), Box<dyn Error>> {
        let path = LadderPath::new(Position::new(puzzle.givens()));
        let kinds = path.map(|told| PathStep::kind(&told));
        self.hardest.extend(kinds.max_by_key(|kind| kind.ladder_key()));
        let rating = Rater::new().rate(puzzle)?;
        self.seconds.push(rating.seconds.0);
        self.openings.push(rating.openings);
        self.givens += puzzle.givens_count();
        self.with_empty_house += usize::from(has_empty_house(puzzle.givens()));
        Ok(())
    }

    /// Returns the share of puzzles that need at most this band, in percent.
    fn share(&self, band: Band) -> f64 {
        let within = self.hardest.iter().filter(|kind| kind.band() <= band).count();
        self.percent(within)
    }

    fn percent(&self, count: usize) -> f64 {
        100.0 * count as f64 / self.hardest.len().max(1) as f64
    }

    /// Returns the most frequent kinds of hardest steps, with their shares.
    fn kinds(&self) -> String {
        let mut counts: Vec<(usize, StepKind)> = Vec::new();
        for kind in &self.hardest {
            match counts.iter_mut().find(|(_, known)| known == kind) {
                Some((count, _)) => *count += 1,
                None => counts.push((1, *kind)),
            }
        }
        counts.sort_by_key(|(count, kind)| (usize::MAX - count, *kind));
        let named = counts.iter().take(NAMED_KINDS);
        let words: Vec<_> =
            named.map(|(count, kind)| format!("{kind} {:.0}", self.percent(*count))).collect();
        words.join(", ")
    }

    /// Writes the row of the table.
    fn row(&self) -> String {
        let shares: Vec<_> = (0..NEEDS.len()).map(|n| format!("{:.1}", self.part(n))).collect();
        let [low, middle, high] = [10, 50, 90].map(|percent| {
            let minutes = quantile(&self.seconds, percent).unwrap_or_default() / 60.0;
            format!("{minutes:.0}")
        });
        format!(
            "| {} | {} | {} | {low}, {middle}, {high} | {:.1} | {} | {:.1} |",
            self.name,
            shares.join(" | "),
            self.kinds(),
            self.givens as f64 / self.hardest.len().max(1) as f64,
            quantile(&self.openings, 50).unwrap_or_default(),
            self.percent(self.with_empty_house),
        )
    }

    /// Returns the share of puzzles that need exactly band `n`, counted from 0, in percent.
    fn part(&self, n: usize) -> f64 {
        let below = if n == 0 { 0.0 } else { self.share(Band::ALL[n - 1]) };
        self.share(Band::ALL[n]) - below
    }
}

/// Returns true if a row, column or block has no given.
fn has_empty_house(givens: &Grid) -> bool {
    House::ALL.iter().any(|house| house.cells().iter().all(|&cell| givens[cell].is_none()))
}

/// Returns the value below which this percentage of the sorted values lies.
fn quantile<T: Copy>(sorted: &[T], percent: usize) -> Option<T> {
    sorted.get(sorted.len() * percent / 100).copied()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next();
    let count: u64 = args.next().map_or(Ok(100), |text| text.parse())?;
    let look: Look = args.next().map_or(Ok(Look::Composed), |text| text.parse())?;
    println!(
        "| level | {} | hardest steps | minutes (10, 50, 90 %) | givens | openings | an empty house |",
        (1..=NEEDS.len()).map(|n| n.to_string()).collect::<Vec<_>>().join(" | ")
    );
    println!("|---|{}---|---|--:|--:|--:|", "--:|".repeat(NEEDS.len()));
    let mut samples = Vec::new();
    for rung in Ladder::Published.rungs().chain(Ladder::Human.rungs()) {
        let sample = LevelSample::new(rung, count, look)?;
        println!("{}", sample.row());
        samples.push(sample);
    }
    if let Some(file) = file {
        std::fs::write(file, drawing(&samples)?)?;
    }
    Ok(())
}

/// Draws a bar for each level, with a part for each band.
fn drawing(samples: &[LevelSample]) -> Result<String, std::fmt::Error> {
    const BAR: f64 = 520.0;
    let height = samples.len() * 34 + 20;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 {}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        height + 64
    );
    for (row, sample) in samples.iter().enumerate() {
        let (top, name) = (row * 34 + 16, &sample.name);
        writeln!(svg, "<text x=\"164\" y=\"{}\" text-anchor=\"end\">{name}</text>", top + 17)?;
        let mut x = 176.0;
        for (n, (_, colour)) in NEEDS.iter().enumerate() {
            let width = sample.part(n) / 100.0 * BAR;
            writeln!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"24\" fill=\"{colour}\"/>"
            )?;
            x += width;
        }
        writeln!(
            svg,
            "<rect x=\"176\" y=\"{top}\" width=\"{BAR}\" height=\"24\" fill=\"none\" stroke=\"#888\"/>"
        )?;
    }
    for (i, (name, colour)) in NEEDS.iter().enumerate() {
        let (x, y) = (16 + i % 4 * 178, height + 8 + i / 4 * 24);
        writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"14\" height=\"14\" fill=\"{colour}\" stroke=\"#888\"/>"
        )?;
        writeln!(svg, "<text x=\"{}\" y=\"{}\" font-size=\"11\">{name}</text>", x + 20, y + 11)?;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}
