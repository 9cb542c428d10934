//! What a walk of a page tells: letters, paths, pictures. A sink keeps what it needs of it.

use super::geometry::Matrix;
use super::metrics::Metrics;
use super::path::Part;
use super::state::State;
use lopdf::{Dictionary, ObjectId};

/// A letter on a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glyph {
    /// The font, as the sink has numbered it.
    pub font: usize,
    pub code: u16,
    /// From the text's own measure to the page's, at the pen.
    pub onto: Matrix,
    /// How wide it is, in the text's own measure; the pen may go further.
    pub advance: f64,
}

/// Takes what is drawn. Whoever does not care for something leaves it out.
pub(crate) trait Sink {
    /// Numbers a font of the file; none if it is of no use.
    fn font(&mut self, id: Option<ObjectId>, font: &Dictionary) -> Option<usize>;
    /// The advances of a font that it has numbered.
    fn metrics(&self, font: usize) -> &Metrics;
    fn glyph(&mut self, glyph: Glyph, state: &State);
    fn fill(&mut self, parts: &[Part], state: &State);
    fn stroke(&mut self, parts: &[Part], state: &State);
    /// A picture on the unit square; its dictionary, if it does not stand in the content itself.
    fn image(&mut self, _image: Option<&Dictionary>, _resources: &Dictionary, _state: &State) {}
    /// A shading over all that is seen.
    fn shade(&mut self, _state: &State) {}
    /// A set of extended graphics parameters is taken.
    fn extended(&mut self, _parameters: &Dictionary) {}
}
