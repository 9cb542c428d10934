//! Labels of rows and columns beside a drawn grid: `R1` and `C1`, `A` to `I`, `1` to `9`. They are
//! removed before the grid is read. A label may look like a digit, so the structure decides: as
//! many rows as the labels count, each with as many cells.

use super::candidates::is_bar;
use super::cell_field::{delimiter, parse_cell};
use super::grid_row::{self, latex_row};
use super::small_row;
use super::tokens::{Line, LineToken};
use std::collections::VecDeque;
use std::ops::Range;

/// The numbers of rows of grids.
const SIDES: [usize; 3] = [9, 6, 4];
/// The number of separators with which a line is a row of a sheet, which has headings of its own.
const SHEET_SEPARATORS: usize = 9;
/// Maximum number of letters before the number of a label.
const MAX_PREFIX_CHARS: usize = 8;

/// Removes the labels of rows and columns.
pub(super) fn remove_headings(lines: &mut [Line<'_>]) {
    let mut at = 0;
    while at < lines.len() {
        at = match remove_row_labels(lines, at).or_else(|| remove_column_labels(lines, at)) {
            Some(next) => next,
            None => at + 1,
        };
    }
}

/// A word or a field of a line, with its position.
struct Word<'t> {
    at: usize,
    text: &'t str,
}

impl Word<'_> {
    /// Returns the positions of its characters.
    fn span(&self) -> Range<usize> {
        self.at..self.at + self.text.chars().count()
    }
}

/// Splits a line at spaces and bars, or at its delimiters.
fn words(text: &str) -> Vec<Word<'_>> {
    let delimiter = delimiter(text);
    let mut words = Vec::new();
    let mut at = 0;
    let is_between = |c: char| match delimiter {
        Some(delimiter) => c == delimiter,
        None => c == ' ' || is_bar(c),
    };
    for word in text.split(is_between) {
        let inner = word.trim();
        if delimiter.is_some() || !inner.is_empty() {
            words.push(Word { at, text: inner });
        }
        at += word.chars().count() + 1;
    }
    words
}

/// A label of a row or of a column.
#[derive(PartialEq)]
struct LineLabel {
    /// The letters before the number; `None` for a single letter.
    prefix: Option<String>,
    /// The number, or that of the letter in the alphabet.
    number: u32,
}

impl LineLabel {
    fn parse(word: &str) -> Option<Self> {
        let word = word.trim_end_matches([':', ')', '=']);
        let word = word.strip_suffix('.').unwrap_or(word);
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let count = letters.chars().count();
        let number = &word[letters.len()..];
        let is_name = letters.chars().all(char::is_alphabetic) && count <= MAX_PREFIX_CHARS;
        match (letters.as_bytes(), number.len()) {
            ([letter], 0) if letter.is_ascii_alphabetic() => {
                let number = u32::from(letter.to_ascii_uppercase() - b'A') + 1;
                Some(Self { prefix: None, number })
            }
            (_, 1) if is_name => {
                Some(Self { prefix: Some(letters.to_lowercase()), number: number.parse().ok()? })
            }
            _ => None,
        }
    }

    /// Returns true if the label has letters, so that it is no digit.
    fn has_letters(&self) -> bool {
        self.prefix.as_ref().is_none_or(|prefix| !prefix.is_empty())
    }

    /// Returns true if this is the label after another one.
    fn follows(&self, other: &Self) -> bool {
        // The letter I is left out now and then.
        let is_next = self.number == other.number + 1
            || self.prefix.is_none() && [other.number, self.number] == [8, 10];
        self.prefix == other.prefix && is_next
    }

    fn is_first(&self) -> bool {
        self.number == 1 || self.number == 0 && self.prefix.is_some()
    }
}

/// Returns the number of a label with letters.
pub(super) fn label_number(field: &str) -> Option<u32> {
    let label = LineLabel::parse(field.trim().trim_matches('"'))?;
    label.has_letters().then_some(label.number)
}

/// Returns true if labels count from the first one.
fn are_in_order(labels: &[LineLabel]) -> bool {
    labels.first().is_some_and(LineLabel::is_first)
        && labels.windows(2).all(|pair| pair[1].follows(&pair[0]))
}

/// A line with the labels of all columns.
struct ColumnLabels {
    spans: Vec<Range<usize>>,
    has_letters: bool,
}

impl ColumnLabels {
    /// Reads a line with nothing but the labels of columns. A sign may stand in the corner.
    fn parse(text: &str, side: usize) -> Option<Self> {
        let all = words(text);
        let found = match all.len().checked_sub(side) {
            Some(0) => Self::from_words(&all),
            Some(1) => Self::from_words(&all[1..]),
            _ => None,
        };
        found.or_else(|| Self::from_letters(&all, side))
    }

    fn from_words(words: &[Word<'_>]) -> Option<Self> {
        let labels: Vec<_> =
            words.iter().map(|word| LineLabel::parse(word.text)).collect::<Option<_>>()?;
        if !are_in_order(&labels) {
            return None;
        }
        let spans = words.iter().map(Word::span).collect();
        Some(Self { spans, has_letters: labels[0].has_letters() })
    }

    /// Reads labels of one character without spaces between them: `ABC DEF GHI`.
    fn from_letters(words: &[Word<'_>], side: usize) -> Option<Self> {
        let mut letters = Vec::new();
        for word in words {
            for (offset, (start, c)) in word.text.char_indices().enumerate() {
                let text = &word.text[start..start + c.len_utf8()];
                letters.push(Word { at: word.at + offset, text });
            }
        }
        if letters.len() == side { Self::from_words(&letters) } else { None }
    }

    /// Returns a row with a dot at each column without a sign. Returns `None` if a sign does not
    /// stand below the label of one column, or a bar below a label.
    fn fill(&self, row: &str) -> Option<String> {
        let mut chars: Vec<char> = row.trim_end().chars().collect();
        let has_bar = |span: &Range<usize>| {
            chars
                .get(span.start..span.end.min(chars.len()))
                .is_some_and(|below| below.iter().any(|c| is_bar(*c)))
        };
        if self.spans.iter().any(has_bar) {
            return None;
        }
        // Twice the positions of the middles.
        let middles: Vec<usize> = self.spans.iter().map(|span| span.start + span.end - 1).collect();
        let mut is_filled = vec![false; middles.len()];
        let signs: Vec<usize> =
            (0..chars.len()).filter(|at| chars[*at] != ' ' && !is_bar(chars[*at])).collect();
        for at in signs {
            parse_cell(chars[at])?;
            let distance = |column: &usize| middles[*column].abs_diff(2 * at);
            let mut columns: Vec<usize> = (0..middles.len()).collect();
            columns.sort_by_key(distance);
            let is_clear =
                distance(&columns[0]) + 1 < distance(&columns[1]) && distance(&columns[0]) <= 2;
            if !is_clear || std::mem::replace(&mut is_filled[columns[0]], true) {
                return None;
            }
        }
        for (middle, is_filled) in middles.iter().zip(is_filled) {
            let at = middle / 2;
            chars.resize(chars.len().max(at + 1), ' ');
            match chars[at] {
                _ if is_filled => {}
                ' ' => chars[at] = '.',
                _ => return None,
            }
        }
        Some(chars.into_iter().collect())
    }
}

/// Returns true if a text is a row with all of its cells.
fn is_whole_row(text: &str, side: usize) -> bool {
    if side == 9 {
        let row = grid_row::read_row(text);
        return matches!(
            row,
            Some(grid_row::GridRow::Cells { .. } | grid_row::GridRow::Candidates(_))
        );
    }
    // Empty fields behind a label are cells.
    let row = match delimiter(text) {
        Some(_) => small_row::read_cells(text),
        None => small_row::read_row(text),
    };
    row.is_some_and(|row| row.len() == side)
}

/// Returns true if each cell of a row has a sign, a field or bars. The columns of spaces that are
/// blanks cannot be told beside a label.
fn has_all_cells(text: &str, side: usize) -> bool {
    let signs = text.chars().filter(|c| !c.is_whitespace() && !is_bar(*c)).count();
    let bars = text.chars().filter(|c| is_bar(*c)).count();
    signs == side || bars + 1 >= side || words(text).len() >= side
}

/// Returns true if a line may stand between the rows of a grid.
fn is_between_rows(line: &Line<'_>) -> bool {
    use grid_row::GridRow::Dashes;
    matches!(line.token, LineToken::Border | LineToken::Blank | LineToken::Cells(Dashes { .. }))
}

/// Returns the label before a row, and the row with spaces in place of the label.
fn row_label(text: &str) -> Option<(LineLabel, String)> {
    if let Some(delimiter) = delimiter(text) {
        if text.matches(delimiter).count() >= SHEET_SEPARATORS {
            return None;
        }
        let (label, row) = text.split_once(delimiter)?;
        return Some((LineLabel::parse(label.trim())?, row.to_owned()));
    }
    let found = words(text);
    let mut names = found.iter();
    let first = names.next()?;
    let (label, last) = match (LineLabel::parse(first.text), names.next()) {
        (Some(label), _) => (label, first),
        // `Row 1`
        (None, Some(second)) => (LineLabel::parse(&[first.text, second.text].concat())?, second),
        (None, None) => return None,
    };
    let end = last.at + last.text.chars().count();
    let row = text.chars().enumerate();
    let blanked = row.map(|(at, c)| if at < end && !is_bar(c) { ' ' } else { c });
    let mut row: String = blanked.collect();
    // The label may stand on both sides.
    if let Some(behind) = found.last()
        && LineLabel::parse(behind.text)
            .is_some_and(|behind| behind == label && label.has_letters())
        && behind.at > end
    {
        row = row.chars().take(behind.at).collect();
    }
    Some((label, row))
}

/// Removes the labels before the rows of a grid that begins at a line, and the labels of its
/// columns. Returns the index of the line after it.
fn remove_row_labels(lines: &mut [Line<'_>], first: usize) -> Option<usize> {
    let mut labels: Vec<LineLabel> = Vec::new();
    let mut rows: Vec<(usize, String)> = Vec::new();
    let mut at = first;
    while let Some(line) = lines.get(at) {
        if is_between_rows(line) && !labels.is_empty() {
            at += 1;
            continue;
        }
        let Some((label, row)) = row_label(&line.text) else { break };
        let is_next = labels.last().map_or(label.is_first(), |last| label.follows(last));
        if !is_next || labels.len() == SIDES[0] {
            break;
        }
        labels.push(label);
        rows.push((at, row));
        at += 1;
    }
    let side = rows.len();
    if !SIDES.contains(&side) {
        return None;
    }
    if !labels[0].has_letters() && has_own_column(lines, &rows) {
        let reason = "expected row numbers or first cells before the rows, found numbers that may be either; \
                      remove the row numbers, or write blanks as dots";
        refuse(lines, &rows, reason);
        return Some(at);
    }
    let columns = column_labels(lines, first, side);
    let is_whole = rows.iter().all(|(_, row)| is_whole_row(row, side));
    if !is_whole || !rows.iter().all(|(_, row)| has_all_cells(row, side)) {
        let filled = columns.as_ref().and_then(|(_, columns)| {
            if rows.iter().any(|(_, row)| grid_row::shows_blanks(row)) {
                return None;
            }
            rows.iter().map(|(_, row)| columns.fill(row)).collect::<Option<Vec<_>>>()
        });
        match filled {
            Some(filled) if filled.iter().all(|row| is_whole_row(row, side)) => {
                rows = rows.into_iter().zip(filled).map(|((at, _), row)| (at, row)).collect();
            }
            _ => return None,
        }
    }
    let last = rows[side - 1].0;
    for (at, row) in rows {
        lines[at] = Line::from_text(lines[at].number, row);
    }
    if let Some((at, _)) = columns {
        lines[at] = Line::from_text(lines[at].number, "#".to_owned());
    }
    // The labels of the columns may stand below, too.
    let below = (last + 1..lines.len()).find(|at| !is_between_rows(&lines[*at]));
    if let Some(below) = below
        && ColumnLabels::parse(&lines[below].text, side).is_some()
        && lines.get(below + 1).is_none_or(|line| row_label(&line.text).is_none())
    {
        lines[below] = Line::from_text(lines[below].number, "#".to_owned());
    }
    Some(last + 1)
}

/// Returns true if numbers before rows of fields may be their first cells: without the columns that
/// are empty, there are as many as the grid has.
fn has_own_column(lines: &[Line<'_>], rows: &[(usize, String)]) -> bool {
    let texts: Vec<&str> = rows.iter().map(|(at, _)| latex_row(&lines[*at].text)).collect();
    let Some(delimiter) = delimiter(texts[0]) else { return false };
    let fields: Vec<Vec<&str>> = texts.iter().map(|text| text.split(delimiter).collect()).collect();
    let width = fields[0].len();
    if fields.iter().any(|row| row.len() != width) {
        return false;
    }
    let is_empty = |at: &usize| fields.iter().all(|row| row[*at].trim().is_empty());
    let empty = (0..width).filter(is_empty).count();
    empty > 0 && width - empty == rows.len()
}

/// Replaces the rows of a grid by an error.
fn refuse(lines: &mut [Line<'_>], rows: &[(usize, String)], reason: &'static str) {
    for (at, _) in rows {
        lines[*at] = Line::from_text(lines[*at].number, "#".to_owned());
    }
    lines[rows[0].0].token = LineToken::Refused(reason);
}

/// Finds the labels of columns above a row.
fn column_labels(lines: &[Line<'_>], first: usize, side: usize) -> Option<(usize, ColumnLabels)> {
    let above = (0..first).rev().take(3).find(|at| !is_between_rows(&lines[*at]))?;
    Some((above, ColumnLabels::parse(&lines[above].text, side)?))
}

/// Removes the labels of columns above the rows of a grid without labels of its rows. Returns the
/// index of the line after the grid.
fn remove_column_labels(lines: &mut [Line<'_>], first: usize) -> Option<usize> {
    let count = words(&lines[first].text).len();
    if !(1..=SIDES[0] + 1).contains(&count) {
        return None;
    }
    for side in SIDES {
        let Some(columns) = ColumnLabels::parse(&lines[first].text, side) else { continue };
        // Below a field in the corner stand labels of rows.
        if count > side && delimiter(&lines[first].text).is_some() {
            continue;
        }
        if !rows_above(lines, first, side).is_multiple_of(side) {
            continue;
        }
        let mut rows: Vec<usize> = Vec::new();
        let mut has_blanks = false;
        for at in first + 1..lines.len() {
            let line = &lines[at];
            let is_gap = line.token == LineToken::Blank;
            if is_gap && lines[at - 1].token == LineToken::Blank || rows.len() > side {
                break;
            }
            if is_between_rows(line) || has_blanks && line.is_empty() {
                continue;
            }
            has_blanks |= grid_row::shows_blanks(&line.text);
            let is_spaced = side == 9 && matches!(line.token, LineToken::Cells(_));
            if !is_spaced && !is_whole_row(&line.text, side) {
                break;
            }
            rows.push(at);
        }
        // Digits above too few rows are the first row; above more rows, the next row must be
        // labels again.
        let is_next_heading = |at: &usize| {
            ColumnLabels::parse(&lines[*at].text, side)
                .is_some_and(|labels| labels.has_letters == columns.has_letters)
        };
        if rows.len() < side
            || rows.get(side).is_some_and(|at| !columns.has_letters && !is_next_heading(at))
        {
            continue;
        }
        rows.truncate(side);
        let mut filled = Vec::new();
        for at in &rows {
            let text = &lines[*at].text;
            let is_whole = has_all_cells(text, side) && is_whole_row(text, side);
            filled.push(if is_whole || lines[*at].is_empty() {
                text.to_string()
            } else if has_blanks {
                return None;
            } else {
                columns.fill(text)?
            });
        }
        for (at, row) in rows.iter().zip(filled) {
            lines[*at] = Line::from_text(lines[*at].number, row);
        }
        lines[first] = Line::from_text(lines[first].number, "#".to_owned());
        return Some(rows[side - 1] + 1);
    }
    None
}

/// Counts the rows directly above a line. Labels among the rows of a grid are a damaged row.
fn rows_above(lines: &[Line<'_>], first: usize, side: usize) -> usize {
    let above = lines[..first].iter().rev().filter(|line| !is_between_rows(line));
    above.take_while(|line| is_whole_row(&line.text, side)).take(side + 1).count()
}

/// Places grids that stand beside each other below each other.
pub(super) fn split_beside(lines: Vec<Line<'_>>) -> Vec<Line<'_>> {
    let mut split = Vec::new();
    let mut rest = lines.into_iter().collect::<VecDeque<_>>();
    while let Some(first) = rest.front() {
        let rows = if first.token == LineToken::Text { rows_beside(&rest) } else { Vec::new() };
        let Some((last, _)) = rows.last() else {
            split.extend(rest.pop_front());
            continue;
        };
        let beside: Vec<_> = rest.drain(..=*last).collect();
        for half in 0..2 {
            let mut texts = rows.iter();
            for line in &beside {
                let text = if is_between_rows(line) {
                    line.text.to_string()
                } else {
                    texts.next().map_or(String::new(), |(_, halves)| halves[half].clone())
                };
                split.push(Line::from_text(line.number, text));
            }
            // A comment ends the grid.
            split.extend(beside.last().map(|line| Line::from_text(line.number, "#".to_owned())));
        }
    }
    split
}

/// Reads the rows of two grids beside each other. Returns the index of each row and its halves;
/// nothing if the first lines are no such rows.
fn rows_beside(lines: &VecDeque<Line<'_>>) -> Vec<(usize, [String; 2])> {
    let Some(side) = SIDES.into_iter().find(|side| halves(&lines[0].text, *side).is_some()) else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        match halves(&line.text, side) {
            Some(row) => rows.push((at, row)),
            None if is_between_rows(line) => {}
            None => break,
        }
        if rows.len() > side {
            return Vec::new();
        }
    }
    if rows.len() == side { rows } else { Vec::new() }
}

/// Splits a line with the cells of two rows between them.
fn halves(text: &str, side: usize) -> Option<[String; 2]> {
    let is_other = |c: char| parse_cell(c).is_none() && c != ' ' && !is_bar(c);
    let signs = text.char_indices().filter(|(_, c)| parse_cell(*c).is_some());
    let signs: Vec<usize> = signs.map(|(at, _)| at).take(2 * side + 1).collect();
    if signs.len() != 2 * side || text.contains(is_other) {
        return None;
    }
    let begin = text[..signs[side]].trim_end_matches(is_bar).len();
    let (left, right) = text.split_at(begin);
    if !left.ends_with(' ') || !is_whole_row(left, side) || !is_whole_row(right, side) {
        return None;
    }
    Some([left.to_owned(), right.to_owned()])
}
