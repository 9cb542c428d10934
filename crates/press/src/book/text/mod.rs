//! Words and type: the words of a language, fonts and line breaking, and texts for shops.

pub(in crate::book) mod language;
pub(in crate::book) mod listing;
pub(in crate::book) mod product_safety;
pub(in crate::book) mod typesetting;
