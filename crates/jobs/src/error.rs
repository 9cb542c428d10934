//! Errors of making a run. The command line maps them to exit codes.

use archive::ArchiveError;
use book::LayoutError;
use make::{PlanError, Seed, Shortfall};
use preflight::PreflightReport;
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fmt::{self, Display as _};
use std::io;
use std::path::{Path, PathBuf};
use tables::InputError;
use thiserror::Error;
use words::{Clause, Problem, clause, setting, told_causes};

/// The error of making a run or of accepting a finished run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// A file cannot be written.
    #[error("{}", unwritten(.0))]
    Write(PathBuf, #[source] io::Error),
    /// A file cannot be read.
    #[error("{}", unread(.0))]
    Read(PathBuf, #[source] Box<dyn Error + Send + Sync>),
    /// A file with this name exists.
    #[error("{path} exists; --force replaces it", path = .0.display())]
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
    /// The archive cannot be used.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The request is invalid: a name, a folder, a font or a setting is wrong.
    #[error(transparent)]
    Usage(#[from] Problem),
    /// The state on disk is invalid: a file of a finished run has changed, a part of a sharded run
    /// is missing, or a puzzle cannot name its files.
    #[error("{0}")]
    Rejected(String),
    /// A catalogue that a person has edited would be replaced.
    #[error("{path} was edited since it was made{rows}; --force puzzles replaces it by the puzzles as they were made, and `verify` says what is wrong with it", path = .path.display())]
    Edited {
        /// The catalogue.
        path: PathBuf,
        /// The rows that differ, as a clause; empty if they are not known.
        rows: String,
    },
    /// A volume or a cover breaks rules of its printer.
    #[error("{verdict}")]
    Refused {
        /// The file and the number of findings, as a sentence.
        verdict: String,
        /// The file and its first finding.
        refused: Box<RefusedFile>,
    },
    /// Another command works in the folder or on the file.
    #[error(fmt = describe_lock)]
    Locked {
        /// The folder or file.
        path: PathBuf,
        /// The holder of the lock.
        by: String,
    },
    /// The archive already contains this run, but the target folder or file does not hold it.
    #[error(transparent)]
    InArchive(Problem),
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

/// A file that a printer would refuse.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RefusedFile {
    /// The name of the file.
    pub file: String,
    /// The printer or the standard.
    pub judge: String,
    /// The name of the rule that the first finding breaks.
    pub rule: String,
    /// The first finding: what was expected, and what was found.
    pub what: Clause,
}

impl RefusedFile {
    /// Returns the refusal of a file; `None` if the printer would accept it.
    pub(super) fn find(path: &Path, report: &PreflightReport) -> Option<Self> {
        let finding = report.findings.iter().find(|finding| finding.advice.is_none())?;
        Some(Self {
            file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            judge: report.judge.clone(),
            rule: finding.rule.name().to_owned(),
            what: finding.what(),
        })
    }
}

impl fmt::Display for RefusedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, judge, rule, what } = self;
        write!(f, "{judge} would refuse {file}: {rule}: {what}")
    }
}

impl RunError {
    /// Returns the error of a folder with files that the run would replace and that no manifest of
    /// a run lists.
    pub fn foreign(folder: &Path, names: &[String]) -> Self {
        let names = names.join(", ");
        let why = format!(
            "holds files that no manifest of a finished run lists and that a run would replace: \
             {names}; name another folder with "
        );
        Self::folder(folder, clause!("{}{}, or delete the files", why, setting("out")))
    }

    /// Returns the error of a run that the archive contains and the target does not.
    pub fn in_archive(archive: &Path, run: &str, seed: Seed, target: &Path) -> Self {
        let wrong = clause!(
            "{} has this run already (run {}, seed {}), and {} does not hold it",
            archive.display(),
            run.to_owned(),
            seed.to_string(),
            target.display(),
        );
        Self::InArchive(Problem::new(wrong).remedy(clause!(
            "--force makes the same puzzles once more, for an edition in another language or for \
             another printer; another value of {} makes others",
            setting("seed"),
        )))
    }

    /// Returns the problem that a person can mend, if the error is one.
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            Self::Usage(problem) | Self::InArchive(problem) => Some(problem),
            Self::Layout(error) => Some(error.problem()),
            _ => None,
        }
    }

    /// Returns true if the command was refused: nothing of its work is worth keeping.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Exists(_)
                | Self::Plan(_)
                | Self::NoPuzzles(_)
                | Self::Layout(_)
                | Self::Usage(_)
                | Self::Rejected(_)
                | Self::Edited { .. }
                | Self::InArchive(_)
        )
    }

    /// Returns true if another command holds the folder, the file or the archive.
    pub fn is_locked(&self) -> bool {
        match self {
            Self::Locked { .. } => true,
            Self::Archive(e) => matches!(e, ArchiveError::Locked(_) | ArchiveError::Busy(_)),
            _ => false,
        }
    }

    /// Returns the error of a folder that cannot take the files. `why` continues the name of the
    /// folder with the problem and the remedy.
    pub fn folder(folder: &Path, why: impl Into<Clause>) -> Self {
        Self::Usage(Problem::new(clause!("{} {}", folder.display().to_string(), why)))
    }
}

/// Describes a file that cannot be written.
fn unwritten(path: &Path) -> Clause {
    clause!("cannot write {}", path.display())
}

/// Describes a file that cannot be read.
fn unread(path: &Path) -> Clause {
    clause!("cannot read {}", path.display())
}

/// Returns an error as a clause, without its causes.
fn clause_of(error: &(dyn Error + 'static)) -> Clause {
    if let Some(error) = error.downcast_ref::<RunError>() {
        return match error {
            RunError::Write(path, _) => unwritten(path),
            RunError::Read(path, _) => unread(path),
            RunError::Plan(error) => error.into(),
            RunError::Input(error) => error.into(),
            error => match error.problem() {
                Some(problem) => problem.clause(),
                None => error.to_string().into(),
            },
        };
    }
    match error.downcast_ref::<Problem>() {
        Some(problem) => problem.clause(),
        None => Clause::of_error(error),
    }
}

impl RunError {
    /// Returns the causes of a problem that say something new.
    pub fn later_causes(problem: &Problem) -> impl Iterator<Item = Clause> {
        let told = told_causes(problem, |cause| cause.to_string());
        told.into_iter().skip(1).map(|(cause, _)| clause_of(cause))
    }

    /// Returns any error with its causes, without repeated words.
    pub fn describe(error: &(dyn Error + 'static)) -> Clause {
        let causes = told_causes(error, |cause| cause.to_string());
        Clause::join("{}: {}", causes.into_iter().map(|(cause, _)| clause_of(cause)))
            .unwrap_or_default()
    }
}

/// Describes a lock that another command holds.
fn describe_lock(path: &Path, by: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let wait = setting("lock-wait").to("10m");
    let problem = Problem::new(format!("{} is locked by {by}", path.display()));
    problem.remedy(clause!("{} waits for its end", wait)).fmt(f)
}

/// A conversion of I/O errors that adds the path of the file.
pub trait IoContext<T, E> {
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
