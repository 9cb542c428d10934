//! From sections to a book: how many volumes, pages and points of gutter. Not where things stand.
//!
//! The gutter depends on the number of pages, and the number of pages on the gutter: a wider one
//! leaves room for fewer answers a page. So a book is laid out with the narrowest gutter, and again
//! with the one that its thickest volume asks for, until that is no wider than what it has:
//!
//! ```text
//! gutter ► pages of the thickest volume ► gutter that so many pages need
//!    ▲                                        │ wider? then again
//!    └────────────────────────────────────────┘
//! ```
//! A gutter that makes a volume too thick asks for one volume more; then the search begins again with
//! the narrowest, because thinner volumes may need no more. This ends: the volumes only grow in
//! number, and between, the gutter only grows, and takes no values but the rows of the printer's
//! table. All volumes have one gutter, because they stand beside each other on a shelf.

use super::fit::{self, LayoutError};
use super::layout::{AnswerPage, OVERHANG, PuzzlePage, Sheet, Stamps};
use super::plan::{Binding, Plan};
use super::printer::Edition;
use super::split::{overlaps, split, split_into};
use super::template::{Design, Template};
use super::terms::Terms;
use super::trim::Trim;
use super::volume::{Volume, spans};
use super::{Imprint, Section};
use std::ops::Range;
use std::sync::Arc;

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
    let design = &template.0.for_width(trim.width());
    let sections: Vec<&Section> = sections.iter().filter(|s| !s.puzzles.is_empty()).collect();
    let sizes: Vec<usize> = sections.iter().map(|s| s.puzzles.len()).collect();
    if sizes.is_empty() {
        return Err(LayoutError::NoPuzzles);
    }
    fit::check_texts(design, imprint)?;

    let mut limit = match terms.map(|terms| terms.pages().1) {
        Some(most) if design.page_limit >= EVERY_PRINTER => most,
        Some(most) => most.min(design.page_limit),
        None => design.page_limit,
    };
    let mut rounds: Vec<Round> = Vec::new();
    let mut inside = terms.map_or(0.0, |terms| terms.inside(1));
    let narrowest = inside;
    let mut fitted = inside;
    let mut fewest = 1;
    let (shape, bounds) = loop {
        let shape = match (Shape::new(design, trim, terms, inside), rounds.last()) {
            (Ok(shape), _) => shape,
            // Too little room beside the wider gutter: thinner volumes, with the one before. The
            // limit is one that this gutter is enough for, so the next round is the last.
            (Err(_), Some(before)) if terms.is_some() => {
                let steps = terms
                    .into_iter()
                    .flat_map(|t| t.inside_steps().map(move |n| (t, n)));
                let enough =
                    steps.filter(|(t, pages)| holds(fitted, before.inside, t.inside(*pages)));
                limit = enough
                    .map(|(_, pages)| pages)
                    .max()
                    .unwrap_or(limit)
                    .min(limit);
                inside = fitted;
                Shape::new(design, trim, terms, inside)?
            }
            (Err(e), _) => return Err(e),
        };
        let bounds = shape.bounds(&sizes, limit, fewest, wanted)?;
        let pages = bounds
            .iter()
            .map(|range| shape.plan(&sizes, range).parts.len());
        let pages = pages.max().unwrap_or(0);
        let needed = terms.map_or(0.0, |terms| terms.inside(pages));
        rounds.push(Round {
            inside: shape.sheet.inside,
            volumes: bounds.len(),
            pages,
            needed,
        });
        if inside > narrowest && bounds.len() > fewest {
            (fewest, fitted, inside) = (bounds.len(), narrowest, narrowest);
            continue;
        }
        fewest = fewest.max(bounds.len());
        let screen = shape.edition() == Edition::Screen;
        if screen || holds(inside, shape.sheet.inside, needed) {
            break (shape, bounds);
        }
        (fitted, inside) = (inside, needed);
    };
    let volumes = shape.volumes(&sections, &sizes, &bounds, imprint)?;
    Ok(Layout { volumes, rounds })
}

/// Whether a gutter is enough: it was asked for, or is wider than what is needed by the hair that is
/// added to what is asked for.
fn holds(asked: f64, inside: f64, needed: f64) -> bool {
    asked >= needed || inside >= needed + OVERHANG
}

/// All that the pages of a book have in common, with one gutter.
struct Shape<'a> {
    design: &'a Design,
    trim: Trim,
    terms: Option<&'a Terms>,
    sheet: Sheet,
    puzzle_page: PuzzlePage,
    answer_page: AnswerPage,
    binding: Binding,
}

impl<'a> Shape<'a> {
    fn new(
        design: &'a Design,
        trim: Trim,
        terms: Option<&'a Terms>,
        inside: f64,
    ) -> Result<Self, LayoutError> {
        let sheet = Sheet::new(design, trim, terms, inside);
        let puzzle_page = PuzzlePage::new(design, &sheet);
        if puzzle_page.grid.cell < design.puzzle.cell_least {
            return Err(LayoutError::Cell {
                template: design.name.clone(),
                trim,
                cell: puzzle_page.grid.cell.max(0.0),
                least: design.puzzle.cell_least,
            });
        }
        let answer_page = AnswerPage::new(design, &sheet).ok_or_else(|| LayoutError::Answers {
            template: design.name.clone(),
            trim,
            least: design.answers.digit_least,
        })?;
        let binding = terms.map_or(Binding::USUAL, |terms| Binding {
            leaves: terms.edition() == Edition::Print,
            even: terms.even(),
            last_blank: terms.last_blank(),
        });
        Ok(Self {
            design,
            trim,
            terms,
            sheet,
            puzzle_page,
            answer_page,
            binding,
        })
    }

    fn edition(&self) -> Edition {
        self.terms.map_or(Edition::Print, Terms::edition)
    }

    /// Which page of a volume with these puzzles holds what.
    fn plan(&self, sizes: &[usize], range: &Range<usize>) -> Plan {
        let parts = overlaps(sizes, range).map(|(_, part)| part.len());
        let parts: Vec<usize> = parts.collect();
        let (puzzles, answers) = (self.puzzle_page.len(), self.answer_page.len());
        Plan::new(&self.design.parts, &parts, puzzles, answers, self.binding)
    }

    /// The puzzles of each volume.
    fn bounds(
        &self,
        sizes: &[usize],
        limit: usize,
        least: usize,
        wanted: Option<usize>,
    ) -> Result<Vec<Range<usize>>, LayoutError> {
        let page = self.puzzle_page.len();
        let pages = |range: &Range<usize>| self.plan(sizes, range).parts.len();
        let fewest = || split(sizes, page, least, |range| pages(range) <= limit);
        let bounds = match wanted {
            Some(volumes) => split_into(sizes, page, volumes),
            None => fewest().ok_or_else(|| LayoutError::PageLimit {
                template: self.design.name.clone(),
                limit,
            })?,
        };
        let thickest = bounds.iter().map(pages).max().unwrap_or(0);
        let thinnest = bounds.iter().map(pages).min().unwrap_or(0);
        match self.terms {
            Some(terms) if thickest > limit => {
                let volumes = fewest().map(|bounds| format!("{} volumes", bounds.len()));
                let instead: Vec<_> = volumes
                    .into_iter()
                    .chain(terms.that_take(thickest))
                    .collect();
                Err(LayoutError::Thick {
                    printer: terms.printer().to_owned(),
                    paper: terms.paper().to_owned(),
                    trim: self.trim,
                    pages: thickest,
                    limit,
                    instead: instead.join(" or "),
                })
            }
            Some(terms) if thinnest < terms.pages().0 => Err(LayoutError::Thin {
                printer: terms.printer().to_owned(),
                paper: terms.paper().to_owned(),
                pages: thinnest,
                least: terms.pages().0,
            }),
            _ => Ok(bounds),
        }
    }

    fn volumes(
        &self,
        sections: &[&Section],
        sizes: &[usize],
        bounds: &[Range<usize>],
        imprint: &Imprint,
    ) -> Result<Vec<Volume>, LayoutError> {
        let design = Arc::new(self.design.clone());
        let made = bounds.iter().enumerate().map(|(i, range)| {
            let mut volume = Volume {
                design: Arc::clone(&design),
                title: fit::title_of(&design, imprint).to_owned(),
                author: imprint.author.clone(),
                edition: imprint.edition.clone(),
                place: (i + 1, bounds.len()),
                before: range.start,
                sections: spans(sections, sizes, range, i),
                puzzles: overlaps(sizes, range)
                    .flat_map(|(section, part)| &sections[section].puzzles[part])
                    .copied()
                    .collect(),
                plan: self.plan(sizes, range),
                sheet: self.sheet.clone(),
                puzzle_page: self.puzzle_page.clone(),
                answer_page: self.answer_page.clone(),
                stamps: Vec::new(),
                terms: self.terms.cloned(),
            };
            volume.stamps = Stamps::draw(&volume);
            volume.check_fit(self.trim)?;
            Ok(volume)
        });
        made.collect()
    }
}
