//! Makes the proof sheet: one HTML page on which an editor sees whether a run, a book or a
//! catalogue is right, and what it looks like. It needs no network and no script.
//!
//! ```text
//! folders, files ─► verify, preflight ─► Subject ─┬─ verdict, findings, record, changes
//!                                                 ├─ levels: chart (bars, maps), grids
//!                                                 └─ page_choice ─► spreads ◄─ svg, zones
//! ```
//!
//! Everything on the sheet comes from the finished files and the archive. The same files give the
//! same page, because it contains no time and no path.

mod changes;
mod chart;
mod findings;
mod levels;
mod page_choice;
mod pictures;
mod record;
mod recurring;
mod run_record;
mod spreads;
mod stats;
mod subject;
mod svg;
mod verdict;
mod zones;

use super::verify::{Proof, ProofError, counted, split_folders};
use crate::check::readback::Pdf;
use crate::run::{Histograms, PROGRAM, SheetRecord};
use askama::Template;
use press::book::in_one_line;
use press::printers::PrintSpec;
use press::printers::pdf::Rect;
use press::text::markup::render;
use spreads::ShownPages;
use std::path::PathBuf;
use store::archive::Archive;
use subject::Subject;
use verdict::JudgementState;

/// The maximum number of pages on a sheet. Longer books are sampled.
const MAX_PAGES: usize = 240;
/// The maximum number of characters of a title.
const MAX_TITLE: usize = 100;
/// The maximum number of earlier runs to compare with.
const RUNS: usize = 30;

/// The HTML page, rendered from `templates/proof`.
#[derive(Template)]
#[template(path = "proof/sheet.html")]
struct SheetTemplate<'a> {
    title: &'a str,
    articles: &'a [String],
    style: &'a str,
    script: &'a str,
}

/// The article of one subject. If there are several subjects, ids have a prefix and headings are
/// one level lower.
#[derive(Template)]
#[template(path = "proof/article.html")]
struct SheetArticle<'a> {
    title: String,
    facts: String,
    judgements: &'a [verdict::Judgement],
    /// The id, title and content of each section.
    sections: Vec<(&'static str, &'static str, String)>,
    prefix: &'a str,
    /// The number of the subject, if there are several.
    number: Option<usize>,
    /// The HTML tags of its heading and of its section headings.
    top: &'static str,
    heading: &'static str,
}

const STYLE: &str = include_str!("../../../templates/proof/sheet.css");
const SCRIPT: &str = include_str!("../../../templates/proof/sheet.js");

/// The input of a proof sheet.
#[derive(Debug, Default)]
pub struct SheetRequest {
    /// Folders of finished runs, each shown alone; books, covers and catalogues, shown together.
    pub paths: Vec<PathBuf>,
    /// A run or a file to compare with.
    pub against: Option<PathBuf>,
    /// The archive that must contain every puzzle of the runs.
    pub archive: Option<Archive>,
    /// A printer that replaces the one of the runs, or the printer of the files.
    pub terms: Option<PrintSpec>,
    /// The puzzle column of catalogues that belong to no run, if the user named one.
    pub column: Option<String>,
    /// The number of threads; 0 means one for each core.
    pub threads: usize,
}

/// A finished sheet.
#[derive(Clone, Debug)]
pub struct ProofSheet {
    /// The page.
    pub html: String,
    /// A sentence with the problems, ending with the first finding of `verify`; `None` without
    /// problems.
    pub problems: Option<String>,
    /// Notes about what was read, such as lines that were skipped.
    pub notes: Vec<String>,
}

/// Verifies the named files and makes the sheet. Takes a third longer than `verify`, which it
/// includes.
///
/// # Errors
/// [`ProofError`]. Faults of a file are findings on the sheet.
pub fn make(order: SheetRequest) -> Result<ProofSheet, ProofError> {
    let SheetRequest { paths, against, archive, terms, column, threads } = order;
    let mut old = Proof::new(threads, None, None);
    old.column.clone_from(&column);
    let old = match split_folders(against.as_slice())? {
        (folders, _) if !folders.is_empty() => Some(Subject::folder(&folders[0], &mut old, None)?),
        (_, files) if !files.is_empty() => Some(Subject::files(&files, &mut old, terms.as_ref())?),
        _ => None,
    };
    let mut proof = Proof::new(threads, None, archive);
    proof.makes_again = true;
    proof.column = column;
    proof.expect(&paths);
    let (folders, files) = split_folders(&paths)?;
    let mut subjects = Vec::new();
    for folder in folders {
        subjects.push(Subject::folder(&folder, &mut proof, terms.as_ref())?);
    }
    if !files.is_empty() {
        subjects.push(Subject::files(&files, &mut proof, terms.as_ref())?);
    }
    let title = match &subjects[..] {
        [only] => title(only),
        all => format!("{} proofs", all.len()),
    };
    let (mut articles, mut bad) = (Vec::new(), Vec::new());
    for (i, subject) in subjects.iter().enumerate() {
        let number = (subjects.len() > 1).then_some(i + 1);
        let judgements = verdict::judgements(subject);
        let words =
            judgements.iter().filter(|j| j.state == JudgementState::Bad).map(|j| j.words.clone());
        bad.extend(words);
        let before = before(proof.archive.as_ref(), subject)?;
        articles.push(article(subject, number, &judgements, old.as_ref(), before.as_deref()));
    }
    let page = SheetTemplate { title: &title, articles: &articles, style: STYLE, script: SCRIPT };
    // The log keeps the first finding, because the sheet may be gone when somebody reads the log.
    let first = subjects.iter().find_map(|subject| subject.findings.first());
    let problems = (!bad.is_empty()).then(|| {
        bad.extend(first.map(|first| format!("the first: {first}")));
        bad.join("; ")
    });
    let files = match &mut subjects[..] {
        [only] => std::mem::take(&mut only.judged),
        _ => Vec::new(),
    };
    let record = SheetRecord { program: PROGRAM.to_owned(), problems, files };
    let html = record.stamp(&render(&page));
    Ok(ProofSheet { html, problems: record.problems, notes: proof.notes })
}

/// Returns a page of a book, counted from 1, as an SVG file.
pub fn page_svg(pdf: &Pdf, page: usize) -> String {
    svg_file(pdf, page, |page| page)
}

/// Returns the front of a cover as an SVG file. The first page of the book gives its size.
pub fn front_svg(cover: &Pdf, book: &Pdf) -> String {
    let trim = book
        .page_box(0)
        .map_or((0.0, 0.0), |[left, bottom, right, top]| (right - left, top - bottom));
    svg_file(cover, 1, |sheet| {
        let bleed = ((sheet.height() - trim.1) / 2.0).max(0.0);
        let right = sheet.right - bleed;
        let left = (right - trim.0).max(sheet.left);
        Rect { left, right, bottom: sheet.bottom + bleed, top: sheet.top - bleed }
    })
}

/// Returns the part of a page that `shown` chooses as an SVG file.
fn svg_file(pdf: &Pdf, page: usize, shown: impl Fn(Rect) -> Rect) -> String {
    let mut writer = svg::SvgWriter::new(pdf, "p");
    let drawn = writer.page(page);
    let (bounds, shown) = (drawn.bounds, shown(drawn.bounds));
    // A picture has no style sheet.
    let plain = |svg: &str| svg.replace("class=\"ln\"", "fill=\"none\" stroke=\"currentColor\"");
    let (shapes, drawn) = (plain(&writer.shapes()), plain(&drawn.svg));
    let (width, height) = (shown.width(), shown.height());
    let (x, y) = (shown.left - bounds.left, bounds.top - shown.top);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.2}\" height=\"{height:.2}\" \
         viewBox=\"{x:.2} {y:.2} {width:.2} {height:.2}\"><defs>\n{shapes}</defs>\n\
         <rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>{drawn}</svg>\n"
    )
}

/// Returns the figures of the runs before this one; `None` without an archive or a run.
fn before(
    archive: Option<&Archive>,
    subject: &Subject,
) -> Result<Option<Vec<Histograms>>, ProofError> {
    let Some((archive, name)) = archive.zip(subject.read.archived_as.as_deref()) else {
        return Ok(None);
    };
    let texts = archive.figures_before(name, RUNS)?;
    Ok(Some(texts.iter().filter_map(|text| Histograms::read(text)).collect()))
}

/// Returns the title of the run or of the book, or the names of the files.
fn title(subject: &Subject) -> String {
    let settings = subject.made.iter().flat_map(|made| made.settings.clone());
    let mut named = settings.filter(|(name, value)| name == "title" && value != "none");
    let of_book = || {
        let book = subject.books.iter().find(|book| book.cover.is_none())?;
        book.pdf.as_ref().ok()?.title()
    };
    let title = named.next().map(|(_, title)| title).or_else(of_book);
    let title = title.map(|title| in_one_line(&title));
    let title = title.filter(|title| title.chars().count() <= MAX_TITLE);
    title.unwrap_or_else(|| subject.name.clone())
}

fn article(
    subject: &Subject,
    number: Option<usize>,
    judgements: &[verdict::Judgement],
    old: Option<&Subject>,
    before: Option<&[Histograms]>,
) -> String {
    let prefix = number.map_or_else(String::new, |number| format!("s{number}"));
    let [top, heading, below] = match number {
        None => ["h1", "h2", "h3"],
        Some(_) => ["h2", "h3", "h4"],
    };
    let covers = subject.books.iter().filter(|book| book.cover.is_some()).count();
    let budget = MAX_PAGES / (subject.books.len() - covers).max(1);
    let shown: Vec<_> =
        (0..subject.books.len()).map(|i| ShownPages::choose(subject, i, &prefix, budget)).collect();
    let rungs = &subject.spread.rungs;

    let mut sections = vec![("findings", "Findings", findings::table(subject, &shown))];
    let pages = subject.books.iter().zip(&shown);
    let pages: String =
        pages.map(|(book, shown)| spreads::section(subject, book, shown, below)).collect();
    if !subject.books.is_empty() {
        sections.push(("pages", "Pages", pages));
    }
    if !rungs.is_empty() {
        sections.push(("levels", "Difficulty", levels::charts(&subject.spread, before)));
        sections.push(("givens", "Where givens are", levels::maps(rungs)));
    }
    if let Some(old) = old {
        sections.push(("changes", "Changes", changes::changes(subject, old)));
    }
    if !rungs.is_empty() {
        let extremes = levels::extremes(rungs, &subject.printed(), below);
        sections.push(("extremes", "Easiest and hardest", extremes));
    }
    sections.push(("record", "Settings and sums", record::record(subject)));
    let (title, facts) = (title(subject), facts(subject));
    render(&SheetArticle {
        title,
        facts,
        judgements,
        sections,
        prefix: &prefix,
        number,
        top,
        heading,
    })
}

/// Returns a line such as `200 puzzles · 136 pages · 6x9 · kdp, cream · seed 7`.
fn facts(subject: &Subject) -> String {
    let mut facts = vec![subject.name.clone()];
    let rows = subject.spread.rows;
    if rows > 0 {
        facts.push(counted(rows, "puzzle", "puzzles"));
    }
    let pages: usize = subject.books.iter().filter(|b| b.cover.is_none()).map(|b| b.pages).sum();
    if pages > 0 {
        facts.push(counted(pages as u64, "page", "pages"));
    }
    if let Ok(terms) = &subject.terms {
        facts.push(terms.trim().to_string());
        facts.push(format!("{}, {}", terms.printer(), terms.paper()));
    }
    if let Some(made) = &subject.made {
        facts.push(format!("seed {}", made.seed));
        facts.push(made.program.clone());
    }
    facts.join(" \u{b7} ")
}
