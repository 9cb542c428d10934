//! The pages with answers: as many grids as are legible.

use super::column;
use super::{
    Area, BookDesign, DrawOp, GridLayout, GridStyle, LinkTarget, LiveArea, PagePlanner, PageSlot,
    PartName, PlannedChapter, Point, Raster, TextColumn, TextStyle, Volume, caption, codes, draw,
    even_ranges, has_lone_entry, heading_text, slots_of_range, text, tidy_ranges,
};
use crate::book::draw::{CELLS, PuzzleCodeStyle};
use crate::book::model::design::AnswerPlace;
use crate::book::model::setup::AnswerPages;
use crate::book::text::language::{BETWEEN, Language};
use engine::sudoku::any_puzzle::GridShape;
use std::cmp::Reverse;

/// The maximum gap between columns or rows that are flush with the edges, in multiples of the
/// design's `grid_gap`.
const MAX_GAP: f64 = 2.2;

/// The maximum number of columns and rows of answers or of their blocks.
const MAX_COLUMNS: usize = 12;
const MAX_ROWS: usize = 16;
/// The maximum number of pages for all answers of a class, if their digits stay legible.
const MAX_CLASS_PAGES: usize = 2;
/// The density of these pages.
const DENSE_GRIDS: AnswerDensity = AnswerDensity { digit: 1.0, gap: 6.0 };

/// The weight of a page on which the last row has one answer.
const LONE_WEIGHT: f64 = 0.7;

/// The type size of the words above an answer, as a fraction of the size of its number.
const REFERENCE_SIZE: f64 = 0.95;

/// The smallest digits of answers that form a block for each sheet, in points: the second size is
/// for pages on which no block has the first.
const MIN_BLOCK_DIGITS: [f64; 2] = [9.0, 8.0];
/// The largest digits of these answers, in cells.
const MAX_BLOCK_DIGIT: f64 = 0.9;

/// The largest cells of answers to small puzzles, as a multiple of those of 9 x 9 grids.
const MAX_SMALL_CELL: f64 = 1.5;
/// A number of a puzzle or page that is as wide as any.
const WIDE_NUMBER: usize = 888;

/// The density of the answers of a page.
#[derive(Clone, Copy)]
struct AnswerDensity {
    /// The largest size of digits, in cells.
    digit: f64,
    /// The minimum gap between grids, in points.
    gap: f64,
}

impl AnswerDensity {
    /// Returns the density of a design.
    fn usual(design: &BookDesign) -> Self {
        Self { digit: design.keys.answers.digit, gap: design.keys.answers.grid_gap }
    }
}

/// Finds the arrangement of `all` answers on the fewest pages whose digits have the minimum size.
/// Among equals it takes the one with the largest digits. Returns `None` if not even one grid fits.
///
/// `of_class` is the number of answers of a class: it takes the arrangement with the fewest pages,
/// and denser grids if there are more than [`MAX_CLASS_PAGES`] of them. `of_sheet` is the number of
/// puzzles of a sheet: the answers of each sheet then form a row or a block, if their digits stay
/// legible.
pub(crate) fn arrange_answers(
    design: &BookDesign,
    area: &LiveArea,
    all: usize,
    of_class: Option<usize>,
    of_sheet: Option<usize>,
) -> Option<GridLayout> {
    if let (Some(all), Some(of_sheet)) = (of_class, of_sheet) {
        for least in MIN_BLOCK_DIGITS {
            let class = ClassAnswers { all, of_sheet };
            if let Some(blocks) = arrange_blocks(design, area, class, least) {
                return Some(blocks);
            }
        }
    }
    let usual = AnswerDensity::usual(design);
    let cells = AnswerCells::classic(design, usual);
    let Some(answers) = of_class else { return fill_pages(design, area, all, cells) };
    let on_one = AnswerAim::Largest { answers, pages: 1 };
    let grids = arrange_grids(design, area, on_one, usual, cells)?;
    if answers <= MAX_CLASS_PAGES * grids.len() {
        return Some(grids);
    }
    let on_few = AnswerAim::Largest { answers, pages: MAX_CLASS_PAGES };
    let dense = AnswerCells::classic(design, DENSE_GRIDS);
    arrange_grids(design, area, on_few, DENSE_GRIDS, dense)
}

/// Finds the arrangement of these answers on the fewest pages, with the largest of these cells.
fn fill_pages(
    design: &BookDesign,
    area: &LiveArea,
    answers: usize,
    cells: AnswerCells,
) -> Option<GridLayout> {
    let usual = AnswerDensity::usual(design);
    // The same pages have fewer grids each if those are enough for all answers.
    let most = arrange_grids(design, area, AnswerAim::Most, usual, cells)?;
    let filled = AnswerAim::Filled { answers, pages: answers.div_ceil(most.len()) };
    arrange_grids(design, area, filled, usual, cells)
}

impl AnswerPages {
    /// Arranges the answers of each shape of a book on pages of their own, with cells about as
    /// large as those of 9 x 9 grids, if the book then has no more pages than with one frame for
    /// all. `classic` has that frame. Answers with QR codes beside them share it.
    pub fn new(
        design: &BookDesign,
        area: &LiveArea,
        language: &Language,
        chapters: &[PlannedChapter],
        classic: GridLayout,
    ) -> Self {
        let shared = Self { classic, small: Vec::new() };
        let sections = shape_sections(chapters);
        let has_mixed = sections.iter().any(|section| section.shape.is_none());
        if has_mixed || design.code_beside_answer() > 0.0 {
            return shared;
        }
        let mut own = shared.clone();
        for shape in GridShape::ALL {
            let of_shape = sections.iter().filter(|section| section.shape == Some(shape));
            let Some(answers) = of_shape.map(|section| section.puzzles).max() else { continue };
            let cells = if shape == GridShape::Nine {
                AnswerCells::classic(design, AnswerDensity::usual(design))
            } else {
                AnswerCells::small(design, language, shape, shared.classic.grid.cell)
            };
            let Some(grids) = fill_pages(design, area, answers, cells) else { return shared };
            if shape == GridShape::Nine {
                own.classic = grids;
            } else {
                own.small.push(grids);
            }
        }
        let all: usize = chapters.iter().map(|chapter| chapter.puzzles).sum();
        let pages = sections.iter().map(|section| {
            section.puzzles.div_ceil(own.of_shape(section.shape.unwrap_or_default()).len())
        });
        if pages.sum::<usize>() <= all.div_ceil(shared.classic.len()) { own } else { shared }
    }

    /// Returns the sections of a volume that have pages of their own.
    fn sections(&self, chapters: &[PlannedChapter]) -> Vec<ShapeSection> {
        if !self.small.is_empty() {
            return shape_sections(chapters);
        }
        let puzzles = chapters.iter().map(|chapter| chapter.puzzles).sum();
        vec![ShapeSection { shape: None, puzzles }]
    }
}

/// Consecutive puzzles of one shape.
struct ShapeSection {
    /// The shape; `None` if they may have several.
    shape: Option<GridShape>,
    /// The number of puzzles.
    puzzles: usize,
}

/// Joins neighbouring chapters of one shape.
fn shape_sections(chapters: &[PlannedChapter]) -> Vec<ShapeSection> {
    let mut sections: Vec<ShapeSection> = Vec::new();
    for chapter in chapters {
        match sections.last_mut() {
            Some(last) if last.shape == chapter.shape => last.puzzles += chapter.puzzles,
            _ => sections.push(ShapeSection { shape: chapter.shape, puzzles: chapter.puzzles }),
        }
    }
    sections
}

/// Returns the width of a number with three digits and of the page of a puzzle beside it.
fn caption_width(design: &BookDesign, language: &Language) -> f64 {
    let number = TextStyle::new(design.typefaces.figures.strong, design.keys.answers.number);
    let words = text!(language, "answers.puzzle", page = WIDE_NUMBER);
    let reference = reference_style(design).width(&words);
    number.width(&WIDE_NUMBER.to_string()) + number.size + reference
}

/// Returns the style of the words above an answer.
fn reference_style(design: &BookDesign) -> TextStyle {
    let size = design.keys.sizes.legible(design.keys.answers.number * REFERENCE_SIZE);
    TextStyle::new(design.typefaces.captions, size)
}

/// Divides spare room among gaps that are flush with both ends. If that would make them too wide,
/// the room is spread evenly.
fn shared_gap(spare: f64, flush_gaps: usize, even_gaps: usize, gap: f64) -> f64 {
    let flush = spare / flush_gaps as f64;
    if flush <= MAX_GAP * gap { flush } else { spare / even_gaps as f64 }
}

/// The arrangement to prefer, for a number of answers on about this number of pages.
#[derive(Clone, Copy)]
enum AnswerAim {
    /// The most grids on a page.
    Most,
    /// The fewest pages, and on them the largest grids.
    Largest { answers: usize, pages: usize },
    /// The fewest pages, and on them large grids that leave few places free.
    Filled { answers: usize, pages: usize },
}

impl AnswerAim {
    /// Returns the rank of a page with this number of columns and rows, and the weight of the size
    /// of its grids.
    fn rank(self, columns: usize, rows: usize) -> (isize, f64) {
        let places = columns * rows;
        let (answers, pages) = match self {
            Self::Most => return (places as isize, 1.0),
            Self::Largest { answers, pages } | Self::Filled { answers, pages } => (answers, pages),
        };
        let taken = answers.div_ceil(pages).min(places) as f64 / places as f64;
        let mut weight = 1.0;
        if matches!(self, Self::Filled { .. }) {
            let is_alone = pages == 1 && has_lone_entry(answers, columns);
            weight = if is_alone { LONE_WEIGHT * taken } else { taken };
        }
        (-(answers.div_ceil(places).max(pages) as isize), weight)
    }
}

/// The rank of an arrangement of answers: the higher, the better.
type AnswerRank = (isize, f64, Reverse<usize>);

/// The cells of answers.
#[derive(Clone, Copy)]
struct AnswerCells {
    shape: GridShape,
    /// The smallest and the largest side, in points.
    least: f64,
    most: f64,
}

impl AnswerCells {
    /// Returns the cells of 9 x 9 grids. They are no larger than those of puzzles, unless their
    /// digits must be.
    fn classic(design: &BookDesign, density: AnswerDensity) -> Self {
        let least = design.keys.answers.min_digit / density.digit;
        Self { shape: GridShape::Nine, least, most: design.keys.puzzle.max_cell.max(least) }
    }

    /// Returns the cells of a smaller shape: about as large as those of 9 x 9 grids, and so large
    /// that the words above an answer have room.
    fn small(design: &BookDesign, language: &Language, shape: GridShape, classic: f64) -> Self {
        let Self { least, .. } = Self::classic(design, AnswerDensity::usual(design));
        let outer = caption_width(design, language) - design.keys.answers.block;
        let least = least.max(outer / shape.side() as f64);
        Self { shape, least, most: least.max(MAX_SMALL_CELL * classic) }
    }
}

/// Finds the arrangement of this density that suits an aim best. Among equals the fewest grids
/// share a page.
fn arrange_grids(
    design: &BookDesign,
    area: &LiveArea,
    aim: AnswerAim,
    density: AnswerDensity,
    cells: AnswerCells,
) -> Option<GridLayout> {
    let style = &design.keys.answers;
    let (gap, side) = (density.gap, cells.shape.side() as f64);
    let head = column::head_height(design);
    let room = area.live_height() - head;
    let caption = caption_height(design) + style.caption_gap;
    let (beside, live) = (design.code_beside_answer(), live_width(design, area));
    // The best number of columns and rows, with its cells and its rank.
    let mut best: Option<((usize, usize, f64), AnswerRank)> = None;
    for columns in 1..=MAX_COLUMNS {
        for rows in 1..=MAX_ROWS {
            let by_width = (live + gap) / columns as f64 - gap - (style.block + beside);
            let by_height = (room + gap) / rows as f64 - gap - (caption + style.block);
            let cell = (by_width.min(by_height) / side).min(cells.most);
            if cell < cells.least {
                continue;
            }
            let (rank, weight) = aim.rank(columns, rows);
            let rank = (rank, weight * cell, Reverse(columns * rows));
            match best {
                Some((_, held)) if rank < held => {}
                _ => best = Some(((columns, rows, cell), rank)),
            }
        }
    }
    let ((columns, rows, cell), _) = best?;
    let digit = style.digit.max(style.min_digit / cell);
    let (shape, thin, block) = (cells.shape, style.thin, style.block);
    let grid = GridStyle { shape, cell, digit, thin, block };

    // The outer columns are flush with the rule of the head, and the last row with the end of the
    // page.
    let (outer, unit) = (grid.outer() + beside, caption + grid.outer());
    let spare = live - columns as f64 * outer;
    let column_gap = shared_gap(spare, columns - 1, columns + 1, gap);
    let left = (spare - (columns - 1) as f64 * column_gap) / 2.0;
    let row_gap = shared_gap(room - rows as f64 * unit, rows - 1, rows, gap);
    let pitch = (outer + column_gap, unit + row_gap);
    let raster = Raster { columns, rows, first: (left, head), pitch };
    Some(GridLayout::new(grid, caption, raster.across()))
}

/// The number of answers of a class, and of a sheet.
#[derive(Clone, Copy)]
struct ClassAnswers {
    all: usize,
    of_sheet: usize,
}

/// Blocks of answers, one for each sheet of a class.
#[derive(Clone, Copy)]
struct AnswerBlocks {
    /// The columns and rows of a block.
    wide: usize,
    high: usize,
    /// The columns and rows of blocks.
    across: usize,
    down: usize,
    cell: f64,
}

/// The lengths of blocks of answers.
struct BlockLengths {
    /// The width and the height of the page.
    width: f64,
    height: f64,
    /// The gap between grids, and the gap that blocks have more than that.
    gap: f64,
    aside: f64,
}

impl BlockLengths {
    /// Returns the gaps between grids and blocks in a row or a column.
    fn gaps(&self, grids: usize, blocks: usize) -> f64 {
        (grids - 1) as f64 * self.gap + (blocks - 1) as f64 * self.aside
    }

    /// Returns the length of grids in blocks.
    fn length(&self, grids: usize, blocks: usize, grid: f64) -> f64 {
        grids as f64 * (grid + self.gap) - self.gap + (blocks - 1) as f64 * self.aside
    }

    /// Returns the share of each gap between blocks in the spare room, up to a limit.
    fn shared(&self, spare: f64, blocks: usize) -> f64 {
        if blocks == 1 { 0.0 } else { (spare / (blocks - 1) as f64).min(MAX_GAP * self.gap) }
    }
}

/// Returns the blocks on the fewest pages whose digits have at least the size `least`. Among equals
/// it takes those with the largest cells.
fn best_blocks(
    design: &BookDesign,
    lengths: &BlockLengths,
    class: ClassAnswers,
    least: f64,
) -> Option<AnswerBlocks> {
    let (style, of_sheet) = (&design.keys.answers, class.of_sheet);
    let largest = MAX_BLOCK_DIGIT.max(style.digit);
    let beside = style.block + design.code_beside_answer();
    let above = caption_height(design) + style.caption_gap + style.block;
    let mut best: Option<(AnswerBlocks, usize)> = None;
    for high in 1..=of_sheet {
        // The last row of a block may have free places: seven puzzles form rows of four and three.
        let wide = of_sheet.div_ceil(high);
        if wide < high || wide * (high - 1) >= of_sheet {
            continue;
        }
        for across in 1..=MAX_COLUMNS {
            for down in 1..=MAX_ROWS {
                let (columns, rows) = (wide * across, high * down);
                let width = lengths.width - lengths.gaps(columns, across);
                let height = lengths.height - lengths.gaps(rows, down);
                let by_width = width / columns as f64 - beside;
                let by_height = height / rows as f64 - above;
                let cell = (by_width.min(by_height) / CELLS).min(design.keys.puzzle.max_cell);
                let pages = class.all.div_ceil(of_sheet * across * down);
                let is_better = match best {
                    Some((blocks, fewest)) => {
                        pages < fewest || pages == fewest && cell > blocks.cell
                    }
                    None => true,
                };
                if cell * largest >= least && is_better {
                    best = Some((AnswerBlocks { wide, high, across, down, cell }, pages));
                }
            }
        }
    }
    best.map(|(blocks, _)| blocks)
}

/// Finds the arrangement of the answers of a class on the fewest pages where each sheet is a row or
/// a block and its digits have at least the size `least`, in points. Among equals it takes the one
/// with the largest digits.
fn arrange_blocks(
    design: &BookDesign,
    area: &LiveArea,
    class: ClassAnswers,
    least: f64,
) -> Option<GridLayout> {
    let style = &design.keys.answers;
    let head = column::head_height(design);
    let caption = caption_height(design) + style.caption_gap;
    let (beside, of_sheet) = (design.code_beside_answer(), class.of_sheet);
    let lengths = BlockLengths {
        width: live_width(design, area),
        height: area.live_height() - head,
        gap: style.grid_gap,
        // The gap between blocks is wider than the gap inside them, unless a block is a single
        // grid.
        aside: if of_sheet > 1 { style.grid_gap } else { 0.0 },
    };
    let least = least.max(style.min_digit);
    let AnswerBlocks { wide, high, across, down, cell } =
        best_blocks(design, &lengths, class, least)?;
    let digit = style.digit.max(least / cell);
    let grid =
        GridStyle { shape: GridShape::Nine, cell, digit, thin: style.thin, block: style.block };
    let (outer, unit) = (grid.outer() + beside, caption + grid.outer());
    let width = lengths.length(across * wide, across, outer);
    let more = lengths.shared(lengths.width - width, across);
    let height = lengths.length(down * high, down, unit);
    let below = lengths.shared(lengths.height - height, down);
    let left = (lengths.width - width - (across - 1) as f64 * more) / 2.0;
    let (gap, aside) = (lengths.gap, lengths.aside);
    let places = (0..of_sheet * across * down).map(|place| {
        let (block, within) = (place / of_sheet, place % of_sheet);
        let (column, row) = (block % across, block / across);
        let x =
            (column * wide + within % wide) as f64 * (outer + gap) + column as f64 * (aside + more);
        let y = (row * high + within / wide) as f64 * (unit + gap) + row as f64 * (aside + below);
        (left + x, head + y + caption)
    });
    Some(GridLayout { grid, corners: places.collect(), caption, group_size: of_sheet })
}

/// Returns the width for answers with the codes beside them. The quiet zone of the last code may
/// extend into the margin, which is white too, so that the code ends with the rule of the head.
fn live_width(design: &BookDesign, area: &LiveArea) -> f64 {
    let codes = design.code_beside_answer();
    area.live_width() + if codes > 0.0 { PuzzleCodeStyle::MIN_QUIET } else { 0.0 }
}

/// Returns the height of the number above an answer.
pub(super) fn caption_height(design: &BookDesign) -> f64 {
    TextStyle::new(design.typefaces.figures.strong, design.keys.answers.number).cap()
}

/// Assigns the pages of all answers.
pub(crate) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    let Some(own) = &planner.setup.answer_pages else { return };
    if planner.setup.design.keys.answers.place == AnswerPlace::Next {
        // These pages show only the answers to the last page of puzzles. Each other answer is on
        // the page after its puzzle.
        let ranges = planner.ranges().last();
        let on_page = planner.setup.puzzle_pages.classic.grids.len();
        let last =
            ranges.map(|range| range.start + (range.len() - 1) / on_page * on_page..range.end);
        let size = own.classic.len();
        return pages.extend(
            last.into_iter().flat_map(|range| slots_of_range(PartName::Answers, 0, range, size)),
        );
    }
    let slot = PageSlot::new(first.part, 0);
    let mut start = 0;
    for section in own.sections(&planner.chapters) {
        let grids = own.of_shape(section.shape.unwrap_or_default());
        let (count, size, group) = (section.puzzles, grids.len(), grids.group_size);
        let ranges: Vec<_> = if group > 1 {
            even_ranges(count, size, group).collect()
        } else {
            tidy_ranges(count, size, grids.column_count()).collect()
        };
        let shares = ranges.into_iter().map(|share| start + share.start..start + share.end);
        pages.extend(shares.map(|puzzles| slot.with_puzzles(puzzles)));
        start += count;
    }
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let style = &volume.setup.design.keys.answers;
    let Some(pages) = &volume.setup.answer_pages else { return };
    let grids = pages.of_shape(volume.shape(slot.puzzles().start));
    let places: Vec<_> = grids.on_page(page.pen()).zip(slot.puzzles()).collect();
    draw_answers_head(volume, slot, page);
    let number = TextStyle::new(volume.setup.figures().strong, style.number);
    draw_numbered(volume, page, grids, &places, number, style.caption_gap);
    let reference = reference_style(&volume.setup.design);
    for &((x, y), puzzle) in &places {
        let (base, right) = (y - style.caption_gap, x + grids.grid.outer());
        let words = reference_text(volume, puzzle).unwrap_or_default();
        let end = right - reference.width(&words);
        caption::draw_above_answer(volume, &mut page.marks, (x, base), number, end, puzzle);
        draw::right(&mut page.marks, (right, base), reference, &words);
    }
    draw_digits(volume, &mut page.marks, grids.grid, &places);
    codes::draw(volume, slot.part, page, &places);
}

/// Draws the empty grids of answers with these corners, and the number of each puzzle in this style
/// and at this distance above its grid.
pub(super) fn draw_numbered(
    volume: &Volume,
    page: &mut TextColumn,
    grids: &GridLayout,
    places: &[(Point, usize)],
    number: TextStyle,
    gap: f64,
) {
    let forms = grids.grid.forms(GridStyle::drawing);
    for &(corner, puzzle) in places {
        page.form(forms.of_shape(volume.shape(puzzle)), corner);
    }
    for &(corner, puzzle) in places {
        let at = (corner.0, corner.1 - gap);
        draw::left(&mut page.marks, at, number, &volume.numbering.number(puzzle).to_string());
        add_link(&mut page.marks, grids, corner, puzzle);
    }
}

/// Draws the head of a page of answers. In a file of their own it names the book, which lies
/// elsewhere.
fn draw_answers_head(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let (heading, range) = (heading_text(volume, slot), puzzle_range(volume, slot));
    if volume.is_answers_file {
        let asides = [[heading.as_str(), &range].join(BETWEEN), heading];
        page.draw_chapter_head(&volume.titles.title, None, &asides);
    } else {
        page.draw_head(&heading, range);
    }
}

/// Returns the words at the right above an answer. A reader who looks for a day needs no page
/// number, because the book is in order of days.
fn reference_text(volume: &Volume, puzzle: usize) -> Option<String> {
    let language = &volume.setup.language;
    if let Some(date) = volume.dates.short_date(puzzle) {
        return Some(date);
    }
    if let Some(sheet) = sheet_index(volume, puzzle)
        && let Some(name) = volume.chapter_name(sheet)
    {
        return Some(name);
    }
    if !volume.has_page_numbers() {
        return None;
    }
    let page = volume.pagination.puzzle_page(puzzle)?;
    Some(text!(language, "answers.puzzle", page))
}

/// Returns the chapter of the sheet of a class that contains a puzzle.
fn sheet_index(volume: &Volume, puzzle: usize) -> Option<usize> {
    let mut chapters = volume.chapters.iter();
    chapters.position(|chapter| chapter.kind.is_sheet() && chapter.puzzles.contains(&puzzle))
}

/// Returns the range of the answers of a page: numbers, sheets or months.
fn puzzle_range(volume: &Volume, slot: &PageSlot) -> String {
    let [first, last] =
        [slot.puzzles().start, slot.puzzles().end - 1].map(|puzzle| sheet_index(volume, puzzle));
    let versions = first.zip(last).and_then(|(first, last)| volume.sheet_range_name(first, last));
    let months = volume.dates.months(slot.puzzles());
    match (versions, months.is_empty()) {
        (Some(versions), _) => versions,
        (None, false) => months.join(BETWEEN),
        (None, true) => volume.number_range_text(slot),
    }
}

/// Adds the link from an answer to its puzzle, and the anchor of the answer. Its grid has this
/// corner.
fn add_link(marks: &mut Vec<DrawOp>, grids: &GridLayout, corner: Point, puzzle: usize) {
    let (side, top) = (grids.grid.outer(), corner.1 - grids.caption);
    let area = Area { left: corner.0, top, width: side, height: side + grids.caption };
    draw::link(marks, area, LinkTarget::Puzzle(puzzle));
    marks.push(DrawOp::Anchor { target: LinkTarget::Answer(puzzle), top });
}

/// Draws the number of a puzzle above the grid of its answer, which has this corner and this width.
pub(super) fn draw_number(
    volume: &Volume,
    marks: &mut Vec<DrawOp>,
    corner: Point,
    width: f64,
    puzzle: usize,
) {
    let style = &volume.setup.design.keys.answers;
    let number = TextStyle::new(volume.setup.figures().strong, style.number);
    let text = volume.numbering.number(puzzle).to_string();
    let at = (corner.0, corner.1 - style.caption_gap);
    draw::left(marks, at, number, &text);
    caption::draw_above_answer(volume, marks, at, number, corner.0 + width, puzzle);
}

/// Draws the digits of answers in grids with these corners. Givens are bold.
pub(super) fn draw_digits(
    volume: &Volume,
    marks: &mut Vec<DrawOp>,
    grid: GridStyle,
    places: &[(Point, usize)],
) {
    // All givens come before all other digits, so that a page changes its face only once.
    let faces = volume.setup.figures();
    let puzzles: Vec<_> = places
        .iter()
        .map(|&(corner, puzzle)| (corner, volume.puzzle(puzzle), volume.symbols(puzzle)))
        .collect();
    for (face, given) in [(faces.strong.first(), true), (faces.regular.first(), false)] {
        for (corner, puzzle, signs) in &puzzles {
            let corner = *corner;
            let givens = puzzle.givens();
            let solution = puzzle.solution();
            let digits =
                solution.filled().filter(|(cell, _)| givens.digit(*cell).is_some() == given);
            grid.in_shape(puzzle.shape()).draw_signs(marks, corner, face, *signs, digits);
        }
    }
}
