//! Findings of preflight, one shape for printers and standards, and the report.

use super::Rule;
use pdf_reader::Rect;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::path::Path;
use words::{Clause, clause};

/// The ink of black alone, in percent, which needs no mention.
const FULL_BLACK: u32 = 100;

/// The maximum number of places kept for a finding.
const MAX_PLACES: usize = 5_000;

/// The result of a preflight.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PreflightReport {
    /// The printer, such as `kdp`, or the standard.
    pub judge: String,
    /// The other conditions, such as trim size and paper.
    #[serde(rename = "for")]
    pub terms: String,
    /// The number of pages.
    pub pages: usize,
    /// The maximum ink in one place of each page, in percent: the sum of black, cyan, magenta and
    /// yellow of one object. Spot colours and RGB are not counted.
    pub ink: Vec<u32>,
    /// The broken rules, in the order of [`Rule`]; empty if there are none.
    pub findings: Vec<PreflightFinding>,
}

/// A broken rule, with its places.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PreflightFinding {
    /// The rule.
    pub rule: Rule,
    /// The topic of a standard's requirement, such as `fonts`; `None` for a printer's rule.
    pub topic: Option<&'static str>,
    /// The section of ISO 32000-1:2008 that describes what the requirement is about.
    pub section: Option<&'static str>,
    /// The pages, counted from 1 in file order; empty for the whole file.
    pub pages: Vec<usize>,
    /// The first objects that break the rule: page, and left, bottom, right, top in points.
    pub places: Vec<(usize, [f64; 4])>,
    /// The expected value.
    #[serde(serialize_with = "write_text")]
    pub expected: Clause,
    /// The worst case, the first of equal ones.
    #[serde(serialize_with = "write_text")]
    pub found: Clause,
    /// The reason why the finding is only advice: the figure is unsettled, the printer corrects it,
    /// or the file cannot be read well enough. `None` if the printer would refuse the file.
    pub advice: Option<String>,
}

impl PreflightFinding {
    /// Returns `expected every font in the file, found Helvetica not embedded`.
    pub fn what(&self) -> Clause {
        clause!("expected {}, found {}", self.expected.clone(), self.found.clone())
    }

    /// Returns the same, with the reason if the finding is only advice.
    pub fn sentence(&self) -> Clause {
        match &self.advice {
            Some(reason) => clause!("{} ({})", self.what(), Clause::text(reason.clone())),
            None => self.what(),
        }
    }
}

/// Writes a clause as a text.
fn write_text<S: Serializer>(clause: &Clause, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(clause)
}

impl PreflightReport {
    /// Returns the number of findings for which the file would be refused.
    pub fn refusals(&self) -> usize {
        self.findings.iter().filter(|finding| finding.advice.is_none()).count()
    }

    /// Returns the report as text: a line for the file, a table of findings, and the verdict.
    pub fn text(&self, file: &Path) -> String {
        let Self { judge, terms, pages, ink, findings } = self;
        let plural = if *pages == 1 { "" } else { "s" };
        let mut out = format!("{}: {pages} page{plural}, for {judge} {terms}\n", file.display());
        let places: Vec<String> = findings.iter().map(|f| ranges(&f.pages)).collect();
        let width = places.iter().map(String::len).max().unwrap_or(0).max(5);
        if !findings.is_empty() {
            out += &format!("rule          weight   {:width$}  what\n", "pages");
        }
        for (finding, pages) in findings.iter().zip(places) {
            let weight = if finding.advice.is_none() { "refusal" } else { "advice" };
            let key = [finding.rule.name(), finding.topic.unwrap_or_default()].join(" ");
            let rule = key.trim_end();
            out += &format!("{rule:12}  {weight:7}  {pages:width$}  {}\n", finding.what());
        }
        for finding in findings {
            if let Some(reason) = &finding.advice {
                out += &format!("{} is only advice: {reason}\n", finding.rule);
            }
        }
        if let Some(max) = ink.iter().max().filter(|max| **max > FULL_BLACK) {
            let pages: Vec<_> =
                (1..).zip(ink).filter(|(_, own)| *own == max).map(|(page, _)| page).collect();
            out += &format!("ink: at most {max} % in one place, on {}\n", ranges(&pages));
        }
        match (self.refusals(), findings.len()) {
            (0, 0) => out + &format!("OK for {judge}\n"),
            (0, _) => out + &format!("OK for {judge}, with advice\n"),
            _ => out,
        }
    }

    /// Returns the report as one line of JSON; `file` is the name of the file.
    pub fn json(&self, file: &Path) -> String {
        #[derive(Serialize)]
        struct ReportLine<'a> {
            file: String,
            refusals: usize,
            #[serde(flatten)]
            report: &'a PreflightReport,
        }
        let file = file.display().to_string();
        let line = ReportLine { file, refusals: self.refusals(), report: self };
        serde_json::to_string(&line).unwrap_or_default() + "\n"
    }

    /// Returns `book.pdf: kdp would refuse this file: 2 findings`; `None` without refusals.
    pub fn refusal(&self, file: &Path) -> Option<String> {
        let refusals = self.refusals();
        let plural = if refusals == 1 { "" } else { "s" };
        let (file, judge) = (file.display(), &self.judge);
        let standard = self.findings.iter().any(|finding| finding.topic.is_some());
        let verdict = if standard {
            format!("{file} does not conform to {judge}")
        } else {
            format!("{file}: {judge} would refuse this file")
        };
        if refusals == 0 { None } else { Some(format!("{verdict}: {refusals} finding{plural}")) }
    }
}

/// Formats pages as `1-4, 9, 12-300`. Of many ranges, lists the first ones and the number of pages.
fn ranges(pages: &[usize]) -> String {
    const MOST: usize = 6;
    if pages.is_empty() {
        return "file".to_owned();
    }
    let ranges: Vec<_> = pages.chunk_by(|a, b| a + 1 == *b).collect();
    let words: Vec<_> = ranges
        .iter()
        .take(MOST)
        .map(|range| match range {
            [one] => one.to_string(),
            [first, .., last] => format!("{first}-{last}"),
            [] => String::new(),
        })
        .collect();
    let shown = words.join(", ");
    if ranges.len() > MOST { format!("{shown}, ... ({} pages)", pages.len()) } else { shown }
}

/// The reason why a case is only advice; `None` for a refusal.
pub(super) type AdvisoryReason = Option<&'static str>;

/// The row of a requirement: its index in the table, its topic, and the section of
/// ISO 32000-1:2008 about it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StandardRow {
    pub row: usize,
    pub topic: &'static str,
    pub section: &'static str,
}

/// The key of a finding: the rule, the position of its clause in the standard, and the reason for
/// advice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FindingKey {
    pub rule: Rule,
    pub clause: Option<StandardRow>,
    pub reason: AdvisoryReason,
}

impl FindingKey {
    pub fn advice(rule: Rule, reason: AdvisoryReason) -> Self {
        Self { rule, clause: None, reason }
    }
}

impl From<Rule> for FindingKey {
    fn from(rule: Rule) -> Self {
        Self::advice(rule, None)
    }
}

/// A collector of findings. All cases of a key become one finding.
#[derive(Default)]
pub(super) struct Findings(BTreeMap<FindingKey, (PreflightFinding, f64)>);

impl Findings {
    /// Adds a case. Only the case with the greatest `weight` is described.
    pub fn add(
        &mut self,
        key: impl Into<FindingKey>,
        page: Option<usize>,
        weight: f64,
        expected: impl Into<Clause>,
        found: impl Into<Clause>,
    ) -> &mut PreflightFinding {
        self.add_case(key.into(), page, weight, || (expected.into(), found.into()))
    }

    /// Adds a case, whose words are asked for if it is the worst so far.
    fn add_case(
        &mut self,
        key: FindingKey,
        page: Option<usize>,
        weight: f64,
        words: impl FnOnce() -> (Clause, Clause),
    ) -> &mut PreflightFinding {
        let (finding, worst) = self.case(key);
        if weight > *worst {
            *worst = weight;
            (finding.expected, finding.found) = words();
        }
        finding.pages.extend(page.filter(|page| finding.pages.last() != Some(page)));
        finding
    }

    /// Returns the finding of a key and the weight of its worst case.
    fn case(&mut self, key: FindingKey) -> &mut (PreflightFinding, f64) {
        self.0.entry(key).or_insert_with(|| {
            let finding = PreflightFinding {
                rule: key.rule,
                topic: key.clause.map(|clause| clause.topic),
                section: key.clause.map(|clause| clause.section),
                pages: Vec::new(),
                places: Vec::new(),
                expected: Clause::default(),
                found: Clause::default(),
                advice: key.reason.map(str::to_owned),
            };
            (finding, f64::NEG_INFINITY)
        })
    }

    /// Adds a case with the place of an object. A page has many: the `words`, which are what was
    /// expected and what was found, are asked for if the case is the worst so far.
    pub fn mark(
        &mut self,
        key: impl Into<FindingKey>,
        place: (usize, Rect),
        weight: f64,
        words: impl FnOnce() -> (Clause, Clause),
    ) {
        let finding = self.add_case(key.into(), Some(place.0), weight, words);
        if finding.places.len() < MAX_PLACES {
            finding.places.push((place.0, place.1.edges()));
        }
    }

    /// Returns the findings, in the order of their keys.
    pub fn findings(self) -> Vec<PreflightFinding> {
        self.0.into_values().map(|(finding, _)| finding).collect()
    }
}
