//! Volumes of one book held against each other, and covers against their volumes. Not what is wrong inside a
//! volume.

use super::book::Volume;
use super::contents::PageText;
use super::finding::{Finding, Place};
use super::levels::drawn;
use crate::grid::Grid;
use std::collections::HashMap;
use std::sync::Arc;

/// The printed number of the first puzzle of a book, and the number of its first volume in a series.
pub(super) type First = (u64, Option<u64>);

/// Holds volumes against each other. In the folder of a run they are all volumes of one book, in order, and
/// the manifest says with which numbers they begin; otherwise they are one book if each names their number.
pub(super) fn together(volumes: &[&(Arc<str>, Volume)], run: Option<First>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut stated: Vec<_> = volumes.iter().map(|(file, volume)| (file, volume)).collect();
    let count = |volume: &Volume| volume.facts.as_ref().and_then(|facts| facts.volume.1);
    let number = |volume: &Volume| volume.facts.as_ref().and_then(|facts| facts.volume.0);
    let all = stated.len() as u64;
    if run.is_none() {
        if all < 2 || stated.iter().any(|(_, volume)| count(volume) != Some(all)) {
            return findings;
        }
        stated.sort_by_key(|(_, volume)| number(volume));
    }
    let lowest = || stated.first().and_then(|(_, volume)| Some(numbers(volume)?.0));
    let (mut next, series) = run.unwrap_or_else(|| (lowest().unwrap_or(1), None));
    let mut day = None;
    let mut seen: HashMap<&Grid, (&Arc<str>, u64)> = HashMap::new();
    for (i, (file, volume)) in (1..).zip(stated) {
        let mut find = |wrong: String, right: String| {
            findings.push(Finding::whole(file, wrong, right));
        };
        if let Some(facts) = &volume.facts {
            // A book of one volume does not number it, unless it is part of a series.
            let number = i + series.map_or(0, |first| first - 1);
            let right = (all > 1 || series.is_some()).then_some((number, all));
            if facts.volume.0.or(facts.volume.1).is_some() || right.is_some() {
                let words = |volume: (Option<u64>, Option<u64>)| match volume {
                    (Some(number), Some(count)) => format!("volume {number} of {count}"),
                    (Some(number), None) => format!("volume {number}"),
                    _ => "no number of a volume".to_owned(),
                };
                let is =
                    |stated: Option<u64>, right| stated.is_none_or(|stated| Some(stated) == right);
                let (number, count) = (right.map(|right| right.0), right.map(|right| right.1));
                if !is(facts.volume.0, number) || !is(facts.volume.1, count) {
                    find(format!("found {}", words(facts.volume)), words((number, count)));
                }
            }
            let first = facts.first_day;
            if let (Some(first), Some(before)) = (first, day)
                && first != before
            {
                let wrong = "found days that do not follow those of the volume before";
                find(wrong.to_owned(), String::new());
            }
            day = first.or(day);
        }
        if let Some((first, last)) = numbers(volume) {
            if first != next {
                find(format!("found puzzle {first} as its first"), format!("puzzle {next}"));
            }
            next = last.saturating_add(1);
        }
        for (&number, printed) in &volume.puzzles {
            let (other, before) = *seen.entry(&printed.grid).or_insert((file, number));
            if other != file {
                let wrong = format!("found puzzle {before} of {other} again");
                let right = "a puzzle that is not in two volumes";
                findings.push(Finding::at(file, printed.place.clone(), wrong, right).of(number));
            }
        }
    }
    findings
}

/// The first and the last puzzle that a volume is about, as far as it says so.
fn numbers(volume: &Volume) -> Option<(u64, u64)> {
    let printed = volume.puzzles.keys();
    let printed = printed.clone().next().copied().zip(printed.clone().next_back().copied());
    let facts = volume.facts.as_ref().filter(|facts| facts.is_known);
    printed.or_else(|| facts.map(|facts| facts.puzzles))
}

/// Holds a cover against its volume: counts, levels, stars, the number of the volume. `None` if it has no
/// phrase of this volume's language.
pub(super) fn cover(file: &Arc<str>, page: &PageText, volume: &Volume) -> Option<Vec<Finding>> {
    let facts = volume.facts.as_ref()?;
    let mut findings = Vec::new();
    let mut find = |(wrong, right): (String, String)| {
        let place = Place::Page { sheet: 1, folio: None };
        findings.push(Finding::at(file, place, wrong, right));
    };
    let mut phrases = page.phrases_of(facts).peekable();
    phrases.peek()?;
    let mut named = Vec::new();
    for found in phrases {
        match facts.level(found) {
            Some(level) => named.push(level),
            None => _ = facts.judge(found, None).map(&mut find),
        }
    }
    let levels = facts.levels();
    // A volume without puzzles does not show its levels.
    if levels.is_empty() {
        return Some(findings);
    }
    let names = |levels: &[_]| {
        let names = levels.iter().map(|&level| facts.phrases.language.level_name(level));
        format!("{:?}", names.collect::<Vec<_>>().join(", "))
    };
    // Each name has its stars beside it, in whatever order they are read.
    let mut stars: Vec<_> = named.iter().map(|&level| drawn(level)).collect();
    named.sort_unstable();
    named.dedup();
    // A table of levels names all of them; without one the puzzle on the front has the only name.
    let is_right = match &named[..] {
        [one] => levels.contains(one),
        all => all.is_empty() || all == levels,
    };
    if !is_right {
        find((format!("found {}", names(&named)), names(&levels)));
    }
    for (_, row) in &page.stars {
        match stars.iter().position(|own| own == row) {
            Some(place) => _ = stars.swap_remove(place),
            None => find((format!("found {row}"), stars.join(" or "))),
        }
    }
    Some(findings)
}

/// Holds a booklet against its volume, which must have the same puzzles on the same pages.
pub(super) fn same(
    file: &Arc<str>,
    booklet: &Volume,
    book: &Arc<str>,
    volume: &Volume,
) -> Option<Finding> {
    let puzzles = |volume: &Volume| -> Vec<(u64, Grid, Option<String>)> {
        let folio = |place: &Place| match place {
            Place::Page { folio, .. } => folio.clone(),
            _ => None,
        };
        let puzzles = volume.puzzles.iter();
        puzzles.map(|(&number, printed)| (number, printed.grid, folio(&printed.place))).collect()
    };
    (puzzles(booklet) != puzzles(volume))
        .then(|| Finding::whole(file, "found other puzzles or pages", format!("those of {book}")))
}
