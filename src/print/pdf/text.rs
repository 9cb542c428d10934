//! Text operators: the pen, and the letters of strings.

use super::geometry::Matrix;
use super::object::number;
use super::sink::{Glyph, Sink};
use super::state::State;
use lopdf::Object;

/// The text matrices: the start of the line, and the pen.
pub(super) struct Pen {
    line: Matrix,
    at: Matrix,
}

impl Pen {
    /// A pen at the origin.
    pub fn new() -> Self {
        Self { line: Matrix::IDENTITY, at: Matrix::IDENTITY }
    }

    /// Starts a line here.
    pub fn set(&mut self, line: Matrix) {
        (self.line, self.at) = (line, line);
    }

    /// Starts a line at this distance from the start of the last one.
    pub fn step(&mut self, x: f64, y: f64) {
        self.set(Matrix::shift(x, y).then(self.line));
    }
}

/// Shows strings, with steps of the pen between them.
pub(super) fn show(items: &[Object], state: &State, pen: &mut Pen, sink: &mut impl Sink) {
    let Some(font) = state.font else { return };
    let bytes = sink.metrics(font).bytes;
    for item in items {
        if let Some(step) = number(item) {
            let back = -step / 1000.0 * state.size * state.stretch;
            pen.at = Matrix::shift(back, 0.0).then(pen.at);
            continue;
        }
        let Ok(codes) = item.as_str() else { continue };
        for code in codes.chunks(bytes) {
            let space = if code == [b' '] { state.word_space } else { 0.0 };
            let code = code.iter().fold(0, |code, &b| code << 8 | u16::from(b));
            let gap = state.char_space + space;
            let advance = sink.metrics(font).advance(code) * state.size * state.stretch;
            let onto = pen.at.then(state.ctm);
            let glyph = Glyph { font, code, onto, advance };
            sink.glyph(glyph, state);
            let step = advance + gap * state.stretch;
            pen.at = Matrix::shift(step, 0.0).then(pen.at);
        }
    }
}
