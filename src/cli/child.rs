//! Child processes of this program, which read foreign files within limits.
//!
//! `preflight` and `verify` run whole in a child, which inherits all streams: they read
//! little else than foreign files, and reading a book twice would double their time. Starting the
//! child takes a few milliseconds. The other commands have signals to handle and locks to hold, so
//! they stay in this process. They let a child read each font, picture, Parquet file and template
//! first, which are small or rare, and take the sheets of a workbook from a child.

use super::{ExitCode, Failure, terminal};
use ::jobs::Settings;
use ::proof::isolation::{
    self, CHILD_MARK, ChildEnd, ChildLimits, ForeignFile, JUDGE, JudgementError, is_foreign_pdf,
};
use files::fs_path::metadata_opt;
use files::output;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use tables::WorkbookText;

/// The argument after the limits, for a child that runs a command.
const COMMAND: &str = "command";
/// The exit code of a panic.
const PANIC: i32 = 101;
/// The signals with which somebody ends a command: SIGHUP, SIGINT, SIGTERM.
const STOP_SIGNALS: [i32; 3] = [1, 2, 15];
/// The first bytes of workbooks and of Parquet, whose readers are libraries.
const PACKED_TABLES: [&[u8]; 2] = [b"PK\x03\x04", b"PAR1"];

/// The part of this process in reading foreign files.
pub enum ProcessRole {
    /// It was started by a user, with this command line.
    Parent(Vec<OsString>),
    /// It runs a command within limits.
    Child(Vec<OsString>),
    /// It has judged a file and ends.
    Judge(std::process::ExitCode),
}

impl ProcessRole {
    /// Reads the role from the command line, and applies the limits of a child.
    pub fn begin(line: Vec<OsString>) -> Self {
        let [_, mark, limits, work, rest @ ..] = &line[..] else { return Self::Parent(line) };
        let limits = limits.to_str().and_then(|limits| limits.parse::<ChildLimits>().ok());
        let Some(limits) = limits.filter(|_| mark == CHILD_MARK) else {
            return Self::Parent(line);
        };
        // A system without these limits still has the rest of the protection.
        let _ = limits.apply();
        if work == JUDGE {
            return Self::Judge(judge(rest));
        }
        let mut own = vec![line[0].clone()];
        own.extend_from_slice(rest);
        Self::Child(own)
    }
}

/// Judges a file and prints the answer for the parent.
fn judge(args: &[OsString]) -> std::process::ExitCode {
    let answered = match isolation::answer(args) {
        Ok(answer) => terminal::raw_stdout().write_all(answer.to_string().as_bytes()),
        Err(message) => {
            terminal::eprint(message + "\n");
            return (ExitCode::Usage as u8).into();
        }
    };
    match answered {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(_) => (ExitCode::Io as u8).into(),
    }
}

/// The inputs of a command that runs in a child.
pub struct ForeignInputs {
    pub paths: Vec<PathBuf>,
    /// The number of threads; 0 means one for each core.
    pub threads: usize,
}

impl ForeignInputs {
    /// Runs the command again in a child, and returns its exit code. Returns `None` if the command
    /// must run in this process: for a pipe, whose size nobody knows, or if the system does not
    /// tell where the program is.
    ///
    /// # Errors
    /// If the child was ended by one of its inputs, or by a limit; or if no child can start.
    pub fn supervise(&self, line: &[OsString]) -> Option<Result<u8, Failure>> {
        for path in &self.paths {
            let about = metadata_opt(path).ok()??;
            if !about.is_file() && !about.is_dir() {
                return None;
            }
        }
        let paths: Vec<_> = self.paths.iter().map(PathBuf::as_path).collect();
        let are_pdfs = paths.iter().all(|path| is_foreign_pdf(path));
        let limits = ChildLimits::for_files(&paths, self.threads, are_pdfs).ok()?;
        let mut command = isolation::own_program()?.command(limits, COMMAND);
        command.args(&line[1..]);
        let ended = if limits.inherited_memory().is_none() {
            command.status().map(|status| (status, String::new()))
        } else {
            run_with_few_bytes(command)
        };
        let (status, complaint) = match ended {
            Ok(ended) => ended,
            Err(error) => {
                let file = self.paths.first()?.clone();
                return Some(Err(JudgementError::NotStarted { file, error }.into()));
            }
        };
        if let Some(code) = status.code().filter(|code| *code != PANIC)
            && let Ok(code) = u8::try_from(code)
        {
            return Some(Ok(code));
        }
        match isolation::signal(status) {
            Some(signal) if STOP_SIGNALS.contains(&signal) => Some(Ok(128 + signal as u8)),
            _ => Some(Err(self.failure(ChildEnd::from_status(status, &complaint, limits)))),
        }
    }

    /// Returns the failure of a child that ended so. Each input is judged alone, which tells the
    /// one that ended the child.
    fn failure(&self, end: ChildEnd) -> Failure {
        if let [path] = &self.paths[..]
            && !matches!(end, ChildEnd::Crash(_))
        {
            return JudgementError::Ended { file: path.clone(), end }.into();
        }
        let may_be_one = self.paths.iter().filter(|_| !end.is_of_machine());
        for path in may_be_one {
            if let Err(error) = judge_first(&ForeignFile::Any(path.clone())) {
                return error.into();
            }
        }
        let paths: Vec<_> = self.paths.iter().map(|path| path.display().to_string()).collect();
        let code = if end.is_of_machine() { ExitCode::Io } else { ExitCode::Failure };
        Failure::msg(code, format_args!("cannot read {}: {end}", paths.join(", ")))
    }
}

/// Runs a command in a process with little memory, and returns its standard error if the memory
/// ran out. Other lines are passed on.
fn run_with_few_bytes(mut command: Command) -> io::Result<(ExitStatus, String)> {
    let mut child = command.stderr(Stdio::piped()).spawn()?;
    let mut complaint = String::new();
    for line in child.stderr.take().into_iter().flat_map(|pipe| BufReader::new(pipe).lines()) {
        let line = line?;
        if line.starts_with(isolation::OUT_OF_MEMORY) {
            complaint.push_str(&line);
        } else if !line.contains("RUST_BACKTRACE") && !line.contains("backtrace printing") {
            terminal::eprint(line + "\n");
        }
    }
    Ok((child.wait()?, complaint))
}

/// Lets a child read a file before this process does, and returns its answer. A file that is only
/// refused or missing passes without one, because this process says so in the words of its command.
///
/// # Errors
/// If the file ends the child, or no child can start.
pub fn judge_first(file: &ForeignFile) -> Result<Option<Value>, JudgementError> {
    let Some(program) = isolation::own_program() else { return Ok(None) };
    match program.judge(file) {
        Ok(answer) => Ok(Some(answer)),
        Err(JudgementError::Refused(_)) => Ok(None),
        Err(JudgementError::NotStarted { file, .. })
            if !matches!(metadata_opt(&file), Ok(Some(_))) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

thread_local! {
    /// The workbooks that were read, by their paths. A command may read its files twice.
    static WORKBOOKS: RefCell<BTreeMap<PathBuf, WorkbookText>> = RefCell::default();
}

/// Lets a child read a workbook, and returns it; or lets a child read a Parquet file first. Other
/// files of puzzles pass.
///
/// # Errors
/// As [`judge_first`].
pub fn read_packed_table(path: &Path) -> Result<Option<WorkbookText>, JudgementError> {
    let known = WORKBOOKS.with_borrow(|workbooks| workbooks.get(path).cloned());
    if known.is_some() {
        return Ok(known);
    }
    let mut begin = Vec::new();
    let read = output::open(path).and_then(|file| file.take(4).read_to_end(&mut begin));
    if read.is_err() || !PACKED_TABLES.contains(&&begin[..]) {
        return Ok(None);
    }
    let answer = judge_first(&ForeignFile::Table(path.to_owned()))?;
    let workbook = answer.and_then(|answer| serde_json::from_value::<WorkbookText>(answer).ok());
    if let Some(workbook) = &workbook {
        WORKBOOKS.with_borrow_mut(|known| known.insert(path.to_owned(), workbook.clone()));
    }
    Ok(workbook)
}

/// Lets a child read the fonts and pictures of a book first.
///
/// # Errors
/// As [`judge_first`].
pub fn judge_book_files_first(settings: &Settings) -> Result<(), JudgementError> {
    let files = &settings.book.files;
    for path in &files.font {
        judge_first(&ForeignFile::Face(path.clone()))?;
    }
    if let Some(path) = &files.logo {
        judge_first(&ForeignFile::Logo(path.clone()))?;
    }
    if let Some(path) = &settings.book.cover.picture {
        judge_first(&ForeignFile::Picture(path.clone()))?;
    }
    Ok(())
}
