//! The state of one content stream while it is interpreted, and the operators that change nothing
//! else.

use super::geometry::Matrix;
use super::limits::{MAX_SAVED, WalkError};
use super::object::number;
use super::path::PathBuilder;
use super::state::GraphicsState;
use super::text::TextMatrices;
use lopdf::{Dictionary, Object};

/// The maximum number of numbers that an operator needs.
pub(super) const MAX_NUMBERS: usize = 6;

/// An operator with its operands.
pub(super) struct OperatorCall<'o> {
    pub operator: &'o [u8],
    /// The operator as text; empty if it is none.
    pub name: &'o str,
    pub operands: &'o [Object],
    /// The first [`MAX_NUMBERS`] numbers of the operands.
    pub numbers: &'o [f64],
}

impl<'o> OperatorCall<'o> {
    /// Returns the name of a resource, which is the first operand.
    pub fn resource(&self) -> Option<&'o [u8]> {
        self.operands.first()?.as_name().ok()
    }

    /// Returns true if it sets the colour of strokes. The operators for strokes are those for fills
    /// in upper case.
    pub fn is_for_strokes(&self) -> bool {
        self.operator[0].is_ascii_uppercase()
    }
}

/// The state of a content stream.
pub(super) struct StreamState<'r> {
    pub resources: &'r Dictionary,
    pub graphics: GraphicsState,
    pub path: PathBuilder,
    pub pen: TextMatrices,
    /// The number of forms around the stream.
    pub depth: usize,
    /// True between `BT` and `ET`.
    pub in_text: bool,
    /// The use of device grey, RGB and CMYK colours.
    pub devices: [bool; 3],
    saved: Vec<GraphicsState>,
}

impl<'r> StreamState<'r> {
    pub fn new(resources: &'r Dictionary, graphics: GraphicsState, depth: usize) -> Self {
        Self {
            resources,
            graphics,
            path: PathBuilder::default(),
            pen: TextMatrices::new(),
            depth,
            in_text: false,
            devices: [false; 3],
            saved: Vec::new(),
        }
    }

    /// Executes an operator that adds to the path. Returns false for other operators.
    pub fn build_path(&mut self, operation: &OperatorCall) -> bool {
        let (ctm, path) = (self.graphics.ctm, &mut self.path);
        match (operation.name, operation.numbers) {
            ("m", &[x, y, ..]) => path.begin(ctm.apply((x, y))),
            ("l", &[x, y, ..]) => path.line(ctm.apply((x, y))),
            ("c", &[a, b, c, d, x, y]) => {
                path.curve(ctm.apply((a, b)), ctm.apply((c, d)), ctm.apply((x, y)));
            }
            ("v", &[a, b, x, y, ..]) => {
                path.curve_from_here(ctm.apply((a, b)), ctm.apply((x, y)));
            }
            ("y", &[a, b, x, y, ..]) => {
                let end = ctm.apply((x, y));
                path.curve(ctm.apply((a, b)), end, end);
            }
            ("re", &[x, y, w, h, ..]) => path.rectangle([x, y, w, h], ctm),
            ("h", _) => path.close(),
            ("W" | "W*", _) => path.clips = Some(operation.name == "W*"),
            _ => return false,
        }
        true
    }

    /// Executes an operator that sets text parameters or moves the pen. Returns false for other
    /// operators.
    pub fn set_text_state(&mut self, operation: &OperatorCall) -> bool {
        let (state, pen) = (&mut self.graphics, &mut self.pen);
        match (operation.name, operation.numbers) {
            ("BT", _) => {
                pen.set(Matrix::IDENTITY);
                self.in_text = true;
            }
            ("ET", _) => self.in_text = false,
            ("Tc", &[space, ..]) => state.char_space = space,
            ("Tw", &[space, ..]) => state.word_space = space,
            ("Tz", &[percent, ..]) => state.horizontal_scaling = percent / 100.0,
            ("TL", &[leading, ..]) => state.leading = leading,
            ("Ts", &[rise, ..]) => state.rise = rise,
            ("Tr", &[mode, ..]) => state.text_rendering_mode = mode as i64,
            ("Td", &[x, y, ..]) => pen.step(x, y),
            ("TD", &[x, y, ..]) => {
                state.leading = -y;
                pen.step(x, y);
            }
            ("Tm", &[a, b, c, d, e, f]) => pen.set(Matrix([a, b, c, d, e, f])),
            ("T*", _) => pen.step(0.0, -state.leading),
            _ => return false,
        }
        true
    }

    /// Executes an operator that saves, restores or sets the graphics state. Returns false for
    /// other operators.
    ///
    /// # Errors
    /// [`WalkError`] when too many states are saved.
    pub fn set_graphics_state(&mut self, operation: &OperatorCall) -> Result<bool, WalkError> {
        let state = &mut self.graphics;
        match (operation.name, operation.numbers) {
            ("q", _) if self.saved.len() == MAX_SAVED => {
                return Err(WalkError::limit(MAX_SAVED, "saved graphics states"));
            }
            ("q", _) => self.saved.push(state.clone()),
            ("Q", _) => {
                if let Some(saved) = self.saved.pop() {
                    *state = saved;
                }
            }
            ("cm", &[a, b, c, d, e, f]) => {
                state.ctm = Matrix([a, b, c, d, e, f]).then(state.ctm);
            }
            ("w", &[width, ..]) => state.width = width,
            ("J", &[cap, ..]) => state.cap = cap as i64,
            ("d", _) => state.max_dash_gap = max_dash_gap(operation.operands),
            // The glyph takes the colour of the text.
            ("d1", _) => state.uncoloured = true,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Returns the longest gap of a dash pattern. With an odd number of lengths, each length is a gap
/// at some point.
fn max_dash_gap(operands: &[Object]) -> f64 {
    let pattern = operands.first().and_then(|lengths| lengths.as_array().ok());
    let lengths: Vec<f64> = pattern.into_iter().flatten().filter_map(number).collect();
    let step = if lengths.len().is_multiple_of(2) { 2 } else { 1 };
    lengths.iter().skip(step - 1).step_by(step).copied().fold(0.0, f64::max)
}
