//! Fonts and text: faces and their measures, fallback faces, line breaking, and the user's own texts.

mod fallback;
mod family;
mod font;
mod lines;
mod manuscript;
mod outline;
mod script;
mod title;

pub use fallback::Unprintable;
pub(in crate::book) use fallback::{FaceChain, FamilyFaces, MAX_OWN_FONTS, Voice};
pub(in crate::book) use family::{FAMILIES, Family};
pub use font::{Face, FontError};
pub(in crate::book) use lines::paragraph;
pub use manuscript::Manuscript;
pub(in crate::book) use manuscript::{Block, Run, typographic};
pub use outline::Step;
pub use script::Script;
pub(in crate::book) use title::{NEW_LINE, TitleSpace, in_one_line};
