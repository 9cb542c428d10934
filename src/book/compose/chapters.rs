//! Orders the puzzles of a book: level by level, or with alternating levels.

use crate::book::design::{BookDesign, Group, Label, date_of, in_turn, turns_for};
use crate::book::error::LayoutError;
use crate::book::imprint::{Imprint, Section};
use crate::book::volume::Theme;
use crate::human::course::Course;
use crate::human::grade::Rating;
use crate::human::ladder::{Ladder, Rung};
use crate::sudoku::canon::Canonical;
use crate::sudoku::puzzle::Puzzle;
use std::collections::{BTreeMap, BTreeSet};

/// A group of puzzles in the book.
pub(in crate::book) struct Chapter<'a> {
    pub theme: Theme,
    pub puzzles: Vec<Dealt<'a>>,
}

/// A puzzle at its place in the book.
#[derive(Clone, Copy)]
pub(in crate::book) struct Dealt<'a> {
    pub level: Rung,
    pub puzzle: &'a Puzzle,
    pub rating: Option<Rating>,
}

/// The chapters of a book: one for each sheet of a class, or for each section. If levels alternate, one for each month of dates, or a
/// single one.
pub(in crate::book) fn chapters<'a>(
    design: &BookDesign,
    imprint: &Imprint,
    sections: &'a [Section],
) -> Result<Vec<Chapter<'a>>, LayoutError> {
    if sections.iter().all(|section| section.puzzles.is_empty()) {
        return Err(LayoutError::NoPuzzles);
    }
    let ladder = sections.first().map_or(Ladder::Paper, |s| s.rung.ladder());
    if let Some(sheets) = imprint.sheets {
        return by_sheet(sections, sheets.get().into());
    }
    if !imprint.course.is_empty() {
        return by_technique(&imprint.course, sections);
    }
    let turns = design.turns(ladder);
    if let Some(&found) = design.turns.iter().find(|&&number| ladder.rung(number).is_none()) {
        let place = format!("design {}", design.name);
        let found = format!("{found}; levels are 1 to 5, bands 1 to 7");
        let expected = format!("turns of 1 to {}", ladder.rungs().count());
        return Err(LayoutError::expected(place, expected, found));
    }
    if turns.is_empty() {
        let sections = sections.iter().filter(|section| !section.puzzles.is_empty());
        return Ok(sections.map(|section| chapter(section, design.group)).collect());
    }
    let deal = |turns: &[Rung]| {
        let mut left: [_; Rung::MOST] = std::array::from_fn(|index| {
            let of_rung = sections.iter().filter(move |section| section.rung.index() == index);
            of_rung.flat_map(dealt)
        });
        let order = in_turn(turns.to_vec(), imprint.first_day);
        let dealt: Vec<_> = order.map_while(|rung| left[rung.index()].next()).collect();
        (dealt, left.into_iter().map(Iterator::count).sum::<usize>())
    };
    let (dealt, over) = deal(&turns);
    if over == 0 {
        return Ok(by_month(design, imprint, dealt));
    }
    let takes = |turns: &[Rung], fit: usize| match fit < turns.len() {
        true => None,
        false => Some(format!("--as-many-as-fit, which takes {fit} of them")),
    };
    let present = sections.iter().filter(|section| !section.puzzles.is_empty());
    let present: BTreeSet<u8> = present.map(|section| section.rung.number()).collect();
    let mut own = "expected".to_owned();
    if present != design.turns.iter().copied().collect() {
        let numbers: Vec<u8> = present.into_iter().collect();
        let numbers = turns_for(&numbers, design.puzzle.label);
        let rungs: Vec<Rung> = numbers.iter().filter_map(|&n| ladder.rung(n)).collect();
        let (dealt, over) = deal(&rungs);
        let more = if over == 0 { Some(String::new()) } else { takes(&rungs, dealt.len()) };
        let turns = more.map(|more| format!("{} {more}", listed(&numbers, ",")));
        own = turns.map_or(own, |turns| format!("use --turns {}, or", turns.trim_end()));
    }
    let order = in_turn(turns.clone(), imprint.first_day);
    Err(LayoutError::Turns {
        template: design.name.clone(),
        turns: listed(&design.turns, ", "),
        over,
        remedy: format!(
            "{own} puzzles made with --quota {}, the same number{}",
            quota(order.take(dealt.len() + over)),
            takes(&turns, dealt.len()).map_or(String::new(), |fits| format!(", or {fits}"))
        ),
    })
}

fn listed(numbers: &[u8], between: &str) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(between)
}

fn chapter(section: &Section, group: Group) -> Chapter<'_> {
    let mut puzzles: Vec<_> = dealt(section).collect();
    if group == Group::Technique {
        // Puzzles with the same technique stay in their order.
        puzzles.sort_by_key(|dealt| dealt.rating.map(|rating| rating.hardest));
    }
    Chapter { theme: Theme::Level(section.rung), puzzles }
}

/// A chapter for each technique of a course. Puzzles without ratings, which are specimens, are shared evenly.
fn by_technique<'a>(
    course: &Course,
    sections: &'a [Section],
) -> Result<Vec<Chapter<'a>>, LayoutError> {
    let mut chapters = Vec::new();
    for section in sections {
        let techniques: Vec<_> = match section.rung {
            Rung::Band(band) => course.of_band(band).collect(),
            Rung::Level(_) => Vec::new(),
        };
        let each = section.puzzles.len().div_ceil(techniques.len().max(1));
        let mut left = section.puzzles.len();
        for (place, &technique) in techniques.iter().enumerate() {
            let is_here = |(number, dealt): &(usize, Dealt)| match dealt.rating {
                Some(rating) => rating.hardest == technique,
                None => number / each == place,
            };
            let puzzles = dealt(section).enumerate().filter(is_here);
            let puzzles: Vec<_> = puzzles.map(|(_, dealt)| dealt).collect();
            left -= puzzles.len();
            chapters.push(Chapter { theme: Theme::Technique(technique), puzzles });
        }
        if left > 0 {
            let expected = format!("puzzles whose hardest technique is one of {course}");
            return Err(LayoutError::expected("course", expected, format!("{left} others")));
        }
    }
    chapters.retain(|chapter| !chapter.puzzles.is_empty());
    Ok(chapters)
}

/// The puzzles of all chapters as one, in their order.
pub(in crate::book) fn together(chapters: Vec<Chapter>) -> Vec<Chapter> {
    if chapters.len() < 2 {
        return chapters;
    }
    let puzzles = chapters.into_iter().flat_map(|chapter| chapter.puzzles).collect();
    vec![Chapter { theme: Theme::Mixed, puzzles }]
}

/// A chapter for each sheet, with one puzzle of every class of equivalent ones.
fn by_sheet(sections: &[Section], sheets: usize) -> Result<Vec<Chapter<'_>>, LayoutError> {
    let mut classes: Vec<(Canonical, Vec<Dealt>)> = Vec::new();
    for dealt in sections.iter().flat_map(dealt) {
        let class = Canonical::of(dealt.puzzle);
        match classes.iter_mut().find(|(other, of)| *other == class && of.len() < sheets) {
            Some((_, of)) => of.push(dealt),
            None => classes.push((class, vec![dealt])),
        }
    }
    if let Some((_, of)) = classes.iter().find(|(_, of)| of.len() != sheets) {
        let expected = format!("{sheets} equivalent puzzles of each");
        let found = format!("{}; a run with as many sheets makes them", of.len());
        return Err(LayoutError::expected("sheets", expected, found));
    }
    let sheet = |n: usize| Chapter {
        theme: Theme::Sheet(n + 1),
        puzzles: classes.iter().map(|(_, of)| of[n]).collect(),
    };
    Ok((0..sheets).map(sheet).collect())
}

/// A chapter for each month, if the puzzles have dates.
fn by_month<'a>(design: &BookDesign, imprint: &Imprint, dealt: Vec<Dealt<'a>>) -> Vec<Chapter<'a>> {
    let first = imprint.first_day.filter(|_| design.puzzle.label == Label::Date);
    let mut chapters: Vec<Chapter> = Vec::new();
    for (i, puzzle) in dealt.into_iter().enumerate() {
        let month = first.and_then(|first| Some(date_of(first, i)?.first_of_month()));
        let theme = month.map_or(Theme::Mixed, Theme::Month);
        match chapters.last_mut() {
            Some(last) if last.theme == theme => last.puzzles.push(puzzle),
            _ => chapters.push(Chapter { theme, puzzles: vec![puzzle] }),
        }
    }
    chapters
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
