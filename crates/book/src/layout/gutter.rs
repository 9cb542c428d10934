//! Finds the number of volumes and pages of a book, and the width of its gutter.
//!
//! The gutter depends on the number of pages, and the number of pages on the gutter: fewer answers
//! fit on a page with a wider gutter. The search therefore lays the book out with the narrowest
//! gutter, then with the gutter that the thickest volume requires, until the margin no longer
//! grows:
//!
//! ```text
//! gutter ► inside margin ► pages of the thickest volume ► gutter for that number of pages
//!    ▲                                                        │ if the margin grows, again
//!    └────────────────────────────────────────────────────────┘
//! ```
//! If a gutter makes a volume too thick, the search starts again with one more volume and the
//! narrowest gutter, because thinner volumes may not need a wider one. The search ends: the number
//! of volumes only grows, and for each number the gutter only grows and takes only values from the
//! printer's table. All volumes have the same gutter, because they stand together on a shelf.

use crate::layout::chapters::chapters;
use crate::layout::inputs;
use crate::layout::lists::BookInsights;
use crate::layout::trial::{LayoutAttempt, LayoutRequest};
use crate::model::volume::ChapterKind;
use crate::model::{
    BookDesign, BookOptions, LayoutError, Openers, PuzzleSymbols, PuzzlesPerPage, Section,
    Template, Volume,
};
use grid::GridShape;
use jiff::civil::Date;
use preflight::{Medium, PrintSpec, Trim};
use std::sync::Arc;
use words::Problem;

/// Number of pages that every printer binds. A template with this limit or a higher one leaves the
/// limit to the printer. A lower limit asks for thin volumes and is kept.
const EVERY_PRINTER: usize = 550;
/// Minimum size of cells on pages with room for the heading of a level, as a fraction of their
/// size without it. A user who asks for such headings gets smaller cells.
const MIN_HEADED_CELL: f64 = 0.88;
/// The width from which screens are larger than those of tablets, in points: A4.
const MAX_TABLET_WIDTH: f64 = 595.0;

/// The volumes of a book, with the history of the search.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The volumes, in order.
    pub volumes: Vec<Volume>,
    /// The rounds of the search. The last round gave the result.
    pub rounds: Vec<LayoutRound>,
}

impl Layout {
    /// Returns true if the book should have hints, but none of its puzzles has one.
    pub fn lacks_hints(&self) -> bool {
        let Some(volume) = self.volumes.first() else { return false };
        let (words, rows) = (&volume.setup.hints.words, &volume.setup.hint_table.rows);
        let has_part = !(words.is_empty() && rows.is_empty());
        has_part && words.iter().all(Option::is_none) && rows.iter().all(Option::is_none)
    }
}

/// One round of the search for a gutter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayoutRound {
    /// The inside margin of the round, in points.
    pub inside: f64,
    /// Number of volumes with this margin.
    pub volumes: usize,
    /// Number of pages of the thickest volume.
    pub pages: usize,
    /// Minimum inside margin that the printer requires for this number of pages, in points.
    pub needed: f64,
    /// Inside margin that the design gives for this number of pages, in points.
    pub given: f64,
}

/// Lays out a book with the margins of the template, which suit all printers. The result is one
/// volume, or several if the page limit of the template requires it. Volumes have similar lengths
/// and end with a full page of puzzles where possible.
///
/// # Errors
/// Returns a [`LayoutError`] if there are no puzzles, if something does not fit the trim size, or
/// if the fonts lack a character of a text.
pub fn volumes(
    template: &Template,
    trim: Trim,
    options: &BookOptions,
    sections: &[Section],
) -> Result<Vec<Volume>, LayoutError> {
    let layout = lay_out(&LayoutSpec::new(template, sections), trim, options)?;
    Ok(layout.volumes)
}

/// A book that is to be laid out: a design, puzzles, and what else is known about it.
///
/// ```
/// use sudoku_press_book::{LayoutSpec, Section, Template};
/// use grid::Level;
/// use preflight::Printer;
/// use grid::Puzzle;
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let sections = [Section::new(Level::Easy, vec![Puzzle::prove(line.parse()?)?; 40])];
/// let classic = Template::builtin("classic").expect("it is built in");
/// let kdp = Printer::builtin("kdp").expect("it is built in").terms("6x9".parse()?, None)?;
/// let layout = LayoutSpec::new(&classic, &sections).printer(&kdp).lay_out()?;
/// assert_eq!(layout.volumes.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LayoutSpec<'a> {
    template: &'a Template,
    sections: &'a [Section],
    options: Option<&'a BookOptions>,
    trim: Option<Trim>,
    printer: Option<&'a PrintSpec>,
    volumes: Option<usize>,
}

impl<'a> LayoutSpec<'a> {
    /// A book of these sections, without a printer, in the size of the design or 8.5 by 11 inches.
    pub fn new(template: &'a Template, sections: &'a [Section]) -> Self {
        Self { template, sections, options: None, trim: None, printer: None, volumes: None }
    }

    /// Sets the texts, the language and everything else that is printed about the book.
    #[must_use]
    pub fn options(self, options: &'a BookOptions) -> Self {
        Self { options: Some(options), ..self }
    }

    /// Sets the size of the pages. Without it they have the size of the printer's paper.
    #[must_use]
    pub fn trim(self, trim: Trim) -> Self {
        Self { trim: Some(trim), ..self }
    }

    /// Sets the printer, whose margins and limits of pages the book then keeps.
    #[must_use]
    pub fn printer(self, printer: impl Into<Option<&'a PrintSpec>>) -> Self {
        Self { printer: printer.into(), ..self }
    }

    /// Sets the number of volumes. Without it there are as few as the limit of pages allows.
    #[must_use]
    pub fn volumes(self, volumes: impl Into<Option<usize>>) -> Self {
        Self { volumes: volumes.into(), ..self }
    }

    /// Lays out the book.
    ///
    /// # Errors
    /// Fails like [`volumes`], and if a volume has more or fewer pages than the printer binds.
    pub fn lay_out(self) -> Result<Layout, LayoutError> {
        let trim = self.trim.or(self.printer.map(PrintSpec::trim)).or(self.template.trim());
        let trim = trim.unwrap_or_else(|| "8.5x11".parse().expect("this is a page size"));
        let usual = BookOptions::default();
        lay_out(&self, trim, self.options.unwrap_or(&usual))
    }
}

fn lay_out(book: &LayoutSpec, trim: Trim, options: &BookOptions) -> Result<Layout, LayoutError> {
    let LayoutSpec { template, sections, printer: spec, volumes, .. } = *book;
    inputs::check_fonts(options)?;
    inputs::check_symbols(options, sections)?;
    let mut options = options.with_typography();
    if template.puzzle.class {
        options.language = options.language.for_class();
    }
    let mut filled = sections.iter().filter(|section| !section.puzzles.is_empty());
    if let Some(first) = filled.next()
        && PuzzleSymbols::find(&options.symbols, first.rung).is_some()
    {
        options.language = options.language.for_signs();
    }
    // Texts for children replace those about signs.
    if template.children {
        options.language = options.language.for_children();
    }
    if is_tablet(trim, spec) && template.may_have_one_a_page() && options.sheets.is_none() {
        options.per_page.get_or_insert(PuzzlesPerPage::One);
    }
    let mut design = BookDesign::new(template, &options, trim.width());
    if !options.course.is_empty() {
        design = design.for_course(&options);
    } else if sections.iter().all(|section| section.rung.shape() != GridShape::Nine) {
        design = design.for_small_grids();
    }
    let (sequence, chapters) = chapters(&design, &options, sections)?;
    let parts = inputs::parts(&design, &options)?;
    inputs::check_texts(&design, &options, &parts)?;
    inputs::check_pdfx(&options, spec)?;
    inputs::check_tabs(&design, &options, spec)?;
    let codes = inputs::code_style(&design, &options, &parts, (&sequence, &chapters))?;
    let mut request = LayoutRequest {
        insights: BookInsights::new(&parts, &options, (&sequence, &chapters), &design),
        design: Arc::new(design),
        options: Arc::new(options),
        trim,
        spec,
        parts,
        sequence: Arc::new(sequence),
        chapters,
        codes,
    };
    let narrowest = gutter_for(spec, 1);
    choose_openers(&mut request, narrowest)?;
    let layout = find_gutter(&request, narrowest, volumes)?;
    check_days(&layout)?;
    Ok(layout)
}

/// Fails if the calendar has no day for the last puzzle of a book that begins on a first day.
fn check_days(layout: &Layout) -> Result<(), Problem> {
    for volume in &layout.volumes {
        let (first, puzzles) = (volume.setup.options.first_day, volume.puzzle_count());
        let is_dated = |puzzle| volume.dates.heading_date(puzzle).is_some();
        if let Some(first) = first
            && puzzles > 0
            && is_dated(0)
            && !is_dated(puzzles - 1)
        {
            let last = Date::MAX;
            let expected = format!("a first day of which all days of the book end by {last}");
            let problem = Problem::expected(expected, first.to_string()).with_setting("first-day");
            return Err(problem.remedy("use an earlier day, or fewer puzzles"));
        }
    }
    Ok(())
}

/// Returns the gutter that a printer requires for a number of pages, or 0 without a printer.
fn gutter_for(spec: Option<&PrintSpec>, pages: usize) -> f64 {
    match spec {
        Some(spec) => spec.inside(pages),
        None => 0.0,
    }
}

/// Returns true if the pages are for the screen of a tablet, where a page costs nothing and a grid
/// that shares one would be small.
fn is_tablet(trim: Trim, spec: Option<&PrintSpec>) -> bool {
    let Some(spec) = spec else { return false };
    spec.medium() == Medium::Screen && trim.width() < MAX_TABLET_WIDTH
}

/// Returns the maximum number of pages of a volume: the printer's and the design's, and so few that
/// the gutter of the volume leaves enough room for puzzles.
fn page_limit(request: &LayoutRequest) -> usize {
    let own = request.design.keys.page_limit;
    let Some(spec) = request.spec else { return own };
    let max = spec.pages().1;
    let limit = if own >= EVERY_PRINTER { max } else { max.min(own) };
    let steps = spec.inside_steps();
    let fitting =
        steps.take_while(|&pages| LayoutAttempt::new(request, spec.inside(pages)).is_ok());
    match fitting.last() {
        Some(pages) => limit.min(pages),
        None => limit,
    }
}

/// Divides the book into volumes, and widens the gutter until it is as wide as their pages need.
fn find_gutter(
    request: &LayoutRequest,
    narrowest: f64,
    volumes: Option<usize>,
) -> Result<Layout, LayoutError> {
    let limit = page_limit(request);
    let mut rounds: Vec<LayoutRound> = Vec::new();
    let (mut gutter, mut fewest) = (narrowest, 1);
    let mut trial = LayoutAttempt::new(request, gutter)?;
    loop {
        let bounds = trial.bounds(limit, fewest, volumes)?;
        let pages = bounds.iter().map(|range| trial.page_count(range)).max().unwrap_or(0);
        let needed = gutter_for(request.spec, pages);
        let next = LayoutAttempt::new(request, needed)?;
        let (inside, given) = (trial.setup.area.inside, next.setup.area.inside);
        rounds.push(LayoutRound { inside, volumes: bounds.len(), pages, needed, given });
        let more = bounds.len() > fewest;
        fewest = bounds.len();
        if more && gutter > narrowest {
            gutter = narrowest;
            trial = LayoutAttempt::new(request, gutter)?;
        } else if given > inside {
            gutter = needed;
            trial = next;
        } else {
            return Ok(Layout { volumes: trial.volumes(&bounds)?, rounds });
        }
    }
}

/// Chooses the openers of all chapters: the user's, or else those of the design. A design with
/// pages that open levels has lines instead above levels with few puzzles, unless its cells would
/// become much smaller. Chapters without a name have no openers, and lessons open the chapters of a
/// course.
fn choose_openers(request: &mut LayoutRequest, gutter: f64) -> Result<(), LayoutError> {
    let (keys, options) = (&request.design.keys, &request.options);
    let is_named = request.chapters.iter().all(|chapter| chapter.kind.has_opener());
    let openers = match options.openers {
        _ if !is_named || !options.course.is_empty() => Openers::None,
        Some(openers) => openers,
        None if keys.openers => Openers::Page,
        None => Openers::None,
    };
    // A page that opens a level is part of the idea of a book for children.
    let may_have_lines = options.openers.is_none() && !keys.children;
    for chapter in &mut request.chapters {
        let is_test = chapter.kind == ChapterKind::Test;
        chapter.opener = if is_test { Openers::Page } else { openers };
    }
    if openers == Openers::Line {
        Arc::make_mut(&mut request.design).has_heading_lines = true;
    }
    if openers != Openers::Page || !may_have_lines {
        return Ok(());
    }
    let pages = LayoutAttempt::new(request, gutter)?.setup.puzzle_pages.clone();
    if !request.chapters.iter().any(|chapter| chapter.suits_line(&pages)) {
        return Ok(());
    }
    Arc::make_mut(&mut request.design).has_heading_lines = true;
    let keeps_cells = LayoutAttempt::new(request, gutter).is_ok_and(|attempt| {
        let all = pages.iter().zip(attempt.setup.puzzle_pages.iter());
        let mut all = all.map(|(page, headed)| (&page.grids, &headed.grids));
        all.all(|(page, headed)| {
            headed.len() == page.len() && headed.grid.cell >= MIN_HEADED_CELL * page.grid.cell
        })
    });
    Arc::make_mut(&mut request.design).has_heading_lines = keeps_cells;
    for chapter in &mut request.chapters {
        if keeps_cells && chapter.suits_line(&pages) {
            chapter.opener = Openers::Line;
        }
    }
    Ok(())
}
