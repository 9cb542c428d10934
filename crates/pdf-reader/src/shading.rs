//! Decides whether shadings have colour.

use super::object::Dict;
use super::state::{ColorSpace, PdfPaint};
use lopdf::Object;

/// The maximum number of functions examined, because functions may be stitched from others.
const MAX_FUNCTIONS: usize = 64;

/// Returns the paint of a shading in a colour space: a grey pattern or colour. A shading of unknown
/// colours counts as colour.
pub(super) fn paint(space: ColorSpace, shading: Dict) -> PdfPaint {
    if matches!(space, ColorSpace::Grey | ColorSpace::SeparationBlack) {
        return PdfPaint::Pattern;
    }
    match shading.get(b"Function").and_then(|function| ends(shading, function, &mut 0)) {
        Some(ends) if ends.iter().all(|end| !space.paint(end).is_colour()) => PdfPaint::Pattern,
        _ => PdfPaint::Other,
    }
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
        let components =
            parts.iter().map(|part| ends(file, part, count)).collect::<Option<Vec<_>>>()?;
        let mut colours = Vec::new();
        for step in 0..components.iter().map(Vec::len).min()? {
            let colour = components.iter().map(|part| part[step].first().copied());
            colours.push(colour.collect::<Option<_>>()?);
        }
        return Some(colours);
    }
    let dict = Dict { own: function.as_dict().ok()?, ..file };
    match dict.number(b"FunctionType")? as i64 {
        2 => {
            let first = dict.numbers(b"C0").unwrap_or(vec![0.0]);
            Some(vec![first, dict.numbers(b"C1").unwrap_or(vec![1.0])])
        }
        3 => {
            let mut colours = Vec::new();
            for part in dict.get(b"Functions")?.as_array().ok()? {
                colours.extend(ends(file, part, count)?);
            }
            Some(colours)
        }
        _ => None,
    }
}
