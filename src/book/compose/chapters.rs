//! Orders the puzzles of a book: level by level, or with alternating levels.

use crate::book::design::{BookDesign, Group, in_turn};
use crate::book::error::LayoutError;
use crate::book::imprint::{Imprint, Section};
use crate::grade::Rating;
use crate::ladder::{Ladder, Rung};
use crate::puzzle::Puzzle;
use std::collections::BTreeMap;

/// A group of puzzles in the book.
pub(in crate::book) struct Chapter<'a> {
    /// The level or band of all its puzzles; `None` if levels alternate.
    pub level: Option<Rung>,
    pub puzzles: Vec<Dealt<'a>>,
}

/// A puzzle at its place in the book.
pub(in crate::book) struct Dealt<'a> {
    pub level: Rung,
    pub puzzle: &'a Puzzle,
    pub rating: Option<Rating>,
}

/// The chapters of a book: one for each section, or a single one if levels alternate.
pub(in crate::book) fn chapters<'a>(
    design: &BookDesign,
    imprint: &Imprint,
    sections: &'a [Section],
) -> Result<Vec<Chapter<'a>>, LayoutError> {
    if sections.iter().all(|section| section.puzzles.is_empty()) {
        return Err(LayoutError::NoPuzzles);
    }
    let ladder = sections.first().map_or(Ladder::Paper, |s| s.rung.ladder());
    let turns = design.turns(ladder);
    if turns.is_empty() {
        let sections = sections.iter().filter(|section| !section.puzzles.is_empty());
        return Ok(sections.map(|section| chapter(section, design.group)).collect());
    }
    let mut left: [_; Rung::MOST] = std::array::from_fn(|index| {
        let of_rung = sections.iter().filter(move |section| section.rung.index() == index);
        of_rung.flat_map(dealt)
    });
    let order = || in_turn(turns.clone(), imprint.first_day);
    let dealt: Vec<_> = order().map_while(|rung| left[rung.index()].next()).collect();
    let over: usize = left.into_iter().map(Iterator::count).sum();
    if over == 0 {
        return Ok(vec![Chapter { level: None, puzzles: dealt }]);
    }
    let fits = match dealt.len() {
        fit if fit < turns.len() => String::new(),
        fit => format!(", or --as-many-as-fit, which takes {fit} of them"),
    };
    Err(LayoutError::Turns {
        template: design.name.clone(),
        turns: turns.iter().map(|level| level.number().to_string()).collect::<Vec<_>>().join(", "),
        over,
        quota: quota(order().take(dealt.len() + over)),
        fits,
    })
}

fn chapter(section: &Section, group: Group) -> Chapter<'_> {
    let mut puzzles: Vec<_> = dealt(section).collect();
    if group == Group::Technique {
        // Puzzles with the same technique stay in their order.
        puzzles.sort_by_key(|dealt| dealt.rating.map(|rating| rating.hardest));
    }
    Chapter { level: Some(section.rung), puzzles }
}

fn dealt(section: &Section) -> impl Iterator<Item = Dealt<'_>> {
    let puzzles = section.puzzles.iter().enumerate();
    puzzles.map(|(i, puzzle)| Dealt {
        level: section.rung,
        puzzle,
        rating: section.ratings.get(i).copied(),
    })
}

/// The number of puzzles of each level in these turns, in the format of `--quota`.
fn quota(turns: impl Iterator<Item = Rung>) -> String {
    let mut counts = BTreeMap::new();
    for turn in turns {
        *counts.entry(turn.number()).or_insert(0) += 1;
    }
    let counts = counts.into_iter().map(|(number, count)| format!("{number}={count}"));
    counts.collect::<Vec<_>>().join(",")
}
