//! Named resources of a page: forms, images, shadings, pattern cells, Type 3 glyphs.

use super::coverage::Coverage;
use super::drawing::{Image, PageObjectKind, PlacedGlyph};
use super::font::GlyphInk;
use super::geometry::{Matrix, Rect};
use super::interpreter::{ContentInterpreter, FormPlace, FormXObject, RepeatedForm, UNDECODABLE};
use super::limits::{MAX_FORMS_DEEP, WalkError};
use super::object::{Dict, decode, decodes_fully, filters};
use super::path::PathBuilder;
use super::shading;
use super::state::{ColorSpace, GraphicsState, Layer, PaintState, PdfPaint};
use super::stream::StreamState;
use super::usage::{ContentUsage, pdf_name};
use lopdf::{Dictionary, Object, ObjectId, Stream};
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of marks and forms of a form, and of all forms, that are kept to be drawn
/// again.
const MAX_REPEATED: usize = 2000;
const MAX_ALL_REPEATED: usize = 20_000;

impl<'a> ContentInterpreter<'a> {
    /// Draws an image. `id` is its object number; `None` for an inline image.
    pub(super) fn image(&mut self, id: Option<ObjectId>, stream: &Stream, content: &StreamState) {
        let StreamState { resources, graphics: state, .. } = content;
        let dict = Dict::new(self.document, &stream.dict);
        let mask = dict.flag(b"ImageMask") == Some(true);
        if id.is_none() {
            filters(dict).for_each(|filter| self.record(ContentUsage::Filter, &pdf_name(filter)));
        }
        if let Some(bits) = dict.number(b"BitsPerComponent").filter(|bits| *bits > 8.0) {
            self.record(ContentUsage::DeepImage, &format!("{bits}"));
        }
        let [width, height] = [&b"Width"[..], b"Height"].map(|key| dict.number(key).unwrap_or(0.0));
        let space = if mask { None } else { Some(self.space(resources, dict.get(b"ColorSpace"))) };
        let image = Image {
            to_page: state.ctm,
            id,
            inline: if id.is_none() { Some(Arc::new(stream.clone())) } else { None },
            dots: (width, height),
            space,
            masked: dict.has(b"SMask"),
            coverage: self.coverage(id, stream),
        };
        let bounds = Rect::UNIT.transform(state.ctm);
        self.draw(PageObjectKind::Image(Box::new(image)), Some(bounds), state);
    }

    /// Returns the part of its square that an image paints. Each image of the file is read once.
    fn coverage(&mut self, id: Option<ObjectId>, stream: &Stream) -> Coverage {
        if let Some(known) = id.and_then(|id| self.coverages.get(&id)) {
            return *known;
        }
        let coverage = Coverage::of(self.document, stream, &mut self.mask_bytes_left);
        if let Some(id) = id {
            self.coverages.insert(id, coverage);
        }
        coverage
    }

    /// Draws a form or an image.
    pub(super) fn object(
        &mut self,
        named: Option<&[u8]>,
        content: &StreamState,
    ) -> Result<(), WalkError> {
        let StreamState { resources, graphics: state, depth, .. } = content;
        let (id, stream) = match self.resource(named, resources, b"XObject") {
            Some((Some(id), Object::Stream(stream))) => (id, stream),
            Some(_) => {
                self.record(ContentUsage::MissingResource, "a form or picture that can be read");
                return Ok(());
            }
            None => return Ok(()),
        };
        let dict = Dict::new(self.document, &stream.dict);
        self.record_object(dict);
        match dict.name(b"Subtype") {
            Some(b"Image") => {
                self.charge_objects(1)?;
                self.image(Some(id), stream, content);
                Ok(())
            }
            Some(b"Form") => {
                let form = self.cached_form(id, stream)?;
                let ctm = form.matrix.then(state.ctm);
                let state = GraphicsState { ctm, ..state.clone() };
                // A form without resources uses those of the content that draws it.
                if form.resources.is_none()
                    || state.layer != Layer::Page
                    || state.clip.shapes().next().is_some()
                {
                    return self.draw_form(&form, resources, state, *depth);
                }
                self.repeat_form(id, &form, state, *depth)
            }
            _ => Ok(()),
        }
    }

    /// Draws a form with resources of its own on the page. Adds the same objects again if the form
    /// was drawn before in the same state, with the same limits charged.
    fn repeat_form(
        &mut self,
        id: ObjectId,
        form: &FormXObject,
        state: GraphicsState,
        depth: usize,
    ) -> Result<(), WalkError> {
        let place = (id, state.ctm.0.map(f64::to_bits));
        let known = self.repeated.get(&place).cloned();
        if let Some(known) = known.filter(|known| known.depth == depth && known.state == state) {
            self.charge_steps(known.steps)?;
            self.charge_objects(known.marks)?;
            for id in &known.draws {
                if self.drawn.insert(*id) {
                    self.charge_bytes(self.forms.get(id).map_or(0, |form| form.content.len()))?;
                }
            }
            self.draws.extend_from_slice(&known.draws);
            self.drawing.objects.extend_from_slice(&known.objects);
            self.drawing.usages.record_all(&known.usages);
            return Ok(());
        }
        let (objects, draws) = (self.drawing.objects.len(), self.draws.len());
        let (steps, marks, samplings) = (self.steps_left, self.objects_left, self.samplings);
        let before = std::mem::take(&mut self.drawing.usages);
        let drawn = self.draw_form(form, &Dictionary::new(), state.clone(), depth);
        let usages = std::mem::replace(&mut self.drawing.usages, before);
        self.drawing.usages.record_all(&usages);
        drawn?;
        let repeated = RepeatedForm {
            state,
            depth,
            objects: self.drawing.objects[objects..].to_vec(),
            usages,
            draws: self.draws[draws..].to_vec(),
            steps: steps - self.steps_left,
            marks: marks - self.objects_left,
        };
        // Patterns and Type 3 glyphs are drawn once a page.
        if self.samplings == samplings {
            self.keep_repeated(place, repeated);
        }
        Ok(())
    }

    /// Keeps the objects of a form, unless they are too many. Forgets those of other forms when all
    /// together are too many.
    fn keep_repeated(&mut self, place: FormPlace, form: RepeatedForm) {
        let size = 1 + form.marks + form.draws.len();
        if size > MAX_REPEATED {
            return;
        }
        if self.repeated_marks > MAX_ALL_REPEATED {
            self.forget_repeated();
        }
        self.repeated_marks += size;
        self.repeated.insert(place, Rc::new(form));
    }

    pub(super) fn forget_repeated(&mut self) {
        self.repeated.clear();
        self.repeated_marks = 0;
    }

    /// Returns the paint of a pattern. The cell of a tiling pattern is drawn once a page, apart
    /// from the page's objects. `tint` is the colour of an uncoloured cell.
    pub(super) fn pattern(
        &mut self,
        operands: &[Object],
        tint: &[f64],
        resources: &Dictionary,
        depth: usize,
    ) -> Result<PdfPaint, WalkError> {
        self.samplings += 1;
        let named = operands.last().and_then(|o| o.as_name().ok());
        let (id, stream) = match self.resource(named, resources, b"Pattern") {
            Some((Some(id), Object::Stream(stream))) => (id, stream),
            Some((_, Object::Dictionary(dict))) => {
                let pattern = Dict::new(self.document, dict);
                if let Some(state) = pattern.dict(b"ExtGState") {
                    self.record_ext_gstate(state);
                }
                let shading = pattern.get(b"Shading").and_then(|shading| pattern.as_dict(shading));
                let paint = shading.map(|shading| self.shade(resources, shading));
                return Ok(paint.unwrap_or(PdfPaint::Other));
            }
            _ => return Ok(PdfPaint::Pattern),
        };
        let uncoloured = Dict::new(self.document, &stream.dict).number(b"PaintType") == Some(2.0);
        let space = match tint.len() {
            1 => ColorSpace::Grey,
            3 => ColorSpace::Rgb,
            4 => ColorSpace::Cmyk,
            _ => ColorSpace::Other,
        };
        let fill = if uncoloured { space.paint(tint) } else { PdfPaint::Grey(0.0) };
        if self.sampled.insert(id) {
            let form = self.cached_form(id, stream)?;
            let (ctm, layer) = (form.matrix, Layer::Cell);
            let brush = PaintState { paint: fill, ..PaintState::START };
            let state = GraphicsState {
                ctm,
                layer,
                uncoloured,
                fill: brush,
                stroke: brush,
                ..GraphicsState::START
            };
            self.draw_form(&form, resources, state, depth)?;
        }
        if fill.is_colour() {
            return Ok(PdfPaint::Other);
        }
        Ok(PdfPaint::Pattern)
    }

    /// Returns the paint of a shading; `None` if it is missing.
    pub(super) fn shading(
        &mut self,
        named: Option<&[u8]>,
        resources: &Dictionary,
    ) -> Option<PdfPaint> {
        let (_, shading) = self.resource(named, resources, b"Shading")?;
        let file = Dict::new(self.document, resources);
        Some(self.shade(resources, file.as_dict(shading)?))
    }

    fn shade(&mut self, resources: &Dictionary, shading: Dict) -> PdfPaint {
        let space = self.space(resources, shading.get(b"ColorSpace"));
        shading::paint(space, shading)
    }

    /// Draws a Type 3 glyph once a page, apart from the page's objects, and caches its ink.
    pub(super) fn glyph(
        &mut self,
        glyph: &PlacedGlyph,
        content: &StreamState,
    ) -> Result<(), WalkError> {
        let state = &content.graphics;
        self.samplings += 1;
        let Some(id) = glyph.font.procedures.get(&glyph.code).copied() else {
            return Ok(());
        };
        if !self.sampled.insert(id) {
            return Ok(());
        }
        let Ok(stream) = self.document.get_object(id).and_then(Object::as_stream) else {
            self.record(ContentUsage::MissingResource, "the drawing of a glyph");
            return Ok(());
        };
        let form = self.cached_form(id, stream)?;
        let own = glyph.font.resources.as_ref().unwrap_or(content.resources);
        let before = self.drawing.glyphs.len();
        let ctm = glyph.font.matrix.then(glyph.to_page);
        let stroke = PaintState { paint: state.fill.paint, ..state.stroke };
        let state = GraphicsState { ctm, stroke, layer: Layer::Glyph, ..state.clone() };
        self.draw_form(&form, own, state, content.depth)?;
        let drawn = self.drawing.glyphs[before..].iter();
        let bounds = drawn.map(|object| object.bounds).reduce(Rect::union);
        if let Some(back) = glyph.to_page.inverse() {
            let ink = match bounds {
                Some(bounds) => GlyphInk::Unknown(Arc::new(bounds.transform(back))),
                None => GlyphInk::Empty,
            };
            glyph.font.cache_ink(glyph.code, ink);
        }
        Ok(())
    }

    /// Returns a resource with its object number. Records a missing one.
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
        let all = Dict::new(document, resources).dict_or_empty(kind).own;
        if let Some(named) = named
            && let Ok((id, object)) = all.get(named).and_then(|entry| document.dereference(entry))
            && !object.is_null()
        {
            return Some((id, object));
        }
        let kind = String::from_utf8_lossy(kind);
        let named = String::from_utf8_lossy(named.unwrap_or_default());
        self.record(ContentUsage::MissingResource, &format!("the {kind} resource {named}"));
        None
    }

    /// Draws a form in a state.
    fn draw_form(
        &mut self,
        form: &FormXObject,
        resources: &Dictionary,
        mut state: GraphicsState,
        depth: usize,
    ) -> Result<(), WalkError> {
        if depth == MAX_FORMS_DEEP {
            return Err(WalkError::limit(MAX_FORMS_DEEP, "forms inside each other"));
        }
        if let Some(bounds) = form.bounds {
            let mut path = PathBuilder::default();
            let Rect { left, bottom, .. } = bounds;
            path.rectangle([left, bottom, bounds.width(), bounds.height()], state.ctm);
            state.clip.intersect(path.take().0, false);
        }
        let own = form.resources.as_ref().unwrap_or(resources);
        self.run(&form.content, own, state, depth + 1)
    }

    /// Returns a form of the file. It is decoded only once.
    fn cached_form(&mut self, id: ObjectId, stream: &Stream) -> Result<Rc<FormXObject>, WalkError> {
        self.draws.push(id);
        let again = !self.drawn.insert(id);
        if let Some(form) = self.forms.get(&id).cloned() {
            self.charge_bytes(if again { 0 } else { form.content.len() })?;
            return Ok(form);
        }
        let dict = Dict::new(self.document, &stream.dict);
        let form = FormXObject {
            content: decode(stream, self.bytes_left)?,
            matrix: dict.matrix(b"Matrix").unwrap_or(Matrix::IDENTITY),
            bounds: dict.rect(b"BBox"),
            resources: dict.dict(b"Resources").map(|dict| dict.own.clone()),
        };
        self.charge_bytes(form.content.len())?;
        if !decodes_fully(stream) {
            self.record(ContentUsage::MissingResource, UNDECODABLE);
        }
        let form = Rc::new(form);
        self.cached_bytes += form.content.len();
        self.forms.insert(id, Rc::clone(&form));
        Ok(form)
    }
}
