//! Reads one line of text as a row of a grid: nine cells in any frame, with any separator.

use super::candidates::{self, is_bar, is_quote};
use super::cell_field::{delimiter, parse_cell, parse_field};
use super::cells::{NineCells, parse_cell_or_space};
use grid::{Digit, DigitSet};

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
    /// Other signs.
    Signs,
    /// Spaces or empty fields.
    Empty,
}

/// Reads the last row of a grid, with other text after it, such as a rating.
pub(super) fn read_with_tail(text: &str) -> Option<GridRow> {
    let ends = text.char_indices().rev().filter(|(_, c)| c.is_whitespace());
    for (end, _) in ends.take(64) {
        let (row, tail) = text.split_at(end);
        let mut signs = tail.trim().chars();
        // A single sign behind cells with spaces between them is one cell more.
        let is_cell = signs.next().and_then(parse_cell).is_some() && signs.next().is_none();
        if is_cell && row.trim().contains(' ') {
            continue;
        }
        if let Some(row @ GridRow::Cells { .. }) = read_row(row) {
            return Some(row);
        }
    }
    None
}

impl GridRow {
    fn from_cells(cells: NineCells, text: &str) -> Self {
        let blanks = if cells.iter().all(Option::is_some) {
            BlankStyle::None
        } else if text.contains('-') {
            BlankStyle::Dashes
        } else if shows_blanks(text) {
            BlankStyle::Signs
        } else {
            BlankStyle::Empty
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

    /// Returns true if the row has a sign for one of its blanks.
    pub(super) fn shows_blanks(&self) -> bool {
        let Self::Cells { blanks, .. } = self else { return false };
        matches!(blanks, BlankStyle::Signs | BlankStyle::Dashes)
    }

    /// Returns true if blanks of the row are spaces or empty fields.
    pub(super) fn has_empty_places(&self) -> bool {
        matches!(self, Self::Cells { blanks: BlankStyle::Empty, .. })
    }

    /// Returns true if the row can stand among rows in which spaces are blanks.
    pub(super) fn can_be_spaced(&self) -> bool {
        matches!(self, Self::Spaced | Self::Empty | Self::Cells { blanks: BlankStyle::None, .. })
    }
}

/// Returns true if a line is a border above, below or between blocks or rows: a drawn one, or a
/// rule of LaTeX such as `\hline`.
pub(super) fn is_border(text: &str) -> bool {
    const DASHES: &str = "-=─━═~╌┄";
    if text.starts_with('\\') {
        return text.ends_with("line") || text.ends_with("rule");
    }
    let mut dashes = 0;
    for c in text.chars() {
        if DASHES.contains(c) {
            dashes += 1;
        } else if !"+*|.:'`, ".contains(c) && !matches!(c, '\u{2500}'..='\u{257f}') {
            return false;
        }
    }
    dashes >= 3
}

/// Returns true if a line separates the head of a Markdown table from its rows: `|-|:-:|`.
pub(super) fn is_head_separator(text: &str) -> bool {
    text.contains('|') && text.contains('-') && text.chars().all(|c| "|-: ".contains(c))
}

/// Returns true if a line is a row without any cell: nine spaces, or nine empty fields as a
/// spreadsheet saves them.
pub(super) fn is_empty_row(text: &str) -> bool {
    let separators = text.matches([',', ';', '\t']).count();
    let is_empty = text.chars().all(|c| matches!(c, ',' | ';' | '\t' | ' ' | '"'));
    is_empty && (8..=9).contains(&separators) || text == "         "
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

/// Returns true if a row has a sign for one of its blanks.
pub(super) fn shows_blanks(text: &str) -> bool {
    match delimiter(text) {
        Some(delimiter) => latex_row(text)
            .split(delimiter)
            .any(|field| parse_field(field) == Some(None) && !is_empty_field(field)),
        None => text.contains(|c| parse_cell(c) == Some(None)),
    }
}

pub(super) fn is_empty_field(field: &str) -> bool {
    field.chars().all(|c| c.is_whitespace() || is_quote(c))
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
    let parts: Vec<&str> = text.split(is_bar).collect();
    // Blocks may have double bars between them, unless an empty part is a cell.
    let joined = read_parts(join_double_bars(parts.clone()), text);
    match (read_parts(parts, text), joined) {
        (Some(row), Some(joined)) if row != joined => None,
        (row, joined) => row.or(joined),
    }
}

/// Reads the parts of a row between bars.
fn read_parts(mut parts: Vec<&str>, text: &str) -> Option<GridRow> {
    let [first, .., last] = parts[..] else { return None };
    // A label on the right is no cell, unless it is the label on the left, too.
    let ends_in_label = is_outer_part(last) && !has_cells(last) || ends_in_period(&parts);
    match parts.len() {
        5 | 11 if is_outer_part(first) && (ends_in_label || first.trim() == last.trim()) => {
            parts.pop();
            parts.remove(0);
        }
        4 | 10 if first.trim().is_empty() => _ = parts.remove(0),
        4 | 10 if ends_in_label => _ = parts.pop(),
        3 | 9 => {}
        _ => return None,
    }
    let closed = text.trim_end().ends_with(is_bar);
    // All blanks of a row are equally wide, so an empty part beside them is a double bar.
    let has_wide = parts.iter().any(|part| !part.is_empty() && part.trim().is_empty());
    match parts.len() {
        9 if has_wide && parts[1..8].contains(&"") => None,
        9 => read_nine_parts(&parts, text),
        3 => read_three_parts(&parts, closed, text),
        _ => None,
    }
}

/// Returns true if a text outside the outer bars is short enough for a label.
fn is_outer_part(part: &str) -> bool {
    part.trim().chars().count() <= 3 && !part.trim().contains(' ')
}

/// Returns true if a row ends in a period, as in the LaTeX package sudoku: `|5|3| | |7| | | | |.`
/// It is the only dot of the row, and no blank.
fn ends_in_period(parts: &[&str]) -> bool {
    let [first, inner @ .., last] = parts else { return false };
    let is_closed = first.trim().is_empty() && last.trim() == ".";
    is_closed && !inner.iter().any(|part| part.contains('.'))
}

/// Returns true if a text is one cell or more.
fn has_cells(part: &str) -> bool {
    let signs = part.trim();
    !signs.is_empty() && signs.chars().all(|c| parse_cell(c).is_some())
}

/// Joins the bars of `||`: removes empty parts, except at the ends.
fn join_double_bars(mut parts: Vec<&str>) -> Vec<&str> {
    let last = parts.len() - 1;
    let mut at = 0..=last;
    parts.retain(|part| matches!(at.next(), Some(at) if at == 0 || at == last) || !part.is_empty());
    parts
}

/// Reads nine fields, all of which are cells, or groups of candidates.
fn read_nine_parts(parts: &[&str], text: &str) -> Option<GridRow> {
    if let Some(cells) = parts.iter().map(|part| parse_field(part)).collect::<Option<Vec<_>>>() {
        if has_missing_sign(parts) {
            return None;
        }
        return Some(GridRow::from_cells(cells.try_into().ok()?, text));
    }
    let parts = parts.iter().map(|part| part.trim_matches(|c: char| c == ' ' || is_quote(c)));
    let marks: Vec<_> = parts.map(candidates::parse_group).collect::<Option<_>>()?;
    Some(GridRow::Candidates(marks.try_into().ok()?))
}

/// Returns true if some blanks of nine fields have signs, and others have none. Those at the edges
/// may have signs alone, which tell where the grid begins.
pub(super) fn has_missing_sign(fields: &[&str]) -> bool {
    let inner = fields.get(1..fields.len().saturating_sub(1)).unwrap_or_default();
    inner.iter().any(|field| !is_empty_field(field) && parse_field(field) == Some(None))
        && fields.iter().any(|field| is_empty_field(field))
}

fn read_three_parts(parts: &[&str], closed: bool, text: &str) -> Option<GridRow> {
    let groups: Vec<&str> = parts.iter().flat_map(|part| part.split_whitespace()).collect();
    let each_has_three = parts.iter().all(|part| part.split_whitespace().count() == 3);
    if each_has_three && let Some(row) = candidates::read_row(&groups.join(" ")) {
        return Some(GridRow::Candidates(row));
    }
    let width = parts[0].chars().count();
    let has_signs = parts.iter().any(|part| shows_blanks(part));
    let mut cells = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let mut signs: Vec<char> = part.chars().collect();
        if i == 2 && !closed {
            // The number of spaces at the end of a line is arbitrary.
            signs.truncate(part.trim_end_matches(' ').chars().count());
            signs.resize(signs.len().max(width), ' ');
        }
        let count = signs.iter().filter(|c| **c != ' ').count();
        // Where blanks have signs, a space is none.
        if has_signs && count != 3 {
            return None;
        }
        cells.extend(read_block(&signs)?);
    }
    Some(GridRow::from_cells(cells.try_into().ok()?, text))
}

/// Finds three cells in the part of a row between two bars.
fn read_block(part: &[char]) -> Option<[Option<Digit>; 3]> {
    let signs: Vec<(usize, char)> =
        part.iter().copied().enumerate().filter(|(_, c)| *c != ' ').collect();
    let (mut cells, mut taken) = ([None; 3], [false; 3]);
    for (rank, &(at, c)) in signs.iter().enumerate() {
        // If spaces are blanks, the column of a sign decides its cell.
        let column = if signs.len() == 3 { rank } else { at * 3 / part.len() };
        if std::mem::replace(&mut taken[column], true) {
            return None;
        }
        cells[column] = parse_cell(c)?;
    }
    if part.len() >= 3 { Some(cells) } else { None }
}

/// Reads nine fields between commas, semicolons, tabs or ampersands. An empty field is a blank.
fn read_separated(text: &str) -> Option<GridRow> {
    // An editor may have removed the tabs of the last empty fields.
    const MIN_DELIMITERS: [(char, usize); 4] = [(',', 8), (';', 8), ('\t', 2), ('&', 8)];
    for (delimiter, least) in MIN_DELIMITERS {
        // Commas may stand in decimals.
        if text.matches(delimiter).count() >= least
            && let Some(row) = read_fields(text, delimiter)
        {
            return Some(row);
        }
    }
    None
}

/// Reads nine fields between delimiters.
fn read_fields(text: &str, delimiter: char) -> Option<GridRow> {
    let row = latex_row(text);
    let mut fields: Vec<&str> = unbracketed(row).split(delimiter).collect();
    if fields.len() == 10 && fields[9].chars().all(|c| c == ' ' || is_quote(c)) {
        fields.pop();
    }
    if delimiter == '\t' && fields.len() < 9 {
        fields.resize(9, "");
    }
    if fields.len() == 9 { read_nine_parts(&fields, row) } else { None }
}

/// Returns a row of a LaTeX table without its end, in which a rule may stand.
pub(super) fn latex_row(text: &str) -> &str {
    let row = text.strip_suffix("\\hline").unwrap_or(text).trim_end_matches(' ');
    row.trim_end_matches("\\\\").trim_end_matches(' ')
}

/// Returns a row without the quotation marks of a list around it.
pub(super) fn unquoted(text: &str) -> &str {
    if text.contains(is_quote) {
        text.trim().trim_matches(|c: char| is_quote(c) || matches!(c, ',' | ';' | ' ' | '+'))
    } else {
        text
    }
}

/// Returns a row without the brackets of a list around it, and the comma behind it.
pub(super) fn unbracketed(text: &str) -> &str {
    const OPEN: [char; 3] = ['[', '{', '('];
    const CLOSED: [char; 3] = [']', '}', ')'];
    let row = text.trim_start();
    if !row.starts_with(OPEN) {
        return text;
    }
    let closed = row.trim_end_matches([',', ';', ' ']);
    let row = if closed.ends_with(CLOSED) { closed } else { row };
    row.trim_start_matches(|c| c == ' ' || OPEN.contains(&c))
        .trim_end_matches(|c| c == ' ' || CLOSED.contains(&c))
}

/// Reads cells without bars: nine characters, cells or groups with spaces between them, candidates,
/// or digits with spaces for blanks.
fn read_unbarred(text: &str) -> Option<GridRow> {
    let inner = unquoted(text);
    if let Some(row) = candidates::read_row(inner) {
        return Some(GridRow::Candidates(row));
    }
    let words: Vec<&str> = inner.split_whitespace().collect();
    if words.len() == 9
        && let Some(cells) = words.into_iter().map(parse_field).collect::<Option<Vec<_>>>()
    {
        return Some(GridRow::from_cells(cells.try_into().ok()?, inner));
    }
    if !inner.chars().all(|c| c.is_whitespace() || is_bar(c) || parse_cell(c).is_some()) {
        return None;
    }
    let found: Vec<_> = inner.chars().filter_map(parse_cell).collect();
    if let Ok(cells) = found.as_slice().try_into() {
        return Some(GridRow::from_cells(cells, inner));
    }
    let width = inner.trim_end().chars().count();
    if width <= MAX_SPACED_WIDTH && inner.chars().all(|c| matches!(c, '1'..='9' | ' ')) {
        return if found.is_empty() { None } else { Some(GridRow::Spaced) };
    }
    // Nine characters, with spaces or other signs for blanks.
    if width > 9 || shows_blanks(inner) && inner.trim().contains(' ') {
        return None;
    }
    let cells = inner.chars().take(9).map(parse_cell_or_space).collect::<Option<Vec<_>>>()?;
    Some(GridRow::from_cells(cells.try_into().ok()?, inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Option<String> {
        match read_row(text) {
            Some(GridRow::Cells { cells, .. }) => {
                let sign = |cell: Option<Digit>| match cell {
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
    fn block_with_a_lost_bar_is_no_row() {
        // The middle part has seven characters and begins with a sign, not with a space.
        assert_eq!(read_row("|.6.|...}28.|...|"), None);
    }
}
