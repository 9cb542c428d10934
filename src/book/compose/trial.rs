//! A trial layout of a book with one gutter: margins, grids, and the number of grids on a page; from
//! these, the pages and puzzles of each volume.
//!
//! The gutter is the part of the inside margin that the binding hides. The visible part beside it is
//! ideally half the outside margin, because two inside margins lie side by side in the open book.

use crate::book::arrange::{
    AnswerPage, EntriesPage, LiveArea, OVERHANG, ProgressPage, Prose, PuzzlePage, Rules,
};
use crate::book::compose::chapters::Chapter;
use crate::book::compose::lists::Lists;
use crate::book::compose::split::{overlaps, split, split_into};
use crate::book::design::{BookDesign, PartName};
use crate::book::error::LayoutError;
use crate::book::imprint::{Answers, Imprint};
use crate::book::layout::check_fit;
use crate::book::pagination::{Binding, ListedPart, Pagination, VolumeParts};
use crate::book::volume::{Span, Volume};
use crate::print::Trim;
use crate::print::printer::Edition;
use crate::print::terms::Terms;
use crate::puzzle::Puzzle;
use std::ops::Range;
use std::sync::Arc;

/// Minimum inside margin without a printer, in points: enough for 700 pages at any printer.
const ANY_PRINTER: f64 = 54.0;

/// The fractions of the visible part that are tried, in this order. At 0 only [`OVERHANG`] remains.
const COMFORT: [f64; 3] = [1.0, 0.5, 0.0];

/// The inside margin for a gutter, with this fraction of the visible part.
fn inside(design: &BookDesign, terms: Option<&Terms>, gutter: f64, comfort: f64) -> f64 {
    let margins = &design.margins;
    let beside = (comfort * margins.outside / 2.0).max(OVERHANG);
    let min = match terms {
        Some(_) => gutter + beside,
        None if design.bound => ANY_PRINTER,
        None => 0.0,
    };
    margins.inside.max(min)
}

/// The properties that all pages of a book share, for one gutter.
pub(in crate::book) struct Trial<'a> {
    design: &'a BookDesign,
    trim: Trim,
    terms: Option<&'a Terms>,
    pub area: LiveArea,
    puzzle_page: PuzzlePage,
    /// `None` if the book has no answer pages.
    answer_page: Option<AnswerPage>,
    progress_page: ProgressPage,
    hints_page: EntriesPage,
    times_page: EntriesPage,
    told: &'a Lists,
    binding: Binding,
    parts: Vec<ListedPart>,
    rules_pages: usize,
    texts: Arc<[Prose]>,
    /// The number of pages to which pages for notes fill a volume.
    at_least: usize,
    /// Whether the answers of each section begin a page.
    by_sheet: bool,
}

impl<'a> Trial<'a> {
    /// The trial with the gutter that the printer requires. `a_sheet` is the number of puzzles of a sheet.
    #[expect(clippy::too_many_arguments, reason = "each is decided elsewhere, and none twice")]
    pub fn new(
        design: &'a BookDesign,
        trim: Trim,
        imprint: &Imprint,
        parts: &[PartName],
        told: &'a Lists,
        terms: Option<&'a Terms>,
        gutter: f64,
        a_sheet: Option<usize>,
    ) -> Result<Self, LayoutError> {
        // The visible part of the margin must not reduce the number of puzzles or answers on a page.
        let ways = COMFORT.map(|comfort| {
            let inside = inside(design, terms, gutter, comfort);
            let area = LiveArea::new(design, trim, terms, inside);
            let pages = (PuzzlePage::new(design, &area), AnswerPage::new(design, &area, a_sheet));
            (area, pages)
        });
        let held = |(puzzles, answers): &(PuzzlePage, Option<AnswerPage>)| {
            let legible = puzzles.grid.cell >= design.puzzle.min_cell;
            let answers = answers.as_ref().map_or(0, AnswerPage::len);
            (legible, puzzles.len(), answers)
        };
        let best = held(&ways[2].1);
        let [all, half, none] = ways;
        let (area, (puzzle_page, answer_page)) =
            [all, half].into_iter().find(|(_, pages)| held(pages) == best).unwrap_or(none);
        if puzzle_page.grid.cell < design.puzzle.min_cell {
            return Err(LayoutError::Cell {
                template: design.name.clone(),
                trim,
                cell: puzzle_page.grid.cell.max(0.0),
                least: design.puzzle.min_cell,
            });
        }
        let has_pages =
            parts.contains(&PartName::Answers) || imprint.answers == Some(Answers::Apart);
        if answer_page.is_none() && has_pages {
            return Err(LayoutError::Answers {
                template: design.name.clone(),
                trim,
                least: design.answers.min_digit,
            });
        }
        let usual = if design.bound { Binding::USUAL } else { Binding::NONE };
        let binding = terms.map_or(usual, |terms| Binding {
            leaves: terms.rules().edition == Edition::Print && design.bound,
            even: terms.rules().pages.even,
            last_blank: terms.rules().pages.last_blank,
        });
        let mut texts = Vec::new();
        // Hints below the puzzles have no pages of their own.
        let paged = |part: &&PartName| !(design.hints_below && **part == PartName::Hints);
        let listed = parts.iter().filter(paged).map(|part| {
            let Some(text) = imprint.texts.get(&part.to_string()) else {
                return ListedPart::Builtin(part.clone());
            };
            let heading = match part {
                PartName::About => Some(imprint.language.text("about.heading")),
                _ => None,
            };
            let prose = Prose::new(design, &area, text, heading);
            let pages = prose.pages.len();
            texts.push(prose);
            ListedPart::Text(texts.len() - 1, pages)
        });
        let parts = listed.collect();
        let rules = Rules { design, area: &area, language: &imprint.language };
        let rules_pages = rules.spread().pages();
        let entries = |intro: &str, words: &[String]| {
            let words = words.iter().map(String::as_str);
            EntriesPage::new(design, &area, intro, told.largest, words)
        };
        Ok(Self {
            rules_pages,
            design,
            trim,
            terms,
            progress_page: ProgressPage::new(design, &area),
            hints_page: entries(imprint.language.text("hints.intro"), &told.hints),
            times_page: entries(imprint.language.text("times.intro"), &told.times),
            told,
            area,
            puzzle_page,
            answer_page: answer_page.filter(|_| has_pages),
            by_sheet: a_sheet.is_some(),
            binding,
            parts,
            texts: texts.into(),
            at_least: terms.filter(|_| imprint.fill_pages).map_or(0, |terms| terms.pages().0),
        })
    }

    /// The pagination of a volume with these puzzles.
    pub fn pagination(&self, sizes: &[usize], range: &Range<usize>) -> Pagination {
        let sections: Vec<_> = overlaps(sizes, range).map(|(_, part)| part.len()).collect();
        Pagination::new(&self.volume_parts(&sections, range))
    }

    fn volume_parts<'b>(&'b self, sections: &'b [usize], range: &Range<usize>) -> VolumeParts<'b> {
        VolumeParts {
            parts: &self.parts,
            rules_pages: self.rules_pages,
            openers: self.design.openers,
            sections,
            puzzles_a_page: self.puzzle_page.len(),
            answers_a_page: self.answer_page.as_ref().map_or(1, AnswerPage::len),
            answers_by_section: self.by_sheet,
            progress_a_page: self.progress_page.len(),
            hints_a_page: self.hints_page.len(),
            times_a_page: self.times_page.len(),
            techniques: self.told.technique_count(range),
            at_least: self.at_least,
            binding: self.binding,
        }
    }

    /// The ranges of puzzles of all volumes.
    pub fn bounds(
        &self,
        sizes: &[usize],
        limit: usize,
        min: usize,
        wanted: Option<usize>,
    ) -> Result<Vec<Range<usize>>, LayoutError> {
        let page = self.puzzle_page.len();
        let pages = |range: &Range<usize>| self.pagination(sizes, range).pages.len();
        let fits = |range: &Range<usize>| pages(range) <= limit;
        let fewest = || split(sizes, page, min, fits);
        let bounds = match wanted {
            Some(volumes) => split_into(sizes, page, volumes, fits),
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
                let instead: Vec<_> =
                    volumes.into_iter().chain(terms.that_take(thickest)).collect();
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

    /// Makes the complete volumes.
    pub fn volumes(
        &self,
        chapters: &[Chapter],
        sizes: &[usize],
        bounds: &[Range<usize>],
        imprint: &Imprint,
    ) -> Result<Vec<Volume>, LayoutError> {
        let design = Arc::new(self.design.clone());
        let isbns = imprint.colophon.isbn.len();
        if isbns > 0 && isbns != bounds.len() {
            return Err(LayoutError::Isbns { volumes: bounds.len(), found: isbns });
        }
        let kept = Arc::new(imprint.clone());
        let before = imprint.volume_number.map_or(0, |number| usize::from(number.get()) - 1);
        let pdfx = imprint.pdfx.or(self.terms.and_then(Terms::pdfx));
        let made = bounds.iter().enumerate().map(|(i, range)| {
            let dealt = || {
                let parts = overlaps(sizes, range);
                parts.flat_map(|(chapter, part)| &chapters[chapter].puzzles[part])
            };
            let puzzles: Vec<Puzzle> = dealt().map(|dealt| *dealt.puzzle).collect();
            let list = |words: &[String]| words.get(range.clone()).unwrap_or_default().to_vec();
            let has_lessons = self.parts.contains(&ListedPart::Builtin(PartName::Techniques));
            let volume = Volume {
                lessons: match has_lessons {
                    true => self.told.lessons(range, &puzzles),
                    false => Vec::new(),
                },
                hints: list(&self.told.hints),
                times: list(&self.told.times),
                hints_page: self.hints_page.clone(),
                times_page: self.times_page.clone(),
                design: Arc::clone(&design),
                title: design.title_of(imprint).to_owned(),
                language: imprint.language.clone(),
                imprint: Arc::clone(&kept),
                place: (i + 1, bounds.len()),
                before: range.start,
                sections: spans(chapters, sizes, range, before + i),
                puzzles,
                levels: dealt().map(|dealt| dealt.level).collect(),
                ratings: dealt().map(|dealt| dealt.rating).collect(),
                texts: Arc::clone(&self.texts),
                progress_page: self.progress_page.clone(),
                answers_apart: (imprint.answers == Some(Answers::Apart)).then(|| {
                    let parts = overlaps(sizes, range).map(|(_, part)| part.len());
                    let pagination = self.pagination(sizes, range);
                    pagination.of_answers(&self.volume_parts(&parts.collect::<Vec<_>>(), range))
                }),
                pagination: self.pagination(sizes, range),
                area: self.area.clone(),
                puzzle_page: self.puzzle_page.clone(),
                answer_page: self.answer_page.clone(),
                terms: self.terms.cloned(),
                pdfx: pdfx.map(|pdfx| (pdfx, imprint.dated)),
            };
            check_fit(&volume, self.trim)?;
            Ok(volume)
        });
        made.collect()
    }
}

/// The spans of a volume. `before` is the number of the volume before it.
fn spans(chapters: &[Chapter], sizes: &[usize], range: &Range<usize>, before: usize) -> Vec<Span> {
    let mut start = 0;
    overlaps(sizes, range)
        .map(|(i, part)| {
            let puzzles = &chapters[i].puzzles[part.clone()];
            let givens = || puzzles.iter().map(|dealt| dealt.puzzle.givens_count());
            let span = Span {
                theme: chapters[i].theme,
                start,
                len: puzzles.len(),
                continued_from: (part.start > 0).then_some(before),
                givens: (givens().min().unwrap_or(0), givens().max().unwrap_or(0)),
                row_col_min: puzzles
                    .iter()
                    .map(|dealt| dealt.puzzle.row_col_min())
                    .min()
                    .unwrap_or(0),
            };
            start += span.len;
            span
        })
        .collect()
}
