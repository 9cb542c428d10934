//! Content streams to glyphs and lines, the streams of forms included. Not what the marks mean.
//! Operators that draw neither are passed over; what is malformed draws nothing.

use super::font::Font;
use super::geometry::{Glyph, Marks, Matrix};
use super::path::Path;
use super::{ReadbackError, UNPACKED_MOST, behind, dict_behind, numbers};
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::HashMap;

/// Forms inside forms.
const DEPTH_MOST: usize = 12;
/// Operators on a page, those of its forms counted as often as they are drawn.
const OPERATORS_MOST: usize = 4_000_000;

/// Reads one page.
pub(super) struct Reader<'a> {
    document: &'a Document,
    fonts: &'a HashMap<ObjectId, Font>,
    marks: Marks,
    operators: usize,
    forms: HashMap<ObjectId, std::rc::Rc<Vec<Operation>>>,
}

#[derive(Clone)]
struct State<'a> {
    ctm: Matrix,
    font: Option<&'a Font>,
    size: f64,
    character_gap: f64,
    word_gap: f64,
    stretch: f64,
    leading: f64,
    rise: f64,
    /// Neither filled nor outlined: nobody sees it.
    hidden: bool,
}

/// Where text goes on: the line, and the pen on it.
struct Pen {
    line: Matrix,
    at: Matrix,
}

impl Pen {
    fn set(&mut self, line: Matrix) {
        (self.line, self.at) = (line, line);
    }

    fn step(&mut self, x: f64, y: f64) {
        self.set(Matrix::shift(x, y).then(self.line));
    }
}

impl<'a> Reader<'a> {
    pub fn new(document: &'a Document, fonts: &'a HashMap<ObjectId, Font>) -> Self {
        Self {
            document,
            fonts,
            marks: Marks::default(),
            operators: 0,
            forms: HashMap::new(),
        }
    }

    /// Everything on a page.
    pub fn page(mut self, id: ObjectId) -> Result<Marks, ReadbackError> {
        let wrong = |e: lopdf::Error| ReadbackError::Page(e.to_string());
        let page = self.document.get_dictionary(id).map_err(wrong)?;
        for stream in self.document.get_page_contents(id) {
            if self.document.get_object(stream).is_err() {
                let words = format!("its content, object {} {}, is missing", stream.0, stream.1);
                return Err(ReadbackError::Page(words));
            }
        }
        let content = self
            .document
            .get_page_content_with_limit(id, UNPACKED_MOST)
            .map_err(wrong)?;
        let operations = Content::decode(&content).map_err(wrong)?.operations;
        let resources = inherited(self.document, page, b"Resources");
        let state = State {
            ctm: Matrix::IDENTITY,
            font: None,
            size: 0.0,
            character_gap: 0.0,
            word_gap: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
            hidden: false,
        };
        self.run(&operations, resources, state, 0)?;
        Ok(self.marks)
    }

    fn run(
        &mut self,
        operations: &[Operation],
        resources: Option<&'a Dictionary>,
        mut state: State<'a>,
        depth: usize,
    ) -> Result<(), ReadbackError> {
        self.operators += operations.len();
        if self.operators > OPERATORS_MOST {
            let words = format!("it draws more than {OPERATORS_MOST} things");
            return Err(ReadbackError::Page(words));
        }
        let mut stack = Vec::new();
        let mut path = Path::default();
        let mut pen = Pen {
            line: Matrix::IDENTITY,
            at: Matrix::IDENTITY,
        };
        for op in operations {
            let n = numbers(&op.operands);
            match (op.operator.as_str(), &n[..]) {
                ("q", _) => stack.push(state.clone()),
                ("Q", _) => state = stack.pop().unwrap_or(state),
                ("cm", &[a, b, c, d, e, f]) => {
                    state.ctm = Matrix([a, b, c, d, e, f]).then(state.ctm);
                }
                ("m", &[x, y]) => path.begin(state.ctm.apply((x, y))),
                ("l", &[x, y]) | ("c", &[_, _, _, _, x, y]) | ("v" | "y", &[_, _, x, y]) => {
                    path.go_on(state.ctm.apply((x, y)));
                }
                ("re", &[x, y, w, h]) => {
                    let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)];
                    let corners = corners.map(|p| state.ctm.apply(p));
                    path.ring(&corners);
                }
                ("h", _) => path.close(),
                ("S" | "B" | "B*", _) => path.stroke(&mut self.marks),
                ("s" | "b" | "b*", _) => {
                    path.close();
                    path.stroke(&mut self.marks);
                }
                ("f" | "F" | "f*", _) => path.fill(&mut self.marks),
                ("n", _) => path.forget(),
                ("BT", _) => pen.set(Matrix::IDENTITY),
                ("Tf", &[size]) => {
                    state.font = self.font(&op.operands, resources);
                    state.size = size;
                }
                ("Tc", &[gap]) => state.character_gap = gap,
                ("Tw", &[gap]) => state.word_gap = gap,
                ("Tz", &[percent]) => state.stretch = percent / 100.0,
                ("TL", &[leading]) => state.leading = leading,
                ("Ts", &[rise]) => state.rise = rise,
                ("Tr", &[mode]) => state.hidden = mode == 3.0 || mode == 7.0,
                ("Td", &[x, y]) => pen.step(x, y),
                ("TD", &[x, y]) => {
                    state.leading = -y;
                    pen.step(x, y);
                }
                ("Tm", &[a, b, c, d, e, f]) => pen.set(Matrix([a, b, c, d, e, f])),
                ("T*", _) => pen.step(0.0, -state.leading),
                ("Tj", _) => self.show(&op.operands, &state, &mut pen),
                ("TJ", _) => {
                    let items = op.operands.first().and_then(|o| o.as_array().ok());
                    self.show(items.map_or(&[], |items| items), &state, &mut pen);
                }
                ("'", _) => {
                    pen.step(0.0, -state.leading);
                    self.show(&op.operands, &state, &mut pen);
                }
                ("\"", &[word, character, ..]) => {
                    (state.word_gap, state.character_gap) = (word, character);
                    pen.step(0.0, -state.leading);
                    let text = op.operands.get(2..).unwrap_or(&[]);
                    self.show(text, &state, &mut pen);
                }
                ("Do", _) => self.form(&op.operands, resources, &state, depth)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn font(&self, operands: &[Object], resources: Option<&'a Dictionary>) -> Option<&'a Font> {
        let fonts = dict_behind(self.document, resources?, b"Font")?;
        let name = operands.first()?.as_name().ok()?;
        self.fonts.get(&fonts.get(name).ok()?.as_reference().ok()?)
    }

    fn show(&mut self, items: &[Object], state: &State<'a>, pen: &mut Pen) {
        let Some(font) = state.font else { return };
        for item in items {
            if let Ok(step) = item.as_float() {
                let back = -f64::from(step) / 1000.0 * state.size * state.stretch;
                pen.at = Matrix::shift(back, 0.0).then(pen.at);
                continue;
            }
            let Ok(text) = item.as_str() else { continue };
            for bytes in text.chunks(font.bytes) {
                let code = bytes.iter().fold(0, |code, &b| code << 8 | u32::from(b));
                let space = bytes == [b' '];
                let gap = state.character_gap + if space { state.word_gap } else { 0.0 };
                let advance = (font.width(code) * state.size + gap) * state.stretch;
                let onto = pen.at.then(state.ctm);
                let glyph = Glyph {
                    at: onto.apply((0.0, state.rise)),
                    advance: advance * onto.scale(),
                    size: state.size * onto.scale(),
                    quarter: onto.quarter(),
                    character: font.character(code),
                };
                self.marks.glyphs.extend((!state.hidden).then_some(glyph));
                pen.at = Matrix::shift(advance, 0.0).then(pen.at);
            }
        }
    }

    fn form(
        &mut self,
        operands: &[Object],
        resources: Option<&'a Dictionary>,
        state: &State<'a>,
        depth: usize,
    ) -> Result<(), ReadbackError> {
        let document = self.document;
        let find = || {
            let forms = dict_behind(document, resources?, b"XObject")?;
            let name = operands.first()?.as_name().ok()?;
            let (id, object) = document.dereference(forms.get(name).ok()?).ok()?;
            let form = object.as_stream().ok()?;
            let kind = form.dict.get(b"Subtype").and_then(Object::as_name).ok()?;
            (kind == b"Form").then_some((id?, form))
        };
        let Some((id, form)) = find() else {
            return Ok(());
        };
        if depth == DEPTH_MOST {
            let words = format!("forms stand in each other more than {DEPTH_MOST} deep");
            return Err(ReadbackError::Page(words));
        }
        let operations = match self.forms.get(&id) {
            Some(operations) => operations.clone(),
            None => {
                let content = form.decompressed_content_with_limit(UNPACKED_MOST);
                let content = content.map_err(|e| ReadbackError::Page(e.to_string()))?;
                let decoded = Content::decode(&content);
                let decoded = decoded.map_err(|e| ReadbackError::Page(e.to_string()))?;
                let operations = std::rc::Rc::new(decoded.operations);
                self.forms.insert(id, operations.clone());
                operations
            }
        };
        let own = behind(document, &form.dict, b"Matrix").and_then(|o| o.as_array().ok());
        let own = own.and_then(|o| <[f64; 6]>::try_from(numbers(o)).ok());
        let own = own.map_or(Matrix::IDENTITY, Matrix);
        let inner = dict_behind(document, &form.dict, b"Resources").or(resources);
        let state = State {
            ctm: own.then(state.ctm),
            ..state.clone()
        };
        self.run(&operations, inner, state, depth + 1)
    }
}

/// A page's entry, or that of the part of the tree that it hangs on.
fn inherited<'a>(
    document: &'a Document,
    mut page: &'a Dictionary,
    key: &[u8],
) -> Option<&'a Dictionary> {
    for _ in 0..64 {
        if let Some(found) = dict_behind(document, page, key) {
            return Some(found);
        }
        page = dict_behind(document, page, b"Parent")?;
    }
    None
}
