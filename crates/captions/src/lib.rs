//! The captions of a puzzle in a catalogue and in a book: owns titles with their dates, the sites
//! to which puzzles link, and the short form of SudokuPad. Knows no table and no page.
//!
//! ```
//! use sudoku_press_captions::PuzzleLink;
//!
//! let link: PuzzleLink = "https://example.com/play?book=7&n={number}".parse()?;
//! let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! assert_eq!(link.address(&grid.parse()?, None, 12), "https://example.com/play?book=7&n=12");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod puzzle_link;
mod puzzle_title;
mod scf;
pub mod web_address;

pub use puzzle_link::PuzzleLink;
pub use puzzle_title::PuzzleTitle;
