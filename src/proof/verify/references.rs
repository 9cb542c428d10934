//! The page numbers of a volume, and what refers to them: each puzzle to its answer, each answer
//! to its puzzle. Not the grids themselves.

use super::book::{Assembly, Numbered};
use crate::book::Language;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What our books say before and after the page on which the answers begin, in each language,
/// without spaces: lines may break anywhere.
static BEGIN: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    const PAGE: usize = usize::MAX;
    let languages = Language::BUILTIN.iter();
    let said = languages
        .filter_map(|(code, _)| Language::builtin(code))
        .filter_map(|language| {
            let said = unspaced(&language.answers_begin(PAGE));
            let (before, after) = said.split_once(&PAGE.to_string())?;
            Some((before.to_owned(), after.to_owned()))
        });
    said.collect()
});

fn unspaced(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Something wrong: page, puzzle, what, and what would be right.
type Wrong = (usize, Option<u64>, String, String);

pub(super) fn check(book: &mut Assembly) {
    let mut wrong = Vec::new();
    let numbers = Numbers::of(book, &mut wrong);
    let (puzzles, answers) = (&book.puzzles, &book.answers);
    own(puzzles, answers, "answer", &numbers, book, &mut wrong);
    own(answers, puzzles, "puzzle", &numbers, book, &mut wrong);
    for page in 0..book.pages.len() {
        shared(book, page, &numbers, &mut wrong);
        begin(book, page, &numbers, &mut wrong);
    }
    for (page, puzzle, words, right) in wrong {
        book.find(page, puzzle, words, right);
    }
}

/// What readers call the pages.
struct Numbers {
    /// The index of the page before page 1, counted from 1.
    before: i64,
}

impl Numbers {
    /// Most printed numbers agree on where page 1 is; those that do not are wrong.
    fn of(book: &Assembly, wrong: &mut Vec<Wrong>) -> Self {
        let arabic = |text: &Option<String>| text.as_ref().and_then(|t| t.parse::<i64>().ok());
        let pages = || book.pages.iter().enumerate();
        let printed: Vec<(usize, i64)> = pages()
            .filter_map(|(i, page)| Some((i, arabic(&page.as_ref()?.folio)?)))
            .collect();
        let told: Vec<(usize, i64)> = pages()
            .filter_map(|(i, page)| Some((i, arabic(&page.as_ref()?.label)?)))
            .collect();
        let from = if printed.is_empty() { &told } else { &printed };
        let mut votes: BTreeMap<i64, usize> = BTreeMap::new();
        for &(i, number) in from {
            *votes
                .entry((i as i64 + 1).saturating_sub(number))
                .or_default() += 1;
        }
        let best = votes.into_iter().max_by_key(|&(_, votes)| votes);
        let numbers = Self {
            before: best.map_or(0, |(before, _)| before),
        };
        for (i, number) in printed {
            let right = numbers.page(i);
            if number != right {
                let words = format!("page number {number} is printed");
                wrong.push((i, None, words, right.to_string()));
            }
        }
        for (i, page) in pages() {
            if let Some(page) = page
                && let (Some(folio), Some(label)) = (&page.folio, &page.label)
                && folio != label
            {
                let words = format!("the file calls this page {label}");
                wrong.push((i, None, words, folio.clone()));
            }
        }
        numbers
    }

    fn page(&self, index: usize) -> i64 {
        (index as i64 + 1).saturating_sub(self.before)
    }
}

/// What stands at the grids themselves.
fn own(
    from: &BTreeMap<u64, Numbered>,
    to: &BTreeMap<u64, Numbered>,
    what: &str,
    numbers: &Numbers,
    book: &Assembly,
    wrong: &mut Vec<Wrong>,
) {
    let refers = |grid: &Numbered| {
        let page = book.pages.get(grid.page).and_then(Option::as_ref);
        let shared = page.is_some_and(|page| !page.references.is_empty());
        shared || !grid.found.references.is_empty()
    };
    // A design may have no references at all, but not some.
    let usual = from.values().any(refers);
    for (&number, grid) in from {
        let Some(target) = to.get(&number) else {
            continue;
        };
        let right = numbers.page(target.page);
        if usual && !refers(grid) {
            let words = format!("nothing tells the page of its {what}");
            wrong.push((grid.page, Some(number), words, format!("page {right}")));
        }
        for &page in &grid.found.references {
            if i64::try_from(page) != Ok(right) {
                let words = format!("its {what} is said to be on page {page}");
                wrong.push((grid.page, Some(number), words, format!("page {right}")));
            }
        }
    }
}

/// What a page says of all its grids together: `answers on pages 33 and 34`.
fn shared(book: &Assembly, page: usize, numbers: &Numbers, wrong: &mut Vec<Wrong>) {
    let Some(Some(found)) = book.pages.get(page) else {
        return;
    };
    if found.references.is_empty() {
        return;
    }
    let span = |from: &BTreeMap<u64, Numbered>, to: &BTreeMap<u64, Numbered>| {
        let here = from.iter().filter(|(_, grid)| grid.page == page);
        let targets: Vec<i64> = here
            .filter_map(|(number, _)| Some(numbers.page(to.get(number)?.page)))
            .collect();
        Some((*targets.iter().min()?, *targets.iter().max()?))
    };
    let spans = [
        span(&book.puzzles, &book.answers),
        span(&book.answers, &book.puzzles),
    ];
    let Some((first, last)) = spans[0].or(spans[1]) else {
        return;
    };
    for reference in &found.references {
        let said = reference.iter().min().zip(reference.iter().max());
        let Some((&from, &to)) = said else { continue };
        let same = |said: u64, (first, last): (i64, i64)| {
            (
                i64::try_from(said) == Ok(first),
                i64::try_from(said) == Ok(last),
            )
        };
        let fits = |span: (i64, i64)| same(from, span).0 && same(to, span).1;
        if !spans.iter().flatten().any(|&span| fits(span)) {
            let pages = |a: String, b: String| match a == b {
                true => format!("page {a}"),
                false => format!("pages {a} to {b}"),
            };
            let words = format!(
                "the page refers to {} for its puzzles",
                pages(from.to_string(), to.to_string())
            );
            wrong.push((
                page,
                None,
                words,
                pages(first.to_string(), last.to_string()),
            ));
        }
    }
}

/// `The answers begin on page 41`, wherever it is said.
fn begin(book: &Assembly, page: usize, numbers: &Numbers, wrong: &mut Vec<Wrong>) {
    let Some(Some(found)) = book.pages.get(page) else {
        return;
    };
    let Some(first) = book.answers.values().map(|answer| answer.page).min() else {
        return;
    };
    let text = unspaced(&found.lines.concat());
    let right = numbers.page(first);
    for (before, after) in BEGIN.iter() {
        for (at, _) in text.match_indices(before) {
            let rest = &text[at + before.len()..];
            let end = rest.find(|c: char| !c.is_ascii_digit());
            let (said, rest) = rest.split_at(end.unwrap_or(rest.len()));
            if rest.starts_with(after) && said.parse() != Ok(right) {
                let words = format!("the answers are said to begin on page {said}");
                wrong.push((page, None, words, format!("page {right}")));
            }
        }
    }
}
