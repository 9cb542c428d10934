//! The only test binary; one module for each thing that a user or reader would notice.

mod archive; // nights on one archive, bad files left alone, locks
mod batch; // the same puzzles on any number of threads, none twice, short levels, golden catalogue
mod book; // the finished book, read back: every digit, line and page number
mod canon; // one form for a class, judged by trying all 3,359,232 rearrangements
mod catalog; // rows out and in
mod check; // check and rate on good puzzles and bad, judged by naive code
mod cli; // the built binary: files, exit codes, sentences
mod disguise; // canon and transform: parts by hand, there and back again
mod export; // single puzzles as drawings and texts, and the table of their names
mod format; // puzzles as text: every form read and written, wrong lines, any bytes at all
mod generate; // what every level promises, judged by the slow solvers
mod job; // job files: origins, unknown keys, nights that share nothing
mod nightly; // stopped, killed, out of space, and made again
mod one; // a puzzle on the terminal, completions, manual pages
mod preflight; // a bad file for each rule, broken files, every KDP book clean
mod printers; // printers' figures, gutters, volumes, exit codes
mod puzzles; // grids, the three solvers, proof and score
mod readback; // a small reader of PDF pages, independent of the writer
mod solve; // the three engines at the command line, and that they agree
mod support; // puzzles to test with, and slow obvious judges
mod tools; // what the commands on files of puzzles have in common: good, bad, mixed, endless input
mod transform; // the laws of the group
mod verify; // every lie that a catalogue, a book or a run can tell
