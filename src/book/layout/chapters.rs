//! Orders the puzzles of a book: level by level, or with alternating levels.

use crate::book::model::deck::{Deck, counted};
use crate::book::model::design::{self, BookDesign, Label, date_of, in_turn};
use crate::book::model::error::LayoutError;
use crate::book::model::imprint::{Imprint, PuzzleOrder, Section};
use crate::book::model::volume::Theme;
use crate::human::course::Course;
use crate::human::ladder::{Ladder, Rung};
use crate::sudoku::canon::Canonical;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A group of puzzles in the book, one after another.
pub(in crate::book) struct Chapter {
    pub theme: Theme,
    /// The puzzles in the order of the book.
    pub puzzles: Range<usize>,
}

/// A group whose puzzles are not in their order yet: counted from 0 through all sections.
type Group = (Theme, Vec<u32>);

/// The puzzles of a book in its order, and its chapters.
pub(in crate::book) fn chapters(
    design: &BookDesign,
    imprint: &Imprint,
    sections: &[Section],
) -> Result<(Deck, Vec<Chapter>), LayoutError> {
    let groups = groups(design, imprint, sections)?;
    let chapters = groups.iter().scan(0, |next, (theme, puzzles)| {
        let first = *next;
        *next += puzzles.len();
        Some(Chapter { theme: *theme, puzzles: first..*next })
    });
    let chapters = chapters.collect();
    let order: Vec<_> = groups.into_iter().map(|(_, puzzles)| puzzles).collect();
    Ok((Deck::new(sections, order.concat()), chapters))
}

/// The groups of a book: one for each sheet of a class, or for each section. If levels alternate,
/// or the puzzles keep the order of their files, one for each month of dates, or a single one.
fn groups(
    design: &BookDesign,
    imprint: &Imprint,
    sections: &[Section],
) -> Result<Vec<Group>, LayoutError> {
    if sections.iter().all(|section| section.puzzles.is_empty()) {
        return Err(LayoutError::NoPuzzles);
    }
    let ladder = sections.first().map_or(Ladder::Published, |s| s.rung.ladder());
    if let Some(sheets) = imprint.sheets {
        return by_sheet(sections, sheets.get().into());
    }
    if !imprint.course.is_empty() {
        return by_technique(&imprint.course, sections);
    }
    if imprint.order == Some(PuzzleOrder::Given) {
        return Ok(by_month(design, imprint, as_given(sections)));
    }
    let turns = design.keys.turns(ladder);
    if let Some(&found) = design.keys.turns.iter().find(|&&number| ladder.rung(number).is_none()) {
        let place = format!("design {}", design.keys.name);
        let found = format!("{found}; levels are 1 to 5, bands 1 to 7");
        let expected = format!("turns of 1 to {}", ladder.rungs().count());
        return Err(LayoutError::expected(place, expected, found));
    }
    if turns.is_empty() {
        let sections = counted(sections).filter(|(_, section)| !section.puzzles.is_empty());
        return Ok(sections.map(|counted| whole(counted, design.keys.group)).collect());
    }
    let deal = |turns: &[Rung]| {
        let mut left: [_; Rung::MOST] = std::array::from_fn(|index| {
            let of_rung = counted(sections).filter(move |(_, of)| of.rung.index() == index);
            of_rung.flat_map(numbers)
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
        false => Some(format!("the setting `as-many-as-fit`, which takes {fit} of them")),
    };
    let present = sections.iter().filter(|section| !section.puzzles.is_empty());
    let present: BTreeSet<u8> = present.map(|section| section.rung.number()).collect();
    let mut own = "expected".to_owned();
    if present != design.keys.turns.iter().copied().collect() {
        let numbers: Vec<u8> = present.into_iter().collect();
        let numbers = design.keys.turns_for(&numbers);
        let rungs: Vec<Rung> = numbers.iter().filter_map(|&n| ladder.rung(n)).collect();
        let (dealt, over) = deal(&rungs);
        let with = || Some(format!(" with {}", takes(&rungs, dealt.len())?));
        let with = if over == 0 { Some(String::new()) } else { with() };
        let turns = listed(&numbers, ",");
        own = with.map_or(own, |with| format!("use the setting `turns = {turns}`{with}, or"));
    }
    let order = in_turn(turns.clone(), imprint.first_day);
    Err(LayoutError::Turns {
        template: design.keys.name.clone(),
        turns: listed(&design.keys.turns, ", "),
        over,
        remedy: format!(
            "{own} puzzles made with the setting `quota = {}`, the same number{}",
            quota(order.take(dealt.len() + over)),
            takes(&turns, dealt.len()).map_or(String::new(), |fits| format!(", or {fits}"))
        ),
    })
}

fn listed(numbers: &[u8], between: &str) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(between)
}

/// The numbers of the puzzles of a section.
fn numbers((first, section): (u32, &Section)) -> Range<u32> {
    first..first + section.puzzles.len() as u32
}

/// The numbers of all puzzles in the order of their files. Without places, as in specimens, they
/// are in the order of the sections.
fn as_given(sections: &[Section]) -> Vec<u32> {
    let placed = counted(sections).flat_map(|(first, section)| {
        let place = move |number: u32| {
            section.places.get((number - first) as usize).copied().unwrap_or(number)
        };
        numbers((first, section)).map(move |number| (place(number), number))
    });
    let mut placed: Vec<_> = placed.collect();
    placed.sort_unstable();
    placed.into_iter().map(|(_, number)| number).collect()
}

/// A section as it is, or by technique.
fn whole((first, section): (u32, &Section), group: design::Group) -> Group {
    let mut puzzles: Vec<u32> = numbers((first, section)).collect();
    if group == design::Group::Technique {
        // Puzzles with the same technique stay in their order.
        puzzles.sort_by_key(|puzzle| {
            section.ratings.get((puzzle - first) as usize).map(|rating| rating.hardest)
        });
    }
    (Theme::Level(section.rung), puzzles)
}

/// A group for each technique of a course. Puzzles without ratings, which are specimens, are shared evenly.
fn by_technique(course: &Course, sections: &[Section]) -> Result<Vec<Group>, LayoutError> {
    let mut groups = Vec::new();
    for (first, section) in counted(sections) {
        let techniques: Vec<_> = match section.rung {
            Rung::Band(band) => course.of_band(band).collect(),
            Rung::Level(_) => Vec::new(),
        };
        let each = section.puzzles.len().div_ceil(techniques.len().max(1));
        let mut left = section.puzzles.len();
        for (place, &technique) in techniques.iter().enumerate() {
            let is_here = |puzzle: &u32| {
                let number = (puzzle - first) as usize;
                match section.ratings.get(number) {
                    Some(rating) => rating.hardest == technique,
                    None => number / each == place,
                }
            };
            let puzzles: Vec<u32> = numbers((first, section)).filter(is_here).collect();
            left -= puzzles.len();
            groups.push((Theme::Technique(technique), puzzles));
        }
        if left > 0 {
            let expected = format!("puzzles whose hardest technique is one of {course}");
            return Err(LayoutError::expected("course", expected, format!("{left} others")));
        }
    }
    groups.retain(|(_, puzzles)| !puzzles.is_empty());
    Ok(groups)
}

/// All chapters as one.
pub(in crate::book) fn together(chapters: Vec<Chapter>) -> Vec<Chapter> {
    match &chapters[..] {
        [first, .., last] => {
            let puzzles = first.puzzles.start..last.puzzles.end;
            vec![Chapter { theme: Theme::Mixed, puzzles }]
        }
        _ => chapters,
    }
}

/// A group for each sheet, with one puzzle of every class of equivalent ones.
fn by_sheet(sections: &[Section], sheets: usize) -> Result<Vec<Group>, LayoutError> {
    let mut classes: Vec<(Canonical, Vec<u32>)> = Vec::new();
    for (puzzle, number) in sections.iter().flat_map(|section| section.puzzles.iter()).zip(0..) {
        let class = Canonical::of(&puzzle);
        match classes.iter_mut().find(|(other, of)| *other == class && of.len() < sheets) {
            Some((_, of)) => of.push(number),
            None => classes.push((class, vec![number])),
        }
    }
    if let Some((_, of)) = classes.iter().find(|(_, of)| of.len() != sheets) {
        let expected = format!("{sheets} equivalent puzzles of each");
        let found = format!("{}; a run with as many sheets makes them", of.len());
        return Err(LayoutError::expected("sheets", expected, found));
    }
    let sheet = |n: usize| (Theme::Sheet(n + 1), classes.iter().map(|(_, of)| of[n]).collect());
    Ok((0..sheets).map(sheet).collect())
}

/// A group for each month, if the puzzles have dates.
fn by_month(design: &BookDesign, imprint: &Imprint, dealt: Vec<u32>) -> Vec<Group> {
    let first = imprint.first_day.filter(|_| design.keys.puzzle.label == Label::Date);
    let mut groups: Vec<Group> = Vec::new();
    for (i, puzzle) in dealt.into_iter().enumerate() {
        let month = first.and_then(|first| Some(date_of(first, i)?.first_of_month()));
        let theme = month.map_or(Theme::Mixed, Theme::Month);
        match groups.last_mut() {
            Some((last, puzzles)) if *last == theme => puzzles.push(puzzle),
            _ => groups.push((theme, vec![puzzle])),
        }
    }
    groups
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
