//! Shows the puzzles of each level or band: their distributions, where givens are, the easiest and
//! the hardest.

use super::chart::{ChartRow, bars, spread};
use super::stats::{GivenMap, PuzzleStats, RankedPuzzle, RungStats};
use crate::check::verify::VerifiedPuzzle;
use crate::run::{Histograms, Measure};
use askama::Template;
use engine::human::ladder::Rung;
use engine::make::generate::Recipe;
use engine::sudoku::grid::Grid;
use engine::sudoku::score::Level;
use press::text::explain::draw_grid;
use press::text::markup::render;
use std::collections::{BTreeMap, HashMap};

#[derive(Template)]
#[template(path = "proof/charts.html")]
struct Charts {
    /// The title and drawing of each chart.
    charts: Vec<(&'static str, String)>,
    /// The number of earlier runs; `None` without an archive.
    earlier: Option<usize>,
}

#[derive(Template)]
#[template(path = "proof/maps.html")]
struct Maps<'a> {
    /// The name and map of each level.
    maps: Vec<(&'static str, &'a GivenMap)>,
}

/// The levels with their easiest and hardest puzzles.
#[derive(Template)]
#[template(path = "proof/extremes.html")]
struct Extremes<'a> {
    levels: Vec<(&'static str, [LevelEnd; 2])>,
    heading: &'a str,
}

/// The name of one end of a level, with its puzzles.
type LevelEnd = (&'static str, Vec<DrawnPuzzle>);

/// A puzzle as a drawing.
struct DrawnPuzzle {
    name: String,
    drawn: String,
    hardness: String,
}

/// Returns the title of a measure.
pub(super) fn title(measure: Measure) -> &'static str {
    match measure {
        Measure::Givens => "Givens",
        Measure::RowColMin => "Fewest givens in a row or column",
        Measure::Searches => "Searches of the published solver",
        Measure::Total => "Total of the published score",
        Measure::Er => "SE rating",
        Measure::Minutes => "Expected minutes",
    }
}

/// Returns the first and last class that a level or band allows; an open end is 0 or `u16::MAX`.
fn limits(rung: Rung, measure: Measure) -> Option<(u16, u16)> {
    match (rung, measure) {
        (Rung::Level(level), Measure::Givens) => {
            let recipe = Recipe::paper(level);
            Some((recipe.min_givens as u16, recipe.max_givens as u16))
        }
        (Rung::Level(level), Measure::RowColMin) => {
            let least = Recipe::paper(level).row_col_min as u16;
            (least > 0).then_some((least, u16::MAX))
        }
        (Rung::Level(Level::Beginner), Measure::Total) => Some((10, 10)),
        (Rung::Level(level), Measure::Total) => {
            let last = 10 * u16::from(level.number());
            Some((last - 9, last))
        }
        (Rung::Band(band), Measure::Er) => Some((0, band.ceiling()?.0 / 5)),
        _ => None,
    }
}

/// Returns the mean share of each class in earlier runs.
fn past(before: &[Histograms], rung: Rung, measure: Measure) -> Vec<(u16, f64)> {
    let runs: Vec<_> = before.iter().filter_map(|run| run.classes(rung, measure)).collect();
    let mut shares: BTreeMap<u16, f64> = BTreeMap::new();
    for classes in &runs {
        let total = classes.values().sum::<u64>().max(1) as f64;
        for (&class, &n) in *classes {
            *shares.entry(class).or_default() += n as f64 / total / runs.len() as f64;
        }
    }
    shares.into_iter().collect()
}

/// Returns a chart for each measure. `before` holds the figures of earlier runs; `None` without an
/// archive.
pub(super) fn charts(counted: &PuzzleStats, before: Option<&[Histograms]>) -> String {
    let chart = |measure: Measure| {
        let row = |&rung: &Rung| {
            Some(ChartRow {
                name: rung.name(),
                classes: counted.figures.classes(rung, measure)?,
                limits: limits(rung, measure),
                past: past(before.unwrap_or_default(), rung, measure),
            })
        };
        let rows: Vec<_> = counted.rungs.keys().filter_map(row).collect();
        let spread =
            |row: &ChartRow| Some(format!("{} {}", row.name, spread(row.classes, measure)?));
        let spreads: Vec<_> = rows.iter().filter_map(spread).collect();
        let (title, spreads) = (title(measure), spreads.join("; "));
        let about = format!("{title}. {spreads}.");
        (!rows.is_empty()).then(|| (title, bars(measure, &about, &rows)))
    };
    let charts = Measure::ALL.into_iter().filter_map(chart).collect();
    render(&Charts { charts, earlier: before.map(<[_]>::len) })
}

/// Returns the maps of givens, of all puzzles and of each level.
pub(super) fn maps(rungs: &BTreeMap<Rung, RungStats>) -> String {
    let mut all = GivenMap::default();
    rungs.values().for_each(|of_rung| all.add(&of_rung.givens));
    let mut maps = vec![("All puzzles", &all)];
    if rungs.len() > 1 {
        maps.extend(rungs.iter().map(|(rung, of_rung)| (rung.name(), &of_rung.givens)));
    }
    render(&Maps { maps })
}

fn hardness_in_words(VerifiedPuzzle { rating, score, .. }: &VerifiedPuzzle) -> String {
    match rating {
        Some(rating) => format!("SE {}, {:.0} minutes", rating.er, rating.seconds.0 / 60.0),
        None => {
            format!("total {}, {} givens, {} searches", score.total(), score.givens, score.searches)
        }
    }
}

/// Returns drawings of the easiest and the hardest puzzles of each level. `heading` is the HTML tag
/// of a level's heading. `printed` gives the places of puzzles in books; other puzzles are named
/// after their rows.
pub(super) fn extremes(
    rungs: &BTreeMap<Rung, RungStats>,
    printed: &HashMap<Grid, String>,
    heading: &str,
) -> String {
    let drawn = |(row, proved): &RankedPuzzle| {
        let grid = proved.puzzle.givens();
        let (name, title) = match printed.get(grid) {
            Some(place) => (place.clone(), format!("Puzzle {place} ({row})")),
            None => (row.clone(), format!("Puzzle {row}")),
        };
        let drawn = draw_grid(&title, grid, grid);
        DrawnPuzzle { name, drawn, hardness: hardness_in_words(proved) }
    };
    let level = |(rung, of_rung): (&Rung, &RungStats)| {
        let [easiest, hardest] = of_rung.ends().map(|end| end.iter().map(drawn).collect());
        (rung.name(), [("Easiest", easiest), ("Hardest", hardest)])
    };
    render(&Extremes { levels: rungs.iter().map(level).collect(), heading })
}
