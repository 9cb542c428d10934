//! Applies the printer's rules to the pages of a file.

mod boxes;
mod cover;
mod ink;
mod overlap;
mod safe_area;

use super::finding::{AdvisoryReason, FindingKey, Findings, PreflightFinding};
use super::page::PreflightPage;
use super::{Rule, file};
use crate::{CoverSheet, PrintSpec};
use boxes::ExpectedBoxes;
use lopdf::Document;
use pdf_reader::{ContentUsage, Rect};
use words::{Clause, clause};

const ADDS_A_PAGE: AdvisoryReason = Some("the printer adds a blank page");

/// A checker for the pages of a book or for a cover, page by page.
pub(super) struct RuleChecker<'a> {
    pub findings: Findings,
    spec: &'a PrintSpec,
    cover: Option<&'a CoverSheet>,
    /// The number of pages of the file.
    count: usize,
    /// True if the first page has bleed.
    bleeds: bool,
    /// The media boxes of the pages so far.
    media: Vec<Rect>,
    /// The number of consecutive blank pages up to the last one.
    blanks: usize,
}

impl<'a> RuleChecker<'a> {
    pub fn new(spec: &'a PrintSpec, cover: Option<&'a CoverSheet>, count: usize) -> Self {
        let (findings, media) = (Findings::default(), Vec::new());
        Self { findings, spec, cover, count, bleeds: false, media, blanks: 0 }
    }

    /// Checks the next page.
    pub fn page(&mut self, page: &PreflightPage) {
        let (findings, spec) = (&mut self.findings, self.spec);
        if self.media.is_empty() {
            self.bleeds = boxes::bleeds(page, spec);
        }
        self.media.push(page.media);
        self.blanks = if page.is_blank() { self.blanks + 1 } else { 0 };
        match self.cover {
            Some(cover) => {
                cover::check(findings, page, cover);
                overlap::check(findings, page);
            }
            None => {
                if self.blanks > spec.rules().blanks.max_run {
                    let expected = clause!("at most {} in a row", spec.rules().blanks.max_run);
                    let weight = self.blanks as f64;
                    findings.add(Rule::Blank, Some(page.number), weight, expected, self.blanks);
                }
                if boxes::check(
                    findings,
                    page,
                    &ExpectedBoxes::page(page.number, self.bleeds, spec),
                ) {
                    safe_area::check(findings, page, self.count, self.bleeds, spec);
                }
            }
        }
        let colour = self.cover.map_or(spec.colour(), |cover| cover.rules.colour);
        ink::check(findings, page, spec, colour);
        check_content(findings, page, spec);
    }

    /// Returns all findings, after the last page.
    pub fn findings(mut self, document: &Document) -> Vec<PreflightFinding> {
        let (findings, spec) = (&mut self.findings, self.spec);
        file::check(findings, document, spec);
        check_page_count(findings, self.cover.map_or(self.count, |cover| cover.pages), spec);
        match self.cover {
            Some(cover) if self.count != 1 => {
                let expected = if cover.spine.is_some() {
                    "one page, with back, spine and front"
                } else {
                    "one page"
                };
                findings.add(Rule::PageCount, None, 1.0, expected, self.count);
            }
            None if spec.rules().pages.last_blank && self.blanks == 0 => {
                let key = FindingKey::advice(Rule::LastPage, ADDS_A_PAGE);
                findings.add(key, Some(self.count), 0.0, "a blank page", "one that is not");
            }
            _ => {}
        }
        let mut all = std::mem::take(findings).findings();
        for finding in &mut all {
            // Without bleed, the page size depends only on the book.
            let figure = match (self.cover, finding.rule) {
                (Some(cover), rule) => cover::figure(rule, &self.media, cover),
                (None, Rule::PageSize | Rule::Boxes) if !self.bleeds => None,
                (None, rule) => rule.figure(),
            };
            if let Some(figure) = figure
                && finding.advice.is_none()
            {
                finding.advice = spec.unsettled(figure).map(str::to_owned);
            }
        }
        all
    }
}

/// The end of the usage of a font that is missing in the file.
const NOT_EMBEDDED: &str = " not embedded";

/// Checks the content of a page as a whole.
fn check_content(findings: &mut Findings, page: &PreflightPage, spec: &PrintSpec) {
    let number = Some(page.number);
    for (key, expected, found) in &page.faults {
        findings.add(*key, number, 0.0, *expected, found.clone());
    }
    let lacks: Vec<_> = page.usages.of_kinds(&[ContentUsage::MissingResource]).collect();
    if !lacks.is_empty() {
        let found = clause!("a page that lacks {}", lacks.join(", "));
        let expected = "everything that a page draws in the file";
        findings.add(Rule::Resources, number, 0.0, expected, found);
    }
    let missing: Vec<_> = page.usages.of_kinds(&[ContentUsage::Font]).collect();
    for font in page.usages.of_kinds(&[ContentUsage::Font, ContentUsage::BlankFont]) {
        let reason = (!missing.contains(&font)).then_some("the font only sets spaces");
        let key = FindingKey::advice(Rule::Fonts, reason);
        let found = match font.strip_suffix(NOT_EMBEDDED) {
            Some(name) => clause!("{} not embedded", name.to_owned()),
            None => font.to_owned().into(),
        };
        findings.add(key, number, 0.0, "every font in the file", found);
    }
    if page.usages.has(ContentUsage::Blending) && !spec.rules().file.transparency {
        findings.add(Rule::Transparency, number, 0.0, "flattened pages", "transparency");
    }
    if page.annotations > 0 && !spec.rules().file.annotations {
        let found = clause!("{} on a page", page.annotations);
        findings.add(Rule::Annotations, number, page.annotations as f64, "none", found);
    }
}

/// Checks that the printer binds this number of pages.
fn check_page_count(findings: &mut Findings, pages: usize, spec: &PrintSpec) {
    let (min, max) = spec.pages();
    if !(min..=max).contains(&pages) {
        let (trim, paper) = (spec.trim(), spec.paper());
        let expected = clause!(
            "{} to {} pages of {} on paper {}",
            min,
            max,
            trim.to_string(),
            Clause::text(paper.to_owned())
        );
        findings.add(Rule::PageCount, None, 0.0, expected, pages);
    } else if spec.rules().pages.even && !pages.is_multiple_of(2) {
        let key = FindingKey::advice(Rule::PageCount, ADDS_A_PAGE);
        findings.add(key, None, 0.0, "an even number of pages", pages);
    }
}

/// Returns true for a recto, which is bound at its left.
fn is_recto(page: usize) -> bool {
    !page.is_multiple_of(2)
}
