//! What a command leaves behind: nothing if it was refused, no printed puzzle twice, no edited row replaced, and no old
//! edition beside new puzzles without a word.

use crate::support::program::Bench;
use crate::support::studio::files_below;
use jobs::Manifest;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Returns the names of all folders and files below a folder, and the bytes of the files.
fn tree(folder: &Path) -> (BTreeSet<String>, Vec<(std::path::PathBuf, Vec<u8>)>) {
    let mut names = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            }
            names.insert(entry.path().display().to_string());
        }
    }
    (names, files_below(folder))
}

/// Makes an archive with a run, a run without one, catalogues, files of somebody, and series.
fn with_files() -> Bench {
    let bench = Bench::new();
    for made in [
        "archive create --archive a",
        "run --total 4 --levels 1-2 --archive a --seed 1 --out jan -q",
        "run --total 4 --levels 1-2 --seed 2 --out r -q",
        "generate --total 4 --levels 1 --seed 3 --out c.csv -q",
        "generate --total 4 --levels 1 --seed 3 --out data -q",
        "generate --quota 1=2,2=2 --seed 1 --shard 0/2 --into part",
    ] {
        bench.ends(made, 0, "");
    }
    for folder in ["foreign", "full"] {
        fs::create_dir(bench.path(folder)).unwrap();
    }
    let all = "[all]\nseries = \"S\"\ncover = false\ntotal = 4\nseed = 4\n";
    let volumes = "[[volume]]\ntitle = \"A\"\n[[volume]]\ntitle = \"B\"\n";
    let isbn = "isbn = \"978-0-306-40615-7\"\n";
    for (name, text) in [
        ("foreign/book.pdf", "mine"),
        ("full/x", "mine"),
        ("mine.pdf", "mine"),
        ("x.txt", "mine"),
        ("s.toml", &format!("{all}{volumes}")),
        ("isbn.toml", &format!("{all}{isbn}{volumes}")),
        ("levels.toml", &format!("{all}levels = \"9\"\n{volumes}")),
        ("bare.toml", &format!("{all}[[volume]]\n")),
    ] {
        fs::write(bench.path(name), text).unwrap();
    }
    bench
}

const REFUSED: &[(i32, &str)] = &[
    // Of a run with an archive.
    (2, "run --job jan --out feb"),
    (2, "run --job jan --out deep/er/feb"),
    (12, "run --job jan --out feb --archive a"),
    (12, "run --job jan --out deep/er/feb --archive a"),
    (2, "generate --job jan --out feb"),
    (2, "generate --job jan --out feb.csv"),
    (2, "run --job jan --seed 5"),
    (2, "run --job jan --title T"),
    // Of folders that are taken, archives that are none, settings that make nothing.
    (2, "run --out foreign --total 4 --levels 1"),
    (2, "run --job classroom --out foreign"),
    (2, "run --job classroom --out r"),
    (2, "run --job classroom --levels 9 --out no"),
    (2, "run --out no --levels 9"),
    (2, "run --out no --total 4 --levels 1 --printer kdp"),
    (2, "run --out no --total 4 --series S --first-number next"),
    (2, "run --out no --total 4 --pattern x.txt"),
    (2, "run --out no --total 4 --printer kdp --cover --back none.md"),
    (10, "run --out no --total 4 --levels 1 --archive none"),
    (10, "run --out no/deep --total 4 --levels 1 --archive x.txt"),
    (4, "run --out no/deep --total 2 --levels 5 --er 1.2 --attempts 5"),
    (4, "generate --out no/deep --total 2 --levels 5 --er 1.2 --attempts 5"),
    (4, "generate --out no.csv --total 2 --levels 5 --er 1.2 --attempts 5"),
    (2, "generate --out c.csv --total 4"),
    (2, "generate --out data --total 5 --levels 1 --seed 3"),
    (2, "generate --out no.gz --total 4 --levels 1"),
    (10, "generate --out no.csv --total 4 --levels 1 --archive none"),
    (2, "generate --total 4 --levels 1 --into part --seed 9"),
    (10, "generate --count 4 --levels 1 --seed 1 --shard 1/2 --into no --archive none"),
    (1, "shards join part --out no.csv"),
    (2, "shards join full --out no.csv"),
    // Books, covers and exports.
    (1, "book x.txt --out no.pdf"),
    (2, "book r --out mine.pdf"),
    (2, "book r --out no.pdf --printer kdp"),
    (2, "book r --out no.pdf --lang xx"),
    (2, "book c.csv --out no.pdf --printer kdp --trim 6x9"),
    (2, "cover r --out no.pdf"),
    (2, "cover r --out mine.pdf --spine 5mm"),
    (2, "cover r --spine 5mm --back none.md --out no.pdf"),
    (2, "export svg r --out full"),
    (1, "export svg x.txt --out no"),
    (1, "export svg c.csv --out no --name same"),
    (2, "export svg c.csv --out deep/no --name {date}"),
    (2, "export json c.csv --out no --first-day 9999-12-30"),
    // Series, lists, archives.
    (2, "series isbn.toml"),
    (2, "series levels.toml"),
    (2, "series bare.toml"),
    (1, "transform x.txt --out no.csv"),
    (2, "transform c.csv --out x.txt"),
    (1, "transform c.csv --out no.csv --column none"),
    (2, "archive create --archive a"),
    (10, "archive import c.csv --archive none"),
    (1, "archive import x.txt --archive a"),
    (1, "archive import c.csv x.txt --archive a"),
    (10, "archive copy no --archive none"),
];

#[test]
fn refused_commands_leave_everything_as_it_was() {
    let bench = with_files();
    let before = tree(&bench.path("."));
    for (code, args) in REFUSED {
        let ended = bench.run(args);
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(*code), "{args}: {said}");
        assert!(tree(&bench.path(".")) == before, "{args}: {:?}", bench.names("."));
    }
}

/// A refused command opened the way past the archive: the same puzzles were printed twice.
#[test]
fn begun_run_waives_no_check() {
    let bench = Bench::new();
    bench.ends("archive create --archive a", 0, "");
    bench.ends("run --total 60 --levels 1-3 --archive a --out jan -q", 0, "");
    bench.ends("run --job jan --out feb", 2, "expected the archive of printed puzzles");
    // A run without the archive may have been begun there, too.
    let jan = Manifest::read(&bench.path("jan")).unwrap().unwrap();
    let pending = format!("{{\"run\":\"{}\",\"seed\":{}}}\n", jan.run_name(), jan.seed);
    for is_begun in [false, true] {
        if is_begun {
            fs::create_dir_all(bench.path("feb/.sudoku-press")).unwrap();
            fs::write(bench.path("feb/.sudoku-press/run.json"), &pending).unwrap();
        }
        bench.ends("run --job jan --out feb --archive a", 12, "a has this run already");
        assert!(!bench.path("feb/catalog.csv").exists());
    }
    // Both remedies.
    bench.ends("run --job jan --out mar --archive a --seed 9 -q", 0, "");
    bench.ends("verify jan mar --archive a", 0, "");
    bench.ends("run --job jan --out feb --archive a --lang de --force -q", 0, "");
    let said = bench.run("verify jan feb mar --archive a");
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.trim_end().ends_with("Editions of the same puzzles: jan, feb."), "{said}");
    // The archive knows the run by its first folder.
    let found =
        String::from_utf8(bench.run("archive find feb/catalog.csv --archive a").stdout).unwrap();
    assert!(found.contains(",jan,1,") && !found.contains(",feb,"), "{found}");
    // A catalogue in parts.
    let plan = "generate --count 4 --levels 1 --seed 8";
    bench.ends(&format!("{plan} --into one --archive a -q"), 0, "");
    bench.ends(&format!("{plan} --into two --shard 0/1 -q"), 0, "");
    bench.ends("shards join two --archive a", 12, "a has this run already");
    assert!(!bench.path("two/catalog.csv").exists());
    bench.ends("shards join two --archive a --force", 0, "");
}

#[test]
fn edition_of_a_run_has_all_its_puzzles() {
    let bench = Bench::new();
    let make = "run --total 6 --levels 1-2 --seed 1 -q --out";
    bench.ends(&format!("{make} a"), 0, "");
    bench.ends(&format!("{make} b --lang es --title Lluvia"), 0, "");
    let last = |args: &str| {
        let ended = bench.run(args);
        let [out, err] = [ended.stdout, ended.stderr].map(|text| String::from_utf8(text).unwrap());
        (ended.status.code().unwrap(), if err.is_empty() { out } else { err })
    };
    let (code, said) = last("verify a b");
    assert!(code == 0 && said.ends_with(" Editions of the same puzzles: a, b.\n"), "{said}");
    let (code, said) = last("verify a a");
    assert!(code == 0 && !said.contains("Editions"), "{said}");
    // The same run beside another archive has other puzzles.
    for archive in ["x", "y"] {
        bench.ends(&format!("archive create --archive {archive}"), 0, "");
    }
    bench.ends("archive import a/catalog.csv --archive x", 0, "");
    bench.ends(&format!("{make} c --archive x"), 0, "");
    let (code, said) = last("verify a c");
    assert!(code == 1 && said.contains("6 problems"), "{said}");
    bench.ends(&format!("{make} d --archive y"), 0, "");
    bench.ends("verify a d", 0, "");
}

/// A corrected catalogue was overwritten without a word.
#[test]
fn edited_rows_are_named_and_kept() {
    let bench = Bench::new();
    let make = "--total 8 --levels 1-2 --seed 1";
    bench.ends("archive create --archive a", 0, "");
    for (run, catalogue, force) in [
        (format!("run {make} --out r"), "r/catalog.csv", "run --job r"),
        (format!("run {make} --compress zstd --out z"), "z/catalog.csv.zst", "run --job z"),
        (format!("generate {make} --out d"), "d/catalog.csv", "generate --job d"),
        (
            format!("generate {make} --split train=0.5,test=0.5 --out t"),
            "t/train.csv",
            "generate --job t",
        ),
        (format!("run {make} --archive a --out n"), "n/catalog.csv", "run --job n --archive a"),
        (format!("generate {make} --out c.csv"), "c.csv", &format!("generate {make} --out c.csv")),
    ] {
        bench.ends(&format!("{run} -q"), 0, "");
        let made = bench.read(catalogue);
        let text = if catalogue.ends_with("zst") {
            let shown = bench.run(&format!("transform {catalogue} --format csv"));
            String::from_utf8(shown.stdout).unwrap();
            bench.ends(&format!("generate {make} --out plain.csv --force -q"), 0, "");
            String::from_utf8(bench.read("plain.csv")).unwrap()
        } else {
            String::from_utf8(made.clone()).unwrap()
        };
        let rows: Vec<&str> = text.lines().collect();
        let [first, second] = [1, 3].map(|at| rows[at].split(',').next().unwrap().to_owned());
        let edited = text
            .replace(rows[1], &format!("{}x", rows[1]))
            .replace(rows[3], &format!("{}x", rows[3]));
        fs::write(bench.path(catalogue), &edited).unwrap();
        // A file alone does not tell its settings.
        let or_made = if catalogue == "c.csv" { ", or made with other settings" } else { "" };
        let words = format!(
            "{catalogue} was edited since it was made{or_made}: the rows {first}, {second}; --force puzzles replaces it"
        );
        bench.ends(&format!("{force} --force"), 1, &words);
        if catalogue != "c.csv" {
            bench.ends(force, 1, &words);
        }
        assert_eq!(bench.read(catalogue), edited.as_bytes(), "{catalogue}");
        let folder = Path::new(catalogue).parent().unwrap().display().to_string();
        let hidden = bench.names(if folder.is_empty() { "." } else { &folder });
        assert!(hidden.iter().all(|name| !name.starts_with('.')), "{hidden:?}");
        bench.ends(&format!("{force} --force puzzles -q"), 0, "");
        assert!(bench.read(catalogue) == made, "{catalogue}");
    }
    // The rows are those that the archive lets be made.
    fs::write(bench.path("n/catalog.csv"), "mine").unwrap();
    bench.ends("run --job n --force", 1, "(the archive of the run must be named to know the rows)");
    // A lost catalogue has nothing to lose; other settings do not hide an edited one.
    fs::remove_file(bench.path("r/catalog.csv")).unwrap();
    bench.ends("run --job r --force -q", 0, "");
    fs::write(bench.path("r/catalog.csv"), "mine").unwrap();
    bench.ends(
        "run --job r --columns puzzle,solution --force",
        1,
        "r/catalog.csv was edited since it was made; ",
    );
    bench.ends(
        "run --job r --title Calm --force",
        1,
        "r/catalog.csv was edited since it was made: the rows ",
    );
    assert_eq!(bench.read("r/catalog.csv"), b"mine");
    // The same, where the seed is drawn.
    bench.ends("generate --total 8 --levels 1 --out drawn.csv -q", 0, "");
    let text = String::from_utf8(bench.read("drawn.csv")).unwrap();
    let edited = text.replacen(",none,", ",mine,", 1);
    assert_ne!(edited, text);
    fs::write(bench.path("drawn.csv"), &edited).unwrap();
    let words = "drawn.csv was edited since it was made, or made with other settings: the row L1-000001; --force puzzles replaces it";
    bench.ends("generate --total 8 --levels 1 --out drawn.csv --force", 1, words);
    assert_eq!(bench.read("drawn.csv"), edited.as_bytes());
    bench.ends("generate --total 8 --levels 1 --out drawn.csv --force puzzles -q", 0, "");
    bench.ends("generate --total 8 --levels 1 --out drawn.csv --force -q", 0, "");
    // Nobody has edited a catalogue of other wishes, of which a few rows differ.
    let make = "generate --ladder human --levels 2 --count 4 --seed 5 --out wished.csv";
    bench.ends(&format!("{make} -q"), 0, "");
    let words = "made with other settings: the row B2-000001; --force puzzles replaces it";
    bench.ends(&format!("{make} --wishes none --force"), 1, words);
    // Another catalogue of that name is replaced.
    bench.ends("generate --total 8 --levels 1-2 --seed 2 --out c.csv --force -q", 0, "");
    bench.ends("generate --total 4 --levels 1-2 --seed 2 --out c.csv --force -q", 0, "");
    bench.ends("generate --total 12 --levels 1-2 --seed 2 --out c.csv --force -q", 0, "");
}

/// A book, a cover and pictures of the puzzles before lay beside the new ones, and `verify` was content.
#[test]
fn old_editions_beside_new_puzzles_are_named() {
    let bench = Bench::new();
    bench.ends(
        "run --total 40 --levels 1-2 --printer kdp --trim 6x9 --fill-pages --seed 1 --out r -q",
        0,
        "",
    );
    let editions = [
        "book r --lang de --out r/de.pdf",
        "cover r --png 600 --out r/shop.pdf",
        "export svg r --out r/pictures",
        "export json r/catalog.csv --out r/feed",
    ];
    for edition in editions {
        bench.ends(edition, 0, "");
    }
    bench.ends("verify r", 0, "");
    // Another title has the same puzzles.
    bench.ends("run --job r --title Calm --force -q", 0, "");
    bench.ends("verify r", 0, "");
    let older = ["de.pdf", "feed", "pictures", "shop.pdf", "shop.png"];
    let words = format!(
        "made of the puzzles before: {}; make them again, or remove them",
        older.join(", ")
    );
    bench.ends("run --job r --seed 2 --force puzzles", 0, &words);
    let verified = bench.run("verify r");
    let said = String::from_utf8(verified.stdout).unwrap();
    assert_eq!(verified.status.code(), Some(1), "{said}");
    for name in older {
        let line = format!(
            "r/{name}: made of the puzzles before, expected the puzzles of this run; make it again, "
        );
        assert!(said.contains(&line), "{said}");
    }
    // Both remedies.
    for edition in &editions[..3] {
        bench.ends(&format!("{edition} --force"), 0, "");
    }
    fs::rename(bench.path("r/feed"), bench.path("feed")).unwrap();
    bench.ends("verify r", 0, "");
    // The folder of another run, and files that somebody has put there, are no editions.
    bench.ends("run --total 4 --levels 1 --seed 5 --out r/other -q", 0, "");
    bench.ends("book r/other --out r/other/de.pdf", 0, "");
    fs::write(bench.path("r/.sudoku-press.mine.json"), "mine").unwrap();
    bench.ends("verify r", 0, "");
}

#[test]
fn remedies_of_refusals_can_be_followed() {
    let bench = Bench::new();
    let said = "--sheets: expected 9x9 or small sizes, found both; make a run for each";
    bench.ends("run --quota 4x4:1=2,9x9:1=2 --sheets 4 --out no", 2, said);
    let class = "run --levels 2 --total 4 --sheets 6 --names A,B,C,D --seed 3 --out c -q";
    bench.ends(class, 0, "");
    let said = "at most 2 names, one for each sheet, found 4; use --sheets 4, or name fewer pupils";
    bench.ends("run --job c --sheets 2 --out d", 2, said);
    bench.ends("run --job c --sheets 4 --out d -q", 0, "");
    bench.ends("run --job c --sheets 2 --names A,B --out e -q", 0, "");

    fs::write(bench.path("about.txt"), "About.\n").unwrap();
    let parts = "--parts title,about,puzzles --text about=about.txt";
    bench.ends(&format!("run --levels 1 --total 4 --seed 1 {parts} --out f -q"), 0, "");
    fs::write(bench.path("about.txt"), "About this book.\n").unwrap();
    let said = "your own file (text about), which has changed since; name it again with";
    bench.ends("run --job f --title X --force", 2, said);
    bench.ends("run --job f --title X --text about=about.txt --force -q", 0, "");
    fs::remove_file(bench.path("about.txt")).unwrap();
    bench.ends("run --job f --title Y --force", 2, "(text about), which is not in this folder");

    fs::write(bench.path("keep.txt"), "kept").unwrap();
    let said = "keep.txt: expected a folder, found a file; name another folder";
    bench.ends("run --levels 1 --total 4 --out keep.txt", 74, said);
    assert_eq!(bench.read("keep.txt"), b"kept");
    let said = "--out: expected a name such as book.pdf, found .pdf";
    bench.ends("book c/catalog.csv --out .pdf", 2, said);
}

#[test]
fn next_step_takes_folders_like_flags() {
    let bench = Bench::new();
    let next = "next: sudoku-press verify ./-dash --sheet ./-dash/proof.html";
    bench.ends("run --levels 1 --total 4 --seed 1 --out=-dash", 0, next);
    bench.ends("verify ./-dash --sheet ./-dash/proof.html", 0, "");
}
