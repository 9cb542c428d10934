//! Explanations of steps: in words of several languages, as JSON, and as a page with a drawing of
//! each step. Owns the texts of explanations, the figure of a step, and texts by key, which books
//! have too. Knows no book and no page.
//!
//! ```
//! use sudoku_press_explain::{ExplanationTexts, SolvePath, plain_text};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let path = SolvePath::from_grid(&line.parse()?);
//! let text = plain_text(&ExplanationTexts::default(), &path);
//! let first = "1. Hidden single (1.2): r1c6 = 8: the only place for 8 in block 2.";
//! assert_eq!(text.lines().next(), Some(first));
//! # Ok::<(), grid::LineError>(())
//! ```

mod chain;
mod drawing;
mod figure;
mod hint;
mod page;
mod path;
mod picture;
mod plain_text;
mod record;
mod route;
mod sentence;
mod small;
mod small_drawing;
mod step_text;
mod text;
mod texts;

pub use drawing::grid as draw_grid;
pub use figure::{
    BLOCKER_RADIUS, CELL_SIDE, CandidateStyle, MAX_WIDE_RADIUS, STRIKE_HALF_SIZE, StepFigure,
    StepSign, cell_centre, cell_corner, needed_removals,
};
pub use hint::{Hint, HintRecord, HintStrength};
pub use human::PathStep;
pub use page::{PAGE_FOOT, page_head, page_hint, page_section, small_page_section};
pub use path::{PathEnd, SolvePath};
pub use picture::CandidateMark;
pub use plain_text::plain_text;
pub use record::{StepRecord, json_lines, step_records};
pub use route::{Route, distance};
pub use sentence::{at_three_lengths, sentence};
pub use small::SmallPath;
pub use text::markup::render;
pub use text::{MessageCatalog, Placeholders, TextSchema, wrong};
pub use texts::ExplanationTexts;
