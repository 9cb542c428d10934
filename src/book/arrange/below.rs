//! The arrangement of answers printed upside down at the foot of a page: size, rows and columns.

use crate::book::arrange::live_area::LiveArea;
use crate::book::design::BookDesign;
use crate::book::draw::{GridStyle, TextStyle};

/// The width of a hint beside which another has room, in multiples of its type size.
const HINT: f64 = 22.0;
/// The distance from one line of hints to the next, in multiples of the type size.
const LEAD: f64 = 1.25;
/// Space above the hints, in points.
pub(in crate::book) const HINTS_GAP: f64 = 9.0;

/// The arrangement of the hints at the foot of a page: a line for each, or two beside each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::book) struct HintsBelow {
    pub columns: usize,
    /// Type size, and distance from one line to the next.
    pub size: f64,
    pub lead: f64,
    /// Width and height of the whole block.
    pub block: (f64, f64),
}

impl HintsBelow {
    /// The arrangement of this number of hints.
    pub fn new(design: &BookDesign, area: &LiveArea, hints: usize) -> Self {
        let size = design.sizes.small;
        let lead = size * LEAD;
        let columns = if hints > 1 && area.live() >= 2.0 * HINT * size { 2 } else { 1 };
        let block = (area.live(), hints.div_ceil(columns) as f64 * lead);
        Self { columns, size, lead, block }
    }

    /// Distance from one column to the next.
    pub fn pitch(&self) -> f64 {
        (self.block.0 + self.size) / self.columns as f64
    }
}

/// The arrangement of the answers, as seen when the page is turned upside down.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct Below {
    pub grid: GridStyle,
    pub columns: usize,
    /// Width and height of the whole block.
    pub size: (f64, f64),
    pub caption: f64,
    pub gap: f64,
}

impl Below {
    /// Arranges this number of answers with the smallest digits that the design allows. `None` if the
    /// page is too narrow for one.
    pub fn new(design: &BookDesign, area: &LiveArea, answers: usize) -> Option<Self> {
        let style = &design.answers;
        let grid = GridStyle {
            cell: style.min_digit / style.digit,
            digit: style.digit,
            thin: style.thin,
            block: style.block,
        };
        let number = TextStyle::new(design.typefaces.figures.strong, style.number);
        let (outer, gap) = (grid.outer(), style.grid_gap);
        let max_columns = ((area.live() + gap) / (outer + gap)) as usize;
        if max_columns == 0 {
            return None;
        }
        // Make all rows equally long.
        let rows = answers.div_ceil(max_columns);
        let columns = answers.div_ceil(rows);
        let caption = number.cap() + style.caption_gap;
        let down = rows as f64 * (outer + caption) + (rows - 1) as f64 * gap;
        Some(Self {
            grid,
            columns,
            size: (columns as f64 * (outer + gap) - gap, down),
            caption,
            gap,
        })
    }

    /// Height of the block on the page.
    pub fn height(&self) -> f64 {
        self.size.1
    }
}
