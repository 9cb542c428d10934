//! Fonts and text: faces and their measures, font stacks, line breaking, and titles.

mod breaks;
mod fallback;
mod family;
mod font;
mod hyphenation;
mod lines;
mod outline;
mod script;
mod title;

pub use fallback::{FamilyStacks, FontStack};
pub use family::FontFamily;
pub use font::Face;
pub use outline::PathEl;
pub use script::UnsupportedScript;
pub use title::{FittedTitle, TitleSpace};
