//! The built binary: files, exit codes, messages.

use crate::support::program::{Bench, OF_A_RUN};
use std::fs;
use std::path::Path;

#[test]
fn run_leaves_catalogue_book_and_manifest_that_agree() {
    let bench = Bench::new();
    bench.ends("run --count 12 --seed 1", 0, "seed 1");
    assert_eq!(bench.names("out"), OF_A_RUN);
    assert!(bench.read("out/book.pdf").starts_with(b"%PDF-1."));
    let manifest: serde_json::Value =
        serde_json::from_slice(&bench.read("out/manifest.json")).unwrap();
    assert_eq!(manifest["seed"], 1);
    for level in ["1", "2", "3", "4", "5"] {
        assert_eq!(manifest["counts"][level], 12);
    }
    assert_eq!(manifest["files"].as_array().unwrap().len(), 3);
    for file in manifest["files"].as_array().unwrap() {
        let bytes = bench.read(&format!("out/{}", file["name"].as_str().unwrap()));
        assert_eq!(file["size"], bytes.len());
        assert_eq!(file["sha256"], sudoku_press::store::files::output::sha256(&bytes));
    }
}

#[test]
fn sha256_agrees_with_the_standard() {
    // The example of FIPS 180-2, appendix B.1.
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(sudoku_press::store::files::output::sha256(b"abc"), expected);
}

#[test]
fn same_seed_gives_the_same_bytes_in_every_file_with_any_threads() {
    let bench = Bench::new();
    bench.ends("run --count 15 --seed 9 --out a --threads 1", 0, "");
    bench.ends("run --count 15 --seed 9 --out b --threads 2", 0, "");
    bench.ends("run --count 15 --seed 9 --out c --threads 8", 0, "");
    for name in bench.names("a") {
        let a = bench.read(&format!("a/{name}"));
        assert!(a == bench.read(&format!("b/{name}")), "{name}");
        assert!(a == bench.read(&format!("c/{name}")), "{name}");
    }
}

#[test]
fn a_finished_run_is_not_made_again_and_not_overwritten() {
    let bench = Bench::new();
    bench.ends("run --count 3 --seed 5", 0, "");
    let before = bench.read("out/catalog.csv");
    bench.ends("run --count 3 --seed 5", 0, "nothing to do");
    bench.ends("run --count 3", 0, "seed 5: nothing to do");
    bench.ends("run --count 4 --seed 5", 2, "other settings (quota); --force replaces it");
    bench.ends("run --count 3 --seed 6", 2, "other settings (seed)");
    bench.ends("run --count 3 --trim a4", 2, "other settings (trim)");
    bench.ends(
        "run --count 3 --template large-print --title Other",
        2,
        "other settings (template, title)",
    );
    assert!(bench.read("out/catalog.csv") == before);
    bench.ends("run --count 3 --seed 6 --force", 0, "seed 6");
    assert!(bench.read("out/catalog.csv") != before);
    bench.ends("run --count 3 --seed 6", 0, "nothing to do");
}

#[test]
fn a_damaged_run_is_detected() {
    let bench = Bench::new();
    bench.ends("run --count 2 --seed 5", 0, "");
    let mut book = bench.read("out/book.pdf");
    *book.last_mut().unwrap() ^= 1;
    fs::write(bench.path("out/book.pdf"), book).unwrap();
    bench.ends("run --count 2 --seed 5", 1, "book.pdf has changed; --force makes it again");
    fs::remove_file(bench.path("out/catalog.csv")).unwrap();
    bench.ends("run --count 2 --seed 5", 1, "catalog.csv is missing");
    fs::write(bench.path("out/manifest.json"), "{}").unwrap();
    bench.ends(
        "run --count 2 --seed 5",
        2,
        "out/manifest.json: expected the manifest of a run, found another file",
    );
    // It may be anybody's: not even --force replaces it.
    bench.ends("run --count 2 --seed 5 --force", 2, "out/manifest.json");
    for name in ["SHA256SUMS", "book.pdf", "datapackage.json", "manifest.json"] {
        fs::remove_file(bench.path(&format!("out/{name}"))).unwrap();
    }
    bench.ends("run --count 2 --seed 5", 0, "");
    bench.ends("run --count 2 --seed 5", 0, "nothing to do");
}

#[test]
fn an_unfinished_run_is_made_anew() {
    let bench = Bench::new();
    bench.ends("run --count 2 --seed 5 --out whole", 0, "");
    fs::create_dir_all(bench.path("out/.sudoku-press")).unwrap();
    let begun = "{\"run\":\"0123456789abcdef\",\"seed\":8}";
    fs::write(bench.path("out/.sudoku-press/run.json"), begun).unwrap();
    fs::write(bench.path("out/.sudoku-press/catalog.csv"), "another run's").unwrap();
    let half = "out/.sudoku-press/.catalog.csv.0123456789abcdef.part";
    fs::write(bench.path(half), "half a").unwrap();
    let words = "an unfinished run with other settings was removed (seed 8)";
    bench.ends("run --count 2 --seed 5", 0, words);
    assert_eq!(bench.names("out"), bench.names("whole"));
    assert!(bench.read("out/catalog.csv") == bench.read("whole/catalog.csv"));
}

/// Replacing a run of several volumes by a smaller one leaves none of the old volumes.
#[test]
fn force_removes_the_volumes_of_the_old_run() {
    let bench = Bench::new();
    bench.ends("run --quota 1=600 --template large-print --seed 5 -q", 0, "");
    assert_eq!(
        bench.names("out"),
        [
            "SHA256SUMS",
            "book-01.pdf",
            "book-02.pdf",
            "catalog.csv",
            "datapackage.json",
            "manifest.json"
        ]
    );
    bench.ends("run --quota 1=6 --template large-print --seed 5 -q --force", 0, "");
    assert_eq!(bench.names("out"), OF_A_RUN);
}

#[test]
fn a_level_that_cannot_be_filled_ends_with_3_and_a_sentence() {
    let bench = Bench::new();
    let words = "level 2 (Easy): expected 200 puzzles, made 0; of 50 attempts at the next one 50 found no full \
                 grid that makes level 2 possible; nothing was written";
    bench.ends("run --las-vegas-digits 81 --levels 2 --attempts 50", 3, words);
    assert!(bench.names("out").is_empty());
    bench.ends("run --las-vegas-digits 81 --levels 2 --attempts 50", 3, words);
    bench.ends("generate --las-vegas-digits 81 --levels 2 --attempts 50", 3, words);
}

#[test]
fn wrong_usage_ends_with_2_and_names_what_was_expected() {
    let bench = Bench::new();
    let wrong = [
        ("run --count 0", "expected a number from 1 to 10000000000"),
        ("run --levels 6", "expected a level, 1 (Beginner) to 5 (Evil), found \"6\""),
        ("run --levels 4-2", "expected a rising range such as 2-4, found 4-2"),
        ("run --quota 5", "expected LEVEL=N, for example 5=200, found \"5\""),
        ("run --quota 5=2,5=3", "found level 5 twice"),
        ("run --quota 5=0", "expected 1 to 10000000000 puzzles"),
        ("run --quota 5=2 --count 3", "cannot be used with"),
        ("run --seed -1", "invalid"),
        ("run --seed x", "invalid"),
        ("run --threads 0", "a number from 1 to 1024"),
        ("run --variants 2", "expected exact deduplication"),
        ("run --las-vegas-digits 82", "a number from 0 to 81"),
        ("run --attempts 0", "a number from 1 to 4294967295"),
        ("run --grid magic", "las-vegas, shuffled, cyclic"),
        ("run --symmetry mirror", "none, half-turn"),
        ("run --template nosuch", "expected a built-in design (classic, classroom, daily, "),
        ("run --trim 1x1", "trim"),
        ("run --trim big", "a4"),
        ("generate --format pdf", "csv, jsonl, sdm, txt"),
        ("generate --format txt --excel", "--excel is for --format csv only"),
        ("book", "CATALOG"),
        ("book c.csv --out book.txt", "does not end in .pdf"),
        ("template show nosuch", "expected a built-in design"),
        ("nosuch", "unrecognized subcommand"),
        ("run --nosuch", "unexpected argument"),
    ];
    for (args, words) in wrong {
        bench.ends(args, 2, words);
    }
    assert!(bench.names(".").is_empty(), "nothing was made: {:?}", bench.names("."));
}

#[test]
fn generate_writes_to_standard_output_and_nothing_else_there() {
    let bench = Bench::new();
    let output = bench.run("generate --count 2 --levels 1,3 --seed 4");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 5);
    assert!(text.starts_with("id,puzzle,solution,clues,difficulty,"));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("seed 4") && said.contains("givens"), "{said}");
    let quiet = bench.run("generate --count 2 --levels 1,3 --seed 4 --quiet");
    assert_eq!(String::from_utf8(quiet.stdout).unwrap(), text);
    assert!(quiet.stderr.is_empty());
}

#[test]
fn a_drawn_seed_repeats_the_run() {
    let bench = Bench::new();
    let drawn = bench.run("generate --count 2 --levels 1");
    let said = String::from_utf8(drawn.stderr).unwrap();
    let seed = said.lines().next().unwrap().strip_prefix("seed ").unwrap().to_owned();
    let again = bench.run(&format!("generate --count 2 --levels 1 --seed {seed}"));
    assert_eq!(drawn.stdout, again.stdout);
    let other = bench.run("generate --count 2 --levels 1");
    assert_ne!(drawn.stdout, other.stdout);
}

#[test]
fn generate_overwrites_a_file_only_with_force() {
    let bench = Bench::new();
    fs::write(bench.path("precious.csv"), "mine").unwrap();
    bench.ends(
        "generate --count 1 --out precious.csv",
        2,
        "precious.csv exists; --force replaces it",
    );
    assert_eq!(bench.read("precious.csv"), b"mine");
    bench.ends("generate --count 1 --out precious.csv --force --seed 1", 0, "");
    assert!(bench.read("precious.csv").starts_with(b"id,"));
    assert_eq!(bench.names("."), ["precious.csv"]);
}

#[test]
fn plain_progress_is_lines_and_no_terminal_means_no_bars() {
    let bench = Bench::new();
    bench.ends("run --count 2 --progress plain", 0, "5 Evil: 2 of 2 puzzles in ");
    let output = bench.run("run --count 2 --out two");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains('\u{1b}') && !said.contains("2 of 2"), "{said}");
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let bench = Bench::new();
    let output = bench.unread("generate --levels 1 --count 100000 --quiet");
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A folder that cannot be written fails before the work: at once, although the work would take
/// hours.
#[test]
fn an_output_folder_that_cannot_be_written_fails_before_the_work() {
    let bench = Bench::new();
    fs::write(bench.path("file"), "").unwrap();
    bench.ends("run --count 1000000000 --yes --out file/sub", 74, "cannot write file/sub");
    bench.ends("run --count 1000000000 --yes --out file", 74, "cannot write file");
    assert_eq!(bench.read("file"), b"");
    bench.ends(
        "generate --count 1000000000 --out no/such/folder.csv",
        74,
        "cannot write no/such/folder.csv",
    );
}

/// Linux answers every write to this device with "no space left".
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let bench = Bench::new();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = bench.command("generate --count 200 -q").stdout(full).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(74), "{said}");
    assert!(said.contains("cannot write standard output") && said.contains("space"), "{said}");
}

#[test]
fn book_accepts_our_catalogues_and_others() {
    let bench = Bench::new();
    bench.ends("run --count 5 --seed 2", 0, "");
    bench.ends("book out/catalog.csv --out again.pdf", 0, "again.pdf");
    assert!(bench.read("again.pdf").starts_with(b"%PDF-1."));
    let catalog = String::from_utf8(bench.read("out/catalog.csv")).unwrap();
    let puzzles: Vec<_> = catalog.lines().map(|row| row.split(',').nth(1).unwrap()).collect();
    fs::write(bench.path("bare.csv"), puzzles.join("\n")).unwrap();
    bench.ends("book bare.csv --out bare.pdf", 0, "bare.pdf");
    assert!(bench.read("bare.pdf") == bench.read("again.pdf"), "levels are judged, not read");
}

#[test]
fn book_refuses_wrong_solutions_and_levels() {
    let bench = Bench::new();
    fs::write(bench.path("bad.csv"), format!("puzzle\n{}\n", ".".repeat(81))).unwrap();
    bench.ends(
        "book bad.csv",
        1,
        "bad.csv:2: column `puzzle`: the puzzle has more than one solution",
    );
    let sound = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let lie = include_str!("../golden.csv").replacen(",1.0,1,Beginner,", ",1.0,5,Beginner,", 1);
    assert_ne!(lie, include_str!("../golden.csv"));
    fs::write(bench.path("lie.csv"), lie).unwrap();
    bench.ends("book lie.csv", 1, "lie.csv:2: column `level`: expected level 1 (");
    // A level of others is no lie.
    fs::write(bench.path("own.csv"), format!("puzzle,level\n{sound},5\n")).unwrap();
    bench.ends("book own.csv --out own.pdf", 0, "recomputed `level` from the puzzles");
    fs::write(bench.path("none.csv"), "puzzle\n").unwrap();
    bench.ends("book none.csv", 1, "expected puzzles, found none");
    bench.ends("book nosuch.csv", 1, "cannot read nosuch.csv");
    assert!(!Path::new(&bench.path("book.pdf")).exists());
}

#[test]
fn templates_are_listed_shown_and_checked() {
    let bench = Bench::new();
    let list = String::from_utf8(bench.run("template list").stdout).unwrap();
    assert!(list.starts_with("classic ") && list.contains("\nlarge-print "), "{list}");
    let shown = bench.run("template show classic");
    fs::write(bench.path("mine.toml"), &shown.stdout).unwrap();
    bench.ends("template check mine.toml", 0, "");
    bench.ends("run --count 1 --seed 1 --template mine.toml", 0, "");
    bench.ends("run --count 1 --seed 1 --out builtin", 0, "");
    assert!(bench.read("out/book.pdf") == bench.read("builtin/book.pdf"));
    let broken = String::from_utf8(shown.stdout).unwrap() + "\nnosuch = 1\n";
    fs::write(bench.path("broken.toml"), broken).unwrap();
    bench.ends("template check broken.toml", 2, "nosuch");
    bench.ends("run --template broken.toml --out no", 2, "nosuch");
}

/// An error that was its own cause was said twice.
#[test]
fn a_title_that_cannot_be_printed_is_reported_once() {
    let bench = Bench::new();
    let output = bench.run("run --title 한글");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.matches("U+D55C").count(), 1, "{said}");
}

/// The number of puzzles is part of the subtitle: one puzzle fitted, and hours later a thousand
/// did not.
#[test]
fn a_book_that_cannot_be_printed_is_refused_before_the_work() {
    let bench = Bench::new();
    let shown = String::from_utf8(bench.run("template show classic").stdout).unwrap();
    let subtitle = format!("subtitle = \"{{count}}{}\"", "m".repeat(32));
    let long = shown.replace("# subtitle = \"{count} Sudoku\"", &subtitle);
    assert_ne!(long, shown);
    fs::write(bench.path("long.toml"), long).unwrap();
    bench.ends("run --quota 1=1 --template long.toml --trim 6x9", 0, "");
    let many = "run --quota 1=1000 --template long.toml --trim 6x9 --out many";
    bench.ends(many, 2, "too wide for trim 6x9");
    assert_eq!(bench.names("."), ["long.toml", "out"]);
}

/// The table of `--stats`, from the rows of the catalogue: its numbers are what a run was good for.
#[test]
fn the_table_of_a_run_says_what_its_catalogue_has() {
    let bench = Bench::new();
    let made = bench.run("generate --ladder human --quota 1=6,3=5 --seed 1 --stats --out c.csv");
    let said = String::from_utf8(made.stderr).unwrap();
    let catalog = String::from_utf8(bench.read("c.csv")).unwrap();
    let rows: Vec<Vec<&str>> = catalog.lines().map(|line| line.split(',').collect()).collect();
    let values = |name: &str, band: &str| -> Vec<u64> {
        let at = |name| rows[0].iter().position(|column| *column == name).unwrap();
        let of_band = rows[1..].iter().filter(|row| row[at("band")] == band);
        let mut values: Vec<_> = of_band.map(|row| row[at(name)].parse().unwrap()).collect();
        values.sort_unstable();
        values
    };
    let lower_median = |values: &[u64]| values[(values.len() - 1) / 2];
    for (band, name, count) in [("1", "Gentle", 6), ("3", "Medium", 5)] {
        let lines = said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let lines: Vec<_> = lines.filter(|words| words.starts_with(&[band, name])).collect();
        let [all, stats] = &lines[..] else { panic!("{said}") };
        let givens = values("clues", band);
        let minutes = values("seconds", band).into_iter().map(|s| (s as f64 / 60.0).round() as u64);
        let expected = [
            count.to_string(),
            format!("{}-{}", givens[0], givens[count - 1]),
            lower_median(&minutes.collect::<Vec<_>>()).to_string(),
        ];
        assert_eq!(all[2..5], expected, "{said}");
        assert_eq!(stats[3], lower_median(&values("searches", band)).to_string(), "{said}");
    }
}
