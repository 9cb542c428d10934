//! Compares books with the catalogues that they were made from: every puzzle of the catalogues is
//! printed exactly once with its title, and nothing else is. The order depends on the design and is
//! checked by `rebuild`.

pub(super) mod archive;
pub(super) mod duplicates;
mod titles;

use super::catalog::row::{CatalogRow, VerifiedPuzzle};
use super::finding::Finding;
use super::volume::{PrintedGrid, PrintedVolume, answers_without_puzzle, compare_answers};
use grid::{AnyGrid, AnyPuzzle, GridShape};
use page::SymbolSet;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// Puzzles that differ in more cells are unrelated, not misprints of each other.
const MAX_MISPRINTED_CELLS: usize = 20;
/// The maximum number of unknown puzzles that are compared with the unprinted rows.
const MAX_COMPARED: usize = 500;

/// Returns a puzzle of a row as pages print it, where letters may stand for its digits.
fn printed_form(puzzle: &AnyPuzzle, has_letters: bool) -> AnyPuzzle {
    if has_letters { puzzle.counted_along(SymbolSet::word_row(&puzzle.givens())) } else { *puzzle }
}

/// Returns true if letters stand for the digits of a puzzle or an answer of these volumes.
fn have_letters(volumes: &[&PrintedVolume]) -> bool {
    let mut printed =
        volumes.iter().flat_map(|volume| volume.puzzles.values().chain(volume.answers.values()));
    printed.any(|printed| printed.has_letters)
}

/// Returns a puzzle of a row in each form that these volumes may print.
fn printed_forms(puzzle: &AnyPuzzle, has_letters: bool) -> Vec<AnyPuzzle> {
    let mut forms = vec![*puzzle];
    if has_letters {
        forms.push(printed_form(puzzle, true));
        forms.dedup();
    }
    forms
}

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

/// A separate file of answers.
#[derive(Debug)]
pub struct SeparateAnswers<'a> {
    /// Its content.
    pub volume: &'a PrintedVolume,
    /// The books whose puzzles it may answer. Puzzles of several books may have one number.
    pub books: Vec<&'a PrintedVolume>,
}

/// Compares books, and separate files of answers, with the catalogues that are named with them.
pub fn against(
    catalogs: &[(Arc<str>, Vec<CatalogRow>)],
    volumes: &[&PrintedVolume],
    apart: &[SeparateAnswers],
) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !catalogs.is_empty() && !volumes.is_empty() {
        findings.extend(puzzles(catalogs, volumes));
    }
    findings.extend(answers(catalogs, apart));
    findings.extend(titles::titles(catalogs, volumes));
    findings
}

/// Compares puzzles with rows: each row is printed once, and nothing else is.
fn puzzles(catalogs: &[(Arc<str>, Vec<CatalogRow>)], volumes: &[&PrintedVolume]) -> Vec<Finding> {
    // By the text of the givens, which is hashed faster than a grid.
    let mut left: HashMap<String, Vec<PuzzleRow>> = HashMap::new();
    // The givens of rows by those that stand for the letters of a page.
    let mut lettered: HashMap<String, Vec<String>> = HashMap::new();
    let has_letters = have_letters(volumes);
    for (file, rows) in catalogs {
        for row in rows {
            if let Some(VerifiedPuzzle { puzzle, .. }) = &row.proved {
                let row = PuzzleRow { file, line: row.line, puzzle };
                let givens = puzzle.givens().to_string();
                if has_letters {
                    let printed = printed_form(puzzle, true).givens().to_string();
                    lettered.entry(printed).or_default().push(givens.clone());
                }
                left.entry(givens).or_default().push(row);
            }
        }
    }
    left.values_mut().for_each(|rows| rows.reverse());
    let (mut findings, mut strangers) = (Vec::new(), Vec::new());
    let mut seen: HashMap<String, (&Arc<str>, String)> = HashMap::new();
    for PrintedVolume { file, puzzles, .. } in volumes {
        for (&number, printed) in puzzles {
            let givens = printed.grid.to_string();
            let names = lettered.get_mut(&givens).filter(|_| printed.has_letters);
            let own = names.and_then(Vec::pop);
            let row = left.get_mut(own.as_ref().unwrap_or(&givens)).and_then(Vec::pop);
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
        let givens = printed_form(row.puzzle, printed.has_letters).givens();
        let cells: Vec<usize> = givens.differences(&printed.grid).collect();
        differences.push((at, cells));
    }
    let (at, cells) = differences.into_iter().min_by_key(|(_, cells)| cells.len())?;
    let &cell = cells.first().filter(|_| cells.len() <= MAX_MISPRINTED_CELLS)?;
    let row = left.remove(at);
    let givens = printed_form(row.puzzle, printed.has_letters).givens();
    let [is, there] = [printed.grid, givens].map(|grid| match grid.digit(cell) {
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

/// Compares separate files of answers with the puzzles of their books by number, or without books
/// with the solutions of rows.
fn answers(catalogs: &[(Arc<str>, Vec<CatalogRow>)], apart: &[SeparateAnswers]) -> Vec<Finding> {
    if apart.is_empty() {
        return Vec::new();
    }
    let printed: Vec<_> = apart.iter().map(|answers| answers.volume).collect();
    let rows = catalogs.iter().flat_map(|(_, rows)| rows);
    let proved = rows.filter_map(|row| row.proved.as_ref());
    let forms = proved.flat_map(|proved| printed_forms(&proved.puzzle, have_letters(&printed)));
    let solutions: HashSet<AnyGrid> = forms.map(|puzzle| puzzle.solution()).collect();
    let mut findings = Vec::new();
    for apart in apart {
        let PrintedVolume { file, answers, .. } = apart.volume;
        if apart.books.iter().any(|book| !book.puzzles.is_empty()) {
            let puzzles = answered_puzzles(apart);
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

/// Returns the puzzle that each answer of a file belongs to: of the books that have its number, the
/// puzzle whose solution is the most similar one.
fn answered_puzzles(apart: &SeparateAnswers) -> BTreeMap<u64, PrintedGrid> {
    let mut puzzles = BTreeMap::new();
    for (number, answer) in &apart.volume.answers {
        let numbered = apart.books.iter().filter_map(|book| book.puzzles.get(number));
        let nearest = numbered.min_by_key(|puzzle| match puzzle.solution {
            Some(solution) => answer.grid.differences(&solution).count(),
            None => GridShape::MAX_CELLS,
        });
        if let Some(puzzle) = nearest {
            puzzles.insert(*number, puzzle.clone());
        }
    }
    puzzles
}
