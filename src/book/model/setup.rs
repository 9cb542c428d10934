//! What the pages of all volumes of a book share: the design, the words, the live area, and how the parts are
//! arranged on it. The parts measure it; a volume keeps it.

use crate::book::draw::{GridStyle, TextStyle};
use crate::book::model::{BookDesign, Imprint, PageHead, Point, RunningTextPlace};
use crate::book::text::language::Language;
use crate::book::text::typesetting::FamilyStacks;
use crate::printers::{Medium, PrintSpec, Trim};
use std::sync::Arc;

/// Maximum extent of letters below the baseline, as a fraction of the size.
const DESCENT: f64 = 0.28;
/// Maximum extent of letters above the baseline, as a fraction of the size.
pub(in crate::book) const ASCENT: f64 = 0.76;
/// Letters may extend beyond their origin or their advance by up to this much, in points. Text flush
/// with a printer's margin would otherwise extend into it.
pub(in crate::book) const OVERHANG: f64 = 0.5;
/// Depth of a tab inside the printer's margin, in multiples of its type size, and its distance from the live area.
const TAB_DEPTH: f64 = 1.5;
const TAB_GAP: f64 = 6.0;
/// Fraction of the free height that goes above a vertically centred block: its optical centre is above
/// the geometric one.
pub(in crate::book) const OPTICAL_CENTRE: f64 = 0.42;
/// Maximum length of lines, in multiples of the type size: longer lines are hard to read.
pub(in crate::book) const MEASURE: f64 = 37.0;
/// The same for pages in landscape format, where height is scarce and fewer lines are better.
const MEASURE_LOW: f64 = 46.0;

/// What all pages share, for one gutter.
#[derive(Clone, Debug)]
pub struct PageSetup {
    pub(in crate::book) design: Arc<BookDesign>,
    pub(in crate::book) imprint: Arc<Imprint>,
    pub(in crate::book) language: Language,
    pub(in crate::book) area: LiveArea,
    pub(in crate::book) puzzle_page: PuzzlePage,
    /// `None` if the book has no answer pages.
    pub(in crate::book) answer_page: Option<GridLayout>,
    /// How the rules and the worked example are spread over pages: the number of the way.
    pub(in crate::book) rules_variant: usize,
    pub(in crate::book) hints: PuzzleList,
    pub(in crate::book) times: PuzzleList,
    pub(in crate::book) texts: Vec<TypesetText>,
}

impl PageSetup {
    pub(in crate::book) fn words(&self) -> FamilyStacks {
        self.design.typefaces.words
    }

    pub(in crate::book) fn figures(&self) -> FamilyStacks {
        self.design.typefaces.figures
    }

    /// The style of running text, at a multiple of the body size.
    pub(in crate::book) fn regular(&self, times: f64) -> TextStyle {
        TextStyle::new(self.words().regular, self.design.keys.sizes.body * times)
    }

    /// The style of asides, at a multiple of the body size.
    pub(in crate::book) fn italic(&self, times: f64) -> TextStyle {
        TextStyle::new(self.words().italic, self.design.keys.sizes.body * times)
    }

    /// The style of emphasis, at a multiple of the body size.
    pub(in crate::book) fn strong(&self, times: f64) -> TextStyle {
        TextStyle::new(self.words().strong, self.design.keys.sizes.body * times)
    }

    /// Maximum width of running text.
    pub(in crate::book) fn measure(&self) -> f64 {
        self.area.live_width().min(self.area.max_line_ems() * self.design.keys.sizes.body)
    }
}

/// The live area of the pages of one trim size: the area inside the margins. All lengths are in points.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct LiveArea {
    pub width: f64,
    pub height: f64,
    pub inside: f64,
    pub outside: f64,
    /// Distance of the live area from the top of the page.
    pub top: f64,
    /// Lower limit for everything except the foot.
    pub bottom: f64,
    /// How far tabs extend into the page from the outer edge; 0 without tabs.
    pub tab: f64,
    /// The baseline of the foot.
    pub foot: f64,
    /// The baseline of the running text, which is in the foot or at the head.
    pub running: f64,
}

impl LiveArea {
    /// The live area with this inside margin. The other margins are the larger of the template's and
    /// the printer's plus [`OVERHANG`]. A screen has no binding, so inside and outside margin are
    /// averaged. With tabs pages bleed: the words of a tab are inside the printer's margin, and the live area is beside it.
    pub fn new(
        design: &BookDesign,
        trim: Trim,
        terms: Option<&PrintSpec>,
        (inside, has_tabs): (f64, bool),
    ) -> Self {
        let margins = &design.keys.margins;
        let hair = |min: f64| if min > 0.0 { min + OVERHANG } else { 0.0 };
        let min = terms.map_or(0.0, |terms| hair(terms.outside(has_tabs)));
        let tab = if has_tabs { min + TAB_DEPTH * design.keys.sizes.small } else { 0.0 };
        let beside = if has_tabs { tab + TAB_GAP } else { min };
        let (mut inside, mut outside) = (inside, margins.outside.max(beside));
        if terms.is_some_and(|terms| terms.rules().edition == Medium::Screen) {
            inside = (inside + outside) / 2.0;
            outside = inside;
        }
        // An unbound sheet has no binding edge: both margins are as wide as the wider one.
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
                // Characters such as Ś and 国 are higher than capitals, and stay below the margin too.
                let high = foot_style.faces.ink("Ś国").1.max(ASCENT);
                let line = top + high * foot_style.size;
                (line + margins.foot_gap * 0.6, line)
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

    /// Width of the live area.
    pub fn live_width(&self) -> f64 {
        self.width - self.inside - self.outside
    }

    /// Maximum width of what is centred on the paper, not on the live area.
    pub fn centred_width(&self) -> f64 {
        self.width - 2.0 * self.inside
    }

    /// Whether pages are in landscape format, where height is scarce.
    pub fn is_low(&self) -> bool {
        self.width > self.height
    }

    /// Maximum length of lines, in multiples of the type size.
    pub fn max_line_ems(&self) -> f64 {
        if self.is_low() { MEASURE_LOW } else { MEASURE }
    }

    /// Height of the live area.
    pub fn live_height(&self) -> f64 {
        self.bottom - self.top
    }
}

/// The grids of a page: from the top left of the live area to the outer corner of each frame, in the order of the
/// design.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct GridLayout {
    pub grid: GridStyle,
    pub corners: Vec<Point>,
    /// Distance from the top of a caption to its grid.
    pub caption: f64,
    /// Number of consecutive grids that no page parts: those of a sheet of a class, or 1.
    pub group_size: usize,
}

impl GridLayout {
    /// Grids at these places, each a column and a row: the first caption has this corner, each is at this distance
    /// from the next, and the grids are below their captions.
    pub fn new(
        grid: GridStyle,
        caption: f64,
        places: impl Iterator<Item = (usize, usize)>,
        first: Point,
        pitch: Point,
    ) -> Self {
        let corners = places.map(|(column, row)| {
            let x = first.0 + column as f64 * pitch.0;
            (x, first.1 + row as f64 * pitch.1 + caption)
        });
        Self { grid, corners: corners.collect(), caption, group_size: 1 }
    }

    /// Number of grids on a page.
    pub fn len(&self) -> usize {
        self.corners.len()
    }

    /// The corners on a page whose live area has this corner.
    pub fn on_page(&self, (left, top): Point) -> impl Iterator<Item = Point> {
        self.corners.iter().map(move |(x, y)| (left + x, top + y))
    }

    /// Number of rows, and the top of the last one.
    pub fn rows(&self) -> (usize, f64) {
        let mut rows: Vec<f64> = self.corners.iter().map(|(_, y)| *y).collect();
        rows.sort_by(f64::total_cmp);
        rows.dedup();
        (rows.len(), rows.last().copied().unwrap_or_default())
    }
}

/// The arrangement of puzzle pages.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct PuzzlePage {
    pub grids: GridLayout,
    /// The answers at the foot of the page, if the design puts them there.
    pub below: Option<FootAnswers>,
    /// The hints there, above the answers, if the design puts them there.
    pub hints_below: Option<FootHints>,
    /// The head above the puzzles.
    pub head: HeadLayout,
    /// Number of ruled lines for notes below each puzzle.
    pub notes: usize,
    /// The answers of the page before, if the design puts them there.
    pub last: Option<PreviousAnswers>,
}

/// The place of the head above the puzzles, or on low pages beside the only puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::book) struct HeadLayout {
    pub head: PageHead,
    /// Its height with the space below it; 0 if it is beside the puzzle.
    pub above: f64,
    /// The width that it takes with the space after it; 0 if it is above the puzzles.
    pub beside: f64,
}

/// The arrangement of the answers of the page before, with a rule in words beside or above them.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct PreviousAnswers {
    /// The answers, from the top of the whole.
    pub grids: GridLayout,
    /// Width of the rule.
    pub words: f64,
    /// Height of the whole.
    pub height: f64,
}

/// The arrangement of answers at the foot of a page, as seen when the page is turned upside down.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct FootAnswers {
    pub grids: GridLayout,
    /// Width and height of the whole block.
    pub size: (f64, f64),
}

/// The arrangement of the hints at the foot of a page: a line for each, or two beside each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::book) struct FootHints {
    pub columns: usize,
    /// Type size, and distance from one line to the next.
    pub size: f64,
    pub lead: f64,
    /// Width and height of the whole block.
    pub block: (f64, f64),
}

/// A few words for each puzzle of the book, and their places on pages of their own, column by column.
#[derive(Clone, Debug, Default)]
pub(in crate::book) struct PuzzleList {
    /// The words, in the order of the book; empty if the book has no such list.
    pub words: Arc<[String]>,
    pub columns: usize,
    pub rows: usize,
    /// Horizontal and vertical distance from one entry to the next.
    pub pitch: (f64, f64),
    /// Distance of the first row from the top of the live area.
    pub first: f64,
    /// Type size.
    pub size: f64,
    /// Distance of the words from the left of their number.
    pub indent: f64,
    /// Width of the words.
    pub width: f64,
}

/// A text of the user, set in pages.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct TypesetText {
    /// The heading in the contents.
    pub heading: Option<String>,
    /// The words of each page: from the top left of the live area to the start of each on its baseline.
    pub pages: Vec<Vec<(Point, TextStyle, String)>>,
}
