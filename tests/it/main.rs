//! The only test binary; one module for each thing that a user or reader would notice.

mod archive {
    mod copies; // copies, restored archives, journals of crashes and other archives, other users, passing read errors
    mod crashes; // kills at each write, failing writes, full disks, cut and changed files: no run is lost
    mod journals; // journals and logs of killed commands and of other archives; file systems without locks
    mod kinds; // a file or a database: the same nights, hosts at once, copies; encryption, lost connections
    mod runs; // nights on one archive, damaged files, locks, two names of one archive
}

mod book {
    mod designs; // what each design promises: days, sheets of a class, mastheads, calendars
    mod hints; // the table of hints: what it prints, and that its patterns are there
    mod imprint; // ISBNs, barcodes read back from their bars, copyright pages, texts for shops
    mod languages; // the texts of a book in every language, their places, and fonts of the user
    mod layout; // the finished book, read back: every digit, line and page number; its size; drawn steps
    mod links; // web addresses of puzzles: columns, QR codes read back, links of the screen edition
    mod pages; // parts, line breaks, lessons, hints, courses
    mod printers; // printers' figures, gutters, volumes, bleed, numbers of pages
    mod selling; // addresses, licences, the facts of a listing
    mod tablets; // books for tablets and screens: sizes, margins, links, outlines; none of these in print
    mod titles; // titles and dates of puzzles in a file of the user
}

mod cli {
    mod program; // files, exit codes, messages, progress, completions, `one`
    mod settings; // job files, flags, variables; names in any case and language
    mod settings_page; // docs/settings.md, made from the list
}

mod cover {
    mod fronts; // the front says what a book is; long words, series, square and wide trims
    mod layout; // boxes, safe areas, spines, templates, volumes, refusals
    mod look; // the look of covers: contrast, inks, pictures, no finding in any design
    mod shop; // the front as a PNG, pictures and their words, the pencil, logos and faces
    mod titles; // the titles of book, cover and listing, and words that a shop forbids
}

mod files {
    mod catalogues; // written and read back; columns of others under any name
    mod compress; // gzip and zstd, written and read by every command; damaged streams
    mod datasets; // splits by solution grid, data cards, leaks between files
    mod durability; // the order of writes, syncs and renames of each writer, under strace
    mod encoded_paths; // names of files that are not UTF-8
    mod export; // single puzzles as drawings and texts, and the table of their names
    mod foreign_json; // numbers and names in the JSON files of runs that nobody of ours has written
    mod hostile; // PDFs and tables that ask for endless work or memory; text for terminals
    mod inputs; // each kind is read or named; random surroundings, damaged bytes
    mod limits; // limits of memory, files and processes that the machine sets
    mod lists; // transform: all columns of any table in any format
    #[cfg(feature = "parquet")]
    mod parquet; // every field of Parquet files, read by another reader
    mod workbooks; // Excel workbooks of others: what is read of them; hostile and damaged ones
}

mod house {
    mod advice; // what messages advise: flags and commands that exist, and cases in which the advice is followed
    mod documents; // the commands of README.md and docs, run unchanged; both languages say the same
    mod packages; // one version, one list of features; licences of dependencies
    mod tidy; // the rules of ARCHITECTURE.md, checked in the source text
}

mod preflight {
    mod foreign; // planted faults in foreign books, and good ones
    mod rules; // a bad file for each rule, both sides of each figure
    mod standards; // PDF/X and PDF/A: a fault for each rule, our files of all designs
}

mod puzzles {
    mod allocations; // a puzzle and its row ask for no memory
    mod commands; // solve, rate, transform, verify: good, bad, mixed, endless input
    mod duplicates; // a puzzle twice, also relabelled and moved: refused by what makes, found by what judges; complete grids
    mod golden; // the same bytes with any threads, the golden catalogue
    mod hints; // steps in words, records and pages, in every language; hints for any position
    mod ladder; // the human ladder: bands, filters, columns, books by band
    mod needs; // what a puzzle needs, on each level and in courses
    mod patterns; // patterns of chains: fast against slow, as filters, in columns, lies that verify finds
    mod rating; // paths of the original, near misses, laws, people's times, `rate --scale se`
    mod shape; // pictures, minimal puzzles, numbers of givens, symmetry
    mod sizes; // 4 x 4 and 6 x 6: made, read, judged, printed, read back; signs; wrong uses
}

mod run {
    mod another; // puzzles replaced one by one, and runs that grow: all other rows stay
    mod checkpoints; // checkpoints that lie, or of another run or archive
    mod day_two; // a finished run, changed: title, puzzles, columns, damaged files, series
    mod editions; // another book or cover of a finished run, covers of runs, series, shares of a total
    mod failures; // crashes and failing calls at any point, links, pipes, two at once
    mod journeys; // a stranger's workbook twice, a volume removed from its series, pictures taken up again; the same in the studio
    mod nightly; // stopped and resumed runs, full disks, the shipped service, JSON messages
    mod ownership; // files of the user are kept: foreign files, links, pipes, replaced runs, a closed standard error
    mod recorded; // names that a manifest or a record may list: none else is removed; jobs with two meanings
    mod recovery; // a run that was stopped in its last step, completed by every command
    mod refusals; // refused commands leave nothing; begun runs, edited rows, old editions
    mod series; // volumes by name: put between, renamed, without a table, refused, lost
    mod shards; // the bytes of one machine, whatever the shards; lost, torn and foreign files
    mod taken_over; // jobs that are taken over: counts, printers, designs, settings taken back; random jobs opened again
}

mod studio {
    mod begin; // files with faults, starting points that ask, the words of the window, names, rings
    mod books; // previews, drafts, books that are made, files of the browser
    #[cfg(unix)]
    mod changes; // orders whose system calls fail, or that are killed; reserved names; long values; swept copies
    mod copies; // copies for another printer, which share the puzzles
    mod covers; // the places that the window marks on a cover, and its layouts as pictures
    mod files; // files of others: hostile ones, their content, notes, links, names
    mod form; // the state of a book, choices, levels, places, orders of the shelf, covers of others
    mod replacement; // another file of puzzles for a book: its state, its bytes, other windows
    #[cfg(unix)]
    mod rights; // files that cannot be read for a while, folders that may only be read
    mod security; // a table of refusals, bounds, malformed requests
    #[cfg(unix)]
    mod shelf; // the state of each book from sums and verdicts, its files, folders with any name
    mod slow_clients; // clients that send nothing, send slowly or read slowly
    mod spines; // covers whose spine is an estimate, covers of others at printers that name no thickness
    mod together; // weeks and volumes without a puzzle twice; all unfinished books, one after another
    mod versions; // earlier versions of a book, also of a renamed one; the look of a series
    mod windows; // several windows, previews that nobody sees, the start of the browser, the end
    mod words; // the Chinese window has no English words
}

mod verify {
    mod books; // wrong values on a page, unusual designs, broken files
    mod ink; // ink that says other than the text: planted changes, one a line
    mod rebuild; // a run made again: visible changes found in words, files saved again, files that are nowhere
    mod rows; // a wrong value in each field of a catalogue; a book of another catalogue
    mod runs; // wrong values in a catalogue or a run are found
    mod sheet; // the proof sheet: soundness, links, findings, figures, long books, strange files
}

// Those of crates have what the tests of a crate use as well.
mod support {
    pub mod archives;
    #[path = "../../../crates/book/tests/it/support/books.rs"]
    pub mod books;
    #[path = "../../../crates/explainer/tests/it/support/cases.rs"]
    pub mod cases;
    pub mod codes;
    #[path = "../../../crates/cover/tests/it/support/covers.rs"]
    pub mod covers;
    pub mod crashes;
    pub mod foreign;
    pub mod forms;
    pub mod golden;
    #[allow(dead_code)] // Tests of the generator use the rest.
    #[path = "../../../crates/make/tests/it/support/known.rs"]
    pub mod known;
    pub mod languages;
    pub mod patterns;
    #[path = "../../../crates/cover/tests/it/support/pdfs.rs"]
    pub mod pdfs;
    #[path = "../../../crates/cover/tests/it/support/pictures.rs"]
    pub mod pictures;
    #[path = "../../../crates/cover/tests/it/support/preflight.rs"]
    pub mod preflight;
    pub mod program;
    #[path = "../../../crates/make/tests/it/support/puzzles.rs"]
    pub mod puzzles;
    pub mod rating;
    #[path = "../../../crates/cover/tests/it/support/readback.rs"]
    pub mod readback;
    #[path = "../../../crates/make/tests/it/support/reference.rs"]
    pub mod reference;
    #[allow(dead_code)] // Tests of the engine let it solve puzzles.
    #[path = "../../../crates/make/tests/it/support/slow_closure.rs"]
    pub mod slow_closure;
    pub mod sources;
    pub mod studio;
    pub mod sudokupad;
    pub mod sync_order;
    pub mod verify;
}
