//! Collects the findings while the pages of a file are checked.

use crate::print::preflight::Rule;
use crate::print::preflight::marks::{Kind, Mark};
use std::collections::BTreeMap;

/// The cases of a rule: the pages, and the worst case with its weight.
type Note = (Vec<usize>, f64, String);

/// The cases of each broken rule. Those that are only advice are apart, by the reason.
#[derive(Default)]
pub(super) struct Notes(pub(super) BTreeMap<(Rule, Option<&'static str>), Note>);

impl Notes {
    /// Adds a case. `weight` says how bad it is; only the description of the worst case is kept.
    pub(super) fn add(
        &mut self,
        rule: Rule,
        page: Option<usize>,
        weight: f64,
        what: impl FnOnce() -> String,
    ) {
        self.add_for(None, rule, page, weight, what);
    }

    /// Adds a case for which no printer would refuse the file, for a reason.
    pub(super) fn advise(
        &mut self,
        why: &'static str,
        rule: Rule,
        page: Option<usize>,
        what: &str,
    ) {
        self.add_for(Some(why), rule, page, 0.0, || what.to_owned());
    }

    /// Adds a case; with a reason it is only advice.
    pub(super) fn add_for(
        &mut self,
        why: Option<&'static str>,
        rule: Rule,
        page: Option<usize>,
        weight: f64,
        what: impl FnOnce() -> String,
    ) {
        let note = self.0.entry((rule, why));
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

    pub(super) fn file(&mut self, rule: Rule, what: String) {
        self.add(rule, None, 0.0, || what);
    }
}

/// Whether this is a right-hand page, which is bound at its left.
pub(super) fn is_recto(page: usize) -> bool {
    !page.is_multiple_of(2)
}

pub(super) fn name(mark: &Mark) -> &'static str {
    match mark.kind {
        Kind::Glyph { .. } => "a letter",
        Kind::Line { .. } => "a line",
        Kind::Image { .. } => "a picture",
        Kind::Fill | Kind::Invisible => "an area",
    }
}
