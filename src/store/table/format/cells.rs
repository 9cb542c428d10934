//! Parses a single line of text: either 81 cells, or the nine cells of a row.

use crate::sudoku::grid::{Cell, Digit, Grid};

/// A column, counted from 1, and what is wrong there.
pub(in crate::store::table) type Wrong = (usize, String);

/// The cells of a row.
pub(in crate::store::table) type NineCells = [Option<Digit>; 9];

/// Parses a cell; `None` for any other character, including a space.
fn cell(c: char) -> Option<Option<Digit>> {
    match c {
        '1'..='9' => Some(Digit::new(c as u8 - b'0')),
        '.' | '0' | '_' | '*' | 'X' | 'x' => Some(None),
        _ => None,
    }
}

/// Parses a cell, where a space is a blank.
fn cell_or_space(c: char) -> Option<Option<Digit>> {
    if c == ' ' { Some(None) } else { cell(c) }
}

/// Whether this character separates the blocks of a row.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║')
}

/// Whether a line is a border above, below or between blocks.
pub(in crate::store::table) fn is_drawn(text: &str) -> bool {
    let dash = |c: char| matches!(c, '-' | '=' | '─' | '━' | '═');
    let drawn = |c: char| {
        dash(c) || matches!(c, '+' | '*' | '|' | '.' | ':' | '\'' | ' ' | '\u{2500}'..='\u{257f}')
    };
    text.chars().all(drawn) && text.chars().filter(|&c| dash(c)).count() >= 3
}

/// Whether a line is meant as a row of nine cells rather than 81. Nine cells take at most 40
/// characters, even when spaced out.
pub(in crate::store::table) fn is_short(text: &str) -> bool {
    text.chars().any(is_bar) || text.trim().chars().count() <= 40
}

/// Whether a line has enough cells to be an invalid row rather than other text.
pub(in crate::store::table) fn resembles_row(text: &str) -> bool {
    text.chars().filter(|&c| cell(c).is_some()).count() >= 5
}

/// Parses a line of 81 cells. A comment may follow after `#`.
pub(in crate::store::table) fn grid(text: &str) -> Result<Grid, Wrong> {
    // Fast path for almost all lines.
    if let Ok(grid) = text.parse() {
        return Ok(grid);
    }
    let text = text.split_once('#').map_or(text, |(before, _)| before);
    let trimmed = text.trim();
    if let Ok(grid) = trimmed.parse() {
        return Ok(grid);
    }
    let width = text.trim_end().chars().count();
    if width <= Cell::COUNT && text.chars().count() >= Cell::COUNT {
        // Spaces at the end may be blanks.
        let cells: Option<Vec<_>> = text.chars().take(Cell::COUNT).map(cell_or_space).collect();
        if let Some(cells) = cells.and_then(|cells| cells.try_into().ok()) {
            return Ok(Grid::new(cells));
        }
    }
    Err(wrong_line(text))
}

/// Why a text is not 81 cells: the first invalid character, or the number of cells.
fn wrong_line(text: &str) -> Wrong {
    let indent = text.chars().take_while(|c| c.is_whitespace()).count();
    let mut found = 0;
    for (i, c) in text.trim_end().chars().enumerate().skip(indent) {
        if found == Cell::COUNT {
            return (i + 1, format!("expected the line to end after 81 cells, found {c:?}"));
        }
        if cell_or_space(c).is_none() {
            return (i + 1, no_cell(c));
        }
        found += 1;
    }
    (indent + found + 1, format!("expected 81 cells, found {found}"))
}

fn no_cell(c: char) -> String {
    format!("expected a digit or a blank (. 0 _ * X), found {c:?}")
}

/// Parses the nine cells of a row.
pub(in crate::store::table) fn row(text: &str) -> Result<NineCells, Wrong> {
    let chars: Vec<char> = text.trim_end().chars().collect();
    if let Some(at) =
        chars.iter().position(|&c| !is_bar(c) && !c.is_whitespace() && cell(c).is_none())
    {
        return Err((at + 1, no_cell(chars[at])));
    }
    let alone: Vec<_> = chars.iter().filter_map(|&c| cell(c)).collect();
    let count = alone.len();
    let cells = if count == 9 {
        Some(alone)
    } else if chars.iter().copied().any(is_bar) {
        boxed(text)
    } else if chars.len() <= 9 && text.chars().count() >= 9 {
        text.chars().take(9).map(cell_or_space).collect()
    } else {
        None
    };
    cells.and_then(|cells| cells.try_into().ok()).ok_or_else(|| {
        let why = format!("expected 81 cells in a line or 9 in a row (9x9 only), found {count}");
        (chars.len() + 1, why)
    })
}

/// Parses a row with bars, where spaces are blanks: `|5 3|   | 7 |`, `| 5   3 |       |   7   |`, or a
/// bar after every cell. Both outer bars may be missing.
fn boxed(text: &str) -> Option<Vec<Option<Digit>>> {
    // Count the bars to detect outer ones: the first or last block may consist of spaces.
    let bars = text.chars().filter(|&c| is_bar(c)).count();
    let outer = matches!(bars, 4 | 10);
    let inner = if outer { text.trim_start().strip_prefix(is_bar)? } else { text };
    let closed = if outer { inner.trim_end().strip_suffix(is_bar) } else { None };
    let mut parts: Vec<Vec<char>> =
        closed.unwrap_or(inner).split(is_bar).map(|part| part.chars().collect()).collect();
    if closed.is_none() {
        // The number of spaces at the end of a line is arbitrary.
        let width = parts.first()?.len();
        let last = parts.last_mut()?;
        while last.last() == Some(&' ') {
            last.pop();
        }
        last.resize(last.len().max(width), ' ');
    }
    let mut cells = Vec::new();
    for part in &parts {
        let signs: Vec<char> = part.iter().copied().filter(|&c| c != ' ').collect();
        let chosen = match (parts.len(), part.len()) {
            (9, _) => vec![signs.first().copied().unwrap_or(' ')],
            (3, 3) => part.clone(),
            (3, 7) => vec![part[1], part[3], part[5]],
            _ => return None,
        };
        // All characters that are not a cell must be spaces, or a cell would be lost.
        if chosen.iter().filter(|&&c| c != ' ').count() != signs.len() {
            return None;
        }
        for c in chosen {
            cells.push(cell_or_space(c)?);
        }
    }
    Some(cells)
}
