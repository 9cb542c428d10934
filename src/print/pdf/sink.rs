//! The things drawn on a page (letters, paths, images), and the trait that receives them.

use super::geometry::Matrix;
use super::metrics::Metrics;
use super::path::Part;
use super::state::State;
use lopdf::{Dictionary, ObjectId};

/// A letter on a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glyph {
    /// The index of the font, as the sink has numbered it.
    pub font: usize,
    pub code: u16,
    /// Transforms text space to the page, with the pen at the origin.
    pub onto: Matrix,
    /// Its advance width in text space, without character and word spacing.
    pub advance: f64,
}

/// Receives everything drawn on a page. Images, shadings and extended states are ignored by default.
pub(crate) trait Sink {
    /// Returns an index for a font of the file; `None` if its text is to be left out.
    fn font(&mut self, id: Option<ObjectId>, font: &Dictionary) -> Option<usize>;
    /// The advances of the font with this index.
    fn metrics(&self, font: usize) -> &Metrics;
    fn glyph(&mut self, glyph: Glyph, state: &State);
    fn fill(&mut self, parts: &[Part], state: &State);
    fn stroke(&mut self, parts: &[Part], state: &State);
    /// A picture on the unit square, with its dictionary unless it is an inline image.
    fn image(&mut self, _image: Option<&Dictionary>, _resources: &Dictionary, _state: &State) {}
    /// A shading over the whole clip.
    fn shade(&mut self, _state: &State) {}
    /// Extended graphics parameters are set.
    fn extended(&mut self, _parameters: &Dictionary) {}
}
