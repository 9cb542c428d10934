//! Answers in a file of their own, against the puzzles of the books that are named with it. Not the books.

use super::book::{Volume, difference, missing};
use super::finding::{Finding, Place};
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Holds files of answers against volumes without answers. Without such a volume they are held against the
/// rules alone, when they are read.
pub(super) fn against(volumes: &[(Arc<str>, Volume)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let books = || volumes.iter().filter(|(_, volume)| !volume.is_of_answers());
    let apart: Vec<_> = volumes.iter().filter(|(_, volume)| volume.is_of_answers()).collect();
    let puzzles: BTreeMap<_, _> = books()
        .filter(|(_, book)| book.answers.is_empty())
        .flat_map(|(_, book)| &book.puzzles)
        .collect();
    let Some((last, _)) = apart.last().filter(|_| !puzzles.is_empty()) else {
        return findings;
    };
    for (file, volume) in &apart {
        for (&number, (answer, place, pages)) in &volume.answers {
            let mut find = |found: String, right: String| {
                findings.push(Finding::at(file, place.clone(), found, right).of(number));
            };
            let Some(printed) = puzzles.get(&number) else {
                find("found an answer, but no puzzle with this number".to_owned(), String::new());
                continue;
            };
            // What is wrong with a puzzle is found with its book.
            let Ok(puzzle) = Puzzle::prove(printed.grid) else { continue };
            if let Some((found, right)) = difference(answer, &Grid::from(*puzzle.solution())) {
                find(found, right);
            }
            if let Place::Page { folio: Some(folio), .. } = &printed.place
                && let Some(page) = pages.iter().find(|page| page.to_string() != *folio)
            {
                find(
                    format!("found a reference to its puzzle on page {page}"),
                    format!("page {folio}"),
                );
            }
        }
    }
    let has = |number: &u64| apart.iter().any(|(_, volume)| volume.answers.contains_key(number));
    if let Some(number) = puzzles.keys().find(|number| !has(number)) {
        let found = missing(**number, **number);
        findings.push(Finding::whole(last, found, "the answer of every puzzle"));
    }
    findings
}
