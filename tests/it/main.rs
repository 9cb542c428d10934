//! The only test binary; one module for each thing that a user or reader would notice.

mod archive; // nights on one archive, bad files left alone, locks
mod archive_copy; // copies, restored archives, logs of other archives, other users, failing reads
mod archive_names; // two writers at once through two names of one archive
mod batch; // the same puzzles on any number of threads, none twice, short levels, golden catalogue
mod bleed; // pages that bleed, by the rules of each printer
mod book; // the finished book, read back: every digit, line and page number
mod books; // books to test with
mod canon; // one form for a class, judged by trying all 3,359,232 rearrangements
mod catalog; // rows out and in
mod check; // check and rate on good puzzles and bad, judged by naive code
mod cli; // the built binary: files, exit codes, sentences
mod completions; // what bash, zsh and fish make of a Tab
mod compress; // gzip and zstd, out and in, by every command; damaged streams
mod cover; // the cover: boxes by hand, safe areas, the spine, volumes, refusals
mod cover_preflight; // a bad cover for each rule, what advice is and what a refusal
mod crash; // dying at every point, every call failing, kill -9 at any moment, two at once
mod disguise; // canon and transform: parts by hand, there and back again
mod explain; // steps in words, as records and pages: parsed back, in every language; hints for any position
mod export; // single puzzles as drawings and texts, and the table of their names
mod format; // puzzles as text: every form read and written, wrong lines, any bytes at all
mod fuzz; // the readers on files that are almost right
mod generate; // what every level promises, judged by the slow solvers
mod hostile; // PDFs that ask for endless work or memory with a few kilobytes
mod job; // job files: origins, unknown keys, nights that share nothing
mod languages; // the words of a book in every language, where they may stand, and fonts of one's own
mod licences; // every dependency under a licence of the list
mod nightly; // stopped and made again, out of space, the shipped service, messages for machines
mod one; // a puzzle on the terminal, completions, manual pages
mod ownership; // what is the user's stays the user's: foreign files, links, pipes, replaced runs, a deaf standard error
mod pages; // what one sees who leafs through: breaks of lines, edges that meet, dots below dots
#[cfg(feature = "parquet")]
mod parquet; // every field of Parquet files as another reader has it
mod parts; // parts left out, moved, replaced; designs in which levels take turns, with dates, upside down
mod paths; // the rating's whole paths against those of the original; no step is ever wrong
mod pdfs; // PDFs made by hand
mod preflight; // a bad file for each rule, broken files, the screen edition
mod printers; // printers' figures, gutters, volumes, exit codes
mod puzzles; // grids, the three solvers, proof and score
mod rate_se; // rate --scale se: rows, ceilings, puzzles that have no rating
mod readback; // a small reader of PDF pages, independent of the writer
mod size; // bytes a page
mod snapshots; // where everything stands on a page of each kind
mod solve; // the three engines at the command line, and that they agree
mod support; // puzzles to test with, and slow obvious judges
mod sweep; // every trim, paper, gutter and design of KDP on both sides of every turn
mod templates; // designs and trims: as they are read, and what is refused of them
mod threads; // threads that cannot be started
mod tidy; // the rules of ARCHITECTURE.md, held against the text of the program
mod tools; // what the commands on files of puzzles have in common: good, bad, mixed, endless input
mod transform; // the laws of the group
mod verify; // every lie that a catalogue or a run can tell
mod verify_book; // every lie that a page can tell, strange designs, broken files
