//! Turns the drawing operations of a page into PDF operators. All text of a page goes into one text
//! object, and neighbouring texts on a line become one string with adjustments. `operators` encodes
//! the operators.

use super::fonts::EmbeddedFonts;
use super::operators::{ContentWriter, FIXED_PER_POINT, to_fixed};
use crate::draw::picture::{ColourSpace, RasterImage};
use crate::page::{Colour, DrawOp, FormContent, LinkTarget, Page, PathPaint, Point, Rotation};
use crate::typesetting::Face;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Maximum horizontal distance between the starts of two rows of a grid, as a multiple of the type
/// size of their digits.
const MAX_ROW_OFFSET_EMS: f64 = 14.5;

/// The limits of the distance from one string of a run to the next, in type sizes.
const MIN_STEP_EMS: f64 = -0.5;
const MAX_STEP_EMS: f64 = 40.0;
/// The maximum character spacing of a grid, in widths of a digit. A larger one does not come from a
/// grid: these are numbers above neighbouring grids.
const MAX_SPACING: f64 = 4.0;
/// The unit of adjustments: thousandths of the type size.
const THOUSAND: f64 = 1000.0;

/// Consecutive forms on a page: the index of each, and its top left corner in fixed-point units.
/// Pages with the same sequence share one form for it.
type FormGroup = Vec<(usize, (i64, i64))>;

/// Encodes pages one after another, and collects the resources that they use.
#[derive(Default)]
pub(super) struct ContentEncoder {
    drawn: EncodedContent,
    /// The forms of all pages, each once.
    forms: Vec<Arc<FormContent>>,
    /// The number of each form in the file by its index. Forms on pages precede those in groups.
    stamps: BTreeMap<usize, usize>,
    groups: BTreeMap<FormGroup, usize>,
}

/// The content streams and fonts of a file.
#[derive(Default)]
pub(super) struct EncodedContent {
    pub pages: Vec<Vec<u8>>,
    /// The links of each page.
    pub links: Vec<Vec<PageLink>>,
    /// The page of each anchor, and its distance from the top of the page.
    pub anchors: HashMap<LinkTarget, (usize, f64)>,
    /// Width, height and content of each form, by number.
    pub stamps: Vec<((f64, f64), Vec<u8>)>,
    /// The content of each group, by number.
    pub groups: Vec<Vec<u8>>,
    /// The pictures, by number.
    pub pictures: Vec<Arc<RasterImage>>,
    pub fonts: EmbeddedFonts,
    /// True if anything is in red, green and blue.
    pub has_rgb: bool,
}

/// An area of a page that leads to a place.
pub(super) struct PageLink {
    pub corner: Point,
    pub size: Point,
    pub target: LinkTarget,
}

/// Returns a point of an area of this height in fixed-point units, with y upwards.
fn at(height: f64, point: Point) -> (i64, i64) {
    (to_fixed(point.0), to_fixed(height) - to_fixed(point.1))
}

/// Returns the keys of a map, sorted by number.
fn by_number<T: Clone>(numbers: &BTreeMap<T, usize>) -> Vec<T> {
    let mut all: Vec<_> = numbers.iter().collect();
    all.sort_by_key(|(_, number)| **number);
    all.into_iter().map(|(key, _)| key.clone()).collect()
}

impl ContentEncoder {
    /// Starts without pages. `is_cover` means that the only page will be a cover.
    pub fn new(is_cover: bool) -> Self {
        let mut content = Self::default();
        content.drawn.fonts.digits_together = !is_cover;
        content
    }

    /// Encodes a page whose lower left corner is at `corner` of its sheet.
    pub fn add_page(&mut self, page: &Page, corner: Point) {
        let mut ops = ContentWriter::default();
        if corner != (0.0, 0.0) {
            ops.transform([1, 0, 0, 1], (to_fixed(corner.0), to_fixed(corner.1)));
        }
        self.draw(&mut ops, page.height, Colour::BLACK, &page.marks);
        self.add_links(&page.marks);
        self.drawn.pages.push(ops.into_bytes());
    }

    /// Adds the links and the anchors of the page that is encoded.
    fn add_links(&mut self, marks: &[DrawOp]) {
        let mut links = Vec::new();
        for mark in marks {
            match mark {
                DrawOp::Link { corner, size, target } => {
                    links.push(PageLink { corner: *corner, size: *size, target: target.clone() });
                }
                DrawOp::Anchor { target, top } => {
                    let place = (self.drawn.pages.len(), *top);
                    self.drawn.anchors.insert(target.clone(), place);
                }
                _ => {}
            }
        }
        self.drawn.links.push(links);
    }

    /// Encodes the groups and forms that the pages use.
    pub fn finish(mut self) -> EncodedContent {
        for group in by_number(&self.groups) {
            let mut ops = ContentWriter::default();
            for (index, corner) in group {
                self.form(&mut ops, index, corner);
            }
            self.drawn.groups.push(ops.into_bytes());
        }
        for index in by_number(&self.stamps) {
            let form = self.forms[index].clone();
            let mut ops = ContentWriter::default();
            self.draw(&mut ops, form.height, Colour::BLACK, &form.marks);
            self.drawn.stamps.push(((form.width, form.height), ops.into_bytes()));
        }
        self.drawn
    }

    /// Encodes operations on an area of this height, in this colour.
    fn draw(&mut self, ops: &mut ContentWriter, height: f64, ink: Colour, marks: &[DrawOp]) {
        let mut group = FormGroup::new();
        let mut line_width = None;
        for mark in marks {
            let is_apart = matches!(
                mark,
                DrawOp::Form { .. }
                    | DrawOp::Text { .. }
                    | DrawOp::Link { .. }
                    | DrawOp::Anchor { .. }
            );
            if !is_apart {
                self.group(ops, std::mem::take(&mut group));
            }
            match mark {
                DrawOp::Line { from, to, width } => {
                    ops.width(&mut line_width, *width);
                    ops.path([at(height, *from), at(height, *to)]);
                    ops.operator("S");
                }
                DrawOp::Box { corner, size, colour } => {
                    self.fill(ops, *colour);
                    ops.rectangle(at(height, (corner.0, corner.1 + size.1)), *size);
                    ops.operator("f");
                    self.fill(ops, ink);
                }
                DrawOp::Shape { steps, even_odd } => {
                    ops.shape(steps, |point| at(height, *point));
                    ops.operator(if *even_odd { "f*" } else { "f" });
                }
                DrawOp::Picture { corner, size, picture } => {
                    let low = at(height, (corner.0, corner.1 + size.1));
                    self.picture(ops, low, *size, picture);
                }
                DrawOp::Path { points, paint } => {
                    if let PathPaint::Outline(width) = paint {
                        ops.width(&mut line_width, *width);
                    }
                    ops.path(points.iter().map(|point| at(height, *point)));
                    ops.operator("h");
                    ops.operator(match paint {
                        PathPaint::Fill => "f",
                        PathPaint::Outline(_) => "S",
                    });
                }
                DrawOp::Form { form, corner } => {
                    group.push((self.index(form), at(height, *corner)));
                }
                DrawOp::Rotated { .. } | DrawOp::Colored { .. } | DrawOp::Dotted { .. } => {
                    self.nested(ops, height, ink, mark);
                    line_width = None;
                }
                DrawOp::Text { .. } | DrawOp::Link { .. } | DrawOp::Anchor { .. } => {}
            }
        }
        self.group(ops, group);
        self.texts(height, marks, ops);
    }

    /// Encodes operations with a graphics state of their own.
    fn nested(&mut self, ops: &mut ContentWriter, height: f64, ink: Colour, mark: &DrawOp) {
        ops.operator("q");
        match mark {
            DrawOp::Rotated { turn, corner, size, marks } => {
                let (matrix, right) = match turn {
                    Rotation::Quarter => ([0, -1, 1, 0], corner.0),
                    Rotation::Half => ([-1, 0, 0, -1], corner.0 + size.0),
                };
                ops.transform(matrix, (to_fixed(right), to_fixed(height) - to_fixed(corner.1)));
                self.draw(ops, size.1, ink, marks);
            }
            DrawOp::Colored { colour, marks } => {
                self.fill(ops, *colour);
                ops.paint(*colour, ["G", "RG", "K"]);
                self.draw(ops, height, *colour, marks);
            }
            DrawOp::Dotted { dot, marks } => {
                ops.sign(b'[');
                ops.number(dot.0);
                ops.number(dot.1);
                ops.sign(b']');
                ops.number(0.0);
                ops.operator("d");
                self.draw(ops, height, ink, marks);
            }
            _ => {}
        }
        ops.operator("Q");
    }

    /// Sets the colour of areas and text.
    fn fill(&mut self, ops: &mut ContentWriter, colour: Colour) {
        self.drawn.has_rgb |= matches!(colour, Colour::Rgb(_));
        ops.paint(colour, ["g", "rg", "k"]);
    }

    /// Draws a picture that fills a rectangle with this lower left corner.
    fn picture(
        &mut self,
        ops: &mut ContentWriter,
        corner: (i64, i64),
        size: Point,
        picture: &Arc<RasterImage>,
    ) {
        self.drawn.has_rgb |= picture.colour_space() == ColourSpace::Rgb;
        let pictures = &mut self.drawn.pictures;
        let known = pictures.iter().position(|known| known == picture);
        let number = known.unwrap_or_else(|| {
            pictures.push(picture.clone());
            pictures.len() - 1
        });
        let (width, height) = picture.filling(size);
        let spare = (to_fixed(size.0) - to_fixed(width), to_fixed(size.1) - to_fixed(height));
        ops.operator("q");
        ops.rectangle(corner, size);
        ops.operator("W");
        ops.operator("n");
        for length in [to_fixed(width), 0, 0, to_fixed(height)] {
            ops.length(length);
        }
        ops.point((corner.0 + spare.0 / 2, corner.1 + spare.1 / 2));
        ops.operator("cm");
        ops.draw(b'P', number);
        ops.operator("Q");
    }

    /// Draws a single form, or several as a group.
    fn group(&mut self, ops: &mut ContentWriter, group: FormGroup) {
        if let [(index, corner)] = group[..] {
            self.form(ops, index, corner);
        } else if !group.is_empty() {
            let next = self.groups.len();
            ops.draw(b'G', *self.groups.entry(group).or_insert(next));
        }
    }

    /// Returns the index of a form among the forms of all pages, and adds it if it is new.
    fn index(&mut self, form: &Arc<FormContent>) -> usize {
        let mut forms = self.forms.iter();
        if let Some(index) = forms.position(|known| Arc::ptr_eq(known, form) || known == form) {
            return index;
        }
        self.forms.push(form.clone());
        self.forms.len() - 1
    }

    /// Draws a form. Its top left corner is the origin of the form.
    fn form(&mut self, ops: &mut ContentWriter, index: usize, corner: (i64, i64)) {
        let next = self.stamps.len();
        let number = *self.stamps.entry(index).or_insert(next);
        ops.operator("q");
        ops.transform([1, 0, 0, 1], corner);
        ops.draw(b'S', number);
        ops.operator("Q");
    }

    /// Encodes all texts of a page in one text object.
    fn texts(&mut self, height: f64, marks: &[DrawOp], ops: &mut ContentWriter) {
        let mut style = None;
        // The character spacing, in points.
        let mut spacing = 0.0;
        // The start of the last line, in fixed-point units. The next line is positioned relative to
        // it.
        let mut origin = (0, 0);
        let mut run: Option<TextRun<'_>> = None;
        for mark in marks {
            let DrawOp::Text { at, face, size, text } = mark else {
                continue;
            };
            if text.is_empty() {
                continue;
            }
            if style.is_none() {
                ops.operator("BT");
            }
            let font = self.drawn.fonts.number(*face);
            let (x, y) = (to_fixed(at.0), to_fixed(height) - to_fixed(at.1));
            // The size after rounding, as in the file.
            let size = &(to_fixed(*size) as f64 / FIXED_PER_POINT);
            let same_style = style == Some((*face, *size));
            if let Some(run) = &mut run
                && same_style
                && run.y == y
                && run.can_extend_to(x)
            {
                run.push(x, text);
                continue;
            }
            if let Some(run) = run.take() {
                self.show(run, &mut spacing, ops);
            }
            if !same_style {
                style = Some((*face, *size));
                ops.name(b'F', font);
                ops.length(to_fixed(*size));
                ops.operator("Tf");
            }
            // Rows of a grid can start in any column. Each line therefore starts where the line
            // above did, and an adjustment leads to its first digit: equal moves from row to row
            // compress better.
            let aligned = same_style
                && ((x - origin.0) as f64 / FIXED_PER_POINT).abs() < MAX_ROW_OFFSET_EMS * size;
            let start = if aligned { origin.0 } else { x };
            ops.point((start - origin.0, y - origin.1));
            ops.operator("Td");
            origin = (start, y);
            let mut next = TextRun::new(font, *face, *size, start, y);
            next.push(x, text);
            run = Some(next);
        }
        if let Some(run) = run.take() {
            self.show(run, &mut spacing, ops);
        }
        if style.is_some() {
            ops.operator("ET");
        }
    }

    /// Shows a run of text, and sets the character spacing if it changes.
    fn show(&mut self, run: TextRun, spacing: &mut f64, ops: &mut ContentWriter) {
        let space = run.space(*spacing).unwrap_or(0.0);
        if std::mem::replace(spacing, space) != space {
            ops.number(space);
            ops.operator("Tc");
        }
        let items = run.items(space);
        let is_plain = matches!(items[..], [(0.0, _)]);
        if !is_plain {
            ops.sign(b'[');
        }
        for (step, text) in items {
            if step != 0.0 {
                ops.number(step);
            }
            ops.codes(text.chars().map(|c| self.drawn.fonts.code(run.font, c)));
        }
        if !is_plain {
            ops.sign(b']');
        }
        ops.operator(if is_plain { "Tj" } else { "TJ" });
    }
}

/// Strings on one baseline in one face and size, each with its start in fixed-point units.
struct TextRun<'a> {
    font: usize,
    face: Face,
    size: f64,
    y: i64,
    /// The position of the pen before the first string, in fixed-point units.
    start: i64,
    /// The position of the pen after the last string, in points.
    pen: f64,
    strings: Vec<(i64, &'a str)>,
}

impl<'a> TextRun<'a> {
    fn new(font: usize, face: Face, size: f64, start: i64, y: i64) -> Self {
        Self {
            font,
            face,
            size,
            y,
            start,
            pen: start as f64 / FIXED_PER_POINT,
            strings: Vec::new(),
        }
    }

    /// Returns true if a string that starts at `x` is near enough to become part of the run.
    fn can_extend_to(&self, x: i64) -> bool {
        let step = x as f64 / FIXED_PER_POINT - self.pen;
        (MIN_STEP_EMS * self.size..MAX_STEP_EMS * self.size).contains(&step)
    }

    fn push(&mut self, x: i64, text: &'a str) {
        self.strings.push((x, text));
        self.pen = x as f64 / FIXED_PER_POINT + self.width(text);
    }

    fn width(&self, text: &str) -> f64 {
        text.chars().map(|c| self.face.advance(c)).sum::<f64>() * self.size
    }

    /// Returns the character spacing, in points, that puts digits of equal width into cells of
    /// equal width. `None` unless the run consists of such digits and the face has a blank of the
    /// same width. Prefers `before`.
    fn space(&self, before: f64) -> Option<f64> {
        let width = self.face.digit_blank()? * self.size;
        let mut strings = self.strings.iter();
        if !strings.all(|(_, text)| text.len() == 1 && self.width(text) == width) {
            return None;
        }
        let steps = self.strings.windows(2).map(|pair| pair[1].0 - pair[0].0);
        let min = steps.clone().min()? as f64;
        let cell = (before + width) * FIXED_PER_POINT;
        if before > 0.0 && cells(min, cell).is_some() {
            return Some(before);
        }
        let all = steps.filter_map(|step| Some((step, cells(step as f64, min)?)));
        let (way, number) = all.fold((0, 0), |(way, n), (step, cells)| (way + step, n + cells));
        let space = way as f64 / number as f64 / FIXED_PER_POINT - width;
        if space > 0.0 && space < MAX_SPACING * width {
            Some((space * THOUSAND).round() / THOUSAND)
        } else {
            None
        }
    }

    /// Returns the strings of the run, joined if blanks alone lead from one to the next. Each comes
    /// with the adjustment before it, to the left in thousandths of the type size, or 0.
    fn items(&self, space: f64) -> Vec<(f64, String)> {
        let mut items = Vec::with_capacity(self.strings.len());
        let (mut step_before, mut text) = (0.0, String::new());
        let mut pen = self.start as f64 / FIXED_PER_POINT;
        let blank = self.face.digit_blank().unwrap_or(0.0) * self.size;
        for &(x, string) in &self.strings {
            let x = x as f64 / FIXED_PER_POINT;
            let (step, cell) = ((x - pen) * FIXED_PER_POINT, (blank + space) * FIXED_PER_POINT);
            match cells(step, cell) {
                Some(blanks) if space > 0.0 => {
                    text.extend(std::iter::repeat_n(Face::DIGIT_BLANK, blanks as usize));
                    pen += blanks as f64 * (blank + space);
                }
                _ => {
                    // Adjustments are in thousandths of the type size, to the left. They are
                    // rounded, and the next adjustment compensates the error.
                    let step = ((pen - x) / self.size * THOUSAND).round();
                    if step != 0.0 {
                        if !text.is_empty() {
                            items.push((step_before, std::mem::take(&mut text)));
                        }
                        step_before = step;
                        pen -= step / THOUSAND * self.size;
                    }
                }
            }
            text.push_str(string);
            pen += self.width(string) + space * string.chars().count() as f64;
        }
        items.push((step_before, text));
        items
    }
}

/// Returns the number of cells of this width in a distance in fixed-point units, 0 included; `None`
/// if the distance is not a multiple.
fn cells(step: f64, cell: f64) -> Option<i64> {
    let number = (step / cell).round();
    let fits = (0.0..9.0).contains(&number) && (step - number * cell).abs() <= 2.0;
    if fits { Some(number as i64) } else { None }
}
