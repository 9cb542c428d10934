//! Reads the shapes of an SVG. usvg resolves styles, references and transforms, and this module
//! turns strokes into shapes. An SVG is read as a browser draws it or rejected, because no logo may
//! be drawn in part.

use super::{LogoShape, wrong};
use crate::typesetting::PathEl;
use std::collections::{HashMap, HashSet};
use usvg::roxmltree::{Document, Node as Element, ParsingOptions};
use usvg::tiny_skia_path::{Path, PathSegment, PathStroker, Point};
use usvg::{
    BlendMode, ClipPath, FillRule, Group, ImageHrefResolver, Node, Opacity, Options, Paint,
    PaintOrder, Tree,
};
use words::ValueError;

/// The maximum number of elements. Referenced elements count each time.
const MAX_ELEMENTS: usize = 20_000;
/// The maximum depth of nested elements.
const MAX_DEPTH: usize = 100;
/// The maximum number of clipping paths in use.
const MAX_CLIPS: usize = 16;
/// The maximum size of a style sheet, in bytes.
const MAX_STYLE: usize = 1 << 15;
/// The maximum number of path segments of all outlines.
const MAX_STEPS: usize = 200_000;
const SVG_NAMESPACE: &str = "http://www.w3.org/2000/svg";
const PLAIN: &str = "shapes in plain colours, without gradient, pattern, mask, filter or opacity";
const UNCUT: &str = "shapes without a clipping path that cuts them (cut the shapes themselves)";
/// The maximum error of the outline of a stroke, as a fraction of the larger side of the image.
const LINE_DETAIL: f32 = 1.0 / 4000.0;

/// Returns all shapes in drawing order.
pub(super) fn read_shapes(text: &str) -> Result<Vec<LogoShape>, ValueError> {
    if text.contains("<!ENTITY") {
        let wanted = "an SVG without entities (of Illustrator: without its editing capabilities)";
        return wrong(wanted, "<!ENTITY");
    }
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options);
    let document = document.or_else(|e| wrong("a whole SVG", format!("an error ({e})")))?;
    check_elements(&document)?;
    // An SVG must never open another file.
    let nothing = ImageHrefResolver {
        resolve_data: Box::new(|_, _, _| None),
        resolve_string: Box::new(|_, _| None),
    };
    let options = Options { image_href_resolver: nothing, ..Options::default() };
    let tree = Tree::from_xmltree(&document, &options)
        .or_else(|e| wrong("an SVG", format!("an error ({e})")))?;
    let side = tree.size().width().max(tree.size().height());
    let mut outlines = ShapeCollector { shapes: Vec::new(), steps: 0, detail: side * LINE_DETAIL };
    outlines.add_group(tree.root())?;
    Ok(outlines.shapes)
}

/// Returns the elements directly inside an element.
fn elements_in<'a>(element: Element<'a, 'a>) -> impl Iterator<Item = Element<'a, 'a>> {
    element.children().filter(Element::is_element)
}

/// Rejects everything that usvg drops silently, and everything that would take usvg too long.
fn check_elements(document: &Document) -> Result<(), ValueError> {
    let elements = || document.descendants().filter(Element::is_element);
    let ids: HashMap<_, _> = elements().filter_map(|e| Some((e.attribute("id")?, e))).collect();
    let values = elements().flat_map(|e| e.attributes()).map(|attribute| attribute.value());
    let texts = document.descendants().filter_map(|node| node.text());
    let in_use: HashSet<_> = values.chain(texts).flat_map(references).collect();
    if elements().any(|e| e.tag_name().name() == "style" && !has_plain_rules(e)) {
        return wrong("a style sheet of at most 32 kB with plain rules, .class {...}", "<style>");
    }
    let (mut open, mut count, mut clips) = (vec![(document.root_element(), 0)], 0, 0);
    while let Some((element, depth)) = open.pop() {
        if !matches!(element.tag_name().namespace(), None | Some(SVG_NAMESPACE)) {
            continue;
        }
        count += 1;
        if count > MAX_ELEMENTS || depth > MAX_DEPTH {
            let wanted = format!("at most {MAX_ELEMENTS} elements, {MAX_DEPTH} inside each other");
            return wrong(wanted, "more");
        }
        let name = element.tag_name().name();
        let parent = element.parent_element();
        let is_in_switch = parent.is_some_and(|e| e.has_tag_name((SVG_NAMESPACE, "switch")));
        let is_in_use = element.attribute("id").is_some_and(|id| in_use.contains(id));
        let target = element.attributes().find(|attribute| attribute.name() == "href");
        let target = target.and_then(|attribute| attribute.value().strip_prefix('#'));
        let wanted = match name {
            _ if !has_moderate_numbers(element) => "coordinates below a million",
            "text" | "flowRoot" => "text turned into paths",
            "image" => "shapes without pictures (a PNG may be a logo by itself)",
            // Only the program that wrote it reads this branch; the other branch is the drawing.
            "foreignObject" if !is_in_switch => "shapes alone",
            "marker" if is_in_use => "markers turned into paths",
            "pattern" | "filter" | "mask" if is_in_use => PLAIN,
            "clipPath" if is_in_use => {
                clips += 1;
                let is_of_box = element.attribute("clipPathUnits") == Some("objectBoundingBox");
                if is_of_box || clips > MAX_CLIPS || elements_in(element).count() > 1 {
                    UNCUT
                } else {
                    ""
                }
            }
            "use" if target.is_none() => "references inside the file",
            _ => "",
        };
        if !wanted.is_empty() {
            return wrong(wanted, format!("<{name}>"));
        }
        let used = target.filter(|_| name == "use").and_then(|id| ids.get(id)).copied();
        open.extend(elements_in(element).chain(used).map(|inner| (inner, depth + 1)));
    }
    Ok(())
}

/// Returns true if the sizes and path coordinates of an element are moderate: at most six digits
/// before the point, and no exponent above 3. usvg would split an arc with a huge radius into
/// endlessly many curves.
fn has_moderate_numbers(element: Element) -> bool {
    for attribute in element.attributes() {
        let is_length =
            matches!(attribute.name(), "d" | "rx" | "ry" | "width" | "height" | "viewBox");
        let value = attribute.value();
        let mut numbers = value.split(|c: char| !c.is_ascii_digit() && c != '.');
        let has_short = numbers.all(|number| number.find('.').unwrap_or(number.len()) <= 6);
        if is_length && !(has_short && value.split(['e', 'E']).skip(1).all(is_small_exponent)) {
            return false;
        }
    }
    true
}

/// Returns true unless a text begins with a number above 3.
fn is_small_exponent(text: &str) -> bool {
    let digits = text.trim_start_matches('+');
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    length == 0 || length == 1 && digits.as_bytes()[0] <= b'3'
}

/// Returns the ids in `url(#id)`.
fn references(text: &str) -> impl Iterator<Item = &str> {
    let is_around = |c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'' | ')');
    text.split("url(").skip(1).filter_map(move |rest| {
        rest.trim_start_matches(is_around).strip_prefix('#')?.split(is_around).next()
    })
}

/// Returns true if a style sheet is short and its selectors have at most three parts, so that they
/// are matched quickly.
fn has_plain_rules(style: Element) -> bool {
    let text = style.text().unwrap_or_default();
    let is_short = |selector: &str| selector.split_whitespace().count() <= 3;
    let mut selectors = text.split('}').filter_map(|rule| rule.split('{').next());
    let has_other = text.contains(['[', '@', '\\']) || text.contains("/*");
    text.len() <= MAX_STYLE && !has_other && selectors.all(|all| all.split(',').all(is_short))
}

/// The shapes collected so far, and the number of their path segments.
struct ShapeCollector {
    shapes: Vec<LogoShape>,
    steps: usize,
    /// The maximum error of the outlines of strokes, in units of the file.
    detail: f32,
}

impl ShapeCollector {
    fn add_group(&mut self, group: &Group) -> Result<(), ValueError> {
        let is_solid = group.opacity() == Opacity::ONE && group.blend_mode() == BlendMode::Normal;
        if !is_solid || !group.filters().is_empty() || group.mask().is_some() {
            return wrong(PLAIN, "a group that is not");
        }
        if group.clip_path().is_some_and(|clip| !is_around(clip, group)) {
            return wrong(UNCUT, "clip-path");
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.add_group(group)?,
                Node::Path(path) if path.is_visible() => self.add_path(path)?,
                Node::Path(_) => {}
                Node::Image(_) | Node::Text(_) => {
                    return wrong("shapes alone", "text or a picture");
                }
            }
        }
        Ok(())
    }

    fn add_path(&mut self, path: &usvg::Path) -> Result<(), ValueError> {
        let matrix = path.abs_transform();
        let fill = path.fill().map(|fill| {
            let even_odd = fill.rule() == FillRule::EvenOdd;
            (fill.paint(), fill.opacity(), Some(path.data().clone()), even_odd)
        });
        let mut stroke = None;
        if let Some(line) = path.stroke() {
            let scale = PathStroker::compute_resolution_scale(&matrix) / self.detail;
            let style = line.to_tiny_skia();
            let dashed = style.dash.as_ref().map(|dash| path.data().dash(dash, scale));
            let Some(dashed) = dashed.unwrap_or_else(|| Some(path.data().clone())) else {
                return wrong("dashes that can be seen", "others");
            };
            // A stroke without length has no outline.
            stroke = Some((line.paint(), line.opacity(), dashed.stroke(&style, scale), false));
        }
        let order = match path.paint_order() {
            PaintOrder::FillAndStroke => [fill, stroke],
            PaintOrder::StrokeAndFill => [stroke, fill],
        };
        for (paint, opacity, outline, even_odd) in order.into_iter().flatten() {
            let Paint::Color(colour) = paint else { return wrong(PLAIN, "a gradient") };
            if opacity != Opacity::ONE {
                return wrong(PLAIN, format!("an opacity of {}", opacity.get()));
            }
            let Some(outline) = outline else { continue };
            let Some(outline) = outline.transform(matrix) else {
                return wrong("coordinates below a million", "others");
            };
            self.steps += outline.len();
            if self.steps > MAX_STEPS {
                return wrong(format!("at most {MAX_STEPS} points"), "more");
            }
            let colour = [colour.red, colour.green, colour.blue];
            self.shapes.push(LogoShape { colour, steps: to_steps(&outline), even_odd });
        }
        Ok(())
    }
}

/// Returns true if a clipping path hides nothing of a group: its only shape is an upright rectangle
/// around the group.
fn is_around(clip: &ClipPath, group: &Group) -> bool {
    fn only_path(group: &Group) -> Option<&usvg::Path> {
        match group.children() {
            [Node::Path(path)] => Some(path),
            [Node::Group(inner)] if inner.clip_path().is_none() => only_path(inner),
            _ => None,
        }
    }
    let Some(path) = only_path(clip.root()).filter(|_| clip.clip_path().is_none()) else {
        return false;
    };
    let matrix = path.abs_transform().post_concat(clip.transform());
    let Some(outline) = path.data().clone().transform(matrix) else { return false };
    let (around, inside) = (outline.bounds(), group.stroke_bounding_box());
    let near = (around.width() + around.height()) / 1000.0;
    let is_upright = outline.points().iter().all(|corner| {
        let x = (corner.x - around.left()).abs().min((corner.x - around.right()).abs());
        let y = (corner.y - around.top()).abs().min((corner.y - around.bottom()).abs());
        x <= near && y <= near
    });
    is_upright
        && around.left() <= inside.left() + near
        && around.right() >= inside.right() - near
        && around.top() <= inside.top() + near
        && around.bottom() >= inside.bottom() - near
}

fn to_steps(outline: &Path) -> Vec<PathEl> {
    let at = |p: Point| (f64::from(p.x), f64::from(p.y));
    let step = |segment| match segment {
        PathSegment::MoveTo(point) => Some(PathEl::Move(at(point))),
        PathSegment::LineTo(end) => Some(PathEl::Line(at(end))),
        PathSegment::QuadTo(a, end) => Some(PathEl::Quad([at(a), at(end)])),
        PathSegment::CubicTo(a, b, end) => Some(PathEl::Curve([at(a), at(b), at(end)])),
        PathSegment::Close => None,
    };
    outline.segments().filter_map(step).collect()
}
