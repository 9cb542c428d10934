//! The list of settings: a row for each, in the order of manifests.
//!
//! A row has the name, the group of help, the field of [`Settings`] with the value, the form of the
//! value, the help, and what the setting excludes or needs. Flags, job files, variables, manifests,
//! docs/settings.md and `job schema` follow from the rows.

use super::row::{Group, Setting, known_word};
use super::value::{SettingValue, check_output_path, only, read_first_number};
use super::{CatalogFormat, ColorMode, LogFormat, PUBLIC, ProgressMode, levels};
use Group as G;
use engine::human::grade::RatedForm;
use engine::human::ladder::Ladder;
use engine::make::batch::{Dedup, QualityRules};
use engine::make::generate::{FullGrid, Look, Symmetry};
use engine::sudoku::named::is_same_name;
use press::book::{
    Answers, CoverDesign, Openers, PaletteChoice, PuzzleCodePlace, PuzzleOrder, PuzzlesPerPage,
    Scene,
};
use press::printers::Pdfx;
use serde_json::Value;
use std::ffi::OsString;
use std::path::PathBuf;
use store::table::CatalogColumns;
use store::table::compress::Codec;

/// The most puzzles that can be ordered.
const MAX_PUZZLES: u64 = 10_000_000_000;

/// A row whose value is a field of [`Settings`].
macro_rules! row {
    ($name:literal, $group:expr, $($field:ident).+) => {
        Setting::new(
            $name,
            $group,
            |of| of.$($field).+.write(),
            |of, texts| {
                of.$($field).+ = SettingValue::read_all(texts)?;
                Ok(())
            },
        )
    };
}

/// A row for a field that is true where the setting has its only word.
macro_rules! word {
    ($name:literal, $group:expr, $word:literal, $($field:ident).+) => {
        Setting::new(
            $name,
            $group,
            |of| of.$($field).+.then(|| $word.into()),
            |of, texts| {
                of.$($field).+ = only(texts)? == $word;
                Ok(())
            },
        )
    };
}

/// Returns the words of a list of values, each with its help.
fn words<T>(table: &[(&'static str, &'static str, T)]) -> Vec<(&'static str, &'static str)> {
    let words = table.iter().map(|(word, help, _)| (*word, help.trim().trim_end_matches('.')));
    words.collect()
}

/// Reads the name of a column of catalogues, or `public`.
fn read_column(text: &OsString) -> Result<String, String> {
    let names = CatalogColumns::all_names();
    let known: Vec<_> = names.into_iter().chain([PUBLIC]).map(|name| (name, "")).collect();
    known_word(&known, std::slice::from_ref(text)).map(str::to_owned)
}

/// Reads the path of an output in which `{date}` is replaced.
fn read_dated_path(texts: &[OsString]) -> Result<PathBuf, String> {
    let path = PathBuf::read_all(texts)?;
    check_output_path(&path, &["date"])?;
    Ok(path)
}

/// All settings. A setting that another one needs comes before it.
pub(super) const LIST: &[Setting] = &[
    row!("ladder", G::Difficulty, puzzles.ladder)
        .choice("LADDER", || words(Ladder::TABLE))
        .help("Ladder of difficulty: what `levels` and `quota` name")
        .common(&["run", "generate"])
        .deciding(),
    Setting::new(
        "out",
        G::Run,
        |of| of.job.out.write(),
        |of, texts| {
            of.job.out = read_dated_path(texts)?;
            Ok(())
        },
    )
    .path("FOLDER")
    .help(
        "Folder for the catalogue, the book and the manifest; {date} becomes the \
             night's date",
    )
    .common(&["run", "generate"]),
    row!("proof", G::Run, job.proof)
        .help("Write the proof sheet proof.html into the folder, when the run is complete")
        .common(&["run"])
        .only("run"),
    row!("seed", G::Puzzles, job.seed)
        .text("N|from-date")
        .help(
            "Seed of the run: the same seed gives the same puzzles; from-date computes it \
             from `date` and `secret`",
        )
        .common(&["run", "generate"])
        .usual("drawn, and printed"),
    row!("date", G::Puzzles, job.date)
        .text("YYYY-MM-DD")
        .help("The night's date, for `seed` from-date and {date} in `out`")
        .usual("today"),
    row!("timezone", G::Puzzles, job.timezone)
        .text("ZONE")
        .help("Time zone that determines today's date, such as Europe/Berlin"),
    row!("secret", G::Puzzles, job.secret).text("TEXT").help(
        "A secret for `seed` from-date, so that nobody else can reproduce your \
             puzzles",
    ),
    row!("count", G::Puzzles, counts.count)
        .number("N", 1, MAX_PUZZLES)
        .help(
            "Number of puzzles for each level; for a design whose levels take turns, number \
             of rounds",
        )
        .common(&["run", "generate"])
        .usual("200 puzzles, or 52 rounds"),
    row!("total", G::Puzzles, counts.total)
        .number("N", 1, MAX_PUZZLES)
        .help("Number of puzzles in all, shared evenly over the levels")
        .common(&["run", "generate"])
        .excludes(&["count", "quota"]),
    Setting::new(
        "levels",
        G::Puzzles,
        |of| of.counts.levels.as_ref().map(levels::format_levels),
        |of, texts| {
            let levels = levels::parse_levels(only(texts)?, of.puzzles.ladder)?;
            of.counts.levels = Some(levels);
            Ok(())
        },
    )
    .text("LEVELS")
    .help(
        "Levels to make, 1 (Beginner) to 5 (Evil), or on the human ladder 1 (Gentle) to 7 (Extreme), \
             by number or name: a range, a list, or both",
    )
    .common(&["run", "generate"])
    .usual("1-5, or those that take turns"),
    Setting::new(
        "quota",
        G::Puzzles,
        |of| levels::format_quotas(&of.puzzles.quotas),
        |of, texts| {
            of.puzzles.quotas = levels::parse_quotas(only(texts)?, of.puzzles.ladder)?.0;
            Ok(())
        },
    )
    .text("LEVEL=N,...")
    .help("Number of puzzles for each level separately, for example 1=500,5=200")
    .common(&["run", "generate"])
    .excludes(&["count", "levels"])
    .deciding(),
    row!("grid", G::Puzzles, puzzles.grid)
        .choice("GRID", || {
            vec![
                ("las-vegas", "Random digits in random cells, then solve (as published)"),
                ("shuffled", "Backtracking, each cell with its own shuffled digits"),
                ("cyclic", "Rows and columns of the centre block moved: all grids are equivalent"),
            ]
        })
        .help("Method of generating full grids")
        .deciding(),
    Setting::new(
        "las-vegas-digits",
        G::Puzzles,
        |of| of.puzzles.grid.las_vegas_digits().map(Value::from),
        |of, texts| {
            let digits = SettingValue::read_all(texts)?;
            if let FullGrid::LasVegas { .. } = of.puzzles.grid {
                of.puzzles.grid = FullGrid::LasVegas { digits };
            }
            Ok(())
        },
    )
    .number("N", 0, 81)
    .help("Number of random digits that a Las Vegas grid begins with")
    .deciding(),
    row!("symmetry", G::Puzzles, puzzles.symmetry)
        .choice("SYMMETRY", || words(Symmetry::TABLE))
        .help("Symmetry of the pattern of givens")
        .common(&["run", "generate"])
        .deciding(),
    row!("pattern", G::Puzzles, job.pattern)
        .path("FILE")
        .help(
            "File of pictures: nine lines of nine characters, . for an empty cell, any \
             other for a given. Several pictures, with an empty line between them, take \
             turns",
        )
        .excludes(&["symmetry"]),
    row!("dedup", G::Puzzles, puzzles.dedup)
        .choice("DEDUP", || words(Dedup::TABLE))
        .help("When two puzzles count as duplicates")
        .deciding(),
    row!("variants", G::Puzzles, puzzles.variants)
        .number("N", 1, 1_000_000)
        .help(
            "Number of equivalent puzzles for each dug puzzle; more than 1 needs `dedup` \
             exact",
        )
        .deciding(),
    row!("attempts", G::Puzzles, puzzles.attempts)
        .number("N", 1, u32::MAX as u64)
        .help("Number of attempts at a puzzle before its level is left incomplete")
        .deciding(),
    row!("patterns", G::Manifest, puzzles.givens.patterns).text("PICTURE").list().deciding(),
    row!("minimal", G::Puzzles, puzzles.givens.minimal)
        .help(
            "Only puzzles from which no given can be removed; with `symmetry`, no set of \
             symmetric givens",
        )
        .deciding(),
    row!("givens", G::Puzzles, puzzles.givens.count)
        .text("A..B")
        .help("Only puzzles with this number of givens, such as 24..28")
        .common(&["generate"])
        .usual("as the level has them")
        .deciding(),
    row!("look", G::Puzzles, puzzles.givens.look)
        .choice("RULE", || words(Look::TABLE))
        .help("How the givens are spread over rows, columns and blocks")
        .deciding(),
    word!("rate", G::Difficulty, "se", puzzles.rated)
        .choice("SCALE", || {
            vec![(
                "se",
                "Columns with the rating of Sudoku Explainer, the expected time and the level",
            )]
        })
        .help("Add columns to the catalogue; `ladder` human always includes them")
        .kept(),
    row!("rated-as", G::Difficulty, puzzles.rating.rated_as)
        .choice("FORM", || words(RatedForm::TABLE))
        .help("Form in which puzzles are rated")
        .deciding(),
    row!("er", G::Difficulty, puzzles.rating.er)
        .text("A..B")
        .help("Only puzzles with a rating of Sudoku Explainer in this range, such as 2.0..4.4")
        .deciding(),
    row!("minutes", G::Difficulty, puzzles.rating.minutes)
        .text("A..B")
        .help(
            "Only puzzles that a practised player is expected to solve in this number of \
             minutes, such as 10..20; the catalogue has the columns of ratings then",
        )
        .common(&["generate"])
        .deciding(),
    row!("needs", G::Difficulty, puzzles.rating.needs)
        .text("TECHNIQUE")
        .list()
        .help(
            "Only puzzles that the other techniques of their level cannot solve without this \
             one, such as x-wing; or whose solution, as the puzzle is printed, has a step with this \
             pattern of a chain, such as skyscraper; several may be given",
        )
        .common(&["generate"])
        .deciding(),
    row!("without", G::Difficulty, puzzles.rating.without)
        .text("TECHNIQUE")
        .list()
        .help(
            "Only puzzles that the other techniques of their level solve without this one; or whose \
             solution, as the puzzle is printed, has no step with this pattern of a chain; \
             several may be given",
        )
        .deciding(),
    Setting::new(
        "wishes",
        G::Difficulty,
        |of| QualityRules(of.puzzles.rating.rules.clone()).write(),
        |of, texts| {
            of.puzzles.rating.rules = QualityRules::read_all(texts)?.0;
            Ok(())
        },
    )
    .text("WISH,...")
    .help(
        "Further conditions for human levels 3 to 6: needed (the techniques of the level below \
             get stuck), no-spike (at least two hard steps, or much to scan), openings \
             (three cells can be filled at the start), variety (of hardest techniques), or \
             none",
    )
    .deciding(),
    row!("threads", G::Puzzles, job.threads)
        .number("N", 1, 1024)
        .help("Number of threads")
        .common(&["generate"])
        .usual("one for each core"),
    Setting::new(
        "archive",
        G::Manifest,
        |of| of.archive.is_used.write(),
        |of, texts| {
            of.archive.is_used = SettingValue::read_all(texts)?;
            Ok(())
        },
    )
    .kept(),
    Setting::new(
        "compress",
        G::Catalogue,
        |of| Some(of.compress.map_or("none", Codec::name).into()),
        |of, texts| {
            of.compress = Codec::named(only(texts)?);
            Ok(())
        },
    )
    .choice("COMPRESS", || {
        vec![
            ("none", "As it is"),
            ("gzip", ".gz, which everything reads"),
            ("zstd", ".zst, just as small in a tenth of the time"),
        ]
    })
    .help("Compress the catalogue; the bytes are the same on every machine")
    .common(&["generate"])
    .kept(),
    Setting::new(
        "columns",
        G::Catalogue,
        |of| of.columns.write(),
        |of, texts| {
            of.columns = Some(texts.iter().map(read_column).collect::<Result<_, _>>()?);
            Ok(())
        },
    )
    .text("NAME,...|public")
    .list()
    .help(
        "Columns of the catalogue, in this order, such as puzzle,solution,level; or \
             public, for a catalogue that you sell: all except seed, slot and reissue, \
             from which anyone could reproduce the run",
    )
    .usual("all")
    .kept(),
    row!("puzzle-link", G::Catalogue, book.imprint.puzzle_link)
        .text("URL|sudokupad|sudokuwiki")
        .help(
            "Web address of each puzzle, with a place for its value: {puzzle} (81 characters, 0 for \
             an empty cell), {puzzle-dots} (. for an empty cell), {puzzle-scf} (SudokuPad's short \
             form), {id} or {number}; or the name of a site. The catalogue has a column link then, \
             and a book for the screen a link on each puzzle",
        )
        .also(&["book", "cover", "listing"])
        .kept(),
    row!("format", G::Catalogue, catalog_format)
        .choice("FORMAT", || words(CatalogFormat::TABLE))
        .help("Form of the catalogue")
        .common(&["generate"])
        .only("generate"),
    row!("template", G::Book, book.files.template)
        .text("NAME|FILE")
        .help("Design of the book: a built-in one (see `template list`) or a file")
        .common(&["run", "book", "cover", "listing"])
        .kept(),
    row!("trim", G::Book, book.files.trim)
        .text("SIZE")
        .help(
            "Size of the page: a4, letter, 6x9, 8.5x11, kindle-scribe, or any WxHin or WxHmm \
             (see `printer show eink` for other tablets)",
        )
        .common(&["run", "book", "cover", "listing"])
        .usual("the design's")
        .kept(),
    row!("lang", G::Book, book.files.lang)
        .text("CODE|FILE")
        .help(
            "Language of the book: de, en, en-US, es, fr, it, ja, nl, pl, pt-BR, zh, or a \
             file; ko and zh-TW need your own `font`",
        )
        .common(&["run", "book", "cover", "listing"])
        .kept(),
    row!("font", G::Book, book.files.font).path("FILE").list().help(
        "Font for the title, and for characters that the design's faces lack: a .ttf, \
             .otf or .ttc file; up to eight",
    ),
    row!("logo", G::Book, book.files.logo)
        .path("FILE")
        .help(
            "Logo for the title page, the spine and the back of the cover: an SVG in plain \
             colours, or a PNG",
        )
        .common(&["cover"]),
    row!("title-face", G::Book, book.files.title_face)
        .path("FILE")
        .help(
            "Font for the title, the word and the numbers on the front of the cover: a \
             .ttf, .otf or .ttc file",
        )
        .usual("a heavy face of ours"),
    row!("text", G::Book, book.files.text).path("PART=FILE").list().help(
        "Text of a part, plain or with a little Markdown: about=me.md, \
             how-to-play=rules.md",
    ),
    row!("days", G::Book, counts.days)
        .number("N", 1, 100_000)
        .help("Number of days, for a design with a day for each puzzle")
        .excludes(&["count", "total", "quota"])
        .only("run"),
    row!("last-day", G::Book, counts.last_day)
        .text("YYYY-MM-DD")
        .help(
            "Day of the last puzzle: with `first-day` 2027-01-01 `last-day` 2027-12-31 a \
             whole year",
        )
        .excludes(&["days", "count", "total", "quota"])
        .needs("first-day")
        .only("run"),
    row!("pages", G::Book, counts.pages)
        .number("N", 1, 5_000)
        .help(
            "Number of pages of the book, in all its volumes: as many puzzles as they hold \
             are made",
        )
        .common(&["run"])
        .excludes(&["days", "last-day", "count", "total", "quota"])
        .only("run"),
    row!("printer", G::Printer, book.files.printer)
        .text("NAME|FILE")
        .help(
            "Printer whose rules the book follows: kdp, ingram, lulu, bod, office, screen, eink, \
             or a printer file (see `printer list`)",
        )
        .common(&["run", "book", "cover"])
        .usual("none, with margins that suit all of them")
        .kept(),
    row!("paper", G::Printer, book.files.paper)
        .text("NAME")
        .help("Paper from the printer's list, such as white or cream")
        .common(&["run", "book", "cover"])
        .usual("the printer's first")
        .needs("printer")
        .kept(),
    row!("title", G::Book, book.imprint.title)
        .text("TEXT")
        .help("Title of the book")
        .common(&["run", "book", "cover", "listing"])
        .usual("the design's")
        .kept(),
    row!("subtitle", G::Book, book.imprint.subtitle)
        .text("TEXT")
        .help("Subtitle; {count} in it becomes the number of puzzles")
        .common(&["run", "book", "cover", "listing"])
        .usual("the design's")
        .kept(),
    row!("series", G::Book, book.imprint.series)
        .text("TEXT")
        .help("Series that the book belongs to")
        .kept(),
    row!("volume-number", G::Book, book.imprint.volume_number)
        .number("N", 1, 9_999)
        .help("Number of the book in its series, or of its first volume")
        .usual("none, several volumes count from 1")
        .kept(),
    row!("author", G::Book, book.imprint.author)
        .text("TEXT")
        .help("Author, for the title page")
        .common(&["run", "book", "cover", "listing"])
        .kept(),
    row!("also-by", G::Book, book.imprint.also_by)
        .text("TITLES")
        .help(
            "Other titles by the author, for the part also-by, which comes last without \
             `parts`: \"Drizzle; Downpour\"",
        )
        .kept(),
    row!("edition", G::Book, book.imprint.edition)
        .text("TEXT")
        .help("A line for the copyright page, such as \"First edition 2026\"")
        .kept(),
    row!("isbn", G::CopyrightPage, book.imprint.copyright_page.isbn)
        .text("ISBN,...")
        .list()
        .help(
            "ISBN, with its hyphens; one for each volume. Where the printer wants it, the \
             cover has its barcode",
        )
        .common(&["book", "cover"])
        .kept(),
    row!("publisher", G::CopyrightPage, book.imprint.copyright_page.publisher)
        .text("TEXT")
        .help("Publisher")
        .kept(),
    row!("address", G::CopyrightPage, book.imprint.copyright_page.address)
        .text("LINES")
        .help(
            "Postal address of the publisher, with semicolons between its lines: \
             \"12 Quay Street; London E1 1AA\"",
        )
        .kept(),
    row!("email", G::CopyrightPage, book.imprint.copyright_page.email)
        .text("ADDRESS")
        .help("E-mail address of the publisher")
        .kept(),
    row!("eu-contact", G::CopyrightPage, book.imprint.copyright_page.eu_contact)
        .text("LINES")
        .help(
            "Responsible person in the EU, for a publisher outside who sells there: name, postal \
             address and e-mail address, with semicolons between the lines",
        )
        .kept(),
    row!("copyright", G::CopyrightPage, book.imprint.copyright_page.copyright)
        .text("TEXT")
        .help(
            "Year and holder of the rights, such as \"© 2027 A. Author\"; a sentence that \
             reserves all rights follows, or the `licence`",
        )
        .kept(),
    row!("licence", G::CopyrightPage, book.imprint.copyright_page.licence)
        .text("TEXT")
        .help(
            "What readers and buyers may do, an identifier such as CC-BY-4.0 or a sentence: on the \
             copyright page instead of the reserved rights, and in datapackage.json",
        )
        .kept(),
    row!("credits", G::CopyrightPage, book.imprint.copyright_page.credits)
        .text("TEXT")
        .help("Credits, such as \"Cover: A. Painter\"")
        .kept(),
    row!("dedication", G::CopyrightPage, book.imprint.copyright_page.dedication)
        .text("TEXT")
        .help("Dedication, which stands alone in the upper part of the copyright page: \"For Ada\"")
        .kept(),
    row!("website", G::CopyrightPage, book.imprint.copyright_page.website)
        .text("TEXT")
        .help("Website of the publisher or the author")
        .kept(),
    row!("made-with", G::CopyrightPage, book.imprint.copyright_page.made_with)
        .help("Say that the book was made with sudoku-press")
        .kept(),
    row!("qr", G::Book, book.imprint.qr)
        .text("URL")
        .help(
            "Address of a web page, with its https, as a QR code: on the page that opens \
             the answers (the part qr), and on the back of the cover",
        )
        .kept(),
    row!("puzzle-qr", G::Book, book.imprint.puzzle_qr)
        .choice("WHERE", || words(PuzzleCodePlace::TABLE))
        .help("QR code of the address of each puzzle, 14 mm wide inside its white border")
        .needs("puzzle-link")
        .kept(),
    Setting::new(
        "first-number",
        G::Book,
        |of| if of.book.continues_series { Some("next".into()) } else { of.book.imprint.first_number.write() },
        |of, texts| {
            of.book.continues_series = is_same_name(only(texts)?, "next");
            of.book.imprint.first_number = if of.book.continues_series { None } else { Some(read_first_number(only(texts)?)?) };
            Ok(())
        },
    )
    .text("N|next")
    .help(
        "Number of the first puzzle; with `archive`, next continues the numbering of \
             the series",
    )
    .usual("1")
    .kept(),
    row!("first-day", G::Book, book.imprint.first_day)
        .text("YYYY-MM-DD")
        .help("Day of the first puzzle, for a design with a date on each")
        .usual("none, weeks are counted")
        .kept(),
    row!("order", G::Book, book.imprint.order)
        .choice("ORDER", || words(PuzzleOrder::TABLE))
        .help(
            "Order of the puzzles: by level, or as given in the files, in one chapter of \
             all levels, whatever `turns` or the design say",
        )
        .usual("level")
        .kept(),
    Setting::new(
        "turns",
        G::Book,
        |of| of.book.turns.write(),
        |of, texts| {
            let turn = |text: &OsString| levels::parse_turn(only(std::slice::from_ref(text))?);
            of.book.turns = Some(texts.iter().map(turn).collect::<Result<_, _>>()?);
            Ok(())
        },
    )
    .text("LEVEL,...")
    .list()
    .help(
        "Levels that take turns; with a date on each puzzle seven, from \
             Monday: 1,1,2,3,3,4,5",
    )
    .usual("the design's")
    .kept(),
    row!("course", G::Book, puzzles.rating.course)
        .words("TECHNIQUE,...|levels A-B")
        .help(
            "A course: a chapter for each of these techniques, such as naked-pair,x-wing, \
             or for those of human levels, such as levels 3-4, with a page about it and puzzles \
             that need it and nothing harder; `count` is the number of puzzles of a \
             chapter, 6 if nobody says it",
        )
        .excludes(&["turns"])
        .deciding(),
    row!("sheets", G::Book, book.imprint.sheets)
        .number("N", 2, 1_000)
        .help(
            "Number of sheets with the same puzzles, transformed differently on each \
             sheet, so that neighbours cannot copy",
        )
        .kept(),
    row!("parts", G::Book, book.imprint.parts)
        .text("PART,...")
        .list()
        .help("Parts of the book, in order: title,copyright,puzzles,answers")
        .common(&["run", "book", "cover"])
        .usual("the design's")
        .kept(),
    row!("answers", G::Book, book.imprint.answers)
        .choice("ANSWERS", || words(Answers::TABLE))
        .help(
            "Position of the answers; several sheets have all their answers together at \
             the end",
        )
        .common(&["run", "book", "cover"])
        .usual("the design's")
        .kept(),
    row!("openers", G::Book, book.imprint.openers)
        .choice("WHERE", || words(Openers::TABLE))
        .help(
            "Heading of each level; without this setting, a design that has pages for them \
             has a line above a level that fills at most two pages",
        )
        .usual("the design's")
        .kept(),
    row!("per-page", G::Book, book.imprint.per_page)
        .choice("N", || words(PuzzlesPerPage::TABLE))
        .help("Number of puzzles on a page")
        .common(&["run", "book"])
        .usual("the design's")
        .kept(),
    row!("as-many-as-fit", G::Book, counts.as_many_as_fit).help(
        "If levels take turns and the puzzles do not divide evenly, leave out the \
             surplus",
    ),
    row!("yes", G::Book, job.yes).help("Make more than 20 volumes without asking"),
    row!("volumes", G::Printer, book.volumes)
        .number("N", 1, 1_000)
        .help("Number of volumes")
        .common(&["book"])
        .usual("as few as the page limit allows")
        .kept(),
    row!("fill-pages", G::Printer, book.imprint.fill_pages)
        .help("Fill a book that is too thin for the printer with pages for notes")
        .kept(),
    row!("fill-to", G::Printer, book.imprint.fill_to)
        .number("N", 1, 5_000)
        .help(
            "Fill a book of one volume with pages for notes up to this number of pages; \
             `pages` with `fill-pages` does this",
        )
        .kept(),
    row!("tabs", G::Printer, book.imprint.tabs)
        .help(
            "A tab for each level at the outer edge of its pages, which bleed, for a \
             printer that takes such pages",
        )
        .kept(),
    row!("show-layout", G::Printer, job.show_layout)
        .help("Explain the layout: pages, gutter, cells, volumes, and the rules behind them"),
    word!("impose", G::Book, "booklet", book.booklet)
        .choice("IMPOSE", || vec![("booklet", "Folded in the middle, stapled there")])
        .help(
            "Write a second PDF of each volume, booklet.pdf: two pages on each side of a \
             sheet, in the order in which the sheets are folded and stapled, with a cover \
             of its own",
        )
        .kept(),
    row!("pdfx", G::Printer, book.imprint.pdfx)
        .choice("STANDARD", || words(Pdfx::TABLE))
        .help("Standard of PDF/X that the files follow")
        .usual("the printer's, if it has one")
        .kept(),
    row!("dated", G::Manifest, book.imprint.dated).text("TIME").kept(),
    row!("cover", G::Run, book.cover.is_wanted)
        .help("Make the cover of each volume too: cover.pdf, or cover-01.pdf and so on")
        .common(&["run"])
        .only("run")
        .kept(),
    row!("cover-design", G::Cover, book.cover.design)
        .choice("NAME", || words(CoverDesign::TABLE))
        .help("Picture on the front")
        .common(&["cover"])
        .usual("what suits the design of the book, mostly pencil")
        .kept(),
    Setting::new(
        "palette",
        G::Cover,
        |of| {
            let palette = Some(&of.book.cover.palette);
            palette.filter(|palette| **palette != PaletteChoice::default())?.write()
        },
        |of, texts| {
            of.book.cover.palette = SettingValue::read_all(&[texts.join(",".as_ref())])?;
            Ok(())
        },
    )
    .text("NAME")
    .help(
        "Colours: harbour (navy and sky blue), sun (yellow, navy and red), forest, \
             apricot, brick, sky, dusk, lime, lagoon, rose, plum, linen, coffee, mint, \
             slate, lilac, black (black and white); two of your own, \
             ground=#ffc629,accent=#16264d; or by-volume or by-level for another one each",
    )
    .common(&["cover"])
    .usual("that of the front, or black for a printer without colour")
    .kept(),
    row!("scene", G::Cover, book.cover.scene)
        .choice("NAME", || words(Scene::TABLE))
        .help("View through the front window")
        .usual("another one for each volume")
        .kept(),
    row!("spine", G::Cover, book.cover.spines)
        .text("WIDTH,...")
        .list()
        .help("Width of the spine, such as 12.4mm or 0.49in; one for each volume")
        .common(&["cover"])
        .usual("from the thickness of the paper")
        .kept(),
    row!("back", G::Cover, book.cover.back)
        .path("FILE")
        .help("Text for the back cover: plain or simple Markdown")
        .common(&["cover"]),
    Setting::new(
        "cover-picture",
        G::Cover,
        |of| of.book.cover.picture.write(),
        |of, texts| {
            let design = of.book.cover.design.filter(|design| *design != CoverDesign::Picture);
            if let Some(design) = design {
                return Err(format!(
                    "cannot be used with the setting `cover-design = {design}`, which draws another \
                     front; leave one out, or use the setting `cover-design = picture`"
                ));
            }
            of.book.cover.picture = SettingValue::read_all(texts)?;
            Ok(())
        },
    )
    .path("FILE")
    .help(
        "Picture that fills the front, a JPEG or a PNG of 300 dpi: it is centred, and what is too \
         wide or too high is cut off. On it stand the title, the word Sudoku, the levels, the \
         number of puzzles and the author; none of these with `cover-design = picture`",
    )
    .common(&["cover"]),
    row!("archive", G::Archive, archive.name)
        .path("NAME")
        .help(
            "Archive of printed puzzles: the run avoids everything in it and adds its own. \
             A file (`archive create` begins one), or for several computers \
             postgres://HOST/DATABASE",
        )
        .common(&["run", "generate"]),
    row!("again", G::Archive, archive.again)
        .help("Make a run again that is in the archive but not in the folder")
        .needs("archive"),
    row!("lock-wait", G::Archive, archive.lock_wait).text("DURATION").help(
        "Time to wait for another command that is using the folder, the file or the \
             archive: 30s, 10m, 2h",
    ),
    row!("quiet", G::Messages, messages.quiet).help("Print errors only"),
    row!("progress", G::Messages, messages.progress)
        .choice("WHEN", || words(ProgressMode::TABLE))
        .help(
            "Show progress: bars on a terminal, otherwise one line per minute; never; or \
             plain lines for a log",
        ),
    row!("color", G::Messages, messages.color)
        .choice("WHEN", || words(ColorMode::TABLE))
        .help("Colour: on a terminal unless NO_COLOR is set, always, or never"),
    row!("log-format", G::Messages, messages.log_format)
        .choice("FORM", || words(LogFormat::TABLE))
        .help("Form of the messages on standard error"),
    row!("metrics-file", G::Messages, messages.metrics_file)
        .path("FILE.prom")
        .help("File of figures for the node exporter of Prometheus, written when the run ends"),
    row!("stats", G::Messages, messages.stats)
        .help("Show more statistics at the end: attempts and searches of each level"),
    Setting::new(
        "into",
        G::Parts,
        |of| of.parts.into.write(),
        |of, texts| {
            of.parts.into = Some(read_dated_path(texts)?);
            Ok(())
        },
    )
    .path("DIR")
    .help(
        "Make the catalogue in parts in this folder, for runs of more than 100 million \
             puzzles and for several machines that share the folder: docs/scale.md",
    )
    .common(&["generate"])
    .excludes(&["out"]),
    row!("shard", G::Parts, parts.shard)
        .text("I/N|auto")
        .help(
            "Only this shard, such as 0/64 (the first is 0); auto takes the number from \
             Slurm",
        )
        .common(&["generate"]),
    row!("shards", G::Parts, parts.shards)
        .number("N", 1, 1_000_000)
        .help("Number of shards, for `shard` auto"),
    row!("part", G::Parts, parts.part)
        .number("N", 1, u64::MAX)
        .help("Number of puzzles in a part")
        .usual("1000000; 100000 on the human ladder")
        .needs("into"),
    row!("memory", G::Parts, parts.memory)
        .text("SIZE")
        .help("Maximum memory for the search for duplicates, such as 500MB or 2GB")
        .usual("1GB")
        .needs("into"),
];
