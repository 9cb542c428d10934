//! The pages with puzzles, and the page that opens a level.

use super::{Inside, OPTICAL, Sheet, Stamps, Volume};
use crate::book::draw::{self, GridStyle, Type};
use crate::book::page::{Mark, Stamp};
use crate::book::template::{Design, Weight};
use crate::book::text;
use crate::book::volume::Span;
use std::ops::Range;

/// Between the columns of a page at least this part of a cell.
const COLUMN_GAP: f64 = 0.95;
/// Between the rows of a page at least this many cells more than between caption and grid.
const ROW_GAP: f64 = 1.5;
/// How much of the height that is left over goes between the rows, for each gap.
const ROW_SHARE: f64 = 0.22;
/// From a grid down to the line for time and date, in sizes of its type.
const LOG_GAP: f64 = 1.5;

/// Where puzzles stand on their pages. Measured from the left and the top of the live area to the
/// outer corner of each frame, in reading order.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct PuzzlePage {
    pub grid: GridStyle,
    corners: Vec<(f64, f64)>,
}

impl PuzzlePage {
    /// The arrangement that the design has for pages of this width. Where its cells would be too
    /// small, because the page is low or the gutter wide, rows are left out, and then those for
    /// narrower pages are tried; if none will do, the first, however small its cells.
    pub fn new(design: &Design, sheet: &Sheet) -> Self {
        let ways = design.arrangements_for(sheet.width);
        let ways = ways.flat_map(|a| (1..=a.rows).rev().map(move |rows| (a.columns, rows)));
        let mut pages = ways
            .map(|way| Self::arranged(design, sheet, way))
            .peekable();
        let first = pages.peek().cloned();
        let fits = pages.find(|page| page.grid.cell >= design.puzzle.cell_least);
        fits.or(first)
            .expect("one arrangement has trim_width_from = 0")
    }

    /// The largest cells that fit, however small that is, and places for their grids.
    fn arranged(design: &Design, sheet: &Sheet, way: (usize, usize)) -> Self {
        let style = &design.puzzle;
        let (columns, rows) = (way.0 as f64, way.1 as f64);
        let caption = caption_height(design) + style.caption_gap;
        let log = log_height(design);

        // Solve for the cell: widths and heights of grids, captions, logs and least gaps.
        let by_width =
            (sheet.live() - columns * style.block) / (9.0 * columns + COLUMN_GAP * (columns - 1.0));
        let fixed = rows * (caption + style.block + log) + (rows - 1.0) * (style.caption_gap);
        let by_height = (sheet.room() - fixed) / (9.0 * rows + ROW_GAP * (rows - 1.0));
        let cell = by_width.min(by_height).min(style.cell_most);
        let grid = GridStyle {
            cell,
            digit: style.digit,
            thin: style.thin,
            block: style.block,
        };

        let outer = grid.outer();
        let spare = sheet.live() - columns * outer;
        let column_gap = (spare / (columns + 1.0))
            .max(COLUMN_GAP * cell)
            .min(2.0 * cell);
        let left = (spare - (columns - 1.0) * column_gap) / 2.0;

        let least = style.caption_gap + ROW_GAP * cell;
        let unit = caption + outer + log;
        let free = sheet.room() - rows * unit - (rows - 1.0) * least;
        let row_gap = least + ROW_SHARE * free;
        let top = (sheet.room() - rows * unit - (rows - 1.0) * row_gap) * OPTICAL;

        let corners = (0..way.1)
            .flat_map(|row| (0..way.0).map(move |column| (column, row)))
            .map(|(column, row)| {
                (
                    left + column as f64 * (outer + column_gap),
                    top + row as f64 * (unit + row_gap) + caption,
                )
            })
            .collect();
        Self { grid, corners }
    }

    /// The outer corner of a frame, from the corner of the live area.
    pub fn corner(&self, place: usize) -> (f64, f64) {
        self.corners[place]
    }

    /// How many puzzles stand on a page.
    pub fn len(&self) -> usize {
        self.corners.len()
    }
}

/// How high a caption is: its number's capitals or its stars.
pub(super) fn caption_height(design: &Design) -> f64 {
    let number = Type::new(design.figures().strong, design.puzzle.number);
    number.cap().max(design.puzzle.stars)
}

/// How much a line for time and date needs below a grid.
fn log_height(design: &Design) -> f64 {
    if design.puzzle.log {
        let style = Type::new(design.words().regular, design.sizes.body);
        LOG_GAP * style.size + style.cap()
    } else {
        0.0
    }
}

impl Volume {
    pub(super) fn opener(&self, index: usize, span: &Span) -> Vec<Mark> {
        let sizes = &self.design.sizes;
        let middle = self.live_left(index) + self.sheet.live() / 2.0;
        let mut marks = Vec::new();

        let name = Type::new(self.words().regular, sizes.heading * 1.5);
        let mut y = self.sheet.height * 0.36;
        draw::centred(&mut marks, (middle, y), name, text::level_name(span.level));

        let stamp = Stamps::opener(span.level);
        let stars = &self.stamps[stamp];
        y += sizes.heading * 0.8;
        marks.push(Mark::Stamp {
            stamp,
            corner: (middle - stars.width / 2.0, y),
        });

        y += stars.height + sizes.heading * 0.62;
        let rule = sizes.heading * 2.1;
        draw::rule(&mut marks, (middle - rule / 2.0, y), rule);

        let range = Type::new(self.words().italic, sizes.body * 1.2);
        let (first, last) = self.numbers(span.start..span.start + span.len);
        y += range.size * 1.9;
        draw::centred(&mut marks, (middle, y), range, text::puzzles(first, last));
        if let Some(volume) = span.continued_from {
            y += range.size * 1.35;
            draw::centred(&mut marks, (middle, y), range, text::continued_from(volume));
        }

        let body = Type::new(self.words().regular, sizes.body);
        let width = self.sheet.live().min(26.0 * sizes.body);
        y += body.size * 2.3;
        let (fewest, most) = span.givens;
        let sentences = [
            text::level_givens(fewest, most, span.row_col_min),
            text::level_promise(span.level).to_owned(),
        ];
        for sentence in sentences {
            for line in body.face.wrap_evenly(&sentence, body.size, width) {
                draw::centred(&mut marks, (middle, y), body, line);
                y += body.size * 1.45;
            }
            y += body.size * 0.35;
        }
        marks
    }

    pub(super) fn puzzles(&self, index: usize, section: usize, puzzles: Range<usize>) -> Vec<Mark> {
        let span = &self.sections[section];
        let style = &self.design.puzzle;
        let page = &self.puzzle_page;
        let outer = page.grid.outer();
        let places: Vec<_> = page
            .corners
            .iter()
            .map(|(x, y)| (self.live_left(index) + x, self.sheet.top + y))
            .zip(puzzles.clone())
            .collect();
        let mut marks = Vec::new();

        let number = Type::new(self.figures().strong, style.number);
        let height = caption_height(&self.design);
        for &((x, y), puzzle) in &places {
            marks.push(Mark::Stamp {
                stamp: Stamps::PUZZLE,
                corner: (x, y),
            });
            // Number and stars on one middle line.
            let middle = y - style.caption_gap - height / 2.0;
            let stamp = Stamps::caption(span.level);
            let stars = &self.stamps[stamp];
            marks.push(Mark::Stamp {
                stamp,
                corner: (x + outer - stars.width, middle - stars.height / 2.0),
            });
            let at = (x, middle + number.cap() / 2.0);
            draw::left(&mut marks, at, number, self.number(puzzle).to_string());
        }
        let face = match self.design.faces.givens {
            Weight::Regular => self.figures().regular,
            Weight::Strong => self.figures().strong,
        };
        for &(corner, puzzle) in &places {
            let givens = self.puzzles[puzzle].givens();
            page.grid.digits(&mut marks, corner, face, givens.filled());
        }
        if style.log {
            for &((x, y), puzzle) in &places {
                self.log(&mut marks, (x, y + outer), puzzle);
            }
        }

        // Where each puzzle says its answer's page, the foot need not, and is the same on all pages.
        if style.log {
            self.foot(&mut marks, index, Inside::Stamp(Stamps::foot(section)));
        } else {
            let answers = (
                self.plan.answer_page(puzzles.start),
                self.plan.answer_page(puzzles.end - 1),
            );
            let foot = self.level_foot(span) + &text::answers_on(answers.0, answers.1);
            self.foot(&mut marks, index, Inside::Text(foot));
        }
        marks
    }

    fn level_foot(&self, span: &Span) -> String {
        let (first, last) = self.numbers(span.start..span.start + span.len);
        text::level_foot(span.level, first, last)
    }

    /// The level and its numbers, for the foot of each of its pages.
    pub(super) fn foot_stamp(&self, span: &Span) -> Stamp {
        let style = Type::new(self.figures().regular, self.design.sizes.foot);
        draw::line(style, self.level_foot(span))
    }

    /// The blanks for time and date below a grid, as wide as the widest page number leaves room
    /// for. Its top is the lower edge of the frame.
    pub(super) fn log_stamp(&self) -> Stamp {
        let style = Type::new(self.words().regular, self.design.sizes.body);
        let outer = self.puzzle_page.grid.outer();
        let y = LOG_GAP * style.size + style.cap();
        let widest =
            text::answer_on(8).replace('8', &"8".repeat(self.page_count().to_string().len()));
        let (between, before) = (style.size * 1.6, style.size * 0.5);
        let words = [text::TIME, text::DATE].map(|word| (word, style.width(word)));
        let taken = style.width(&widest) + words[0].1 + words[1].1 + 2.0 * (between + before);
        let blank = ((outer - taken) / 2.0).min(style.size * 12.0);
        let mut marks = Vec::new();
        let mut pen = 0.0;
        for (word, width) in words {
            draw::left(&mut marks, (pen, y), style, word);
            draw::rule(&mut marks, (pen + width + before, y + 1.5), blank);
            pen += width + before + blank + between;
        }
        Stamp {
            width: outer,
            height: y + style.size * 0.3,
            marks,
        }
    }

    /// The line below a grid, from its lower left corner: time, date, page of the answer.
    fn log(&self, marks: &mut Vec<Mark>, (x, y): (f64, f64), puzzle: usize) {
        let style = Type::new(self.words().regular, self.design.sizes.body);
        marks.push(Mark::Stamp {
            stamp: Stamps::LOG,
            corner: (x, y),
        });
        let answer = text::answer_on(self.plan.answer_page(puzzle));
        let at = (
            x + self.puzzle_page.grid.outer(),
            y + LOG_GAP * style.size + style.cap(),
        );
        draw::right(marks, at, style, answer);
    }
}
