//! Executes the operators of pages and forms: updates the state and reports what is drawn.

use super::geometry::{Matrix, Point, Rect};
use super::limits::{MAX_FORMS_DEEP, MAX_MARKS, MAX_MARKS_IN_ALL, MAX_PARSED, MAX_SAVED, Stop};
use super::object::{Numbers, dictionary, entry, inherited, matrix, name, number, rect, unpacked};
use super::operators::Operators;
use super::path::Path;
use super::sink::Sink;
use super::state::{Paint, Space, State};
use super::text::{Pen, show};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Reading this many bytes counts as one step.
const BYTES_A_STEP: usize = 8;

/// Walks the pages of a document, within limits.
pub(crate) struct Walker<'a> {
    document: &'a Document,
    /// The forms of this page and of pages before, each unpacked once.
    forms: HashMap<ObjectId, Rc<Form>>,
    /// The bytes of the content of all `forms`.
    held: usize,
    /// The forms that this page has drawn so far.
    drawn: HashSet<ObjectId>,
    /// Bytes of content that this page may still have, those of its forms included.
    bytes_left: usize,
    /// Steps that may still be taken, on all pages.
    steps_left: usize,
    /// Marks that may still be made on this page.
    marks_left: usize,
    /// Marks that may still be made on all pages.
    all_marks_left: usize,
}

/// A form, unpacked.
struct Form {
    content: Vec<u8>,
    matrix: Matrix,
    bounds: Option<Rect>,
    resources: Option<Dictionary>,
}

impl<'a> Walker<'a> {
    /// A walker that takes at most `steps` steps. An operator is a step, a letter is one, and
    /// reading [`BYTES_A_STEP`] bytes is one; those of a form count each time it is drawn.
    pub fn new(document: &'a Document, steps: usize) -> Self {
        Self {
            document,
            forms: HashMap::new(),
            held: 0,
            drawn: HashSet::new(),
            bytes_left: MAX_PARSED,
            steps_left: steps,
            marks_left: MAX_MARKS,
            all_marks_left: MAX_MARKS_IN_ALL,
        }
    }

    /// Reports to the sink everything that a page draws.
    ///
    /// # Errors
    /// [`Stop`] when the content is missing or damaged, or the page exceeds a limit.
    pub fn page(&mut self, id: ObjectId, sink: &mut impl Sink) -> Result<(), Stop> {
        let document = self.document;
        let page = document.get_dictionary(id)?;
        for stream in document.get_page_contents(id) {
            if document.get_object(stream).is_err() {
                let words = format!("its content, object {} {}, is missing", stream.0, stream.1);
                return Err(Stop::Unreadable(words));
            }
        }
        // Forms are kept, because many pages draw the same ones, but at most as many bytes as one page
        // may have.
        if self.held > MAX_PARSED {
            self.forms.clear();
            self.held = 0;
        }
        self.drawn.clear();
        self.bytes_left = MAX_PARSED;
        self.marks_left = MAX_MARKS;
        let content = document.get_page_content_with_limit(id, self.bytes_left)?;
        self.take(content.len())?;
        let empty = Dictionary::new();
        let resources = inherited(document, page, b"Resources")
            .and_then(|at| dictionary(document, at, b"Resources"));
        let resources = resources.unwrap_or(&empty);
        self.run(&content, resources, State::START, 0, sink)
    }

    /// Counts bytes of content that this page has.
    fn take(&mut self, bytes: usize) -> Result<(), Stop> {
        self.bytes_left = self.bytes_left.checked_sub(bytes).ok_or(Stop::Endless)?;
        Ok(())
    }

    fn spend(&mut self, steps: usize) -> Result<(), Stop> {
        self.steps_left = self.steps_left.checked_sub(steps).ok_or(Stop::Endless)?;
        Ok(())
    }

    /// Counts marks: letters, sides of paths, pictures and shadings.
    fn mark(&mut self, marks: usize) -> Result<(), Stop> {
        self.marks_left = self.marks_left.checked_sub(marks).ok_or(Stop::Endless)?;
        self.all_marks_left = self.all_marks_left.checked_sub(marks).ok_or(Stop::Endless)?;
        Ok(())
    }

    /// Shows strings, with steps of the pen between them.
    fn show(
        &mut self,
        items: &[Object],
        state: &State,
        pen: &mut Pen,
        sink: &mut impl Sink,
    ) -> Result<(), Stop> {
        let letters: usize = items.iter().map(|item| item.as_str().map_or(1, <[u8]>::len)).sum();
        self.spend(letters)?;
        self.mark(letters)?;
        show(items, state, pen, sink);
        Ok(())
    }

    fn run(
        &mut self,
        content: &[u8],
        resources: &Dictionary,
        mut state: State,
        depth: usize,
        sink: &mut impl Sink,
    ) -> Result<(), Stop> {
        self.spend(content.len() / BYTES_A_STEP)?;
        let mut operators = Operators::new(content);
        let mut stack = Vec::new();
        let mut path = Path::default();
        let mut pen = Pen::new();
        while let Some((operator, operands)) = operators.next()? {
            self.spend(1)?;
            if makes_a_mark(operator) {
                self.mark(1)?;
            }
            let n = Numbers::of(operands);
            let named = || operands.first().and_then(|o| o.as_name().ok());
            let on = |point: Point| state.ctm.apply(point);
            match (std::str::from_utf8(operator).unwrap_or(""), n.all()) {
                ("q", _) if stack.len() == MAX_SAVED => return Err(Stop::Deep),
                ("q", _) => stack.push(state.clone()),
                ("Q", _) => state = stack.pop().unwrap_or(state),
                ("cm", &[a, b, c, d, e, f]) => {
                    state.ctm = Matrix([a, b, c, d, e, f]).then(state.ctm);
                }
                ("w", &[width, ..]) => state.width = width,
                ("J", &[cap, ..]) => state.cap = cap as i64,
                ("gs", _) => self.extended(resources, named(), &mut state, sink),

                ("m", &[x, y, ..]) => path.begin(on((x, y))),
                ("l", &[x, y, ..]) => path.line(on((x, y))),
                ("c", &[a, b, c, d, x, y]) => path.curve(&[on((a, b)), on((c, d))], on((x, y))),
                ("v" | "y", &[a, b, x, y, ..]) => path.curve(&[on((a, b))], on((x, y))),
                ("re", &[x, y, w, h, ..]) => path.rectangle([x, y, w, h], state.ctm),
                ("h", _) => path.close(),
                ("W" | "W*", _) => path.clips = true,
                ("n", _) => end(&mut path, &mut state),
                ("S" | "s" | "f" | "F" | "f*" | "B" | "B*" | "b" | "b*", _) => {
                    let operator = operator[0];
                    if matches!(operator, b's' | b'b') {
                        path.close();
                    }
                    if matches!(operator, b'f' | b'F' | b'B' | b'b') {
                        sink.fill(&path.parts, &state);
                    }
                    if matches!(operator, b'S' | b's' | b'B' | b'b') {
                        sink.stroke(&path.parts, &state);
                    }
                    end(&mut path, &mut state);
                }

                ("g", all) => {
                    (state.fill_space, state.fill) = (Space::Grey, Space::Grey.paint(all))
                }
                ("G", all) => {
                    (state.stroke_space, state.stroke) = (Space::Grey, Space::Grey.paint(all));
                }
                ("rg", _) => (state.fill_space, state.fill) = (Space::Colour, Paint::Colour),
                ("RG", _) => (state.stroke_space, state.stroke) = (Space::Colour, Paint::Colour),
                ("k", all) => {
                    (state.fill_space, state.fill) = (Space::Cmyk, Space::Cmyk.paint(all))
                }
                ("K", all) => {
                    (state.stroke_space, state.stroke) = (Space::Cmyk, Space::Cmyk.paint(all));
                }
                ("cs", _) => {
                    state.fill_space = self.space(resources, operands);
                    state.fill = state.fill_space.first();
                }
                ("CS", _) => {
                    state.stroke_space = self.space(resources, operands);
                    state.stroke = state.stroke_space.first();
                }
                ("sc" | "scn", all) => state.fill = state.fill_space.paint(all),
                ("SC" | "SCN", all) => state.stroke = state.stroke_space.paint(all),

                ("sh", _) => sink.shade(&state),
                ("Do", _) => self.object(named(), resources, &state, depth, sink)?,
                ("BI", _) => sink.image(None, resources, &state),

                ("BT", _) => pen.set(Matrix::IDENTITY),
                ("Tf", &[size, ..]) => {
                    state.font = named().and_then(|name| self.font(resources, name, sink));
                    state.size = size;
                }
                ("Tc", &[space, ..]) => state.char_space = space,
                ("Tw", &[space, ..]) => state.word_space = space,
                ("Tz", &[percent, ..]) => state.stretch = percent / 100.0,
                ("TL", &[leading, ..]) => state.leading = leading,
                ("Ts", &[rise, ..]) => state.rise = rise,
                ("Tr", &[mode, ..]) => state.mode = mode as i64,
                ("Td", &[x, y, ..]) => pen.step(x, y),
                ("TD", &[x, y, ..]) => {
                    state.leading = -y;
                    pen.step(x, y);
                }
                ("Tm", &[a, b, c, d, e, f]) => pen.set(Matrix([a, b, c, d, e, f])),
                ("T*", _) => pen.step(0.0, -state.leading),
                ("Tj", _) => self.show(operands, &state, &mut pen, sink)?,
                ("TJ", _) => {
                    let items = operands.first().and_then(|o| o.as_array().ok());
                    self.show(items.map_or(&[], |items| items), &state, &mut pen, sink)?;
                }
                ("'", _) => {
                    pen.step(0.0, -state.leading);
                    self.show(operands, &state, &mut pen, sink)?;
                }
                ("\"", &[word, character, ..]) => {
                    (state.word_space, state.char_space) = (word, character);
                    pen.step(0.0, -state.leading);
                    self.show(operands.get(2..).unwrap_or(&[]), &state, &mut pen, sink)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn space(&self, resources: &Dictionary, operands: &[Object]) -> Space {
        let read = |object| Space::read(self.document, resources, object);
        operands.first().map_or(Space::Colour, read)
    }

    fn extended(
        &self,
        resources: &Dictionary,
        named: Option<&[u8]>,
        state: &mut State,
        sink: &mut impl Sink,
    ) {
        let all = dictionary(self.document, resources, b"ExtGState");
        let own = all.zip(named).and_then(|(all, name)| dictionary(self.document, all, name));
        if let Some(own) = own {
            let width = entry(self.document, own, b"LW").and_then(number);
            state.width = width.unwrap_or(state.width);
            sink.extended(own);
        }
    }

    fn font(&self, resources: &Dictionary, name: &[u8], sink: &mut impl Sink) -> Option<usize> {
        let all = dictionary(self.document, resources, b"Font")?;
        let (id, object) = self.document.dereference(all.get(name).ok()?).ok()?;
        sink.font(id, object.as_dict().ok()?)
    }

    /// A form or a picture.
    fn object(
        &mut self,
        named: Option<&[u8]>,
        resources: &Dictionary,
        state: &State,
        depth: usize,
        sink: &mut impl Sink,
    ) -> Result<(), Stop> {
        let document = self.document;
        let all = dictionary(document, resources, b"XObject");
        let reference = all.zip(named).and_then(|(all, name)| all.get(name).ok());
        let Some((id, Ok(stream))) = reference
            .and_then(|reference| document.dereference(reference).ok())
            .map(|(id, object)| (id, object.as_stream()))
        else {
            return Ok(());
        };
        match name(document, &stream.dict, b"Subtype") {
            Some(b"Image") => {
                self.mark(1)?;
                sink.image(Some(&stream.dict), resources, state);
                return Ok(());
            }
            Some(b"Form") => {}
            _ => return Ok(()),
        }
        if depth == MAX_FORMS_DEEP {
            return Err(Stop::Deep);
        }
        let form = match id {
            Some(id) => self.known(id, stream)?,
            None => Rc::new(self.form(stream)?),
        };
        let mut inner = state.clone();
        inner.ctm = form.matrix.then(state.ctm);
        if let Some(bounds) = form.bounds {
            match bounds.through(inner.ctm).and(state.clip) {
                Some(clip) => inner.clip = clip,
                None => return Ok(()),
            }
        }
        let own = form.resources.as_ref().unwrap_or(resources);
        self.run(&form.content, own, inner, depth + 1, sink)
    }

    /// A form that is an object of the file. It is unpacked only once.
    fn known(&mut self, id: ObjectId, stream: &Stream) -> Result<Rc<Form>, Stop> {
        let again = !self.drawn.insert(id);
        if let Some(form) = self.forms.get(&id).cloned() {
            self.take(if again { 0 } else { form.content.len() })?;
            return Ok(form);
        }
        let form = Rc::new(self.form(stream)?);
        self.held += form.content.len();
        self.forms.insert(id, Rc::clone(&form));
        Ok(form)
    }

    fn form(&mut self, stream: &Stream) -> Result<Form, Stop> {
        let document = self.document;
        let content = unpacked(stream, self.bytes_left)?;
        self.take(content.len())?;
        Ok(Form {
            content,
            matrix: matrix(document, &stream.dict, b"Matrix").unwrap_or(Matrix::IDENTITY),
            bounds: rect(document, &stream.dict, b"BBox"),
            resources: dictionary(document, &stream.dict, b"Resources").cloned(),
        })
    }
}

/// Whether an operator adds to a path, or draws something other than a path. Letters are counted when
/// they are shown.
fn makes_a_mark(operator: &[u8]) -> bool {
    matches!(operator, b"m" | b"l" | b"c" | b"v" | b"y" | b"re" | b"h" | b"sh" | b"BI")
}

/// Ends a path. If it is a clipping path, only what it surrounds is visible from now on.
fn end(path: &mut Path, state: &mut State) {
    if path.clips {
        let inside = path.bounds().and_then(|bounds| bounds.and(state.clip));
        state.clip = inside.unwrap_or(Rect::NOWHERE);
    }
    *path = Path::default();
}
