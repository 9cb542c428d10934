//! The only test binary; one module for each thing that a user or reader would notice.

mod puzzles;
