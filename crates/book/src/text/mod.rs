//! Words and type: the words of a language, fonts and line breaking, and texts for shops.

pub(crate) mod language;
pub(crate) mod listing;
pub(crate) mod typesetting;
