//! Settings and names that users type: job files, flags and variables; any case, other codes, any language.

use crate::support::program::Bench;
use crate::support::readback;
use book::{Language, Template};
use human::Ladder;
use make::FullGrid;
use page::Palette;
use preflight::Printer;
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::process::Command;
use tables::{GridFormat, TableFormat};

fn shown(bench: &Bench, args: &str) -> String {
    let shown = bench.run(&format!("job show --origin {args}"));
    let said = String::from_utf8_lossy(&shown.stderr).into_owned();
    assert!(shown.status.success(), "{args}: {said}");
    String::from_utf8(shown.stdout).unwrap()
}

/// A text that looks like a number stays a text, and a number that TOML cannot write becomes one.
#[test]
fn shown_job_keeps_texts_like_numbers() {
    let bench = Bench::new();
    let seed = u64::MAX.to_string();
    for title in ["007", "+5", "-0", "1_000", "1e3", "0x10", "12", "true", "2027-01-01", "a\"b"] {
        let set = ["--title", title, "--author", "0815", "--seed", &seed];
        let shown = bench.command("job show").args(set).output().unwrap();
        assert!(shown.status.success(), "{title}");
        fs::write(bench.path("job.toml"), &shown.stdout).unwrap();
        let job: toml::Table = String::from_utf8(shown.stdout.clone()).unwrap().parse().unwrap();
        let kept = match &job["title"] {
            toml::Value::String(text) => text.clone(),
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Boolean(truth) => truth.to_string(),
            other => panic!("{title}: {other:?}"),
        };
        assert_eq!(kept, title);
        let again = String::from_utf8(bench.run("job show job.toml").stdout).unwrap();
        let again: toml::Table = again.parse().unwrap();
        assert_eq!(again, job);
    }
}

#[test]
fn flags_override_environment_and_environment_overrides_file() {
    let bench = Bench::new();
    let job = "seed = 5\ncount = 7\nlevels = [1, 3]\nquiet = true\nattempts = 500\n";
    fs::write(bench.path("job.toml"), job).unwrap();
    let mut command = bench.command("job show --origin job.toml --attempts 900");
    command.env("SUDOKU_PRESS_SEED", "6");
    let said = String::from_utf8(command.output().unwrap().stdout).unwrap();
    for line in [
        "attempts = 900  # flag",
        "seed = 6  # environment, SUDOKU_PRESS_SEED",
        "count = 7  # job.toml, line 2",
        "levels = \"1,3\"  # job.toml, line 3",
        "quiet = true  # job.toml, line 4",
        "variants = 1  # default",
        "# archive = none  # default",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let made = bench.run("generate --job job.toml --count 2");
    assert!(made.status.success() && made.stderr.is_empty());
    let flags = bench.run("generate --seed 5 --levels 1,3 --count 2 --attempts 500");
    assert_eq!(made.stdout, flags.stdout);
    // A quota on the command line is in the place of a count in the file.
    let quota = shown(&bench, "job.toml --quota 2=3");
    assert!(quota.contains("quota = \"2=3\"  # flag"), "{quota}");
    assert!(quota.contains("# count = none, quota is set  # default"), "{quota}");
    // And so is a number of pages, which was refused beside it.
    let pages = shown(&bench, "job.toml --pages 60");
    assert!(pages.contains("# count = none, pages is set  # default"), "{pages}");
    for (flags, line) in [
        ("", "# count = 200 puzzles, 52 rounds, or the days of a year\n"),
        ("--count 3", "# quota = none, count is set\n"),
        ("--quota 2=3", "# levels = none, quota is set\n"),
        ("--printer kdp", "# paper = the printer's first\n"),
    ] {
        let said = bench.run(&format!("job show {flags}")).stdout;
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains(line), "{flags}: {said}");
    }
}

/// A release build made 1,000 puzzles, whatever the job file and the environment said, and ended with 0.
#[test]
fn every_job_command_reads_file_and_environment() {
    let bench = Bench::new();
    fs::write(bench.path("job.toml"), "count = 7\nseed = 1\n").unwrap();
    let rows = |command: &mut std::process::Command| {
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout.iter().filter(|byte| **byte == b'\n').count()
    };
    assert_eq!(rows(&mut bench.command("generate --job job.toml -q")), 36);
    let mut generate = bench.command("generate -q");
    assert_eq!(rows(generate.env("SUDOKU_PRESS_COUNT", "3")), 16);
    for command in ["run --job", "generate --job", "job show"] {
        bench.ends(&format!("{command} none.toml"), 2, "none.toml");
        let unknown = bench
            .command(command.trim_end_matches(" --job"))
            .env("SUDOKU_PRESS_NONSENSE", "1")
            .output()
            .unwrap();
        assert_eq!(unknown.status.code(), Some(2), "{command}");
    }
    assert!(!bench.path("out").exists());
    bench.ends("run --job job.toml -q", 0, "");
    let catalog = String::from_utf8(bench.read("out/catalog.csv")).unwrap();
    assert_eq!(catalog.lines().count(), 36);
}

#[test]
fn setting_is_located_despite_similar_text() {
    let text = "# count\ntitle = \"\"\"\ncount = 3\ncounting = 4\"\"\"\n\n  \"count\" = \"x\"\n";
    let settings = jobs::Job::parse("job.toml", text);
    let settings: Vec<_> = settings.into_iter().map(Result::unwrap).collect();
    let places = settings.iter().map(|s| format!("{}: {}", s.setting.name, s.origin));
    let places: Vec<_> = places.collect();
    assert_eq!(places, ["title: job.toml, line 2", "count: job.toml, line 6"]);
    let wrong = text.replace("\"count\" =", "cuont =");
    let settings = jobs::Job::parse("job.toml", &wrong);
    let error = settings.into_iter().find_map(Result::err).unwrap();
    assert!(error.to_string().starts_with("job.toml, line 6: "), "{error}");
}

/// TOML's integers end before seeds do, and JSON leaves a character as it is that TOML does not.
#[test]
fn job_show_prints_a_job_file() {
    let bench = Bench::new();
    for flags in [
        "--seed 18446744073709551615 --title a\u{7f}b",
        "--quota 2=3,5=1 --quiet --threads 2 --font a.ttf --font b.ttf",
        "--levels 1,3 --count 4 --text about=me.md --out nights/{date}",
    ] {
        let show = |args: &str| {
            let said = bench.run(&format!("job show {args}"));
            assert!(said.status.success(), "{said:?}");
            String::from_utf8(said.stdout).unwrap()
        };
        let settings = show(flags);
        fs::write(bench.path("job.toml"), &settings).unwrap();
        let said = |all: &str| -> Vec<String> {
            let lines = all.lines().filter(|line| !line.starts_with('#'));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(said(&show("job.toml")), said(&settings));
    }
}

#[test]
fn unknown_settings_are_refused_with_the_nearest_name() {
    let bench = Bench::new();
    for (job, words) in [
        (
            "seed = 1\ncuont = 5\n",
            "job.toml, line 2: there is no setting `cuont`; the nearest is `count`",
        ),
        ("[archiv]\nfile = 1\n", "nearest is `archive`"),
        (
            "count = 0\n",
            "job.toml, line 1: `count`: expected a number from 1 to 10000000000, found \"0\"",
        ),
        ("quiet = 3\n", "true or false"),
        ("count = \n", "job.toml"),
        ("job = \"other.toml\"\n", "no setting `job`"),
        ("count = 2\nquota = { 1 = 5 }\n", "cannot be used with"),
    ] {
        fs::write(bench.path("job.toml"), job).unwrap();
        bench.ends("run --job job.toml", 2, words);
    }
    bench.ends("run --job nosuch.toml", 2, "--job nosuch.toml: No such file");
    let mut wrong = bench.command("run");
    wrong.env("SUDOKU_PRESS_LEVELS", "9");
    let said = String::from_utf8(wrong.output().unwrap().stderr).unwrap();
    assert!(said.contains("environment, SUDOKU_PRESS_LEVELS"), "{said}");
    for (variable, nearest) in [
        ("SUDOKU_PRESS_CUONT", "SUDOKU_PRESS_COUNT"),
        ("SUDOKU_PRESS_LOGFORMAT", "SUDOKU_PRESS_LOG_FORMAT"),
        ("SUDOKU_PRESS_count", "SUDOKU_PRESS_COUNT"),
    ] {
        for command in ["run", "generate", "job show"] {
            let mut wrong = bench.command(command);
            let ended = wrong.env(variable, "5").output().unwrap();
            let said = String::from_utf8(ended.stderr).unwrap();
            let words = format!("there is no {variable}; the nearest is {nearest}");
            assert_eq!(ended.status.code(), Some(2), "{said}");
            assert!(said.contains(&words), "{said}");
        }
        // Whoever does not read the environment is not concerned.
        let mut other = bench.command("template list");
        assert!(other.env(variable, "5").output().unwrap().status.success());
    }
    // A setting of `run` alone is no mistake for `generate`.
    let mut other = bench.command("generate --levels 1 --count 1 -q");
    other.env("SUDOKU_PRESS_TRIM", "a4");
    assert!(other.output().unwrap().status.success());
    assert_eq!(bench.names("."), ["job.toml"]);
}

/// The template as it is shipped, thirty nights: no class twice, and each night is itself again, made
/// from the archive as it stood before it, and from the archive as it is in the end.
#[test]
fn the_job_template_makes_nights_without_common_puzzles() {
    let bench = Bench::new();
    fs::write(
        bench.path("nightly.toml"),
        include_str!("../../../crates/jobs/templates/nightly.toml"),
    )
    .unwrap();
    // The sample's secret is everybody's.
    let refused = "expected a secret of your own";
    bench.ends("run --job nightly.toml --date 2026-11-01", 2, refused);
    let text = String::from_utf8(bench.read("nightly.toml")).unwrap();
    let text = text.replace("\"change me\"", "\"the owl and the pussycat\"");
    fs::write(bench.path("nightly.toml"), text).unwrap();
    bench.ends("archive create --archive printed.archive", 0, "");
    let shown = shown(&bench, "nightly.toml");
    assert!(shown.contains("# secret = not shown  # nightly.toml"), "{shown}");
    // Grids of one class, so that the nights have something to refuse.
    const NIGHT: &str = "run --job nightly.toml --count 6 --grid cyclic --look published --date";
    let names = ["catalog.csv", "book.pdf", "SHA256SUMS", "manifest.json"];
    let night_of = |folder: String| names.map(|name| bench.read(&format!("{folder}/{name}")));
    let (mut classes, mut reissued) = (HashSet::new(), 0);
    for day in 1..=30 {
        let date = format!("2026-11-{day:02}");
        fs::copy(bench.path("printed.archive"), bench.path(&date)).unwrap();
        let night = format!("{NIGHT} {date}");
        bench.ends(&night, 0, "");
        let csv = bench.read(&format!("nights/{date}/catalog.csv"));
        let mut rows = csv::Reader::from_reader(&csv[..]);
        for row in rows.records().map(Result::unwrap) {
            assert!(classes.insert(row[12].to_owned()), "{date}");
            reissued += u32::from(&row[15] != "0");
        }
        bench.ends(&night, 0, "nothing to do");
    }
    assert_eq!(classes.len(), 30 * 30);
    assert!(reissued > 10, "there was something to refuse: {reissued}");
    for day in (1..=30).step_by(5) {
        let date = format!("2026-11-{day:02}");
        let again = format!("{NIGHT} {date} --archive {date} --out again/{date}");
        bench.ends(&again, 0, "");
        let night = night_of(format!("nights/{date}"));
        assert!(night_of(format!("again/{date}")) == night, "{date}");
        // The folder is lost, and nights later it is made again.
        fs::remove_dir_all(bench.path(&format!("nights/{date}"))).unwrap();
        bench.ends(&format!("{NIGHT} {date}"), 12, "has this run already");
        bench.ends(&format!("{NIGHT} {date} --force puzzles"), 0, "");
        assert!(night_of(format!("nights/{date}")) == night, "{date}");
    }
    let said = bench.run("archive check --archive printed.archive").stdout;
    assert!(said.starts_with(b"sound: 900 puzzles of 30 runs"));
    bench.ends("run --seed from-date --date tomorrow", 2, "2026-11-20");
    let another =
        bench.run("generate --levels 1 --count 1 --seed from-date --secret x --date 2026-12-01");
    let same =
        bench.run("generate --levels 1 --count 1 --seed from-date --secret x --date 2026-12-01");
    let other =
        bench.run("generate --levels 1 --count 1 --seed from-date --secret y --date 2026-12-01");
    assert_eq!(another.stdout, same.stdout);
    assert_ne!(another.stdout, other.stdout);
}

#[test]
fn a_job_file_can_set_parts_and_texts() {
    let bench = Bench::new();
    fs::write(bench.path("me.md"), "I live by the sea.").unwrap();
    let job = "quota = { 1 = 4 }\nseed = 3\ntrim = \"6x9\"\n\
               parts = [\"copyright\", \"puzzles\", \"answers\", \"about\"]\n\
               text = { about = \"me.md\" }\nwebsite = \"www.example.com\"\n";
    fs::write(bench.path("job.toml"), job).unwrap();
    bench.ends("run --job job.toml", 0, "");
    let sheets = crate::support::readback::sheets(&bench.read("out/book.pdf"));
    let text: Vec<_> = sheets.iter().flat_map(crate::support::readback::Sheet::lines).collect();
    for words in ["www.example.com", "About the author", "I live by the sea."] {
        assert!(text.iter().any(|line| line == words), "{words}: {text:?}");
    }
    assert!(!text.iter().any(|line| line.contains("The levels")), "{text:?}");
    bench.ends("run --job job.toml", 0, "nothing to do");
    // Another text is another book.
    fs::write(bench.path("me.md"), "I live in the hills.").unwrap();
    bench.ends("run --job job.toml", 2, "other settings (text)");
}

/// What editors of other systems make of a job file, and what people write who know other programs.
#[test]
fn job_files_from_any_editor_work() {
    let bench = Bench::new();
    const JOB: &str = "out = \"made\"\nseed = 5\ntotal = 4\nlevels = \"1-2\"\nquiet = true\n";
    let utf16 = |order: fn(u16) -> [u8; 2]| {
        let units = std::iter::once(0xfeff).chain(JOB.encode_utf16());
        units.flat_map(order).collect::<Vec<_>>()
    };
    for (name, bytes) in [
        ("as it is", JOB.as_bytes().to_vec()),
        ("mark of UTF-8", format!("\u{feff}{JOB}").into_bytes()),
        ("lines of Windows", JOB.replace('\n', "\r\n").into_bytes()),
        ("UTF-16, low byte first", utf16(u16::to_le_bytes)),
        ("UTF-16, high byte first", utf16(u16::to_be_bytes)),
        ("capitals", JOB.replace("total", "Total").replace("seed", "SEED").into_bytes()),
        ("numbers as text", JOB.replace("= 4", "= \"4\"").into_bytes()),
        ("true as text", JOB.replace("true", "\"true\"").into_bytes()),
        ("a time zone", format!("{JOB}timezone = \"Pacific/Pago_Pago\"\n").into_bytes()),
        ("underscores", format!("{JOB}lock_wait = \"2s\"\n").into_bytes()),
    ] {
        fs::write(bench.path("job.toml"), bytes).unwrap();
        bench.ends("run --job job.toml", 0, "");
        let catalog = String::from_utf8(bench.read("made/catalog.csv")).unwrap();
        assert_eq!(catalog.lines().count(), 5, "{name}");
        fs::remove_dir_all(bench.path("made")).unwrap();
    }
    for (more, words) in [
        ("total = 30", "line 6: `total`: set twice, first in line 3; leave one out"),
        ("TOTAL = 30", "line 6: `total`: set twice, first in job.toml, line 3"),
        ("title = \u{201c}Rain\u{201d}", "line 6: `title`: expected a text in straight quotes"),
        ("title = \u{ab}Rain\u{bb}", "line 6: `title`: expected a text in straight quotes"),
        (
            "title = Rainy Days",
            "line 6: `title`: expected a number, true, false, a list, or a text",
        ),
        ("title = \"Rainy", "line 6: `title`: expected a number, true, false, a list, or a text"),
        ("cover = True", "line 6: `cover`: expected true or false, found True"),
        ("cover = yes", "line 6: `cover`: expected true or false, found yes"),
        ("cover = \"yes\"", "line 6: `cover`: expected true or false, found \"yes\""),
        (r#"logo = "C:\Users\me\logo.svg""#, "line 6: `logo`: expected no single \\"),
        (r#"logo = "C:\my\logo.svg""#, "line 6: `logo`: expected no single \\"),
        (
            "[book]\ntitle = \"X\"",
            "no setting `book`, and settings are in no section; leave the line [book] out",
        ),
        ("[archiv]\nfile = 1", "there is no setting `archiv`; the nearest is `archive`"),
        (
            "nonsense = 1",
            "there is no setting `nonsense`; `sudoku-press job show` lists all settings",
        ),
        ("timezone = \"Pago Pago\"", "expected a time zone such as Europe/Berlin"),
    ] {
        fs::write(bench.path("job.toml"), format!("{JOB}{more}\n")).unwrap();
        bench.ends("run --job job.toml", 2, words);
    }
    fs::write(bench.path("job.toml"), b"title = \"D\xedas\"\n").unwrap();
    bench.ends(
        "run --job job.toml",
        2,
        "expected UTF-8 text, found other bytes; save the file as UTF-8",
    );
    assert_eq!(bench.names("."), ["job.toml"]);
}

#[test]
fn variable_unlike_any_setting_has_no_nearest() {
    let bench = Bench::new();
    for variable in ["SUDOKU_PRESS_BOGUS", "SUDOKU_PRESS_JOB", "SUDOKU_PRESS_", "SUDOKU_PRESS_X"] {
        let ended = bench.command("run").env(variable, "1").output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(2), "{said}");
        let words = format!("there is no {variable}; `sudoku-press job show` lists all settings");
        assert!(said.contains(&words), "{said}");
    }
}

/// Editors complete job files by the schema, so it must allow what the program reads and no more.
#[test]
fn schema_has_every_setting_of_every_command() {
    let bench = Bench::new();
    let shown = bench.run("job schema");
    assert!(shown.status.success());
    let schema: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    let settings = schema["properties"].as_object().unwrap();
    for command in ["run", "generate"] {
        let help = bench.run(&format!("{command} --help")).stdout;
        let help = String::from_utf8(help).unwrap();
        for word in help.split_whitespace().filter_map(|word| word.strip_prefix("--")) {
            let is_flag = word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            let is_setting = !["help", "version", "job", "force", "features"].contains(&word);
            assert!(!is_flag || !is_setting || settings.contains_key(word), "{command} --{word}");
        }
    }
    assert_eq!(settings["count"]["minimum"], 1);
    assert_eq!(settings["ladder"]["enum"], serde_json::json!(["published", "human"]));
    assert_eq!(settings["minimal"]["type"], "boolean");
    assert_eq!(settings["variants"]["default"], 1);
    assert_eq!(schema["additionalProperties"], false);
}

/// A folder of that name was made.
#[test]
fn unknown_places_in_outputs_are_refused() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=1 -q --seed 1 --out c.csv", 0, "");
    let date = "expected no place in braces but {date}, found ";
    let none = "expected a path without {}, found ";
    let home = "where ~ is not replaced; write the whole path";
    for (args, words) in [
        ("run --out {Date}", date),
        ("run --out nights/{seed}-{date}", date),
        ("run --out ~/books", home),
        ("run --out ~", home),
        ("generate --out {number}.csv", date),
        ("generate --into ~/parts", home),
        ("generate --into {day}", date),
        ("book c.csv --out {date}.pdf", none),
        ("cover c.csv --printer kdp --out ~/cover.pdf", home),
        ("export svg c.csv --out ~/drawings", home),
        ("solve c.csv --out {name}.txt", none),
        ("verify c.csv --sheet ~/proof.html", home),
        ("one --pdf ~/one.pdf", home),
        ("series s.toml --out ~/series", home),
    ] {
        bench.ends(args, 2, words);
    }
    fs::write(bench.path("job.toml"), "out = \"~/books\"\n").unwrap();
    bench.ends("run --job job.toml", 2, "job.toml, line 1: `out`: expected a path, found ~/books");
    assert_eq!(bench.names("."), ["c.csv", "job.toml"]);
    // The remedy.
    bench.ends("run --quota 1=1 -q --out ./~", 0, "");
    bench.ends("run --quota 1=1 -q --out n/{date} --date 2026-11-20", 0, "");
    assert_eq!(bench.names("n"), ["2026-11-20"]);
}

/// The message named the file alone, which is there: beside the job file.
#[test]
fn message_finds_files_beside_the_job_file() {
    let bench = Bench::new();
    fs::create_dir(bench.path("jobs")).unwrap();
    let design = bench.run("template show pocket").stdout;
    fs::write(bench.path("jobs/mine.toml"), design).unwrap();
    fs::write(bench.path("jobs/about.md"), "About me.").unwrap();
    for (line, words) in [
        (
            "template = \"mine.toml\"",
            "`template`: expected a name that counts from the folder of the command",
        ),
        (
            "text = { about = \"about.md\" }",
            "found about.md, which is beside the job file; write jobs/about.md",
        ),
    ] {
        let line = format!("total = 5\n{line}\n");
        fs::write(bench.path("jobs/job.toml"), &line).unwrap();
        bench.ends("run --job jobs/job.toml -q", 2, words);
        bench.ends("run --job jobs/job.toml -q", 2, "jobs/job.toml, line 2: ");
        // The remedy.
        let line = line.replace("= \"", "= \"jobs/");
        fs::write(bench.path("jobs/job.toml"), line).unwrap();
        bench.ends("run --job jobs/job.toml -q --force puzzles", 0, "");
    }
}

/// Numbers, sizes, dates and ranges as people write them were refused: `1,000`, `15 cm x 22 cm`, `10-20`.
#[test]
fn values_are_read_as_people_write_them() {
    let bench = Bench::new();
    let made = |values: &[(&str, &str)], folder: &str| {
        let mut command = bench.command("run --total 7 --seed 1 -q --out");
        command.arg(folder);
        for (name, value) in values {
            command.args([format!("--{name}"), (*value).to_owned()]);
        }
        let output = command.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        if !output.status.success() {
            return said;
        }
        let manifest: serde_json::Value =
            serde_json::from_slice(&bench.read(&format!("{folder}/manifest.json"))).unwrap();
        manifest["made"]["settings"].to_string()
    };
    for (at, (name, typed, plain)) in [
        ("trim", "15,2 cm x 22.9 cm", "152x229mm"),
        ("trim", "6\u{2033} × 9\u{2033}", "6x9"),
        ("trim", "6\" x 9\"", "6x9"),
        ("attempts", "20,000", "20000"),
        ("attempts", "20.000", "20000"),
        ("attempts", "20 000", "20000"),
        ("attempts", "20'000", "20000"),
        ("givens", "50 - 60", "50..60"),
        ("givens", "50–60", "50..60"),
        ("er", "1,2-2,6", "1.2..2.6"),
    ]
    .into_iter()
    .enumerate()
    {
        let [typed, plain] = [typed, plain].map(|text| {
            let folder = format!("{at}-{}", text == typed);
            made(&[("levels", "1"), (name, text)], &folder)
        });
        assert!(typed.starts_with('{') && typed == plain, "{name}: {typed}, {plain}");
    }
    let daily =
        |day: &str, folder: &str| made(&[("template", "daily"), ("first-day", day)], folder);
    let plain = daily("2027-12-31", "day");
    assert!(plain.contains("2027-12-31"), "{plain}");
    for (at, day) in ["31.12.2027", "2027/12/31"].into_iter().enumerate() {
        assert_eq!(daily(day, &format!("day-{at}")), plain);
    }
    // Which number is the month is anybody's guess; a thousand has three digits.
    assert!(daily("11/12/2027", "no").contains("expected a date such as 2026-11-20"));
    assert!(made(&[("attempts", "1,50")], "no").contains("expected a number from 1 to"));
    assert!(made(&[("attempts", "1,0000")], "no").contains("expected a number from 1 to"));
    assert!(made(&[("trim", "15 cm x 22 mm")], "no").contains("expected a trim such as"));
    assert!(!bench.path("no").exists());
}

/// A job file of a stranger is read before it is run: nothing that it touches is hidden.
#[test]
fn job_show_names_every_file_of_a_job() {
    let bench = Bench::new();
    let flags = "--out n/{date} --date 2026-11-20 --archive a --metrics-file m.prom --template t.toml --lang l.toml \
                 --printer p.toml --font a.ttf,b.otf --logo l.svg --text about=me.md,part=x.md \
                 --pattern p.txt --cover --back words --cover-picture c.png";
    let shown = settings(&bench, flags);
    let paths = |heading: &str| -> BTreeSet<String> {
        let line = shown.lines().find_map(|line| line.strip_prefix(heading)).unwrap();
        line.split(", ").map(|path| path.trim_matches('"').to_owned()).collect()
    };
    let expected = [
        "a.ttf", "b.otf", "c.png", "l.svg", "l.toml", "me.md", "p.toml", "p.txt", "t.toml", "x.md",
    ];
    assert_eq!(paths("# reads: "), expected.map(str::to_owned).into());
    assert_eq!(paths("# writes: "), ["a", "m.prom", "n/2026-11-20"].map(str::to_owned).into());
    // What is built in is no file, and no name ends the comment.
    let shown = settings(&bench, "--template pocket --lang zh-CN --printer KDP");
    assert!(shown.ends_with("# reads: no file\n# writes: \"out\"\n"), "{shown}");
    let mut evil = bench.command("job show");
    let shown = evil.args(["--out", "a\ncount = 7"]).output().unwrap().stdout;
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.ends_with("# writes: \"a\\ncount = 7\"\n"), "{shown}");
}

/// Each setting of a sample that is switched off is a value that the program takes.
#[test]
fn samples_name_values_that_are_accepted() {
    let bench = Bench::new();
    let mut tried = 0;
    for (name, text) in jobs::Job::BUILTIN {
        for line in text.lines().filter_map(|line| line.strip_prefix("# ")) {
            let (setting, comment) = line.split_once('#').unwrap_or((line, ""));
            let Some((key, value)) = setting.split_once(" = ") else { continue };
            if key.contains(' ') || value.contains('{') {
                continue;
            }
            // The value, and the others of a list such as `las-vegas, shuffled or cyclic`.
            let mut values = vec![value.trim().to_owned()];
            let list = comment.trim().split([';', ':']).next().unwrap().replace(" or ", ", ");
            let words: Vec<_> = list.split(", ").map(str::trim).collect();
            if words.len() > 2 && words.contains(&value.trim().trim_matches('"')) {
                let is_word =
                    |word: &&&str| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
                values.extend(words.iter().filter(is_word).map(|word| format!("\"{word}\"")));
            }
            for value in values {
                fs::write(bench.path("job.toml"), format!("{key} = {value}\n")).unwrap();
                let shown = bench.run("job show job.toml");
                let said = String::from_utf8_lossy(&shown.stderr);
                let is_missing = said.contains("too, found none");
                assert!(shown.status.success() || is_missing, "{name}: {key} = {value}: {said}");
                tried += 1;
            }
        }
    }
    assert!(tried > 12, "{tried}");
}

/// The whole help of a command, in one line.
fn help(command: &str) -> String {
    let words = command.split_whitespace().chain(["--help"]);
    let output = Command::new(crate::support::program::program()).args(words).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What `job show` makes of flags.
fn settings(bench: &Bench, flags: &str) -> String {
    let output = bench.run(&format!("job show {flags}"));
    assert!(output.status.success(), "{flags}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Each was refused, some with "os error 2".
#[test]
fn names_allow_any_case_and_separators() {
    let bench = Bench::new();
    let run = "run --count 1 --levels easy --seed 1 -q --force puzzles";
    for flags in [
        "--printer KDP --paper Cream --trim 6X9 --fill-pages",
        "--template Large_Print",
        "--template large-print --symmetry Half_Turn",
        "--ladder Human --needs X_Wing --levels HARD",
        "--ladder human --course Naked_Pair,POINTING --levels 2",
        "--answers APART",
        "--parts Title,PUZZLES,How_To_Play,answers",
        "--cover --printer Kdp --trim 6x9 --fill-pages --palette SUN --cover-design LETTERS --spine 2mm",
    ] {
        let levels =
            if flags.contains("--levels") { run.replace(" --levels easy", "") } else { run.into() };
        let levels = if flags.contains("--course") {
            (levels, flags.replace(" --levels 2", ""))
        } else {
            (levels, flags.to_owned())
        };
        bench.ends(&format!("{} {}", levels.0, levels.1), 0, "");
    }
    // A name with a space is one word of the command line.
    let mut command = bench.command("run --count 1 --levels 1 --seed 1 -q --out spaced");
    command.args(["--template", "large print", "--lang", "pt br"]);
    assert!(command.status().unwrap().success());
    let manifest = String::from_utf8(bench.read("spaced/manifest.json")).unwrap();
    assert!(manifest.contains("\"template\": \"large-print\""), "{manifest}");
    assert!(manifest.contains("\"lang\": \"pt-BR\""), "{manifest}");
    bench.ends("verify spaced", 0, "");
    bench.ends("book spaced --lang EN --title Calm --out calm.pdf", 0, "");
}

#[test]
fn languages_are_known_by_other_codes() {
    let bench = Bench::new();
    let shown = |code: &str| {
        let output = bench.run(&format!("lang show {code}"));
        assert!(output.status.success(), "{code}: {}", String::from_utf8_lossy(&output.stderr));
        Language::parse(&String::from_utf8(output.stdout).unwrap()).unwrap().code().to_owned()
    };
    for (typed, code) in [
        ("zh-CN", "zh-Hans"),
        ("zh_CN", "zh-Hans"),
        ("zh-hans", "zh-Hans"),
        ("zh-Hant", "zh-TW"),
        ("zh-HK", "zh-TW"),
        ("zh_Hant_HK", "zh-TW"),
        ("zh-Hans-SG", "zh-Hans"),
        ("jp", "ja"),
        ("ja-JP", "ja"),
        ("pt", "pt-BR"),
        ("pt_br", "pt-BR"),
        ("de-AT", "de"),
        ("de-Latn-CH", "de"),
        ("en_us", "en-US"),
        ("en-GB", "en"),
    ] {
        assert_eq!(shown(typed), code, "{typed}");
    }
    // Portuguese of Portugal is another language than that of Brazil.
    bench.ends("lang show pt-PT", 2, "found \"pt-PT\", which is neither");
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    for (typed, code) in [("zh_CN", "zh"), ("jp", "ja"), ("pt", "pt-BR")] {
        let told = |code: &str| {
            crate::support::program::fed(&bench, &format!("explain --lang {code}"), puzzle)
        };
        assert_eq!(told(typed), told(code), "{typed}");
    }
    bench.ends("explain --lang xx", 2, "possible values: de, ");
}

/// `--levels easy` was "expected a level", and `one --level Evil` "invalid digit found in string".
#[test]
fn levels_have_names_in_every_language() {
    let bench = Bench::new();
    let made = |flags: &str| {
        let made = bench.run(&format!("generate --seed 3 {flags}"));
        assert!(made.status.success(), "{flags}: {}", String::from_utf8_lossy(&made.stderr));
        made.stdout
    };
    for (named, numbered) in [
        ("--levels easy --count 2", "--levels 2 --count 2"),
        ("--levels Beginner-Medium --count 2", "--levels 1-3 --count 2"),
        ("--levels 入门,Difícil --count 2", "--levels 1,4 --count 2"),
        ("--quota Leicht=2,evil=1", "--quota 2=2,5=1"),
        ("--ladder human --levels gentle-EASY --count 1", "--ladder human --levels 1-2 --count 1"),
    ] {
        assert_eq!(made(named), made(numbered), "{named}");
    }
    let one = |level: &str| bench.run(&format!("one --level {level} --seed 3 -q")).stdout;
    assert!(!one("5").is_empty() && one("5") == one("Evil"));
    let job = settings(&bench, "--turns easy,easy,hard");
    assert!(job.contains("turns = \"easy,easy,hard\""), "{job}");
    for (args, words) in [
        ("generate --levels eesy", "\"eesy\"; the nearest is easy"),
        ("generate --levels gentle", "\"gentle\", which is level 1 with `ladder = human`"),
        ("generate --levels evil --ladder human", "which is level 5 with `ladder = published`"),
        ("generate --quota teuflisch=3,bginner=2", "the nearest is beginner"),
        ("one --level nosuch", "or its name, found \"nosuch\""),
        ("one --level Evil --ladder human", "--level: expected a level, 1 (Gentle)"),
        ("run --turns Teuflisch", "(level 5 of the published ladder, 6 of the human ladder)"),
        ("one --level 1.5", "expected a level, found \"1.5\""),
    ] {
        bench.ends(args, 2, words);
        let said = String::from_utf8(bench.run(args).stderr).unwrap();
        assert!(!said.contains("invalid digit"), "{args}: {said}");
    }
}

/// A name that was no file was told as "No such file or directory (os error 2)".
#[test]
fn unknown_name_is_refused_with_the_nearest() {
    let bench = Bench::new();
    for (args, words) in [
        ("run --printer kdpp --trim 6x9", "found \"kdpp\", which is neither; the nearest is kdp"),
        ("run --template Clasic", "found \"Clasic\", which is neither; the nearest is classic"),
        ("run --lang xx", "found \"xx\", which is neither"),
        ("run --template mine.toml", "found \"mine.toml\": there is no such file"),
        ("printer show ingrm", "the nearest is ingram"),
        ("run --symmetry halfturns", "'half-turn'"),
        ("run --ladder human --needs X_Wings", "found \"X_Wings\"; the nearest is x-wing"),
        (
            "run --ladder human --needs skyscrapper",
            "expected one of 51 names, such as last-cell, hidden-single-block, hidden-single-line; or \
             skyscraper, two-string-kite, turbot-fish, w-wing, remote-pair, xy-chain, \
             simple-colouring, found \"skyscrapper\"; the nearest is skyscraper",
        ),
        ("run --ladder human --without W-wings", "found \"W-wings\"; the nearest is w-wing"),
        ("run --course pointing,skyscraper", "found \"skyscraper\""),
        ("run --course pointing,naked-piar", "found \"naked-piar\"; the nearest is naked-pair"),
        ("run --course levels 9", "expected levels 1 to 7"),
        (
            "run --course pointing,naked-pair --count 6 --variants 4",
            "--count: expected a multiple of 4, --variants, because a chapter",
        ),
        ("run --printer kdp --paper creme --trim 6x9", "paper white, cream"),
        // One letter of two is too much for a misspelt name.
        ("run --lang ar", "found \"ar\", which is neither\n"),
    ] {
        bench.ends(args, 2, words);
        let said = String::from_utf8(bench.run(args).stderr).unwrap();
        assert!(!said.contains("os error"), "{args}: {said}");
    }
    // A file is still one, and a path names a file where a built-in one has the name.
    let own = Template::BUILTIN[0].1.replace("name = \"classic\"", "name = \"own\"");
    std::fs::write(bench.path("kdp"), own).unwrap();
    bench.ends("template check ./kdp", 0, "");
    bench.ends("printer check ./kdp", 2, "");
}

/// The help says once that case and separators do not matter.
#[test]
fn help_says_once_how_names_are_read() {
    let whole = help("");
    assert_eq!(whole.matches("Case, spaces, hyphens and underscores do not matter").count(), 1);
    for name in ["run", "generate", "book", "one"] {
        assert!(!help(name).contains("do not matter"), "{name}");
    }
}

/// The ladder of levels was `published` in the flag and `paper` in the column; full grids were
/// `cyclic` and `pattern`.
#[test]
fn values_of_columns_are_the_words_of_flags() {
    let bench = Bench::new();
    let column = |flags: &str, name: &str| {
        let made = bench.run(&format!("generate --count 1 --levels 1 --seed 1 {flags}"));
        let text = String::from_utf8(made.stdout).unwrap();
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        let place = rows[0].iter().position(|column| *column == name).unwrap();
        rows[1][place].to_owned()
    };
    for ladder in Ladder::ALL {
        let found = column(&format!("--ladder {ladder} --rate se"), "ladder");
        assert_eq!(found, ladder.name());
    }
    assert_eq!(Ladder::Published.name(), "published");
    for grid in [FullGrid::PAPER, FullGrid::Shuffled, FullGrid::Cyclic] {
        let flags = format!("--grid {} --look published", grid.name());
        assert_eq!(column(&flags, "grid"), grid.name());
    }
    bench.ends("generate --ladder paper", 2, "published, human");
}

/// Of four dialects: txt and jsonl, text and json, txt and json, text and json.
#[test]
fn forms_of_answers_have_one_name_each() {
    let commands = [
        "generate",
        "solve",
        "rate",
        "transform",
        "explain",
        "verify",
        "listing",
        "preflight",
        "run",
    ];
    let mut told = 0;
    for command in commands {
        let help = help(command);
        for flag in ["--format <", "--log-format <"] {
            let Some((_, after)) = help.split_once(flag) else { continue };
            let values = after.split_once("Possible values: ").unwrap().1;
            let values = values.split(" --").next().unwrap();
            let values = values.split(']').next().unwrap();
            for value in values.split(" - ").skip(1) {
                let word = value.split(':').next().unwrap();
                let is_of_writer =
                    TableFormat::named(word).is_some() || GridFormat::named(word).is_some();
                assert!(is_of_writer || word == "html", "{command} {flag}{word}");
                told += 1;
            }
        }
    }
    assert!(told > 20, "{told}");
    let bench = Bench::new();
    bench.ends("listing out --format json", 2, "'jsonl'");
}

/// The line said "level 5 (Evil)" of a puzzle of band 6.
#[test]
fn one_tells_the_band_that_was_asked_for() {
    let bench = Bench::new();
    for (flags, words) in [
        ("--ladder human --level 6", "level 6 (Diabolical), "),
        ("--ladder human --level gentle", "level 1 (Gentle), hidden-single-block, rating 1.2, "),
        ("--level 3", "level 3 (Medium), total "),
    ] {
        let said = bench.run(&format!("one --seed 4 {flags}")).stderr;
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains(words) && said.ends_with(", seed 4\n"), "{said}");
        assert!(flags.contains("human") != said.contains("total "), "{said}");
    }
}

/// The help of `export` named eight of sixteen palettes, and that of `book` the file of a cover.
#[test]
fn help_names_all_palettes_and_the_own_file() {
    for command in ["export", "cover", "run"] {
        let help = help(command);
        for palette in Palette::all() {
            assert!(help.contains(&*palette.name), "{command}: {}", palette.name);
        }
    }
    let [book, cover] = ["book", "cover"].map(help);
    assert!(book.contains("[default: book.pdf, or that of --job]"), "{book}");
    assert!(!book.contains("[default: cover.pdf"), "{book}");
    assert!(cover.contains("[default: cover.pdf]"), "{cover}");
    assert!(!cover.contains("[default: book.pdf"), "{cover}");
    for (name, _) in Printer::BUILTIN {
        assert!(help("run").contains(name), "{name}");
    }
}

/// The jobs from which books begin, as they are shipped: each run is proved, and its printer takes the book.
#[test]
fn builtin_job_files_make_proved_books() {
    let bench = Bench::new();
    let listed = String::from_utf8(bench.run("job list").stdout).unwrap();
    let names: Vec<&str> = listed.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(names.len(), 11, "{listed}");
    assert!(listed.lines().all(|line| line.ends_with('.')), "each has a whole sentence: {listed}");
    let recipes = include_str!("../../../docs/recipes.md");
    for name in names {
        assert!(recipes.contains(&format!("`{name}`")), "docs/recipes.md does not name {name}");
        if name == "nightly" {
            bench.ends("run --job nightly", 2, "expected a secret of your own");
            continue;
        }
        bench.ends(&format!("run --job {name} --seed 3 --title Rain --out {name} -q"), 0, "");
        bench.ends(&format!("verify {name}"), 0, "");
        if String::from_utf8(bench.read(&format!("{name}/manifest.json"))).unwrap().contains("kdp")
        {
            bench.ends(&format!("preflight {name}/book.pdf --printer kdp"), 0, "");
            assert!(bench.path(&format!("{name}/cover.pdf")).exists(), "{name}");
        }
    }
}

#[test]
fn unknown_job_names_get_a_suggestion() {
    let bench = Bench::new();
    for (name, words) in [
        ("pockets", "job: expected a built-in one (booklet, children, classroom, course, daily"),
        ("pockets", "found \"pockets\"; the nearest is pocket"),
        ("./pocket", "--job ./pocket: No such file"),
        ("pocket.toml", "--job pocket.toml: No such file"),
    ] {
        bench.ends(&format!("run --job {name}"), 2, words);
    }
    // A path always means a file.
    fs::write(bench.path("pocket"), "total = 2\nquiet = true\nout = \"mine\"\n").unwrap();
    bench.ends("run --job ./pocket", 0, "");
    assert!(bench.path("mine/catalog.csv").exists());
}

/// The lines of an address were joined by commas, as if they were words of a list.
#[test]
fn lists_of_a_job_reach_the_page() {
    let bench = Bench::new();
    let job = r#"
total = 4
levels = "1"
seed = 1
author = ["Ada Quay", "Ben Pier"]
publisher = "Harbour"
address = ["12 Quay Street, Flat 2", "London"]
eu-contact = ["Kai GmbH", "Kai 3", "eu@example.com"]
also-by = ["Drizzle, or Not", "Downpour"]
parts = ["title", "copyright", "puzzles", "answers", "also-by"]
"#;
    fs::write(bench.path("lists.toml"), job).unwrap();
    bench.ends("run --job lists.toml --out out -q", 0, "");
    let sheets = readback::sheets(&bench.read("out/book.pdf"));
    let lines: Vec<String> = sheets.iter().flat_map(|sheet| sheet.lines()).collect();
    let squeezed = |text: &str| text.replace(' ', "");
    for line in [
        "12 Quay Street, Flat 2",
        "London",
        "Kai 3",
        "eu@example.com",
        "Drizzle, or Not",
        "Downpour",
        "Ada Quay, Ben Pier",
    ] {
        let is_line = lines.iter().any(|found| squeezed(found) == squeezed(line));
        assert!(is_line, "{line:?} in {lines:?}");
    }
}

#[test]
fn settings_that_no_page_prints_are_named() {
    let bench = Bench::new();
    let run = "run --total 6 --levels 1 --seed 1 --force puzzles --out out";
    let unprinted = |parts: &str, settings: &str| {
        let output = bench.run(&format!("{run} --parts {parts} {settings}"));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
        said.lines().filter(|line| line.contains("no page of the book prints")).count()
    };
    let settings = "--dedication Ada --publisher Quay --also-by Drizzle --author Ada";
    assert_eq!(unprinted("puzzles,answers", settings), 3);
    assert_eq!(unprinted("title,copyright,puzzles,answers,also-by", settings), 0);
    assert_eq!(unprinted("copyright,puzzles", "--author Ada --isbn 978-3-16-148410-0"), 0);
    assert_eq!(unprinted("puzzles", "--isbn 978-3-16-148410-0"), 1);
    assert_eq!(unprinted("puzzles", ""), 0);
    // A class has no use for the author of its sheets.
    assert_eq!(unprinted("puzzles", "--author Ada --template classroom"), 0);
    let said = "prints the settings `dedication`, `publisher`: it has no page \"copyright\"";
    bench.ends(&format!("{run} --parts puzzles --dedication Ada --publisher Quay"), 0, said);
}

#[test]
fn texts_that_print_nothing_are_refused() {
    let bench = Bench::new();
    for text in ["|", " | ", "\u{200b}", ";", "; ;", "\u{3164}", "\u{2060}\u{feff}"] {
        for setting in ["title", "address", "author", "subtitle", "also-by"] {
            let mut command = bench.command("book none.csv");
            let output = command.args([&format!("--{setting}"), text]).output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{setting} {text:?}: {said}");
            assert!(said.contains("expected a text, found"), "{setting} {text:?}: {said}");
        }
    }
}

#[test]
fn course_refuses_turns() {
    let bench = Bench::new();
    bench.ends("run --course naked-pair --turns 1,2 --out out", 2, "cannot be used with");
}
