//! Detects the format of a text by its first lines. Titles may stand above the header of a table or
//! above a table of cells, so the first lines wait until one of them decides.

use super::delimited::DelimitedParser;
use super::error::{ReadError, excerpt, no_puzzle_column};
use super::file_kind::Markup;
use super::grids::{self, GridParser};
use super::json::{self, JsonParser};
use super::sheet::{self, SheetParser};
use super::{Flow, Parser, cells, grid_row};
use crate::table::row::Ready;

/// Maximum number of lines above a header or a table of cells.
const MAX_TITLE_LINES: usize = 10;
/// Maximum length of such a line, in bytes.
const MAX_TITLE_BYTES: usize = 4096;

/// A line of a text. `cut` means that it exceeds the maximum length.
#[derive(Clone, Copy)]
pub(crate) struct FirstLine<'a> {
    pub number: u64,
    pub bytes: &'a [u8],
    pub cut: bool,
}

/// A parser, if the line decides, and what it wants next.
type Detection = (Option<Box<dyn Parser>>, Flow);

/// Detects the format from the first line that is neither empty nor a comment. Returns no parser if
/// the line says nothing about the format. `in_pieces` means that each JSON object ends a line.
///
/// # Errors
/// A sentence, if the header does not name the column of puzzles.
pub(crate) fn begin(
    line: FirstLine<'_>,
    column: Option<&str>,
    in_pieces: bool,
    ready: &mut Ready,
) -> Result<Detection, String> {
    if !may_be_title(line, column) {
        return detect(line, column, in_pieces, ready);
    }
    let mut opening = OpeningParser {
        column: column.map(str::to_owned),
        titles: Vec::new(),
        text: Vec::new(),
        first: line.number,
        table: None,
        has_ended: false,
    };
    let next = opening.line(line.number, line.bytes, line.cut, ready);
    Ok((Some(Box::new(opening)), next))
}

/// Returns true if the format may depend on the lines after the first one.
fn may_be_title(line: FirstLine<'_>, column: Option<&str>) -> bool {
    if line.cut || grids::parse_plain_line(line.bytes).is_some() {
        return false;
    }
    match DelimitedParser::from_header(line.number, line.bytes, column) {
        // A few names may be titles, such as `Sudoku`.
        Some(Ok(table)) => (table.name_count() == 1 || table.is_sparse()) && is_title(line.bytes),
        Some(Err(_)) => false,
        None => is_title(line.bytes) || sheet::separator(&cells::normalize(line.bytes)).is_some(),
    }
}

/// Returns true if a line has words, and is neither a puzzle nor a row of a drawn grid.
fn is_title(line: &[u8]) -> bool {
    let text = cells::normalize(line);
    let trimmed = text.trim();
    line.len() <= MAX_TITLE_BYTES
        && trimmed.contains(char::is_alphabetic)
        && !trimmed.starts_with(['#', '[', '{', '<'])
        && !json::is_object(trimmed)
        && !trimmed.to_ascii_lowercase().starts_with("sep=")
        && matches!(cells::read_line(&text), cells::LineReading::Other)
        && cells::find_damaged_run(&text).is_none()
        && cells::find_row_cells(&text, false).is_none()
        && !grid_row::is_drawn(&text)
        && !grid_row::is_damaged_row(&text)
}

/// The parser of the first lines, as long as they are titles.
struct OpeningParser {
    /// The column of the puzzles, if the user named it.
    column: Option<String>,
    /// The titles so far, with their numbers.
    titles: Vec<(u64, String)>,
    /// The text of all lines so far.
    text: Vec<u8>,
    /// The number of the first line.
    first: u64,
    /// A table whose header was the last line.
    table: Option<DelimitedParser>,
    /// True once another parser was chosen.
    has_ended: bool,
}

impl OpeningParser {
    /// Lets the parser that the first line alone implies read all lines again.
    fn give_up(&mut self, ready: &mut Ready) -> Flow {
        self.has_ended = true;
        let mut text = std::mem::take(&mut self.text);
        let end = text.iter().position(|byte| *byte == b'\n').unwrap_or(text.len());
        let line = FirstLine { number: self.first, bytes: &text[..end], cut: false };
        match detect(line, self.column.as_deref(), false, ready) {
            Ok((Some(parser), Flow::ReparseWith(other, _))) => {
                drop(parser);
                Flow::ReparseWith(other, text)
            }
            Ok((Some(parser), _)) => {
                text.drain(..text.len().min(end + 1));
                Flow::ReparseWith(parser, text)
            }
            Ok((None, _)) => Flow::Stop,
            Err(reason) => {
                ready.push_back(Err(ReadError::in_line(self.first, reason)));
                Flow::Stop
            }
        }
    }

    /// Returns a table whose header is this line, below titles.
    fn header(&self, number: u64, line: &[u8]) -> Option<DelimitedParser> {
        if self.titles.is_empty() {
            return None;
        }
        let table = DelimitedParser::from_header(number, line, self.column.as_deref())?.ok()?;
        (table.name_count() > 1).then_some(table)
    }
}

impl Parser for OpeningParser {
    fn line(&mut self, number: u64, line: &[u8], cut: bool, ready: &mut Ready) -> Flow {
        let text = cells::normalize(line).into_owned();
        let is_blank = !text.contains(|c: char| !c.is_whitespace() && !",;\"".contains(c));
        self.text.extend_from_slice(line);
        self.text.push(b'\n');
        if let Some(mut table) = self.table.take() {
            if is_blank {
                self.table = Some(table);
                return Flow::Continue;
            }
            if cut || !table.may_have_row(line) {
                return self.give_up(ready);
            }
            self.has_ended = true;
            let table = table.below_lines(&self.titles);
            return Flow::ReparseWith(Box::new(table), [line, b"\n"].concat());
        }
        if cut || self.titles.len() >= MAX_TITLE_LINES || self.text.len() > 1 << 16 {
            return self.give_up(ready);
        }
        if is_blank {
            return Flow::Continue;
        }
        self.table = self.header(number, line);
        if self.table.is_some() {
            return Flow::Continue;
        }
        if let Some(separator) = sheet::separator(&text) {
            self.has_ended = true;
            let lines = std::mem::take(&mut self.text);
            return Flow::ReparseWith(Box::new(SheetParser::new(separator)), lines);
        }
        if !is_title(line) {
            return self.give_up(ready);
        }
        self.titles.push((number, excerpt(text, 80)));
        Flow::Continue
    }

    fn end(&mut self, ready: &mut Ready) -> Flow {
        if self.has_ended { Flow::Continue } else { self.give_up(ready) }
    }
}

/// Detects the format from a line that is neither empty nor a comment, by this line alone.
///
/// # Errors
/// A sentence, if the header does not name the column of puzzles.
fn detect(
    FirstLine { number, bytes, cut }: FirstLine<'_>,
    column: Option<&str>,
    in_pieces: bool,
    ready: &mut Ready,
) -> Result<Detection, String> {
    let mut parser: Box<dyn Parser> = Box::new(GridParser::default());
    if grids::parse_plain_line(bytes).is_none() {
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim();
        let is_separator = text.len() == 5 && text.to_ascii_lowercase().starts_with("sep=");
        let is_empty = text.is_empty() && !grids::is_empty_row(bytes);
        // The next line decides whether a lone bracket begins objects or rows.
        if text == "[" {
            return Ok((None, Flow::NextObject));
        }
        if is_empty || grids::is_comment(text) || is_separator {
            return Ok((None, Flow::Continue));
        }
        if json::is_object(text) {
            parser = Box::new(JsonParser::new(column.map(str::to_owned), in_pieces));
        } else if let Some(table) = DelimitedParser::from_header(number, bytes, column) {
            return Ok((Some(Box::new(table?)), Flow::Continue));
        } else if let Some(table) = DelimitedParser::from_unusual_header(number, bytes) {
            return match column {
                Some(_) => Err(no_puzzle_column(column, table.names())),
                None => Ok((Some(Box::new(table)), Flow::Continue)),
            };
        } else {
            parser = Box::new(GridParser::in_markup(Markup::detect(text)));
        }
    }
    let next = parser.line(number, bytes, cut, ready);
    Ok((Some(parser), next))
}
