//! Sudoku books by the "dig holes" method.

pub mod book;
pub mod grid;
pub mod puzzle;
pub mod score;
pub mod solver;
