//! Reasons why a book or cover cannot be laid out, with advice on what to change.

use crate::book::typesetting::Unprintable;
use crate::print::sheet::SheetError;
use crate::print::{Pdfx, Trim};
use thiserror::Error;

/// Why a book cannot be laid out.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// The book has no puzzles.
    #[error("there are no puzzles; a book needs at least one")]
    NoPuzzles,
    /// A text has a character that cannot be printed.
    #[error("the {what} {short:?} cannot be printed: {missing}", short = shortened(text))]
    Glyph {
        /// `title`, `subtitle`, `author`, `edition` or `phrase of the language`.
        what: &'static str,
        /// The text.
        text: String,
        /// The character, and why.
        missing: Unprintable,
    },
    /// A text is too wide for a line.
    #[error(
        "the {what} {short:?} is too wide for trim {trim}; use shorter words",
        short = shortened(text)
    )]
    Wide {
        /// `title`, `subtitle`, `author`, or `line` for one of the program's own texts.
        what: &'static str,
        /// The text.
        text: String,
        /// The trim size.
        trim: Trim,
    },
    /// The cells would be smaller than the template's minimum.
    #[error(
        "template {template} on trim {trim}: expected cells of at least {least} points (min_cell), \
         found room for {cell:.1}; use a larger trim, fewer columns or rows, or smaller margins"
    )]
    Cell {
        /// The template's name.
        template: String,
        /// The trim size.
        trim: Trim,
        /// The largest size of cells that fits, in points.
        cell: f64,
        /// The template's minimum, in points.
        least: f64,
    },
    /// Not even one answer fits on a page.
    #[error(
        "template {template} on trim {trim}: not one answer with digits of {least} points fits a \
         page; use a larger trim, smaller margins or a smaller min_digit"
    )]
    Answers {
        /// The template's name.
        template: String,
        /// The trim size.
        trim: Trim,
        /// The template's minimum size of digits, in points.
        least: f64,
    },
    /// The ladder lacks a level that takes a turn.
    #[error(
        "template {template}: expected turns of 1 to {last}, found {found}; levels are 1 to 5, bands \
         (--ladder human) 1 to 7"
    )]
    Turn {
        /// The template's name.
        template: String,
        /// The number that the ladder lacks.
        found: u8,
        /// The last number of the ladder.
        last: usize,
    },
    /// There are not as many equivalent puzzles as sheets.
    #[error(
        "--sheets: expected {sheets} equivalent puzzles of each, found {found}; run --sheets {sheets} makes \
         them"
    )]
    Sheets {
        /// The number of sheets.
        sheets: usize,
        /// The number of equivalent puzzles of a class.
        found: usize,
    },
    /// A page of text is longer than the paper.
    #[error(
        "template {template} on trim {trim}: the page {part:?} is {excess:.0} points too long; use \
         a smaller sizes.body or a larger trim, or leave the page out (parts)"
    )]
    Tall {
        /// The template's name.
        template: String,
        /// The trim size.
        trim: Trim,
        /// The heading of the page.
        part: String,
        /// The excess in points.
        excess: f64,
    },
    /// A volume exceeds the printer's maximum number of pages.
    #[error(
        "expected at most {limit} pages a volume (printer {printer}, trim {trim}, paper {paper}), \
         found {pages}; use {instead}"
    )]
    Thick {
        /// The printer's name.
        printer: String,
        /// The paper's name.
        paper: String,
        /// The trim size.
        trim: Trim,
        /// Number of pages of the thickest volume.
        pages: usize,
        /// The printer's maximum.
        limit: usize,
        /// Alternatives that would fit.
        instead: String,
    },
    /// A volume falls below the printer's minimum number of pages.
    #[error(
        "expected at least {least} pages a volume (printer {printer}, paper {paper}), found {pages}; \
         use more puzzles or fewer volumes, or --fill-pages, which adds pages for notes"
    )]
    Thin {
        /// The printer's name.
        printer: String,
        /// The paper's name.
        paper: String,
        /// Number of pages of the thinnest volume.
        pages: usize,
        /// The printer's minimum.
        least: usize,
    },
    /// PDF/X is for printers, and the edition is for the screen.
    #[error(
        "expected a printer for {pdfx}, found {printer}, whose files are PDF/A-2b for the screen"
    )]
    Pdfx {
        /// The standard that was asked for.
        pdfx: Pdfx,
        /// The printer's name.
        printer: String,
    },
    /// The list of parts is invalid.
    #[error("the list of parts {wrong}; expected {wanted}")]
    Parts {
        /// What is wrong with it.
        wrong: String,
        /// What is expected.
        wanted: String,
    },
    /// The levels alternate, but their numbers of puzzles do not match.
    #[error(
        "template {template}: its levels take turns ({turns}), and {over} puzzles are left over; {remedy}"
    )]
    Turns {
        /// The template's name.
        template: String,
        /// The order in which the levels alternate.
        turns: String,
        /// Number of puzzles that are left over.
        over: usize,
        /// Turns and numbers of puzzles that would come out even.
        remedy: String,
    },
    /// The number of ISBNs differs from that of the volumes.
    #[error(
        "--isbn: expected one ISBN for each of {volumes} volumes, separated by commas, found {found}"
    )]
    Isbns {
        /// Number of volumes.
        volumes: usize,
        /// Number of ISBNs.
        found: usize,
    },
    /// Even a volume with a single page of puzzles has too many pages.
    #[error(
        "template {template}: a volume with one page of puzzles has more than {limit} pages \
         (page_limit); use a higher limit"
    )]
    PageLimit {
        /// The template's name.
        template: String,
        /// The template's page limit.
        limit: usize,
    },
}

/// Why a volume cannot have a cover.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum CoverError {
    /// The cover sheet cannot be measured.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// A text is too large for its place.
    #[error("the {what} {text:?} is too {extent} for {place}; use {wanted}")]
    Large {
        /// `title`, `author` or another text.
        what: &'static str,
        /// The text.
        text: String,
        /// `wide` or `long`.
        extent: &'static str,
        /// Its place on the cover.
        place: &'static str,
        /// Advice on what to use instead.
        wanted: &'static str,
    },
    /// A character that cannot be printed.
    #[error(transparent)]
    Glyph(#[from] LayoutError),
    /// The picture cannot be printed as it is.
    #[error("picture: expected {wanted}, found {found}")]
    Picture {
        /// What was expected.
        wanted: String,
        /// What was found.
        found: String,
    },
    /// The printer prints covers in black only.
    #[error(
        "printer {printer} prints covers in black only; use --palette black, and no picture in colour"
    )]
    Colourless {
        /// The printer's name.
        printer: String,
    },
    /// PDF/X-4 needs a profile of the inks inside the file, which is not there.
    #[error(
        "a cover in colour as PDF/X-4 needs the printer's ICC profile, which this program does not have; \
         use --pdfx 1a, or --palette black"
    )]
    Profile,
    /// The printer's place for the barcode is too small.
    #[error(
        "expected at least {:.1} x {:.1} points for a barcode in the printer's file (cover.barcode), found {:.1} x {:.1}",
        .expected.0, .expected.1, .found.0, .found.1
    )]
    Barcode {
        /// Width and height of the barcode in points.
        expected: (f64, f64),
        /// Width and height of the place.
        found: (f64, f64),
    },
    /// The number of spines differs from that of the volumes.
    #[error(
        "--spine: expected one width for each of {volumes} volumes ({pages} pages), found {found}"
    )]
    Spines {
        /// Number of volumes.
        volumes: usize,
        /// The numbers of their pages.
        pages: String,
        /// Number of spines.
        found: usize,
    },
}

/// The beginning of a text, short enough for a message.
fn shortened(text: &str) -> String {
    const MAX: usize = 80;
    let mut begin: String = text.chars().take(MAX).collect();
    if begin.len() < text.len() {
        begin.push('…');
    }
    begin
}
