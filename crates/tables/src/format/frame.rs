//! The blocks that the frame of a drawn grid shows: bars, wider gaps and empty columns between
//! cells, borders and empty lines between rows. Each reader of drawn grids asks [`check_frame`], so
//! that no grid with other blocks becomes a puzzle with the blocks of this program.

use super::candidates::is_bar;
use super::cell_field::{delimiter, parse_cell};
use super::error::ReadError;
use super::grid_row::{is_border, unquoted};
use super::tokens::Line;
use grid::{AnyGrid, GridShape};

/// The weight of a border. Each empty line weighs 1.
const BORDER: u8 = 80;
const HEAVY_BORDER: u8 = 2 * BORDER;
/// Maximum number of characters outside the outer bars.
const MAX_LABEL_CHARS: usize = 3;

/// The lines that a frame draws, by the number of rows or columns before each.
type Lines = Vec<usize>;

/// Fails if the frame of a grid shows other blocks than the grid has. `rows` are the indices of the
/// lines with its rows.
///
/// # Errors
/// The place of the frame, the blocks that it shows, and a remedy.
pub(super) fn check_frame(
    lines: &[Line<'_>],
    rows: &[usize],
    shape: GridShape,
) -> Result<(), ReadError> {
    let across = lines_between_rows(lines, rows);
    let down = lines_between_columns(lines, rows, shape.side());
    check_lines(&across, &down, shape)
        .map_err(|reason| ReadError::in_line(lines[rows[0]].number, reason))
}

/// Fails if lines between rows, or between columns, are no sides of blocks. `down` is `None` if the
/// rows differ.
///
/// # Errors
/// The blocks that the lines show, and a remedy.
pub(super) fn check_lines(
    across: &Lines,
    down: &Option<Lines>,
    shape: GridShape,
) -> Result<(), String> {
    let [rows, columns] = [shape.block_rows(), shape.block_columns()];
    let size = shape.label();
    let expected = format!("expected a frame of blocks with {rows} rows and {columns} columns");
    let Some(down) = down else {
        return Err(format!(
            "{expected}, as every {size} has here, found blocks of different shapes; irregular \
             blocks are not supported: leave the grid out, or draw it without a frame if the frame \
             is wrong"
        ));
    };
    let fits = |lines: &Lines, block: usize| lines.iter().all(|at| at.is_multiple_of(block));
    if fits(across, rows) && fits(down, columns) {
        return Ok(());
    }
    let side = shape.side();
    let turned = rows != columns
        && (across.is_empty() || *across == multiples(columns, side))
        && (down.is_empty() || *down == multiples(rows, side));
    if turned {
        return Err(format!(
            "{expected}, as every {size} has here, found blocks with {columns} rows and {rows} \
             columns; exchange rows and columns: the first column becomes the first row"
        ));
    }
    let mut found = Vec::new();
    for (lines, name) in [(across, "row"), (down, "column")] {
        if !lines.is_empty() {
            let numbers: Vec<String> = lines.iter().map(usize::to_string).collect();
            found.push(format!("lines after {name} {}", numbers.join(", ")));
        }
    }
    Err(format!(
        "{expected}, as every {size} has here, found {}; correct the frame, or leave the grid out if \
         its blocks are different",
        found.join(" and ")
    ))
}

/// Explains that a solution has blocks of the other direction: 3 rows and 2 columns in 6x6.
pub(crate) fn check_blocks(solution: &AnyGrid) -> Result<(), String> {
    let shape = solution.shape();
    let [rows, columns] = [shape.block_rows(), shape.block_columns()];
    if rows == columns || !solution.is_full() || !solution.has_conflict() {
        return Ok(());
    }
    let mut turned = AnyGrid::empty(shape);
    for (cell, digit) in solution.filled() {
        turned.set(cell % shape.side() * shape.side() + cell / shape.side(), Some(digit));
    }
    if turned.has_conflict() {
        return Ok(());
    }
    let lines = |block| multiples(block, shape.side());
    check_lines(&lines(columns), &Some(lines(rows)), shape)
}

/// Returns the multiples of a block between the first and the last row or column.
fn multiples(block: usize, side: usize) -> Lines {
    (1..side).filter(|at| at.is_multiple_of(block)).collect()
}

/// Returns the positions of the weights above the smallest one.
fn heavier(weights: &[u8]) -> Lines {
    let smallest = weights.iter().min().copied().unwrap_or(0);
    let heavier = weights.iter().enumerate().filter(|(_, weight)| **weight > smallest);
    heavier.map(|(at, _)| at + 1).collect()
}

fn lines_between_rows(lines: &[Line<'_>], rows: &[usize]) -> Lines {
    let mut weights = Vec::new();
    for pair in rows.windows(2) {
        // A row of LaTeX may end in a rule.
        let is_ruled = lines[pair[0]].text.trim_end().ends_with("line");
        let mut border = if is_ruled { BORDER } else { 0 };
        let mut empty = 0_u8;
        for line in &lines[pair[0] + 1..pair[1]] {
            if line.is_empty() {
                empty = (empty + 1).min(BORDER - 1);
            } else if line.text.contains(['=', '━', '═']) {
                border = HEAVY_BORDER;
            } else {
                border = border.max(BORDER);
            }
        }
        weights.push(border + empty);
    }
    heavier(&weights)
}

/// Returns the lines between columns; `None` if they differ from row to row.
fn lines_between_columns(lines: &[Line<'_>], rows: &[usize], side: usize) -> Option<Lines> {
    let mut barred: Vec<Lines> = Vec::new();
    let mut spaced: Vec<Lines> = Vec::new();
    let closed = rows.iter().filter(|row| lines[**row].text.trim_end().ends_with(is_bar));
    // A rating may stand behind the last row.
    let is_closed = closed.count() + 1 >= rows.len();
    for row in rows {
        match ColumnWeights::weigh(&lines[*row].text, side, is_closed) {
            Some(ColumnWeights::Bars(weights)) => barred.push(heavier(&weights)),
            Some(ColumnWeights::Spaces(weights)) => spaced.push(heavier(&weights)),
            None => {}
        }
    }
    barred.extend(latex_columns(lines, rows[0], side));
    barred.retain(|lines| !lines.is_empty());
    if let Some(first) = barred.first() {
        return barred.iter().all(|lines| lines == first).then(|| first.clone());
    }
    // Spaces of a hand may differ from row to row.
    let is_regular = spaced.len() == rows.len() && spaced.iter().all(|lines| *lines == spaced[0]);
    Some(if is_regular { spaced.swap_remove(0) } else { Lines::new() })
}

/// Returns the bars of a LaTeX table: `\begin{tabular}{|cc|cc|cc|}`.
fn latex_columns(lines: &[Line<'_>], first: usize, side: usize) -> Option<Lines> {
    let above = lines[..first].iter().rev().find(|line| !is_border(line.text.trim()))?;
    let (before, columns) = above.text.trim().strip_suffix('}')?.rsplit_once('{')?;
    let columns: String = columns.chars().filter(|c| !c.is_whitespace()).collect();
    let count = columns.chars().filter(|c| "clr".contains(*c)).count();
    if !before.contains("\\begin") || count != side {
        return None;
    }
    let mut weights = Vec::new();
    for c in columns.chars() {
        match weights.last_mut() {
            _ if c != '|' => weights.push(0),
            Some(weight) => *weight += 1,
            None => {}
        }
    }
    weights.pop();
    Some(heavier(&weights))
}

/// Returns the indices of the empty fields between the blocks of a row, if there is one between all
/// blocks of one width, for a grid with one of these numbers of columns.
pub(super) fn empty_columns(
    fields: &[&str],
    sides: impl IntoIterator<Item = usize>,
) -> Option<Vec<usize>> {
    for side in sides {
        let blocks = (fields.len() + 1).saturating_sub(side);
        if blocks < 2 || blocks >= side || !side.is_multiple_of(blocks) {
            continue;
        }
        let width = side / blocks;
        let gaps: Vec<usize> = (1..blocks).map(|block| block * (width + 1) - 1).collect();
        if gaps.iter().all(|gap| fields[*gap].trim().is_empty()) {
            return Some(gaps);
        }
    }
    None
}

/// The weights of what stands between the columns of a row.
enum ColumnWeights {
    Bars(Vec<u8>),
    /// The numbers of spaces between signs. There is no bar.
    Spaces(Vec<u8>),
}

impl ColumnWeights {
    /// Weighs what stands between the columns of a row. `is_closed` means that rows end in a bar.
    /// Returns `None` if the text does not tell.
    fn weigh(text: &str, side: usize, is_closed: bool) -> Option<Self> {
        let text = unquoted(text);
        if let Some(delimiter) = delimiter(text) {
            return Self::of_fields(&text.split(delimiter).collect::<Vec<_>>(), side);
        }
        let chars: Vec<char> = text.trim_end().chars().collect();
        let bars: Vec<usize> = (0..chars.len()).filter(|at| is_bar(chars[*at])).collect();
        let (first, last) = match (bars.first(), bars.last()) {
            (Some(first), Some(last)) => (*first, *last),
            _ => return Self::of_cells(&chars, side),
        };
        // A label may stand before the first bar, and a short text behind the last one.
        let is_label = |part: &[char]| part.len() <= MAX_LABEL_CHARS;
        let (before, behind) = (&chars[..first], &chars[last + 1..]);
        let mut insides = vec![&chars[..]];
        insides.extend(is_label(before).then(|| &chars[first..]));
        insides.extend(is_label(behind).then(|| &chars[..=last]));
        insides.extend((is_label(before) && is_label(behind)).then(|| &chars[first..=last]));
        let explicit = insides.into_iter().find_map(|inside| Self::of_cells(inside, side));
        explicit.or_else(|| Self::of_widths(&chars, side, is_closed))
    }

    /// Weighs the empty columns between the fields of a row.
    fn of_fields(fields: &[&str], side: usize) -> Option<Self> {
        let gaps = empty_columns(fields, [side]).unwrap_or_else(|| {
            (0..fields.len()).filter(|at| fields[*at].trim().is_empty()).collect()
        });
        if gaps.is_empty() || fields.len() - gaps.len() != side {
            return None;
        }
        let mut weights = vec![0; side - 1];
        for (before, gap) in gaps.into_iter().enumerate() {
            if let Some(weight) = gap.checked_sub(before + 1).and_then(|at| weights.get_mut(at)) {
                *weight = 1;
            }
        }
        Some(Self::Bars(weights))
    }

    /// Weighs what stands between the cells, if all of them have signs.
    fn of_cells(chars: &[char], side: usize) -> Option<Self> {
        let is_cell = |c: char| parse_cell(c).is_some();
        if chars.iter().any(|c| !(is_cell(*c) || *c == ' ' || is_bar(*c))) {
            return None;
        }
        let signs: Vec<usize> = (0..chars.len()).filter(|at| is_cell(chars[*at])).collect();
        let has_bars = chars.iter().any(|c| is_bar(*c));
        let mut gaps: Vec<&[char]> = Vec::new();
        for pair in signs.windows(2) {
            let gap = &chars[pair[0] + 1..pair[1]];
            // The digits of a group of candidates touch.
            if signs.len() == side || !gap.is_empty() {
                gaps.push(gap);
            }
        }
        if gaps.len() + 1 != side || signs.len() != side && !has_bars {
            return None;
        }
        let weigh_bars = |gap: &&[char]| gap.iter().map(|c| bar_weight(*c)).take(100).sum();
        if has_bars {
            return Some(Self::Bars(gaps.iter().map(weigh_bars).collect()));
        }
        Some(Self::Spaces(gaps.iter().map(|gap| gap.len().min(200) as u8).collect()))
    }

    /// Weighs the bars of a row whose blanks are spaces: the widths between bars tell the columns.
    fn of_widths(chars: &[char], side: usize, is_closed: bool) -> Option<Self> {
        // The spaces of an empty block at the end of a line may be missing.
        let mut chars = chars.to_vec();
        if !is_closed && chars.last().is_some_and(|c| is_bar(*c)) {
            chars.push(' ');
        }
        let begin = chars.iter().position(|c| is_bar(*c)).filter(|at| *at <= MAX_LABEL_CHARS);
        let whole = BarParts::new(&chars);
        let inner = BarParts::new(&chars[begin.map_or(0, |at| at + 1)..]);
        let parts = if whole.widths.len() == side || !is_closed && inner.widths.len() != side {
            whole
        } else {
            inner
        };
        parts.weights(side, is_closed)
    }
}

/// The parts of a row between its bars.
struct BarParts {
    widths: Vec<usize>,
    /// The weights of the bars between the parts.
    bars: Vec<u8>,
}

impl BarParts {
    fn new(chars: &[char]) -> Self {
        let mut parts = Self { widths: Vec::new(), bars: Vec::new() };
        let (mut width, mut weight) = (0, 0_u8);
        for c in chars {
            if is_bar(*c) {
                weight = weight.saturating_add(bar_weight(*c));
                continue;
            }
            if weight > 0 {
                parts.widths.push(width);
                parts.bars.push(weight);
                (width, weight) = (0, 0);
            }
            width += 1;
        }
        parts.widths.push(width);
        parts
    }

    /// Returns the weights between the columns.
    fn weights(mut self, side: usize, is_closed: bool) -> Option<ColumnWeights> {
        if !is_closed && let [first, .., last] = &mut self.widths[..] {
            // The number of spaces at the end of a line is arbitrary.
            *last = (*first).max(*last);
        }
        let count = self.widths.len();
        let total: usize = self.widths.iter().sum();
        if count == side {
            return Some(ColumnWeights::Bars(self.bars));
        }
        if count < 2 || total < side {
            return None;
        }
        let (narrowest, widest) = (self.widths.iter().min()?, self.widths.iter().max()?);
        let is_even = total != side && widest - narrowest <= 1 && side.is_multiple_of(count);
        let mut columns = vec![0; side - 1];
        let mut passed = 0;
        for (at, weight) in self.bars.iter().enumerate() {
            passed += self.widths[at];
            let column =
                if is_even { (at + 1) * side / count } else { (passed * side + total / 2) / total };
            *columns.get_mut(column.checked_sub(1)?)? = *weight;
        }
        Some(ColumnWeights::Bars(columns))
    }
}

/// Returns the weight of a bar; 0 for another character.
fn bar_weight(c: char) -> u8 {
    match c {
        '┃' | '║' | '┇' | '┋' => 2,
        _ => u8::from(is_bar(c)),
    }
}
