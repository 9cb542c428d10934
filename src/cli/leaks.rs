//! `verify --against`: compares the puzzles of data sets, and reports those that both have.

use super::input::{catalogs, named_catalogs};
use super::messages::eprint_line;
use super::{
    Colors, ColumnArgs, ExitCode, Failure, ReportFormat, notes, printable, usage_error, with_stdout,
};
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;
use store::table::InputError;
use sudoku_press::check::leaks::{LeakIndex, LeakReport};

/// A comparison of data sets.
pub struct LeakSearch<'a> {
    /// The data sets whose puzzles are compared.
    pub paths: &'a [PathBuf],
    /// The data sets that must not have them.
    pub against: &'a [PathBuf],
    /// The column of the puzzles.
    pub column: &'a ColumnArgs,
    /// The form of the report.
    pub format: ReportFormat,
    /// True to print leaks only.
    pub is_quiet: bool,
    /// The number of threads; 0 means one for each core.
    pub threads: usize,
}

/// The rows that could not be read, each of which was printed.
#[derive(Default)]
struct UnreadRows(u64);

impl UnreadRows {
    fn refuse(&mut self, error: &InputError) {
        self.0 += match error {
            InputError::Repeated { count, .. } => *count,
            _ => 1,
        };
        eprint_line(format_args!("sudoku-press: {}", printable(&error.to_string())));
    }
}

impl LeakSearch<'_> {
    /// Compares the data sets, and prints the leaks.
    ///
    /// # Errors
    /// Exit code 1 if there is a leak, or not all was compared.
    pub fn run(&self) -> Result<(), Failure> {
        let notes = notes(self.is_quiet);
        let mut unread = UnreadRows::default();
        let others = catalogs(None, &named_catalogs(self.against)?, &notes);
        let others = self.column.name_in(others);
        let index = LeakIndex::read(others, self.threads, |error| unread.refuse(&error))
            .map_err(anyhow::Error::from)?;
        let others = index.len() as u64;
        let files = self.column.name_in(catalogs(None, &named_catalogs(self.paths)?, &notes));
        let report = index
            .compare(files, self.threads, |error| unread.refuse(&error))
            .map_err(anyhow::Error::from)?;
        if report.puzzles == 0 || others == 0 {
            return Err(usage_error("--against: expected puzzles on both sides, found none"));
        }
        with_stdout(|out| match self.format {
            ReportFormat::Jsonl => self.write_json(out, &report, others),
            _ => {
                write_text(out, &report)?;
                if report.count() > 0 || unread.0 > 0 || self.is_quiet {
                    return Ok(());
                }
                let ok = Colors::for_stdout().verdict(true, "OK:");
                let puzzles = report.puzzles;
                out.write_painted(&format!(
                    "{ok} {puzzles} puzzles against {others}: no puzzle again, none equivalent, \
                     and no equivalent solution grid.\n"
                ))
            }
        })?;
        verdict(&report, others, unread.0)
    }

    fn write_json(&self, out: &mut impl Write, report: &LeakReport, others: u64) -> io::Result<()> {
        for leak in report.found.iter().flat_map(|found| found.first()) {
            let line = json!({
                "kind": "leak",
                "leak": leak.kind.name(),
                "file": &*leak.place.file,
                "line": leak.place.line,
                "other_file": &*leak.other.file,
                "other_line": leak.other.line,
            });
            writeln!(out, "{line}")?;
        }
        if self.is_quiet {
            return Ok(());
        }
        let [repeats, classes, solutions] = report.found.each_ref().map(|found| found.count());
        let summary = json!({
            "kind": "summary",
            "true": report.count() == 0,
            "puzzles": report.puzzles,
            "against": others,
            "repeat": repeats,
            "class": classes,
            "solution": solutions,
        });
        writeln!(out, "{summary}")
    }
}

/// Writes the first leaks of each kind, and the number of the others.
fn write_text(out: &mut impl Write, report: &LeakReport) -> io::Result<()> {
    for found in &report.found {
        for leak in found.first() {
            let line = format!("{}: {}", leak.place, leak.kind.sentence(&leak.other));
            writeln!(out, "{}", printable(&line))?;
        }
        if found.hidden() > 0 {
            writeln!(out, "{} more like these", found.hidden())?;
        }
    }
    Ok(())
}

/// Fails if there is a leak, or a row was not compared.
fn verdict(report: &LeakReport, others: u64, unread: u64) -> Result<(), Failure> {
    if report.count() == 0 && unread == 0 {
        return Ok(());
    }
    let [repeats, classes, solutions] = report.found.each_ref().map(|found| found.count());
    let mut message = format!(
        "{} leaks in {} puzzles against {others}: {repeats} exact repeats, {classes} other \
         equivalent puzzles, {solutions} other equivalent solution grids",
        report.count(),
        report.puzzles
    );
    if unread > 0 {
        message += &format!("; {unread} rows could not be read");
    }
    Err(Failure::msg(ExitCode::Failure, message))
}
