//! Compares books with the catalogues that they were made from: every puzzle of the catalogues is
//! printed exactly once with its title, and nothing else is. The order depends on the design and is
//! checked by `rebuild`.

pub(super) mod archive;
pub(super) mod duplicates;
mod titles;

use super::catalog::row::{CatalogRow, VerifiedPuzzle};
use super::finding::Finding;
use super::volume::{PrintedGrid, PrintedVolume, answers_without_puzzle, compare_answers};
use grid::{AnyGrid, AnyPuzzle};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// Puzzles that differ in more cells are unrelated, not misprints of each other.
const MAX_MISPRINTED_CELLS: usize = 20;
/// The maximum number of unknown puzzles that are compared with the unprinted rows.
const MAX_COMPARED: usize = 500;

/// A row with a puzzle.
#[derive(Clone, Copy)]
struct PuzzleRow<'a> {
    file: &'a Arc<str>,
    line: u64,
    puzzle: &'a AnyPuzzle,
}

impl PuzzleRow<'_> {
    /// Returns true if another row is the next one of the file.
    fn is_before(&self, next: &Self) -> bool {
        self.file == next.file && self.line + 1 == next.line
    }
}

/// Compares books, and separate files of answers, with the catalogues that are named with them.
pub fn against(
    catalogs: &[(Arc<str>, Vec<CatalogRow>)],
    volumes: &[&PrintedVolume],
    apart: &[&PrintedVolume],
) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !catalogs.is_empty() && !volumes.is_empty() {
        findings.extend(puzzles(catalogs, volumes));
    }
    findings.extend(answers(catalogs, volumes, apart));
    findings.extend(titles::titles(catalogs, volumes));
    findings
}

/// Compares puzzles with rows: each row is printed once, and nothing else is.
fn puzzles(catalogs: &[(Arc<str>, Vec<CatalogRow>)], volumes: &[&PrintedVolume]) -> Vec<Finding> {
    // By the text of the givens, which is hashed faster than a grid.
    let mut left: HashMap<String, Vec<PuzzleRow>> = HashMap::new();
    for (file, rows) in catalogs {
        for row in rows {
            if let Some(VerifiedPuzzle { puzzle, .. }) = &row.proved {
                let row = PuzzleRow { file, line: row.line, puzzle };
                left.entry(puzzle.givens().to_string()).or_default().push(row);
            }
        }
    }
    left.values_mut().for_each(|rows| rows.reverse());
    let (mut findings, mut strangers) = (Vec::new(), Vec::new());
    let mut seen: HashMap<String, (&Arc<str>, String)> = HashMap::new();
    for PrintedVolume { file, puzzles, .. } in volumes {
        for (&number, printed) in puzzles {
            let givens = printed.grid.to_string();
            let row = left.get_mut(&givens).and_then(Vec::pop);
            match (row, seen.get(&givens)) {
                (Some(_), _) => _ = seen.insert(givens, (file, printed.in_words(number))),
                (None, Some((other, before))) => {
                    let found = format!("found {before} of {other} again");
                    findings.push(printed.finding(
                        file,
                        number,
                        found,
                        "a puzzle that is printed once",
                    ));
                }
                (None, None) => strangers.push((file, number, printed)),
            }
        }
    }
    let mut unused: Vec<PuzzleRow> = left.into_values().flatten().collect();
    unused.sort_by_key(|row| (row.file, row.line));
    for (i, (file, number, printed)) in strangers.into_iter().enumerate() {
        let near = if i < MAX_COMPARED { nearest(&mut unused, printed) } else { None };
        let (found, expected) = near.unwrap_or_else(|| {
            ("found a puzzle that no row has".to_owned(), "one of the catalogue".to_owned())
        });
        findings.push(printed.finding(file, number, found, expected));
    }
    findings.extend(unprinted(&unused));
    findings
}

/// Removes the row whose puzzle is most similar to a printed one, and describes the difference.
fn nearest(left: &mut Vec<PuzzleRow>, printed: &PrintedGrid) -> Option<(String, String)> {
    let shape = printed.grid.shape();
    let mut differences = Vec::new();
    for (at, row) in left.iter().enumerate().filter(|(_, row)| row.puzzle.shape() == shape) {
        let cells: Vec<usize> = row.puzzle.givens().differences(&printed.grid).collect();
        differences.push((at, cells));
    }
    let (at, cells) = differences.into_iter().min_by_key(|(_, cells)| cells.len())?;
    let &cell = cells.first().filter(|_| cells.len() <= MAX_MISPRINTED_CELLS)?;
    let row = left.remove(at);
    let [is, there] = [printed.grid, row.puzzle.givens()].map(|grid| match grid.digit(cell) {
        Some(digit) => digit.to_string(),
        None => "empty".to_owned(),
    });
    let (count, all, cell) = (cells.len(), shape.cell_count(), shape.cell_name(cell));
    let found = format!(
        "{count} of {all} cells are not as in the catalogue: {cell} is {is}, there {there}"
    );
    Some((found, format!("the puzzle of {}:{}", row.file, row.line)))
}

/// Returns the rows that no page has. Consecutive rows are one finding.
fn unprinted(left: &[PuzzleRow]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for rows in left.chunk_by(PuzzleRow::is_before) {
        let found = match rows.len() {
            1 => "its puzzle is in no book".to_owned(),
            n => format!("its puzzle and the {} behind it are in no book", n - 1),
        };
        let PuzzleRow { file, line, .. } = rows[0];
        findings.push(Finding::in_row(file, line, "puzzle", found, "every row in a book"));
    }
    findings
}

/// Compares separate files of answers with the puzzles that are named with them: by number if these
/// are books, else with the solutions of rows.
fn answers(
    catalogs: &[(Arc<str>, Vec<CatalogRow>)],
    volumes: &[&PrintedVolume],
    apart: &[&PrintedVolume],
) -> Vec<Finding> {
    if apart.is_empty() {
        return Vec::new();
    }
    let puzzles: BTreeMap<u64, PrintedGrid> = volumes
        .iter()
        .flat_map(|volume| volume.puzzles.iter().map(|(n, printed)| (*n, printed.clone())))
        .collect();
    let rows = catalogs.iter().flat_map(|(_, rows)| rows);
    let proved = rows.filter_map(|row| row.proved.as_ref());
    let solutions: HashSet<AnyGrid> = proved.map(|proved| proved.puzzle.solution()).collect();
    let mut findings = Vec::new();
    for PrintedVolume { file, answers, .. } in apart {
        if !puzzles.is_empty() {
            findings.extend(compare_answers(file, &puzzles, answers));
            findings.extend(answers_without_puzzle(file, &puzzles, answers));
        } else if !solutions.is_empty() {
            let strange = answers.iter().filter(|(_, answer)| !solutions.contains(&answer.grid));
            for (&number, answer) in strange {
                let found = "found an answer to no puzzle of the catalogue";
                findings.push(answer.finding(file, number, found, "a solution of one"));
            }
        }
    }
    findings
}
