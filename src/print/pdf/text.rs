//! Strings on a line: the pen, and the letters that it leaves.

use super::geometry::Matrix;
use super::object::number;
use super::sink::{Glyph, Sink};
use super::state::State;
use lopdf::Object;

/// Where text goes on: the line, and the pen on it.
pub(super) struct Pen {
    line: Matrix,
    at: Matrix,
}

impl Pen {
    /// At the origin.
    pub fn new() -> Self {
        Self {
            line: Matrix::IDENTITY,
            at: Matrix::IDENTITY,
        }
    }

    /// Begins a line.
    pub fn set(&mut self, line: Matrix) {
        (self.line, self.at) = (line, line);
    }

    /// Begins a line at this distance from the one before.
    pub fn step(&mut self, x: f64, y: f64) {
        self.set(Matrix::shift(x, y).then(self.line));
    }
}

/// Strings, and steps between them.
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
            let space = if code == [b' '] {
                state.word_space
            } else {
                0.0
            };
            let code = code.iter().fold(0, |code, &b| code << 8 | u16::from(b));
            let gap = state.char_space + space;
            let advance = sink.metrics(font).advance(code) * state.size * state.stretch;
            let onto = pen.at.then(state.ctm);
            let glyph = Glyph {
                font,
                code,
                onto,
                advance,
            };
            sink.glyph(glyph, state);
            let step = advance + gap * state.stretch;
            pen.at = Matrix::shift(step, 0.0).then(pen.at);
        }
    }
}
