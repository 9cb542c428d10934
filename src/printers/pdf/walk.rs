//! Executes the operators of pages and forms: updates the state and collects what is drawn.

use super::drawing::{Drawing, Kind, Letter, Mark};
use super::facts::Fact;
use super::font::{Font, Fonts};
use super::geometry::{Matrix, Point, Rect};
use super::limits::{MAX_FILE_STEPS, MAX_MARKS, MAX_OUTLINE_STEPS, MAX_PARSED, MAX_SAVED, Stop};
use super::object::{Dict, number, whole};
use super::operators::Operators;
use super::path::{Part, Path, bounds};
use super::state::{Brush, Layer, Space, State};
use super::text::{Pen, show};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

/// What a file lacks whose content is damaged.
pub(super) const UNPACKED: &str = "content that can be unpacked to its end";
/// Reading this many bytes counts as one step.
const BYTES_A_STEP: usize = 8;

/// Content with its own coordinates and resources, unpacked: a form, the cell of a pattern, the glyph of a Type 3
/// font.
pub(super) struct Form {
    pub content: Vec<u8>,
    pub matrix: Matrix,
    pub bounds: Option<Rect>,
    pub resources: Option<Dictionary>,
}

/// Walks the pages of a document, within limits.
pub(crate) struct Walker<'a> {
    pub(super) document: &'a Document,
    fonts: &'a Fonts,
    /// What this page has drawn so far.
    pub(super) drawing: Drawing,
    /// The forms of this page and of pages before, each unpacked once.
    pub(super) forms: HashMap<ObjectId, Rc<Form>>,
    /// The bytes of the content of all `forms`.
    pub(super) held: usize,
    /// The forms that this page has drawn so far.
    pub(super) drawn: HashSet<ObjectId>,
    /// The pattern cells and the glyphs of Type 3 fonts that this page has drawn so far.
    pub(super) sampled: HashSet<ObjectId>,
    /// Bytes of content that this page may still have, those of its forms included.
    pub(super) bytes_left: usize,
    /// Steps that a page may take.
    max_steps: usize,
    /// Steps that may still be taken on this page, and on all pages.
    steps_left: usize,
    all_steps_left: usize,
    /// Marks that may still be made on this page.
    marks_left: usize,
}

impl<'a> Walker<'a> {
    /// A walker that takes at most `max_steps` steps on each page. An operator is a step, a letter is one, and
    /// reading [`BYTES_A_STEP`] bytes is one; those of a form count each time it is drawn.
    pub fn new(document: &'a Document, fonts: &'a Fonts, max_steps: usize) -> Self {
        Self {
            document,
            fonts,
            drawing: Drawing::default(),
            forms: HashMap::new(),
            held: 0,
            drawn: HashSet::new(),
            sampled: HashSet::new(),
            bytes_left: MAX_PARSED,
            max_steps,
            steps_left: max_steps,
            all_steps_left: MAX_FILE_STEPS,
            marks_left: MAX_MARKS,
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
        self.sampled.clear();
        self.bytes_left = MAX_PARSED;
        self.marks_left = MAX_MARKS;
        self.steps_left = self.max_steps;
        let content = document.get_page_content_with_limit(id, self.bytes_left)?;
        self.take(content.len())?;
        let page = Dict::new(document, page);
        let resources = page.inherited(b"Resources").within(b"Resources").own;
        self.drawing = Drawing::default();
        self.note_object(page);
        let mut start = State::START;
        start.clip.rect = clip;
        let streams = document.get_page_contents(id).into_iter();
        let mut streams = streams.map(|id| document.get_object(id).and_then(Object::as_stream));
        // A damaged stream may be read as the dictionary before its data.
        let no_stream = page.dict(b"Contents").is_some();
        if no_stream || streams.any(|stream| !stream.is_ok_and(whole)) {
            self.note(Fact::Lack, UNPACKED);
        }
        self.run(&content, resources, start, 0)?;
        // A page of strokes has hundreds of thousands of marks.
        self.drawing.marks.shrink_to_fit();
        Ok(std::mem::take(&mut self.drawing))
    }

    /// Counts bytes of content that this page has.
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), Stop> {
        let exceeded = || Stop::limit(MAX_PARSED, "bytes of content");
        self.bytes_left = self.bytes_left.checked_sub(bytes).ok_or_else(exceeded)?;
        Ok(())
    }

    fn spend(&mut self, steps: usize) -> Result<(), Stop> {
        let exceeded = || Stop::limit(self.max_steps, "operators and letters");
        self.steps_left = self.steps_left.checked_sub(steps).ok_or_else(exceeded)?;
        let exceeded = || Stop::limit(MAX_FILE_STEPS, "operators and letters on all pages");
        self.all_steps_left = self.all_steps_left.checked_sub(steps).ok_or_else(exceeded)?;
        Ok(())
    }

    /// Counts marks: letters, sides of paths, pictures and shadings.
    pub(super) fn mark(&mut self, marks: usize) -> Result<(), Stop> {
        let exceeded = || Stop::limit(MAX_MARKS, "marks");
        self.marks_left = self.marks_left.checked_sub(marks).ok_or_else(exceeded)?;
        Ok(())
    }

    /// Adds a mark, unless it is outside of the clip.
    pub(super) fn draw(&mut self, kind: Kind, bounds: Option<Rect>, state: &State) {
        let Some(bounds) = bounds.and_then(|bounds| bounds.and(state.clip.rect)) else {
            return;
        };
        let line = match &kind {
            Kind::Lines { .. } => true,
            Kind::Letter(letter) => letter.hollow,
            _ => false,
        };
        let Brush { paint, alpha, overprints, .. } = if line { state.stroke } else { state.fill };
        let blends = state.blends || state.masked;
        if alpha < 1.0 || blends || matches!(&kind, Kind::Image(image) if image.masked) {
            self.note(Fact::Mixture, "transparency");
        }
        let marks = match state.layer {
            Layer::Page => &mut self.drawing.marks,
            Layer::Cell => &mut self.drawing.cells,
            Layer::Glyph => &mut self.drawing.glyphs,
        };
        marks.push(Mark {
            kind,
            bounds,
            paint,
            alpha,
            blends,
            overprints,
            clip: state.clip.clone(),
        });
    }

    /// Shows strings, with steps of the pen between them.
    fn show(
        &mut self,
        items: &[Object],
        resources: &Dictionary,
        state: &State,
        pen: &mut Pen,
        depth: usize,
    ) -> Result<(), Stop> {
        let letters: usize = items.iter().map(|item| item.as_str().map_or(1, <[u8]>::len)).sum();
        self.spend(letters)?;
        self.mark(letters)?;
        let has_text = |item: &Object| item.as_str().is_ok_and(|text| !text.is_empty());
        if state.font.is_none() && items.iter().any(has_text) {
            self.note(Fact::Lack, "the font of its text");
        }
        let mut letters = Vec::with_capacity(letters);
        show(items, state, pen, |letter| letters.push(letter));
        if self.fonts.are_exhausted() {
            return Err(Stop::limit(MAX_OUTLINE_STEPS, "operations of outlines in the file"));
        }
        for mut letter in letters {
            if letter.font.drawn {
                self.glyph(&letter, resources, state, depth)?;
                letter.ink = letter.font.ink(letter.code);
            }
            // What has no ink has a place.
            let place = || Rect::at(letter.onto.apply((0.0, 0.0)));
            let bounds = letter.bounds().unwrap_or_else(place);
            self.note_font(&letter);
            self.draw(Kind::Letter(Box::new(letter)), Some(bounds), state);
        }
        Ok(())
    }

    /// Notes the font of a letter with ink that is not in the file, or cannot be read.
    fn note_font(&mut self, letter: &Letter) {
        if let Some(trouble) = letter.font.trouble
            && letter.bounds().is_some()
        {
            let fact = if letter.hidden { Fact::HiddenFont } else { Fact::Font };
            self.note(fact, &format!("{} {trouble}", letter.font.name));
        }
    }

    /// Paints a path: fills it, draws its lines, or both.
    fn paint(&mut self, parts: &Rc<Vec<Part>>, operator: &[u8], state: &State) {
        if matches!(operator[0], b'f' | b'F' | b'B' | b'b') {
            let even_odd = operator.ends_with(b"*");
            let area = Kind::Area { parts: parts.clone(), even_odd };
            self.draw(area, bounds(parts), state);
        }
        if matches!(operator[0], b'S' | b's' | b'B' | b'b') {
            let (width, flat) = (state.width * state.ctm.scale(), state.cap == 0);
            let reach = parts.iter().map(|part| part.reach(width, flat)).reduce(Rect::or);
            let gap = state.gap * state.ctm.scale();
            self.draw(Kind::Lines { parts: parts.clone(), width, flat, gap }, reach, state);
        }
    }

    pub(super) fn run(
        &mut self,
        content: &[u8],
        resources: &Dictionary,
        mut state: State,
        depth: usize,
    ) -> Result<(), Stop> {
        self.spend(content.len() / BYTES_A_STEP)?;
        let mut operators = Operators::new(content);
        let mut stack = Vec::new();
        // The first six numbers among the operands.
        let mut numbers: Vec<f64> = Vec::new();
        let mut path = Path::default();
        let mut pen = Pen::new();
        let mut in_text = false;
        // Whether grey, red with green and blue, and inks of the device are used.
        let mut devices = [false; 3];
        while let Some((operator, operands)) = operators.next()? {
            self.spend(1)?;
            if makes_a_mark(operator) {
                self.mark(1)?;
            }
            if state.uncoloured && sets_a_colour(operator) {
                continue;
            }
            numbers.clear();
            numbers.extend(operands.iter().filter_map(number).take(6));
            let named = || operands.first().and_then(|o| o.as_name().ok());
            let on = |point: Point| state.ctm.apply(point);
            // The operators for the colour of lines are those for areas in capitals.
            let lines = operator[0].is_ascii_uppercase();
            match (std::str::from_utf8(operator).unwrap_or(""), &numbers[..]) {
                ("q", _) if stack.len() == MAX_SAVED => {
                    return Err(Stop::limit(MAX_SAVED, "saved graphics states"));
                }
                ("q", _) => stack.push(state.clone()),
                ("Q", _) => state = stack.pop().unwrap_or(state),
                ("cm", &[a, b, c, d, e, f]) => {
                    state.ctm = Matrix([a, b, c, d, e, f]).then(state.ctm);
                }
                ("w", &[width, ..]) => state.width = width,
                ("J", &[cap, ..]) => state.cap = cap as i64,
                ("d", _) => state.gap = gap(operands),
                ("gs", _) => self.extended(resources, named(), &mut state),

                ("m", &[x, y, ..]) => path.begin(on((x, y))),
                ("l", &[x, y, ..]) => path.line(on((x, y))),
                ("c", &[a, b, c, d, x, y]) => path.curve(on((a, b)), on((c, d)), on((x, y))),
                ("v", &[a, b, x, y, ..]) => path.curve_from_here(on((a, b)), on((x, y))),
                ("y", &[a, b, x, y, ..]) => path.curve(on((a, b)), on((x, y)), on((x, y))),
                ("re", &[x, y, w, h, ..]) => path.rectangle([x, y, w, h], state.ctm),
                ("h", _) => path.close(),
                ("W" | "W*", _) => path.clips = Some(operator == b"W*"),
                ("n", _) => state.clip_to(path.take()),
                ("S" | "s" | "f" | "F" | "f*" | "B" | "B*" | "b" | "b*", _) => {
                    if matches!(operator[0], b's' | b'b') {
                        path.close();
                    }
                    let whole = path.take();
                    self.paint(&whole.0, operator, &state);
                    state.clip_to(whole);
                }

                ("g" | "G" | "rg" | "RG" | "k" | "K", all) => {
                    let (at, space) = match operator {
                        b"g" | b"G" => (0, Space::Grey),
                        b"rg" | b"RG" => (1, Space::Rgb),
                        _ => (2, Space::Cmyk),
                    };
                    devices[at] = true;
                    state.set(lines, space, space.paint(all));
                }
                ("cs" | "CS", _) => {
                    let space = self.space(resources, operands.first());
                    state.set(lines, space, space.first());
                }
                ("sc" | "scn" | "SC" | "SCN", all) => {
                    let space = if lines { state.stroke.space } else { state.fill.space };
                    let paint = match space {
                        Space::Pattern => self.pattern(operands, all, resources, depth)?,
                        space => space.paint(all),
                    };
                    state.set(lines, space, paint);
                }

                ("sh", _) => {
                    if let Some(paint) = self.shading(named(), resources) {
                        let fill = Brush { paint, ..state.fill };
                        let state = State { fill, ..state.clone() };
                        self.draw(Kind::Shading, Some(Rect::ALL), &state);
                    }
                }
                ("Do", _) => self.object(named(), resources, &state, depth)?,
                ("BI", _) => {
                    if let Some(Object::Stream(image)) = operands.first() {
                        self.image(None, image, resources, &state);
                    }
                }
                // A glyph whose colour is that of the text.
                ("d1", _) => state.uncoloured = true,

                ("BT", _) => {
                    pen.set(Matrix::IDENTITY);
                    in_text = true;
                }
                ("ET", _) => in_text = false,
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
                (name @ ("Tj" | "TJ" | "'" | "\""), all) => {
                    if let ("\"", &[word, character, ..]) = (name, all) {
                        (state.word_space, state.char_space) = (word, character);
                    }
                    if matches!(name, "'" | "\"") {
                        pen.step(0.0, -state.leading);
                    }
                    let strings = match operands {
                        [Object::Array(items), ..] => items,
                        [.., string] => std::slice::from_ref(string),
                        [] => &[],
                    };
                    self.show(strings, resources, &state, &mut pen, depth)?;
                }
                ("ri", _) => self.note_intent(named()),
                _ => self.note_operator(operator),
            }
        }
        let families = ["DeviceGray", "DeviceRGB", "DeviceCMYK"].into_iter().zip(devices);
        for (family, _) in families.filter(|(_, used)| *used) {
            self.note_family(resources, family);
        }
        if operators.unfinished() || in_text {
            self.note(Fact::Lack, "the end of its content");
        }
        Ok(())
    }

    fn extended(&mut self, resources: &Dictionary, named: Option<&[u8]>, state: &mut State) {
        let all = Dict::new(self.document, resources).within(b"ExtGState");
        if let Some(own) = named.and_then(|name| all.dict(name)) {
            state.extend(own);
            if let Some((font, size)) = self.font_of(own) {
                (state.font, state.size) = (font, size);
            }
            self.note_state(own);
        }
    }

    /// The font that graphics parameters set, and its size.
    fn font_of(&self, parameters: Dict) -> Option<(Option<Arc<Font>>, f64)> {
        let [font, size] = parameters.get(b"Font")?.as_array().ok()?.get(..2)? else { return None };
        let size = number(parameters.follow(size)?)?;
        let (id, font) = self.document.dereference(font).ok()?;
        let font = font.as_dict().ok().map(|own| Dict::new(self.document, own));
        Some((font.and_then(|font| self.fonts.get(id, font)), size))
    }

    fn font(&self, resources: &Dictionary, name: &[u8]) -> Option<Arc<Font>> {
        let all = Dict::new(self.document, resources).within(b"Font");
        let (id, _) = self.document.dereference(all.own.get(name).ok()?).ok()?;
        self.fonts.get(id, all.dict(name)?)
    }
}

/// Whether an operator adds to a path, or draws something other than a path. Letters are counted when
/// they are shown.
fn makes_a_mark(operator: &[u8]) -> bool {
    matches!(operator, b"m" | b"l" | b"c" | b"v" | b"y" | b"re" | b"h" | b"sh" | b"BI")
}

/// Whether an operator sets a colour. Patterns and glyphs without colours of their own ignore it.
fn sets_a_colour(operator: &[u8]) -> bool {
    const ALL: [&[u8]; 12] =
        [b"g", b"G", b"rg", b"RG", b"k", b"K", b"cs", b"CS", b"sc", b"SC", b"scn", b"SCN"];
    ALL.contains(&operator)
}

/// The longest gap of a pattern of dashes: of an odd number of lengths each is a gap at some time.
fn gap(operands: &[Object]) -> f64 {
    let lengths = operands.first().and_then(|lengths| lengths.as_array().ok());
    let lengths: Vec<f64> = lengths.into_iter().flatten().filter_map(number).collect();
    let step = if lengths.len().is_multiple_of(2) { 2 } else { 1 };
    lengths.iter().skip(step - 1).step_by(step).copied().fold(0.0, f64::max)
}
