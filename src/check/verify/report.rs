//! Writes the result of a proof for people or for programs.

use super::finding::{UnverifiedFile, counted};
use super::proof::{Proof, Totals};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

const UNLISTED: &str = "is not listed in the manifest";

impl Proof {
    /// Writes one sentence for each finding, then notes. `quiet` omits the notes.
    ///
    /// # Errors
    /// Any error of the writer.
    pub fn write_text(&self, out: &mut impl Write, quiet: bool) -> io::Result<()> {
        for finding in &self.findings {
            writeln!(out, "{finding}")?;
        }
        if quiet {
            return Ok(());
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
            let mut object = json!(finding);
            object["kind"] = "finding".into();
            writeln!(out, "{object}")?;
        }
        if quiet {
            return Ok(());
        }
        for other in &self.others {
            let path = other.display().to_string();
            let note = json!({ "kind": "note", "file": path, "text": UNLISTED });
            writeln!(out, "{note}")?;
        }
        let mut summary = json!(self.totals);
        summary["kind"] = "summary".into();
        summary["true"] = self.findings.is_empty().into();
        summary["findings"] = self.findings.len().into();
        summary["not_judged"] = json!(self.unjudged);
        writeln!(out, "{summary}")
    }

    /// Returns a text such as `2 problems in 100 puzzles in 1 catalogue`; `None` without problems.
    pub fn verdict(&self) -> Option<String> {
        let problems = counted(self.findings.len() as u64, "problem", "problems");
        (!self.findings.is_empty()).then(|| format!("{problems} in {}", self.judged()))
    }

    /// Returns what was verified and what was not: `20 puzzles on 14 pages of 1 volume; not judged:
    /// ...`.
    pub fn judged(&self) -> String {
        let mut said = self.totals.to_string();
        let mut by_why: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for UnverifiedFile { file, why } in &self.unjudged {
            by_why.entry(why).or_default().push(file);
        }
        for (why, files) in by_why {
            let files = match files.len() {
                n @ 0..=3 => files[..n].join(", "),
                n => format!("{} and {} other files", files[0], n - 1),
            };
            said += &format!("; not judged: {files} ({why})");
        }
        said
    }
}

/// Formats as `1 run of 5 files, 100 puzzles in 1 catalogue`.
impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.runs > 0 {
            let files = counted(self.files, "file", "files");
            parts.push(format!("{} of {files}", counted(self.runs, "run", "runs")));
        }
        if self.catalogs > 0 {
            let rows = counted(self.rows, "puzzle", "puzzles");
            let catalogs = counted(self.catalogs, "catalogue", "catalogues");
            parts.push(format!("{rows} in {catalogs}"));
        }
        if self.volumes > 0 {
            let printed = counted(self.printed, "puzzle", "puzzles");
            let pages = counted(self.pages, "page", "pages");
            let volumes = counted(self.volumes, "volume", "volumes");
            parts.push(format!("{printed} on {pages} of {volumes}"));
        }
        if self.same > 0 {
            let same = counted(self.same, "file", "files");
            parts.push(match self.saved_again {
                0 => format!("{same} made again, the same"),
                n => format!("{same} made again, the same ({n} of them saved by another program, drawn the same)"),
            });
        }
        match parts.is_empty() {
            true => f.write_str("what was named"),
            false => f.write_str(&parts.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_name_what_there_is() {
        let none = Totals::default();
        for (totals, expected) in [
            (none, "what was named"),
            (Totals { runs: 1, files: 5, ..none }, "1 run of 5 files"),
            (Totals { catalogs: 1, rows: 100, ..none }, "100 puzzles in 1 catalogue"),
            (
                Totals { volumes: 2, printed: 1, pages: 9, ..none },
                "1 puzzle on 9 pages of 2 volumes",
            ),
            (
                Totals {
                    runs: 2,
                    files: 1,
                    catalogs: 2,
                    rows: 1,
                    volumes: 1,
                    printed: 2,
                    pages: 1,
                    same: 2,
                    saved_again: 1,
                },
                "2 runs of 1 file, 1 puzzle in 2 catalogues, 2 puzzles on 1 page of 1 volume, 2 files made again, \
                 the same (1 of them saved by another program, drawn the same)",
            ),
        ] {
            assert_eq!(totals.to_string(), expected);
        }
    }
}
