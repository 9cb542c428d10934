//! A foreign file, and how it is judged.

use crate::readback::Pdf;
use crate::sheet::{self, page_svg_with_rings};
use crate::verify::{Finding, Proof, is_pdf};
use files::output;
use jobs::{FoundSheet, Preset as _, RunError};
use page::{Face, Logo, RasterImage};
use preflight::{CoverSheet, CoverTemplate, Pdfx, PreflightFinding, PrintSpec, Printer, Spine};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tables::{InputError, PuzzleReading, PuzzleSheets, ReadingChoices, WorkbookText};
use words::Clause;

/// The maximum number of pages that are shown with rings.
const MAX_RINGED_PAGES: usize = 3;
/// The maximum number of rings on a page.
const MAX_RINGS: usize = 50;

/// Facts about the book of a cover, which the cover does not say.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CoverFacts {
    /// The number of pages.
    pub pages: usize,
    /// The width of the spine as a text. Empty: the printer's figures give the width.
    pub spine: String,
}

/// A file of somebody else, and what it is to be.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ForeignFile {
    /// A PDF that is checked against the rules of this built-in printer; for a cover, with the
    /// facts about its book.
    Pdf(PathBuf, String, Option<CoverFacts>),
    /// Puzzles for a book, each of them proved; with what the user says of them.
    Puzzles(PathBuf, ReadingChoices),
    /// A table of any kind, whose rows are read.
    Table(PathBuf),
    /// A PDF or a table, which is verified.
    Any(PathBuf),
    /// A cover template, or another PDF of which only the pages are counted.
    Template(PathBuf),
    /// A logo.
    Logo(PathBuf),
    /// A picture.
    Picture(PathBuf),
    /// A font.
    Face(PathBuf),
}

impl ForeignFile {
    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Pdf(path, ..)
            | Self::Puzzles(path, _)
            | Self::Table(path)
            | Self::Any(path)
            | Self::Template(path)
            | Self::Logo(path)
            | Self::Picture(path)
            | Self::Face(path) => path,
        }
    }

    /// Returns true if only a PDF or a picture is read. Puzzles of the same size may take any time.
    pub(super) fn is_pdf(&self) -> bool {
        match self {
            Self::Any(path) => is_foreign_pdf(path),
            Self::Puzzles(..) | Self::Table(_) => false,
            _ => true,
        }
    }

    /// Returns the arguments that [`ForeignFile::from_args`] parses.
    pub(super) fn to_args(&self) -> Vec<OsString> {
        let kind = match self {
            Self::Pdf(..) => "pdf",
            Self::Puzzles(..) => "puzzles",
            Self::Table(_) => "table",
            Self::Any(_) => "any",
            Self::Template(_) => "template",
            Self::Logo(_) => "logo",
            Self::Picture(_) => "picture",
            Self::Face(_) => "face",
        };
        let mut args = vec![kind.into(), self.path().into()];
        if let Self::Pdf(_, printer, cover) = self {
            args.push(printer.into());
            if let Some(CoverFacts { pages, spine }) = cover {
                args.extend([pages.to_string().into(), spine.into()]);
            }
        }
        if let Self::Puzzles(_, choices) = self {
            args.push(json!(choices).to_string().into());
        }
        args
    }

    /// Parses the arguments of a child process.
    pub(super) fn from_args(args: &[OsString]) -> Option<Self> {
        let (kind, path) = (args.first()?.to_str()?, PathBuf::from(args.get(1)?));
        Some(match kind {
            "pdf" => {
                let cover = CoverFacts::from_args(args.get(3..).unwrap_or_default());
                Self::Pdf(path, args.get(2)?.to_str()?.to_owned(), cover)
            }
            "puzzles" => Self::Puzzles(path, serde_json::from_str(args.get(2)?.to_str()?).ok()?),
            "table" => Self::Table(path),
            "any" => Self::Any(path),
            "template" => Self::Template(path),
            "logo" => Self::Logo(path),
            "picture" => Self::Picture(path),
            "face" => Self::Face(path),
            _ => return None,
        })
    }

    /// Reads the whole file, as the program does later. Returns the facts about it: of a PDF
    /// `findings`, `advice`, `notes`, `sheet` and `problems`; of puzzles a [`PuzzleReading`]; of
    /// a workbook a [`WorkbookText`]; of any other file an empty object.
    ///
    /// # Errors
    /// The message for the user, which does not name the file.
    pub fn judge(&self) -> Result<Value, Clause> {
        match self {
            Self::Pdf(path, printer, cover) => check_pdf(path, printer, cover.as_ref()),
            Self::Puzzles(path, choices) => read_puzzles(path, choices),
            Self::Table(path) => read_table(path),
            Self::Any(path) => verify(path),
            Self::Template(path) => read_whole(path, |bytes| CoverTemplate::read(&bytes)),
            Self::Logo(path) => read_whole(path, Logo::read),
            Self::Picture(path) => read_whole(path, RasterImage::read),
            Self::Face(path) => read_whole(path, Face::parse),
        }
    }
}

impl CoverFacts {
    fn from_args(args: &[OsString]) -> Option<Self> {
        let [pages, spine] = args else { return None };
        let pages = pages.to_str()?.parse().ok()?;
        Some(Self { pages, spine: spine.to_str()?.to_owned() })
    }
}

/// Returns true if a file is read as a PDF. A missing file is none.
pub fn is_foreign_pdf(path: &Path) -> bool {
    is_pdf(path).unwrap_or(false)
}

/// Checks a PDF against the rules of a printer, and makes its proof sheet.
fn check_pdf(path: &Path, printer: &str, cover: Option<&CoverFacts>) -> Result<Value, Clause> {
    let bytes = output::read(path)?;
    let size = preflight::page_size(&bytes).map_err(|e| Clause::from(e.to_string()))?;
    let (printer, _) = Printer::find(printer).map_err(|e| e.clause())?;
    if let Some(cover) = cover {
        return check_cover(&bytes, &printer, cover);
    }
    let trim = match printer.matching_trim(&size) {
        Ok(trim) => trim,
        Err(problem) => {
            let sheet = FirstPage::read(&bytes)?;
            if sheet.is_cover {
                return Ok(json!({ "kind": "cover" }));
            }
            // A wrong size is one finding; everything else is checked, too.
            let nearest = printer.nearest_named_trim(sheet.width, sheet.height);
            nearest.ok_or_else(|| problem.clause())?
        }
    };
    let terms = printer.terms(trim, None).map_err(|e| e.clause())?;
    let mut proof = Proof::new(0, None, None);
    proof.terms = Some(terms);
    proof.sheet = Some(FoundSheet::FILE.into());
    proof.prove(&[path.to_owned()]).map_err(|e| RunError::describe(&e))?;
    let sheet = sheet::make(&proof).map_err(|e| RunError::describe(&e))?;
    let printed = proof.findings.iter().filter_map(|finding| finding.print.as_deref());
    let rings = rings(&bytes, printed);
    Ok(json!({
        "rings": rings,
        "findings": sentences(&proof.findings),
        "advice": sentences(&proof.advice),
        "notes": proof.notes,
        "sheet": sheet.html,
        "problems": sheet.problems,
    }))
}

/// The minimum ratio of width to height of a cover with spine and back.
const MIN_COVER_RATIO: f64 = 1.2;

/// The first page of a foreign PDF, in points.
struct FirstPage {
    width: f64,
    height: f64,
    /// True if it is alone and wide enough for back, spine and front.
    is_cover: bool,
}

impl FirstPage {
    fn read(bytes: &[u8]) -> Result<Self, Clause> {
        let pdf = Pdf::open(bytes).map_err(|e| Clause::from(e.to_string()))?;
        let [left, bottom, right, top] = pdf.page_box(0).ok_or("the file has no page")?;
        let (width, height) = (right - left, top - bottom);
        let is_wide = width > MIN_COVER_RATIO * height;
        Ok(Self { width, height, is_cover: pdf.page_count() == 1 && is_wide })
    }
}

/// Checks the cover of a book with this number of pages. The size of the cover tells that of the
/// pages.
fn check_cover(bytes: &[u8], printer: &Printer, cover: &CoverFacts) -> Result<Value, Clause> {
    let page = FirstPage::read(bytes)?;
    let spine = match &*cover.spine {
        "" => None,
        text => Some(text.parse::<Spine>()?),
    };
    let mut nearest: Option<(f64, PrintSpec, CoverSheet)> = None;
    for trim in printer.trims() {
        let Ok(terms) = printer.terms(trim, None) else { continue };
        let sheet = CoverSheet::new(&terms, cover.pages, spine).map_err(|e| e.clause())?;
        let far = (sheet.width() - page.width).hypot(sheet.height() - page.height);
        if nearest.as_ref().is_none_or(|(best, ..)| far < *best) {
            nearest = Some((far, terms, sheet));
        }
    }
    let (_, terms, sheet) = nearest.ok_or("this printer makes no covers")?;
    let report =
        preflight::inspect_cover(bytes, &terms, &sheet).map_err(|e| Clause::from(e.to_string()))?;
    let (mut findings, mut advice) = (Vec::new(), Vec::new());
    for finding in &report.findings {
        let list = if finding.advice.is_none() { &mut findings } else { &mut advice };
        list.push(finding.sentence());
    }
    let refusals = report.findings.iter().filter(|finding| finding.advice.is_none());
    let rings = rings(bytes, refusals);
    Ok(json!({
        "kind": "cover",
        "rings": rings,
        "findings": findings,
        "advice": advice,
        "notes": [],
    }))
}

/// Returns pictures of the first pages that a printer would refuse, with rings around the places.
fn rings<'a>(bytes: &[u8], findings: impl Iterator<Item = &'a PreflightFinding>) -> Vec<Value> {
    let Ok(pdf) = Pdf::open(bytes) else { return Vec::new() };
    let mut places: BTreeMap<usize, Vec<[f64; 4]>> = BTreeMap::new();
    for (page, place) in findings.flat_map(|finding| &finding.places) {
        places.entry(*page).or_default().push(*place);
    }
    let first = places.iter().take(MAX_RINGED_PAGES);
    let ringed = first.map(|(page, places)| {
        json!({ "page": page, "svg": page_svg_with_rings(&pdf, *page, &places[..places.len().min(MAX_RINGS)]) })
    });
    ringed.collect()
}

/// Returns a sentence about each finding of preflight.
fn sentences(findings: &[Finding]) -> Vec<Clause> {
    let printed = findings.iter().filter_map(|finding| finding.print.as_ref());
    printed.map(|finding| finding.sentence()).collect()
}

/// Reads the puzzles of a book. A file without a sound puzzle is refused only if it has no row
/// whose fault says why.
fn read_puzzles(path: &Path, choices: &ReadingChoices) -> Result<Value, Clause> {
    let reading = PuzzleReading::read(path, choices)?;
    if reading.puzzles == 0 && reading.faults.is_empty() {
        return Err((&InputError::Empty).into());
    }
    serde_json::to_value(reading).map_err(|e| Clause::from(e.to_string()))
}

/// Reads the sheets of a workbook, or the rows of another table. A row with a mistake concerns the
/// command that reads it later.
fn read_table(path: &Path) -> Result<Value, Clause> {
    if let Some(workbook) = WorkbookText::read(path)? {
        return serde_json::to_value(workbook).map_err(|e| Clause::from(e.to_string()));
    }
    let opened = PuzzleSheets::open_plain(path, None)?;
    for sheet in opened.sheets {
        sheet.rows.for_each(drop);
    }
    Ok(json!({}))
}

/// Verifies a file as the commands `verify` and `preflight` do.
fn verify(path: &Path) -> Result<Value, Clause> {
    if is_pdf(path)? {
        let bytes = output::read(path)?;
        preflight::conformance(&bytes, Pdfx::X1a).map_err(|e| Clause::from(e.to_string()))?;
    }
    let mut proof = Proof::new(0, None, None);
    proof.prove(&[path.to_owned()]).map_err(|e| RunError::describe(&e))?;
    Ok(json!({}))
}

/// Reads a file that a setting names.
fn read_whole<T, E: Error + 'static>(
    path: &Path,
    read: impl FnOnce(Vec<u8>) -> Result<T, E>,
) -> Result<Value, Clause> {
    let bytes = output::read(path)?;
    read(bytes).map_err(|e| RunError::describe(&e))?;
    Ok(json!({}))
}
