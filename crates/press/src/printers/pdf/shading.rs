//! Decides whether shadings have colour.

use super::object::Dict;
use super::state::{ColorSpace, PdfPaint};
use lopdf::Object;

/// The maximum number of functions examined, because functions may be stitched from others.
const MAX_FUNCTIONS: usize = 64;

/// Returns the paint of a shading in a colour space: a grey pattern or colour. A shading of unknown
/// colours counts as colour.
pub(super) fn paint(space: ColorSpace, shading: Dict) -> PdfPaint {
    let grey = matches!(space, ColorSpace::Grey | ColorSpace::SeparationBlack) || {
        let ends = shading.get(b"Function").and_then(|function| ends(shading, function, &mut 0));
        ends.is_some_and(|ends| ends.iter().all(|end| !space.paint(end).is_colour()))
    };
    if grey { PdfPaint::Pattern } else { PdfPaint::Other }
}

/// Returns the end colours of a function; `None` if it is not monotonic between them.
fn ends<'a>(file: Dict<'a>, function: &'a Object, count: &mut usize) -> Option<Vec<Vec<f64>>> {
    *count += 1;
    if *count > MAX_FUNCTIONS {
        return None;
    }
    let function = file.resolve(function)?;
    if let Ok(parts) = function.as_array() {
        // One function for each component.
        let parts: Option<Vec<_>> = parts.iter().map(|part| ends(file, part, count)).collect();
        let parts = parts?;
        let steps = parts.iter().map(Vec::len).min()?;
        let component = |part: &Vec<Vec<f64>>, step: usize| part[step].first().copied();
        let colour = |step| parts.iter().map(|part| component(part, step)).collect();
        return (0..steps).map(colour).collect();
    }
    let dict = Dict { own: function.as_dict().ok()?, ..file };
    match dict.number(b"FunctionType")? as i64 {
        2 => {
            let end = |key, usual| dict.numbers(key).unwrap_or_else(|| vec![usual]);
            Some(vec![end(b"C0", 0.0), end(b"C1", 1.0)])
        }
        3 => {
            let parts = dict.get(b"Functions")?.as_array().ok()?;
            let parts = parts.iter().map(|part| ends(file, part, count));
            Some(parts.collect::<Option<Vec<_>>>()?.concat())
        }
        _ => None,
    }
}
