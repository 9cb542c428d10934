//! Failures of commands: an error message for people and an exit code for scripts.

use super::exit_code::ExitCode;
use super::terminal::UnreadOutput;
use ::jobs::RunError;
use ::preflight::PdfError;
use ::proof::isolation::JudgementError;
use ::proof::verify::ProofError;
use archive::ArchiveError;
use make::StartError;
use std::fmt::Display;
use std::io;
use std::path::Path;
use words::with_causes_and_flags;

/// The maximum number of characters in a line of an error message.
const MAX_LINE_CHARS: usize = 1000;

/// An error and the exit code of the program.
#[derive(Debug)]
pub struct Failure {
    pub code: ExitCode,
    error: anyhow::Error,
}

/// Returns true for the error of [`super::terminal::RawStdout`] whose reader has gone.
fn is_unread_output(cause: &(dyn std::error::Error + 'static)) -> bool {
    let error = cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    error.is_some_and(|error| error.is::<UnreadOutput>())
}

/// Returns the remedy if a limit of the machine caused an error.
fn limit_remedy(cause: &(dyn std::error::Error + 'static)) -> Option<&'static str> {
    /// The error of too many open files, of a process and of the system.
    const OPEN_FILES: [i32; 2] = [24, 23];
    if cause.is::<StartError>() || matches!(cause.downcast_ref(), Some(PdfError::NotStarted(_))) {
        return Some("raise the limit of processes (ulimit -u) or of memory (ulimit -d)");
    }
    let error = cause.downcast_ref::<io::Error>()?;
    let code = error.raw_os_error()?;
    match error.kind() {
        io::ErrorKind::FileTooLarge => Some("raise the limit of the size of files (ulimit -f)"),
        io::ErrorKind::QuotaExceeded => Some("remove files, or ask for a larger quota"),
        io::ErrorKind::OutOfMemory => Some("raise the limit of memory (ulimit -d, ulimit -v)"),
        _ if cfg!(unix) && OPEN_FILES.contains(&code) => {
            Some("raise the limit of open files (ulimit -n)")
        }
        _ => None,
    }
}

impl Failure {
    /// Creates a failure. [`ExitCode::Failure`] and [`ExitCode::Usage`] become [`ExitCode::Io`] if
    /// the system caused the error.
    pub fn new(code: ExitCode, error: impl Into<anyhow::Error>) -> Self {
        let error = error.into();
        let code = code.with_causes(error.chain());
        Self { code, error }
    }

    /// Creates a failure from a message.
    pub fn msg(code: ExitCode, message: impl Display) -> Self {
        Self::new(code, anyhow::anyhow!("{message:#}"))
    }

    /// Returns the error with all its causes, and the exit code. `None` if the reader of data
    /// without a verdict has gone: it needs no more.
    pub fn describe(&self) -> Option<(String, u8)> {
        if self.error.chain().any(is_unread_output) {
            return None;
        }
        let mut whole = with_causes_and_flags(&*self.error);
        if let Some(remedy) = self.error.chain().find_map(limit_remedy) {
            whole.push_str(&format!("; {remedy}"));
        }
        // An excerpt of a file may be a line of any length.
        let lines = whole.lines().map(|line| line.chars().take(MAX_LINE_CHARS).collect::<String>());
        Some((lines.collect::<Vec<_>>().join("\n"), self.code as u8))
    }

    /// Returns the error as one of this type, if it is one.
    pub fn cause<E: std::error::Error + Send + Sync + 'static>(&self) -> Option<&E> {
        self.error.downcast_ref()
    }

    /// Returns true if a signal interrupted the work.
    pub fn is_interrupted(&self) -> bool {
        matches!(self.cause(), Some(RunError::Interrupted))
    }
}

/// Creates a failure that means wrong usage.
pub fn usage_error(message: impl Display) -> Failure {
    Failure::msg(ExitCode::Usage, message)
}

/// Gives an error of the archive its exit code.
impl From<ArchiveError> for Failure {
    fn from(error: ArchiveError) -> Self {
        Self::new(ExitCode::from_archive_error(&error), error)
    }
}

/// Gives a failed run its exit code. Interrupted runs get the code of their signal in
/// `signals::signal_exit`.
impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Archive(error) => error.into(),
            error => Self::new(ExitCode::from_run_error(&error), error),
        }
    }
}

/// A file that ended its reader cannot be judged. If a limit of the machine ended the reader, it
/// can be judged later.
impl From<JudgementError> for Failure {
    fn from(error: JudgementError) -> Self {
        let is_of_machine = match &error {
            JudgementError::Ended { end, .. } => end.is_of_machine(),
            JudgementError::NotStarted { .. } => true,
            _ => false,
        };
        let code = if is_of_machine { ExitCode::Io } else { ExitCode::Failure };
        Self::new(code, error)
    }
}

/// Chooses the exit code of a proof that cannot be made.
impl From<ProofError> for Failure {
    fn from(error: ProofError) -> Self {
        match error {
            ProofError::Archive(error) => error.into(),
            ProofError::Run(error) => error.into(),
            ProofError::Renewed(_) => Self::new(ExitCode::Locked, error),
            ProofError::Plan(_) => Self::new(ExitCode::Io, error),
            // A limit of the machine, which says nothing about the file.
            ProofError::Start(error) => Self::new(ExitCode::Io, error),
            ProofError::Pdf(error) => Self::new(ExitCode::Io, error),
        }
    }
}

/// Gives every other error the exit code 1.
impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::new(ExitCode::Failure, error)
    }
}

/// Conversion of errors to failures, with context.
pub trait FailureContext<T> {
    /// Reports wrong usage.
    fn usage_error(self) -> Result<T, Failure>;
    /// Reports that `path` could not be written.
    fn write_context(self, path: &Path) -> Result<T, Failure>;
    /// Reports that `path` could not be read.
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
                // When a file is written, only a font of the user can contain invalid data.
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
