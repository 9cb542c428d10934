//! One volume: every grid of its pages solved and compared with its answer, every number there. Not
//! what a catalogue says.

use super::claims::{self, Claim};
use super::contents::{Contents, Judged, Numbered, PageText, Proof, stars};
use super::days;
use super::finding::{Finding, Place};
use super::headings;
use super::levels;
use super::phrases::Found;
use super::references;
use super::sheets;
use super::statements::{self, Facts};
use crate::grade::{Rater, Rating};
use crate::grid::{Cell, Grid};
use crate::ladder::Rung;
use crate::parallel::{self, StartError};
use crate::proof::ink::{Judge, Wrong};
use crate::proof::readback::{PageContents, PageGrid, Pdf, ReadbackError};
use crate::puzzle::Puzzle;
use crate::score::Level;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Pages that are worked on together.
const BLOCK: usize = 32;

/// What was found in a volume.
#[derive(Debug, Default)]
pub struct Volume {
    /// The number of pages.
    pub pages: usize,
    /// Its puzzles by number.
    pub puzzles: BTreeMap<u64, Printed>,
    /// What is wrong with it, in the order of the checks; empty if nothing is.
    pub findings: Vec<Finding>,
    /// What is true of it; `None` if no phrase shows that it is one of our books.
    pub(super) facts: Option<Facts>,
    /// What it says of puzzles that it does not have.
    pub(super) claims: Vec<Claim>,
    /// The only page of a file without puzzles, which may be a cover.
    pub(super) cover: Option<PageText>,
}

impl Volume {
    /// Whether it is no volume of puzzles, but about those of another file, or empty grids.
    pub(super) fn is_beside(&self) -> bool {
        let names_none = |facts: &Facts| facts.volume == (None, None);
        self.puzzles.is_empty()
            && (!self.claims.is_empty() || self.facts.as_ref().is_none_or(names_none))
    }
}

/// A puzzle on a page.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The givens.
    pub grid: Grid,
    /// Where it is.
    pub place: Place,
    /// Its level, or its band where the book has the stars of bands; `None` if it is no puzzle or has none.
    pub rung: Option<Rung>,
    /// Its rating, where the book has the stars of bands.
    pub rating: Option<Rating>,
}

/// Proves a volume that is in memory: each puzzle has one solution, its answer is that solution,
/// numbers, page numbers and references are right, and so are the sentences that the book has in common with
/// ours: counts, levels, stars, contents, days. On `threads` threads; 0 is one for each
/// core. A thousand pages take about a second.
///
/// # Errors
/// When the threads cannot be started. What is wrong with the file is a finding.
pub fn volume(file: &Arc<str>, bytes: &[u8], threads: usize) -> Result<Volume, StartError> {
    let pdf = match Pdf::open(bytes) {
        Ok(pdf) => Arc::new(pdf),
        Err(e) => {
            let finding = Finding::whole(file, e.to_string(), "a book as a PDF");
            return Ok(Volume { findings: vec![finding], ..Volume::default() });
        }
    };
    let mut book = Contents::new(file.clone());
    if pdf.has_layers() {
        let found = "found layers, which viewers can hide".to_owned();
        book.findings.push(Finding::whole(file, found, "pages that look the same everywhere"));
    }
    let count = pdf.page_count();
    let blocks =
        (0..count).step_by(BLOCK).map(move |first| (first..count.min(first + BLOCK)).collect());
    let judge = Judge::default();
    let read = Arc::clone(&pdf);
    let mut pages = parallel::in_order(threads, blocks, move |index| page(&read, &judge, index))?;
    while let Ok(Some(page)) = pages.next(|| Ok::<(), ()>(())) {
        match page {
            Ok((page, proofs, phrases, ink)) => {
                let sheet = page.sheet;
                book.add(page, proofs, phrases);
                for wrong in ink {
                    book.find(sheet - 1, wrong.number, wrong.found, wrong.expected);
                }
            }
            Err(e) => book.add_unreadable(e.to_string()),
        }
    }
    let (facts, claims) = check(&mut book);
    Ok(Volume { claims, ..finish(book, facts) })
}

/// Proves what was read: the puzzles and their answers, and everything that the pages say of them. Returns what is
/// true of the book, and what it says of puzzles that it does not have.
pub(super) fn check(book: &mut Contents) -> (Option<Facts>, Vec<Claim>) {
    check_answers_are_full(book);
    check_answers(book);
    check_numbers(book);
    let numbers = references::check(book);
    let mut facts = levels::facts(book, &numbers);
    if let Some(facts) = &mut facts {
        levels::check(book, facts);
        headings::check(book, facts, &numbers);
        days::check(book, facts);
        sheets::check(book, facts);
    }
    let claims = claims::check(book, facts.as_ref());
    (facts, claims)
}

/// A page with the proof of each numbered puzzle on it, its phrases, and what is wrong with its ink.
type Read = (PageContents, Vec<Proof>, Vec<(usize, Found)>, Vec<Wrong>);

fn page(pdf: &Pdf, ink: &Judge, index: usize) -> Result<Read, ReadbackError> {
    let (page, drawing) = pdf.read(index)?;
    let ink = ink.page(&drawing, &page);
    let (proofs, phrases) = (proofs(&page), statements::read(&page.lines));
    Ok((page, proofs, phrases, ink))
}

/// The proof of each grid of a page; `None` for a grid that is no numbered puzzle.
pub(super) fn proofs(page: &PageContents) -> Vec<Proof> {
    let mut rater = Rater::new();
    let mut judge = |puzzle: Puzzle, grid: &PageGrid| {
        let of_bands = grid.caption.iter().any(|words| stars(words).is_some_and(|(_, of)| of == 7));
        let rating = of_bands.then(|| rater.rate(&puzzle).ok()).flatten();
        Judged { level: Level::of(&puzzle), rating, puzzle }
    };
    let mut prove = |grid: &PageGrid| {
        let puzzle = grid.number.is_some() && grid.broken.is_none() && !grid.is_full();
        let proof = puzzle.then(|| Puzzle::prove(grid.grid).map_err(|e| e.to_string()))?;
        Some(proof.map(|puzzle| judge(puzzle, grid)))
    };
    page.grids.iter().map(&mut prove).collect()
}

/// An answer that is not full is known by its number: another puzzle has it already.
fn check_answers_are_full(book: &mut Contents) {
    let answers = book.answers.iter().filter(|(_, answer)| answer.found.broken.is_none());
    let wrong = answers.filter_map(|(&number, answer)| {
        let wrong = format!("{} of the answer is empty", answer.found.grid.empty().next()?);
        Some((answer.page, Some(number), wrong, "a digit".to_owned()))
    });
    let wrong: Vec<_> = wrong.collect();
    book.find_all(wrong);
}

/// Every puzzle has one solution, and the answer with its number is that solution.
fn check_answers(book: &mut Contents) {
    let mut wrong = Vec::new();
    let mut find = |page, number, found: String, right: &str| {
        wrong.push((page, Some(number), found, right.to_owned()));
    };
    for (&number, puzzle) in &book.puzzles {
        let solution = match &puzzle.proof {
            Some(Ok(judged)) => Grid::from(*judged.puzzle.solution()),
            Some(Err(found)) => {
                find(puzzle.page, number, found.clone(), "a puzzle with one solution");
                continue;
            }
            // There is a finding already: a cell holds something that is no digit.
            None => continue,
        };
        match book.answers.get(&number) {
            // A book has answers for all puzzles or for none.
            None if book.answers.is_empty() => {}
            None => find(puzzle.page, number, "found no answer with this number".into(), "one"),
            Some(answer) => {
                if let Some((found, right)) = difference(&answer.found.grid, &solution) {
                    find(answer.page, number, found, &right);
                }
            }
        }
    }
    // Of a book without puzzles another file proves the answers.
    let alone = |n: &u64| !book.puzzles.is_empty() && !book.puzzles.contains_key(n);
    for (&number, answer) in book.answers.iter().filter(|(n, _)| alone(n)) {
        find(answer.page, number, "found an answer, but no puzzle with this number".into(), "");
    }
    book.find_all(wrong);
}

/// The first wrong digit of an answer, and the right one.
pub(super) fn difference(answer: &Grid, solution: &Grid) -> Option<(String, String)> {
    let wrong = |cell: Cell| {
        let digit = answer[cell]?;
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
    let (what, grids) = match book.puzzles.is_empty() {
        false => ("puzzle", &book.puzzles),
        true => ("answer", &book.answers),
    };
    let pages: BTreeMap<u64, usize> = grids.iter().map(|(n, grid)| (*n, grid.page)).collect();
    let numbers: Vec<u64> = grids.keys().copied().collect();
    if numbers.is_empty() && !book.pages.iter().flatten().any(is_about_puzzles) {
        let wrong = "found no puzzle with a number";
        let right = "grids of 9 by 9 cells with a number above each";
        book.findings.push(Finding::whole(&book.file, wrong, right));
    }
    for pair in numbers.windows(2) {
        if let &[before, after] = pair
            && after != before + 1
        {
            let wrong = missing(before + 1, after - 1);
            let page = pages.get(&after).copied().unwrap_or(0);
            let right = format!("{what} {} after {what} {before}", before + 1);
            book.find(page, Some(after), wrong, right);
        }
    }
}

/// Whether a page is of a book that may do without puzzles: a list, a technique, or empty grids.
fn is_about_puzzles(page: &PageText) -> bool {
    let is_practice = || page.phrases.iter().any(|(_, found)| found.key == "practice.heading");
    page.list.is_some() || page.drawn.is_some() || is_practice()
}

pub(super) fn finish(mut book: Contents, facts: Option<Facts>) -> Volume {
    let ladder = levels::ladder(&book);
    let puzzle = |(&number, puzzle): (&u64, &Numbered)| {
        let judged = puzzle.proof.as_ref().and_then(|proof| proof.as_ref().ok());
        let printed = Printed {
            grid: puzzle.found.grid,
            place: book.place(puzzle.page),
            rung: puzzle.rung(ladder),
            rating: judged.and_then(|judged| judged.rating),
        };
        (number, printed)
    };
    let puzzles: BTreeMap<_, _> = book.puzzles.iter().map(puzzle).collect();
    let pages = book.pages.len();
    let is_cover = pages == 1 && puzzles.is_empty() && book.answers.is_empty();
    let cover = if is_cover { book.pages.pop().flatten() } else { None };
    let findings = book.findings;
    Volume { pages, puzzles, findings, facts, cover, claims: Vec::new() }
}

/// For people: `puzzles 3 to 5 are missing`.
pub(super) fn missing(first: u64, last: u64) -> String {
    if first == last {
        format!("puzzle {first} is missing")
    } else {
        format!("puzzles {first} to {last} are missing")
    }
}
