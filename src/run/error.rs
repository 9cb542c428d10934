//! Errors of making a run. The command line maps them to exit codes.

use super::{BookFilesError, SettingError};
use engine::make::batch::{PlanError, Shortfall};
use engine::make::seed::Seed;
use press::book::{CoverError, LayoutError};
use std::error::Error;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use store::archive::ArchiveError;
use store::table::InputError;
use thiserror::Error;

/// The error of making a run or of accepting a finished run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// A file cannot be written.
    #[error("cannot write {path}", path = .0.display())]
    Write(PathBuf, #[source] io::Error),
    /// A file cannot be read.
    #[error("cannot read {path}", path = .0.display())]
    Read(PathBuf, #[source] Box<dyn Error + Send + Sync>),
    /// A file with this name exists.
    #[error("{path} exists; the setting `force` replaces it", path = .0.display())]
    Exists(PathBuf),
    /// The plan is not valid.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// No level or band has a puzzle; nothing was written.
    #[error("{}; nothing was written", .0.iter().map(Shortfall::to_string).collect::<Vec<_>>().join("; "))]
    NoPuzzles(Vec<Shortfall>),
    /// The book cannot be laid out.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A volume cannot have a cover.
    #[error(transparent)]
    Cover(#[from] CoverError),
    /// The archive cannot be used.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The request is invalid: a name, a folder, a font or a setting is wrong.
    #[error("{0}")]
    Usage(String),
    /// A setting has an invalid value or conflicts with another setting.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A design, a language, a printer, a font, a picture or a text cannot be used.
    #[error(transparent)]
    Files(#[from] BookFilesError),
    /// The state on disk is invalid: a volume or a cover breaks rules of its printer, a file of a
    /// finished run has changed, a part of a sharded run is missing, or a puzzle cannot name its
    /// files.
    #[error("{0}")]
    Rejected(String),
    /// Another command works in the folder or on the file.
    #[error(
        "{path} is locked by {by}; the setting `lock-wait = 10m` waits for its end",
        path = .path.display()
    )]
    Locked {
        /// The folder or file.
        path: PathBuf,
        /// The holder of the lock.
        by: String,
    },
    /// The archive already contains this run, but the target folder or file does not hold it.
    #[error("{0}")]
    InArchive(String),
    /// Since the archive was queried, another host has added one of the puzzles, or a run was
    /// removed.
    #[error("{why}; {then}")]
    Conflict {
        /// The change, as a clause.
        why: String,
        /// The remedy, as a clause.
        then: String,
    },
    /// Puzzles cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The system has no random seed.
    #[error("cannot draw a seed")]
    Seed(#[source] io::Error),
    /// The run was interrupted. Its checkpoints are kept.
    #[error("interrupted")]
    Interrupted,
}

impl RunError {
    /// Returns the error of a folder with files that the run would replace and that no manifest of
    /// a run lists.
    pub(crate) fn foreign(folder: &Path, names: &[String]) -> Self {
        let names = names.join(", ");
        let why =
            "holds files that no manifest of a finished run lists and that a run would replace";
        let then = "name another folder with the setting `out`, or delete the files";
        Self::folder(folder, format!("{why}: {names}; {then}"))
    }

    /// Returns the error of a run that the archive contains and the target does not.
    pub(crate) fn in_archive(archive: &Path, run: &str, seed: Seed, target: &Path) -> Self {
        let (archive, target) = (archive.display(), target.display());
        Self::InArchive(format!(
            "{archive} has this run already (run {run}, seed {seed}), and {target} does not hold it; \
             the setting `again` makes the same puzzles once more, another value of the setting \
             `seed` makes others"
        ))
    }

    /// Returns true if another command holds the folder, the file or the archive.
    pub(crate) fn is_locked(&self) -> bool {
        match self {
            Self::Locked { .. } => true,
            Self::Archive(e) => matches!(e, ArchiveError::Locked(_) | ArchiveError::Busy(_)),
            _ => false,
        }
    }

    /// Returns the error of a folder that cannot take the files. `why` continues the name of the
    /// folder with the problem and the remedy.
    pub(crate) fn folder(folder: &Path, why: impl Display) -> Self {
        Self::Usage(format!("{} {why}", folder.display()))
    }
}

/// Returns an error and its causes, the error first.
pub(super) fn chain<'a>(
    error: &'a (dyn Error + 'static),
) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    let mut next = Some(error);
    std::iter::from_fn(move || {
        let error = next?;
        next = error.source();
        Some(error)
    })
}

/// Returns an error with its causes as one sentence without repeated words.
pub fn with_causes(error: &(dyn Error + 'static)) -> String {
    let (mut all, mut last) = (String::new(), String::new());
    for cause in chain(error) {
        let words = cause.to_string();
        let is_new = last.is_empty() || !all.contains(&words) && !words.ends_with(&last);
        if is_new {
            all += if all.is_empty() { "" } else { ": " };
            all += &words;
            last = words;
        }
    }
    all
}

/// A conversion of I/O errors that adds the path of the file.
pub(crate) trait IoContext<T, E> {
    /// Converts an error of writing: `AlreadyExists` to [`RunError::Exists`], any other kind to
    /// [`RunError::Write`].
    fn write_context(self, path: &Path) -> Result<T, RunError>
    where
        E: Into<io::Error>;

    /// Converts an error of reading to [`RunError::Read`].
    fn read_context(self, path: &Path) -> Result<T, RunError>
    where
        E: Into<Box<dyn Error + Send + Sync>>;
}

impl<T, E> IoContext<T, E> for Result<T, E> {
    fn write_context(self, path: &Path) -> Result<T, RunError>
    where
        E: Into<io::Error>,
    {
        self.map_err(|e| match e.into() {
            e if e.kind() == io::ErrorKind::AlreadyExists => RunError::Exists(path.to_owned()),
            e => RunError::Write(path.to_owned(), e),
        })
    }

    fn read_context(self, path: &Path) -> Result<T, RunError>
    where
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        self.map_err(|e| RunError::Read(path.to_owned(), e.into()))
    }
}
