//! The features of content that matter to printers and standards, besides the painted objects.

/// The maximum number of usages of a kind that are kept for a page.
const MAX_USAGES: usize = 8;

/// A kind of usage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentUsage {
    /// A resource that the content uses but the file lacks.
    MissingResource,
    /// A font of visible text that is missing or unreadable.
    Font,
    /// A font of invisible text that is missing or unreadable.
    HiddenFont,
    /// A font of spaces alone that is missing or unreadable.
    BlankFont,
    /// Text that its clip cuts off as a whole.
    CutText,
    /// An object that is transparent or blended with its background.
    Blending,
    /// A setting, image or form with transparency, painted or not.
    Transparency,
    /// A blend mode that PDF does not have.
    BlendMode,
    /// A device colour.
    DeviceColor,
    /// A device colour for which the resources have a default space.
    DefaultColorSpace,
    /// A CIE-based colour.
    CieBased,
    /// A rendering intent that PDF does not have.
    Intent,
    /// A form that stands for another file.
    ReferenceXObject,
    /// An alternate image that is printed instead.
    Alternate,
    /// A setting for one press only: a halftone or a transfer function.
    Screening,
    /// A PostScript XObject, or an OPI comment that stands for another image.
    PostScript,
    /// An image with more than 8 bits per component.
    DeepImage,
    /// The filters of an inline image.
    Filter,
    /// An operator that PDF does not have.
    Operator,
}

/// The usages of a page, each once, with the found value.
#[derive(Clone, Debug, Default)]
pub struct ContentUsages(Vec<(ContentUsage, String)>);

impl ContentUsages {
    /// Records a usage. Only the first few of a kind are kept.
    pub fn record(&mut self, usage: ContentUsage, found: &str) {
        let kept = self.of_kinds(&[usage]).count();
        if kept < MAX_USAGES && !self.of_kinds(&[usage]).any(|known| known == found) {
            self.0.push((usage, found.to_owned()));
        }
    }

    /// Records the usages of a part of the content.
    pub(super) fn record_all(&mut self, part: &Self) {
        for (usage, found) in &part.0 {
            self.record(*usage, found);
        }
    }

    /// Returns the values of some kinds, in content order.
    pub fn of_kinds(&self, kinds: &[ContentUsage]) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(usage, _)| kinds.contains(usage)).map(|(_, found)| &**found)
    }

    /// Returns true if a kind was recorded.
    pub fn has(&self, usage: ContentUsage) -> bool {
        self.of_kinds(&[usage]).next().is_some()
    }
}

/// Returns a name in PDF notation: `/Name`.
pub fn pdf_name(name: &[u8]) -> String {
    format!("/{}", String::from_utf8_lossy(name))
}
