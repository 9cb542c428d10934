//! `verify --against`: compares the puzzles of data sets, and reports those that both have.

use super::input::{input_files, notes};
use super::messages::eprint_line;
use super::progress::{Progress, ProgressTask};
use super::{
    AnswerOutput, Colors, ColumnArgs, ExitCode, Failure, FailureContext, ReportFormat, SizeArgs,
    counted, printable, usage_error,
};
use ::proof::leaks::{FoundLeak, LeakIndex, LeakKind, LeakObserver, UnjudgedRow};
use files::fs_path::is_same_file;
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;
use tables::{InputError, PuzzleFile};
use words::FirstFew;

/// A comparison of data sets.
pub struct LeakSearch<'a> {
    /// The data sets whose puzzles are compared.
    pub paths: &'a [PathBuf],
    /// The data sets that must not have them.
    pub against: &'a [PathBuf],
    /// The column of the puzzles.
    pub column: &'a ColumnArgs,
    /// The size of all puzzles, if the user named one.
    pub size: &'a SizeArgs,
    /// The display of progress.
    pub progress: &'a Progress,
    /// The form of the report.
    pub format: ReportFormat,
    /// True to print leaks only.
    pub is_quiet: bool,
    /// The number of threads; 0 means one for each core.
    pub threads: usize,
}

/// The results of a comparison. As JSON, each is written at once; for people, the first few of each
/// kind are kept.
struct LeakReport {
    out: AnswerOutput,
    /// The first error of the output.
    written: io::Result<()>,
    format: ReportFormat,
    task: ProgressTask,
    /// The leaks of each kind, each puzzle once.
    found: [FirstFew<FoundLeak>; LeakKind::ALL.len()],
    /// The rows that repeat a puzzle which leaks in an earlier row.
    counted: FirstFew<FoundLeak>,
    /// The rows that could not be judged.
    unjudged: FirstFew<UnjudgedRow>,
    /// The number of rows and files that could not be read, each of which was printed.
    unread: u64,
    /// The exit code, if a file could not be read to its end.
    read_failure: Option<ExitCode>,
}

impl LeakObserver for LeakReport {
    fn on_row(&mut self) {
        self.task.step();
    }

    fn on_leak(&mut self, leak: FoundLeak) {
        self.write_json(|| {
            json!({
                "kind": "leak",
                "leak": leak.kind.name(),
                "file": &*leak.place.file,
                "line": leak.place.line,
                "other_file": &*leak.other.file,
                "other_line": leak.other.line,
                "counted": leak.is_counted,
            })
        });
        if leak.is_counted {
            self.counted.push(|| leak);
        } else {
            self.found[leak.kind as usize].push(|| leak);
        }
    }

    fn on_unjudged(&mut self, row: UnjudgedRow) {
        self.write_json(|| {
            json!({
                "kind": "unjudged",
                "reason": row.reason.name(),
                "file": &*row.place.file,
                "line": row.place.line,
            })
        });
        self.unjudged.push(|| row);
    }

    fn on_unread(&mut self, error: InputError) {
        eprint_line(format_args!("sudoku-press: {}", printable(&error.to_string())));
        self.unread += match error {
            InputError::Repeated { count, .. } => count,
            _ => 1,
        };
        if matches!(error, InputError::Unread(..)) {
            self.read_failure = Some(Failure::new(ExitCode::Failure, error).code);
        }
    }
}

impl LeakSearch<'_> {
    /// Compares the data sets, and prints the leaks.
    ///
    /// # Errors
    /// Exit code 1 if there is a leak, or not all was compared.
    pub fn run(&self) -> Result<(), Failure> {
        self.refuse_same_file()?;
        let mut report = LeakReport::new(self.format, self.progress.open_task("Others", "puzzles"));
        let others = self.files(self.against)?;
        let index =
            LeakIndex::read(others, self.threads, &mut report).map_err(anyhow::Error::from)?;
        let others = index.len();
        report.task = self.progress.open_task("Compared", "puzzles");
        let puzzles = index
            .compare(self.files(self.paths)?, self.threads, &mut report)
            .map_err(anyhow::Error::from)?;
        if (puzzles == 0 || others == 0) && report.read_failure.is_none() {
            return Err(usage_error("--against: expected puzzles on both sides, found none"));
        }
        report.end(puzzles, others, self.is_quiet)
    }

    /// Returns the files of a side, and of each run its catalogues.
    fn files(&self, paths: &[PathBuf]) -> Result<Vec<PuzzleFile>, Failure> {
        Ok(self.size.limit(input_files(paths, self.column, &notes(self.is_quiet))?))
    }

    /// Fails if a file is on both sides: each of its puzzles would repeat itself.
    fn refuse_same_file(&self) -> Result<(), Failure> {
        for path in self.paths {
            for other in self.against {
                if path == other || matches!(is_same_file(path, other), Ok(true)) {
                    return Err(usage_error(format_args!(
                        "--against: expected other files than those before it, found {}; \
                         `sudoku-press verify` without --against finds the puzzles that it has twice",
                        other.display()
                    )));
                }
            }
        }
        Ok(())
    }
}

impl LeakReport {
    fn new(format: ReportFormat, task: ProgressTask) -> Self {
        Self {
            out: AnswerOutput::stdout(),
            written: Ok(()),
            format,
            task,
            found: Default::default(),
            counted: FirstFew::default(),
            unjudged: FirstFew::default(),
            unread: 0,
            read_failure: None,
        }
    }

    /// Returns the number of puzzles that leak.
    fn leaks(&self) -> u64 {
        self.found.iter().map(FirstFew::count).sum()
    }

    /// Returns true if there is no leak, and all was compared.
    fn is_fine(&self) -> bool {
        self.leaks() == 0 && self.unjudged.count() == 0 && self.unread == 0
    }

    /// Writes a line of JSON, if that is the form of the report.
    fn write_json(&mut self, line: impl FnOnce() -> serde_json::Value) {
        if self.format == ReportFormat::Jsonl && self.written.is_ok() {
            self.written = writeln!(self.out, "{}", line());
        }
    }

    /// Writes the end of the report, and fails unless all is fine.
    fn end(mut self, puzzles: u64, others: u64, is_quiet: bool) -> Result<(), Failure> {
        let verdict = self.verdict(puzzles, others);
        if self.format != ReportFormat::Jsonl {
            self.written = self.write_text();
        }
        if verdict.is_ok() && !is_quiet && self.format != ReportFormat::Jsonl {
            let ok = Colors::for_stdout().verdict(true, "OK:");
            let puzzles = counted(puzzles, "puzzle", "puzzles");
            self.written = self.out.write_painted(&format!(
                "{ok} {puzzles} against {others}: no puzzle again, none equivalent, and no \
                 equivalent solution grid.\n"
            ));
        }
        if !is_quiet {
            let [repeats, classes, solutions, answers] = self.found.each_ref().map(FirstFew::count);
            let summary = json!({
                "kind": "summary",
                "ok": self.is_fine(),
                "puzzles": puzzles,
                "against": others,
                "repeat": repeats,
                "class": classes,
                "solution": solutions,
                "answer": answers,
                "counted": self.counted.count(),
                "unjudged": self.unjudged.count(),
                "unread": self.unread,
            });
            self.write_json(|| summary);
        }
        let path = self.out.path();
        self.written.and_then(|()| self.out.finish()).write_context(&path)?;
        verdict
    }

    /// Writes the first leaks of each kind and the first rows that could not be judged, each time
    /// with the number of the others.
    fn write_text(&mut self) -> io::Result<()> {
        for found in self.found.iter().chain([&self.counted]) {
            for FoundLeak { kind, place, other, .. } in found.first() {
                let sentence = match kind {
                    LeakKind::Repeat => format!("the puzzle of {other} again"),
                    LeakKind::Class => format!("a puzzle equivalent to that of {other}"),
                    LeakKind::Solution => format!("a solution grid equivalent to that of {other}"),
                    LeakKind::Answer => format!("a stated answer equivalent to that of {other}"),
                };
                writeln!(self.out, "{}", printable(&format!("{place}: {sentence}")))?;
            }
            write_hidden(&mut self.out, found.hidden())?;
        }
        for UnjudgedRow { place, reason } in self.unjudged.first() {
            let line = format!("{place}: not judged: {}", reason.clause());
            writeln!(self.out, "{}", printable(&line))?;
        }
        write_hidden(&mut self.out, self.unjudged.hidden())
    }

    /// Fails if there is a leak, or a row was not compared.
    fn verdict(&self, puzzles: u64, others: u64) -> Result<(), Failure> {
        if self.is_fine() {
            return Ok(());
        }
        let [repeats, classes, solutions, answers] = self.found.each_ref().map(FirstFew::count);
        let kinds = [
            counted(repeats, "exact repeat", "exact repeats"),
            counted(classes, "other equivalent puzzle", "other equivalent puzzles"),
            counted(solutions, "other equivalent solution grid", "other equivalent solution grids"),
        ];
        let mut message = format!(
            "{} in {} against {others}: {}",
            counted(self.leaks(), "leak", "leaks"),
            counted(puzzles, "puzzle", "puzzles"),
            kinds.join(", ")
        );
        if answers > 0 {
            message += ", ";
            message += &counted(answers, "stated answer", "stated answers");
        }
        for (count, one, many) in [
            (self.counted.count(), "row has such a puzzle again", "rows have such a puzzle again"),
            (self.unjudged.count(), "row could not be judged", "rows could not be judged"),
            (self.unread, "row or file could not be read", "rows or files could not be read"),
        ] {
            if count > 0 {
                message += &format!("; {}", counted(count, one, many));
            }
        }
        Err(Failure::msg(self.read_failure.unwrap_or(ExitCode::Failure), message))
    }
}

/// Writes the number of lines that are not written.
fn write_hidden(out: &mut impl Write, hidden: u64) -> io::Result<()> {
    if hidden > 0 {
        writeln!(out, "{hidden} more like these")?;
    }
    Ok(())
}
