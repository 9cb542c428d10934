//! Another book or cover of a finished run, covers made with the run, series: nothing is typed twice, and
//! a cover is that of its book.

use crate::support::program::{Bench, OF_A_RUN};
use jobs::{Edition, FileKind, Manifest, SeriesRecord};
use std::collections::HashSet;
use std::fs;
use std::process::Output;

/// A run of a few puzzles, and flags of its book.
const FEW: &str = "run --count 3 --levels 1-2 --seed 3 --parts title,puzzles,answers";

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the editions of a new series in this text.
fn editions(text: &str) -> Result<Vec<Edition>, String> {
    let mut record = SeriesRecord::default();
    let series = record.parse_series("s.toml", text).map_err(|e| e.to_string())?;
    series.editions("s", &mut record).map_err(|e| e.to_string())
}

fn manifest(bench: &Bench, folder: &str) -> Manifest {
    Manifest::read(&bench.path(folder)).unwrap().unwrap()
}

/// Runs with an argument that has blanks.
fn with(bench: &Bench, args: &str, more: &[&str]) -> Output {
    bench.command(args).args(more).output().unwrap()
}

/// A setting that `book` forgets makes another book.
/// The message named a flag that nobody had typed.
#[test]
fn series_without_name_or_file_is_told_so() {
    let bench = Bench::new();
    let volume = "[[volume]]\ntitle = \"Drizzle\"\n";
    fs::write(bench.path("s.toml"), format!("[all]\nquota = {{ 1 = 2 }}\n{volume}")).unwrap();
    bench.ends("series s.toml -q", 2, "s.toml: expected the name of the series");
    bench.ends("series s.toml -q", 2, "write series = \"...\" below [all]");
    bench.ends("series nosuch -q", 1, "cannot read nosuch: ");
    fs::write(
        bench.path("s.toml"),
        format!("[all]\nseries = \"Rain\"\ncover = false\nquota = {{ 1 = 2 }}\n{volume}"),
    )
    .unwrap();
    bench.ends("series s.toml -q", 0, "");
}

#[test]
fn book_of_a_run_is_repeated_without_flags() {
    for (flags, again) in [
        ("", ""),
        ("--template pocket --printer kdp --paper cream --lang es --fill-pages", ""),
        ("--printer ingram --trim 6x9 --fill-pages", ""),
        ("--lang zh --trim a5", ""), // its code in the manifest is zh-Hans
        ("--lang ja --trim a5 --volumes 2", ""),
        ("--series Rain --volume-number 2 --first-number 101 --subtitle Wet --author Me", ""),
        ("--template daily --first-day 2027-01-01 --levels 1-5", ""),
        ("--ladder human --compress zstd --printer screen", ""),
        ("--template mine.toml --lang of-mine.toml", "--template mine.toml --lang of-mine.toml"),
        ("--font f.ttf --text title=me.md", "--font f.ttf --text title=me.md"),
        ("--printer press.toml --trim 6x9 --fill-pages", "--printer press.toml"),
    ] {
        let bench = Bench::new();
        let shown = |args: &str| String::from_utf8(bench.run(args).stdout).unwrap();
        let design = shown("template show pocket").replace("\"pocket\"", "\"mine\"");
        fs::write(bench.path("mine.toml"), design).unwrap();
        fs::write(bench.path("of-mine.toml"), shown("lang show fr")).unwrap();
        fs::write(bench.path("press.toml"), shown("printer show kdp") + "\n").unwrap();
        fs::write(bench.path("me.md"), "About me.").unwrap();
        let font =
            concat!(env!("ROOT"), "/crates/page/templates/fonts/AtkinsonHyperlegibleNext-Bold.ttf");
        fs::copy(font, bench.path("f.ttf")).unwrap();
        let few = FEW.replace(
            "--levels 1-2 ",
            if flags.contains("--levels") { "" } else { "--levels 1-2 " },
        );
        let mut run = bench.command(&format!("{few} {flags}"));
        let run = run.env("SOURCE_DATE_EPOCH", "1700000000").output().unwrap();
        assert!(run.status.success(), "{flags}: {}", said(&run));
        bench.ends(&format!("book out {again} -o again.pdf"), 0, "pages");
        let volumes = bench.names("out").into_iter().filter(|name| name.starts_with("book"));
        for name in volumes {
            let new = name.replace("book", "again");
            assert!(bench.read(&format!("out/{name}")) == bench.read(&new), "{flags}: {name}");
        }
        if !again.is_empty() {
            let flag = again.split_whitespace().next().unwrap();
            // A file is found under its name and by its sum, and nowhere else.
            for name in ["mine.toml", "of-mine.toml", "press.toml", "f.ttf", "me.md"] {
                fs::write(bench.path(name), "another").unwrap();
            }
            bench.ends("book out -o no.pdf", 2, &format!("name it again with {flag} "));
        }
    }
}

/// Of a run with a picture or texts nothing more could be made: each command asked for flags that it
/// did not have, also where they were given.
#[test]
fn run_with_pictures_makes_books_covers_and_listings() {
    let bench = Bench::new();
    let picture = crate::support::pictures::jpeg(1838, 2775, 3, false);
    fs::write(bench.path("front.jpg"), &picture).unwrap();
    fs::write(bench.path("me.md"), "I live by the sea.").unwrap();
    let run = "run --count 40 --levels 1-2 --seed 3 --printer kdp --trim 6x9 --text thanks=me.md -q \
               --parts title,thanks,puzzles,answers,about --text about=me.md";
    let back = ["--back", "Puzzles for rainy days."];
    let made = with(&bench, &format!("{run} --cover --cover-picture front.jpg"), &back);
    assert!(made.status.success(), "{}", said(&made));
    let pages = |listing: &str| {
        let listing = bench.run(listing);
        assert!(listing.status.success(), "{}", said(&listing));
        let json: serde_json::Value = serde_json::from_slice(&listing.stdout).unwrap();
        json["pages"].clone()
    };
    let book = proof::readback::Pdf::open(&bench.read("out/book.pdf")).unwrap();
    assert_eq!(pages("listing out --format jsonl"), book.page_count());
    // How many pages another book has is not known without its texts.
    assert!(pages("listing out --format jsonl --lang es").is_null());
    let texts = "--text thanks=mine/me.md,about=mine/me.md";
    fs::create_dir(bench.path("mine")).unwrap();
    for name in ["me.md", "front.jpg"] {
        fs::rename(bench.path(name), bench.path(&format!("mine/{name}"))).unwrap();
    }
    bench.ends("book out -o no.pdf", 2, "name it again with --text about=FILE");
    bench.ends(&format!("book out {texts} -o again.pdf"), 0, "");
    assert!(bench.read("again.pdf") == bench.read("out/book.pdf"));
    let cover = format!("cover out {texts} -o again-cover.pdf");
    bench.ends(&cover, 2, "name it again with --cover-picture FILE");
    bench.ends(&format!("{cover} --cover-picture mine/front.jpg"), 0, "");
    assert!(bench.read("again-cover.pdf") == bench.read("out/cover.pdf"));

    // Beside the manifest the files are found, whatever they are called; others there are left alone.
    for name in ["me.md", "front.jpg"] {
        fs::rename(bench.path(&format!("mine/{name}")), bench.path(&format!("out/my-{name}")))
            .unwrap();
    }
    fs::write(bench.path("out/a-note.md"), "Another text.").unwrap();
    bench.ends("book out -o found.pdf", 0, "");
    assert!(bench.read("found.pdf") == bench.read("out/book.pdf"));
    bench.ends("cover out -o found-cover.pdf", 0, "");
    assert!(bench.read("found-cover.pdf") == bench.read("out/cover.pdf"));
    assert_eq!(pages("listing out --format jsonl"), book.page_count());
    fs::write(bench.path("out/my-front.jpg"), "another picture").unwrap();
    bench.ends("cover out -o no.pdf", 2, "name it again with --cover-picture FILE");
    assert!(!bench.path("no.pdf").exists());
}

/// The Spanish edition had the English ISBN, its barcode and the English dedication.
#[test]
fn translated_edition_drops_isbn_and_original_texts() {
    let bench = Bench::new();
    let isbn = "978-0-306-40615-7";
    let run = format!(
        "run --count 60 --levels 1-2 --seed 3 --printer lulu --trim 6x9 --isbn {isbn} --title Rain \
         --author Me --cover"
    );
    let texts = ["--dedication", "For all who wait", "--back", "Puzzles for rainy days."];
    let made = with(&bench, &run, &texts);
    assert!(made.status.success(), "{}", said(&made));
    let lines = |file: &str| {
        let sheets = crate::support::readback::sheets(&bench.read(file));
        sheets
            .iter()
            .flat_map(crate::support::readback::Sheet::lines)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let of_english = ["Rain", "For all who wait", isbn];
    let english = lines("out/book.pdf");
    for words in of_english {
        assert!(english.contains(words), "{words}: {english}");
    }
    let left = "not taken from the edition in en: title, isbn, dedication; name those in es with \
                --title, --isbn, --dedication";
    bench.ends("book out --lang es -o es.pdf", 0, left);
    let spanish = lines("es.pdf");
    for words in of_english {
        assert!(!spanish.contains(words), "{words}: {spanish}");
    }
    assert!(spanish.contains("Me"), "an author has the same name in each language");
    let left = "not taken from the edition in en: title, isbn, dedication, back; name those";
    bench.ends("cover out --lang es -o es-cover.pdf --book es.pdf", 0, left);
    let english = lines("out/cover.pdf").replace('\t', " ");
    assert!(english.contains("Puzzles for rainy days."), "{english}");
    assert!(!lines("es-cover.pdf").contains("rainy"));
    assert!(lines("out/cover.pdf").contains("978"), "the ISBN above its barcode");
    assert!(!lines("es-cover.pdf").contains("978"), "no barcode and no ISBN");
    bench.ends("verify out/catalog.csv es.pdf", 0, "");
    let listing = String::from_utf8(bench.run("listing out --lang es").stdout).unwrap();
    assert!(!listing.contains("ISBN") && !listing.contains("For all who wait"), "{listing}");

    let own = "--lang es --title Lluvia --isbn 978-3-16-148410-0";
    bench.ends(&format!("book out {own} -o own.pdf"), 0, "edition in en: dedication; name");
    let own = lines("own.pdf");
    assert!(own.contains("978-3-16-148410-0") && own.contains("Lluvia") && !own.contains(isbn));

    // A text of a part is of a language, too.
    fs::write(bench.path("me.md"), "I live by the sea.").unwrap();
    let run = "run --count 2 --levels 1 --seed 3 --text about=me.md --parts title,puzzles,about";
    bench.ends(&format!("{run} --out two"), 0, "");
    fs::copy(bench.path("me.md"), bench.path("two/me.md")).unwrap();
    bench.ends("book two -o two.pdf", 0, "");
    let asked = "is in language en: name one of the new language with --text about=FILE, or leave the part out";
    bench.ends("book two --lang fr -o fr.pdf", 2, asked);
    bench.ends("book two --lang fr --parts title,puzzles -o fr.pdf", 0, "");
}

#[test]
fn manifest_records_files_of_the_user_without_folders() {
    let bench = Bench::new();
    fs::create_dir(bench.path("mine")).unwrap();
    let design = String::from_utf8(bench.run("template show pocket").stdout).unwrap();
    fs::write(bench.path("mine/rain.toml"), design).unwrap();
    fs::write(bench.path("me.md"), "About me.").unwrap();
    let run = format!("{FEW},about --template mine/rain.toml");
    bench.ends(&format!("{run} --text about=me.md"), 0, "");
    let manifest: serde_json::Value =
        serde_json::from_slice(&bench.read("out/manifest.json")).unwrap();
    let sum = |name: &str| files::Checksum::from_bytes(&bench.read(name)).text();
    let files = serde_json::json!([
        { "setting": "template", "file": "rain.toml", "sha256": sum("mine/rain.toml") },
        { "setting": "text", "part": "about", "file": "me.md", "sha256": sum("me.md") },
    ]);
    assert_eq!(manifest["job"]["files"], files);
    assert_eq!(manifest["made"]["settings"]["template"], "pocket");
    // The content of a file counts, not its name.
    fs::rename(bench.path("me.md"), bench.path("us.md")).unwrap();
    bench.ends(&format!("{run} --text about=us.md"), 0, "nothing to do");
    fs::write(bench.path("us.md"), "About us.").unwrap();
    bench.ends(&format!("{run} --text about=us.md"), 2, "other settings (text)");
    bench.ends(FEW, 2, "other settings (template, trim, parts, text)");
}

#[test]
fn flags_change_what_the_run_says() {
    let bench = Bench::new();
    fs::write(bench.path("me.md"), "About me.").unwrap();
    bench.ends(&format!("{FEW},about --text about=me.md --author Me --title Rain"), 0, "");
    // A part that is left out needs no text.
    bench.ends("book out --parts title,puzzles,answers --lang es -o es.pdf", 0, "pages");
    fs::write(bench.path("me.md"), "About me, once more.").unwrap();
    let changed = "the text about is another file than that of out";
    bench.ends("book out --text about=me.md -o other.pdf", 0, changed);
    bench.ends("book out --parts title,puzzles,answers --title New -o new.pdf", 0, "new.pdf");
    let texts = ["es.pdf", "new.pdf", "other.pdf"].map(|name| bench.read(name));
    assert!(texts.iter().collect::<HashSet<_>>().len() == 3);

    bench.ends("book out more.csv -o x.pdf", 2, "expected the folder of one run");
    fs::create_dir(bench.path("empty")).unwrap();
    bench.ends("book empty -o x.pdf", 2, "found a folder without manifest.json");
    fs::write(bench.path("empty/manifest.json"), "{}").unwrap();
    bench.ends("cover empty -o x.pdf", 2, "expected the manifest of a run");
    bench.ends("book out --text about=me.md --first-number next -o x.pdf", 2, "expected a number");
    assert!(!bench.path("x.pdf").exists());
}

/// A forgotten --template made a spine of 0.095 in for a book of 124 pages, with exit code 0.
#[test]
fn cover_fits_the_pages_of_its_book() {
    let bench = Bench::new();
    let run = "run --count 12 --levels 1-2 --seed 3 --template pocket --printer kdp --author Me";
    bench.ends(run, 0, "with a spine of");
    let pages = proof::readback::Pdf::open(&bench.read("out/book.pdf")).unwrap();
    let pages = pages.page_count();
    let refused = format!("expected a cover for {pages} pages (out/book.pdf), found a layout of");
    bench.ends("cover out/catalog.csv --printer kdp --trim 6x9 --fill-pages", 2, &refused);
    bench.ends("cover out --template classic --trim 5x8 --fill-pages", 2, &refused);
    // One puzzle a page has as many pages on other paper.
    bench.ends("cover out --trim 5.06x7.81", 2, "expected a cover for trim 5x8");
    let cream = "cover out/catalog.csv --template pocket --printer kdp --paper cream";
    bench.ends(cream, 2, "expected a cover for paper white, found paper cream");
    assert!(!bench.path("cover.pdf").exists());
    bench.ends("cover out", 0, &format!("for {pages} pages"));
    // The same flags beside the catalogue are the same cover.
    bench.ends("cover out/catalog.csv --template pocket --printer kdp --author Me -o b.pdf", 0, "");
    assert!(bench.read("cover.pdf") == bench.read("b.pdf"));

    // Another book of these puzzles has its own cover.
    bench.ends("book out --template classic --fill-pages -o classic.pdf", 0, "");
    let other = "cover out --template classic --fill-pages -o other.pdf --book";
    bench.ends(&format!("{other} out/book.pdf"), 2, "expected a cover for");
    bench.ends(&format!("{other} out/book.pdf,classic.pdf"), 2, "expected a cover for");
    bench.ends(&format!("{other} classic.pdf"), 0, "other.pdf");
    bench.ends(&format!("{other} none.pdf"), 1, "cannot read none.pdf");

    fs::remove_file(bench.path("out/book.pdf")).unwrap();
    bench.ends("cover out -o late.pdf", 1, "cannot read out/book.pdf");
}

#[test]
fn covers_are_files_of_the_run() {
    let bench = Bench::new();
    let run = "run --count 12 --levels 1-2 --seed 3 --template pocket --printer kdp --title Rain";
    // A cover of the user beside a run is left alone, and no run with covers replaces it.
    bench.ends(run, 0, "next: sudoku-press cover out");
    let plain = manifest(&bench, "out");
    fs::write(bench.path("out/cover.pdf"), "mine").unwrap();
    let verified = bench.run("verify out");
    assert!(verified.status.success(), "{verified:?}");
    assert!(String::from_utf8_lossy(&verified.stdout).contains("cover.pdf"), "{verified:?}");
    bench.ends(&format!("{run} --cover --force"), 2, "that a run would replace: cover.pdf");
    fs::remove_file(bench.path("out/cover.pdf")).unwrap();

    bench.ends(&format!("{run} --cover"), 2, "other settings (cover)");
    bench.ends(&format!("{run} --cover --force"), 0, "out/cover.pdf");
    bench.ends("verify out --sheet out/proof.html", 0, "");
    let covered = manifest(&bench, "out");
    assert_eq!(covered.run_name(), plain.run_name(), "a cover makes no other run");
    assert_eq!(covered.files_of(FileKind::Cover).count(), 1);
    bench.ends("cover out", 0, "");
    assert!(bench.read("cover.pdf") == bench.read("out/cover.pdf"));
    bench.ends("verify out", 0, "");
    let verified = bench.run("verify out");
    assert!(String::from_utf8_lossy(&verified.stdout).contains(", 4 files. All match; "));
    let proof = String::from_utf8(bench.read("out/proof.html")).unwrap();
    assert!(proof.contains("cover.pdf"));
    fs::write(bench.path("out/cover.pdf"), "another").unwrap();
    bench.ends(&format!("{run} --cover"), 1, "cover.pdf");
    assert_eq!(bench.run("verify out").status.code(), Some(1));

    // Without --cover the new run has none.
    fs::remove_file(bench.path("out/proof.html")).unwrap();
    bench.ends(&format!("{run} --force"), 0, "");
    assert_eq!(bench.names("out"), OF_A_RUN);

    let volumes =
        "run --count 30 --levels 1-2 --seed 3 --template pocket --printer kdp --volumes 2";
    bench.ends(&format!("{volumes} --cover --out two"), 0, "2 volumes");
    assert_eq!(manifest(&bench, "two").files_of(FileKind::Cover).count(), 2);
    bench.ends("verify two", 0, "");
    // What cannot be made is told before a puzzle is made.
    bench.ends("run --cover --out no", 2, "no printer is named");
    bench.ends("run --spine 9mm --out no", 2, "--spine: expected --cover too");
    let name = "--back: expected the words for the back, found none.md; write the words themselves";
    bench.ends("run --cover --printer kdp --back none.md --out no", 2, name);
    assert!(!bench.path("no").exists());
    // The words of the first day stay, until they are taken back.
    let own =
        "run --count 12 --levels 1-2 --seed 3 --template pocket --cover --spine 5mm --back Rain!";
    bench.ends(&format!("{own} --out own"), 0, "cover.pdf");
    bench.ends("cover own -o own.pdf", 0, "");
    assert!(bench.read("own.pdf") == bench.read("own/cover.pdf"));
    bench.ends("cover own --unset back -o promise.pdf", 0, "");
    assert!(bench.read("promise.pdf") != bench.read("own/cover.pdf"));
    bench.ends("book own -o own-book.pdf", 0, "");
}

#[test]
fn a_total_is_shared_in_full_pages() {
    let bench = Bench::new();
    let counts = |folder: &str| manifest(&bench, folder).counts.into_values().collect::<Vec<_>>();
    bench.ends("run --total 36 --levels 1-2 --trim a4 --seed 1 --out a", 0, "");
    assert_eq!(counts("a"), [20, 16], "four a page");
    bench.ends("run --total 9 --template daily --seed 1 --out daily", 0, "");
    assert_eq!(counts("daily"), [4, 1, 2, 1, 1], "a week and Monday, Tuesday");
    bench.ends("run --total 100 --template newspaper --out no", 2, "use --total 99 or --total 102");
    bench.ends("run --total 10 --count 3 --out no", 2, "cannot be used with");
    bench.ends("run --total 10 --quota 1=3 --out no", 2, "cannot be used with");
    assert!(!bench.path("no").exists());
    let rows = bench.run("generate --total 10 --levels 1-3 --seed 1 --format txt").stdout;
    assert_eq!(rows.iter().filter(|b| **b == b'\n').count(), 10);
}

/// The remedy for a catalogue of 15 was three puzzles.
#[test]
fn uneven_puzzle_counts_have_a_fitting_remedy() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=9,3=4,5=2 --seed 1 --out c.csv", 0, "");
    let book = "book c.csv --template newspaper";
    bench.ends(book, 0, "7 puzzles are left out: the levels of design newspaper take turns");
    let run = "run --quota 1=9,3=4,5=2 --seed 1 --template newspaper";
    bench.ends(run, 2, "--quota 1=5,3=5,5=5, the same number");
}

/// A newspaper of levels 1 to 3 was refused with puzzles of levels 1, 3 and 5 as the remedy.
#[test]
fn each_remedy_for_turns_keeps_the_levels() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=3,2=3,3=3 --seed 1 --out even.csv", 0, "");
    bench.ends("generate --quota 1=3,2=4 --seed 1 --out odd.csv", 0, "");
    let strips = "--template newspaper --seed 1";
    let daily = "--template daily --seed 1 --first-day 2027-01-01";
    for (args, begins, remedies) in [
        (
            format!("run {strips} --total 100 --levels 1-3"),
            "100 puzzles of levels 1, 2, 3 do not fill turns of levels 1, 3, 5; use ",
            vec!["--turns 1,2,3 with --total 99"],
        ),
        (format!("run {strips} --total 2 --levels 1,2"), "use ", vec!["--turns 1,2"]),
        (format!("run {strips} --count 2 --levels 2"), "use ", vec!["--turns 2"]),
        (format!("run {strips} --count 2 --levels 1,2"), "use ", vec!["--turns 1,2"]),
        (format!("run {daily} --total 30 --levels 1-3"), "use ", vec!["--turns 1,1,1,2,2,3,3"]),
        (
            format!("run {strips} --quota 1=4,2=2"),
            "; use ",
            vec!["--order given", "--quota 1=2,3=2,5=2"],
        ),
        (format!("run {strips} --total 10"), "use ", vec!["--total 9", "--total 12"]),
        (
            format!("run {strips} --quota 1=9,3=4,5=2"),
            "; use ",
            vec!["--order given", "--quota 1=5,3=5,5=5"],
        ),
        (
            "book even.csv --template newspaper".to_owned(),
            "use ",
            vec!["--turns 1,2,3", "--order given"],
        ),
    ] {
        let refused = bench.run(&args);
        assert_eq!(refused.status.code(), Some(2), "{args}");
        let said = said(&refused);
        let (_, offered) = said.split_once(begins).unwrap_or_else(|| panic!("{args}: {said}"));
        for remedy in remedies {
            assert!(offered.contains(remedy), "{args}: {remedy}: {said}");
            // What the remedy says wins over the same flag.
            let words = format!("{args} {remedy}");
            let words: Vec<_> = words.split_whitespace().filter(|word| *word != "with").collect();
            let (mut kept, mut at) = (Vec::new(), 0);
            while at < words.len() {
                let again = words[at].starts_with("--") && words[at + 1..].contains(&words[at]);
                if !again {
                    kept.push(words[at]);
                }
                at += if again { 2 } else { 1 };
            }
            let out = if args.starts_with("run") {
                "--out made --force puzzles"
            } else {
                "--out made.pdf --force"
            };
            let again = format!("{} {out}", kept.join(" "));
            bench.ends(&again, 0, "");
            if args.starts_with("run") {
                bench.ends("verify made", 0, "");
            }
        }
    }
}

/// A day for a design that prints none was swallowed.
#[test]
fn a_first_day_is_for_designs_with_days() {
    let bench = Bench::new();
    let wanted = "--first-day: expected a design with dates, such as daily, found";
    let run = "run --count 2 --levels 1 --seed 1 --first-day 2027-01-01 --out no";
    bench.ends(run, 2, wanted);
    bench.ends(&format!("{run} --template pocket"), 2, wanted);
    bench.ends("run --template daily --first-day 2027-01-01 --total 7 --seed 1 --out d", 0, "");
    bench.ends("book d/catalog.csv --first-day 2027-01-01 -o no.pdf", 2, wanted);
    // Another design of a run with days leaves them out.
    bench.ends("book d --template classic -o classic.pdf", 0, "");
    bench.ends("book d -o again.pdf", 0, "");
    assert!(bench.read("again.pdf") == bench.read("d/book.pdf"));
}

#[test]
fn more_than_twenty_volumes_need_a_word() {
    let bench = Bench::new();
    let design = String::from_utf8(bench.run("template show pocket").stdout).unwrap();
    let at = design.find("page_limit = ").unwrap();
    let end = at + design[at..].find('\n').unwrap();
    fs::write(bench.path("thin.toml"), design.replacen(&design[at..end], "page_limit = 30", 1))
        .unwrap();
    let run = "run --count 300 --levels 1-2 --seed 1 --template thin.toml";
    bench.ends(run, 2, "expected at most 20 volumes, found ");
    assert!(!bench.path("out").exists());
    bench.ends(&format!("{run} --volumes 40"), 0, "volumes");
    bench.ends("book out --template thin.toml -o a.pdf", 0, "40 volumes");
    bench.ends("book out/catalog.csv --template thin.toml -o c.pdf", 2, "--volumes ");
    bench.ends("book out --template thin.toml -o b.pdf --volumes 40", 0, "volumes");
}

#[test]
fn note_pages_fill_a_thin_book() {
    let bench = Bench::new();
    for (printer, pages) in [("kdp", 24), ("lulu", 32)] {
        let run = format!("run --count 2 --levels 1-2 --seed 1 --printer {printer} --trim 6x9");
        bench.ends(&run, 2, "--fill-pages, which adds pages for notes");
        let out = format!("--out {printer}");
        bench.ends(&format!("{run} --fill-pages {out}"), 0, &format!("{pages} pages"));
        bench.ends(&format!("verify {printer}"), 0, "");
    }
    // A book that is thick enough stays as it is.
    bench.ends("run --count 20 --seed 1 --printer kdp --trim 6x9 --out a", 0, "");
    bench.ends("run --count 20 --seed 1 --printer kdp --trim 6x9 --fill-pages --out b", 0, "");
    assert!(bench.read("a/book.pdf") == bench.read("b/book.pdf"));
}

#[test]
fn numbers_go_on_where_the_series_ended() {
    let bench = Bench::new();
    let first = |folder: &str| manifest(&bench, folder).numbers();
    bench.ends("archive create --archive a", 0, "");
    let all = "run --count 4 --levels 1-2 --archive a --first-number next";
    let run = format!("{all} --series Rain");
    bench.ends(&format!("{run} --seed 1 --out v1"), 0, "");
    bench.ends(&format!("{run} --seed 2 --out v2"), 0, "");
    assert_eq!((first("v1"), first("v2")), ((1, 8), (9, 16)));
    // The same command finds the volume, though the series has gone on.
    for (out, again) in [("v1", ""), ("v2", "--seed 2")] {
        bench.ends(&format!("{run} {again} --out {out}"), 0, "nothing to do");
    }
    // A volume that is made once more keeps its numbers, also in another language.
    bench.ends(&format!("{run} --title Other --force --out v1"), 0, "");
    bench.ends(&format!("{all} --seed 1 --force --lang es --series Lluvia --out es"), 0, "");
    assert_eq!((first("v1"), first("es")), ((1, 8), (1, 8)));
    bench.ends(&format!("{run} --seed 3 --out v3"), 0, "");
    assert_eq!(first("v3"), (17, 24));
    // Other series have their own numbers.
    bench.ends(&format!("{all} --seed 4 --series Snow --out snow"), 0, "");
    assert_eq!(first("snow"), (1, 8));
    bench.ends("verify v1 v2 v3 es", 0, "");
    // A volume that the archive has forgotten leaves its numbers to the next.
    let name = manifest(&bench, "v3").run_name();
    bench.ends(&format!("archive forget {name} --archive a"), 0, "");
    bench.ends(&format!("{run} --seed 5 --out v4"), 0, "");
    assert_eq!(first("v4"), (17, 24));

    bench.ends("run --first-number next --series Rain --out no", 2, "found no archive");
    bench.ends("run --first-number next --archive a --out no", 2, "found no series");
    bench.ends("run --first-number 0 --out no", 2, "1 to 999999999, or next");
    bench.ends("run --first-number 1000000 --out no", 2, "1 to 999999, or next, found 1000000");
}

const SERIES: &str = r#"
languages = ["en", "es"]

[all]
series = { en = "Rainy Days", es = "Días de lluvia" }
author = "Me"
printer = "kdp"
template = "pocket"
total = 24
levels = "1-2"
seed = 5

[in-turn]
paper = ["white", "cream"]

[[volume]]
title = { en = "Drizzle", es = "Llovizna" }

[[volume]]
title = { en = "Downpour", es = "Aguacero" }
levels = "2-3"
"#;

#[test]
fn series_from_one_file_is_made_and_continued() {
    let bench = Bench::new();
    fs::write(bench.path("rain.toml"), SERIES).unwrap();
    let make = || {
        let made = bench.run("series rain.toml");
        assert!(made.status.success(), "{}", said(&made));
        String::from_utf8(made.stdout).unwrap()
    };
    let report = make();
    assert_eq!(report.lines().count(), 4, "{report}");
    assert!(report.contains("made       rain/volume-02-es: puzzles 25 to 48, "), "{report}");
    let folders = ["volume-01", "volume-01-es", "volume-02", "volume-02-es"];
    for folder in folders {
        bench.ends(&format!("verify rain/{folder} --archive rain/series.archive"), 0, "");
        assert_eq!(
            manifest(&bench, &format!("rain/{folder}")).files_of(FileKind::Cover).count(),
            1
        );
    }
    let catalog = |folder: &str| bench.read(&format!("rain/{folder}/catalog.csv"));
    assert!(catalog("volume-01") == catalog("volume-01-es"));
    let shown = |folder: &str| {
        String::from_utf8(bench.read(&format!("rain/{folder}/manifest.json"))).unwrap()
    };
    assert!(shown("volume-01-es").contains("\"title\": \"Llovizna\""));
    assert!(shown("volume-02").contains("\"paper\": \"cream\""));

    // A volume more, and a language more for all of them.
    let more = SERIES.replace("\"es\"]", "\"es\", \"fr\"]");
    let more = more.replace(" }", ", fr = \"Pluie\" }");
    let more = format!("{more}\n[[volume]]\ntitle = \"Flood\"\nseed = 99\n");
    fs::write(bench.path("rain.toml"), more).unwrap();
    let report = make();
    assert_eq!(report.matches("was there").count(), 4, "{report}");
    assert!(report.contains("made       rain/volume-01-fr: puzzles 1 to 24, "), "{report}");
    assert!(report.contains("made       rain/volume-03: puzzles 49 to 72, "), "{report}");
    let mut classes = HashSet::new();
    for folder in ["volume-01", "volume-02", "volume-03"] {
        let text = String::from_utf8(catalog(folder)).unwrap();
        for row in text.lines().skip(1) {
            assert!(classes.insert(row.split(',').nth(12).unwrap().to_owned()), "{row}");
        }
    }
    assert_eq!(classes.len(), 72);
    assert_eq!(make().matches("was there").count(), 9);
}

#[test]
fn series_is_checked_before_its_first_volume() {
    let bench = Bench::new();
    for (change, to, words) in [
        (
            "author =",
            "auhtor =",
            "s.toml, line 6: there is no setting `auhtor`; the nearest is `author`",
        ),
        ("\"2-3\"", "\"3-2\"", "expected a rising range"),
        (
            ", es = \"Aguacero\"",
            "",
            "line 20: `title`: expected a value for each of the `languages` en, es, found none for \
             `es`; write es = ",
        ),
        (", es = \"Días de lluvia\"", "", "line 5: `series`: expected a value for each of the"),
        ("{ en = ", "{ fr = ", "found none for `en`; write en = "),
        ("\"Downpour\"", "\"王\u{2f00}\"", "cannot be printed"),
        ("[all]", "[al]", "unknown field `al`"),
        ("[[volume]]", "[[volumes]]", "volume"),
        ("\"es\"]", "\"xx\"]", "`languages` en, xx, found none for `xx`"),
        ("printer = \"kdp\"", "", "s.toml, line 14: `paper`: expected --printer too"),
        ("paper = [\"white\", \"cream\"]", "spine = [\"9mm\"]", "expected a spine of"),
        ("seed = 5", "seed = 5\nforce = true", "there is no setting `force`"),
    ] {
        assert!(SERIES.contains(change));
        fs::write(bench.path("s.toml"), SERIES.replace(change, to)).unwrap();
        bench.ends("series s.toml", 2, words);
        assert!(!bench.path("s").exists(), "{change}");
    }
    bench.ends("series none.toml", 1, "cannot read none.toml");
    fs::write(bench.path("bare"), SERIES).unwrap();
    bench.ends("series bare", 2, "ends in .toml, or --out");
}

/// Four books of a series had one ISBN.
#[test]
fn isbn_belongs_to_one_volume_in_one_language() {
    let bench = Bench::new();
    let one = SERIES.replace("seed = 5\n", "seed = 5\nisbn = \"978-0-306-40615-7\"\n");
    fs::write(bench.path("s.toml"), &one).unwrap();
    let wanted = "s.toml, line 12: expected an ISBN for each edition, found 978-0-306-40615-7 for s/volume-01 \
                  and for s/volume-01-es; write isbn into each [[volume]]";
    bench.ends("series s.toml", 2, wanted);
    // With other hyphens it is the same.
    let twice = "isbn = { en = '978-0-306-40615-7', es = '9780306406157' }\n";
    fs::write(bench.path("s.toml"), format!("{SERIES}{twice}")).unwrap();
    bench.ends("series s.toml", 2, "expected an ISBN for each edition, found 9780306406157");
    assert!(!bench.path("s").exists());

    let own = |en: &str, es: &str| format!("isbn = {{ en = '{en}', es = '{es}' }}\n[[volume]]");
    let isbns =
        ["978-0-306-40615-7", "978-3-16-148410-0", "978-1-4028-9462-6", "978-0-13-149505-0"];
    let volumes = SERIES.replacen("[[volume]]", &own(isbns[0], isbns[1]), 2);
    // The first table is that of all volumes: move its line into the first volume.
    let volumes = volumes.replacen(&own(isbns[0], isbns[1]), "[[volume]]", 1);
    let volumes = format!("{volumes}isbn = {{ en = '{}', es = '{}' }}\n", isbns[2], isbns[3]);
    fs::write(bench.path("s.toml"), volumes).unwrap();
    let made = bench.run("series s.toml");
    assert!(made.status.success(), "{}", said(&made));
    let folders = ["volume-01", "volume-01-es", "volume-02", "volume-02-es"];
    for (folder, isbn) in folders.into_iter().zip(isbns) {
        let listing = String::from_utf8(bench.run(&format!("listing s/{folder}")).stdout).unwrap();
        assert!(listing.contains(&format!("ISBN:      {isbn}\n")), "{listing}");
        bench.ends(&format!("verify s/{folder}"), 0, "");
    }
}

/// What a file of a series gives the third volume was seen by no test.
#[test]
fn series_settings_follow_the_volume_number() {
    let value = |text: &str, volume: usize, name: &str| {
        let editions = editions(text).unwrap();
        editions[volume].job.text(name)
    };
    let three = ["A", "B", "C"].map(|name| format!("[[volume]]\nname = {name:?}\n")).concat();
    let text = format!(
        "languages = ['en']\n[all]\nseed = 5\nquota = {{ 2 = 3, 4 = 1 }}\n[in-turn]\npaper = ['white', 'cream']\n{three}"
    );
    for (volume, paper) in [(0, "white"), (1, "cream"), (2, "white")] {
        assert_eq!(value(&text, volume, "paper").as_deref(), Some(paper));
        assert_eq!(value(&text, volume, "quota").as_deref(), Some("2=3,4=1"));
    }
    // Colours are for covers.
    for (all, palette) in [
        ("cover = true", Some("by-volume")),
        ("seed = 5", Some("by-volume")),
        ("cover = false", None),
    ] {
        let found = value(&format!("[all]\n{all}\n{three}"), 1, "palette");
        assert_eq!(found.as_deref(), palette, "{all}");
    }
}

/// A volume that cannot be made keeps no other from being made, and the report says what is done.
#[test]
fn a_series_that_fails_says_what_is_done() {
    let bench = Bench::new();
    let series = SERIES.replace("seed = 5\n", "seed = 5\ncover = false\n");
    fs::write(bench.path("s.toml"), series).unwrap();
    fs::create_dir_all(bench.path("s/volume-02")).unwrap();
    fs::write(bench.path("s/volume-02/book.pdf"), "mine").unwrap();
    let made = bench.run("series s.toml");
    assert_eq!(made.status.code(), Some(2), "{}", said(&made));
    let report = String::from_utf8(made.stdout).unwrap();
    for line in
        ["made       s/volume-01:", "not made   s/volume-02\n", "not made   s/volume-02-es\n"]
    {
        assert!(report.contains(line), "{line}: {report}");
    }
    assert_eq!(bench.read("s/volume-02/book.pdf"), b"mine");
    assert_eq!(bench.names("s/volume-01"), OF_A_RUN);
    fs::remove_file(bench.path("s/volume-02/book.pdf")).unwrap();
    let made = with(&bench, "series", &["s.toml"]);
    assert!(made.status.success(), "{}", said(&made));
}

/// The settings of the run came behind the `--`, and were names of files there.
#[test]
fn a_folder_behind_two_hyphens_is_a_folder() {
    let bench = Bench::new();
    bench.ends("run --count 40 --levels 1-2 --seed 3 --printer kdp --trim 6x9 --out r -q", 0, "");
    for (command, out) in [("book", "b.pdf"), ("cover", "c.pdf")] {
        bench.ends(&format!("{command} r --out {out}"), 0, "");
        let whole = bench.read(out);
        bench.ends(&format!("{command} --out {out} --force -- r"), 0, "");
        assert!(bench.read(out) == whole, "{command}");
    }
    let listing = |args: &str| bench.run(args).stdout;
    assert_eq!(listing("listing -- r"), listing("listing r"));
    assert!(!listing("listing -- r").is_empty());
}

/// Volume 2 had the seed of volume 1, and ended with 12 because the archive had its run.
#[test]
fn each_volume_has_a_seed_of_its_own() {
    let seeds = |all: &str, names: &[&str]| -> Result<Vec<String>, String> {
        let volumes = names.iter().map(|name| format!("[[volume]]\nname = {name:?}\n"));
        let editions = editions(&format!("{all}\n{}", volumes.collect::<String>()))?;
        Ok(editions.iter().map(|edition| edition.job.text("seed").unwrap()).collect())
    };
    let all = |seed: &str| seeds(&format!("[all]\nseed = {seed}"), &["A", "B", "C"]);
    // By sha256sum: the first 16 digits of the sum of "7 A", and so on.
    let expected = [0x14bd3cb07f9e37e8_u64, 0x92e761ed67fe7305, 0xadd773459b9d8d38]
        .map(|seed| seed.to_string());
    assert_eq!(all("7").unwrap(), expected);
    assert_eq!(all("\"7\"").unwrap(), expected);
    // A volume keeps its seed, wherever its table stands.
    let turned = seeds("[all]\nseed = 7", &["C", "D", "A"]).unwrap();
    assert_eq!([&turned[0], &turned[2]], [&expected[2], &expected[0]]);
    assert_ne!(all(&format!("'{}'", u64::MAX)).unwrap(), expected);
    let wrong = all("'from-date'").unwrap_err();
    assert!(wrong.starts_with("s.toml, line 2: `seed`: expected a number"), "{wrong}");
    let turns = |list: &str| seeds(&format!("[in-turn]\nseed = {list}"), &["A", "B", "C"]);
    assert_eq!(turns("[5, 3, 4]").unwrap(), ["5", "3", "4"]);
    let wrong = turns("[5, 3]").unwrap_err();
    assert!(wrong.contains("a seed for each of 3 volumes, found 2"), "{wrong}");
}

/// Of a folder whose name is no text, the volumes were made in another.
#[test]
#[cfg(target_os = "linux")]
fn series_in_a_folder_not_utf8_is_refused() {
    use std::os::unix::ffi::OsStrExt as _;
    let bench = Bench::new();
    fs::write(bench.path("s.toml"), SERIES).unwrap();
    let out = std::ffi::OsStr::from_bytes(b"\xffs");
    let made = bench.command("series s.toml --out").arg(out).output().unwrap();
    assert_eq!(made.status.code(), Some(2));
    assert!(said(&made).contains("expected a folder whose name is UTF-8"), "{}", said(&made));
    assert_eq!(bench.names("."), ["s.toml"]);
}

/// Each volume began to listen for signals anew, with a thread of its own that never ended.
#[test]
#[cfg(target_os = "linux")]
fn a_series_waits_for_signals_in_one_thread() {
    let bench = Bench::new();
    fs::write(bench.path("s.toml"), SERIES).unwrap();
    let mut child = crate::support::crashes::spawn(&bench, "series s.toml");
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let tasks = fs::read_dir(format!("/proc/{}/task", child.id())).into_iter().flatten();
        let names = tasks.flatten().map(|task| fs::read_to_string(task.path().join("comm")));
        most = most.max(names.flatten().filter(|name| name.trim_end() == "signals").count());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(child.wait().unwrap().success());
    assert_eq!(most, 1);
}

/// More puzzles of one level than the sample has were taken for fewer volumes.
#[test]
fn many_volumes_of_one_level_ask_first() {
    let bench = Bench::new();
    for (total, least) in [(40_000, 21), (1_000_000, 500)] {
        let output = bench.run(&format!("run --total {total} --levels 1 --printer kdp --out out"));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        let (_, found) = said.split_once("found at least ").unwrap();
        let (found, _) = found.split_once(';').unwrap();
        assert!(found.parse::<usize>().unwrap() >= least, "{said}");
        assert!(!bench.path("out").exists());
    }
}
