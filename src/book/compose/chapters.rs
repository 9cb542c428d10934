//! Orders the puzzles of a book: level by level, or with alternating levels.

use crate::book::design::{BookDesign, in_turn};
use crate::book::error::LayoutError;
use crate::book::imprint::{Imprint, Section};
use crate::puzzle::Puzzle;
use crate::score::Level;

/// A group of puzzles in the book.
pub(in crate::book) struct Chapter<'a> {
    /// The level of all its puzzles; `None` if levels alternate.
    pub level: Option<Level>,
    pub puzzles: Vec<(Level, &'a Puzzle)>,
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
    let turns = design.turns();
    if turns.is_empty() {
        let sections = sections
            .iter()
            .filter(|section| !section.puzzles.is_empty());
        return Ok(sections.map(chapter).collect());
    }
    let mut left = Level::ALL.map(|level| {
        let of_level = sections
            .iter()
            .filter(move |section| section.level == level);
        of_level.flat_map(|section| &section.puzzles)
    });
    let dealt: Vec<_> = in_turn(turns.clone(), imprint.first_day)
        .map_while(|level| Some((level, left[level.index()].next()?)))
        .collect();
    let over: usize = left.into_iter().map(Iterator::count).sum();
    if over == 0 {
        return Ok(vec![Chapter {
            level: None,
            puzzles: dealt,
        }]);
    }
    let rounds = (dealt.len() / turns.len()).max(1);
    Err(LayoutError::Turns {
        template: design.name.clone(),
        turns: turns
            .iter()
            .map(|level| level.number().to_string())
            .collect::<Vec<_>>()
            .join(", "),
        over,
        quota: quota(&turns, rounds),
    })
}

fn chapter(section: &Section) -> Chapter<'_> {
    Chapter {
        level: Some(section.level),
        puzzles: section
            .puzzles
            .iter()
            .map(|puzzle| (section.level, puzzle))
            .collect(),
    }
}

/// The number of puzzles of each level in this number of rounds, in the format of `--quota`.
fn quota(turns: &[Level], rounds: usize) -> String {
    let counts = Level::ALL.map(|level| (level, turns.iter().filter(|t| **t == level).count()));
    let counts = counts.into_iter().filter(|(_, count)| *count > 0);
    let counts = counts.map(|(level, count)| format!("{}={}", level.number(), count * rounds));
    counts.collect::<Vec<_>>().join(",")
}
