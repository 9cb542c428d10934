//! The columns of answers about a grid: its validity, its rating.

use super::answers::AnswerFormat;
use super::files::PlacedGrid;
use crate::sudoku::grid::Conflict;
use crate::sudoku::puzzle::NotProper;
use crate::sudoku::score::{SEARCHES_CAP, Score};
use crate::sudoku::validity::Validity;
use serde_json::{Value, json};
use std::io::{self, Write};

/// The columns of [`validity_values`].
pub const VALIDITY_COLUMNS: [&str; 7] =
    ["file", "line", "puzzle", "legal", "solved", "solutions", "conflicts"];

/// What is true of a grid: a value for each of [`VALIDITY_COLUMNS`]. `solutions` is 2 for several.
/// Conflicts are objects in JSON lines, text in other formats.
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

/// The score of a puzzle, or why a grid has none.
pub type Rating = Result<Score, NotProper>;

/// The columns of [`rating_values`]. Those that a catalogue has too have their names there.
pub const RATING_COLUMNS: [&str; 11] = [
    "puzzle",
    "clues",
    "clues_score",
    "row_col_min",
    "row_col_min_score",
    "searches",
    "searches_score",
    "difficulty",
    "level",
    "level_name",
    "problem",
];

/// The rating of a grid: a value for each of [`RATING_COLUMNS`].
pub fn rating_values(asked: &PlacedGrid, rating: &Rating) -> Vec<Value> {
    let of = |value: fn(&Score) -> Value| rating.as_ref().map_or(Value::Null, value);
    vec![
        asked.grid.to_string().into(),
        of(|score| score.givens.into()),
        of(|score| score.items()[0].into()),
        of(|score| score.row_col_min.into()),
        of(|score| score.items()[1].into()),
        of(|score| score.searches.into()),
        of(|score| score.items()[2].into()),
        of(|score| (f64::from(score.total_tenths()) / 10.0).into()),
        of(|score| score.level().number().into()),
        of(|score| score.level().name().into()),
        rating.as_ref().err().map(NotProper::name).into(),
    ]
}

/// The header of the lines of [`write_rating`].
pub const RATING_HEADER: &str =
    "line       givens  row/col      searches  total  level       puzzle";

/// Writes a line for people, in aligned columns, with the score of each item in brackets. The place is
/// the line alone, or `full`.
///
/// # Errors
/// When the writer fails.
pub fn write_rating(
    out: &mut impl Write,
    asked: &PlacedGrid,
    rating: &Rating,
    full: bool,
) -> io::Result<()> {
    let place = match full {
        true => asked.place.to_string(),
        false => asked.place.line.to_string(),
    };
    write!(out, "{place:<8} ")?;
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
