//! The arrangement of answers printed upside down at the foot of a page: size, rows and columns.

use crate::book::arrange::live_area::LiveArea;
use crate::book::design::BookDesign;
use crate::book::draw::{GridStyle, TextStyle};
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
