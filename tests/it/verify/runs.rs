//! `verify` on runs and catalogues: sound ones verify, and every kind of wrong value is found.

use crate::support::program::Bench;
use crate::support::verify::{caught, small_run, verify};
use files::Checksum;
use proof::verify::{Proof, ProofError, RowCallback};
use std::fs;
use std::sync::Arc;
use tables::CatalogColumns;

#[test]
fn sound_runs_of_every_design_verify() {
    for (design, trim, count) in [
        ("classic", "8.5x11", 30),
        ("classic", "6x9", 13),
        ("classic", "a4", 7),
        ("classic", "5x8in", 3),
        ("large-print", "letter", 9),
        ("large-print", "8.5x11", 5),
    ] {
        let bench = Bench::new();
        let args = format!("run --seed 5 --count {count} --template {design} --trim {trim}");
        bench.ends(&args, 0, "");
        let said = verify(&bench, "out", 0);
        let all = count * 5;
        assert!(said.starts_with(&format!("OK: {all} puzzles, ")), "{said}");
        let end = "3 files. All match; book.pdf was rebuilt and is identical.\n";
        assert!(said.ends_with(end), "{said}");
        assert_eq!(said.lines().count(), 1);
    }
}

#[test]
fn a_table_without_rows_is_not_a_catalogue() {
    let bench = Bench::new();
    fs::write(bench.path("c.csv"), "id,puzzle,solution\n").unwrap();
    caught(&bench, "c.csv", &["c.csv: no puzzle, expected puzzles"]);
    // An empty file neither.
    fs::write(bench.path("empty.csv"), "").unwrap();
    caught(&bench, "empty.csv", &["no puzzle, expected puzzles"]);
}

#[test]
fn missing_volume_of_a_run_is_found() {
    let bench = Bench::new();
    let text = String::from_utf8(bench.run("template show large-print").stdout).unwrap();
    let text = text.replace("page_limit = 550", "page_limit = 32");
    fs::write(bench.path("thin.toml"), text).unwrap();
    bench.ends("run --seed 5 --count 12 --template thin.toml", 0, "");
    let said = verify(&bench, "out", 0);
    assert!(
        said.starts_with("OK: 60 puzzles, ") && said.contains(" pages in 4 volumes, "),
        "{said}"
    );
    assert!(bench.names("out").contains(&"book-02.pdf".to_owned()));

    let said = verify(&bench, "out/catalog.csv out/book-01.pdf", 1);
    assert!(said.contains("behind it are in no book"), "{said}");
    fs::remove_file(bench.path("out/book-02.pdf")).unwrap();
    let said = verify(&bench, "out", 1);
    assert!(said.contains("book-02.pdf is missing"), "{said}");
}

#[test]
fn series_run_begins_with_its_manifests_numbers() {
    let bench = Bench::new();
    let series = "--series Rainy --volume-number 2 --first-number 101";
    bench.ends(&format!("run --seed 5 --count 4 --trim 6x9 {series}"), 0, "");
    verify(&bench, "out", 0);
    verify(&bench, "out/catalog.csv out/book.pdf", 0);
    let manifest = fs::read_to_string(bench.path("out/manifest.json")).unwrap();
    for (from, to, words) in [
        ("\"first-number\": 101", "\"first-number\": 121", "expected \"121"),
        ("\"volume-number\": 2", "\"volume-number\": 3", "found \"Two\", expected \"Three\""),
    ] {
        // The job has texts. A manifest whose parts disagree is found, too.
        let text = |of: &str| of.replacen(": ", ": \"", 1) + "\"";
        let lying = manifest.replace(from, to);
        fs::write(bench.path("out/manifest.json"), &lying).unwrap();
        let name = from.split('"').nth(1).unwrap();
        let differ = format!("the job and what was made of it differ ({name})");
        let said = verify(&bench, "out", 1);
        assert!(said.contains(&differ), "{said}");
        let lying = lying.replace(&text(from), &text(to));
        fs::write(bench.path("out/manifest.json"), lying).unwrap();
        let said = verify(&bench, "out", 1);
        assert!(said.contains(words), "{said}");
    }
    // A book without a series is the same run: its puzzles have the same name in an archive.
    fs::write(bench.path("out/manifest.json"), &manifest).unwrap();
    let said = bench.run("run --seed 5 --count 4 --trim 6x9");
    let said = String::from_utf8(said.stderr).unwrap();
    for name in ["series", "volume-number", "first-number"] {
        assert!(said.contains(name), "{said}");
    }
}

#[test]
fn every_column_of_a_catalogue_is_checked() {
    let bench = small_run();
    let text = String::from_utf8(bench.read("out/catalog.csv")).unwrap();
    let lies: [(&str, &str, &str); 16] = [
        ("id", "L3-000009", "L3-000002"),
        ("puzzle", "", "expected a puzzle, found none"),
        ("solution", "123456789", "is stated"),
        ("clues", "17", "17 is stated"),
        ("difficulty", "9.9", "9.9 is stated"),
        ("level", "5", "5 is stated, expected 3"),
        ("level_name", "Evil", "Evil is stated, expected Medium"),
        ("row_col_min", "8", "8 is stated"),
        ("searches", "7", "7 is stated"),
        ("grid", "made-up", "made-up is stated"),
        ("order", "snake", "snake is stated, expected jumping"),
        ("symmetry", "half-turn", "half-turn is stated, but"),
        ("canonical", "...", "... is stated"),
        ("seed", "x", "x is stated"),
        ("slot", "77", "L3-000078"),
        ("reissue", "-1", "-1 is stated"),
    ];
    assert_eq!(lies.map(|(column, ..)| column)[..], CatalogColumns::default().names());
    // The second puzzle of level 3.
    let line = 1 + 2 * 4 + 2;
    for (column, (name, lie, words)) in lies.into_iter().enumerate() {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut cells: Vec<&str> = lines[line - 1].split(',').collect();
        assert_ne!(cells[column], lie);
        cells[column] = lie;
        lines[line - 1] = cells.join(",");
        fs::write(bench.path("lie.csv"), lines.join("\n") + "\n").unwrap();
        // Where another column depends on it, that one is named.
        let named = if name == "slot" { "id" } else { name };
        let place = format!("lie.csv:{line}, column {named}");
        caught(&bench, "lie.csv", &[&place, words]);
        // Nothing at all is a lie too, in a catalogue that has all columns.
        let mut cells: Vec<&str> = lines[line - 1].split(',').collect();
        cells[column] = "";
        lines[line - 1] = cells.join(",");
        fs::write(bench.path("lie.csv"), lines.join("\n") + "\n").unwrap();
        let said = verify(&bench, "lie.csv", 1);
        assert!(said.contains(&format!("lie.csv:{line}, column {name}")), "{said}");
    }
}

#[test]
fn changed_and_equivalent_puzzles_are_found() {
    let bench = small_run();
    let text = String::from_utf8(bench.read("out/catalog.csv")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // A puzzle and its solution in another orientation: same class.
    let cells: Vec<&str> = lines[5].split(',').collect();
    let turned = |grid: &str| grid.chars().rev().collect::<String>();
    let disguised = format!(
        "puzzle,solution\n{},{}\n{},{}\n",
        cells[1],
        cells[2],
        turned(cells[1]),
        turned(cells[2])
    );
    fs::write(bench.path("two.csv"), &disguised).unwrap();
    caught(&bench, "two.csv", &["two.csv:3, column puzzle", "equivalent to that of line 2"]);
    verify(&bench, "two.csv --dedup exact", 0);
    let again = disguised.replace(&turned(cells[1]), cells[1]).replace(&turned(cells[2]), cells[2]);
    fs::write(bench.path("two.csv"), again).unwrap();
    caught(&bench, "two.csv --dedup exact", &["line 2 again"]);

    let fewer = format!("puzzle\n{}\n", cells[1].replace(['1', '2'], "."));
    fs::write(bench.path("fewer.csv"), fewer).unwrap();
    caught(&bench, "fewer.csv", &["more than one solution"]);
    fs::write(bench.path("none.csv"), "name,n\nx,1\ny,2\n").unwrap();
    caught(&bench, "none.csv", &["expected a column of puzzles", "--column names the one"]);
    // Other people's difficulty is not ours.
    let foreign = format!(
        "id,puzzle,solution,clues,difficulty\n1,{},{},{},0.3\n",
        cells[1], cells[2], cells[3]
    );
    fs::write(bench.path("foreign.csv"), foreign).unwrap();
    verify(&bench, "foreign.csv", 0);
}

/// The manifest agrees with a description that does not agree with the catalogue.
#[test]
fn a_description_of_another_catalogue_is_found() {
    let bench = small_run();
    let manifest = String::from_utf8(bench.read("out/manifest.json")).unwrap();
    let package = String::from_utf8(bench.read("out/datapackage.json")).unwrap();
    let sums = String::from_utf8(bench.read("out/SHA256SUMS")).unwrap();
    let catalog = bench.read("out/catalog.csv");
    let (size, hash) = (catalog.len().to_string(), Checksum::from_bytes(&catalog).text());
    for (from, to, words) in [
        (&*size, "7", "bytes is 7"),
        (&*hash, "abc", "hash is \"sha256:abc\""),
        ("catalog.csv", "other.csv", "catalog.csv is not described"),
        ("\"solution\"", "\"answer\"", "field 3 is \"answer\""),
        (
            "\"integer\"",
            "\"number\"",
            "field 4 is \"clues\" of type \"number\", expected \"clues\" of type \"integer\"",
        ),
        ("{", "", "it is not JSON"),
    ] {
        let lie = package.replacen(from, to, 1);
        assert_ne!(lie, package, "{from}");
        let before = format!("\"size\": {}", package.len());
        let manifest = manifest
            .replace(
                &Checksum::from_bytes(package.as_bytes()).text(),
                &Checksum::from_bytes(lie.as_bytes()).text(),
            )
            .replace(&before, &format!("\"size\": {}", lie.len()));
        fs::write(bench.path("out/datapackage.json"), &lie).unwrap();
        fs::write(bench.path("out/manifest.json"), manifest).unwrap();
        let old = Checksum::from_bytes(package.as_bytes()).text();
        let sums = sums.replace(&old, &Checksum::from_bytes(lie.as_bytes()).text());
        fs::write(bench.path("out/SHA256SUMS"), sums).unwrap();
        caught(&bench, "out", &["out/datapackage.json: ", words]);
    }
}

#[test]
fn files_that_differ_from_the_manifest_are_found() {
    let bench = small_run();
    let catalog = bench.read("out/catalog.csv");
    let manifest = String::from_utf8(bench.read("out/manifest.json")).unwrap();
    // A size, then a byte of the same size, then a file.
    fs::write(bench.path("out/catalog.csv"), [&catalog[..], b"\n"].concat()).unwrap();
    caught(&bench, "out", &["out/catalog.csv: ", "bytes, as the manifest has it"]);
    let text = String::from_utf8(catalog.clone()).unwrap();
    fs::write(bench.path("out/catalog.csv"), text.replacen("id,", "ix,", 1)).unwrap();
    let said = verify(&bench, "out", 1);
    assert!(said.contains("SHA-256") && said.contains("column id is not there"), "{said}");
    fs::remove_file(bench.path("out/catalog.csv")).unwrap();
    caught(&bench, "out", &["catalog.csv is missing"]);
    fs::write(bench.path("out/catalog.csv"), &catalog).unwrap();
    verify(&bench, "out", 0);
    // What the manifest says of the puzzles.
    for (from, to, words) in [
        ("\"seed\": 5", "\"seed\": 6", "5 is stated, expected 6"),
        ("\"3\": 4", "\"3\": 3", "level 3: 3 puzzles"),
        ("3=4", "3=5", "level 3: 4 puzzles, without a reason, expected 5"),
        ("\"trim\"", "\"grid\": \"shuffled\",\n    \"trim\"", "\"las-vegas\" is stated"),
        ("\"trim\"", "\"trimm\"", "there is no setting `trimm`"),
        ("\"6x9\"", "\"6x\"", "the setting `trim`: expected a trim such as"),
        (
            "\"book.pdf\"",
            "\"../book.pdf\"",
            "expected the names of files of a run, such as book.pdf, found \"../book.pdf\"",
        ),
    ] {
        let lie = manifest.replace(from, to);
        assert_ne!(lie, manifest, "{from}");
        fs::write(bench.path("out/manifest.json"), lie).unwrap();
        let said = verify(&bench, "out", 1);
        assert!(said.contains(words), "{words}: {said}");
    }
    fs::write(bench.path("out/manifest.json"), "{}").unwrap();
    caught(&bench, "out", &["out/manifest.json: "]);
    fs::remove_file(bench.path("out/manifest.json")).unwrap();
    caught(&bench, "out", &["no manifest"]);
    bench.ends("verify nothing.csv", 1, "cannot read nothing.csv");
    bench.ends("verify", 2, "PATH");
}

#[test]
fn a_run_is_compared_with_its_archive() {
    let bench = Bench::new();
    bench.ends("archive create --archive a", 0, "");
    bench.ends("archive create --archive empty", 0, "");
    bench.ends("generate --seed 9 --count 2 -q --archive a --out c.csv", 0, "");
    bench.ends("run --seed 5 --count 4 --archive a", 0, "");
    let said = verify(&bench, "out --archive a", 0);
    assert!(said.starts_with("OK: 20 puzzles, "), "{said}");
    let stats = bench.run("archive stats --archive a").stdout;
    let stats = String::from_utf8(stats).unwrap();
    let name = |seed: &str| {
        let line = stats.lines().find(|line| line.contains(seed)).unwrap();
        line.split_whitespace().next().unwrap().to_owned()
    };
    let (own, other) = (name("seed 5"), name("seed 9"));

    // One puzzle is gone, one is another run's.
    let change = |words: &str| {
        let db = rusqlite::Connection::open(bench.path("a")).unwrap();
        db.execute(words, [&own]).unwrap()
    };
    let of_run = "run = (SELECT id FROM run WHERE name = ?1)";
    assert_eq!(change(&format!("DELETE FROM seen WHERE row = 7 AND {of_run}")), 1);
    let right = format!(", expected an entry of run {own}");
    let missing = "out/catalog.csv:8, column puzzle: the archive does not have it";
    caught(&bench, "out --archive a", &[missing, &right]);
    let moved = format!("UPDATE seen SET run = 1 WHERE row = 13 AND {of_run}");
    assert_eq!(change(&moved), 1);
    let said = verify(&bench, "out --archive a", 1);
    let stolen =
        format!("out/catalog.csv:14, column puzzle: the archive has it of run {other}{right}");
    assert!(said.contains(missing) && said.contains(&stolen), "{said}");
    assert_eq!(said.lines().count(), 2, "{said}");

    // The whole run is not there; and the run itself is as true as before.
    let none = ["catalog.csv: the archive has no entry of this run", &right];
    caught(&bench, "out --archive empty", &none);
    verify(&bench, "out", 0);

    // What is no archive of this schema is refused before anything is proved.
    let mut bytes = bench.read("a");
    bytes[63] = 3;
    fs::write(bench.path("other"), bytes).unwrap();
    bench.ends("verify out --archive other", 10, "found schema 3");
    bench.ends("verify out --archive c.csv", 10, "is not an archive");
    bench.ends("verify out --archive nowhere", 10, "there is no archive");
    bench.ends(
        "verify c.csv --archive a",
        2,
        "expected the folder of a finished run among the paths, found none",
    );
}

#[test]
fn band_rows_with_falling_times_are_found() {
    let bench = Bench::new();
    bench.ends("run --ladder human --quota 2=6 --seed 3 --out out", 0, "");
    let catalog = String::from_utf8(bench.read("out/catalog.csv")).unwrap();
    let mut rows: Vec<&str> = catalog.lines().collect();
    let at = rows[0].split(',').position(|name| name == "seconds").unwrap();
    let seconds = |row: &str| row.split(',').nth(at).unwrap().parse::<f64>().unwrap();
    assert!(seconds(rows[1]) < seconds(rows[6]));
    let said = |rows: &[&str]| {
        std::fs::write(bench.path("out/catalog.csv"), rows.join("\n") + "\n").unwrap();
        String::from_utf8(bench.run("verify out").stdout).unwrap()
    };
    assert!(!said(&rows).contains("rising times"));
    let expected = format!("column seconds, puzzle {}: ", rows[1].split(',').next().unwrap());
    rows.swap(1, 6);
    let said = said(&rows);
    let found: Vec<&str> = said.lines().filter(|line| line.contains("rising times")).collect();
    // The five rows after the slowest.
    assert!(found.len() == 5 && found[4].contains(&expected), "{said}");
}

/// A line of the list of checksums is changed, gone, or of another file.
#[test]
fn a_list_of_checksums_that_lies_is_found() {
    let bench = small_run();
    let sums = String::from_utf8(bench.read("out/SHA256SUMS")).unwrap();
    let line = sums.lines().find(|line| line.ends_with("  catalog.csv")).unwrap();
    let (sum, _) = line.split_once("  ").unwrap();
    let other = sum.chars().rev().collect::<String>();
    for (to, words) in [
        (line.replace(sum, &other), format!("catalog.csv: SHA-256 {other}, expected {line}")),
        (String::new(), format!("no line for catalog.csv, expected {line}")),
        (
            format!("{line}\n{sum}  other.csv"),
            "a line for \"other.csv\", which the manifest does not list".to_owned(),
        ),
    ] {
        let to = if to.is_empty() { to } else { to + "\n" };
        let lie = sums.replace(&format!("{line}\n"), &to);
        fs::write(bench.path("out/SHA256SUMS"), lie).unwrap();
        caught(&bench, "out", &["out/SHA256SUMS: ", &words]);
    }
    fs::write(bench.path("out/SHA256SUMS"), sums).unwrap();
    verify(&bench, "out", 0);
    fs::remove_file(bench.path("out/SHA256SUMS")).unwrap();
    caught(&bench, "out", &["out/SHA256SUMS: ", "a list of checksums"]);
}

/// Runs on either ladder say in their description which ratings they have, and have them.
#[test]
fn runs_with_ratings_have_their_columns() {
    for (flags, column) in [
        ("--seed 5 --rate se --quota 1=2,3=1", "hardest"),
        ("--seed 5 --ladder human --quota 1=2,2=1", "load"),
    ] {
        let bench = Bench::new();
        bench.ends(&format!("run {flags}"), 0, "");
        verify(&bench, "out", 0);
        let catalog = String::from_utf8(bench.read("out/catalog.csv")).unwrap();
        let at =
            catalog.lines().next().unwrap().split(',').position(|name| name == column).unwrap();
        let cut = |line: &str| {
            let mut fields: Vec<_> = line.split(',').collect();
            fields.remove(at);
            fields.join(",") + "\n"
        };
        let shorter: String = catalog.lines().map(cut).collect();
        fs::write(bench.path("out/catalog.csv"), shorter).unwrap();
        let said = verify(&bench, "out", 1);
        assert!(said.contains(&format!("column {column} is not there")), "{said}");
    }
}

/// A file is a book by what it begins with, whatever its name.
#[test]
fn pdf_is_detected_by_content_not_extension() {
    let bench = small_run();
    fs::copy(bench.path("out/book.pdf"), bench.path("book")).unwrap();
    let said = verify(&bench, "book", 0);
    assert!(said.starts_with("OK: 20 puzzles, "), "{said}");
    fs::copy(bench.path("out/catalog.csv"), bench.path("catalog.pdf")).unwrap();
    caught(&bench, "catalog.pdf", &["not a PDF that can be read"]);
}

/// Covers and volumes of a run that lie in each other's place.
#[test]
fn files_of_a_run_match_their_names() {
    let bench = Bench::new();
    let design = "--count 20 --levels 1-3 --template pocket --printer kdp --fill-pages --volumes 2";
    bench.ends(&format!("run --seed 5 {design} --cover"), 0, "");
    let said = verify(&bench, "out", 0);
    assert!(
        said.contains(". All match; 4 files were rebuilt and are identical. Preflight"),
        "{said}"
    );
    for kind in ["cover", "book"] {
        let [one, two, other] =
            ["01", "02", "xx"].map(|n| bench.path(&format!("out/{kind}-{n}.pdf")));
        let exchange = || {
            fs::rename(&one, &other).unwrap();
            fs::rename(&two, &one).unwrap();
            fs::rename(&other, &two).unwrap();
        };
        exchange();
        let said = verify(&bench, "out", 1);
        assert!(said.contains(&format!("out/{kind}-01.pdf, page 1")), "{said}");
        exchange();
    }
    // A cover alone has nothing that can be judged: its grid is a tilted drawing.
    caught(&bench, "out/cover-01.pdf", &["found no grid of 9 by 9"]);
    let said = verify(&bench, "out/book-01.pdf out/cover-01.pdf", 0);
    assert!(said.contains("out/cover-01.pdf (a cover, and no printer is named)"), "{said}");
}

/// The printer is known from the manifest of a run, from the record of a book, or from the flags.
#[test]
fn books_are_inspected_for_their_printer() {
    let bench = Bench::new();
    let kdp = "--printer kdp --trim 6x9 --fill-pages -q";
    bench.ends(&format!("run --seed 5 --levels 1 --count 30 {kdp} --cover"), 0, "");
    let accepted = "Preflight accepts it for kdp at 6x9 on paper white";
    assert!(verify(&bench, "out", 0).contains(accepted));
    let said = verify(&bench, "out --printer kdp --trim 5x8", 1);
    assert!(said.contains("out/book.pdf, page 1: page size on "), "{said}");
    let said = verify(&bench, "out --printer kdp --trim 5x8 --format jsonl", 1);
    assert!(said.contains("\"rule\":\"page size\"") && said.contains("\"pages\":[1,2,"), "{said}");
    let said = verify(&bench, "out/book.pdf out/cover.pdf --printer kdp --trim 6x9", 0);
    assert!(said.contains(accepted) && !said.contains("cover.pdf ("), "{said}");
    bench.ends(&format!("book out/catalog.csv {kdp} --out mine.pdf"), 0, "");
    assert!(verify(&bench, "mine.pdf", 0).contains(accepted));
    // Another file than that of the record.
    fs::write(bench.path("mine.pdf"), [&bench.read("mine.pdf")[..], b"\n"].concat()).unwrap();
    assert!(!verify(&bench, "mine.pdf", 0).contains("Preflight"));
}

/// Judges a run of four puzzles. Another command renews its folder after the first row of each
/// judgement, as often as this.
fn judge_renewed(bench: &Arc<Bench>, renewals: usize) -> (Result<(), ProofError>, Proof) {
    let mut proof = Proof::new(1, None, None);
    proof.makes_again = true;
    let (other, mut rows, mut renewed) = (Arc::clone(bench), 0, 0);
    proof.on_row = RowCallback(Box::new(move || {
        rows += 1;
        if rows % 4 == 1 && renewed < renewals {
            renewed += 1;
            let title = format!("V{renewals}-{renewed}");
            other.ends(&format!("run --job a --title {title} --force -q"), 0, "");
        }
    }));
    let proved = proof.prove(&[bench.path("a")]);
    (proved, proof)
}

/// The manifest is read first and the book later.
#[test]
fn renewed_run_is_never_judged_as_a_mixture() {
    let bench = Arc::new(Bench::new());
    bench.ends("run --levels 1 --total 4 --seed 1 --title V0 --out a -q", 0, "");
    let (proved, proof) = judge_renewed(&bench, 1);
    proved.unwrap();
    assert_eq!((proof.verdict(), proof.findings.len()), (None, 0), "{:?}", proof.findings);
    assert_eq!((proof.totals.runs, proof.totals.rows), (1, 4), "{:?}", proof.totals);
    let (proved, _) = judge_renewed(&bench, 9);
    let said = proved.unwrap_err().to_string();
    assert!(said.contains("another command renews it; run the command again"), "{said}");
    verify(&bench, "a", 0);
}

/// The job of a manifest is what the next command takes over.
#[test]
fn edited_job_of_a_manifest_is_found() {
    let bench = small_run();
    let text = String::from_utf8(bench.read("out/manifest.json")).unwrap();
    for (name, value) in
        [("another", "L1-000002"), ("compress", "gzip"), ("columns", "public"), ("rate", "se")]
    {
        let edited = text.replacen("\"job\": {", &format!("\"job\": {{ {name:?}: {value:?},"), 1);
        fs::write(bench.path("out/manifest.json"), edited).unwrap();
        let why = format!("the job and what was made of it differ ({name})");
        caught(&bench, "out", &[&why, "expected the same settings of both"]);
    }
}
