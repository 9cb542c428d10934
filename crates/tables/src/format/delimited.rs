//! Tables with fields separated by commas, semicolons, tabs or bars: finds their headers.

use super::csv_fields::{DELIMITERS, FieldSplitter, RecordState};
use super::error::{ReadError, no_puzzle_column};
use super::field::{is_rounded, parse_grid, puzzle_field};
use super::lines::RawLine;
use super::table_rows::TableParser;
use super::tokens::{LineToken, is_title};
use super::{MAX_TITLE_LINES, cells, grid_row, headings, sheet};
use crate::header::{TableHeader, find_puzzle_column};
use words::Clause;

/// A line that may be the header of a table.
pub(super) struct FoundTable {
    /// The index of the line.
    pub line: usize,
    /// True if a row below has a puzzle in the column of puzzles. False if the first rows merely
    /// look like rows of this table.
    pub is_certain: bool,
    /// The parser of the rows, or the error of the header.
    pub parser: Result<TableParser, ReadError>,
}

/// Finds the header of a table in the first lines of a text, below any titles. A line of titles may
/// consist of usual names of columns, so the rows below decide.
pub(super) fn table(lines: &[RawLine<'_>], column: Option<&str>) -> Option<FoundTable> {
    let titles = lines.iter().enumerate().filter(|(_, line)| is_used(line.bytes));
    let mut found: Option<FoundTable> = None;
    for (rank, (at, line)) in titles.take(MAX_TITLE_LINES).enumerate() {
        for candidate in HeaderCandidate::from_line(line.bytes, column) {
            let has_header = found.as_ref().is_some_and(|found| found.is_certain);
            if has_header && candidate.puzzle == PuzzleColumn::Unnamed {
                continue;
            }
            let fit = candidate.fit(&lines[at + 1..]);
            let is_certain = matches!(fit, HeaderFit::Row { .. });
            if is_certain || fit == HeaderFit::Likely && rank == 0 && found.is_none() {
                let parser = candidate.parser(fit, column);
                let parser = parser.map_err(|reason| ReadError::in_line(line.number, reason));
                found = Some(FoundTable { line: at, is_certain, parser });
            }
            if matches!(fit, HeaderFit::Row { is_first: true, .. }) {
                return found;
            }
        }
        if !is_title(&cells::normalize(line.bytes)) {
            break;
        }
    }
    found
}

/// Returns the names in a line that looks like the header of a table in which none of the columns,
/// or several, may hold the puzzles.
pub(super) fn unclear_names(line: &[u8]) -> Option<Vec<String>> {
    let candidates = HeaderCandidate::from_line(line, None);
    let is_clear = |header: &HeaderCandidate| matches!(header.puzzle, PuzzleColumn::At(_));
    candidates.into_iter().find(|header| !is_clear(header)).map(|header| header.names)
}

/// Returns true if a line may be a title, a header or a row: it is not empty, no comment, and not
/// the separator for Excel.
pub(super) fn is_used(line: &[u8]) -> bool {
    let text = cells::normalize(line);
    !cells::is_blank(&text) && !cells::is_comment(text.trim()) && !is_separator(line)
}

/// Returns true if a line names the separator for Excel: `sep=;`.
pub(super) fn is_separator(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    text.len() == 5 && text[..4].eq_ignore_ascii_case(b"sep=")
}

/// A line that may be a header, split at one of the delimiters.
struct HeaderCandidate {
    delimiter: u8,
    names: Vec<String>,
    puzzle: PuzzleColumn,
}

#[derive(PartialEq)]
enum PuzzleColumn {
    /// The index of the column.
    At(usize),
    /// Several columns may hold the puzzles, or none has the name that the user gave: the reason.
    Wrong(Clause),
    /// No column has a usual name.
    Unnamed,
}

/// The verdict of the rows below about a header.
#[derive(Clone, Copy, PartialEq)]
enum HeaderFit {
    /// A row has a puzzle in this column.
    Row {
        puzzle: usize,
        /// False if lines above this row are no rows: a lower header is better.
        is_first: bool,
    },
    /// The rows so far may be damaged rows.
    Likely,
    None,
}

impl HeaderCandidate {
    /// Splits a line at each delimiter. Usual names of the puzzles come first.
    fn from_line(line: &[u8], column: Option<&str>) -> Vec<Self> {
        let mut candidates = Vec::new();
        for delimiter in DELIMITERS {
            // A single name is split at commas.
            if delimiter != DELIMITERS[0] && !line.contains(&delimiter) {
                continue;
            }
            let Some(names) = FieldSplitter::new(delimiter).names(line) else { continue };
            let puzzle = match find_puzzle_column(column, names.iter().map(String::as_str)) {
                Ok(Some(at)) => PuzzleColumn::At(at),
                Err(reason) => PuzzleColumn::Wrong(reason),
                Ok(None) if !are_names(&names) => continue,
                Ok(None) if column.is_some() => {
                    PuzzleColumn::Wrong(no_puzzle_column(column, &names))
                }
                Ok(None) => PuzzleColumn::Unnamed,
            };
            candidates.push(Self { delimiter, names, puzzle });
        }
        candidates.sort_by_key(|candidate| candidate.puzzle == PuzzleColumn::Unnamed);
        candidates
    }

    /// Compares the header with the rows below. Without a usual name, the first row decides which
    /// column holds the puzzles.
    fn fit(&self, rows: &[RawLine<'_>]) -> HeaderFit {
        let is_unnamed = self.puzzle == PuzzleColumn::Unnamed;
        let mut splitter = FieldSplitter::new(self.delimiter);
        let mut has_other_lines = false;
        for row in rows {
            match splitter.split(row.bytes) {
                RecordState::Open => continue,
                RecordState::TooLong => break,
                RecordState::Whole => {}
            }
            let text = cells::normalize(row.bytes);
            if splitter.is_empty() && !grid_row::is_empty_row(&text) {
                continue;
            }
            if let Some(puzzle) = self.puzzle_of(&splitter) {
                return HeaderFit::Row { puzzle, is_first: !has_other_lines };
            }
            let is_alone = splitter.count() == 1 && self.names.len() > 1;
            if is_unnamed
                || is_alone && parse_grid(&text).is_ok()
                || !text.contains('"') && LineToken::new(&text).is_drawn()
                || sheet::separator(&text).is_some()
            {
                return HeaderFit::None;
            }
            let has_all_fields = self.names.len() > 1 && splitter.count() == self.names.len();
            has_other_lines |= !has_all_fields && !is_rounded(&text) && is_title(&text);
            if has_other_lines && self.names.len() == 1 {
                return HeaderFit::None;
            }
        }
        if has_other_lines || is_unnamed { HeaderFit::None } else { HeaderFit::Likely }
    }

    /// Returns the column in which a row has a puzzle, if this can be the column of puzzles. A
    /// field without any beside it is a line of its own.
    fn puzzle_of(&self, row: &FieldSplitter) -> Option<usize> {
        let has_grid = |at: &usize| parse_grid(&row.field(*at)).is_ok();
        if self.puzzle == PuzzleColumn::Unnamed {
            let texts: Vec<_> = (0..row.count()).map(|at| row.field(at)).collect();
            let is_full = texts.iter().filter(|text| !text.is_empty()).count() > 1;
            let puzzle = puzzle_field(texts.iter().map(|text| Some(&**text)));
            return puzzle.filter(|_| is_full && texts.len() == self.names.len());
        }
        if row.count() < 2 && self.names.len() != 1 {
            return None;
        }
        match self.puzzle {
            PuzzleColumn::At(at) => Some(at).filter(has_grid),
            _ => (0..row.count()).find(has_grid),
        }
    }

    /// Returns the parser of the rows.
    ///
    /// # Errors
    /// A sentence, if the header does not name one column of puzzles.
    fn parser(self, fit: HeaderFit, column: Option<&str>) -> Result<TableParser, Clause> {
        let puzzle = match (self.puzzle, fit) {
            (PuzzleColumn::Wrong(reason), _) => return Err(reason),
            (PuzzleColumn::At(at), _) | (_, HeaderFit::Row { puzzle: at, .. }) => Some(at),
            _ => None,
        };
        let mut header = TableHeader::new(self.names.clone(), column)?;
        if header.puzzle.is_none() {
            header = TableHeader::with_puzzle(self.names, puzzle);
        }
        Ok(TableParser::new(self.delimiter, header))
    }
}

/// Returns true if these look like column names: several, each beginning with a letter. The column
/// of an index may have no name, but not above the labels of the columns of a grid.
fn are_names(names: &[String]) -> bool {
    match names {
        [index, others @ ..] if index.is_empty() => {
            others.iter().all(|name| is_name(name))
                && others.iter().any(|name| headings::label_number(name).is_none())
        }
        _ => names.len() > 1 && names.iter().all(|name| is_name(name)),
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(char::is_alphabetic) && name.len() < 81
}

#[cfg(test)]
mod tests {
    use super::super::lines::split_lines;
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn found(text: &str, column: Option<&str>) -> Option<(usize, bool, Result<String, String>)> {
        let text = text.replace('P', PUZZLE);
        let lines: Vec<_> = split_lines(text.as_bytes(), 1).collect();
        let table = table(&lines, column)?;
        let names = table.parser.map(|parser| parser.header().names().join("|"));
        Some((table.line, table.is_certain, names.map_err(|e| e.to_string())))
    }

    #[test]
    fn rows_decide_which_line_is_the_header() {
        for (text, line, is_certain, names) in [
            ("puzzle\nP", 0, true, "puzzle"),
            ("# a\n\nsep=;\nid;quizzes\n;\n1;P", 3, true, "id|quizzes"),
            ("Sudokus, second edition\nid,quizzes\n1,P", 1, true, "id|quizzes"),
            ("Second edition, quizzes\nBy Me\nid,quizzes\n1,P", 2, true, "id|quizzes"),
            ("id,quiz\nid,quiz\n1,P", 0, true, "id|quiz"),
            ("By A, B\nAll of them\n\nNo\tGrid\tKey\n1\tP\tx", 3, true, "No|Grid|Key"),
            ("theirs,name\nP,x", 0, true, "theirs|name"),
            ("name,quiz\na,\"53..\n7..\"\nb,P", 0, true, "name|quiz"),
            ("id,quiz\n1,bad\n2,P", 0, true, "id|quiz"),
            ("id,quiz\n1", 0, false, "id|quiz"),
            ("quiz", 0, false, "quiz"),
            ("quiz\n6.78E+80\nP", 0, true, "quiz"),
        ] {
            let expected = Some((line, is_certain, Ok(names.to_owned())));
            assert_eq!(found(text, None), expected, "{text}");
        }
        for text in [
            "Sudokus, second edition\nP\nP",
            "Sudokus, second edition\nBy Me\n",
            "Sudoku\n53..7....",
            "Sudoku, easy\nA, B\n|53.|.7.|...|",
            "Sudoku,,,,,,,,,,\n5,3,,,7,,,,,,1",
            "Grid 01\nP",
            "name,notes\nx,y",
            "P\nid,puzzle\n1,P",
        ] {
            assert_eq!(found(text, None), None, "{text}");
        }
    }

    #[test]
    fn named_column_is_found_or_missed() {
        let text = "quizzes,mine\n1,P";
        let names = Ok("quizzes|mine".to_owned());
        assert_eq!(found(text, Some("mine")), Some((0, true, names)));
        let (_, is_certain, error) = found(text, Some("other")).unwrap();
        assert!(is_certain && error.unwrap_err().contains("expected a column `other`"));
        let (_, is_certain, error) = found("quiz,board\nP,P", None).unwrap();
        assert!(is_certain && error.unwrap_err().contains("expected one column of puzzles"));
    }
}
