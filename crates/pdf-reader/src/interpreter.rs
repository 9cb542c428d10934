//! Interprets content streams: updates the graphics state and collects the painted objects.

use super::coverage::{Coverage, MAX_FILE_MASK_BYTES};
use super::drawing::{Drawing, PageObject, PageObjectKind, PlacedGlyph};
use super::font::{DocumentFonts, FontResource};
use super::geometry::{Matrix, Rect};
use super::limits::{MAX_OUTLINE_STEPS, MAX_PAGE_OBJECTS, MAX_PARSED, WalkError};
use super::object::{Dict, decodes_fully, is_filled_text, number};
use super::operators::OperatorReader;
use super::path::{Subpath, bounds};
use super::state::{ColorSpace, GraphicsState, Layer, PaintState};
use super::stream::{MAX_NUMBERS, OperatorCall, StreamState};
use super::text::show;
use super::usage::{ContentUsage, ContentUsages};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

/// The missing resource of a file with damaged content.
pub(super) const UNDECODABLE: &str = "content that can be unpacked to its end";
/// The number of content bytes that count as one step.
const BYTES_PER_STEP: usize = 8;

/// Decoded content with its own coordinates and resources: a form, a pattern cell, or a Type 3
/// glyph.
pub(super) struct FormXObject {
    pub content: Vec<u8>,
    pub matrix: Matrix,
    pub bounds: Option<Rect>,
    pub resources: Option<Dictionary>,
}

/// A form, and the bits of the matrix with which it is drawn.
pub(super) type FormPlace = (ObjectId, [u64; 6]);

/// A form that was drawn: all that its drawing depends on, and all that it changes.
pub(super) struct RepeatedForm {
    pub state: GraphicsState,
    pub depth: usize,
    pub objects: Vec<PageObject>,
    pub usages: ContentUsages,
    /// The forms in the form, each as often as it is drawn.
    pub draws: Vec<ObjectId>,
    /// The work that its content costs of the limits of a page.
    pub steps: usize,
    pub marks: usize,
}

/// An interpreter of the pages of a document, within limits.
pub struct ContentInterpreter<'a> {
    pub(super) document: &'a Document,
    fonts: &'a DocumentFonts,
    /// The objects of the current page so far.
    pub(super) drawing: Drawing,
    /// The forms of this page and earlier ones. Each is decoded once.
    pub(super) forms: HashMap<ObjectId, Rc<FormXObject>>,
    /// The total content bytes of all `forms`.
    pub(super) cached_bytes: usize,
    /// The objects of forms on this page and earlier ones, by form and matrix.
    pub(super) repeated: HashMap<FormPlace, Rc<RepeatedForm>>,
    /// The number of marks of all `repeated` forms.
    pub(super) repeated_marks: usize,
    /// The parts that the images of this page and earlier ones paint.
    pub(super) coverages: HashMap<ObjectId, Coverage>,
    /// The remaining number of decoded bytes of stencils and masks.
    pub(super) mask_bytes_left: usize,
    /// The forms drawn on the current page.
    pub(super) drawn: HashSet<ObjectId>,
    /// The forms drawn on the current page, in order, each as often as it is drawn.
    pub(super) draws: Vec<ObjectId>,
    /// The pattern cells and Type 3 glyphs drawn on the current page.
    pub(super) sampled: HashSet<ObjectId>,
    /// The number of uses of pattern cells and Type 3 glyphs on the current page.
    pub(super) samplings: usize,
    /// The remaining content bytes of the page, including its forms.
    pub(super) bytes_left: usize,
    /// The maximum number of steps of a page.
    max_steps: usize,
    /// The remaining steps of the page.
    pub(super) steps_left: usize,
    /// The remaining objects of the page.
    pub(super) objects_left: usize,
}

impl<'a> ContentInterpreter<'a> {
    /// Creates an interpreter that takes at most `max_steps` steps on each page. An operator, a
    /// glyph, and `BYTES_PER_STEP` bytes of content are one step each. Forms count each time they
    /// are drawn.
    pub fn new(document: &'a Document, fonts: &'a DocumentFonts, max_steps: usize) -> Self {
        Self {
            document,
            fonts,
            drawing: Drawing::default(),
            forms: HashMap::new(),
            cached_bytes: 0,
            repeated: HashMap::new(),
            repeated_marks: 0,
            coverages: HashMap::new(),
            mask_bytes_left: MAX_FILE_MASK_BYTES,
            drawn: HashSet::new(),
            draws: Vec::new(),
            sampled: HashSet::new(),
            samplings: 0,
            bytes_left: MAX_PARSED,
            max_steps,
            steps_left: max_steps,
            objects_left: MAX_PAGE_OBJECTS,
        }
    }

    /// Returns everything that a page draws inside a rectangle.
    ///
    /// # Errors
    /// [`WalkError`] when the content is missing or damaged, or the page exceeds a limit.
    pub fn page(&mut self, id: ObjectId, clip: Rect) -> Result<Drawing, WalkError> {
        let drawing = self.draw_page(id, clip);
        let steps = self.max_steps - self.steps_left;
        if self.fonts.steps.spend(steps).is_none() {
            let words = "more operators and letters on all pages than its size justifies";
            return Err(WalkError::LimitExceeded(words.to_owned()));
        }
        drawing
    }

    fn draw_page(&mut self, id: ObjectId, clip: Rect) -> Result<Drawing, WalkError> {
        let document = self.document;
        let page = document.get_dictionary(id)?;
        for stream in document.get_page_contents(id) {
            if document.get_object(stream).is_err() {
                let words = format!("its content, object {} {}, is missing", stream.0, stream.1);
                return Err(WalkError::Unreadable(words));
            }
        }
        // Forms are cached, because many pages draw the same ones. The cache holds at most as many
        // bytes as one page may have.
        if self.cached_bytes > MAX_PARSED {
            self.forms.clear();
            self.forget_repeated();
            self.cached_bytes = 0;
        }
        self.drawn.clear();
        self.draws.clear();
        self.sampled.clear();
        self.bytes_left = MAX_PARSED;
        self.objects_left = MAX_PAGE_OBJECTS;
        self.steps_left = self.max_steps;
        let content = document.get_page_content_with_limit(id, self.bytes_left)?;
        self.charge_bytes(content.len())?;
        let page = Dict::new(document, page);
        let resources = page.inherited(b"Resources").dict_or_empty(b"Resources").own;
        self.drawing = Drawing::default();
        self.record_object(page);
        let mut start = GraphicsState::START;
        start.clip.rect = clip;
        let contents = document.get_page_contents(id).into_iter();
        let mut streams = contents.map(|id| document.get_object(id).and_then(Object::as_stream));
        // A damaged stream may be read as the dictionary before its data.
        let no_stream = page.dict(b"Contents").is_some();
        if no_stream || streams.any(|stream| !stream.is_ok_and(decodes_fully)) {
            self.record(ContentUsage::MissingResource, UNDECODABLE);
        }
        self.run(&content, resources, start, 0)?;
        // A page of strokes has hundreds of thousands of objects.
        self.drawing.objects.shrink_to_fit();
        Ok(std::mem::take(&mut self.drawing))
    }

    /// Charges bytes of content to the page.
    pub(super) fn charge_bytes(&mut self, bytes: usize) -> Result<(), WalkError> {
        charge(&mut self.bytes_left, bytes, MAX_PARSED, "bytes of content")
    }

    pub(super) fn charge_steps(&mut self, steps: usize) -> Result<(), WalkError> {
        charge(&mut self.steps_left, steps, self.max_steps, "operators and letters")
    }

    /// Charges objects to the page: glyphs, path segments, images and shadings.
    pub(super) fn charge_objects(&mut self, marks: usize) -> Result<(), WalkError> {
        charge(&mut self.objects_left, marks, MAX_PAGE_OBJECTS, "marks")
    }

    /// Adds an object, unless it lies outside the clip.
    pub(super) fn draw(
        &mut self,
        kind: PageObjectKind,
        bounds: Option<Rect>,
        state: &GraphicsState,
    ) {
        let Some(bounds) = bounds.and_then(|bounds| bounds.intersect(state.clip.rect)) else {
            let is_letter = matches!(&kind, PageObjectKind::Glyph(glyph) if !glyph.hidden);
            if is_letter && bounds.is_some() && state.layer == Layer::Page {
                self.record(ContentUsage::CutText, "text outside its clip");
            }
            return;
        };
        let line = match &kind {
            PageObjectKind::Stroke { .. } => true,
            PageObjectKind::Glyph(glyph) => glyph.stroke_only,
            _ => false,
        };
        let PaintState { paint, alpha, overprints, .. } =
            if line { state.stroke } else { state.fill };
        let blends = state.blends || state.masked;
        if alpha < 1.0 || blends || matches!(&kind, PageObjectKind::Image(image) if image.masked) {
            self.record(ContentUsage::Blending, "transparency");
        }
        let marks = match state.layer {
            Layer::Page => &mut self.drawing.objects,
            Layer::Cell => &mut self.drawing.cells,
            Layer::Glyph => &mut self.drawing.glyphs,
        };
        marks.push(PageObject {
            kind,
            bounds,
            paint,
            alpha,
            blends,
            overprints,
            clip: state.clip.clone(),
        });
    }

    /// Shows strings with the adjustments between them.
    fn show(&mut self, items: &[Object], stream: &mut StreamState) -> Result<(), WalkError> {
        let mut count = 0;
        for item in items {
            // An adjustment counts like a letter.
            count += if let Ok(string) = item.as_str() { string.len() } else { 1 };
        }
        self.charge_steps(count)?;
        self.charge_objects(count)?;
        let state = &stream.graphics;
        if state.font.is_none() && items.iter().any(is_filled_text) {
            self.record(ContentUsage::MissingResource, "the font of its text");
        }
        let mut glyphs = Vec::with_capacity(count);
        show(items, state, &mut stream.pen, &mut glyphs);
        if self.fonts.are_exhausted() {
            return Err(WalkError::limit(MAX_OUTLINE_STEPS, "operations of outlines in the file"));
        }
        for mut glyph in glyphs {
            if glyph.font.is_type3 {
                self.glyph(&glyph, stream)?;
                glyph.ink = glyph.font.ink(glyph.code);
            }
            // A glyph without ink still has a place.
            let bounds =
                glyph.bounds().unwrap_or_else(|| Rect::at(glyph.to_page.apply((0.0, 0.0))));
            self.record_font(&glyph);
            self.draw(PageObjectKind::Glyph(Box::new(glyph)), Some(bounds), state);
        }
        Ok(())
    }

    /// Records a font that is missing or unreadable.
    fn record_font(&mut self, glyph: &PlacedGlyph) {
        if let Some(embedding_problem) = glyph.font.embedding_problem {
            let fact = match glyph.bounds() {
                None => ContentUsage::BlankFont,
                Some(_) if glyph.hidden => ContentUsage::HiddenFont,
                Some(_) => ContentUsage::Font,
            };
            self.record(fact, &format!("{} {embedding_problem}", glyph.font.name));
        }
    }

    /// Paints a path: fills it, strokes it, or both.
    fn paint(&mut self, subpaths: &Rc<Vec<Subpath>>, operator: &[u8], state: &GraphicsState) {
        if matches!(operator[0], b'f' | b'F' | b'B' | b'b') {
            let even_odd = operator.ends_with(b"*");
            let area = PageObjectKind::Fill { subpaths: subpaths.clone(), even_odd };
            self.draw(area, bounds(subpaths), state);
        }
        if matches!(operator[0], b'S' | b's' | b'B' | b'b') {
            let (width, butt_caps) = (state.width * state.ctm.scale(), state.cap == 0);
            let stroke_bounds = subpaths
                .iter()
                .map(|part| part.stroke_bounds(width, butt_caps))
                .reduce(Rect::union);
            let max_dash_gap = state.max_dash_gap * state.ctm.scale();
            self.draw(
                PageObjectKind::Stroke {
                    subpaths: subpaths.clone(),
                    width,
                    butt_caps,
                    max_dash_gap,
                },
                stroke_bounds,
                state,
            );
        }
    }

    /// Interprets a content stream.
    pub(super) fn run(
        &mut self,
        content: &[u8],
        resources: &Dictionary,
        state: GraphicsState,
        depth: usize,
    ) -> Result<(), WalkError> {
        self.charge_steps(content.len() / BYTES_PER_STEP)?;
        let mut operators = OperatorReader::new(content);
        let mut stream = StreamState::new(resources, state, depth);
        let mut numbers: Vec<f64> = Vec::new();
        while let Some((operator, operands)) = operators.next_operation()? {
            self.charge_steps(1)?;
            if adds_object(operator) {
                self.charge_objects(1)?;
            }
            if stream.graphics.uncoloured && sets_colour(operator) {
                continue;
            }
            numbers.clear();
            numbers.extend(operands.iter().filter_map(number).take(MAX_NUMBERS));
            let name = std::str::from_utf8(operator).unwrap_or("");
            self.execute(
                &OperatorCall { operator, name, operands, numbers: &numbers },
                &mut stream,
            )?;
        }
        let families = ["DeviceGray", "DeviceRGB", "DeviceCMYK"].into_iter().zip(stream.devices);
        for (family, _) in families.filter(|(_, used)| *used) {
            self.record_color_family(resources, family);
        }
        if operators.unfinished() || stream.in_text {
            self.record(ContentUsage::MissingResource, "the end of its content");
        }
        Ok(())
    }

    /// Executes an operator, or records it if it is none of PDF.
    fn execute(
        &mut self,
        operation: &OperatorCall,
        stream: &mut StreamState,
    ) -> Result<(), WalkError> {
        let is_done = stream.build_path(operation)
            || stream.set_text_state(operation)
            || stream.set_graphics_state(operation)?
            || self.paint_path(operation, stream)
            || self.set_colour(operation, stream)?
            || self.paint_object(operation, stream)?
            || self.show_text(operation, stream)?
            || self.set_parameters(operation, stream);
        if !is_done {
            self.record_operator(operation.operator);
        }
        Ok(())
    }

    /// Executes an operator that ends the path. Returns false for other operators.
    fn paint_path(&mut self, operation: &OperatorCall, stream: &mut StreamState) -> bool {
        let is_painted = match operation.name {
            "n" => false,
            "S" | "s" | "f" | "F" | "f*" | "B" | "B*" | "b" | "b*" => true,
            _ => return false,
        };
        if matches!(operation.name.as_bytes()[0], b's' | b'b') {
            stream.path.close();
        }
        let (subpaths, clips) = stream.path.take();
        if is_painted {
            self.paint(&subpaths, operation.operator, &stream.graphics);
        }
        stream.graphics.clip_to(subpaths, clips);
        true
    }

    /// Executes an operator that sets a colour or a colour space. Returns false for other
    /// operators.
    fn set_colour(
        &mut self,
        operation: &OperatorCall,
        stream: &mut StreamState,
    ) -> Result<bool, WalkError> {
        let &OperatorCall { operands, numbers, .. } = operation;
        let (device, space) = match operation.name {
            "g" | "G" => (0, ColorSpace::Grey),
            "rg" | "RG" => (1, ColorSpace::Rgb),
            "k" | "K" => (2, ColorSpace::Cmyk),
            "cs" | "CS" => {
                let space = self.space(stream.resources, operands.first());
                stream.graphics.set(operation.is_for_strokes(), space, space.first());
                return Ok(true);
            }
            "sc" | "scn" | "SC" | "SCN" => {
                let GraphicsState { stroke, fill, .. } = &stream.graphics;
                let space = if operation.is_for_strokes() { stroke.space } else { fill.space };
                let paint = if space == ColorSpace::Pattern {
                    self.pattern(operands, numbers, stream.resources, stream.depth)?
                } else {
                    space.paint(numbers)
                };
                stream.graphics.set(operation.is_for_strokes(), space, paint);
                return Ok(true);
            }
            _ => return Ok(false),
        };
        stream.devices[device] = true;
        stream.graphics.set(operation.is_for_strokes(), space, space.paint(numbers));
        Ok(true)
    }

    /// Executes an operator that draws a shading, a form or an image. Returns false for other
    /// operators.
    fn paint_object(
        &mut self,
        operation: &OperatorCall,
        stream: &mut StreamState,
    ) -> Result<bool, WalkError> {
        let StreamState { resources, graphics, .. } = stream;
        let named = operation.resource();
        match operation.name {
            "sh" => {
                if let Some(paint) = self.shading(named, resources) {
                    let fill = PaintState { paint, ..graphics.fill };
                    let state = GraphicsState { fill, ..graphics.clone() };
                    self.draw(PageObjectKind::Shading, Some(Rect::ALL), &state);
                }
            }
            "Do" => self.object(named, stream)?,
            "BI" => {
                if let Some(Object::Stream(image)) = operation.operands.first() {
                    self.image(None, image, stream);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Executes an operator that shows text. Returns false for other operators.
    fn show_text(
        &mut self,
        operation: &OperatorCall,
        stream: &mut StreamState,
    ) -> Result<bool, WalkError> {
        match (operation.name, operation.numbers) {
            ("Tj" | "TJ", _) => {}
            ("'" | "\"", numbers) => {
                let state = &mut stream.graphics;
                if let ("\"", &[word, character, ..]) = (operation.name, numbers) {
                    (state.word_space, state.char_space) = (word, character);
                }
                stream.pen.step(0.0, -state.leading);
            }
            _ => return Ok(false),
        }
        let strings = match operation.operands {
            [Object::Array(items), ..] => items,
            [.., string] => std::slice::from_ref(string),
            [] => &[],
        };
        self.show(strings, stream)?;
        Ok(true)
    }

    /// Executes an operator that takes parameters from the resources, or sets the rendering intent.
    /// Returns false for other operators.
    fn set_parameters(&mut self, operation: &OperatorCall, stream: &mut StreamState) -> bool {
        let named = operation.resource();
        match (operation.name, operation.numbers) {
            ("gs", _) => self.apply_ext_gstate(named, stream),
            ("Tf", &[size, ..]) => {
                stream.graphics.font = named.and_then(|name| self.font(stream.resources, name));
                stream.graphics.size = size;
            }
            ("ri", _) => self.record_intent(named),
            _ => return false,
        }
        true
    }

    fn apply_ext_gstate(&mut self, named: Option<&[u8]>, stream: &mut StreamState) {
        let all = Dict::new(self.document, stream.resources).dict_or_empty(b"ExtGState");
        let Some(own) = named.and_then(|name| all.dict(name)) else { return };
        let state = &mut stream.graphics;
        state.apply_ext_gstate(own);
        if let Some((font, size)) = self.ext_gstate_font(own) {
            (state.font, state.size) = (font, size);
        }
        self.record_ext_gstate(own);
    }

    /// Returns the font and size that an ExtGState dictionary sets.
    fn ext_gstate_font(&self, parameters: Dict) -> Option<(Option<Arc<FontResource>>, f64)> {
        let [font, size] = parameters.get(b"Font")?.as_array().ok()?.get(..2)? else { return None };
        let size = number(parameters.resolve(size)?)?;
        let (id, font) = self.document.dereference(font).ok()?;
        let dict = font.as_dict().ok().map(|own| Dict::new(self.document, own));
        Some((dict.and_then(|dict| self.fonts.get(id, dict)), size))
    }

    fn font(&self, resources: &Dictionary, name: &[u8]) -> Option<Arc<FontResource>> {
        let all = Dict::new(self.document, resources).dict_or_empty(b"Font");
        let (id, _) = self.document.dereference(all.own.get(name).ok()?).ok()?;
        self.fonts.get(id, all.dict(name)?)
    }
}

/// Charges an amount to a limit.
fn charge(left: &mut usize, amount: usize, max: usize, what: &str) -> Result<(), WalkError> {
    *left = left.checked_sub(amount).ok_or_else(|| WalkError::limit(max, what))?;
    Ok(())
}

/// Returns true if an operator adds to a path or paints an image or shading. Glyphs are counted
/// when they are shown.
fn adds_object(operator: &[u8]) -> bool {
    matches!(operator, b"m" | b"l" | b"c" | b"v" | b"y" | b"re" | b"h" | b"sh" | b"BI")
}

/// Returns true if an operator sets a colour. Uncoloured patterns and glyphs ignore it.
fn sets_colour(operator: &[u8]) -> bool {
    const ALL: [&[u8]; 12] =
        [b"g", b"G", b"rg", b"RG", b"k", b"K", b"cs", b"CS", b"sc", b"SC", b"scn", b"SCN"];
    ALL.contains(&operator)
}
