//! Sheets of a class: each version has the same puzzles in other disguises, and its answers on pages of its own.
//! Not whether the puzzles are right.

use super::contents::{Contents, Wrong};
use super::finding::counted;
use super::phrases::Found;
use super::statements::{Facts, Sheets};
use crate::canon::Canonical;
use crate::puzzle::Puzzle;
use std::collections::BTreeMap;

/// The version that a page names.
fn version(book: &Contents, language: usize, page: usize) -> Option<u64> {
    let phrases = &book.pages.get(page)?.as_ref()?.phrases;
    let is = |(of, found): &&(usize, Found)| *of == language && found.key == "puzzles.version";
    phrases.iter().find(is)?.1.value("number")
}

/// The versions and their puzzles, as the pages of puzzles say; empty if pages name none.
pub(super) fn of(book: &Contents, language: usize) -> Sheets {
    let mut sheets = Sheets::new();
    for (&number, puzzle) in &book.puzzles {
        if let Some(version) = version(book, language, puzzle.page) {
            sheets.entry(version).or_default().insert(number);
        }
    }
    sheets
}

/// Checks that every puzzle is on a sheet, that the puzzles of all versions are equivalent, none the same as its
/// neighbours, and that pages of answers name the version of their puzzles.
pub(super) fn check(book: &mut Contents, facts: &Facts) {
    let Some(first) = facts.sheets.values().next() else { return };
    let puzzle = |number: &u64| -> Option<&Puzzle> {
        let judged = book.puzzles.get(number)?.proof.as_ref()?.as_ref().ok()?;
        Some(&judged.puzzle)
    };
    let classes: Vec<_> = first.iter().map(|n| puzzle(n).map(Canonical::of)).collect();
    let mut wrong: Vec<Wrong> = Vec::new();
    for (&number, puzzle) in &book.puzzles {
        if !facts.sheets.values().any(|sheet| sheet.contains(&number)) {
            let found = "found no version on its page".to_owned();
            wrong.push((puzzle.page, Some(number), found, "one".to_owned()));
        }
    }
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    for (version, sheet) in &facts.sheets {
        let page = sheet.first().and_then(|n| book.puzzles.get(n)).map_or(0, |puzzle| puzzle.page);
        if sheet.len() != first.len() {
            let count = counted(sheet.len() as u64, "puzzle", "puzzles");
            let found = format!("version {version}: found {count}");
            wrong.push((page, None, found, first.len().to_string()));
        }
        for (n, class) in sheet.iter().zip(&classes) {
            let Some(own) = puzzle(n) else { continue };
            if class.as_ref().is_some_and(|class| *class != Canonical::of(own)) {
                let found = format!("version {version}: found another puzzle");
                let right = "one that is equivalent to that of the first version".to_owned();
                wrong.push((page, Some(*n), found, right));
            }
            if let Some(other) = seen.insert(own.givens().to_string(), *n) {
                let found = format!("found puzzle {other} again");
                wrong.push((page, Some(*n), found, "another disguise of it".to_owned()));
            }
        }
    }
    for (&number, answer) in &book.answers {
        let Some(found) = version(book, facts.language, answer.page) else { continue };
        let of_puzzle = facts.sheets.iter().find(|(_, sheet)| sheet.contains(&number));
        if let Some((&right, _)) = of_puzzle.filter(|(version, _)| **version != found) {
            let found = format!("found an answer on a page of version {found}");
            wrong.push((answer.page, Some(number), found, format!("version {right}")));
        }
    }
    book.find_all(wrong);
}
