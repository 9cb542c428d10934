//! From sections to volumes: how many, where one ends and the next begins, and whether everything
//! can be printed. Not where things stand on a page.

use super::draw::Type;
use super::font::{Face, NoGlyph};
use super::layout::{AnswerPage, PuzzlePage, Sheet, Stamps};
use super::page::{Page, Stamp};
use super::plan::Plan;
use super::template::{Design, Template};
use super::text;
use super::trim::Trim;
use super::{Imprint, Section};
use crate::puzzle::Puzzle;
use crate::score::Level;
use std::ops::Range;
use std::sync::Arc;
use thiserror::Error;

/// Why a book cannot be printed so.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum LayoutError {
    /// No puzzle at all.
    #[error("there are no puzzles; a book needs at least one")]
    NoPuzzles,
    /// A text with a character that the face for it lacks.
    #[error("the {what} {text:?} cannot be printed: {source}; other characters would be right")]
    Glyph {
        /// `title`, `subtitle`, `author` or `edition`.
        what: &'static str,
        /// What it says.
        text: String,
        /// Which character.
        source: NoGlyph,
    },
    /// A text that no line can hold.
    #[error("the {what} {text:?} is too wide for trim {trim}; shorter words would be right")]
    Wide {
        /// `title`, `subtitle` or `author`.
        what: &'static str,
        /// What it says.
        text: String,
        /// Of which trim.
        trim: Trim,
    },
    /// Puzzles too small to write in.
    #[error(
        "template {template} on trim {trim}: the cells of the puzzles would be {cell:.1} points \
         wide, where its cell_least is {least}; a larger trim, fewer columns or rows or smaller \
         margins would be right"
    )]
    Cell {
        /// The template's name.
        template: String,
        /// The trim.
        trim: Trim,
        /// As large as they can be.
        cell: f64,
        /// What the template asks for.
        least: f64,
    },
    /// Not one answer fits a page.
    #[error(
        "template {template} on trim {trim}: not one answer with digits of {least} points fits a \
         page; a larger trim, smaller margins or a smaller digit_least would be right"
    )]
    Answers {
        /// The template's name.
        template: String,
        /// The trim.
        trim: Trim,
        /// What the template asks for.
        least: f64,
    },
    /// A page of text that is longer than the paper.
    #[error(
        "template {template} on trim {trim}: the page {part:?} is {excess:.0} points too long; a \
         smaller size of body, a larger trim, or leaving the page out (parts) would be right"
    )]
    Tall {
        /// The template's name.
        template: String,
        /// The trim.
        trim: Trim,
        /// The heading of the page.
        part: &'static str,
        /// By how much.
        excess: f64,
    },
    /// Even the smallest volumes have too many pages.
    #[error(
        "template {template}: no volume with one puzzle page has as few as {limit} pages \
         (page_limit); a higher limit would be right"
    )]
    PageLimit {
        /// The template's name.
        template: String,
        /// Its page limit.
        limit: usize,
    },
}

/// The puzzles of one level in one volume.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Span {
    pub level: Level,
    /// Its first puzzle, counted from 0 in the volume.
    pub start: usize,
    pub len: usize,
    /// The volume before, if the level began there.
    pub continued_from: Option<usize>,
    /// Fewest and most givens.
    pub givens: (usize, usize),
    /// The fewest givens in any row or column.
    pub row_col_min: usize,
}

/// A book, or a part of one that is bound by itself: complete, with its own title page and answers.
#[derive(Clone, Debug)]
pub struct Volume {
    pub(super) design: Arc<Design>,
    pub(super) title: String,
    pub(super) author: Option<String>,
    pub(super) edition: Option<String>,
    /// Which volume of how many.
    place: (usize, usize),
    /// How many puzzles the volumes before hold.
    before: usize,
    pub(super) sections: Vec<Span>,
    pub(super) puzzles: Vec<Puzzle>,
    pub(super) plan: Plan,
    pub(super) sheet: Sheet,
    pub(super) puzzle_page: PuzzlePage,
    pub(super) answer_page: AnswerPage,
    pub(super) stamps: Vec<Stamp>,
}

impl Volume {
    /// How many pages it has, always even.
    pub fn page_count(&self) -> usize {
        self.plan.parts.len()
    }

    /// Its pages, each made when it is asked for.
    pub fn pages(&self) -> impl Iterator<Item = Page> + '_ {
        (0..self.page_count()).map(|index| self.lay(index))
    }

    /// The drawings that its pages share.
    pub fn stamps(&self) -> &[Stamp] {
        &self.stamps
    }

    /// How many pages come before page 1: those with roman numbers.
    pub fn front_matter(&self) -> usize {
        self.plan.front()
    }

    /// Which volume it is, from 1.
    pub fn volume_number(&self) -> usize {
        self.place.0
    }

    /// How many volumes the book has.
    pub fn volume_count(&self) -> usize {
        self.place.1
    }

    /// How many puzzles it holds.
    pub fn puzzle_count(&self) -> usize {
        self.puzzles.len()
    }

    /// The number of its first puzzle.
    pub fn first_number(&self) -> usize {
        self.number(0)
    }

    /// The number of its last puzzle.
    pub fn last_number(&self) -> usize {
        self.number(self.puzzles.len() - 1)
    }

    /// The title, and which volume it is if there are several.
    pub fn full_title(&self) -> String {
        match self.among() {
            None => self.title.clone(),
            Some((number, _)) => format!("{}, {}", self.title, text::volume(number)),
        }
    }

    /// Who made it.
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// Which volume of how many, if they are several.
    pub(super) fn among(&self) -> Option<(usize, usize)> {
        (self.place.1 > 1).then_some(self.place)
    }

    /// The line below the title.
    pub(super) fn subtitle(&self) -> String {
        let count = text::count(self.puzzles.len());
        self.design.subtitle.replace("{count}", &count)
    }

    /// The number printed for a puzzle.
    pub(super) fn number(&self, puzzle: usize) -> usize {
        self.before + puzzle + 1
    }

    /// The numbers of the first and the last puzzle of a range.
    pub(super) fn numbers(&self, puzzles: Range<usize>) -> (usize, usize) {
        (self.number(puzzles.start), self.number(puzzles.end - 1))
    }
}

/// Lays out a book: one volume, or more when the template's page limit asks for it. Volumes are of
/// much the same length and end, where they can, with a full page of puzzles.
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
    let design = &template.0.for_width(trim.width());
    let sections: Vec<&Section> = sections.iter().filter(|s| !s.puzzles.is_empty()).collect();
    let count: usize = sections.iter().map(|s| s.puzzles.len()).sum();
    if count == 0 {
        return Err(LayoutError::NoPuzzles);
    }
    let sheet = Sheet::new(design, trim);
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
    check_texts(design, imprint)?;

    let sizes: Vec<usize> = sections.iter().map(|s| s.puzzles.len()).collect();
    let plan = |range: &Range<usize>| {
        let parts: Vec<usize> = overlaps(&sizes, range)
            .map(|(_, part)| part.len())
            .collect();
        Plan::new(&design.parts, &parts, puzzle_page.len(), answer_page.len())
    };
    let bounds = split(&sizes, puzzle_page.len(), |range| {
        plan(range).parts.len() <= design.page_limit
    })
    .ok_or_else(|| LayoutError::PageLimit {
        template: design.name.clone(),
        limit: design.page_limit,
    })?;

    let design = Arc::new(design.clone());
    let made = bounds.iter().enumerate().map(|(i, range)| {
        let mut volume = Volume {
            design: Arc::clone(&design),
            title: title_of(&design, imprint).to_owned(),
            author: imprint.author.clone(),
            edition: imprint.edition.clone(),
            place: (i + 1, bounds.len()),
            before: range.start,
            sections: spans(&sections, &sizes, range, i),
            puzzles: overlaps(&sizes, range)
                .flat_map(|(section, part)| &sections[section].puzzles[part])
                .copied()
                .collect(),
            plan: plan(range),
            sheet: sheet.clone(),
            puzzle_page: puzzle_page.clone(),
            answer_page: answer_page.clone(),
            stamps: Vec::new(),
        };
        volume.stamps = Stamps::draw(&volume);
        volume.check_fit(trim)?;
        Ok(volume)
    });
    made.collect()
}

/// The parts of each section that lie in a range of the book's puzzles: the section's index, and
/// which of its own puzzles.
fn overlaps<'a>(
    sizes: &'a [usize],
    range: &'a Range<usize>,
) -> impl Iterator<Item = (usize, Range<usize>)> + 'a {
    let starts = sizes.iter().scan(0, |next, &size| {
        let start = *next;
        *next += size;
        Some(start)
    });
    starts
        .zip(sizes)
        .enumerate()
        .filter_map(|(i, (start, &size))| {
            let first = range.start.max(start);
            let end = range.end.min(start + size);
            (first < end).then(|| (i, first - start..end - start))
        })
}

/// The spans of a volume; `before` is the number of the volume before it.
fn spans(sections: &[&Section], sizes: &[usize], range: &Range<usize>, before: usize) -> Vec<Span> {
    let mut start = 0;
    overlaps(sizes, range)
        .map(|(i, part)| {
            let puzzles = &sections[i].puzzles[part.clone()];
            let givens = || puzzles.iter().map(Puzzle::givens_count);
            let span = Span {
                level: sections[i].level,
                start,
                len: puzzles.len(),
                continued_from: (part.start > 0).then_some(before),
                givens: (givens().min().unwrap_or(0), givens().max().unwrap_or(0)),
                row_col_min: puzzles.iter().map(Puzzle::row_col_min).min().unwrap_or(0),
            };
            start += span.len;
            span
        })
        .collect()
}

/// Splits the puzzles into as few even ranges as fit. None when even ranges of a page each do not.
fn split(
    sizes: &[usize],
    page: usize,
    fits: impl Fn(&Range<usize>) -> bool,
) -> Option<Vec<Range<usize>>> {
    let count: usize = sizes.iter().sum();
    (1..=count.div_ceil(page) + sizes.len()).find_map(|volumes| {
        let mut bounds: Vec<usize> = (0..=volumes)
            .map(|i| page_end(sizes, page, count * i / volumes))
            .collect();
        bounds.dedup();
        let ranges: Vec<_> = bounds.windows(2).map(|pair| pair[0]..pair[1]).collect();
        ranges.iter().all(&fits).then_some(ranges)
    })
}

/// The end of a full page of puzzles, or of a section, that is nearest to this puzzle.
fn page_end(sizes: &[usize], page: usize, puzzle: usize) -> usize {
    let mut start = 0;
    for &size in sizes {
        if puzzle < start + size {
            let pages = (puzzle - start + page / 2) / page;
            return start + size.min(pages * page);
        }
        start += size;
    }
    start
}

/// The title: a blank one counts as none.
fn title_of<'a>(design: &'a Design, imprint: &'a Imprint) -> &'a str {
    let given = imprint.title.as_deref().unwrap_or_default().trim();
    if given.is_empty() {
        &design.title
    } else {
        given
    }
}

/// Whether the faces can print what the caller and the template say.
fn check_texts(design: &Design, imprint: &Imprint) -> Result<(), LayoutError> {
    let words = design.words();
    let check = |what, text: Option<&str>, faces: &[Face]| {
        let text = text.unwrap_or_default();
        faces
            .iter()
            .try_for_each(|face| face.check(text))
            .map_err(|source| LayoutError::Glyph {
                what,
                text: text.to_owned(),
                source,
            })
    };
    check(
        "title",
        Some(title_of(design, imprint)),
        &[words.regular, words.italic],
    )?;
    check("subtitle", Some(&design.subtitle), &[words.italic])?;
    check("author", imprint.author.as_deref(), &[words.regular])?;
    check("edition", imprint.edition.as_deref(), &[words.regular])
}

impl Volume {
    /// Whether the pages with words fit the paper.
    fn check_fit(&self, trim: Trim) -> Result<(), LayoutError> {
        let wide = |what, text: &str| LayoutError::Wide {
            what,
            text: text.to_owned(),
            trim,
        };
        let width = self.sheet.width - 2.0 * self.sheet.inside;
        let (lines, title) = self.title_lines();
        if lines.len() > 3 || lines.iter().any(|line| title.width(line) > width) {
            return Err(wide("title", &self.title));
        }
        let (lines, subtitle) = self.subtitle_lines();
        if lines.len() > 2 || lines.iter().any(|line| subtitle.width(line) > width) {
            return Err(wide("subtitle", &self.subtitle()));
        }
        let body = self.design.sizes.body;
        let author = self.author.as_deref().unwrap_or_default();
        if Type::new(self.design.words().regular, body * 1.1).width(author) > width {
            return Err(wide("author", author));
        }
        let parts = &self.design.parts;
        let tall = [
            (parts.how_to_play, text::HOW_TO_PLAY, self.how_to_play(2).1),
            (parts.levels, text::LEVELS, self.levels(3).1),
        ];
        match tall
            .into_iter()
            .find(|&(printed, _, end)| printed && end > self.sheet.bottom)
        {
            None => Ok(()),
            Some((_, part, end)) => Err(LayoutError::Tall {
                template: self.design.name.clone(),
                trim,
                part,
                excess: end - self.sheet.bottom,
            }),
        }
    }
}
