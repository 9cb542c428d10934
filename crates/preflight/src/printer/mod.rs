//! Printers: their figures for books, read from TOML files, and the trim sizes that they offer with
//! the page limits of each. `figures` defines the keys, `check` refuses invalid values, and
//! `print_spec` applies the figures to one book.

mod check;
mod figures;

pub(crate) use figures::PrinterRules;
pub use figures::{Barcode, BarcodePlacement, CoverRules, Inks, Medium};

use crate::trim::Trim;
use check::PRINTER;
use figures::{Paper, TrimException};
use std::sync::Arc;
use words::{Clause, Problem, TomlError, clause};

/// A printer, or another service that makes books. To make your own, copy the file of a built-in
/// printer; that of `kdp` explains each key.
#[derive(Clone, Debug, PartialEq)]
pub struct Printer(pub(crate) Arc<PrinterRules>);

impl Printer {
    /// The built-in printers: name and TOML text.
    pub const BUILTIN: &'static [(&'static str, &'static str)] =
        include!(concat!(env!("OUT_DIR"), "/printers.rs"));

    /// Returns the built-in printer with this name.
    pub fn builtin(name: &str) -> Option<Self> {
        let (_, text) = Self::BUILTIN.iter().find(|(known, _)| *known == name)?;
        Some(Self::parse(text).expect("every built-in printer is tested"))
    }

    /// Parses a printer file.
    ///
    /// # Errors
    /// [`TomlError`] when a key is missing, unknown or has an invalid value.
    ///
    /// ```
    /// use sudoku_press_preflight::Printer;
    /// let (_, text) = Printer::BUILTIN.iter().find(|(name, _)| *name == "kdp").unwrap();
    /// let swapped = text.replace("pages = [24, 828]", "pages = [828, 24]");
    /// let error = Printer::parse(&swapped).unwrap_err().to_string();
    /// let expected = "expected the minimum before the maximum, found [828, 24]";
    /// assert_eq!(error, format!("printer key paper white: pages: {expected}"));
    /// ```
    pub fn parse(toml: &str) -> Result<Self, TomlError> {
        let rules: PrinterRules = PRINTER.read(toml)?;
        rules.check()?;
        Ok(Self(Arc::new(rules)))
    }

    /// Returns the name by which `--printer` selects it.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns its full name.
    pub fn title(&self) -> &str {
        &self.0.title
    }

    /// Returns the names of its papers; the first is the default.
    pub fn papers(&self) -> impl Iterator<Item = &str> {
        self.0.paper.iter().map(|paper| paper.name.as_str())
    }

    /// Returns its named trim sizes.
    pub fn trims(&self) -> impl Iterator<Item = Trim> + '_ {
        self.0.named_trims().map(|(_, trim)| trim)
    }
}

/// The size of the pages of a file, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageSize {
    width: f64,
    height: f64,
    /// True if it is the size of the trim box. Without a trim box the size may include bleed.
    is_cut: bool,
}

impl PageSize {
    pub(crate) fn new(width: f64, height: f64, is_cut: bool) -> Self {
        Self { width, height, is_cut }
    }

    /// Returns true if two pages have the same size.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let sizes = [self, other].map(|size| (size.width, size.height));
        is_same_size(sizes[0], sizes[1]) && self.is_cut == other.is_cut
    }
}

impl Printer {
    /// Returns true if it takes the front of a cover alone, without back and spine.
    pub fn takes_front_alone(&self) -> bool {
        self.0.cover.as_ref().is_some_and(|rules| rules.front_only)
    }

    /// Returns the trim size of pages of this size: a named size, also with bleed around it, or
    /// another size that the printer offers.
    ///
    /// # Errors
    /// [`Problem`] when the printer has no such trim size. The message names the nearest one.
    ///
    /// ```
    /// use sudoku_press_preflight::{self as preflight, Printer};
    /// # fn book() -> Vec<u8> { Vec::new() }
    /// let kdp = Printer::builtin("kdp").expect("it is built in");
    /// if let Ok(size) = preflight::page_size(&book()) {
    ///     println!("{}", kdp.matching_trim(&size)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matching_trim(&self, size: &PageSize) -> Result<Trim, Problem> {
        let rules = &self.0;
        let PageSize { width, height, is_cut } = *size;
        let bleed = rules.bleed.points;
        // The bleed across and up: none, beside the binding edge, or at all edges.
        let mut bleeds = vec![(0.0, 0.0)];
        if !is_cut && bleed > 0.0 {
            let both = 2.0 * bleed;
            bleeds.extend([(bleed, both), (both, both)]);
        }
        for (across, up) in bleeds {
            let Some(trim) = Trim::from_points(width - across, height - up) else {
                continue;
            };
            if let Some(known) = self.trims().find(|known| is_same_size(known.size(), trim.size()))
            {
                return Ok(known);
            }
        }
        if let Some(trim) = Trim::from_points(width, height)
            && rules.offers(trim)
        {
            return Ok(trim);
        }
        let nearest = match self.nearest_named_trim(width, height) {
            Some(trim) => format!("; the nearest is {trim}"),
            None => String::new(),
        };
        let (width, height) = (width / 72.0, height / 72.0);
        let wrong = format!("no trim size fits pages of {width:.2} x {height:.2} in{nearest}");
        Err(Problem::new(wrong).at(clause!("printer {}", self.name().to_owned())))
    }

    /// Returns the trim size if the printer offers it, otherwise the nearest of its named sizes.
    pub fn nearest_trim(&self, trim: Trim) -> Trim {
        if self.0.offers(trim) {
            return trim;
        }
        self.nearest_named_trim(trim.width(), trim.height()).unwrap_or(trim)
    }

    /// Returns the named trim size that is nearest to this width and height in points.
    pub fn nearest_named_trim(&self, width: f64, height: f64) -> Option<Trim> {
        self.trims().min_by(|a, b| a.distance(width, height).total_cmp(&b.distance(width, height)))
    }
}

/// The tolerance of sizes in points: A4 is given both as 8.27 x 11.69 in and as 210 x 297 mm.
pub const SIZE_TOLERANCE: f64 = 0.5;

/// The minimum and maximum number of pages, and the reason if they are unsettled.
#[derive(Clone, Copy)]
pub(crate) struct PageLimits<'a> {
    pub pages: (usize, usize),
    pub unsettled: Option<&'a str>,
}

/// Returns true if two sizes, in points, count as equal.
pub(super) fn is_same_size(a: (f64, f64), b: (f64, f64)) -> bool {
    (a.0 - b.0).abs() < SIZE_TOLERANCE && (a.1 - b.1).abs() < SIZE_TOLERANCE
}

/// Returns true if a page of size `a` fits into one of size `b`.
fn fits(a: Trim, b: Trim) -> bool {
    a.width() < b.width() + SIZE_TOLERANCE && a.height() < b.height() + SIZE_TOLERANCE
}

impl Paper {
    /// Returns the exception for a named trim size.
    fn exception(&self, trim: &String) -> Option<&TrimException> {
        self.except.iter().find(|except| except.trims.contains(trim))
    }

    /// Returns the limits of an exception, or the usual ones.
    fn limits<'a>(&'a self, exception: Option<&'a TrimException>) -> PageLimits<'a> {
        let unsettled = self.unsettled.as_deref();
        match exception {
            None => PageLimits { pages: self.pages, unsettled },
            Some(except) => PageLimits {
                pages: except.pages,
                unsettled: except.unsettled.as_deref().or(unsettled),
            },
        }
    }
}

impl PrinterRules {
    /// Returns true if the printer offers a trim size on one of its papers.
    fn offers(&self, trim: Trim) -> bool {
        self.paper.iter().any(|paper| self.pages_of(paper, trim).is_some())
    }

    /// Returns the named trim sizes.
    pub(crate) fn named_trims(&self) -> impl Iterator<Item = (&String, Trim)> {
        self.trims.named.iter().filter_map(|text| Some((text, text.parse().ok()?)))
    }

    /// Returns the page limits of a trim size on a paper; `None` if the printer does not offer the
    /// size.
    pub(crate) fn pages_of<'a>(&'a self, paper: &'a Paper, trim: Trim) -> Option<PageLimits<'a>> {
        if let Some((text, _)) =
            self.named_trims().find(|(_, known)| is_same_size(known.size(), trim.size()))
        {
            return Some(paper.limits(paper.exception(text)));
        }
        let custom = self.trims.custom.as_ref()?;
        let (min, max) = (custom.min.parse().ok()?, custom.max.parse().ok()?);
        if !fits(min, trim) || !fits(trim, max) {
            return None;
        }
        // Take the limits of the smallest named size that contains the page, or else the strictest
        // limits.
        let around = self
            .named_trims()
            .filter(|(_, known)| fits(trim, *known))
            .min_by(|(_, a), (_, b)| a.area().total_cmp(&b.area()));
        let found = paper.limits(match around {
            Some((text, _)) => paper.exception(text),
            None => paper.except.iter().min_by_key(|except| except.pages.1),
        });
        Some(PageLimits { unsettled: custom.unsettled.as_deref().or(found.unsettled), ..found })
    }

    /// Returns true if the printer makes books of this number of pages.
    pub(crate) fn takes(&self, paper: &Paper, trim: Trim, pages: usize) -> bool {
        let Some(PageLimits { pages: (min, max), .. }) = self.pages_of(paper, trim) else {
            return false;
        };
        (min..=max).contains(&pages)
    }

    /// Returns the offered trim sizes in words.
    pub(crate) fn trims_in_words(&self) -> Clause {
        let named = self.trims.named.join(", ");
        match &self.trims.custom {
            None => clause!("trim {}", named),
            Some(custom) => {
                let (min, max) = (custom.min.clone(), custom.max.clone());
                clause!("trim {}, or any from {} to {}", named, min, max)
            }
        }
    }
}
