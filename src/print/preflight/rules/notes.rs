//! Collects the findings while the pages of a file are checked.

use crate::print::preflight::Rule;
use crate::print::preflight::marks::{Kind, Mark};
use std::collections::BTreeMap;
use std::fmt::Display;

/// The maximum number of places that are kept of a rule.
const MAX_PLACES: usize = 5_000;

/// Why cases are only advice; `None` where a printer would refuse the file.
pub(super) type Why = Option<&'static str>;

/// What a case is about: the rule, and why it is only advice if it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key(pub Rule, pub Why);

impl From<Rule> for Key {
    fn from(rule: Rule) -> Self {
        Self(rule, None)
    }
}

/// The broken rules. Cases that are only advice are apart, by the reason.
#[derive(Default)]
pub(super) struct Notes(pub(super) BTreeMap<Key, Note>);

/// A broken rule: its pages, marks that break it, and the worst case with its weight.
#[derive(Default)]
pub(super) struct Note {
    pub pages: Vec<usize>,
    pub places: Vec<(usize, [f64; 4])>,
    worst: Option<f64>,
    pub what: String,
}

impl Notes {
    /// Adds a case. `weight` says how bad it is; only the description of the worst case is kept, and no other
    /// is put into words.
    pub(super) fn add(
        &mut self,
        key: impl Into<Key>,
        page: Option<usize>,
        weight: f64,
        what: impl Display,
    ) -> &mut Note {
        let note = self.0.entry(key.into()).or_default();
        if let Some(page) = page
            && note.pages.last() != Some(&page)
        {
            note.pages.push(page);
        }
        if note.worst.is_none_or(|worst| weight > worst) {
            (note.worst, note.what) = (Some(weight), what.to_string());
        }
        note
    }

    /// Adds a case that is a mark.
    pub(super) fn mark(
        &mut self,
        key: impl Into<Key>,
        page: usize,
        mark: &Mark,
        weight: f64,
        what: impl Display,
    ) {
        let note = self.add(key, Some(page), weight, what);
        if note.places.len() < MAX_PLACES {
            note.places.push((page, mark.bounds.sides()));
        }
    }

    /// Adds a case of the file as a whole.
    pub(super) fn file(&mut self, key: impl Into<Key>, what: impl Display) {
        self.add(key, None, 0.0, what);
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
