//! A finished book in a folder, whichever way it was made, and the comparison with the book that
//! its settings would make now.

use super::book_record::BookRecord;
use super::manifest::{FileKind, Manifest};
use super::source_run::SourceRun;
use crate::{RunError, Setting, Settings, SpineWidth};
use files::output::FileRecord;
use files::{FileSums, fs_path};
use make::Dedup;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the cover of a book of one volume.
const COVER: &str = "cover.pdf";

/// A finished book in a folder.
#[derive(Clone, Debug)]
pub enum MadeBook {
    /// A run with its manifest.
    Run(Box<Manifest>),
    /// A book of files of puzzles.
    OfFiles {
        /// The record of the volumes.
        book: Box<BookRecord>,
        /// The record of the covers, if there are any.
        cover: Option<Box<BookRecord>>,
    },
}

impl MadeBook {
    /// The name of a book of one volume, beside which its record stands.
    pub const FILE: &'static str = "book.pdf";

    /// Finds the finished book in a folder; `None` if there is none.
    ///
    /// # Errors
    /// [`RunError`] if its manifest or its record cannot be read or is another file.
    pub fn find(folder: &Path) -> Result<Option<Self>, RunError> {
        if let Some(run) = SourceRun::open(folder)? {
            return Ok(Some(Self::Run(Box::new(run.manifest))));
        }
        let Some(book) = BookRecord::find(&folder.join(MadeBook::FILE))? else {
            return Ok(None);
        };
        let cover = BookRecord::find(&folder.join(COVER))?;
        let is_complete = cover.as_ref().is_none_or(|cover| cover.is_complete);
        if !book.is_complete || !is_complete {
            return Ok(None);
        }
        Ok(Some(Self::OfFiles { book: Box::new(book), cover: cover.map(Box::new) }))
    }

    /// Returns its files, without manifest and proof sheet.
    pub fn files(&self) -> Vec<FileRecord> {
        match self {
            Self::Run(manifest) => manifest.files.clone(),
            Self::OfFiles { book, cover } => {
                let covers = cover.iter().flat_map(|cover| &cover.files);
                book.files.iter().chain(covers).cloned().collect()
            }
        }
    }

    /// Returns its files of one kind, by name.
    pub fn names_of(&self, kind: FileKind) -> Vec<String> {
        let of_kind = |file: &FileRecord| FileKind::of(&file.name) == Some(kind);
        self.files().into_iter().filter(of_kind).map(|file| file.name).collect()
    }

    /// Returns true if it has a cover whose spine is an estimate. No printer accepts such a cover.
    pub fn has_estimated_spine(&self) -> bool {
        let settings = match self {
            Self::Run(manifest) => Some(&manifest.settings),
            Self::OfFiles { book, cover } => cover.as_ref().unwrap_or(book).settings.as_ref(),
        };
        let Some(settings) = settings else { return false };
        let has_cover = !self.names_of(FileKind::Cover).is_empty();
        has_cover && settings.book.cover.spines.contains(&SpineWidth::Estimate)
    }

    /// Returns the names of the settings that have changed since it was made, and `puzzles` if a
    /// file of puzzles has changed.
    ///
    /// # Errors
    /// An I/O error if a file of puzzles cannot be read.
    pub fn changes(
        &self,
        wanted: &Settings,
        folder: &Path,
        sums: &FileSums,
    ) -> io::Result<Vec<&'static str>> {
        let (book, cover) = match self {
            Self::Run(manifest) => {
                let seed = wanted.work.seed_number();
                let wanted = wanted.dated_as(&manifest.settings);
                return Ok(manifest.differences(&wanted, seed));
            }
            Self::OfFiles { book, cover } => (book, cover),
        };
        let mut names = Vec::new();
        for record in [Some(book), cover.as_ref()].into_iter().flatten() {
            let Some(made) = &record.settings else { continue };
            names.extend(wanted.dated_as(made).differences(made));
            // Covers that were made alone have a record of their own.
            if cover.is_some() {
                names.retain(|name| !Setting::is_named_of_cover(name) || record != book);
            }
        }
        for file in &book.puzzles {
            if sums.difference(file, folder)?.is_some() {
                names.push("puzzles");
            }
        }
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }
}

impl Settings {
    /// Returns the same settings with the date of another book, which comes from the environment
    /// of its command.
    pub(super) fn dated_as(&self, made: &Self) -> Self {
        let mut settings = self.clone();
        settings.book.imprint.dated = made.book.imprint.dated;
        settings
    }
}

/// The file of puzzles that a user has brought for a book.
pub struct OwnPuzzles {
    /// Its path. The file may be missing.
    pub path: PathBuf,
    /// The rule for duplicates; `None` allows duplicates.
    pub dedup: Option<Dedup>,
    /// The number of the file: the user may have replaced it before.
    number: u32,
}

impl OwnPuzzles {
    /// The stem of the name of a file of puzzles in the folder of its book.
    pub const STEM: &'static str = "puzzles";

    /// Returns the file of puzzles in a folder whose book is made of it; `None` for a run.
    ///
    /// # Errors
    /// The errors of [`BookRecord::find`].
    pub fn find(folder: &Path) -> Result<Option<Self>, RunError> {
        let record = BookRecord::find(&folder.join(MadeBook::FILE))?;
        let Some(record) = record else { return Ok(None) };
        let [file] = &record.puzzles[..] else { return Ok(None) };
        let Some(number) = own_number(&file.name) else { return Ok(None) };
        let dedup = if record.reading.allows_duplicates { None } else { Some(Dedup::Class) };
        Ok(Some(Self { path: folder.join(&file.name), dedup, number }))
    }

    /// Returns the name of its file.
    pub fn file_name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Returns a free name for a file that replaces this one. No name comes twice, so that the
    /// name says which file a book has.
    ///
    /// # Errors
    /// An I/O error if the folder cannot be read.
    pub fn next_name(&self, ending: &str) -> io::Result<String> {
        let mut number = self.number;
        loop {
            number += 1;
            let name = format!("{}-{number}.{ending}", Self::STEM);
            if !fs_path::exists(&self.path.with_file_name(&name))? {
                return Ok(name);
            }
        }
    }
}

/// Returns the number of a file of puzzles in the folder of its book: 1 for `puzzles.csv`, 2 for
/// `puzzles-2.csv`; `None` for a file with another name.
fn own_number(name: &str) -> Option<u32> {
    let (stem, _) = name.split_once('.')?;
    let rest = stem.strip_prefix(OwnPuzzles::STEM)?;
    if rest.is_empty() {
        return Some(1);
    }
    rest.strip_prefix('-')?.parse().ok().map(u16::into)
}
