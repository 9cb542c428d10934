//! The versions of a book: its settings as they were each time that it was made. An earlier one can
//! be brought back on any later day.

use super::book_job::{self, BookJob, BookValues};
use super::book_look::follow_folder;
use super::shelf::{Draft, draft_text};
use files::{UserText, fs_path, output};
use jiff::Timestamp;
use jobs::BookDraft;
use serde_json::{Value, json};
use std::io;
use std::path::Path;

/// The ending of their files, whose names are milliseconds since 1970.
const ENDING: &str = ".toml";
/// The name of the folder of the book in a version. The book may be renamed later.
const OWN_FOLDER: &str = ".";
/// The maximum number of versions of a book. The oldest one gives way.
const MAX_VERSIONS: usize = 30;

/// Keeps the settings of a book that was just made, unless the newest version has the same.
///
/// # Errors
/// An I/O error.
pub(super) fn keep(folder: &Path, job: &BookJob, made: Timestamp) -> io::Result<()> {
    let mut values = job.values();
    let names = names(folder);
    if names.last().is_some_and(|newest| read(folder, newest).as_ref() == Some(&values)) {
        return Ok(());
    }
    let folder = folder.join(BookDraft::VERSIONS);
    if !fs_path::exists(&folder)? {
        fs_path::create_dir(&folder)?;
    }
    follow_folder(&mut values, &job.book, OWN_FOLDER);
    let text = draft_text(&job.book, &values, job.puzzle_file().is_some())?;
    let name = format!("{:013}{ENDING}", made.as_millisecond());
    output::write(&folder.join(name), text.as_bytes())?;
    for old in names.iter().rev().skip(MAX_VERSIONS - 1) {
        output::remove(&folder.join(old))?;
    }
    Ok(())
}

/// Returns the versions of a book, the newest one first: the time in milliseconds since 1970, and
/// the settings that the page may show.
pub(super) fn list(folder: &Path) -> Value {
    let mut versions = Vec::new();
    for name in names(folder).iter().rev() {
        let made: Option<u64> = name.strip_suffix(ENDING).and_then(|text| text.parse().ok());
        if let (Some(made), Some(values)) = (made, read(folder, name)) {
            let draft = Draft { values, version: String::new() };
            versions.push(json!({ "made_ms": made, "values": draft.shown_values() }));
        }
    }
    versions.into()
}

/// Returns the names of the files of the versions, the oldest one first.
fn names(folder: &Path) -> Vec<String> {
    let mut names = fs_path::entry_names(&folder.join(BookDraft::VERSIONS)).unwrap_or_default();
    names.retain(|name| name.ends_with(ENDING));
    names.sort_unstable();
    names
}

/// Reads a version; `None` if the file is none.
fn read(folder: &Path, name: &str) -> Option<BookValues> {
    let text = UserText::read(&folder.join(BookDraft::VERSIONS).join(name)).ok()?;
    let mut values = book_job::values(name, &text).ok()?;
    follow_folder(&mut values, OWN_FOLDER, folder.file_name()?.to_str()?);
    Some(values)
}
