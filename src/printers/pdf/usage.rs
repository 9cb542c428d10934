//! Notes the usages of a page while its content is walked.

use super::interpreter::ContentInterpreter;
use super::object::Dict;
use super::state::{ColorSpace, blend_mode};
use lopdf::{Dictionary, Object};

/// The maximum number of usages of a kind that are kept of a page.
const MAX_USAGES: usize = 8;

/// What a usage is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ContentUsage {
    /// What the content asks for, and the file does not have.
    MissingResource,
    /// A font of visible text that is not in the file, or cannot be read.
    Font,
    /// A font of invisible text that is not in the file, or cannot be read.
    HiddenFont,
    /// Marks that let through what is below them, or mix with it.
    Blending,
    /// Settings, pictures or forms with transparency, whether anything is painted with them or not.
    Transparency,
    /// A blend mode that PDF does not have.
    BlendMode,
    /// A colour of a device.
    DeviceColor,
    /// A colour of a device for which the resources have a default space.
    DefaultColorSpace,
    /// A colour of a space that is measured, by a profile or in itself.
    CieBased,
    /// A rendering intent that PDF does not have.
    Intent,
    /// A form that stands for another file.
    ReferenceXObject,
    /// A picture that is printed instead of another.
    Alternate,
    /// The filters of a picture inside of the content.
    Filter,
    /// An operator that PDF does not have.
    Operator,
}

/// The usages of a page, each once: what they are about, and what was found.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContentUsages(Vec<(ContentUsage, String)>);

impl ContentUsages {
    /// Notes what was found; of a kind only the first few.
    pub fn note(&mut self, usage: ContentUsage, found: &str) {
        let kept = self.of_kinds(&[usage]).count();
        if kept < MAX_USAGES && !self.of_kinds(&[usage]).any(|known| known == found) {
            self.0.push((usage, found.to_owned()));
        }
    }

    /// What was found of some kinds, in the order of the content.
    pub fn of_kinds(&self, kinds: &[ContentUsage]) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(usage, _)| kinds.contains(usage)).map(|(_, found)| &**found)
    }

    /// Returns true if something was found of a kind.
    pub fn has(&self, usage: ContentUsage) -> bool {
        self.of_kinds(&[usage]).next().is_some()
    }
}

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

/// Returns true if a list of words has a name.
fn lists(words: &str, name: &[u8]) -> bool {
    words.split(' ').any(|word| word.as_bytes() == name)
}

impl ContentInterpreter<'_> {
    pub(super) fn note(&mut self, usage: ContentUsage, found: &str) {
        self.drawing.usages.note(usage, found);
    }

    /// Notes an operator that is not executed here.
    pub(super) fn note_operator(&mut self, operator: &[u8]) {
        let name = std::str::from_utf8(operator).unwrap_or("?");
        if !OPERATORS.contains(&name) {
            self.note(ContentUsage::Operator, name);
        }
    }

    /// Returns a colour space, [`ColorSpace::Other`] if it is missing. The drawing notes what its
    /// colours are.
    pub(super) fn space(&mut self, resources: &Dictionary, object: Option<&Object>) -> ColorSpace {
        let Some(object) = object else { return ColorSpace::Other };
        let (space, family) = ColorSpace::read(Dict::new(self.document, resources), object);
        if let Some(family) = family {
            self.note_family(resources, family);
        }
        space
    }

    /// Notes colours of a family of spaces.
    pub(super) fn note_family(&mut self, resources: &Dictionary, family: &str) {
        let spaces = Dict::new(self.document, resources).dict_or_empty(b"ColorSpace");
        let usage = match family.strip_prefix("Device") {
            None => ContentUsage::CieBased,
            Some(colours) if spaces.has(format!("Default{colours}").as_bytes()) => {
                ContentUsage::DefaultColorSpace
            }
            Some(_) => ContentUsage::DeviceColor,
        };
        self.note(usage, &slash(family.as_bytes()));
    }

    pub(super) fn note_intent(&mut self, intent: Option<&[u8]>) {
        if let Some(other) = intent.filter(|intent| !lists(INTENTS, intent)) {
            self.note(ContentUsage::Intent, &slash(other));
        }
    }

    /// Notes what extended graphics parameters say.
    pub(super) fn note_state(&mut self, state: Dict) {
        self.note_intent(state.name(b"RI"));
        let thin = |key| state.number(key).is_some_and(|alpha| alpha != 1.0);
        if thin(b"ca") || thin(b"CA") {
            self.note(ContentUsage::Transparency, "/ca or /CA");
        }
        if state.dict(b"SMask").is_some() {
            self.note(ContentUsage::Transparency, "/SMask");
        }
        if let Some(mode) = blend_mode(state) {
            self.note(ContentUsage::Transparency, &format!("/BM {}", slash(mode)));
            if !lists(BLEND_MODES, mode) {
                self.note(ContentUsage::BlendMode, &slash(mode));
            }
        }
    }

    /// Notes what a picture, a form or a page says of itself.
    pub(super) fn note_object(&mut self, object: Dict) {
        let alternate = |other: Dict| other.flag(b"DefaultForPrinting") == Some(true);
        let soft = object.number(b"SMaskInData").is_some_and(|n| n != 0.0);
        let group = object.dict_or_empty(b"Group").name(b"S") == Some(b"Transparency");
        for (is, usage, found) in [
            (object.has(b"Ref"), ContentUsage::ReferenceXObject, "/Ref"),
            (object.dicts(b"Alternates").any(alternate), ContentUsage::Alternate, "one"),
            (
                object.has(b"SMask") || soft,
                ContentUsage::Transparency,
                "a picture with a soft mask",
            ),
            (group, ContentUsage::Transparency, "a transparency group"),
        ] {
            if is {
                self.note(usage, found);
            }
        }
        self.note_intent(object.name(b"Intent"));
    }
}

/// Returns a name as a PDF has it: `/Name`.
pub(crate) fn slash(name: &[u8]) -> String {
    format!("/{}", String::from_utf8_lossy(name))
}
