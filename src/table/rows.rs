//! The rows of any CSV that has a column `puzzle`, as the words that stand in them, with their
//! lines. Not what the words mean: nothing is proved or refused here but the form of the file.

use super::ReadError;
use super::bounded::Bounded;
use std::io::Read;
use std::sync::Arc;

/// The names of the columns of a file, and where each stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns(Vec<String>);

impl Columns {
    /// Where a column stands; the first of two with the same name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|column| column == name)
    }

    /// The names, in order.
    pub fn names(&self) -> &[String] {
        &self.0
    }
}

/// A row, nothing of it proved.
#[derive(Clone, Debug)]
pub struct Row {
    /// The line at which it begins, counted from 1, the header included.
    pub line: u64,
    columns: Arc<Columns>,
    fields: csv::StringRecord,
}

impl Row {
    /// What stands in a column; `None` where the file has no such column, the row no such field,
    /// or the field nothing but spaces.
    pub fn get(&self, name: &str) -> Option<&str> {
        let text = self.fields.get(self.columns.find(name)?)?.trim();
        (!text.is_empty()).then_some(text)
    }

    /// The columns of the file.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }
}

/// Reads row by row.
pub struct Rows<R> {
    csv: csv::Reader<Bounded<R>>,
    columns: Arc<Columns>,
}

impl<R: Read> Rows<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// When there is no column of puzzles.
    pub fn new(input: R) -> Result<Self, ReadError> {
        let mut csv = csv::ReaderBuilder::new()
            .flexible(true)
            .from_reader(Bounded::new(input));
        // A byte order mark stays in the first name.
        let name = |h: &str| h.trim_start_matches('\u{feff}').trim().to_owned();
        let columns = Columns(csv.headers()?.iter().map(name).collect());
        if columns.find("puzzle").is_none() {
            return Err(ReadError::NoPuzzleColumn(columns.0.join(", ")));
        }
        let columns = Arc::new(columns);
        Ok(Self { csv, columns })
    }

    /// The columns of the file.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }
}

impl<R: Read> Iterator for Rows<R> {
    type Item = Result<Row, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut fields = csv::StringRecord::new();
        self.csv.get_mut().next_row();
        match self.csv.read_record(&mut fields) {
            Ok(false) => None,
            Ok(true) => Some(Ok(Row {
                line: fields.position().map_or(0, csv::Position::line),
                columns: self.columns.clone(),
                fields,
            })),
            Err(e) => Some(Err(e.into())),
        }
    }
}
