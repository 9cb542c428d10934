//! Writes the result of a proof for people or for programs.

use super::cross_check::duplicates::DuplicateIndex;
use super::finding::{Finding, UnverifiedFile, counted};
use super::inputs::file_name;
use super::printing::ESTIMATED_SPINE;
use super::proof::{Proof, Totals};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use words::FirstFew;

const UNLISTED: &str = "is not listed in the manifest";

impl Proof {
    /// Writes one sentence for each finding, then notes. Of findings of one kind it writes the
    /// first few and the number of the others. `quiet` omits the notes.
    ///
    /// # Errors
    /// Any error of the writer.
    pub fn write_text(&self, out: &mut impl Write, quiet: bool) -> io::Result<()> {
        let mut totals: BTreeMap<String, u64> = BTreeMap::new();
        for finding in &self.findings {
            *totals.entry(finding.kind()).or_default() += 1;
        }
        let mut kinds: BTreeMap<String, FirstFew<()>> = BTreeMap::new();
        for finding in &self.findings {
            let kind = finding.kind();
            let known = kinds.entry(kind.clone()).or_default();
            if known.push(|| ()) {
                writeln!(out, "{finding}")?;
            } else if known.count() == totals[&kind] {
                let count = counted(known.hidden(), "more problem", "more problems");
                writeln!(out, "{kind}: {count} like these")?;
            }
        }
        if quiet {
            return Ok(());
        }
        for advice in &self.advice {
            writeln!(out, "advice: {advice}")?;
        }
        for other in &self.others {
            writeln!(out, "note: {} {UNLISTED}", other.display())?;
        }
        Ok(())
    }

    /// Writes the same as JSON, one object per line. The last object has the totals.
    ///
    /// # Errors
    /// Any error of the writer.
    pub fn write_json(&self, out: &mut impl Write, quiet: bool) -> io::Result<()> {
        for finding in &self.findings {
            writeln!(out, "{}", json_line(finding, "finding"))?;
        }
        if quiet {
            return Ok(());
        }
        for advice in &self.advice {
            writeln!(out, "{}", json_line(advice, "advice"))?;
        }
        for other in &self.others {
            let path = other.display().to_string();
            let note = json!({ "kind": "note", "file": path, "text": UNLISTED });
            writeln!(out, "{note}")?;
        }
        let mut summary = json!(self.totals);
        summary["kind"] = "summary".into();
        summary["ok"] = (self.findings.is_empty() && self.unproved.is_empty()).into();
        summary["findings"] = self.findings.len().into();
        summary["not_checked"] = json!(self.unjudged);
        summary["preflight"] = json!(self.judges);
        writeln!(out, "{summary}")
    }

    /// Returns a text such as `2 problems in 100 puzzles`, or why the verification is not complete.
    /// Returns `None` if everything of ours was proved.
    pub fn verdict(&self) -> Option<String> {
        if !self.findings.is_empty() {
            let problems = counted(self.findings.len() as u64, "problem", "problems");
            let editions = self.editions();
            let end = if editions.is_empty() { String::new() } else { format!(".{editions}") };
            return Some(format!("{problems} in {}{}{end}", self.totals, self.unchecked()));
        }
        if self.unproved.is_empty() {
            return None;
        }
        let reasons = self.unproved.join("\n");
        let remedy = "keep the columns `row_col_min` and `searches` beside a level of our catalogues \
                      and `er` beside a rating, or rename a column that states something else";
        Some(format!("{reasons}\nno problem in {}, but not all was proved; {remedy}", self.totals))
    }

    /// Returns what was verified, what was rebuilt and what was not checked, as sentences: `20
    /// puzzles, 14 pages. Not checked: ...`.
    pub fn summary(&self) -> String {
        let all = if self.unjudged.is_empty() { "All match" } else { "The manifest matches" };
        let matches = match (self.totals.runs, self.rebuilt()) {
            (0, _) => String::new(),
            (_, None) => format!(". {all}"),
            (_, Some(rebuilt)) => format!(". {all}; {rebuilt}"),
        };
        let judges: Vec<_> = self.judges.iter().map(String::as_str).collect();
        let is_estimate = self.advice.iter().any(|advice| advice.found == ESTIMATED_SPINE);
        let accepted = match (judges.join("; "), is_estimate) {
            (judges, _) if judges.is_empty() => String::new(),
            (judges, false) => format!(". Preflight accepts it for {judges}"),
            (judges, true) => {
                format!(". Preflight accepts the pages for {judges}; the cover is not ready")
            }
        };
        let editions = self.editions();
        format!("{}{matches}{accepted}{}.{editions}", self.totals, self.unchecked())
    }

    /// Returns a sentence about the runs of which several folders were named, if there are any.
    fn editions(&self) -> String {
        let runs = self.inputs.iter().flat_map(DuplicateIndex::editions);
        let runs: Vec<_> = runs.map(|folders| folders.join(", ")).collect();
        match &runs[..] {
            [] => String::new(),
            runs => format!(" Editions of the same puzzles: {}.", runs.join("; ")),
        }
    }

    /// Returns a clause about the files that equal their rebuilt version: `book.pdf and cover.pdf
    /// were rebuilt and are identical`. It counts the files of several runs, or more than three.
    fn rebuilt(&self) -> Option<String> {
        let Totals { runs, same, saved_again, .. } = self.totals;
        let names: Vec<_> = self.proved.iter().map(|path| file_name(Path::new(&**path))).collect();
        let (files, were, are) = match &names[..] {
            [] => return None,
            [one] => (one.clone(), "was", "is"),
            [first, last] if runs == 1 => (format!("{first} and {last}"), "were", "are"),
            [first, second, last] if runs == 1 => {
                (format!("{first}, {second} and {last}"), "were", "are")
            }
            _ => (format!("{same} files"), "were", "are"),
        };
        let identical = match saved_again {
            0 => format!("{are} identical"),
            n => format!("{are} drawn the same ({n} saved again by another program)"),
        };
        Some(format!("{files} {were} rebuilt and {identical}"))
    }

    /// Returns the files that were not verified, by reason: `. Not checked: a.pdf (...)`.
    fn unchecked(&self) -> String {
        let mut by_reason: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for UnverifiedFile { file, why } in &self.unjudged {
            by_reason.entry(why).or_default().push(file);
        }
        let mut unchecked = Vec::new();
        for (why, files) in by_reason {
            unchecked.push(match files.len() {
                0..=3 => format!("{} ({why})", files.join(", ")),
                n => format!("{} and {} other files ({why})", files[0], n - 1),
            });
        }
        if unchecked.is_empty() {
            String::new()
        } else {
            format!(". Not checked: {}", unchecked.join("; "))
        }
    }
}

/// Returns a finding as an object of this kind. One of preflight also has its rule and its pages.
fn json_line(finding: &Finding, kind: &str) -> Value {
    let mut object = json!(finding);
    object["kind"] = kind.into();
    if let Some(print) = &finding.print {
        object["rule"] = print.rule.name().into();
        object["pages"] = json!(print.pages);
    }
    object
}

/// Returns a text such as ` in 2 catalogues`; empty for one.
fn several(count: u64, things: &str) -> String {
    match count {
        0 | 1 => String::new(),
        n => format!(" in {n} {things}"),
    }
}

/// Formats as `100 puzzles, 50 pages, 4 files`. Runs, catalogues and volumes are counted if there
/// are several; the printed puzzles if the catalogues have other numbers.
impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.catalogs > 0 {
            let rows = counted(self.rows, "puzzle", "puzzles");
            parts.push(rows + &several(self.catalogs, "catalogues"));
        }
        if self.volumes > 0 {
            if self.catalogs == 0 {
                parts.push(counted(self.printed, "puzzle", "puzzles"));
            } else if self.printed != self.rows {
                parts.push(format!("{} of them printed", self.printed));
            }
            let pages = counted(self.pages, "page", "pages");
            parts.push(pages + &several(self.volumes, "volumes"));
        }
        if self.runs > 0 {
            let files = counted(self.files, "file", "files");
            parts.push(files + &several(self.runs, "runs"));
        }
        if parts.is_empty() {
            f.write_str("the named paths")
        } else {
            f.write_str(&parts.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_name_what_there_is() {
        let none = Totals::default();
        let run = Totals { runs: 1, files: 5, catalogs: 1, rows: 100, ..none };
        let book = Totals { volumes: 2, printed: 1, pages: 9, ..none };
        for (totals, expected) in [
            (none, "the named paths"),
            (run, "100 puzzles, 5 files"),
            (Totals { catalogs: 2, rows: 1, ..none }, "1 puzzle in 2 catalogues"),
            (book, "1 puzzle, 9 pages in 2 volumes"),
            (
                Totals { volumes: 1, printed: 100, pages: 50, ..run },
                "100 puzzles, 50 pages, 5 files",
            ),
            (
                Totals { runs: 2, volumes: 1, printed: 60, pages: 50, ..run },
                "100 puzzles, 60 of them printed, 50 pages, 5 files in 2 runs",
            ),
        ] {
            assert_eq!(totals.to_string(), expected);
        }
    }
}
