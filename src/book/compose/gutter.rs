//! From sections to a book: how many volumes, pages and points of gutter. Not where things stand.
//!
//! The gutter depends on the number of pages, and the number of pages on the gutter: a wider one
//! leaves room for fewer answers a page. So a book is laid out with the narrowest gutter, and again
//! with the one that its thickest volume asks for, until that makes the margin no wider:
//!
//! ```text
//! gutter ► inside margin ► pages of the thickest volume ► gutter that so many pages need
//!    ▲                                                        │ a wider margin? then again
//!    └────────────────────────────────────────────────────────┘
//! ```
//! A gutter that makes a volume too thick asks for one volume more; then the search begins again with
//! the narrowest, because thinner volumes may need no more. This ends: the volumes only grow in
//! number, and between, the gutter only grows, and takes no values but the rows of the printer's
//! table. All volumes have one gutter, because they stand beside each other on a shelf.

use crate::book::compose::chapters::chapters;
use crate::book::compose::inputs;
use crate::book::compose::trial::Trial;
use crate::book::design::{BookDesign, Template};
use crate::book::error::LayoutError;
use crate::book::imprint::{Imprint, Section};
use crate::book::volume::Volume;
use crate::print::Trim;
use crate::print::terms::Terms;

/// What every printer binds. A template whose limit is not lower leaves it to the printer, if one
/// is named; a lower one is a wish for thin volumes, and kept.
const EVERY_PRINTER: usize = 550;

/// A book laid out, and how that came about.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The volumes, in order.
    pub volumes: Vec<Volume>,
    /// Each time that the book was laid out; the last one stands.
    pub rounds: Vec<Round>,
}

/// One turn of the search for a gutter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// The inside margin that was tried, in points.
    pub inside: f64,
    /// How many volumes that made.
    pub volumes: usize,
    /// The pages of the thickest.
    pub pages: usize,
    /// The least inside margin that the printer asks for so many pages.
    pub needed: f64,
    /// The inside margin that the design gives to so many pages.
    pub given: f64,
}

/// Lays out a book for no printer in particular: with the template's margins, which suit them all,
/// in one volume, or more when the template's page limit asks for it. Volumes are of much the same
/// length and end, where they can, with a full page of puzzles.
///
/// # Errors
/// [`LayoutError`] when there is nothing to print, when something does not fit the trim, or when a
/// text has characters that the template's faces lack.
pub fn volumes(
    template: &Template,
    trim: Trim,
    imprint: &Imprint,
    sections: &[Section],
) -> Result<Vec<Volume>, LayoutError> {
    lay_out(template, trim, imprint, sections, None, None).map(|layout| layout.volumes)
}

/// Lays out a book for a printer, in so many volumes or in as few as the printer's limit allows.
///
/// # Errors
/// As [`volumes`]; and when a volume would be thicker or thinner than what the printer binds.
pub fn lay_out(
    template: &Template,
    trim: Trim,
    imprint: &Imprint,
    sections: &[Section],
    terms: Option<&Terms>,
    wanted: Option<usize>,
) -> Result<Layout, LayoutError> {
    let design = &BookDesign::new(template.design(), imprint, trim.width());
    let chapters = chapters(design, imprint, sections)?;
    let sizes: Vec<usize> = chapters
        .iter()
        .map(|chapter| chapter.puzzles.len())
        .collect();
    let parts = inputs::parts(design, imprint)?;
    inputs::check_texts(design, imprint)?;

    let mut limit = match terms.map(|terms| terms.pages().1) {
        Some(most) if design.page_limit >= EVERY_PRINTER => most,
        Some(most) => most.min(design.page_limit),
        None => design.page_limit,
    };
    let trial_of = |gutter| Trial::new(design, trim, imprint, &parts, terms, gutter);
    // A gutter that leaves the puzzles too little room bounds the thickness of the volumes.
    let steps = terms
        .into_iter()
        .flat_map(|t| t.inside_steps().map(|n| (n, t.inside(n))));
    let wide_enough = steps.take_while(|&(_, gutter)| trial_of(gutter).is_ok());
    limit = wide_enough
        .last()
        .map_or(limit, |(pages, _)| limit.min(pages));

    let mut rounds: Vec<Round> = Vec::new();
    let narrowest = terms.map_or(0.0, |terms| terms.inside(1));
    let (mut gutter, mut fewest) = (narrowest, 1);
    let mut trial = trial_of(gutter)?;
    let bounds = loop {
        let bounds = trial.bounds(&sizes, limit, fewest, wanted)?;
        let pages = bounds
            .iter()
            .map(|range| trial.pagination(&sizes, range).pages.len());
        let pages = pages.max().unwrap_or(0);
        let needed = terms.map_or(0.0, |terms| terms.inside(pages));
        let next = trial_of(needed)?;
        rounds.push(Round {
            inside: trial.area.inside,
            volumes: bounds.len(),
            pages,
            needed,
            given: next.area.inside,
        });
        let more = bounds.len() > fewest;
        fewest = bounds.len();
        if more && gutter > narrowest {
            gutter = narrowest;
            trial = trial_of(gutter)?;
        } else if next.area.inside > trial.area.inside {
            gutter = needed;
            trial = next;
        } else {
            break bounds;
        }
    };
    let volumes = trial.volumes(&chapters, &sizes, &bounds, imprint)?;
    Ok(Layout { volumes, rounds })
}
