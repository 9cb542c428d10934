//! What content does that printers and standards ask about, beside the marks that it makes.

/// The maximum number of facts of a kind that are kept of a page.
const MAX_FACTS: usize = 8;

/// What a fact is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// What the content asks for, and the file does not have.
    Lack,
    /// A font of visible text that is not in the file, or cannot be read.
    Font,
    /// A font of invisible text that is not in the file, or cannot be read.
    HiddenFont,
    /// Marks that let through what is below them, or mix with it.
    Mixture,
    /// Settings, pictures or forms with transparency, whether anything is painted with them or not.
    Transparency,
    /// A blend mode that PDF does not have.
    BlendMode,
    /// A colour of a device.
    Device,
    /// A colour of a device for which the resources have a default space.
    Defined,
    /// A colour of a space that is measured, by a profile or in itself.
    Measured,
    /// A rendering intent that PDF does not have.
    Intent,
    /// A form that stands for another file.
    Reference,
    /// A picture that is printed instead of another.
    Alternate,
    /// The filters of a picture inside of the content.
    Filter,
    /// An operator that PDF does not have.
    Operator,
}

/// The facts of a page, each once: what they are about, and what was found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts(Vec<(Fact, String)>);

impl Facts {
    /// Notes what was found; of a kind only the first few.
    pub fn note(&mut self, fact: Fact, found: &str) {
        let kept = self.of(&[fact]).count();
        if kept < MAX_FACTS && !self.of(&[fact]).any(|known| known == found) {
            self.0.push((fact, found.to_owned()));
        }
    }

    /// What was found of some kinds, in the order of the content.
    pub fn of(&self, kinds: &[Fact]) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(fact, _)| kinds.contains(fact)).map(|(_, found)| &**found)
    }

    /// Whether something was found of a kind.
    pub fn has(&self, fact: Fact) -> bool {
        self.of(&[fact]).next().is_some()
    }
}

/// A name as a PDF has it: `/Name`.
pub(crate) fn slash(name: &[u8]) -> String {
    format!("/{}", String::from_utf8_lossy(name))
}
