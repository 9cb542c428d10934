//! The findings of `verify` and `preflight` as a table, each linked to its page.

use super::record;
use super::spreads::Shown;
use super::subject::{Book, Subject};
use crate::check::verify::{Finding, Place, counted};
use crate::printers::preflight;
use crate::words::markup::escaped;
use std::fmt::Write as _;

/// Rows of the table, and pages that a row names.
const MAX_ROWS: usize = 500;
const MAX_PAGES: usize = 12;

/// All findings of a subject; a sentence when there are none.
pub(super) fn table(subject: &Subject, shown: &[Shown]) -> String {
    let verified = subject.findings.iter().map(|finding| verified(subject, shown, finding));
    let inspected =
        subject.books.iter().zip(shown).flat_map(|(book, shown)| inspected(book, shown));
    let rows: Vec<String> = verified.chain(inspected).collect();
    if rows.is_empty() {
        return "<p>Nothing was found.</p>\n".to_owned();
    }
    let count = rows.len();
    let heads = ["Found by", "Where", "Found", "Expected"];
    let mut out = record::table("findings", &heads, rows.into_iter().take(MAX_ROWS));
    if let Some(more @ 1..) = count.checked_sub(MAX_ROWS) {
        let more = counted(more as u64, "more finding", "more findings");
        let _ = writeln!(out, "<p class=\"note\">And {more}, which <code>verify</code> lists.</p>");
    }
    out
}

fn row(state: &str, judge: &str, place: &str, wrong: &str, right: &str) -> String {
    format!(
        "<tr class=\"{state}\"><th scope=\"row\">{judge}</th><td>{place}</td><td>{}</td><td>{}</td></tr>\n",
        escaped(wrong),
        escaped(right)
    )
}

fn verified(subject: &Subject, shown: &[Shown], finding: &Finding) -> String {
    let Finding { file, place, puzzle, wrong, right } = finding;
    let mut place = match place {
        Place::Whole => escaped(file),
        Place::Line { line, column: "" } => format!("{}, line {line}", escaped(file)),
        Place::Line { line, column } => format!("{}, line {line}, {column}", escaped(file)),
        Place::Page { sheet, folio } => {
            let mut books = subject.books.iter().zip(shown);
            let book = books.find(|(book, _)| *book.name == **file);
            let words = match folio {
                Some(folio) if *folio != sheet.to_string() => {
                    format!("sheet {sheet} (page {folio})")
                }
                _ => format!("page {sheet}"),
            };
            let link = match book {
                Some((_, shown)) => shown.link(*sheet, &words),
                None => escaped(&words),
            };
            format!("{}, {link}", escaped(file))
        }
    };
    if !puzzle.is_empty() {
        let _ = write!(place, ", puzzle {}", escaped(puzzle));
    }
    row("bad", "verify", &place, wrong, right)
}

fn inspected(book: &Book, shown: &Shown) -> Vec<String> {
    let name = escaped(&book.name);
    match &book.report {
        None => Vec::new(),
        Some(Err(why)) => vec![row("bad", "preflight", &name, why, "a PDF that can be read")],
        Some(Ok(report)) => {
            report.findings.iter().map(|finding| of_report(&name, shown, finding)).collect()
        }
    }
}

fn of_report(name: &str, shown: &Shown, finding: &preflight::Finding) -> String {
    let links = finding.pages.iter().take(MAX_PAGES);
    let links: Vec<_> = links.map(|&page| shown.link(page, &page.to_string())).collect();
    let place = match (&links[..], finding.pages.len() - links.len()) {
        ([], _) => name.to_owned(),
        ([page], 0) => format!("{name}, page {page}"),
        (pages, 0) => format!("{name}, pages {}", pages.join(", ")),
        (pages, more) => format!("{name}, pages {} and {more} more", pages.join(", ")),
    };
    let (right, wrong) = (&*finding.expected, &*finding.found);
    let judge = |weight| format!("preflight: {} ({weight})", finding.rule);
    match &finding.advice {
        None => row("bad", &judge("refusal"), &place, wrong, right),
        Some(why) => {
            let right = format!("{right} (unsettled: {why})");
            row("look", &judge("advice"), &place, wrong, &right)
        }
    }
}
