//! Answers upside down at the foot of a page of puzzles: how large, in how many rows and columns.

use crate::book::arrange::live_area::LiveArea;
use crate::book::design::BookDesign;
use crate::book::draw::{GridStyle, TextStyle};
/// How the answers of a page stand, as one sees them who has turned the page.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct Below {
    pub grid: GridStyle,
    pub columns: usize,
    /// Width and height of the whole.
    pub size: (f64, f64),
    pub caption: f64,
    pub gap: f64,
}

impl Below {
    /// For so many answers, with the smallest digits that the design allows. None if the page is
    /// too narrow for one.
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
        let most = ((area.live() + gap) / (outer + gap)) as usize;
        if most == 0 {
            return None;
        }
        // Rows of the same length.
        let rows = answers.div_ceil(most);
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

    /// How much of the page they take.
    pub fn height(&self) -> f64 {
        self.size.1
    }
}
