//! Columns of answers about a grid: its validity, and its score by the published formula.

use super::files::PlacedGrid;
use super::record_writer::AnswerFormat;
use engine::sudoku::grid::Conflict;
use engine::sudoku::puzzle::PuzzleError;
use engine::sudoku::score::{SEARCHES_CAP, Score};
use engine::sudoku::validity::Validity;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::iter;

/// The columns of [`validity_values`].
pub const VALIDITY_COLUMNS: [&str; 7] =
    ["file", "line", "puzzle", "legal", "solved", "solutions", "conflicts"];

/// Returns a value for each of [`VALIDITY_COLUMNS`]. `solutions` is 2 if there are several.
/// Conflicts are objects in JSON lines, and text in other formats.
pub fn validity_values(
    asked: &PlacedGrid,
    validity: &Validity,
    format: AnswerFormat,
) -> Vec<Value> {
    let conflict = |conflict: &Conflict| match format {
        AnswerFormat::Jsonl => json!({
            "house": conflict.house.to_string(),
            "digit": conflict.digit.get(),
            "cells": conflict.cells.map(|cell| cell.to_string()),
        }),
        _ => conflict.to_string().into(),
    };
    let conflicts: Vec<Value> = validity.conflicts().iter().map(conflict).collect();
    vec![
        (*asked.place.file).into(),
        asked.place.line.into(),
        asked.grid.to_string().into(),
        conflicts.is_empty().into(),
        (*validity == Validity::Solved).into(),
        validity.solutions().into(),
        conflicts.into(),
    ]
}

/// The score of a puzzle, or the reason why a grid has none.
pub type ScoreResult = Result<Score, PuzzleError>;

type ScoreColumn = (&'static str, fn(&Score) -> Value);

/// The columns of a score: name and value. A column that a catalogue has, too, has the same name
/// there.
const SCORE_COLUMNS: [ScoreColumn; 9] = [
    ("clues", |score| score.givens.into()),
    ("clues_score", |score| score.items()[0].into()),
    ("row_col_min", |score| score.row_col_min.into()),
    ("row_col_min_score", |score| score.items()[1].into()),
    ("searches", |score| score.searches.into()),
    ("searches_score", |score| score.items()[2].into()),
    ("difficulty", |score| (f64::from(score.total_tenths()) / 10.0).into()),
    ("level", |score| score.level().number().into()),
    ("level_name", |score| score.level().name().into()),
];

/// Returns the names of the columns of [`score_values`].
pub fn score_columns() -> Vec<&'static str> {
    let from_score = SCORE_COLUMNS.iter().map(|(name, _)| *name);
    iter::once("puzzle").chain(from_score).chain(["problem"]).collect()
}

/// Returns the score of a grid: a value for each of [`score_columns`].
pub fn score_values(asked: &PlacedGrid, rating: &ScoreResult) -> Vec<Value> {
    let from_score = SCORE_COLUMNS.map(|(_, value)| rating.as_ref().map_or(Value::Null, value));
    let problem = rating.as_ref().err().map(PuzzleError::name).into();
    iter::once(asked.grid.to_string().into()).chain(from_score).chain([problem]).collect()
}

/// The header of the lines of [`write_score`].
pub const SCORE_HEADER: &str =
    "line       givens  row/col      searches  total  level       puzzle";

/// Writes a line for people, in aligned columns, with the score of each item in brackets. If
/// `full`, the place consists of file and line, otherwise of the line alone.
///
/// # Errors
/// If the writer fails.
pub fn write_score(
    out: &mut impl Write,
    asked: &PlacedGrid,
    rating: &ScoreResult,
    full: bool,
) -> io::Result<()> {
    write!(out, "{:<8} ", asked.place.label(full))?;
    match rating {
        Ok(score) => {
            let [a, b, c] = score.items();
            let givens = format!("{} ({a})", score.givens);
            let row_col = format!("{} ({b})", score.row_col_min);
            let more = ["", "+"][usize::from(score.searches == SEARCHES_CAP)];
            let searches = format!("{}{more} ({c})", score.searches);
            let level = format!("{} {}", score.level().number(), score.level());
            let total = score.total();
            write!(out, "{givens:>8} {row_col:>8} {searches:>13}  {total:>5}  {level:<10}  ")?;
        }
        Err(e) => write!(out, "{:<52}", format!("not rated: {}", e.name()))?,
    }
    writeln!(out, "{}", asked.grid)
}
