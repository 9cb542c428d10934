//! Checks the colour spaces that pages use, and the spaces inside them.

use super::Notes;
use super::file::IntentSpace;
use super::topic::Topic;
use crate::print::Pdfx;
use crate::print::pdf::Dict;
use lopdf::Object;

/// Checks a colour space: a device space by its name, a resource by its name, or an array.
pub(super) fn space(
    notes: &mut Notes,
    intent: IntentSpace,
    resources: Dict,
    space: &Object,
    depth: usize,
) {
    let found = resources.document.dereference(space).ok().map(|(_, space)| space);
    // Spaces inside spaces are at most three deep: a pattern of an index of a spot colour.
    let Some(found) = found.filter(|_| depth <= 4) else {
        return;
    };
    let array = found.as_array().map_or(std::slice::from_ref(found), |array| array);
    let item = |at: usize| Some(resources.document.dereference(array.get(at)?).ok()?.1);
    let family = item(0).and_then(|family| family.as_name().ok()).unwrap_or_default();
    let is_name = found.as_name().is_ok();
    let base = match family {
        b"DeviceGray" | b"G" => return device(notes, intent, resources, "DeviceGray"),
        b"DeviceRGB" | b"RGB" => return device(notes, intent, resources, "DeviceRGB"),
        b"DeviceCMYK" | b"CMYK" => return device(notes, intent, resources, "DeviceCMYK"),
        b"Indexed" | b"I" | b"Pattern" if !is_name => item(1),
        b"Separation" | b"DeviceN" if !is_name => item(2),
        b"ICCBased" | b"CalGray" | b"CalRGB" | b"Lab" if !is_name => {
            let expected = "only grey, CMYK and spot colours";
            let name = String::from_utf8_lossy(family);
            let fine = notes.pdfx != Pdfx::X1a;
            return notes.ensure(fine, Topic::Colour, expected, format_args!("/{name}"));
        }
        b"Pattern" => None,
        name => resources.within(b"ColorSpace").get(name),
    };
    if let Some(base) = base {
        self::space(notes, intent, resources, base, depth + 1);
    }
}

/// A device space must be that of the printing condition, or black on a condition of four inks,
/// unless the resources say what it means.
pub(super) fn device(notes: &mut Notes, intent: IntentSpace, resources: Dict, space: &'static str) {
    let found = format_args!("/{space}");
    if notes.pdfx == Pdfx::X1a {
        let expected = "only grey, CMYK and spot colours";
        return notes.ensure(space != "DeviceRGB", Topic::Colour, expected, found);
    }
    let fine = match (space, intent) {
        (_, None) => true,
        ("DeviceGray", Some(intent)) => intent != "RGB",
        ("DeviceRGB", Some(intent)) => intent == "RGB",
        (_, Some(intent)) => intent == "CMYK",
    };
    let default = space.replace("Device", "Default");
    let fine = fine || resources.within(b"ColorSpace").has(default.as_bytes());
    let expected = "device colours of the output intent, or a default space for them";
    notes.ensure(fine, Topic::Colour, expected, found);
}
