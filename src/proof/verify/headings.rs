//! The contents of a volume against its headings, and the heads of its lists against what is listed.

use super::contents::{Contents, Entry, Wrong};
use super::references::Numbers;
use super::statements::Facts;
use std::collections::BTreeMap;

/// Checks the page number in each line of the contents, and the numbers at the head of each page of answers
/// or of progress.
pub(super) fn check(book: &mut Contents, facts: &Facts, numbers: &Numbers) {
    let mut wrong = Vec::new();
    for entry in &book.entries {
        let pages = targets(book, facts, entry);
        let number = |page: &usize| number(book, numbers, *page);
        if let Some(right) = pages.first().and_then(number)
            && !pages.iter().filter_map(number).any(|number| number == entry.stated)
        {
            let words = format!("found page {} for {:?}", entry.stated, entry.title);
            wrong.push((entry.at.0, None, words, format!("page {right}")));
        }
    }
    if facts.is_known {
        lists(book, facts, &mut wrong);
    }
    book.find_all(wrong);
}

/// The page number of a page, as it is printed there or in the contents.
fn number(book: &Contents, numbers: &Numbers, page: usize) -> Option<String> {
    match numbers.page(page) {
        number @ 1.. => Some(number.to_string()),
        _ => {
            let text = book.pages.get(page)?.as_ref()?;
            text.folio.clone().or_else(|| text.label.clone())
        }
    }
}

/// The pages that a line of the contents may name: of a level the opener, or the page of its first puzzle;
/// otherwise those that have its words.
fn targets(book: &Contents, facts: &Facts, entry: &Entry) -> Vec<usize> {
    let Some(Some(page)) = book.pages.get(entry.at.0) else {
        return Vec::new();
    };
    let mut phrases = page.phrases_of(facts).filter(|found| found.line == entry.at.1);
    let first = phrases.find_map(|found| match facts.level(found) {
        Some(level) => Some(facts.sections.get(&level)?.puzzles.0),
        None => found.value("first").filter(|_| found.key.starts_with("puzzles.")),
    });
    let Some(puzzle) = first.and_then(|first| book.puzzles.get(&first).map(|p| (first, p.page)))
    else {
        return entry.seen.clone();
    };
    let (first, page) = puzzle;
    let opener = |page: &usize| opens(book, facts, *page, first);
    vec![(page.saturating_sub(2)..page).rev().find(opener).unwrap_or(page)]
}

/// Whether a page is the opener of the level that begins with this puzzle.
fn opens(book: &Contents, facts: &Facts, page: usize, first: u64) -> bool {
    let Some(Some(text)) = book.pages.get(page) else {
        return false;
    };
    let named = text
        .phrases_of(facts)
        .any(|found| found.key.starts_with("puzzles.") && found.value("first") == Some(first));
    let other = text
        .phrases_of(facts)
        .any(|found| found.key.ends_with(".heading") || found.key.ends_with(".intro"));
    named && !other && !book.puzzles.values().any(|puzzle| puzzle.page == page)
}

/// The heads of lists: `Answers 1 to 12`, and those of progress, whose pages follow one another.
fn lists(book: &Contents, facts: &Facts, wrong: &mut Vec<Wrong>) {
    // Of each list the next number, and its last page so far.
    let mut lists: BTreeMap<&str, (u64, usize)> = BTreeMap::new();
    for (index, page) in book.pages.iter().enumerate() {
        let Some(page) = page else { continue };
        let heading = page.phrases_of(facts).find(|found| found.key.ends_with(".heading"));
        let Some(heading) = heading else { continue };
        let range = page
            .phrases_of(facts)
            .find(|found| found.key == "answers.range" && found.line == heading.line);
        // Of a single puzzle there is its number alone.
        let listed = || page.list.as_ref().and_then(|list| list.numbers().next());
        let (found, text) = match (range, listed()) {
            (Some(range), _) => {
                let value = |place| range.value(place).unwrap_or(0);
                ((value("first"), value("last")), range.text.clone())
            }
            (None, Some(number)) => ((number, number), number.to_string()),
            (None, None) => continue,
        };
        let listed = book.answers.iter().filter(|(_, answer)| answer.page == index);
        let listed = listed.map(|(number, _)| *number);
        let right = match heading.key.as_str() {
            "answers.heading" => listed.clone().min().zip(listed.max()),
            _ => {
                let next = lists.get(heading.key.as_str()).map_or(facts.puzzles.0, |(n, _)| *n);
                let right = (next, found.1.clamp(next, facts.puzzles.1.max(next)));
                lists.insert(&heading.key, (right.1 + 1, index));
                Some(right)
            }
        };
        if let Some(right) = right.filter(|right| *right != found) {
            wrong.push((index, None, format!("found {text:?}"), words(facts, right)));
        }
    }
    for (next, page) in lists.into_values().filter(|(next, _)| *next <= facts.puzzles.1) {
        let words = format!("found no more entries for the puzzles from {next} on");
        wrong.push((page, None, words, facts.puzzles.1.to_string()));
    }
}

fn words(facts: &Facts, (first, last): (u64, u64)) -> String {
    let words = facts.phrases.language.range(first as usize, last as usize);
    format!("{:?}", super::statements::plain(&words))
}
