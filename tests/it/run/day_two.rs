//! The day after the first book: something changes, and the book is made again.

use crate::support::archives::{column, sound};
use crate::support::crashes::injected;
use crate::support::program::Bench;
use std::collections::HashSet;
use std::fs;
use std::time::Instant;

/// A book to sell, with a cover.
const BOOK: &str = "run --total 60 --levels 1-3 --printer kdp --paper cream --trim 6x9 --fill-pages --cover \
                    --title Rain --seed 1 --out kdp -q";

/// Returns the lines of a printed job file that are settings.
fn settings(bench: &Bench, args: &str) -> String {
    let shown = bench.run(&format!("job show {args}"));
    assert!(shown.status.success(), "{args}: {}", String::from_utf8_lossy(&shown.stderr));
    String::from_utf8(shown.stdout).unwrap()
}

#[test]
fn another_title_keeps_the_puzzles() {
    let bench = Bench::new();
    bench.ends(BOOK, 0, "");
    let (catalogue, book, cover) =
        (bench.read("kdp/catalog.csv"), bench.read("kdp/book.pdf"), bench.read("kdp/cover.pdf"));
    let why = "kdp holds a finished run with other settings (title); --force makes its book again";
    bench.ends("run --job kdp --title Calm", 2, why);
    assert_eq!(bench.read("kdp/book.pdf"), book);
    bench.ends("run --job kdp --title Calm --force", 0, "the puzzles stay (seed 1)");
    assert_eq!(bench.read("kdp/catalog.csv"), catalogue);
    assert!(bench.read("kdp/book.pdf") != book && bench.read("kdp/cover.pdf") != cover);
    bench.ends("verify kdp", 0, "");
    bench.ends("run --job kdp --force", 0, "nothing to do");
    // A paper and a size that another printer lacks are not taken over.
    bench.ends("run --job kdp --printer bod --spine 2mm --out bod -q", 0, "");
    bench.ends("run --job kdp --printer eink --out eink -q", 0, "");
    bench.ends("run --job kdp --lang es --out es -q", 0, "");
    assert!(!settings(&bench, "es").contains("Rain"));
    // The same book as one that had this title from the beginning.
    bench.ends(&BOOK.replace("Rain", "Calm").replace("--out kdp", "--out other"), 0, "");
    for name in ["catalog.csv", "book.pdf", "cover.pdf", "datapackage.json", "manifest.json"] {
        assert!(
            bench.read(&format!("kdp/{name}")) == bench.read(&format!("other/{name}")),
            "{name}"
        );
    }
}

#[test]
fn other_puzzles_are_made_only_on_request() {
    let bench = Bench::new();
    bench.ends(BOOK, 0, "");
    let catalogue = bench.read("kdp/catalog.csv");
    for (change, names) in [("--symmetry half-turn", "symmetry"), ("--seed 8", "seed")] {
        for force in ["", "--force"] {
            let words = format!("other puzzles ({names}); --force puzzles replaces them");
            bench.ends(&format!("run --job kdp {change} {force}"), 2, &words);
            assert_eq!(bench.read("kdp/catalog.csv"), catalogue);
        }
    }
    bench.ends("run --job kdp --seed 8 --out second -q", 0, "");
    assert!(bench.read("second/catalog.csv") != catalogue);
    bench.ends("run --job kdp --seed 8 --force puzzles -q", 0, "");
    assert_eq!(bench.read("kdp/catalog.csv"), bench.read("second/catalog.csv"));
    bench.ends("verify kdp second", 0, "");
}

/// A catalogue of other columns or in another order must be written anew, and has the same puzzles.
#[test]
fn other_columns_or_turns_keep_the_puzzles() {
    let bench = Bench::new();
    bench.ends(
        "run --quota 1=8,2=4,3=8,4=4,5=4 --template daily --first-day 2027-01-04 --seed 3 --out d -q",
        0,
        "",
    );
    let sorted = || {
        let text = String::from_utf8(bench.read("d/catalog.csv")).unwrap();
        let mut puzzles: Vec<_> = text
            .lines()
            .skip(1)
            .flat_map(|line| line.split(',').find(|f| f.len() == 81))
            .map(str::to_owned)
            .collect();
        puzzles.sort();
        puzzles
    };
    let puzzles = sorted();
    assert_eq!(puzzles.len(), 28);
    for change in ["--columns puzzle,solution", "--template classic", "--first-number 5"] {
        bench.ends(&format!("run --job d {change} --force -q"), 0, "");
        assert_eq!(sorted(), puzzles, "{change}");
        bench.ends("verify d", 0, "");
    }
}

#[test]
fn damaged_catalogue_is_made_again() {
    let bench = Bench::new();
    bench.ends(BOOK, 0, "");
    let catalogue = bench.read("kdp/catalog.csv");
    fs::write(bench.path("kdp/catalog.csv"), &catalogue[1..]).unwrap();
    let words = "kdp/catalog.csv was edited since it was made: the row in line 1; --force puzzles replaces it";
    bench.ends("run --job kdp", 1, words);
    bench.ends("run --job kdp --title Calm --force -q", 1, words);
    bench.ends("run --job kdp --title Calm --force puzzles -q", 0, "");
    assert_eq!(bench.read("kdp/catalog.csv"), catalogue);
    bench.ends("verify kdp", 0, "");
}

/// The settings of a run as a file make the same run, also with files of the user and an archive.
#[test]
fn settings_of_a_run_are_a_job_file() {
    let bench = Bench::new();
    fs::write(bench.path("me.md"), "I live by the sea.\n").unwrap();
    bench.ends("archive create --archive printed.archive", 0, "");
    let run = "run --total 12 --levels 1-3 --text about=me.md --parts title,about,puzzles,answers \
               --seed 1 --archive printed.archive --out r -q";
    bench.ends(run, 0, "");
    let shown = settings(&bench, "r --archive printed.archive");
    for line in [
        "out = \"r\"\n",
        "seed = 1\n",
        "text = \"about=me.md\"\n",
        "levels = \"1-3\"\n",
        "total = 12\n",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    fs::write(bench.path("r.toml"), shown).unwrap();
    bench.ends("run --job r.toml", 0, "nothing to do");
    // The book alone needs no archive, other puzzles do.
    bench.ends("run --job r --title Calm --force -q", 0, "");
    let why = "--archive: expected the archive of printed puzzles, with which the run was made";
    bench.ends("run --job r --seed 2 --out s", 2, why);
    bench.ends("run --job r --seed 2 --out s --archive printed.archive -q", 0, "");
    // A text that is not found must be named.
    fs::rename(bench.path("me.md"), bench.path("moved.md")).unwrap();
    bench.ends("run --job r --title Blue", 2, "name it again with --text about=FILE");
    bench.ends("run --job r --title Blue --text about=moved.md --force -q", 0, "");
}

#[test]
fn folder_without_a_run_is_no_job() {
    let bench = Bench::new();
    fs::create_dir(bench.path("empty")).unwrap();
    for command in ["run --job empty", "job show empty"] {
        bench.ends(command, 2, "job: expected a file, or the folder of a finished run");
    }
}

#[test]
fn series_follows_its_file() {
    let bench = Bench::new();
    let file = |first: &str, more: &str| {
        let text = format!(
            "[all]\nseries = \"Rain\"\ntotal = 40\nprinter = \"kdp\"\nfill-pages = true\nlevels = \"1-2\"\nseed = 5\n\n\
             [[volume]]\n{first}\n\n[[volume]]\ntitle = \"Two\"\n{more}"
        );
        fs::write(bench.path("rain.toml"), text).unwrap();
    };
    file("title = \"One\"", "");
    bench.ends("series rain.toml -q", 0, "");
    let catalogue = |volume: &str| bench.read(&format!("rain/volume-{volume}/catalog.csv"));
    let (first, second) = (catalogue("01"), catalogue("02"));
    let book = bench.read("rain/volume-02/book.pdf");
    // A title, and a volume more.
    file("title = \"First\"\nname = \"One\"", "\n[[volume]]\ntitle = \"Three\"\n");
    bench.ends("series rain.toml", 0, "the puzzles stay");
    assert!(catalogue("01") == first && catalogue("02") == second);
    assert!(bench.read("rain/volume-02/book.pdf") == book, "volume 2 has not changed");
    bench.ends("verify rain/volume-01 rain/volume-02 rain/volume-03", 0, "");
    // Other puzzles.
    file("title = \"First\"\nname = \"One\"\nsymmetry = \"half-turn\"", "");
    bench.ends("series rain.toml -q", 2, "other puzzles (symmetry)");
    assert!(catalogue("01") == first);
    bench.ends("series rain.toml --force puzzles -q", 0, "");
    assert!(catalogue("01") != first && catalogue("02") == second);
}

#[test]
fn series_names_all_volumes_with_other_puzzles() {
    let bench = Bench::new();
    let write = |levels: &str| {
        let all = format!(
            "[all]\nseries = \"S\"\ncover = false\nlevels = \"{levels}\"\ntotal = 4\nseed = 4\n"
        );
        let text = all + "[[volume]]\ntitle = \"A\"\n[[volume]]\ntitle = \"B\"\n";
        fs::write(bench.path("s.toml"), text).unwrap();
    };
    write("1-2");
    bench.ends("series s.toml -q", 0, "");
    bench.ends("series s.toml -q --force", 0, "");
    write("1-3");
    for flags in ["", "--force"] {
        let said = bench.run(&format!("series s.toml -q {flags}"));
        assert_eq!(said.status.code(), Some(2));
        let said = String::from_utf8(said.stderr).unwrap();
        for volume in ["s/volume-01", "s/volume-02"] {
            let line = format!("{volume} holds a finished run with other puzzles (levels)");
            assert!(said.contains(&line), "{said}");
        }
        assert!(said.contains("`sudoku-press series s.toml --force puzzles`"), "{said}");
    }
    bench.ends("series s.toml -q --force puzzles", 0, "");
}

#[test]
fn printer_alone_chooses_its_nearest_size() {
    let bench = Bench::new();
    for (flags, trim) in [
        ("--printer bod", "a4"),
        ("--printer bod --template pocket", "135x215mm"),
        ("--printer lulu", "letter"),
        ("--printer eink", "remarkable-paper-pro"),
    ] {
        let shown = format!("run {flags} --total 8 --fill-pages --seed 1 --out r --force -q");
        bench.ends(&shown, 0, "");
        let manifest = String::from_utf8(bench.read("r/manifest.json")).unwrap();
        assert!(manifest.contains(&format!("\"trim\": \"{trim}\"")), "{flags}: {manifest}");
        // Nobody gave a size.
        assert!(settings(&bench, "r").contains("\n# trim = "), "{flags}");
    }
}

#[test]
fn title_of_a_year_changes_in_a_second() {
    let bench = Bench::new();
    bench.ends("run --total 365 --printer kdp --trim 6x9 --cover --seed 1 --out year -q", 0, "");
    let begin = Instant::now();
    bench.ends("run --job year --title Calm --force -q", 0, "");
    // A second on a quiet machine.
    assert!(begin.elapsed().as_secs() < 5, "{:?}", begin.elapsed());
    bench.ends("verify year", 0, "");
}

/// A night that is lost and made again after a change of settings had other puzzles under its date.
#[test]
fn lost_night_has_its_puzzles_again() {
    let bench = Bench::new();
    let job = "out = \"nights/{date}\"\nseed = \"from-date\"\nsecret = \"of my own\"\narchive = \"a\"\n\
               total = 6\nlevels = \"1-2\"\ntitle = \"Good Night\"\n";
    fs::write(bench.path("job.toml"), job).unwrap();
    bench.ends("archive create --archive a", 0, "");
    let night = "run --job job.toml --date 2026-11-20 -q";
    bench.ends(night, 0, "");
    let catalogue = bench.read("nights/2026-11-20/catalog.csv");
    fs::remove_dir_all(bench.path("nights/2026-11-20")).unwrap();
    fs::write(bench.path("job.toml"), job.replace("\"1-2\"", "\"2-3\"")).unwrap();
    let words = "a has other puzzles of 2026-11-20 in nights/2026-11-20";
    bench.ends(night, 12, words);
    bench.ends(night, 12, "has other settings (levels)");
    bench.ends(&format!("{night} --force"), 12, words);
    // Another night, another folder: no question.
    bench.ends("run --job job.toml --date 2026-11-21 -q", 0, "");
    bench.ends(&format!("{night} --out other"), 0, "");
    // Both remedies.
    fs::write(bench.path("job.toml"), job).unwrap();
    bench.ends(&format!("{night} --force"), 0, "");
    assert_eq!(bench.read("nights/2026-11-20/catalog.csv"), catalogue);
    fs::remove_dir_all(bench.path("nights/2026-11-20")).unwrap();
    bench.ends(&format!("{night} --force puzzles --levels 3-4"), 0, "");
    bench.ends("verify nights/2026-11-20 --archive a", 0, "");
    fs::remove_dir_all(bench.path("nights/2026-11-20")).unwrap();
    bench.ends(&format!("{night} --force --levels 3-4"), 0, "");
}

#[test]
fn archive_answers_with_title_folder_and_number() {
    let bench = Bench::new();
    bench.ends("archive create --archive a", 0, "");
    let make = "run --total 4 --levels 1 --first-number 11 --seed 2 --archive a -q";
    bench.ends(&format!("{make} --title Rain --out rain"), 0, "");
    let find = || {
        let found = bench.run("archive find rain/catalog.csv --archive a");
        String::from_utf8(found.stdout).unwrap()
    };
    let found = find();
    let mut rows = found.lines();
    let header = "puzzle,printed,date,title,place,number,entered,run,row,kind,seed";
    assert_eq!(rows.next(), Some(header));
    for (row, number) in rows.zip(11..) {
        let fields: Vec<_> = row.split(',').collect();
        assert_eq!(fields[1..6], ["yes", "", "Rain", "rain", &number.to_string()], "{row}");
        assert_eq!((fields[8], fields[9], fields[10]), (&*(number - 10).to_string(), "run", "2"));
    }
    assert_eq!(found.lines().count(), 5);
    bench.ends("run --job rain --archive a --title Calm --force -q", 0, "");
    assert!(find().contains(",Calm,rain,14,") && !find().contains("Rain"));
    // A copy in another kind of archive keeps the labels.
    bench.ends("archive copy b --archive a", 0, "");
    let copied = bench.run("archive find rain/catalog.csv --archive b");
    assert_eq!(String::from_utf8(copied.stdout).unwrap(), find());
}

/// The three weeks of a class. One seed, so that a level that two weeks share begins with the same
/// puzzles.
const WEEKS: [&str; 3] = [
    "run --job classroom --lang de --seed 5 --levels 1-2 --sheets 6 --out class/week-1 -q",
    "run --job classroom --lang de --seed 5 --levels 2-3 --sheets 6 --out class/week-2 -q",
    "run --job classroom --lang de --seed 5 --levels 3-4 --sheets 5 --out class/week-3 -q",
];

/// Returns the classes of a week.
fn classes(bench: &Bench, week: usize) -> HashSet<String> {
    let catalogue = bench.read(&format!("class/week-{week}/catalog.csv"));
    column(&catalogue, "canonical").into_iter().collect()
}

#[test]
fn weeks_of_a_class_repeat_no_puzzle() {
    let bench = Bench::new();
    let mut printed = HashSet::new();
    for (week, run) in (1..).zip(WEEKS) {
        bench.ends(run, 0, "");
        let classes = classes(&bench, week);
        assert_eq!(classes.len(), 4);
        assert!(printed.is_disjoint(&classes), "week {week}");
        printed.extend(classes);
        sound(&bench, "class.archive", 4 * week);
        bench.ends(&format!("verify class/week-{week} --archive class.archive"), 0, "");
    }
    // Without the archive the second week would have had two puzzles of the first.
    bench.ends("archive create other", 0, "");
    fs::remove_dir_all(bench.path("class/week-2")).unwrap();
    bench.ends(&format!("{} --archive other", WEEKS[1]), 0, "");
    assert_eq!(classes(&bench, 1).intersection(&classes(&bench, 2)).count(), 2);
    let words = "12 problems in 24 puzzles";
    bench.ends("verify class/week-2 --archive class.archive", 1, words);
    // The sheets repeat their numbers, so the archive names the folder alone.
    let found = bench.run("archive find class/week-3/catalog.csv --archive class.archive");
    assert!(column(&found.stdout, "place").iter().all(|place| place == "class/week-3"));
    assert!(column(&found.stdout, "number").iter().all(String::is_empty));
}

#[test]
fn week_is_the_same_for_all_threads() {
    let bench = Bench::new();
    bench.ends(WEEKS[0], 0, "");
    let mut expected = None;
    for threads in [1, 2, 8] {
        let archive = format!("{threads}.archive");
        fs::copy(bench.path("class.archive"), bench.path(&archive)).unwrap();
        let run = format!("{} --archive {archive} --threads {threads}", WEEKS[1]);
        bench.ends(&run, 0, "");
        let made = bench.read("class/week-2/catalog.csv");
        let reissued = column(&made, "reissue").iter().filter(|count| *count != "0").count();
        assert_eq!(reissued, 2, "the first variants of two groups");
        fs::remove_dir_all(bench.path("class/week-2")).unwrap();
        assert!(*expected.get_or_insert_with(|| made.clone()) == made, "{threads} threads");
    }
}

#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn killed_week_resumes_to_the_same_bytes() {
    let bench = Bench::new();
    bench.ends(WEEKS[0], 0, "");
    let names = ["catalog.csv", "book.pdf", "manifest.json"].map(|n| format!("class/week-2/{n}"));
    let printed = bench.read("class.archive");
    bench.ends(WEEKS[1], 0, "");
    let expected = names.clone().map(|name| bench.read(&name));
    for call in ["/^rename", "/^link", "fsync"] {
        for n in 1.. {
            fs::remove_dir_all(bench.path("class/week-2")).unwrap();
            fs::write(bench.path("class.archive"), &printed).unwrap();
            let (_, met) = injected(&bench, WEEKS[1], call, "signal=KILL", &n.to_string());
            bench.ends(WEEKS[1], 0, "");
            assert!(names.clone().map(|name| bench.read(&name)) == expected, "{call} {n}");
            sound(&bench, "class.archive", 8);
            if !met {
                break;
            }
        }
    }
}

/// A manifest has values that no flag has: pictures of the givens, and the pages that are filled.
#[test]
fn values_without_a_flag_are_taken_over() {
    let bench = Bench::new();
    let picture = "xx..xx..x\n.x..x..x.\nxx..x..xx\n..xx.xx..\nxx.....xx\n..xx.xx..\nxx..x..xx\n\
                   .x..x..x.\nx..xx..xx\n";
    fs::write(bench.path("heart.txt"), picture).unwrap();
    bench.ends("run --pattern heart.txt --levels 3 --total 2 --seed 1 --out heart -q", 0, "");
    let thick =
        "run --pages 60 --fill-pages --printer kdp --trim 6x9 --levels 1 --seed 1 --out thick -q";
    bench.ends(thick, 0, "");
    for run in ["heart", "thick"] {
        let catalogue = bench.read(&format!("{run}/catalog.csv"));
        bench.ends(&format!("run --job {run}"), 0, "nothing to do");
        bench.ends(&format!("run --job {run} --title Calm --force"), 0, "the puzzles stay");
        assert_eq!(bench.read(&format!("{run}/catalog.csv")), catalogue);
        bench.ends(&format!("verify {run}"), 0, "");
    }
    bench.ends("run --job thick --total 40 --out more", 0, "");
    bench.ends("run --job heart --symmetry full --out other", 0, "");
}

/// A folder of the same name hid the built-in job.
#[test]
fn built_in_job_needs_no_free_name() {
    let bench = Bench::new();
    bench.ends("run --total 2 --levels 1 --seed 1 --out pocket -q", 0, "");
    fs::create_dir(bench.path("daily")).unwrap();
    assert!(settings(&bench, "daily").contains("template = \"daily\"\n"));
    assert!(settings(&bench, "pocket").contains("template = \"pocket\"\n"));
    assert!(settings(&bench, "./pocket").contains("seed = 1\n"));
}

/// A manifest may come from a stranger: no file is opened because it names it.
#[test]
fn manifest_as_job_opens_no_other_file() {
    let bench = Bench::new();
    bench.ends("run --total 2 --levels 1 --seed 1 --out r --template pocket -q", 0, "");
    fs::write(bench.path("private.toml"), "private words").unwrap();
    let manifest = String::from_utf8(bench.read("r/manifest.json")).unwrap();
    let planted = manifest.replace("\"template\": \"pocket\"", "\"template\": \"private.toml\"");
    assert!(planted != manifest);
    fs::write(bench.path("r/manifest.json"), planted).unwrap();
    let ended = bench.run("run --job r --out s");
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.contains("your own file (template private.toml)"), "{said}");
    assert!(!said.contains("private words") && !bench.path("s").exists(), "{said}");
}

/// `generate` has another flag for other puzzles than `run`.
#[test]
fn lost_night_of_generate_names_its_flag() {
    let bench = Bench::new();
    bench.ends("archive create --archive a", 0, "");
    let night = "generate --seed from-date --date 2026-11-20 --archive a --out n.csv -q";
    let night = |levels| {
        let mut command = bench.command(&format!("{night} --count 2 --levels {levels}"));
        command.env("SUDOKU_PRESS_SECRET", "of my own");
        command
    };
    assert!(night("1").status().unwrap().success());
    fs::remove_file(bench.path("n.csv")).unwrap();
    let refused = night("2").output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(12), "{said}");
    assert!(said.contains("or --force puzzles to make other puzzles"), "{said}");
    assert!(night("2").args(["--force", "puzzles"]).status().unwrap().success());
}

/// The deliveries of a customer: name, format, and further flags.
const DELIVERIES: [(&str, &str, &str); 3] = [
    ("spring", "csv", "--levels 1-2 --count 4 --seed 11"),
    ("summer", "xlsx", "--levels 2-3 --count 4 --seed 11"),
    ("autumn", "jsonl", "--levels 1-2 --count 4 --seed 12 --compress zstd"),
];

#[test]
fn deliveries_repeat_no_puzzle_and_no_id() {
    let bench = Bench::new();
    bench.ends("archive create --archive sold", 0, "");
    let (mut ids, mut classes) = (HashSet::new(), HashSet::new());
    let mut again = String::new();
    for (name, format, flags) in DELIVERIES {
        let make = format!(
            "generate --format {format} {flags} --columns public --licence CC-BY-4.0 --archive sold \
             --id-prefix 2027A- --first-number next --out {name}"
        );
        let ended = bench.run(&make);
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(0), "{said}");
        let command = said.lines().find_map(|line| line.split_once("the same files again: "));
        again = command.unwrap_or_else(|| panic!("{said}")).1.replace("sudoku-press ", "");
        bench.ends(&make, 0, "nothing to do");
        let table =
            bench.names(name).into_iter().find(|file| file.starts_with("catalog.")).unwrap();
        let expected = [&*table, "LICENCE", "SHA256SUMS", "datapackage.json", "manifest.json"];
        let mut expected = expected.map(str::to_owned).to_vec();
        expected.sort();
        assert_eq!(bench.names(name), expected);
        assert_eq!(bench.read(&format!("{name}/LICENCE")), b"CC-BY-4.0\n");
        let package = String::from_utf8(bench.read(&format!("{name}/datapackage.json"))).unwrap();
        assert!(
            package.contains("\"name\": \"CC-BY-4.0\"") && package.contains(&table),
            "{package}"
        );
        assert!(package.contains("\"pattern\": \"2027A-L[1-5]-[0-9]{6,}\""), "{package}");
        bench.ends(&format!("verify {name} --archive sold"), 0, "");
        bench.ends(&format!("verify {name}/{table}"), 0, "");
        bench.ends(&format!("transform {name}/{table} --out {name}.csv"), 0, "");
        let csv = bench.read(&format!("{name}.csv"));
        for (id, class) in column(&csv, "id").into_iter().zip(column(&csv, "canonical")) {
            assert!(id.starts_with("2027A-L") && ids.insert(id.clone()), "{id}");
            assert!(classes.insert(class), "{id}");
        }
    }
    assert_eq!(ids.len(), 24);
    assert!(ids.contains("2027A-L1-000001") && ids.contains("2027A-L3-000012"), "{ids:?}");
    assert!(ids.contains("2027A-L1-000017"), "{ids:?}");
    // One is made again from its folder, by the command that it has named.
    bench.ends(&again, 0, "");
    for name in bench.names("autumn") {
        assert!(
            bench.read(&format!("autumn/{name}")) == bench.read(&format!("autumn-again/{name}")),
            "{name}"
        );
    }
    let spring = bench.read("spring/catalog.csv");
    fs::write(bench.path("spring/catalog.csv"), &spring[1..]).unwrap();
    bench.ends("generate --job spring --archive sold --force", 1, "--force puzzles replaces it");
    bench.ends("generate --job spring --archive sold --force puzzles -q", 0, "");
    assert_eq!(bench.read("spring/catalog.csv"), spring);
    // The licence changes, and the puzzles stay.
    let change = "generate --job spring --archive sold --licence MIT";
    bench.ends(change, 2, "(licence); --force writes it again, with the same puzzles");
    bench.ends(&format!("{change} --force"), 0, "the puzzles stay (seed 11)");
    assert_eq!(bench.read("spring/catalog.csv"), spring);
    bench.ends("verify spring --archive sold", 0, "");
    // A book is in nobody's way.
    bench.ends("run --total 4 --levels 1 --seed 3 --out r -q", 0, "");
    let book = bench.read("r/book.pdf");
    bench.ends("generate --job r --force", 2, "found the book of a run; name another one");
    assert_eq!(bench.read("r/book.pdf"), book);
    bench.ends("generate --job r --out data -q", 0, "");
    bench.ends("verify data", 0, "");
    // A book of a delivery.
    bench.ends("book spring --out book.pdf -q", 0, "");
    bench.ends("verify spring/catalog.csv book.pdf", 0, "");
}

#[test]
fn delivery_is_complete_in_each_format() {
    let bench = Bench::new();
    let formats = ["csv", "jsonl", "xlsx", "sdm", "txt", "parquet"];
    for format in formats.into_iter().filter(|f| *f != "parquet" || cfg!(feature = "parquet")) {
        let make =
            format!("generate --levels 1-2 --count 2 --seed 5 --format {format} --out {format}");
        bench.ends(&format!("{make} -q"), 0, "");
        let expected =
            [&*format!("catalog.{format}"), "SHA256SUMS", "datapackage.json", "manifest.json"];
        let mut expected = expected.map(str::to_owned).to_vec();
        expected.sort();
        assert_eq!(bench.names(format), expected);
        bench.ends(&format!("verify {format}"), 0, "");
        // The table is that of one file with the same settings.
        bench.ends(&format!("{make}.file -q"), 0, "");
        let name = format!("{format}/catalog.{format}");
        assert_eq!(bench.read(&name), bench.read(&format!("{format}.file")));
        let mut damaged = bench.read(&name);
        let last = damaged.len() - 3;
        damaged[last] ^= 1;
        fs::write(bench.path(&name), damaged).unwrap();
        bench.ends(&format!("verify {format}"), 1, "");
    }
    for (flags, words) in [
        ("--licence MIT --out a.csv", "--licence: expected a folder with --out"),
        ("--first-number next --out a.csv", "--first-number next: expected a folder with --out"),
        ("--first-number next --out a", "--first-number next: expected --archive too"),
        ("--id-prefix =1 --out a", "expected a letter or digit and up to 19"),
        ("--id-prefix x --format txt --out a", "expected --format csv"),
        ("--id-prefix x --into a", "expected no --into, whose parts count from 1"),
    ] {
        bench.ends(&format!("generate --count 1 --levels 1 {flags}"), 2, words);
    }
    bench.ends(
        "generate --total 2 --levels 1 --id-prefix x- --first-number 7 --out a.csv -q",
        0,
        "",
    );
    assert_eq!(column(&bench.read("a.csv"), "id"), ["x-L1-000007", "x-L1-000008"]);
    bench.ends("verify a.csv", 0, "");
    let lie = String::from_utf8(bench.read("a.csv")).unwrap().replace("000008", "000009");
    fs::write(bench.path("a.csv"), lie).unwrap();
    bench.ends("verify a.csv", 1, "");
}

/// On the second day, all flags of a book of a file had to be named again.
#[test]
fn book_of_a_file_keeps_its_job() {
    const FLAGS: &str = "--author Ann --printer kdp --trim 6x9 --per-page 1 --parts title,about,puzzles,answers \
                         --text about=me.md --ladder human -q";
    let bench = Bench::new();
    bench.ends("generate --count 12 --levels 1-3 --seed 4 --out mine.csv -q", 0, "");
    fs::write(bench.path("me.md"), "I live by the sea.\n").unwrap();
    bench.ends(&format!("book mine.csv --title Rain {FLAGS} --out b.pdf"), 0, "");
    bench.ends("book --job b.pdf --out again.pdf -q", 0, "");
    assert!(bench.read("b.pdf") == bench.read("again.pdf"));
    // One flag is laid over the others, and nothing is replaced without --force.
    bench.ends("book --job b.pdf --title Calm -q", 2, "b.pdf");
    bench.ends("book --job b.pdf --title Calm --force -q", 0, "");
    bench.ends(&format!("book mine.csv --title Calm {FLAGS} --out calm.pdf"), 0, "");
    assert!(
        bench.read("b.pdf") == bench.read("calm.pdf")
            && bench.read("b.pdf") != bench.read("again.pdf")
    );
    // The cover of the book, and the next cover of that cover.
    bench.ends("cover --job b.pdf --out c.pdf -q", 0, "");
    bench.ends(&format!("cover mine.csv --title Calm {FLAGS} --out d.pdf"), 0, "");
    assert!(bench.read("c.pdf") == bench.read("d.pdf"));
    bench.ends("cover --job b.pdf --unset per-page --out wrong.pdf", 2, "expected a cover for");
    bench.ends("cover --job c.pdf --title Blue --force -q", 0, "");
    assert!(
        bench.read("c.pdf") != bench.read("d.pdf") && bench.read("b.pdf") == bench.read("calm.pdf")
    );
    // Settings are taken back, and other puzzles get the look of the book.
    bench.ends("book --job b.pdf --unset author,per-page,ladder --out plain.pdf -q", 0, "");
    bench.ends("generate --count 12 --levels 1-3 --seed 5 --out other.csv -q", 0, "");
    bench.ends("book other.csv --job b.pdf --out e.pdf -q", 0, "");
    bench.ends("verify other.csv e.pdf", 0, "");
    // Another printer and language, as for a run.
    let note = "printer bod does not have --trim 6x9; the nearest is --trim";
    bench.ends("book --job b.pdf --printer bod --out bod.pdf", 0, note);
    let why = "the text about of b.pdf is in language en";
    bench.ends("book --job b.pdf --lang de --out de.pdf", 2, why);
    let note = "not taken from the edition in en: title";
    bench.ends("book --job b.pdf --lang de --parts title,puzzles,answers --out de.pdf", 0, note);
    // What is gone must be named.
    fs::rename(bench.path("mine.csv"), bench.path("moved.csv")).unwrap();
    let why = "b.pdf was made of mine.csv, which is neither beside it nor in this folder; name the file of the \
               puzzles, or the folder of their run, before --job";
    bench.ends("book --job b.pdf --force", 2, why);
    bench.ends("book moved.csv --job b.pdf --force -q", 0, "");
    assert!(bench.read("b.pdf") == bench.read("calm.pdf"));
    // The record is a hidden file, which a copy of the visible ones leaves behind.
    fs::create_dir(bench.path("copy")).unwrap();
    fs::copy(bench.path("b.pdf"), bench.path("copy/b.pdf")).unwrap();
    let why = "expected copy/.sudoku-press.b.json beside it, which has the settings, found none; copy that hidden file \
               too";
    bench.ends("book --job copy/b.pdf --out again.pdf", 2, why);
    fs::copy(bench.path(".sudoku-press.b.json"), bench.path("copy/.sudoku-press.b.json")).unwrap();
    bench.ends("book moved.csv --job copy/b.pdf --force -q", 0, "");
    bench.ends(
        "book --job mini",
        2,
        "expected a finished run's folder or a file of puzzles, found none",
    );
}

/// A book that was made of a run keeps its job too, with the puzzles of the folder.
#[test]
fn edition_of_a_run_keeps_its_job() {
    let bench = Bench::new();
    bench.ends(
        "run --total 12 --levels 1-3 --title Rain --ladder human --seed 1 --out r -q",
        0,
        "",
    );
    bench.ends("run --job r --another 3 --force -q", 0, "");
    bench.ends("book r --lang es --title Lluvia --out r/es.pdf -q", 0, "");
    bench.ends("book --job r/es.pdf --out es.pdf -q", 0, "");
    assert!(bench.read("r/es.pdf") == bench.read("es.pdf"));
    bench.ends("book --job r/es.pdf --title Sol --force -q", 0, "");
    bench.ends("verify r r/es.pdf", 0, "");
    // A book beside the folder finds it by the sum of the catalogue, which another puzzle changes.
    bench.ends("book r --title Beside --out beside.pdf -q", 0, "");
    bench.ends("book --job beside.pdf --title Sun --force -q", 0, "");
    bench.ends("run --job r --another 4 --force -q", 0, "");
    bench.ends("book --job beside.pdf --force", 2, "the folder of their run, before --job");
    bench.ends("book r --job beside.pdf --force -q", 0, "");
    assert!(bench.read("r/es.pdf") != bench.read("es.pdf"));
}
