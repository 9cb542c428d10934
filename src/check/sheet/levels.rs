//! The puzzles of each level or band: how they are spread, where givens are, the easiest and the hardest.

use super::chart::{GivenMap, Row, bars};
use super::subject::Subject;
use crate::check::verify::Known;
use crate::human::ladder::Rung;
use crate::make::generate::Recipe;
use crate::run::{Figures, Measure};
use crate::sudoku::score::Level;
use crate::words::explain::draw_grid;
use crate::words::markup::escaped;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Puzzles that are drawn at each end of a level.
const DRAWN: usize = 5;

/// The proved puzzles of a subject by level or band, each in the order of the catalogue.
pub(super) fn by_rung(subject: &Subject) -> BTreeMap<Rung, Vec<&Known>> {
    let mut rungs: BTreeMap<Rung, Vec<&Known>> = BTreeMap::new();
    for row in subject.rows() {
        if let (Some(rung), Some(_)) = (row.rung, row.score) {
            rungs.entry(rung).or_default().push(row);
        }
    }
    rungs
}

/// How the puzzles of a subject are spread.
pub(super) fn figures(rungs: &BTreeMap<Rung, Vec<&Known>>) -> Figures {
    let mut figures = Figures::default();
    for (&rung, rows) in rungs {
        for row in rows {
            if let Some(score) = &row.score {
                figures.count(rung, score, row.rating.as_ref());
            }
        }
    }
    figures
}

/// What a measure is called on the sheet.
pub(super) fn title(measure: Measure) -> &'static str {
    match measure {
        Measure::Givens => "Givens",
        Measure::RowColMin => "Fewest givens in a row or column",
        Measure::Searches => "Searches of the paper's solver",
        Measure::Total => "Total of the paper's score",
        Measure::Er => "SE rating",
        Measure::Minutes => "Expected minutes",
    }
}

/// The classes that a level or band allows; an open end is 0 or `u16::MAX`.
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

/// The mean share of each class in earlier runs.
fn past(before: &[Figures], rung: Rung, measure: Measure) -> Vec<(u16, f64)> {
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

/// A chart for each measure. `before` are the figures of earlier runs; `None` without an archive.
pub(super) fn charts(
    rungs: &BTreeMap<Rung, Vec<&Known>>,
    figures: &Figures,
    before: Option<&[Figures]>,
) -> String {
    let mut out = String::from("<div class=\"charts\">\n");
    for measure in Measure::ALL {
        let row = |&rung: &Rung| {
            Some(Row {
                name: rung.name(),
                classes: figures.classes(rung, measure)?,
                limits: limits(rung, measure),
                past: past(before.unwrap_or_default(), rung, measure),
            })
        };
        let rows: Vec<_> = rungs.keys().filter_map(row).collect();
        if rows.is_empty() {
            continue;
        }
        let spread = |row: &Row| {
            let (first, middle, last) = row.spread()?;
            let [first, middle, last] = [first, middle, last].map(|class| measure.label(class));
            Some(format!("{} {first} to {last}, middle {middle}", row.name))
        };
        let spreads: Vec<_> = rows.iter().filter_map(spread).collect();
        let (title, spreads) = (title(measure), spreads.join("; "));
        let _ = writeln!(
            out,
            "<figure><figcaption>{title}</figcaption>\n{}</figure>",
            bars(measure, &format!("{title}. {spreads}."), &rows)
        );
    }
    let earlier = match before {
        None => String::new(),
        Some([]) => " The archive has no figures of earlier runs.".to_owned(),
        Some(runs) => {
            format!(" Grey line: the mean of the last {} runs in the archive.", runs.len())
        }
    };
    let _ = writeln!(
        out,
        "</div>\n<p class=\"note\">Bars: this run, each level by itself. Shaded: what the level allows.{earlier}</p>"
    );
    out
}

/// The maps of givens: of all puzzles, and of each level.
pub(super) fn maps(rungs: &BTreeMap<Rung, Vec<&Known>>) -> String {
    let map =
        |rows: &mut dyn Iterator<Item = &&Known>| GivenMap::of(rows.filter_map(|row| row.givens()));
    let all = map(&mut rungs.values().flatten());
    let mut maps = vec![("All puzzles", all)];
    if rungs.len() > 1 {
        maps.extend(rungs.iter().map(|(rung, rows)| (rung.name(), map(&mut rows.iter()))));
    }
    let mut out = String::from("<div class=\"maps\">\n");
    for (name, map) in maps {
        let _ = writeln!(
            out,
            "<figure>\n{}<figcaption><b>{name}</b> {}</figcaption></figure>",
            map.svg(name),
            map.words()
        );
    }
    out + "</div>\n<p class=\"note\">The middle shade is the mean. Each shade is one standard deviation of \
           chance: an even map shows puzzles without a bias.</p>\n"
}

/// What makes a puzzle harder than another of its level: rating and time where there are any, else total and
/// searches, then fewer givens.
fn hardness(row: &Known) -> (u64, u64, usize) {
    let givens = row.score.map_or(0, |score| 81 - score.givens);
    match (&row.rating, &row.score) {
        (Some(rating), _) => (rating.er.0.into(), rating.seconds.0 as u64, givens),
        (None, Some(score)) => (score.total_tenths().into(), score.searches, givens),
        (None, None) => (0, 0, givens),
    }
}

fn hardness_in_words(row: &Known) -> String {
    match (&row.rating, &row.score) {
        (Some(rating), _) => format!("SE {}, {:.0} minutes", rating.er, rating.seconds.0 / 60.0),
        (None, Some(score)) => {
            format!("total {}, {} givens, {} searches", score.total(), score.givens, score.searches)
        }
        (None, None) => String::new(),
    }
}

/// The easiest and the hardest puzzles of each level, drawn. `heading` is the tag of a level's heading.
pub(super) fn extremes(rungs: &BTreeMap<Rung, Vec<&Known>>, heading: &str) -> String {
    let mut out = String::new();
    for (rung, rows) in rungs {
        let mut rows = rows.clone();
        rows.sort_by_key(|row| hardness(row));
        let _ = writeln!(out, "<{heading}>{}</{heading}>\n<div class=\"two\">", rung.name());
        let hardest = rows.split_off(rows.len().saturating_sub(DRAWN).max(rows.len().min(DRAWN)));
        rows.truncate(DRAWN);
        for (words, rows) in [("Easiest", rows), ("Hardest", hardest)] {
            if rows.is_empty() {
                continue;
            }
            let _ = writeln!(out, "<div><p class=\"ends\">{words}</p>\n<div class=\"drawn\">");
            for row in rows {
                let name = match row.id.is_empty() {
                    true => format!("line {}", row.line),
                    false => row.id.clone(),
                };
                let grid = *row.givens().unwrap_or(&crate::sudoku::grid::Grid::EMPTY);
                let _ = writeln!(
                    out,
                    "<figure>{}<figcaption><b>{}</b> {}</figcaption></figure>",
                    draw_grid(&format!("Puzzle {name}"), &grid, &grid),
                    escaped(&name),
                    hardness_in_words(row)
                );
            }
            out += "</div></div>\n";
        }
        out += "</div>\n";
    }
    out
}
