//! Reads the rows of a text, line by line. The first lines tell whether the text is a machine file,
//! whose rows need not wait. Other lines wait in a block, which is judged as a whole.

use super::cells::{self, LineReading};
use super::delimited::{self, FoundTable, is_used};
use super::error::{ReadError, no_puzzle_column};
use super::file_kind::Markup;
use super::grids;
use super::json;
use super::json_object::ObjectParser;
use super::lines::{LineBlock, RawLine};
use super::table_rows::TableParser;
use super::tokens::Line;
use super::{
    JudgedText, MAX_LINE_BYTES, MAX_TEXT_BYTES, SkippedLines, headings, sheet, small_grids,
};
use crate::catalog_reader::catalog_rows;
use crate::header::TableHeader;
use crate::row::{Ready, TableRow};

/// Maximum number of lines that tell the form of a text.
const MAX_FIRST_LINES: usize = 32;
/// Maximum size of these lines, in bytes.
const MAX_FIRST_BYTES: usize = 1 << 16;
/// Minimum length of a line that decides about a table.
const MIN_PUZZLE_BYTES: usize = 54;
/// Maximum number of lines in a block. Each takes about 60 bytes when the block is judged.
const MAX_BLOCK_LINES: u64 = 1 << 21;

/// The form of a text.
enum TextForm {
    /// Puzzles in lines, and blocks of other lines between them.
    Lines,
    /// JSON in any layout, which is one block.
    Document,
    /// An object in each line.
    Objects(ObjectParser),
    Table(Box<TableParser>),
}

/// The parser of a text.
#[derive(Default)]
pub(crate) struct PuzzleTextParser {
    /// The form; `None` while the first lines wait in the block until they tell it.
    form: Option<TextForm>,
    /// The column of the puzzles, if the user named it.
    column: Option<String>,
    /// True for the catalogue of a run.
    is_of_run: bool,
    block: LineBlock,
    /// Numbers of bytes and lines since the last puzzle.
    waiting: (usize, u64),
    /// Lines that belong to no puzzle.
    skipped: SkippedLines,
    /// True once a puzzle or an error was found.
    has_found: bool,
    /// The names in the first line, if it looks like the header of a table.
    names: Option<Vec<String>>,
    /// The kind of markup around the puzzles, if any.
    markup: Option<Markup>,
}

impl PuzzleTextParser {
    /// Sets the column of the puzzles.
    pub(crate) fn set_column(&mut self, column: Option<String>) {
        self.column = column;
    }

    /// Expects the catalogue of a run.
    pub(crate) fn expect_catalog(&mut self) {
        self.is_of_run = true;
    }

    /// Returns the column names of a table.
    pub(crate) fn header(&self) -> Option<&TableHeader> {
        match &self.form {
            Some(TextForm::Table(table)) => Some(table.header()),
            _ => None,
        }
    }

    /// Returns the names of the columns of a table, also of one whose column of puzzles is not
    /// known.
    pub(crate) fn column_names(&self) -> &[String] {
        let unclear = self.names.as_deref().unwrap_or_default();
        self.header().map_or(unclear, TableHeader::names)
    }

    /// Returns true once a puzzle or an error was found, except the error that there is no puzzle.
    pub(crate) fn has_found(&self) -> bool {
        self.has_found
    }

    /// Returns the lines so far that belong to no puzzle.
    pub(crate) fn skipped(&self) -> Option<&SkippedLines> {
        (self.skipped.count > 0).then_some(&self.skipped)
    }

    /// Reads a line. Returns false if the rest of the input is not read.
    pub(crate) fn push(&mut self, line: RawLine<'_>, ready: &mut Ready) -> bool {
        if self.form.is_some() {
            return self.read(line, ready);
        }
        if self.column.is_none()
            && let Some(rows) = catalog_rows(line, self.is_of_run)
        {
            self.form = Some(TextForm::Table(Box::new(rows)));
            return true;
        }
        self.block.push(line);
        let goes_on = self.choose_form(false, ready);
        self.has_found |= !ready.is_empty();
        goes_on
    }

    /// Reads a line of a text whose form is known.
    fn read(&mut self, line: RawLine<'_>, ready: &mut Ready) -> bool {
        let mut goes_on = true;
        match &mut self.form {
            Some(TextForm::Table(table)) => goes_on = table.push(line, ready),
            Some(TextForm::Objects(objects)) => objects.push(line, ready),
            Some(TextForm::Document) => self.block.push(line),
            Some(TextForm::Lines) | None => goes_on = self.push_line(line, ready),
        }
        if !ready.is_empty() {
            (self.has_found, self.waiting) = (true, (0, 0));
            return goes_on;
        }
        let (bytes, lines) = &mut self.waiting;
        (*bytes, *lines) = (*bytes + line.bytes.len() + 1, *lines + 1);
        if *bytes <= MAX_TEXT_BYTES && *lines <= MAX_BLOCK_LINES {
            return goes_on;
        }
        if matches!(self.form, Some(TextForm::Document)) && json::is_list(&self.block.text) {
            self.read_as_lines(ready);
            if !ready.is_empty() {
                (self.has_found, self.waiting) = (true, (0, 0));
                return true;
            }
        }
        let limit = MAX_TEXT_BYTES >> 20;
        let reason = if self.block.is_empty() {
            format!("expected a puzzle within {limit} MiB, found none; the rest is not read")
        } else {
            format!(
                "expected at most {limit} MiB of text without a puzzle in one line, found more; \
                 split the file, or write each puzzle in a line of 81 cells"
            )
        };
        ready.push_back(Err(ReadError::in_line(line.number, reason)));
        false
    }

    /// Processes the end of the text.
    pub(crate) fn end(&mut self, ready: &mut Ready) {
        if self.form.is_none() && !self.choose_form(true, ready) {
            return;
        }
        match &mut self.form {
            Some(TextForm::Table(table)) => table.end(ready),
            Some(TextForm::Document) => {
                let text = String::from_utf8_lossy(&self.block.text);
                match json::json(&text, self.block.first, self.column.as_deref()) {
                    Some(rows) => ready.extend(rows),
                    None => {
                        self.read_as_lines(ready);
                        self.end_block(ready);
                    }
                }
            }
            Some(TextForm::Lines) => self.end_block(ready),
            Some(TextForm::Objects(_)) | None => {}
        }
        self.has_found |= !ready.is_empty();
        if self.has_found || self.skipped.count == 0 {
            return;
        }
        let reason = match (&self.names, self.markup) {
            (Some(names), _) => no_puzzle_column(self.column.as_deref(), names),
            (None, Some(markup)) => markup.without_puzzles().into(),
            (None, None) => format!(
                "expected puzzles (81 cells in a line, or nine lines of nine; 36 or 16 of small \
                 sizes), found none; the first line is {:?}",
                self.skipped.text
            )
            .into(),
        };
        ready.push_back(Err(ReadError::in_line(self.skipped.first, reason)));
        // The error names the skipped lines.
        self.skipped = SkippedLines::default();
    }

    /// Lets the first lines tell the form, if they do, and reads them in this form. Returns false
    /// if they are an error.
    fn choose_form(&mut self, is_end: bool, ready: &mut Ready) -> bool {
        let block = std::mem::take(&mut self.block);
        let lines = block.lines();
        let is_last =
            is_end || lines.len() >= MAX_FIRST_LINES || block.text.len() > MAX_FIRST_BYTES;
        let (form, begin) = match find_form(&lines, self.column.as_deref(), is_last) {
            Ok(Some(found)) => found,
            Ok(None) => {
                self.block = block;
                return true;
            }
            Err(error) => {
                self.names = lines.iter().find_map(|line| delimited::unclear_names(line.bytes));
                ready.push_back(Err(error));
                return false;
            }
        };
        if matches!(form, TextForm::Lines)
            && let Some(first) = lines.iter().find(|line| is_used(line.bytes))
        {
            self.names = delimited::unclear_names(first.bytes);
            self.markup = Markup::detect(&String::from_utf8_lossy(first.bytes));
        }
        for title in lines[..begin].iter().filter(|line| is_used(line.bytes)) {
            self.skipped.add(title.number, &cells::normalize(title.bytes));
        }
        // The line of the header is not read as a row.
        let rows = begin + usize::from(matches!(form, TextForm::Table(_)));
        self.form = Some(form);
        lines[rows..].iter().all(|line| self.read(*line, ready))
    }

    /// Reads the lines of a list that is no JSON, or longer than one that is read whole.
    fn read_as_lines(&mut self, ready: &mut Ready) {
        self.form = Some(TextForm::Lines);
        let block = std::mem::take(&mut self.block);
        let _ = block.lines().into_iter().all(|line| self.push_line(line, ready));
    }

    /// Reads a line that may hold puzzles. Any other line waits in the block. Returns false if the
    /// rest of the input is not read: the first row has several puzzles below column names.
    fn push_line(&mut self, line: RawLine<'_>, ready: &mut Ready) -> bool {
        let number = line.number;
        if let Some(grid) = grids::parse_plain_line(line.bytes) {
            self.end_block(ready);
            ready.push_back(Ok(TableRow::from_grid(number, grid)));
            return true;
        }
        let is_cut = line.bytes.len() > MAX_LINE_BYTES;
        let found = grids::read_puzzles(&line.bytes[..line.bytes.len().min(MAX_LINE_BYTES)]);
        if found == LineReading::Other && !is_cut {
            self.block.push(line);
            return true;
        }
        self.end_block(ready);
        match found {
            // Below column names, each row has one puzzle.
            LineReading::Puzzles(puzzles) if puzzles.len() > 1 && self.names.is_some() => {
                let reason = no_puzzle_column(self.column.as_deref(), self.column_names());
                ready.push_back(Err(ReadError::in_line(number, reason)));
                if !self.has_found && ready.len() == 1 {
                    return false;
                }
            }
            LineReading::Puzzles(puzzles) => {
                let rows = puzzles.into_iter().map(|puzzle| TableRow::from_puzzle(number, puzzle));
                ready.extend(rows.map(Ok));
            }
            LineReading::Position(marks) => {
                ready.push_back(Ok(TableRow::from_candidates(number, &marks)));
            }
            LineReading::Damaged(error) => {
                ready.push_back(Err(grids::row_error(number, error)));
                return true;
            }
            LineReading::Other => {}
        }
        if is_cut {
            let reason =
                "expected a line of at most 1 MiB, found a longer one; its rest is not read";
            ready.push_back(Err(ReadError::in_line(number, reason)));
        }
        true
    }

    /// Judges the lines that wait.
    fn end_block(&mut self, ready: &mut Ready) {
        if self.block.is_empty() {
            return;
        }
        let block = std::mem::take(&mut self.block);
        let found = judge(&block.lines());
        ready.extend(found.rows.into_iter().map(|row| row.map(TableRow::from)));
        self.skipped.append(found.skipped);
    }
}

/// Finds the form of a text by its first lines, and the index of the line with which the form
/// begins. Returns `None` if more lines are needed.
///
/// # Errors
/// If the header of a table does not name the column of puzzles.
fn find_form(
    lines: &[RawLine<'_>],
    column: Option<&str>,
    is_last: bool,
) -> Result<Option<(TextForm, usize)>, ReadError> {
    let is_separator = lines.first().is_some_and(|line| delimited::is_separator(line.bytes));
    let lines_from_start = Ok(Some((TextForm::Lines, usize::from(is_separator))));
    let (Some(first), Some(last)) =
        (lines.iter().position(|line| is_used(line.bytes)), lines.last())
    else {
        return if is_last { lines_from_start } else { Ok(None) };
    };
    if grids::parse_plain_line(lines[first].bytes).is_some() {
        return lines_from_start;
    }
    let begin = lines[first..].iter().map(|line| String::from_utf8_lossy(line.bytes));
    let begin = begin.collect::<Vec<_>>().join("\n");
    if json::is_json(begin.trim_start()) {
        let objects = ObjectParser::new(column.map(str::to_owned));
        let is_line = objects.is_line(lines[first].bytes);
        let form = if is_line { TextForm::Objects(objects) } else { TextForm::Document };
        return Ok(Some((form, first)));
    }
    if !is_last && last.bytes.len() < MIN_PUZZLE_BYTES && !last.bytes.contains(&b'"') {
        return Ok(None);
    }
    match delimited::table(lines, column) {
        Some(FoundTable { line, is_certain, parser }) if is_certain || is_last => {
            Ok(Some((TextForm::Table(Box::new(parser?)), line)))
        }
        Some(_) => Ok(None),
        None if is_last || lines.iter().any(|line| is_puzzle(line.bytes)) => lines_from_start,
        None => Ok(None),
    }
}

fn is_puzzle(line: &[u8]) -> bool {
    grids::read_puzzles(line) != LineReading::Other
}

/// Reads the grids of a text in which no line holds a whole puzzle: in a table of cells, or drawn.
fn judge(lines: &[RawLine<'_>]) -> JudgedText {
    let mut lines: Vec<_> = lines.iter().copied().map(Line::new).collect();
    headings::remove_headings(&mut lines);
    let lines = headings::split_beside(lines);
    let mut found = small_grids::with_small_grids(&lines, judge_classic);
    found.pair_answers();
    found
}

/// Reads the grids of nine rows.
fn judge_classic(lines: &[Line<'_>]) -> JudgedText {
    let (mut found, end) = sheet::sheet(lines).unwrap_or_default();
    found.append(grids::grids(&lines[end..]));
    if found.rows.is_empty() {
        found.rows.extend(sheet::narrow_grids(lines).into_iter().map(Err));
    }
    if found.rows.is_empty() {
        found.rows.extend(sheet::lost_grid(lines).map(Err));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::lines::split_lines;
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// The number of rows that are ready after each line, and after the end.
    fn ready_after(text: &str) -> Vec<usize> {
        let nine: Vec<_> = PUZZLE.as_bytes().chunks(9).map(String::from_utf8_lossy).collect();
        let text = text.replace('P', PUZZLE).replace('N', &nine.join("\n"));
        let (mut parser, mut ready) = (PuzzleTextParser::default(), Ready::new());
        let mut counts = Vec::new();
        for line in split_lines(text.as_bytes(), 1) {
            assert!(parser.push(line, &mut ready), "{text}");
            counts.push(ready.len());
        }
        parser.end(&mut ready);
        assert!(ready.iter().all(Result::is_ok), "{text}: {ready:?}");
        counts.push(ready.len());
        counts
    }

    #[test]
    fn rows_of_machine_files_do_not_wait() {
        assert_eq!(ready_after("P\nP"), [1, 2, 2]);
        assert_eq!(ready_after("Grid 1\n1) P\n2) P"), [0, 1, 2, 2]);
        assert_eq!(ready_after("sep=;\nP;1\nP;2"), [0, 1, 2, 2]);
        assert_eq!(ready_after("id,quiz\n1,P\n2,P"), [0, 1, 2, 2]);
        assert_eq!(ready_after("My list\n\nid;quiz\n1;P"), [0, 0, 0, 1, 1]);
        assert_eq!(ready_after("{\"puzzle\":\"P\"}\n{\"puzzle\":\"P\"}"), [1, 2, 2]);
    }

    #[test]
    fn other_text_is_judged_before_the_next_puzzle_or_at_the_end() {
        assert_eq!(ready_after("N"), [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(ready_after("N\nP").last(), Some(&2));
        assert_eq!(ready_after("[{\"puzzle\":\"P\"},\n{\"puzzle\":\"P\"}]"), [0, 0, 2]);
        assert_eq!(ready_after("Sudokus, second edition\nBy Me\nN").last(), Some(&1));
    }

    #[test]
    fn text_without_puzzles_in_lines_has_a_maximum_size() {
        let (mut parser, mut ready) = (PuzzleTextParser::default(), Ready::new());
        let line = |number| RawLine { number, bytes: b"53..7...." };
        let last = (1..).find(|number| !parser.push(line(*number), &mut ready)).unwrap();
        assert!((10 * last).abs_diff(1 << 24) < 30, "{last}");
        let said = ready.pop_front().unwrap().unwrap_err().to_string();
        assert!(said.contains("at most 16 MiB of text without a puzzle in one line"), "{said}");
    }
}
