//! Reads one line of text as a row of a grid: nine cells in any frame, with any separator.

use super::candidates::{self, is_bar, is_quote};
use super::cells::{self, NineCells, parse_cell, parse_cell_or_space};
use engine::sudoku::grid::DigitSet;

/// Maximum width of a row in which spaces are blanks.
const MAX_SPACED_WIDTH: usize = 40;

/// The meaning of a line in a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum GridRow {
    /// Nine cells.
    Cells { cells: NineCells, blanks: BlankStyle },
    /// Nine cells with candidates.
    Candidates([DigitSet; 9]),
    /// Digits between spaces that are blanks. The other rows decide the columns.
    Spaced,
    /// Nine dashes: a row of blanks, or a border. If `is_row`, a border is unlikely.
    Dashes { is_row: bool },
    /// Nine spaces, or separators without any cell: a row of blanks, or an empty line between
    /// grids.
    Empty,
    /// An invalid row.
    Invalid,
}

/// The style in which a row shows its blanks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum BlankStyle {
    /// No blanks.
    None,
    /// Dashes.
    Dashes,
    /// Other signs, or empty fields.
    Signs,
}

/// Reads the last row of a grid, with other text after it, such as a rating.
pub(super) fn read_with_tail(text: &str) -> Option<GridRow> {
    let ends = text.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at);
    let heads = ends.collect::<Vec<_>>().into_iter().rev().map(|end| &text[..end]);
    let is_row = |row: &GridRow| matches!(row, GridRow::Cells { .. });
    heads.take(64).find_map(|head| read_row(head).filter(is_row))
}

impl GridRow {
    fn from_cells(cells: NineCells, text: &str) -> Self {
        let blanks = match cells.iter().all(Option::is_some) {
            true => BlankStyle::None,
            false if text.contains('-') => BlankStyle::Dashes,
            false => BlankStyle::Signs,
        };
        Self::Cells { cells, blanks }
    }

    /// Returns the cells of a row. A row without cells is nine blanks.
    pub(super) fn cells(&self) -> NineCells {
        match self {
            Self::Cells { cells, .. } => *cells,
            _ => [None; 9],
        }
    }

    /// Returns true if the line counts as a row. `dashes` means that dashes stand for blanks.
    pub(super) fn counts(&self, dashes: bool) -> bool {
        match self {
            Self::Dashes { is_row } => dashes && *is_row,
            _ => true,
        }
    }

    /// Returns true if the row can stand among rows in which spaces are blanks.
    pub(super) fn can_be_spaced(&self) -> bool {
        matches!(self, Self::Spaced | Self::Empty | Self::Cells { blanks: BlankStyle::None, .. })
    }
}

/// Returns true if a line is a border above, below or between blocks or rows: a drawn one, or a
/// rule of LaTeX such as `\hline`.
pub(super) fn is_border(text: &str) -> bool {
    let is_dash = |c: &char| matches!(c, '-' | '=' | '─' | '━' | '═' | '~' | '╌' | '┄');
    let is_drawn =
        |c: char| is_dash(&c) || "+*|.:'`, ".contains(c) || matches!(c, '\u{2500}'..='\u{257f}');
    if text.starts_with('\\') {
        return text.ends_with("line") || text.ends_with("rule");
    }
    text.chars().all(is_drawn) && text.chars().filter(is_dash).count() >= 3
}

/// Returns true if a line separates the head of a Markdown table from its rows: `|-|:-:|`.
pub(super) fn is_head_separator(text: &str) -> bool {
    text.contains('|') && text.contains('-') && text.chars().all(|c| "|-: ".contains(c))
}

/// Returns true if a line is a row without any cell: nine spaces, or nine empty fields as a
/// spreadsheet saves them.
pub(super) fn is_empty_row(text: &str) -> bool {
    let is_separator = |c: &char| matches!(c, ',' | ';' | '\t');
    let is_empty = text.chars().all(|c| is_separator(&c) || matches!(c, ' ' | '"'));
    is_empty && (8..=9).contains(&text.chars().filter(is_separator).count()) || text == "         "
}

/// Returns true if a line can only be a row or a border of a drawn grid.
pub(super) fn is_drawn(text: &str) -> bool {
    let is_row = || !matches!(read_row(text), None | Some(GridRow::Spaced));
    let trimmed = text.trim();
    let is_nine = trimmed.chars().count() == 9 && trimmed.chars().all(|c| parse_cell(c).is_some());
    is_nine || is_border(trimmed) || is_empty_row(text) || is_row()
}

/// Returns true if a line has words, and is neither a puzzle nor a row of a drawn grid.
pub(super) fn is_title(line: &[u8]) -> bool {
    let text = cells::normalize(line);
    text.contains(char::is_alphabetic)
        && !text.trim_start().starts_with(['[', '{', '<'])
        && cells::read_line(&text) == cells::LineReading::Other
        && cells::find_damaged_run(&text).is_none()
        && cells::find_row_cells(&text, false).is_none()
        && !is_drawn(&text)
        && !is_damaged_row(&text)
}

/// Reads a line as a row. Returns `None` if the line is no row.
pub(super) fn read_row(text: &str) -> Option<GridRow> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return None;
    }
    if let Some(dashes) = read_dashes(trimmed) {
        return Some(dashes);
    }
    let bars = trimmed.chars().filter(|c| is_bar(*c)).count();
    if bars >= 2 {
        return read_barred(text).or_else(|| read_unbarred(text));
    }
    read_separated(text.trim_matches(' ')).or_else(|| read_unbarred(text))
}

/// Reads nine dashes, with or without spaces and bars.
fn read_dashes(text: &str) -> Option<GridRow> {
    let only_dashes = text.chars().all(|c| c == '-' || c == ' ' || is_bar(c));
    if !only_dashes || text.chars().filter(|c| *c == '-').count() != 9 {
        return None;
    }
    let isolated = !text.contains("--");
    let in_blocks = text.chars().filter(|c| is_bar(*c)).count() <= 4;
    Some(GridRow::Dashes { is_row: isolated && in_blocks || text == "---------" })
}

/// Reads a row with bars around its blocks or its cells; spaces are blanks. The outer bar may be
/// missing on either side. If both outer bars are there, a label may stand before the first one,
/// and a short text after the last one.
fn read_barred(text: &str) -> Option<GridRow> {
    let mut parts: Vec<&str> = text.split(is_bar).collect();
    // Blocks may have double bars between them.
    if !matches!(parts.len(), 3..=5 | 9..=11) {
        parts = join_double_bars(parts);
    }
    let is_outer = |part: &str| part.trim().chars().count() <= 3;
    match parts.len() {
        5 | 11 if is_outer(parts[0]) => {
            parts.pop();
            parts.remove(0);
        }
        4 | 10 if parts[0].trim().is_empty() => _ = parts.remove(0),
        4 | 10 if is_outer(parts[parts.len() - 1]) => _ = parts.pop(),
        3 | 9 => {}
        _ => return None,
    }
    let closed = text.trim_end().ends_with(is_bar);
    match parts.len() {
        9 => read_nine_parts(&parts, text),
        3 => read_three_parts(&parts, closed, text),
        _ => None,
    }
}

/// Joins the bars of `||`: removes empty parts, except at the ends.
fn join_double_bars(parts: Vec<&str>) -> Vec<&str> {
    let last = parts.len() - 1;
    let kept = parts.into_iter().enumerate();
    kept.filter(|(i, part)| *i == 0 || *i == last || !part.is_empty())
        .map(|(_, part)| part)
        .collect()
}

fn read_nine_parts(parts: &[&str], text: &str) -> Option<GridRow> {
    let parts: Vec<&str> =
        parts.iter().map(|part| part.trim_matches(|c: char| c == ' ' || is_quote(c))).collect();
    if let Some(cells) =
        parts.iter().map(|part| cells::parse_field(part)).collect::<Option<Vec<_>>>()
    {
        return Some(GridRow::from_cells(cells.try_into().ok()?, text));
    }
    let marks: Vec<_> =
        parts.iter().map(|part| candidates::parse_group(part)).collect::<Option<_>>()?;
    Some(GridRow::Candidates(marks.try_into().ok()?))
}

fn read_three_parts(parts: &[&str], closed: bool, text: &str) -> Option<GridRow> {
    let groups: Vec<&str> = parts.iter().flat_map(|part| part.split_whitespace()).collect();
    let each_has_three = parts.iter().all(|part| part.split_whitespace().count() == 3);
    if each_has_three && let Some(row) = candidates::read_row(&groups.join(" ")) {
        return Some(GridRow::Candidates(row));
    }
    let width = parts[0].chars().count();
    let mut cells = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let mut part: Vec<char> = part.chars().collect();
        if i == 2 && !closed {
            // The number of spaces at the end of a line is arbitrary.
            while part.last() == Some(&' ') {
                part.pop();
            }
            part.resize(part.len().max(width), ' ');
        }
        cells.extend(read_block(&part)?);
    }
    Some(GridRow::from_cells(cells.try_into().ok()?, text))
}

/// Finds three cells in the part of a row between two bars.
fn read_block(part: &[char]) -> Option<[Option<engine::sudoku::grid::Digit>; 3]> {
    let signs = || part.iter().enumerate().filter(|(_, c)| **c != ' ');
    let mut cells = [None; 3];
    if signs().count() == 3 {
        for (cell, (_, c)) in cells.iter_mut().zip(signs()) {
            *cell = parse_cell(*c)?;
        }
        return Some(cells);
    }
    // Spaces are blanks, so the column of a sign decides its cell.
    let mut taken = [false; 3];
    for (at, c) in signs() {
        let column = at * 3 / part.len();
        if std::mem::replace(&mut taken[column], true) {
            return None;
        }
        cells[column] = parse_cell(*c)?;
    }
    (part.len() >= 3).then_some(cells)
}

/// Reads nine fields between commas, semicolons, tabs or ampersands. An empty field is a blank.
fn read_separated(text: &str) -> Option<GridRow> {
    // An editor may have removed the tabs of the last empty fields.
    let at_least = |c: char| if c == '\t' { 2 } else { 8 };
    let delimiter =
        [',', ';', '\t', '&'].into_iter().find(|c| text.matches(*c).count() >= at_least(*c))?;
    // A row of a LaTeX table may end in a rule.
    let text = text.strip_suffix("\\hline").unwrap_or(text).trim_end();
    let text = text.trim_end_matches("\\\\").trim_end();
    let is_list = text.starts_with(['[', '{', '(']);
    let inner = if is_list {
        text.trim_matches(|c: char| is_quote(c) || matches!(c, ',' | ';' | ' '))
    } else {
        text
    };
    // The quotation marks of a list belong to its first and last field.
    let fields = inner.split(delimiter);
    let mut fields: Vec<&str> =
        fields.map(|field| field.trim_matches(|c: char| c == ' ' || is_quote(c))).collect();
    if fields.len() == 10 && fields[9].is_empty() {
        fields.pop();
    }
    if delimiter == '\t' && fields.len() < 9 {
        fields.resize(9, "");
    }
    (fields.len() == 9).then(|| read_nine_parts(&fields, text))?
}

/// Reads cells without bars: nine characters, cells or groups with spaces between them, candidates,
/// or digits with spaces for blanks.
fn read_unbarred(text: &str) -> Option<GridRow> {
    let wrapped = text.trim().contains(is_quote);
    let inner = if wrapped {
        text.trim().trim_matches(|c: char| is_quote(c) || matches!(c, ',' | ';' | ' ' | '+'))
    } else {
        text
    };
    if let Some(row) = candidates::read_row(inner) {
        return Some(GridRow::Candidates(row));
    }
    let is_cell = |c: char| c.is_whitespace() || is_bar(c) || parse_cell(c).is_some();
    if !inner.chars().all(is_cell) {
        return None;
    }
    let found: Vec<_> = inner.chars().filter_map(parse_cell).collect();
    if let Ok(cells) = found.as_slice().try_into() {
        return Some(GridRow::from_cells(cells, inner));
    }
    let is_digit_or_space = |c: char| matches!(c, '1'..='9' | ' ');
    if inner.chars().all(is_digit_or_space) && inner.trim_end().chars().count() <= MAX_SPACED_WIDTH
    {
        return (!found.is_empty()).then_some(GridRow::Spaced);
    }
    // Nine characters, with spaces and other signs for blanks.
    let width = inner.trim_end().chars().count();
    if width <= 9 && inner.chars().count() >= 9 {
        let cells: Vec<_> =
            inner.chars().take(9).map(parse_cell_or_space).collect::<Option<_>>()?;
        return Some(GridRow::from_cells(cells.try_into().ok()?, inner));
    }
    None
}

/// Finds the columns of rows in which spaces are blanks, and returns their cells. The first layout
/// that has a column for each digit wins. Returns `None` if there is none.
pub(super) fn read_aligned(rows: &[&str; 9]) -> Option<[NineCells; 9]> {
    /// Width of a cell, and width of the space between blocks.
    const LAYOUTS: [(usize, usize); 9] =
        [(1, 0), (2, 0), (1, 1), (2, 1), (1, 2), (2, 2), (3, 0), (4, 0), (3, 1)];
    let signs = || {
        rows.iter().enumerate().flat_map(|(row, text)| {
            text.char_indices().filter(|(_, c)| *c != ' ').map(move |(at, c)| (row, at, c))
        })
    };
    let indent = signs().map(|(_, at, _)| at).min()?;
    LAYOUTS.into_iter().find_map(|(width, gap)| {
        let column = |at: usize, first: usize| {
            let starts = |column: usize| first + column * width + column / 3 * gap;
            (0..9).find(|column| starts(*column) == at)
        };
        // A grid may begin with empty columns, so small offsets are tried before the indent.
        (0..=width).chain([indent]).find_map(|first| {
            let mut cells = [[None; 9]; 9];
            for (row, at, c) in signs() {
                cells[row][column(at, first)?] = parse_cell(c)?;
            }
            Some(cells)
        })
    })
}

/// Explains why a line is no row.
pub(super) fn row_error(text: &str) -> cells::CellError {
    if let Some(problem) = sheet_problem(text) {
        return (1, problem);
    }
    let chars: Vec<char> = text.trim_end().chars().collect();
    let is_odd = |c: &char| !is_bar(*c) && !c.is_whitespace() && parse_cell(*c).is_none();
    if let Some(at) = chars.iter().position(is_odd) {
        return (at + 1, cells::not_a_cell(chars[at]));
    }
    if let Some(wrong) = group_error(text) {
        return wrong;
    }
    let found = chars.iter().filter(|&&c| parse_cell(c).is_some()).count();
    let reason = format!("expected 81 cells in a line or 9 in a row (9x9 only), found {found}");
    (chars.len() + 1, reason)
}

/// Explains a field that is an error or a formula of a spreadsheet, if the line has one.
pub(super) fn sheet_problem(text: &str) -> Option<String> {
    text.split([',', ';', '\t']).find_map(cells::sheet_problem)
}

/// Finds a digit that stands twice in a cell, in a row of nine groups of candidates.
fn group_error(text: &str) -> Option<cells::CellError> {
    let separates = |c: char| c.is_whitespace() || is_bar(c);
    let groups = || text.split(separates).filter(|group| !group.is_empty());
    let are_digits = groups().all(|group| group.bytes().all(|b| matches!(b, b'1'..=b'9')));
    let wrong = groups().find(|group| candidates::parse_group(group).is_none())?;
    if groups().count() != 9 || !are_digits {
        return None;
    }
    let before = &text[..wrong.as_ptr() as usize - text.as_ptr() as usize];
    let reason = format!("expected each digit once in a cell, found {wrong}");
    Some((before.chars().count() + 1, reason))
}

/// Returns true if a line is probably meant as a row.
pub(super) fn resembles_row(text: &str) -> bool {
    text.chars().filter(|&c| parse_cell(c).is_some()).count() >= 5
}

/// Returns true if a line at the start of a grid looks like a row of the wrong length and not like
/// a number, a date or a decoration.
pub(super) fn is_damaged_row(text: &str) -> bool {
    let text = text.trim();
    let count = |wanted: fn(char) -> bool| text.chars().filter(|c| wanted(*c)).count();
    let (cells, digits) = (count(|c| parse_cell(c).is_some()), count(|c| matches!(c, '1'..='9')));
    let bars = count(is_bar);
    let only_cells = text.chars().all(|c| parse_cell(c).is_some() || is_bar(c) || c == ' ');
    let has_signs = text.contains(['.', '_', '*', 'x', 'X']) || bars >= 2;
    let is_number = text.chars().filter(|c| c.is_ascii_digit()).count() + 1 >= cells && bars == 0;
    let is_date = {
        let parts: Vec<&str> = text.split(['.', '-']).collect();
        parts.len() == 3
            && parts.iter().all(|part| (1..=4).contains(&part.len()))
            && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-'))
    };
    let is_damaged = only_cells && has_signs && !is_number && !is_date && digits > 0;
    // Nine characters, one or two of which are no cells.
    let is_nearly_row = text.chars().count() == 9 && matches!(cells, 7 | 8) && digits > 0;
    is_damaged && (5..=14).contains(&cells)
        || is_nearly_row && has_signs
        || bars >= 2 && group_error(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Option<String> {
        match read_row(text) {
            Some(GridRow::Cells { cells, .. }) => {
                let sign = |cell: Option<engine::sudoku::grid::Digit>| match cell {
                    Some(digit) => char::from(b'0' + digit.get()),
                    None => '.',
                };
                Some(cells.map(sign).iter().collect())
            }
            _ => None,
        }
    }

    #[test]
    fn frames_and_separators_leave_nine_cells() {
        for text in [
            "53..7....",
            "5 3 . . 7 . . . .",
            "53. .7. ...",
            "|53.|.7.|...|",
            "| 5 3 . | . 7 . | . . . |",
            "5 3 . | . 7 . | . . .",
            "|5 3  |  7  |     |",
            "|5|3| | |7| | | | |",
            "| 5 | 3 |   |   | 7 |   |   |   |   |",
            "|5|3| | |7| | | | |.",
            "║ 5 │ 3 │   ║   │ 7 │   ║   │   │   ║",
            "A | 5 3 . | . 7 . | . . . |",
            "5,3,,,7,,,,",
            "5;3;;;7;;;;",
            "5\t3\t\t\t7",
            "5 & 3 & & & 7 & & & & \\\\ \\hline",
            "[5, 3, 0, 0, 7, 0, 0, 0, 0],",
            "\"53..7....\",",
        ] {
            assert_eq!(cells(text).as_deref(), Some("53..7...."), "{text}");
        }
        for text in ["", "Grid 01", "53..7...", "53..7.....", "|53.|.7.|", "5,3,7", "name"] {
            assert_eq!(cells(text), None, "{text}");
        }
    }

    #[test]
    fn groups_of_digits_are_candidates() {
        let row = "| 369 8 39 | 5 24 7 | 1 34 36 |";
        assert!(matches!(read_row(row), Some(GridRow::Candidates(_))));
        assert!(matches!(read_row("123456789 1 2 3 4 5 6 7 8"), Some(GridRow::Candidates(_))));
        let (column, reason) = row_error("| 369 8 39 | 55 24 7 | 1 34 36 |");
        assert_eq!((column, &*reason), (14, "expected each digit once in a cell, found 55"));
    }

    #[test]
    fn borders_are_drawn_or_rules_of_latex() {
        for text in ["+---+---+", "------", "=== ===", "├───┼───┤", "\\hline", "\\midrule", "'---'"]
        {
            assert!(is_border(text), "{text}");
        }
        for text in ["--", "baseline", "underline", "+ + +", "-- 5 --", "a rule"] {
            assert!(!is_border(text), "{text}");
        }
    }

    #[test]
    fn damaged_rows_are_no_numbers_or_dates() {
        for text in ["53..7...", "53..7.....", "53..?....", "|53.|.7.|", "5 3 . . 7 . . ."] {
            assert!(is_damaged_row(text), "{text}");
        }
        for text in [
            "2024-01-02",
            "12.05.2024",
            "Level 1.5",
            "No. 1 1.2",
            "0123456789",
            "........",
            "*****",
            "1.5",
        ] {
            assert!(!is_damaged_row(text), "{text}");
        }
    }

    #[test]
    fn block_with_a_lost_bar_is_no_row() {
        // The middle part has seven characters and begins with a sign, not with a space.
        assert_eq!(read_row("|.6.|...}28.|...|"), None);
    }
}
