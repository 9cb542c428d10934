//! The faces of a book: the design's, with the user's fonts and the language's as stand-ins.

use super::Imprint;
use super::design::Faces;
use super::faces::{self, Set};
use super::font::{FAMILIES, Family};

/// The faces of a book.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cast {
    pub title: faces::Faces,
    pub words: Set,
    pub figures: Set,
    /// From a line of words to the next, as a part of the size of their type.
    pub leading: f64,
}

impl Default for Cast {
    fn default() -> Self {
        let words = Set::new(FAMILIES[0], &[], None);
        Self {
            title: words.regular,
            words,
            figures: Set::new(FAMILIES[1], &[], None),
            leading: 1.42,
        }
    }
}

impl Faces {
    /// With the user's fonts and the language's faces as stand-ins. The title is in the user's
    /// first font, if there is one.
    pub fn cast(&self, imprint: &Imprint) -> Cast {
        let names = imprint.language.stand_ins();
        let set = |name: &str| {
            let family = Family::named(name).expect("checked when the template was read");
            let stand_in = if family.serif {
                &names.serif
            } else {
                &names.sans
            };
            Set::new(family, &imprint.fonts, Family::named(stand_in))
        };
        let words = set(&self.words);
        let title = match imprint.fonts.first() {
            Some(&own) => words.regular.after(own),
            None => words.regular,
        };
        Cast {
            title,
            words,
            figures: set(&self.figures),
            leading: imprint.language.leading(),
        }
    }
}
