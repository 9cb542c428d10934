//! The only test binary; one module for each thing that a user or reader would notice.

mod batch; // the same puzzles on any number of threads, none twice, short levels, golden catalogue
mod canon; // one form for a class, judged by trying all 3,359,232 rearrangements
mod catalog; // rows out and in
mod cli; // the built binary: files, exit codes, sentences
mod format; // puzzles as text: every form read and written, wrong lines, any bytes at all
mod generate; // what every level promises, judged by the slow solvers
mod one; // a puzzle on the terminal, completions, manual pages
mod puzzles; // grids, the three solvers, proof and score
mod support; // puzzles to test with, and slow obvious judges
mod tools; // solve, check, rate, canon, transform on files good, bad and mixed
mod transform; // the laws of the group
