//! Judges a foreign file in a child process: the same program, with limits of memory and time.
//!
//! ```text
//! ChildProgram::judge ─ starts ─► PROGRAM as-child LIMITS judge KIND FILE
//!        ▲                            limits::apply, ForeignFile::judge
//!        └── JSON on standard output ──┘
//! ```
//!
//! A library that reads a foreign file can end its process: memory that nobody has, or a stack that
//! overflows, is an abort and no error. The scans of `pdf_reader` and the bounds of the table
//! readers refuse what is known; a child process also survives what is not known yet. The child
//! limits itself, so no unsafe code is needed between fork and exec.
//!
//! These limits exist on Unix. Elsewhere the parent's limit of time is the only one.

mod foreign_file;
mod limits;

pub use foreign_file::{CoverFacts, ForeignFile, is_foreign_pdf};
pub use limits::ChildLimits;
pub(crate) use limits::InheritedLimit;

use serde_json::Value;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use std::{fmt, thread};
use thiserror::Error;
use words::{Clause, clause};

/// The first argument of a child process.
pub const CHILD_MARK: &str = "as-child";
/// The argument after the limits, for a child that judges a file.
pub const JUDGE: &str = "judge";
/// The maximum time of a judgement. A file of the largest size that the studio takes needs a third
/// of this time.
pub(crate) const MAX_JUDGEMENT: Duration = Duration::from_secs(60);

/// The maximum size in bytes of an answer. A proof sheet has a few megabytes.
const MAX_ANSWER_BYTES: u64 = 256 << 20;
/// The number of bytes of standard error that are kept.
const MAX_COMPLAINT_BYTES: u64 = 4 << 10;
/// The remedy if the system starts no process or no thread.
const START_REMEDY: &str = "close other programs, or raise the limit of processes (ulimit -u), of open files \
     (ulimit -n) or of memory (ulimit -d)";
/// The words of the standard library before it aborts.
pub const OUT_OF_MEMORY: &str = "memory allocation of ";
const STACK_OVERFLOW: &str = "has overflowed its stack";

/// The program that child processes run. It must call [`answer`] for arguments that begin with
/// [`CHILD_MARK`].
#[derive(Clone, Debug)]
pub struct ChildProgram {
    /// The path of the executable.
    pub path: PathBuf,
}

/// The reason why a child process ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChildEnd {
    /// It needed more memory than its limit.
    Memory,
    /// It took more processor time than its limit, or the parent killed it.
    Time,
    /// Its stack overflowed.
    Stack,
    /// It panicked, or ended by this signal.
    Crash(Option<i32>),
    /// A limit of this process ended it, which is stricter than its own.
    Limit(InheritedLimit),
    /// The system killed it.
    Killed,
}

/// A judgement without an answer.
#[derive(Debug, Error)]
pub enum JudgementError {
    /// The file was refused: the message for the user, which does not name the file.
    #[error("{0}")]
    Refused(Clause),
    /// The child process ended while it read this file.
    #[error("cannot read {}: {end}", file.display())]
    Ended {
        /// The file.
        file: PathBuf,
        /// The reason.
        end: ChildEnd,
    },
    /// The child process could not be started.
    #[error("cannot start a process that reads {}: {error}; {START_REMEDY}", file.display())]
    NotStarted {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        #[source]
        error: io::Error,
    },
}

impl From<ChildEnd> for Clause {
    fn from(end: ChildEnd) -> Self {
        let fault: Self = match end {
            ChildEnd::Memory => "it needs more memory than its size justifies".into(),
            ChildEnd::Time => "reading it takes more time than its size justifies".into(),
            ChildEnd::Stack => "it is nested too deeply".into(),
            ChildEnd::Crash(Some(signal)) => {
                clause!("its reader was ended by signal {}", signal.to_string())
            }
            ChildEnd::Crash(None) => "its reader failed".into(),
            ChildEnd::Limit(limit) => return limit.into(),
            ChildEnd::Killed => {
                return "the system killed its reader, probably because no memory was left; \
                        free memory, or raise the limit of the service or container"
                    .into();
            }
        };
        clause!("{}; {}", fault, "the file may be damaged")
    }
}

impl fmt::Display for ChildEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Clause::from(*self).fmt(f)
    }
}

impl ChildEnd {
    /// Chooses the reason of an end without an answer. `complaint` is the end's standard error,
    /// `limits` are those of the child.
    pub fn from_status(status: ExitStatus, complaint: &str, limits: ChildLimits) -> Self {
        if complaint.contains(STACK_OVERFLOW) {
            return Self::Stack;
        }
        if complaint.contains(OUT_OF_MEMORY) {
            return limits.inherited_memory().map_or(Self::Memory, Self::Limit);
        }
        match signal(status) {
            Some(SIGKILL) => Self::Killed,
            Some(SIGXCPU) => limits.inherited_time().map_or(Self::Time, Self::Limit),
            signal => Self::Crash(signal),
        }
    }

    /// Returns true if the file is not to blame.
    pub fn is_of_machine(self) -> bool {
        matches!(self, Self::Limit(_) | Self::Killed)
    }
}

/// The number of the signal that no process can handle.
const SIGKILL: i32 = 9;
/// The number of the signal that ends a process at its limit of processor time.
const SIGXCPU: i32 = 24;

/// Returns the signal that ended a process.
#[cfg(unix)]
pub fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

/// Returns the signal that ended a process. This system has none.
#[cfg(not(unix))]
pub fn signal(_: ExitStatus) -> Option<i32> {
    None
}

impl ChildProgram {
    /// Judges a file in a child process, and returns the answer of [`ForeignFile::judge`].
    ///
    /// # Errors
    /// [`JudgementError`]. None of its reasons concerns this process.
    pub fn judge(&self, file: &ForeignFile) -> Result<Value, JudgementError> {
        let path = file.path().to_owned();
        let not_started = |error| JudgementError::NotStarted { file: path.clone(), error };
        let limits = ChildLimits::for_files(&[&path], 0, file.is_pdf()).map_err(not_started)?;
        let ended = self.run_judge(file, limits).map_err(not_started)?;
        let end = match ended {
            EndedChild { is_late: true, .. } => ChildEnd::Time,
            EndedChild { status, answer, .. } if status.success() => {
                return parse(&answer).unwrap_or(Err(JudgementError::Ended {
                    file: path,
                    end: ChildEnd::Crash(None),
                }));
            }
            EndedChild { status, complaint, .. } => {
                ChildEnd::from_status(status, &complaint, limits)
            }
        };
        Err(JudgementError::Ended { file: path, end })
    }

    /// Runs a child that judges a file.
    fn run_judge(&self, file: &ForeignFile, limits: ChildLimits) -> io::Result<EndedChild> {
        let mut command = self.command(limits, JUDGE);
        command.args(file.to_args()).stdin(Stdio::null());
        output(command)
    }

    /// Returns a command that runs the program as a child within these limits.
    pub fn command(&self, limits: ChildLimits, work: &str) -> Command {
        let mut command = Command::new(&self.path);
        command.args([CHILD_MARK, &limits.to_string(), work]);
        // The trace of a panic needs memory. Where none is left, the standard library would wait
        // for itself.
        command.env("RUST_BACKTRACE", "0");
        command
    }
}

/// A child process that has ended.
struct EndedChild {
    status: ExitStatus,
    answer: Vec<u8>,
    complaint: String,
    is_late: bool,
}

/// Runs a command to its end, or to the end of its time.
fn output(mut command: Command) -> io::Result<EndedChild> {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let answer = child.stdout.take().map(|pipe| read(pipe, MAX_ANSWER_BYTES));
    let complaint = child.stderr.take().map(|pipe| read(pipe, MAX_COMPLAINT_BYTES));
    let (answer, complaint) = match (answer, complaint) {
        (Some(Ok(answer)), Some(Ok(complaint))) => (answer, complaint),
        (Some(Err(e)), _) | (_, Some(Err(e))) => {
            child.kill()?;
            child.wait()?;
            return Err(e);
        }
        _ => unreachable!("both streams are pipes"),
    };
    let answer = answer.recv_timeout(MAX_JUDGEMENT);
    let is_late = answer == Err(RecvTimeoutError::Timeout);
    if is_late {
        child.kill()?;
    }
    let status = child.wait()?;
    let complaint = complaint.recv().unwrap_or_default();
    Ok(EndedChild {
        status,
        answer: answer.unwrap_or_default(),
        complaint: String::from_utf8_lossy(&complaint).into_owned(),
        is_late,
    })
}

/// Reads a pipe on a thread of its own, and keeps this number of bytes.
fn read(pipe: impl Read + Send + 'static, max_bytes: u64) -> io::Result<Receiver<Vec<u8>>> {
    let (send, receive) = channel();
    thread::Builder::new().name("child".to_owned()).spawn(move || {
        let mut kept = Vec::new();
        let mut pipe = pipe.take(max_bytes);
        // A pipe that breaks has no more bytes.
        let _ = pipe.read_to_end(&mut kept);
        let _ = io::copy(&mut pipe.into_inner(), &mut io::sink());
        drop(send.send(kept));
    })?;
    Ok(receive)
}

/// Parses the answer of a child; `None` if it is none.
fn parse(answer: &[u8]) -> Option<Result<Value, JudgementError>> {
    let mut answer: Value = serde_json::from_slice(answer).ok()?;
    if let Some(refused) = answer.get_mut("refused") {
        let wrong = serde_json::from_value(refused.take()).ok()?;
        return Some(Err(JudgementError::Refused(wrong)));
    }
    Some(Ok(answer.get_mut("answer")?.take()))
}

/// Judges a file in this process, the child, and returns the answer for the parent. `args` are
/// those after [`JUDGE`].
///
/// # Errors
/// If the arguments name no file.
pub fn answer(args: &[OsString]) -> Result<Value, String> {
    let Some(file) = ForeignFile::from_args(args) else {
        return Err("expected a kind and a file, found other arguments".to_owned());
    };
    Ok(match file.judge() {
        Ok(answer) => serde_json::json!({ "answer": answer }),
        Err(message) => serde_json::json!({ "refused": message }),
    })
}

/// Returns the program of this process, for child processes; `None` if the system does not tell.
pub fn own_program() -> Option<ChildProgram> {
    // The link still leads to the running program after an update has replaced its file.
    let link = Path::new("/proc/self/exe");
    if cfg!(target_os = "linux") && link.is_symlink() {
        return Some(ChildProgram { path: link.to_owned() });
    }
    std::env::current_exe().ok().map(|path| ChildProgram { path })
}
