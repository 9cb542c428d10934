//! A report for people: the findings, a line each, and why some of them are no more than advice.

use super::Report;
use crate::print::Terms;
use std::fmt;
use std::path::Path;

impl Report {
    /// The report as text: a line for the file, a table of the findings, and the verdict. `file` and
    /// `terms` are what was inspected and what for.
    pub const fn text<'a>(&'a self, file: &'a Path, terms: &'a Terms) -> ReportText<'a> {
        let report = self;
        ReportText { report, file, terms }
    }

    /// `book.pdf: kdp would refuse this file: 2 findings`. None if it would not.
    pub fn refusal(&self, file: &Path, terms: &Terms) -> Option<String> {
        let refusals = self.refusals();
        let plural = if refusals == 1 { "" } else { "s" };
        (refusals > 0).then(|| {
            format!(
                "{}: {} would refuse this file: {refusals} finding{plural}",
                file.display(),
                terms.printer()
            )
        })
    }
}

/// See [`Report::text`].
#[derive(Clone, Copy, Debug)]
pub struct ReportText<'a> {
    report: &'a Report,
    file: &'a Path,
    terms: &'a Terms,
}

impl fmt::Display for ReportText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { report, file, terms } = *self;
        let printer = terms.printer();
        let plural = if report.pages == 1 { "" } else { "s" };
        writeln!(
            f,
            "{}: {} page{plural}, for {printer} at {} on paper {}",
            file.display(),
            report.pages,
            terms.trim(),
            terms.paper()
        )?;
        if report.findings.is_empty() {
            return writeln!(f, "ok for {printer}");
        }
        let places: Vec<String> = report.findings.iter().map(|f| ranges(&f.pages)).collect();
        let width = places.iter().map(String::len).max().unwrap_or(0).max(5);
        writeln!(f, "{:12}  {:7}  {:width$}  what", "rule", "weight", "pages")?;
        for (finding, pages) in report.findings.iter().zip(places) {
            let weight = match finding.unsettled {
                None => "refusal",
                Some(_) => "advice",
            };
            writeln!(f, "{:12}  {weight:7}  {pages:width$}  {}", finding.rule, finding.what)?;
        }
        for finding in &report.findings {
            if let Some(why) = &finding.unsettled {
                writeln!(f, "{} is only advice: {why}", finding.rule)?;
            }
        }
        if report.refusals() == 0 {
            writeln!(f, "ok for {printer}, with advice")?;
        }
        Ok(())
    }
}

/// `1-4, 9, 12-300`; of many ranges the first, and how many pages they are.
pub(super) fn ranges(pages: &[usize]) -> String {
    const MOST: usize = 6;
    if pages.is_empty() {
        return "file".to_owned();
    }
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &page in pages {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == page => *last = page,
            _ => ranges.push((page, page)),
        }
    }
    let shown = ranges.iter().take(MOST).map(|&(first, last)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}-{last}"),
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    if ranges.len() > MOST { format!("{shown}, ... ({} pages)", pages.len()) } else { shown }
}
