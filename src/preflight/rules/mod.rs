//! The printer's rules, held against the pages of a file. Not how a page is read.

mod boxes;
mod file;
mod ink;
mod safe_area;

use super::marks::{Kind, Mark};
use super::sheet::Sheets;
use super::{Finding, Report, Rule};
use crate::book::Terms;
use crate::book::terms::Figure;
use lopdf::Document;
use std::collections::BTreeMap;

/// A file that is locked is not looked into.
pub(super) fn encrypted(pages: usize) -> Report {
    let what = "the file is encrypted; one without password and restrictions would be right";
    Report {
        pages,
        findings: vec![Finding {
            rule: Rule::Encryption,
            pages: Vec::new(),
            what: what.to_owned(),
            unsettled: None,
        }],
    }
}

/// Findings as they come: for each rule the pages, and the worst case with its weight.
#[derive(Default)]
struct Notes(BTreeMap<Rule, (Vec<usize>, f64, String)>);

impl Notes {
    /// Notes a case; `weight` says how bad it is, and the words of the worst are kept.
    fn add(&mut self, rule: Rule, page: Option<usize>, weight: f64, what: impl FnOnce() -> String) {
        let note = self.0.entry(rule);
        let (pages, worst, words) = note.or_insert_with(|| (Vec::new(), f64::MIN, String::new()));
        if let Some(page) = page
            && pages.last() != Some(&page)
        {
            pages.push(page);
        }
        if weight > *worst {
            (*worst, *words) = (weight, what());
        }
    }

    fn file(&mut self, rule: Rule, what: String) {
        self.add(rule, None, 0.0, || what);
    }
}

/// Everything that is not as the printer wants it.
pub(super) fn judge(document: &Document, sheets: &Sheets, terms: &Terms) -> Report {
    let mut notes = Notes::default();
    file::check(&mut notes, document, terms);
    file::count(&mut notes, &sheets.all, terms);
    let bleeds = boxes::bleeds(&sheets.all, terms);
    for (index, sheet) in sheets.all.iter().enumerate() {
        let page = index + 1;
        if boxes::check(&mut notes, sheet, page, bleeds, terms) {
            safe_area::check(&mut notes, sheet, page, sheets.all.len(), bleeds, terms);
        }
        ink::check(&mut notes, sheet, page, terms);
        ink::fonts(&mut notes, sheet, page, &sheets.fonts);
        if sheet.transparent && !terms.transparency() {
            notes.add(Rule::Transparency, Some(page), 0.0, || {
                "something lets shine through what lies below; flattened pages would be right"
                    .to_owned()
            });
        }
        if sheet.annotations > 0 && !terms.annotations() {
            notes.add(
                Rule::Annotations,
                Some(page),
                sheet.annotations as f64,
                || format!("{} on a page; none would be right", sheet.annotations),
            );
        }
    }
    let pages = sheets.all.len();
    let findings = notes.0.into_iter().map(|(rule, (at, _, what))| {
        let figure = figure(rule, pages, bleeds, terms);
        let unsettled = figure.and_then(|figure| terms.unsettled(figure));
        Finding {
            rule,
            pages: at,
            what,
            unsettled: unsettled.map(str::to_owned),
        }
    });
    Report {
        pages,
        findings: findings.collect(),
    }
}

/// The printer's figure that a rule rests on; none if it rests on the book alone.
fn figure(rule: Rule, pages: usize, bleeds: bool, terms: &Terms) -> Option<Figure> {
    let (least, most) = terms.pages();
    match rule {
        Rule::Encryption | Rule::Fonts | Rule::Colour => None,
        Rule::PageCount if (least..=most).contains(&pages) => Some(Figure::LastPages),
        Rule::PageCount => Some(Figure::PageLimits),
        Rule::PageSize | Rule::Boxes => bleeds.then_some(Figure::Bleed),
        Rule::SafeArea => Some(Figure::Margins),
        Rule::Type => Some(Figure::Type),
        Rule::Line => Some(Figure::Line),
        Rule::Grey => Some(Figure::Grey),
        Rule::Images => Some(Figure::Images),
        Rule::Blank => Some(Figure::Blanks),
        Rule::LastPage => Some(Figure::LastPages),
        Rule::Version
        | Rule::Transparency
        | Rule::Invisible
        | Rule::Annotations
        | Rule::Outline
        | Rule::Metadata => Some(Figure::File),
    }
}

/// Whether it is a right-hand page, bound at its left.
fn is_recto(page: usize) -> bool {
    !page.is_multiple_of(2)
}

fn name(mark: &Mark) -> &'static str {
    match mark.kind {
        Kind::Glyph { .. } => "a letter",
        Kind::Line { .. } => "a line",
        Kind::Image { .. } => "a picture",
        Kind::Fill | Kind::Invisible => "an area",
    }
}
