//! The page numbers of a volume, and what refers to them: each puzzle to its answer, each answer
//! to its puzzle. Not the grids themselves.

use super::contents::{Contents, Numbered, Wrong};
use std::collections::BTreeMap;

/// Checks the printed page numbers, and every reference from page to page; returns the page numbers.
pub(super) fn check(book: &mut Contents) -> Numbers {
    let mut wrong = Vec::new();
    let numbers = Numbers::of(book, &mut wrong);
    let (puzzles, answers) = (&book.puzzles, &book.answers);
    own(puzzles, answers, "answer", &numbers, book, &mut wrong);
    own(answers, puzzles, "puzzle", &numbers, book, &mut wrong);
    let spans = [spans(puzzles, answers, &numbers), spans(answers, puzzles, &numbers)];
    for page in 0..book.pages.len() {
        shared(book, page, &spans, &mut wrong);
    }
    book.find_all(wrong);
    numbers
}

/// The page numbers that readers use.
pub(super) struct Numbers {
    /// The number of pages before page 1.
    before: i64,
}

impl Numbers {
    /// Most printed numbers agree on which page is page 1; the others are wrong.
    fn of(book: &Contents, wrong: &mut Vec<Wrong>) -> Self {
        let arabic = |text: &Option<String>| text.as_ref().and_then(|t| t.parse::<i64>().ok());
        let pages = || book.pages.iter().enumerate();
        let printed: Vec<(usize, i64)> =
            pages().filter_map(|(i, page)| Some((i, arabic(&page.as_ref()?.folio)?))).collect();
        let told: Vec<(usize, i64)> =
            pages().filter_map(|(i, page)| Some((i, arabic(&page.as_ref()?.label)?))).collect();
        let from = if printed.is_empty() { &told } else { &printed };
        let mut votes: BTreeMap<i64, usize> = BTreeMap::new();
        for &(i, number) in from {
            *votes.entry((i as i64 + 1).saturating_sub(number)).or_default() += 1;
        }
        let best = votes.into_iter().max_by_key(|&(_, votes)| votes);
        let numbers = Self { before: best.map_or(0, |(before, _)| before) };
        for (i, number) in printed {
            let right = numbers.page(i);
            if number != right {
                let words = format!("found the printed page number {number}");
                wrong.push((i, None, words, right.to_string()));
            }
        }
        for (i, page) in pages() {
            if let Some(page) = page
                && let (Some(folio), Some(label)) = (&page.folio, &page.label)
                && folio != label
            {
                let words = format!("found {label} as the page label in the file");
                wrong.push((i, None, words, folio.clone()));
            }
        }
        numbers
    }

    /// The page number of the page with this index; before page 1 it is 0 or less.
    pub fn page(&self, index: usize) -> i64 {
        (index as i64 + 1).saturating_sub(self.before)
    }
}

/// The references beside the grids themselves.
fn own(
    from: &BTreeMap<u64, Numbered>,
    to: &BTreeMap<u64, Numbered>,
    what: &str,
    numbers: &Numbers,
    book: &Contents,
    wrong: &mut Vec<Wrong>,
) {
    let refers = |grid: &Numbered| {
        let page = book.pages.get(grid.page).and_then(Option::as_ref);
        let shared = page.is_some_and(|page| !page.references.is_empty());
        shared || !grid.found.references.is_empty()
    };
    // A design has references at all grids or at none.
    let usual = from.values().any(refers);
    for (&number, grid) in from {
        let Some(target) = to.get(&number) else {
            continue;
        };
        let right = numbers.page(target.page);
        if usual && !refers(grid) {
            let words = format!("found no reference to its {what}");
            wrong.push((grid.page, Some(number), words, format!("page {right}")));
        }
        for &page in &grid.found.references {
            if i64::try_from(page) != Ok(right) {
                let words = format!("found a reference to its {what} on page {page}");
                wrong.push((grid.page, Some(number), words, format!("page {right}")));
            }
        }
    }
}

/// The first and the last page with what belongs to the grids of a page, by the index of that page.
type Spans = BTreeMap<usize, (i64, i64)>;

fn spans(from: &BTreeMap<u64, Numbered>, to: &BTreeMap<u64, Numbered>, numbers: &Numbers) -> Spans {
    let mut spans = Spans::new();
    for (number, grid) in from {
        let Some(target) = to.get(number) else { continue };
        let page = numbers.page(target.page);
        let (first, last) = spans.entry(grid.page).or_insert((page, page));
        (*first, *last) = (page.min(*first), page.max(*last));
    }
    spans
}

/// References of a page for all its grids together: `answers on pages 33 and 34`.
fn shared(book: &Contents, page: usize, spans: &[Spans; 2], wrong: &mut Vec<Wrong>) {
    let Some(Some(found)) = book.pages.get(page) else {
        return;
    };
    if found.references.is_empty() {
        return;
    }
    let spans = [spans[0].get(&page).copied(), spans[1].get(&page).copied()];
    let Some((first, last)) = spans[0].or(spans[1]) else {
        return;
    };
    for reference in &found.references {
        let (Some(&from), Some(&to)) = (reference.iter().min(), reference.iter().max()) else {
            continue;
        };
        let is = |number: u64, page: i64| i64::try_from(number) == Ok(page);
        let mut expected = spans.iter().flatten();
        if !expected.any(|&(first, last)| is(from, first) && is(to, last)) {
            let pages = |a: String, b: String| match a == b {
                true => format!("page {a}"),
                false => format!("pages {a} to {b}"),
            };
            let found = pages(from.to_string(), to.to_string());
            let words = format!("found a reference to {found} for the puzzles of this page");
            let right = pages(first.to_string(), last.to_string());
            wrong.push((page, None, words, right));
        }
    }
}
