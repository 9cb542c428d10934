//! The contents of a volume, put together page by page: its puzzles and its answers by number. Not
//! whether they are right.

use super::finding::{Finding, Place};
use super::statements;
use crate::proof::readback::{PageContents, PageGrid};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A puzzle has fewer digits than this. A grid with more is an answer that lost some.
const MAX_PUZZLE_DIGITS: usize = 70;

/// A numbered grid, and its page.
#[derive(Debug)]
pub(super) struct Numbered {
    /// The index of the page, counted from 0.
    pub page: usize,
    pub found: PageGrid,
}

/// What is kept of a page once its grids are known.
#[derive(Debug)]
pub(super) struct PageText {
    /// The page number that the file gives to viewers.
    pub label: Option<String>,
    /// The page number that is printed.
    pub folio: Option<String>,
    /// The pages to which text outside of captions refers, one list for each reference.
    pub references: Vec<Vec<u64>>,
    /// The pages on which the answers begin, according to this page.
    pub answers_begin: Vec<String>,
}

/// The contents of a volume. Memory grows with its pages and puzzles, by less than 1 kB for each.
pub(super) struct Contents {
    pub file: Arc<str>,
    /// Every page; `None` if it cannot be read.
    pub pages: Vec<Option<PageText>>,
    pub puzzles: BTreeMap<u64, Numbered>,
    pub answers: BTreeMap<u64, Numbered>,
    pub findings: Vec<Finding>,
}

impl Contents {
    pub fn new(file: Arc<str>) -> Self {
        Self {
            file,
            pages: Vec::new(),
            puzzles: BTreeMap::new(),
            answers: BTreeMap::new(),
            findings: Vec::new(),
        }
    }

    /// Where a page is, for people.
    pub fn place(&self, page: usize) -> Place {
        let text = self.pages.get(page).and_then(Option::as_ref);
        Place::Page { sheet: page + 1, folio: text.and_then(|text| text.folio.clone()) }
    }

    /// Adds a finding about a page.
    pub fn find(&mut self, page: usize, puzzle: Option<u64>, wrong: String, right: String) {
        self.findings.push(Finding {
            file: self.file.clone(),
            place: self.place(page),
            puzzle: puzzle.map(|n| n.to_string()).unwrap_or_default(),
            wrong,
            right,
        });
    }

    /// Adds the next page, which cannot be read.
    pub fn add_unreadable(&mut self, wrong: String) {
        let index = self.pages.len();
        self.pages.push(None);
        self.find(index, None, wrong, String::new());
    }

    /// Adds the next page with its grids. `puzzle` is called for each grid that is kept as a puzzle,
    /// with its number and its index on the page; a later call for a number replaces the earlier one.
    pub fn add(&mut self, page: PageContents, mut puzzle: impl FnMut(u64, usize)) {
        let index = self.pages.len();
        self.pages.push(Some(PageText {
            label: page.label,
            folio: page.folio,
            references: page.references,
            answers_begin: statements::answers_begin(&page.lines),
        }));
        for (i, found) in page.grids.into_iter().enumerate() {
            let Some(number) = found.number else { continue };
            if let Some((cell, text)) = &found.broken {
                let wrong = format!("found {text:?} in {cell}");
                self.find(index, Some(number), wrong, "one digit".into());
            }
            let full = found.is_full();
            let numbered = Numbered { page: index, found };
            let kind = if full { "answer" } else { "puzzle" };
            let known = if full { &mut self.answers } else { &mut self.puzzles };
            let second = match known.get(&number) {
                None => {
                    if !full {
                        puzzle(number, i);
                    }
                    known.insert(number, numbered);
                    continue;
                }
                // Of two puzzles with one number the fuller one may be an answer that lost a digit.
                Some(first) if !full && digits(first) > digits(&numbered) => {
                    puzzle(number, i);
                    known.insert(number, numbered)
                }
                Some(_) => Some(numbered),
            };
            let Some(second) = second else { continue };
            let answer = digits(&second) > MAX_PUZZLE_DIGITS;
            if full || self.answers.contains_key(&number) || !answer {
                let wrong = format!("found a second {kind} with this number");
                self.find(index, Some(number), wrong, "one".into());
            } else {
                self.answers.insert(number, second);
            }
        }
    }
}

fn digits(grid: &Numbered) -> usize {
    grid.found.grid.filled_count()
}
