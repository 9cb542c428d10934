//! The arrangement of a page of puzzles: the largest cells that fit, and the places of the grids.

use super::caption::caption_height;
use super::class::class_height;
use super::column::head_height;
use super::last::level_band_height;
use super::log::{letters_height, log_height, tail_above_code};
use super::{
    Area, BookDesign, GridLayout, GridRoom, GridStyle, LiveArea, OPTICAL_CENTRE, PlannedChapter,
    Raster, below, has_lone_entry,
};
use crate::model::design::{AnswerPlace, GridArrangement, PageHead};
use crate::model::setup::{
    FootAnswers, FootHints, GridAside, HeadLayout, PreviousAnswers, PuzzlePage, PuzzlePages,
    StripSide,
};
use grid::GridShape;
use page::PuzzleCodeStyle;

/// The minimum gap between columns, in cells.
const COLUMN_GAP: f64 = 0.95;
/// The maximum gap between columns whose outer ones are flush with the foot, in cells.
const MAX_COLUMN_GAP: f64 = 2.0;
/// The minimum gap between rows, beyond the gap between caption and grid, in cells.
const ROW_GAP: f64 = 0.45;
/// The fraction of the free height that goes into each gap between rows.
const ROW_SHARE: f64 = 0.3;
/// The gap between a grid and the column beside it, in points, and the minimum width of the column,
/// without and with a hint, in sizes of small type. A QR code must fit, too.
const ASIDE_GAP: f64 = 15.0;
const MIN_ASIDE: f64 = 6.0;
const MIN_HINT_ASIDE: f64 = 8.0;
/// The minimum size of cells with lines for notes, as a fraction of their size without them.
const MIN_NOTED_CELL: f64 = 0.95;
/// The smallest and the largest cells of small grids in a book of several sizes, as fractions of
/// the cells of 9 x 9 grids.
const MIN_SMALL_CELL: f64 = 0.85;
const MAX_SMALL_CELL: f64 = 1.5;
/// The maximum number of columns that a page of small grids has more than a page of 9 x 9 grids,
/// and of its rows.
const MORE_COLUMNS: usize = 1;
const MAX_SMALL_ROWS: usize = 8;
/// The weight of an arrangement that leaves a grid alone in a row.
const LONE_WEIGHT: f64 = 0.7;

/// The maximum widths of thin lines and of block lines in drawn grids, in points.
pub(super) const DRAWN_LINES: (f64, f64) = (1.0, 2.5);

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

impl PuzzlePages {
    /// Arranges the pages of 9 x 9 grids as the design says. In a book with a chapter for each of
    /// several sizes, smaller shapes have pages with more grids, whose cells are about as large.
    /// Children have large cells, and a number that the user has chosen is for all pages.
    pub fn new(room: GridRoom, chapters: &[PlannedChapter]) -> Self {
        let (design, classic) = (room.design, PuzzlePage::new(room));
        let shapes = chapters.iter().map(|chapter| chapter.shape);
        let has_sizes = shapes.clone().any(|shape| shape != chapters[0].shape);
        let is_usual = !design.keys.children
            && design.may_have_fewer_rows
            && design.keys.puzzle.head == PageHead::None
            && design.keys.answers.place != AnswerPlace::Next;
        let mut small = Vec::new();
        for shape in GridShape::ALL.into_iter().filter(|shape| *shape != GridShape::Nine) {
            if is_usual && has_sizes && shapes.clone().any(|other| other == Some(shape)) {
                let way = PuzzleArrangement {
                    shape,
                    max_cell: MAX_SMALL_CELL * classic.grids.grid.cell,
                    ..PuzzleArrangement::new(room)
                };
                let lengths = chapters.iter().filter(|chapter| chapter.shape == Some(shape));
                let lengths: Vec<usize> = lengths.map(|chapter| chapter.puzzles).collect();
                small.extend(way.small_page(&classic.grids, &lengths));
            }
        }
        Self { classic, small }
    }
}

impl PuzzlePage {
    /// Arranges pages of this width as the design says. If the cells are too small, because the
    /// page is low or the gutter wide, it tries arrangements with fewer rows, and then arrangements
    /// for narrower pages. If no cells are large enough, it returns the first arrangement. It
    /// leaves out a head that has no room.
    pub fn new(room: GridRoom) -> Self {
        let GridRoom { design, area, .. } = room;
        let mut first = None;
        for way in design.keys.arrangements_for(area.width) {
            let way = &beside_on_wide_pages(way, area);
            let columns = way.columns;
            let most = rows_of_day(design, way);
            let fewest = if design.may_have_fewer_rows { 1 } else { most };
            for rows in (fewest..=most).rev() {
                let head = HeadLayout::new(design, area, (columns, rows));
                let mut heads = vec![head];
                if head.head != PageHead::None {
                    heads.push(HeadLayout::default());
                }
                for head in heads {
                    let way = PuzzleArrangement {
                        columns,
                        rows,
                        count: grids_of_day(design, columns * rows),
                        head,
                        ..PuzzleArrangement::new(room)
                    };
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
        log_height(design, &self.head, self.aside.is_some(), self.notes)
    }

    /// Returns true if each puzzle names the page of its answer.
    pub fn names_answers(&self, design: &BookDesign) -> bool {
        design.keys.puzzle.log || self.aside.is_some()
    }
}

/// Returns the arrangement of a page that is wider than high: grids that the design sets below one
/// another stand beside one another.
fn beside_on_wide_pages(way: &GridArrangement, area: &LiveArea) -> GridArrangement {
    let is_turned = area.width > area.height && way.columns < way.rows;
    let (columns, rows) = if is_turned { (way.rows, way.columns) } else { (way.columns, way.rows) };
    GridArrangement { columns, rows, ..*way }
}

/// Returns the share of the places on the pages of chapters of these lengths that have a grid. A
/// grid that is alone in the last row of a chapter with one page lowers it.
fn fullness(grids: &GridLayout, chapters: &[usize]) -> f64 {
    let (on_page, columns) = (grids.len(), grids.column_count());
    let pages: usize = chapters.iter().map(|length| length.div_ceil(on_page)).sum();
    let share = chapters.iter().sum::<usize>() as f64 / (pages * on_page) as f64;
    let mut ends = chapters.iter().filter(|length| **length <= on_page);
    // Two columns have a grid alone at the end of every odd number.
    if columns > 2 && ends.any(|length| has_lone_entry(*length, columns)) {
        return LONE_WEIGHT * share;
    }
    share
}

/// Returns the number of puzzles of a day of a newspaper, if the user has not chosen another number
/// for the pages.
fn day_length(design: &BookDesign) -> Option<usize> {
    let turns = design.keys.turns.len();
    let has_days = design.keys.puzzle.head == PageHead::Masthead && turns > 0;
    if has_days && design.may_have_fewer_rows { Some(turns) } else { None }
}

/// Returns the number of rows of an arrangement in several columns, at most as many as a day needs.
fn rows_of_day(design: &BookDesign, way: &GridArrangement) -> usize {
    match day_length(design) {
        Some(day) if way.columns > 1 => way.rows.min(day.div_ceil(way.columns)),
        _ => way.rows,
    }
}

/// Returns the number of grids on a page with this number of places, at most one day.
fn grids_of_day(design: &BookDesign, places: usize) -> usize {
    day_length(design).unwrap_or(places).min(places)
}

/// A way to arrange a page of puzzles.
struct PuzzleArrangement<'a> {
    room: GridRoom<'a>,
    shape: GridShape,
    /// The largest cells.
    max_cell: f64,
    columns: usize,
    rows: usize,
    /// The number of grids; the last places may be free.
    count: usize,
    head: HeadLayout,
    /// True if code, hint, blank and page of the answer are in a column beside the grids.
    has_aside: bool,
    /// The place of the answers to the previous page, if the page has them.
    strip: StripSide,
}

/// The lengths of a page of puzzles that do not depend on its cells.
struct PuzzleLengths {
    /// The caption with the gap below it.
    caption: f64,
    /// The elements below a grid.
    log: f64,
    /// The space above the first caption.
    above: f64,
    /// The room for all rows and a heading.
    room: f64,
    /// The room for all columns.
    width: f64,
}

impl<'a> PuzzleArrangement<'a> {
    /// Creates an arrangement of one 9 x 9 grid without a head.
    fn new(room: GridRoom<'a>) -> Self {
        Self {
            room,
            shape: GridShape::Nine,
            max_cell: room.design.keys.puzzle.max_cell,
            columns: 1,
            rows: 1,
            count: 1,
            head: HeadLayout::default(),
            has_aside: false,
            strip: StripSide::Below,
        }
    }

    /// Arranges the page of small grids that suits chapters of these lengths best: one that the
    /// chapters fill, with cells about as large as those of these 9 x 9 grids. Returns `None` if no
    /// cells are large enough.
    fn small_page(&self, classic: &GridLayout, chapters: &[usize]) -> Option<PuzzlePage> {
        let classic_cell = classic.grid.cell;
        let least = (MIN_SMALL_CELL * classic_cell).max(self.room.design.keys.puzzle.min_cell);
        let mut pages = Vec::new();
        for columns in 1..=classic.column_count() + MORE_COLUMNS {
            for rows in 1..=MAX_SMALL_ROWS {
                let page = Self { columns, rows, count: columns * rows, ..*self }.page();
                if page.grids.grid.cell >= least {
                    pages.push(page);
                }
            }
        }
        // The area that grids cover counts as well: other arrangements leave much of a page white.
        let suits = |page: &PuzzlePage| {
            let cell = page.grids.grid.cell;
            let nearness = cell.min(classic_cell) / cell.max(classic_cell);
            fullness(&page.grids, chapters) * page.grids.cover() * nearness
        };
        pages.into_iter().max_by(|page, other| suits(page).total_cmp(&suits(other)))
    }

    /// Arranges the page with code, hint, blank and page of the answer, and with the answers to the
    /// previous page, below the grids, or beside them if that brings larger cells. The answers to
    /// the previous page are in a free place if that keeps the cells.
    fn page(&self) -> PuzzlePage {
        let below = self.noted_page();
        let style = &self.room.design.keys.puzzle;
        let has_log =
            style.log || self.room.design.has_code_below() || self.room.design.hints_below;
        let has_free_place = self.count < self.columns * self.rows;
        let beside = if below.last.is_some() && self.columns > 1 {
            let strip = if has_free_place { StripSide::LastPlace } else { StripSide::Beside };
            PuzzleArrangement { strip, ..*self }.noted_page()
        } else if has_log && !style.class && self.columns == 1 && self.head.head == PageHead::None {
            PuzzleArrangement { has_aside: true, ..*self }.noted_page()
        } else {
            return below;
        };
        // Beside the puzzles there may be no room for all answers to the previous page.
        let has_room = below.last.is_none() || beside.last.is_some();
        let (own, other) = (beside.grids.grid.cell, below.grids.grid.cell);
        let is_better = own > other || has_free_place && own == other;
        if has_room && is_better { beside } else { below }
    }

    /// Arranges the page with the design's number of lines for notes. Below a head it takes as many
    /// as leave the cells nearly as large.
    fn noted_page(&self) -> PuzzlePage {
        let most = self.room.design.keys.puzzle.notes;
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
        let Self { room: GridRoom { design, area, .. }, head, .. } = *self;
        // If no answer fits below, the cells are computed anyway. A later check rejects them as too
        // small.
        let below =
            FootAnswers::new(design, area, self.count).filter(|_| design.keys.has_answers_below());
        let mut hints_below = None;
        if design.hints_below && !self.has_aside {
            hints_below = Some(FootHints::new(design, area, self.count));
        }
        let above = class_height(design, area) + head.above;
        let mut last = PreviousAnswers::new(self.room, self.count, self.strip, above);
        let (strip_width, strip_height) = match &last {
            Some(last) => (last.width_beside(), last.height_below()),
            None => (0.0, 0.0),
        };
        let foot = below::height(below.as_ref(), hints_below.as_ref());
        let mut lengths = PuzzleLengths {
            caption: caption_height(design) + design.keys.puzzle.caption_gap,
            log: log_height(design, &head, self.has_aside, notes),
            above,
            room: area.live_height() - above - strip_height - foot,
            width: self.width() - strip_width,
        };
        // All pages leave room for the heading of a level, so that their cells have one size. On
        // pages without a heading the puzzles share it.
        let heading = if design.has_heading_lines { head_height(design) } else { 0.0 };
        let cell = self.cell(&lengths, heading);
        let style = grid_style(design, cell, (f64::MAX, f64::MAX));
        let grid = GridStyle { shape: self.shape, ..style };
        let mut band = None;
        if self.strip == StripSide::LastPlace {
            band = self.level_band(&lengths, grid);
            lengths.room -= band.map_or(0.0, |band| band.height);
        }
        let grids = self.grids(&lengths, grid, 0.0, 0);
        if self.strip == StripSide::LastPlace {
            let place = self.last_place(&grids);
            last = PreviousAnswers::in_place(self.room, self.count, place);
            if let Some(last) = &mut last {
                last.levels = band;
            }
        }
        let mut headed = Vec::new();
        if design.has_heading_lines {
            headed.extend((0..self.rows).map(|row| self.grids(&lengths, grid, heading, row)));
        }
        let code_offset = letters_height(design, &head) + tail_above_code(design, &head);
        let mut aside = None;
        if self.has_aside {
            let left = grid.outer() + ASIDE_GAP;
            aside = Some(GridAside { left, width: area.live_width() - left });
        }
        PuzzlePage { grids, headed, below, hints_below, head, aside, code_offset, notes, last }
    }

    /// Returns the width beside a head and a column beside the grids.
    fn width(&self) -> f64 {
        let mut width = self.room.area.live_width() - self.head.beside;
        if self.has_aside {
            let least = if self.room.design.hints_below { MIN_HINT_ASIDE } else { MIN_ASIDE };
            let column = least * self.room.design.keys.sizes.small;
            width -= ASIDE_GAP + column.max(PuzzleCodeStyle::SIDE);
        }
        width
    }

    /// Returns the band for the levels at the foot of a page whose rows leave room for it.
    fn level_band(&self, lengths: &PuzzleLengths, grid: GridStyle) -> Option<Area> {
        let (width, height) = (self.room.area.live_width(), level_band_height(self.room.design));
        let top = self.room.area.live_height() - height;
        let has_room = self.free_height(lengths, grid) >= height;
        has_room.then_some(Area { left: 0.0, top, width, height })
    }

    /// Returns the height that the rows leave free.
    fn free_height(&self, lengths: &PuzzleLengths, grid: GridStyle) -> f64 {
        let rows = self.rows as f64;
        let unit = lengths.caption + grid.outer() + lengths.log;
        lengths.room - rows * unit - (rows - 1.0) * self.min_row_gap(grid)
    }

    /// Returns the minimum gap between rows.
    fn min_row_gap(&self, grid: GridStyle) -> f64 {
        self.room.design.keys.puzzle.caption_gap + ROW_GAP * grid.cell
    }

    /// Returns the last place of the raster, from the top of its caption, which no grid takes.
    fn last_place(&self, grids: &GridLayout) -> Area {
        let left = grids.corners.iter().map(|(x, _)| *x).fold(0.0, f64::max);
        let top = grids.rows().1 - grids.caption;
        let outer = grids.grid.outer();
        Area { left, top, width: outer, height: grids.caption + outer }
    }

    /// Solves for the cell size: the sum of grids, captions, logs and minimum gaps in both
    /// directions.
    fn cell(&self, lengths: &PuzzleLengths, heading: f64) -> f64 {
        let style = &self.room.design.keys.puzzle;
        let (columns, rows) = (self.columns as f64, self.rows as f64);
        let side = self.shape.side() as f64;
        let by_width = (lengths.width - columns * style.block)
            / (side * columns + COLUMN_GAP * (columns - 1.0));
        let unit = lengths.caption + style.block + lengths.log;
        let fixed = rows * unit + (rows - 1.0) * (style.caption_gap);
        let by_height = (lengths.room - heading - fixed) / (side * rows + ROW_GAP * (rows - 1.0));
        by_width.min(by_height).min(self.max_cell).max(0.0)
    }

    /// Returns the left edge of the first grid, and the gap between columns. The outer columns are
    /// flush with the foot, unless the gap would become too wide. Grids that are slightly inset
    /// look like a mistake. A puzzle beside a head is flush with the foot, and so is one beside a
    /// column. The puzzles of a paper begin below the left end of its masthead.
    fn columns(&self, grid: GridStyle, width: f64) -> (f64, f64) {
        if self.has_aside {
            return (0.0, 0.0);
        }
        let columns = self.columns as f64;
        let spare = width - columns * grid.outer();
        let max_gap = MAX_COLUMN_GAP * grid.cell;
        let flush = spare / (columns - 1.0).max(1.0);
        let gap = if flush <= max_gap {
            flush
        } else {
            (spare / (columns + 1.0)).clamp(COLUMN_GAP * grid.cell, max_gap)
        };
        let left = if self.head.beside > 0.0 {
            self.head.beside + spare
        } else if self.room.design.keys.puzzle.head == PageHead::Masthead {
            0.0
        } else {
            (spare - (columns - 1.0) * gap) / 2.0
        };
        (left, gap)
    }

    /// Places the grids, with a heading of this height above one of the rows. The rows of a paper
    /// begin right below its masthead, and the gaps between them and below share the free height.
    fn grids(
        &self,
        lengths: &PuzzleLengths,
        grid: GridStyle,
        heading: f64,
        headed_row: usize,
    ) -> GridLayout {
        let rows = self.rows as f64;
        let (left, column_gap) = self.columns(grid, lengths.width);
        let unit = lengths.caption + grid.outer() + lengths.log;
        let room = lengths.room - heading;
        let free = self.free_height(lengths, grid) - heading;
        let (row_share, top_share) = if self.head.head == PageHead::Masthead {
            (1.0 / rows, 0.0)
        } else {
            (ROW_SHARE, OPTICAL_CENTRE)
        };
        let row_gap = self.min_row_gap(grid) + row_share * free;
        let rest = room - rows * unit - (rows - 1.0) * row_gap;
        let top = lengths.above + rest * top_share;
        let raster = Raster {
            columns: self.columns,
            rows: self.rows,
            first: (left, top),
            pitch: (grid.outer() + column_gap, unit + row_gap),
        };
        let below = raster.corner(0, headed_row).1;
        let corners = raster.across().take(self.count);
        let moved = corners.map(|(x, y)| (x, if y < below { y } else { y + heading }));
        GridLayout::new(grid, lengths.caption, moved)
    }
}
