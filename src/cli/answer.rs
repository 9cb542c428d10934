//! One answer for every puzzle that is read, in order: what `solve`, `check`, `rate`, `explain`,
//! `canon` and `transform` share. Answers go to standard output or a file, errors to standard error.

use super::failure::{Code, Failure, OrFail};
use super::input::{InputArgs, Item};
use clap::Args;
use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};
use sudoku_press::files::output::Pending;
use sudoku_press::parallel;
use sudoku_press::table::PlacedGrid;

#[derive(Args, Debug)]
pub struct OutputArgs {
    /// File to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    force: bool,
}

/// Where answers go.
pub enum Out {
    Stdout(BufWriter<StdoutLock<'static>>),
    File(Box<Pending>, PathBuf),
}

impl OutputArgs {
    /// Opens the output; fails before any work is done.
    pub fn open(&self) -> Result<Out, Failure> {
        match self.out.as_deref().filter(|path| *path != Path::new("-")) {
            None => Ok(Out::Stdout(BufWriter::with_capacity(
                1 << 16,
                io::stdout().lock(),
            ))),
            Some(path) if path.exists() && !self.force => {
                let words = format!("{} exists; --force replaces it", path.display());
                Err(Failure::say(Code::Usage, words))
            }
            Some(path) => {
                let file = Pending::create(path).or_unwritten(path)?;
                Ok(Out::File(Box::new(file), path.to_owned()))
            }
        }
    }
}

impl Out {
    pub fn path(&self) -> PathBuf {
        match self {
            Self::Stdout(_) => "standard output".into(),
            Self::File(_, path) => path.clone(),
        }
    }

    /// Puts a file under its name.
    fn finish(self) -> io::Result<()> {
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
pub struct Tally {
    puzzles: u64,
    wrong: u64,
    unread: u64,
}

/// Answers every puzzle, as [`answer_into`], and finishes the output.
///
/// # Errors
/// With code 1 when an answer was no, when a row was wrong, or when there was no puzzle.
pub fn answer<A: Send + 'static>(
    input: &InputArgs,
    mut out: Out,
    wrong: &str,
    work: impl Fn(&PlacedGrid) -> A + Send + Sync + 'static,
    write: impl FnMut(&mut Out, &PlacedGrid, A) -> io::Result<Verdict>,
) -> Result<(), Failure> {
    let tally = answer_into(input, &mut out, work, write)?;
    tally.end(out, wrong)
}

/// Answers every puzzle: `work` on many threads, `write` in order.
///
/// # Errors
/// When the answers cannot be written.
pub fn answer_into<A: Send + 'static>(
    input: &InputArgs,
    out: &mut Out,
    work: impl Fn(&PlacedGrid) -> A + Send + Sync + 'static,
    mut write: impl FnMut(&mut Out, &PlacedGrid, A) -> io::Result<Verdict>,
) -> Result<Tally, Failure> {
    let path = out.path();
    let work = move |item: Item| {
        item.map(|asked| {
            let answer = work(&asked);
            (asked, answer)
        })
    };
    let answers = parallel::in_order(input.threads(), input.blocks(), work);
    let mut answers = answers.map_err(anyhow::Error::from)?;
    let mut tally = Tally::default();
    loop {
        let next = answers.next(|| out.flush());
        let words = match next.or_unwritten(&path)? {
            None => break,
            Some(Err(words)) => {
                tally.unread += 1;
                words
            }
            Some(Ok((asked, answer))) => {
                tally.puzzles += 1;
                match write(out, &asked, answer).or_unwritten(&path)? {
                    Verdict::Fine => continue,
                    Verdict::Wrong => {
                        tally.wrong += 1;
                        continue;
                    }
                    Verdict::Refused(words) => {
                        tally.wrong += 1;
                        format!("{}: {words}", asked.place)
                    }
                }
            }
        };
        // Both may be the same terminal, or the same pipe that nobody reads any more.
        out.flush().or_unwritten(&path)?;
        super::messages::notice(format_args!("sudoku-press: {words}"));
    }
    Ok(tally)
}

impl Tally {
    /// Finishes the output. `wrong` describes the puzzles whose answer is no: "without exactly one solution".
    pub fn end(&self, out: Out, wrong: &str) -> Result<(), Failure> {
        let path = out.path();
        out.finish().or_unwritten(&path)?;
        if self.wrong == 0 && self.unread == 0 && self.puzzles > 0 {
            return Ok(());
        }
        let mut words = match self.puzzles {
            0 => "no puzzle was read".to_owned(),
            1 => "1 puzzle was read".to_owned(),
            n => format!("{n} puzzles were read"),
        };
        if self.wrong > 0 {
            words += &format!(", {} {wrong}", self.wrong);
        }
        if self.unread > 0 {
            words += &format!("; errors in what was read: {}", self.unread);
        }
        Err(Failure::say(Code::No, words))
    }
}

/// For people: `1 node`, `2 nodes`.
pub fn counted(n: impl fmt::Display + PartialEq<u64>, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
