//! Reads the 81 cells of a puzzle from one line of text.

use super::candidates::{self, CandidateGrid, is_bar, is_quote};
use super::cell_field::{parse_cell, parse_field};
use super::lines::decode;
use grid::{AnyGrid, Cell, Digit, Grid, GridShape};
use std::borrow::Cow;
use std::collections::HashSet;
use words::{Clause, clause};

/// The text of a workbook's cell whose formula has no value yet.
pub(crate) const FORMULA: &str = "=formula";

/// The errors that spreadsheets show in cells without an exclamation or question mark, in English,
/// German, French and Portuguese.
const SHEET_ERRORS: [&str; 5] = ["#N/A", "#NV", "#N/D", "#ND", "#N/DISP"];
/// Maximum length of such an error.
const MAX_SHEET_ERROR_CHARS: usize = 16;

/// A column, counted from 1, and the reason of an error there.
pub(crate) type CellError = (usize, Clause);

/// The nine cells of a row; a blank is `None`.
pub(crate) type NineCells = [Option<Digit>; 9];

/// Minimum length of a run of cells that counts as a damaged puzzle even if it looks like a number.
const MIN_DAMAGED_DIGITS: usize = 41;
/// Minimum length of a run of digits and blanks that counts as a damaged puzzle or row.
const MIN_DAMAGED_RUN: usize = 13;
/// Minimum number of digits of a grid of a small size, which tell it from a decoration.
const MIN_SMALL_DIGITS: usize = 2;
/// Minimum number of givens of a puzzle with one solution.
pub(super) const MIN_GIVENS: usize = 17;

/// Parses a cell. A space is a blank.
pub(super) fn parse_cell_or_space(c: char) -> Option<Option<Digit>> {
    if c == ' ' { Some(None) } else { parse_cell(c) }
}

/// Replaces lookalikes of cells, bars and spaces by the characters that the readers know: wide
/// digits, middle dots, squares, no-break spaces, nulls. Drops characters without width.
pub(super) fn normalize(bytes: &[u8]) -> Cow<'_, str> {
    let text = decode(bytes);
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t')) {
        return text;
    }
    let replaced = text.chars().filter_map(|c| {
        Some(match c {
            '\t' => c,
            '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => return None,
            '\u{ff10}'..='\u{ff19}' => char::from(b'0' + (c as u32 - 0xff10) as u8),
            '\u{2460}'..='\u{2468}' => char::from(b'1' + (c as u32 - 0x2460) as u8),
            '．' | '·' | '•' | '∙' | '⋅' | '・' | '‧' | '●' | '○' => '.',
            '□' | '■' | '▢' | '◻' | '◼' | '☐' | '＿' => '_',
            '＊' => '*',
            '－' | '–' | '—' | '−' => '-',
            '｜' => '|',
            // `\u{1a}` is the end-of-file mark of DOS; nulls pad some files.
            _ if c.is_whitespace() || matches!(c, '\0' | '\u{1a}') => ' ',
            _ => c,
        })
    });
    Cow::Owned(replaced.collect())
}

/// A puzzle in a line, with its solution if the line has both.
pub(crate) type LinePuzzle = (AnyGrid, Option<AnyGrid>);

/// The meaning of a line outside a grid of nine lines.
#[derive(Debug, PartialEq)]
pub(super) enum LineReading {
    /// Whole puzzles of 81 cells.
    Puzzles(Vec<LinePuzzle>),
    /// The candidates of a position: 729 characters.
    Position(Box<CandidateGrid>),
    /// A puzzle with too few or too many cells.
    Damaged(CellError),
    /// Anything else: a row of a grid, or a caption.
    Other,
}

/// A sequence of cells without anything between them.
struct CellRun {
    /// The index of the first character, and the index after the last one.
    start: usize,
    end: usize,
    /// The cells. A digit after `+` was placed by a player and is not given, so its cell is a
    /// blank.
    cells: Vec<Option<Digit>>,
}

impl CellRun {
    /// Returns the grid of a run of 81, 36 or 16 cells.
    fn grid(&self) -> AnyGrid {
        AnyGrid::from_cells(&self.cells).expect("the number of cells was checked")
    }

    /// Returns true if the run is a grid of a small size: no digit is too large, and blanks are
    /// dots, unless nothing but cells stands in the line.
    fn is_small_grid(&self, chars: &[char], has_words: bool) -> bool {
        let text = &chars[self.start..self.end];
        let digits = self.cells.iter().flatten().count();
        GridShape::with_cell_count(self.cells.len()).is_some_and(|shape| shape.mini().is_some())
            && AnyGrid::from_cells(&self.cells).is_some()
            && digits >= MIN_SMALL_DIGITS
            && !text.contains(&'-')
            && (!has_words || text.contains(&'.') || self.is_complete())
    }

    /// Returns true if all cells have digits.
    fn is_complete(&self) -> bool {
        self.cells.iter().all(Option::is_some)
    }

    /// Returns true if the run looks like cells and not like a number, a date or a line of dots: it
    /// has two adjacent blanks, and at least two groups of digits.
    fn has_shape_of_cells(&self) -> bool {
        let groups = self.cells.chunk_by(|a, b| a.is_some() == b.is_some());
        groups.filter(|group| group[0].is_some()).count() > 1
            && self.cells.windows(2).any(|pair| pair == [None, None])
    }

    fn is_damaged_puzzle(&self) -> bool {
        let digits = self.cells.iter().flatten().count();
        match self.cells.len() {
            Cell::COUNT => false,
            MIN_DAMAGED_DIGITS.. => digits >= 8,
            MIN_DAMAGED_RUN.. => self.has_shape_of_cells(),
            _ => false,
        }
    }
}

/// Finds the runs of cells in a line.
fn find_runs(chars: &[char]) -> Vec<CellRun> {
    let mut runs: Vec<CellRun> = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let (cell, width) = match chars[at..] {
            // A digit that a player placed.
            ['+', '1'..='9', ..] => (Some(None), 2),
            ['x' | 'X', ..] if is_in_word(chars, at) => (None, 1),
            _ => (parse_cell(chars[at]), 1),
        };
        if let Some(cell) = cell {
            match runs.last_mut() {
                Some(run) if run.end == at => {
                    run.cells.push(cell);
                    run.end += width;
                }
                _ => runs.push(CellRun { start: at, end: at + width, cells: vec![cell] }),
            }
        }
        at += width;
    }
    runs
}

/// Returns true if a letter stands beside this character.
fn is_in_word(chars: &[char], at: usize) -> bool {
    let beside = &chars[at.saturating_sub(1)..chars.len().min(at + 2)];
    beside.iter().any(|c| c.is_alphabetic() && !matches!(c, 'x' | 'X'))
}

/// Finds the only run of nine cells in a line, unless the run is a number. It must have digits, and
/// blanks that are adjacent or dots. Inside a grid, nine dots are a row, too, and so are nine
/// different digits.
pub(super) fn find_row_cells(text: &str, is_in_grid: bool) -> Option<NineCells> {
    let chars: Vec<char> = text.chars().collect();
    let mut rows = find_runs(&chars);
    rows.retain(|run| {
        let has_dots = chars[run.start..run.end].contains(&'.');
        match (run.cells.len(), run.cells.iter().flatten().count()) {
            (9, 0) => is_in_grid && has_dots,
            (9, 9) => is_in_grid && run.cells.iter().collect::<HashSet<_>>().len() == 9,
            (9, _) => run.has_shape_of_cells() || has_dots,
            _ => false,
        }
    });
    if rows.len() == 1 { rows.pop()?.cells.try_into().ok() } else { None }
}

/// Finds a part of a puzzle in a line that is too short for a whole puzzle.
pub(super) fn find_damaged_run(text: &str) -> Option<CellError> {
    let chars: Vec<char> = text.chars().collect();
    find_runs(&chars).iter().find(|run| run.is_damaged_puzzle()).map(run_error)
}

/// Reads a line that may hold whole puzzles.
pub(super) fn read_line(text: &str) -> LineReading {
    let chars: Vec<char> = text.chars().collect();
    let runs = find_runs(&chars);
    let whole: Vec<_> = runs.iter().filter(|run| run.cells.len() == Cell::COUNT).collect();
    if !whole.is_empty() {
        return match runs.iter().find(|run| run.is_damaged_puzzle()) {
            Some(run) => LineReading::Damaged(run_error(run)),
            None => LineReading::Puzzles(pair_solutions(&whole)),
        };
    }
    if let Some(puzzles) = small_puzzles(&chars, &runs) {
        return LineReading::Puzzles(puzzles);
    }
    if let Some(run) = runs.iter().find(|run| run.cells.len() == 9 * Cell::COUNT) {
        let line: String = chars[run.start..run.end].iter().collect();
        return match candidates::candidates_from_line(&line) {
            Ok(marks) => LineReading::Position(Box::new(marks)),
            Err(reason) => LineReading::Damaged((run.start + 1, reason.into())),
        };
    }
    if let Some(grid) = parse_with_one_sign(text.trim()).or_else(|| parse_spaced(text)) {
        return LineReading::Puzzles(vec![(grid.into(), None)]);
    }
    if let Some(puzzle) = parse_separated(text) {
        return LineReading::Puzzles(vec![puzzle]);
    }
    let damaged = runs.iter().filter(|run| run.is_damaged_puzzle());
    match damaged.max_by_key(|run| run.cells.len()) {
        None => LineReading::Other,
        Some(run) if is_bare(run, text) => LineReading::Damaged(line_error(text)),
        Some(run) => LineReading::Damaged(run_error(run)),
    }
}

/// Reads a line that is too short for 81 cells, and may hold puzzles of a small size.
pub(super) fn read_small_line(text: &str) -> LineReading {
    let chars: Vec<char> = text.chars().collect();
    match small_puzzles(&chars, &find_runs(&chars)) {
        Some(puzzles) => LineReading::Puzzles(puzzles),
        None => LineReading::Other,
    }
}

/// Returns the puzzles of a small size in a line, if it has any. A solution alone in a line of
/// words is a number.
fn small_puzzles(chars: &[char], runs: &[CellRun]) -> Option<Vec<LinePuzzle>> {
    let has_words = chars.iter().any(|c| c.is_alphabetic() && !matches!(c, 'x' | 'X'));
    let grids: Vec<_> = runs.iter().filter(|run| run.is_small_grid(chars, has_words)).collect();
    let first = grids.first()?;
    let is_one_size = grids.iter().all(|run| run.cells.len() == first.cells.len());
    let is_number = has_words && grids.iter().all(|run| run.is_complete());
    if is_one_size && !is_number { Some(pair_solutions(&grids)) } else { None }
}

/// Returns true if a line with a damaged run holds nothing else, or has the length of a puzzle.
/// Other characters in such a line are damage, too.
fn is_bare(run: &CellRun, text: &str) -> bool {
    let length = text.trim().chars().count();
    length == run.end - run.start || length == Cell::COUNT
}

fn run_error(run: &CellRun) -> CellError {
    (run.start + 1, clause!("expected 81 cells, found {}", run.cells.len()))
}

/// Pairs puzzles with the solutions beside them: `puzzle solution`, or `solution puzzle`. A
/// solution without a puzzle is returned as a complete grid.
fn pair_solutions(runs: &[&CellRun]) -> Vec<LinePuzzle> {
    let alternate = runs.len().is_multiple_of(2)
        && runs.chunks(2).all(|pair| pair[0].is_complete() && !pair[1].is_complete());
    if alternate {
        return runs.chunks(2).map(|pair| (pair[1].grid(), Some(pair[0].grid()))).collect();
    }
    let mut puzzles: Vec<LinePuzzle> = Vec::new();
    let mut may_be_answered = false;
    for run in runs {
        let is_solution = run.is_complete();
        match puzzles.last_mut() {
            Some((_, answer)) if is_solution && may_be_answered => *answer = Some(run.grid()),
            _ => puzzles.push((run.grid(), None)),
        }
        may_be_answered = !is_solution;
    }
    puzzles
}

/// Parses 81 characters that are digits and one other sign for a blank, such as `?`, `#` or `O`.
fn parse_with_one_sign(text: &str) -> Option<Grid> {
    let sign = text.chars().find(|c| !matches!(c, '1'..='9'))?;
    let is_known = text.chars().all(|c| c == sign || matches!(c, '1'..='9'));
    // A few unknown characters are damage. Spaces may stand between candidates.
    if !is_known || sign == ' ' || text.matches(sign).count() < 9 {
        return None;
    }
    text.replace(sign, ".").parse().ok()
}

/// Parses digits and spaces, where a space is a blank. Spaces at the end may be missing.
fn parse_spaced(text: &str) -> Option<Grid> {
    let trimmed = text.trim_end_matches(' ');
    let width = trimmed.chars().count();
    if width > Cell::COUNT || text.chars().any(|c| parse_cell_or_space(c).is_none()) {
        return None;
    }
    // If other signs stand for blanks, spaces at the end are not cells.
    let has_other_blanks = text.chars().any(|c| !matches!(c, '1'..='9' | ' '));
    let given = text.chars().filter(|c| matches!(c, '1'..='9')).count();
    let is_cut = text.chars().count() < Cell::COUNT;
    // Fewer digits are a row of cells with much space between them.
    if is_cut && (has_other_blanks || width < 54)
        || given < MIN_GIVENS && !has_other_blanks
        || is_cut && !trimmed.contains(' ')
        || width < 41
        || candidates::read_row(text).is_some()
    {
        return None;
    }
    format!("{trimmed:<81}").replace([' ', '-'], ".").parse().ok()
}

/// Parses a line of separated cells: 81 fields, each of them a cell or empty; or cells in groups of
/// 1, 3, 9 or 27 with nothing else in the line.
fn parse_separated(text: &str) -> Option<LinePuzzle> {
    let delimiters = [',', ';', '\t', '|'];
    delimiters.into_iter().find_map(|c| parse_fields(text, c)).or_else(|| parse_groups(text))
}

/// Parses 81 or 162 fields between delimiters. A number may stand before them, or a delimiter
/// behind them.
fn parse_fields(text: &str, delimiter: char) -> Option<LinePuzzle> {
    if text.matches(delimiter).count() < Cell::COUNT - 1 {
        return None;
    }
    let fields: Vec<&str> = text.split(delimiter).map(str::trim).collect();
    if ![82, 163].contains(&fields.len()) {
        return parse_cells(&fields);
    }
    let (number, behind_number) = fields.split_first()?;
    let (last, before_last) = fields.split_last()?;
    let numbered = if number.is_empty() { None } else { parse_cells(behind_number) };
    let ended = if last.is_empty() { parse_cells(before_last) } else { None };
    match (numbered, ended) {
        (Some(numbered), Some(ended)) => {
            // The number may be a cell, and the last cell a blank: the one without a digit twice.
            match (has_conflict(&numbered), has_conflict(&ended)) {
                (true, false) => Some(ended),
                (false, true) => Some(numbered),
                _ => None,
            }
        }
        (numbered, ended) => numbered.or(ended),
    }
}

fn has_conflict((puzzle, _): &LinePuzzle) -> bool {
    puzzle.has_conflict()
}

fn parse_cells(fields: &[&str]) -> Option<LinePuzzle> {
    let cells: Option<Vec<_>> = fields.iter().map(|field| parse_field(field)).collect();
    parse_grids(&cells?)
}

/// Parses groups of cells, all of which are equally long.
fn parse_groups(text: &str) -> Option<LinePuzzle> {
    let groups = text.split(|c: char| {
        c.is_whitespace() || matches!(c, ',' | ';' | '/') || is_bar(c) || is_quote(c)
    });
    let groups: Vec<&str> = groups.filter(|group| !group.is_empty()).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    if [Cell::COUNT, 2 * Cell::COUNT].contains(&words.len())
        && let Some(cells) = words.into_iter().map(parse_field).collect::<Option<Vec<_>>>()
    {
        return parse_grids(&cells);
    }
    let width = groups.first()?.chars().count();
    if ![1, 3, 9, 27].contains(&width) || groups.iter().any(|group| group.chars().count() != width)
    {
        return None;
    }
    let cells: Vec<_> = groups.concat().chars().map(parse_cell).collect::<Option<_>>()?;
    // Nine times the same ascending digits are the candidates of an empty row.
    if candidates::read_row(text).is_some() { None } else { parse_grids(&cells) }
}

/// Turns 81 cells into a puzzle, and 162 cells into a puzzle with its solution.
fn parse_grids(cells: &[Option<Digit>]) -> Option<LinePuzzle> {
    let (puzzle, solution) = cells.split_at_checked(Cell::COUNT)?;
    let puzzle = AnyGrid::from_cells(puzzle)?;
    if solution.is_empty() {
        return Some((puzzle, None));
    }
    if solution.iter().any(Option::is_none) {
        return None;
    }
    Some((puzzle, Some(AnyGrid::from_cells(solution)?)))
}

/// Returns the error of a spreadsheet with which a text begins, in any language: `#REF!`, `#WERT!`,
/// `#N/A`, `Err:502`.
pub(super) fn sheet_error(text: &str) -> Option<&str> {
    let word = text.split([',', ';', '\t', ' ', '"']).next().unwrap_or_default();
    let name = word.strip_prefix('#').and_then(|rest| rest.strip_suffix(['!', '?']));
    let is_of_name = |c: char| c.is_uppercase() || c.is_ascii_digit() || "/_¡¿".contains(c);
    let is_error = match name {
        Some(name) => {
            name.contains(char::is_alphabetic)
                && name.chars().all(is_of_name)
                && name.chars().count() < MAX_SHEET_ERROR_CHARS
        }
        None => {
            let code = word.strip_prefix("Err:").unwrap_or_default();
            SHEET_ERRORS.contains(&word)
                || code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_digit())
        }
    };
    is_error.then_some(word)
}

/// Returns true for the text of a formula without a value.
pub(crate) fn is_formula(text: &str) -> bool {
    text == FORMULA
}

/// Explains a field that is an error or a formula of a spreadsheet, and should be a grid.
pub(crate) fn sheet_problem(field: &str) -> Option<Clause> {
    let is_formula = |text: &str| text.starts_with(char::is_alphabetic);
    if field.trim().strip_prefix('=').is_some_and(is_formula) {
        return text_problem(FORMULA);
    }
    text_problem(field)
}

/// Explains a field that is an error of a spreadsheet or its formula without a value, and should be
/// a text. Any other text with an equals sign is a text.
pub(crate) fn text_problem(field: &str) -> Option<Clause> {
    let text = field.trim();
    if is_formula(text) {
        let words = "expected a value, found a formula without one; open the file in a spreadsheet \
                     program and save it again";
        return Some(words.into());
    }
    let error = sheet_error(text)?;
    Some(clause!(
        "expected a value, found {}, an error of a spreadsheet; correct the formula in this cell",
        error.to_owned(),
    ))
}

/// Explains why a text is not 81 cells: the first invalid character, or the number of cells.
pub(super) fn line_error(text: &str) -> CellError {
    let indent = text.chars().take_while(|c| c.is_whitespace()).count();
    let mut found = 0;
    for (i, c) in text.trim_end().chars().enumerate().skip(indent) {
        if found == Cell::COUNT {
            return (
                i + 1,
                clause!("expected the line to end after 81 cells, found {}", format!("{c:?}")),
            );
        }
        if parse_cell_or_space(c).is_none() {
            return (i + 1, not_a_cell(c));
        }
        found += 1;
    }
    (indent + found + 1, clause!("expected 81 cells, found {}", found))
}

pub(super) fn not_a_cell(c: char) -> Clause {
    clause!("expected a digit or a blank (. 0 _ * X), found {}", format!("{c:?}"))
}

/// Returns true if a line is empty, or has nothing but separators.
pub(super) fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || ",;\"".contains(c))
}

/// Returns true if the text is a comment. A line of 81 characters that begins with `#` may be a
/// puzzle with `#` for its blanks, and `#` may be a field.
pub(super) fn is_comment(text: &str) -> bool {
    text.starts_with('#')
        && sheet_error(text).is_none()
        && !text[1..].starts_with([',', ';', '\t'])
        && (text.chars().count() != Cell::COUNT || text.contains(|c| !matches!(c, '#' | '1'..='9')))
}
