//! Lists the findings of `verify` and `preflight` in a table, each linked to its page.

use super::spreads::ShownPages;
use super::subject::{SheetBook, Subject};
use crate::check::verify::{Finding, Location, counted, page_in_words};
use askama::Template;
use press::printers::preflight;
use press::text::markup::{escape_markup, render};
use std::fmt::Write as _;

/// The maximum number of table rows, and of pages named in a row.
const MAX_ROWS: usize = 500;
const MAX_PAGES: usize = 12;

#[derive(Template)]
#[template(path = "proof/findings.html")]
struct FindingTable {
    rows: Vec<FindingRow>,
    /// The number of findings without a row, in words; `None` if all have one.
    more: Option<String>,
}

struct FindingRow {
    /// The CSS class.
    state: &'static str,
    judge: String,
    /// HTML with links to pages.
    place: String,
    found: String,
    expected: String,
}

/// Returns the table of all findings, or a sentence if there are none.
pub(super) fn table(subject: &Subject, shown: &[ShownPages]) -> String {
    let verified = subject.findings.iter().map(|finding| verified(subject, shown, finding));
    let inspected =
        subject.books.iter().zip(shown).flat_map(|(book, shown)| inspected(book, shown));
    let mut rows: Vec<FindingRow> = verified.chain(inspected).collect();
    let more = rows.len().saturating_sub(MAX_ROWS);
    let more = (more > 0).then(|| counted(more as u64, "more finding", "more findings"));
    rows.truncate(MAX_ROWS);
    render(&FindingTable { rows, more })
}

fn verified(subject: &Subject, shown: &[ShownPages], finding: &Finding) -> FindingRow {
    let Finding { file, place, puzzle, found, expected, named } = finding;
    let mut place = match place {
        Location::Whole => escape_markup(file),
        Location::Line { line, column: "" } => format!("{}, line {line}", escape_markup(file)),
        Location::Line { line, column } => {
            let column = escape_markup(named.as_deref().unwrap_or(column));
            format!("{}, line {line}, {column}", escape_markup(file))
        }
        Location::Page { sheet, folio, grid } => {
            let mut books = subject.books.iter().zip(shown);
            let book = books.find(|(book, _)| *book.name == **file);
            let words = page_in_words(*sheet, folio.as_deref());
            let link = match book {
                Some((_, shown)) => shown.link(*sheet, &words),
                None => escape_markup(&words),
            };
            let grid = grid.map_or_else(String::new, |grid| format!(", grid {grid}"));
            format!("{}, {link}{grid}", escape_markup(file))
        }
    };
    if !puzzle.is_empty() {
        let _ = write!(place, ", puzzle {}", escape_markup(puzzle));
    }
    let (found, expected) = (found.clone(), expected.clone());
    FindingRow { state: "bad", judge: "verify".to_owned(), place, found, expected }
}

fn inspected(book: &SheetBook, shown: &ShownPages) -> Vec<FindingRow> {
    let name = escape_markup(&book.name);
    match &book.report {
        None => Vec::new(),
        Some(Err(why)) => vec![FindingRow {
            state: "bad",
            judge: "preflight".to_owned(),
            place: name,
            found: why.clone(),
            expected: "a PDF that can be read".to_owned(),
        }],
        Some(Ok(report)) => {
            report.findings.iter().map(|finding| of_report((book, &name), shown, finding)).collect()
        }
    }
}

fn of_report(
    (book, name): (&SheetBook, &str),
    shown: &ShownPages,
    finding: &preflight::PreflightFinding,
) -> FindingRow {
    let links = finding.pages.iter().take(MAX_PAGES);
    let links: Vec<_> = links.map(|&page| shown.link(page, &page.to_string())).collect();
    let place = match (&links[..], finding.pages.len() - links.len()) {
        ([], _) => name.to_owned(),
        _ if book.pages > 1 && finding.pages.len() == book.pages => {
            format!("{name}, all {} pages", book.pages)
        }
        ([page], 0) => format!("{name}, page {page}"),
        (pages, 0) => format!("{name}, pages {}", pages.join(", ")),
        (pages, more) => format!("{name}, pages {} and {more} more", pages.join(", ")),
    };
    let (rule, expected) = (finding.rule, &finding.expected);
    let (state, weight, expected) = match &finding.advice {
        None => ("bad", "refusal", expected.clone()),
        Some(why) => ("look", "advice", format!("{expected} (unsettled: {why})")),
    };
    let judge = format!("preflight: {rule} ({weight})");
    FindingRow { state, judge, place, found: finding.found.clone(), expected }
}
