//! Series: a volume is known by its name, wherever its table stands, and a refused one keeps no other from being made.

use crate::support::program::Bench;
use serde_json::Value;
use std::fs;

const ALL: &str =
    "[all]\nseries = \"Rain\"\ncover = false\ntotal = 4\nlevels = \"1-2\"\nseed = 5\n";

/// Writes a series with these tables. A table without a key is a title.
fn write(bench: &Bench, tables: &[&str]) {
    let mut text = ALL.to_owned();
    for table in tables {
        let table =
            if table.contains('=') { (*table).to_owned() } else { format!("title = {table:?}") };
        text += &format!("\n[[volume]]\n{table}\n");
    }
    fs::write(bench.path("s.toml"), text).unwrap();
}

/// Makes the series. Returns its exit code, its report and its messages.
fn make(bench: &Bench, flags: &str) -> (i32, String, String) {
    let ended = bench.run(&format!("series s.toml -q {flags}"));
    let [report, said] = [ended.stdout, ended.stderr].map(|text| String::from_utf8(text).unwrap());
    (ended.status.code().unwrap(), report, said)
}

/// Returns the whole volume: catalogue, book and manifest.
fn volume(bench: &Bench, number: u32) -> [Vec<u8>; 3] {
    ["catalog.csv", "book.pdf", "manifest.json"]
        .map(|name| bench.read(&format!("s/volume-{number:02}/{name}")))
}

#[test]
fn volume_between_others_takes_nothing_from_them() {
    let bench = Bench::new();
    write(&bench, &["Noon", "Evening"]);
    assert_eq!(make(&bench, "").0, 0);
    let made = [volume(&bench, 1), volume(&bench, 2)];
    for (tables, number, name) in [
        (&["Noon", "Tea", "Evening"][..], 3, "Tea"),
        (&["Dawn", "Noon", "Tea", "Evening"], 4, "Dawn"),
        (&["Evening", "Tea", "Night", "Dawn", "Noon"], 5, "Night"),
    ] {
        write(&bench, tables);
        let (code, report, said) = make(&bench, "");
        assert_eq!(code, 0, "{said}");
        let (first, last) = (4 * number - 3, 4 * number);
        let line = format!("made       s/volume-{number:02}: puzzles {first} to {last}, ");
        assert!(report.contains(&line), "{name}: {report}");
        assert_eq!([volume(&bench, 1), volume(&bench, 2)], made, "{name}");
    }
    bench.ends("verify s/volume-01 s/volume-02 s/volume-03 s/volume-04 s/volume-05", 0, "");
}

/// The folder of a series is lost, and is made from the file of today.
#[test]
fn lost_volume_has_the_puzzles_of_its_name() {
    let bench = Bench::new();
    write(&bench, &["Noon", "Evening"]);
    assert_eq!(make(&bench, "").0, 0);
    let puzzles = |number: u32| {
        let catalogue =
            String::from_utf8(bench.read(&format!("s/volume-{number:02}/catalog.csv"))).unwrap();
        let column =
            |line: &str| line.split(',').find(|field| field.len() == 81).map(str::to_owned);
        catalogue.lines().skip(1).map(|line| column(line).unwrap()).collect::<Vec<_>>()
    };
    let [noon, evening] = [puzzles(1), puzzles(2)];
    assert_ne!(noon, evening);
    fs::remove_dir_all(bench.path("s")).unwrap();
    write(&bench, &["Tea", "Evening", "Noon"]);
    assert_eq!(make(&bench, "").0, 0);
    assert_eq!([puzzles(3), puzzles(2)], [noon, evening]);
}

#[test]
fn new_title_of_volume_asks_for_its_name() {
    let bench = Bench::new();
    write(&bench, &["Noon", "Evening"]);
    assert_eq!(make(&bench, "").0, 0);
    let made = [volume(&bench, 1), volume(&bench, 2)];
    write(&bench, &["Midday", "title = \"Evening\"\nsubtitle = \"Late\""]);
    for force in ["", "--force puzzles"] {
        let (code, report, said) = make(&bench, force);
        assert_eq!(code, 2, "{said}");
        let asked = "s.toml: new volumes (\"Midday\"), while no table has the name of \"Noon\" (s/volume-01); if \
                     \"Midday\" is a new title of \"Noon\", write name = \"Noon\" beside it; if it is another \
                     volume, keep a [[volume]] with name = \"Noon\" and removed = true";
        assert!(said.contains(asked), "{said}");
        assert!(report.contains("refused    s/volume-03\n"), "{report}");
        assert_eq!(volume(&bench, 1), made[0]);
        // The other one is made.
        assert!(report.contains(" s/volume-02: puzzles 5 to 8"), "{report}");
        assert_ne!(volume(&bench, 2)[1], made[1][1]);
        assert!(!bench.path("s/volume-03").exists());
    }
    // Both remedies.
    let evening = "title = \"Evening\"\nsubtitle = \"Late\"";
    write(&bench, &["title = \"Midday\"\nname = \"Noon\"", evening]);
    assert_eq!(make(&bench, "").0, 0);
    assert_eq!(volume(&bench, 1)[0], made[0][0]);
    assert!(String::from_utf8_lossy(&volume(&bench, 1)[2]).contains("\"title\": \"Midday\""));
    write(&bench, &["Midnight", evening, "name = \"Noon\"\nremoved = true"]);
    let (code, report, said) = make(&bench, "");
    assert_eq!(code, 0, "{said}");
    assert!(report.contains("made       s/volume-03: puzzles 9 to 12"), "{report}");
}

#[test]
fn volume_without_table_is_named_with_its_remedy() {
    let bench = Bench::new();
    write(&bench, &["Noon", "Tea", "Evening"]);
    assert_eq!(make(&bench, "").0, 0);
    let made = volume(&bench, 2);
    write(&bench, &["Noon", "Evening"]);
    let (code, report, said) = make(&bench, "--force puzzles");
    assert_eq!(code, 0, "{said}");
    let line = "was there  s/volume-02: \"Tea\" has no table in s.toml; a [[volume]] with name = \"Tea\" and removed = \
                true, and `sudoku-press series s.toml --force puzzles`, delete its files";
    assert!(report.contains(line), "{report}");
    assert_eq!(volume(&bench, 2), made);
    write(&bench, &["Noon", "Evening", "name = \"Tea\"\nremoved = true"]);
    let (code, report, said) = make(&bench, "--force puzzles");
    assert_eq!(code, 0, "{said}");
    assert!(report.contains("removed    s/volume-02: its files are deleted"), "{report}");
    assert!(!bench.path("s/volume-02").exists());
    // A table that was never made leaves no trace.
    write(&bench, &["Noon", "Evening"]);
    let (_, report, _) = make(&bench, "");
    assert!(!report.contains("Tea"), "{report}");
    write(&bench, &["Noon", "Supper", "Evening"]);
    assert!(make(&bench, "").1.contains("made       s/volume-02: puzzles 13 to 16"));
}

#[test]
fn refused_volumes_keep_no_other_from_being_made() {
    let bench = Bench::new();
    write(&bench, &["Noon", "Tea", "Evening"]);
    assert_eq!(make(&bench, "").0, 0);
    let made = [volume(&bench, 1), volume(&bench, 3)];
    let changed = ["title = \"Noon\"\ntotal = 6", "title = \"Tea\"\nsubtitle = \"Hot\""];
    write(
        &bench,
        &[changed[0], "Night", changed[1], "title = \"Evening\"\nlevels = \"1-3\"\nseed = 3"],
    );
    for flags in ["", "--force"] {
        let (code, report, said) = make(&bench, flags);
        assert_eq!(code, 2, "{said}");
        for line in [
            "s/volume-01 holds a finished run with other puzzles (total)",
            "s/volume-03 holds a finished run with other puzzles (levels, seed)",
            "`sudoku-press series s.toml --force puzzles` makes other puzzles in their place",
        ] {
            assert!(said.contains(line), "{said}");
        }
        for line in [
            "refused    s/volume-01",
            " s/volume-02: puzzles 5 to 8",
            "refused    s/volume-03",
            " s/volume-04: ",
        ] {
            assert!(report.contains(line), "{report}");
        }
        assert_eq!([volume(&bench, 1), volume(&bench, 3)], made);
    }
    assert!(String::from_utf8_lossy(&volume(&bench, 2)[2]).contains("Hot"));
    let (code, _, said) = make(&bench, "--force puzzles");
    assert_eq!(code, 0, "{said}");
    bench.ends(
        "verify s/volume-01 s/volume-02 s/volume-03 s/volume-04 --archive s/series.archive",
        0,
        "",
    );
}

/// The series brought the old puzzle back without a word.
#[test]
fn series_keeps_replaced_puzzles() {
    let bench = Bench::new();
    write(&bench, &["Noon", "Tea"]);
    assert_eq!(make(&bench, "").0, 0);
    bench.ends("run --job s/volume-02 --another 7 --archive s/series.archive --force -q", 0, "");
    let replaced = volume(&bench, 2);
    let (code, report, said) = make(&bench, "--force");
    assert!(code == 2 && report.contains("refused    s/volume-02"), "{report}{said}");
    let why = "s/volume-02 holds a finished run with other puzzles (another); another = \"L2-000001\" in its \
               [[volume]] keeps those that were replaced";
    assert!(said.contains(why), "{said}");
    assert_eq!(volume(&bench, 2), replaced);
    write(&bench, &["Noon", "title = \"Tea\"\nanother = \"L2-000001\""]);
    assert_eq!(make(&bench, "").0, 0);
    assert_eq!(volume(&bench, 2)[0], replaced[0]);
}

/// The message of a series with quotas named levels that its file does not have.
#[test]
fn changed_numbers_have_the_words_of_the_file() {
    let bench = Bench::new();
    let write = |numbers: &str| {
        let all = ALL.replace("total = 4\nlevels = \"1-2\"", numbers);
        fs::write(bench.path("s.toml"), format!("{all}[[volume]]\ntitle = \"A\"\n")).unwrap();
    };
    for (before, after, word) in [
        ("quota = { 1 = 2, 2 = 2 }", "quota = { 1 = 3, 3 = 1 }", "(quota)"),
        ("count = 2\nlevels = \"1-2\"", "count = 3\nlevels = \"1-2\"", "(count)"),
        ("count = 2\nlevels = \"1-2\"", "count = 2\nlevels = \"1-3\"", "(levels)"),
        ("total = 4\nlevels = \"1-2\"", "total = 5\nlevels = \"1-3\"", "(levels, total)"),
    ] {
        write(before);
        assert_eq!(make(&bench, "--force puzzles").0, 0);
        write(after);
        let (code, _, said) = make(&bench, "");
        assert_eq!(code, 2, "{said}");
        assert!(said.contains(word), "{word}: {said}");
    }
}

/// With another number of puzzles, all numbers of a series began behind the last volume.
#[test]
fn volumes_of_other_sizes_keep_their_first_numbers() {
    let bench = Bench::new();
    let write = |total: u32, more: &str| {
        let all = ALL.replace("total = 4", &format!("total = {total}"));
        let volumes = "[[volume]]\ntitle = \"A\"\n[[volume]]\ntitle = \"B\"\n";
        fs::write(bench.path("s.toml"), all + volumes + more).unwrap();
    };
    for (total, more, expected) in [
        (4, "", &["1 to 4", "5 to 8"][..]),
        // All volumes grow, the second behind the first.
        (6, "", &["1 to 6", "7 to 12"]),
        // All shrink where they are.
        (3, "", &["1 to 3", "7 to 9"]),
        // The last one grows where it is, and the next one follows.
        (3, "total = 5\n[[volume]]\ntitle = \"C\"\n", &["1 to 3", "7 to 11", "12 to 14"]),
        // The second one has no room now.
        (3, "total = 6\n[[volume]]\ntitle = \"C\"\n", &["1 to 3", "15 to 20", "12 to 14"]),
    ] {
        write(total, more);
        let (code, report, said) = make(&bench, "--force puzzles");
        assert_eq!(code, 0, "{said}");
        for (numbers, volume) in expected.iter().zip(1..) {
            let line = format!("s/volume-{volume:02}: puzzles {numbers}, ");
            assert!(report.contains(&line), "{line}: {report}");
        }
        let (_, again, _) = make(&bench, "--force puzzles");
        assert_eq!(
            again.replace("was there", "made     "),
            report.replace("was there", "made     ")
        );
    }
    // A number that is given is kept, and those that come twice are named.
    let grown = "run --job s/volume-01 --total 20 --archive s/series.archive --force puzzles";
    bench.ends(grown, 0, "1 to 20 are also those of puzzles in s/volume-03; --first-number 21");
    bench.ends("run --job s/volume-01 --archive s/series.archive --first-number 21 --force", 0, "");
    bench.ends("run --job s/volume-03 --total 4 --archive s/series.archive --force puzzles", 0, "");
    let manifest: Value = serde_json::from_slice(&bench.read("s/volume-01/manifest.json")).unwrap();
    assert_eq!(manifest["made"]["settings"]["first-number"], 21);
}

#[test]
fn volumes_without_names_of_their_own_are_refused() {
    let bench = Bench::new();
    for (tables, words) in [
        (
            &["Noon", "levels = \"2-3\""][..],
            "s.toml, line 12: expected a name or a title below each [[volume]]",
        ),
        (&["Noon", "Noon"], "s.toml, line 12: two volumes have the name \"Noon\""),
        (&["name = \"\"\ntitle = \"A\""], "expected a text for `name`, found another value"),
        (&["name = [\"A\"]"], "expected a text for `name`, found another value"),
    ] {
        write(&bench, tables);
        let (code, _, said) = make(&bench, "");
        assert_eq!(code, 2, "{said}");
        assert!(said.contains(words), "{said}");
        assert_eq!(bench.names("."), ["s.toml"]);
    }
    // The remedy.
    write(&bench, &["Noon", "title = \"Noon\"\nname = \"noon, once more\""]);
    assert_eq!(make(&bench, "").0, 0);
}

#[test]
fn lost_record_of_series_follows_its_books() {
    let bench = Bench::new();
    write(&bench, &["Noon", "Evening"]);
    assert_eq!(make(&bench, "").0, 0);
    let made = [volume(&bench, 1), volume(&bench, 2)];
    fs::remove_file(bench.path("s/series.json")).unwrap();
    write(&bench, &["Tea", "Evening", "Noon"]);
    let (code, report, said) = make(&bench, "");
    assert_eq!(code, 0, "{said}");
    assert!(report.contains("made       s/volume-03"), "{report}");
    assert_eq!([volume(&bench, 1), volume(&bench, 2)], made);
    for text in ["{}", "mine", "{\"format\":2,\"volumes\":[]}"] {
        fs::write(bench.path("s/series.json"), text).unwrap();
        let (code, _, said) = make(&bench, "");
        assert_eq!(code, 2, "{said}");
        assert!(
            said.contains("s/series.json: expected the record of a series, found another file"),
            "{said}"
        );
        assert_eq!(bench.read("s/series.json"), text.as_bytes());
    }
}

#[test]
fn first_language_of_a_series_keeps_its_folders() {
    let bench = Bench::new();
    let write = |languages: &str, title: &str| {
        let all = ALL.replace(
            "series = \"Rain\"",
            "series = { en = \"Rain\", es = \"Lluvia\", fr = \"Pluie\" }",
        );
        let text = format!("languages = {languages}\n{all}[[volume]]\ntitle = {title}\n");
        fs::write(bench.path("s.toml"), text).unwrap();
    };
    write("[\"en\", \"es\"]", "{ en = \"Noon\", es = \"Tarde\" }");
    assert_eq!(make(&bench, "").0, 0);
    let made = volume(&bench, 1);
    write("[\"fr\", \"es\", \"en\"]", "{ fr = \"Midi\", en = \"Noon\", es = \"Tarde\" }");
    let (code, report, said) = make(&bench, "");
    assert_eq!(code, 0, "{said}");
    assert!(report.contains("made       s/volume-01-fr: puzzles 1 to 4"), "{report}");
    assert_eq!(volume(&bench, 1), made);
    write("[\"fr\", \"es\"]", "{ fr = \"Midi\", es = \"Tarde\" }");
    let wanted = "expected en among the `languages`, because the volumes were made in it first, found fr, es";
    let (code, _, said) = make(&bench, "");
    assert!(code == 2 && said.contains(wanted), "{said}");
}

/// A volume of a series is laid over the settings of all volumes, as flags are laid over a job.
#[test]
fn volume_is_laid_over_all_volumes() {
    let bench = Bench::new();
    let file = "[all]\nprinter = 'kdp'\ntrim = '6x9'\nquota = '1=20,2=10'\ncover = false\nseries = 'R'\n\
                [[volume]]\ntitle = 'Rain'\n[[volume]]\ntitle = 'Sun'\ntotal = 60\nprinter = 'bod'\n";
    fs::write(bench.path("s.toml"), file).unwrap();
    let note = "printer bod does not have --trim 6x9; the nearest is --trim 155x220mm";
    bench.ends("series s.toml --out s", 0, note);
    let made = |volume: &str| {
        let manifest = bench.read(&format!("s/{volume}/manifest.json"));
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
        manifest["made"]["settings"].clone()
    };
    assert_eq!(
        (&made("volume-01")["trim"], &made("volume-01")["quota"]),
        (&"6x9".into(), &"1=20,2=10".into())
    );
    assert_eq!(
        (&made("volume-02")["trim"], &made("volume-02")["quota"]),
        (&"155x220mm".into(), &"1=40,2=20".into())
    );
    bench.ends("series s.toml --out s -q", 0, "");
}
