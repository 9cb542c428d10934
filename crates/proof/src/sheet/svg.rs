//! Converts the pages of a PDF to SVG. Each outline and drawing is stored once and referenced where
//! it is used. Colours are screen colours. Shadings are grey boxes, as are images that cannot be
//! shown.

use super::pictures::PictureStore;
use crate::readback::Pdf;
use page::Colour;
use pdf_reader::{
    Drawing, FontResource, Image, PageObject, PageObjectKind, PdfPaint, PdfPoint, PlacedGlyph,
    Rect, Subpath, SubpathSegment,
};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// The space between a ring and what it is around, in points.
const RING_MARGIN: f64 = 6.0;
/// The look of a ring in a picture of its own.
const RING_STYLE: &str = "rx=\"6\" fill=\"none\" stroke=\"#d5281b\" stroke-width=\"3\"";
/// The maximum bytes of SVG of a page, and of all pages with their definitions. The rest of a
/// hostile page is left out.
const MAX_PAGE: usize = 500_000;
const MAX_ALL: usize = 40_000_000;
/// The minimum length in bytes of a path that is stored as a definition.
const LONG: usize = 48;
/// The attributes of lines in a file without a style sheet.
const LINE_STYLE: &str = "fill=\"none\" stroke=\"currentColor\"";
/// The maximum number of lines drawn as one path.
const MAX_LINES: usize = 2_000;

/// The cache key of a glyph: font address, code, and the matrix in thousandths.
type GlyphKey = (usize, u16, [i32; 4]);

/// A writer of the pages of a PDF as SVG.
pub(super) struct SvgWriter<'a> {
    pdf: &'a Pdf,
    prefix: &'a str,
    /// The number of each definition, by its text.
    known: HashMap<String, usize>,
    /// The ids of outlines. Holding the font keeps its address from being reused.
    glyphs: HashMap<GlyphKey, (Arc<FontResource>, Option<String>)>,
    pictures: PictureStore,
    definitions: String,
    written: usize,
}

/// Consecutive lines of one style, such as those of a grid.
#[derive(Default)]
struct LineBatch {
    style: String,
    subpaths: Vec<Subpath>,
}

/// A page as SVG.
pub(super) struct SvgPage {
    pub bounds: Rect,
    pub svg: String,
    /// True if objects were left out.
    pub cut: bool,
}

impl<'a> SvgWriter<'a> {
    /// Creates a writer. `prefix` starts every id.
    pub fn new(pdf: &'a Pdf, prefix: &'a str) -> Self {
        let (known, glyphs, pictures) = Default::default();
        Self { pdf, prefix, known, glyphs, pictures, definitions: String::new(), written: 0 }
    }

    /// Draws a page, counted from 1. A page that cannot be read or has no box stays empty.
    pub fn page(&mut self, page: usize) -> SvgPage {
        let usual = Rect { left: 0.0, bottom: 0.0, right: 432.0, top: 648.0 };
        let bounds =
            self.pdf.page_box(page - 1).map(rect).filter(|b| b.width() > 0.0 && b.height() > 0.0);
        let bounds = bounds.unwrap_or(usual);
        let mut page_svg = SvgPage { bounds, svg: String::new(), cut: false };
        let Ok(drawing) = self.pdf.drawing(page - 1) else {
            page_svg.cut = true;
            return page_svg;
        };
        self.draw(&drawing, &mut page_svg);
        self.written += page_svg.svg.len();
        page_svg
    }

    /// Returns the shared definitions as SVG.
    pub fn definitions(self) -> String {
        let definitions = self.definitions;
        format!("<svg class=\"hidden\" aria-hidden=\"true\"><defs>\n{definitions}</defs></svg>\n")
    }

    fn draw(&mut self, drawing: &Drawing, page: &mut SvgPage) {
        let mut group = String::new();
        let mut lines = LineBatch::default();
        for object in &drawing.objects {
            if object.is_invisible() || object.bounds.intersect(page.bounds).is_none() {
                continue;
            }
            if page.svg.len() > MAX_PAGE || self.written + self.definitions.len() > MAX_ALL {
                page.cut = true;
                break;
            }
            let wanted = self.style(object, page.bounds);
            if wanted != group {
                self.stroke(&mut lines, page);
                close(&group, &mut page.svg);
                if !wanted.is_empty() {
                    let _ = write!(page.svg, "<g{wanted}>");
                }
                group = wanted;
            }
            self.object(object, &mut lines, page);
        }
        self.stroke(&mut lines, page);
        close(&group, &mut page.svg);
    }

    /// Returns the attributes of an object: colour, opacity, clip. A black object without clip has
    /// none.
    fn style(&mut self, object: &PageObject, page: Rect) -> String {
        let colour = match object.kind {
            PageObjectKind::Image(_) | PageObjectKind::Shading => "#bbb".to_owned(),
            _ => colour(object.paint),
        };
        let mut out = match &*colour {
            "#000" => String::new(),
            colour => format!(" color=\"{colour}\" fill=\"{colour}\""),
        };
        if object.alpha < 1.0 {
            let _ = write!(out, " opacity=\"{}\"", number(object.alpha));
        }
        let mut clip = String::new();
        for (subpaths, even_odd) in object.clip.shapes() {
            let rule = if even_odd { " clip-rule=\"evenodd\"" } else { "" };
            let path = path(subpaths, (page.left, page.top));
            let before = if clip.is_empty() {
                String::new()
            } else {
                format!(" clip-path=\"url(#{clip})\"")
            };
            clip = self.define(|id| {
                format!("<clipPath id=\"{id}\"{before}><path{rule} d=\"{path}\"/></clipPath>\n")
            });
        }
        if clip.is_empty() && is_cut(object) {
            let place = rectangle(object.clip.rect, page);
            clip = self.define(|id| format!("<clipPath id=\"{id}\">{place}</clipPath>\n"));
        }
        if !clip.is_empty() {
            let _ = write!(out, " clip-path=\"url(#{clip})\"");
        }
        out
    }

    /// Returns the id of a definition and adds it if it is new.
    fn define(&mut self, write: impl Fn(&str) -> String) -> String {
        let text = write("");
        let next = self.known.len();
        let number = *self.known.entry(text).or_insert(next);
        let id = format!("{}-{number}", self.prefix);
        if number == next {
            self.definitions += &write(&id);
        }
        id
    }

    fn object(&mut self, object: &PageObject, lines: &mut LineBatch, page: &mut SvgPage) {
        if let PageObjectKind::Stroke { subpaths, width, butt_caps, max_dash_gap } = &object.kind {
            let cap = if *butt_caps { "" } else { " stroke-linecap=\"square\"" };
            let width = number(width.max(0.1));
            let dotted = format!(" stroke-dasharray=\"{width} {}\"", number(*max_dash_gap));
            let dotted = if *max_dash_gap > 0.0 { dotted.as_str() } else { "" };
            let style = format!(" class=\"ln\" stroke-width=\"{width}\"{cap}{dotted}");
            if style != lines.style || object.alpha < 1.0 || lines.subpaths.len() > MAX_LINES {
                self.stroke(lines, page);
                lines.style = style;
            }
            return lines.subpaths.extend_from_slice(subpaths);
        }
        self.stroke(lines, page);
        match &object.kind {
            PageObjectKind::Glyph(glyph) => self.glyph(glyph, page),
            PageObjectKind::Fill { subpaths, even_odd } => {
                self.place(subpaths, if *even_odd { " fill-rule=\"evenodd\"" } else { "" }, page);
            }
            PageObjectKind::Stroke { .. } => {}
            PageObjectKind::Image(image) => self.image(image, object.bounds, page),
            PageObjectKind::Shading => grey_box(object.bounds, page),
        }
    }

    /// Draws an image on its parallelogram, or a grey box if it cannot be shown.
    fn image(&mut self, image: &Image, place: Rect, page: &mut SvgPage) {
        let Some(address) = self.pictures.data_address(self.pdf, image) else {
            return grey_box(place, page);
        };
        let id = self.define(|id| {
            format!(
                "<image id=\"{id}\" width=\"1\" height=\"1\" preserveAspectRatio=\"none\" \
                 href=\"{address}\"/>\n"
            )
        });
        let [a, b, c, d, x, y] = image.to_page.0;
        // The unit square of SVG has its origin at the top.
        let (left, top) = (page.bounds.left, page.bounds.top);
        let matrix = [a, -b, -c, d, x + c - left, top - y - d].map(number).join(" ");
        let _ = write!(page.svg, "<use href=\"#{id}\" transform=\"matrix({matrix})\"/>");
    }

    /// Draws the collected lines as one path.
    fn stroke(&mut self, lines: &mut LineBatch, page: &mut SvgPage) {
        let subpaths = std::mem::take(&mut lines.subpaths);
        self.place(&subpaths, &lines.style, page);
    }

    /// Draws subpaths at their place. A path that was drawn before, such as the lines of the next
    /// grid, becomes a reference.
    fn place(&mut self, subpaths: &[Subpath], style: &str, page: &mut SvgPage) {
        let Some(start) = subpaths.first().map(|part| part.start) else {
            return;
        };
        let bounds = page.bounds;
        let own = path(subpaths, (bounds.left, bounds.top));
        if own.len() < LONG {
            let _ = write!(page.svg, "<path{style} d=\"{own}\"/>");
            return;
        }
        let moved = path(subpaths, start);
        let id = self.define(|id| format!("<path id=\"{id}\"{style} d=\"{moved}\"/>\n"));
        reference(&mut page.svg, &id, start, bounds);
    }

    fn glyph(&mut self, glyph: &PlacedGlyph, page: &mut SvgPage) {
        let [a, b, c, d, x, y] = glyph.to_page.0;
        let font = Arc::as_ptr(&glyph.font) as usize;
        let key = (font, glyph.code, [a, b, c, d].map(|n| (n * 1000.0).round() as i32));
        if !self.glyphs.contains_key(&key) {
            let id = self.outline(glyph);
            self.glyphs.insert(key, (glyph.font.clone(), id));
        }
        let Some(id) = self.glyphs.get(&key).and_then(|(_, id)| id.as_ref()) else {
            // A box stands for unknown ink.
            if let Some(place) = glyph.bounds().and_then(|place| place.intersect(page.bounds)) {
                let place = rectangle(place, page.bounds);
                let _ = write!(page.svg, "<g fill-opacity=\".4\">{place}</g>");
            }
            return;
        };
        if let Some((paint, width)) = glyph.line {
            let fill = if glyph.stroke_only { " fill=\"none\"" } else { "" };
            let (colour, width) = (colour(paint), number(width.max(0.1)));
            let _ = write!(page.svg, "<g{fill} stroke=\"{colour}\" stroke-width=\"{width}\">");
        }
        reference(&mut page.svg, id, (x, y), page.bounds);
        if glyph.line.is_some() {
            page.svg.push_str("</g>");
        }
    }

    /// Returns the id of a letter's outline, if it has one.
    pub fn outline(&mut self, glyph: &PlacedGlyph) -> Option<String> {
        let pdf_reader::GlyphInk::Outline(outline) = &glyph.ink else {
            return None;
        };
        let mut to_page = glyph.to_page;
        (to_page.0[4], to_page.0[5]) = (0.0, 0.0);
        let subpaths: Vec<Subpath> =
            outline.subpaths.iter().map(|part| part.transform(to_page)).collect();
        let path = path(&subpaths, (0.0, 0.0));
        Some(self.define(|id| format!("<path id=\"{id}\" d=\"{path}\"/>\n")))
    }
}

/// Returns a page of a book, counted from 1, as an SVG file.
pub fn page_svg(pdf: &Pdf, page: usize) -> String {
    page_svg_with_rings(pdf, page, &[])
}

/// Returns a page of a book as an SVG file, with a ring around places on it: left, bottom, right,
/// top in points.
pub fn page_svg_with_rings(pdf: &Pdf, page: usize, places: &[[f64; 4]]) -> String {
    let mut writer = SvgWriter::new(pdf, "p");
    let mut drawn = writer.page(page);
    let shown = drawn.bounds;
    for place in places {
        let place = rect(*place).grown(RING_MARGIN, RING_MARGIN);
        let (left, top) = (place.left - shown.left, shown.top - place.top);
        let _ = write!(
            drawn.svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" {RING_STYLE}/>",
            place.width(),
            place.height()
        );
    }
    writer.file(&drawn, shown)
}

/// Returns the front of a cover as an SVG file. The first page of the book gives its size.
pub fn front_svg(cover: &Pdf, book: &Pdf) -> String {
    side_svg(cover, book, |sheet, width| (sheet.right - width).max(sheet.left))
}

/// Returns the back of a cover as an SVG file. The first page of the book gives its size.
pub fn back_svg(cover: &Pdf, book: &Pdf) -> String {
    side_svg(cover, book, |sheet, _| sheet.left)
}

/// Returns a side of a cover. `left` returns its left edge from the trimmed sheet and its width.
fn side_svg(cover: &Pdf, book: &Pdf, left: impl Fn(Rect, f64) -> f64) -> String {
    let mut writer = SvgWriter::new(cover, "p");
    let drawn = writer.page(1);
    let (width, height) = match book.page_box(0).map(rect) {
        Some(trim) => (trim.width(), trim.height()),
        None => (0.0, 0.0),
    };
    let bleed = ((drawn.bounds.height() - height) / 2.0).max(0.0);
    let sheet = drawn.bounds.grown(-bleed, -bleed);
    let left = left(sheet, width);
    let shown = Rect { left, right: (left + width).min(sheet.right), ..sheet };
    writer.file(&drawn, shown)
}

impl SvgWriter<'_> {
    /// Returns the part of a page as an SVG file.
    fn file(self, drawn: &SvgPage, shown: Rect) -> String {
        // A picture has no style sheet.
        let [shapes, marks] =
            [&self.definitions, &drawn.svg].map(|svg| svg.replace("class=\"ln\"", LINE_STYLE));
        let (width, height) = (shown.width(), shown.height());
        let (x, y) = (shown.left - drawn.bounds.left, drawn.bounds.top - shown.top);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.2}\" height=\"{height:.2}\" \
             viewBox=\"{x:.2} {y:.2} {width:.2} {height:.2}\"><defs>\n{shapes}</defs>\n\
             <rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>{marks}\
             </svg>\n"
        )
    }
}

/// Builds a rectangle from left, bottom, right, top.
pub(super) fn rect([left, bottom, right, top]: [f64; 4]) -> Rect {
    Rect { left, bottom, right, top }
}

/// Draws a grey box in the place of something that is not shown.
fn grey_box(place: Rect, page: &mut SvgPage) {
    if let Some(place) = place.intersect(page.bounds) {
        page.svg += &rectangle(place, page.bounds);
    }
}

fn close(group: &str, out: &mut String) {
    if !group.is_empty() {
        out.push_str("</g>");
    }
}

/// Returns true if the clip rectangle removes more than a tenth of a point of ink.
fn is_cut(object: &PageObject) -> bool {
    let whole = match &object.kind {
        PageObjectKind::Glyph(glyph) => glyph.bounds(),
        PageObjectKind::Fill { subpaths, .. } => {
            subpaths.iter().map(|part| part.bounds).reduce(Rect::union)
        }
        PageObjectKind::Stroke { subpaths, width, butt_caps, .. } => {
            subpaths.iter().map(|part| part.stroke_bounds(*width, *butt_caps)).reduce(Rect::union)
        }
        PageObjectKind::Image(image) => Some(Rect::UNIT.transform(image.to_page)),
        PageObjectKind::Shading => None,
    };
    let Some(whole) = whole else { return false };
    whole.intersect(object.clip.rect.grown(0.1, 0.1)) != Some(whole)
}

/// Returns a CSS colour; grey if the colour is unknown.
fn colour(paint: PdfPaint) -> String {
    match paint.rgb_bytes() {
        Some(rgb) => Colour::hex(rgb),
        None => "#999".to_owned(),
    }
}

/// Writes a reference to a definition.
fn reference(out: &mut String, id: &str, point: PdfPoint, page: Rect) {
    let [x, y] = [point.0 - page.left, page.top - point.1].map(number);
    let _ = write!(out, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>");
}

fn rectangle(place: Rect, page: Rect) -> String {
    let [x, y] = [place.left - page.left, page.top - place.top].map(number);
    let [width, height] = [place.width(), place.height()].map(number);
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>")
}

/// Returns the path data relative to an origin, y downwards.
fn path(subpaths: &[Subpath], origin: PdfPoint) -> String {
    let mut data = PathData { out: String::new(), origin };
    for part in subpaths {
        data.out.push('M');
        data.point(part.start);
        let mut from = part.start;
        for side in &part.segments {
            data.segment(from, *side);
            from = side.end();
        }
        if part.closed {
            data.out.push('Z');
        }
    }
    data.out
}

/// Path data in SVG.
struct PathData {
    out: String,
    origin: PdfPoint,
}

impl PathData {
    fn segment(&mut self, from: PdfPoint, side: SubpathSegment) {
        match side {
            SubpathSegment::Line(end) if end.0 == from.0 => {
                self.out.push('V');
                self.out += &number(self.origin.1 - end.1);
            }
            SubpathSegment::Line(end) if end.1 == from.1 => {
                self.out.push('H');
                self.out += &number(end.0 - self.origin.0);
            }
            SubpathSegment::Line(end) => {
                self.out.push('L');
                self.point(end);
            }
            SubpathSegment::Curve(a, b, end) => {
                self.out.push('C');
                self.point(a);
                self.out.push(' ');
                self.point(b);
                self.out.push(' ');
                self.point(end);
            }
        }
    }

    fn point(&mut self, point: PdfPoint) {
        let (x, y) = (number(point.0 - self.origin.0), number(self.origin.1 - point.1));
        let apart = if y.starts_with('-') { "" } else { " " };
        let _ = write!(self.out, "{x}{apart}{y}");
    }
}

/// Formats a number with at most two decimals and no trailing zeros.
fn number(n: f64) -> String {
    let n = n.clamp(-1e5, 1e5);
    let text = format!("{n:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
