//! A finding: where, what was found, what was expected. Not how it is found.

use crate::store::table::{TableHeader, excerpt};
use serde::{Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

/// Maximum number of characters of each text of a finding.
const MAX_TEXT_CHARS: usize = 2000;

/// A statement in a file that is not true, or something that is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The file, as the user named it.
    #[serde(serialize_with = "text")]
    pub file: Arc<str>,
    /// Where in it.
    #[serde(flatten)]
    pub place: Location,
    /// Which puzzle: its id, or its number in the book. Empty where it is about none.
    pub puzzle: String,
    /// What was found, for people: `found 2 in r1c6 of the answer`.
    #[serde(rename = "wrong")]
    pub found: String,
    /// What was expected: `8`. Empty where that cannot be known.
    #[serde(rename = "right")]
    pub expected: String,
    /// The column as the file names it, where that is another name than the one of the place.
    #[serde(skip)]
    pub named: Option<Arc<str>>,
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
        /// The page, counted from 1 as viewers count.
        #[serde(rename = "page")]
        sheet: usize,
        /// The page number that is printed on it, if there is one.
        #[serde(rename = "printed")]
        folio: Option<String>,
        /// Which of its grids, counted from 1 in reading order, where grids have no numbers.
        #[serde(skip_serializing_if = "Option::is_none")]
        grid: Option<usize>,
    },
}

/// Something that was not judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnverifiedFile {
    /// The file, as the user named it.
    #[serde(serialize_with = "text")]
    pub file: Arc<str>,
    /// What of it was not judged, and why.
    pub why: String,
}

fn text<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(text)
}

impl Finding {
    /// Something wrong at a place, about no puzzle.
    pub(super) fn at(
        file: &Arc<str>,
        place: Location,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        let (found, expected) =
            (excerpt(found.into(), MAX_TEXT_CHARS), excerpt(expected.into(), MAX_TEXT_CHARS));
        Self { file: file.clone(), place, puzzle: String::new(), found, expected, named: None }
    }

    /// Something wrong in a row; `column` is empty for the whole row.
    pub(super) fn in_row(
        file: &Arc<str>,
        line: u64,
        column: &'static str,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self::at(file, Location::Line { line, column }, found, expected)
    }

    /// Something wrong with a file as a whole.
    pub(super) fn whole(
        file: &Arc<str>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self::at(file, Location::Whole, found, expected)
    }

    /// Returns the same about a puzzle.
    pub(super) fn about_puzzle(self, puzzle: impl ToString) -> Self {
        Self { puzzle: excerpt(puzzle.to_string(), MAX_TEXT_CHARS), ..self }
    }
}

impl Finding {
    /// Names the column as the file does, for people, unless that is done.
    pub(super) fn name_column(&mut self, header: &TableHeader) {
        if let Location::Line { column, .. } = self.place
            && self.named.is_none()
            && let Some(name) = header.find(column).and_then(|at| header.names().get(at))
        {
            self.in_column(name);
        }
    }

    /// Names the column as the file does, for people.
    pub(super) fn in_column(&mut self, name: &str) {
        self.named = Some(excerpt(name.to_owned(), 80).into());
    }
}

/// For people: `page 12`, or with another number printed on it, `page 12 (printed 8)`.
pub(in crate::check) fn page_in_words(sheet: usize, folio: Option<&str>) -> String {
    match folio {
        Some(folio) if *folio != sheet.to_string() => format!("page {sheet} (printed {folio})"),
        _ => format!("page {sheet}"),
    }
}

/// For people: `1 problem`, `2 problems`.
pub(in crate::check) fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// `FILE:LINE, column C, puzzle P: found X, expected Y`.
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
        // A finding is a line, whatever is in the file.
        let line = |text: &str| text.replace('\n', "\\u000a");
        if !self.puzzle.is_empty() {
            write!(f, ", puzzle {}", line(&self.puzzle))?;
        }
        write!(f, ": {}", line(&self.found))?;
        if !self.expected.is_empty() {
            write!(f, ", expected {}", line(&self.expected))?;
        }
        Ok(())
    }
}
