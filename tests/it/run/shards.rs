//! Sharded runs: the bytes of one machine, whatever the shards; the rule of shards against the loop over the slots; lost,
//! torn and foreign files.

use crate::support::crashes::{archive_is_sound, injected, signal, spawn, strace_works};
use crate::support::program::Bench;
use crate::support::puzzles::rng;
use engine::sudoku::key::Key;
use rand::RngExt as _;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::convert::Infallible;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use sudoku_press::run::shards::ShardedRun;
use sudoku_press::run::shards::rounds::{
    Assignment, KeyOracle, SlotRank, WINDOW, assign_bucket, resolve,
};

/// Few classes: thousands of puzzles are made again, and level 3 ends at 8,074.
const PLAN: &str =
    "--grid cyclic --look published --quota 3=9000,4=2500,5=300 --seed 5 --attempts 60 --threads 2";

/// What one machine makes of the plan, without an archive.
fn one_machine(bench: &Bench) -> Vec<u8> {
    bench.ends(&format!("generate {PLAN} --out one.csv"), 3, "level 3");
    let one = bench.read("one.csv");
    let text = String::from_utf8(one.clone()).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("L3-")).count();
    assert!(made_again(&one) > 4_000 && rows == 8_074, "{rows} of level 3");
    one
}

/// The number of puzzles that were made again.
fn made_again(catalogue: &[u8]) -> usize {
    let text = str::from_utf8(catalogue).unwrap();
    text.lines().filter(|line| !line.ends_with(",0") && !line.ends_with("reissue")).count()
}

/// Makes the catalogue of the folder and compares it.
fn same(bench: &Bench, folder: &str, expected: &[u8]) {
    bench.ends(&format!("shards join {folder} --out {folder}.csv"), 0, "");
    assert!(bench.read(&format!("{folder}.csv")) == expected, "{folder}");
}

#[test]
fn shards_in_any_order_equal_one_machine() {
    let bench = Bench::new();
    let expected = one_machine(&bench);
    for (shards, part, buckets) in [(1, 700, 4), (2, 100, 1), (7, 700, 16), (64, 100, 2)] {
        let folder = format!("d{shards}-{part}");
        // The last shard comes first, and the first ones are asked for twice.
        for shard in (0..shards).rev().chain(0..shards.min(8)) {
            let of_shard = format!("--into {folder} --part {part} --shard {shard}/{shards}");
            bench.ends(&format!("generate {PLAN} {of_shard}"), 0, "");
        }
        let complete = bench.run(&format!("shards status {folder} --missing")).stdout;
        assert!(complete.is_empty(), "{complete:?}");
        for bucket in 0..buckets {
            bench.ends(
                &format!("shards merge {folder} --slice {bucket}/{buckets}"),
                0,
                "duplicates",
            );
        }
        let again = format!("{} puzzles were made again", made_again(&expected));
        bench.ends(&format!("shards settle {folder}"), 0, &again);
        bench.ends(&format!("shards finish {folder} --shard 1/2"), 0, "");
        bench.ends(&format!("shards finish {folder}"), 3, "level 3");
        // Another attempt at everything, which comes late, ends as the first did.
        let of_shard = format!("--into {folder} --part {part} --shard 0/{shards}");
        bench.ends(&format!("generate {PLAN} {of_shard}"), 0, "nothing to do");
        bench.ends(&format!("shards merge {folder} --slice 0/{buckets}"), 0, "");
        bench.ends(&format!("shards settle {folder}"), 0, "");
        bench.ends(&format!("shards finish {folder}"), 3, "level 3");
        same(&bench, &folder, &expected);
    }
    // The manifest knows nothing of shards.
    let [two, one] = ["d2-100", "d1-700"].map(|folder| {
        let manifest = bench.read(&format!("{folder}/manifest.json"));
        serde_json::from_slice::<serde_json::Value>(&manifest).unwrap()
    });
    assert_eq!(two["counts"], one["counts"]);
    assert_eq!(two["short"], one["short"]);
    let seven = bench.read("d7-700/manifest.json");
    assert!(seven == bench.read("d1-700/manifest.json"));
    assert_eq!(bench.names("d7-700"), bench.names("d1-700"));
    // All of it in one command, with little memory.
    let all = format!("generate {PLAN} --into all --part 100 --memory 1MB --compress zstd");
    bench.ends(&all, 3, "level 3");
    bench.ends(&all, 3, "level 3");
    same(&bench, "all", &expected);
    bench.ends("shards join all --out all.csv", 2, "--force");
    let compressed = format!("generate {PLAN} --compress zstd --out one.csv.zst");
    bench.ends(&compressed, 3, "");
    bench.ends("shards join all --out all.csv.zst", 0, "");
    assert!(bench.read("all.csv.zst") == bench.read("one.csv.zst"));
}

/// All steps of a run in shards, the last shard first. Returns the code of the last.
pub fn in_shards(
    bench: &Bench,
    plan: &str,
    folder: &str,
    part: u64,
    shards: u64,
    archive: &str,
) -> i32 {
    for shard in (0..shards).rev() {
        let of_shard = format!("--into {folder} --part {part} --shard {shard}/{shards}");
        let made = bench.run(&format!("generate {plan} {of_shard}"));
        match made.status.code() {
            Some(0) => {}
            code => return code.unwrap(),
        }
    }
    for slice in ["1/2", "0/2"] {
        bench.ends(&format!("shards merge {folder} --slice {slice} {archive}"), 0, "");
    }
    bench.ends(&format!("shards settle {folder} {archive}"), 0, "");
    bench.ends(&format!("shards finish {folder} --shard 0/2"), 0, "");
    bench.run(&format!("shards finish {folder} {archive}")).status.code().unwrap()
}

/// Bands are sorted by load, also the puzzles that are made again; two bands end before their number.
pub const BANDS: &str = "--ladder human --grid cyclic --symmetry full --quota 1=1500,2=800,3=100 --seed 5 \
    --attempts 60 --wishes none --threads 2";

#[test]
fn sharded_bands_equal_one_machine() {
    let bench = Bench::new();
    for archive in ["a", "b"] {
        bench.ends(&format!("archive create --archive {archive}"), 0, "");
        let before = BANDS.replace("--seed 5", "--seed 6");
        bench.ends(&format!("generate {before} --out {archive}.csv --archive {archive}"), 3, "");
    }
    let table = |name: &str| String::from_utf8(bench.read(name)).unwrap();
    bench.ends(&format!("generate {BANDS} --out one.csv"), 3, "");
    let rows = table("one.csv");
    let again = rows.lines().filter(|row| row.split(',').nth(15).is_some_and(|n| n != "0"));
    assert!(again.count() > 300 && rows.lines().count() > 1_500);
    // 75 parts of the first band are more than are merged at once.
    for (shards, part) in [(1, 700), (7, 20), (64, 100)] {
        let folder = format!("d{shards}");
        assert_eq!(in_shards(&bench, BANDS, &folder, part, shards, ""), 3);
        same(&bench, &folder, rows.as_bytes());
        bench.ends(&format!("verify {folder}"), 0, "");
    }
    bench.ends(&format!("generate {BANDS} --out excluded.csv --archive a"), 3, "");
    assert!(table("excluded.csv") != rows, "the archive has changed nothing");
    assert_eq!(in_shards(&bench, BANDS, "known", 50, 3, "--archive b"), 3);
    same(&bench, "known", table("excluded.csv").as_bytes());
    let exported = |archive| bench.run(&format!("archive export --archive {archive}")).stdout;
    assert!(exported("a") == exported("b"), "the same keys, runs and rows");
    if cfg!(feature = "parquet") {
        let parquet = format!("{BANDS} --format parquet");
        bench.ends(&format!("generate {parquet} --out one.parquet"), 3, "");
        assert_eq!(in_shards(&bench, &parquet, "p", 20, 7, ""), 3);
        bench.ends("shards join p --out joined.parquet", 0, "");
        assert!(bench.read("joined.parquet") == bench.read("one.parquet"));
        bench.ends("verify p", 0, "");
    }
    // Bands whose parts have changed places do not rise from part to part.
    let [first, second] = ["d7/B1-000000.csv", "d7/B1-000001.csv"].map(|name| bench.path(name));
    let (one, two) = (fs::read(&first).unwrap(), fs::read(&second).unwrap());
    fs::write(&first, &two).unwrap();
    fs::write(&second, &one).unwrap();
    let mut manifest: Value = serde_json::from_slice(&bench.read("d7/manifest.json")).unwrap();
    let files = manifest["files"].as_array_mut().unwrap();
    let [mut of_first, mut of_second] = [files[1].clone(), files[0].clone()];
    of_first["name"] = files[0]["name"].take();
    of_second["name"] = files[1]["name"].take();
    (files[0], files[1]) = (of_first, of_second);
    fs::write(bench.path("d7/manifest.json"), manifest.to_string()).unwrap();
    let said = String::from_utf8(bench.run("verify d7").stdout).unwrap();
    assert!(said.contains("B1-000001.csv:2") && said.contains("rising loads in a level"), "{said}");
}

#[test]
fn random_sharded_plans_equal_one_machine() {
    // Flags, and levels or bands.
    const PUBLISHED: &[(&str, &[u8])] = &[
        ("", &[1, 2, 5]),
        ("--rate se", &[1, 2, 3]),
        ("--symmetry half-turn", &[1, 2, 3]),
        ("--variants 5", &[1, 2, 3]),
        ("--minimal", &[5]),
        ("--givens 28..36", &[2, 3]),
        ("--minutes 3..20", &[1, 2, 3]),
        ("--grid cyclic --symmetry full --attempts 60", &[1, 2, 3]),
        ("--grid shuffled --look published", &[1, 2, 3]),
        ("--pattern letters.txt --attempts 300", &[3]),
    ];
    const HUMAN: &[(&str, &[u8])] = &[
        ("", &[1, 2, 5]),
        ("--symmetry quarter-turn", &[1, 2, 3]),
        ("--wishes none --grid cyclic --symmetry full --attempts 40", &[1, 2, 3]),
        ("--needs naked-pair", &[4]),
        ("--without x-wing", &[1, 4]),
        ("--er 1.0..3.0", &[1, 2, 3]),
        ("--rated-as given", &[1, 2, 3]),
        ("--variants 2", &[1, 2, 3]),
        ("--minimal --wishes none", &[2, 3]),
    ];
    let bench = Bench::new();
    let mut rng = rng(35);
    fs::copy(concat!(env!("ROOT"), "/templates/patterns/letters.txt"), bench.path("letters.txt"))
        .unwrap();
    let published = PUBLISHED.iter().map(|of| ("published", of));
    let plans = published.chain(HUMAN.iter().map(|of| ("human", of)));
    for (number, (ladder, (wishes, levels))) in plans.enumerate() {
        let quota = levels.iter().map(|level| format!("{level}={}", rng.random_range(1..50)));
        let quota = quota.collect::<Vec<_>>().join(",");
        let seed: u32 = rng.random();
        let plan = format!("--ladder {ladder} {wishes} --quota {quota} --seed {seed} --threads 1");
        let part = 10 * rng.random_range(1..5);
        let shards = [1, 2, 7, 16][rng.random_range(0..4)];
        println!("{plan} --part {part} in {shards} shards");
        let (one, folder) = (format!("one{number}.csv"), format!("d{number}"));
        let code = bench.run(&format!("generate {plan} --out {one}")).status.code().unwrap();
        assert!(code == 0 || code == 3, "{code}");
        assert_eq!(in_shards(&bench, &plan, &folder, part, shards, ""), code);
        same(&bench, &folder, &bench.read(&one));
        bench.ends(&format!("verify {folder}"), 0, "");
    }
}

#[test]
fn shards_with_an_archive_equal_one_machine() {
    let bench = Bench::new();
    for (archive, out) in [("a", "--out one.csv"), ("b", "--into d --part 100")] {
        bench.ends(&format!("archive create --archive {archive}"), 0, "");
        let before = "generate --grid cyclic --look published --quota 3=900,4=200 --seed 9 --out";
        bench.ends(&format!("{before} {archive}.csv --archive {archive}"), 0, "");
        bench.ends(&format!("generate {PLAN} {out} --archive {archive}"), 3, "level 3");
    }
    let expected = bench.read("one.csv");
    same(&bench, "d", &expected);
    // The same by 64 shards, some of which have no part, and two buckets.
    bench.ends("archive create --archive c", 0, "");
    bench.ends("archive import b.csv --archive c", 0, "");
    for shard in (0..64).rev() {
        bench.ends(&format!("generate {PLAN} --into s --part 700 --shard {shard}/64"), 0, "");
    }
    for step in ["shards merge s --slice 1/2", "shards merge s --slice 0/2", "shards settle s"] {
        bench.ends(&format!("{step} --archive c"), 0, "");
    }
    let status = String::from_utf8(bench.run("shards status s").stdout).unwrap();
    assert!(status.contains("next: `sudoku-press shards finish s --archive c`"), "{status}");
    let held = bench.path("s/merge/0001-of-0002.held");
    let whole = fs::read(&held).unwrap();
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    fs::write(&held, flipped).unwrap();
    bench.ends("shards finish s --archive c", 1, "0001-of-0002.held has changed");
    fs::write(&held, whole).unwrap();
    bench.ends("shards finish s --archive c", 3, "level 3");
    same(&bench, "s", &expected);
    // A crash before the manifest, or a second finish: a run does not refuse its own.
    fs::remove_file(bench.path("d/manifest.json")).unwrap();
    for step in ["shards settle d", "shards finish d"] {
        bench.ends(step, 2, "expected --archive");
    }
    bench.ends("shards finish d --archive b", 3, "level 3");
    bench.ends(&format!("generate {PLAN} --into d --part 100 --archive b"), 3, "level 3");
    same2(&bench, &expected);
    let exported = |archive| bench.run(&format!("archive export --archive {archive}")).stdout;
    let (a, b) = (exported("a"), exported("b"));
    assert!(a == b && a.len() > 10_000, "the same keys, runs and rows");
    let puzzles = String::from_utf8(a).unwrap().lines().count() - 1;
    archive_is_sound(&bench, puzzles);
    let said = bench.run("archive check --archive c").stdout;
    assert!(String::from_utf8(said).unwrap().starts_with(&format!("sound: {puzzles} puzzles")));
    bench.ends(&format!("generate {PLAN} --into other --part 100 --archive b"), 12, "--again");
}

fn same2(bench: &Bench, expected: &[u8]) {
    bench.ends("shards join d --out d.csv --force", 0, "");
    assert!(bench.read("d.csv") == expected);
}

#[test]
fn growing_archive_decides_at_the_last_step() {
    let bench = Bench::new();
    bench.ends("archive create --archive a", 0, "");
    let other = |seed: u32| {
        let run = "generate --grid cyclic --look published --quota 3=900,4=200 --archive a";
        bench.ends(&format!("{run} --seed {seed} --out {seed}.csv"), 0, "");
    };
    bench.ends(&format!("generate {PLAN} --into d --part 100 --shard 0/1"), 0, "");
    bench.ends("shards merge d --slice 0/2 --archive a", 0, "");
    other(21);
    bench.ends("shards merge d --slice 1/2 --archive a", 0, "");
    bench.ends("shards settle d --archive a", 0, "");
    // These final parts are of what is settled now, and not of what will be.
    bench.ends("shards finish d --shard 0/1", 0, "");
    other(22);
    bench.ends("shards finish d --archive a", 1, "the archive has changed");
    assert!(!bench.path("d/manifest.json").exists());
    bench.ends("shards settle d --archive a", 0, "");
    bench.ends("shards finish d --archive a", 3, "level 3");
    bench.ends("archive create --archive b", 0, "");
    for seed in [21, 22] {
        bench.ends(&format!("archive import {seed}.csv --archive b"), 0, "");
    }
    bench.ends(&format!("generate {PLAN} --out one.csv --archive b"), 3, "level 3");
    same(&bench, "d", &bench.read("one.csv"));
}

/// What lost against a run that is forgotten meanwhile gets its first puzzle back.
#[test]
fn shrinking_archive_decides_at_the_last_step() {
    let bench = Bench::new();
    bench.ends("archive create --archive a", 0, "");
    let other = "generate --grid cyclic --look published --quota 3=900,4=200 --seed 21";
    bench.ends(&format!("{other} --out 21.csv --archive a"), 0, "");
    bench.ends(&format!("generate {PLAN} --into d --part 100 --shard 0/1"), 0, "");
    bench.ends("shards merge d --slice 0/1 --archive a", 0, "");
    let stats = String::from_utf8(bench.run("archive stats --archive a").stdout).unwrap();
    let run = stats.lines().last().unwrap().split_whitespace().next().unwrap();
    bench.ends(&format!("archive forget {run} --archive a"), 0, "may be printed");
    bench.ends("shards settle d --archive a", 0, "");
    bench.ends("shards finish d --archive a", 3, "level 3");
    let expected = one_machine(&bench);
    same(&bench, "d", &expected);
    // It was in the way before.
    bench.ends("archive create --archive b", 0, "");
    bench.ends("archive import 21.csv --archive b", 0, "");
    bench.ends(&format!("generate {PLAN} --out refused.csv --archive b"), 3, "level 3");
    assert!(bench.read("refused.csv") != expected);
}

#[test]
fn damaged_files_are_named_and_made_again() {
    let bench = Bench::new();
    let expected = one_machine(&bench);
    let make = format!("generate {PLAN} --into d --part 500 --shard");
    for shard in 0..3 {
        bench.ends(&format!("{make} {shard}/4"), 0, "");
    }
    let missing = |bench: &Bench| {
        let said = bench.run("shards status d --missing").stdout;
        String::from_utf8(said).unwrap().trim().to_owned()
    };
    assert_eq!(missing(&bench), "3");
    let said = String::from_utf8(bench.run("shards status d").stdout).unwrap();
    assert!(said.contains("missing: ") && said.contains("3 of 4 shards"), "{said}");
    bench.ends("shards merge d --slice 0/1", 1, "(shard 3 of 4) is missing");
    bench.ends("shards settle d", 1, "is missing");
    bench.ends(&format!("{make} 3/4"), 0, "");

    // Each file is damaged in each way, and the shard is made again.
    let path = |name: &str| bench.path(&format!("d/made/{name}"));
    let whole = ["L3-000001.csv", "L3-000001.keys", "L3-000001.json"].map(|name| {
        let bytes = fs::read(path(name)).unwrap();
        (name, bytes)
    });
    for (name, bytes) in &whole {
        for damage in ["gone", "torn", "flipped"] {
            let mut damaged = bytes.clone();
            match damage {
                "torn" => damaged.truncate(bytes.len() / 2),
                _ => *damaged.last_mut().unwrap() ^= 1,
            }
            fs::write(path(name), damaged).unwrap();
            if damage == "gone" {
                fs::remove_file(path(name)).unwrap();
            }
            if !name.ends_with(".csv") {
                let named = bench.run("shards merge d --slice 0/1");
                let said = String::from_utf8(named.stderr).unwrap();
                let fine = damage == "flipped" && name.ends_with(".json");
                assert!(
                    fine || said.contains("L3-000001 (shard 0 of 4)"),
                    "{name} {damage}: {said}"
                );
            }
            if damage != "flipped" {
                assert_eq!(missing(&bench), "0", "{name} {damage}");
            }
            bench.ends(&format!("{make} 0/4"), 0, "");
            assert!(fs::read(path(name)).unwrap() == *bytes, "{name} {damage}");
        }
    }
    // A key that is another one, in its place: only the sum of its slice tells.
    let (name, bytes) = &whole[1];
    let mut damaged = bytes.clone();
    damaged[26 + 15] ^= 1;
    fs::write(path(name), damaged).unwrap();
    bench.ends("shards merge d --slice 0/1", 1, "L3-000001 (shard 0 of 4) has no sound keys");
    fs::write(path(name), bytes).unwrap();
    bench.ends("shards merge d --slice 0/2", 0, "");
    bench.ends("shards settle d", 1, "slice 1/2 of the keys is missing");
    bench.ends("shards merge d --slice 1/2", 0, "");
    let held = bench.path("d/merge/0001-of-0002.held");
    let mut damaged = fs::read(&held).unwrap();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&held, damaged).unwrap();
    bench.ends("shards settle d", 1, "0001-of-0002.held has changed");
    bench.ends("shards finish d", 1, "is not settled");
    bench.ends("shards merge d --slice 1/2", 0, "");
    bench.ends("shards settle d", 0, "");
    fs::write(bench.path("d/made/L3-000001.csv"), "torn").unwrap();
    bench.ends("shards finish d", 1, "L3-000001 (shard 0 of 4)");
    bench.ends(&format!("{make} 0/4"), 0, "");
    bench.ends("shards finish d", 3, "");
    same(&bench, "d", &expected);
    fs::write(bench.path("d/L4-000001.csv"), "torn").unwrap();
    bench.ends("shards join d --out again.csv", 1, "L4-000001.csv has changed");
    assert!(!bench.path("again.csv").exists());
    bench.ends(&format!("generate {PLAN} --into d --part 500"), 3, "");
    bench.ends("shards join d --out again.csv", 0, "");
    assert!(bench.read("again.csv") == expected);
}

/// Whoever finds a run that failed at night types what `shards status` says, until it says that there is nothing to do.
#[test]
fn status_advice_mends_any_flipped_byte() {
    let bench = Bench::new();
    let folder = "a night's run";
    let shell = |command: &str| {
        let program = Path::new(env!("BUILT_PROGRAM"));
        let path = format!("{}:/usr/bin:/bin", program.parent().unwrap().display());
        let mut shell = Command::new("sh");
        let ended = shell.args(["-c", command]).current_dir(bench.path("")).env("PATH", path);
        let ended = ended.output().unwrap();
        let said = String::from_utf8(ended.stdout).unwrap();
        (ended.status.code().unwrap(), said + &String::from_utf8(ended.stderr).unwrap())
    };
    let quoted = r#""a night's run""#;
    let begin = format!("sudoku-press generate {PLAN} --part 700 --into {quoted} --shard 0/2");
    assert_eq!(shell(&begin).0, 0);
    let status = || {
        let (code, said) = shell(&format!("sudoku-press shards status --check {quoted}"));
        let next = said.lines().find_map(|line| line.strip_prefix("next: ")).unwrap().to_owned();
        (code, said, next)
    };
    let mend = |mut most: usize| {
        loop {
            let (_, said, next) = status();
            match next.split('`').nth(1) {
                None => return assert_eq!(next, "nothing; the run is finished"),
                Some(command) => {
                    let (code, said) = shell(command);
                    assert!(code == 0 || code == 3, "{command}: {said}");
                }
            }
            most = most.checked_sub(1).unwrap_or_else(|| panic!("{said}"));
        }
    };
    // The other shard, the merge, the rounds, the end.
    mend(4);
    let sums = |sums: &str| shell(&format!("cd {quoted} && sha256sum --quiet -c {sums}")).0;
    assert_eq!(sums("SHA256SUMS"), 0);
    let expected = bench.read(&format!("{folder}/SHA256SUMS"));
    let names =
        ["made/L3-000002.csv", "made/L4-000001.keys", "merge/0000-of-0001.held", "L3-000004.csv"];
    for name in names {
        let path = bench.path(&format!("{folder}/{name}"));
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&path, bytes).unwrap();
        for name in ["manifest.json", "SHA256SUMS"] {
            fs::remove_file(bench.path(&format!("{folder}/{name}"))).unwrap();
        }
        // A final part is in no list now; a run that goes on to its end finds it.
        let (code, said, _) = status();
        assert!((code == 1) != name.starts_with("L3"), "{name}: {said}");
        assert!(code == 0 || said.contains(&format!("{name} has changed")), "{name}: {said}");
        mend(4);
        assert!(bench.read(&format!("{folder}/SHA256SUMS")) == expected, "{name}");
        assert_eq!(sums("SHA256SUMS"), 0, "{name}");
    }
    // The folders of what it was made from may go.
    for name in ["made", "merge"] {
        fs::rename(bench.path(&format!("{folder}/{name}")), bench.path(name)).unwrap();
    }
    let (code, said, next) = status();
    assert_eq!((code, next.as_str()), (0, "nothing; the run is finished"), "{said}");
    let parts = bench.names(folder).into_iter().filter(|name| name.ends_with(".csv"));
    let rows = |name| bench.read(&format!("{folder}/{name}")).split(|&b| b == b'\n').count() - 2;
    let rows: Vec<usize> = parts.map(rows).collect();
    let counted =
        format!("made: {} of 18 parts, {} puzzles", rows.len(), rows.iter().sum::<usize>());
    assert!(said.contains(&counted), "{counted}: {said}");
    for name in ["made", "merge"] {
        fs::rename(bench.path(name), bench.path(&format!("{folder}/{name}"))).unwrap();
    }
    let last = bench.path(&format!("{folder}/L3-000004.csv"));
    fs::remove_file(&last).unwrap();
    let (code, said) = shell(&format!("sudoku-press shards status {quoted}"));
    assert!(code == 0 && said.contains("shards finish"), "{said}");
    fs::write(last, "torn").unwrap();
    let (code, said, next) = status();
    assert!(code == 1 && said.contains("L3-000004.csv has"), "{said}");
    assert!(next.contains("shards finish"), "{next}");
}

#[test]
fn foreign_folders_and_files_are_refused() {
    let bench = Bench::new();
    let make = |flags: &str| format!("generate --quota 1=40,2=40 --part 20 --into d {flags}");
    bench.ends(&make("--seed 1 --shard 0/2"), 0, "");
    for (flags, words) in [
        ("--seed 2 --shard 1/2", "another run (other seed)"),
        ("--seed 1 --shard 1/2 --attempts 5", "another run (other attempts)"),
        ("--seed 1 --shard 1/2 --compress zstd", "another run (other compress)"),
        ("--shard 2/2", "expected a shard"),
        ("--seed 1 --shard auto", "expected the number of shards"),
        ("--seed 1 --shard auto --shards 2", "SLURM_ARRAY_TASK_ID"),
        ("--seed 1 --format jsonl", "--into makes CSV"),
        ("--ladder human --seed 1", "other ladder"),
        ("--seed 1 --variants 3", "expected a multiple of --variants 3"),
    ] {
        bench.ends(&make(flags), 2, words);
    }
    // A part of another run under the name of one of ours.
    bench.ends("generate --quota 1=40,2=40 --part 20 --seed 3 --into other", 0, "");
    for name in ["csv", "keys", "json"] {
        let of = |folder: &str| bench.path(&format!("{folder}/made/L2-000000.{name}"));
        fs::copy(of("other"), of("d")).unwrap();
    }
    bench.ends(&make("--seed 1 --shard 1/2"), 2, "a part of another run");
    assert_eq!(bench.read("d/made/L2-000000.csv"), bench.read("other/made/L2-000000.csv"));
    bench.ends("shards merge d --slice 0/1", 2, "a part of another run");
    fs::create_dir_all(bench.path("mine/made")).unwrap();
    bench.ends("generate --count 2 --seed 1 --into mine", 2, "made");
    bench.ends("shards settle mine", 2, "run.json");
    bench.ends("shards merge d --slice 0/3", 2, "power of two");
    bench.ends("shards finish other --archive none", 10, "");
    // What cannot be read or written is named, and is not taken for a file that is not there.
    fs::create_dir(bench.path("unwritten")).unwrap();
    std::os::unix::fs::symlink("nowhere", bench.path("unwritten/run.json")).unwrap();
    bench.ends("generate --count 2 --seed 1 --into unwritten", 74, "unwritten/run.json");
    fs::remove_file(bench.path("other/patch.json")).unwrap();
    fs::create_dir(bench.path("other/patch.json")).unwrap();
    bench.ends("shards finish other", 1, "cannot read other/patch.json");
    fs::remove_dir(bench.path("other/patch.json")).unwrap();
    // The task's number comes from Slurm, the number of tasks does not.
    for task in ["0", "1"] {
        let args =
            "generate --quota 1=40,2=40 --part 20 --into tasks --seed 3 --shard auto --shards 2";
        let mut command = bench.command(args);
        let ended =
            command.env("SLURM_ARRAY_TASK_ID", task).env("SLURM_ARRAY_TASK_COUNT", "1").status();
        assert!(ended.unwrap().success());
    }
    bench.ends("shards merge tasks --slice auto/2", 2, "in a task of Slurm");
    let mut command = bench.command("shards merge tasks --slice auto/2");
    assert!(command.env("SLURM_ARRAY_TASK_ID", "1").status().unwrap().success());
    assert!(bench.path("tasks/merge/0001-of-0002.held").is_file());
    for file in ["made/L1-000000.csv", "made/L2-000001.keys", "run.json"] {
        assert!(bench.read(&format!("tasks/{file}")) == bench.read(&format!("other/{file}")));
    }
}

#[test]
fn concurrent_and_stopped_attempts_leave_whole_parts() {
    let bench = Bench::new();
    let plan = "--quota 2=3000,5=900 --seed 11 --part 300";
    bench.ends(&format!("generate {} --out one.csv", plan.replace(" --part 300", "")), 0, "");
    let make = format!("generate {plan} --into d --shard 0/1");
    let mut both = [spawn(&bench, &make), spawn(&bench, &make)];
    let begun = Instant::now();
    while !bench.path("d/made/L2-000002.json").exists() {
        assert!(begun.elapsed() < Duration::from_secs(120));
        std::thread::sleep(Duration::from_millis(2));
    }
    let sent = Instant::now();
    signal(&both[0], "TERM");
    assert_eq!(both[0].wait().unwrap().code(), Some(143));
    assert!(sent.elapsed() < Duration::from_secs(5), "{:?}", sent.elapsed());
    signal(&both[1], "KILL");
    both[1].wait().unwrap();
    let part = fs::read(bench.path("d/made/L2-000001.csv")).unwrap();
    assert_eq!(part.iter().filter(|byte| **byte == b'\n').count(), 301);
    let [mut one, mut other] = [spawn(&bench, &make), spawn(&bench, &make)];
    assert!(one.wait().unwrap().success() && other.wait().unwrap().success());
    bench.ends(&format!("generate {plan} --into d"), 0, "");
    same(&bench, "d", &bench.read("one.csv"));
    let left = bench.names("d/made").into_iter().filter(|name| name.ends_with(".part"));
    assert_eq!(left.count(), 0, "working files of the killed attempt are gone");

    // Other bytes of the same part: a machine errs, and both stay.
    fs::remove_file(bench.path("d/manifest.json")).unwrap();
    let json = bench.path("d/made/L2-000001.json");
    let mut lie = String::from_utf8(fs::read(&json).unwrap()).unwrap();
    let text = String::from_utf8(part).unwrap().replacen("L2-000301", "L2-000999", 1);
    let [old, new] = [bench.read("d/made/L2-000001.csv"), text.clone().into_bytes()]
        .map(|bytes| store::files::output::sha256(&bytes));
    lie = lie.replace(&old, &new);
    fs::write(&json, lie).unwrap();
    fs::remove_file(bench.path("d/made/L2-000001.csv")).unwrap();
    fs::write(bench.path("d/made/L2-000001.csv"), text).unwrap();
    fs::remove_file(bench.path("d/made/L2-000001.keys")).unwrap();
    bench.ends(&make, 1, "other-L2-000001.csv");
    assert!(bench.path("d/made/other-L2-000001.csv").exists());
}

#[test]
fn shards_are_adjacent_parts_of_similar_cost() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=40,2=40 --seed 1 --part 20 --into d --shard 0/9", 0, "");
    let parts = ShardedRun::open(&bench.path("d")).unwrap().unwrap();
    // 39, 39, 47 and 47.
    for expected in [vec![0, 0, 0, 0], vec![0, 0, 1, 1], vec![0, 1, 1, 2], vec![0, 1, 2, 3]] {
        let shards = expected.last().unwrap() + 1;
        assert_eq!(parts.by_shard(shards), expected);
        let all = (0..shards).flat_map(|shard| parts.of_shard(shard, shards).map(move |_| shard));
        assert!(all.eq(expected));
    }
}

#[test]
fn each_step_runs_once_and_names_the_next() {
    let bench = Bench::new();
    let make = "generate --quota 1=40,2=40 --seed 1 --part 20 --into d --shard";
    let merged = || fs::metadata(bench.path("d/merge/0000-of-0001.held")).unwrap().modified();
    for (step, next) in [
        (&*format!("{make} 1/2"), "--shard 0/2`"),
        (&*format!("{make} 0/2"), "shards merge"),
        ("shards merge d --slice 0/1", "shards settle"),
        ("shards settle d", "shards finish"),
        ("shards finish d", "nothing; the run is finished"),
    ] {
        bench.ends(step, 0, "");
        let found =
            ShardedRun::open(&bench.path("d")).unwrap().unwrap().progress(false).unwrap().next;
        assert!(found.contains(next), "{step}: {found}");
    }
    bench.ends(&format!("{make} 0/2"), 0, "nothing to do");
    let before = merged().unwrap();
    bench.ends("shards merge d --slice 0/1", 0, "");
    assert_eq!(merged().unwrap(), before);
    // Keys of other parts than those that are there.
    fs::remove_file(bench.path("d/manifest.json")).unwrap();
    let mut made: Value = serde_json::from_slice(&bench.read("d/made/L1-000000.json")).unwrap();
    made["catalog"]["sha256"] = "0".repeat(64).into();
    fs::write(bench.path("d/made/L1-000000.json"), made.to_string()).unwrap();
    bench.ends("shards settle d", 1, "slice 0/1 of the keys is missing");
}

/// Parts of level 1 cost 39, those of level 2 47: what was made after the first part tells how fast it goes.
#[test]
fn time_left_follows_from_earlier_parts() {
    let bench = Bench::new();
    let make = "generate --quota 1=40,2=40 --seed 1 --part 20 --into d --shard 0/1";
    bench.ends(make, 0, "");
    let begun = std::time::SystemTime::now();
    let left =
        || ShardedRun::open(&bench.path("d")).unwrap().unwrap().progress(false).unwrap().left;
    let made = ["L1-000000", "L1-000001", "L2-000000", "L2-000001"];
    let path = |name: &str| bench.path(&format!("d/made/{name}.json"));
    for (seconds, name) in (0..).step_by(100).zip(made) {
        let manifest = fs::OpenOptions::new().write(true).open(path(name)).unwrap();
        manifest.set_modified(begun + Duration::from_secs(seconds)).unwrap();
    }
    for (made, expected) in made.iter().rev().zip([
        None,
        Some(200.0 * 47.0 / (39.0 + 47.0)),
        Some(100.0 * 94.0 / 39.0),
        None,
    ]) {
        let found = left().map(|left| left.as_secs_f64());
        let agrees = found.unwrap_or(0.0) - expected.unwrap_or(0.0);
        assert!(found.is_some() == expected.is_some() && agrees.abs() < 1.0, "{made}: {found:?}");
        fs::remove_file(path(made)).unwrap();
    }
}

#[test]
fn folder_of_parts_verifies_as_one_catalogue() {
    let bench = Bench::new();
    bench.ends(
        "generate --quota 1=70,2=50 --seed 2 --part 30 --into d",
        0,
        "120 puzzles in 5 parts",
    );
    bench.ends("generate --quota 1=70,2=50 --seed 2 --out one.csv", 0, "");
    let said = |args: &str| {
        let output = bench.run(args);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, text) = said("verify d");
    assert!(code == Some(0) && text.starts_with("OK: 120 puzzles, 5 files"), "{text}");
    for (from, out) in [("one.csv", "one.pdf"), ("d", "parts.pdf")] {
        bench.ends(&format!("book {from} --out {out} --title T"), 0, "");
    }
    assert!(bench.read("one.pdf") == bench.read("parts.pdf"));
    // The figures are those of the whole catalogue.
    let levels = |path: &str| {
        bench.ends(&format!("verify {path} --sheet {path}.html"), 0, "");
        let sheet = String::from_utf8(bench.read(&format!("{path}.html"))).unwrap();
        sheet.split_once("Table of levels").unwrap().1.split_once("</table>").unwrap().0.to_owned()
    };
    assert_eq!(levels("d"), levels("one.csv"));

    // A row of one part in the place of a row of another: a duplicate, with a manifest that agrees.
    let path = bench.path("d/L1-000001.csv");
    let part = fs::read_to_string(&path).unwrap();
    let first = fs::read_to_string(bench.path("d/L1-000000.csv")).unwrap();
    let row = |text: &str, n: usize| text.lines().nth(n).unwrap().to_owned();
    let (own, other) = (row(&part, 4), row(&first, 6));
    assert!(own.starts_with("L1-000034,") && other.starts_with("L1-000006,"), "{own} {other}");
    let mut lie: Vec<String> = other.split(',').map(str::to_owned).collect();
    (lie[0], lie[14]) = ("L1-000034".to_owned(), "33".to_owned());
    fs::remove_file(&path).unwrap();
    fs::write(&path, part.replacen(&own, &lie.join(","), 1)).unwrap();
    let hash = |bytes: &[u8]| store::files::output::sha256(bytes);
    let (old, new) = (hash(part.as_bytes()), hash(&fs::read(&path).unwrap()));
    let manifest = String::from_utf8(bench.read("d/manifest.json")).unwrap().replace(&old, &new);
    let size = fs::metadata(&path).unwrap().len();
    let manifest = manifest.replace(&format!(": {},", part.len()), &format!(": {size},"));
    fs::write(bench.path("d/manifest.json"), manifest).unwrap();
    let (code, text) = said("verify d");
    assert!(code == Some(1) && text.contains("the puzzle of d/L1-000000.csv:7"), "{text}");
    let _ = fs::remove_file(bench.path("d/manifest.json"));
    bench.ends("book d --out again.pdf", 1, "`shards status d` tells what is missing");
}

/// At every write a crash, a full disk and a broken one: the same command again makes the same bytes.
/// A level without any puzzle is named as short, and is no fault of the parts.
#[test]
fn parts_of_a_run_that_made_nothing_verify() {
    let bench = Bench::new();
    let impossible = "--quota 1=2,5=1 --needs jellyfish --attempts 1";
    bench.ends(
        &format!("generate --into out --seed 5 {impossible}"),
        3,
        "expected 1 puzzle, made 0; 1 attempt at",
    );
    let said = String::from_utf8(bench.run("verify out").stdout).unwrap();
    assert_eq!(said, "OK: 0 puzzles, 0 files. All match.\n");
}

#[test]
fn same_command_mends_a_fault_at_any_write() {
    if !strace_works() {
        return;
    }
    let bench = Bench::new();
    bench.ends("archive create --archive fresh", 0, "");
    let plan =
        "--grid cyclic --look published --quota 3=500,4=60 --seed 3 --attempts 40 --threads 1";
    fs::copy(bench.path("fresh"), bench.path("b")).unwrap();
    bench.ends(&format!("generate {plan} --out one.csv --archive b"), 0, "");
    let expected = bench.read("one.csv");
    let make = format!("generate {plan} --into d --part 100 --archive a");
    for (call, what) in [
        ("/^rename", "signal=KILL"),
        ("/^unlink", "signal=KILL"),
        ("fsync", "signal=KILL"),
        ("fsync", "error=EIO"),
        ("write", "error=ENOSPC"),
        ("pwrite64", "signal=KILL"),
    ] {
        for n in [1, 2, 6, 14] {
            let _ = fs::remove_dir_all(bench.path("d"));
            fs::copy(bench.path("fresh"), bench.path("a")).unwrap();
            let _ = fs::remove_file(bench.path("a-journal"));
            let fault = format!("{call} {what} {n}");
            let (ended, met) = injected(&bench, &make, call, what, &n.to_string());
            let code = ended.status.code();
            assert!(met || n > 1, "{fault} was passed by");
            if what.starts_with("error") {
                assert!([0, 74].map(Some).contains(&code), "{fault}: {code:?}");
            }
            bench.ends(&make, 0, "");
            bench.ends("shards join d --out d.csv --force", 0, "");
            assert!(bench.read("d.csv") == expected, "{fault}");
        }
    }
}

#[test]
fn documents_and_help_state_equal_memory_per_key() {
    let bench = Bench::new();
    let help = String::from_utf8(bench.run("shards merge --help").stdout).unwrap();
    let mut all = vec![help, include_str!("../../../docs/scale.md").to_owned()];
    all.push(include_str!("../../../docs/archive.md").to_owned());
    for engine in ["slurm", "snakemake"] {
        all.push(String::from_utf8(bench.run(&format!("shards engines {engine}")).stdout).unwrap());
    }
    for text in all {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("24 bytes") && !text.contains("32 bytes"), "{text}");
    }
}

/// A random case: what every slot would make at every reissue.
struct Case {
    quotas: Vec<u64>,
    most: u32,
    keys: u64,
    /// One in this many puzzles cannot be made.
    fails: u64,
    salt: u64,
}

fn mixed(mut n: u64) -> u64 {
    // The finaliser of SplitMix64.
    n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

impl Case {
    fn key(&self, place: SlotRank, reissue: u32) -> Option<Key> {
        let n = mixed(mixed(self.salt ^ place.0).wrapping_add(u64::from(reissue) + 1));
        if mixed(n ^ 1).is_multiple_of(self.fails) {
            return None;
        }
        // A level has keys of its own, and some that all levels may make.
        let number = if mixed(n ^ 2).is_multiple_of(3) {
            1_000 * (place.level() as u64 + 1) + n % (self.keys / 2 + 1)
        } else {
            n % self.keys
        };
        let high = u128::from(mixed(number)) << 64;
        Some(Key((high | u128::from(number)).to_be_bytes()))
    }

    /// The rule as one machine has it: a loop over the slots.
    fn in_order(&self, known: &HashSet<Key>) -> Assignment {
        let mut seen = known.clone();
        let (mut all, mut cuts) = (BTreeMap::new(), Vec::new());
        for (level, &quota) in self.quotas.iter().enumerate() {
            cuts.push(None);
            'slots: for number in 0..quota {
                let place = SlotRank::new(level, number);
                for reissue in 0..=self.most {
                    let Some(key) = self.key(place, reissue) else { break };
                    if seen.insert(key) {
                        all.insert(place, (reissue, key));
                        continue 'slots;
                    }
                }
                cuts[level] = Some(number);
                break;
            }
        }
        Assignment { patches: all, cuts }
    }
}

struct Answers<'a> {
    case: &'a Case,
    known: &'a HashSet<Key>,
    held: HashMap<Key, SlotRank>,
    asked: usize,
}

impl KeyOracle for Answers<'_> {
    type Error = Infallible;

    fn ask(&mut self, asks: &[(SlotRank, u32)]) -> Result<Vec<Option<Key>>, Infallible> {
        self.asked += asks.len();
        Ok(asks.iter().map(|&(place, reissue)| self.case.key(place, reissue)).collect())
    }

    fn known(&mut self, keys: &[Key]) -> Result<Vec<bool>, Infallible> {
        Ok(keys.iter().map(|key| self.known.contains(key)).collect())
    }

    fn held(&mut self, key: &Key) -> Result<Option<SlotRank>, Infallible> {
        Ok(self.held.get(key).copied())
    }
}

#[test]
fn shards_in_any_buckets_equal_the_plain_loop() {
    let mut rng = rng(15);
    let (mut reissued, mut cut, mut cut_late, mut changed, mut got_back) = (0, 0, 0, 0, 0);
    for trial in 0..6_000 {
        let levels = rng.random_range(1..=4);
        let case = Case {
            quotas: (0..levels).map(|_| rng.random_range(0..=40)).collect(),
            most: rng.random_range(1..=9),
            keys: rng.random_range(1..=150),
            fails: if rng.random_bool(0.5) { u64::MAX } else { rng.random_range(15..=200) },
            salt: rng.random(),
        };
        // What an archive knows: before the first round, in each bucket, and in the end.
        let mut known = HashSet::new();
        for number in 0..case.keys {
            let high = u128::from(mixed(number)) << 64;
            if rng.random_ratio(1, 6) {
                known.insert(Key((high | u128::from(number)).to_be_bytes()));
            }
        }
        let some = |rng: &mut engine::make::seed::Rng| -> HashSet<Key> {
            known.iter().copied().filter(|_| rng.random_bool(0.7)).collect()
        };
        let last = some(&mut rng);

        // Every part is made up to its first puzzle that cannot be made, and the level ends at the first cut.
        let mut asks = Vec::new();
        let mut cuts = vec![None; levels];
        for (level, &quota) in case.quotas.iter().enumerate() {
            for number in 0..quota {
                match case.key(SlotRank::new(level, number), 0) {
                    Some(key) => asks.push((key, SlotRank::new(level, number))),
                    None => {
                        cuts[level] = Some(number);
                        break;
                    }
                }
            }
        }
        let buckets = 1 << rng.random_range(0..=5);
        let grows = rng.random_bool(0.5);
        let (mut held, mut lost) = (HashMap::new(), Vec::new());
        for bucket in 0..buckets {
            let mut of_bucket: Vec<_> = asks
                .iter()
                .copied()
                .filter(|(key, _)| usize::from(key.0[0]) * buckets / 256 == bucket)
                .collect();
            let before = if grows { some(&mut rng) } else { last.clone() };
            let known = |keys: &[Key]| {
                Ok::<_, Infallible>(keys.iter().map(|key| before.contains(key)).collect())
            };
            let Ok(losers) = assign_bucket(&mut of_bucket, known);
            lost.extend(losers);
            lost.extend(of_bucket.iter().filter(|(key, _)| last.contains(key)).map(|(_, p)| *p));
            held.extend(of_bucket);
        }
        let first_cuts = cuts.clone();
        let mut world = Answers { case: &case, known: &last, held, asked: 0 };
        let Ok(settled) = resolve(&mut world, lost, u32::from(!grows), cuts, case.most);
        let mut all: BTreeMap<SlotRank, (u32, Key)> = world
            .held
            .iter()
            .filter(|(_, place)| !settled.is_cut(**place))
            .map(|(key, place)| (*place, (0, *key)))
            .collect();
        all.extend(settled.patches.clone());
        let Assignment { patches: right, cuts: right_cuts } = case.in_order(&last);
        assert_eq!(settled.cuts, right_cuts, "trial {trial}");
        assert!(all == right, "trial {trial}: {all:?}, expected {right:?}");

        let again = right.values().filter(|(reissue, _)| *reissue > 0).count();
        reissued += again;
        cut += usize::from(right_cuts.iter().any(Option::is_some));
        cut_late += usize::from(right_cuts[..levels - 1] != first_cuts[..levels - 1]);
        changed += usize::from(grows);
        got_back += settled.patches.values().filter(|(reissue, _)| *reissue == 0).count();
    }
    // The cases are those that a wrong rule would get wrong.
    let numbers = [reissued, cut, cut_late, changed, got_back];
    assert!(reissued > 20_000 && cut > 1_500 && cut_late > 1_000, "{numbers:?}");
    assert!(changed > 2_000 && got_back > 300, "{numbers:?}");
}

/// A level with fewer classes than slots must not cost quota x attempts puzzles.
#[test]
fn level_of_few_classes_is_cut_early() {
    let case = Case { quotas: vec![50_000], most: 200, keys: 20, fails: u64::MAX, salt: 1 };
    let place = |number| SlotRank::new(0, number);
    let mut asks: Vec<_> =
        (0..50_000).map(|n| (case.key(place(n), 0).unwrap(), place(n))).collect();
    let Ok(lost) = assign_bucket(&mut asks, |keys| Ok::<_, Infallible>(vec![false; keys.len()]));
    let held = asks.into_iter().collect();
    let known = HashSet::new();
    let mut world = Answers { case: &case, known: &known, held, asked: 0 };
    let Ok(settled) = resolve(&mut world, lost, 1, vec![None], case.most);
    assert!(settled.cuts[0].is_some_and(|cut| cut <= 31), "{:?}", settled.cuts);
    assert!(world.asked <= 64 * 200 * 3, "{} puzzles were asked for", world.asked);
}

#[test]
fn archive_is_asked_about_keys_beyond_one_question() {
    let count = 2 * WINDOW as u64 + 5;
    let place = |number| SlotRank::new(0, number);
    let mut asks: Vec<_> =
        (0..count).map(|n| (Key(u128::from(n).to_be_bytes()), place(n))).collect();
    let is_even = |key: &Key| key.0[15].is_multiple_of(2);
    let known = |keys: &[Key]| Ok::<_, Infallible>(keys.iter().map(is_even).collect());
    let Ok(lost) = assign_bucket(&mut asks, known);
    assert!(lost.into_iter().eq((0..count).step_by(2).map(place)));
    assert!(asks.into_iter().map(|(_, held)| held).eq((1..count).step_by(2).map(place)));
}
