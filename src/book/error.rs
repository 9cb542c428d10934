//! Why a book cannot be printed so, and what would be right.

use crate::book::typesetting::NoGlyph;
use crate::print::Trim;
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
        "the {what} {short:?} cannot be printed: {missing}; other characters, or a font \
         that has them, would be right",
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
        "the {what} {short:?} is too wide for trim {trim}; shorter words would be right",
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
        "template {template} on trim {trim}: the cells of the puzzles would be {cell:.1} points \
         wide, where its cell_least is {least}; a larger trim, fewer columns or rows or smaller \
         margins would be right"
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
         page; a larger trim, smaller margins or a smaller digit_least would be right"
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
        "template {template} on trim {trim}: the page {part:?} is {excess:.0} points too long; a \
         smaller size of body, a larger trim, or leaving the page out (parts) would be right"
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
        "the thickest volume has {pages} pages of trim {trim}, where printer {printer} binds at \
         most {limit} on paper {paper}; {instead} would be right"
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
        "the thinnest volume has {pages} pages, where printer {printer} binds at least {least} on \
         paper {paper}; more puzzles, or fewer volumes, would be right"
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
    #[error("the list of parts {wrong}; {wanted} would be right")]
    Parts {
        /// What is wrong with it.
        wrong: String,
        /// What would do.
        wanted: String,
    },
    /// The levels take turns, and that does not come out even.
    #[error(
        "template {template}: its levels take turns ({turns}), which leaves {over} puzzles over; \
         puzzles made with --quota {quota} would be right"
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
        "template {template}: no volume with one puzzle page has as few as {limit} pages \
         (page_limit); a higher limit would be right"
    )]
    PageLimit {
        /// The template's name.
        template: String,
        /// Its page limit.
        limit: usize,
    },
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
