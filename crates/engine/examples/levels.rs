//! Shows how hard the levels of the published ladder are for people. The program prints the share
//! of puzzles of each level at or below a rating, and draws the table: `cargo run --release
//! --example levels -- levels.svg 500`. A third argument, `published`, takes the paper's own
//! puzzles.

use rand::seq::SliceRandom as _;
use std::error::Error;
use std::fmt::Write as _;
use sudoku_press_engine::human::grade::{Rater, Tenths};
use sudoku_press_engine::make::batch::{Batch, GivensConstraints, Plan};
use sudoku_press_engine::make::generate::{Bounds, FullGrid, Look, Symmetry, dig};
use sudoku_press_engine::make::seed::Seed;
use sudoku_press_engine::sudoku::grid::Cell;
use sudoku_press_engine::sudoku::puzzle::Puzzle;
use sudoku_press_engine::sudoku::score::Level;

/// The highest rating of each class, the techniques that it needs, and its colour.
const CLASSES: [(u16, &str, &str); 8] = [
    (12, "singles of blocks", "#e8f1f8"),
    (15, "singles of lines", "#c6dcee"),
    (25, "naked singles, direct finds", "#9cc3e0"),
    (34, "intersections, pairs", "#6aa5cf"),
    (44, "triplets, fish, wings", "#3f84b8"),
    (62, "rectangles, BUG, exclusions", "#27659a"),
    (75, "simple chains", "#164674"),
    (200, "multiple chains", "#0a2747"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next();
    let count: u64 = args.next().map_or(Ok(100), |text| text.parse())?;
    let look: Look = args.next().map_or(Ok(Look::Composed), |text| text.parse())?;

    let mut rows: Vec<(String, Vec<Tenths>)> = Vec::new();
    let quotas = Level::ALL.map(|level| (level, count)).to_vec();
    let mut rater = Rater::new();
    let givens = GivensConstraints { look, ..GivensConstraints::default() };
    for item in Batch::new(Plan { givens, ..Plan::new(quotas) }, Seed(1), 0)? {
        let entry = item?.puzzle()?.entry;
        let name = format!("level {}, {}", entry.score.level().number(), entry.score.level());
        if rows.last().is_none_or(|(last, _)| *last != name) {
            rows.push((name, Vec::new()));
        }
        let rated = rows.last_mut().map(|(_, ratings)| ratings);
        rated
            .into_iter()
            .for_each(|ratings| ratings.extend(rater.rate(&entry.puzzle).map(|r| r.er)));
    }
    rows.push((String::from("random minimal"), minimal(count * 6, &mut rater)));

    print!("| at most |");
    CLASSES.iter().for_each(|(most, ..)| print!(" {} |", Tenths(*most)));
    println!(" highest |\n|---|{}", "---|".repeat(CLASSES.len() + 1));
    for (name, ratings) in &rows {
        print!("| {name} |");
        CLASSES.iter().for_each(|(most, ..)| print!(" {:.1} |", share(ratings, *most)));
        println!(" {} |", ratings.iter().max().copied().unwrap_or(Tenths(0)));
    }
    if let Some(file) = file {
        std::fs::write(file, drawing(&rows)?)?;
    }
    Ok(())
}

/// Returns the share of ratings at or below `most`, in percent.
fn share(ratings: &[Tenths], most: u16) -> f64 {
    let below = ratings.iter().filter(|rating| rating.0 <= most).count();
    100.0 * below as f64 / ratings.len().max(1) as f64
}

/// Returns the ratings of puzzles from which no given can be removed, dug in a random order.
fn minimal(count: u64, rater: &mut Rater) -> Vec<Tenths> {
    let mut rng = Seed(1).stream_at(0);
    let mut ratings = Vec::new();
    while (ratings.len() as u64) < count {
        let Some(solution) = FullGrid::PAPER.attempt(&mut rng) else {
            continue;
        };
        let mut order = Cell::ALL;
        order.shuffle(&mut rng);
        let bounds = Bounds { givens: 17, ..Bounds::default() };
        let puzzle = Puzzle::prove(dig(&solution, &order, Symmetry::None, bounds));
        ratings.extend(puzzle.ok().and_then(|puzzle| rater.rate(&puzzle).ok()).map(|r| r.er));
    }
    ratings
}

/// Draws a bar for each row, with a part for each class.
fn drawing(rows: &[(String, Vec<Tenths>)]) -> Result<String, std::fmt::Error> {
    const BAR: f64 = 520.0;
    let height = rows.len() * 34 + 20;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 {}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        height + 64
    );
    for (row, (name, ratings)) in rows.iter().enumerate() {
        let top = row * 34 + 16;
        writeln!(svg, "<text x=\"164\" y=\"{}\" text-anchor=\"end\">{name}</text>", top + 17)?;
        let mut from = 0.0;
        for (most, _, colour) in CLASSES {
            let to = share(ratings, most);
            let (x, width) = (176.0 + from / 100.0 * BAR, (to - from) / 100.0 * BAR);
            writeln!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"24\" fill=\"{colour}\"/>"
            )?;
            from = to;
        }
        writeln!(
            svg,
            "<rect x=\"176\" y=\"{top}\" width=\"{BAR}\" height=\"24\" fill=\"none\" stroke=\"#888\"/>"
        )?;
    }
    for (i, (_, name, colour)) in CLASSES.iter().enumerate() {
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
