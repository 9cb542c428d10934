//! Records the usages of content while it is interpreted.

use super::interpreter::ContentInterpreter;
use super::object::Dict;
use super::state::{ColorSpace, blend_mode};
use super::usage::{ContentUsage, pdf_name};
use lopdf::{Dictionary, Object};

/// The operators of PDF 1.3; later versions have no more.
const OPERATORS: [&str; 73] = [
    "b", "B", "b*", "B*", "BDC", "BI", "BMC", "BT", "BX", "c", "cm", "CS", "cs", "d", "d0", "d1",
    "Do", "DP", "EI", "EMC", "ET", "EX", "f", "F", "f*", "G", "g", "gs", "h", "i", "ID", "j", "J",
    "K", "k", "l", "m", "M", "MP", "n", "q", "Q", "re", "RG", "rg", "ri", "s", "S", "SC", "sc",
    "SCN", "scn", "sh", "T*", "Tc", "Td", "TD", "Tf", "Tj", "TJ", "TL", "Tm", "Tr", "Ts", "Tw",
    "Tz", "v", "w", "W", "W*", "y", "'", "\"",
];

/// The blend modes of PDF 1.6 besides the normal one.
const BLEND_MODES: &str = "Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight \
    SoftLight Difference Exclusion Hue Saturation Color Luminosity";

/// The rendering intents.
const INTENTS: &str = "RelativeColorimetric AbsoluteColorimetric Perceptual Saturation";

/// Returns true if a list of words contains a name.
fn lists(words: &str, name: &[u8]) -> bool {
    words.split(' ').any(|word| word.as_bytes() == name)
}

impl ContentInterpreter<'_> {
    pub(super) fn record(&mut self, usage: ContentUsage, found: &str) {
        self.drawing.usages.record(usage, found);
    }

    /// Records an operator that is not executed.
    pub(super) fn record_operator(&mut self, operator: &[u8]) {
        let name = std::str::from_utf8(operator).unwrap_or("?");
        if !OPERATORS.contains(&name) {
            self.record(ContentUsage::Operator, name);
        }
    }

    /// Reads a colour space and records its family; [`ColorSpace::Other`] if it is missing.
    pub(super) fn space(&mut self, resources: &Dictionary, object: Option<&Object>) -> ColorSpace {
        let Some(object) = object else { return ColorSpace::Other };
        let (space, family) = ColorSpace::read(Dict::new(self.document, resources), object);
        if let Some(family) = family {
            self.record_color_family(resources, family);
        }
        space
    }

    /// Records a family of colour spaces.
    pub(super) fn record_color_family(&mut self, resources: &Dictionary, family: &str) {
        let spaces = Dict::new(self.document, resources).dict_or_empty(b"ColorSpace");
        let usage = match family.strip_prefix("Device") {
            None => ContentUsage::CieBased,
            Some(colours) if spaces.has(format!("Default{colours}").as_bytes()) => {
                ContentUsage::DefaultColorSpace
            }
            Some(_) => ContentUsage::DeviceColor,
        };
        self.record(usage, &pdf_name(family.as_bytes()));
    }

    pub(super) fn record_intent(&mut self, intent: Option<&[u8]>) {
        if let Some(other) = intent.filter(|intent| !lists(INTENTS, intent)) {
            self.record(ContentUsage::Intent, &pdf_name(other));
        }
    }

    /// Records what an ExtGState sets.
    pub(super) fn record_ext_gstate(&mut self, state: Dict) {
        self.record_intent(state.name(b"RI"));
        self.record_screening(state);
        let [areas, lines] = [b"ca", b"CA"].map(|key| state.number(key).unwrap_or(1.0));
        if areas != 1.0 || lines != 1.0 {
            self.record(ContentUsage::Transparency, "/ca or /CA");
        }
        if state.dict(b"SMask").is_some() {
            self.record(ContentUsage::Transparency, "/SMask");
        }
        if let Some(mode) = blend_mode(state) {
            self.record(ContentUsage::Transparency, &format!("/BM {}", pdf_name(mode)));
            if !lists(BLEND_MODES, mode) {
                self.record(ContentUsage::BlendMode, &pdf_name(mode));
            }
        }
    }

    /// Records the transfer functions and halftones that an ExtGState sets. Only the defaults of
    /// the press, and halftones of type 1 and 5 without a name, suit any press.
    fn record_screening(&mut self, state: Dict) {
        if state.has(b"TR") && state.name(b"TR") != Some(b"Identity") {
            self.record(ContentUsage::Screening, "the transfer function /TR");
        }
        if state.has(b"TR2") && state.name(b"TR2") != Some(b"Default") {
            self.record(ContentUsage::Screening, "the transfer function /TR2");
        }
        if state.has(b"HTP") {
            self.record(ContentUsage::Screening, "the halftone phase /HTP");
        }
        let Some(halftone) = state.get(b"HT").and_then(|halftone| state.as_dict(halftone)) else {
            return;
        };
        self.record_halftone(halftone);
        if halftone.number(b"HalftoneType") == Some(5.0) {
            for (ink, _) in halftone.own {
                let part = halftone.get(ink).and_then(|part| halftone.as_dict(part));
                if let Some(part) = part {
                    self.record_halftone(part);
                }
            }
        }
    }

    fn record_halftone(&mut self, halftone: Dict) {
        if halftone.has(b"HalftoneName") {
            self.record(ContentUsage::Screening, "a halftone with a name");
        }
        match halftone.number(b"HalftoneType") {
            Some(1.0 | 5.0) | None => {}
            Some(other) => {
                self.record(ContentUsage::Screening, &format!("a halftone of type {other}"));
            }
        }
    }

    /// Records the properties of an image, a form or a page.
    pub(super) fn record_object(&mut self, object: Dict) {
        let has_alternate = object
            .dicts(b"Alternates")
            .any(|other| other.flag(b"DefaultForPrinting") == Some(true));
        let is_soft = object.number(b"SMaskInData").unwrap_or(0.0) != 0.0;
        let is_postscript = [&b"Subtype"[..], b"Subtype2"].map(|key| object.name(key));
        let group = object.dict_or_empty(b"Group").name(b"S") == Some(b"Transparency");
        for (is, usage, found) in [
            (object.has(b"Ref"), ContentUsage::ReferenceXObject, "/Ref"),
            (has_alternate, ContentUsage::Alternate, "one"),
            (object.has(b"OPI"), ContentUsage::PostScript, "/OPI"),
            (
                is_postscript.contains(&Some(b"PS")),
                ContentUsage::PostScript,
                "a PostScript XObject",
            ),
            (
                object.has(b"SMask") || is_soft,
                ContentUsage::Transparency,
                "a picture with a soft mask",
            ),
            (group, ContentUsage::Transparency, "a transparency group"),
        ] {
            if is {
                self.record(usage, found);
            }
        }
        self.record_intent(object.name(b"Intent"));
    }
}
