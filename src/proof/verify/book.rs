//! One volume: every grid of its pages solved and held against its answer, numbers complete. Not
//! the references between pages, and not what a catalogue says.

use super::finding::{Finding, Place};
use super::references;
use crate::grid::Grid;
use crate::parallel::{self, StartError};
use crate::proof::readback::{Found, FoundGrid, Pdf, ReadbackError};
use crate::puzzle::Puzzle;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Pages that are worked on together.
const BLOCK: usize = 32;

/// What a volume was found to be.
#[derive(Debug, Default)]
pub struct Volume {
    /// How many pages it has.
    pub pages: usize,
    /// Its puzzles by number: the givens, and where they stand.
    pub puzzles: BTreeMap<u64, (Grid, Place)>,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
}

/// A grid with a number, on its page.
#[derive(Debug)]
pub(super) struct Numbered {
    /// Which page, counted from 0.
    pub page: usize,
    pub found: FoundGrid,
}

/// A volume as it is put together from its pages.
pub(super) struct Assembly {
    pub file: Arc<str>,
    /// Every page that could be read.
    pub pages: Vec<Option<Found>>,
    pub puzzles: BTreeMap<u64, Numbered>,
    pub answers: BTreeMap<u64, Numbered>,
    pub findings: Vec<Finding>,
}

type Page = Result<(Found, Vec<Option<Result<Puzzle, String>>>), ReadbackError>;

/// Proves a volume that is in memory.
///
/// # Errors
/// When the threads cannot be started. What is wrong with the file is a finding.
pub fn volume(file: &Arc<str>, bytes: &[u8], threads: usize) -> Result<Volume, StartError> {
    let pdf = match Pdf::open(bytes) {
        Ok(pdf) => Arc::new(pdf),
        Err(e) => {
            let finding = Finding {
                file: file.clone(),
                place: Place::Whole,
                puzzle: String::new(),
                wrong: e.to_string(),
                right: "a book as a PDF".into(),
            };
            return Ok(Volume {
                findings: vec![finding],
                ..Volume::default()
            });
        }
    };
    let count = pdf.page_count();
    let blocks = (0..count)
        .step_by(BLOCK)
        .map(move |first| (first..count.min(first + BLOCK)).collect());
    let mut answers = parallel::in_order(threads, blocks, move |index| page(&pdf, index))?;
    let mut book = Assembly {
        file: file.clone(),
        pages: Vec::with_capacity(count),
        puzzles: BTreeMap::new(),
        answers: BTreeMap::new(),
        findings: Vec::new(),
    };
    let mut solved = BTreeMap::new();
    while let Ok(Some(page)) = answers.next(|| Ok::<(), ()>(())) {
        book.take(page, &mut solved);
    }
    book.damaged_answers();
    book.answers_are_right(&solved);
    book.numbers_are_complete();
    references::check(&mut book);
    Ok(book.finish())
}

/// A page, with the proof of each numbered puzzle on it.
fn page(pdf: &Pdf, index: usize) -> Page {
    let found = pdf.page(index)?;
    let prove = |grid: &FoundGrid| {
        let asked = grid.number.is_some() && grid.broken.is_none() && !grid.is_full();
        asked.then(|| Puzzle::prove(grid.grid).map_err(|e| e.to_string()))
    };
    let proofs = found.grids.iter().map(prove).collect();
    Ok((found, proofs))
}

impl Assembly {
    /// Where a page is, for people.
    pub fn place(&self, page: usize) -> Place {
        let found = self.pages.get(page).and_then(Option::as_ref);
        Place::Page {
            sheet: page + 1,
            folio: found.and_then(|found| found.folio.clone()),
        }
    }

    pub fn find(&mut self, page: usize, puzzle: Option<u64>, wrong: String, right: String) {
        self.findings.push(Finding {
            file: self.file.clone(),
            place: self.place(page),
            puzzle: puzzle.map(|n| n.to_string()).unwrap_or_default(),
            wrong,
            right,
        });
    }

    fn take(&mut self, page: Page, solved: &mut BTreeMap<u64, Result<Puzzle, String>>) {
        let index = self.pages.len();
        let (found, proofs) = match page {
            Ok(page) => page,
            Err(e) => {
                self.pages.push(None);
                self.find(index, None, e.to_string(), String::new());
                return;
            }
        };
        let grids = found.grids.clone();
        self.pages.push(Some(found));
        for (found, proof) in grids.into_iter().zip(proofs) {
            let Some(number) = found.number else { continue };
            if let Some((cell, text)) = &found.broken {
                let wrong = format!("{cell} holds {text:?}");
                self.find(index, Some(number), wrong, "one digit".into());
            }
            let full = found.is_full();
            let numbered = Numbered { page: index, found };
            let kind = if full { "answer" } else { "puzzle" };
            let known = if full {
                &mut self.answers
            } else {
                &mut self.puzzles
            };
            // Of two puzzles with a number the fuller one may be an answer that lost a digit.
            let before = match known.get(&number) {
                Some(before) if !full && fuller(before, &numbered) => known.remove(&number),
                Some(_) => Some(numbered),
                None => {
                    solved.extend(proof.map(|proof| (number, proof)));
                    known.insert(number, numbered);
                    continue;
                }
            };
            let Some(second) = before else { continue };
            if full || self.answers.contains_key(&number) || !nearly_full(&second) {
                let right = format!("one {kind} with the number");
                let wrong = format!("a second {kind} with this number");
                self.find(index, Some(number), wrong, right);
            } else {
                self.answers.insert(number, second);
            }
        }
    }

    /// Answers that are not full are known by their number: that of a puzzle that has no other.
    fn damaged_answers(&mut self) {
        let mut wrong = Vec::new();
        for (&number, answer) in &self.answers {
            if let Some(cell) = answer.found.grid.empty().next()
                && answer.found.broken.is_none()
            {
                wrong.push((
                    answer.page,
                    number,
                    format!("{cell} of the answer is empty"),
                ));
            }
        }
        for (page, number, wrong) in wrong {
            self.find(page, Some(number), wrong, "a digit".into());
        }
    }

    fn answers_are_right(&mut self, solved: &BTreeMap<u64, Result<Puzzle, String>>) {
        let mut wrong = Vec::new();
        for (&number, puzzle) in &self.puzzles {
            let solution = match solved.get(&number) {
                Some(Ok(proved)) => Grid::from(*proved.solution()),
                Some(Err(words)) => {
                    let right = "a puzzle with one solution".to_owned();
                    wrong.push((puzzle.page, number, words.clone(), right));
                    continue;
                }
                // Said before: there is something in it that is no digit.
                None => continue,
            };
            // A book may have no answers at all, but not some.
            if self.answers.is_empty() {
                continue;
            }
            let Some(answer) = self.answers.get(&number) else {
                let words = "there is no answer with its number".to_owned();
                wrong.push((puzzle.page, number, words, "one".to_owned()));
                continue;
            };
            let differs = |cell: &crate::grid::Cell| {
                let digit = answer.found.grid[*cell];
                digit.is_some() && digit != solution[*cell]
            };
            let different: Vec<_> = crate::grid::Cell::ALL.into_iter().filter(differs).collect();
            if let [cell, others @ ..] = &different[..]
                && let (Some(is), Some(should)) = (answer.found.grid[*cell], solution[*cell])
            {
                let more = match others.len() {
                    0 => String::new(),
                    1 => ", and another cell differs".to_owned(),
                    n => format!(", and {n} other cells differ"),
                };
                let words = format!("{cell} of the answer is {is}{more}");
                wrong.push((answer.page, number, words, should.to_string()));
            }
        }
        for (&number, answer) in &self.answers {
            if !self.puzzles.contains_key(&number) {
                let words = "an answer, but there is no puzzle with its number".to_owned();
                wrong.push((answer.page, number, words, String::new()));
            }
        }
        for (page, number, words, right) in wrong {
            self.find(page, Some(number), words, right);
        }
    }

    fn numbers_are_complete(&mut self) {
        let numbers: Vec<u64> = self.puzzles.keys().copied().collect();
        if numbers.is_empty() {
            self.findings.push(Finding {
                file: self.file.clone(),
                place: Place::Whole,
                puzzle: String::new(),
                wrong: "no puzzle with a number was found".into(),
                right: "grids of nine by nine cells with a number above".into(),
            });
        }
        for pair in numbers.windows(2) {
            if let &[before, after] = pair
                && after != before + 1
            {
                let words = missing(before + 1, after - 1);
                let page = self.puzzles.get(&after).map_or(0, |p| p.page);
                let right = format!("{} after puzzle {before}", before + 1);
                self.find(page, Some(after), words, right);
            }
        }
    }

    fn finish(self) -> Volume {
        let places: Vec<_> = self.puzzles.values().map(|p| self.place(p.page)).collect();
        let grids = self.puzzles.iter().zip(places);
        Volume {
            pages: self.pages.len(),
            puzzles: grids
                .map(|((&number, puzzle), place)| (number, (puzzle.found.grid, place)))
                .collect(),
            findings: self.findings,
        }
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

fn fuller(a: &Numbered, b: &Numbered) -> bool {
    a.found.grid.filled_count() > b.found.grid.filled_count()
}

/// No puzzle worth the name has so many digits.
fn nearly_full(grid: &Numbered) -> bool {
    grid.found.grid.filled_count() > 70
}
