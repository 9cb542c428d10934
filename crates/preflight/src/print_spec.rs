//! A printer's requirements for one book: its figures for a trim size and a paper. Layout follows
//! them, and preflight checks them.

use super::pdfx::Pdfx;
use super::printer::{CoverRules, Medium, Printer, PrinterRules};
use super::trim::Trim;
use std::sync::Arc;
use words::{Clause, Problem, clause, is_same_name};

/// A printer's requirements for books of one trim size on one paper.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintSpec {
    rules: Arc<PrinterRules>,
    paper: usize,
    trim: Trim,
    pages: (usize, usize),
    /// The reason why the page limits are unsettled, if they are.
    pages_unsettled: Option<String>,
}

/// The key of a requirement: a table of the printer file, or table and key joined by a dot. `paper`
/// means the page limits.
pub(crate) type RequirementKey = &'static str;

impl Printer {
    /// Returns the requirements for books of this trim size. `None` selects the first paper.
    ///
    /// # Errors
    /// [`Problem`] when the printer does not have this paper or this trim size.
    pub fn terms(&self, trim: Trim, paper: Option<&str>) -> Result<PrintSpec, Problem> {
        let rules = &self.0;
        let wanted = paper.unwrap_or(&rules.paper[0].name);
        let found = rules.paper.iter().position(|paper| is_same_name(&paper.name, wanted));
        let printer = clause!("printer {}", self.name().to_owned());
        let paper = found.ok_or_else(|| {
            let known = self.papers().collect::<Vec<_>>().join(", ");
            let expected = clause!("paper {}", known);
            let found = Clause::quoted(wanted);
            Problem::expected(expected, found).at(printer.clone()).for_field("paper")
        })?;
        let limits = rules.pages_of(&rules.paper[paper], trim).ok_or_else(|| {
            let expected = rules.trims_in_words();
            Problem::expected(expected, trim.to_string()).at(printer).for_field("trim")
        })?;
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

    /// Returns the printing and the paper in words: "black ink on cream paper".
    pub fn printing(&self) -> &str {
        &self.rules.paper[self.paper].about
    }

    /// Returns all figures of the printer file.
    pub(crate) fn rules(&self) -> &PrinterRules {
        &self.rules
    }

    /// Returns what the printer makes: paper, or files for a screen.
    pub fn medium(&self) -> Medium {
        self.rules.edition
    }

    /// Returns true if the number of pages must be even.
    pub fn has_even_pages(&self) -> bool {
        self.rules.pages.even
    }

    /// Returns true if the last page must be blank.
    pub fn ends_with_blank_page(&self) -> bool {
        self.rules.pages.last_blank
    }

    /// Returns the minimum size of type, in points.
    pub fn min_type(&self) -> f64 {
        self.rules.ink.min_type
    }

    /// Returns the palest grey that the printer takes, from 0 for black to 1 for white.
    pub fn max_grey(&self) -> f64 {
        self.rules.ink.max_grey
    }

    /// Returns the minimum resolution of pictures, in dots per inch.
    pub fn image_dpi(&self) -> f64 {
        self.rules.ink.image_dpi
    }

    /// Returns the maximum total ink coverage in percent, if the printer has one.
    pub fn max_total_ink(&self) -> Option<f64> {
        self.rules.ink.max_total
    }

    /// Returns true if the file may carry XMP metadata.
    pub fn allows_metadata(&self) -> bool {
        self.rules.file.metadata
    }

    /// Returns the newest version of PDF that the printer takes, such as `1.4`.
    pub fn max_version(&self) -> Option<&str> {
        self.rules.file.max_version.as_deref()
    }

    /// Returns the trim size of the book.
    pub fn trim(&self) -> Trim {
        self.trim
    }

    /// Returns the minimum and maximum number of pages.
    pub fn pages(&self) -> (usize, usize) {
        self.pages
    }

    /// Returns the minimum inside margin in points for this number of pages. Above the page limit
    /// it equals that of the thickest book, because such books are refused by the limit and not by
    /// the margin.
    ///
    /// ```
    /// use sudoku_press_preflight::Printer;
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

    /// Returns the page counts after which the inside margin increases.
    pub fn inside_steps(&self) -> impl Iterator<Item = usize> + '_ {
        self.rules.margins.inside.iter().map(|row| row.pages_to)
    }

    /// Returns the minimum margin at the top, bottom and outside, in points.
    pub fn outside(&self, bleeds: bool) -> f64 {
        let margins = &self.rules.margins;
        if bleeds { margins.outside_with_bleed } else { margins.outside }
    }

    /// Returns how much larger a page with bleed is, in points: at the binding edge, and at each of
    /// the other three edges. `None` if pages must not bleed.
    pub fn bleed(&self) -> Option<(f64, f64)> {
        let bleed = &self.rules.bleed;
        let binding = if bleed.at_binding { bleed.points } else { 0.0 };
        if bleed.points > 0.0 { Some((binding, bleed.points)) } else { None }
    }

    /// Returns true if the paper is printed in colour.
    pub fn colour(&self) -> bool {
        self.rules.paper[self.paper].colour
    }

    /// Returns the PDF/X standard that the printer requires, if any.
    pub fn pdfx(&self) -> Option<Pdfx> {
        self.rules.file.pdfx
    }

    /// Returns the words that the printer's shop forbids in titles, in lower case.
    pub fn forbidden_title_words(&self) -> &[String] {
        self.rules.titles.as_ref().map_or(&[], |titles| &titles.forbidden)
    }

    /// Returns true if readers in the European Union can buy the book.
    pub fn sells_in_eu(&self) -> bool {
        matches!(&self.rules.sales, Some(sales) if sales.eu)
    }

    /// Returns true if the printer names the thickness of the paper, or makes no spines.
    pub fn knows_spine(&self) -> bool {
        let CoverRules { front_only, page, .. } = self.cover();
        front_only || page.contains_key(self.paper())
    }

    /// Returns true if the printer itself does not state the thickness of the paper.
    pub(super) fn has_unsettled_thickness(&self) -> bool {
        let keys = ["page".to_owned(), format!("page.{}", self.paper())];
        keys.iter().any(|key| self.rules.unsettled("cover", key).is_some())
    }

    /// Returns the requirements for a cover.
    pub(super) fn cover(&self) -> CoverRules {
        let own = self.rules.cover.as_ref();
        own.cloned().unwrap_or_default()
    }

    /// Returns the reason why a figure is unsettled and must be checked on the printer's own page;
    /// `None` if it is settled.
    pub fn unsettled(&self, figure: RequirementKey) -> Option<&str> {
        /// The reason for printer files without a table for covers.
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

    /// Returns the sources of the figures of margins, bleed and covers, with the dates they were
    /// checked; empty if there is none.
    pub fn sources(&self) -> [String; 3] {
        let rules = &self.rules;
        let cover = rules.cover.as_ref().and_then(|cover| cover.source.as_ref());
        [Some(&rules.margins.source), Some(&rules.bleed.source), cover].map(|name| {
            match name.and_then(|name| rules.sources.get(name)) {
                Some(source) => format!("{} (checked {})", source.what, source.checked),
                None => String::new(),
            }
        })
    }

    /// Returns other papers for this trim size, and other trim sizes on this paper, that allow this
    /// number of pages, in words. Suggested when a book is too thick.
    pub fn alternatives_for(&self, pages: usize) -> Vec<String> {
        let mut found = Vec::new();
        for paper in &self.rules.paper {
            if paper.name != self.paper() && self.rules.takes(paper, self.trim, pages) {
                found.push(format!("paper {}", paper.name));
            }
        }
        for (text, trim) in self.rules.named_trims() {
            if self.rules.takes(&self.rules.paper[self.paper], trim, pages) {
                found.push(format!("trim {text}"));
            }
        }
        found
    }
}
