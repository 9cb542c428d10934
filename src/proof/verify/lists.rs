//! What pages say of puzzles beside their grids, read: lists of hints and times, hints below puzzles, drawn steps.
//! Not whether it is right.

use super::phrases::Found;
use crate::grid::{Cell, Digit, Grid};
use crate::proof::readback::{PageContents, PageGrid};
use std::collections::BTreeSet;

/// A list of a page: the key of its heading, with the language in which it was read, and its lines.
#[derive(Debug)]
pub(super) struct List {
    pub kinds: Vec<(usize, Kind)>,
    pub lines: Vec<String>,
}

impl List {
    /// The numbers of its entries.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        entries(&self.lines).into_iter().map(|(number, _)| number)
    }
}

/// What a list is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Hints,
    Times,
}

/// A drawn step on a page, and all words of this page.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    pub grid: Grid,
    pub small: BTreeSet<(Cell, Digit)>,
    pub lines: Vec<String>,
}

/// Reads the list of a page, if it is one.
pub(super) fn list(page: &PageContents, phrases: &[(usize, Found)]) -> Option<List> {
    let kind = |key: &str| match key {
        "hints.heading" => Some(Kind::Hints),
        "times.heading" => Some(Kind::Times),
        _ => None,
    };
    // The heading is the first line of the page. The contents have it too, with a page number.
    if phrases.iter().any(|(_, found)| found.key == "contents.heading") {
        return None;
    }
    let heads = phrases.iter().filter(|(_, found)| found.line < 3);
    let heads: Vec<_> =
        heads.filter_map(|(of, found)| Some((found.line, (*of, kind(&found.key)?)))).collect();
    let head = heads.iter().map(|(line, _)| *line).max()?;
    let is_foot = |line: &String| {
        page.folio.as_ref().is_some_and(|folio| line.split('\t').any(|part| part == folio))
    };
    let mut lines: Vec<String> = page.lines.iter().skip(head + 1).cloned().collect();
    lines.pop_if(|line| is_foot(line));
    Some(List { kinds: heads.into_iter().map(|(_, kind)| kind).collect(), lines })
}

/// The drawn step of a page, if it has one.
pub(super) fn drawn(page: &PageContents) -> Option<Drawn> {
    let is_step = |grid: &&PageGrid| grid.is_step && grid.number.is_none();
    let grid = page.grids.iter().find(is_step)?;
    let small = grid.small.iter().copied().collect();
    Some(Drawn { grid: grid.grid, small, lines: page.lines.clone() })
}

/// The numbers of puzzles with the words beside them that may be hints, on a page with puzzles.
pub(super) fn beside(page: &PageContents) -> Vec<(u64, String)> {
    let is_hint = |text: &&str| text.contains([':', '：']) && !text.starts_with(char::is_numeric);
    let pairs = page.lines.iter().flat_map(|line| {
        let groups: Vec<&str> = line.split('\t').collect();
        let pairs = groups.windows(2).map(|pair| (pair[0].trim().parse().ok(), pair[1]));
        pairs.collect::<Vec<_>>()
    });
    let pairs = pairs.filter(|(_, words)| is_hint(words));
    let pairs = pairs.filter_map(|(number, words)| Some((number?, words.trim().to_owned())));
    pairs.filter(|(n, _)| page.grids.iter().any(|grid| grid.number == Some(*n))).collect()
}

/// The numbers and words of a list.
pub(super) fn entries(lines: &[String]) -> Vec<(u64, String)> {
    let mut entries: Vec<(u64, String)> = Vec::new();
    for group in lines.iter().flat_map(|line| line.split('\t')) {
        match group.trim().parse() {
            Ok(number) => entries.push((number, String::new())),
            Err(_) => {
                if let Some((_, words)) = entries.last_mut() {
                    if !words.is_empty() {
                        words.push(' ');
                    }
                    words.push_str(group.trim());
                }
            }
        }
    }
    entries
}
