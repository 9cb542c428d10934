//! Books, covers and exports of a run that show the puzzles it had before, in its folder and in the
//! folders there. The record beside each has the sum of the catalogue of which it was made.

use super::book_record::BookRecord;
use super::manifest::{FileKind, Manifest};
use files::fs_path::{entry_names, exists, symlink_metadata_opt};
use files::output::FileRecord;
use std::io;
use std::path::Path;

impl Manifest {
    /// Returns the names of files and of folders with exports that were made of another catalogue
    /// than the run in this folder has.
    ///
    /// # Errors
    /// An I/O error if a folder or a file cannot be read.
    pub fn older_editions(&self, folder: &Path) -> io::Result<Vec<String>> {
        let mut older = older_in(folder, "", self)?;
        for name in entry_names(folder)? {
            let inner = folder.join(&name);
            let is_folder = symlink_metadata_opt(&inner)?.is_some_and(|about| about.is_dir());
            // The folder of another run has its own catalogue.
            if is_folder && !name.starts_with('.') && !exists(&inner.join(Self::FILE))? {
                older.extend(older_in(&inner, &name, self)?);
            }
        }
        older.sort();
        Ok(older)
    }
}

/// Returns the names in the folder of the run, or in the folder of this name there.
fn older_in(folder: &Path, inner: &str, manifest: &Manifest) -> io::Result<Vec<String>> {
    let mut older = Vec::new();
    for name in entry_names(folder)? {
        let stem = name.strip_prefix(".sudoku-press.").and_then(|rest| rest.strip_suffix(".json"));
        let Some(stem) = stem else { continue };
        // A file that is no record says nothing about a book.
        let Ok(Some(record)) = BookRecord::find(&folder.join(format!("{stem}.pdf"))) else {
            continue;
        };
        if !record.puzzles.iter().any(|file| is_other_catalog(file, manifest)) {
            continue;
        }
        if stem == BookRecord::EXPORT && record.files.is_empty() {
            older.push(if inner.is_empty() { format!("{stem}.csv") } else { inner.to_owned() });
        }
        for file in &record.files {
            if file.difference(folder)?.is_none() {
                let place = Path::new(inner).join(&file.name);
                older.push(place.display().to_string());
            }
        }
    }
    Ok(older)
}

/// Returns true if a file of puzzles is a catalogue of the run that has other rows now.
fn is_other_catalog(file: &FileRecord, manifest: &Manifest) -> bool {
    manifest.files_of(FileKind::Catalog).any(|own| own.name == file.name && own != file)
}
