//! The state of a book in its folder, from sums and verdicts. No state follows from the existence
//! of a file. The first row that applies is the state:
//!
//! | state | when |
//! |---|---|
//! | making | a command makes the book now |
//! | problem | draft, manifest or record cannot be read; a file is missing, altered or a link |
//! | problem | the printer would refuse the book that the draft makes |
//! | problem | the sheet of exactly these files names problems |
//! | unfinished | the work was interrupted, and the same command continues it |
//! | changed | the draft would make another book than the finished one |
//! | unready | the sheet of exactly these files names no problem, and the spine is an estimate |
//! | verified | the sheet of exactly these files names no problem |
//! | made | the book is finished and all sums agree, without such a sheet |
//! | draft | there are settings, and no finished book |
//!
//! A sheet is of exactly these files if it is as this program wrote it, and if the sums in its
//! record are those of all files of the book. An empty, foreign, edited or older sheet proves
//! nothing.

use super::book_record::BookRecord;
use super::made_book::MadeBook;
use super::manifest::{Manifest, sums};
use super::sheet_record::{FoundSheet, SheetRecord};
use crate::{PendingRun, RefusedFile, RunError, Settings, pending_run};
use files::FileSums;
use files::fs_path::{entry_names, symlink_metadata_opt};
use files::output::{self, FileDifference};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use words::{Clause, clause};

words::named! {
    /// The state of a book; the table of this module defines each. The page of the studio has its
    /// name.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum BookState {
        /// A command makes the book now.
        Making = "making",
        /// Something is wrong with the book.
        Problem = "problem",
        /// The work was interrupted.
        Unfinished = "unfinished",
        /// The settings have changed since the book was made.
        Changed = "changed",
        /// The book was judged, nothing was found, and its spine is an estimate.
        Unready = "unready",
        /// The book was judged, and nothing was found.
        Verified = "verified",
        /// The book is finished.
        Made = "made",
        /// There are settings, and no finished book.
        Draft = "draft",
    }
}

/// The state of a book with its reason.
#[derive(Clone, Debug)]
pub struct BookStatus {
    /// The state.
    pub state: BookState,
    /// A sentence with the problem, if there is one.
    pub message: Clause,
    /// The file that the printer would refuse, if that is the problem.
    pub refused: Option<RefusedFile>,
    /// The settings that have changed since the book was made.
    pub changed: Vec<&'static str>,
    /// The program that judged exactly these files, and its version; empty if none has.
    pub proved_by: String,
    /// The finished book, if there is one.
    pub made: Option<MadeBook>,
}

/// The memory of a process of the books at which it has looked. Sums are looked up by size, times
/// and inode of a file, so that many books are looked at soon.
#[derive(Debug, Default)]
pub struct BookMemory {
    /// The sums of files.
    pub sums: FileSums,
    /// The proof sheets, each with the sum of its file.
    sheets: Mutex<HashMap<PathBuf, (String, FoundSheet)>>,
    /// The drafts, each with a text that changes when the draft or a file that it names changes.
    drafts: Mutex<HashMap<PathBuf, (String, BookDraft)>>,
}

impl BookMemory {
    /// Returns the draft in a folder, which `read` reads if its key has changed.
    pub fn draft(&self, folder: &Path, key: &str, read: impl FnOnce() -> BookDraft) -> BookDraft {
        if let Some((known, draft)) = lock(&self.drafts).get(folder)
            && known == key
        {
            return draft.clone();
        }
        let draft = read();
        lock(&self.drafts).insert(folder.to_owned(), (key.to_owned(), draft.clone()));
        draft
    }

    /// Reads the proof sheet in a folder.
    fn sheet(&self, folder: &Path) -> io::Result<FoundSheet> {
        let path = folder.join(FoundSheet::FILE);
        if !symlink_metadata_opt(&path)?.is_some_and(|about| about.is_file()) {
            return FoundSheet::read(&path);
        }
        let sum = self.sums.sha256(&path)?;
        if let Some((known, sheet)) = lock(&self.sheets).get(&path)
            && *known == sum
        {
            return Ok(sheet.clone());
        }
        let sheet = FoundSheet::read(&path)?;
        // The sheet may be a newer one than that of the sum.
        if self.sums.sha256(&path)? == sum {
            lock(&self.sheets).insert(path, (sum, sheet.clone()));
        }
        Ok(sheet)
    }
}

/// Locks a value. A thread that has panicked leaves the value usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The settings in the folder of a book.
#[derive(Clone, Debug)]
pub enum BookDraft {
    /// There is no draft.
    None,
    /// The draft cannot be read; a sentence says why.
    Unreadable(Clause),
    /// The settings make no book, because of this setting.
    Wrong(&'static str),
    /// The settings of the book that the draft makes.
    Wanted(Box<Settings>),
}

impl BookDraft {
    /// The name of the job file that the studio keeps in the folder of a book. No manifest lists
    /// it.
    pub const FILE: &'static str = "book.toml";
    /// The name of the folder beside it with the drafts of earlier makings.
    pub const VERSIONS: &'static str = ".versions";

    /// Returns true if the draft makes the book of these settings and of this seed. A folder
    /// without a draft wants the book that was made last.
    fn wants(&self, settings: &Settings, seed: Option<u64>) -> bool {
        match self {
            Self::None => true,
            Self::Unreadable(_) | Self::Wrong(_) => false,
            Self::Wanted(wanted) => {
                let has_seed = match (wanted.work.seed_number(), seed) {
                    (Some(wanted), Some(seed)) => wanted.0 == seed,
                    _ => true,
                };
                has_seed && wanted.dated_as(settings).differences(settings).is_empty()
            }
        }
    }
}

impl BookMemory {
    /// Returns the state of the book in a folder; `None` if the folder has none. `is_making` is
    /// true if the caller makes it now.
    pub fn status(&self, folder: &Path, draft: &BookDraft, is_making: bool) -> Option<BookStatus> {
        let (made, mut failure) = match MadeBook::find(folder) {
            Ok(made) => (made, None),
            Err(e) => (None, Some(RunError::describe(&e))),
        };
        if is_making {
            return Some(BookStatus { made, ..BookState::Making.into() });
        }
        if let BookDraft::Unreadable(why) = draft {
            failure = Some(why.clone());
        }
        if let Some(message) = failure {
            return Some(BookStatus { made, ..BookStatus::problem(message) });
        }
        // `book` was given puzzles of any folder; without settings this is no book of the shelf.
        let is_of_command = matches!(&made, Some(MadeBook::OfFiles { .. }));
        if is_of_command && matches!(draft, BookDraft::None) {
            return None;
        }
        let judged = match &made {
            Some(made) => judge(folder, made, draft, self).map(Some),
            None => judge_unmade(folder, draft),
        };
        let status = match judged {
            Ok(status) => status?,
            // The system failed, which says nothing about the book; the next look may succeed.
            Err(e) => BookStatus::problem(clause!("the book cannot be read: {}", e)),
        };
        Some(BookStatus { made, ..status })
    }
}

impl From<BookState> for BookStatus {
    fn from(state: BookState) -> Self {
        let (message, refused, changed, proved_by, made) = Default::default();
        Self { state, message, refused, changed, proved_by, made }
    }
}

impl BookStatus {
    fn problem(message: impl Into<Clause>) -> Self {
        Self { message: message.into(), ..BookState::Problem.into() }
    }

    fn refused(refused: &RefusedFile) -> Self {
        Self { refused: Some(refused.clone()), ..Self::problem(refused.to_string()) }
    }
}

/// Returns the state of a book that is not finished.
fn judge_unmade(folder: &Path, draft: &BookDraft) -> io::Result<Option<BookStatus>> {
    // A record that cannot be read is a problem that the caller has found.
    let record = BookRecord::find(&folder.join(MadeBook::FILE)).ok().flatten();
    if let Some(pending) = pending_run(folder)? {
        let Some(refusal) = &pending.refusal else {
            return Ok(Some(BookState::Unfinished.into()));
        };
        if draft.wants(&refusal.settings, Some(pending.seed)) {
            return Ok(Some(BookStatus::refused(&refusal.refused)));
        }
    }
    if matches!(draft, BookDraft::None) {
        return Ok(None);
    }
    if let Some(BookRecord { settings: Some(settings), refused, .. }) = &record {
        let Some(refused) = refused else {
            return Ok(Some(BookState::Unfinished.into()));
        };
        if draft.wants(settings, None) {
            return Ok(Some(BookStatus::refused(refused)));
        }
    }
    for puzzles in record.iter().flat_map(|record| &record.puzzles) {
        let about = symlink_metadata_opt(&folder.join(&puzzles.name))?;
        if !about.is_some_and(|about| about.is_file()) {
            let name = puzzles.name.clone();
            return Ok(Some(BookStatus::problem(clause!("{} is missing", name))));
        }
    }
    Ok(Some(BookState::Draft.into()))
}

/// Returns the state of a finished book.
fn judge(
    folder: &Path,
    made: &MadeBook,
    draft: &BookDraft,
    memory: &BookMemory,
) -> io::Result<BookStatus> {
    if let Some(message) = damage(folder, made, memory)? {
        return Ok(BookStatus::problem(message));
    }
    if let Some(PendingRun { refusal: Some(refusal), seed, .. }) = pending_run(folder)?
        && draft.wants(&refusal.settings, Some(seed))
    {
        return Ok(BookStatus::refused(&refusal.refused));
    }
    let sheet = match memory.sheet(folder)? {
        FoundSheet::Own(sheet) if sheet.judges(folder, made, &memory.sums)? => Some(sheet),
        _ => None,
    };
    if let Some(SheetRecord { problems: Some(problems), .. }) = sheet {
        return Ok(BookStatus::problem(problems));
    }
    let changed = match draft {
        BookDraft::Wanted(wanted) => made.changes(wanted, folder, &memory.sums)?,
        BookDraft::Wrong(setting) => vec![*setting],
        BookDraft::None | BookDraft::Unreadable(_) => Vec::new(),
    };
    if is_being_replaced(folder, made, &changed)? {
        return Ok(BookStatus { changed, ..BookState::Unfinished.into() });
    }
    if !changed.is_empty() {
        return Ok(BookStatus { changed, ..BookState::Changed.into() });
    }
    let Some(sheet) = sheet else { return Ok(BookState::Made.into()) };
    let is_estimate = made.has_estimated_spine();
    let state = if is_estimate { BookState::Unready } else { BookState::Verified };
    Ok(BookStatus { proved_by: sheet.program, ..state.into() })
}

/// Returns a sentence about the first file that is not as it was made.
fn damage(folder: &Path, made: &MadeBook, memory: &BookMemory) -> io::Result<Option<Clause>> {
    for file in made.files() {
        let compared = memory.sums.difference(&file, folder);
        match compared.map_err(|e| named_error(&file.name, &e))? {
            None => {}
            Some(FileDifference::Size(_) | FileDifference::Sha256(_)) => {
                return Ok(Some(clause!("{} was changed after the book was made", file.name)));
            }
            Some(difference) => {
                let template = match difference {
                    FileDifference::Irregular => "{} is a link or a folder",
                    _ => "{} is missing",
                };
                return Ok(Some(Clause::fill(template, [file.name.into()])));
            }
        }
    }
    let MadeBook::Run(manifest) = made else {
        return Ok(None);
    };
    match output::read_to_string(&folder.join(Manifest::CHECKSUMS)) {
        Ok(text) if text == sums(&manifest.files) => {}
        Err(e) if e.raw_os_error().is_some() && e.kind() != io::ErrorKind::NotFound => {
            return Err(named_error(Manifest::CHECKSUMS, &e));
        }
        _ => {
            let wrong = clause!("{} is not the list of the files of this run", Manifest::CHECKSUMS);
            return Ok(Some(wrong));
        }
    }
    let mut names = entry_names(folder)?;
    names.retain(|name| manifest.is_mistakable(name));
    names.sort();
    let found = names.into_iter().next();
    if let Some(name) = found {
        return Ok(Some(clause!(
            "{} is not of this run, but has the name of one of its files",
            name,
        )));
    }
    let older = manifest.older_editions(folder)?;
    Ok(match &older[..] {
        [] => None,
        older => Some(clause!("made of the puzzles before: {}", older.join(", "))),
    })
}

/// Returns an error of the system with the name of its file.
fn named_error(file: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), clause!("{}: {}", file.to_owned(), error))
}

/// Returns true if the work on another book of the folder was interrupted. After the end of a run,
/// its own working folder may stay where it cannot be removed. A book that the printer would refuse
/// was not interrupted.
fn is_being_replaced(folder: &Path, made: &MadeBook, changed: &[&str]) -> io::Result<bool> {
    let Some(pending) = pending_run(folder)?.filter(|pending| pending.refusal.is_none()) else {
        return Ok(false);
    };
    Ok(match made {
        MadeBook::Run(manifest) => {
            let is_same = pending.run == manifest.run_name() && pending.seed == manifest.seed;
            !is_same || !changed.is_empty()
        }
        MadeBook::OfFiles { .. } => true,
    })
}
