//! The measured arrangement that the pages of all volumes of a book share: the design, the words,
//! the live area, and the places of grids and texts. The parts measure it; a volume keeps it.

use crate::model::{BookDesign, BookOptions, PageHead, RulesExamples, RunningTextPlace};
use crate::text::language::Language;
use grid::GridShape;
use human::StepKind;
use page::{
    Area, FamilyStacks, FittedTitle, FormContent, GridStyle, Point, PuzzleCodeStyle, Raster,
    TextLines, TextStyle, TitleSpace,
};
use preflight::{Medium, PrintSpec, Trim};
use std::sync::Arc;

/// Maximum extent of letters below the baseline, as a fraction of the size.
const DESCENT: f64 = 0.28;
/// Maximum extent of letters above the baseline, as a fraction of the size.
pub const ASCENT: f64 = 0.76;
/// Letters may extend beyond their origin or their advance by up to this length, in points. Text
/// that is flush with a printer's margin would otherwise extend into it.
pub const OVERHANG: f64 = 0.5;
/// The minimum type size of tabs and the gap between tab and live area in points, and the height of
/// a line in type sizes.
const MIN_TAB_TYPE: f64 = 9.0;
const TAB_GAP: f64 = 6.0;
const TAB_LINE: f64 = 1.2;
/// The space between the words of a tab on pages of answers and its end, and between the tab and
/// the live area, in points.
const SMALL_TAB_PADDING: f64 = 2.0;
const SMALL_TAB_GAP: f64 = 4.0;
/// The space below a running text at the head, as a fraction of that above the foot.
const BELOW_RUNNING: f64 = 0.6;
/// Fraction of the free height above a vertically centred block. The optical centre is above the
/// geometric one.
pub const OPTICAL_CENTRE: f64 = 0.42;
/// The line spacing of headings that have several lines.
const HEADING_LEADING: f64 = 1.1;
/// Maximum length of lines, in multiples of the type size. Longer lines are hard to read.
pub const MEASURE: f64 = 37.0;
/// Maximum length of lines on pages in landscape format, where height is scarce and fewer lines are
/// better.
const MEASURE_LOW: f64 = 46.0;

/// The arrangement of all pages of a book, for one gutter.
#[derive(Clone, Debug)]
pub struct PageSetup {
    pub design: Arc<BookDesign>,
    pub options: Arc<BookOptions>,
    pub language: Language,
    pub area: LiveArea,
    /// The live area of pages of answers, which have smaller tabs.
    pub(crate) answer_area: LiveArea,
    pub(crate) puzzle_pages: PuzzlePages,
    /// The grids of pages of answers; `None` if the book has no such pages.
    pub(crate) answer_pages: Option<AnswerPages>,
    /// The index of the arrangement of the rules and the worked example.
    pub(crate) rules_variant: usize,
    /// The shapes of the puzzles, the smallest first.
    pub shapes: Vec<GridShape>,
    /// The worked examples of the rules.
    pub(crate) examples: RulesExamples,
    pub(crate) hints: PuzzleList,
    pub(crate) hint_table: HintTable,
    pub(crate) times: PuzzleList,
    /// The hardest technique on the shortest way of each puzzle, if the puzzles are labelled so.
    pub(crate) techniques: PuzzleKinds,
    pub(crate) texts: Vec<TypesetText>,
    /// The form of the QR codes of puzzles, if they have any.
    pub(crate) codes: Option<PuzzleCodeStyle>,
}

impl PageSetup {
    pub fn words(&self) -> FamilyStacks {
        self.design.typefaces.words
    }

    pub fn figures(&self) -> FamilyStacks {
        self.design.typefaces.figures
    }

    /// Returns the empty grids of puzzles in the frame of this grid.
    pub(crate) fn puzzle_forms(&self, grid: GridStyle) -> ShapedForms {
        let look = &self.design.keys.puzzle;
        ShapedForms::new(grid, |grid| grid.in_look(look.grid, look.shade))
    }

    /// Returns the style of running text, at a multiple of the body size.
    pub(crate) fn regular(&self, times: f64) -> TextStyle {
        TextStyle::new(self.words().regular, self.design.keys.sizes.body * times)
    }

    /// Returns the style of asides, at a multiple of the body size.
    pub(crate) fn italic(&self, times: f64) -> TextStyle {
        TextStyle::new(self.words().italic, self.design.keys.sizes.body * times)
    }

    /// Returns the style of emphasis, at a multiple of the body size.
    pub(crate) fn strong(&self, times: f64) -> TextStyle {
        TextStyle::new(self.words().strong, self.design.keys.sizes.body * times)
    }

    /// Sets a text in at most this number of lines, as large as an area allows. Text that would be
    /// smaller than any type of the design becomes one line, which the check of the pages refuses.
    pub(crate) fn fit_lines(
        &self,
        style: TextStyle,
        text: &str,
        room: Point,
        lines: usize,
    ) -> TextLines {
        let least = self.design.keys.sizes.min_type.min(style.size);
        let (sizes, leading) = ((least, style.size), HEADING_LEADING);
        let space = TitleSpace { width: room.0, height: room.1, sizes, lines, leading };
        let found = style.faces.title(text, &space).filter(|title| title.lines.len() > 1);
        let Some(FittedTitle { lines, size, .. }) = found else {
            return TextLines::line(text, style.within(room.0, text));
        };
        TextLines::new(lines, TextStyle { size, ..style }, leading)
    }

    /// Returns the maximum width of running text, in points.
    pub(crate) fn measure(&self) -> f64 {
        self.area.live_width().min(self.area.max_line_ems() * self.design.keys.sizes.body)
    }
}

/// The empty grids of all shapes in one frame, which many pages share.
pub struct ShapedForms([Arc<FormContent>; GridShape::ALL.len()]);

impl ShapedForms {
    /// Draws the empty grid of each shape in the frame of a grid.
    pub fn new(grid: GridStyle, draw: impl Fn(GridStyle) -> FormContent) -> Self {
        Self(GridShape::ALL.map(|shape| Arc::new(draw(grid.in_shape(shape)))))
    }

    /// Returns the grid of a shape.
    pub fn of_shape(&self, shape: GridShape) -> Arc<FormContent> {
        self.0[shape as usize].clone()
    }
}

/// The measures of tabs in points. Their words stay inside the printer's margin, in the middle
/// between the live area and the edge of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TabStyle {
    /// The type size of the words.
    pub size: f64,
    /// The width of the line of words.
    pub line: f64,
    /// The distance of the middle of the words from the edge.
    pub middle: f64,
    /// Extent of tabs from the edge into the page.
    pub extent: f64,
}

impl TabStyle {
    /// Computes the measures for a printer's outside margin.
    fn new(design: &BookDesign, margin: f64) -> Self {
        let size = design.keys.sizes.small.max(MIN_TAB_TYPE);
        let line = TAB_LINE * size;
        let middle = margin + line / 2.0;
        Self { size, line, middle, extent: 2.0 * middle - TAB_GAP }
    }
}

/// The area inside the margins of the pages of one trim size. All lengths are in points.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveArea {
    pub width: f64,
    pub height: f64,
    pub inside: f64,
    pub outside: f64,
    /// Distance of the live area from the top of the page.
    pub top: f64,
    /// The lower limit of everything except the foot, measured from the top of the page.
    pub bottom: f64,
    /// The tabs at the outer edge of pages, if there are any.
    pub tab: Option<TabStyle>,
    /// The baseline of the foot.
    pub foot: f64,
    /// The baseline of the running text, in the foot or at the head.
    pub running: f64,
}

impl LiveArea {
    /// Computes the live area for this inside margin. Each other margin is the template's or the
    /// printer's plus [`OVERHANG`], whichever is larger. A screen has no binding, so its inside and
    /// outside margin are averaged. With tabs the pages bleed, and the live area starts beside a
    /// tab.
    pub fn new(
        design: &BookDesign,
        trim: Trim,
        spec: Option<&PrintSpec>,
        mut inside: f64,
        has_tabs: bool,
    ) -> Self {
        let margins = &design.keys.margins;
        let min = match spec.map(|spec| spec.outside(has_tabs)) {
            Some(min) if min > 0.0 => min + OVERHANG,
            _ => 0.0,
        };
        let tab = if has_tabs { Some(TabStyle::new(design, min)) } else { None };
        let beside = match tab {
            Some(tab) => tab.extent + TAB_GAP,
            None => min,
        };
        let mut outside = margins.outside.max(beside);
        if let Some(spec) = spec
            && spec.medium() == Medium::Screen
        {
            inside = (inside + outside) / 2.0;
            outside = inside;
        }
        // An unbound sheet has no binding edge, so both margins are as wide as the wider one.
        if !design.keys.bound {
            inside = inside.max(outside);
            outside = inside;
        }
        let foot_style = TextStyle::new(design.typefaces.figures.regular, design.keys.sizes.foot);
        let foot = trim.height() - margins.bottom.max(min) - DESCENT * foot_style.size;
        let top = margins.top.max(min);
        let (top, running) = match design.keys.running {
            RunningTextPlace::Foot | RunningTextPlace::None => (top, foot),
            RunningTextPlace::Head => {
                // Characters such as Ś and 国 are higher than capitals; they must also stay below
                // the margin.
                let high = foot_style.faces.ink("Ś国").1.max(ASCENT);
                let line = top + high * foot_style.size;
                (line + margins.foot_gap * BELOW_RUNNING, line)
            }
        };
        Self {
            width: trim.width(),
            height: trim.height(),
            inside,
            outside,
            top,
            bottom: match design.keys.running {
                RunningTextPlace::None => trim.height() - margins.bottom.max(min),
                _ => foot - foot_style.cap() - margins.foot_gap,
            },
            tab,
            foot,
            running,
        }
    }

    /// Returns the live area of pages of answers. Their tabs end right beside the words, because
    /// every point of the width counts for the number of answers on a page.
    pub fn for_answers(&self, design: &BookDesign) -> Self {
        let Some(tab) = self.tab else { return self.clone() };
        let tab = TabStyle { extent: tab.middle + tab.line / 2.0 + SMALL_TAB_PADDING, ..tab };
        let outside = design.keys.margins.outside.max(tab.extent + SMALL_TAB_GAP);
        Self { tab: Some(tab), outside, ..self.clone() }
    }

    /// Returns the whole page.
    pub fn paper(&self) -> Area {
        Area { left: 0.0, top: 0.0, width: self.width, height: self.height }
    }

    /// Returns the width of the live area.
    pub fn live_width(&self) -> f64 {
        self.width - self.inside - self.outside
    }

    /// Returns the maximum width of a block that is centred on the paper instead of the live area.
    pub fn centred_width(&self) -> f64 {
        self.width - self.inside - self.inside
    }

    /// Returns true if pages are in landscape format, where height is scarce.
    pub fn is_low(&self) -> bool {
        self.width > self.height
    }

    /// Returns the maximum length of lines, in multiples of the type size.
    pub fn max_line_ems(&self) -> f64 {
        if self.is_low() { MEASURE_LOW } else { MEASURE }
    }

    /// Returns the height of the live area.
    pub fn live_height(&self) -> f64 {
        self.bottom - self.top
    }
}

/// The room for the grids of pages: a live area, with the design and the language of the book.
#[derive(Clone, Copy)]
pub struct GridRoom<'a> {
    pub design: &'a BookDesign,
    pub area: &'a LiveArea,
    pub language: &'a Language,
}

/// The grids of a page, in the order of the design. Their positions run from the top left of the
/// live area to the outer corner of each frame.
#[derive(Clone, Debug, PartialEq)]
pub struct GridLayout {
    pub grid: GridStyle,
    pub corners: Vec<Point>,
    /// Distance from the top of a caption to its grid.
    pub caption: f64,
    /// Number of consecutive grids that stay on one page: the grids of a sheet of a class, or 1.
    pub group_size: usize,
}

impl GridLayout {
    /// Lays out a grid below a caption at each of these corners.
    pub fn new(grid: GridStyle, caption: f64, corners: impl Iterator<Item = Point>) -> Self {
        let corners = corners.map(|corner| (corner.0, corner.1 + caption));
        Self { grid, corners: corners.collect(), caption, group_size: 1 }
    }

    /// Returns the number of grids on a page.
    pub fn len(&self) -> usize {
        self.corners.len()
    }

    /// Returns the area that the grids of a full page cover.
    pub fn cover(&self) -> f64 {
        self.len() as f64 * self.grid.outer().powi(2)
    }

    /// Returns the corners on a page whose live area starts at this point.
    pub fn on_page(&self, corner: Point) -> impl Iterator<Item = Point> {
        self.corners.iter().map(move |(x, y)| (corner.0 + x, corner.1 + y))
    }

    /// Returns the number of columns of a page that is read row by row.
    pub fn column_count(&self) -> usize {
        self.len() / self.rows().0.max(1)
    }

    /// Returns the left edge of the first column, and the right edge of the last one.
    pub fn span(&self) -> (f64, f64) {
        let lefts = self.corners.iter().map(|(x, _)| *x);
        let right = lefts.clone().fold(0.0, f64::max) + self.grid.outer();
        (lefts.fold(right, f64::min), right)
    }

    /// Returns the number of rows, and the top of the last row.
    pub fn rows(&self) -> (usize, f64) {
        let mut rows: Vec<f64> = self.corners.iter().map(|(_, y)| *y).collect();
        rows.sort_by(f64::total_cmp);
        rows.dedup();
        (rows.len(), rows.last().copied().unwrap_or_default())
    }
}

/// The arrangements of puzzle pages.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzlePages {
    /// The pages of 9 x 9 grids, and of all other grids that take a frame of that size.
    pub classic: PuzzlePage,
    /// The pages of smaller shapes whose cells are about as large as those of 9 x 9 grids.
    pub small: Vec<PuzzlePage>,
}

impl PuzzlePages {
    /// Returns the pages of a shape.
    pub fn of_shape(&self, shape: GridShape) -> &PuzzlePage {
        self.small.iter().find(|page| page.grids.grid.shape == shape).unwrap_or(&self.classic)
    }

    /// Returns the pages of a chapter whose puzzles all have this shape, or have several.
    pub fn of_chapter(&self, shape: Option<GridShape>) -> &PuzzlePage {
        shape.map_or(&self.classic, |shape| self.of_shape(shape))
    }

    /// Returns all arrangements.
    pub fn iter(&self) -> impl Iterator<Item = &PuzzlePage> {
        [&self.classic].into_iter().chain(&self.small)
    }
}

/// The arrangements of pages of answers.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerPages {
    /// The pages of 9 x 9 grids, and of all other grids that take a frame of that size.
    pub classic: GridLayout,
    /// The pages of smaller shapes whose cells are about as large as those of 9 x 9 grids. If there
    /// are any, no page has several shapes.
    pub small: Vec<GridLayout>,
}

impl AnswerPages {
    /// Returns the grids of a shape.
    pub fn of_shape(&self, shape: GridShape) -> &GridLayout {
        self.small.iter().find(|grids| grids.grid.shape == shape).unwrap_or(&self.classic)
    }

    /// Returns all arrangements.
    pub fn iter(&self) -> impl Iterator<Item = &GridLayout> {
        [&self.classic].into_iter().chain(&self.small)
    }
}

/// The arrangement of puzzle pages.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzlePage {
    pub grids: GridLayout,
    /// The same grids with the heading of a level above each row; empty if pages have no headings.
    pub headed: Vec<GridLayout>,
    /// The answers at the foot of the page, if the design puts them there.
    pub below: Option<FootAnswers>,
    /// The hints at the foot, above the answers, if the design puts them there.
    pub hints_below: Option<FootHints>,
    /// The head above the puzzles.
    pub head: HeadLayout,
    /// The column at the right of each grid, if code, hint, blank and page of the answer stand
    /// there instead of below the grid.
    pub aside: Option<GridAside>,
    /// Distance of the QR code from the grid above it.
    pub code_offset: f64,
    /// Number of ruled lines for notes below each puzzle.
    pub notes: usize,
    /// The answers to the previous page, if the design puts them here.
    pub last: Option<PreviousAnswers>,
}

/// The column beside a grid, at the outer edge of the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridAside {
    /// Distance of the column from the left edge of the grid; negative at the left of the grid.
    pub left: f64,
    pub width: f64,
}

impl GridAside {
    /// Returns the column at the left of a grid of this width, on a left-hand page.
    pub fn at_left(self, grid: f64) -> Self {
        Self { left: -(self.width + self.left - grid), ..self }
    }
}

/// The place of the head: above the puzzles, or beside the only puzzle of a low page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeadLayout {
    pub head: PageHead,
    /// Height with the space below the head; 0 if it is beside the puzzle.
    pub above: f64,
    /// Width with the space after the head; 0 if it is above the puzzles.
    pub beside: f64,
}

impl HeadLayout {
    /// The space between a head and the puzzle beside it, in points.
    pub const GUTTER: f64 = 22.0;
}

/// The arrangement of the answers to the previous page in a strip, with a rule in words around
/// them. Lengths are measured from the corner of the live area.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviousAnswers {
    pub grids: GridLayout,
    pub strip: Area,
    /// The upper left corner, the width and the type size of the rule in words.
    pub rule_at: Point,
    pub rule_width: f64,
    pub rule_size: f64,
    pub side: StripSide,
    /// The baseline of the words above several answers; `None` if they stand beside the number of
    /// the only one.
    pub words: Option<Point>,
    /// The band at the foot of the page that says what its levels ask of the reader, if the puzzles
    /// leave room for it.
    pub levels: Option<Area>,
}

/// The side of the puzzles at which the answers to the previous page stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StripSide {
    Below,
    Beside,
    /// In the last place of the raster, which has no puzzle.
    LastPlace,
}

/// The arrangement of answers at the foot of a page, as seen when the page is turned upside down.
#[derive(Clone, Debug, PartialEq)]
pub struct FootAnswers {
    pub grids: GridLayout,
    /// Width and height of the block.
    pub size: (f64, f64),
}

/// The arrangement of the hints at the foot of a page: one hint in a line, or two side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootHints {
    /// The lines, as seen when the page is turned upside down.
    pub raster: Raster,
    pub size: f64,
    /// Width and height of the block.
    pub block: (f64, f64),
}

/// A few words for each puzzle of a list, in the order of the book; `None` for a puzzle that is not
/// in the list.
pub type ListWords = Arc<[Option<String>]>;

/// A technique of each puzzle of the book, if it has one.
pub type PuzzleKinds = Arc<[Option<StepKind>]>;
/// A row of a table of hints, in lines.
#[derive(Clone, Debug)]
pub struct HintRow {
    pub kind: StepKind,
    pub first: Vec<String>,
    pub name: Vec<String>,
    pub place: Vec<String>,
    pub follows: String,
}

/// The hints of a book as a table: what to do first, then the step and its place.
#[derive(Clone, Debug, Default)]
pub struct HintTable {
    /// The row of each puzzle of the book that has a hint; empty if the hints are no table.
    pub rows: Arc<[Option<HintRow>]>,
    /// Type size.
    pub size: f64,
    /// Distances of the columns of words from the left, and their widths. The first column has no
    /// width if nothing is to be done first.
    pub first: f64,
    pub first_width: f64,
    pub then: f64,
    pub then_width: f64,
    /// True if the table names the pages of lessons.
    pub has_lessons: bool,
    /// True if each word fits its column.
    pub fits: bool,
}

/// A few words for each puzzle of the book, and their places on pages of their own, column by
/// column.
#[derive(Clone, Debug, Default)]
pub struct PuzzleList {
    /// The words.
    pub words: ListWords,
    /// The entries of a page, measured from the corner of the live area.
    pub raster: Raster,
    /// Type size.
    pub size: f64,
    /// Distance of the words from the left of their number.
    pub indent: f64,
    /// Width of the words.
    pub width: f64,
}

/// A text of the user, set in pages.
#[derive(Clone, Debug, PartialEq)]
pub struct TypesetText {
    /// The heading in the contents.
    pub heading: Option<String>,
    /// True if the heading is a head with a rule, and no line of the text.
    pub has_head: bool,
    /// The words of each page, each with its start on the baseline, measured from the top left of
    /// the live area.
    pub pages: Vec<Vec<(Point, TextStyle, String)>>,
}
