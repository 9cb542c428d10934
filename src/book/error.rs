//! Why a book cannot be laid out, and what to change.

use crate::book::typesetting::NoGlyph;
use crate::print::Trim;
use crate::print::sheet::SheetError;
use thiserror::Error;

/// Why a book cannot be printed so.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// No puzzle at all.
    #[error("there are no puzzles; a book needs at least one")]
    NoPuzzles,
    /// A text with a character that the face for it lacks.
    #[error(
        "the {what} {short:?} cannot be printed: {missing}; use other characters, or a font \
         that has them (--font)",
        short = shortened(text)
    )]
    Glyph {
        /// `title`, `subtitle`, `author`, `edition` or `phrase of the language`.
        what: &'static str,
        /// What it says.
        text: String,
        /// Which character.
        missing: NoGlyph,
    },
    /// A text that no line can hold.
    #[error(
        "the {what} {short:?} is too wide for trim {trim}; use shorter words",
        short = shortened(text)
    )]
    Wide {
        /// `title`, `subtitle`, `author`, or `line`: one of the program's own.
        what: &'static str,
        /// What it says.
        text: String,
        /// Of which trim.
        trim: Trim,
    },
    /// Puzzles too small to write in.
    #[error(
        "template {template} on trim {trim}: expected cells of at least {least} points (min_cell), \
         found room for {cell:.1}; use a larger trim, fewer columns or rows, or smaller margins"
    )]
    Cell {
        /// The template's name.
        template: String,
        /// The trim.
        trim: Trim,
        /// As large as they can be.
        cell: f64,
        /// What the template asks for.
        least: f64,
    },
    /// Not one answer fits a page.
    #[error(
        "template {template} on trim {trim}: not one answer with digits of {least} points fits a \
         page; use a larger trim, smaller margins or a smaller min_digit"
    )]
    Answers {
        /// The template's name.
        template: String,
        /// The trim.
        trim: Trim,
        /// What the template asks for.
        least: f64,
    },
    /// A page of text that is longer than the paper.
    #[error(
        "template {template} on trim {trim}: the page {part:?} is {excess:.0} points too long; use \
         a smaller sizes.body or a larger trim, or leave the page out (parts)"
    )]
    Tall {
        /// The template's name.
        template: String,
        /// The trim.
        trim: Trim,
        /// The heading of the page.
        part: String,
        /// By how much.
        excess: f64,
    },
    /// More pages than the printer binds, in as many volumes as were asked for.
    #[error(
        "expected at most {limit} pages a volume (printer {printer}, trim {trim}, paper {paper}), \
         found {pages}; use {instead}"
    )]
    Thick {
        /// The printer's name.
        printer: String,
        /// The paper's name.
        paper: String,
        /// The trim.
        trim: Trim,
        /// Of the thickest volume.
        pages: usize,
        /// What the printer binds.
        limit: usize,
        /// What would fit.
        instead: String,
    },
    /// Fewer pages than the printer binds.
    #[error(
        "expected at least {least} pages a volume (printer {printer}, paper {paper}), found {pages}; \
         use more puzzles, or fewer volumes"
    )]
    Thin {
        /// The printer's name.
        printer: String,
        /// The paper's name.
        paper: String,
        /// Of the thinnest volume.
        pages: usize,
        /// What the printer binds.
        least: usize,
    },
    /// A list of parts that makes no book.
    #[error("the list of parts {wrong}; expected {wanted}")]
    Parts {
        /// What is wrong with it.
        wrong: String,
        /// What would do.
        wanted: String,
    },
    /// The levels take turns, and that does not come out even.
    #[error(
        "template {template}: its levels take turns ({turns}), and {over} puzzles are left \
         over; expected puzzles made with --quota {quota}"
    )]
    Turns {
        /// The template's name.
        template: String,
        /// The levels in turn.
        turns: String,
        /// How many puzzles have no place.
        over: usize,
        /// How many of each level would come out even.
        quota: String,
    },
    /// Even the smallest volumes have too many pages.
    #[error(
        "template {template}: a volume with one page of puzzles has more than {limit} pages \
         (page_limit); use a higher limit"
    )]
    PageLimit {
        /// The template's name.
        template: String,
        /// Its page limit.
        limit: usize,
    },
}

/// Why a volume cannot have such a cover.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum CoverError {
    /// The spine is not known, or there is none.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// A text that no line can hold.
    #[error("the {what} {text:?} is too {extent} for {place}; use {wanted}")]
    Large {
        /// `title`, `author` and the like.
        what: &'static str,
        /// What it says.
        text: String,
        /// `wide` or `long`.
        extent: &'static str,
        /// Where it should stand.
        place: &'static str,
        /// What would do.
        wanted: &'static str,
    },
    /// A character that no face has.
    #[error(transparent)]
    Glyph(#[from] LayoutError),
}

/// As much of a text as a message has room for.
fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    let mut begin: String = text.chars().take(MOST).collect();
    if begin.len() < text.len() {
        begin.push('…');
    }
    begin
}
