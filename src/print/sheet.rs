//! The measures of a cover sheet: what a printer wants around a book of one size with so many pages.
//! What is drawn on the sheet is not known here.
//!
//! ```text
//! ┌─────────────────────────────────────────────┐ bleed, cut off
//! │ ┌─────────────────┬───────┬───────────────┐ │
//! │ │      back       │ spine │     front     │ │ trim
//! │ │        barcode  │       │               │ │
//! │ └─────────────────┴───────┴───────────────┘ │
//! └─────────────────────────────────────────────┘
//! ```

use super::printer::CoverRules;
use super::terms::Terms;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Points in a millimetre.
const MM: f64 = 72.0 / 25.4;
/// Points in an inch.
const INCH: f64 = 72.0;
/// No spine is wider, in points: 4 in.
const WIDEST: f64 = 288.0;

/// How wide a spine is, as a printer's calculator says it.
///
/// ```
/// use sudoku_press::print::Spine;
/// assert_eq!("0.5in".parse::<Spine>()?.points(), 36.0);
/// assert_eq!("12.7mm".parse::<Spine>()?.to_string(), "0.500 in");
/// assert_eq!(
///     "12.7".parse::<Spine>().unwrap_err().to_string(),
///     "expected a spine such as 12.4mm or 0.49in, up to 4in, found \"12.7\"",
/// );
/// # Ok::<(), sudoku_press::print::SpineError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spine(f64);

/// Why a text is not the width of a spine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected a spine such as 12.4mm or 0.49in, up to 4in, found {0:?}")]
pub struct SpineError(String);

impl Spine {
    /// In points.
    pub fn points(self) -> f64 {
        self.0
    }
}

impl FromStr for Spine {
    type Err = SpineError;

    fn from_str(text: &str) -> Result<Self, SpineError> {
        let lower = text.trim().to_lowercase();
        let units = [("mm", MM), ("in", INCH)].into_iter();
        let mut read = units.filter_map(|(suffix, unit)| {
            let number: f64 = lower.strip_suffix(suffix)?.trim().parse().ok()?;
            Some(number * unit)
        });
        let width = read.next().filter(|w| *w > 0.0 && *w <= WIDEST + 1e-6);
        width.map(Self).ok_or_else(|| SpineError(text.to_owned()))
    }
}

impl fmt::Display for Spine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} in", self.0 / INCH)
    }
}

/// Why a book has no such cover sheet.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SheetError {
    /// Nobody knows how thick the book is.
    #[error(
        "{why}, so the width of the spine is unknown; use --spine 12.4mm or --spine 0.49in, as {from} \
         states it for {pages} pages{or}"
    )]
    Thickness {
        /// Of the volume.
        pages: usize,
        /// What is missing.
        why: String,
        /// Who knows.
        from: String,
        /// What else would do.
        or: &'static str,
    },
    /// A spine or a back where there is none.
    #[error("printer {printer} has only a front cover, without spine and back; leave out --{what}")]
    FrontOnly {
        /// The printer's name.
        printer: String,
        /// `spine` or `back`.
        what: &'static str,
    },
}

/// The measures of a cover, in points: those of a book of one size with so many pages.
#[derive(Clone, Debug, PartialEq)]
pub struct CoverSheet {
    /// Of the front, and of the back.
    pub(crate) trim: (f64, f64),
    /// Of the book inside.
    pub(crate) pages: usize,
    /// None for a front alone.
    pub(crate) spine: Option<f64>,
    /// Whether the spine is as wide as it was said to be, not as the figures make it.
    pub(crate) spine_said: bool,
    pub(crate) rules: CoverRules,
}

impl CoverSheet {
    /// What a printer wants around so many pages. The spine is as wide as its figures make them on
    /// this paper, or as wide as it is said to be.
    ///
    /// # Errors
    /// [`SheetError`] when the spine is not known, or is said where there is none.
    ///
    /// ```
    /// use sudoku_press::print::{CoverSheet, Printer};
    /// let kdp = Printer::builtin("kdp").expect("it is built in");
    /// let terms = kdp.terms("6x9".parse()?, Some("cream"))?;
    /// let sheet = CoverSheet::new(&terms, 200, None)?;
    /// // 0.125 in of bleed at each edge, and 200 pages of 0.0025 in.
    /// assert_eq!((sheet.width() / 72.0, sheet.height() / 72.0), (12.75, 9.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(terms: &Terms, pages: usize, spine: Option<Spine>) -> Result<Self, SheetError> {
        let trim = (terms.trim().width(), terms.trim().height());
        Self::around(trim, pages, Some(terms), spine)
    }

    /// As [`CoverSheet::new`], for no printer in particular too.
    pub(crate) fn around(
        trim: (f64, f64),
        pages: usize,
        terms: Option<&Terms>,
        spine: Option<Spine>,
    ) -> Result<Self, SheetError> {
        let rules = terms.map(Terms::cover).unwrap_or_default();
        let known = || {
            let page = rules.page.get(terms?.paper())?;
            Some(pages as f64 * page + rules.board)
        };
        let width = match (rules.front_only, spine) {
            (true, Some(_)) => return Err(front_only(terms, "spine")),
            (true, None) => None,
            (false, Some(spine)) => Some(spine.points()),
            (false, None) => Some(known().ok_or_else(|| thickness(pages, terms, &rules))?),
        };
        Ok(Self {
            trim,
            pages,
            spine: width,
            spine_said: spine.is_some(),
            rules,
        })
    }

    /// With what is cut off, in points.
    pub fn width(&self) -> f64 {
        let front = self.trim.0 + 2.0 * self.rules.bleed;
        self.spine
            .map_or(front, |spine| front + spine + self.trim.0)
    }

    /// With what is cut off, in points.
    pub fn height(&self) -> f64 {
        self.trim.1 + 2.0 * self.rules.bleed
    }

    /// How wide the spine is; none for a front alone.
    pub fn spine(&self) -> Option<Spine> {
        self.spine.map(Spine)
    }

    /// Where the front begins, from the left.
    pub(crate) fn front(&self) -> f64 {
        self.width() - self.rules.bleed - self.trim.0
    }
}

/// Nothing but a front is made where a spine or a back was asked for.
pub(crate) fn front_only(terms: Option<&Terms>, what: &'static str) -> SheetError {
    SheetError::FrontOnly {
        printer: terms.map_or_else(String::new, |terms| terms.printer().to_owned()),
        what,
    }
}

/// What would tell how thick so many pages are.
fn thickness(pages: usize, terms: Option<&Terms>, rules: &CoverRules) -> SheetError {
    let (why, or) = match terms {
        None => ("no printer is named".to_owned(), ", or --printer kdp"),
        Some(terms) => (
            format!(
                "no figure of printer {} says how thick paper {} is",
                terms.printer(),
                terms.paper()
            ),
            "",
        ),
    };
    let from = rules.spine_from.as_deref();
    SheetError::Thickness {
        pages,
        why,
        from: from.unwrap_or("your printer").to_owned(),
        or,
    }
}
