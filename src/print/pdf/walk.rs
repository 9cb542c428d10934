//! Executes the operators of pages and forms: updates the state and collects what is drawn.

use super::drawing::{Drawing, Image, Kind, Letter, Mark};
use super::font::{Font, Fonts};
use super::geometry::{Matrix, Point, Rect};
use super::limits::{MAX_FORMS_DEEP, MAX_MARKS, MAX_MARKS_IN_ALL, MAX_PARSED, MAX_SAVED, Stop};
use super::object::{Numbers, dictionary, entry, inherited, matrix, name, number, rect, unpacked};
use super::operators::Operators;
use super::path::{Path, bounds};
use super::state::{Space, State};
use super::text::{Pen, show};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

/// Reading this many bytes counts as one step.
const BYTES_A_STEP: usize = 8;

/// Walks the pages of a document, within limits.
pub(crate) struct Walker<'a> {
    document: &'a Document,
    fonts: &'a Fonts,
    /// What this page has drawn so far.
    drawing: Drawing,
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
    pub fn new(document: &'a Document, fonts: &'a Fonts, steps: usize) -> Self {
        Self {
            document,
            fonts,
            drawing: Drawing::default(),
            forms: HashMap::new(),
            held: 0,
            drawn: HashSet::new(),
            bytes_left: MAX_PARSED,
            steps_left: steps,
            marks_left: MAX_MARKS,
            all_marks_left: MAX_MARKS_IN_ALL,
        }
    }

    /// Everything that a page draws inside of a rectangle.
    ///
    /// # Errors
    /// [`Stop`] when the content is missing or damaged, or the page exceeds a limit.
    pub fn page(&mut self, id: ObjectId, clip: Rect) -> Result<Drawing, Stop> {
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
        self.drawing = Drawing::default();
        let mut start = State::START;
        start.clip.rect = clip;
        self.run(&content, resources, start, 0)?;
        Ok(std::mem::take(&mut self.drawing))
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

    /// Adds a mark, unless it is outside of the clip.
    fn draw(&mut self, kind: Kind, bounds: Option<Rect>, state: &State) {
        let Some(bounds) = bounds.and_then(|bounds| bounds.and(state.clip.rect)) else {
            return;
        };
        let line = match &kind {
            Kind::Lines { .. } => true,
            // In the mode 1 letters are outlined.
            Kind::Letter(_) => state.mode == 1,
            _ => false,
        };
        let (paint, alpha) = match line {
            true => (state.stroke, state.stroke_alpha),
            false => (state.fill, state.fill_alpha),
        };
        self.drawing.marks.push(Mark {
            kind,
            bounds,
            paint,
            alpha,
            blends: state.blends,
            overprints: state.overprints[usize::from(line)],
            clip: state.clip.clone(),
        });
    }

    /// Shows strings, with steps of the pen between them.
    fn show(&mut self, items: &[Object], state: &State, pen: &mut Pen) -> Result<(), Stop> {
        let letters: usize = items.iter().map(|item| item.as_str().map_or(1, <[u8]>::len)).sum();
        self.spend(letters)?;
        self.mark(letters)?;
        show(items, state, pen, |letter: Letter| {
            let bounds = letter.bounds().or_else(|| {
                // What has no ink has a place.
                Some(Rect::at(letter.onto.apply((0.0, 0.0))))
            });
            self.draw(Kind::Letter(letter), bounds, state);
        });
        Ok(())
    }

    /// Paints a path: fills it, draws its lines, or both.
    fn paint(&mut self, path: &Path, operator: &[u8], state: &State) {
        let parts = &path.parts;
        if matches!(operator[0], b'f' | b'F' | b'B' | b'b') {
            let even_odd = operator.ends_with(b"*");
            let area = Kind::Area { parts: parts.clone(), even_odd };
            self.draw(area, bounds(parts), state);
        }
        if matches!(operator[0], b'S' | b's' | b'B' | b'b') {
            let (width, flat) = (state.width * state.ctm.scale(), state.cap == 0);
            let reach = parts.iter().map(|part| part.reach(width, flat)).reduce(Rect::or);
            self.draw(Kind::Lines { parts: parts.clone(), width, flat }, reach, state);
        }
    }

    fn run(
        &mut self,
        content: &[u8],
        resources: &Dictionary,
        mut state: State,
        depth: usize,
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
                ("gs", _) => self.extended(resources, named(), &mut state),

                ("m", &[x, y, ..]) => path.begin(on((x, y))),
                ("l", &[x, y, ..]) => path.line(on((x, y))),
                ("c", &[a, b, c, d, x, y]) => path.curve(on((a, b)), on((c, d)), on((x, y))),
                ("v", &[a, b, x, y, ..]) => path.curve_from_here(on((a, b)), on((x, y))),
                ("y", &[a, b, x, y, ..]) => path.curve(on((a, b)), on((x, y)), on((x, y))),
                ("re", &[x, y, w, h, ..]) => path.rectangle([x, y, w, h], state.ctm),
                ("h", _) => path.close(),
                ("W" | "W*", _) => path.clips = Some(operator == b"W*"),
                ("n", _) => end(&mut path, &mut state),
                ("S" | "s" | "f" | "F" | "f*" | "B" | "B*" | "b" | "b*", _) => {
                    if matches!(operator[0], b's' | b'b') {
                        path.close();
                    }
                    self.paint(&path, operator, &state);
                    end(&mut path, &mut state);
                }

                ("g", all) => {
                    (state.fill_space, state.fill) = (Space::Grey, Space::Grey.paint(all))
                }
                ("G", all) => {
                    (state.stroke_space, state.stroke) = (Space::Grey, Space::Grey.paint(all));
                }
                ("rg", all) => {
                    (state.fill_space, state.fill) = (Space::Rgb, Space::Rgb.paint(all));
                }
                ("RG", all) => {
                    (state.stroke_space, state.stroke) = (Space::Rgb, Space::Rgb.paint(all));
                }
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

                ("sh", _) => self.draw(Kind::Shading, Some(Rect::ALL), &state),
                ("Do", _) => self.object(named(), resources, &state, depth)?,
                ("BI", _) => self.image(None, resources, &state),

                ("BT", _) => pen.set(Matrix::IDENTITY),
                ("Tf", &[size, ..]) => {
                    state.font = named().and_then(|name| self.font(resources, name));
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
                ("Tj", _) => self.show(operands, &state, &mut pen)?,
                ("TJ", _) => {
                    let items = operands.first().and_then(|o| o.as_array().ok());
                    self.show(items.map_or(&[], |items| items), &state, &mut pen)?;
                }
                ("'", _) => {
                    pen.step(0.0, -state.leading);
                    self.show(operands, &state, &mut pen)?;
                }
                ("\"", &[word, character, ..]) => {
                    (state.word_space, state.char_space) = (word, character);
                    pen.step(0.0, -state.leading);
                    self.show(operands.get(2..).unwrap_or(&[]), &state, &mut pen)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn space(&self, resources: &Dictionary, operands: &[Object]) -> Space {
        let read = |object| Space::read(self.document, resources, object);
        operands.first().map_or(Space::Other, read)
    }

    fn extended(&self, resources: &Dictionary, named: Option<&[u8]>, state: &mut State) {
        let all = dictionary(self.document, resources, b"ExtGState");
        let own = all.zip(named).and_then(|(all, name)| dictionary(self.document, all, name));
        if let Some(own) = own {
            state.extend(self.document, own);
        }
    }

    fn font(&self, resources: &Dictionary, name: &[u8]) -> Option<Arc<Font>> {
        let all = dictionary(self.document, resources, b"Font")?;
        let (id, object) = self.document.dereference(all.get(name).ok()?).ok()?;
        self.fonts.get(self.document, id, object.as_dict().ok()?)
    }

    /// A picture: its number and its dictionary, unless it is inside of the content stream.
    fn image(
        &mut self,
        image: Option<(Option<ObjectId>, &Dictionary)>,
        resources: &Dictionary,
        state: &State,
    ) {
        let document = self.document;
        let mut found = Image {
            onto: state.ctm,
            id: None,
            dots: (0.0, 0.0),
            space: Some(Space::Other),
            masked: false,
        };
        if let Some((id, dict)) = image {
            let dots = |key: &[u8]| entry(document, dict, key).and_then(number).unwrap_or(0.0);
            let mask = entry(document, dict, b"ImageMask").and_then(|o| o.as_bool().ok());
            let space = entry(document, dict, b"ColorSpace");
            let space = space.map_or(Space::Other, |o| Space::read(document, resources, o));
            found.id = id;
            found.dots = (dots(b"Width"), dots(b"Height"));
            found.space = (mask != Some(true)).then_some(space);
            found.masked = dict.has(b"SMask");
        }
        let bounds = Rect::UNIT.through(state.ctm);
        self.draw(Kind::Image(found), Some(bounds), state);
    }

    /// A form or a picture.
    fn object(
        &mut self,
        named: Option<&[u8]>,
        resources: &Dictionary,
        state: &State,
        depth: usize,
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
                self.image(Some((id, &stream.dict)), resources, state);
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
            let mut path = Path::default();
            let Rect { left, bottom, .. } = bounds;
            path.rectangle([left, bottom, bounds.width(), bounds.height()], inner.ctm);
            inner.clip.cut(path.parts, false);
        }
        let own = form.resources.as_ref().unwrap_or(resources);
        self.run(&form.content, own, inner, depth + 1)
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
    let path = std::mem::take(path);
    if let Some(even_odd) = path.clips {
        state.clip.cut(path.parts, even_odd);
    }
}
