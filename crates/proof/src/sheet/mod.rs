//! Makes the proof sheet: one HTML page on which an editor sees whether a run, a book or a
//! catalogue is right, and what it looks like. It needs no network and no script.
//!
//! ```text
//! Proof ─► verdict ─► findings ─► spreads ◄─ svg, pictures
//!                                 figures: levels, settings, checksums
//! ```
//!
//! Everything on the sheet comes from the finished files and their verification. The same files
//! give the same page, because it contains no time and no path.

mod figures;
mod findings;
mod pictures;
mod spreads;
mod svg;

pub(crate) use svg::page_svg_with_rings;
pub use svg::{back_svg, front_svg, page_svg};

use super::verify::{Proof, ProofError, counted};
use askama::Template;
use explain::render;
use findings::{SheetBook, SheetFindings};
use jobs::FoundSheet;
use page::FittedTitle;

/// The maximum number of characters of a title.
const MAX_TITLE: usize = 100;

const STYLE: &str = include_str!("../../templates/sheet.css");
const SCRIPT: &str = include_str!("../../templates/sheet.js");

/// The HTML page, rendered from `templates`.
#[derive(Template)]
#[template(path = "sheet.html")]
struct SheetTemplate<'a> {
    title: &'a str,
    facts: &'a str,
    verdict: SheetVerdict,
    findings: String,
    /// Each book as HTML.
    books: Vec<String>,
    figures: String,
    style: &'a str,
    script: &'a str,
}

/// The first thing that a sheet says.
struct SheetVerdict {
    /// The CSS class.
    state: &'static str,
    /// A sign for readers who do not see colours.
    sign: char,
    sentence: String,
    /// A list of everything that was verified, and of what was not.
    details: String,
}

/// A finished sheet.
#[derive(Clone, Debug)]
pub struct ProofSheet {
    /// The page.
    pub html: String,
    /// A sentence with the problems, ending with the first one; `None` without problems.
    pub problems: Option<String>,
}

/// Makes the sheet of a verification with [`Proof::sheet`].
///
/// # Errors
/// [`ProofError`] if a book cannot be read again.
pub fn make(proof: &Proof) -> Result<ProofSheet, ProofError> {
    let findings = SheetFindings::new(proof);
    let (mut books, mut sections) = (Vec::new(), Vec::new());
    for book in proof.read.iter().flat_map(|input| &input.books) {
        let prefix = format!("b{}", books.len() + 1);
        let (book, section) = spreads::draw(book, prefix, &findings)?;
        books.push(book);
        sections.push(section);
    }
    let title = title(proof, &books);
    let page = SheetTemplate {
        title: &title,
        facts: &facts(proof),
        verdict: verdict(proof, &findings),
        findings: findings.table(&books),
        books: sections,
        figures: figures::section(proof),
        style: STYLE,
        script: SCRIPT,
    };
    // The log keeps the first finding, because the sheet may be gone when somebody reads the log.
    let problems = proof.verdict().map(|verdict| match proof.findings.first() {
        Some(first) => findings.without_folders(&format!("{verdict}; the first: {first}")),
        None => verdict,
    });
    let files = match &proof.read[..] {
        [only] => only.judged.clone(),
        _ => Vec::new(),
    };
    let html = FoundSheet::stamp(&render(&page), problems.clone(), files);
    Ok(ProofSheet { html, problems })
}

/// Returns the title of the run or of the book, or the names of the files.
fn title(proof: &Proof, books: &[SheetBook]) -> String {
    let [input] = &proof.read[..] else {
        return format!("{} proofs", proof.read.len());
    };
    let of_run = input.manifest.as_ref().and_then(|run| run.settings.book.imprint.title.clone());
    let of_book = books.first().and_then(|book| book.title.clone());
    let title = of_run.or(of_book).map(|title| FittedTitle::in_one_line(&title));
    let short = title.filter(|title| title.chars().count() <= MAX_TITLE);
    short.unwrap_or_else(|| input.name.clone())
}

/// Returns a line such as `run 5b0e · 200 puzzles · 136 pages · seed 7`.
fn facts(proof: &Proof) -> String {
    let mut facts = Vec::new();
    for input in &proof.read {
        facts.push(input.name.clone());
        if let Some(run) = &input.manifest {
            facts.push(format!("seed {}", run.seed));
            facts.push(run.program.clone());
        }
    }
    facts.join(" \u{b7} ")
}

/// Says in one sentence what is wrong, or that nothing is.
fn verdict(proof: &Proof, findings: &SheetFindings) -> SheetVerdict {
    let problems = counted(proof.findings.len() as u64, "problem", "problems");
    let advice = counted(proof.advice.len() as u64, "piece of advice", "pieces of advice");
    let has_advice = !proof.advice.is_empty();
    let (state, sign, sentence) = if !proof.findings.is_empty() && has_advice {
        ("bad", '\u{2715}', format!("{problems} and {advice}."))
    } else if !proof.findings.is_empty() {
        ("bad", '\u{2715}', format!("{problems}."))
    } else if !proof.unproved.is_empty() {
        ("bad", '\u{2715}', "No problem was found, but not all was proved.".to_owned())
    } else if has_advice {
        ("look", '!', format!("Nothing is wrong; {advice}."))
    } else {
        ("good", '\u{2713}', "Nothing is wrong.".to_owned())
    };
    let details = proof.verdict().unwrap_or_else(|| proof.summary());
    SheetVerdict { state, sign, sentence, details: findings.without_folders(&details) }
}
