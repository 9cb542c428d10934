//! A job that is taken over: a finished run, a built-in job or a job file, with other counts, another printer or
//! language, or a setting taken back. What is not named stays.

use crate::support::program::Bench;
use jobs::{Job, Origin, Setting, SettingText};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;

fn made(bench: &Bench, folder: &str) -> Value {
    let manifest = bench.read(&format!("{folder}/manifest.json"));
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    manifest["made"]["settings"].clone()
}

/// The printed job of several sizes named the ladder of 9 x 9 alone, and made nothing.
#[test]
fn printed_job_of_several_sizes_opens_again() {
    let bench = Bench::new();
    bench.ends("run --quota 4x4:1=3,6x6:1=4,9x9:1=2 --seed 1 --out made -q", 0, "");
    opens_again(&bench, "made", "");
    let shown = String::from_utf8(bench.run("job show made").stdout).unwrap();
    assert!(shown.contains("\n# ladder = human, that of small sizes\n"), "{shown}");
    let shown = String::from_utf8(bench.run("job show").stdout).unwrap();
    assert!(shown.contains("\nladder = \"published\"\n"), "{shown}");
}

/// Fails unless two folders have the same files.
#[track_caller]
fn same(bench: &Bench, one: &str, other: &str) {
    assert_eq!(bench.names(one), bench.names(other));
    for name in bench.names(one) {
        let [own, found] = [one, other].map(|at| bench.read(&format!("{at}/{name}")));
        assert!(own == found, "{one} and {other}: {name}");
    }
}

/// Opens a finished run as a folder and as a printed job file: both make its bytes again.
#[track_caller]
fn opens_again(bench: &Bench, folder: &str, flags: &str) {
    bench.ends(&format!("run --job {folder} --out by-folder -q {flags}"), 0, "");
    same(bench, folder, "by-folder");
    let shown = bench.run(&format!("job show {folder}")).stdout;
    fs::write(bench.path("shown.toml"), shown).unwrap();
    bench.ends(&format!("run --job shown.toml --out by-file -q {flags}"), 0, "");
    same(bench, folder, "by-file");
    for copy in ["by-folder", "by-file"] {
        fs::remove_dir_all(bench.path(copy)).unwrap();
    }
}

/// The message told to leave out a flag that nobody had typed.
#[test]
fn inherited_setting_is_left_out_by_unset() {
    let bench = Bench::new();
    let year = "--first-day 2027-01-01 --last-day 2027-01-10 --template daily --seed 1";
    bench.ends(&format!("run {year} --out year -q"), 0, "");
    let book = "--count 9 --levels 1 --printer kdp --trim 6x9 --fill-pages --cover --seed 1";
    bench.ends(&format!("run {book} --back Hello --out bk -q"), 0, "");
    fs::write(bench.path("bk.toml"), "# A book.\nback = \"Hello\"\ncover = true\n").unwrap();
    let back = "leave out `back` of bk/manifest.json with --unset back";
    for (run, words, name) in [
        (
            "--job year --template newspaper",
            "; --unset last-day leaves out the one of year/manifest.json",
            "last-day",
        ),
        ("--job bk --printer eink", back, "back"),
        ("--job bk --printer screen", back, "back"),
        ("--job bk --printer office", back, "back"),
        (
            "--job bk.toml --count 9 --levels 1 --printer eink",
            "leave out `back` of bk.toml, line 2 with --unset back",
            "back",
        ),
    ] {
        bench.ends(&format!("run {run} --out new"), 2, words);
        bench.ends(&format!("run {run} --out new -q --unset {name}"), 0, "");
        fs::remove_dir_all(bench.path("new")).unwrap();
    }
    // A flag that was typed is left out as it was typed.
    let typed = "run --printer eink --count 9 --levels 1 --cover --back Hello";
    bench.ends(typed, 2, "; leave out --back\n");
}

/// A course beside the levels of the job was told to use --count, which was there.
#[test]
fn course_takes_the_place_of_levels() {
    let bench = Bench::new();
    bench.ends("run --levels 2-4 --total 9 --seed 3 --out levels -q", 0, "");
    bench.ends("run --quota 2=4,3=5 --seed 3 --out quota -q", 0, "");
    let course = "--course x-wing,xy-wing --count 6";
    bench.ends(&format!("run {course} --seed 3 --title T --out course -q"), 0, "");
    for (job, words) in [
        ("levels", "takes the place of --total 9 and --levels 2-4\n"),
        ("quota", "takes the place of --quota 2=4,3=5\n"),
        ("to-sell", "takes the place of --levels 1-4 and --total 100\n"),
    ] {
        bench.ends(&format!("run --job {job} {course} --out new --seed 3"), 0, words);
        assert_eq!(made(&bench, "new")["quota"], made(&bench, "course")["quota"], "{job}");
        fs::remove_dir_all(bench.path("new")).unwrap();
    }
    let both = "--course: expected --count, the number of puzzles of a chapter, found --levels; leave \
                out --levels\n";
    bench.ends(&format!("run {course} --levels 3 --out new"), 2, both);
}

/// The file of a run was told to be no TOML, or to need a hidden file that never existed.
#[test]
fn file_of_a_run_names_its_folder() {
    let bench = Bench::new();
    bench.ends("run --count 3 --levels 1 --seed 3 --out rain -q", 0, "");
    fs::write(bench.path("rain/mine.toml"), "title = \"Mine\"\n").unwrap();
    for file in ["book.pdf", "catalog.csv", "manifest.json", "SHA256SUMS", "datapackage.json"] {
        let words = format!(
            "--job rain/{file}: expected a job file, or the folder of a run, found a file of a run; --job \
             rain begins"
        );
        for command in ["run --job", "book --job", "cover --job", "job show"] {
            bench.ends(&format!("{command} rain/{file}"), 2, &words);
        }
    }
    bench.ends("job show rain/mine.toml", 0, "");
    // Without a manifest there is no folder to name, and a command that only reads has no --out.
    fs::write(bench.path("rain/manifest.json"), "{\"x\"").unwrap();
    for command in ["listing rain", "book rain -o a.pdf", "solve rain"] {
        let words = "; put the manifest of the run back, or name another folder\n";
        bench.ends(command, 2, words);
    }
}

/// A folder forgot levels, size and number as soon as one flag of the family was named.
#[test]
fn counts_that_are_not_named_stay() {
    let bench = Bench::new();
    bench.ends("run --size 6 --levels 1 --total 8 --title T --seed 1 --out six -q", 0, "");
    bench.ends("run --job six --levels 2 --seed 2 --out six2 -q", 0, "");
    assert_eq!(made(&bench, "six2")["quota"], "6x6:2=8");
    let note = "--total 60 and the quota 6x6:1=40,6x6:2=50,6x6:3=30 make the quota 6x6:1=20,6x6:2=25,6x6:3=15";
    bench.ends("run --job mini --total 60 --title M --seed 1 --out m60", 0, note);
    opens_again(&bench, "m60", "");
    bench.ends("run --levels 1-4 --total 8 --title Rain --seed 1 --out rain -q", 0, "");
    bench.ends("run --job rain --total 12 --force puzzles -q", 0, "");
    assert_eq!(made(&bench, "rain")["quota"], "1=3,2=3,3=3,4=3");
    bench.ends("run --job rain --levels 5 --out five -q", 0, "");
    assert_eq!(made(&bench, "five")["quota"], "5=12");
    bench.ends("run --quota 1=6,2=2 --seed 1 --out shares -q", 0, "");
    bench.ends("run --job shares --pages 30 --out pages -q", 0, "");
    let pages = made(&bench, "pages");
    let quota = pages["quota"].as_str().unwrap();
    let counts: Vec<u64> =
        quota.split(',').map(|part| part.split_once('=').unwrap().1.parse().unwrap()).collect();
    assert!(counts[0].abs_diff(3 * counts[1]) <= 3, "{quota}");
    opens_again(&bench, "pages", "");
    bench.ends("run --job shares --count 3 --out each -q", 0, "");
    assert_eq!(made(&bench, "each")["quota"], "1=3,2=3");
    let refused = "--levels: expected a level of 4x4";
    bench.ends("run --quota 1=2,5=2 --seed 1 --out five-levels -q", 0, "");
    bench.ends("run --job five-levels --size 4 --out four", 2, refused);
}

#[test]
fn another_seed_keeps_the_split() {
    let bench = Bench::new();
    bench.ends("generate --split train=0.8,test=0.2 --total 40 --seed 1 --out set -q", 0, "");
    bench.ends("generate --job set --seed 2 --out other -q", 0, "");
    assert_eq!(bench.names("set"), bench.names("other"));
    bench.ends("generate --job set --out again -q", 0, "");
    same(&bench, "set", "again");
    fs::write(bench.path("set.toml"), bench.run("job show set").stdout).unwrap();
    bench.ends("generate --job set.toml --out by-file -q", 0, "");
    same(&bench, "set", "by-file");
}

/// Their manifests had values that no job may have.
#[test]
fn classes_and_courses_open_again() {
    let bench = Bench::new();
    bench.ends("run --job classroom --sheets 3 --seed 7 --unset archive --out class -q", 0, "");
    opens_again(&bench, "class", "");
    bench.ends("run --job course --count 6 --seed 7 --out lessons -q", 0, "");
    opens_again(&bench, "lessons", "");
}

#[test]
fn each_built_in_job_opens_again() {
    let bench = Bench::new();
    for (job, flags) in [
        ("booklet", "--total 12"),
        ("children", "--total 12"),
        ("daily", "--first-day 2027-01-04 --total 28"),
        ("large-print", "--total 12"),
        ("mini", "--total 12"),
        ("newspaper", ""),
        ("pocket", "--total 60"),
        ("to-sell", "--total 60"),
    ] {
        bench.ends(&format!("run --job {job} {flags} --seed 3 --out made -q"), 0, "");
        opens_again(&bench, "made", "");
        fs::remove_dir_all(bench.path("made")).unwrap();
    }
}

/// Three commands gave three answers.
#[test]
fn another_printer_has_one_answer() {
    let bench = Bench::new();
    bench.ends(
        "run --printer kdp --paper groundwood --trim 6x9 --count 20 --seed 5 --out k -q",
        0,
        "",
    );
    let notes = [
        "printer bod does not have --trim 6x9; the nearest is --trim 155x220mm",
        "printer bod does not have --paper groundwood; the nearest is --paper white",
    ];
    for note in notes {
        bench.ends("book k --printer bod --out b.pdf --force", 0, note);
        bench.ends("run --job k --printer bod --out k2 --force", 0, note);
        bench.ends("cover k --printer bod --spine 5mm --book b.pdf --out c.pdf --force", 0, note);
    }
    assert!(bench.read("b.pdf") == bench.read("k2/book.pdf"));
    assert_eq!(made(&bench, "k2")["trim"], "155x220mm");
    // A value that is given together with the change wins.
    bench.ends("run --job k --printer bod --trim a4 --paper cream --out k3 -q", 0, "");
    let both = made(&bench, "k3");
    assert_eq!((&both["trim"], &both["paper"]), (&"a4".into(), &"cream".into()));
}

/// With one puzzle on each page, two puzzles of a hundred were others.
#[test]
fn other_pages_keep_puzzles_of_each_level() {
    let bench = Bench::new();
    bench.ends("run --levels 1-4 --total 100 --printer kdp --trim 6x9 --seed 5 --out k -q", 0, "");
    let catalogue = bench.read("k/catalog.csv");
    let quota = "--quota 1=26,2=26,3=24,4=24";
    for flags in ["--printer eink", "--template large-print", "--trim 8.5x11", "--per-page 1"] {
        let note = format!("{flags} keeps the puzzles of each level, {quota}");
        bench.ends(&format!("run --job k {flags} --out e"), 0, &note);
        assert!(bench.read("e/catalog.csv") == catalogue, "{flags}");
        bench.ends("verify k e", 0, "");
        opens_again(&bench, "e", "");
        fs::remove_dir_all(bench.path("e")).unwrap();
    }
    bench.ends("run --job k --trim 8.5x11 --force -q", 0, "");
    assert!(bench.read("k/catalog.csv") == catalogue);
    // Numbers that are named are dealt by the new pages.
    bench.ends("run --job k --trim 8.5x11 --levels 1-4 --total 100 --out n -q", 0, "");
    assert_eq!(made(&bench, "n")["quota"], "1=25,2=25,3=25,4=25");
    bench.ends("run --template daily --first-day 2027-01-04 --total 28 --seed 1 --out d -q", 0, "");
    bench.ends("run --job d --template classic --out c -q", 0, "");
    assert_eq!(made(&bench, "c")["quota"], made(&bench, "d")["quota"]);
}

#[test]
fn another_design_says_what_it_lacks() {
    let bench = Bench::new();
    bench.ends("run --template daily --first-day 2027-01-04 --total 28 --seed 1 --out d -q", 0, "");
    let note = "design classic has no dates; --first-day 2027-01-04 is left out";
    bench.ends("book d --template classic --out c.pdf", 0, note);
    bench.ends("run --job d --template classic --levels 1-5 --out c", 0, note);
}

/// Values that another design cannot have were refused, and none was taken over by hand.
#[test]
fn another_design_takes_its_nearest_values() {
    let bench = Bench::new();
    let run = "run --levels 1-3 --total 84 --trim 8.5x11 --per-page 6 --parts title,puzzles,answers --turns 1,2,3 \
               --seed 1 --out r -q";
    bench.ends(run, 0, "");
    for (design, note) in [
        (
            "classroom",
            "design classroom does not have --parts title,puzzles,answers; the nearest is --parts title,puzzles",
        ),
        ("daily", "design daily does not have --turns 1,2,3; the nearest is --turns 1,1,1,2,2,3,3"),
        (
            "large-print --trim 6x9",
            "design large-print does not have --per-page 6; the nearest is --per-page 1",
        ),
    ] {
        bench.ends(&format!("book r --template {design} --out b.pdf --force"), 0, note);
        bench.ends(&format!("run --job r --template {design} --out r2 --force puzzles"), 0, note);
    }
    // A value that is given together with the change wins, and is refused where it cannot be.
    let why = "expected cells of at least";
    bench.ends("book r --template large-print --trim 6x9 --per-page 6 --out c.pdf", 2, why);
}

/// An export had its own way to the language and the days of a run.
#[test]
fn export_takes_the_job_over() {
    let bench = Bench::new();
    let run = "run --template daily --first-day 2027-01-04 --total 14 --lang de --puzzle-link sudokupad --seed 1 --out d -q";
    bench.ends(run, 0, "");
    let table =
        |folder: &str| String::from_utf8(bench.read(&format!("{folder}/data.csv"))).unwrap();
    bench.ends("export svg d --out own -q", 0, "");
    assert!(bench.path("own/2027-01-04.svg").exists() && table("own").contains("sudokupad"));
    assert!(table("own").contains("leicht") || table("own").contains("Leicht"), "{}", table("own"));
    bench.ends("export svg d --lang es --template classic --out es -q", 0, "");
    assert!(bench.path("es/2027-01-04.svg").exists());
    assert!(!table("es").to_lowercase().contains("leicht"));
    bench.ends("export svg d --unset first-day,puzzle-link,lang --out plain -q", 0, "");
    assert!(!bench.path("plain/2027-01-04.svg").exists() && !table("plain").contains("sudokupad"));
    bench.ends("export svg d --first-day 2027-02-01 --out later -q", 0, "");
    assert!(table("later").contains("2027-02-01"));
}

#[test]
fn sheets_of_small_sizes_are_made() {
    let bench = Bench::new();
    for (size, left) in [("4", "1 to 4"), ("6", "1 to 6")] {
        let run = format!(
            "run --job classroom --size {size} --levels 1 --total 4 --sheets 28 --seed 3 --unset archive --out w{size}"
        );
        bench.ends(&run, 0, "");
        let folder = format!("w{size}");
        bench.ends(&format!("verify {folder}"), 0, "");
        let catalog = String::from_utf8(bench.read(&format!("{folder}/catalog.csv"))).unwrap();
        assert_eq!(catalog.lines().count(), 1 + 4 * 28);
        assert!(catalog.lines().skip(1).all(|line| line.contains(",half-turn,")), "{catalog}");
        let sheets = crate::support::readback::sheets(&bench.read(&format!("{folder}/book.pdf")));
        let lines = sheets[0].lines();
        assert!(lines.iter().any(|line| line.contains(left)), "{lines:?}");
        opens_again(&bench, &folder, "");
    }
}

/// A pupil wrote the name by hand, and the teacher looked for the answers of version 17.
#[test]
fn each_pupil_has_a_sheet_with_the_name() {
    let bench = Bench::new();
    let class = "run --job classroom --total 4 --seed 3 --unset archive";
    let long = "Wilhelmine Charlotte von Brandenburg-Ansbach";
    let named = |names: &str, more: &str| {
        let mut command = bench.command(&format!("{class} {more}"));
        let output = command.args(["--names", names]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = named(&format!("Ada Example,{long},Cem"), "--out three");
    let note = "3 names have a sheet each; --sheets 30 is left out\n";
    assert!(code == Some(0) && said.contains(note), "{said}");
    bench.ends("verify three", 0, "");
    let sheets = |file: &str| crate::support::readback::sheets(&bench.read(file));
    let pages = sheets("three/book.pdf");
    let pages: Vec<String> = pages.iter().map(|page| page.lines().join("\n")).collect();
    let of_class: Vec<&String> = pages.iter().filter(|page| page.contains("Version")).collect();
    assert_eq!(of_class.len(), 3);
    for (page, name) in of_class.into_iter().zip(["Ada Example", long, "Cem"]) {
        assert!(page.contains(name), "{name}: {page}");
    }
    let answers = sheets("three/answers.pdf");
    let answers: String = answers.iter().flat_map(|page| page.lines()).collect();
    assert_eq!(answers.matches("Ada Example").count(), 5, "four answers and the head: {answers}");
    assert!(!answers.contains("Version") && answers.contains("Wilhelmine"), "{answers}");

    // The names change no puzzle; a name that was wrong is written anew, and a spare sheet has none.
    bench.ends(&format!("{class} --sheets 3 --out plain"), 0, "");
    assert!(bench.read("plain/catalog.csv") == bench.read("three/catalog.csv"));
    opens_again(&bench, "three", "");
    bench.ends("run --job three --names Ada,Bea,Cem --force --out three -q", 0, "");
    assert!(bench.read("plain/catalog.csv") == bench.read("three/catalog.csv"));
    bench.ends("run --job three --sheets 4 --out spare -q", 0, "");
    let spare = sheets("spare/answers.pdf");
    let spare: String = spare.iter().flat_map(|page| page.lines()).collect();
    assert!(spare.contains("Bea") && spare.contains("Version 4"), "{spare}");
    bench.ends("verify spare", 0, "");
    for (names, more, expected) in [
        ("Ada", "--unset sheets", "found 1; name the other pupils too"),
        (
            "A,B,C",
            "--sheets 2",
            "expected at most 2 names, one for each sheet, found 3; use --sheets 3, or name fewer",
        ),
        ("Ada,\u{5e9}", "", "Hebrew"),
    ] {
        let (code, said) = named(names, &format!("{more} --out no"));
        assert!(code == Some(2) && said.contains(expected), "{names}: {said}");
    }
    assert!(!bench.path("no").exists());
}

#[test]
fn settings_of_the_classic_size_are_left_out() {
    let bench = Bench::new();
    bench.ends(
        "run --levels 1 --total 4 --variants 2 --symmetry diagonal --seed 1 --out m -q",
        0,
        "",
    );
    let note = "4x4 and 6x6 have no --variants 2; it is left out";
    bench.ends("run --job m --size 6 --seed 2 --out six", 0, note);
    assert_eq!(made(&bench, "six")["symmetry"], "diagonal");
}

/// The advice to leave a setting out kept the value of the folder.
#[test]
fn settings_are_taken_back_by_name() {
    let bench = Bench::new();
    let run = "run --total 60 --levels 1-2 --printer kdp --trim 6x9 --fill-pages --cover --title Rain \
               --isbn 978-0-306-40615-7 --seed 1 --out rain -q";
    bench.ends(run, 0, "");
    for (flag, name) in [("--title=", "title"), ("--isbn=", "isbn"), ("--cover=false", "cover")] {
        let named = format!("--unset {name} brings back the default");
        bench.ends(&format!("run --job rain {flag}"), 2, &named);
    }
    bench.ends("run --job rain --unset title,ISBN,cover --force -q", 0, "");
    let settings = made(&bench, "rain");
    for name in ["title", "isbn", "cover"] {
        assert!(settings.get(name).is_none(), "{name}: {settings}");
    }
    assert!(!bench.path("rain/cover.pdf").exists());
    opens_again(&bench, "rain", "");
    // In a job file, and where a variable or a built-in job has the value.
    let mut shown = bench.command("job show --unset title");
    let shown = shown.env("SUDOKU_PRESS_TITLE", "Rain").output().unwrap().stdout;
    assert!(String::from_utf8(shown).unwrap().contains("\n# title = "));
    let shown = bench.run("job show to-sell --unset printer,paper,cover").stdout;
    assert!(String::from_utf8(shown).unwrap().contains("\n# printer = "));
    for text in ["isbn = []\n", "unset = [\"isbn\"]\n"] {
        fs::write(bench.path("j.toml"), format!("{text}total = 4\nlevels = 1\n")).unwrap();
        bench.ends("run --job j.toml --out j --force -q", 0, "");
    }
    bench.ends("run --unset titel", 2, "the nearest is title");
    bench.ends(
        "run --unset title --title Rain",
        2,
        "cannot be used with --unset title; leave one out",
    );
}

/// Returns a number that looks random, from a state that goes on.
fn draw(state: &mut u64, below: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state % below
}

/// Values of settings that a few puzzles can have. Of each row a random job has one or none.
const CHOICES: &[&[&str]] = &[
    &[
        "--levels 1-3",
        "--levels 2",
        "--ladder human --levels easy-hard",
        "--size 4 --levels 1",
        "--size 6",
    ],
    &["--total 6", "--count 2", "--total 9", "--pages 30"],
    &["--quota 1=3,2=2", "--quota 4x4:1=3,6x6:1=4,9x9:1=2", "--quota 2=5 --pages 20"],
    &["--symmetry half-turn", "--symmetry mixed", "--pattern designed", "--minimal"],
    &["--template pocket", "--template large-print", "--template newspaper", "--template classic"],
    &[
        "--template daily --first-day 2027-01-04 --total 14",
        "--course hidden-pair,x-wing --count 2",
    ],
    &[
        "--printer kdp --fill-pages",
        "--printer bod --fill-pages",
        "--printer screen",
        "--printer office",
    ],
    &["--trim 6x9", "--trim a5", "--trim a4"],
    &["--paper cream", "--paper white"],
    &["--cover --spine 5mm", "--cover --spine estimate --palette forest", "--impose booklet"],
    &["--lang de", "--lang zh", "--lang en-US", "--lang ja"],
    &["--title Rain", "--title 007", "--title true", "--subtitle {count}"],
    &["--author Ann --also-by Drizzle;Downpour", "--isbn 978-0-306-40615-7", "--dedication Ada"],
    &["--series Rain --volume-number 2 --first-number 101", "--first-number 1"],
    &["--parts title,puzzles,answers", "--answers foot", "--answers apart"],
    &["--per-page 2", "--per-page 1", "--openers line", "--openers none"],
    &["--columns puzzle,solution,level", "--columns public", "--compress gzip", "--rate se"],
    &["--sheets 3", "--variants 2", "--dedup exact", "--order given", "--turns 1,2,1,3"],
    &["--puzzle-link sudokupad --puzzle-qr answers", "--qr https://example.com/a", "--tabs"],
    &[
        "--text about=me.md --parts title,about,puzzles,answers",
        "--font own.ttf",
        "--pattern heart.txt",
    ],
    &["--template mine.toml", "--printer press.toml", "--lang of-mine.toml"],
];

/// Makes random jobs and opens each again. The campaign of an issue sets the number: PRESS_RANDOM_JOBS.
#[test]
fn random_jobs_open_again_with_the_same_bytes() {
    let wanted = std::env::var("PRESS_RANDOM_JOBS").ok().and_then(|text| text.parse().ok());
    let wanted: u32 = wanted.unwrap_or(8);
    let bench = Bench::new();
    let shown = |args: &str| String::from_utf8(bench.run(args).stdout).unwrap();
    fs::write(bench.path("me.md"), "About me.").unwrap();
    fs::write(
        bench.path("mine.toml"),
        shown("template show pocket").replace("\"pocket\"", "\"mine\""),
    )
    .unwrap();
    fs::write(bench.path("of-mine.toml"), shown("lang show fr")).unwrap();
    fs::write(bench.path("press.toml"), shown("printer show kdp") + "\n").unwrap();
    let font =
        concat!(env!("ROOT"), "/crates/page/templates/fonts/AtkinsonHyperlegibleNext-Bold.ttf");
    fs::copy(font, bench.path("own.ttf")).unwrap();
    let heart = "..x...x..\n.xxx.xxx.\nxxxxxxxxx\nxxxxxxxxx\n.xxxxxxx.\n.xxxxxxx.\n..xxxxx..\n...xxx...\n....x....\n";
    fs::write(bench.path("heart.txt"), heart).unwrap();
    let (mut state, mut opened, mut tried) = (0x9e37_79b9_7f4a_7c15, 0, 0);
    while opened < wanted {
        tried += 1;
        assert!(tried < 60 * wanted + 100, "only {opened} of {tried} jobs can be made");
        let mut flags = format!("--seed {tried}");
        for row in CHOICES {
            if draw(&mut state, 5) == 0 {
                flags += &format!(" {}", row[draw(&mut state, row.len() as u64) as usize]);
            }
        }
        if !["--total", "--count", "--quota", "--pages"].iter().any(|name| flags.contains(name)) {
            flags += " --total 6";
        }
        let run = bench.run(&format!("run {flags} --attempts 3000 --out made -q"));
        if run.status.success() {
            opened += 1;
            println!("{flags}");
            opens_again(&bench, "made", "");
        } else {
            // 4: no puzzle was found.
            assert!(matches!(run.status.code(), Some(1..=4)), "{flags}: {run:?}");
        }
        drop(fs::remove_dir_all(bench.path("made")));
    }
}

/// Returns true for a setting by which other puzzles have the numbers.
fn renumbers(text: &SettingText) -> bool {
    let row = text.setting;
    row.decides_puzzles || ["first-day", "order", "first-number"].contains(&row.name)
}

/// Returns the words of a job by setting.
fn words(job: &Job) -> BTreeMap<&'static str, Vec<OsString>> {
    job.iter().map(|text| (text.setting.name, text.texts.clone())).collect()
}

/// A flag of one family changed another.
#[test]
fn random_overlays_change_nothing_that_is_unnamed() {
    /// A change of these may change others: tables in docs/recipes.md say which.
    const OF_OTHERS: [&str; 6] = ["printer", "lang", "template", "size", "course", "names"];
    let mut state = 0x2545_f491_4f6c_dd1d;
    let rows: Vec<_> = Setting::all()
        .filter(|row| row.is_of_job() && !row.example.is_empty() && row.name != "unset")
        .collect();
    for round in 0..300 {
        let mut some = |share: u64, origin: &Origin| -> Vec<SettingText> {
            let mut texts: Vec<SettingText> = Vec::new();
            for row in &rows {
                let is_free = texts
                    .iter()
                    .all(|text| !row.is_excluded_by(text.setting) && text.setting.name != row.name);
                if is_free && draw(&mut state, share) == 0 {
                    texts.push(SettingText::new(row, row.example, origin.clone()));
                }
            }
            texts
        };
        let earlier = some(3, &Origin::File("job.toml".to_owned()));
        let later = some(12, &Origin::Flag);
        let mut job = Job::default();
        for text in &later {
            job.add(text.clone()).unwrap();
        }
        let named = words(&job);
        drop(job.overlay(earlier.clone()));
        let laid = words(&job);
        let has_counts = Setting::COUNTS.iter().any(|name| named.contains_key(name));
        for text in earlier {
            let name = text.setting.name;
            let is_excluded = later.iter().any(|other| text.setting.is_excluded_by(other.setting));
            let is_of_family = has_counts && Setting::COUNTS.contains(&name);
            let is_changed = OF_OTHERS.iter().any(|other| named.contains_key(other))
                // Pairs are of the numbers of before.
                || name == "swap" && (has_counts || later.iter().any(renumbers));
            if !named.contains_key(name) && !is_excluded && !is_of_family && !is_changed {
                assert_eq!(laid.get(name), Some(&text.texts), "{round}: {name}");
            }
        }
        for (name, texts) in named {
            // Replaced puzzles and pairs follow those of before.
            let is_merged = ["levels", "count", "total", "size", "another", "swap"].contains(&name);
            assert!(is_merged || laid.get(name) == Some(&texts), "{round}: {name}");
        }
    }
}

#[test]
fn cover_is_unset_with_all_that_needs_it() {
    let bench = Bench::new();
    for job in ["children", "course", "mini"] {
        bench.ends(&format!("run --job {job} --seed 1 --unset cover --out {job} -q"), 0, "");
        assert!(!bench.path(job).join("cover.pdf").exists() && bench.path(job).exists());
    }
    bench.ends(
        "run --levels 1 --total 24 --seed 1 --cover --spine 9mm --palette harbour --out a -q",
        0,
        "",
    );
    bench.ends("run --job a --unset cover --out b -q", 0, "");
    bench.ends("run --job a --unset cover --palette harbour --out no", 2, "expected --cover too");
}
