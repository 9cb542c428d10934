//! A layout attempt with one gutter: margins, grids, and the number of grids on a page; from these,
//! the pages and puzzles of each volume.
//!
//! The gutter is the part of the inside margin that the binding hides. The visible part beside it
//! is ideally half the outside margin, because two inside margins lie side by side in the open
//! book.

use crate::layout::chapters::Chapter;
use crate::layout::fit::check_fit;
use crate::layout::lists::BookInsights;
use crate::layout::pagination::PageSlot;
use crate::layout::split::{overlaps, split, split_into};
use crate::model::design::MIN_INSIDE;
use crate::model::walkthrough::{PlannedWalkthrough, Walkthrough};
use crate::model::{
    AnswerPages, AnswerPlace, Answers, BookDesign, BookOptions, GridLayout, GridRoom, HintTable,
    LayoutError, LiveArea, OVERHANG, PageSetup, PartName, PrintedNumbers, PuzzleList, PuzzlePages,
    PuzzleSequence, PuzzleSymbols, PuzzlesPerPage, RulesExamples, TypesetText, Volume,
    VolumeChapter, VolumeDates, VolumeTitles, volume_number,
};
use crate::parts::column::ABOVE_HEADING;
use crate::parts::{
    self, PageParity, PagePlanner, PlannedChapter, answers, how_to_play, title_size, walkthrough,
};
use grid::GridShape;
use human::Rung;
use page::{PuzzleCodeStyle, SymbolSet};
use preflight::{Medium, PrintSpec, Trim};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use words::{Clause, Problem, clause, setting};

/// The fractions of the ideal visible margin that are tried, in this order. At 0 only [`OVERHANG`]
/// remains.
const COMFORT: [f64; 3] = [1.0, 0.5, 0.0];

/// Returns the inside margin for a gutter with this fraction of the visible part.
fn inside(design: &BookDesign, spec: Option<&PrintSpec>, gutter: f64, comfort: f64) -> f64 {
    let margins = &design.keys.margins;
    let beside = (comfort * margins.outside / 2.0).max(OVERHANG);
    let min = match spec {
        Some(_) => gutter + beside,
        None if design.keys.bound => MIN_INSIDE,
        None => 0.0,
    };
    margins.inside.max(min)
}

/// Everything that the layout attempts of a book share.
pub struct LayoutRequest<'a> {
    pub design: Arc<BookDesign>,
    pub options: Arc<BookOptions>,
    pub trim: Trim,
    pub spec: Option<&'a PrintSpec>,
    /// The names of the parts.
    pub parts: Vec<String>,
    pub insights: BookInsights,
    pub sequence: Arc<PuzzleSequence>,
    pub chapters: Vec<Chapter>,
    /// The form of the QR codes of puzzles, if they have any.
    pub codes: Option<PuzzleCodeStyle>,
}

impl LayoutRequest<'_> {
    /// Returns the place that problems of the layout name.
    fn place(&self) -> String {
        format!("design {} on trim {}", self.design.keys.name, self.trim)
    }
}

/// The live area with the grids of a page of puzzles and of a page of answers.
struct MeasuredGrids {
    area: LiveArea,
    answer_area: LiveArea,
    puzzles: PuzzlePages,
    answers: Option<AnswerPages>,
}

impl MeasuredGrids {
    /// Measures the grids with the widest inside margin that costs no puzzle and no answer on a
    /// page.
    fn new(request: &LayoutRequest, gutter: f64) -> Self {
        let [all, half, none] = COMFORT.map(|comfort| Self::with_comfort(request, gutter, comfort));
        let least = request.design.keys.puzzle.min_cell;
        let best = none.held(least);
        [all, half].into_iter().find(|grids| grids.held(least) == best).unwrap_or(none)
    }

    /// Measures the grids with this fraction of the visible part of the inside margin.
    fn with_comfort(request: &LayoutRequest, gutter: f64, comfort: f64) -> Self {
        let LayoutRequest { design, options, trim, spec, .. } = request;
        let inside = inside(design, *spec, gutter, comfort);
        let area = LiveArea::new(design, *trim, *spec, inside, options.tabs);
        let chapters = planned_chapters(request, &(0..request.sequence.len()));
        let room = GridRoom { design, area: &area, language: &options.language };
        let puzzles = PuzzlePages::new(room, &chapters);
        let is_of_class = options.sheets.is_some();
        let most = if is_of_class {
            Some(request.sequence.len())
        } else if design.keys.answers.place == AnswerPlace::Next {
            // A page of answers solves the puzzles of the page before it.
            design.keys.few_puzzles.or(Some(puzzles.classic.grids.len()))
        } else {
            design.keys.few_puzzles
        };
        let of_sheet = options.sheets.map(|_| request.chapters[0].puzzles.len());
        let answer_area = area.for_answers(design);
        let answers = if puzzles.classic.last.is_some() {
            // The answers to the last page look like its puzzles.
            Some(AnswerPages { classic: puzzles.classic.grids.clone(), small: Vec::new() })
        } else {
            let all = request.sequence.len();
            let room = GridRoom { area: &answer_area, ..room };
            let classic = answers::arrange_answers(room, all, most, of_sheet);
            classic.map(|grids| match most {
                Some(_) => AnswerPages { classic: grids, small: Vec::new() },
                None => AnswerPages::new(room, &chapters, grids),
            })
        };
        Self { area, answer_area, puzzles, answers }
    }

    /// Returns true if the cells are at least this large, and the numbers of puzzles and of answers
    /// on a page of each arrangement.
    fn held(&self, min_cell: f64) -> (bool, usize, usize) {
        let cell = self.puzzles.classic.grids.grid.cell;
        let puzzles = self.puzzles.iter().map(|page| page.grids.len());
        let answers = match &self.answers {
            Some(answers) => answers.iter().map(GridLayout::len).sum(),
            None => 0,
        };
        (cell >= min_cell, puzzles.sum(), answers)
    }
}

/// Refuses cells that are smaller than the design allows.
fn check_cells(request: &LayoutRequest, cell: f64) -> Result<(), LayoutError> {
    let LayoutRequest { design, options, .. } = request;
    let least = design.keys.puzzle.min_cell;
    if cell >= least {
        return Ok(());
    }
    let cells = clause!("cells of at least {} points (min_cell)", least);
    let room = cell.max(0.0);
    let per_page = setting("per-page");
    let (expected, found, remedy) = if design.has_code_below() {
        let code = setting("puzzle-qr").to("answers");
        (
            clause!("{} and a QR code of 18 mm below each puzzle", cells),
            format!("room for cells of {room:.1}").into(),
            clause!("use a smaller number with {}, a larger trim, or {}", per_page, code),
        )
    } else {
        let remedy = match options.per_page {
            None => "use a larger trim, fewer columns or rows, or smaller margins".into(),
            Some(PuzzlesPerPage::One) => "use a larger trim, or smaller margins".into(),
            Some(_) => clause!("use a smaller number with {}, or a larger trim", per_page),
        };
        (cells, clause!("room for {}", format!("{room:.1}")), remedy)
    };
    Err(Problem::expected(expected, found).at(request.place()).remedy(remedy).into())
}

/// Returns the problem that no answer fits a page.
fn no_room_for_answer(request: &LayoutRequest) -> Problem {
    let digit = request.design.keys.answers.min_digit;
    let room = format!("room for an answer with digits of {digit} points");
    let expected = if request.design.code_beside_answer() > 0.0 {
        let code = setting("puzzle-qr");
        clause!("{}, and beside it for a QR code of 18 mm ({})", room, code)
    } else {
        room.into()
    };
    let remedy = "use a larger trim, smaller margins or a smaller min_digit";
    Problem::expected(expected, "less").at(request.place()).remedy(remedy)
}

/// A layout with one gutter.
pub struct LayoutAttempt<'a> {
    request: &'a LayoutRequest<'a>,
    pub setup: Arc<PageSetup>,
    /// The parts in the list of the book, each as a page.
    parts: Arc<[PageSlot]>,
    binding: PageParity,
}

impl<'a> LayoutAttempt<'a> {
    /// Measures the pages with the gutter that the printer requires.
    ///
    /// # Errors
    /// Fails if the cells or the digits of the answers would be smaller than the design allows.
    pub fn new(request: &'a LayoutRequest, gutter: f64) -> Result<Self, LayoutError> {
        let LayoutRequest { design, options, spec, insights, .. } = request;
        let grids = MeasuredGrids::new(request, gutter);
        check_cells(request, grids.puzzles.classic.grids.grid.cell)?;
        let has_answers = PartName::Answers.is_in(&request.parts)
            || options.answer_placement() == Some(Answers::SeparateFile);
        if grids.answers.is_none() && has_answers {
            return Err(no_room_for_answer(request).into());
        }
        let mut setup = PageSetup {
            design: design.clone(),
            options: options.clone(),
            language: options.language.clone(),
            area: grids.area,
            answer_area: grids.answer_area,
            puzzle_pages: grids.puzzles,
            answer_pages: grids.answers.filter(|_| has_answers),
            rules_variant: 0,
            examples: worked_examples(request),
            shapes: request.sequence.shapes(),
            hints: PuzzleList::default(),
            hint_table: HintTable::default(),
            times: PuzzleList::default(),
            techniques: insights.techniques.clone(),
            texts: Vec::new(),
            codes: request.codes,
        };
        let parts = (0..request.parts.len())
            .filter_map(|place| listed(&mut setup, &request.parts, place))
            .collect();
        setup.rules_variant = how_to_play::choose_spread(&setup);
        let intro = options.language.text(design.hints_intro_key());
        setup.hints = PuzzleList::new(&setup, intro, insights.largest, &insights.hints);
        let has_lessons = PartName::Techniques.is_in(&request.parts) || !options.course.is_empty();
        setup.hint_table =
            HintTable::new(&setup, &insights.hint_texts, insights.largest, has_lessons);
        let intro = options.language.text("times.intro");
        setup.times = PuzzleList::new(&setup, intro, insights.largest, &insights.times);
        let binding = match spec {
            Some(spec) => PageParity {
                leaves: spec.medium() == Medium::Print && design.keys.bound,
                even: spec.has_even_pages(),
                last_blank: spec.ends_with_blank_page(),
            },
            None if design.keys.bound => PageParity::BOUND,
            None => PageParity::SINGLE_SHEETS,
        };
        Ok(Self { request, setup: Arc::new(setup), parts, binding })
    }

    /// Returns the number of pages of a volume with these puzzles.
    pub fn page_count(&self, range: &Range<usize>) -> usize {
        self.outline(range).slots().0.len()
    }

    /// Prepares the planning of the pages of a volume with these puzzles.
    fn outline(&self, range: &Range<usize>) -> PagePlanner {
        let LayoutRequest { options, spec, sequence, .. } = self.request;
        let mut at_least = 0;
        if let Some(spec) = spec
            && options.fill_pages
        {
            at_least = spec.pages().0;
        }
        if let Some(pages) = options.fill_to
            && *range == (0..sequence.len())
        {
            // The blank page that the printer wants at the end is one of them.
            let last = usize::from(self.binding.last_blank);
            at_least = at_least.max(usize::from(pages.get()) - last);
        }
        PagePlanner {
            setup: self.setup.clone(),
            parts: self.parts.clone(),
            chapters: planned_chapters(self.request, range),
            first_puzzle: range.start,
            techniques: self.request.insights.techniques(range).len(),
            walkthroughs: self.planned_walkthroughs(range),
            at_least,
            binding: self.binding,
        }
    }

    /// Returns the puzzles of a volume that are solved step by step, if the list has this part.
    fn planned_walkthroughs(&self, range: &Range<usize>) -> Vec<PlannedWalkthrough> {
        if self.parts.iter().any(|listed| listed.part == PartName::Walkthrough) {
            self.request.insights.walkthroughs(range, &self.request.sequence)
        } else {
            Vec::new()
        }
    }

    /// Splits the puzzles into `volumes` ranges, or into at least `min`, each with at most `limit`
    /// pages.
    ///
    /// # Errors
    /// Fails if a volume would have more or fewer pages than the printer binds.
    pub fn bounds(
        &self,
        limit: usize,
        min: usize,
        volumes: Option<usize>,
    ) -> Result<Vec<Range<usize>>, LayoutError> {
        let LayoutRequest { design, trim, spec, chapters, .. } = self.request;
        let bounds = match volumes {
            Some(volumes) => {
                let pages = &self.setup.puzzle_pages;
                split_into(chapters, pages, volumes, |range| self.has_room_for(range, limit))
            }
            None => self.fewest_bounds(limit, min).ok_or_else(|| {
                let place = format!("design {}", design.keys.name);
                let expected = "a page_limit with room for one page of puzzles";
                Problem::expected(expected, limit).at(place)
            })?,
        };
        let pages: Vec<usize> = bounds.iter().map(|range| self.page_count(range)).collect();
        let (thinnest, thickest) = (pages.iter().min(), pages.iter().max());
        let (thinnest, thickest) = (*thinnest.unwrap_or(&0), *thickest.unwrap_or(&0));
        let Some(spec) = spec else { return Ok(bounds) };
        let printer = spec.printer().to_owned();
        let paper = Clause::text(spec.paper().to_owned());
        let least = spec.pages().0;
        if thickest > limit {
            let fewest = self.fewest_bounds(limit, min);
            let volumes = fewest.map(|bounds| format!("{} volumes", bounds.len()));
            let instead: Vec<_> =
                volumes.into_iter().chain(spec.alternatives_for(thickest)).collect();
            let expected = clause!(
                "at most {} pages a volume (printer {}, trim {}, paper {})",
                limit,
                printer,
                trim.to_string(),
                paper,
            );
            let problem = Problem::expected(expected, thickest)
                .remedy(clause!("use {}", instead.join(" or ")));
            return Err(LayoutError::Thick { pages: thickest, limit, problem });
        }
        if thinnest < least {
            let expected =
                clause!("at least {} pages a volume (printer {}, paper {})", least, printer, paper);
            let problem = Problem::expected(expected, thinnest).remedy(clause!(
                "use more puzzles or fewer volumes, or {}, which adds pages for notes",
                setting("fill-pages"),
            ));
            return Err(LayoutError::Thin { pages: thinnest, problem });
        }
        Ok(bounds)
    }

    /// Returns true if a volume with these puzzles has at most `limit` pages.
    fn has_room_for(&self, range: &Range<usize>, limit: usize) -> bool {
        // If the puzzles alone exceed the limit, the other pages need not be counted.
        let on_pages = self.setup.puzzle_pages.iter().map(|page| page.grids.len());
        let on_page = on_pages.max().unwrap_or(1);
        let has_puzzles = PartName::Puzzles.is_in(&self.request.parts);
        if has_puzzles && range.len().div_ceil(on_page) > limit {
            return false;
        }
        self.page_count(range) <= limit
    }

    /// Splits the puzzles into at least `min` ranges, and as few as the limit of pages allows.
    fn fewest_bounds(&self, limit: usize, min: usize) -> Option<Vec<Range<usize>>> {
        let (chapters, pages) = (&self.request.chapters, &self.setup.puzzle_pages);
        split(chapters, pages, min, |range| self.has_room_for(range, limit))
    }

    /// Makes the volumes with these ranges of puzzles.
    ///
    /// # Errors
    /// Fails if the number of ISBNs differs, or if a text does not fit its page.
    pub fn volumes(&self, bounds: &[Range<usize>]) -> Result<Vec<Volume>, LayoutError> {
        let options = &self.request.options;
        let isbns = options.copyright_page.isbn.len();
        if isbns > 0 && isbns != bounds.len() {
            let expected =
                format!("one ISBN for each of {} volumes, separated by commas", bounds.len());
            return Err(Problem::expected(expected, isbns).with_setting("isbn").into());
        }
        let mut volumes = Vec::with_capacity(bounds.len());
        for (range, number) in bounds.iter().zip(1..) {
            let volume = self.volume((number, bounds.len()), range);
            check_fit(&volume, self.request.trim)?;
            volumes.push(volume);
        }
        Ok(volumes)
    }

    /// Makes the volume with these puzzles. `place` is its position among all volumes and their
    /// number.
    fn volume(&self, place: (usize, usize), range: &Range<usize>) -> Volume {
        let LayoutRequest { options, spec, insights, sequence, .. } = self.request;
        // The user may have replaced the part by a text.
        let has_lessons = self.parts.iter().any(|listed| listed.part == PartName::Techniques);
        let chapters = self.volume_chapters(range, volume_number(options, place.0) - 1);
        let numbering = PrintedNumbers::new(options, place, range, &chapters);
        let lessons = insights.lessons(range, &chapters, has_lessons, sequence);
        let frames_on_page = walkthrough::frames_on_page(&self.setup);
        let planned = self.planned_walkthroughs(range).into_iter();
        let walkthroughs = planned.map(|planned| {
            let puzzle = sequence.puzzle(range.start + planned.puzzle);
            let puzzle = puzzle.classic().expect("small puzzles have no steps");
            Walkthrough::new(planned, planned.counts.filling(frames_on_page), puzzle)
        });
        let outline = self.outline(range);
        let pagination = outline.pages();
        let separate_answers = match options.answer_placement() {
            Some(Answers::SeparateFile) => {
                Some(outline.answers().with_puzzle_pages_of(&pagination))
            }
            _ => None,
        };
        let pdfx = options.pdfx.or(spec.and_then(PrintSpec::pdfx));
        let levels: BTreeSet<Rung> = range.clone().map(|puzzle| sequence.level(puzzle)).collect();
        let levels: Vec<Rung> = levels.into_iter().collect();
        let mut volume = Volume {
            setup: self.setup.clone(),
            parts: self.parts.clone(),
            titles: VolumeTitles::new(&self.setup, &numbering, range.len(), &levels),
            numbering,
            dates: VolumeDates {
                setup: self.setup.clone(),
                sequence: sequence.clone(),
                start: range.start,
            },
            position: place,
            sequence: sequence.clone(),
            title_size: 0.0,
            puzzles: range.clone(),
            chapters,
            lessons,
            walkthroughs: walkthroughs.collect(),
            separate_answers,
            is_answers_file: false,
            pagination,
            spec: spec.cloned(),
            tabs: options.tabs,
            pdfx: pdfx.map(|pdfx| (pdfx, options.dated)),
        };
        volume.title_size = title_size(&volume);
        volume
    }

    /// Returns the chapters of a volume. `before` is the number of the previous volume.
    fn volume_chapters(&self, range: &Range<usize>, before: usize) -> Vec<VolumeChapter> {
        let chapters = overlaps(&self.request.chapters, range);
        let chapters = chapters.map(|(chapter, part)| VolumeChapter {
            kind: chapter.kind,
            puzzles: part.start - range.start..part.end - range.start,
            continued_from: if part.start > chapter.puzzles.start { Some(before) } else { None },
            opener: chapter.opener,
        });
        chapters.collect()
    }
}

/// Returns the chapters of a range of the book's puzzles.
fn planned_chapters(request: &LayoutRequest, range: &Range<usize>) -> Vec<PlannedChapter> {
    let chapters = overlaps(&request.chapters, range).map(|(chapter, part)| PlannedChapter {
        puzzles: part.len(),
        opener: chapter.opener,
        shape: chapter.kind.shape(),
    });
    chapters.collect()
}

/// Returns the signs of the first puzzle of a size.
fn first_signs<'a>(request: &'a LayoutRequest, shape: GridShape) -> Option<&'a SymbolSet> {
    let sequence = &request.sequence;
    let mut levels = (0..sequence.len()).map(|puzzle| sequence.level(puzzle));
    let level = levels.find(|level| level.shape() == shape)?;
    PuzzleSymbols::find(&request.options.symbols, level)
}

/// Returns the worked examples of the sizes of a book. The steps for adults cannot name shapes, so
/// a size whose first puzzle is printed with them has no example.
fn worked_examples(request: &LayoutRequest) -> RulesExamples {
    let sequence = &request.sequence;
    let mut examples = RulesExamples::new(&sequence.puzzle(0), &sequence.shapes());
    for example in &mut examples.blocks {
        example.symbols = first_signs(request, example.givens.shape()).cloned();
    }
    examples.blocks.retain(|example| match &example.symbols {
        Some(set) => request.design.keys.children || set.is_of_letters(),
        None => true,
    });
    examples
}

/// Returns the page of the part at a place in the list of the book. A text of the user with the
/// name of the part is typeset and replaces it. `None` for hints that stand below the puzzles and
/// need no pages.
fn listed(setup: &mut PageSetup, parts: &[String], place: usize) -> Option<PageSlot> {
    let name = parts[place].as_str();
    let is_behind = PartName::Puzzles.is_in(&parts[..place]);
    if setup.design.hints_below && name == PartName::Hints.name() {
        return None;
    }
    let text = setup.options.texts.get(name).map(|text| {
        let (design, area) = (&setup.design, &setup.area);
        let heading = parts::heading_of_text(name).map(|key| setup.language.text(key));
        let size = (area.live_width(), area.live_height());
        let above = if is_behind { None } else { Some(area.height * ABOVE_HEADING) };
        TypesetText::new(design, size, above, text, heading)
    });
    let number = if text.is_some() { Some(setup.texts.len()) } else { None };
    setup.texts.extend(text);
    Some(parts::listed_slot(name, number))
}
