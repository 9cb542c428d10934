//! Shows the figures of all levels in one table, then the settings and the checksums of the files.

use crate::verify::{LevelRow, Proof, VerifiedInput, tenths};
use askama::Template;
use explain::render;

/// The figures of everything on a sheet.
#[derive(Template)]
#[template(path = "figures.html")]
struct Figures<'a> {
    levels: Vec<LevelLine>,
    inputs: Vec<InputFigures<'a>>,
    /// True if the names of inputs tell their levels apart.
    is_several: bool,
}

/// A line of the table of levels.
struct LevelLine {
    level: String,
    puzzles: u64,
    givens: String,
    rating: String,
    minutes: String,
}

/// The settings and files of an input.
struct InputFigures<'a> {
    input: &'a VerifiedInput,
    /// The names and values of the settings.
    settings: Vec<(String, String)>,
}

/// Returns the figures as HTML.
pub(super) fn section(proof: &Proof) -> String {
    let is_several = proof.read.len() > 1;
    let mut levels = Vec::new();
    for input in &proof.read {
        for (rung, row) in &input.levels.0 {
            let level = rung.full_name();
            let name = if is_several { format!("{}: {level}", input.name) } else { level };
            levels.push(level_line(name, row));
        }
    }
    let inputs =
        proof.read.iter().map(|input| InputFigures { input, settings: settings(input) }).collect();
    render(&Figures { levels, inputs, is_several })
}

/// Describes a level. Without ratings, the total of the published score is the rating.
fn level_line(level: String, row: &LevelRow) -> LevelLine {
    let ratings = row.ratings.in_words(tenths);
    let rating = if ratings.is_empty() {
        format!("score {}", row.totals.in_words(tenths))
    } else {
        format!("SE {ratings}")
    };
    LevelLine {
        level,
        puzzles: row.puzzles,
        givens: row.givens.in_words(|n| n.to_string()),
        rating,
        minutes: row.minutes.in_words(|n| n.to_string()),
    }
}

/// Returns the names and values of the settings of a run; nothing for other files.
fn settings(input: &VerifiedInput) -> Vec<(String, String)> {
    let Some(run) = &input.manifest else { return Vec::new() };
    let mut all = vec![("program".to_owned(), run.program.clone())];
    all.push(("seed".to_owned(), run.seed.to_string()));
    all.extend(run.short.iter().map(|why| ("short".to_owned(), why.clone())));
    all.extend(run.settings.texts().map(|(name, text)| (name.replace('-', " "), text)));
    all
}
