//! Lists the findings in a table, each linked to its page.

use crate::verify::{Finding, Location, Proof, VerifiedInput, counted, page_in_words};
use askama::Template;
use explain::render;
use std::fmt::Write as _;
use words::escape_markup;

/// The maximum number of table rows, and of pages named in a row.
const MAX_ROWS: usize = 500;
const MAX_PAGES: usize = 12;

#[derive(Template)]
#[template(path = "findings.html")]
struct FindingTable {
    rows: Vec<FindingRow>,
    /// The number of findings without a row, in words; `None` if all have one.
    more: Option<String>,
}

struct FindingRow {
    /// The CSS class.
    state: &'static str,
    weight: &'static str,
    /// HTML with links to pages.
    place: String,
    found: String,
    expected: String,
}

/// A book on a sheet.
pub(super) struct SheetBook {
    /// The name of the file, as findings have it.
    pub name: String,
    /// The title that the file states.
    pub title: Option<String>,
    /// The prefix of all ids of this book.
    pub prefix: String,
    pub is_cover: bool,
    /// The number of pages; 0 if the file cannot be read.
    pub pages: usize,
}

impl SheetBook {
    /// Returns a link to a page, or plain text if the book has no such page.
    pub fn link(&self, page: usize, words: &str) -> String {
        let words = escape_markup(words);
        if page == 0 || page > self.pages {
            return words;
        }
        format!("<a href=\"#{}\">{words}</a>", self.spread_id(page))
    }

    /// Returns the id of the spread that contains a page. Page 1 is a recto.
    pub fn spread_id(&self, page: usize) -> String {
        format!("{}p{}", self.prefix, page / 2 * 2)
    }
}

/// The findings of a sheet, which names no folder of the machine.
pub(super) struct SheetFindings {
    problems: Vec<Finding>,
    advice: Vec<Finding>,
    /// The names of the folders, each with a separator at its end.
    folders: Vec<String>,
}

impl SheetFindings {
    /// Returns the findings with folder names removed, so that the same run in another folder
    /// gives the same sheet. With several runs, the folders tell them apart.
    pub fn new(proof: &Proof) -> Self {
        let mut folders = Vec::new();
        if let [input] = &proof.read[..] {
            folders = folders_of(input);
        }
        let mut own = Self { problems: Vec::new(), advice: Vec::new(), folders };
        own.problems = proof.findings.iter().map(|finding| own.shown(finding)).collect();
        own.advice = proof.advice.iter().map(|finding| own.shown(finding)).collect();
        own
    }

    /// Returns a text without the names of folders.
    pub fn without_folders(&self, text: &str) -> String {
        let mut shown = text.to_owned();
        for folder in &self.folders {
            shown = shown.replace(folder, "");
        }
        shown
    }

    fn shown(&self, finding: &Finding) -> Finding {
        Finding {
            file: self.without_folders(&finding.file).into(),
            found: self.without_folders(&finding.found),
            expected: self.without_folders(&finding.expected),
            ..finding.clone()
        }
    }

    /// Returns all findings about a file, problems first.
    pub fn about<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Finding> {
        self.problems.iter().chain(&self.advice).filter(move |finding| *finding.file == *name)
    }

    /// Returns the table of all findings, or nothing if there are none.
    pub fn table(&self, books: &[SheetBook]) -> String {
        let all = self.problems.len() + self.advice.len();
        if all == 0 {
            return String::new();
        }
        let problems = self.problems.iter().map(|finding| row(finding, "bad", "problem", books));
        let advice = self.advice.iter().map(|finding| row(finding, "look", "advice", books));
        let rows = problems.chain(advice).take(MAX_ROWS).collect();
        let more = match all.saturating_sub(MAX_ROWS) {
            0 => None,
            hidden => Some(counted(hidden as u64, "more finding", "more findings")),
        };
        render(&FindingTable { rows, more })
    }
}

/// Returns the folders that the findings of an input may name.
fn folders_of(input: &VerifiedInput) -> Vec<String> {
    let mut folders = Vec::new();
    for path in input.paths.iter().filter(|path| !path.as_os_str().is_empty()) {
        let folder = path.join("").display().to_string();
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}

fn row(
    finding: &Finding,
    state: &'static str,
    weight: &'static str,
    books: &[SheetBook],
) -> FindingRow {
    let Finding { file, puzzle, found, expected, named, .. } = finding;
    let mut place = escape_markup(file);
    match &finding.place {
        Location::Whole => {}
        Location::Line { line, column: "" } => _ = write!(place, ", line {line}"),
        Location::Line { line, column } => {
            let column = escape_markup(named.as_deref().unwrap_or(column));
            let _ = write!(place, ", line {line}, {column}");
        }
        Location::Page { sheet, folio, grid } => {
            let book = books.iter().find(|book| *book.name == **file);
            place += &pages_in_words(finding, *sheet, folio.as_deref(), book);
            if let Some(grid) = grid {
                let _ = write!(place, ", grid {grid}");
            }
        }
    }
    if !puzzle.is_empty() {
        let _ = write!(place, ", puzzle {}", escape_markup(puzzle));
    }
    FindingRow { state, weight, place, found: found.clone(), expected: expected.clone() }
}

/// Returns a link to a page, or plain text if the book is not shown.
fn link(book: Option<&SheetBook>, page: usize, words: &str) -> String {
    match book {
        Some(book) => book.link(page, words),
        None => escape_markup(words),
    }
}

/// Returns the pages of a finding as HTML, each linked to its spread.
fn pages_in_words(
    finding: &Finding,
    sheet: usize,
    folio: Option<&str>,
    book: Option<&SheetBook>,
) -> String {
    let pages = match &finding.print {
        Some(print) if print.pages.len() > 1 => &print.pages[..],
        _ => return format!(", {}", link(book, sheet, &page_in_words(sheet, folio))),
    };
    let shown = pages.iter().take(MAX_PAGES).map(|page| link(book, *page, &page.to_string()));
    let shown = shown.collect::<Vec<_>>().join(", ");
    let hidden = pages.len().saturating_sub(MAX_PAGES);
    let more = if hidden > 0 { format!(" and {hidden} more") } else { String::new() };
    format!(", pages {shown}{more}")
}
