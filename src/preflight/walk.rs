//! Walks the content of a page and of the forms in it, and tells each mark with its place. Not
//! whether the mark is as it should be.

use super::font::{self, Font, dictionary, entry, numbers};
use super::geometry::{IDENTITY, Matrix, Rect, apply, scale, times};
use super::state::{Kind, Mark, Paint, Space, State};
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::HashMap;
use std::rc::Rc;

/// Forms stand in forms, but not deeper than this: a form that holds itself never ends.
const DEEPEST: usize = 16;
/// Operations on all pages together: a small file can ask for endless work.
const MOST_WORK: u64 = 100_000_000;
/// No content is longer when it is unpacked.
pub(super) const MOST_CONTENT: usize = 256 << 20;

/// Why the walk ended early.
pub(super) enum Stop {
    Unreadable,
    Endless,
}

/// A form, read once.
struct Form {
    operations: Vec<Operation>,
    matrix: Matrix,
    bounds: Option<Rect>,
    resources: Option<Dictionary>,
}

/// What is remembered from page to page.
pub(super) struct Walker<'a> {
    document: &'a Document,
    pub fonts: Vec<Font>,
    font_ids: HashMap<ObjectId, usize>,
    forms: HashMap<ObjectId, Rc<Form>>,
    work: u64,
    marks: Vec<Mark>,
    transparent: bool,
}

/// What a page shows.
pub(super) struct Drawn {
    pub marks: Vec<Mark>,
    /// Whether anything lets what is below shine through.
    pub transparent: bool,
}

impl<'a> Walker<'a> {
    pub fn new(document: &'a Document) -> Self {
        Self {
            document,
            fonts: Vec::new(),
            font_ids: HashMap::new(),
            forms: HashMap::new(),
            work: 0,
            marks: Vec::new(),
            transparent: false,
        }
    }

    /// The marks of a page.
    pub fn page(&mut self, id: ObjectId, resources: &Dictionary) -> Result<Drawn, Stop> {
        let content = self.document.get_page_content_with_limit(id, MOST_CONTENT);
        let content = content.map_err(|_| Stop::Unreadable)?;
        let content = Content::decode(&content).map_err(|_| Stop::Unreadable)?;
        let mut state = State::new(Rect::ALL);
        self.run(&content.operations, resources, &mut state, 0)?;
        Ok(Drawn {
            marks: std::mem::take(&mut self.marks),
            transparent: std::mem::take(&mut self.transparent),
        })
    }

    fn run(
        &mut self,
        operations: &[Operation],
        resources: &Dictionary,
        state: &mut State,
        depth: usize,
    ) -> Result<(), Stop> {
        let mut stack = Vec::new();
        let mut path = Path::default();
        let (mut line, mut pen) = (IDENTITY, IDENTITY);
        for operation in operations {
            self.work += 1;
            if self.work > MOST_WORK {
                return Err(Stop::Endless);
            }
            let operands = &operation.operands;
            let n = Numbers::of(operands);
            let name = || operands.first().and_then(|o| o.as_name().ok());
            match operation.operator.as_str() {
                "q" => stack.push(state.clone()),
                "Q" => *state = stack.pop().unwrap_or_else(|| state.clone()),
                "cm" => state.ctm = times(n.matrix(), state.ctm),
                "w" => state.width = n.at(0),
                "J" => state.cap = n.at(0) as i64,
                "gs" => self.graphics(resources, name(), state),
                "m" => path.begin(n.point(state.ctm, 0)),
                "l" => path.to(n.point(state.ctm, 0)),
                "c" => (0..3).for_each(|i| path.to(n.point(state.ctm, 2 * i))),
                "v" | "y" => (0..2).for_each(|i| path.to(n.point(state.ctm, 2 * i))),
                "re" => path.rectangle(&n, state.ctm),
                "h" => path.close(),
                "W" | "W*" => path.clips = true,
                "n" => path.end(state),
                "S" => self.paint(&mut path, state, false, true),
                "s" => {
                    path.close();
                    self.paint(&mut path, state, false, true);
                }
                "f" | "F" | "f*" => self.paint(&mut path, state, true, false),
                "B" | "B*" => self.paint(&mut path, state, true, true),
                "b" | "b*" => {
                    path.close();
                    self.paint(&mut path, state, true, true);
                }
                "g" => (state.fill_space, state.fill) = (Space::Grey, Paint::Grey(n.at(0))),
                "G" => (state.stroke_space, state.stroke) = (Space::Grey, Paint::Grey(n.at(0))),
                "rg" => (state.fill_space, state.fill) = (Space::Colour, Paint::Colour),
                "RG" => (state.stroke_space, state.stroke) = (Space::Colour, Paint::Colour),
                "k" => (state.fill_space, state.fill) = (Space::Cmyk, Space::Cmyk.paint(n.all())),
                "K" => {
                    (state.stroke_space, state.stroke) = (Space::Cmyk, Space::Cmyk.paint(n.all()));
                }
                "cs" | "CS" => {
                    let space = operands.first();
                    let read = |object| Space::read(self.document, resources, object);
                    let space = space.map_or(Space::Colour, read);
                    // Every space begins with black.
                    let paint = match space {
                        Space::Pattern => Paint::Pattern,
                        _ => Paint::Grey(0.0),
                    };
                    if operation.operator == "cs" {
                        (state.fill_space, state.fill) = (space, paint);
                    } else {
                        (state.stroke_space, state.stroke) = (space, paint);
                    }
                }
                "sc" | "scn" => state.fill = state.fill_space.paint(n.all()),
                "SC" | "SCN" => state.stroke = state.stroke_space.paint(n.all()),
                "sh" => self.mark(Kind::Fill, state.clip, Paint::Pattern, state),
                "Do" => self.object(name(), resources, state, depth)?,
                "BI" => {
                    let square = Rect::around([(0.0, 0.0), (1.0, 1.0)]);
                    let bounds = square.map(|square| square.through(state.ctm));
                    if let Some(bounds) = bounds {
                        self.mark(Kind::Image { dpi: 0.0 }, bounds, Paint::Pattern, state);
                    }
                }
                "BT" => (line, pen) = (IDENTITY, IDENTITY),
                "Tf" => {
                    state.font = name().and_then(|name| self.font(resources, name));
                    state.size = n.at(0);
                }
                "Tc" => state.char_space = n.at(0),
                "Tw" => state.word_space = n.at(0),
                "Tz" => state.stretch = n.at(0) / 100.0,
                "TL" => state.leading = n.at(0),
                "Ts" => state.rise = n.at(0),
                "Tr" => state.mode = n.at(0) as i64,
                "Td" | "TD" => {
                    if operation.operator == "TD" {
                        state.leading = -n.at(1);
                    }
                    line = times([1.0, 0.0, 0.0, 1.0, n.at(0), n.at(1)], line);
                    pen = line;
                }
                "Tm" => (line, pen) = (n.matrix(), n.matrix()),
                "T*" => {
                    line = times([1.0, 0.0, 0.0, 1.0, 0.0, -state.leading], line);
                    pen = line;
                }
                "Tj" => pen = self.show(operands, state, pen),
                "TJ" => {
                    if let Some(Ok(items)) = operands.first().map(Object::as_array) {
                        pen = self.show(items, state, pen);
                    }
                }
                "'" | "\"" => {
                    if let ("\"", [word, space, _]) = (operation.operator.as_str(), &operands[..]) {
                        state.word_space = font::number(word).unwrap_or(0.0);
                        state.char_space = font::number(space).unwrap_or(0.0);
                    }
                    line = times([1.0, 0.0, 0.0, 1.0, 0.0, -state.leading], line);
                    pen = self.show(operands, state, line);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Remembers a mark, as far as the clip lets it be seen.
    fn mark(&mut self, kind: Kind, bounds: Rect, paint: Paint, state: &State) {
        if let Some(bounds) = bounds.and(state.clip) {
            self.marks.push(Mark {
                kind,
                bounds,
                paint,
            });
        }
    }

    fn paint(&mut self, path: &mut Path, state: &mut State, fill: bool, stroke: bool) {
        for part in &path.parts {
            let Some(bounds) = Rect::around(part.points.iter().copied()) else {
                continue;
            };
            let (wide, high) = (bounds.width(), bounds.height());
            if fill {
                // A narrow filled rectangle is a line by another name.
                let narrow = wide.min(high);
                let kind = if part.upright && narrow > 0.0 && wide.max(high) > 3.0 * narrow {
                    Kind::Line { width: narrow }
                } else {
                    Kind::Fill
                };
                self.mark(kind, bounds, state.fill, state);
            }
            if stroke {
                let width = state.width * scale(state.ctm);
                let half = width / 2.0;
                // Flat ends: a level or upright line grows at its sides alone.
                let (dx, dy) = match (part.points.len(), state.cap) {
                    (2, 0) if high == 0.0 => (0.0, half),
                    (2, 0) if wide == 0.0 => (half, 0.0),
                    _ => (half, half),
                };
                self.mark(
                    Kind::Line { width },
                    bounds.grown(dx, dy),
                    state.stroke,
                    state,
                );
            }
        }
        path.end(state);
    }

    /// The extended state: line width, font, transparency.
    fn graphics(&mut self, resources: &Dictionary, name: Option<&[u8]>, state: &mut State) {
        let all = dictionary(self.document, resources, b"ExtGState");
        let Some(own) = all
            .zip(name)
            .and_then(|(all, name)| dictionary(self.document, all, name))
        else {
            return;
        };
        let value = |key: &[u8]| font::number(entry(self.document, own, key)?);
        if let Some(width) = value(b"LW") {
            state.width = width;
        }
        let thin = |key: &[u8]| value(key).is_some_and(|alpha| alpha < 1.0);
        let name = |key: &[u8]| entry(self.document, own, key).and_then(|o| o.as_name().ok());
        let blends = name(b"BM").is_some_and(|mode| mode != b"Normal" && mode != b"Compatible");
        let masked = own.has(b"SMask") && name(b"SMask") != Some(b"None");
        self.transparent |= thin(b"ca") || thin(b"CA") || blends || masked;
    }

    /// A form or a picture.
    fn object(
        &mut self,
        name: Option<&[u8]>,
        resources: &Dictionary,
        state: &State,
        depth: usize,
    ) -> Result<(), Stop> {
        let document = self.document;
        let all = dictionary(document, resources, b"XObject");
        let reference = all.zip(name).and_then(|(all, name)| all.get(name).ok());
        let Some((id, Ok(stream))) = reference
            .and_then(|reference| document.dereference(reference).ok())
            .map(|(id, object)| (id, object.as_stream()))
        else {
            return Ok(());
        };
        let kind = entry(document, &stream.dict, b"Subtype").and_then(|o| o.as_name().ok());
        if kind == Some(b"Image") {
            self.image(&stream.dict, resources, state);
            return Ok(());
        }
        if kind != Some(b"Form") || depth >= DEEPEST {
            return Ok(());
        }
        let known = id.and_then(|id| self.forms.get(&id).cloned());
        let form = match known {
            Some(form) => form,
            None => {
                let form = Rc::new(Form::read(document, stream).ok_or(Stop::Unreadable)?);
                self.forms.extend(id.map(|id| (id, Rc::clone(&form))));
                form
            }
        };
        let mut inner = state.clone();
        inner.ctm = times(form.matrix, state.ctm);
        if let Some(bounds) = form.bounds {
            match bounds.through(inner.ctm).and(state.clip) {
                Some(clip) => inner.clip = clip,
                None => return Ok(()),
            }
        }
        let own = form.resources.as_ref().unwrap_or(resources);
        self.run(&form.operations, own, &mut inner, depth + 1)
    }

    fn image(&mut self, image: &Dictionary, resources: &Dictionary, state: &State) {
        let document = self.document;
        self.transparent |= image.has(b"SMask");
        let mask = entry(document, image, b"ImageMask").and_then(|o| o.as_bool().ok());
        let space = entry(document, image, b"ColorSpace");
        let paint = match (mask, space.map(|o| Space::read(document, resources, o))) {
            (Some(true), _) => state.fill,
            (_, Some(Space::Colour | Space::Cmyk)) => Paint::Colour,
            _ => Paint::Pattern,
        };
        let across = (state.ctm[0].hypot(state.ctm[1])) / 72.0;
        let dots = entry(document, image, b"Width").and_then(font::number);
        let dpi = dots
            .filter(|_| across > 0.0)
            .map_or(0.0, |dots| dots / across);
        if let Some(square) = Rect::around([(0.0, 0.0), (1.0, 1.0)]) {
            self.mark(Kind::Image { dpi }, square.through(state.ctm), paint, state);
        }
    }

    /// The font of this name, read once for each object.
    fn font(&mut self, resources: &Dictionary, name: &[u8]) -> Option<usize> {
        let all = dictionary(self.document, resources, b"Font")?;
        let (id, object) = self.document.dereference(all.get(name).ok()?).ok()?;
        if let Some(&known) = id.and_then(|id| self.font_ids.get(&id)) {
            return Some(known);
        }
        self.fonts
            .push(Font::read(self.document, object.as_dict().ok()?));
        let index = self.fonts.len() - 1;
        self.font_ids.extend(id.map(|id| (id, index)));
        Some(index)
    }

    /// Strings, and steps between them.
    fn show(&mut self, items: &[Object], state: &State, mut pen: Matrix) -> Matrix {
        let Some(index) = state.font else {
            return pen;
        };
        let size = state.size;
        for item in items {
            if let Some(step) = font::number(item) {
                let back = -step / 1000.0 * size * state.stretch;
                pen = times([1.0, 0.0, 0.0, 1.0, back, 0.0], pen);
                continue;
            }
            let Ok(codes) = item.as_str() else { continue };
            for code in codes.chunks(if self.fonts[index].wide { 2 } else { 1 }) {
                let number = code.iter().fold(0, |n, byte| n << 8 | u16::from(*byte));
                let font = &mut self.fonts[index];
                let advance = font.advance(number);
                if let Some(ink) = font.ink(number) {
                    let em = [size * state.stretch, 0.0, 0.0, size, 0.0, state.rise];
                    let matrix = times(em, times(pen, state.ctm));
                    let kind = match state.mode {
                        3 | 7 => Kind::Invisible,
                        _ => Kind::Glyph {
                            size: matrix[2].hypot(matrix[3]),
                            font: index,
                        },
                    };
                    let paint = if state.mode == 1 {
                        state.stroke
                    } else {
                        state.fill
                    };
                    self.mark(kind, ink.through(matrix), paint, state);
                }
                let space = if code == [32] { state.word_space } else { 0.0 };
                let step = (advance * size + state.char_space + space) * state.stretch;
                pen = times([1.0, 0.0, 0.0, 1.0, step, 0.0], pen);
            }
        }
        pen
    }
}

impl Form {
    fn read(document: &Document, stream: &lopdf::Stream) -> Option<Self> {
        let content = if stream.dict.get(b"Filter").is_ok() {
            stream.decompressed_content_with_limit(MOST_CONTENT).ok()?
        } else {
            stream.content.clone()
        };
        let matrix = numbers(document, &stream.dict, b"Matrix");
        Some(Self {
            operations: Content::decode(&content).ok()?.operations,
            matrix: matrix.and_then(|m| m.try_into().ok()).unwrap_or(IDENTITY),
            bounds: super::state::rect(document, &stream.dict, b"BBox"),
            resources: dictionary(document, &stream.dict, b"Resources").cloned(),
        })
    }
}

/// The numbers among an operator's operands; what is missing is 0.
struct Numbers {
    numbers: [f64; 6],
    count: usize,
}

impl Numbers {
    fn of(operands: &[Object]) -> Self {
        let mut all = Self {
            numbers: [0.0; 6],
            count: 0,
        };
        for n in operands.iter().filter_map(font::number).take(6) {
            all.numbers[all.count] = n;
            all.count += 1;
        }
        all
    }

    fn at(&self, i: usize) -> f64 {
        self.numbers[i]
    }

    fn all(&self) -> &[f64] {
        &self.numbers[..self.count]
    }

    fn matrix(&self) -> Matrix {
        self.numbers
    }

    fn point(&self, ctm: Matrix, i: usize) -> (f64, f64) {
        apply(ctm, (self.numbers[i], self.numbers[i + 1]))
    }
}

/// A path that is being built, in the page's own measure.
#[derive(Default)]
struct Path {
    parts: Vec<Part>,
    clips: bool,
}

#[derive(Default)]
struct Part {
    points: Vec<(f64, f64)>,
    /// A rectangle by the operator for rectangles.
    upright: bool,
}

impl Path {
    fn begin(&mut self, point: (f64, f64)) {
        self.parts.push(Part {
            points: vec![point],
            upright: false,
        });
    }

    fn to(&mut self, point: (f64, f64)) {
        match self.parts.last_mut() {
            Some(part) => part.points.push(point),
            None => self.begin(point),
        }
    }

    fn rectangle(&mut self, n: &Numbers, ctm: Matrix) {
        let (x, y, w, h) = (n.at(0), n.at(1), n.at(2), n.at(3));
        let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)];
        self.parts.push(Part {
            points: corners.map(|corner| apply(ctm, corner)).to_vec(),
            upright: true,
        });
    }

    fn close(&mut self) {
        if let Some(part) = self.parts.last_mut()
            && let Some(&first) = part.points.first()
        {
            part.points.push(first);
        }
    }

    /// Forgets the path; if it clips, what it surrounds is all that is seen from now on.
    fn end(&mut self, state: &mut State) {
        if self.clips {
            let points = self
                .parts
                .iter()
                .flat_map(|part| part.points.iter().copied());
            let inside = Rect::around(points).and_then(|bounds| bounds.and(state.clip));
            // Nothing is seen: a clip beyond all pages.
            state.clip = inside.unwrap_or(Rect {
                left: f64::MAX,
                bottom: f64::MAX,
                right: f64::MAX,
                top: f64::MAX,
            });
        }
        *self = Self::default();
    }
}
