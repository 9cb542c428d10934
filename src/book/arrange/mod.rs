//! Arrangements that all pages of a kind share: the live area, and number and positions of the puzzles
//! or answers on a page. They depend on the design, not on a volume.

mod answers;
mod below;
mod entries;
mod head;
mod live_area;
mod progress;
mod prose;
mod puzzles;
mod rules;

pub(in crate::book) use answers::AnswerPage;
pub(in crate::book) use below::{Below, HintsBelow};
pub(in crate::book) use entries::EntriesPage;
pub(in crate::book) use head::{Head, heading, paragraph};
pub(in crate::book) use live_area::{ASCENT, LiveArea, OPTICAL, OVERHANG};
pub(in crate::book) use progress::{NUMBER_GAP, ProgressPage};
pub(in crate::book) use prose::Prose;
pub(in crate::book) use puzzles::{
    BELOW_GAP, LOG_GAP, NOTE, PuzzlePage, caption_height, log_height,
};
pub(in crate::book) use rules::{Rules, Spread};
