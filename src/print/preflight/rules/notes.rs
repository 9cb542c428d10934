//! Collects the findings while the pages of a file are checked.

use crate::print::preflight::Rule;
use crate::print::preflight::marks::{Kind, Mark};
use std::collections::BTreeMap;

/// The maximum number of places that are kept of a rule.
const MAX_PLACES: usize = 5_000;

/// Why cases are only advice; `None` where a printer would refuse the file.
pub(super) type Why = Option<&'static str>;

/// The broken rules. Cases that are only advice are apart, by the reason.
#[derive(Default)]
pub(super) struct Notes(pub(super) BTreeMap<(Rule, Why), Note>);

/// A broken rule: its pages, marks that break it, and the worst case with its weight.
#[derive(Default)]
pub(super) struct Note {
    pub pages: Vec<usize>,
    pub places: Vec<(usize, [f64; 4])>,
    worst: Option<f64>,
    pub what: String,
}

impl Notes {
    /// Adds a case. `weight` says how bad it is; only the description of the worst case is kept.
    pub(super) fn add(
        &mut self,
        rule: Rule,
        page: Option<usize>,
        weight: f64,
        what: impl FnOnce() -> String,
    ) {
        self.case((rule, None), page, weight, what);
    }

    /// Adds a case for which no printer would refuse the file, for a reason.
    pub(super) fn advise(
        &mut self,
        why: &'static str,
        rule: Rule,
        page: Option<usize>,
        what: &str,
    ) {
        self.case((rule, Some(why)), page, 0.0, || what.to_owned());
    }

    /// Adds a case that is a mark.
    pub(super) fn mark(
        &mut self,
        rule: Rule,
        page: usize,
        mark: &Mark,
        weight: f64,
        what: impl FnOnce() -> String,
    ) {
        self.place((rule, None), page, mark, weight, what);
    }

    /// Adds a case that is the place of a mark. It is only advice if the place is not known well.
    pub(super) fn outside(
        &mut self,
        rule: Rule,
        page: usize,
        mark: &Mark,
        weight: f64,
        what: impl FnOnce() -> String,
    ) {
        self.place((rule, mark.unsure), page, mark, weight, what);
    }

    pub(super) fn file(&mut self, rule: Rule, what: String) {
        self.add(rule, None, 0.0, || what);
    }

    fn place(
        &mut self,
        key: (Rule, Why),
        page: usize,
        mark: &Mark,
        weight: f64,
        what: impl FnOnce() -> String,
    ) {
        let note = self.case(key, Some(page), weight, what);
        if note.places.len() < MAX_PLACES {
            note.places.push((page, mark.bounds.sides()));
        }
    }

    fn case(
        &mut self,
        key: (Rule, Why),
        page: Option<usize>,
        weight: f64,
        what: impl FnOnce() -> String,
    ) -> &mut Note {
        let note = self.0.entry(key).or_default();
        if let Some(page) = page
            && note.pages.last() != Some(&page)
        {
            note.pages.push(page);
        }
        if note.worst.is_none_or(|worst| weight > worst) {
            (note.worst, note.what) = (Some(weight), what());
        }
        note
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
