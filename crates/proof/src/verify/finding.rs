//! A finding: its place, what was found, and what was expected.

use preflight::PreflightFinding;
use serde::{Serialize, Serializer};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use tables::TableHeader;
use words::excerpt;

/// The maximum number of characters of each text of a finding.
const MAX_TEXT_CHARS: usize = 500;

/// A false statement in a file, or something that is missing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The file, as the user named it.
    #[serde(serialize_with = "text")]
    pub file: Arc<str>,
    /// The place in the file.
    #[serde(flatten)]
    pub place: Location,
    /// The puzzle: its id, or its number in the book. Empty if the finding is about none.
    pub puzzle: String,
    /// The found value as text: `found 2 in r1c6 of the answer`.
    #[serde(rename = "wrong")]
    pub found: String,
    /// The expected value: `8`. Empty if it cannot be known.
    #[serde(rename = "right")]
    pub expected: String,
    /// The column as named in the file, if this differs from the name in `place`.
    #[serde(skip)]
    pub named: Option<Arc<str>>,
    /// The finding of preflight, if it is one, with all of its pages.
    #[serde(skip)]
    pub print: Option<Box<PreflightFinding>>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Location {
    /// The file as a whole.
    Whole,
    /// A field of a table.
    Line {
        /// The line, counted from 1; the header is line 1.
        line: u64,
        /// The name of the column; empty for the whole line.
        column: &'static str,
    },
    /// A page of a book.
    Page {
        /// The page, counted from 1 as viewers do.
        #[serde(rename = "page")]
        sheet: usize,
        /// The printed page number, if there is one.
        #[serde(rename = "printed")]
        folio: Option<String>,
        /// The index of the grid, counted from 1 in reading order, if grids have no numbers.
        #[serde(skip_serializing_if = "Option::is_none")]
        grid: Option<usize>,
    },
}

/// A file that was not verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnverifiedFile {
    /// The file, as the user named it.
    #[serde(serialize_with = "text")]
    pub file: Arc<str>,
    /// The unverified part, and the reason.
    pub why: String,
}

fn text<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(text)
}

impl Finding {
    /// Creates a finding at a place, about no puzzle.
    pub(super) fn at(
        file: &Arc<str>,
        place: Location,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        let (found, expected) =
            (excerpt(&found.into(), MAX_TEXT_CHARS), excerpt(&expected.into(), MAX_TEXT_CHARS));
        let (puzzle, named, print) = (String::new(), None, None);
        Self { file: file.clone(), place, puzzle, found, expected, named, print }
    }

    /// Creates a finding about a row; `column` is empty for the whole row.
    pub(super) fn in_row(
        file: &Arc<str>,
        line: u64,
        column: &'static str,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self::at(file, Location::Line { line, column }, found, expected)
    }

    /// Creates a finding about a whole file.
    pub(super) fn whole(
        file: &Arc<str>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self::at(file, Location::Whole, found, expected)
    }

    /// Creates a finding of preflight, at its first page.
    pub(super) fn of_preflight(file: &Arc<str>, finding: &PreflightFinding) -> Self {
        let place = match finding.pages.first() {
            Some(&sheet) => Location::Page { sheet, folio: None, grid: None },
            None => Location::Whole,
        };
        let expected = match &finding.advice {
            Some(why) => format!("{} (only advice: {why})", finding.expected),
            None => finding.expected.to_string(),
        };
        let found = match finding.pages.len() {
            0 | 1 => format!("{}: {}", finding.rule, finding.found),
            pages => format!("{} on {pages} pages: {}", finding.rule, finding.found),
        };
        let print = Some(Box::new(finding.clone()));
        Self { print, ..Self::at(file, place, found, expected) }
    }

    /// Attaches a puzzle to the finding.
    pub(super) fn about_puzzle(self, puzzle: impl ToString) -> Self {
        Self { puzzle: excerpt(&puzzle.to_string(), MAX_TEXT_CHARS), ..self }
    }

    /// Sets the column name of the file as text, unless it is set.
    pub(super) fn name_column(&mut self, header: &TableHeader) {
        if let Location::Line { column, .. } = self.place
            && self.named.is_none()
            && let Some(name) = header.find(column).and_then(|at| header.names().get(at))
        {
            self.in_column(name);
        }
    }

    /// Returns the place that all findings of this kind share: file and column. Findings about no
    /// column are of one kind if their texts differ in digits alone.
    pub(super) fn kind(&self) -> String {
        match &self.place {
            Location::Line { column, .. } if !column.is_empty() => {
                format!("{}, column {}", self.file, self.named.as_deref().unwrap_or(column))
            }
            _ => {
                let words = self.found.split(|c: char| c.is_ascii_digit());
                let words: Vec<_> = words.filter(|part| !part.is_empty()).collect();
                format!("{}: {}", self.file, excerpt(&words.join("…"), 100))
            }
        }
    }

    /// Sets the column name of the file as text.
    pub(super) fn in_column(&mut self, name: &str) {
        self.named = Some(excerpt(name, 80).into());
    }
}

/// Returns `page 12`, or `page 12 (printed 8)` if another number is printed on it.
pub fn page_in_words(sheet: usize, folio: Option<&str>) -> String {
    match folio {
        Some(folio) if *folio != sheet.to_string() => format!("page {sheet} (printed {folio})"),
        _ => format!("page {sheet}"),
    }
}

/// Returns a count with its noun: `1 problem`, `2 problems`.
pub fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Formats as `FILE:LINE, column C, puzzle P: found X, expected Y`.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        match &self.place {
            Location::Whole => {}
            Location::Line { line, column: "" } => write!(f, ":{line}")?,
            Location::Line { line, column } => {
                let column = self.named.as_deref().unwrap_or(column);
                write!(f, ":{line}, column {column}")?;
            }
            Location::Page { sheet, folio, grid } => {
                write!(f, ", {}", page_in_words(*sheet, folio.as_deref()))?;
                if let Some(grid) = grid {
                    write!(f, ", grid {grid}")?;
                }
            }
        }
        if !self.puzzle.is_empty() {
            write!(f, ", puzzle {}", in_line(&self.puzzle))?;
        }
        write!(f, ": {}", in_line(&self.found))?;
        if !self.expected.is_empty() {
            write!(f, ", expected {}", in_line(&self.expected))?;
        }
        Ok(())
    }
}

/// Escapes line ends, because a finding is one line, whatever the file contains.
fn in_line(text: &str) -> String {
    text.replace('\n', "\\u000a")
}

/// Returns a path as findings name it.
pub(super) fn path_text(path: &Path) -> Arc<str> {
    path.display().to_string().into()
}
