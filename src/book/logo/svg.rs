//! The filled shapes of an SVG, by a reader of its own that refuses what it would not draw.

use super::path::path;
use super::wrong;
use crate::book::canvas::Rgb;
use crate::book::page::Point;
use crate::book::palette::of_hex;
use crate::book::picture::PictureError;
use crate::book::typesetting::Step;

/// Elements that are not drawn, with all that is in them.
const UNSEEN: [&str; 4] = ["title", "desc", "metadata", "defs"];
/// The handles of a quarter of a circle, as a part of its radius.
const QUARTER: f64 = 0.552_285;

/// What the elements inside a group take from it.
#[derive(Clone, Copy)]
struct Group {
    /// `None` for shapes that are not filled.
    fill: Option<Rgb>,
    /// x and y are multiplied by the first two numbers each, and the third is added.
    x: [f64; 3],
    y: [f64; 3],
}

/// A tag: its name, and its attributes.
struct Tag<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
    ends: bool,
    is_empty: bool,
}

/// All shapes, each with its colour, in the order in which they are drawn.
pub(super) fn shapes(text: &str) -> Result<Vec<(Rgb, Vec<Step>)>, PictureError> {
    let mut shapes = Vec::new();
    let outermost = Group { fill: Some([0; 3]), x: [1.0, 0.0, 0.0], y: [0.0, 1.0, 0.0] };
    let mut groups = vec![outermost];
    let mut unseen: Option<(&str, usize)> = None;
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('<') {
        let end = match after {
            comment if comment.starts_with("!--") => "-->",
            // Entities may be declared there.
            of_type if of_type.starts_with('!') && of_type.contains("<!ENTITY") => {
                return wrong("an SVG without entities", "<!ENTITY");
            }
            _ => ">",
        };
        let Some((inside, behind)) = after.split_once(end) else {
            return wrong("a whole SVG", "one that ends in a tag");
        };
        rest = behind;
        if inside.starts_with(['!', '?']) {
            continue;
        }
        let tag = tag(inside)?;
        if let Some((name, depth)) = &mut unseen {
            *depth = match (tag.name == *name, tag.ends, tag.is_empty) {
                (true, true, _) => *depth - 1,
                (true, false, false) => *depth + 1,
                _ => *depth,
            };
            unseen = unseen.filter(|(_, depth)| *depth > 0);
            continue;
        }
        let is_foreign = tag.name.contains(':') && !tag.name.starts_with("svg:");
        let name = tag.name.trim_start_matches("svg:");
        if is_foreign || UNSEEN.contains(&name) {
            unseen = (!tag.ends && !tag.is_empty).then_some((tag.name, 1));
            continue;
        }
        let is_group = matches!(name, "svg" | "g");
        if tag.ends {
            if is_group && groups.len() > 1 {
                groups.pop();
            }
            continue;
        }
        let group = groups[groups.len() - 1].with(&tag)?;
        if is_group {
            if !tag.is_empty {
                groups.push(group);
            }
            continue;
        }
        let steps = outline(name, &tag)?;
        if let Some(fill) = group.fill {
            let to = |(x, y): Point| {
                let along = |row: [f64; 3]| row[0] * x + row[1] * y + row[2];
                (along(group.x), along(group.y))
            };
            let steps: Vec<Step> = steps.into_iter().map(|step| step.mapped(to)).collect();
            if steps.iter().flat_map(Step::points).any(|(x, y)| !(x.abs() < 1e6 && y.abs() < 1e6)) {
                return wrong("coordinates below a million", format!("others in <{name}>"));
            }
            shapes.push((fill, steps));
        }
    }
    Ok(shapes)
}

/// Reads what is between `<` and `>`.
fn tag(inside: &str) -> Result<Tag<'_>, PictureError> {
    let ends = inside.starts_with('/');
    let is_empty = inside.ends_with('/');
    let inside = inside.trim_matches('/').trim();
    let (name, mut rest) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
    let mut attributes = Vec::new();
    while let Some((key, value)) = rest.split_once('=') {
        let value = value.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let whole = quote.and_then(|quote| value[1..].split_once(quote));
        let Some((value, after)) = whole else {
            return wrong("an attribute in quotation marks", format!("{} in <{name}>", key.trim()));
        };
        attributes.push((key.trim(), value));
        rest = after;
    }
    Ok(Tag { name, attributes, ends, is_empty })
}

impl<'a> Tag<'a> {
    fn attribute(&self, key: &str) -> Option<&'a str> {
        self.attributes.iter().find(|(name, _)| *name == key).map(|(_, text)| *text)
    }

    /// An attribute as a number, such as `12.5` or `12px`; 0 if it is not there.
    fn number(&self, key: &str) -> Result<f64, PictureError> {
        let Some(text) = self.attribute(key) else { return Ok(0.0) };
        let number =
            text.trim().trim_end_matches("px").parse().ok().filter(|n: &f64| n.is_finite());
        number.map_or_else(|| wrong("a number", format!("{key}=\"{text}\"")), Ok)
    }
}

impl Group {
    /// What an element inside has, after its own attributes.
    fn with(mut self, tag: &Tag) -> Result<Self, PictureError> {
        let style = tag.attributes.iter().filter(|(key, _)| *key == "style");
        let style = style.flat_map(|(_, style)| style.split(';'));
        let style = style.filter_map(|one| one.split_once(':'));
        for (key, value) in tag.attributes.iter().copied().chain(style) {
            let (key, value) = (key.trim(), value.trim());
            let is_fine = match key {
                "fill" => {
                    self.fill = colour(value)?;
                    true
                }
                "transform" => {
                    self.turn(value)?;
                    true
                }
                "stroke" | "clip-path" | "mask" | "filter" | "marker" => value == "none",
                "opacity" | "fill-opacity" => value.parse() == Ok(1.0),
                "fill-rule" => value == "nonzero",
                "display" => value == "inline",
                "visibility" => value == "visible",
                "rx" | "ry" => tag.name.ends_with("ellipse"),
                _ => true,
            };
            if !is_fine {
                return wrong(
                    "filled shapes alone (strokes as paths, no see-through, fill-rule nonzero)",
                    format!("{key}=\"{value}\" in <{}>", tag.name),
                );
            }
        }
        Ok(self)
    }

    /// Moves and scales.
    fn turn(&mut self, text: &str) -> Result<(), PictureError> {
        for part in text.split(')').map(|part| part.trim_matches([' ', ','])) {
            if part.is_empty() {
                continue;
            }
            let (name, values) = part.split_once('(').unwrap_or((part, ""));
            let values = values.split([' ', ',']).filter(|value| !value.is_empty());
            let values: Vec<f64> = values.filter_map(|value| value.parse().ok()).collect();
            let [a, b, c, d, e, f] = match (name.trim(), &values[..]) {
                ("translate", &[x]) => [1.0, 0.0, 0.0, 1.0, x, 0.0],
                ("translate", &[x, y]) => [1.0, 0.0, 0.0, 1.0, x, y],
                ("scale", &[both]) => [both, 0.0, 0.0, both, 0.0, 0.0],
                ("scale", &[x, y]) => [x, 0.0, 0.0, y, 0.0, 0.0],
                ("matrix", &[a, b, c, d, e, f]) => [a, b, c, d, e, f],
                _ => return wrong("translate, scale or matrix", format!("transform=\"{text}\"")),
            };
            for row in [&mut self.x, &mut self.y] {
                let [x, y, more] = *row;
                *row = [x * a + y * b, x * c + y * d, x * e + y * f + more];
            }
        }
        Ok(())
    }
}

/// A colour, or `None`.
fn colour(text: &str) -> Result<Option<Rgb>, PictureError> {
    let rgb = |hex: &str| match hex.len() {
        3 => of_hex(&hex.chars().flat_map(|digit| [digit, digit]).collect::<String>()),
        _ => of_hex(hex),
    };
    match text {
        "none" | "transparent" => Ok(None),
        "black" | "currentColor" => Ok(Some([0; 3])),
        "white" => Ok(Some([255; 3])),
        _ => match text.strip_prefix('#').and_then(rgb) {
            Some(rgb) => Ok(Some(rgb)),
            None => wrong("a colour such as #ffc629", format!("fill=\"{text}\"")),
        },
    }
}

/// The outline of an element.
fn outline(name: &str, tag: &Tag) -> Result<Vec<Step>, PictureError> {
    let text = |key| tag.attribute(key).unwrap_or_default();
    match name {
        "path" => path(text("d")),
        "polygon" => path(&format!("M{}Z", text("points"))),
        "rect" => {
            let (x, y) = (tag.number("x")?, tag.number("y")?);
            let (right, bottom) = (x + tag.number("width")?, y + tag.number("height")?);
            let line = [(right, y), (right, bottom), (x, bottom)].map(Step::Line);
            Ok([Step::Move((x, y))].into_iter().chain(line).collect())
        }
        "circle" | "ellipse" => {
            let radius = |key| tag.number(if name == "circle" { "r" } else { key });
            let (cx, cy, a, b) =
                (tag.number("cx")?, tag.number("cy")?, radius("rx")?, radius("ry")?);
            let at = |x: f64, y: f64| (cx + a * x, cy + b * y);
            let k = QUARTER;
            Ok(vec![
                Step::Move(at(1.0, 0.0)),
                Step::Curve([at(1.0, k), at(k, 1.0), at(0.0, 1.0)]),
                Step::Curve([at(-k, 1.0), at(-1.0, k), at(-1.0, 0.0)]),
                Step::Curve([at(-1.0, -k), at(-k, -1.0), at(0.0, -1.0)]),
                Step::Curve([at(k, -1.0), at(1.0, -k), at(1.0, 0.0)]),
            ])
        }
        _ => wrong("paths, rectangles, circles, ellipses and polygons", format!("<{name}>")),
    }
}
