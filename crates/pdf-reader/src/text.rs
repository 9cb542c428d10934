//! Text operators: text matrices, and the glyphs of strings.

use super::drawing::PlacedGlyph;
use super::geometry::Matrix;
use super::object::number;
use super::state::GraphicsState;
use lopdf::Object;

/// The text line matrix and the text matrix.
pub(super) struct TextMatrices {
    line: Matrix,
    at: Matrix,
}

impl TextMatrices {
    /// Creates identity matrices.
    pub fn new() -> Self {
        Self { line: Matrix::IDENTITY, at: Matrix::IDENTITY }
    }

    /// Starts a line here.
    pub fn set(&mut self, line: Matrix) {
        (self.line, self.at) = (line, line);
    }

    /// Starts a line at this offset from the start of the last one.
    pub fn step(&mut self, x: f64, y: f64) {
        self.set(Matrix::shift(x, y).then(self.line));
    }
}

/// Shows strings with the adjustments between them, and appends their glyphs.
pub(super) fn show(
    items: &[Object],
    state: &GraphicsState,
    pen: &mut TextMatrices,
    glyphs: &mut Vec<PlacedGlyph>,
) {
    let Some(font) = &state.font else { return };
    let size = state.size;
    let em = Matrix([size * state.horizontal_scaling, 0.0, 0.0, size, 0.0, state.rise]);
    for item in items {
        if let Some(step) = number(item) {
            let back = -step / 1000.0 * size;
            let (x, y) = match font.metrics.vertical_advance(0) {
                None => (back * state.horizontal_scaling, 0.0),
                Some(_) => (0.0, back),
            };
            pen.at = Matrix::shift(x, y).then(pen.at);
            continue;
        }
        let Ok(codes) = item.as_str() else { continue };
        for bytes in codes.chunks(font.metrics.bytes) {
            let space = if bytes == [b' '] { state.word_space } else { 0.0 };
            let code = bytes.iter().fold(0, |code, &byte| code << 8 | u16::from(byte));
            let advance = font.metrics.advance(code) * size * state.horizontal_scaling;
            let to_page = pen.at.then(state.ctm);
            let down = font.metrics.vertical_advance(code);
            let (x, y) = match down {
                None => (0.0, 0.0),
                Some((_, (left, top))) => (-left, -top),
            };
            glyphs.push(PlacedGlyph {
                font: font.clone(),
                code,
                ink: font.ink(code),
                to_page: Matrix::shift(x, y).then(em).then(to_page),
                advance: advance * to_page.scale(),
                hidden: matches!(state.text_rendering_mode, 3 | 7),
                stroke_only: matches!(state.text_rendering_mode, 1 | 5),
                line: match state.text_rendering_mode {
                    1 | 2 | 5 | 6 => Some((state.stroke.paint, state.width * state.ctm.scale())),
                    _ => None,
                },
            });
            let between = state.char_space + space;
            pen.at = match down {
                None => Matrix::shift(advance + between * state.horizontal_scaling, 0.0),
                Some((down, _)) => Matrix::shift(0.0, down * size + between),
            }
            .then(pen.at);
        }
    }
}
