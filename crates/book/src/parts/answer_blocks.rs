//! The answers of a class: a row or a block of grids for each sheet.

use super::answer_grids::{MAX_COLUMNS, MAX_GAP, MAX_ROWS, caption_height, live_width};
use super::{BookDesign, GridLayout, GridRoom, GridStyle, column};

/// The smallest digits of answers that form a block for each sheet, in points: the second size is
/// for pages on which no block has the first.
const MIN_BLOCK_DIGITS: [f64; 2] = [9.0, 8.0];
/// The largest digits of these answers, in cells.
const MAX_BLOCK_DIGIT: f64 = 0.9;

/// The number of answers of a class, and of a sheet.
#[derive(Clone, Copy)]
pub(super) struct ClassAnswers {
    pub all: usize,
    pub of_sheet: usize,
}

/// Blocks of answers, one for each sheet of a class.
#[derive(Clone, Copy)]
struct AnswerBlocks {
    /// The columns and rows of a block.
    wide: usize,
    high: usize,
    /// The columns and rows of blocks.
    across: usize,
    down: usize,
    cell: f64,
}

/// The lengths of blocks of answers.
struct BlockLengths {
    /// The width and the height of the page.
    width: f64,
    height: f64,
    /// The gap between grids, and the gap that blocks have more than that.
    gap: f64,
    aside: f64,
}

impl BlockLengths {
    /// Returns the gaps between grids and blocks in a row or a column.
    fn gaps(&self, grids: usize, blocks: usize) -> f64 {
        (grids - 1) as f64 * self.gap + (blocks - 1) as f64 * self.aside
    }

    /// Returns the length of grids in blocks.
    fn length(&self, grids: usize, blocks: usize, grid: f64) -> f64 {
        grids as f64 * (grid + self.gap) - self.gap + (blocks - 1) as f64 * self.aside
    }

    /// Returns the share of each gap between blocks in the spare room, up to a limit.
    fn shared(&self, spare: f64, blocks: usize) -> f64 {
        if blocks == 1 { 0.0 } else { (spare / (blocks - 1) as f64).min(MAX_GAP * self.gap) }
    }
}

/// Returns the blocks on the fewest pages whose digits have at least the size `least`. Among equals
/// it takes those with the largest cells.
fn best_blocks(
    design: &BookDesign,
    lengths: &BlockLengths,
    class: ClassAnswers,
    least: f64,
) -> Option<AnswerBlocks> {
    let (style, of_sheet) = (&design.keys.answers, class.of_sheet);
    let largest = MAX_BLOCK_DIGIT.max(style.digit);
    let beside = style.block + design.code_beside_answer();
    let above = caption_height(design) + style.caption_gap + style.block;
    let mut best: Option<(AnswerBlocks, usize)> = None;
    for high in 1..=of_sheet {
        // The last row of a block may have free places: seven puzzles form rows of four and three.
        let wide = of_sheet.div_ceil(high);
        if wide < high || wide * (high - 1) >= of_sheet {
            continue;
        }
        for across in 1..=MAX_COLUMNS {
            for down in 1..=MAX_ROWS {
                let (columns, rows) = (wide * across, high * down);
                let width = lengths.width - lengths.gaps(columns, across);
                let height = lengths.height - lengths.gaps(rows, down);
                let by_width = width / columns as f64 - beside;
                let by_height = height / rows as f64 - above;
                let cell =
                    (by_width.min(by_height) / GridStyle::CELLS).min(design.keys.puzzle.max_cell);
                let pages = class.all.div_ceil(of_sheet * across * down);
                let is_better = match best {
                    Some((blocks, fewest)) => {
                        pages < fewest || pages == fewest && cell > blocks.cell
                    }
                    None => true,
                };
                if cell * largest >= least && is_better {
                    best = Some((AnswerBlocks { wide, high, across, down, cell }, pages));
                }
            }
        }
    }
    best.map(|(blocks, _)| blocks)
}

/// Finds the arrangement of the answers of a class on the fewest pages where each sheet is a row or
/// a block and its digits have at least the size `least`, in points. Among equals it takes the one
/// with the largest digits.
fn arrange_blocks(room: GridRoom, class: ClassAnswers, least: f64) -> Option<GridLayout> {
    let GridRoom { design, area, .. } = room;
    let style = &design.keys.answers;
    let head = column::head_height(design);
    let caption = caption_height(design) + style.caption_gap;
    let (beside, of_sheet) = (design.code_beside_answer(), class.of_sheet);
    let lengths = BlockLengths {
        width: live_width(room),
        height: area.live_height() - head,
        gap: style.grid_gap,
        // The gap between blocks is wider than the gap inside them, unless a block is a single
        // grid.
        aside: if of_sheet > 1 { style.grid_gap } else { 0.0 },
    };
    let least = least.max(style.min_digit);
    let AnswerBlocks { wide, high, across, down, cell } =
        best_blocks(design, &lengths, class, least)?;
    let digit = style.digit.max(least / cell);
    let grid = style.grid(cell, digit);
    let (outer, unit) = (grid.outer() + beside, caption + grid.outer());
    let width = lengths.length(across * wide, across, outer);
    let more = lengths.shared(lengths.width - width, across);
    let height = lengths.length(down * high, down, unit);
    let below = lengths.shared(lengths.height - height, down);
    let left = (lengths.width - width - (across - 1) as f64 * more) / 2.0;
    let (gap, aside) = (lengths.gap, lengths.aside);
    let places = (0..of_sheet * across * down).map(|place| {
        let (block, within) = (place / of_sheet, place % of_sheet);
        let (column, row) = (block % across, block / across);
        let x =
            (column * wide + within % wide) as f64 * (outer + gap) + column as f64 * (aside + more);
        let y = (row * high + within / wide) as f64 * (unit + gap) + row as f64 * (aside + below);
        (left + x, head + y + caption)
    });
    Some(GridLayout { grid, corners: places.collect(), caption, group_size: of_sheet })
}

/// Finds the arrangement of the answers of a class with legible digits, the larger ones if
/// possible; `None` if no block of a sheet fits.
pub(super) fn arrange(room: GridRoom, class: ClassAnswers) -> Option<GridLayout> {
    MIN_BLOCK_DIGITS.iter().find_map(|&least| arrange_blocks(room, class, least))
}
