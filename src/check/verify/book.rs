//! One volume, judged by itself: each cell and each line of its grids, each puzzle solved and compared with its
//! answer, and numbers that follow one another. Not its other texts: those are compared where the book can be
//! made again.

use super::finding::{Finding, Place};
use crate::check::ink::{Judge, Wrong};
use crate::check::readback::{PageContents, PageGrid, Pdf, ReadbackError};
use crate::make::parallel::{self, StartError};
use crate::sudoku::grid::{Cell, Grid, Solution};
use crate::sudoku::puzzle::Puzzle;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Pages that are worked on together.
const BLOCK: usize = 32;
/// A puzzle has at most this many digits. A grid with more is an answer that lost some.
const MAX_PUZZLE_DIGITS: usize = 70;

/// What was found in a volume.
#[derive(Debug, Default)]
pub struct Volume {
    /// Its file, as the user named it.
    pub file: Arc<str>,
    /// The number of pages.
    pub pages: usize,
    /// Whether it is folded: its pages are in the order of the sheets.
    pub is_booklet: bool,
    /// Its puzzles by number. Where numbers begin again, as on the sheets of a class, those of the second sheet are
    /// 2^32 larger, and so on: [`printed_number`] is the number on the page.
    pub puzzles: BTreeMap<u64, Printed>,
    /// Its answers in the same way.
    pub answers: BTreeMap<u64, Printed>,
    /// What is wrong with it, in the order of the checks; empty if nothing is.
    pub findings: Vec<Finding>,
}

/// The number on the page of a puzzle or an answer with this key.
pub const fn printed_number(key: u64) -> u64 {
    key & (SHEET - 1)
}

/// The keys of two puzzles with one number on sheets that follow each other differ by this.
const SHEET: u64 = 1 << 32;

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

impl Printed {
    /// Something wrong with it; `number` is its key.
    pub(super) fn finding(
        &self,
        file: &Arc<str>,
        number: u64,
        wrong: impl Into<String>,
        right: impl Into<String>,
    ) -> Finding {
        Finding::at(file, self.place.clone(), wrong, right).of(printed_number(number))
    }
}

/// Judges a volume that is in memory: each digit and each line of its grids is what it seems to be, each puzzle has
/// one solution, and its answer is that solution. On `threads` threads; 0 is one for each core. A thousand pages
/// take about a second.
///
/// # Errors
/// When the threads cannot be started. What is wrong with the file is a finding.
pub fn volume(file: &Arc<str>, bytes: &[u8], threads: usize) -> Result<Volume, StartError> {
    let mut book = Volume { file: file.clone(), ..Volume::default() };
    let pdf = match Pdf::open(bytes) {
        Ok(pdf) => Arc::new(pdf),
        Err(e) => {
            book.findings.push(Finding::whole(file, e.to_string(), "a book as a PDF"));
            return Ok(book);
        }
    };
    if pdf.has_layers() {
        let found = "found layers, which viewers can hide".to_owned();
        let right = "pages that look the same everywhere";
        book.findings.push(Finding::whole(file, found, right));
    }
    book.is_booklet = pdf.is_booklet();
    let count = pdf.page_count();
    let blocks =
        (0..count).step_by(BLOCK).map(move |first| (first..count.min(first + BLOCK)).collect());
    let judge = Judge::default();
    let mut pages = parallel::in_order(threads, blocks, move |index| page(&pdf, &judge, index))?;
    while let Ok(Some(page)) = pages.next(|| Ok::<(), ()>(())) {
        book.pages += 1;
        match page {
            Ok(page) => book.add(page),
            Err(e) => {
                let place = Place::Page { sheet: book.pages, folio: None };
                book.find(&place, None, e.to_string(), "");
            }
        }
    }
    book.check_sheets();
    book.check_answers();
    book.check_numbers();
    Ok(book)
}

/// A page with the proof of each numbered puzzle on it, and what is wrong with its ink.
struct Read {
    contents: PageContents,
    proofs: Vec<Option<Result<Solution, String>>>,
    ink: Vec<(Option<u64>, Wrong)>,
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

impl Volume {
    /// Returns true if the numbers begin again, as on the sheets of a class.
    pub(super) fn has_sheets(&self) -> bool {
        self.puzzles.keys().next_back().is_some_and(|key| *key >= SHEET)
    }

    fn find(&mut self, place: &Place, number: Option<u64>, wrong: String, right: &str) {
        let finding = Finding::at(&self.file, place.clone(), wrong, right);
        let number = number.map(|key| printed_number(key).to_string()).unwrap_or_default();
        self.findings.push(finding.of(number));
    }

    /// Adds the next page. Of two grids with one number the fuller one may be an answer that lost a digit.
    fn add(&mut self, page: Read) {
        let Read { contents, proofs, ink } = page;
        let place = Place::Page { sheet: contents.sheet, folio: contents.folio };
        let mut grids: Vec<_> = contents.grids.into_iter().zip(proofs).collect();
        grids.sort_by_key(|(grid, _)| in_order(grid));
        for (found, proof) in grids {
            let Some(number) = found.number.filter(|number| *number < SHEET) else { continue };
            if let Some((cell, text)) = &found.broken {
                self.find(&place, Some(number), format!("found {text:?} in {cell}"), "one digit");
            }
            let solution = match proof {
                Some(Err(wrong)) if found.grid.filled_count() <= MAX_PUZZLE_DIGITS => {
                    self.find(&place, Some(number), wrong, "a puzzle with one solution");
                    None
                }
                proof => proof.and_then(Result::ok),
            };
            let is_full = found.is_full();
            let printed = Printed { grid: found.grid, solution, place: place.clone() };
            self.keep(number, printed, is_full);
        }
        for (number, (found, expected)) in ink {
            self.find(&place, number, found, expected);
        }
    }

    fn keep(&mut self, number: u64, mut printed: Printed, is_full: bool) {
        let Self { puzzles, answers, .. } = self;
        let is_broken = |puzzle: &Printed| puzzle.grid.filled_count() > MAX_PUZZLE_DIGITS;
        let mut is_answer = is_full;
        if let Some(first) = puzzles.get_mut(&number).filter(|_| !is_full) {
            if is_broken(first) && !is_broken(&printed) {
                std::mem::swap(first, &mut printed);
            }
            is_answer = is_broken(&printed) && !answers.contains_key(&number);
        }
        let known = if is_answer { answers } else { puzzles };
        let keys = (0..).map(|sheet| sheet * SHEET + number);
        if let Some(key) = keys.into_iter().find(|key| !known.contains_key(key)) {
            known.insert(key, printed);
        }
    }

    /// Numbers begin again where all do: each sheet has the numbers of the first one, and other puzzles.
    fn check_sheets(&mut self) {
        for kind in ["puzzle", "answer"] {
            let Self { puzzles, answers, .. } = self;
            let known = if kind == "puzzle" { puzzles } else { answers };
            let on_first = known.range(..SHEET).count();
            let sheets = known.keys().next_back().map_or(0, |key| key / SHEET + 1);
            let grids: HashSet<_> = known.values().map(|printed| printed.grid).collect();
            if known.len() as u64 == sheets * on_first as u64 && grids.len() == known.len() {
                continue;
            }
            for (number, second) in known.split_off(&SHEET) {
                let wrong = format!("found a second {kind} with this number");
                self.find(&second.place, Some(number), wrong, "one");
            }
        }
    }

    /// The answer to each puzzle is its solution. A book has answers to all puzzles or to none.
    fn check_answers(&mut self) {
        let Self { file, puzzles, answers, findings, .. } = self;
        findings.extend(compared(file, puzzles, answers));
        if answers.is_empty() {
            return;
        }
        for (number, puzzle) in puzzles.iter().filter(|(number, _)| !answers.contains_key(number)) {
            let wrong = "found no answer with this number";
            findings.push(puzzle.finding(file, *number, wrong, "one"));
        }
        // Another file has the puzzles of a book of answers.
        if !puzzles.is_empty() {
            findings.extend(without_puzzle(file, puzzles, answers));
        }
    }

    /// The numbers of the puzzles follow one another.
    fn check_numbers(&mut self) {
        let Self { puzzles, answers, .. } = &*self;
        let (what, grids) = match puzzles.is_empty() {
            false => ("puzzle", puzzles),
            true => ("answer", answers),
        };
        let mut findings = Vec::new();
        for ((&before, _), (&after, grid)) in grids.iter().zip(grids.iter().skip(1)) {
            if after != before + 1 && after / SHEET == before / SHEET {
                let (first, last) = (printed_number(before) + 1, printed_number(after) - 1);
                let wrong = match first == last {
                    true => format!("puzzle {first} is missing"),
                    false => format!("puzzles {first} to {last} are missing"),
                };
                let right = format!("{what} {first} after {what} {}", first - 1);
                findings.push(grid.finding(&self.file, after, wrong, right));
            }
        }
        self.findings.extend(findings);
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
        Some(answer.finding(file, *number, wrong, right))
    };
    answers.iter().filter_map(wrong).collect()
}

/// The answers whose number no puzzle has.
pub(super) fn without_puzzle(
    file: &Arc<str>,
    puzzles: &BTreeMap<u64, Printed>,
    answers: &BTreeMap<u64, Printed>,
) -> Vec<Finding> {
    let alone = answers.iter().filter(|(number, _)| !puzzles.contains_key(number));
    let wrong = "found an answer, but no puzzle with this number";
    alone.map(|(number, answer)| answer.finding(file, *number, wrong, "")).collect()
}

/// From the top, in a row from the left: what is half a cell lower is in another row.
fn in_order(grid: &PageGrid) -> (i64, i64) {
    let (lattice, half) = (&grid.lattice, grid.lattice.cell() / 2.0);
    ((-lattice.ys[9] / half).round() as i64, (lattice.xs[0] / half).round() as i64)
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
