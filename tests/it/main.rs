//! The only test binary; one module for each thing that a user or reader would notice.

mod batch; // the same puzzles on any number of threads, none twice, short levels, golden catalogue
mod book; // the finished book, read back: every digit, line and page number
mod canon; // one form for a class, judged by trying all 3,359,232 rearrangements
mod catalog; // rows out and in
mod cli; // the built binary: files, exit codes, sentences
mod generate; // what every level promises, judged by the slow solvers
mod puzzles; // grids, the three solvers, proof and score
mod readback; // a small reader of PDF pages, independent of the writer
mod support; // puzzles to test with, and slow obvious judges
mod transform; // the laws of the group
