//! Answers every puzzle that is read, in order, for `solve`, `rate` and
//! `transform`. Answers go to standard output or a file, errors to standard error.

use super::choice::{AnswerFormat, output_path};
use super::terminal;
use super::{ExitCode, Failure, FailureContext, InputArgs, InputItem, Stdout, counted};
use ::jobs::{RunError, Setting};
use clap::Args;
use files::output::AtomicFile;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tables::{ColumnHead, FieldValue, InputError, PlacedGrid, TableFormat, TableWriter};

#[derive(Args, Debug)]
pub struct AnswerArgs {
    #[command(flatten)]
    pub input: InputArgs,

    /// File to write [default: standard output]
    #[arg(long, short, value_name = "FILE", value_parser = output_path())]
    pub out: Option<PathBuf>,

    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    force: bool,
}

/// The output of a command: standard output, or a file that appears when it is complete.
pub enum AnswerOutput {
    Stdout(Stdout),
    File(Box<AtomicFile>, PathBuf),
}

impl AnswerArgs {
    /// Returns the file to write, if it is not standard output.
    pub fn file(&self) -> Option<&Path> {
        self.out.as_deref().filter(|path| *path != Path::new("-"))
    }

    /// Refuses a file that cannot be read, before any answer is written.
    pub fn refuse_unread(&self, error: InputError) -> Failure {
        let mut message = error.to_string();
        if let Some(path) = self.file() {
            message += &format!("; {} was not written", path.display());
        }
        Failure::msg(Failure::new(ExitCode::Failure, error).code, message)
    }

    /// Opens the output; fails before any work is done.
    pub fn open(&self) -> Result<AnswerOutput, Failure> {
        match self.file() {
            None => Ok(AnswerOutput::stdout()),
            Some(path) => {
                Setting::refuse_input_as_output(self.input.paths(), path)?;
                match AtomicFile::create_with(path, self.force.into()) {
                    Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                        Err(RunError::Exists(path.to_owned()).into())
                    }
                    file => {
                        Ok(AnswerOutput::File(Box::new(file.write_context(path)?), path.to_owned()))
                    }
                }
            }
        }
    }

    /// Opens the output and begins to write answers with these columns. Text for people has no
    /// rows.
    pub fn begin(
        &self,
        format: AnswerFormat,
        columns: Vec<ColumnHead>,
    ) -> Result<(AnswerOutput, Option<AnswerRows>), Failure> {
        let mut out = self.open()?;
        let AnswerFormat::Table(format) = format else { return Ok((out, None)) };
        let rows = AnswerRows::begin(&mut out, format, columns).write_context(&out.path())?;
        Ok((out, Some(rows)))
    }
}

/// The rows of answers, each of which is written to the output at once.
pub struct AnswerRows {
    table: TableWriter<RowBuffer>,
    buffer: RowBuffer,
}

/// The bytes of a table that are not in the output yet.
#[derive(Clone, Default)]
struct RowBuffer(Arc<Mutex<Vec<u8>>>);

impl RowBuffer {
    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves all bytes to the output.
    fn drain_into(&self, out: &mut AnswerOutput) -> io::Result<()> {
        let mut bytes = self.bytes();
        out.write_all(&bytes)?;
        bytes.clear();
        Ok(())
    }
}

impl Write for RowBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl AnswerRows {
    /// Begins a table.
    pub fn begin(
        out: &mut AnswerOutput,
        format: TableFormat,
        columns: Vec<ColumnHead>,
    ) -> io::Result<Self> {
        let buffer = RowBuffer::default();
        let table = TableWriter::new(buffer.clone(), format, columns)?;
        buffer.drain_into(out)?;
        Ok(Self { table, buffer })
    }

    /// Writes a row: a value for each column.
    pub fn write(
        &mut self,
        out: &mut AnswerOutput,
        values: impl IntoIterator<Item = FieldValue>,
    ) -> io::Result<()> {
        self.table.write(values.into_iter())?;
        self.buffer.drain_into(out)
    }

    /// Writes the end of a workbook or of Parquet. Text has no end.
    pub fn finish(self, out: &mut AnswerOutput) -> io::Result<()> {
        self.table.finish()?;
        self.buffer.drain_into(out)
    }
}

/// Writes to standard output.
pub fn with_stdout(write: impl FnOnce(&mut AnswerOutput) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = AnswerOutput::stdout();
    let path = out.path();
    let written = write(&mut out).and_then(|()| out.finish());
    written.write_context(&path)
}

impl AnswerOutput {
    pub fn stdout() -> Self {
        Self::Stdout(Stdout::new())
    }

    pub fn path(&self) -> PathBuf {
        match self {
            Self::Stdout(_) => "standard output".into(),
            Self::File(_, path) => path.clone(),
        }
    }

    /// Writes text that contains colour codes and is printable otherwise.
    pub fn write_painted(&mut self, message: &str) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.write_painted(message),
            Self::File(file, _) => file.write_all(message.as_bytes()),
        }
    }

    /// Returns true if nobody reads the answers any more.
    fn is_closed(&self) -> bool {
        match self {
            Self::Stdout(out) => out.is_closed(),
            Self::File(..) => false,
        }
    }

    /// Writes all buffered data, and gives a file its final name.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush(),
            Self::File(file, _) => file.commit().map(drop),
        }
    }
}

impl Write for AnswerOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(file, _) => file.write(bytes),
        }
    }

    /// Flushes standard output, because a reader may be waiting for the answers. A file is not
    /// flushed.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(..) => Ok(()),
        }
    }
}

/// The effect of an answer on the exit code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Fine,
    /// The answer is negative.
    Wrong,
    /// There is no answer; the message goes to standard error.
    Refused(String),
}

/// Converts true to [`Verdict::Fine`].
impl From<bool> for Verdict {
    fn from(fine: bool) -> Self {
        if fine { Self::Fine } else { Self::Wrong }
    }
}

/// Counts of the puzzles that were answered, by result.
#[derive(Default, Debug)]
pub struct AnswerStats {
    puzzles: u64,
    negative: u64,
    wrong_rows: u64,
    /// The exit code, if a file could not be opened or read to its end.
    read_failure: Option<ExitCode>,
}

/// Answers every puzzle with [`answer_into`], and finishes the output.
///
/// # Errors
/// Exit code 1 if an answer was negative, a row was wrong, or there was no puzzle. [`ExitCode::Io`]
/// if the system could not read a file.
pub fn answer<A: Send + 'static>(
    args: &AnswerArgs,
    mut out: AnswerOutput,
    wrong: &str,
    work: impl Fn(&PlacedGrid) -> A + Send + Sync + 'static,
    write: impl FnMut(&mut AnswerOutput, &PlacedGrid, A) -> io::Result<Verdict>,
) -> Result<(), Failure> {
    answer_into(args, &mut out, work, write)?.end(out, wrong)
}

/// Answers every puzzle. `work` runs on many threads; `write` gets the answers in the order of the
/// input.
pub fn answer_into<A: Send + 'static>(
    args: &AnswerArgs,
    out: &mut AnswerOutput,
    work: impl Fn(&PlacedGrid) -> A + Send + Sync + 'static,
    mut write: impl FnMut(&mut AnswerOutput, &PlacedGrid, A) -> io::Result<Verdict>,
) -> Result<AnswerStats, Failure> {
    let path = out.path();
    let work = move |item: InputItem| {
        item.map(|asked| {
            let answer = work(&asked);
            (asked, answer)
        })
    };
    let mut answers = args.input.par_map(work)?;
    let mut stats = AnswerStats::default();
    loop {
        // The user sees all answers before the program waits for input.
        if !answers.is_ready() {
            out.flush().write_context(&path)?;
        }
        let Some(next) = answers.next() else {
            break;
        };
        if out.is_closed() && stats.is_negative() {
            // The verdict is known, and nobody reads the other answers.
            break;
        }
        let message = match next {
            Err(error) => {
                stats.wrong_rows += match error {
                    InputError::Repeated { count, .. } => count,
                    _ => 1,
                };
                let message = error.to_string();
                if matches!(error, InputError::Unread(..)) {
                    stats.read_failure = Some(Failure::new(ExitCode::Failure, error).code);
                }
                message
            }
            Ok((asked, answer)) => {
                let verdict = write(out, &asked, answer).write_context(&path)?;
                stats.puzzles += 1;
                stats.negative += u64::from(verdict != Verdict::Fine);
                match verdict {
                    Verdict::Refused(message) => format!("{}: {message}", asked.place),
                    _ => continue,
                }
            }
        };
        // Standard output and standard error may be the same terminal, or the same closed pipe.
        out.flush().write_context(&path)?;
        super::messages::eprint_line(format_args!("sudoku-press: {message}"));
    }
    Ok(stats)
}

impl AnswerStats {
    /// Returns true if a puzzle or a row was wrong.
    fn is_negative(&self) -> bool {
        self.negative > 0 || self.wrong_rows > 0
    }

    /// Finishes the output. A file is written only if a puzzle was read and no file was cut off, so
    /// that an old list is never replaced by none. `wrong` describes the puzzles with a negative
    /// answer, such as "without exactly one solution".
    pub fn end(self, out: AnswerOutput, wrong: &str) -> Result<(), Failure> {
        let path = out.path();
        let is_negative = self.is_negative();
        let Self { puzzles, negative, wrong_rows, read_failure } = self;
        let is_whole = puzzles > 0 && read_failure.is_none();
        let is_written = is_whole || !matches!(out, AnswerOutput::File(..));
        if is_written {
            out.finish().write_context(&path)?;
        }
        if !is_negative && puzzles > 0 {
            return Ok(());
        }
        let mut message = match puzzles {
            0 => "no puzzle was read".to_owned(),
            n => counted(n, "puzzle was read", "puzzles were read"),
        };
        if negative > 0 {
            message += &format!(", {negative} {wrong}");
        }
        if wrong_rows > 0 {
            message += &format!("; errors in what was read: {wrong_rows}");
        }
        if !is_written {
            message += &format!("; {} was not written", path.display());
        }
        Err(Failure::msg(read_failure.unwrap_or(ExitCode::Failure), message))
    }
}

/// Asks the user a question. Every reply except yes means no, and so does the end of the input.
pub fn confirm(question: &str) -> Result<bool, Failure> {
    terminal::eprint(format_args!("{question} [y/N] "));
    let mut reply = String::new();
    let read = io::stdin().read_line(&mut reply);
    if read.read_context(Path::new("standard input"))? == 0 {
        super::messages::eprint_line("");
    }
    Ok(matches!(reply.trim(), "y" | "Y" | "yes" | "Yes" | "YES"))
}
