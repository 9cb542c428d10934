//! What is drawn on the pages of a PDF, as SVG.

use crate::print::pdf::Rect;

/// The pages of a PDF as SVG.
pub(super) struct Ink {}

impl Ink {
    pub fn new(_bytes: &[u8], _prefix: &str) -> Self {
        Self {}
    }

    /// The box of a page, counted from 1, and what is drawn in it.
    pub fn page(&mut self, _page: usize) -> (Rect, String) {
        (Rect { left: 0.0, bottom: 0.0, right: 432.0, top: 648.0 }, String::new())
    }

    /// What the pages refer to.
    pub fn definitions(&self) -> String {
        String::new()
    }
}
