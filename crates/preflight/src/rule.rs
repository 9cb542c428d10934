//! The rules of preflight, each with its name and the printer's figure behind it.

use crate::print_spec::RequirementKey;
use serde::{Serialize, Serializer};
use std::fmt;

macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident $name:literal $figure:expr,)*) => {
        /// A rule of preflight.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule { $($(#[$doc])* $rule,)* }

        impl Rule {
            /// All rules, in order.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$rule),*];

            /// Returns its name, such as `safe area`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$rule => $name,)* }
            }

            /// Returns the printer's figure behind the rule; `None` if it depends only on the book.
            pub(super) fn figure(self) -> Option<RequirementKey> {
                match self { $(Self::$rule => $figure,)* }
            }
        }

        impl fmt::Display for Rule {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

rules! {
    /// The file is not encrypted.
    Encryption "encryption" None,
    /// The PDF version.
    Version "version" Some("file"),
    /// The number of pages.
    PageCount "page count" Some("paper"),
    /// The size of the pages.
    PageSize "page size" Some("bleed"),
    /// The boxes of the pages: trim, bleed, crop, rotation.
    Boxes "boxes" Some("bleed"),
    /// Everything lies inside the margins; on a cover, all text.
    SafeArea "safe area" Some("margins"),
    /// On a cover, whatever reaches the trim edge continues to the edge of the sheet.
    Bleed "bleed" Some("cover.bleed"),
    /// A spine has text only if it is thick enough, and the text keeps clear of the folds.
    Spine "spine" Some("cover.spine_clear"),
    /// The area of the barcode on a cover is free.
    Barcode "barcode" None,
    /// On a cover, no letter is cut off or folded.
    Cut "cut" None,
    /// The minimum size of type.
    Type "type" Some("ink.min_type"),
    /// The minimum width of lines.
    Line "line" Some("ink.min_line"),
    /// DocumentFonts are embedded.
    Fonts "fonts" None,
    /// Every character has a glyph in its font.
    Glyphs "glyphs" None,
    /// The contours of a letter do not overlap.
    Outlines "outlines" None,
    /// Everything that a page draws is in the file, and can be read.
    Resources "resources" None,
    /// Only black ink, unless the paper or the cover is printed in colour.
    Colour "colour" None,
    /// The lightest grey.
    Grey "grey" Some("ink.max_grey"),
    /// The maximum amount of ink in one place.
    TotalInk "total ink" Some("ink.max_total"),
    /// White is not set to overprint.
    Overprint "overprint" None,
    /// The resolution of images.
    Images "images" Some("ink.image_dpi"),
    /// No transparency.
    Transparency "transparency" Some("file"),
    /// No invisible text.
    Invisible "invisible" Some("file"),
    /// No text that is covered, or has the colour of what is below it.
    Unseen "unseen text" None,
    /// On a cover, no text lies on other text.
    Overlap "overlapping text" None,
    /// Blank pages are not too many in a row.
    Blank "blank pages" Some("blanks"),
    /// The last page is blank.
    LastPage "last page" Some("pages"),
    /// No annotations, such as links and comments.
    Annotations "annotations" Some("file"),
    /// No bookmarks.
    Outline "outline" Some("file"),
    /// No metadata, such as title and author.
    Metadata "metadata" Some("file"),
    /// No hidden layers.
    Layers "layers" Some("file"),
    /// No scripts, and no actions but to go to a page.
    Scripts "scripts" Some("file"),
    /// No attached files.
    Attachments "attachments" Some("file"),
    /// The standard of PDF/X that the printer asks for, or that the file claims to follow.
    Pdfx "PDF/X" Some("file"),
}

/// Serialises a rule as its name in lower case with dashes: `safe-area`.
impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name().to_lowercase().replace([' ', '/'], "-"))
    }
}
