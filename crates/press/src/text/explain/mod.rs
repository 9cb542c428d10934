//! Explanations of steps: in words of several languages, as JSON, and as a page with a drawing of
//! each step.
//!
//! ```
//! use sudoku_press_book::text::explain::{ExplanationTexts, SolvePath, plain_text};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let path = SolvePath::from_grid(&line.parse()?);
//! let text = plain_text(&ExplanationTexts::default(), &path);
//! let first = "1. Hidden single (1.2): r1c6 = 8: the only place for 8 in block 2.";
//! assert_eq!(text.lines().next(), Some(first));
//! # Ok::<(), engine::sudoku::grid::LineError>(())
//! ```

mod chain;
mod drawing;
pub(crate) mod figure;
mod hint;
mod page;
mod path;
pub(crate) mod picture;
mod plain_text;
mod record;
pub(crate) mod removals;
pub(crate) mod route;
mod sentence;
pub(crate) mod step_text;
mod texts;

pub use drawing::grid as draw_grid;
pub use engine::human::ladder_path::PathStep;
pub use hint::{Hint, HintRecord, HintStrength};
pub use page::{PAGE_FOOT, page_head, page_hint, page_section};
pub use path::{PathEnd, SolvePath};
pub use plain_text::plain_text;
pub use record::{NodeRecord, StepRecord, json_lines, step_records};
pub use sentence::{at_three_lengths, sentence};
pub use texts::ExplanationTexts;
