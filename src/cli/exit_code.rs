//! The exit codes of the program. The studio shows the same ones.

use ::jobs::RunError;
use archive::ArchiveError;
use std::error::Error;
use std::io;
use words::chain;

/// The exit codes, except 0 (success).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitCode {
    /// A negative result, or any other error.
    Failure = 1,
    /// Wrong usage: flags, job file, template.
    Usage = 2,
    /// Finished, but with too few puzzles in a level.
    Short = 3,
    /// No puzzle was found; nothing was written.
    NoPuzzles = 4,
    /// The archive is missing, damaged or of another version.
    Archive = 10,
    /// Another command is using the folder, the file or the archive.
    Locked = 11,
    /// The archive already contains this run, but the requested folder or file does not.
    InArchive = 12,
    /// The system could not read or write a file. No incomplete file has its final name.
    Io = 74,
    /// Stopped by SIGHUP after an orderly shutdown.
    #[cfg_attr(not(unix), expect(dead_code))]
    HungUp = 129,
    /// Stopped by SIGINT after an orderly shutdown.
    Interrupted = 130,
    /// Stopped by SIGTERM after an orderly shutdown.
    Terminated = 143,
}

/// Returns true if the system failed to read or write an existing file, so that a retry may
/// succeed. Errors of memory and threads do not count.
fn is_file_error(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    let is_of_name = matches!(
        error.kind(),
        Kind::NotFound | Kind::NotADirectory | Kind::IsADirectory | Kind::InvalidFilename
    );
    let is_of_process = matches!(error.kind(), Kind::OutOfMemory | Kind::WouldBlock);
    error.raw_os_error().is_some() && !is_of_name && !is_of_process
}

impl ExitCode {
    /// Returns [`ExitCode::Io`] instead of [`ExitCode::Failure`] and [`ExitCode::Usage`] if the
    /// system caused the error.
    pub fn with_causes<'a>(
        self,
        mut causes: impl Iterator<Item = &'a (dyn Error + 'static)>,
    ) -> Self {
        let is_system = |cause: &(dyn Error + 'static)| {
            cause.downcast_ref::<io::Error>().is_some_and(is_file_error)
        };
        if matches!(self, Self::Failure | Self::Usage) && causes.any(is_system) {
            return Self::Io;
        }
        self
    }

    /// Returns the code of an error of the archive.
    pub fn from_archive_error(error: &ArchiveError) -> Self {
        use ArchiveError as E;
        match error {
            E::Missing(_)
            | E::Foreign(_)
            | E::Schema { .. }
            | E::OtherKeys(..)
            | E::Damaged(..)
            | E::Unfinished(_)
            | E::ForeignLog(..)
            | E::Leftover(..) => Self::Archive,
            E::Locked(_) | E::Busy(_) => Self::Locked,
            E::Read(..) | E::Write(..) | E::Unrecovered(..) | E::NoLocks(_) => Self::Io,
            E::Exists(_)
            | E::NoSuchRun(..)
            | E::LosesRuns { .. }
            | E::SameFile(_)
            | E::Network(..)
            | E::Scheme(_)
            | E::NoPostgres
            | E::Address
            | E::Connection(_)
            | E::Password
            | E::NotRestored => Self::Usage,
            _ => Self::Failure,
        }
    }

    /// Returns the code of a failed run. An interrupted run has that of SIGINT.
    pub fn from_run_error(error: &RunError) -> Self {
        use RunError as E;
        let code = match error {
            E::Archive(error) => Self::from_archive_error(error),
            E::Write(..) => Self::Io,
            E::Exists(_) | E::Plan(_) | E::Layout(_) | E::Usage(_) => Self::Usage,
            E::NoPuzzles(_) => Self::NoPuzzles,
            E::Locked { .. } => Self::Locked,
            E::InArchive(_) => Self::InArchive,
            E::Interrupted => Self::Interrupted,
            _ => Self::Failure,
        };
        code.with_causes(chain(error))
    }
}
