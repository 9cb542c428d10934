//! Fonts and text: faces and their measures, font stacks, line breaking, and the texts of the user.

mod breaks;
mod fallback;
mod family;
mod font;
mod lines;
mod manuscript;
mod outline;
mod script;
mod title;

pub use fallback::FontStack;
pub(crate) use fallback::{FamilyStacks, FontStyle, MAX_OWN_FONTS};
pub(crate) use family::{FAMILIES, FontFamily};
pub use font::Face;
pub(crate) use lines::paragraph;
pub use manuscript::Manuscript;
pub(crate) use manuscript::{StyledRun, TextBlock, typographic};
pub use outline::PathEl;
pub use script::UnsupportedScript;
pub use title::in_one_line;
pub use title::{FittedTitle, NEW_LINE, TitleSpace};
