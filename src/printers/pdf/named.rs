//! What a page draws by name: forms, pictures, shadings, the cells of patterns, the glyphs of Type 3 fonts.

use super::drawing::{Image, Kind, Letter};
use super::facts::{Fact, slash};
use super::font::Ink;
use super::geometry::{Matrix, Rect};
use super::limits::{MAX_FORMS_DEEP, Stop};
use super::object::{Dict, filters, unpacked, whole};
use super::path::Path;
use super::shading;
use super::state::{Brush, Layer, Paint, Space, State};
use super::walk::{Form, UNPACKED, Walker};
use lopdf::{Dictionary, Object, ObjectId, Stream};
use std::rc::Rc;
use std::sync::Arc;

impl<'a> Walker<'a> {
    /// A picture. `id` is its number, unless it is inside of the content stream.
    pub(super) fn image(
        &mut self,
        id: Option<ObjectId>,
        stream: &Stream,
        resources: &Dictionary,
        state: &State,
    ) {
        let dict = Dict::new(self.document, &stream.dict);
        let mask = dict.flag(b"ImageMask") == Some(true);
        if id.is_none() {
            filters(dict).for_each(|filter| self.note(Fact::Filter, &slash(filter)));
        }
        let dots = |key: &[u8]| dict.number(key).unwrap_or(0.0);
        let space = (!mask).then(|| self.space(resources, dict.get(b"ColorSpace")));
        let image = Image {
            onto: state.ctm,
            id,
            inline: id.is_none().then(|| Arc::new(stream.clone())),
            dots: (dots(b"Width"), dots(b"Height")),
            space,
            masked: dict.has(b"SMask"),
            holes: dict.has(b"Mask"),
        };
        let bounds = Rect::UNIT.through(state.ctm);
        self.draw(Kind::Image(Box::new(image)), Some(bounds), state);
    }

    /// A form or a picture.
    pub(super) fn object(
        &mut self,
        named: Option<&[u8]>,
        resources: &Dictionary,
        state: &State,
        depth: usize,
    ) -> Result<(), Stop> {
        let (id, stream) = match self.resource(named, resources, b"XObject") {
            Some((Some(id), Object::Stream(stream))) => (id, stream),
            Some(_) => {
                self.note(Fact::Lack, "a form or picture that can be read");
                return Ok(());
            }
            None => return Ok(()),
        };
        let dict = Dict::new(self.document, &stream.dict);
        self.note_object(dict);
        match dict.name(b"Subtype") {
            Some(b"Image") => {
                self.mark(1)?;
                self.image(Some(id), stream, resources, state);
                Ok(())
            }
            Some(b"Form") => {
                let form = self.known(id, stream)?;
                let ctm = form.matrix.then(state.ctm);
                self.inside(&form, resources, State { ctm, ..state.clone() }, depth)
            }
            _ => Ok(()),
        }
    }

    /// The colour of a pattern. The cell of a tiling pattern is drawn once a page, apart from the page's
    /// own marks. `tint` is the colour of a cell that has none of its own.
    pub(super) fn pattern(
        &mut self,
        operands: &[Object],
        tint: &[f64],
        resources: &Dictionary,
        depth: usize,
    ) -> Result<Paint, Stop> {
        let named = operands.last().and_then(|o| o.as_name().ok());
        let (id, stream) = match self.resource(named, resources, b"Pattern") {
            Some((Some(id), Object::Stream(stream))) => (id, stream),
            Some((_, Object::Dictionary(dict))) => {
                let pattern = Dict::new(self.document, dict);
                if let Some(state) = pattern.dict(b"ExtGState") {
                    self.note_state(state);
                }
                let shading = pattern.get(b"Shading").and_then(|shading| pattern.of(shading));
                return Ok(shading.map_or(Paint::Other, |shading| self.shade(resources, shading)));
            }
            _ => return Ok(Paint::Pattern),
        };
        let uncoloured = Dict::new(self.document, &stream.dict).number(b"PaintType") == Some(2.0);
        let space = match tint.len() {
            1 => Space::Grey,
            3 => Space::Rgb,
            4 => Space::Cmyk,
            _ => Space::Other,
        };
        let fill = if uncoloured { space.paint(tint) } else { Paint::Grey(0.0) };
        if self.sampled.insert(id) {
            let form = self.known(id, stream)?;
            let (ctm, layer) = (form.matrix, Layer::Cell);
            let brush = Brush { paint: fill, ..Brush::START };
            let state =
                State { ctm, layer, uncoloured, fill: brush, stroke: brush, ..State::START };
            self.inside(&form, resources, state, depth)?;
        }
        if fill.is_colour() {
            return Ok(Paint::Other);
        }
        Ok(Paint::Pattern)
    }

    /// The colour of a shading; `None` if the file does not have it.
    pub(super) fn shading(
        &mut self,
        named: Option<&[u8]>,
        resources: &Dictionary,
    ) -> Option<Paint> {
        let (_, shading) = self.resource(named, resources, b"Shading")?;
        let file = Dict::new(self.document, resources);
        Some(self.shade(resources, file.of(shading)?))
    }

    fn shade(&mut self, resources: &Dictionary, shading: Dict) -> Paint {
        let space = self.space(resources, shading.get(b"ColorSpace"));
        shading::paint(space, shading)
    }

    /// Draws the glyph of a Type 3 font once a page, apart from the page's own marks, and notes where it
    /// has ink.
    pub(super) fn glyph(
        &mut self,
        letter: &Letter,
        resources: &Dictionary,
        state: &State,
        depth: usize,
    ) -> Result<(), Stop> {
        let Some(id) = letter.font.procedures.get(&letter.code).copied() else {
            return Ok(());
        };
        if !self.sampled.insert(id) {
            return Ok(());
        }
        let Ok(stream) = self.document.get_object(id).and_then(Object::as_stream) else {
            self.note(Fact::Lack, "the drawing of a glyph");
            return Ok(());
        };
        let form = self.known(id, stream)?;
        let own = letter.font.resources.as_ref().unwrap_or(resources);
        let before = self.drawing.glyphs.len();
        let ctm = letter.font.matrix.then(letter.onto);
        let stroke = Brush { paint: state.fill.paint, ..state.stroke };
        let state = State { ctm, stroke, layer: Layer::Glyph, ..state.clone() };
        self.inside(&form, own, state, depth)?;
        let drawn = self.drawing.glyphs[before..].iter();
        let bounds = drawn.map(|mark| mark.bounds).reduce(Rect::or);
        if let Some(back) = letter.onto.inverse() {
            let ink =
                bounds.map_or(Ink::Empty, |bounds| Ink::Unknown(Arc::new(bounds.through(back))));
            letter.font.learn(letter.code, ink);
        }
        Ok(())
    }

    /// A resource with its number. The drawing notes one that is not in the file.
    fn resource<'r>(
        &mut self,
        named: Option<&[u8]>,
        resources: &'r Dictionary,
        kind: &[u8],
    ) -> Option<(Option<ObjectId>, &'r Object)>
    where
        'a: 'r,
    {
        let document = self.document;
        let all = Dict::new(document, resources).within(kind).own;
        let found = named.and_then(|named| document.dereference(all.get(named).ok()?).ok());
        let found = found.filter(|(_, object)| !object.is_null());
        if found.is_none() {
            let kind = String::from_utf8_lossy(kind);
            let named = String::from_utf8_lossy(named.unwrap_or_default());
            self.note(Fact::Lack, &format!("the {kind} resource {named}"));
        }
        found
    }

    /// Draws a form in a state.
    fn inside(
        &mut self,
        form: &Form,
        resources: &Dictionary,
        mut state: State,
        depth: usize,
    ) -> Result<(), Stop> {
        if depth == MAX_FORMS_DEEP {
            return Err(Stop::limit(MAX_FORMS_DEEP, "forms inside each other"));
        }
        if let Some(bounds) = form.bounds {
            let mut path = Path::default();
            let Rect { left, bottom, .. } = bounds;
            path.rectangle([left, bottom, bounds.width(), bounds.height()], state.ctm);
            state.clip.cut(path.take().0, false);
        }
        let own = form.resources.as_ref().unwrap_or(resources);
        self.run(&form.content, own, state, depth + 1)
    }

    /// A form that is an object of the file. It is unpacked only once.
    fn known(&mut self, id: ObjectId, stream: &Stream) -> Result<Rc<Form>, Stop> {
        let again = !self.drawn.insert(id);
        if let Some(form) = self.forms.get(&id).cloned() {
            self.take(if again { 0 } else { form.content.len() })?;
            return Ok(form);
        }
        let dict = Dict::new(self.document, &stream.dict);
        let form = Form {
            content: unpacked(stream, self.bytes_left)?,
            matrix: dict.matrix(b"Matrix").unwrap_or(Matrix::IDENTITY),
            bounds: dict.rect(b"BBox"),
            resources: dict.dict(b"Resources").map(|dict| dict.own.clone()),
        };
        self.take(form.content.len())?;
        if !whole(stream) {
            self.note(Fact::Lack, UNPACKED);
        }
        let form = Rc::new(form);
        self.held += form.content.len();
        self.forms.insert(id, Rc::clone(&form));
        Ok(form)
    }
}
