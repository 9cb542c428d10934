//! The list of settings: a row for each, in the order of manifests.
//!
//! A row has the name, the group of help, the field of [`Settings`] with the value, the form of the
//! value, the help, and what the setting excludes or needs. Flags, job files, variables, manifests,
//! docs/settings.md and `job schema` follow from the rows.

use super::row::{Group, Setting, known_word};
use super::value::{SettingValue, only, read_first_number, read_wishes, write_wishes};
use super::{LogFormat, MAX_SHEETS, PUBLIC, is_printed_number, levels};
use crate::nearest_name::{nearest, with_nearest};
use Group as G;
use book::{Answers, CoverDesign, Language, Openers, PuzzleCodePlace, PuzzleOrder, PuzzlesPerPage};
use cover::{BackDesign, PaletteChoice};
use explainer::RatedForm;
use grid::Symmetry;
use human::Ladder;
use make::{Dedup, Look, SymmetryChoice};
use preflight::{Pdfx, Printer};
use std::ffi::OsString;
use std::path::PathBuf;
use tables::compress::Codec;
use tables::{CatalogColumns, TableFormat};
use words::{Clause, ValueError, clause, is_same_name};

/// The most puzzles that can be ordered.
const MAX_PUZZLES: u64 = 10_000_000_000;

/// A row whose value is a field of [`Settings`], which a function of its own may read.
macro_rules! row {
    ($name:literal, $group:expr, $($field:ident).+) => {
        row!($name, $group, $($field).+, SettingValue::read_all)
    };
    ($name:literal, $group:expr, $($field:ident).+, $read:expr) => {
        Setting::new(
            $name,
            $group,
            |of| of.$($field).+.write(),
            |of, texts| {
                of.$($field).+ = $read(texts)?;
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

/// Reads each text of a list.
fn read_each<T>(texts: &[OsString], read: fn(&str) -> Result<T, Clause>) -> Result<Vec<T>, Clause> {
    texts.iter().map(|text| read(only(std::slice::from_ref(text))?)).collect()
}

/// Reads the name of a column of catalogues, or `public`.
fn read_column(name: &str) -> Result<String, Clause> {
    let names = CatalogColumns::all_names();
    let known: Vec<_> = names.into_iter().chain([PUBLIC]).map(|name| (name, "")).collect();
    known_word(&known, &[name.into()]).map(str::to_owned)
}

/// Checks the name of a setting that is brought back to its default.
fn check_unset(name: &str) -> Result<(), Clause> {
    if Setting::find_typed(name).is_some_and(|row| row.name != Setting::UNSET) {
        return Ok(());
    }
    let names: Vec<_> = Setting::all().map(|row| row.name.to_owned()).collect();
    let near = nearest(&names, &name.to_lowercase());
    let wrong = ValueError::quoted("the name of a setting", name);
    Err(with_nearest(wrong.into(), near))
}

/// The most characters before the level in an identifier.
const MAX_PREFIX: usize = 20;

/// Reads the text before the level in identifiers.
fn read_prefix(texts: &[OsString]) -> Result<String, Clause> {
    let text = only(texts)?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let starts_well = text.starts_with(|c: char| c.is_ascii_alphanumeric());
    if starts_well && text.len() <= MAX_PREFIX && text.chars().all(is_plain) {
        return Ok(text.to_owned());
    }
    let expected =
        clause!("a letter or digit and up to {} letters, digits, - and _", MAX_PREFIX - 1);
    Err(ValueError::quoted(expected, text).into())
}

/// Reads the identifier or the printed number of a puzzle.
fn read_puzzle_name(name: &str) -> Result<String, Clause> {
    let name = name.trim();
    let digits = name.rsplit('-').next().unwrap_or_default();
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if (is_number || is_printed_number(name))
        && name.len() <= MAX_PUZZLE_NAME
        && !name.starts_with('-')
    {
        return Ok(name.to_owned());
    }
    Err(ValueError::quoted("a number or an identifier such as B2-000010", name).into())
}

/// The most characters of an identifier, with its prefix and its level.
const MAX_PUZZLE_NAME: usize = MAX_PREFIX + 24;

/// Reads the path of an output in which `{date}` is replaced.
fn read_dated_path(texts: &[OsString]) -> Result<PathBuf, Clause> {
    let path = PathBuf::read_all(texts)?;
    Setting::check_output_path(&path, &["date"])?;
    Ok(path)
}

/// All settings. A setting that another one needs comes before it.
pub(super) const LIST: &[Setting] = &[
    row!("ladder", G::Difficulty, ladder)
        .choice("LADDER", || words(Ladder::TABLE))
        .help("Ladder of difficulty, which `levels` and `quota` name")
        .example("human")
        .common(&["run", "generate"])
        .deciding(),
    Setting::new(
        "size",
        G::Puzzles,
        |of| Some(of.counts.size.name().into()),
        |of, texts| {
            of.counts.size = levels::parse_size(only(texts)?, of.ladder)?;
            Ok(())
        },
    )
    .text("N")
    .help("Number of rows of the grids: 4, 6 or 9")
    .more("Blocks of 6 have two rows and three columns. 4 and 6 have levels of the human ladder.")
    .example("6")
    .common(&["run", "generate"])
    .excludes(&["quota"]),
    row!("out", G::Run, work.out, read_dated_path)
        .path("FOLDER")
        .help("Folder for the catalogue, the book and the manifest")
        .more(
            "{date} in it becomes the night's date. `generate` writes a file or a folder, by \
             default to standard output.",
        )
        .example("rainy-days")
        .common(&["run", "generate"]),
    Setting::new(
        Setting::UNSET,
        G::Run,
        |_| None,
        |_, texts| read_each(texts, check_unset).map(drop),
    )
    .text("NAME,...")
    .list()
    .help("Settings to bring back to their defaults, also where the job sets them")
    .example("isbn,cover")
    .also(&["book", "cover", "listing", "export"]),
    row!("seed", G::Puzzles, work.seed)
        .text("N|from-date")
        .help("Seed of the run: the same seed gives the same puzzles")
        .more("from-date computes it from `date` and `secret`.")
        .example("2027")
        .common(&["run", "generate"])
        .usual("drawn, and printed"),
    row!("date", G::Puzzles, work.date)
        .text("YYYY-MM-DD")
        .help("The night's date, for `seed` from-date and {date} in `out`")
        .example("2026-11-20")
        .usual("today"),
    row!("timezone", G::Puzzles, work.timezone)
        .text("ZONE")
        .help("Time zone that determines today's date")
        .example("Europe/Berlin"),
    row!("secret", G::Puzzles, work.secret)
        .text("TEXT")
        .help("A secret for `seed` from-date")
        .more("Nobody who does not know it can make your puzzles.")
        .example("seven black swans"),
    row!("count", G::Puzzles, counts.count)
        .number("N", 1, MAX_PUZZLES)
        .help("Number of puzzles for each level")
        .more("For a design whose levels take turns, it is the number of rounds.")
        .example("50")
        .common(&["run", "generate"])
        .usual("200 puzzles, 52 rounds, or the days of a year"),
    row!("total", G::Puzzles, counts.total)
        .number("N", 1, MAX_PUZZLES)
        .help("Number of puzzles in all, shared evenly over the levels")
        .example("100")
        .common(&["run", "generate"])
        .excludes(&["count", "quota"]),
    Setting::new(
        "levels",
        G::Puzzles,
        |of| of.counts.levels.as_ref().map(levels::format_levels),
        |of, texts| {
            let levels = levels::parse_levels_of(only(texts)?, of.ladder, of.counts.size)?;
            of.counts.levels = Some(levels);
            Ok(())
        },
    )
    .text("LEVELS")
    .help("Levels to make, by number or name: a range, a list, or both")
    .more("They are 1 (Beginner) to 5 (Evil), on the human ladder 1 (Gentle) to 7 (Extreme).")
    .example("2-4")
    .common(&["run", "generate"])
    .usual("1-5, or those that take turns"),
    Setting::new(
        "quota",
        G::Puzzles,
        |of| levels::format_quotas(&of.puzzles.quotas),
        |of, texts| {
            of.puzzles.quotas = levels::parse_quotas(only(texts)?, of.ladder)?;
            Ok(())
        },
    )
    .text("LEVEL=N,...")
    .help("Number of puzzles for each level separately")
    .more("A level of a size is 4x4:1, 6x6:2 or 9x9:3; several sizes make one book.")
    .example("1=500,5=200")
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
        .example("shuffled")
        .deciding(),
    row!("symmetry", G::Puzzles, puzzles.symmetry)
        .choice("SYMMETRY", || {
            let mut all = words(Symmetry::TABLE);
            all.push((SymmetryChoice::MIXED, "All of these in turn, except none and full"));
            all
        })
        .help("Symmetry of the pattern of givens")
        .example("half-turn")
        .common(&["run", "generate"])
        .deciding(),
    row!("pattern", G::Puzzles, work.pattern)
        .path("designed|FILE")
        .help("File of pictures that the givens draw, or designed: 60 built-in ornaments")
        .more(
            "A picture is nine lines of nine characters, . for an empty cell, any other for a \
             given. Several pictures, with an empty line between them, take turns. Instead of the \
             file, a setting may have the pictures themselves: 81 characters x and . each, with \
             commas between them.",
        )
        .example("hearts.txt")
        .excludes(&["symmetry"]),
    row!("variants", G::Puzzles, puzzles.variants)
        .number("N", 1, 1_000_000)
        .help("Number of equivalent puzzles for each dug puzzle")
        .more("With `archive` they count as one puzzle.")
        .example("3")
        .deciding(),
    Setting::new(
        "dedup",
        G::Puzzles,
        |of| if of.puzzles.exact { Some(Dedup::Exact.name().into()) } else { None },
        |of, texts| {
            of.puzzles.exact = only(texts)? == Dedup::Exact.name();
            Ok(())
        },
    )
    .choice("RULE", || words(Dedup::TABLE))
    .help("Rule by which two puzzles count as the same")
    .example("exact")
    .usual("class")
    .deciding(),
    row!("attempts", G::Puzzles, puzzles.attempts)
        .number("N", 1, u32::MAX as u64)
        .help("Number of attempts at a puzzle before its level is left incomplete")
        .example("100000")
        .deciding(),
    row!("another", G::Puzzles, counts.another, |texts| read_each(texts, read_puzzle_name))
        .text("NUMBER|ID,...")
        .added()
        .help("Puzzles to replace by new ones; all others stay")
        .more(
            "A puzzle is named by its printed number in the finished run, or by its identifier; in a \
             class, 7/3 is puzzle 3 of version 7. One that is named twice is replaced twice. With `job`, \
             they are added to those of the folder.",
        )
        .example("37,B2-000010")
        .common(&["run", "generate"])
        .kept(),
    row!("patterns", G::Manifest, puzzles.givens.patterns).text("PICTURE").list().deciding(),
    row!("minimal", G::Puzzles, puzzles.givens.minimal)
        .help("Only puzzles from which no given can be removed")
        .more("With `symmetry`, no set of symmetric givens can.")
        .deciding(),
    row!("givens", G::Puzzles, puzzles.givens.count)
        .text("A..B")
        .help("Only puzzles with this number of givens")
        .example("24..28")
        .common(&["generate"])
        .usual("as the level has them")
        .deciding(),
    row!("look", G::Puzzles, puzzles.givens.look)
        .choice("RULE", || words(Look::TABLE))
        .help("How the givens are spread over rows, columns and blocks")
        .example("published")
        .deciding(),
    row!("repeat-patterns", G::Puzzles, puzzles.givens.repeats_patterns)
        .help("Allow a pattern of givens more than once in a book")
        .more(
            "Otherwise no puzzle has the pattern of another, also not turned or mirrored. Pictures, \
             `variants` and `sheets` repeat patterns in any case.",
        )
        .only("run")
        .deciding(),
    word!("rate", G::Difficulty, "se", puzzles.rated)
        .choice("SCALE", || {
            vec![(
                "se",
                "Columns with the rating of Sudoku Explainer, the expected time and the level",
            )]
        })
        .help("Add columns with ratings to the catalogue")
        .more("`ladder` human always includes them.")
        .example("se")
        .kept(),
    row!("rated-as", G::Difficulty, puzzles.rating.rated_as)
        .choice("FORM", || words(RatedForm::TABLE))
        .help("Form in which puzzles are rated")
        .example("given")
        .deciding(),
    row!("er", G::Difficulty, puzzles.rating.er)
        .text("A..B")
        .help("Only puzzles with a rating of Sudoku Explainer in this range")
        .example("2.0..4.4")
        .deciding(),
    row!("minutes", G::Difficulty, puzzles.rating.minutes)
        .text("A..B")
        .help("Only puzzles that a practised player solves in this number of minutes")
        .more("The catalogue has the columns of ratings then.")
        .example("10..20")
        .common(&["generate"])
        .deciding(),
    row!("needs", G::Difficulty, puzzles.rating.needs)
        .text("TECHNIQUE")
        .list()
        .help("Only puzzles that need this technique or pattern of a chain")
        .more(
            "The other techniques of their level cannot solve them without a technique such as x-wing \
             or a pattern such as skyscraper, and without its larger forms. Several may be given.",
        )
        .example("x-wing")
        .common(&["generate"])
        .deciding(),
    row!("without", G::Difficulty, puzzles.rating.without)
        .text("TECHNIQUE")
        .list()
        .help("Only puzzles that do not need this technique or pattern of a chain")
        .more(
            "The other techniques of their level solve them without a technique such as x-wing or a \
             pattern such as skyscraper, and without its larger forms. Several may be given.",
        )
        .example("xy-wing")
        .deciding(),
    Setting::new(
        "wishes",
        G::Difficulty,
        |of| Some(write_wishes(&of.puzzles.rating.rules)),
        |of, texts| {
            of.puzzles.rating.rules = read_wishes(only(texts)?)?;
            Ok(())
        },
    )
    .text("WISH,...")
    .help("Further conditions for human levels, or none")
    .more(
        "They are needed (the techniques of the level below get stuck), window (an expected time \
             between those of the neighbouring levels), openings (6, 4, 3 and 2 cells can be filled \
             at the start), no-needle (something is always open on levels 1 to 3), no-spike (one \
             removal is not enough on levels 4 to 6; one naked single is not enough in half of level \
             3), variety (of hardest techniques on levels 4 and 5) and second-crux (a late hard step \
             in half of levels 4 to 6: ten times as slow and more). Level 7 has window alone.",
    )
    .example("needed,openings")
    .deciding(),
    row!("threads", G::Puzzles, work.threads)
        .number("N", 1, 1024)
        .help("Number of threads")
        .example("2")
        .common(&["generate"])
        .usual("one for each core"),
    Setting::new(
        "archive",
        G::Manifest,
        |of| of.archive.is_used().write(),
        |of, texts| {
            of.archive.was_used = SettingValue::read_all(texts)?;
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
    .help("Compress the catalogue")
    .more("The bytes are the same on every machine.")
    .example("zstd")
    .common(&["generate"])
    .kept(),
    row!("columns", G::Catalogue, columns, |texts| read_each(texts, read_column).map(Some))
        .text("NAME,...|public")
        .list()
        .help("Columns of the catalogue, in this order, or public")
        .more(
            "public, for a catalogue that you sell, has all except seed, slot and reissue, from \
             which anyone could reproduce the run.",
        )
        .example("puzzle,solution,level")
        .usual("all")
        .kept(),
    row!("puzzle-link", G::Catalogue, book.imprint.puzzle_link)
        .text("URL|sudokupad|sudokuwiki")
        .help("Web address of each puzzle, with a place for its value, or the name of a site")
        .more(
            "The places are {puzzle} (81 characters, 0 for an empty cell), {puzzle-dots} (. for \
             an empty cell), {puzzle-scf} (SudokuPad's short form), {id} and {number}. The \
             catalogue has a column link then, and a book for the screen a link on each puzzle.",
        )
        .example("https://example.com/play?grid={puzzle}")
        .also(&["book", "cover", "export"])
        .kept(),
    row!("id-prefix", G::Catalogue, id_prefix, |texts| read_prefix(texts).map(Some))
        .text("TEXT")
        .help("Text before the level in the identifiers of puzzles, such as 2027A-L1-000001")
        .more("With `first-number` no customer gets an identifier twice.")
        .example("2027A-")
        .only("generate")
        .kept(),
    row!("format", G::Catalogue, catalog_format)
        .choice("FORMAT", || words(TableFormat::TABLE))
        .help("Form of the catalogue")
        .example("xlsx")
        .common(&["generate"])
        .only("generate")
        .kept(),
    row!("split", G::Catalogue, split)
        .text("NAME=SHARE,...")
        .help("Splits of a data set, each in a file of its own")
        .more(
            "The split of a puzzle follows from the class of its solution grid, so no answer is in \
             two of train, valid and test. The shares add up to 1. The folder of `out` then has a \
             data card, too.",
        )
        .example("train=0.9,valid=0.05,test=0.05")
        .common(&["generate"])
        .excludes(&["archive"])
        .only("generate")
        .kept(),
    row!("data", G::Manifest, is_data).kept(),
    row!("template", G::Book, book.files.template)
        .text("NAME|FILE")
        .help("Design of the book: a built-in one (see `template list`) or a file")
        .example("large-print")
        .common(&["run", "book", "cover"])
        .kept(),
    row!("trim", G::Book, book.files.trim)
        .text("SIZE")
        .help("Size of the page: a4, letter, 6x9, 8.5x11, or any WxHin or WxHmm")
        .more("kindle-scribe is the screen of that tablet; `printer show eink` lists others.")
        .example("6x9")
        .common(&["run", "book", "cover"])
        .usual("the design's, or the nearest that the printer has")
        .kept(),
    row!("lang", G::Book, book.files.lang)
        .text("CODE|FILE")
        .help("Language of the book: a built-in one (see `lang list`) or a file")
        .built_in(Language::BUILTIN)
        .more("Of these, ko and zh-TW need your own `font`.")
        .example("es")
        .common(&["run", "book", "cover"])
        .also(&["listing", "export"])
        .kept(),
    row!("font", G::Book, book.files.font)
        .path("FILE")
        .list()
        .help("Font for the title, and for characters that the design's faces lack")
        .more("Up to eight files .ttf, .otf or .ttc; the first sets the title.")
        .example("own.ttf"),
    row!("logo", G::Book, book.files.logo)
        .path("FILE")
        .help("Logo for the title page, the spine and the back of the cover")
        .more("An SVG in plain colours, or a PNG.")
        .example("logo.svg")
        .common(&["cover"]),
    Setting::new(
        "text",
        G::Book,
        |of| of.book.files.text.write(),
        |of, texts| {
            for (part, file) in Vec::<(String, PathBuf)>::read_all(texts)? {
                of.book.files.text.retain(|(other, _)| *other != part);
                of.book.files.text.push((part, file));
            }
            Ok(())
        },
    )
    .path("PART=FILE")
    .list()
    .help("Text of a part, plain or with a little Markdown")
    .example("about=me.md"),
    row!("last-day", G::Book, counts.last_day)
        .text("YYYY-MM-DD")
        .help("Day of the last puzzle, for a design with a day for each")
        .example("2027-12-31")
        .excludes(&["count", "total", "quota"])
        .needs("first-day")
        .only("run"),
    row!("pages", G::Book, counts.pages)
        .number("N", 1, 5_000)
        .help("Number of pages of the book, in all its volumes")
        .more("As many puzzles as they hold are made; a `quota` beside it says in which shares.")
        .example("120")
        .common(&["run"])
        .excludes(&["last-day", "count", "total"])
        .only("run"),
    row!("printer", G::Printer, book.files.printer)
        .text("NAME|FILE")
        .help("Printer whose rules the book follows: built in (see `printer list`) or a file")
        .built_in(Printer::BUILTIN)
        .example("kdp")
        .common(&["run", "book", "cover"])
        .usual("none, with margins that suit all of them")
        .kept(),
    row!("paper", G::Printer, book.files.paper)
        .text("NAME")
        .help("Paper from the printer's list")
        .example("cream")
        .common(&["run", "book", "cover"])
        .usual("the printer's first")
        .needs("printer")
        .kept(),
    row!("title", G::Book, book.imprint.title)
        .text("TEXT")
        .help("Title of the book")
        .example("Rainy Days")
        .common(&["run", "book", "cover"])
        .usual("the design's")
        .also(&["listing"])
        .kept(),
    row!("subtitle", G::Book, book.imprint.subtitle)
        .text("TEXT")
        .help("Subtitle; {count} in it becomes the number of puzzles")
        .example("{count} puzzles to relax")
        .common(&["run", "book", "cover"])
        .usual("the design's")
        .also(&["listing"])
        .kept(),
    row!("series", G::Book, book.imprint.series)
        .text("TEXT")
        .help("Series that the book belongs to")
        .example("Rainy Days")
        .kept(),
    row!("volume-number", G::Book, book.imprint.volume_number)
        .number("N", 1, 9_999)
        .help("Number of the book in its series, or of its first volume")
        .example("2")
        .usual("none, several volumes count from 1")
        .kept(),
    row!("author", G::Book, book.imprint.author)
        .text("TEXT")
        .help("Author, for the title page")
        .example("A. Author")
        .common(&["run", "book", "cover"])
        .kept(),
    row!("also-by", G::Book, book.imprint.also_by)
        .text("TITLES")
        .help("Other titles by the author, for the part also-by")
        .more("The part comes last without `parts`.")
        .example("Drizzle; Downpour")
        .kept(),
    row!("isbn", G::CopyrightPage, book.imprint.copyright_page.isbn)
        .text("ISBN,...")
        .list()
        .help("ISBN, with its hyphens, one for each volume")
        .more("Where the printer wants it, the cover has its barcode.")
        .example("978-0-306-40615-7")
        .common(&["book", "cover"])
        .kept(),
    row!("publisher", G::CopyrightPage, book.imprint.copyright_page.publisher)
        .text("TEXT")
        .help("Publisher")
        .example("Harbour Press")
        .kept(),
    row!("address", G::CopyrightPage, book.imprint.copyright_page.address)
        .text("LINES")
        .help("Postal address of the publisher, with semicolons between its lines")
        .example("12 Quay Street; London E1 1AA")
        .kept(),
    row!("email", G::CopyrightPage, book.imprint.copyright_page.email)
        .text("ADDRESS")
        .help("E-mail address of the publisher")
        .example("books@example.com")
        .kept(),
    row!("eu-contact", G::CopyrightPage, book.imprint.copyright_page.eu_contact)
        .text("LINES")
        .help("Responsible person in the EU, for a publisher outside who sells there")
        .more("Name, postal address and e-mail address, with semicolons between the lines.")
        .example("Kai GmbH; Kai 3; 20457 Hamburg; eu@example.com")
        .kept(),
    row!("copyright", G::CopyrightPage, book.imprint.copyright_page.copyright)
        .text("TEXT")
        .help("Year and holder of the rights")
        .more(
            "Otherwise the author alone. A sentence that reserves all rights follows, or the \
             `licence`.",
        )
        .example("© 2027 A. Author")
        .kept(),
    row!("licence", G::CopyrightPage, book.imprint.copyright_page.licence)
        .text("TEXT")
        .help("What readers and buyers may do, an identifier or a sentence")
        .more(
            "It stands on the copyright page instead of the reserved rights, and in \
             datapackage.json.",
        )
        .example("CC-BY-4.0")
        .also(&["generate"])
        .kept(),
    row!("dedication", G::CopyrightPage, book.imprint.copyright_page.dedication)
        .text("TEXT")
        .help("Dedication, alone in the upper part of the copyright page")
        .example("For Ada")
        .kept(),
    row!("website", G::CopyrightPage, book.imprint.copyright_page.website)
        .text("TEXT")
        .help("Website of the publisher or the author")
        .example("www.example.com")
        .kept(),
    row!("qr", G::Book, book.imprint.qr)
        .text("URL")
        .help("Address of a web page, with its https, as a QR code")
        .more(
            "It is on the page that opens the answers (the part qr), and on the back of the \
             cover.",
        )
        .example("https://example.com/answers")
        .kept(),
    row!("puzzle-qr", G::Book, book.imprint.puzzle_qr)
        .choice("WHERE", || words(PuzzleCodePlace::TABLE))
        .help("QR code of the address of each puzzle")
        .more("It is 14 mm wide inside its white border.")
        .example("answers")
        .needs("puzzle-link")
        .kept(),
    Setting::new(
        "first-number",
        G::Book,
        |of| {
            if of.book.continues_series {
                Some("next".into())
            } else {
                of.book.imprint.first_number.write()
            }
        },
        |of, texts| {
            let text = only(texts)?;
            of.book.continues_series = is_same_name(text, "next");
            of.book.imprint.first_number =
                if of.book.continues_series { None } else { Some(read_first_number(text)?) };
            Ok(())
        },
    )
    .text("N|next")
    .help("Number of the first puzzle")
    .more(
        "With `archive`, next continues the numbering of the series. Without a book it is the first \
         number in the identifiers, and next continues those with the same `id-prefix`.",
    )
    .example("101")
    .usual("1")
    .also(&["generate"])
    .kept(),
    row!("first-day", G::Book, book.imprint.first_day)
        .text("YYYY-MM-DD")
        .help("Day of the first puzzle, for a design with a date on each")
        .example("2027-01-01")
        .usual("none, weeks are counted")
        .also(&["export"])
        .kept(),
    row!("order", G::Book, book.imprint.order)
        .choice("ORDER", || words(PuzzleOrder::TABLE))
        .help("Order of the puzzles: by level, or as given in the files")
        .more("As given, they are one chapter of all levels, whatever `turns` or the design say.")
        .example("given")
        .usual("level, or given for puzzles with titles or dates")
        .kept(),
    row!("swap", G::Book, book.imprint.swaps)
        .text("N=N,...")
        .added()
        .help("Puzzles that change their places")
        .more(
            "Each pair names two puzzles of one level by their printed numbers. A pair counts the \
             places after the exchanges before it. With `job`, pairs are added to those of the folder.",
        )
        .example("37=40")
        .excludes(&["sheets"])
        .kept(),
    row!("turns", G::Book, book.turns, |texts| read_each(texts, levels::parse_turn).map(Some))
        .text("LEVEL,...")
        .list()
        .help("Levels that take turns")
        .more("With a date on each puzzle they are seven, from Monday.")
        .example("1,1,2,3,3,4,5")
        .usual("the design's")
        .kept(),
    row!("symbols", G::Book, book.imprint.symbols)
        .text("[LEVEL=]SIGNS,...")
        .list()
        .help("Signs in the cells instead of digits: shapes, or different capital letters")
        .more(
            "Shapes are for 4x4 and 6x6 grids; as many letters as a grid has digits are for grids of \
             that size and make their word in a row of each answer. A level such as 4x4:1 before = \
             limits signs to its puzzles. Catalogues keep the digits.",
        )
        .example("4x4:1=shapes")
        .also(&["export"])
        .kept(),
    Setting::new(
        "course",
        G::Book,
        |of| of.puzzles.rating.course.write(),
        |of, texts| {
            of.book.imprint.course = SettingValue::read_all(texts)?;
            of.puzzles.rating.course.clone_from(&of.book.imprint.course);
            Ok(())
        },
    )
        .words("TECHNIQUE,...|levels A-B")
        .help("Techniques of a course, each with a chapter")
        .more(
            "A chapter has a page about its technique, and puzzles that need it and nothing \
             harder: `count` of them, or 6. `levels 3-4` stands for all techniques of these human \
             levels.",
        )
        .example("naked-pair,x-wing")
        .excludes(&["turns"])
        .deciding(),
    row!("sheets", G::Book, book.imprint.sheets)
        .number("N", 2, MAX_SHEETS as u64)
        .help("Number of sheets with the same puzzles, each in another form")
        .more(
            "Neighbours cannot copy from each other. Of 4x4 and 6x6 each sheet has other puzzles. \
             With `archive`, another week repeats no puzzle. A further sheet leaves the others as \
             they are.",
        )
        .example("30")
        .usual("a sheet for each of the `names`")
        .deciding(),
    row!("names", G::Book, book.imprint.names)
        .text("NAME,...")
        .list()
        .help("Names of the pupils, one for each sheet")
        .more(
            "The name stands on the sheet and above its answers. Sheets without a name have a blank \
             line for it.",
        )
        .example("Ada,Ben,Cem")
        .kept(),
    row!("parts", G::Book, book.imprint.parts)
        .text("PART,...")
        .list()
        .help("Parts of the book, in order")
        .example("title,copyright,puzzles,answers")
        .common(&["run", "book", "cover"])
        .usual("the design's")
        .kept(),
    row!("answers", G::Book, book.imprint.answers)
        .choice("ANSWERS", || words(Answers::TABLE))
        .help("Position of the answers")
        .more("The answers of several sheets are together in answers.pdf.")
        .example("foot")
        .common(&["run", "book", "cover"])
        .usual("the design's")
        .kept(),
    row!("openers", G::Book, book.imprint.openers)
        .choice("WHERE", || words(Openers::TABLE))
        .help("Heading of each level")
        .more(
            "Without this setting, a design that has pages for them has a line above a level \
             that fills at most two pages.",
        )
        .example("line")
        .usual("the design's")
        .kept(),
    row!("per-page", G::Book, book.imprint.per_page)
        .choice("N", || words(PuzzlesPerPage::TABLE))
        .help("Number of puzzles on a page")
        .example("2")
        .common(&["run", "book"])
        .usual("the design's")
        .kept(),
    row!("volumes", G::Printer, book.volumes)
        .number("N", 1, 1_000)
        .help("Number of volumes")
        .example("2")
        .common(&["book"])
        .usual("as few as the page limit allows")
        .kept(),
    row!("fill-pages", G::Printer, book.imprint.fill_pages)
        .help("Fill a book that is too thin for the printer with pages for notes")
        .kept(),
    row!("tabs", G::Printer, book.imprint.tabs)
        .help("A tab for each level at the outer edge of its pages")
        .more("The pages bleed, and the printer must take such pages.")
        .kept(),
    word!("impose", G::Book, "booklet", book.booklet)
        .choice("IMPOSE", || vec![("booklet", "Folded in the middle, stapled there")])
        .help("Write a second PDF of each volume for stapled booklets")
        .more(
            "booklet.pdf has two pages on each side of a sheet, in the order in which the sheets \
             are folded, and a cover of its own.",
        )
        .example("booklet")
        .kept(),
    row!("pdfx", G::Printer, book.imprint.pdfx)
        .choice("STANDARD", || words(Pdfx::TABLE))
        .help("Standard of PDF/X that the files follow")
        .example("1a")
        .usual("the printer's, if it has one")
        .kept(),
    row!("fill-to", G::Manifest, book.imprint.fill_to).number("N", 1, 5_000).kept(),
    row!("dated", G::Manifest, book.imprint.dated).text("TIME").kept(),
    row!("cover", G::Run, book.cover.is_wanted)
        .help("Make the cover of each volume too: cover.pdf, or cover-01.pdf and so on")
        .common(&["run"])
        .only("run")
        .kept(),
    row!("cover-design", G::Cover, book.cover.design)
        .choice("NAME", || words(CoverDesign::TABLE))
        .help("Picture on the front")
        .example("window")
        .common(&["cover"])
        .usual("what suits the book")
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
    .help("Colours: a name, two of your own, by-volume or by-level")
    .more(
        "The names are harbour (navy and sky blue), sun (yellow, navy and red), forest, \
             apricot, brick, sky, dusk, lime, lagoon, rose, plum, linen, coffee, mint, slate, \
             lilac and black (black and white). Your own are ground=#ffc629,accent=#16264d. \
             by-volume and by-level take another one each.",
    )
    .example("forest")
    .common(&["cover"])
    .usual("the colours of the front, or black for a printer without colour")
    .kept(),
    row!("spine", G::Cover, book.cover.spines)
        .text("WIDTH,...")
        .list()
        .help("Width of the spine, one for each volume")
        .more("The word estimate is for a first look, with the thickness of KDP's paper.")
        .example("12.4mm")
        .common(&["cover"])
        .usual("from the thickness of the paper")
        .kept(),
    row!("back-design", G::Cover, book.cover.back_design)
        .choice("NAME", || words(BackDesign::TABLE))
        .help("Layout of the back")
        .example("corner")
        .common(&["cover"])
        .usual("what suits the book")
        .kept(),
    row!("back", G::Cover, book.cover.back)
        .text("TEXT")
        .help("Words on the back in place of the promise, as plain text or simple Markdown")
        .more("An empty line begins a paragraph.")
        .example("One hundred puzzles for rainy days.")
        .common(&["cover"])
        .usual("a promise that suits the book")
        .kept(),
    row!("cover-picture", G::Cover, book.cover.picture)
        .path("FILE")
        .help("Picture that fills the front, a JPEG or a PNG of 300 dpi")
        .more(
            "It is centred, and what is too wide or too high is cut off. On it stand the title, \
             the word Sudoku, the levels, the number of puzzles and the author; none of these \
             with `cover-design = picture`.",
        )
        .example("rain.jpg")
        .common(&["cover"]),
    row!("archive", G::Archive, archive.name)
        .path("NAME")
        .help("Archive of printed puzzles: the run avoids everything in it and adds its own")
        .more(
            "It is a file (`archive create` begins one), or for several computers \
             postgres://HOST/DATABASE.",
        )
        .example("printed.archive")
        .common(&["run", "generate"]),
    row!("lock-wait", G::Archive, archive.lock_wait)
        .text("DURATION")
        .help("Time to wait for another command that uses the same files")
        .more("It is a number with s, m or h.")
        .example("10m"),
    row!("quiet", G::Messages, messages.quiet).help("Print results and errors only"),
    row!("log-format", G::Messages, messages.log_format)
        .choice("FORM", || words(LogFormat::TABLE))
        .help("Form of the messages on standard error")
        .example("jsonl"),
    row!("metrics-file", G::Messages, messages.metrics_file)
        .path("FILE.prom")
        .help("File of figures for Prometheus, written when the run ends")
        .more("The node exporter reads it.")
        .example("night.prom"),
    row!("into", G::Parts, parts.into, |texts| read_dated_path(texts).map(Some))
        .path("DIR")
        .help("Make the catalogue in parts in this folder")
        .more(
            "It is for runs of more than 100 million puzzles, and for several machines that \
             share the folder.",
        )
        .example("parts")
        .common(&["generate"])
        .excludes(&["out"]),
    row!("shard", G::Parts, parts.shard)
        .text("I/N")
        .help("Only this shard, such as 0/64 (the first is 0)")
        .common(&["generate"])
        .needs("into"),
];
