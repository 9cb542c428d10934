//! The only test binary; one module for each thing that a user or reader would notice.

mod archive {
    mod copies; // copies, restored archives, logs of other archives, other users, passing read errors
    mod kinds; // both kinds of archive, a file and a database: the same nights, hosts at once, copies, damaged folders
    mod names; // two writers at once through two names of one archive
    mod runs; // nights on one archive, damaged files, locks
    mod server; // PostgreSQL: encryption, lost connections, silence, how often it is asked, numbers of a series
}

mod book {
    mod bleed; // pages with bleed, by the rules of each printer
    mod course; // a chapter for each technique: what it needs, its page, hints, steps
    mod designs; // what each design promises: days of a year, sheets of a class, answers apart, spread answers
    mod drawings; // drawn steps on pages: candidates off lines, rings apart, chains round digits, strikes that leave digits legible
    mod extent; // how many pages: a few puzzles, and the count that makes a number of pages
    mod heads; // a figure that speaks to children, mastheads with the last answers, large days and calendars
    mod imprint; // ISBNs, barcodes read back from their bars, copyright pages, texts for shops
    mod languages; // the texts of a book in every language, their places, and fonts of the user
    mod layout; // the finished book, read back: every digit, line and page number
    mod lessons; // techniques, hints and times: true, in every language; a hint never tells the digit
    mod pages; // parts omitted, moved, replaced; designs with turns, dates, answers upside down
    mod printers; // printers' figures, gutters, volumes, exit codes
    mod size; // bytes per page
    mod snapshots; // the positions of all marks on a page of each kind
    mod sweep; // every trim, paper, gutter and design of KDP at every number of pages where a rule changes
    mod templates; // designs and trims: how they are read, and what is refused
    mod typography; // typography of pages: line breaks, aligned edges, leader dots
}

mod cli {
    mod completions; // completions in bash, zsh and fish
    mod names; // names in any case, by other codes, in any language; one word for one thing
    mod one; // a puzzle on the terminal, completions, manual pages
    mod program; // the built binary: files, exit codes, messages
    mod settings; // job files: origins, unknown keys, the seed of a night
    mod terminal; // a terminal: bars that tell the truth at any width, the last line, colours of verdicts
}

mod cover {
    mod layout; // the cover: boxes, safe areas, the spine, volumes, refusals
    mod look; // the look of covers: contrast, inks, pictures, no finding in any design
    mod shop; // the front as a PNG, pictures and their words, the pencil, logos and faces
    mod template; // the width of a spine by formula, paper and template; covers on larger sheets
}

mod files {
    mod catalog; // catalogues written and read back
    mod catalogues; // columns of others under any name, wrong rows named together, columns of a catalogue to choose
    mod compress; // gzip and zstd, written and read by every command; damaged streams
    mod encoded_paths; // names of files that are not UTF-8
    mod export; // single puzzles as drawings and texts, and the table of their names
    mod foreign_json; // numbers and names in the JSON files of runs that nobody of ours has written
    mod foreign_text; // text of others on a terminal, packed and nested files in little memory
    mod formats; // puzzles as text: every format read and written, wrong lines, random bytes
    mod fuzz; // the readers with slightly damaged files
    mod hostile; // small PDFs that would need endless work or memory
    mod inputs; // files that people bring: each kind is read or named; puzzles in random surroundings
    #[cfg(feature = "parquet")]
    mod parquet; // every field of Parquet files, read by another reader
}

mod house {
    mod documents; // the commands of README.md and docs, run unchanged
    mod licences; // every dependency under a licence of the list
    mod packages; // what packaging/build is made of has one version, one list of features, one list of systems
    mod readme; // README.md and README.zh.md say the same
    mod tidy; // the rules of ARCHITECTURE.md, checked in the source text
}

mod preflight {
    mod bounds; // what is just inside of each figure is taken, what is just outside is not
    mod covers; // a bad cover for each rule; advice and refusals
    mod foreign; // planted faults in foreign books, and good ones
    mod rules; // a bad file for each rule, broken files, the screen edition
    mod standards; // PDF/X and PDF/A: a fault for each rule, our files of all designs
}

mod puzzles {
    mod allocations; // a puzzle and its row ask for no memory
    mod canon; // the canonical form, compared with a search over all 3,359,232 rearrangements
    mod check; // check and rate on good and bad puzzles, compared with naive code
    mod commands; // what the commands on files of puzzles have in common: good, bad, mixed, endless input
    mod disguise; // canon and transform: parts by hand, and inverse transforms
    mod duplicates; // a puzzle twice, also relabelled and moved: refused by what makes, found by what judges; complete grids
    mod generate; // the bounds of every level, checked by the slow solvers
    mod grids; // grids, the three solvers, proof and score
    mod hint; // three strengths of hints, positions with candidates, wrong digits that are named
    mod hints; // steps in words, as records and pages: parsed back, in every language; hints for any position
    mod ladder; // the human ladder: bands, filters, columns, books by band
    mod laws; // laws of the rating: disguises, ceilings, and people's times
    mod make; // the same puzzles with any number of threads, no duplicates, short levels, golden catalogue
    mod near_misses; // each technique: a case, and one changed by one candidate
    mod pace; // puzzles are counted without a lock
    mod paths; // the rating's whole paths against those of the original; no step is ever wrong
    mod rating; // rate --scale se: rows, ceilings, puzzles that have no rating
    mod shape; // pictures of givens, minimal puzzles, numbers of givens: made, refused, proved
    mod solve; // the three engines in the binary, and that they agree
    mod symmetry; // symmetric givens: the transforms that keep them, puzzles of every symmetry
    mod transform; // the group laws
}

mod run {
    mod crash; // crashes at every point, every failing call, kill -9 at any moment, two commands at once
    mod editions; // another book or cover of a finished run, covers of runs, series, shares of a total
    mod failures; // what the system says: passing errors, planted links, pipes in the folder of a run
    mod nightly; // stopped and resumed runs, full disks, the shipped service, JSON messages
    mod ownership; // files of the user are kept: foreign files, links, pipes, replaced runs, a closed standard error
    mod rounds; // the rule of shards against the loop over the slots, on thousands of random cases
    mod shards; // sharded runs: the bytes of one machine, whatever the shards; lost, torn and foreign files
    mod threads; // threads that cannot be started
}

mod verify {
    mod against; // a book with another catalogue than its own: what differs, word by word
    mod books; // wrong values on a page are found; unusual designs, broken files
    mod ink; // ink that says other than the text: planted changes, one a line
    mod pdfs; // PDFs made by hand
    mod proof; // the proof sheet: soundness, links, findings, changes, earlier runs, long books, strange files
    mod rebuild; // a run made again: visible changes found in words, files saved again, files that are nowhere
    mod rows; // a catalogue with a wrong value in each field, and with what its run demands
    mod runs; // wrong values in a catalogue or a run are found
}

mod support {
    pub mod archives;
    pub mod books;
    pub mod covers;
    pub mod crashes;
    pub mod foreign;
    pub mod languages;
    pub mod pdfs;
    pub mod pictures;
    pub mod plain_canon;
    pub mod preflight;
    pub mod program;
    pub mod puzzles;
    pub mod rating;
    pub mod readback;
    pub mod reference;
    pub mod verify;
}
