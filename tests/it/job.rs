//! Job files: what wins over what, unknown keys, a night's seed, and the template as it is shipped.

use crate::cli::Bench;
use std::collections::HashSet;
use std::fs;

fn shown(bench: &Bench, args: &str) -> String {
    let shown = bench.run(&format!("job show --origin {args}"));
    let said = String::from_utf8_lossy(&shown.stderr).into_owned();
    assert!(shown.status.success(), "{args}: {said}");
    String::from_utf8(shown.stdout).unwrap()
}

#[test]
fn flags_win_over_the_environment_and_that_over_the_file() {
    let bench = Bench::new();
    let job = "seed = 5\ncount = 7\nlevels = [1, 3]\nquiet = true\nattempts = 500\n";
    fs::write(bench.path("job.toml"), job).unwrap();
    let mut command = bench.command("job show --origin --job job.toml --attempts 900");
    command.env("SUDOKU_PRESS_SEED", "6");
    let said = String::from_utf8(command.output().unwrap().stdout).unwrap();
    for line in [
        "attempts = 900  # flag",
        "seed = 6  # environment, SUDOKU_PRESS_SEED",
        "count = 7  # job.toml, line 2",
        "levels = \"1,3\"  # job.toml, line 3",
        "quiet = true  # job.toml, line 4",
        "trim = \"8.5x11\"  # default",
        "# archive = none  # default",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let made = bench.run("generate --job job.toml --count 2");
    assert!(made.status.success() && made.stderr.is_empty());
    let flags = bench.run("generate --seed 5 --levels 1,3 --count 2 --attempts 500");
    assert_eq!(made.stdout, flags.stdout);
    // A quota on the command line is in the place of a count in the file.
    let quota = shown(&bench, "--job job.toml --quota 2=3");
    assert!(quota.contains("quota = \"2=3\"  # flag"), "{quota}");
    assert!(quota.contains("count = 200  # default"), "{quota}");
}

#[test]
fn what_no_setting_is_is_refused_with_the_nearest() {
    let bench = Bench::new();
    for (job, words) in [
        (
            "seed = 1\ncuont = 5\n",
            "job.toml, line 2: there is no setting `cuont`; the nearest is `count`",
        ),
        ("[archiv]\nfile = 1\n", "nearest is `archive`"),
        (
            "count = 0\n",
            "job.toml, line 1: invalid value '0' for '--count <N>'",
        ),
        ("quiet = 3\n", "true or false"),
        ("count = \n", "job.toml"),
        ("job = \"other.toml\"\n", "no setting `job`"),
        ("count = 2\nquota = { 1 = 5 }\n", "cannot be used with"),
    ] {
        fs::write(bench.path("job.toml"), job).unwrap();
        bench.ends("run --job job.toml", 2, words);
    }
    bench.ends("run --job nosuch.toml", 2, "nosuch.toml cannot be read");
    let mut wrong = bench.command("run");
    wrong.env("SUDOKU_PRESS_LEVELS", "9");
    let said = String::from_utf8(wrong.output().unwrap().stderr).unwrap();
    assert!(said.contains("environment, SUDOKU_PRESS_LEVELS"), "{said}");
    assert_eq!(bench.names("."), ["job.toml"]);
}

/// The template as it is shipped, seven nights: no class twice, and each night is itself again.
#[test]
fn the_template_makes_nights_that_share_nothing() {
    let bench = Bench::new();
    fs::write(
        bench.path("nightly.toml"),
        include_str!("../../templates/jobs/nightly.toml"),
    )
    .unwrap();
    bench.ends("archive create --archive printed.archive", 0, "");
    let shown = shown(&bench, "--job nightly.toml");
    assert!(shown.contains("secret = \"(not shown)\""), "{shown}");
    let mut classes = HashSet::new();
    for day in 1..=7 {
        let night = format!("run --job nightly.toml --count 6 --date 2026-12-0{day}");
        bench.ends(&night, 0, "");
        let csv = bench.read(&format!("nights/2026-12-0{day}/catalog.csv"));
        for row in csv::Reader::from_reader(&csv[..]).records() {
            assert!(classes.insert(row.unwrap()[12].to_owned()));
        }
        bench.ends(&night, 0, "nothing to do");
    }
    assert_eq!(classes.len(), 7 * 30);
    // The folder of a night is lost, and nights later it is made again.
    let third = "nights/2026-12-03";
    let before: Vec<_> = ["catalog.csv", "book.pdf", "manifest.json"]
        .map(|name| bench.read(&format!("{third}/{name}")))
        .into();
    fs::remove_dir_all(bench.path(third)).unwrap();
    bench.ends("run --job nightly.toml --count 6 --date 2026-12-03", 0, "");
    for (name, before) in ["catalog.csv", "book.pdf", "manifest.json"]
        .iter()
        .zip(before)
    {
        assert!(bench.read(&format!("{third}/{name}")) == before, "{name}");
    }
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
