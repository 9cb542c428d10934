//! Books against the catalogues that they were made of, puzzle by puzzle. Not whether either is
//! right by itself.

use super::book::{Printed, Volume, missing};
use super::catalog::Known;
use super::finding::{Finding, Place};
use super::order::{Expected, by_version, group, in_order, place};
use super::told;
use crate::grade::Rater;
use crate::grid::{Cell, Grid};
use crate::ladder::Ladder;
use crate::puzzle::Puzzle;
use crate::score::Level;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Holds the puzzles of books, under the numbers of the books, against the rows of catalogues: in
/// each level a book has the order of the rows, in each band that of the loads. It has the easiest level first, or its levels take
/// turns, in whatever order, or it has the sheets of a class, or its bands are grouped by technique: of these the one in which least is wrong.
pub fn against(
    catalogs: &[(Arc<str>, Vec<Known>)],
    volumes: &[(Arc<str>, Volume)],
) -> Vec<Finding> {
    let (alone, volumes): (Vec<_>, Vec<_>) =
        volumes.iter().partition(|(_, volume)| volume.puzzles.is_empty());
    let mut findings = told::against(catalogs, &alone);
    if !volumes.is_empty() {
        findings.extend(printed(catalogs, &volumes));
    }
    findings
}

/// The same of volumes with puzzles.
fn printed(catalogs: &[(Arc<str>, Vec<Known>)], volumes: &[&(Arc<str>, Volume)]) -> Vec<Finding> {
    let catalogs = on_ladder(catalogs, volumes);
    let mut rows = in_order(&catalogs);
    let findings = compare(&rows, volumes);
    if findings.is_empty() {
        return findings;
    }
    let in_turn = compare(&in_turn(&rows, volumes), volumes);
    let sheets = by_version(&rows).map(|rows| compare(&rows, volumes));
    group(&mut rows);
    let grouped = compare(&rows, volumes);
    let all = [Some(findings), Some(in_turn), sheets, Some(grouped)];
    let fewest = all.into_iter().flatten().min_by_key(Vec::len);
    fewest.unwrap_or_default()
}

/// The rows with levels or bands on the ladder of the books, which need not be that of the catalogues.
fn on_ladder(
    catalogs: &[(Arc<str>, Vec<Known>)],
    volumes: &[&(Arc<str>, Volume)],
) -> Vec<(Arc<str>, Vec<Known>)> {
    let printed = volumes.iter().flat_map(|(_, volume)| volume.puzzles.values());
    let printed: HashMap<&Grid, &Printed> = printed.map(|p| (&p.grid, p)).collect();
    let ladder = printed.values().find_map(|printed| Some(printed.rung?.ladder()));
    let mut rater = Rater::new();
    let mut catalogs = catalogs.to_vec();
    for row in catalogs.iter_mut().flat_map(|(_, rows)| rows) {
        let (Some(givens), Some(ladder)) = (&row.givens, ladder) else { continue };
        if row.rung.is_none_or(|rung| rung.ladder() == ladder) {
            continue;
        }
        (row.rung, row.rating) = match printed.get(givens) {
            Some(printed) => (printed.rung, printed.rating),
            // One that is not in a book is proved again.
            None => match (Puzzle::prove(*givens), ladder) {
                (Ok(puzzle), Ladder::Paper) => (Some(Level::of(&puzzle).into()), None),
                (Ok(puzzle), Ladder::Human) => {
                    let rating = rater.rate(&puzzle).ok();
                    (rating.map(|rating| rating.band.into()), rating)
                }
                (Err(_), _) => (None, None),
            },
        };
    }
    catalogs
}

/// Puzzles that differ in more cells are not each other with a fault.
const UNLIKE: usize = 20;

/// The rows as a book has them whose levels take turns: at each number the next row of the level
/// whose puzzle is most like the one that is printed; if none is like it, of its own level.
fn in_turn<'a>(rows: &[Expected<'a>], volumes: &[&(Arc<str>, Volume)]) -> Vec<Expected<'a>> {
    let mut left: Vec<&[Expected]> = rows.chunk_by(|a, b| place(a.1) == place(b.1)).collect();
    let printed = volumes.iter().flat_map(|(_, volume)| volume.puzzles.values());
    let mut order = Vec::with_capacity(rows.len());
    for printed in printed {
        let unlike = |rows: &&mut &[Expected]| {
            let givens = rows.first().and_then(|(_, row)| row.givens.as_ref());
            givens.map_or(usize::MAX, |givens| {
                Cell::ALL.iter().filter(|&&cell| givens[cell] != printed.grid[cell]).count()
            })
        };
        let own = |rows: &&mut &[Expected]| rows.first().is_some_and(|r| r.1.rung == printed.rung);
        let far = |rows: &&mut &[Expected]| {
            let differ = unlike(rows);
            (differ > UNLIKE && !own(rows), differ)
        };
        let next = left.iter_mut().filter(|rows| !rows.is_empty()).min_by_key(far);
        if let Some(rows) = next
            && let Some((first, rest)) = rows.split_first()
        {
            order.push(*first);
            *rows = rest;
        }
    }
    order.extend(left.into_iter().flatten());
    order
}

/// The printed number of the first row: that of most puzzles. Books of a series go on with the numbers of the
/// book before.
fn first_number(rows: &[Expected], volumes: &[&(Arc<str>, Volume)]) -> u64 {
    let of_row = |(i, (_, row)): (u64, &Expected<'_>)| Some((row.givens?, i));
    let rows: HashMap<Grid, u64> = (0..).zip(rows).filter_map(of_row).collect();
    let mut votes: BTreeMap<u64, usize> = BTreeMap::new();
    for (&number, printed) in volumes.iter().flat_map(|(_, volume)| &volume.puzzles) {
        let before = rows.get(&printed.grid);
        if let Some(first) = before.and_then(|before| number.checked_sub(*before)) {
            *votes.entry(first).or_default() += 1;
        }
    }
    let most = votes.into_iter().rev().max_by_key(|(_, votes)| *votes);
    most.map_or(1, |(first, _)| first)
}

/// Holds the puzzles of books against rows in the order of the books.
fn compare(rows: &[Expected], volumes: &[&(Arc<str>, Volume)]) -> Vec<Finding> {
    let mut seen = vec![false; rows.len()];
    let mut findings = Vec::new();
    let first_number = first_number(rows, volumes);
    for (file, volume) in volumes {
        for (&number, printed) in &volume.puzzles {
            let mut find = |wrong: String, right: String| {
                let finding = Finding::at(file, printed.place.clone(), wrong, right);
                findings.push(finding.of(number));
            };
            let index = number.checked_sub(first_number).and_then(|n| usize::try_from(n).ok());
            let Some((index, (catalog, row))) = index.and_then(|i| Some((i, rows.get(i)?))) else {
                let wrong = format!("the catalogue has {} puzzles", rows.len());
                find(wrong, "a number that it has".into());
                continue;
            };
            if std::mem::replace(&mut seen[index], true) {
                find("the number is in two volumes".into(), String::new());
            }
            if let Some(givens) = &row.givens
                && *givens != printed.grid
            {
                let right = format!("the puzzle of {catalog}:{}", row.line);
                find(difference(&printed.grid, givens), right);
            }
        }
    }
    let mut first = 0;
    while let Some(from) = seen[first..].iter().position(|seen| !seen) {
        let from = first + from;
        let len = seen[from..].iter().take_while(|seen| !**seen).count();
        first = from + len;
        let (file, row) = rows[from];
        let place = Place::Line { line: row.line, column: "" };
        let last = first_number + first as u64 - 1;
        let wrong = format!("in the book {}", missing(first_number + from as u64, last));
        findings.push(Finding::at(file, place, wrong, "every row in a book"));
    }
    findings
}

/// The first cell in which a printed grid is not the right one.
fn difference(printed: &Grid, right: &Grid) -> String {
    let different = |cell: &Cell| printed[*cell] != right[*cell];
    let cells: Vec<_> = Cell::ALL.into_iter().filter(different).collect();
    let text = |grid: &Grid, cell: Cell| grid[cell].map_or("empty".into(), |d| d.to_string());
    match cells[..] {
        [] => String::new(),
        [cell, ..] => format!(
            "{} of 81 cells are not as in the catalogue: {cell} is {}, there {}",
            cells.len(),
            text(printed, cell),
            text(right, cell)
        ),
    }
}
