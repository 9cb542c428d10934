//! A report for people: the findings, a line each, and why some of them are no more than advice.

use super::Report;
use crate::print::Terms;
use std::path::Path;

impl Report {
    /// The report as text: a line for the file, a table of the findings, and the verdict. `file` and
    /// `terms` are what was inspected and what for.
    pub fn text(&self, file: &Path, terms: &Terms) -> String {
        let (printer, trim, paper) = (terms.printer(), terms.trim(), terms.paper());
        let mut out = head(file, self.pages);
        out += &format!("for {printer} at {trim} on paper {paper}\n");
        if self.findings.is_empty() {
            return out + &format!("ok for {printer}\n");
        }
        let pages = self.findings.iter().map(|finding| &finding.pages[..]);
        let rows = self.findings.iter().map(|finding| {
            let weight = if finding.unsettled.is_none() { "refusal" } else { "advice" };
            (format!("{:12}  {weight:7}", finding.rule), &*finding.what)
        });
        out += &table("rule          weight ", pages, rows);
        for finding in &self.findings {
            if let Some(why) = &finding.unsettled {
                out += &format!("{} is only advice: {why}\n", finding.rule);
            }
        }
        if self.refusals() == 0 {
            out += &format!("ok for {printer}, with advice\n");
        }
        out
    }

    /// `book.pdf: kdp would refuse this file: 2 findings`. None if it would not.
    pub fn refusal(&self, file: &Path, terms: &Terms) -> Option<String> {
        let refusals = self.refusals();
        let plural = if refusals == 1 { "" } else { "s" };
        let (file, printer) = (file.display(), terms.printer());
        (refusals > 0).then(|| {
            format!("{file}: {printer} would refuse this file: {refusals} finding{plural}")
        })
    }
}

/// `book.pdf: 12 pages, `
pub(super) fn head(file: &Path, pages: usize) -> String {
    let plural = if pages == 1 { "" } else { "s" };
    format!("{}: {pages} page{plural}, ", file.display())
}

/// Findings in columns under a head line: what they are about, their pages, what was found.
pub(super) fn table<'a>(
    head: &str,
    pages: impl Iterator<Item = &'a [usize]>,
    rows: impl Iterator<Item = (String, &'a str)>,
) -> String {
    let places: Vec<String> = pages.map(ranges).collect();
    let width = places.iter().map(String::len).max().unwrap_or(0).max(5);
    let rows = rows.zip(&places);
    let rows = rows.map(|((about, what), pages)| format!("{about}  {pages:width$}  {what}\n"));
    format!("{head}  {:width$}  what\n", "pages") + &rows.collect::<String>()
}

/// `1-4, 9, 12-300`; of many ranges the first, and how many pages they are.
fn ranges(pages: &[usize]) -> String {
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
