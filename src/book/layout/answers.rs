//! The pages with answers: as many small grids a page as stay legible.

use super::{Head, Inside, Sheet, Stamps, Volume};
use crate::book::design::Design;
use crate::book::draw::{self, GridStyle, Type};
use crate::book::page::{Mark, Point};
use crate::grid::Cell;
use std::ops::Range;

/// Rows are not drawn further apart than this many least gaps.
const ROW_GAP_MOST: f64 = 2.2;

/// Where answers stand on their pages. Measured from the left and the top of the live area to the
/// outer corner of each frame, in reading order.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct AnswerPage {
    pub grid: GridStyle,
    corners: Vec<(f64, f64)>,
}

impl AnswerPage {
    /// As many grids as a page can hold with digits of the least size or larger; of the ways to
    /// hold so many, the one with the largest digits. None if it cannot hold one.
    pub fn new(design: &Design, sheet: &Sheet) -> Option<Self> {
        let style = &design.answers;
        let head = Head::new(design).height();
        let room = sheet.room() - head;
        let number = Type::new(design.cast.figures.strong, style.number);
        let caption = number.cap() + style.caption_gap;
        let gap = style.grid_gap;

        let side = |length: f64, count: f64, extra: f64| (length + gap) / count - gap - extra;
        let (columns, rows, cell) = (1..=12)
            .flat_map(|columns| (1..=16).map(move |rows| (f64::from(columns), f64::from(rows))))
            .map(|(columns, rows)| {
                let by_width = side(sheet.live(), columns, style.block);
                let by_height = side(room, rows, caption + style.block);
                (columns, rows, by_width.min(by_height) / 9.0)
            })
            .filter(|(_, _, cell)| cell * style.digit >= style.digit_least)
            .max_by(|(c1, r1, cell1), (c2, r2, cell2)| {
                (c1 * r1).total_cmp(&(c2 * r2)).then(cell1.total_cmp(cell2))
            })?;
        let grid = GridStyle {
            cell,
            digit: style.digit,
            thin: style.thin,
            block: style.block,
        };

        // The outer columns are flush with the head's rule; rows keep together.
        let outer = grid.outer();
        let spare = sheet.live() - columns * outer;
        let (left, column_gap) = if columns > 1.0 {
            (0.0, spare / (columns - 1.0))
        } else {
            (spare / 2.0, 0.0)
        };
        let unit = caption + outer;
        let row_gap = if rows > 1.0 {
            ((room - rows * unit) / (rows - 1.0)).min(ROW_GAP_MOST * gap)
        } else {
            0.0
        };
        let corners = (0..rows as usize)
            .flat_map(|row| (0..columns as usize).map(move |column| (column, row)))
            .map(|(column, row)| {
                (
                    left + column as f64 * (outer + column_gap),
                    head + row as f64 * (unit + row_gap) + caption,
                )
            })
            .collect();
        Some(Self { grid, corners })
    }

    /// The outer corner of a frame, from the corner of the live area.
    pub fn corner(&self, place: usize) -> (f64, f64) {
        self.corners[place]
    }

    /// How many answers stand on a page.
    pub fn len(&self) -> usize {
        self.corners.len()
    }
}

impl Volume {
    pub(super) fn answers(&self, index: usize, puzzles: Range<usize>) -> Vec<Mark> {
        let style = &self.design.answers;
        let Some(page) = &self.answer_page else {
            return Vec::new();
        };
        let outer = page.grid.outer();
        let (left, live, top) = (self.live_left(index), self.sheet.live(), self.sheet.top);
        let mut marks = Vec::new();

        let (first, last) = self.numbers(puzzles.clone());
        let range = self.language.range(first, last);
        let title = self.language.answers().to_owned();
        Head::new(&self.design).draw(&mut marks, (left, top), live, title, range);

        let places: Vec<_> = page
            .corners
            .iter()
            .map(|(x, y)| (left + x, top + y))
            .zip(puzzles)
            .collect();
        for &(corner, _) in &places {
            marks.push(Mark::Stamp {
                stamp: Stamps::ANSWER,
                corner,
            });
        }
        let number = Type::new(self.figures().strong, style.number);
        let reference = Type::new(self.figures().regular, style.number * 0.95);
        for &((x, y), puzzle) in &places {
            let at = (x, y - style.caption_gap);
            draw::left(&mut marks, at, number, self.number(puzzle).to_string());
        }
        for &((x, y), puzzle) in &places {
            let at = (x + outer, y - style.caption_gap);
            let page = self.plan.puzzle_page(puzzle);
            draw::right(&mut marks, at, reference, self.language.puzzle_on(page));
        }
        self.answer_digits(&mut marks, page.grid, &places);
        self.foot(
            &mut marks,
            index,
            Inside::Text(self.language.answers().to_owned()),
        );
        marks
    }

    /// The digits of answers in grids at these corners: those that are given bolder than the others.
    pub(super) fn answer_digits(
        &self,
        marks: &mut Vec<Mark>,
        grid: GridStyle,
        places: &[(Point, usize)],
    ) {
        // All given digits, then all found ones: a page changes its face once.
        let faces = self.figures();
        for (face, given) in [(faces.strong.first(), true), (faces.regular.first(), false)] {
            for &(corner, puzzle) in places {
                let puzzle = &self.puzzles[puzzle];
                let digits = Cell::ALL
                    .into_iter()
                    .filter(|&cell| puzzle.givens()[cell].is_some() == given)
                    .map(|cell| (cell, puzzle.solution()[cell]));
                grid.digits(marks, corner, face, digits);
            }
        }
    }
}
