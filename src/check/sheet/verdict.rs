//! Summarises all results at the top of a sheet. The judgements themselves are made elsewhere.

use super::subject::Subject;
use crate::check::verify::{Totals, UnverifiedFile, counted, file_name};
use press::book::product_safety_advice;
use std::path::Path;

/// The outcome of a judgement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JudgementState {
    /// No problem.
    Good,
    /// No request: there is no printer or no archive.
    Unasked,
    /// An editor should look at it.
    Look,
    /// A problem.
    Bad,
}

impl JudgementState {
    /// Returns the CSS class, and a sign for readers who do not see colours.
    pub const fn look(self) -> (&'static str, char) {
        match self {
            Self::Good => ("good", '\u{2713}'),
            Self::Unasked => ("unasked", '\u{2013}'),
            Self::Look => ("look", '!'),
            Self::Bad => ("bad", '\u{2715}'),
        }
    }
}

/// A judgement: its outcome, its text, and the section with details.
pub(super) struct Judgement {
    pub state: JudgementState,
    pub words: String,
    pub section: &'static str,
}

fn judgement(state: JudgementState, section: &'static str, words: impl Into<String>) -> Judgement {
    Judgement { state, words: words.into(), section }
}

/// Returns all judgements: verify, preflight, files, duplicates, archive, shortfalls, and what the
/// European Union wants in a book.
pub(super) fn judgements(subject: &Subject) -> Vec<Judgement> {
    let own = [unjudged, columns, sums, duplicates, archive, shortfalls, product_safety];
    let own = own.into_iter().filter_map(|judge| judge(subject));
    [verify(subject), preflight(subject)].into_iter().chain(own).collect()
}

fn verify(subject: &Subject) -> Judgement {
    match subject.findings.len() {
        0 => {
            let Totals { printed, pages, rows, .. } = subject.totals;
            let words = match pages {
                0 => counted(rows, "puzzle", "puzzles"),
                _ => {
                    let pages = counted(pages, "page", "pages");
                    format!("{} on {pages}", counted(printed, "puzzle", "puzzles"))
                }
            };
            judgement(JudgementState::Good, "record", format!("verify: ok, {words}"))
        }
        n => {
            let words = format!("verify: {}", counted(n as u64, "problem", "problems"));
            judgement(JudgementState::Bad, "findings", words)
        }
    }
}

/// Names the files of a run that were not verified. For other files only grids are verified, and
/// that is expected.
fn unjudged(subject: &Subject) -> Option<Judgement> {
    subject.made.as_ref()?;
    let name = |left: &UnverifiedFile| file_name(Path::new(&*left.file));
    let names: Vec<_> = subject.unjudged.iter().map(name).collect();
    let words = || format!("not compared with the run: {}", names.join(", "));
    (!names.is_empty()).then(|| judgement(JudgementState::Look, "record", words()))
}

/// Names the unverified columns of foreign tables.
fn columns(subject: &Subject) -> Option<Judgement> {
    let columns = &subject.strange_columns;
    let words = || format!("not checked: {}", columns.join("; "));
    (!columns.is_empty()).then(|| judgement(JudgementState::Unasked, "record", words()))
}

fn preflight(subject: &Subject) -> Judgement {
    let terms = match &subject.terms {
        _ if subject.books.is_empty() => {
            return judgement(JudgementState::Unasked, "record", "preflight: there is no book");
        }
        Ok(terms) => format!("{} on {}", terms.printer(), terms.paper()),
        Err(why) => {
            return judgement(JudgementState::Unasked, "record", format!("preflight: {why}"));
        }
    };
    let (mut refusals, mut advice, mut unread, mut unknown) = (0, 0, 0, 0);
    for book in &subject.books {
        match &book.report {
            Some(Ok(report)) => {
                refusals += report.refusals() as u64;
                advice += (report.findings.len() - report.refusals()) as u64;
            }
            Some(Err(_)) => unread += 1,
            // The size of a cover depends on its book.
            None => unknown += 1,
        }
    }
    match (refusals + unread, advice) {
        (0, 0) if unknown > 0 => {
            let words = counted(unknown, "cover", "covers");
            judgement(JudgementState::Look, "pages", format!("preflight: {words} without a book"))
        }
        (0, 0) => {
            judgement(JudgementState::Good, "record", format!("preflight: no finding, {terms}"))
        }
        (0, n) => {
            let words = counted(n, "piece of advice", "pieces of advice");
            judgement(JudgementState::Look, "findings", format!("preflight: {words}, {terms}"))
        }
        (n, _) => {
            let words = counted(n, "finding", "findings");
            judgement(
                JudgementState::Bad,
                "findings",
                format!("preflight: {words}, {terms} would refuse it"),
            )
        }
    }
}

fn sums(subject: &Subject) -> Option<Judgement> {
    let made = subject.made.as_ref()?;
    let files = counted(made.files.len() as u64, "file", "files");
    Some(if !subject.read.is_damaged {
        judgement(JudgementState::Good, "record", format!("{files}: sums agree"))
    } else {
        judgement(JudgementState::Bad, "findings", format!("{files}: not as the manifest has them"))
    })
}

fn duplicates(subject: &Subject) -> Option<Judgement> {
    let (keys, different) = (&subject.spread.keys, subject.spread.different().len());
    let read = subject.read.duplicates as usize;
    Some(match read.max(keys.len() - different) {
        0 if keys.is_empty() => return None,
        0 => judgement(
            JudgementState::Good,
            "levels",
            format!("duplicates: none in {different} puzzles"),
        ),
        n => judgement(JudgementState::Bad, "findings", format!("duplicates: {n}")),
    })
}

fn archive(subject: &Subject) -> Option<Judgement> {
    let made = subject.made.as_ref()?;
    let puzzles = subject.spread.keys.len();
    Some(match subject.read.unarchived {
        None if made.archive => judgement(
            JudgementState::Unasked,
            "record",
            "archive: made with one, name it with --archive",
        ),
        None => judgement(JudgementState::Unasked, "record", "archive: none"),
        Some(0) => {
            let words = format!("never printed before: {puzzles} of {puzzles}");
            judgement(JudgementState::Good, "record", words)
        }
        Some(n) => {
            let words = format!("archive: {}", counted(n as u64, "problem", "problems"));
            judgement(JudgementState::Bad, "findings", words)
        }
    })
}

fn shortfalls(subject: &Subject) -> Option<Judgement> {
    let short = &subject.made.as_ref()?.short;
    Some(match short.len() {
        0 => judgement(JudgementState::Good, "record", "all levels full"),
        _ => judgement(JudgementState::Look, "record", format!("short: {}", short.join("; "))),
    })
}

/// Judges what the copyright page of a run says to readers in the European Union.
fn product_safety(subject: &Subject) -> Option<Judgement> {
    let settings = &subject.read.run.as_ref()?.manifest.settings;
    let terms = subject.terms.as_ref().ok().filter(|terms| terms.sells_in_eu())?;
    if settings.sources.files.contains_key("text copyright") {
        return None;
    }
    Some(match product_safety_advice(&settings.book.imprint, terms) {
        None => {
            judgement(JudgementState::Good, "record", "EU: publisher, address and e-mail are named")
        }
        Some(advice) => judgement(JudgementState::Look, "record", advice),
    })
}
