//! Sharded runs: the bytes of one machine, whatever the shards; the rule of shards against the loop over the slots; lost,
//! torn and foreign files.

use crate::support::crashes::{archive_is_sound, injected, signal, spawn};
use crate::support::program::Bench;
use crate::support::puzzles::rng;
use grid::Key;
use rand::RngExt as _;
use shards::ShardedRun;
use shards::rounds::{Assignment, KeyOracle, RequestedKey, SlotRank, WINDOW, first_round, resolve};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::convert::Infallible;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

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

/// Compares the catalogue of a folder.
fn same(bench: &Bench, folder: &str, expected: &[u8]) {
    assert!(bench.read(&format!("{folder}/catalog.csv")) == expected, "{folder}");
}

#[test]
fn shards_in_any_order_equal_one_machine() {
    let bench = Bench::new();
    let expected = one_machine(&bench);
    for shards in [1, 2, 7, 60] {
        let folder = format!("d{shards}");
        // The last shard comes first, and the first ones are asked for twice.
        for shard in (0..shards).rev().chain(0..shards.min(8)) {
            let of_shard = format!("--into {folder} --shard {shard}/{shards}");
            bench.ends(&format!("generate {PLAN} {of_shard}"), 0, "");
        }
        let complete = bench.run(&format!("shards status {folder} --missing")).stdout;
        assert!(complete.is_empty(), "{complete:?}");
        let again = format!("{} of which were made again", made_again(&expected));
        bench.ends(&format!("shards join {folder} --out {folder}.csv"), 3, &again);
        bench.ends(&format!("shards join {folder} --out {folder}.csv"), 2, "--force");
        bench.ends(&format!("shards join {folder} --threads 1"), 3, "level 3");
        same(&bench, &folder, &expected);
        assert!(bench.read(&format!("{folder}.csv")) == expected);
        // Another attempt, which comes late, has nothing to do.
        let of_shard = format!("--into {folder} --shard 0/{shards}");
        bench.ends(&format!("generate {PLAN} {of_shard}"), 0, "nothing to do");
        bench.ends(&format!("shards join {folder}"), 0, "nothing to do");
        assert_eq!(bench.names(&folder), ["catalog.csv", "made", "run.json"]);
        assert_eq!(bench.names(&format!("{folder}/made")), bench.names("d1/made"));
    }
    // All of it in one command. The name of the file decides its compression.
    let all = format!("generate {PLAN} --into all --compress zstd");
    bench.ends(&all, 3, "level 3");
    bench.ends(&all, 0, "nothing to do");
    bench.ends("shards join all --out all.csv", 3, "level 3");
    assert!(bench.read("all.csv") == expected);
    bench.ends(&format!("generate {PLAN} --compress zstd --out one.csv.zst"), 3, "");
    assert!(bench.read("all/catalog.csv.zst") == bench.read("one.csv.zst"));
}

/// A run in shards, the last shard first, and the join. Returns the last code.
pub fn in_shards(bench: &Bench, plan: &str, folder: &str, shards: u64, archive: &str) -> i32 {
    for shard in (0..shards).rev() {
        let of_shard = format!("--into {folder} --shard {shard}/{shards}");
        let made = bench.run(&format!("generate {plan} {of_shard}"));
        match made.status.code() {
            Some(0) => {}
            code => return code.unwrap(),
        }
    }
    bench.run(&format!("shards join {folder} {archive}")).status.code().unwrap()
}

/// Bands are sorted by expected time, also the puzzles that are made again; two bands end before their number.
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
    // The parts of the first band are more than are merged at once.
    for shards in [1, 7, 64] {
        let folder = format!("d{shards}");
        assert_eq!(in_shards(&bench, BANDS, &folder, shards, ""), 3);
        same(&bench, &folder, rows.as_bytes());
    }
    let parts = bench.names("d1/made").into_iter().filter(|name| name.ends_with(".csv"));
    assert!(parts.filter(|name| name.starts_with("B1-")).count() > 32);
    bench.ends("verify d1/catalog.csv", 0, "");
    bench.ends(&format!("generate {BANDS} --out excluded.csv --archive a"), 3, "");
    assert!(table("excluded.csv") != rows, "the archive has changed nothing");
    assert_eq!(in_shards(&bench, BANDS, "known", 3, "--archive b"), 3);
    same(&bench, "known", table("excluded.csv").as_bytes());
    let exported = |archive| bench.run(&format!("archive export --archive {archive}")).stdout;
    assert!(exported("a") == exported("b"), "the same keys, runs and rows");
    if cfg!(feature = "parquet") {
        let parquet = format!("{BANDS} --format parquet");
        bench.ends(&format!("generate {parquet} --out one.parquet"), 3, "");
        assert_eq!(in_shards(&bench, &parquet, "p", 7, ""), 3);
        assert!(bench.read("p/catalog.parquet") == bench.read("one.parquet"));
    }
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
    fs::copy(
        concat!(env!("ROOT"), "/crates/make/templates/patterns/letters.txt"),
        bench.path("letters.txt"),
    )
    .unwrap();
    let published = PUBLISHED.iter().map(|of| ("published", of));
    let plans = published.chain(HUMAN.iter().map(|of| ("human", of)));
    for (number, (ladder, (wishes, levels))) in plans.enumerate() {
        let quota = levels.iter().map(|level| format!("{level}={}", rng.random_range(1..50)));
        let quota = quota.collect::<Vec<_>>().join(",");
        let seed: u32 = rng.random();
        let plan = format!("--ladder {ladder} {wishes} --quota {quota} --seed {seed} --threads 1");
        let shards = [1, 2, 7, 16][rng.random_range(0..4)];
        println!("{plan} in {shards} shards");
        let (one, folder) = (format!("one{number}.csv"), format!("d{number}"));
        let code = bench.run(&format!("generate {plan} --out {one}")).status.code().unwrap();
        assert!(code == 0 || code == 3, "{code}");
        assert_eq!(in_shards(&bench, &plan, &folder, shards, ""), code);
        if bench.path(&one).exists() {
            same(&bench, &folder, &bench.read(&one));
        }
    }
}

#[test]
fn shards_with_an_archive_equal_one_machine() {
    let bench = Bench::new();
    for (archive, out) in [("a", "--out one.csv"), ("b", "--into d")] {
        bench.ends(&format!("archive create --archive {archive}"), 0, "");
        let before = "generate --grid cyclic --look published --quota 3=900,4=200 --seed 9 --out";
        bench.ends(&format!("{before} {archive}.csv --archive {archive}"), 0, "");
        bench.ends(&format!("generate {PLAN} {out} --archive {archive}"), 3, "level 3");
    }
    let expected = bench.read("one.csv");
    same(&bench, "d", &expected);
    // The same by 64 shards, and an archive that gets its keys before the join.
    bench.ends("archive create --archive c", 0, "");
    for shard in (0..64).rev() {
        let shard = format!("--into s --shard {shard}/64 --archive c");
        bench.ends(&format!("generate {PLAN} {shard}"), 0, "");
    }
    bench.ends("archive import b.csv --archive c", 0, "");
    let status = String::from_utf8(bench.run("shards status s").stdout).unwrap();
    assert!(status.contains("next: `sudoku-press shards join s --archive c`"), "{status}");
    bench.ends("shards join s", 2, "expected --archive c, found none");
    bench.ends("shards join s --archive c", 3, "level 3");
    same(&bench, "s", &expected);
    // A crash before the catalogue has its name: a run does not refuse its own.
    fs::remove_file(bench.path("d/catalog.csv")).unwrap();
    bench.ends("shards join d --archive b", 3, "level 3");
    same(&bench, "d", &expected);
    fs::remove_file(bench.path("d/catalog.csv")).unwrap();
    bench.ends(&format!("generate {PLAN} --into d --archive b"), 3, "level 3");
    same(&bench, "d", &expected);
    let exported = |archive| bench.run(&format!("archive export --archive {archive}")).stdout;
    let (a, b) = (exported("a"), exported("b"));
    assert!(a == b && a.len() > 10_000, "the same keys, runs and rows");
    let puzzles = String::from_utf8(a).unwrap().lines().count() - 1;
    archive_is_sound(&bench, puzzles);
    let said = bench.run("archive check --archive c").stdout;
    assert!(String::from_utf8(said).unwrap().starts_with(&format!("sound: {puzzles} puzzles")));
    bench.ends(&format!("generate {PLAN} --into other --archive b"), 12, "--force");
}

#[test]
fn damaged_files_are_named_and_made_again() {
    let bench = Bench::new();
    let expected = one_machine(&bench);
    let make = format!("generate {PLAN} --into d --shard");
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
    bench.ends("shards join d", 1, "(shard 3 of 4) is missing");
    bench.ends(&format!("{make} 3/4"), 0, "");

    // Each file is damaged in each way, and the shard is made again.
    let path = |name: &str| bench.path(&format!("d/made/{name}"));
    for name in ["L3-000001.csv", "L3-000001.keys", "L3-000001.json"] {
        let bytes = fs::read(path(name)).unwrap();
        for damage in ["gone", "torn", "flipped"] {
            let mut damaged = bytes.clone();
            match damage {
                "torn" => damaged.truncate(bytes.len() / 2),
                _ => damaged[bytes.len() - 2] ^= 1,
            }
            fs::write(path(name), damaged).unwrap();
            if damage == "gone" {
                fs::remove_file(path(name)).unwrap();
            }
            bench.ends("shards join d", 1, "L3-000001 (shard 0 of 4)");
            if damage != "flipped" {
                assert_eq!(missing(&bench), "0", "{name} {damage}");
            }
            bench.ends(&format!("{make} 0/4"), 0, "");
            assert!(fs::read(path(name)).unwrap() == bytes, "{name} {damage}");
        }
    }
    // Keys that changed their places, in a file with the right sum.
    let (keys, json) = (path("L3-000002.keys"), path("L3-000002.json"));
    let mut bytes = fs::read(&keys).unwrap();
    let old = files::Checksum::from_bytes(&bytes).text();
    bytes[24..].rotate_left(20);
    let new = files::Checksum::from_bytes(&bytes).text();
    fs::write(&keys, bytes).unwrap();
    fs::write(&json, fs::read_to_string(&json).unwrap().replace(&old, &new)).unwrap();
    bench.ends("shards join d", 1, "has no sound keys (the keys are out of order)");
    fs::remove_file(json).unwrap();
    bench.ends(&format!("{make} 0/4"), 0, "");
    assert!(!bench.path("d/catalog.csv").exists());
    bench.ends("shards join d", 3, "");
    same(&bench, "d", &expected);
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
    let begin = format!("sudoku-press generate {PLAN} --into {quoted} --shard 0/2");
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
                None => {
                    return assert_eq!(
                        next,
                        format!("nothing; the catalogue is {folder}/catalog.csv")
                    );
                }
                Some(command) => {
                    let (code, said) = shell(command);
                    assert!(code == 0 || code == 3, "{command}: {said}");
                }
            }
            most = most.checked_sub(1).unwrap_or_else(|| panic!("{said}"));
        }
    };
    // The other shard, and the join.
    mend(2);
    let expected = bench.read(&format!("{folder}/catalog.csv"));
    for name in ["made/L3-000002.csv", "made/L4-000001.keys"] {
        let path = bench.path(&format!("{folder}/{name}"));
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&path, bytes).unwrap();
        fs::remove_file(bench.path(&format!("{folder}/catalog.csv"))).unwrap();
        let (code, said, _) = status();
        assert!(code == 1 && said.contains(&format!("{name} has changed")), "{name}: {said}");
        mend(2);
        assert!(bench.read(&format!("{folder}/catalog.csv")) == expected, "{name}");
    }
    // The parts may go.
    fs::remove_dir_all(bench.path(&format!("{folder}/made"))).unwrap();
    let (code, said, next) = status();
    assert!(code == 0 && next.starts_with("nothing; "), "{said}");
}

#[test]
fn foreign_folders_and_files_are_refused() {
    let bench = Bench::new();
    let make = |flags: &str| format!("generate --quota 1=40,2=40 --into d {flags}");
    bench.ends(&make("--seed 1 --shard 0/2"), 0, "");
    for (flags, words) in [
        ("--seed 2 --shard 1/2", "another run (other seed)"),
        ("--seed 1 --shard 1/2 --attempts 5", "another run (other attempts)"),
        ("--seed 1 --shard 1/2 --compress zstd", "another run (other format)"),
        ("--shard 2/2", "expected a shard"),
        ("--seed 1 --format jsonl", "--into makes CSV"),
        ("--ladder human --seed 1", "other ladder"),
    ] {
        bench.ends(&make(flags), 2, words);
    }
    // A part of another run under the name of one of ours.
    bench.ends("generate --quota 1=40,2=40 --seed 3 --into other", 0, "");
    for name in ["csv", "keys", "json"] {
        let of = |folder: &str| bench.path(&format!("{folder}/made/L2-000000.{name}"));
        fs::copy(of("other"), of("d")).unwrap();
    }
    bench.ends(&make("--seed 1 --shard 1/2"), 2, "a part of another run");
    assert_eq!(bench.read("d/made/L2-000000.csv"), bench.read("other/made/L2-000000.csv"));
    bench.ends("shards join d", 2, "a part of another run");
    fs::create_dir_all(bench.path("mine/made")).unwrap();
    bench.ends("generate --count 2 --seed 1 --into mine", 2, "made");
    bench.ends("shards join mine", 2, "run.json");
    bench.ends("shards join other --out o.csv --archive none", 10, "");
    // What cannot be read or written is named, and is not taken for a file that is not there.
    fs::create_dir(bench.path("unwritten")).unwrap();
    std::os::unix::fs::symlink("nowhere", bench.path("unwritten/run.json")).unwrap();
    bench.ends("generate --count 2 --seed 1 --into unwritten", 74, "unwritten/run.json");
}

#[test]
fn join_never_writes_over_its_parts() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=40,2=40 --seed 1 --into d", 0, "");
    let part = bench.read("d/made/L1-000000.csv");
    let words = "expected a file to write that is not read, found d/made/L1-000000.csv";
    bench.ends("shards join d --out d/made/L1-000000.csv --force", 2, words);
    assert!(bench.read("d/made/L1-000000.csv") == part);
}

#[test]
fn run_of_the_archive_is_joined_once() {
    let bench = Bench::new();
    bench.ends("archive create --archive a", 0, "");
    let generate = "generate --quota 1=40,2=40 --seed 1";
    bench.ends(&format!("{generate} --out printed.csv --archive a"), 0, "");
    bench.ends(&format!("{generate} --into d"), 0, "");
    let join = "shards join d --archive a --out joined.csv";
    bench.ends(join, 12, "a has this run already");
    assert!(!bench.path("joined.csv").exists());
    bench.ends(&format!("{join} --force"), 0, "");
    assert!(bench.read("joined.csv") == bench.read("printed.csv"));
}

#[test]
fn concurrent_and_stopped_attempts_leave_whole_parts() {
    let bench = Bench::new();
    let plan = "--quota 2=3000,5=900 --seed 11";
    bench.ends(&format!("generate {plan} --out one.csv"), 0, "");
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
    assert_eq!(part.iter().filter(|byte| **byte == b'\n').count(), 40);
    for command in [&*make, "shards join d"] {
        let [mut one, mut other] = [spawn(&bench, command), spawn(&bench, command)];
        assert!(one.wait().unwrap().success() && other.wait().unwrap().success());
    }
    same(&bench, "d", &bench.read("one.csv"));
    let left = bench.names("d/made").into_iter().filter(|name| name.ends_with(".part"));
    assert_eq!(left.count(), 0, "working files of the killed attempt are gone");

    // Other bytes of the same part: a machine errs, and both stay.
    fs::remove_file(bench.path("d/catalog.csv")).unwrap();
    let json = bench.path("d/made/L2-000001.json");
    let mut lie = String::from_utf8(fs::read(&json).unwrap()).unwrap();
    let text = String::from_utf8(part).unwrap().replacen("L2-000040", "L2-000999", 1);
    let [old, new] = [bench.read("d/made/L2-000001.csv"), text.clone().into_bytes()]
        .map(|bytes| files::Checksum::from_bytes(&bytes).text());
    lie = lie.replace(&old, &new);
    fs::write(&json, lie).unwrap();
    fs::write(bench.path("d/made/L2-000001.csv"), text).unwrap();
    fs::remove_file(bench.path("d/made/L2-000001.keys")).unwrap();
    bench.ends(&make, 1, "other-L2-000001.csv");
    assert!(bench.path("d/made/other-L2-000001.csv").exists());
}

#[test]
fn shards_are_adjacent_parts_of_similar_cost() {
    let bench = Bench::new();
    bench.ends("generate --quota 1=20,2=20 --seed 1 --into d --shard 0/9", 0, "");
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
fn parts_follow_from_the_number_of_puzzles() {
    let bench = Bench::new();
    for (plan, slots, parts) in [
        ("--quota 1=20000", 200, 100),
        ("--quota 1=25", 10, 3),
        ("--quota 1=4000 --variants 30", 30, 134),
        ("--quota 1=10000000000", 1_000_000, 10_000),
        ("--ladder human --quota 1=1000000000", 100_000, 10_000),
    ] {
        let _ = fs::remove_dir_all(bench.path("d"));
        // The last of many shards has no part.
        bench.ends(&format!("generate {plan} --seed 1 --into d --shard 0/999999"), 0, "");
        let run = ShardedRun::open(&bench.path("d")).unwrap().unwrap();
        assert_eq!((run.all[0].len, run.all.len()), (slots, parts), "{plan}");
    }
}

#[test]
fn each_step_names_the_next() {
    let bench = Bench::new();
    let make = "generate --quota 1=40,2=40 --seed 1 --into d --shard";
    for (step, next) in [
        (&*format!("{make} 1/2"), "--shard 0/2`"),
        (&*format!("{make} 0/2"), "`sudoku-press shards join "),
        ("shards join d", "nothing; the catalogue is "),
    ] {
        bench.ends(step, 0, "");
        let found =
            ShardedRun::open(&bench.path("d")).unwrap().unwrap().progress(false).unwrap().next;
        assert!(found.contains(next), "{step}: {found}");
    }
}

/// Parts of level 1 cost 39, those of level 2 47: what was made after the first part tells how fast it goes.
#[test]
fn time_left_follows_from_earlier_parts() {
    let bench = Bench::new();
    let make = "generate --quota 1=20,2=20 --seed 1 --into d --shard 0/1";
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
fn joined_catalogue_is_one_like_any_other() {
    let bench = Bench::new();
    let plan = "generate --quota 1=70,2=50 --seed 2";
    bench.ends(&format!("{plan} --into d"), 0, "120 puzzles, 0 of which were made again");
    bench.ends(&format!("{plan} --out one.csv"), 0, "");
    let said = String::from_utf8(bench.run("verify d/catalog.csv").stdout).unwrap();
    assert!(said.starts_with("OK: 120 puzzles"), "{said}");
    for (from, out) in [("one.csv", "one.pdf"), ("d/catalog.csv", "parts.pdf")] {
        bench.ends(&format!("book {from} --out {out} --title T"), 0, "");
    }
    assert!(bench.read("one.pdf") == bench.read("parts.pdf"));
    bench.ends("book d --out again.pdf", 2, "found a folder without manifest.json");
}

/// A level without any puzzle is named as short, and is no fault of the parts.
#[test]
fn impossible_plan_ends_as_on_one_machine() {
    let bench = Bench::new();
    let impossible = "--quota 1=2,5=1 --needs jellyfish --attempts 1";
    for to in ["--into out", "--out one.csv"] {
        let words = "expected 1 puzzle, made 0; 1 attempt at";
        bench.ends(&format!("generate {to} --seed 5 {impossible}"), 4, words);
    }
    assert!(!bench.path("out/catalog.csv").exists());
}

/// A catalogue that the archive does not know may be printed, and its puzzles once more.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn catalogue_appears_after_its_archive_entry() {
    let bench = Bench::new();
    bench.ends("archive create --archive a", 0, "");
    let plan = "--quota 1=6,2=4 --seed 3 --threads 1 --archive a";
    for shard in [0, 1] {
        bench.ends(&format!("generate {plan} --into d --shard {shard}/2"), 0, "");
    }
    let join = "shards join d --archive a --out joined.csv";
    for what in ["error=EIO", "error=ENOSPC", "signal=KILL"] {
        // SQLite alone writes at a place of a file: each such call fails, and the entry with it.
        let (ended, met) = injected(&bench, join, "pwrite64", what, "1+");
        assert!(met && !ended.status.success(), "{what}: {ended:?}");
        assert!(!bench.path("joined.csv").exists(), "{what}");
    }
    bench.ends(join, 0, "");
    archive_is_sound(&bench, 10);
}

/// At every write a crash, a full disk and a broken one: the same command again makes the same bytes.
#[test]
#[cfg_attr(not(has_strace), ignore = "needs strace")]
fn same_command_mends_a_fault_at_any_write() {
    let bench = Bench::new();
    bench.ends("archive create --archive fresh", 0, "");
    let plan =
        "--grid cyclic --look published --quota 3=100,4=20 --seed 3 --attempts 40 --threads 1";
    fs::copy(bench.path("fresh"), bench.path("b")).unwrap();
    bench.ends(&format!("generate {plan} --out one.csv --archive b"), 0, "");
    let expected = bench.read("one.csv");
    let make = format!("generate {plan} --into d --archive a");
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
            assert!(bench.read("d/catalog.csv") == expected, "{fault}");
        }
    }
}

/// A random case: what every slot would make at every reissue.
struct Case {
    quotas: Vec<u64>,
    most: u32,
    /// Fewer attempts than this fail before a puzzle is made.
    failed: u64,
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

    /// The number of attempts that fail before the puzzle is made.
    fn failed(&self, place: SlotRank, reissue: u32) -> u32 {
        let n = mixed(mixed(self.salt ^ place.0).wrapping_add(u64::from(reissue) + 1));
        (mixed(n ^ 3) % self.failed) as u32
    }

    /// The rule as one machine has it: a loop over the slots.
    fn in_order(&self, known: &HashSet<Key>) -> Assignment {
        let mut seen = known.clone();
        let (mut all, mut cuts) = (BTreeMap::new(), Vec::new());
        for (level, &quota) in self.quotas.iter().enumerate() {
            cuts.push(None);
            'slots: for number in 0..quota {
                let place = SlotRank::new(level, number);
                let mut failed = 0;
                for reissue in 0..=self.most {
                    let Some(key) = self.key(place, reissue) else { break };
                    if seen.insert(key) {
                        all.insert(place, (reissue, key));
                        continue 'slots;
                    }
                    failed += if reissue > 0 { self.failed(place, reissue) } else { 0 };
                    if failed >= self.most {
                        break;
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
    /// The smallest slot that asked for each key at reissue 0.
    first: HashMap<Key, SlotRank>,
    asked: usize,
}

impl KeyOracle for Answers<'_> {
    type Error = Infallible;

    fn ask(&mut self, asks: &[(SlotRank, u32)]) -> Result<Vec<Option<RequestedKey>>, Infallible> {
        self.asked += asks.len();
        let answer = |&(place, reissue): &(SlotRank, u32)| {
            let key = self.case.key(place, reissue)?;
            let (is_printed, first) = (self.known.contains(&key), self.first.get(&key).copied());
            let failed = self.case.failed(place, reissue);
            Some(RequestedKey { key, failed, is_printed, first })
        };
        Ok(asks.iter().map(answer).collect())
    }
}

/// The first round of requests in any order. Returns the slots that lost, and the first slot of each key.
fn first(
    mut asks: Vec<(Key, SlotRank)>,
    known: &HashSet<Key>,
) -> (Vec<SlotRank>, HashMap<Key, SlotRank>) {
    asks.sort_unstable();
    let mut lost = Vec::new();
    let Ok(()) = first_round(
        asks.iter().copied().map(Ok::<_, Infallible>),
        |keys| Ok(keys.iter().map(|key| known.contains(key)).collect()),
        |rank| {
            lost.push(rank);
            Ok(())
        },
    );
    asks.reverse();
    (lost, asks.into_iter().collect())
}

#[test]
fn rounds_equal_the_plain_loop() {
    let mut rng = rng(15);
    let (mut reissued, mut cut, mut cut_late, mut got_back) = (0, 0, 0, 0);
    for trial in 0..6_000 {
        let levels = rng.random_range(1..=4);
        let case = Case {
            quotas: (0..levels).map(|_| rng.random_range(0..=40)).collect(),
            most: rng.random_range(1..=9),
            failed: rng.random_range(1..=4),
            keys: rng.random_range(1..=150),
            fails: if rng.random_bool(0.5) { u64::MAX } else { rng.random_range(15..=200) },
            salt: rng.random(),
        };
        let mut known = HashSet::new();
        for number in 0..case.keys {
            let high = u128::from(mixed(number)) << 64;
            if rng.random_ratio(1, 8) {
                known.insert(Key((high | u128::from(number)).to_be_bytes()));
            }
        }
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
        let first_cuts = cuts.clone();
        let (lost, first) = first(asks.clone(), &known);
        let losers: HashSet<SlotRank> = lost.iter().copied().collect();
        let mut world = Answers { case: &case, known: &known, first, asked: 0 };
        let Ok(settled) = resolve(&mut world, lost, &case.quotas, cuts, case.most);
        let mut all: BTreeMap<SlotRank, (u32, Key)> = asks
            .into_iter()
            .filter(|(_, place)| !settled.is_cut(*place) && !losers.contains(place))
            .map(|(key, place)| (place, (0, key)))
            .collect();
        all.extend(settled.patches.clone());
        let Assignment { patches: right, cuts: right_cuts } = case.in_order(&known);
        assert_eq!(settled.cuts, right_cuts, "trial {trial}");
        assert!(all == right, "trial {trial}: {all:?}, expected {right:?}");

        let again = right.values().filter(|(reissue, _)| *reissue > 0).count();
        reissued += again;
        cut += usize::from(right_cuts.iter().any(Option::is_some));
        cut_late += usize::from(right_cuts[..levels - 1] != first_cuts[..levels - 1]);
        got_back += settled.patches.values().filter(|(reissue, _)| *reissue == 0).count();
    }
    // The cases are those that a wrong rule would get wrong.
    let numbers = [reissued, cut, cut_late, got_back];
    assert!(reissued > 20_000 && cut > 1_500 && cut_late > 1_000 && got_back > 300, "{numbers:?}");
}

/// A level with fewer classes than slots must not cost quota x attempts puzzles.
#[test]
fn level_of_few_classes_is_cut_early() {
    let case =
        Case { quotas: vec![50_000], most: 200, failed: 1, keys: 20, fails: u64::MAX, salt: 1 };
    let place = |number| SlotRank::new(0, number);
    let asks = (0..50_000).map(|n| (case.key(place(n), 0).unwrap(), place(n))).collect();
    let known = HashSet::new();
    let (lost, first) = first(asks, &known);
    let mut world = Answers { case: &case, known: &known, first, asked: 0 };
    let Ok(settled) = resolve(&mut world, lost, &case.quotas, vec![None], case.most);
    assert!(settled.cuts[0].is_some_and(|cut| cut <= 31), "{:?}", settled.cuts);
    assert!(world.asked <= 64 * 200 * 3, "{} puzzles were asked for", world.asked);
}

#[test]
fn archive_is_asked_about_keys_beyond_one_question() {
    let count = 2 * WINDOW as u64 + 5;
    let place = |number| SlotRank::new(0, number);
    let asks =
        (0..count).map(|n| Ok::<_, Infallible>((Key(u128::from(n).to_be_bytes()), place(n))));
    let is_even = |key: &Key| key.0[15].is_multiple_of(2);
    let mut lost = Vec::new();
    let Ok(()) = first_round(
        asks,
        |keys| Ok(keys.iter().map(is_even).collect()),
        |rank| {
            lost.push(rank);
            Ok(())
        },
    );
    assert!(lost.into_iter().eq((0..count).step_by(2).map(place)));
}
