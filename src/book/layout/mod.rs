//! Lays out pages as functions of a read-only volume; positions are in points from the top left corner.
//! `pagination` decides the content of each page, and `pdf` encodes the marks.

mod answers;
mod below;
mod contents;
mod cover;
mod drawings;
mod entries;
mod faults;
mod front;
mod furniture;
mod how_to_play;
mod links;
mod opener;
mod overflow;
mod pages;
mod puzzles;
mod techniques;
mod to_fill_in;

pub(in crate::book) use cover::CoverPage;
pub(in crate::book) use links::{Destination, OutlineEntry, links, outline};
pub(in crate::book) use overflow::check_fit;
