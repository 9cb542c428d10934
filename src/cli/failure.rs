//! How a command ends badly: an error for people and an exit code for scripts.

use std::fmt::Display;
use std::io;
use std::path::Path;
use sudoku_press::check::verify::ProofError;
use sudoku_press::run::{RunError, with_causes};
use sudoku_press::store::archive::ArchiveError;

/// The maximum number of characters of a line of an error.
const MAX_LINE_CHARS: usize = 2000;

/// The exit codes, but for 0 (done).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitCode {
    /// A negative result, or any other error.
    Failure = 1,
    /// Wrong usage: flags, job file, template.
    Usage = 2,
    /// Finished, but short: a level could not be filled within its bound.
    Short = 3,
    /// The archive is missing, damaged or of another version.
    Archive = 10,
    /// Another command works in the folder, on the file or with the archive.
    Locked = 11,
    /// The archive has this run already, and the folder or file that was asked for does not hold it.
    InArchive = 12,
    /// The system could not read or write a file; nothing half-written has a final name.
    Io = 74,
    /// Stopped by SIGINT, in order.
    Interrupted = 130,
    /// Stopped by SIGTERM, in order.
    Terminated = 143,
}

/// An error and the code to end with.
#[derive(Debug)]
pub struct Failure {
    pub code: ExitCode,
    error: anyhow::Error,
}

/// Returns true if the system failed to read or write a file that is there: it may succeed the next time. Errors of
/// memory and threads are not of a file.
fn is_file_error(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    let is_of_name = matches!(
        error.kind(),
        Kind::NotFound | Kind::NotADirectory | Kind::IsADirectory | Kind::InvalidFilename
    );
    let is_of_process = matches!(error.kind(), Kind::OutOfMemory | Kind::WouldBlock);
    error.raw_os_error().is_some() && !is_of_name && !is_of_process
}

impl Failure {
    /// Makes a failure. If the code is [`ExitCode::Failure`] and the system caused the error, the code becomes [`ExitCode::Io`].
    pub fn new(code: ExitCode, error: impl Into<anyhow::Error>) -> Self {
        let error = error.into();
        let mut causes = error.chain().filter_map(|cause| cause.downcast_ref());
        let code = match code {
            ExitCode::Failure if causes.any(is_file_error) => ExitCode::Io,
            code => code,
        };
        Self { code, error }
    }

    /// A failure in these words.
    pub fn msg(code: ExitCode, message: impl Display) -> Self {
        Self::new(code, anyhow::anyhow!("{message}"))
    }

    /// The error with all its causes, and the exit code. A closed standard output is a quiet end: its
    /// reader has read enough.
    pub fn describe(&self) -> Option<(String, u8)> {
        let broken_pipe = self.error.chain().any(|cause| {
            let io = cause.downcast_ref::<io::Error>();
            io.is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
        });
        let message = || {
            let message = with_flags(&with_causes(&*self.error));
            // An excerpt of a file is a line of it, which may have any length.
            let line = |line: &str| line.chars().take(MAX_LINE_CHARS).collect::<String>();
            message.lines().map(line).collect::<Vec<_>>().join("\n")
        };
        (!broken_pipe).then(|| (message(), self.code as u8))
    }

    /// Whether another host has changed the archive meanwhile.
    pub fn is_overtaken(&self) -> bool {
        matches!(self.error.downcast_ref(), Some(RunError::Conflict { .. }))
    }

    /// Whether the work was interrupted.
    pub fn is_interrupted(&self) -> bool {
        matches!(self.error.downcast_ref(), Some(RunError::Interrupted))
    }
}

/// The library names a setting as a job file does: "the setting `total = 48`". Here a flag sets it.
pub fn with_flags(message: &str) -> String {
    let mut parts = message.split("the setting `");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (setting, rest) = part.split_once('`').unwrap_or((part, ""));
        all += &format!("--{}{rest}", setting.replacen(" = ", " ", 1));
    }
    all
}

/// Wrong usage, in these words.
pub fn usage_error(message: impl Display) -> Failure {
    Failure::msg(ExitCode::Usage, message)
}

/// What is wrong with an archive decides the code.
impl From<ArchiveError> for Failure {
    fn from(error: ArchiveError) -> Self {
        use ArchiveError as E;
        let code = match &error {
            E::Missing(_)
            | E::Foreign(_)
            | E::Schema(..)
            | E::OtherKeys(..)
            | E::Damaged(..)
            | E::Unfinished(_)
            | E::ForeignLog(..)
            | E::Leftover(..) => ExitCode::Archive,
            E::Locked(_) | E::Busy(_) => ExitCode::Locked,
            E::Read(..) | E::Write(..) => ExitCode::Io,
            E::Exists(_)
            | E::NoSuchRun(..)
            | E::HardLinked(..)
            | E::Mounted(_)
            | E::SameFile(_)
            | E::Network(..)
            | E::Scheme(_)
            | E::NoPostgres
            | E::Address
            | E::Encryption(_)
            | E::Password
            | E::NotRestored => ExitCode::Usage,
            _ => ExitCode::Failure,
        };
        Self::new(code, error)
    }
}

/// The code of a run that is not made. Interruptions have the code of their signal: `signals::signal_exit`.
impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        use RunError as E;
        let code = match error {
            E::Archive(error) => return error.into(),
            E::Write(..) => ExitCode::Io,
            E::Exists(_)
            | E::Plan(_)
            | E::Layout(_)
            | E::Cover(_)
            | E::Usage(_)
            | E::Setting(_)
            | E::Files(_) => ExitCode::Usage,
            E::NoPuzzles(_) => ExitCode::Short,
            E::Locked { .. } => ExitCode::Locked,
            E::InArchive(_) => ExitCode::InArchive,
            _ => ExitCode::Failure,
        };
        Self::new(code, error)
    }
}

/// The code of a proof that cannot be made.
impl From<ProofError> for Failure {
    fn from(error: ProofError) -> Self {
        match error {
            ProofError::Archive(error) => error.into(),
            ProofError::Run(error) => error.into(),
            ProofError::Plan(_) => Self::new(ExitCode::Io, error),
            error => Self::new(ExitCode::Failure, error),
        }
    }
}

/// Any other error means 1.
impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::new(ExitCode::Failure, error)
    }
}

/// Errors to failures, with the words that tell where.
pub trait FailureContext<T> {
    /// Wrong usage.
    fn usage_error(self) -> Result<T, Failure>;
    /// Could not be written.
    fn write_context(self, path: &Path) -> Result<T, Failure>;
    /// Could not be read.
    fn read_context(self, path: &Path) -> Result<T, Failure>;
}

impl<T, E: Into<anyhow::Error>> FailureContext<T> for Result<T, E> {
    fn usage_error(self) -> Result<T, Failure> {
        self.map_err(|e| Failure::new(ExitCode::Usage, e))
    }

    fn write_context(self, path: &Path) -> Result<T, Failure> {
        self.map_err(|e| {
            let error = e.into();
            match error.downcast_ref().map(io::Error::kind) {
                Some(io::ErrorKind::AlreadyExists) => RunError::Exists(path.to_owned()).into(),
                // Of a file that is written only a font of the user's can be at fault.
                Some(io::ErrorKind::InvalidData) => Failure::new(ExitCode::Usage, error),
                _ => {
                    let context = format!("cannot write {}", path.display());
                    Failure::new(ExitCode::Io, error.context(context))
                }
            }
        })
    }

    fn read_context(self, path: &Path) -> Result<T, Failure> {
        let context = || format!("cannot read {}", path.display());
        self.map_err(|e| Failure::new(ExitCode::Failure, e.into().context(context())))
    }
}
