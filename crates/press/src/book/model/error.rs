//! Errors of books and covers that cannot be laid out, with advice on what to change.

use crate::book::text::typesetting::UnprintableError;
use crate::printers::Trim;
use crate::printers::sheet::SheetError;
use engine::sudoku::value_error::ValueError;
use std::fmt::Display;
use thiserror::Error;

/// An error that prevents the layout of a book.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum LayoutError {
    /// The book has no puzzles.
    #[error("there are no puzzles; a book needs at least one")]
    NoPuzzles,
    /// A booklet has more sheets than a stapler takes.
    #[error(
        "the setting `impose = booklet`: expected at most {max} sheets to staple, found {found}; \
         use the setting `volumes = {volumes}`, or fewer puzzles"
    )]
    Booklet {
        /// The number of sheets.
        found: usize,
        /// The maximum number of sheets.
        max: usize,
        /// The number of volumes whose booklets have fewer sheets.
        volumes: usize,
    },
    /// A text has a character that cannot be printed.
    #[error("the {what} {short:?} cannot be printed: {missing}", short = shortened(text))]
    Glyph {
        /// `title`, `subtitle`, `author` or `phrase of the language`.
        what: &'static str,
        /// The text.
        text: String,
        /// The character, and the reason.
        missing: UnprintableError,
    },
    /// A text is too wide for a line.
    #[error(
        "the {what} {short:?} is too wide for trim {trim}; use shorter words",
        short = shortened(text)
    )]
    Wide {
        /// `title`, `subtitle`, `author`, or `line` for the program's own texts.
        what: &'static str,
        /// The text.
        text: String,
        /// The trim size.
        trim: Trim,
    },
    /// The cells would be smaller than the minimum of the template.
    #[error(
        "design {template} on trim {trim}: expected cells of at least {least} points (min_cell), \
         found room for {cell:.1}; use {instead}"
    )]
    Cell {
        /// The remedy.
        instead: &'static str,
        /// The name of the template.
        template: String,
        /// The trim size.
        trim: Trim,
        /// The largest cell size that fits, in points.
        cell: f64,
        /// The minimum of the template, in points.
        least: f64,
    },
    /// There is no room for QR codes below the puzzles.
    #[error(
        "design {template} on trim {trim}: expected cells of at least {least} points (min_cell) and \
         a QR code of 18 mm below each puzzle, found room for cells of {cell:.1}; use a smaller \
         number with the setting `per-page`, a larger trim, or the setting `puzzle-qr = answers`"
    )]
    CodeRoom {
        /// The name of the template.
        template: String,
        /// The trim size.
        trim: Trim,
        /// The largest cell size that fits, in points.
        cell: f64,
        /// The minimum of the template, in points.
        least: f64,
    },
    /// A volume exceeds the printer's maximum number of pages.
    #[error(
        "expected at most {limit} pages a volume (printer {printer}, trim {trim}, paper {paper}), \
         found {pages}; use {instead}"
    )]
    Thick {
        /// The name of the printer.
        printer: String,
        /// The name of the paper.
        paper: String,
        /// The trim size.
        trim: Trim,
        /// Number of pages of the thickest volume.
        pages: usize,
        /// The maximum of the printer.
        limit: usize,
        /// Alternatives that would fit.
        instead: String,
    },
    /// A volume falls below the printer's minimum number of pages.
    #[error(
        "expected at least {least} pages a volume (printer {printer}, paper {paper}), found {pages}; \
         use more puzzles or fewer volumes, or the setting `fill-pages`, which adds pages for notes"
    )]
    Thin {
        /// The name of the printer.
        printer: String,
        /// The name of the paper.
        paper: String,
        /// Number of pages of the thinnest volume.
        pages: usize,
        /// The minimum of the printer.
        least: usize,
    },
    /// The list of parts is invalid.
    #[error("the list of parts {wrong}; expected {wanted}")]
    Parts {
        /// The problem.
        wrong: String,
        /// The expected list.
        wanted: String,
    },
    /// The levels take turns, but their numbers of puzzles do not fill the last round.
    #[error(
        "design {template}: its levels take turns ({turns}), and {over} puzzles do not fill the last round; {remedy}"
    )]
    Turns {
        /// The name of the template.
        template: String,
        /// The order of the turns.
        turns: String,
        /// Number of puzzles that are left over.
        over: usize,
        /// Turns and numbers of puzzles that would fill all rounds.
        remedy: String,
    },
    /// Another value is not acceptable: a key of the template for the trim size, or a setting.
    #[error(transparent)]
    Expected(#[from] ValueError),
}

impl LayoutError {
    /// Creates an error about a value at this place.
    pub(crate) fn expected(
        place: impl Display,
        expected: impl Display,
        found: impl Display,
    ) -> Self {
        Self::Expected(ValueError::new(expected, found).at(place))
    }

    /// Returns the name of the text or of the value that is wrong: `title`, `other titles`.
    pub fn subject(&self) -> Option<&str> {
        match self {
            Self::Glyph { what, .. } | Self::Wide { what, .. } => Some(what),
            Self::Expected(error) => error.place.as_deref(),
            Self::Parts { .. } => Some("parts"),
            _ => None,
        }
    }
}

/// An error that prevents the layout of a cover.
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
        /// The place on the cover.
        place: &'static str,
        /// Advice on a replacement.
        wanted: &'static str,
    },
    /// A character cannot be printed, or another value does not suit the cover.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The printer prints covers in black only.
    #[error(
        "printer {printer} prints covers in black only; use the setting `palette = black`, and \
         no picture in colour"
    )]
    Colourless {
        /// The name of the printer.
        printer: String,
    },
    /// PDF/X-4 requires an embedded profile of the printer's inks, which this program lacks.
    #[error(
        "a cover in colour as PDF/X-4 needs the printer's ICC profile, which this program does not have; \
         use the setting `pdfx = 1a`, or the setting `palette = black`"
    )]
    Profile,
}

impl CoverError {
    /// Returns the name of the text or of the value that is wrong: `title`, `picture`.
    pub fn subject(&self) -> Option<&str> {
        match self {
            Self::Large { what, .. } => Some(what),
            Self::Layout(error) => error.subject(),
            _ => None,
        }
    }
}

/// Cuts a text to a length that suits a message.
fn shortened(text: &str) -> String {
    const MAX: usize = 80;
    let mut begin: String = text.chars().take(MAX).collect();
    if begin.len() < text.len() {
        begin.push('…');
    }
    begin
}
