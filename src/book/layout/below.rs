//! Answers upside down below the puzzles of their page: who wants to look must turn the page.

use super::{Sheet, Stamps, Volume};
use crate::book::design::Design;
use crate::book::draw::{self, GridStyle, Type};
use crate::book::page::{Mark, Turn};
use std::ops::Range;

/// How the answers of a page stand, as one sees them who has turned the page.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct Below {
    pub grid: GridStyle,
    columns: usize,
    /// Width and height of the whole.
    size: (f64, f64),
    caption: f64,
    gap: f64,
}

impl Below {
    /// For so many answers, with the smallest digits that the design allows. None if the page is
    /// too narrow for one.
    pub fn new(design: &Design, sheet: &Sheet, answers: usize) -> Option<Self> {
        let style = &design.answers;
        let grid = GridStyle {
            cell: style.digit_least / style.digit,
            digit: style.digit,
            thin: style.thin,
            block: style.block,
        };
        let number = Type::new(design.cast.figures.strong, style.number);
        let (outer, gap) = (grid.outer(), style.grid_gap);
        let most = ((sheet.live() + gap) / (outer + gap)) as usize;
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

impl Volume {
    /// The answers of a page, turned, at the lower end of its live area.
    pub(super) fn answers_below(&self, below: &Below, left: f64, puzzles: Range<usize>) -> Mark {
        let style = &self.design.answers;
        let number = Type::new(self.figures().strong, style.number);
        let outer = below.grid.outer();
        let mut marks = Vec::new();
        let places: Vec<_> = puzzles
            .enumerate()
            .map(|(i, puzzle)| {
                let (column, row) = (i % below.columns, i / below.columns);
                let x = column as f64 * (outer + below.gap);
                let y = row as f64 * (outer + below.caption + below.gap);
                ((x, y + below.caption), puzzle)
            })
            .collect();
        for &((x, y), puzzle) in &places {
            marks.push(Mark::Stamp {
                stamp: Stamps::ANSWER,
                corner: (x, y),
            });
            let at = (x, y - style.caption_gap);
            draw::left(&mut marks, at, number, self.number(puzzle).to_string());
        }
        self.answer_digits(&mut marks, below.grid, &places);
        let (width, height) = below.size;
        Mark::Turned {
            turn: Turn::Half,
            corner: (
                left + (self.sheet.live() - width) / 2.0,
                self.sheet.bottom - height,
            ),
            size: below.size,
            marks,
        }
    }
}
