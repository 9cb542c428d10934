//! Lines that are meant as rows of a grid and are none: which ones, and why.

use super::candidates::{self, is_bar};
use super::cell_field::{self, delimiter, parse_cell, parse_field};
use super::cells;
use super::grid_row::{has_missing_sign, is_empty_field, latex_row};
use words::{Clause, clause};

/// Explains why a line is no row.
pub(super) fn row_error(text: &str) -> cells::CellError {
    if let Some(problem) = sheet_problem(text) {
        return (1, problem);
    }
    if let Some(wrong) = field_error(text).or_else(|| missing_sign(text)) {
        return wrong;
    }
    let mut found = 0_usize;
    for (at, c) in text.trim_end().chars().enumerate() {
        if parse_cell(c).is_some() {
            found += 1;
        } else if !is_bar(c) && !c.is_whitespace() {
            return (at + 1, cells::not_a_cell(c));
        }
    }
    if let Some(wrong) = group_error(text) {
        return wrong;
    }
    let reason = clause!(
        "expected 81 cells in a line or 9 in a row (36 and 6 or 16 and 4 of small sizes), found {}",
        found,
    );
    (text.trim_end().chars().count() + 1, reason)
}

/// Explains a field that is an error or a formula of a spreadsheet, if the line has one.
pub(super) fn sheet_problem(text: &str) -> Option<Clause> {
    text.split([',', ';', '\t']).find_map(cells::sheet_problem)
}

/// Returns the column, from 1, at which a part of a text begins.
fn column_of(part: &str, text: &str) -> usize {
    text[..part.as_ptr() as usize - text.as_ptr() as usize].chars().count() + 1
}

/// Finds the first empty one of nine separated fields among which blanks have signs.
fn missing_sign(text: &str) -> Option<cells::CellError> {
    let fields: Vec<&str> = latex_row(text).split(delimiter(text)?).collect();
    let are_cells = fields.len() == 9 && fields.iter().all(|field| parse_field(field).is_some());
    if !are_cells || !has_missing_sign(&fields) {
        return None;
    }
    let empty = fields.iter().find(|field| is_empty_field(field))?;
    let reason = "expected a sign for each blank, found an empty field beside others; write a dot";
    Some((column_of(empty, text), reason.into()))
}

/// Finds the first of nine separated fields that is no cell, if most of the others are cells.
fn field_error(text: &str) -> Option<cells::CellError> {
    for delimiter in [',', ';', '\t'] {
        let fields: Vec<&str> = text.split(delimiter).collect();
        let wrong: Vec<_> = fields.iter().filter(|field| parse_field(field).is_none()).collect();
        if fields.len() == 9 && (1..=4).contains(&wrong.len()) {
            return Some((column_of(wrong[0], text), cell_field::not_a_cell(wrong[0])));
        }
    }
    None
}

/// Returns true if a text is nine separated fields with digits and blanks, of which some have
/// another number or an error of a spreadsheet in place of a digit.
fn has_wrong_number(text: &str) -> bool {
    let is_number = |text: &str| text.trim().replacen([',', '.'], "", 1).parse::<u32>().is_ok();
    [',', ';', '\t'].into_iter().any(|delimiter| {
        let fields: Vec<&str> = text.split(delimiter).collect();
        let (cells, others): (Vec<&str>, Vec<&str>) =
            fields.iter().copied().partition(|field| parse_field(field).is_some());
        fields.len() == 9
            && (1..=3).contains(&others.len())
            && others.iter().all(|text| is_number(text) || cells::sheet_problem(text).is_some())
            && cells.iter().any(|field| field.trim().is_empty())
            && cells.iter().filter(|field| parse_field(field) != Some(None)).count() > 1
    })
}

/// Finds a digit that stands twice in a cell, in a row of nine groups of candidates.
fn group_error(text: &str) -> Option<cells::CellError> {
    let groups = text.split(|c: char| c.is_whitespace() || is_bar(c));
    let groups: Vec<&str> = groups.filter(|group| !group.is_empty()).collect();
    if groups.len() != 9 || groups.concat().contains(|c| !matches!(c, '1'..='9')) {
        return None;
    }
    let wrong = groups.into_iter().find(|group| candidates::parse_group(group).is_none())?;
    let reason = clause!("expected each digit once in a cell, found {}", wrong.to_owned());
    Some((column_of(wrong, text), reason))
}

/// Returns true if a line is probably meant as a row.
pub(super) fn resembles_row(text: &str) -> bool {
    text.chars().filter(|&c| parse_cell(c).is_some()).count() >= 5
}

/// Returns true if a line at the start of a grid looks like a row of the wrong length and not like
/// a number, a date or a decoration.
pub(super) fn is_damaged_row(text: &str) -> bool {
    let row = text.trim();
    let (mut cells, mut digits, mut zeros, mut bars, mut others) = (0, 0, 0, 0, 0);
    for c in row.chars() {
        match c {
            '1'..='9' => digits += 1,
            '0' => zeros += 1,
            ' ' => {}
            _ if is_bar(c) => bars += 1,
            _ if parse_cell(c).is_none() => others += 1,
            _ => {}
        }
        cells += usize::from(parse_cell(c).is_some());
    }
    let has_signs = row.contains(['.', '_', '*', 'x', 'X']) || bars >= 2;
    let is_number = digits + zeros + 1 >= cells && bars == 0;
    let is_damaged = others == 0 && has_signs && !is_number && !is_date(row) && digits > 0;
    // Nine characters, one or two of which are no cells.
    let is_nearly_row = row.chars().count() == 9 && matches!(cells, 7 | 8) && digits > 0;
    is_damaged && (5..=14).contains(&cells)
        || is_nearly_row && has_signs
        || bars >= 2 && group_error(row).is_some()
        || has_wrong_number(text)
        || missing_sign(text).is_some()
}

/// Returns true if a text is a date of numbers, such as `2024-01-02`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['.', '-']).collect();
    parts.len() == 3
        && parts.iter().all(|part| {
            (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digit_that_stands_twice_in_a_cell_is_named() {
        let (column, reason) = row_error("| 369 8 39 | 55 24 7 | 1 34 36 |");
        let expected = "expected each digit once in a cell, found 55".to_owned();
        assert_eq!((column, reason.to_string()), (14, expected));
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
}
