//! Fonts and text: faces and their measures, font stacks, line breaking, and the texts of the user.

mod fallback;
mod family;
mod font;
mod lines;
mod manuscript;
mod outline;
mod script;
mod title;

pub use fallback::UnprintableError;
pub(in crate::book) use fallback::{FamilyStacks, FontStack, FontStyle, MAX_OWN_FONTS};
pub(in crate::book) use family::{FAMILIES, FontFamily};
pub use font::{Face, FontError};
pub(in crate::book) use lines::paragraph;
pub use manuscript::Manuscript;
pub(in crate::book) use manuscript::{StyledRun, TextBlock, typographic};
pub use outline::PathEl;
pub use script::UnsupportedScript;
pub use title::in_one_line;
pub(in crate::book) use title::{NEW_LINE, TitleSpace};
