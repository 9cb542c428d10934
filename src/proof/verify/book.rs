//! One volume: every grid of its pages solved and compared with its answer, every number there. Not
//! what a catalogue says.

use super::contents::{Contents, Numbered};
use super::finding::{Finding, Place};
use super::references;
use crate::grid::{Cell, Grid};
use crate::parallel::{self, StartError};
use crate::proof::ink::{Judge, Wrong};
#[cfg(feature = "raster")]
use crate::proof::raster;
use crate::proof::readback::{PageContents, PageGrid, Pdf, ReadbackError};
use crate::puzzle::Puzzle;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Pages that are worked on together.
const BLOCK: usize = 32;

/// What was found in a volume.
#[derive(Debug, Default)]
pub struct Volume {
    /// The number of pages.
    pub pages: usize,
    /// Its puzzles by number: the givens, and where they are.
    pub puzzles: BTreeMap<u64, (Grid, Place)>,
    /// What is wrong with it, in the order of the checks; empty if nothing is.
    pub findings: Vec<Finding>,
}

/// The proof of a puzzle, or why it is none; `None` for a grid that is no puzzle.
type Proof = Option<Result<Puzzle, String>>;

/// Proves a volume that is in memory: each puzzle has one solution, its answer is that solution,
/// and numbers, page numbers and references are right. On `threads` threads; 0 is one for each
/// core. A thousand pages take about a second.
///
/// # Errors
/// When the threads cannot be started. What is wrong with the file is a finding.
pub fn volume(file: &Arc<str>, bytes: &[u8], threads: usize) -> Result<Volume, StartError> {
    volume_and_ink(file, bytes, threads, false)
}

/// Proves a volume; with `ink`, in a program with the feature `raster`, also that the ink of every grid
/// is what its text is.
pub(super) fn volume_and_ink(
    file: &Arc<str>,
    bytes: &[u8],
    threads: usize,
    ink: bool,
) -> Result<Volume, StartError> {
    let pdf = match Pdf::open(bytes) {
        Ok(pdf) => Arc::new(pdf),
        Err(e) => {
            let finding = whole(file, e.to_string(), "a book as a PDF");
            return Ok(Volume { findings: vec![finding], ..Volume::default() });
        }
    };
    let count = pdf.page_count();
    let blocks =
        (0..count).step_by(BLOCK).map(move |first| (first..count.min(first + BLOCK)).collect());
    let judge = Judge::default();
    let mut pages = parallel::in_order(threads, blocks, move |index| page(&pdf, &judge, index))?;
    let mut book = Contents::new(file.clone());
    let mut solved = BTreeMap::new();
    let mut grids = Vec::new();
    while let Ok(Some(page)) = pages.next(|| Ok::<(), ()>(())) {
        if ink {
            grids.push(page.as_ref().map_or_else(|_| Vec::new(), |(page, ..)| page.grids.clone()));
        }
        match page {
            Ok((page, mut proofs, ink)) => {
                let sheet = page.sheet;
                book.add(page, |number, index| {
                    solved.insert(number, proofs[index].take());
                });
                for wrong in ink {
                    book.find(sheet - 1, wrong.number, wrong.found, wrong.expected);
                }
            }
            Err(e) => book.add_unreadable(e.to_string()),
        }
    }
    check_answers_are_full(&mut book);
    check_answers(&mut book, &solved);
    check_numbers(&mut book);
    references::check(&mut book);
    #[cfg(feature = "raster")]
    if ink {
        for wrong in raster::check(bytes, grids, threads)? {
            let (found, expected) = wrong.found;
            match wrong.page {
                Some(page) => book.find(page, wrong.number, found, expected),
                None => book.findings.push(whole(file, found, &expected)),
            }
        }
    }
    Ok(finish(book))
}

/// A page, the proof of each numbered puzzle on it, and what is wrong with its ink.
type Read = (PageContents, Vec<Proof>, Vec<Wrong>);

/// A page, with the proof of each numbered puzzle on it.
fn page(pdf: &Pdf, judge: &Judge, index: usize) -> Result<Read, ReadbackError> {
    let (page, drawing) = pdf.read(index)?;
    let ink = judge.page(&drawing, &page);
    let prove = |grid: &PageGrid| {
        let puzzle = grid.number.is_some() && grid.broken.is_none() && !grid.is_full();
        puzzle.then(|| Puzzle::prove(grid.grid).map_err(|e| e.to_string()))
    };
    let proofs = page.grids.iter().map(prove).collect();
    Ok((page, proofs, ink))
}

/// A finding about the file as a whole.
fn whole(file: &Arc<str>, wrong: String, right: &str) -> Finding {
    Finding {
        file: file.clone(),
        place: Place::Whole,
        puzzle: String::new(),
        wrong,
        right: right.into(),
    }
}

/// An answer that is not full is known by its number: another puzzle has it already.
fn check_answers_are_full(book: &mut Contents) {
    let mut findings = Vec::new();
    for (&number, answer) in &book.answers {
        if let Some(cell) = answer.found.grid.empty().next()
            && answer.found.broken.is_none()
        {
            findings.push((answer.page, number, format!("{cell} of the answer is empty")));
        }
    }
    for (page, number, wrong) in findings {
        book.find(page, Some(number), wrong, "a digit".into());
    }
}

/// Every puzzle has one solution, and the answer with its number is that solution.
fn check_answers(book: &mut Contents, solved: &BTreeMap<u64, Proof>) {
    let mut findings = Vec::new();
    for (&number, puzzle) in &book.puzzles {
        let solution = match solved.get(&number) {
            Some(Some(Ok(proved))) => Grid::from(*proved.solution()),
            Some(Some(Err(wrong))) => {
                let right = "a puzzle with one solution".to_owned();
                findings.push((puzzle.page, number, wrong.clone(), right));
                continue;
            }
            // There is a finding already: a cell holds something that is no digit.
            _ => continue,
        };
        // A book has answers for all puzzles or for none.
        if book.answers.is_empty() {
            continue;
        }
        let Some(answer) = book.answers.get(&number) else {
            let wrong = "found no answer with this number".to_owned();
            findings.push((puzzle.page, number, wrong, "one".to_owned()));
            continue;
        };
        if let Some((wrong, right)) = difference(answer, &solution) {
            findings.push((answer.page, number, wrong, right));
        }
    }
    for (&number, answer) in &book.answers {
        if !book.puzzles.contains_key(&number) {
            let wrong = "found an answer, but no puzzle with this number".to_owned();
            findings.push((answer.page, number, wrong, String::new()));
        }
    }
    for (page, number, wrong, right) in findings {
        book.find(page, Some(number), wrong, right);
    }
}

/// The first wrong digit of an answer, and the right one.
fn difference(answer: &Numbered, solution: &Grid) -> Option<(String, String)> {
    let wrong = |cell: Cell| {
        let digit = answer.found.grid[cell]?;
        let right = solution[cell]?;
        (digit != right).then_some((cell, digit, right))
    };
    let mut all = Cell::ALL.into_iter().filter_map(wrong);
    let (cell, digit, right) = all.next()?;
    let others = match all.count() {
        0 => String::new(),
        1 => " (and 1 other cell differs)".to_owned(),
        n => format!(" (and {n} other cells differ)"),
    };
    let wrong = format!("found {digit} in {cell} of the answer{others}");
    Some((wrong, right.to_string()))
}

/// The numbers of the puzzles follow one another.
fn check_numbers(book: &mut Contents) {
    let numbers: Vec<u64> = book.puzzles.keys().copied().collect();
    if numbers.is_empty() {
        let wrong = "found no puzzle with a number".to_owned();
        let right = "grids of 9 by 9 cells with a number above each";
        book.findings.push(whole(&book.file, wrong, right));
    }
    for pair in numbers.windows(2) {
        if let &[before, after] = pair
            && after != before + 1
        {
            let wrong = missing(before + 1, after - 1);
            let page = book.puzzles.get(&after).map_or(0, |p| p.page);
            let right = format!("puzzle {} after puzzle {before}", before + 1);
            book.find(page, Some(after), wrong, right);
        }
    }
}

fn finish(book: Contents) -> Volume {
    let puzzle = |(&number, puzzle): (&u64, &Numbered)| {
        (number, (puzzle.found.grid, book.place(puzzle.page)))
    };
    Volume {
        pages: book.pages.len(),
        puzzles: book.puzzles.iter().map(puzzle).collect(),
        findings: book.findings,
    }
}

/// For people: `puzzles 3 to 5 are missing`.
pub(super) fn missing(first: u64, last: u64) -> String {
    if first == last {
        format!("puzzle {first} is missing")
    } else {
        format!("puzzles {first} to {last} are missing")
    }
}
