//! One volume, judged by itself: each cell and each line of its grids, each puzzle solved and compared with its
//! answer, and numbers that follow one another. Not its other texts: those are compared where the book can be
//! made again.

use super::finding::{Finding, Place};
use crate::check::ink::{Judge, Wrong};
use crate::check::readback::{PageContents, PageGrid, Pdf, ReadbackError};
use crate::make::parallel::{self, StartError};
use crate::sudoku::grid::{Cell, Grid, Solution};
use crate::sudoku::puzzle::Puzzle;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Pages that are worked on together.
const BLOCK: usize = 32;
/// A puzzle has at most this many digits. A grid with more is an answer that lost some.
const MAX_PUZZLE_DIGITS: usize = 70;

/// What was found in a volume.
#[derive(Debug, Default)]
pub struct Volume {
    /// The number of pages.
    pub pages: usize,
    /// Its puzzles by number.
    pub puzzles: BTreeMap<u64, Printed>,
    /// Its answers by number.
    pub answers: BTreeMap<u64, Printed>,
    /// What is wrong with it, in the order of the checks; empty if nothing is.
    pub findings: Vec<Finding>,
}

/// A numbered grid on a page.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Its digits.
    pub grid: Grid,
    /// The solution, if it is a puzzle with exactly one.
    pub solution: Option<Solution>,
    /// Where it is.
    pub place: Place,
}

/// Judges a volume that is in memory: each digit and each line of its grids is what it seems to be, each puzzle has
/// one solution, and its answer is that solution. On `threads` threads; 0 is one for each core. A thousand pages
/// take about a second.
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
    let mut book = Reading { file: file.clone(), volume: Volume::default() };
    if pdf.has_layers() {
        let found = "found layers, which viewers can hide".to_owned();
        let right = "pages that look the same everywhere";
        book.volume.findings.push(Finding::whole(file, found, right));
    }
    let count = pdf.page_count();
    let blocks =
        (0..count).step_by(BLOCK).map(move |first| (first..count.min(first + BLOCK)).collect());
    let judge = Judge::default();
    let mut pages = parallel::in_order(threads, blocks, move |index| page(&pdf, &judge, index))?;
    while let Ok(Some(page)) = pages.next(|| Ok::<(), ()>(())) {
        book.volume.pages += 1;
        match page {
            Ok(page) => book.add(page),
            Err(e) => {
                let place = Place::Page { sheet: book.volume.pages, folio: None };
                book.find(&place, None, e.to_string(), "");
            }
        }
    }
    book.check_answers();
    book.check_numbers();
    Ok(book.volume)
}

/// A page with the proof of each numbered puzzle on it, and what is wrong with its ink.
struct Read {
    contents: PageContents,
    proofs: Vec<Option<Result<Solution, String>>>,
    ink: Vec<Wrong>,
}

fn page(pdf: &Pdf, ink: &Judge, index: usize) -> Result<Read, ReadbackError> {
    let (contents, drawing) = pdf.read(index)?;
    let ink = ink.page(&drawing, &contents);
    let prove = |grid: &PageGrid| {
        let is_puzzle = grid.number.is_some() && grid.broken.is_none() && !grid.is_full();
        let proof = is_puzzle.then(|| Puzzle::prove(grid.grid))?;
        Some(proof.map(|puzzle| *puzzle.solution()).map_err(|e| e.to_string()))
    };
    let proofs = contents.grids.iter().map(prove).collect();
    Ok(Read { contents, proofs, ink })
}

/// A volume while its pages are read.
struct Reading {
    file: Arc<str>,
    volume: Volume,
}

impl Reading {
    fn find(&mut self, place: &Place, number: Option<u64>, wrong: String, right: &str) {
        let finding = Finding::at(&self.file, place.clone(), wrong, right);
        let number = number.map(|number| number.to_string()).unwrap_or_default();
        self.volume.findings.push(finding.of(number));
    }

    /// Adds the next page. Of two grids with one number the fuller one may be an answer that lost a digit.
    fn add(&mut self, page: Read) {
        let Read { contents, proofs, ink } = page;
        let place = Place::Page { sheet: contents.sheet, folio: contents.folio };
        for (found, proof) in contents.grids.into_iter().zip(proofs) {
            let Some(number) = found.number else { continue };
            if let Some((cell, text)) = &found.broken {
                self.find(&place, Some(number), format!("found {text:?} in {cell}"), "one digit");
            }
            let solution = match proof {
                Some(Err(wrong)) if digits(&found.grid) <= MAX_PUZZLE_DIGITS => {
                    self.find(&place, Some(number), wrong, "a puzzle with one solution");
                    None
                }
                proof => proof.and_then(Result::ok),
            };
            let is_full = found.is_full();
            let printed = Printed { grid: found.grid, solution, place: place.clone() };
            self.keep(number, printed, is_full);
        }
        for Wrong { number, found, expected } in ink {
            self.find(&place, number, found, &expected);
        }
    }

    fn keep(&mut self, number: u64, printed: Printed, is_full: bool) {
        let Volume { puzzles, answers, .. } = &mut self.volume;
        let place = printed.place.clone();
        let (kind, known) = if is_full { ("answer", &mut *answers) } else { ("puzzle", puzzles) };
        let second = match known.get(&number) {
            None => {
                known.insert(number, printed);
                return;
            }
            Some(first) if !is_full && digits(&first.grid) > digits(&printed.grid) => {
                known.insert(number, printed)
            }
            Some(_) => Some(printed),
        };
        let Some(second) = second else { return };
        if !is_full && digits(&second.grid) > MAX_PUZZLE_DIGITS && !answers.contains_key(&number) {
            answers.insert(number, second);
        } else {
            let wrong = format!("found a second {kind} with this number");
            self.find(&place, Some(number), wrong, "one");
        }
    }

    /// The answer to each puzzle is its solution. A book has answers to all puzzles or to none.
    fn check_answers(&mut self) {
        let Volume { puzzles, answers, findings, .. } = &mut self.volume;
        findings.extend(compared(&self.file, puzzles, answers));
        if answers.is_empty() {
            return;
        }
        for (number, puzzle) in puzzles.iter().filter(|(number, _)| !answers.contains_key(number)) {
            let wrong = "found no answer with this number";
            let finding = Finding::at(&self.file, puzzle.place.clone(), wrong, "one");
            findings.push(finding.of(number));
        }
        // Another file has the puzzles of a book of answers.
        let alone = |number: &u64| !puzzles.is_empty() && !puzzles.contains_key(number);
        for (number, answer) in answers.iter().filter(|(number, _)| alone(number)) {
            let wrong = "found an answer, but no puzzle with this number";
            let finding = Finding::at(&self.file, answer.place.clone(), wrong, "");
            findings.push(finding.of(number));
        }
    }

    /// The numbers of the puzzles follow one another.
    fn check_numbers(&mut self) {
        let Volume { puzzles, answers, .. } = &self.volume;
        let (what, grids) = match puzzles.is_empty() {
            false => ("puzzle", puzzles),
            true => ("answer", answers),
        };
        let all: Vec<(u64, Place)> = grids.iter().map(|(n, at)| (*n, at.place.clone())).collect();
        for pair in all.windows(2) {
            if let [(before, _), (after, place)] = pair
                && *after != before + 1
            {
                let wrong = missing(before + 1, after - 1);
                let right = format!("{what} {} after {what} {before}", before + 1);
                self.find(place, Some(*after), wrong, &right);
            }
        }
    }
}

/// What is wrong with answers, each of which has the number of its puzzle.
pub(super) fn compared(
    file: &Arc<str>,
    puzzles: &BTreeMap<u64, Printed>,
    answers: &BTreeMap<u64, Printed>,
) -> Vec<Finding> {
    let wrong = |(number, answer): (&u64, &Printed)| {
        let solution = puzzles.get(number).and_then(|puzzle| puzzle.solution);
        let (wrong, right) = match (answer.grid.empty().next(), solution) {
            (Some(cell), _) => (format!("{cell} of the answer is empty"), "a digit".to_owned()),
            (None, Some(solution)) => difference(&answer.grid, &Grid::from(solution))?,
            // There is a finding about the puzzle already, or it is in another file.
            (None, None) => return None,
        };
        Some(Finding::at(file, answer.place.clone(), wrong, right).of(number))
    };
    answers.iter().filter_map(wrong).collect()
}

fn digits(grid: &Grid) -> usize {
    grid.filled_count()
}

/// The first wrong digit of an answer, and the right one.
fn difference(answer: &Grid, solution: &Grid) -> Option<(String, String)> {
    let wrong = |cell: Cell| {
        let (digit, right) = (answer[cell]?, solution[cell]?);
        (digit != right).then_some((cell, digit, right))
    };
    let mut all = Cell::ALL.into_iter().filter_map(wrong);
    let (cell, digit, right) = all.next()?;
    let others = match all.count() {
        0 => String::new(),
        1 => " (and 1 other cell differs)".to_owned(),
        n => format!(" (and {n} other cells differ)"),
    };
    Some((format!("found {digit} in {cell} of the answer{others}"), right.to_string()))
}

/// For people: `puzzles 3 to 5 are missing`.
fn missing(first: u64, last: u64) -> String {
    match first == last {
        true => format!("puzzle {first} is missing"),
        false => format!("puzzles {first} to {last} are missing"),
    }
}
