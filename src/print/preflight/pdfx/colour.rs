//! Checks the colour spaces that pages use, and the spaces inside them.

use super::Notes;
use super::file::IntentSpace;
use super::topic::Topic;
use crate::print::Pdfx;
use crate::print::pdf::{dictionary, entry};
use lopdf::{Dictionary, Document, Object};

/// The colours of a document.
pub(super) struct Colours<'a> {
    pub document: &'a Document,
    /// The colours of the printing condition.
    pub intent: IntentSpace,
}

impl Colours<'_> {
    /// A colour space: a device space by its name, a resource by its name, or an array.
    pub fn space(&self, notes: &mut Notes, resources: &Dictionary, space: &Object, depth: usize) {
        let document = self.document;
        let Ok((_, space)) = document.dereference(space) else {
            return;
        };
        // Spaces inside spaces are at most three deep: a pattern of an index of a spot colour.
        if depth > 4 {
            return;
        }
        if let Ok(called) = space.as_name() {
            return match called {
                b"DeviceGray" | b"G" => self.device(notes, resources, "DeviceGray"),
                b"DeviceRGB" | b"RGB" => self.device(notes, resources, "DeviceRGB"),
                b"DeviceCMYK" | b"CMYK" => self.device(notes, resources, "DeviceCMYK"),
                b"Pattern" => {}
                _ => {
                    let all = dictionary(document, resources, b"ColorSpace");
                    if let Some(found) = all.and_then(|all| entry(document, all, called)) {
                        self.space(notes, resources, found, depth + 1);
                    }
                }
            };
        }
        let Ok(array) = space.as_array() else {
            return;
        };
        let item = |at: usize| Some(document.dereference(array.get(at)?).ok()?.1);
        let family = item(0).and_then(|family| family.as_name().ok()).unwrap_or_default();
        let base = match family {
            b"Indexed" | b"I" | b"Pattern" => item(1),
            b"Separation" | b"DeviceN" => item(2),
            b"ICCBased" | b"CalGray" | b"CalRGB" | b"Lab" => {
                let first = notes.pdfx == Pdfx::X1a;
                let expected = "only grey, CMYK and spot colours";
                notes.ensure(!first, Topic::Colour, expected, || {
                    format!("/{}", String::from_utf8_lossy(family))
                });
                None
            }
            _ => item(0),
        };
        if let Some(base) = base {
            self.space(notes, resources, base, depth + 1);
        }
    }

    /// A device space must be that of the printing condition, or black on a condition of four inks,
    /// unless the resources say what it means.
    pub fn device(&self, notes: &mut Notes, resources: &Dictionary, space: &'static str) {
        if notes.pdfx == Pdfx::X1a {
            let expected = "only grey, CMYK and spot colours";
            let fine = space != "DeviceRGB";
            return notes.ensure(fine, Topic::Colour, expected, || format!("/{space}"));
        }
        let fine = match (space, self.intent) {
            (_, None) => true,
            ("DeviceGray", Some(intent)) => intent != "RGB",
            ("DeviceRGB", Some(intent)) => intent == "RGB",
            (_, Some(intent)) => intent == "CMYK",
        };
        let all = dictionary(self.document, resources, b"ColorSpace");
        let default = space.replace("Device", "Default");
        let said = || all.is_some_and(|all| all.has(default.as_bytes()));
        let expected = "device colours of the output intent, or a default space for them";
        notes.ensure(fine || said(), Topic::Colour, expected, || format!("/{space}"));
    }
}
