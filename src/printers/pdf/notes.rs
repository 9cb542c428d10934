//! Notes the facts of a page while its content is walked.

use super::facts::{Fact, slash};
use super::object::Dict;
use super::state::{Space, blend_mode};
use super::walk::Walker;
use lopdf::{Dictionary, Object};

/// The operators of PDF 1.3; later versions have no more.
const OPERATORS: [&str; 73] = [
    "b", "B", "b*", "B*", "BDC", "BI", "BMC", "BT", "BX", "c", "cm", "CS", "cs", "d", "d0", "d1",
    "Do", "DP", "EI", "EMC", "ET", "EX", "f", "F", "f*", "G", "g", "gs", "h", "i", "ID", "j", "J",
    "K", "k", "l", "m", "M", "MP", "n", "q", "Q", "re", "RG", "rg", "ri", "s", "S", "SC", "sc",
    "SCN", "scn", "sh", "T*", "Tc", "Td", "TD", "Tf", "Tj", "TJ", "TL", "Tm", "Tr", "Ts", "Tw",
    "Tz", "v", "w", "W", "W*", "y", "'", "\"",
];

/// The blend modes of PDF 1.6 that mix colours.
const BLEND_MODES: &str = "Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight \
    SoftLight Difference Exclusion Hue Saturation Color Luminosity";

/// The rendering intents.
const INTENTS: &str = "RelativeColorimetric AbsoluteColorimetric Perceptual Saturation";

/// Whether a list of words has a name.
fn lists(words: &str, name: &[u8]) -> bool {
    words.split(' ').any(|word| word.as_bytes() == name)
}

impl Walker<'_> {
    pub(super) fn note(&mut self, fact: Fact, found: &str) {
        self.drawing.facts.note(fact, found);
    }

    /// Notes an operator that is not executed here.
    pub(super) fn note_operator(&mut self, operator: &[u8]) {
        let name = std::str::from_utf8(operator).unwrap_or("?");
        if !OPERATORS.contains(&name) {
            self.note(Fact::Operator, name);
        }
    }

    /// A colour space, [`Space::Other`] if it is missing. The drawing notes what its colours are.
    pub(super) fn space(&mut self, resources: &Dictionary, object: Option<&Object>) -> Space {
        let Some(object) = object else { return Space::Other };
        let (space, family) = Space::read(Dict::new(self.document, resources), object);
        if let Some(family) = family {
            self.note_family(resources, family);
        }
        space
    }

    /// Notes colours of a family of spaces.
    pub(super) fn note_family(&mut self, resources: &Dictionary, family: &str) {
        let spaces = Dict::new(self.document, resources).within(b"ColorSpace");
        let fact = match family.strip_prefix("Device") {
            None => Fact::Measured,
            Some(colours) if spaces.has(format!("Default{colours}").as_bytes()) => Fact::Defined,
            Some(_) => Fact::Device,
        };
        self.note(fact, &slash(family.as_bytes()));
    }

    pub(super) fn note_intent(&mut self, intent: Option<&[u8]>) {
        if let Some(other) = intent.filter(|intent| !lists(INTENTS, intent)) {
            self.note(Fact::Intent, &slash(other));
        }
    }

    /// Notes what extended graphics parameters say.
    pub(super) fn note_state(&mut self, state: Dict) {
        self.note_intent(state.name(b"RI"));
        let thin = |key| state.number(key).is_some_and(|alpha| alpha != 1.0);
        if thin(b"ca") || thin(b"CA") {
            self.note(Fact::Transparency, "/ca or /CA");
        }
        if state.dict(b"SMask").is_some() {
            self.note(Fact::Transparency, "/SMask");
        }
        if let Some(mode) = blend_mode(state) {
            self.note(Fact::Transparency, &format!("/BM {}", slash(mode)));
            if !lists(BLEND_MODES, mode) {
                self.note(Fact::BlendMode, &slash(mode));
            }
        }
    }

    /// Notes what a picture, a form or a page says of itself.
    pub(super) fn note_object(&mut self, object: Dict) {
        let alternate = |other: Dict| other.flag(b"DefaultForPrinting") == Some(true);
        let soft = object.number(b"SMaskInData").is_some_and(|n| n != 0.0);
        let group = object.within(b"Group").name(b"S") == Some(b"Transparency");
        for (is, fact, found) in [
            (object.has(b"Ref"), Fact::Reference, "/Ref"),
            (object.dicts(b"Alternates").any(alternate), Fact::Alternate, "one"),
            (object.has(b"SMask") || soft, Fact::Transparency, "a picture with a soft mask"),
            (group, Fact::Transparency, "a transparency group"),
        ] {
            if is {
                self.note(fact, found);
            }
        }
        self.note_intent(object.name(b"Intent"));
    }
}
