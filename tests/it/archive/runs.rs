//! The archive: no class is printed twice over many nights, damaged files are not changed, one run writes at a time,
//! also through two names of one archive.

use crate::support::archives::{column, create, insert, insert_with, keys, run_description, sound};
use crate::support::program::{Bench, fed};
use archive::{Archive, ArchiveError, ConflictPolicy, InsertOptions, InsertSummary, SeriesNumbers};
use files::Overwrite;
use files::lock::Lock;
use grid::{Key, Level};
use jobs::{Interrupt, Observer, Options, RunError, RunSpec, Settings};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Bytes in a page of the file.
const PAGE: usize = 16_384;

fn import(archive: &mut Archive, n: u64, keys: &[Key]) -> InsertSummary {
    let options = InsertOptions { on_conflict: ConflictPolicy::Skip, ..InsertOptions::default() };
    insert_with(archive, n, keys, &options).unwrap()
}

#[test]
fn archive_does_not_exclude_a_runs_own_puzzles() {
    let bench = Bench::new();
    let path = bench.path("a");
    Archive::create(&path).unwrap();
    let mut archive = Archive::open(&path, "a test").unwrap();
    let entered = insert(&mut archive, 1, &keys(0, 1_000)).unwrap();
    assert_eq!((entered.new, entered.own, entered.others), (1_000, 0, 0));
    let again = insert(&mut archive, 1, &keys(0, 1_000)).unwrap();
    assert_eq!((again.new, again.own, again.others), (0, 1_000, 0));
    assert!(!archive.is_shared(), "no other host enters runs into a file");
    let own = archive.number_of(&run_description(1).name()).unwrap();
    for key in keys(0, 1_000) {
        assert_eq!(archive.owners(&[key]).unwrap(), [own]);
        assert_eq!(archive.owned_by_others(&[key], &[]).unwrap(), [true]);
        assert_eq!(archive.owned_by_others(&[key], own.as_slice()).unwrap(), [false]);
    }
    assert!(archive.owners(&keys(1_000, 1)).unwrap()[0].is_none());
    let found = archive.find(&keys(7, 1)).unwrap().remove(0).unwrap();
    assert_eq!((found.run.name, found.row), (run_description(1).name(), 8));

    // All or nothing: one that another run has, and nothing is entered.
    let taken = insert(&mut archive, 2, &keys(999, 10)).unwrap_err();
    assert!(matches!(taken, ArchiveError::Taken { others: 1, of: 10, .. }), "{taken}");
    assert_eq!(archive.check().unwrap().puzzles, 1_000);
    let import = import(&mut archive, 3, &keys(999, 10));
    assert_eq!((import.new, import.others), (9, 1));
    assert_eq!(archive.check().unwrap().puzzles, 1_009);

    let state = archive.state(&run_description(3).name()).unwrap();
    assert_eq!(archive.forget(&run_description(3).name()).unwrap(), 9);
    assert_eq!(
        archive.state(&run_description(3).name()).unwrap(),
        state,
        "its own absence changes nothing"
    );
    assert_ne!(archive.state(&run_description(1).name()).unwrap(), state);
    assert!(archive.owners(&keys(1_001, 1)).unwrap()[0].is_none());
    assert_eq!(archive.check().unwrap().runs.len(), 1);
}

/// Its later keys would have no run.
#[test]
fn run_entered_again_gains_puzzles_without_journal() {
    let bench = Bench::new();
    Archive::create(&bench.path("a")).unwrap();
    let mut archive = Archive::open(&bench.path("a"), "a test").unwrap();
    for (count, new) in [(10, 10), (30, 20)] {
        let entered = insert(&mut archive, 1, &keys(0, count)).unwrap();
        assert_eq!((entered.new, entered.own), (new, u64::from(count) - new));
        assert_eq!(bench.names("."), [".a.lock", "a"]);
    }
    assert_eq!(archive.check().unwrap().puzzles, 30);
    // Some are its own, some are of another run, one comes twice.
    insert(&mut archive, 2, &keys(100, 10)).unwrap();
    let mixed: Vec<Key> = [keys(25, 10), keys(95, 10), keys(34, 1)].concat();
    let entered = import(&mut archive, 1, &mixed);
    assert_eq!((entered.new, entered.own, entered.others), (10, 6, 5));
    assert_eq!(archive.check().unwrap().puzzles, 50);
}

/// An edition in another language had other numbers than the book.
#[test]
fn run_keeps_series_numbers_in_renamed_editions() {
    let bench = Bench::new();
    Archive::create(&bench.path("a")).unwrap();
    let mut archive = Archive::open(&bench.path("a"), "a test").unwrap();
    for (n, series, first, last) in
        [(1, "Fish", 1, 10), (2, "Fish", 11, 20), (1, "Poissons", 5, 14)]
    {
        let numbers =
            Some(SeriesNumbers { first, last, next: false, ..SeriesNumbers::next(series, 10) });
        let options = InsertOptions { numbers, ..InsertOptions::default() };
        insert_with(&mut archive, n.into(), &keys(10 * n, 10), &options).unwrap();
    }
    for (n, series, first) in [
        (1, "Fish", 1),
        (1, "Poissons", 5),
        (2, "Fish", 11),
        (2, "Poissons", 11),
        (3, "Fish", 21),
        (3, "Poissons", 15),
        (3, "Peces", 1),
    ] {
        let found = archive
            .first_number(&run_description(n).name(), &SeriesNumbers::next(series, 10))
            .unwrap();
        assert_eq!(found, first, "run {n} of {series}");
    }
}

#[test]
fn keys_of_overlapping_runs_keep_their_owners() {
    let bench = Bench::new();
    let path = bench.path("a");
    Archive::create(&path).unwrap();
    let mut archive = Archive::open(&path, "a test").unwrap();
    let all = keys(0, 350_000);
    let mut owners: HashMap<Key, u64> = HashMap::new();
    for (n, range) in [
        (1, 0..1_000),
        (2, 500..70_000), // some of them are there
        (3, 40_000..110_000),
        (4, 140_000..141_000),
        (5, 110_000..280_000),
        (6, 20_000..90_000), // all of them are there
        (7, 279_000..350_000),
    ] {
        let batch = &all[range];
        let new = batch.iter().filter(|key| !owners.contains_key(key)).count() as u64;
        let others = batch.len() as u64 - new;
        if others > 0 {
            let taken = insert(&mut archive, n, batch).unwrap_err();
            assert!(matches!(taken, ArchiveError::Taken { others: o, .. } if o == others));
            assert_eq!(archive.number_of(&run_description(n).name()).unwrap(), None);
        }
        let entered = import(&mut archive, n, batch);
        assert_eq!((entered.new, entered.own, entered.others), (new, 0, others));
        let again = import(&mut archive, n, batch);
        assert_eq!((again.new, again.own, again.others), (0, new, others));
        for key in batch {
            owners.entry(*key).or_insert(n);
        }
        assert_eq!(archive.check().unwrap().puzzles, owners.len() as u64);
    }
    let own = |archive: &Archive, n| archive.number_of(&run_description(n).name()).unwrap();
    let forget = |archive: &mut Archive, owners: &mut HashMap<Key, u64>, n: u64| {
        let gone = owners.values().filter(|owner| **owner == n).count() as u64;
        assert_eq!(archive.forget(&run_description(n).name()).unwrap(), gone);
        owners.retain(|_, owner| *owner != n);
        assert_eq!(archive.check().unwrap().puzzles, owners.len() as u64);
    };
    let agree = |archive: &Archive, owners: &HashMap<Key, u64>| {
        let numbers: Vec<_> = (0..=7).map(|n| own(archive, n)).collect();
        let owner = |key: &Key| owners.get(key).and_then(|n| numbers[*n as usize]);
        let asked: Vec<Key> =
            all.iter().step_by(11).copied().chain(keys(2_000_000, 50_000)).collect();
        let expected: Vec<_> = asked.iter().map(owner).collect();
        assert!(archive.owners(&asked).unwrap() == expected);
        for key in asked.iter().step_by(37) {
            assert_eq!(archive.owners(&[*key]).unwrap(), [owner(key)]);
        }
    };
    agree(&archive, &owners);
    forget(&mut archive, &mut owners, 3);
    forget(&mut archive, &mut owners, 7);
    agree(&archive, &owners);
    drop(archive);
    agree(&Archive::open(&path, "a test").unwrap(), &owners);
}

#[test]
fn check_finds_tables_that_do_not_agree() {
    let bench = Bench::new();
    let path = bench.path("a");
    Archive::create(&path).unwrap();
    let mut archive = Archive::open(&path, "a test").unwrap();
    insert(&mut archive, 1, &keys(0, 300_000)).unwrap();
    insert(&mut archive, 2, &keys(300_000, 10)).unwrap();
    drop(archive);
    let spoiled = bench.path("spoiled");
    for (change, words) in [
        ("UPDATE run SET puzzles = 9 WHERE id = 2", "has 10 keys, expected 9"),
        ("DELETE FROM seen WHERE row = 5", "keys, expected 300000"),
        ("UPDATE seen SET run = 77 WHERE run = 2", "has 0 keys, expected 10"),
        ("DELETE FROM run WHERE id = 2", "10 keys are of no run"),
        ("UPDATE seen SET key = x'00' WHERE run = 2 AND row = 1", "is damaged"),
        (
            "UPDATE seen SET key = x'000102030405060708090a0b0c0d0e0f' WHERE run = 2 AND row = 1",
            "has other keys than those that were entered",
        ),
        ("UPDATE seen SET row = 11 WHERE run = 2 AND row = 1", "has other keys than those"),
    ] {
        fs::copy(&path, &spoiled).unwrap();
        let db = rusqlite::Connection::open(&spoiled).unwrap();
        assert!(db.execute(change, []).unwrap() > 0, "{change}");
        drop(db);
        let said = Archive::open(&spoiled, "a test").unwrap().check().unwrap_err();
        assert!(said.to_string().contains(words), "{change}: {said}");
    }
    assert_eq!(Archive::open(&path, "a test").unwrap().check().unwrap().puzzles, 300_010);

    // So large a file is not read through when it is opened.
    let whole = fs::read(&path).unwrap();
    for length in [whole.len() - PAGE, whole.len() - 100] {
        fs::write(&spoiled, &whole[..length]).unwrap();
        let said = Archive::open(&spoiled, "a test").unwrap_err().to_string();
        assert!(said.contains("spoiled is damaged"), "{length}: {said}");
    }
    // SQLite ignores what follows the last page.
    fs::write(&spoiled, [whole.as_slice(), &[0; 100]].concat()).unwrap();
    assert_eq!(Archive::open(&spoiled, "a test").unwrap().check().unwrap().puzzles, 300_010);
    let mut torn = whole.clone();
    let middle = torn.len() / 2 / PAGE * PAGE;
    torn[middle..middle + PAGE].fill(0x5a);
    fs::write(&spoiled, torn).unwrap();
    bench.ends("archive copy --archive spoiled copy", 10, "spoiled is damaged");
}

/// Pattern grids dug in reading order soon repeat themselves: there is something to refuse.
const NIGHT: &str = "generate --grid cyclic --look published --levels 5 --count 60 --quiet";

#[test]
fn nights_share_no_puzzle_and_can_be_repeated() {
    let bench = Bench::new();
    create(&bench, "a.archive");
    let mut classes = HashSet::new();
    let mut reissued = 0;
    let nights = 6;
    for night in 0..nights {
        // The last nights have the seed of the first: everything they would print is known.
        let seed = night % 4;
        let count = 60 + night / 4;
        bench.ends(
            &format!("{NIGHT} --count {count} --seed {seed} --archive a.archive --out {night}.csv")
                .replacen("--count 60 ", "", 1),
            0,
            "",
        );
        let csv = bench.read(&format!("{night}.csv"));
        for class in column(&csv, "canonical") {
            assert!(classes.insert(class), "night {night}");
        }
        reissued += column(&csv, "reissue").iter().filter(|n| *n != "0").count();
    }
    assert!(reissued >= 120, "there was something to refuse: {reissued}");
    sound(&bench, "a.archive", classes.len());
    // Long after, and on other threads: its own puzzles are not refused, those of later nights are
    // others anyway.
    bench.ends(
        &format!("{NIGHT} --seed 2 --archive a.archive --out again.csv --threads 1 --force"),
        0,
        "",
    );
    assert!(bench.read("again.csv") == bench.read("2.csv"));
    sound(&bench, "a.archive", classes.len());
    assert_eq!(
        bench.names(".").iter().filter(|n| n.contains("archive")).count(),
        1,
        "no log, no lock: {:?}",
        bench.names(".")
    );
}

#[test]
fn empty_archive_changes_no_puzzle() {
    let bench = Bench::new();
    create(&bench, "a");
    bench.ends("run --count 4 --seed 3 --out plain", 0, "");
    bench.ends("run --count 4 --seed 3 --out kept --archive a", 0, "");
    for name in ["catalog.csv", "book.pdf"] {
        assert!(bench.read(&format!("plain/{name}")) == bench.read(&format!("kept/{name}")));
    }
    let plain = String::from_utf8(bench.read("plain/manifest.json")).unwrap();
    assert!(!plain.contains("archive"), "{plain}");
    bench.ends("run --count 4 --seed 3 --out kept", 2, "other puzzles (archive)");
    sound(&bench, "a", 20);
    let stats = bench.run("archive stats --archive a");
    let stats = String::from_utf8(stats.stdout).unwrap();
    let all = format!("20 puzzles of 1 run, {} bytes\n", bench.read("a").len());
    assert!(stats.contains("seed 3") && stats.contains(&all), "{stats}");
}

/// The archive enters the variants of a puzzle as one, and parts are refused.
#[test]
fn archive_counts_variants_as_one_puzzle() {
    let bench = Bench::new();
    create(&bench, "a");
    let make = "generate --levels 5 --count 200 --variants 4 --grid cyclic --look published -q";
    let mut classes = HashMap::new();
    for seed in 1..=4 {
        bench.ends(&format!("{make} --seed {seed} --archive a --out {seed}.csv"), 0, "");
        for class in column(&bench.read(&format!("{seed}.csv")), "canonical") {
            classes.entry(class).or_insert_with(|| vec![0; 5])[seed] += 1;
        }
        sound(&bench, "a", 50 * seed);
    }
    assert_eq!(classes.len(), 200);
    assert!(classes.values().all(|rows| rows.iter().filter(|count| **count == 4).count() == 1));
    bench.ends("verify 1.csv 2.csv 3.csv 4.csv --dedup exact", 0, "");
    let found = bench.run("archive find 2.csv --archive a");
    let rows: Vec<_> = column(&found.stdout, "row").chunks(4).map(<[_]>::to_vec).collect();
    for (group, rows) in rows.iter().enumerate() {
        assert_eq!(*rows, vec![(4 * group + 1).to_string(); 4]);
    }
    let refused = "--archive: a run in parts with --variants 2 cannot exclude printed puzzles; leave \
                   --archive out, or make the puzzles with --out instead of --into";
    bench.ends("generate --variants 2 --count 2 --archive a --into parts", 2, refused);
    bench.ends("generate --variants 2 --count 2 --archive a --out whole.csv -q", 0, "");
    bench.ends("generate --variants 2 --count 2 --into parts -q", 0, "");
    bench.ends("shards join parts --archive a --out joined.csv", 2, refused);
}

/// An archive that was restored from an older copy learns of a run from its folder.
#[test]
fn finished_run_missing_from_the_archive_is_entered() {
    let bench = Bench::new();
    create(&bench, "a");
    fs::copy(bench.path("a"), bench.path("old")).unwrap();
    bench.ends("run --count 3 --seed 3 --archive a", 0, "");
    bench.ends("run --count 3 --seed 3 --archive a", 0, "nothing to do");
    fs::rename(bench.path("old"), bench.path("a")).unwrap();
    bench.ends(
        "run --count 3 --seed 3 --archive a",
        0,
        "out was missing from a and has been added",
    );
    sound(&bench, "a", 15);
    // The lock of a crash goes with the next command, also where there is nothing to do.
    fs::write(bench.path(".a.lock"), "").unwrap();
    bench.ends("run --count 3 --seed 3 --archive a", 0, "nothing to do");
    assert_eq!(bench.names("."), ["a", "out"]);
}

/// Every bad file ends with 10, and not a byte of it changes.
#[test]
fn damaged_archive_is_refused_and_not_changed() {
    let bench = Bench::new();
    create(&bench, "good");
    bench.ends("generate --count 300 --levels 1 --seed 1 -q --archive good --out c.csv", 0, "");
    let good = bench.read("good");
    let spoil = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        fs::write(bench.path(name), bytes).unwrap();
    };
    spoil("empty", &|bytes| bytes.clear());
    spoil("short", &|bytes| bytes.truncate(50));
    spoil("cut", &|bytes| bytes.truncate(bytes.len() - PAGE));
    spoil("torn", &|bytes| bytes.truncate(bytes.len() - 100));
    spoil("other", &|bytes| bytes[63] = 3);
    spoil("foreign", &|bytes| bytes[68..72].fill(0));
    spoil("page", &|bytes| {
        let middle = bytes.len() / 2 / PAGE * PAGE;
        bytes[middle..middle + PAGE].fill(0x5a);
    });
    fs::write(bench.path("text"), "id,puzzle\n".repeat(100)).unwrap();
    for name in ["empty", "short", "cut", "torn", "other", "foreign", "page", "text"] {
        let before = bench.read(name);
        for command in [
            "run --count 1 --out out --archive",
            "generate --count 1 --out g.csv --archive",
            "archive stats --archive",
            "archive check --archive",
            "archive export --archive",
            "archive import c.csv --archive",
            "archive forget 0123456789abcdef --archive",
            "archive find c.csv --archive",
        ] {
            let words = match name {
                "other" => "expected an archive of schema 2, found schema 3",
                _ => name,
            };
            bench.ends(&format!("{command} {name}"), 10, words);
            assert!(bench.read(name) == before, "{command} {name} changed the file");
        }
    }
    bench.ends("run --count 1 --archive nowhere", 10, "there is no archive nowhere");
    bench.ends("archive stats --archive nowhere", 10, "archive create");
    bench.ends("archive create --archive good", 2, "exists");
    assert!(bench.read("good") == good);
    let expected =
        ["c.csv", "cut", "empty", "foreign", "good", "other", "page", "short", "text", "torn"];
    assert_eq!(bench.names("."), expected, "nothing else was left");
}

#[test]
fn archive_is_named_with_or_without_flag() {
    let bench = Bench::new();
    bench.ends("archive create a", 0, "");
    for command in ["stats", "check", "export"] {
        let [plain, flag] =
            ["a", "--archive a"].map(|name| bench.run(&format!("archive {command} {name}")));
        assert!(plain.status.success() && plain.stdout == flag.stdout, "{command}: {plain:?}");
        bench.ends(&format!("archive {command}"), 2, "required");
        bench.ends(&format!("archive {command} a --archive a"), 2, "cannot be used with");
    }
    bench.ends("archive create a", 2, "exists");
}

#[test]
fn equivalent_puzzles_are_found_and_others_are_not() {
    let bench = Bench::new();
    create(&bench, "a");
    bench.ends("generate --count 5 --seed 1 -q --archive a --out c.csv", 0, "");
    bench.ends("transform c.csv --seed 9 --out disguised.txt", 0, "");
    let found = bench.run("archive find disguised.txt --archive a");
    assert!(found.status.success());
    assert_eq!(column(&found.stdout, "printed"), vec!["yes"; 25]);
    let rows: Vec<_> = (1..=25).map(|row| row.to_string()).collect();
    assert_eq!(column(&found.stdout, "row"), rows);
    let (code, answer, said) =
        fed(&bench, "archive find --archive a", crate::support::puzzles::PUZZLE);
    assert_eq!(code, 1, "{said}");
    assert!(answer.contains(",no,"), "{answer}");
}

#[test]
fn catalogues_and_exported_archives_are_imported() {
    let bench = Bench::new();
    create(&bench, "a");
    bench.ends("generate --count 5 --seed 1 -q --out c.csv", 0, "");
    bench.ends("archive import c.csv --archive a", 0, "25 puzzles are new, 0 were already");
    bench.ends("archive import c.csv --archive a", 0, "0 puzzles are new, 25 were already");
    let puzzles = column(&bench.read("c.csv"), "puzzle").join("\n");
    fs::write(bench.path("p.txt"), puzzles).unwrap();
    bench.ends("archive import p.txt --archive a", 0, "0 puzzles are new, 25 were already");
    // What was imported is refused.
    bench.ends("generate --count 5 --seed 1 -q --archive a --out d.csv", 0, "");
    assert!(column(&bench.read("d.csv"), "reissue").iter().all(|n| n != "0"));
    sound(&bench, "a", 50);

    let exported = bench.run("archive export --archive a").stdout;
    assert_eq!(exported.iter().filter(|b| **b == b'\n').count(), 51);
    fs::write(bench.path("keys.csv"), exported).unwrap();
    create(&bench, "b");
    bench.ends("archive import keys.csv --archive b", 0, "50 puzzles are new");
    sound(&bench, "b", 50);
    let stats = bench.run("archive stats --archive a").stdout;
    let stats = String::from_utf8(stats).unwrap();
    let name = stats.lines().find(|l| l.contains("generate")).unwrap();
    let name = name.split_whitespace().next().unwrap();
    bench.ends(&format!("archive forget {name} --archive a"), 0, "25 puzzles may be printed");
    bench.ends(&format!("archive forget {name} --archive a"), 2, "has no run");
    sound(&bench, "a", 25);
}

#[test]
fn second_command_names_the_lock_holder_or_waits() {
    let bench = Bench::new();
    create(&bench, "a");
    bench.ends("generate --count 2 --seed 1 --out few.csv", 0, "");
    for (lock, run) in [
        (".a.lock", "run --count 2 --seed 1 --archive a"),
        ("out/.lock", "run --count 2 --seed 1"),
        ("out/.book.pdf.lock", "book few.csv --out out/book.pdf"),
        ("out/.cover.pdf.lock", "cover few.csv --printer kdp --fill-pages --out out/cover.pdf"),
    ] {
        fs::create_dir_all(bench.path("out")).unwrap();
        let held = Lock::acquire(&bench.path(lock), "the night watch").unwrap();
        bench.ends(run, 11, "locked by the night watch");
        let waiting = bench.command(&format!("{run} --lock-wait 1m")).stderr(Stdio::null()).spawn();
        // A number without a unit is seconds.
        for wait in ["1s", "1"] {
            let run = format!("{run} --lock-wait {wait}");
            bench.ends(&run, 11, "locked by the night watch");
        }
        // Nobody who only reads is in anybody's way.
        bench.ends("archive stats --archive a", 0, "");
        drop(held);
        assert!(waiting.unwrap().wait().unwrap().success());
        fs::remove_dir_all(bench.path("out")).unwrap();
    }
    for wrong in ["soon", "m", "1e9h", "99999999999h"] {
        let run = format!("run --lock-wait {wrong}");
        bench.ends(&run, 2, "30s, 10m or 2h");
    }
}

/// Two at once on one archive, many times: both complete, or one says 11; never a class twice.
#[test]
fn two_runs_at_once_print_no_puzzle_twice() {
    let bench = Bench::new();
    create(&bench, "a");
    let mut classes = HashSet::new();
    for round in 0..4 {
        let spawn = |n: u32| {
            let wait = if round % 2 == 0 { "1m" } else { "0s" };
            let args = format!(
                "{NIGHT} --seed {n} --archive a --out {round}-{n}.csv --attempts {} --lock-wait {wait}",
                1_000 + round
            );
            bench.command(&args).stderr(Stdio::null()).spawn().unwrap()
        };
        let both = [spawn(1), spawn(2)];
        let codes = both.map(|mut run| run.wait().unwrap().code().unwrap());
        assert!(codes.iter().all(|code| [0, 11].contains(code)), "{codes:?}");
        assert!(codes.contains(&0) && (round % 2 == 1 || codes == [0, 0]));
        for (n, code) in (1..).zip(codes) {
            if code == 0 {
                for class in column(&bench.read(&format!("{round}-{n}.csv")), "canonical") {
                    assert!(classes.insert(class));
                }
            }
        }
    }
    sound(&bench, "a", classes.len());
}

/// The rows of such a run were those in which its puzzles had been made.
#[test]
fn archive_rows_of_alternating_levels_match_the_catalogue() {
    let bench = Bench::new();
    bench.ends("archive create --archive a", 0, "");
    bench.ends("run --template daily --count 2 --seed 3 --archive a", 0, "");
    let found = bench.run("archive find out/catalog.csv --archive a");
    let rows: Vec<_> = (1..=14).map(|row| row.to_string()).collect();
    assert_eq!(column(&found.stdout, "row"), rows);
}

/// Ten times a second, whoever waited laid out its whole book again.
#[test]
fn run_waiting_for_a_lock_is_prepared_once() {
    struct Waits(u32);
    impl Observer for Waits {
        fn wait_for_lock(&mut self) -> bool {
            self.0 -= 1;
            self.0 > 0
        }
    }
    let bench = Bench::new();
    let mut settings = Settings::default();
    settings.puzzles.quotas = vec![(Level::Easy.into(), 20_000)];
    let order = RunSpec::from_settings(&settings).unwrap();
    let options = Options {
        seed: None,
        threads: 1,
        replace: Overwrite::Never,
        again: false,
        night: None,
        holder: "the test".into(),
        now: String::new,
        interrupt: Interrupt::default(),
    };
    let begun = Instant::now();
    order.check().unwrap();
    let once = begun.elapsed();
    fs::create_dir_all(bench.path("out")).unwrap();
    let _held = Lock::acquire(&bench.path("out/.lock"), "the night watch").unwrap();
    let mut waits = Waits(200);
    let begun = Instant::now();
    let ended = order.make(&bench.path("out"), &options, &mut waits);
    assert!(matches!(ended, Err(RunError::Locked { .. })), "{ended:?}");
    assert_eq!(waits.0, 0);
    assert!(begun.elapsed() < 20 * once, "{:?}, once {once:?}", begun.elapsed());
}

const PAIRS: usize = 20;

/// Puzzles that soon repeat themselves, so that two runs want the same.
fn pair(bench: &Bench, round: usize, names: [&str; 2], wait: &str) -> [i32; 2] {
    let spawn = |n: usize| {
        let args = format!(
            "generate --grid cyclic --look published --levels 5 --count 8 --quiet --seed {n} --archive {} \
             --out {round}-{n}.csv --attempts {} --lock-wait {wait}",
            names[n],
            1_000 + round
        );
        bench.command(&args).stderr(Stdio::null()).spawn().unwrap()
    };
    [spawn(0), spawn(1)].map(|mut run| run.wait().unwrap().code().unwrap())
}

/// Every catalogue that is complete, for each run that ended with 0.
fn classes(bench: &Bench, codes: &[[i32; 2]]) -> usize {
    let mut classes = HashSet::new();
    for (round, codes) in codes.iter().enumerate() {
        for (n, code) in codes.iter().enumerate() {
            let name = format!("{round}-{n}.csv");
            assert_eq!(*code == 0, bench.path(&name).exists(), "{name}: {code}");
            if *code == 0 {
                for class in column(&bench.read(&name), "canonical") {
                    assert!(classes.insert(class), "{name}: printed before");
                }
            }
        }
    }
    classes.len()
}

#[test]
fn two_writers_through_symbolic_links_share_one_lock() {
    let bench = Bench::new();
    create(&bench, "a");
    fs::create_dir(bench.path("other")).unwrap();
    symlink("../a", bench.path("other/b")).unwrap();
    symlink("other/b", bench.path("c")).unwrap();
    let codes: Vec<_> = (0..PAIRS)
        .map(|round| {
            let names = [["a", "other/b"], ["c", "other/b"]][round % 2];
            let wait = ["1m", "0s"][round / 2 % 2];
            let codes = pair(&bench, round, names, wait);
            let (waits, ends) = (wait == "1m", [0, 11]);
            assert!(codes.contains(&0), "{codes:?}");
            assert!(codes.iter().all(|code| ends.contains(code)), "{codes:?}");
            assert!(!waits || codes == [0, 0], "{codes:?}");
            codes
        })
        .collect();
    sound(&bench, "a", classes(&bench, &codes));
    let rest = bench.names(".").into_iter().chain(bench.names("other"));
    let rest: Vec<_> = rest.filter(|name| !name.ends_with(".csv")).collect();
    assert_eq!(rest, ["a", "c", "other", "b"], "no lock, no log");
}

/// A folder that is mounted elsewhere is the same folder: its lock and its journal are.
#[test]
#[cfg_attr(not(has_mount), ignore = "needs mount")]
fn writers_through_a_mounted_folder_share_one_lock() {
    let bench = Bench::new();
    for folder in ["here", "there"] {
        fs::create_dir(bench.path(folder)).unwrap();
    }
    create(&bench, "here/a");
    let mut mount = Command::new("mount");
    mount.arg("--bind").arg(bench.path("here")).arg(bench.path("there"));
    assert!(mount.status().unwrap().success());
    let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let codes: Vec<_> =
            (0..PAIRS).map(|round| pair(&bench, round, ["here/a", "there/a"], "1m")).collect();
        assert!(codes.iter().all(|codes| *codes == [0, 0]), "{codes:?}");
        sound(&bench, "here/a", classes(&bench, &codes));
    }));
    let mut umount = Command::new("umount");
    assert!(umount.arg(bench.path("there")).status().unwrap().success());
    tried.unwrap();
}
