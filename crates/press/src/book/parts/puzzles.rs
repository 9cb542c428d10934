//! The pages with puzzles: captions, grids, digits, and the lines below them.

use super::column::head_height;
use super::writing::RULED;
use super::{
    Area, BookDesign, ChapterKind, DrawOp, FormContent, GridLayout, GridStyle, LinkTarget,
    LiveArea, OPTICAL_CENTRE, PageFoot, PagePlanner, PageSlot, PartName, Point, Raster, TextColumn,
    TextStyle, Volume, below, chapter_foot, children, codes, draw, foot_style, head, last, opener,
    slots_of_range, text,
};
use crate::book::draw::CELLS;
use crate::book::model::design::{GivensWeight, PageHead, PuzzleLabel, ReadingOrder};
use crate::book::model::setup::{FootAnswers, FootHints, HeadLayout, PreviousAnswers, PuzzlePage};
use crate::book::model::{Openers, minutes};
use crate::book::text::language::{BETWEEN, Language};
use engine::sudoku::any_puzzle::GridShape;
use std::sync::Arc;

/// The minimum gap between columns, in cells.
const COLUMN_GAP: f64 = 0.95;
/// The maximum gap between columns whose outer ones are flush with the foot, in cells.
const MAX_COLUMN_GAP: f64 = 2.0;
/// The minimum gap between rows, beyond the gap between caption and grid, in cells.
const ROW_GAP: f64 = 1.5;
/// The fraction of the free height that goes into each gap between rows.
const ROW_SHARE: f64 = 0.22;
/// The space below the lines for a class, and the size of the title above them, in multiples of the
/// type size.
const CLASS_GAP: f64 = 1.6;
const CLASS_TITLE: f64 = 1.6;
/// The minimum height of the page of a sheet for a class that has a title and an instruction, in
/// points.
const MIN_CLASS_HEIGHT: f64 = 690.0;
/// The distance from a grid to the line for time and date, in multiples of its type size.
const LOG_GAP: f64 = 1.5;
/// The type size of the label beside a number, as a fraction of the number's, and the space before
/// and after the label, in sizes of the number. Before it the space is so wide that nobody reads
/// the label as part of the number.
const LABEL_SIZE: f64 = 0.75;
const BEFORE_LABEL: f64 = 0.9;
const AFTER_LABEL: f64 = 0.5;
/// The lengths of a blank below a grid, the space from one to the next, and the descent of the
/// line, in type sizes.
const MIN_BLANK: f64 = 2.5;
const MAX_BLANK: f64 = 12.0;
const BETWEEN_BLANKS: f64 = 1.6;
const LOG_DESCENT: f64 = 0.3;
/// The ends of the blanks for name and class, and the places of class and score on the line for a
/// class, as fractions of the line.
const NAME_END: f64 = 0.52;
const CLASS_PLACE: f64 = 0.55;
const CLASS_END: f64 = 0.77;
const SCORE_PLACE: f64 = 0.8;
/// The minimum length of the blank for the score, the space after it, the space before a version,
/// and the distances from the title to the line and from the line to the instruction, in type
/// sizes.
const MIN_SCORE: f64 = 1.5;
const AFTER_SCORE: f64 = 0.4;
const BEFORE_VERSION: f64 = 1.5;
const NAME_DROP: f64 = 2.2;
const INSTRUCTION_DROP: f64 = 1.9;
/// The free space between the foot and the folio, in type sizes.
const BESIDE_FOLIO: f64 = 2.0;
/// The minimum size of cells with lines for notes, as a fraction of their size without them.
const MIN_NOTED_CELL: f64 = 0.95;

impl PuzzlePage {
    /// Arranges pages of this width as the design says. If the cells are too small, because the
    /// page is low or the gutter wide, it tries arrangements with fewer rows, and then arrangements
    /// for narrower pages. If no cells are large enough, it returns the first arrangement. It
    /// leaves out a head that has no room.
    pub fn new(design: &BookDesign, area: &LiveArea, language: &Language) -> Self {
        let mut first = None;
        for way in design.keys.arrangements_for(area.width) {
            let fewest = if design.may_have_fewer_rows { 1 } else { way.rows };
            for rows in (fewest..=way.rows).rev() {
                let columns = way.columns;
                let head = HeadLayout::new(design, area, (columns, rows));
                let mut heads = vec![head];
                if head.head != PageHead::None {
                    heads.push(HeadLayout::default());
                }
                for head in heads {
                    let way = PuzzleArrangement { design, area, language, columns, rows, head };
                    let page = way.page();
                    if page.grids.grid.cell >= design.keys.puzzle.min_cell {
                        return page;
                    }
                    first = first.or(Some(page));
                }
            }
        }
        first.expect("one arrangement has trim_width_from = 0")
    }

    /// Returns the height of the elements below each grid.
    pub fn log_height(&self, design: &BookDesign) -> f64 {
        log_height(design, &self.head, self.notes)
    }
}

/// A way to arrange a page of puzzles.
struct PuzzleArrangement<'a> {
    design: &'a BookDesign,
    area: &'a LiveArea,
    language: &'a Language,
    columns: usize,
    rows: usize,
    head: HeadLayout,
}

/// The heights of a page of puzzles that do not depend on its cells.
struct PuzzleHeights {
    /// The caption with the gap below it.
    caption: f64,
    /// The elements below a grid.
    log: f64,
    /// The space above the first caption.
    above: f64,
    /// The room for all rows and a heading.
    room: f64,
}

impl PuzzleArrangement<'_> {
    /// Arranges the page with the design's number of lines for notes. Below a head it takes as many
    /// as leave the cells nearly as large.
    fn page(&self) -> PuzzlePage {
        let most = self.design.keys.puzzle.notes;
        if self.head.head == PageHead::None {
            return self.with_notes(most);
        }
        let bare = self.with_notes(0);
        let least = bare.grids.grid.cell * MIN_NOTED_CELL;
        for notes in (1..=most).rev() {
            let page = self.with_notes(notes);
            if page.grids.grid.cell >= least {
                return page;
            }
        }
        bare
    }

    /// Computes the largest cells that fit, without a minimum, and the positions of the grids.
    fn with_notes(&self, notes: usize) -> PuzzlePage {
        let Self { design, area, head, .. } = *self;
        let count = self.columns * self.rows;
        // If no answer fits below, the cells are computed anyway. A later check rejects them as too
        // small.
        let below =
            FootAnswers::new(design, area, count).filter(|_| design.keys.has_answers_below());
        let hints_below =
            if design.hints_below { Some(FootHints::new(design, area, count)) } else { None };
        let last = PreviousAnswers::new(design, area, self.language, count);
        let above = class_height(design, area) + head.above;
        let answers = match &last {
            Some(last) => last.height,
            None => 0.0,
        };
        let foot = below::height(below.as_ref(), hints_below.as_ref());
        let heights = PuzzleHeights {
            caption: caption_height(design) + design.keys.puzzle.caption_gap,
            log: log_height(design, &head, notes),
            above,
            room: area.live_height() - above - answers - foot,
        };
        // All pages leave room for the heading of a level, so that their cells have one size. On
        // pages without a heading the puzzles share it.
        let heading = if design.has_heading_lines { head_height(design) } else { 0.0 };
        let cell = self.cell(&heights, heading);
        let grid = grid_style(design, cell, (f64::MAX, f64::MAX));
        let grids = self.grids(&heights, grid, 0.0);
        let headed =
            if design.has_heading_lines { Some(self.grids(&heights, grid, heading)) } else { None };
        let code_offset = tail_above_code(design, &head);
        PuzzlePage { grids, headed, below, hints_below, head, code_offset, notes, last }
    }

    /// Returns the width beside a head.
    fn width(&self) -> f64 {
        self.area.live_width() - self.head.beside
    }

    /// Solves for the cell size: the sum of grids, captions, logs and minimum gaps in both
    /// directions.
    fn cell(&self, heights: &PuzzleHeights, heading: f64) -> f64 {
        let style = &self.design.keys.puzzle;
        let (columns, rows) = (self.columns as f64, self.rows as f64);
        let by_width = (self.width() - columns * style.block)
            / (CELLS * columns + COLUMN_GAP * (columns - 1.0));
        let unit = heights.caption + style.block + heights.log;
        let fixed = rows * unit + (rows - 1.0) * (style.caption_gap);
        let by_height = (heights.room - heading - fixed) / (CELLS * rows + ROW_GAP * (rows - 1.0));
        by_width.min(by_height).min(style.max_cell).max(0.0)
    }

    /// Returns the left edge of the first grid, and the gap between columns. The outer columns are
    /// flush with the foot, unless the gap would become too wide. Grids that are slightly inset
    /// look like a mistake. A puzzle beside a head is flush with the foot.
    fn columns(&self, grid: GridStyle) -> (f64, f64) {
        let columns = self.columns as f64;
        let spare = self.width() - columns * grid.outer();
        let max_gap = MAX_COLUMN_GAP * grid.cell;
        let flush = spare / (columns - 1.0).max(1.0);
        let gap = if flush <= max_gap {
            flush
        } else {
            (spare / (columns + 1.0)).clamp(COLUMN_GAP * grid.cell, max_gap)
        };
        let left = if self.head.beside > 0.0 {
            self.head.beside + spare
        } else {
            (spare - (columns - 1.0) * gap) / 2.0
        };
        (left, gap)
    }

    /// Places the grids below a heading of this height.
    fn grids(&self, heights: &PuzzleHeights, grid: GridStyle, heading: f64) -> GridLayout {
        let style = &self.design.keys.puzzle;
        let rows = self.rows as f64;
        let (left, column_gap) = self.columns(grid);
        let min_gap = style.caption_gap + ROW_GAP * grid.cell;
        let unit = heights.caption + grid.outer() + heights.log;
        let room = heights.room - heading;
        let free = room - rows * unit - (rows - 1.0) * min_gap;
        let row_gap = min_gap + ROW_SHARE * free;
        let rest = room - rows * unit - (rows - 1.0) * row_gap;
        let top = heading + heights.above + rest * OPTICAL_CENTRE;
        let raster = Raster {
            columns: self.columns,
            rows: self.rows,
            first: (left, top),
            pitch: (grid.outer() + column_gap, unit + row_gap),
        };
        match style.order {
            ReadingOrder::Across => GridLayout::new(grid, heights.caption, raster.across()),
            ReadingOrder::Down => GridLayout::new(grid, heights.caption, raster.down()),
        }
    }
}

/// Returns a grid with the lines of puzzles. `most` is the maximum width of thin lines and of block
/// lines.
pub(super) fn grid_style(design: &BookDesign, cell: f64, most: (f64, f64)) -> GridStyle {
    let (digit, thin, block) =
        (design.keys.puzzle.digit, design.keys.puzzle.thin, design.keys.puzzle.block);
    GridStyle {
        shape: GridShape::Nine,
        cell,
        digit,
        thin: thin.min(most.0),
        block: block.min(most.1),
    }
}

/// Returns the height of a caption: its number or its stars, whichever is higher.
fn caption_height(design: &BookDesign) -> f64 {
    let number = TextStyle::new(design.typefaces.figures.strong, design.keys.puzzle.number);
    number.cap().max(design.keys.puzzle.stars)
}

/// Returns the height of the stars below a puzzle of a child, below which its code stands, or 0
/// without them.
fn tail_above_code(design: &BookDesign, head: &HeadLayout) -> f64 {
    let has_tail = design.keys.puzzle.log && head.head == PageHead::Figure && head.beside == 0.0;
    if has_tail { children::tail_height(design) } else { 0.0 }
}

/// Returns the height of the line for time and date, of the code and of the lines for notes below a
/// grid.
fn log_height(design: &BookDesign, head: &HeadLayout, notes: usize) -> f64 {
    let style = TextStyle::new(design.typefaces.words.regular, design.keys.sizes.body);
    let code = design.code_height_below();
    let log = match head.head {
        _ if !design.keys.puzzle.log => code,
        PageHead::Figure => tail_above_code(design, head) + code,
        // The code is beside the line.
        _ => code.max(LOG_GAP * style.size + style.cap()),
    };
    // On a page with a head beside the puzzle, the lines for notes are below the head.
    log + if head.beside > 0.0 { 0.0 } else { notes as f64 * RULED }
}

/// The baselines of the lines above the puzzles of a sheet for a class, and their lower end. A low
/// page has only the line for name, class and score.
struct ClassLines {
    title: Option<f64>,
    name: f64,
    instruction: Option<f64>,
    end: f64,
}

impl ClassLines {
    fn new(design: &BookDesign, area: &LiveArea) -> Self {
        let style = TextStyle::new(design.typefaces.words.regular, design.keys.sizes.body);
        let gap = CLASS_GAP * style.size;
        if area.height < MIN_CLASS_HEIGHT {
            let name = style.cap();
            return Self { title: None, name, instruction: None, end: name + gap };
        }
        let title = TextStyle { size: style.size * CLASS_TITLE, ..style }.cap();
        let name = title + NAME_DROP * style.size;
        let last = name + INSTRUCTION_DROP * style.size;
        Self { title: Some(title), name, instruction: Some(last), end: last + gap }
    }
}

/// Returns the height of the lines for a class, or 0 without them.
fn class_height(design: &BookDesign, area: &LiveArea) -> f64 {
    if design.keys.puzzle.class { ClassLines::new(design, area).end } else { 0.0 }
}

/// Assigns the pages of all chapters, each after its opener. Each sheet of a class begins a new
/// leaf, so that its back belongs to it.
pub(super) fn pages(first: &PageSlot, planner: &PagePlanner, pages: &mut Vec<PageSlot>) {
    let size = planner.setup.puzzle_page.grids.len();
    for (chapter, range) in planner.ranges().enumerate() {
        planner.pad_to_sheet(pages);
        if !planner.setup.options.course.is_empty() {
            planner.binding.pad_to_recto(pages);
            pages.push(PageSlot::new(PartName::Lesson, chapter).with_subject(chapter));
        } else if planner.chapters[chapter].opener == Openers::Page {
            planner.binding.pad_to_recto(pages);
            pages.push(PageSlot::new(PartName::Opener, 0).with_subject(chapter));
        }
        pages.extend(slots_of_range(first.part, chapter, range, size));
    }
}

pub(super) fn draw(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let style = &volume.setup.design.keys.puzzle;
    let grids = volume.puzzle_grids(slot);
    let outer = grids.grid.outer();
    let places: Vec<_> = grids.on_page(page.pen()).zip(slot.puzzles()).collect();
    if let Some(((_, y), _)) = places.first() {
        draw_head(volume, slot, page, y + outer);
    }
    let forms = volume.setup.puzzle_forms();
    for &(corner, puzzle) in &places {
        page.form(forms.of_shape(volume.shape(puzzle)), corner);
        draw_caption(volume, page, corner, puzzle);
    }
    let face = match volume.setup.design.keys.faces.givens {
        GivensWeight::Regular => volume.setup.figures().regular.first(),
        GivensWeight::Strong => volume.setup.figures().strong.first(),
    };
    for &(corner, puzzle) in &places {
        let givens = volume.puzzle(puzzle).givens();
        let grid = grids.grid.in_shape(givens.shape());
        let signs = volume.symbols(puzzle);
        grid.draw_signs(&mut page.marks, corner, face, signs, givens.filled());
    }
    for &(corner, puzzle) in places.iter().filter(|_| style.dots) {
        let givens = volume.puzzle(puzzle).givens();
        let grid = grids.grid.in_shape(givens.shape());
        grid.draw_dots(&mut page.marks, corner, givens.empty_cells());
    }
    if style.log {
        let form = log_form(volume);
        for &((x, y), puzzle) in &places {
            if let Some(form) = &form {
                page.form(form.clone(), (x, y + outer));
            }
            draw_log(volume, page, (x, y + outer), puzzle);
        }
    }
    codes::draw(volume, slot.part, &mut page.marks, &places);
    let (page_of, notes) = (&volume.setup.puzzle_page, volume.setup.puzzle_page.notes);
    let notes = if page_of.head.beside > 0.0 { 0 } else { notes };
    let first_note = page_of.log_height(&volume.setup.design) - notes as f64 * RULED;
    for &((x, y), _) in &places {
        for line in 1..=notes {
            let y = y + outer + first_note + line as f64 * RULED;
            draw::rule(&mut page.marks, (x, y), outer);
        }
    }
    if style.class {
        draw_class_lines(volume, slot, page);
    }
    below::draw(volume, slot, page);
    last::draw(volume, slot, page);
}

/// Draws the heading of a level below the lines for a class, and below it the head of a page.
fn draw_head(volume: &Volume, slot: &PageSlot, page: &mut TextColumn, below: f64) {
    let top = page.y;
    page.y += class_height(&volume.setup.design, &volume.setup.area);
    if volume.has_heading_line(slot) {
        opener::draw_line(volume, slot, page);
    }
    if volume.setup.puzzle_page.head.beside > 0.0 {
        let grids = volume.puzzle_grids(slot);
        page.y = top + grids.corners[0].1 - grids.caption;
    }
    head::draw(volume, slot, page, below);
    page.y = top;
}

/// Draws number, label and stars above a grid with this corner.
fn draw_caption(volume: &Volume, page: &mut TextColumn, corner: Point, puzzle: usize) {
    let style = &volume.setup.design.keys.puzzle;
    let (x, y) = corner;
    let number = TextStyle::new(volume.setup.figures().strong, style.number);
    let outer = volume.setup.puzzle_page.grids.grid.outer();
    let height = caption_height(&volume.setup.design);
    let top = y - style.caption_gap - height;
    let caption = Area { left: x, top, width: outer, height };
    draw::link(&mut page.marks, caption, LinkTarget::Answer(puzzle));
    page.marks.push(DrawOp::Anchor { target: LinkTarget::Puzzle(puzzle), top });
    // Number and stars are vertically centred on each other.
    let middle = y - style.caption_gap - height / 2.0;
    let stars = draw::stars(volume.level(puzzle), volume.star_count(), style.stars);
    let stars_width = stars.width;
    let corner = (x + outer - stars.width, middle - stars.height / 2.0);
    // A class has no use for the level: all its puzzles are of the teacher's choice.
    if !style.class {
        page.form(stars, corner);
    }
    let at = (x, middle + number.cap() / 2.0);
    let text = volume.numbering.number(puzzle).to_string();
    if let Some(label) = label(volume, puzzle) {
        let size = label_size(&volume.setup.design);
        let label_style = TextStyle::new(volume.setup.figures().regular, size);
        let before = number.width(&text) + number.size * BEFORE_LABEL;
        // A long date above a small grid has smaller type, so that it ends before the stars.
        let room = outer - before - stars_width - number.size * AFTER_LABEL;
        let label_style = volume.setup.fit(label_style, room, &label);
        draw::left(&mut page.marks, (x + before, at.1), label_style, &label);
    }
    draw::left(&mut page.marks, at, number, &text);
}

/// Returns the type size of the label beside a number: smaller than the number, which readers look
/// for.
fn label_size(design: &BookDesign) -> f64 {
    let (number, body) = (design.keys.puzzle.number, design.keys.sizes.body);
    (LABEL_SIZE * number).max(body).min(number)
}

/// Returns the label beside the number of a puzzle.
fn label(volume: &Volume, puzzle: usize) -> Option<String> {
    let (rating, language) = (volume.rating(puzzle), &volume.setup.language);
    match volume.setup.design.keys.puzzle.label {
        PuzzleLabel::None => None,
        PuzzleLabel::Level => Some(language.level_name(volume.level(puzzle)).to_owned()),
        // A large day above the puzzle already shows the date.
        PuzzleLabel::Date if volume.setup.puzzle_page.head.head == PageHead::Day => {
            Some(language.level_name(volume.level(puzzle)).to_owned())
        }
        PuzzleLabel::Date => Some(volume.dates.day(puzzle)),
        PuzzleLabel::Rating => rating.map(|rating| {
            text!(language, "bands.rating", rating = language.words().rating(rating.er))
        }),
        PuzzleLabel::Technique => {
            rating.map(|rating| language.technique(rating.hardest).to_owned())
        }
        PuzzleLabel::Time => minutes(rating).map(|range| language.time(Some(range))),
    }
}

/// Draws the lines above the puzzles of a sheet for a class: the title and the version, blanks for
/// name, class and score, and the instruction.
fn draw_class_lines(volume: &Volume, slot: &PageSlot, page: &mut TextColumn) {
    let style = volume.setup.regular(1.0);
    let language = &volume.setup.language;
    let score = format!("/ {}", slot.puzzles().len());
    let needed = style.width(language.text("puzzles.score")) + style.width(&score);
    // The lines are flush with the grids unless a narrow column leaves no blank for the score.
    let (from, until) = volume.puzzle_grids(slot).span();
    let is_flush = (1.0 - SCORE_PLACE) * (until - from) >= needed + MIN_SCORE * style.size;
    let (left, mut live) =
        if is_flush { (page.left + from, until - from) } else { (page.left, page.width) };
    let lines = ClassLines::new(&volume.setup.design, &volume.setup.area);
    let name = page.y + lines.name;
    let mut room = live;
    if let ChapterKind::Sheet(number) = volume.chapters[slot.subject()].kind {
        let strong = volume.setup.strong(1.0);
        let version = text!(language, "puzzles.version", number);
        room -= strong.width(&version) + BEFORE_VERSION * style.size;
        let at = (left + live, page.y + lines.title.unwrap_or(lines.name));
        draw::right(&mut page.marks, at, strong, &version);
        live = if lines.title.is_some() { live } else { room };
    }
    if let Some(title) = lines.title {
        let heading = volume.setup.strong(CLASS_TITLE);
        let heading = volume.setup.fit(heading, room, &volume.titles.title);
        draw::left(&mut page.marks, (left, page.y + title), heading, &volume.titles.title);
    }
    let until = live - style.width(&score) - AFTER_SCORE * style.size;
    let words = [
        (0.0, NAME_END * live, language.text("puzzles.name")),
        (CLASS_PLACE * live, CLASS_END * live, language.text("puzzles.class")),
        (SCORE_PLACE * live, until, language.text("puzzles.score")),
    ];
    for (from, until, word) in words {
        draw::labelled_blank(&mut page.marks, (left + from, name), left + until, style, word);
    }
    draw::right(&mut page.marks, (left + live, name), style, &score);
    if let Some(instruction) = lines.instruction {
        let text = language.text("puzzles.instruction");
        let style = volume.setup.fit(style, live, text);
        draw::left(&mut page.marks, (left, page.y + instruction), style, text);
    }
}

/// Returns the foot of a page: the name of the chapter, its numbers if every page has room for
/// them, and the pages of the answers. If each puzzle names the page of its answer, the foot is the
/// same on all pages.
pub(super) fn page_foot(volume: &Volume, slot: &PageSlot) -> PageFoot {
    let weeks = volume.dates.iso_weeks(slot.puzzles());
    if !weeks.is_empty() {
        let whole = chapter_foot(volume, slot.subject());
        return PageFoot::Text([vec![whole], weeks].concat().join(BETWEEN));
    }
    let Some(answers) = answers_text(volume, slot) else {
        return PageFoot::OfChapter(slot.subject());
    };
    let whole = chapter_foot(volume, slot.subject());
    let (style, last) = (foot_style(volume), volume.page_count());
    let widest = format!("{whole}{}{last}", volume.setup.language.answers_on(last - 1, last));
    let width = style.width(&widest) + BESIDE_FOLIO * style.size;
    let name = match volume.chapter_name(slot.subject()) {
        Some(name) if width > volume.setup.area.live_width() => name,
        _ => whole,
    };
    PageFoot::Text(name + &answers)
}

/// Returns the words for the pages with the answers of a page; `None` if there are none, or if each
/// puzzle names the page of its answer.
fn answers_text(volume: &Volume, slot: &PageSlot) -> Option<String> {
    let first = volume.pagination.answer_page(slot.puzzles().start)?;
    let last = volume.pagination.answer_page(slot.puzzles().end - 1)?;
    if volume.setup.design.keys.puzzle.log {
        return None;
    }
    Some(volume.setup.language.answers_on(first, last))
}

/// Returns the form below a grid: stars to colour, which may be beside the grid instead, or blanks.
fn log_form(volume: &Volume) -> Option<Arc<FormContent>> {
    let head = volume.setup.puzzle_page.head;
    if head.head != PageHead::Figure {
        return Some(blanks_form(volume).into());
    }
    if head.beside > 0.0 { None } else { Some(children::tail_form(volume).into()) }
}

/// Returns the form with blanks for time and date, or for time alone, below a grid. Its width
/// leaves room for the widest page number. Its top is the lower edge of the frame.
fn blanks_form(volume: &Volume) -> FormContent {
    let (style, language) = (volume.setup.regular(1.0), &volume.setup.language);
    let outer = volume.setup.puzzle_page.grids.grid.outer();
    let y = LOG_GAP * style.size + style.cap();
    let digits = "8".repeat(volume.page_count().to_string().len());
    let widest = text!(language, "puzzles.answer", page = 8).replace('8', &digits);
    let (between, before) = (style.size * BETWEEN_BLANKS, style.size * draw::BLANK_GAP);
    let room = outer - volume.setup.design.code_width_below() - style.width(&widest);
    let words = ["puzzles.time", "puzzles.date"]
        .map(|key| language.text(key))
        .map(|word| (word, style.width(word)));
    // A puzzle that has a date needs no blank for one.
    let most = if volume.dates.date(0).is_some() { 1 } else { 2 };
    let mut marks = Vec::new();
    for count in (1..=most).rev() {
        let taken: f64 = words[..count].iter().map(|(_, width)| width + between + before).sum();
        let blank = ((room - taken) / count as f64).min(style.size * MAX_BLANK);
        // Leave out blanks that would be too short to write in.
        if blank < MIN_BLANK * style.size {
            continue;
        }
        let mut pen = 0.0;
        for &(word, width) in &words[..count] {
            draw::left(&mut marks, (pen, y), style, word);
            draw::rule(&mut marks, (pen + width + before, y + draw::BLANK_DROP), blank);
            pen += width + before + blank + between;
        }
        break;
    }
    FormContent { width: outer, height: y + style.size * LOG_DESCENT, marks }
}

/// Draws the page of the answer on the line below a grid with this lower left corner.
fn draw_log(volume: &Volume, page: &mut TextColumn, corner: Point, puzzle: usize) {
    let Some(answer) = volume.pagination.answer_page(puzzle) else { return };
    let words = text!(volume.setup.language, "puzzles.answer", page = answer);
    if volume.setup.puzzle_page.head.head == PageHead::Figure {
        let tail = tail_corner(volume, page.left, corner);
        return children::draw_answer(volume, &mut page.marks, tail, (puzzle, &words));
    }
    let style = volume.setup.regular(1.0);
    let outer = volume.setup.puzzle_page.grids.grid.outer();
    let right = outer - volume.setup.design.code_width_below();
    let at = (corner.0 + right, corner.1 + LOG_GAP * style.size + style.cap());
    draw::right(&mut page.marks, at, style, &words);
    let (width, height) = (style.width(&words), style.cap());
    let area = Area { left: at.0 - width, top: at.1 - height, width, height };
    draw::link(&mut page.marks, area, LinkTarget::Answer(puzzle));
}

/// Returns the corner of the words of a fox about a puzzle: the lower left corner of its grid, or
/// above that at the left edge of the live area if the fox is beside the grid.
fn tail_corner(volume: &Volume, left: f64, corner: Point) -> Point {
    if volume.setup.puzzle_page.head.beside > 0.0 {
        (left, corner.1 - children::tail_height(&volume.setup.design))
    } else {
        corner
    }
}
