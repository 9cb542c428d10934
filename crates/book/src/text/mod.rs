//! Words: those of a language, the texts of the user, and texts for shops.

pub(crate) mod language;
pub(crate) mod listing;
pub(crate) mod manuscript;
