//! What a book is made of: its puzzles, and what it says about itself.

use crate::book::language::Language;
use crate::book::typesetting::{Face, Manuscript};
use crate::puzzle::Puzzle;
use crate::score::Level;
use jiff::civil::Date;
use std::collections::BTreeMap;

/// Puzzles of one level, in the order of the book. Numbers run through all sections and volumes,
/// from 1.
#[derive(Clone, Debug)]
pub struct Section {
    /// The level of them all.
    pub level: Level,
    /// In the order of the book.
    pub puzzles: Vec<Puzzle>,
}

/// What a book says about itself, in which language, and in which faces of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imprint {
    /// The language of all that the program says.
    pub language: Language,
    /// Fonts of the user's: the first is that of the title, and all stand in, in this order, for
    /// characters that the design's faces lack. Three are used.
    pub fonts: Vec<Face>,
    /// The title; if none is given, the template's, or else the language's.
    pub title: Option<String>,
    /// Who made it, for the title page.
    pub author: Option<String>,
    /// A line for the copyright page, such as `First edition 2026`.
    pub edition: Option<String>,
    /// From which seed the puzzles were made, for the copyright page.
    pub seed: Option<u64>,
    /// The parts of the book and their order; if none are given, the template's.
    pub parts: Option<Vec<String>>,
    /// Texts of the user's, by the names of the parts that they are, or that they replace.
    pub texts: BTreeMap<String, Manuscript>,
    /// The day of the first puzzle, where the design has a date on each.
    pub first_day: Option<Date>,
}
