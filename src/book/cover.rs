//! The cover of a volume: front, spine and back on one sheet. Its measures are here; where things
//! stand on it is layout's to say.
//!
//! ```text
//! ┌─────────────────────────────────────────────┐ bleed, cut off
//! │ ┌─────────────────┬───────┬───────────────┐ │
//! │ │      back       │ spine │     front     │ │ trim
//! │ │        barcode  │       │               │ │
//! │ └─────────────────┴───────┴───────────────┘ │
//! └─────────────────────────────────────────────┘
//! ```

use super::error::LayoutError;
use super::layout::CoverPage;
use super::manuscript::Manuscript;
use super::page::{Page, Stamp};
use super::printer::CoverRules;
use super::terms::Terms;
use super::volume::Volume;
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
/// use sudoku_press::book::Spine;
/// assert_eq!("0.5in".parse::<Spine>()?.points(), 36.0);
/// assert_eq!("12.7mm".parse::<Spine>()?.to_string(), "0.500 in");
/// assert_eq!(
///     "12.7".parse::<Spine>().unwrap_err().to_string(),
///     "spine \"12.7\" is no width; 12.4mm or 0.49in, up to 4in, would be right",
/// );
/// # Ok::<(), sudoku_press::book::SpineError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spine(f64);

/// Why a text is not the width of a spine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("spine {0:?} is no width; 12.4mm or 0.49in, up to 4in, would be right")]
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

/// Why a volume cannot have such a cover.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum CoverError {
    /// Nobody knows how thick the book is.
    #[error(
        "{why}, so the width of the spine is not known; --spine 12.4mm or --spine 0.49in, as {from} \
         says for {pages} pages{or}, would be right"
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
    #[error(
        "printer {printer} has a front alone, without spine and back; leaving --{what} out would \
         be right"
    )]
    FrontOnly {
        /// The printer's name.
        printer: String,
        /// `spine` or `back`.
        what: &'static str,
    },
    /// A text that no line can hold.
    #[error("the {what} {text:?} is too {extent} for {place}; {wanted} would be right")]
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

/// The cover of one volume, laid out.
#[derive(Clone, Debug)]
pub struct Cover<'a> {
    volume: &'a Volume,
    sheet: CoverSheet,
    page: CoverPage,
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
    /// [`CoverError`] when the spine is not known, or is said where there is none.
    ///
    /// ```
    /// use sudoku_press::book::{CoverSheet, Printer};
    /// let kdp = Printer::builtin("kdp").expect("it is built in");
    /// let terms = kdp.terms("6x9".parse()?, Some("cream"))?;
    /// let sheet = CoverSheet::new(&terms, 200, None)?;
    /// // 0.125 in of bleed at each edge, and 200 pages of 0.0025 in.
    /// assert_eq!((sheet.width() / 72.0, sheet.height() / 72.0), (12.75, 9.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(terms: &Terms, pages: usize, spine: Option<Spine>) -> Result<Self, CoverError> {
        let trim = (terms.trim().width(), terms.trim().height());
        Self::around(trim, pages, Some(terms), spine)
    }

    fn around(
        trim: (f64, f64),
        pages: usize,
        terms: Option<&Terms>,
        spine: Option<Spine>,
    ) -> Result<Self, CoverError> {
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

    /// Where the front begins, from the left.
    pub(super) fn front(&self) -> f64 {
        self.width() - self.rules.bleed - self.trim.0
    }
}

impl<'a> Cover<'a> {
    /// Lays out the cover of a volume. The spine is as wide as the printer's figures make so many
    /// pages on this paper, or as wide as it is said to be; `back` is a text of the user's.
    ///
    /// # Errors
    /// [`CoverError`] when the spine is not known, or something does not fit.
    pub fn new(
        volume: &'a Volume,
        spine: Option<Spine>,
        back: Option<&Manuscript>,
    ) -> Result<Self, CoverError> {
        let terms = volume.terms.as_ref();
        let trim = (volume.sheet.width, volume.sheet.height);
        let sheet = CoverSheet::around(trim, volume.page_count(), terms, spine)?;
        if sheet.spine.is_none() && back.is_some() {
            return Err(front_only(terms, "back"));
        }
        let page = CoverPage::new(volume, &sheet, back)?;
        Ok(Self {
            volume,
            sheet,
            page,
        })
    }

    /// The volume whose cover it is.
    pub fn volume(&self) -> &'a Volume {
        self.volume
    }

    /// Its measures.
    pub fn sheet(&self) -> &CoverSheet {
        &self.sheet
    }

    /// Width and height of the sheet with its bleed, in points.
    pub fn size(&self) -> (f64, f64) {
        (self.sheet.width(), self.sheet.height())
    }

    /// How much is cut off at each edge, in points.
    pub fn bleed(&self) -> f64 {
        self.sheet.rules.bleed
    }

    /// How wide the spine is; none for a front alone.
    pub fn spine(&self) -> Option<Spine> {
        self.sheet.spine.map(Spine)
    }

    /// Why the spine has no text, if it has none: a sentence.
    pub fn spine_blank(&self) -> Option<&str> {
        self.page.spine_blank.as_deref()
    }

    /// Why the printer's figures should be held against its own page before they are trusted; none
    /// if they are settled.
    pub fn unsettled(&self) -> Option<&str> {
        self.sheet.rules.unsettled.as_deref()
    }

    /// What stands on it.
    pub fn page(&self) -> Page {
        Page {
            width: self.sheet.width(),
            height: self.sheet.height(),
            folio: String::new(),
            marks: self.page.marks.clone(),
        }
    }

    /// The drawings of its page.
    pub fn stamps(&self) -> &[Stamp] {
        &self.page.stamps
    }
}

/// Nothing but a front is made where a spine or a back was asked for.
fn front_only(terms: Option<&Terms>, what: &'static str) -> CoverError {
    CoverError::FrontOnly {
        printer: terms.map_or_else(String::new, |terms| terms.printer().to_owned()),
        what,
    }
}

/// What would tell how thick so many pages are.
fn thickness(pages: usize, terms: Option<&Terms>, rules: &CoverRules) -> CoverError {
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
    CoverError::Thickness {
        pages,
        why,
        from: from.unwrap_or("your printer").to_owned(),
        or,
    }
}
