//! The rows of catalogues in the orders in which books may have their puzzles.

use super::catalog::Known;
use crate::canon::Canonical;
use crate::grade::Rating;
use crate::ladder::{Ladder, Rung};
use crate::puzzle::Puzzle;
use std::sync::Arc;

/// A row with its file.
pub(super) type Expected<'a> = (&'a Arc<str>, &'a Known);

/// The rows in the order of most books.
pub(super) fn in_order(catalogs: &[(Arc<str>, Vec<Known>)]) -> Vec<Expected<'_>> {
    let mut rows: Vec<Expected> =
        catalogs.iter().flat_map(|(file, rows)| rows.iter().map(move |row| (file, row))).collect();
    let load = |row: &Known| of_band(row).map_or(0.0, |rating| rating.load.0);
    rows.sort_by(|(_, a), (_, b)| place(a).cmp(&place(b)).then(load(a).total_cmp(&load(b))));
    rows
}

/// The rows as the sheets of a class have them: the first version of each puzzle, then the second of each, and so on.
/// `None` unless all puzzles have as many versions, two or more.
pub(super) fn by_version<'a>(rows: &[Expected<'a>]) -> Option<Vec<Expected<'a>>> {
    let class = |row: &Known| Some(Canonical::of(&Puzzle::prove(row.givens?).ok()?));
    let rows: Vec<_> = rows.iter().map(|&row| (class(row.1), row)).collect();
    let puzzles: Vec<_> = rows.chunk_by(|(a, _), (b, _)| a.is_some() && a == b).collect();
    let versions = puzzles.first()?.len();
    let even = versions > 1 && puzzles.iter().all(|puzzle| puzzle.len() == versions);
    let version = |n: usize| puzzles.iter().map(move |puzzle| puzzle[n].1);
    even.then(|| (0..versions).flat_map(version).collect())
}

/// Groups them by technique.
pub(super) fn group(rows: &mut [Expected]) {
    rows.sort_by_key(|(_, row)| (place(row), of_band(row).map(|rating| rating.hardest)));
}

/// The rating of a puzzle of a band. Levels have the order of the rows.
fn of_band(row: &Known) -> Option<Rating> {
    row.rating.filter(|_| row.rung.is_some_and(|rung| rung.ladder() == Ladder::Human))
}

/// The place of a row's level among the levels; what has none comes last.
pub(super) fn place(row: &Known) -> usize {
    row.rung.map_or(Rung::MOST, Rung::index)
}
