//! What a printer asks of one book: its figures for a trim and a paper. Not whether a book or a file
//! keeps to them: layout does, and preflight looks.

use super::printer::{CoverRules, Edition, Printer, PrinterError, Rules};
use super::trim::Trim;
use std::sync::Arc;

/// A printer's rules for books of one size on one paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    rules: Arc<Rules>,
    paper: usize,
    trim: Trim,
    pages: (usize, usize),
    /// Why the limits of pages are not settled.
    pages_unsettled: Option<String>,
}

/// A figure of a printer, or several of one source, that preflight holds against a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Figure {
    /// The fewest and the most pages.
    PageLimits,
    /// An even number of pages, a blank one at the end.
    LastPages,
    /// The margins.
    Margins,
    /// How much larger a bleeding page is.
    Bleed,
    /// The smallest type.
    Type,
    /// The thinnest line.
    Line,
    /// The lightest grey.
    Grey,
    /// The least resolution.
    Images,
    /// How many blank pages may follow each other.
    Blanks,
    /// What the file may hold.
    File,
    /// How much of a cover is cut off.
    CoverBleed,
    /// How far the text of a cover stays inside.
    CoverSafe,
    /// How thick a page is.
    Thickness,
    /// From how many pages on a spine may have text.
    SpineText,
    /// How far that text stays from the folds.
    SpineClear,
    /// Where the barcode goes.
    Barcode,
}

impl Printer {
    /// What it asks of a book of this size on this paper, or on its first.
    ///
    /// # Errors
    /// [`PrinterError`] when it has no such paper, or does not cut such a size.
    pub fn terms(&self, trim: Trim, paper: Option<&str>) -> Result<Terms, PrinterError> {
        Terms::new(self, trim, paper)
    }
}

impl Terms {
    pub(super) fn new(
        printer: &Printer,
        trim: Trim,
        paper: Option<&str>,
    ) -> Result<Self, PrinterError> {
        let rules = &printer.0;
        let wanted = paper.unwrap_or(&rules.paper[0].name);
        let found = rules.paper.iter().position(|paper| paper.name == wanted);
        let paper = found.ok_or_else(|| PrinterError::Paper {
            printer: rules.name.clone(),
            found: wanted.to_owned(),
            known: printer.papers().collect::<Vec<_>>().join(", "),
        })?;
        let limits =
            rules
                .pages_of(&rules.paper[paper], trim)
                .ok_or_else(|| PrinterError::Trim {
                    printer: rules.name.clone(),
                    trim,
                    wanted: rules.trims_in_words(),
                })?;
        Ok(Self {
            rules: Arc::clone(rules),
            paper,
            trim,
            pages: limits.pages,
            pages_unsettled: limits.unsettled.map(str::to_owned),
        })
    }

    /// The printer's name.
    pub fn printer(&self) -> &str {
        &self.rules.name
    }

    /// The paper's name.
    pub fn paper(&self) -> &str {
        &self.rules.paper[self.paper].name
    }

    /// The size of the book.
    pub fn trim(&self) -> Trim {
        self.trim
    }

    /// The fewest and the most pages that are bound.
    pub fn pages(&self) -> (usize, usize) {
        self.pages
    }

    /// For whom the book is made.
    pub fn edition(&self) -> Edition {
        self.rules.edition
    }

    /// Whether the number of pages must be even.
    pub fn even(&self) -> bool {
        self.rules.pages.even
    }

    /// Whether the last page must be blank.
    pub fn last_blank(&self) -> bool {
        self.rules.pages.last_blank
    }

    /// The least inside margin of a book of so many pages, in points. Beyond the thickest book it is
    /// that of the thickest: the page limit refuses such books, not the margin.
    ///
    /// ```
    /// use sudoku_press::print::Printer;
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

    /// The numbers of pages that ask for the same inside margin as this one: first and last.
    pub fn inside_step(&self, pages: usize) -> (usize, usize) {
        let rows = &self.rules.margins.inside;
        let before = rows.iter().rev().find(|row| row.pages_to < pages);
        let until = rows.iter().find(|row| pages <= row.pages_to);
        let last = until.or(rows.last()).map_or(pages, |row| row.pages_to);
        (before.map_or(1, |row| row.pages_to + 1), last)
    }

    /// The numbers of pages after which the inside margin grows.
    pub fn inside_steps(&self) -> impl Iterator<Item = usize> + '_ {
        self.rules.margins.inside.iter().map(|row| row.pages_to)
    }

    /// The least margin at the top, the bottom and the outside, in points.
    pub fn outside(&self, bleeds: bool) -> f64 {
        let margins = &self.rules.margins;
        if bleeds {
            margins.outside_with_bleed
        } else {
            margins.outside
        }
    }

    /// How much a bleeding page is larger: at the binding, and at each of the other three edges.
    /// None where nothing may bleed.
    pub fn bleed(&self) -> Option<(f64, f64)> {
        let bleed = &self.rules.bleed;
        let binding = if bleed.at_binding { bleed.points } else { 0.0 };
        (bleed.points > 0.0).then_some((binding, bleed.points))
    }

    /// The smallest type, in points.
    pub fn min_type(&self) -> f64 {
        self.rules.ink.min_type
    }

    /// The thinnest line, in points.
    pub fn min_line(&self) -> f64 {
        self.rules.ink.min_line
    }

    /// The lightest grey: 0 is black, 1 is white.
    pub fn max_grey(&self) -> f64 {
        self.rules.ink.max_grey
    }

    /// The least resolution of pictures in dots an inch; 0 if any will do.
    pub fn image_dpi(&self) -> f64 {
        self.rules.ink.image_dpi
    }

    /// Whether the paper is printed in colour.
    pub fn colour(&self) -> bool {
        self.rules.paper[self.paper].colour
    }

    /// How many blank pages may follow each other.
    pub fn blank_run(&self) -> usize {
        self.rules.blanks.max_run
    }

    /// Whether a file may have annotations: links, comments.
    pub fn annotations(&self) -> bool {
        self.rules.file.annotations
    }

    /// Whether a file may have an outline: bookmarks.
    pub fn outlines(&self) -> bool {
        self.rules.file.outlines
    }

    /// Whether a file may say its title, author and the like.
    pub fn metadata(&self) -> bool {
        self.rules.file.metadata
    }

    /// Whether a file may have transparency.
    pub fn transparency(&self) -> bool {
        self.rules.file.transparency
    }

    /// The highest version of PDF that is taken, if there is one.
    pub fn max_version(&self) -> Option<&str> {
        self.rules.file.max_version.as_deref()
    }

    /// What a cover is to it.
    pub(super) fn cover(&self) -> CoverRules {
        let own = self.rules.cover.as_ref();
        own.cloned().unwrap_or_default()
    }

    /// Why a figure should be held against the printer's own page before it is trusted; none if it is
    /// settled.
    pub(crate) fn unsettled(&self, figure: Figure) -> Option<&str> {
        /// A printer's file from before there were covers has figures for none.
        const NO_COVERS: &str =
            "the printer's file says nothing of covers; usual figures are taken";
        let rules = &self.rules;
        let cover = |key| {
            let own = rules.cover.as_ref();
            own.map_or(Some(NO_COVERS), |cover| cover.unsettled(key))
        };
        match figure {
            Figure::PageLimits => self.pages_unsettled.as_deref(),
            Figure::LastPages => rules.pages.unsettled.as_deref(),
            Figure::Margins => rules.margins.unsettled.as_deref(),
            Figure::Bleed => rules.bleed.unsettled.as_deref(),
            Figure::Type => rules.ink.unsettled("min_type"),
            Figure::Line => rules.ink.unsettled("min_line"),
            Figure::Grey => rules.ink.unsettled("max_grey"),
            Figure::Images => rules.ink.unsettled("image_dpi"),
            Figure::Blanks => rules.blanks.unsettled.as_deref(),
            Figure::File => rules.file.unsettled.as_deref(),
            Figure::CoverBleed => cover("bleed"),
            Figure::CoverSafe => cover("safe"),
            Figure::Thickness => cover("page"),
            Figure::SpineText => cover("spine_text_from"),
            Figure::SpineClear => cover("spine_clear"),
            Figure::Barcode => cover("barcode"),
        }
    }

    /// Other sizes on this paper and other papers for this size that take so many pages, in words:
    /// what to do with a book that is too thick.
    pub fn that_take(&self, pages: usize) -> Vec<String> {
        let takes = |(least, most): (usize, usize)| (least..=most).contains(&pages);
        let papers = self.rules.paper.iter().filter(|paper| {
            let limits = self.rules.pages_of(paper, self.trim);
            paper.name != self.paper() && limits.is_some_and(|limits| takes(limits.pages))
        });
        let papers = papers.map(|paper| format!("paper {}", paper.name));
        let own = &self.rules.paper[self.paper];
        let trims = self.rules.trims.named.iter().filter(|text| {
            let trim: Option<Trim> = text.parse().ok();
            let limits = trim.and_then(|trim| self.rules.pages_of(own, trim));
            limits.is_some_and(|limits| takes(limits.pages))
        });
        papers
            .chain(trims.map(|text| format!("trim {text}")))
            .collect()
    }
}
