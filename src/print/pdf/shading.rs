//! Shadings: whether they have colour.

use super::object::{entry, number, numbers};
use super::state::{Paint, Space};
use lopdf::{Dictionary, Document, Object};

/// The maximum number of functions that are looked at: functions may be joined from others.
const MAX_FUNCTIONS: usize = 64;

/// The paint of a shading or of an object with one: a pattern of greys, or colour. A shading whose colours
/// cannot be told counts as colour.
pub(super) fn paint(document: &Document, resources: &Dictionary, shading: &Dictionary) -> Paint {
    let space = entry(document, shading, b"ColorSpace");
    let space = space.map_or(Space::Other, |space| Space::read(document, resources, space));
    let grey = matches!(space, Space::Grey | Space::Tint) || {
        let function = entry(document, shading, b"Function");
        let ends = function.and_then(|function| ends(document, function, &mut 0));
        ends.is_some_and(|ends| ends.iter().all(|end| !space.paint(end).is_colour()))
    };
    if grey { Paint::Pattern } else { Paint::Other }
}

/// The colours between which a function runs; `None` for functions that are not straight between them.
fn ends(document: &Document, function: &Object, count: &mut usize) -> Option<Vec<Vec<f64>>> {
    *count += 1;
    if *count > MAX_FUNCTIONS {
        return None;
    }
    let function = document.dereference(function).ok()?.1;
    if let Ok(parts) = function.as_array() {
        // One function for each component.
        let parts: Option<Vec<_>> = parts.iter().map(|part| ends(document, part, count)).collect();
        let parts = parts?;
        let steps = parts.iter().map(Vec::len).min()?;
        let component = |part: &Vec<Vec<f64>>, step: usize| part[step].first().copied();
        let colour = |step| parts.iter().map(|part| component(part, step)).collect();
        return (0..steps).map(colour).collect();
    }
    let dict = function.as_dict().ok()?;
    match entry(document, dict, b"FunctionType").and_then(number)? as i64 {
        2 => {
            let end = |key, usual| numbers(document, dict, key).unwrap_or_else(|| vec![usual]);
            Some(vec![end(b"C0", 0.0), end(b"C1", 1.0)])
        }
        3 => {
            let parts = entry(document, dict, b"Functions")?.as_array().ok()?;
            let parts = parts.iter().map(|part| ends(document, part, count));
            Some(parts.collect::<Option<Vec<_>>>()?.concat())
        }
        _ => None,
    }
}
