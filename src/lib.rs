//! Sudoku books by the "dig holes" method.

pub mod batch;
pub mod book;
pub mod canon;
pub mod catalog;
pub mod entry;
pub mod format;
pub mod generate;
pub mod grid;
pub mod output;
pub mod parallel;
pub mod puzzle;
pub mod score;
pub mod seed;
pub mod solver;
pub mod transform;
