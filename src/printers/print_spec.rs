//! The requirements of a printer for one book: its figures for a trim size and a paper. Layout
//! follows them, and preflight checks them.

use super::pdfx::Pdfx;
use super::printer::{CoverRules, Printer, PrinterError, PrinterRules};
use super::trim::Trim;
use crate::text::toml_file::is_same_name;
use std::sync::Arc;

/// A printer's requirements for books of one trim size on one paper.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintSpec {
    rules: Arc<PrinterRules>,
    paper: usize,
    trim: Trim,
    pages: (usize, usize),
    /// Why the page limits are unsettled; `None` if they are settled.
    pages_unsettled: Option<String>,
}

/// Figures of a printer that preflight checks: a table of its file, or with a dot a key of one.
/// `paper` is for the limits of pages.
pub(crate) type RequirementKey = &'static str;

impl Printer {
    /// Returns the requirements for books of this trim size. `None` selects the first paper.
    ///
    /// # Errors
    /// [`PrinterError`] when the printer does not have this paper or this trim size.
    pub fn terms(&self, trim: Trim, paper: Option<&str>) -> Result<PrintSpec, PrinterError> {
        let rules = &self.0;
        let wanted = paper.unwrap_or(&rules.paper[0].name);
        let found = rules.paper.iter().position(|paper| is_same_name(&paper.name, wanted));
        let refused =
            |words: String| PrinterError(format!("printer {}: expected {words}", self.name()));
        let paper = found.ok_or_else(|| {
            let known = self.papers().collect::<Vec<_>>().join(", ");
            refused(format!("paper {known}, found {wanted:?}"))
        })?;
        let limits = rules
            .pages_of(&rules.paper[paper], trim)
            .ok_or_else(|| refused(format!("trim {}, found {trim}", rules.trims_in_words())))?;
        let pages_unsettled = limits.unsettled.map(str::to_owned);
        let (rules, pages) = (Arc::clone(rules), limits.pages);
        Ok(PrintSpec { rules, paper, trim, pages, pages_unsettled })
    }
}

impl PrintSpec {
    /// Returns the printer's name.
    pub fn printer(&self) -> &str {
        &self.rules.name
    }

    /// Returns the paper's name.
    pub fn paper(&self) -> &str {
        &self.rules.paper[self.paper].name
    }

    /// Returns all figures of the printer, as its file has them.
    pub(crate) fn rules(&self) -> &PrinterRules {
        &self.rules
    }

    /// Returns the trim size of the book.
    pub fn trim(&self) -> Trim {
        self.trim
    }

    /// Minimum and maximum number of pages.
    pub fn pages(&self) -> (usize, usize) {
        self.pages
    }

    /// Minimum inside margin, in points, of a book with this number of pages. Above the page limit
    /// it is that of the thickest book: such books are refused because of the limit, not the
    /// margin.
    ///
    /// ```
    /// use sudoku_press::printers::Printer;
    /// let kdp = Printer::builtin("kdp").expect("it is built in");
    /// let terms = kdp.terms("6x9".parse()?, None)?;
    /// assert_eq!([150, 151, 300, 301].map(|pages| terms.inside(pages)), [27.0, 36.0, 36.0, 45.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn inside(&self, pages: usize) -> f64 {
        let rows = &self.rules.margins.inside;
        let row = rows.iter().find(|row| pages <= row.pages_to);
        row.or(rows.last()).map_or(0.0, |row| row.points)
    }

    /// Returns the range of page counts, first and last, that have the same inside margin as this
    /// one.
    pub fn inside_step(&self, pages: usize) -> (usize, usize) {
        let rows = &self.rules.margins.inside;
        let before = rows.iter().rev().find(|row| row.pages_to < pages);
        let until = rows.iter().find(|row| pages <= row.pages_to);
        let last = until.or(rows.last()).map_or(pages, |row| row.pages_to);
        (before.map_or(1, |row| row.pages_to + 1), last)
    }

    /// Returns the page counts after which the inside margin increases.
    pub fn inside_steps(&self) -> impl Iterator<Item = usize> + '_ {
        self.rules.margins.inside.iter().map(|row| row.pages_to)
    }

    /// Minimum margin at the top, bottom and outside, in points.
    pub fn outside(&self, bleeds: bool) -> f64 {
        let margins = &self.rules.margins;
        if bleeds { margins.outside_with_bleed } else { margins.outside }
    }

    /// How much larger a page with bleed is, in points: at the binding edge, and at each of the
    /// other three edges. `None` if pages must not bleed.
    pub fn bleed(&self) -> Option<(f64, f64)> {
        let bleed = &self.rules.bleed;
        let binding = if bleed.at_binding { bleed.points } else { 0.0 };
        (bleed.points > 0.0).then_some((binding, bleed.points))
    }

    /// Returns true if the paper is printed in colour.
    pub fn colour(&self) -> bool {
        self.rules.paper[self.paper].colour
    }

    /// Returns the standard of PDF/X that files for the printer follow; `None` for no such
    /// standard.
    pub fn pdfx(&self) -> Option<Pdfx> {
        self.rules.file.pdfx
    }

    /// Returns the requirements for a cover.
    pub(super) fn cover(&self) -> CoverRules {
        let own = self.rules.cover.as_ref();
        own.cloned().unwrap_or_default()
    }

    /// Why a figure is unsettled, so that the printer's own page must be checked; `None` if it is
    /// settled.
    pub(crate) fn unsettled(&self, figure: RequirementKey) -> Option<&str> {
        /// For printer files that have no table for covers.
        const NO_COVERS: &str =
            "the printer's file says nothing of covers; usual figures are taken";
        let rules = &self.rules;
        let (table, key) = figure.split_once('.').unwrap_or((figure, ""));
        match table {
            "paper" => self.pages_unsettled.as_deref(),
            "cover" if rules.cover.is_none() => Some(NO_COVERS),
            // The width follows from the thickness of the paper.
            "cover" if key == "width" => ["width", "page", &format!("page.{}", self.paper())]
                .into_iter()
                .find_map(|key| rules.unsettled(table, key)),
            _ => rules.unsettled(table, key),
        }
    }

    /// Where the figures of margins, bleed and covers come from: what was read, and when. Empty for
    /// none.
    pub fn sources(&self) -> [String; 3] {
        let rules = &self.rules;
        let cover = rules.cover.as_ref().and_then(|cover| cover.source.as_ref());
        [Some(&rules.margins.source), Some(&rules.bleed.source), cover].map(|name| {
            let source = name.and_then(|name| rules.sources.get(name));
            source.map_or_else(String::new, |s| format!("{} (checked {})", s.what, s.checked))
        })
    }

    /// Returns other papers for this trim size and other trim sizes on this paper that allow this
    /// number of pages, in words. Suggested to the user when a book is too thick.
    pub fn alternatives_for(&self, pages: usize) -> Vec<String> {
        let takes = |(min, max): (usize, usize)| (min..=max).contains(&pages);
        let papers = self.rules.paper.iter().filter(|paper| {
            let limits = self.rules.pages_of(paper, self.trim);
            paper.name != self.paper() && limits.is_some_and(|limits| takes(limits.pages))
        });
        let papers = papers.map(|paper| format!("paper {}", paper.name));
        let own = &self.rules.paper[self.paper];
        let trims = self.rules.named_trims().filter(|&(_, trim)| {
            let limits = self.rules.pages_of(own, trim);
            limits.is_some_and(|limits| takes(limits.pages))
        });
        papers.chain(trims.map(|(text, _)| format!("trim {text}"))).collect()
    }
}
