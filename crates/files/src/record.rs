//! Records: small JSON files in which this program keeps what it has made.

use super::output::{self, FileRecord};
use super::reading::{MAX_TEXT_BYTES, read_up_to};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, ErrorKind};
use std::path::Path;

/// A value that is kept as a small JSON file.
pub trait Record: Serialize + DeserializeOwned {
    /// The word for one of them in errors.
    const KIND: &'static str = "a record";
    /// The version of the form in the field `format`; `None` for a record without that field.
    const FORMAT: Option<u32> = None;

    /// Checks what the types of the fields do not say.
    ///
    /// # Errors
    /// A sentence if no command writes such a record.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// Returns the bytes of the file.
    fn to_bytes(&self) -> Vec<u8> {
        to_json(self)
    }

    /// Writes the file.
    ///
    /// # Errors
    /// The errors of [`output::write`].
    fn write_to(&self, path: &Path) -> io::Result<FileRecord> {
        output::write(path, &self.to_bytes())
    }

    /// Reads the file; `None` if there is none.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidData`] if it is another file, otherwise the errors of
    /// [`output::read_to_string`].
    fn read_from(path: &Path) -> io::Result<Option<Self>> {
        match read_up_to(path, MAX_TEXT_BYTES) {
            Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                Ok(None)
            }
            read => Self::parse(&read?).map(Some),
        }
    }

    /// Reads the file; `None` if there is none, or another one.
    ///
    /// # Errors
    /// The errors of [`output::read_to_string`].
    fn read_valid(path: &Path) -> io::Result<Option<Self>> {
        match Self::read_from(path) {
            Err(e) if e.kind() == ErrorKind::InvalidData => Ok(None),
            read => read,
        }
    }

    /// Parses the bytes of the file.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidData`] if they are no such record.
    fn parse(bytes: &[u8]) -> io::Result<Self> {
        if let Some(format) = Self::FORMAT {
            // A record of another form may have other fields.
            let found: FormatField = serde_json::from_slice(bytes).map_err(damaged)?;
            found.check(Self::KIND, format).map_err(damaged)?;
        }
        let record: Self = serde_json::from_slice(bytes).map_err(damaged)?;
        record.check().map_err(damaged)?;
        Ok(record)
    }
}

/// Returns the error of another file.
fn damaged(why: impl ToString) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why.to_string())
}

/// The field that decides whether this program can read the others.
#[derive(Deserialize)]
struct FormatField {
    format: Option<u32>,
}

impl FormatField {
    /// Fails for a record of another form.
    fn check(self, kind: &str, format: u32) -> Result<(), String> {
        let found = match self.format {
            Some(found) if found == format => return Ok(()),
            Some(found) => format!("format {found}; use the version of sudoku-press that made it"),
            None => "no format".to_owned(),
        };
        Err(format!("expected {kind} of format {format}, found {found}"))
    }
}

/// Returns the bytes of a small JSON file.
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("plain values have a form in JSON");
    bytes.push(b'\n');
    bytes
}
