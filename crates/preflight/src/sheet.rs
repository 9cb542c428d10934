//! The measures of a cover sheet for a book of a given size and number of pages. The content of the
//! sheet is decided elsewhere.
//!
//! ```text
//! ┌─────────────────────────────────────────────┐ bleed, cut off
//! │ ┌─────────────────┬───────┬───────────────┐ │
//! │ │      back       │ spine │     front     │ │ trim
//! │ │        barcode  │       │               │ │
//! │ └─────────────────┴───────┴───────────────┘ │
//! └─────────────────────────────────────────────┘
//! ```

use super::print_spec::PrintSpec;
use super::printer::{BarcodePlacement, CoverRules, Printer};
use super::trim::{INCH, MM, split_unit};
use std::fmt;
use std::str::FromStr;
use words::{Clause, Problem, ValueError, clause, setting};

/// The maximum width of a spine in points: 4 in.
const MAX_SPINE_PTS: f64 = 288.0;

/// The width of a spine, as a printer's calculator states it.
///
/// ```
/// use sudoku_press_preflight::Spine;
/// assert_eq!("0.5in".parse::<Spine>()?.points(), 36.0);
/// assert_eq!("12.7mm".parse::<Spine>()?.to_string(), "0.500 in");
/// assert_eq!("12.7 毫米".parse::<Spine>()?, "0.5 英寸".parse()?);
/// assert_eq!(
///     "12.7".parse::<Spine>().unwrap_err().to_string(),
///     "expected a spine such as 12.4mm or 0.49in, up to 4in, found \"12.7\"",
/// );
/// # Ok::<(), words::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spine(f64);

impl Spine {
    /// Creates a spine of this width in points; `None` if no book has such a spine.
    pub(crate) fn from_points(points: f64) -> Option<Self> {
        let is_possible = points > 0.0 && points <= MAX_SPINE_PTS + 1e-6;
        if is_possible { Some(Self(points)) } else { None }
    }

    /// Computes the width of the spine for a number of pages, by the weight of the paper (20 to 500
    /// g/m2) and its bulk, also called volume (0.5 to 4 cm3/g). German printers name both. It is
    /// leaves x weight x bulk / 1000 mm; a leaf has two pages.
    ///
    /// # Errors
    /// [`Problem`] for any other figures, and when no book has such a spine.
    ///
    /// ```
    /// use sudoku_press_preflight::Spine;
    /// // 100 leaves of 90 g/m2 and bulk 1.5 are 100 x 90 x 1.5 / 1000 = 13.5 mm.
    /// assert_eq!(Spine::from_paper(90.0, 1.5, 200)?.to_string(), "0.531 in");
    /// assert!(Spine::from_paper(90.0, f64::NAN, 200).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_paper(weight: f64, bulk: f64, pages: usize) -> Result<Self, Problem> {
        const EXPECTED: &str = "paper of 20 to 500 g/m2 and bulk 0.5 to 4 cm3/g, spine up to 4 in";
        if !(20.0..=500.0).contains(&weight) || !(0.5..=4.0).contains(&bulk) {
            return Err(Problem::expected(EXPECTED, format!("{weight} g/m2 and {bulk} cm3/g")));
        }
        let width = pages.div_ceil(2) as f64 * weight * bulk / 1000.0;
        match Self::from_points(width * MM) {
            Some(spine) => Ok(spine),
            None => Err(Problem::expected(EXPECTED, format!("a spine of {width:.1} mm"))),
        }
    }

    /// Estimates the width of the spine where a printer names no thickness: with KDP's figure for
    /// paper of this name, or else for its white paper.
    ///
    /// ```
    /// use sudoku_press_preflight::Spine;
    /// assert_eq!(Spine::estimate("cream", 100).to_string(), "0.250 in");
    /// assert_eq!(Spine::estimate("groundwood", 100).to_string(), "0.225 in");
    /// ```
    pub fn estimate(paper: &str, pages: usize) -> Self {
        let known = Self::estimate_of_known(paper, pages);
        known.or_else(|| Self::estimate_of_known("white", pages)).unwrap_or(Self(0.0))
    }

    /// Estimates the width of the spine with KDP's figure for paper of this name; `None` if KDP has
    /// no such paper.
    fn estimate_of_known(paper: &str, pages: usize) -> Option<Self> {
        let kdp = Printer::builtin("kdp")?;
        let page = kdp.0.cover.as_ref()?.page.get(paper)?;
        Some(Self((pages.max(1) as f64 * page).min(MAX_SPINE_PTS)))
    }

    /// Returns the width in points.
    pub fn points(self) -> f64 {
        self.0
    }

    /// Returns the width in inches.
    fn clause(self) -> Clause {
        clause!("{} in", format!("{:.3}", self.0 / INCH))
    }
}

impl FromStr for Spine {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let lower = text.trim().to_lowercase();
        let wrong = || ValueError::quoted("a spine such as 12.4mm or 0.49in, up to 4in", text);
        let (number, unit) = split_unit(&lower).ok_or_else(wrong)?;
        let number: f64 = number.trim().parse().map_err(|_| wrong())?;
        Self::from_points(number * unit).ok_or_else(wrong)
    }
}

impl fmt::Display for Spine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.clause().fmt(f)
    }
}

/// The maximum difference between an entered spine and its estimate, in points, and as a share of
/// the estimate. A width that exceeds both is that of another book.
const MAX_SPINE_DIFFERENCE: f64 = 1.5 * MM;
const MAX_SPINE_SHARE: f64 = 0.25;

impl PrintSpec {
    /// Checks the width of a spine that was entered for a book of this number of pages against the
    /// estimate. Only built-in printers that name no thickness are judged, on papers of which an
    /// estimate is known; [`CoverSheet::new`] compares with the figures of the others.
    ///
    /// # Errors
    /// [`Problem`] when the width differs from the estimate by more than 1.5 mm and 25 %.
    ///
    /// ```
    /// use sudoku_press_preflight::Printer;
    /// let ingram = Printer::builtin("ingram").expect("it is built in");
    /// let spec = ingram.terms("6x9".parse()?, Some("cream"))?;
    /// assert!(spec.check_entered_spine("0.12in".parse()?, 46).is_ok());
    /// assert_eq!(
    ///     spec.check_entered_spine("0.12in".parse()?, 72).unwrap_err().to_string(),
    ///     "the setting `spine`: expected about 0.180 in for 72 pages on cream, found 0.120 in; \
    ///      enter the width that the printer states for 72 pages",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_entered_spine(&self, spine: Spine, pages: usize) -> Result<(), Problem> {
        let is_builtin = Printer::builtin(self.printer()).is_some_and(|p| *p.0 == *self.rules());
        if !is_builtin || self.knows_spine() {
            return Ok(());
        }
        let Some(estimate) = Spine::estimate_of_known(self.paper(), pages) else { return Ok(()) };
        let most = MAX_SPINE_DIFFERENCE.max(MAX_SPINE_SHARE * estimate.0);
        if (spine.0 - estimate.0).abs() <= most {
            return Ok(());
        }
        let expected = clause!(
            "about {} for {} pages on {}",
            self.width_in_unit(estimate),
            pages,
            Clause::text(self.paper().to_owned())
        );
        let remedy = clause!("enter the width that the printer states for {} pages", pages);
        let found = self.width_in_unit(spine);
        Err(Problem::expected(expected, found).with_setting("spine").remedy(remedy))
    }

    /// Returns a width in the unit of the book's size.
    fn width_in_unit(&self, spine: Spine) -> Clause {
        if self.trim().is_in_inches() {
            spine.clause()
        } else {
            clause!("{} mm", format!("{:.1}", spine.points() / MM))
        }
    }
}

/// The measures of a cover in points, for a book of one trim size and number of pages.
#[derive(Clone, Debug, PartialEq)]
pub struct CoverSheet {
    /// Width and height of the front cover and of the back cover.
    pub trim: (f64, f64),
    /// Number of pages of the book.
    pub pages: usize,
    /// Width of the spine; `None` for a front cover alone.
    pub spine: Option<f64>,
    /// True if the user gave the width of the spine. Otherwise it is computed from the printer's
    /// figures.
    pub(crate) is_spine_given: bool,
    /// The maximum difference in points between a spine and the figure for pages and paper.
    pub(super) max_deviation: f64,
    /// The requirements of the printer.
    pub rules: CoverRules,
    /// The place of the sheet on a larger one, if the printer's template requires one.
    pub(super) placement: Option<SheetPlacement>,
}

/// A larger sheet, and the position of the cover sheet's lower left corner on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SheetPlacement {
    /// Width and height of the larger sheet, in points.
    pub sheet: (f64, f64),
    /// The distance of the corner from the left and from the bottom, in points.
    pub corner: (f64, f64),
}

/// The maximum difference in points between a spine and the value for its pages and paper: 0.0625
/// in. A guide to KDP says that a cover further off is refused.
const MAX_SPINE_DEVIATION_PTS: f64 = 4.5;
/// The same for a paper whose thickness is unsettled: 0.125 in. Known figures for a paper differ by
/// less.
const MAX_UNSETTLED_DEVIATION_PTS: f64 = 9.0;

impl CoverSheet {
    /// Returns the cover sheet that a printer requires for this number of pages. The width of the
    /// spine is `spine` if given; otherwise it is computed from the printer's figures for the
    /// paper.
    ///
    /// # Errors
    /// [`Problem`] when the width of the spine is unknown, or was given for a cover without
    /// spine.
    ///
    /// ```
    /// use sudoku_press_preflight::{CoverSheet, Printer};
    /// let kdp = Printer::builtin("kdp").expect("it is built in");
    /// let spec = kdp.terms("6x9".parse()?, Some("cream"))?;
    /// let sheet = CoverSheet::new(&spec, 200, None)?;
    /// // 0.125 in of bleed at each edge, and 200 pages of 0.0025 in.
    /// assert_eq!((sheet.width() / 72.0, sheet.height() / 72.0), (12.75, 9.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(spec: &PrintSpec, pages: usize, spine: Option<Spine>) -> Result<Self, Problem> {
        Self::for_trim(spec.trim().size(), pages, Some(spec), spine)
    }

    /// Returns a cover sheet like [`CoverSheet::new`], but the printer is optional.
    pub fn for_trim(
        trim: (f64, f64),
        pages: usize,
        spec: Option<&PrintSpec>,
        spine: Option<Spine>,
    ) -> Result<Self, Problem> {
        let rules = spec.map(PrintSpec::cover).unwrap_or_default();
        let (paper, min) = match spec {
            // The figures for the thickness of a page hold only for page counts that the printer
            // binds.
            Some(spec) if spine.is_none() => (spec.paper(), spec.pages().0),
            Some(spec) => (spec.paper(), 1),
            None => ("", 1),
        };
        let known = rules.page.get(paper).map(|page| pages as f64 * page + rules.board);
        if pages < min {
            let expected = clause!("at least {} pages for a cover", min);
            return Err(Problem::expected(expected, pages));
        }
        let max_deviation = match spec {
            Some(spec) if spec.has_unsettled_thickness() => MAX_UNSETTLED_DEVIATION_PTS,
            _ => MAX_SPINE_DEVIATION_PTS,
        };
        if let (Some(found), Some(expected)) = (spine, known)
            && (found.points() - expected).abs() > max_deviation
        {
            let expected = clause!(
                "a spine of {}, give or take {} in, for {} pages on paper {}",
                Spine(expected).clause(),
                max_deviation / INCH,
                pages,
                Clause::text(paper.to_owned()),
            );
            return Err(Problem::expected(expected, found.clause()).with_setting("spine"));
        }
        let width = match (rules.front_only, spine) {
            (true, Some(_)) => return Err(front_only(spec, "spine")),
            (true, None) => None,
            (false, Some(spine)) => Some(spine.points()),
            (false, None) => Some(known.ok_or_else(|| thickness(pages, spec, &rules))?),
        };
        Ok(Self {
            trim,
            pages,
            spine: width,
            is_spine_given: spine.is_some(),
            max_deviation,
            rules,
            placement: None,
        })
    }

    /// Returns the width in points, including bleed.
    pub fn width(&self) -> f64 {
        let front = self.trim.0 + self.bleeds();
        match self.spine {
            Some(spine) => front + spine + self.trim.0,
            None => front,
        }
    }

    /// Returns the height in points, including bleed.
    pub fn height(&self) -> f64 {
        self.trim.1 + self.bleeds()
    }

    /// Returns the bleed at two opposite edges, in points.
    pub(super) fn bleeds(&self) -> f64 {
        2.0 * self.rules.bleed
    }

    /// Returns the printed sheet: the cover sheet itself, or the larger one that contains it.
    pub fn placement(&self) -> SheetPlacement {
        let own = SheetPlacement { sheet: (self.width(), self.height()), corner: (0.0, 0.0) };
        self.placement.unwrap_or(own)
    }

    /// Returns the spine; `None` for a front cover alone.
    pub fn spine(&self) -> Option<Spine> {
        self.spine.map(Spine)
    }

    /// Returns true if the publisher must place the barcode on the back; otherwise the printer adds
    /// one.
    pub fn has_barcode(&self) -> bool {
        self.spine.is_some() && self.rules.barcode.by == BarcodePlacement::Publisher
    }

    /// Returns the distance from the left edge of the sheet to the front cover, in points.
    pub fn front(&self) -> f64 {
        self.width() - self.rules.bleed - self.trim.0
    }
}

/// Builds the error for a spine or back requested from a printer that makes only front covers.
pub fn front_only(spec: Option<&PrintSpec>, what: &'static str) -> Problem {
    let printer = spec.map(PrintSpec::printer).unwrap_or_default();
    let wrong = format!("printer {printer} has only a front cover, without spine and back");
    Problem::new(wrong).remedy(clause!("leave out {}", setting(what)))
}

/// Builds the error for an unknown thickness.
fn thickness(pages: usize, spec: Option<&PrintSpec>, rules: &CoverRules) -> Problem {
    let (why, or) = match spec {
        None => ("no printer is named".into(), clause!(", or {}", setting("printer").to("kdp"))),
        Some(spec) => (
            clause!(
                "no figure of printer {} says how thick paper {} is",
                spec.printer().to_owned(),
                Clause::text(spec.paper().to_owned()),
            ),
            Clause::default(),
        ),
    };
    let from = rules.spine_from.as_deref().unwrap_or("your printer's calculator");
    Problem::new(why).remedy(clause!(
        "look up the width of the spine for {} pages in {}, and give it as {} or {}{}; the command \
         `cover` also takes --spine-from, --paper-gsm and --bulk",
        pages,
        from.to_owned(),
        setting("spine").to("12.4mm"),
        setting("spine").to("0.49in"),
        or,
    ))
}
