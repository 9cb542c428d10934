//! One answer for every puzzle that is read, in order: what `solve`, `check`, `rate`, `canon` and
//! `transform` share. Answers go to standard output or a file, errors to standard error.

use super::terminal;
use super::{Code, ColorArgs, Colors, Failure, InputArgs, Item, OrFail, Stdout, with_flags};
use clap::Args;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use sudoku_press::run::RunError;
use sudoku_press::store::files::output::AtomicFile;
use sudoku_press::store::table::{AnswerFormat, InputError, PlacedGrid, RecordWriter};

#[derive(Args, Debug)]
pub struct AnswerArgs {
    #[command(flatten)]
    pub input: InputArgs,

    /// File to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    force: bool,
}

/// Where answers go.
pub enum Out {
    Stdout(Stdout),
    File(Box<AtomicFile>, PathBuf),
}

impl AnswerArgs {
    /// Opens the output; fails before any work is done.
    pub fn open(&self) -> Result<Out, Failure> {
        match self.out.as_deref().filter(|path| *path != Path::new("-")) {
            None => Ok(Out::stdout()),
            Some(path) => match AtomicFile::create_with(path, self.force.into()) {
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                    Err(RunError::Exists(path.to_owned()).into())
                }
                file => Ok(Out::File(Box::new(file.or_unwritten(path)?), path.to_owned())),
            },
        }
    }

    /// What is painted: a file is not, unless that was asked for.
    pub fn colors(&self, args: ColorArgs) -> Colors {
        match &self.out {
            None => args.of_output(),
            Some(_) => args.always(),
        }
    }

    /// Opens the output and begins to write answers with these columns.
    pub fn begin<'a>(
        &self,
        format: AnswerFormat,
        columns: &'a [&'a str],
    ) -> Result<(Out, RecordWriter<'a>), Failure> {
        let mut out = self.open()?;
        let answers = RecordWriter::begin(&mut out, format, columns).or_unwritten(&out.path())?;
        Ok((out, answers))
    }
}

/// Writes to standard output.
pub fn print(write: impl FnOnce(&mut Out) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = Out::stdout();
    let path = out.path();
    let written = write(&mut out).and_then(|()| out.finish());
    written.or_unwritten(&path)
}

impl Out {
    pub fn stdout() -> Self {
        Self::Stdout(Stdout::new())
    }

    pub fn path(&self) -> PathBuf {
        match self {
            Self::Stdout(_) => "standard output".into(),
            Self::File(_, path) => path.clone(),
        }
    }

    /// Writes words that hold colours and are printable otherwise.
    pub fn write_painted(&mut self, words: &str) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.write_painted(words),
            Self::File(file, _) => file.write_all(words.as_bytes()),
        }
    }

    /// Writes all that is buffered, and puts a file under its name.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush(),
            Self::File(file, _) => file.commit().map(drop),
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(file, _) => file.write(bytes),
        }
    }

    /// Shows what is written so far, as somebody may be waiting for it. Nobody waits for a file.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(..) => Ok(()),
        }
    }
}

/// What an answer means for the exit code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Fine,
    /// The answer is no.
    Wrong,
    /// There is no answer but this message, which goes to standard error.
    Refused(String),
}

/// Whether all is fine.
impl From<bool> for Verdict {
    fn from(fine: bool) -> Self {
        if fine { Self::Fine } else { Self::Wrong }
    }
}

/// How many puzzles were answered, and how.
#[derive(Default, Debug)]
pub struct Answered {
    puzzles: u64,
    noes: u64,
    wrong_rows: u64,
    /// The code of a file that could not be opened, or not be read to its end.
    cut: Option<Code>,
}

/// Answers every puzzle, as [`answer_into`], and finishes the output.
///
/// # Errors
/// Code 1 if an answer was no, a row was wrong, or there was no puzzle; [`Code::Io`] if the system could not read a file.
pub fn answer<A: Send + 'static>(
    args: &AnswerArgs,
    mut out: Out,
    wrong: &str,
    work: impl Fn(&PlacedGrid) -> A + Send + Sync + 'static,
    write: impl FnMut(&mut Out, &PlacedGrid, A) -> io::Result<Verdict>,
) -> Result<(), Failure> {
    answer_into(args, &mut out, work, write)?.end(out, wrong)
}

/// Answers every puzzle: `work` on many threads, `write` in order.
pub fn answer_into<A: Send + 'static>(
    args: &AnswerArgs,
    out: &mut Out,
    work: impl Fn(&PlacedGrid) -> A + Send + Sync + 'static,
    mut write: impl FnMut(&mut Out, &PlacedGrid, A) -> io::Result<Verdict>,
) -> Result<Answered, Failure> {
    let path = out.path();
    let work = move |item: Item| {
        item.map(|asked| {
            let answer = work(&asked);
            (asked, answer)
        })
    };
    let mut answers = args.input.in_order(work)?;
    let mut answered = Answered::default();
    while let Some(next) = answers.next(|| out.flush()).or_unwritten(&path)? {
        let words = match next {
            Err(error) => {
                answered.wrong_rows += match error {
                    InputError::Repeated { count, .. } => count,
                    _ => 1,
                };
                let words = with_flags(&error.to_string());
                if matches!(error, InputError::Unread(..)) {
                    answered.cut = Some(Failure::new(Code::No, error).code);
                }
                words
            }
            Ok((asked, answer)) => {
                let verdict = write(out, &asked, answer).or_unwritten(&path)?;
                answered.puzzles += 1;
                answered.noes += u64::from(verdict != Verdict::Fine);
                match verdict {
                    Verdict::Refused(words) => format!("{}: {words}", asked.place),
                    _ => continue,
                }
            }
        };
        // Both may be the same terminal, or the same pipe that nobody reads any more.
        out.flush().or_unwritten(&path)?;
        super::messages::notice(format_args!("sudoku-press: {words}"));
    }
    Ok(answered)
}

impl Answered {
    /// Finishes the output; a file only if all that was asked for could be read. `wrong` describes the puzzles whose answer is no: "without exactly one
    /// solution".
    pub fn end(self, out: Out, wrong: &str) -> Result<(), Failure> {
        let path = out.path();
        let Self { puzzles, noes, wrong_rows, cut } = self;
        let is_written = cut.is_none() || !matches!(out, Out::File(..));
        if is_written {
            out.finish().or_unwritten(&path)?;
        }
        if noes == 0 && wrong_rows == 0 && puzzles > 0 {
            return Ok(());
        }
        let mut words = match puzzles {
            0 => "no puzzle was read".to_owned(),
            n => counted(n, "puzzle was read", "puzzles were read"),
        };
        if noes > 0 {
            words += &format!(", {noes} {wrong}");
        }
        if wrong_rows > 0 {
            words += &format!("; errors in what was read: {wrong_rows}");
        }
        if !is_written {
            words += &format!("; {} was not written", path.display());
        }
        Err(Failure::say(cut.unwrap_or(Code::No), words))
    }
}

/// For people: `1 node`, `2 nodes`.
pub fn counted(n: impl fmt::Display + PartialEq<u64>, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Asks a person. Anything but yes means no, the end of the input too.
pub fn confirmed(question: &str) -> Result<bool, Failure> {
    terminal::tell(format_args!("{question} [y/N] "));
    let mut reply = String::new();
    let read = io::stdin().read_line(&mut reply);
    if read.or_unread(Path::new("standard input"))? == 0 {
        super::messages::notice("");
    }
    Ok(matches!(reply.trim(), "y" | "Y" | "yes" | "Yes" | "YES"))
}
