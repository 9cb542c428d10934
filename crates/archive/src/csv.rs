//! An archive as text: all keys as CSV, written and read again; runs and answers as lines.

use super::error::FileContext as _;
use super::{Archive, ArchiveError, ArchiveStats, ArchivedRun, PrintedPlace, RunLabel};
use grid::Key;
use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufRead, Read as _, Write};
use std::path::Path;

/// The header of an exported archive.
const HEADER: &str = "key,run,row";
/// Maximum length of a line in bytes.
const MAX_LINE_BYTES: u64 = 256;

/// Maximum number of runs in [`named_runs`].
const MAX_RUNS_NAMED: usize = 5;

/// The columns of [`found_fields`].
pub const FOUND_HEADER: &str = "puzzle,printed,date,title,place,number,entered,run,row,kind,seed";

/// Returns a row of a table: a puzzle, and the place where it was printed, if any.
pub fn found_fields(puzzle: impl fmt::Display, found: Option<&PrintedPlace>) -> [String; 11] {
    let puzzle = puzzle.to_string();
    let Some(PrintedPlace { run, row, label }) = found.cloned() else {
        let mut fields = [const { String::new() }; 11];
        fields[0] = puzzle;
        fields[1] = "no".to_owned();
        return fields;
    };
    let RunLabel { date, title, place, first_number } = label.unwrap_or_default();
    let number = match first_number {
        Some(first) => (first + row - 1).to_string(),
        None => String::new(),
    };
    let (date, title) = (date.unwrap_or_default(), title.unwrap_or_default());
    let seed = run.seed.unwrap_or_default();
    let (row, printed) = (row.to_string(), "yes".to_owned());
    [puzzle, printed, date, title, place, number, run.entered, run.name, row, run.kind, seed]
}

impl Archive {
    /// Writes all keys as CSV, in order of keys, each with its run and its row. [`exported_keys`]
    /// reads them again.
    ///
    /// # Errors
    /// If the archive cannot be read, or the writer fails; `to` is its name in that error.
    pub fn export(&self, out: &mut impl Write, to: &Path) -> Result<(), ArchiveError> {
        writeln!(out, "{HEADER}").writing(to)?;
        let runs: HashMap<i64, ArchivedRun> = self.0.runs()?.into_iter().collect();
        self.0.for_each_key(&mut |key, run, row| match runs.get(&run) {
            Some(run) => writeln!(out, "{key},{},{row}", run.name).writing(to),
            // A run that was inserted in the meantime.
            None if self.is_shared() => Ok(()),
            None => {
                let words = format!("{key} has no run");
                Err(ArchiveError::Damaged(self.0.name().to_owned(), words))
            }
        })?;
        out.flush().writing(to)
    }
}

/// Reads the keys of an exported archive, line by line. Returns `None` if the input is not an
/// exported archive.
pub fn exported_keys<R: BufRead>(input: R) -> Option<ExportedKeys<R>> {
    let mut keys = ExportedKeys { input, line: 0 };
    let header = keys.read_line().ok()?;
    if header.trim_ascii_end() == HEADER.as_bytes() { Some(keys) } else { None }
}

/// The keys of an exported archive.
pub struct ExportedKeys<R> {
    input: R,
    /// The number of the last line.
    line: u64,
}

impl<R: BufRead> ExportedKeys<R> {
    /// Reads a line, or as much of it as fits; empty at the end.
    fn read_line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        self.line += 1;
        self.input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
        Ok(line)
    }

    fn read_key(&mut self) -> io::Result<Option<Key>> {
        let line = self.read_line()?;
        if line.is_empty() {
            return Ok(None);
        }
        let field = line.trim_ascii_end().split(|byte| *byte == b',').next().unwrap_or_default();
        if let Some(key) = str::from_utf8(field).ok().and_then(Key::from_hex) {
            return Ok(Some(key));
        }
        let words = format!("line {}: expected a key of 32 hexadecimal digits", self.line);
        Err(io::Error::new(io::ErrorKind::InvalidData, words))
    }
}

impl<R: BufRead> Iterator for ExportedKeys<R> {
    type Item = io::Result<Key>;

    fn next(&mut self) -> Option<io::Result<Key>> {
        self.read_key().transpose()
    }
}

/// Returns a number of runs in words, such as `2 runs`.
pub fn counted_runs(runs: &[ArchivedRun]) -> String {
    format!("{} run{}", runs.len(), if runs.len() == 1 { "" } else { "s" })
}

/// Returns the last of these runs in words, newest first.
pub fn named_runs(runs: &[ArchivedRun]) -> String {
    let mut named = Vec::new();
    for run in runs.iter().rev().take(MAX_RUNS_NAMED) {
        named.push(format!("{} of {} ({} puzzles)", run.name, run.entered, run.puzzles));
    }
    if runs.len() > MAX_RUNS_NAMED {
        named.push(format!("and {} before", runs.len() - MAX_RUNS_NAMED));
    }
    named.join(", ")
}

/// Formats as `1000 puzzles of 5 runs`.
impl fmt::Display for ArchiveStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (puzzles, runs) = (self.puzzles, self.runs.len());
        let ends = [puzzles == 1, runs == 1].map(|one| if one { "" } else { "s" });
        write!(f, "{puzzles} puzzle{} of {runs} run{}", ends[0], ends[1])
    }
}

/// Formats as a line in columns: name, time, kind, number of puzzles, seed, program.
impl fmt::Display for ArchivedRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, kind, entered) = (&self.name, &self.kind, &self.entered);
        let (puzzles, program) = (self.puzzles, &self.program);
        let seed = self.seed.as_deref().unwrap_or("-");
        write!(f, "{name}  {entered}  {kind:<8}  {puzzles:>9} puzzles  seed {seed}  {program}")
    }
}
